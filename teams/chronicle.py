"""The only writer of chronicles and of what is projected from them.

Each write is one transaction under a lock on its team: fold what was, tell what is new, save the entry and
the projection together. The same client key is never entered twice.
"""

import json
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from rules import aftermath, chronicle, words
from rules.events import NAMES, Event, Founded, from_json, to_json
from rules.house import HouseRules, house_from_json, rulebook
from rules.problems import refuse
from rules.scroll import BLANK, Result, Scroll
from teams.addresses import at_a_free_address
from teams.models import Entry, House, Ninja, Team

RESERVED = {"new"}  # pages beside the teams' own

# What happened, or how to say it once the scroll under lock is known.
Happening = Event | Callable[[Scroll], Event]


@dataclass(frozen=True, slots=True)
class Line:
    """One entry as it is read: who wrote what, and the scroll around it."""

    number: int
    event: Event
    author: str
    written_at: datetime
    reason: str
    sentence: str
    before: Scroll
    after: Scroll


@dataclass(frozen=True, slots=True)
class Entered:
    entry: Entry
    scroll: Scroll


def house_of(team: Team) -> HouseRules:
    """The rules this team plays by now. Outside a league those are the rulebook's."""
    return _houses([team.house_id])[team.house_id]


def scroll_of(team: Team, *, at: int | None = None) -> Scroll:
    """The team's scroll, now or as it was after entry number `at`."""
    entries = team.entries.all() if at is None else team.entries.filter(number__lte=at)
    return _told(entries).get(team.pk, BLANK)


def scrolls_of(teams: Iterable[Team]) -> dict[int, Scroll]:
    """The scrolls of all these teams at once, in as many queries as for one."""
    blank = {team.pk: BLANK for team in teams}
    return {**blank, **_told(Entry.objects.filter(team__in=blank))}


def _told(entries: QuerySet[Entry]) -> dict[int, Scroll]:
    """Each team's entries folded, each by the rules it was written under."""
    written = list(entries.order_by("team_id", "number").values_list("team_id", "data", "house_id"))
    houses = _houses(house_id for _, _, house_id in written)
    scrolls: dict[int, Scroll] = {}
    for team_id, data, house_id in written:
        scrolls[team_id] = chronicle.tell(scrolls.get(team_id, BLANK), from_json(data), houses[house_id])
    return scrolls


def read(team: Team) -> list[Line]:
    """The whole chronicle, told line by line."""
    return list(_lines(team.entries.select_related("author")))


def _lines(entries: Iterable[Entry]) -> Iterator[Line]:
    entries = list(entries)
    houses = _houses(entry.house_id for entry in entries)
    before = BLANK
    for entry in entries:
        event, house = from_json(entry.data), houses[entry.house_id]
        after = chronicle.tell(before, event, house)
        author = entry.author.get_username() if entry.author else "somebody who has left"
        sentence = words.explain(event, before, house)
        yield Line(entry.number, event, author, entry.written_at, entry.reason, sentence, before, after)
        before = after


def _houses(ids: Iterable[int | None]) -> dict[int | None, HouseRules]:
    """House rules by their row; none is the rulebook."""
    wanted = {id_ for id_ in ids if id_ is not None}
    rows = House.objects.in_bulk(wanted) if wanted else {}
    return {None: rulebook(), **{id_: rules_in(row) for id_, row in rows.items()}}


def rules_in(house: House | None) -> HouseRules:
    """A row of house rules as a value; none is the rulebook."""
    return _decoded(json.dumps(house.rules)) if house else rulebook()


@lru_cache(maxsize=256)
def _decoded(rules: str) -> HouseRules:
    return house_from_json(json.loads(rules))


@transaction.atomic
def play_by(team: Team, house: House | None) -> Team:
    """From now on the team plays by these rules. What it has lived through stays as it was."""
    team = Team.objects.select_for_update().get(pk=team.pk)
    team.house = house
    team.save(update_fields=["house"])
    _project(team, scroll_of(team), house_of(team))
    return team


def found(*, event: Founded, owner: User | None, author: User | None, **appearance: Any) -> Team:
    """A new team, which must be legal by the rulebook."""
    house = rulebook()
    priced = chronicle.priced(event, house)
    scroll = chronicle.tell(BLANK, priced, house)
    with transaction.atomic():
        team = _create(owner=owner, **appearance, **_figures(scroll, house), entry_count=0)
        _write(team, priced, scroll, house, author=author)
    return team


@transaction.atomic
def enter(
    *, team: Team, what: Happening, author: User | None, key: uuid.UUID | None = None, reason: str = ""
) -> Entered:
    """Add an entry, if the rules allow it and its turn has come."""
    team = Team.objects.select_for_update().get(pk=team.pk)
    house, before = house_of(team), scroll_of(team)
    if key and (entry := team.entries.filter(key=key).first()):
        return Entered(entry, before)
    _refuse_who_has_left(author)
    event = chronicle.priced(what(before) if callable(what) else what, house)
    after = aftermath.enter(before, event, house)
    return Entered(_write(team, event, after, house, author=author, key=key, reason=reason), after)


