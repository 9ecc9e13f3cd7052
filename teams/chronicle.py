"""The only writer of chronicles and of what is projected from them.

Each write is one transaction under a lock on its team: fold what was, tell what is new, save the entry and
the projection together. The same client key is never entered twice.
"""

import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import takewhile
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from rules import aftermath, amendment, chronicle, roster, words
from rules.amendment import Recorded, Retelling, Told
from rules.events import NAMES, Event, Founded, Word, from_json, to_json
from rules.house import HouseRules, house_from_json, rulebook
from rules.problems import refuse
from rules.scroll import BLANK, Due, Result, Scroll
from teams.addresses import at_a_free_address
from teams.models import Entry, House, Ninja, Team

RESERVED = {"new"}  # pages beside the teams' own

# What happened, or how to say it once the scroll under lock is known.
Happening = Event | Callable[[Scroll], Event]


@dataclass(frozen=True, slots=True)
class Line:
    """One entry as it stands: who wrote what, the scroll around it, and whether a later word struck it."""

    number: int
    event: Event
    word: Word
    author: str
    written_at: datetime
    reason: str
    sentence: str
    before: Scroll
    after: Scroll

    @property
    def is_struck(self) -> bool:
        return self.word is Word.STRUCK


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry, the scroll it was told to, and the team as it is now."""

    entry: Entry
    before: Scroll
    scroll: Scroll


def house_of(team: Team) -> HouseRules:
    """The rules this team plays by now. Outside a league those are the rulebook's."""
    return rules_in(team.house)


def scroll_of(team: Team, *, at: int | None = None) -> Scroll:
    """The team's scroll, now or after entry number `at`, as the chronicle tells it now."""
    told = amendment.told(recorded(team))
    return _last(told if at is None else takewhile(lambda its: its.number <= at, told))


def scrolls_of(teams: Iterable[Team]) -> dict[int, Scroll]:
    """The scrolls of all these teams at once, in as many queries as for one."""
    return {id_: _last(told) for id_, told in told_of(teams).items()}


def told_of(teams: Iterable[Team]) -> dict[int, list[Told]]:
    """The chronicles of all these teams as they stand, entry by entry, in as many queries as for one."""
    return {id_: list(amendment.told(records)) for id_, records in records_of(teams).items()}


def recorded(team: Team) -> list[Recorded]:
    """The chronicle as it was written, each entry with the rules it was written under."""
    return records_of([team])[team.pk]


def records_of(teams: Iterable[Team]) -> dict[int, list[Recorded]]:
    """The chronicles of all these teams as they were written, in as many queries as for one."""
    records: dict[int, list[Recorded]] = {team.pk: [] for team in teams}
    entries = Entry.objects.filter(team__in=records.keys()).order_by("team_id", "number")
    written = list(entries.values_list("team_id", "number", "data", "house_id"))
    houses = _houses(house_id for *_, house_id in written)
    for team_id, number, data, house_id in written:
        records[team_id].append(Recorded(number, from_json(data), houses[house_id]))
    return records


def _last(told: Iterable[Told]) -> Scroll:
    scroll = BLANK
    for its in told:
        scroll = its.after
    return scroll


def read(team: Team) -> list[Line]:
    """The whole chronicle, told line by line."""
    entries = list(team.entries.select_related("author"))
    houses = _houses(entry.house_id for entry in entries)
    records = [Recorded(its.number, from_json(its.data), houses[its.house_id]) for its in entries]
    return [_line(entry, told) for entry, told in zip(entries, amendment.told(records), strict=True)]


def _line(entry: Entry, told: Told) -> Line:
    return Line(
        number=entry.number,
        event=told.event,
        word=told.word,
        author=entry.author.get_username() if entry.author else "somebody who has left",
        written_at=entry.written_at,
        reason=entry.reason,
        sentence=words.explain_told(told),
        before=told.before,
        after=told.after,
    )


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
    priced, scroll = as_founded(event)
    with transaction.atomic():
        team = _create(owner=owner, **appearance, **_figures(scroll, house), entry_count=0)
        _write(team, priced, scroll, house, author=author)
    return team


def as_founded(event: Founded) -> tuple[Event, Scroll]:
    """A founding as it goes on record, and the scroll it makes; refused unless that is legal by the rulebook."""
    house = rulebook()
    priced = chronicle.priced(event, house)
    return priced, chronicle.tell(BLANK, priced, house)


