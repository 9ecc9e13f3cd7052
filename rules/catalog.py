"""The game's own data: clans, profiles, heroes, ronin, keywords and challenges.

Read once from `catalog/*.toml` into frozen values, and refused with file and key if the files contradict
themselves or each other.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rules.codec import Malformed, decode
from rules.dice import Element

FOLDER = Path(__file__).with_suffix("")


class Type(StrEnum):
    """What kind of model a profile is. Clan teams are built of the first six."""

    CHUNIN = "chunin"
    KAIKEN = "kaiken"
    YAJIRI = "yajiri"
    MADOUSHI = "madoushi"
    KUNOICHI = "kunoichi"
    ONI = "oni"
    HERO = "hero"
    RONIN = "ronin"

    @property
    def is_unique(self) -> bool:
        """Heroes and ronin: one of each per team, no allowance, and never any XP."""
        return self in (Type.HERO, Type.RONIN)


CLAN_TYPES = tuple(t for t in Type if not t.is_unique)


class Category(StrEnum):
    """Where a keyword belongs; an element's keywords ask for affinity with it."""

    GENERAL = "general"
    SPIRIT = "spirit"
    VOID = "void"
    EARTH = "earth"
    AIR = "air"
    WATER = "water"
    FIRE = "fire"
    UNIQUE = "unique"


class Stealth(StrEnum):
    NONE = "none"
    SMALL_BASES = "small bases"
    ALL = "all"


class Side(StrEnum):
    ATTACKER = "attacker"
    DEFENDER = "defender"


@dataclass(frozen=True, slots=True)
class Keyword:
    id: str
    name: str
    category: Category
    summary: str


@dataclass(frozen=True, slots=True)
class Ability:
    id: str
    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many of a type a legal team has."""

    least: int
    most: int

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Profile:
    """What can be recruited. `choices` are the abilities of which exactly `choose` are picked, for good."""

    id: str
    name: str
    full_name: str  # `Tora Kaiken`; heroes and ronin go by their own name
    type: Type
    clan: str
    movement: int
    attack: int
    defense: int
    koban: int
    upkeep: int
    allowance: Allowance | None
    affinities: tuple[Element, ...]
    keywords: tuple[str, ...]
    abilities: tuple[Ability, ...]
    choose: int
    choices: tuple[Ability, ...]

    @property
    def all_abilities(self) -> tuple[Ability, ...]:
        return self.abilities + self.choices


@dataclass(frozen=True, slots=True)
class Clan:
    id: str
    name: str
    affinity: Element
    ninja: tuple[Profile, ...]
    heroes: tuple[Profile, ...]

    @property
    def profiles(self) -> tuple[Profile, ...]:
        return self.ninja + self.heroes

    def of_type(self, type_: Type) -> Profile:
        return next(profile for profile in self.ninja if profile.type is type_)


@dataclass(frozen=True, slots=True)
class Feat:
    """One act of one ninja that earns points for its team, XP for itself, or both."""

    id: str
    name: str
    points: int = 0
    xp: int = 0
    is_injury: bool = False  # also earns the XP of an ordinary injury
    side: Side | None = None  # only this side of the challenge can do it
    not_for: tuple[Type, ...] = ()  # these types cannot do it at all
    xp_not_for: tuple[Type, ...] = ()  # these types score it, without its XP
    points_for: Mapping[Type, int] = field(default_factory=dict)  # these types score differently
    most_per_team: int | None = None

    @property
    def least_number(self) -> int:
        """The lowest of its numbers: below zero it makes no sense."""
        return min(self.points, self.xp, self.most_per_team or 0, *self.points_for.values())


@dataclass(frozen=True, slots=True)
class Challenge:
    id: str
    name: str
    ninjas_allowed: int  # on the board at one time
    rounds: int
    feats: tuple[Feat, ...]
    starts_in_stealth: Stealth = Stealth.NONE
    sentries: bool = False
    crates: int = 0
    sides: tuple[Side, ...] = ()
    wins_at: int | None = None  # this many points end the game at once
    replaces: tuple[str, ...] = ()  # common feats that this challenge's own stand in for


@dataclass(frozen=True)
class Catalog:
    """Everything, by id. A profile's id is unique among all profiles: `tora-kaiken`, `byakko`, `benkei`."""

    clans: Mapping[str, Clan]
    ronin: tuple[Profile, ...]
    keywords: Mapping[str, Keyword]
    challenges: Mapping[str, Challenge]

    @cached_property
    def heroes(self) -> tuple[Profile, ...]:
        return tuple(hero for clan in self.clans.values() for hero in clan.heroes)

    @cached_property
    def profiles(self) -> Mapping[str, Profile]:
        of_clans = (profile for clan in self.clans.values() for profile in clan.profiles)
        return MappingProxyType({profile.id: profile for profile in (*of_clans, *self.ronin)})


