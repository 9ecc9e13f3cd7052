"""Rows from elsewhere, written as they were: a chronicle that was told on another site keeps its dates and authors.

Beside `chronicle.py` this is the one place that writes entries, and only of a team that has none. The projection is
made by `chronicle.retell`, as always.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

from django.db import IntegrityError, connection, transaction
from django.db.models import Model

from teams import chronicle
from teams.addresses import at_a_free_address
from teams.models import Entry, Team

Row = TypeVar("Row", bound=Model)
BATCH = 500
UNTOLD = dict.fromkeys(
    (
        *("treasury", "rating", "rating_koban", "rating_advancements", "rating_heroes_and_ronin", "ninja_count"),
        *("games", "won", "drew", "lost", "steps_due", "entry_count"),
    ),
    0,
)


def insert(model: type[Row], rows: Sequence[Row]) -> list[Row]:
    """All rows as they are: with the times they came with, not with that of this very moment."""
    stamped = [its for its in model._meta.concrete_fields if _is_stamped(its)]
    came_with = [[getattr(row, its.attname) for its in stamped] for row in rows]
    made = model._base_manager.bulk_create(rows, batch_size=BATCH)
    if stamped and made:
        stamp(model, stamped, [(*times, row.pk) for row, times in zip(made, came_with, strict=True)])
        for row, times in zip(made, came_with, strict=True):
            for its, time in zip(stamped, times, strict=True):
                setattr(row, its.attname, time)
    return made


def _is_stamped(field: Any) -> bool:
    return getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)


def stamp(model: type[Model], stamped: Sequence[Any], rows: Sequence[tuple[Any, ...]]) -> None:
    """Write those times, the row's key last. In plain SQL: Django writes the present moment, and refuses an entry."""
    quoted = connection.ops.quote_name
    columns = ", ".join(f"{quoted(its.column)} = %s" for its in stamped)
    told = f"UPDATE {quoted(model._meta.db_table)} SET {columns} WHERE {quoted(model._meta.pk.attname)} = %s"  # noqa: S608
    prepared = [
        tuple(
            its.get_db_prep_save(value, connection) for its, value in zip((*stamped, model._meta.pk), row, strict=True)
        )
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(told, prepared)


def at_its_address(
    create: Callable[[str], Row], address: str, *, otherwise: str, reserved: Collection[str] = ()
) -> Row:
    """What `create` makes at this very address, or at another if that is taken."""
    if address not in reserved:
        try:
            with transaction.atomic():
                return create(address)
        except IntegrityError:
            pass
    return at_a_free_address(create, address, otherwise=otherwise, reserved={*reserved, address})


def team(address: str, *, name: str, clan: str, **columns: Any) -> Team:
    """A team without a story yet. Its figures are told by `told_anew`, once the entries are in."""

    def create(slug: str) -> Team:
        (made,) = insert(Team, [Team(slug=slug, name=name, clan=clan, **UNTOLD, **columns)])
        return made

    return at_its_address(create, address, otherwise="team", reserved=chronicle.RESERVED)


def entries(rows: Sequence[Entry]) -> None:
    insert(Entry, rows)


def told_anew(team: Team) -> None:
    chronicle.retell(team)
