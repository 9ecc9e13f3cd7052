"""Everything that can happen to a team, each as a value that travels as plain JSON.

An event says what happened, in the team's own terms: a game carries its resolved XP and koban, so that a
chronicle can be told again without the other teams. Unknown kinds, fields and versions are refused.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rules.catalog import Side
from rules.codec import Malformed, decode, encode
from rules.dice import Element, Roll
from rules.house import Gain
from rules.problems import Problem, RuleBroken
from rules.scroll import Opponent, Result, Revenue

VERSION = 1


@dataclass(frozen=True, slots=True)
class Recruited:
    """A model joins. `ninja` is its id in the team, never given twice."""

    ninja: str
    profile: str
    name: str
    abilities: tuple[str, ...] = ()
    koban: int | None = None  # what was paid, on record whatever the price becomes; none: the price of the house


@dataclass(frozen=True, slots=True)
class Founded:
    """The first entry of every chronicle: a legal team at once."""

    name: str
    clan: str
    recruits: tuple[Recruited, ...]


@dataclass(frozen=True, slots=True)
class Dismissed:
    ninja: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """The team has another name, or one of its ninja."""

    name: str
    ninja: str = ""


@dataclass(frozen=True, slots=True)
class Deed:
    """What one ninja did in a game, and the XP it earned. Only who took part has one."""

    ninja: str
    feats: Mapping[str, int] = field(default_factory=dict)
    xp: int = 0
    on_board: bool = True
    healing_house: bool = False
    all_star: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A league game, as `game.resolve` settled it for this team."""

    game: str
    challenge: str
    result: Result
    points: int
    deeds: tuple[Deed, ...]
    revenue: Revenue
    opponents: tuple[Opponent, ...]
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class UpkeepPaid:
    game: str
    ninja: str


@dataclass(frozen=True, slots=True)
class Released:
    """A ronin left because it was not paid."""

    game: str
    ninja: str


@dataclass(frozen=True, slots=True)
class DowntimeRolled:
    game: str
    ninja: str
    roll: Roll


@dataclass(frozen=True, slots=True)
class Spared:
    """`ninja` need not roll for downtime, thanks to what `by` rolled."""

    game: str
    ninja: str
    by: str


@dataclass(frozen=True, slots=True)
class AdvancementRolled:
    """On record before the choice, so that nobody can roll again until they like it."""

    ninja: str
    roll: Roll


@dataclass(frozen=True, slots=True)
class Advanced:
    """What was made of the roll: exactly one of a keyword, an attribute, an affinity."""

    ninja: str
    keyword: str = ""
    gain: Gain | None = None
    affinity: Element | None = None


@dataclass(frozen=True, slots=True)
class Ruled:
    """The ninja master's last word, always with a reason. Any part may be left alone."""

    reason: str
    koban: int = 0
    ninja: str = ""
    xp: int = 0
    gives: tuple[str, ...] = ()  # keywords
    takes: tuple[str, ...] = ()  # keywords
    misses: int | None = None
    starts_in_healing_house: bool | None = None
    allows: tuple[str, ...] = ()  # keys of roster problems
    forbids: tuple[str, ...] = ()  # takes such a permission back


@dataclass(frozen=True, slots=True)
class SeasonBegan:
    """The team goes on into another season, with what its ninja master lets it keep."""

    season: str
    keeps_koban: bool = True
    keeps_experience: bool = True
    keeps_absences: bool = True


class Word(StrEnum):
    """What is said of an earlier entry."""

    STANDS = "stands"
    STRUCK = "struck"
    UPHELD = "upheld"  # it has become impossible, and stands all the same


@dataclass(frozen=True, slots=True)
class Amended:
    """The last word on an earlier entry, because the report of a game was amended.

    The entry itself is never touched: whoever tells the chronicle looks ahead for the last word on each entry.
    """

    entry: int
    game: str  # whose report was amended
    word: Word
    played: Played | None = None  # what is told instead, if it is a game


Event = (
    Founded
    | Recruited
    | Dismissed
    | Renamed
    | Played
    | UpkeepPaid
    | Released
    | DowntimeRolled
    | Spared
    | AdvancementRolled
    | Advanced
    | Ruled
    | SeasonBegan
    | Amended
)


def _kind(event: type) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", event.__name__).lower()


KINDS: dict[str, type[Event]] = {_kind(event): event for event in Event.__args__}
NAMES: dict[type[Event], str] = {event: kind for kind, event in KINDS.items()}


def to_json(event: Event) -> dict[str, Any]:
    """`{"version": 1, "kind": "recruited", ...}`"""
    return {"version": VERSION, "kind": NAMES[type(event)], **encode(event)}


def from_json(data: Any) -> Event:
    """The event that was stored, or a refusal that names what is wrong with the data."""
    try:
        return _from_json(data)
    except Malformed as error:
        raise RuleBroken(Problem("malformed", str(error), error.path)) from error


def _from_json(data: Any) -> Event:
    if not isinstance(data, dict):
        raise Malformed("", "an event is a table")
    fields = dict(data)
    version, kind = fields.pop("version", None), fields.pop("kind", None)
    if type(version) is not int or version != VERSION:
        raise Malformed("version", f"expected {VERSION}, found {version!r}")
    if not isinstance(kind, str) or kind not in KINDS:
        raise Malformed("kind", f"{kind!r} is not a kind of event")
    return decode(KINDS[kind], fields)