@cache
def catalog() -> Catalog:
    """The game as published, read on first use."""
    return load(FOLDER)


def load(folder: Path) -> Catalog:
    """Read and check a folder of catalog files."""
    loaded = Catalog(
        clans=_clans(read(folder, "clans")),
        ronin=_ronin(read(folder, "ronin")),
        keywords=_keywords(read(folder, "keywords")),
        challenges=_challenges(read(folder, "challenges")),
    )
    _check(loaded)
    return loaded


def read(folder: Path, name: str) -> dict[str, Any]:
    """One file as plain data; what it means is for the caller to say."""
    path = folder / f"{name}.toml"
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise Malformed(path.name, str(error)) from error


# What stands in the files: every key is optional or required exactly as here.


@dataclass(frozen=True, slots=True)
class _KeywordRow:
    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class _ProfileRow:
    movement: int
    attack: int
    defense: int
    koban: int
    name: str = ""
    upkeep: int = 0
    allowance: tuple[int, int] | None = None
    affinities: tuple[Element, ...] = ()
    keywords: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    choose: int | None = None
    fixed_abilities: tuple[Ability, ...] = ()


@dataclass(frozen=True, slots=True)
class _ClanRow:
    name: str
    affinity: Element
    chunin: _ProfileRow
    kaiken: _ProfileRow
    yajiri: _ProfileRow
    madoushi: _ProfileRow
    kunoichi: _ProfileRow
    oni: _ProfileRow
    heroes: Mapping[str, _ProfileRow]


def _keywords(data: dict[str, Any]) -> Mapping[str, Keyword]:
    rows = decode(Mapping[Category, Mapping[str, _KeywordRow]], data, "keywords.toml")  # type: ignore[type-abstract]
    found: dict[str, Keyword] = {}
    for category, members in rows.items():
        for id_, row in members.items():
            if id_ in found:
                raise Malformed(f"keywords.toml.{category}.{id_}", "two keywords of this id")
            found[id_] = Keyword(id_, row.name, category, row.summary)
    return MappingProxyType(found)


def _clans(data: dict[str, Any]) -> Mapping[str, Clan]:
    rows = decode(Mapping[str, _ClanRow], data, "clans.toml")  # type: ignore[type-abstract]
    return MappingProxyType({id_: _clan(id_, row) for id_, row in rows.items()})


def _clan(id_: str, row: _ClanRow) -> Clan:
    ninja = tuple(
        _profile(f"{id_}-{t}", getattr(row, t), t, f"{row.name} {t.capitalize()}", id_, row.affinity)
        for t in CLAN_TYPES
    )
    heroes = tuple(_profile(hero, its, Type.HERO, its.name, id_, row.affinity) for hero, its in row.heroes.items())
    return Clan(id_, row.name, row.affinity, ninja, heroes)


def _ronin(data: dict[str, Any]) -> tuple[Profile, ...]:
    rows = decode(Mapping[str, _ProfileRow], data, "ronin.toml")  # type: ignore[type-abstract]
    return tuple(_profile(id_, row, Type.RONIN, row.name) for id_, row in rows.items())