def _refuse_who_has_left(author: User | None) -> None:
    """An account may be deleted by another request while this one waits for the team."""
    if author and not User.objects.select_for_update().filter(pk=author.pk).exists():
        raise refuse("no-account", "This account does not exist any more.")


@dataclass(frozen=True, slots=True)
class Correction:
    """A projected figure that was not what the chronicle tells."""

    team: str
    what: str
    was: object
    now: object


@transaction.atomic
def retell(team: Team) -> list[Correction]:
    """Make the projection anew from the chronicle, and say what had to be put right."""
    team = Team.objects.select_for_update().get(pk=team.pk)
    house, scroll = house_of(team), scroll_of(team)
    figures = {**_figures(scroll, house), "entry_count": team.entries.count()}
    wrong = list(_differences(team, scroll, figures, house))
    if wrong:
        team.entry_count = figures["entry_count"]
        _project(team, scroll, house)
    return wrong


def _differences(team: Team, scroll: Scroll, figures: dict[str, Any], house: HouseRules) -> Iterator[Correction]:
    for what, now in figures.items():
        if (was := getattr(team, what)) != now:
            yield Correction(team.slug, what, was, now)
    rows = _rows(scroll, house)
    stored = {row.ninja_id: row for row in team.ninja.all()}
    for ninja_id in rows.keys() | stored.keys():
        was = _stored(stored[ninja_id]) if ninja_id in stored else None
        if was != rows.get(ninja_id):
            yield Correction(team.slug, f"ninja {ninja_id}", was, rows.get(ninja_id))


def _create(**columns: Any) -> Team:
    return at_a_free_address(
        lambda slug: Team.objects.create(slug=slug, **columns), columns["name"], otherwise="team", reserved=RESERVED
    )


def _write(
    team: Team,
    event: Event,
    after: Scroll,
    house: HouseRules,
    *,
    author: User | None,
    key: uuid.UUID | None = None,
    reason: str = "",
) -> Entry:
    team.entry_count += 1
    entry = Entry.objects.create(
        team=team,
        number=team.entry_count,
        house_id=team.house_id,
        kind=NAMES[type(event)],
        data=to_json(event),
        author=author,
        key=key,
        reason=reason,
    )
    _project(team, after, house)
    return entry


def _project(team: Team, scroll: Scroll, house: HouseRules) -> None:
    """Totals are derived again, never nudged; only rows that differ are written."""
    figures = _figures(scroll, house)
    for column, value in figures.items():
        setattr(team, column, value)
    team.save(update_fields=[*figures, "entry_count"])
    rows = _rows(scroll, house)
    stored = {row.ninja_id: row for row in team.ninja.all()}
    new = [Ninja(team=team, ninja_id=id_, **row) for id_, row in rows.items() if id_ not in stored]
    Ninja.objects.bulk_create(new)
    changed = [row for id_, row in stored.items() if id_ in rows and _stored(row) != rows[id_]]
    for row in changed:
        for column, value in rows[row.ninja_id].items():
            setattr(row, column, value)
    Ninja.objects.bulk_update(changed, COLUMNS)
    team.ninja.filter(ninja_id__in=stored.keys() - rows.keys()).delete()


def _figures(scroll: Scroll, house: HouseRules) -> dict[str, Any]:
    rating = scroll.rating(house)
    results = [record.result for record in scroll.games]
    return {
        "name": scroll.name,
        "clan": scroll.clan.id if scroll.clan else "",
        "treasury": scroll.treasury,
        "rating": rating.total,
        "rating_koban": rating.koban,
        "rating_advancements": rating.advancements,
        "rating_heroes_and_ronin": rating.heroes_and_ronin,
        "ninja_count": len(scroll.ninja),
        "games": len(results),
        "won": results.count(Result.WON),
        "drew": results.count(Result.DREW),
        "lost": results.count(Result.LOST) + results.count(Result.CONCEDED),
        "steps_due": len(aftermath.steps(scroll, house)),
    }


COLUMNS = [
    *("position", "name", "profile", "price", "xp", "level", "advancements", "misses"),
    *("games", "feats", "injuries", "all_stars", "is_former"),
]


def _rows(scroll: Scroll, house: HouseRules) -> dict[str, dict[str, Any]]:
    here = len(scroll.ninja)
    return {
        ninja.id: {
            "position": position,
            "name": ninja.name,
            "profile": ninja.profile.id,
            "price": ninja.price,
            "xp": ninja.xp,
            "level": house.level_at(ninja.xp),
            "advancements": ninja.advancements,
            "misses": ninja.misses,
            "games": ninja.games,
            "feats": ninja.feats,
            "injuries": ninja.injuries,
            "all_stars": ninja.all_stars,
            "is_former": position >= here,
        }
        for position, ninja in enumerate((*scroll.ninja, *scroll.former))
    }


def _stored(row: Ninja) -> dict[str, Any]:
    return {column: getattr(row, column) for column in COLUMNS}