def enter(
    *, team: Team, what: Happening, author: User | None, key: uuid.UUID | None = None, reason: str = ""
) -> Entered:
    """Add an entry, if the rules allow it and its turn has come."""

    def happens(scrolls: Mapping[int, Scroll]) -> dict[int, Event]:
        return {team.pk: what(scrolls[team.pk]) if callable(what) else what}

    (entered,) = enter_together(teams=[team], what=happens, author=author, key=key, reason=reason)
    return entered


@transaction.atomic
def enter_together(
    *,
    teams: Iterable[Team],
    what: Callable[[Mapping[int, Scroll]], Mapping[int, Event]],
    author: User | None,
    key: uuid.UUID | None = None,
    reason: str = "",
) -> list[Entered]:
    """Add an entry to the chronicle of each of these teams, or to none of them."""
    held = locked(teams)
    scrolls = scrolls_of(held.values())
    if key and (done := list(Entry.objects.filter(team__in=held, key=key))):
        return [_entered_before(entry, scrolls[entry.team_id]) for entry in done]
    _refuse_who_has_left(author)
    entered = []
    for id_, event in what(scrolls).items():
        team, house = held[id_], house_of(held[id_])
        priced = chronicle.priced(event, house)
        after = aftermath.enter(scrolls[id_], priced, house)
        entry = _write(team, priced, after, house, author=author, key=key, reason=reason)
        entered.append(Entered(entry, scrolls[id_], after))
    return entered


def _entered_before(entry: Entry, now: Scroll) -> Entered:
    return Entered(entry, scroll_of(entry.team, at=entry.number - 1), now)


def locked(teams: Iterable[Team]) -> dict[int, Team]:
    """These teams, nobody else's until the transaction ends. Always in the same order: nobody waits in a ring."""
    found = Team.objects.select_for_update(of=("self",)).select_related("house")
    return {team.pk: team for team in found.filter(pk__in=[team.pk for team in teams]).order_by("pk")}


def amend(*, team: Team, retelling: Retelling, author: User | None, reason: str) -> None:
    """What an amendment says of the chronicle of a team that is `locked`, as it was read since."""
    Entry.objects.bulk_create([_next(team, said, author=author, reason=reason) for said in retelling.words])
    _project(team, retelling.after, house_of(team))


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
    entry = _next(team, event, author=author, key=key, reason=reason)
    entry.save()
    _project(team, after, house)
    return entry


def _next(team: Team, event: Event, *, author: User | None, key: uuid.UUID | None = None, reason: str = "") -> Entry:
    """The next entry of its chronicle, to be saved."""
    team.entry_count += 1
    return Entry(
        team=team,
        number=team.entry_count,
        house_id=team.house_id,
        kind=NAMES[type(event)],
        data=to_json(event),
        author=author,
        key=key,
        reason=reason,
    )


def _project(team: Team, scroll: Scroll, house: HouseRules) -> None:
    """Totals are derived again, never nudged; only what differs is written."""
    figures = _figures(scroll, house)
    for column, value in figures.items():
        setattr(team, column, value)
    team.save(update_fields=[*figures, "entry_count"])
    rows = _rows(scroll, house)
    stored = {row.ninja_id: row for row in team.ninja.all()}
    new = [Ninja(team=team, ninja_id=id_, **row) for id_, row in rows.items() if id_ not in stored]
    Ninja.objects.bulk_create(new)
    _update([row for id_, row in stored.items() if id_ in rows and _stored(row) != rows[id_]], rows)
    team.ninja.filter(ninja_id__in=stored.keys() - rows.keys()).delete()


def _update(changed: Sequence[Ninja], rows: Mapping[str, Mapping[str, Any]]) -> None:
    """One statement for all of them, with the columns in which any of them differs: each costs time to build."""
    columns = [its for its in COLUMNS if any(getattr(row, its) != rows[row.ninja_id][its] for row in changed)]
    for row in changed:
        for column in columns:
            setattr(row, column, rows[row.ninja_id][column])
    if changed:
        Ninja.objects.bulk_update(changed, columns)


def _figures(scroll: Scroll, house: HouseRules) -> dict[str, Any]:
    rating = scroll.rating(house)
    results, due = [record.result for record in scroll.games], aftermath.steps(scroll, house)
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
        "steps_due": len(due),
        "advances_due": sum(step.due in (Due.ADVANCEMENT, Due.CHOICE) for step in due),
        "roster_problems": len(roster.problems(scroll, house)),
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
