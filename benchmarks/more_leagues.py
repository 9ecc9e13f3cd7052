"""A database with many leagues in it: the one that is there, copied with all its people, teams and games.

Each table is copied with one statement. Keys are moved by a multiple of SPAN, and so is whatever points at them.
"""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import BigAutoField, Field, ForeignKey, Model, UUIDField

SPAN = 1_000_000  # more than there are rows in any table before
APPS = ("auth", "league", "matches", "teams")
Rows = type[Model]


def grow(first: int, last: int) -> None:
    """Copies of that number: `grow(2, 100)` makes 99 more of a database that has one."""
    tables = list(_tables())
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous = OFF")
        for model in tables:
            cursor.execute(_copy(model, tables), [first, last])


def double() -> None:
    """Twice as many teams, members and games in each season: what a copy has of them moves into the first one."""
    grow(1, 1)
    moved = (("league_entrant", "season_id"), ("league_fixture", "round_id"), ("league_membership", "league_id"))
    with connection.cursor() as cursor:
        for table, owner in moved:
            cursor.execute(f"UPDATE {table} SET {owner} = {owner} - {SPAN} WHERE {owner} > {SPAN}")  # noqa: S608


def _tables() -> Iterator[Rows]:
    for app in APPS:
        for model in apps.get_app_config(app).get_models():
            if isinstance(model._meta.pk, BigAutoField) or model._meta.label == "auth.User":
                yield model


def _copy(model: Rows, tables: list[Rows]) -> str:
    quoted = connection.ops.quote_name
    fields = model._meta.concrete_fields
    columns = ", ".join(quoted(str(its.column)) for its in fields)
    values = ", ".join(_value(its, f"old.{quoted(str(its.column))}", tables) for its in fields)
    table, key = quoted(model._meta.db_table), quoted(str(model._meta.pk.column))
    return (
        f"INSERT INTO {table} ({columns}) "  # noqa: S608
        "WITH RECURSIVE numbers(n) AS (SELECT %s UNION ALL SELECT n + 1 FROM numbers WHERE n < %s) "
        f"SELECT {values} FROM numbers, {table} AS old WHERE old.{key} < {SPAN}"
    )


def _value(field: "Field[Any, Any]", old: str, tables: list[Rows]) -> str:
    if field.primary_key or (isinstance(field, ForeignKey) and field.related_model in tables):
        return f"{old} + n * {SPAN}"
    if field.unique and isinstance(field, UUIDField):
        return "lower(hex(randomblob(16)))"
    return f"{old} || '-' || n" if field.unique else old