def _profile(
    id_: str, row: _ProfileRow, type_: Type, full_name: str, clan: str = "", affinity: Element | None = None
) -> Profile:
    picks = row.choose is not None
    return Profile(
        id=id_,
        name=row.name or type_.capitalize(),
        full_name=full_name,
        type=type_,
        clan=clan,
        movement=row.movement,
        attack=row.attack,
        defense=row.defense,
        koban=row.koban,
        upkeep=row.upkeep,
        allowance=Allowance(*row.allowance) if row.allowance else None,
        affinities=row.affinities or ((affinity,) if affinity else ()),
        keywords=row.keywords,
        abilities=row.fixed_abilities if picks else row.fixed_abilities + row.abilities,
        choose=row.choose or 0,
        choices=row.abilities if picks else (),
    )


def _challenges(data: dict[str, Any]) -> Mapping[str, Challenge]:
    path = "challenges.toml"
    rows = {id_: with_id(id_, row, f"{path}.{id_}") for id_, row in data.items()}
    return MappingProxyType({id_: decode(Challenge, row, f"{path}.{id_}") for id_, row in rows.items()})


def with_id(id_: str, row: Any, path: str) -> Any:
    """A row of a file goes by its key. What is no row at all is left for the decoder to refuse."""
    if not isinstance(row, dict):
        return row
    if "id" in row:
        raise Malformed(f"{path}.id", "its key is its id")
    return {"id": id_, **row}


def _check(loaded: Catalog) -> None:
    """Refuse what no single file can know to be wrong."""
    for path, reason in _contradictions(loaded):
        raise Malformed(path, reason)


def _contradictions(loaded: Catalog) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for profile in (*(p for clan in loaded.clans.values() for p in clan.profiles), *loaded.ronin):
        if profile.id in seen:
            yield _path(profile), "two profiles of this id"
        seen.add(profile.id)
        for reason in _profile_contradictions(profile, loaded.keywords):
            yield _path(profile), reason
    for challenge in loaded.challenges.values():
        for reason in _challenge_contradictions(challenge):
            yield f"challenges.toml.{challenge.id}", reason


def _path(profile: Profile) -> str:
    """Where its row stands."""
    if profile.type is Type.RONIN:
        return f"ronin.toml.{profile.id}"
    return f"clans.toml.{profile.clan}.{f'heroes.{profile.id}' if profile.type is Type.HERO else profile.type}"


def _profile_contradictions(profile: Profile, keywords: Mapping[str, Keyword]) -> Iterator[str]:
    for keyword in profile.keywords:
        if keyword not in keywords:
            yield f"unknown keyword {keyword!r}"
    if min(profile.movement, profile.attack, profile.defense, profile.koban, profile.upkeep) < 0:
        yield "a number below zero"
    if profile.type.is_unique != (profile.allowance is None):
        yield "an allowance is for clan ninja, and only for them"
    if profile.allowance and profile.allowance.least < 0:
        yield "allowance: a number below zero"
    elif profile.allowance and profile.allowance.least > profile.allowance.most:
        yield f"allowance: minimum {profile.allowance.least} above maximum {profile.allowance.most}"
    if not profile.affinities:
        yield "no affinity"
    if profile.choose > len(profile.choices) or (profile.choices and profile.choose < 1):
        yield f"choose: {profile.choose} of {len(profile.choices)} abilities"
    if len({ability.id for ability in profile.all_abilities}) < len(profile.all_abilities):
        yield "two abilities of one id"


def _challenge_contradictions(challenge: Challenge) -> Iterator[str]:
    if len({feat.id for feat in challenge.feats}) < len(challenge.feats):
        yield "two feats of one id"
    for feat in challenge.feats:
        if feat.side and feat.side not in challenge.sides:
            yield f"feats.{feat.id}: this challenge has no {feat.side}"
        if feat.least_number < 0:
            yield f"feats.{feat.id}: a number below zero"
    if min(challenge.crates, challenge.wins_at or 0) < 0:
        yield "a number below zero"
    if min(challenge.ninjas_allowed, challenge.rounds) < 1:
        yield "nobody could play it"
