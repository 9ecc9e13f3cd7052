"""One ninja as a scroll shows it: what it is, what it has gained, and how far it is to the next level."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.catalog import Ability, Category, Keyword, catalog
from rules.dice import Element
from rules.house import HouseRules, Level
from rules.scroll import Ninja
from rules.words import Change, availability
from teams import links

MOST_BOXES = 36  # in a row: on a phone more of them could not be told apart
XP_AHEAD = 18  # on paper


class Origin(StrEnum):
    PRINTED = ""
    GAINED = "gained"
    LOST = "lost"


class Readiness(StrEnum):
    READY = "ready"
    HEALING = "healing"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Chip:
    """A keyword or an ability that opens to its meaning."""

    name: str
    summary: str
    url: str = ""
    element: Element | None = None
    origin: Origin = Origin.PRINTED

    @property
    def sign(self) -> str:
        return f"signs/{self.element}.svg" if self.element else ""


@dataclass(frozen=True, slots=True)
class Affinity:
    element: Element
    is_gained: bool


@dataclass(frozen=True, slots=True)
class Box:
    """One box of XP, filled or not. `level` names the level that begins when it is filled."""

    is_full: bool
    level: str = ""


@dataclass(frozen=True, slots=True)
class Experience:
    xp: int
    level: str
    ahead: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Row:
    ninja: Ninja  # for its attributes
    id: str
    name: str
    kind: str
    url: str
    element: Element
    affinities: tuple[Affinity, ...]
    keywords: tuple[Chip, ...]
    abilities: tuple[Chip, ...]
    experience: Experience | None  # heroes and ronin have none
    availability: str
    readiness: Readiness
    upkeep: int
    price: int
    changes: tuple[Change, ...]
    marked: frozenset[str]  # which figures the entry shown has changed
    is_new: bool


@dataclass(frozen=True, slots=True)
class Attribute:
    value: int
    gain: str


@dataclass(frozen=True, slots=True)
class PrintRow:
    """A ninja on paper: with boxes for a pencil, the first of them ticked already."""

    row: Row
    attributes: tuple[Attribute, ...]
    xp: tuple[Box, ...]
    misses: tuple[Box, ...]
    healing_house: Box


def row(ninja: Ninja, house: HouseRules, changes: Iterable[Change] = ()) -> Row:
    its_changes = tuple(change for change in changes if change.ninja == ninja.id)
    marked = frozenset(change.what for change in its_changes)
    profile = ninja.profile
    return Row(
        ninja=ninja,
        id=ninja.id,
        name=ninja.name,
        kind=_kind(ninja),
        url=links.profile_url(profile),
        element=profile.affinities[0],
        affinities=tuple(Affinity(one, one in ninja.gained_affinities) for one in ninja.affinities),
        keywords=tuple(_keywords(ninja)),
        abilities=tuple(ability_chip(ability) for ability in ninja.abilities),
        experience=None if profile.type.is_unique else experience(ninja, house),
        availability=availability(ninja),
        readiness=_readiness(ninja),
        upkeep=house.upkeep(profile),
        price=ninja.price,
        changes=tuple(change for change in its_changes if change.what != "joined"),
        marked=marked,
        is_new="joined" in marked,
    )


def _kind(ninja: Ninja) -> str:
    """`Kaiken`, `Ronin`, and for somebody who goes by another name than the printed one, `Ronin Benkei`."""
    type_, printed = ninja.profile.type, ninja.profile.name
    return f"{type_.capitalize()} {printed}" if type_.is_unique and printed != ninja.name else type_.capitalize()


def ability_chip(ability: Ability) -> Chip:
    return Chip(ability.name, ability.summary)


def keyword_chip(keyword: Keyword, origin: Origin = Origin.PRINTED) -> Chip:
    has_element = keyword.category not in (Category.GENERAL, Category.UNIQUE)
    element = Element(keyword.category) if has_element else None
    return Chip(keyword.name, keyword.summary, links.keyword_url(keyword), element, origin)


def experience(ninja: Ninja, house: HouseRules) -> Experience:
    """Its XP, and a box for each point from where its level began to where the next one does."""
    level, following = ninja.level(house), ninja.next_level(house)
    if following is None:
        return Experience(ninja.xp, level.name, "The highest level there is", ())
    ahead = f"{following.xp - ninja.xp} XP to {following.name}"
    return Experience(ninja.xp, level.name, ahead, tuple(_bar(ninja.xp, level, following)))


def _bar(xp: int, level: Level, following: Level) -> Iterable[Box]:
    span = following.xp - level.xp
    each = -(-span // MOST_BOXES)  # XP that one box stands for
    for start in range(level.xp, following.xp, each):
        yield Box(xp >= min(start + each, following.xp))


def print_row(ninja: Ninja, house: HouseRules) -> PrintRow:
    printed = ninja.profile
    return PrintRow(
        row=row(ninja, house),
        attributes=(
            _attribute(ninja.movement, printed.movement),
            _attribute(ninja.attack, printed.attack),
            _attribute(ninja.defense, printed.defense),
        ),
        xp=() if printed.type.is_unique else tick_boxes(ninja, house),
        misses=tuple(Box(game <= ninja.misses) for game in range(1, max(2, ninja.misses) + 1)),
        healing_house=Box(ninja.starts_in_healing_house),
    )


def _attribute(value: int, printed: int) -> Attribute:
    return Attribute(value, f"{value - printed:+}" if value != printed else "")


def tick_boxes(ninja: Ninja, house: HouseRules) -> tuple[Box, ...]:
    """XP for a pencil: from where its level began to well beyond what one game can earn, if there is room."""
    level, following = ninja.level(house), ninja.next_level(house)
    begins = {level.xp: level.name for level in house.levels}
    end = max(ninja.xp + XP_AHEAD, following.xp if following else 0)
    start = max(level.xp, min(ninja.xp - MOST_BOXES // 4, end - MOST_BOXES))
    return tuple(Box(xp <= ninja.xp, begins.get(xp, "")) for xp in range(start + 1, min(end, start + MOST_BOXES) + 1))


def _keywords(ninja: Ninja) -> Iterable[Chip]:
    known = catalog().keywords
    for id_ in ninja.keywords:
        yield keyword_chip(known[id_], Origin.GAINED if id_ in ninja.gained_keywords else Origin.PRINTED)
    for id_ in ninja.lost_keywords:
        yield keyword_chip(known[id_], Origin.LOST)


def _readiness(ninja: Ninja) -> Readiness:
    if not ninja.is_available:
        return Readiness.ABSENT
    return Readiness.HEALING if ninja.starts_in_healing_house else Readiness.READY
