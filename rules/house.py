"""House rules: every number and table of the league, as a value.

The rulebook's own are `rulebook()`, read from `catalog/tables.toml`; a league's are the same value with
something replaced. Nothing else in `rules/` knows a number.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, cached_property
from typing import Any

from rules.catalog import FOLDER, Allowance, Challenge, Feat, Profile, Type, catalog, read, with_id
from rules.codec import Malformed, decode, encode
from rules.dice import Element
from rules.problems import Problem, RuleBroken, refuse_any

INJURY = "injury"
ALL_STAR = "all-star"
MOST = 9_999


class Gain(StrEnum):
    """What doubles of an element may give instead of a keyword."""

    MOVEMENT = "movement"
    ATTACK = "attack"
    DEFENSE = "defense"
    AFFINITY = "affinity"


class Downtime(StrEnum):
    """What a die may bring to a model in the Healing House."""

    SPARE_ANOTHER = "spare-another"
    MISS_TWO_GAMES = "miss-two-games"
    NO_EFFECT = "no-effect"
    START_IN_HEALING_HOUSE = "start-in-healing-house"
    GAIN_XP = "gain-xp"
    MISS_ONE_GAME = "miss-one-game"

    @property
    def games_missed(self) -> int:
        return {Downtime.MISS_ONE_GAME: 1, Downtime.MISS_TWO_GAMES: 2}.get(self, 0)


class TieBreaker(StrEnum):
    """What decides between teams with the same league points."""

    HEAD_TO_HEAD = "head-to-head"
    POINT_DIFFERENCE = "point-difference"
    POINTS_FOR = "points-for"
    STRENGTH_OF_SCHEDULE = "strength-of-schedule"
    BUCHHOLZ = "buchholz"
    WINS = "wins"
    FEATS = "feats"
    INJURIES = "injuries"
    RATING = "rating"
    COIN = "coin"


class AcceptedBy(StrEnum):
    """Whose word makes a report count."""

    COUNTERSIGN = "countersign"
    EITHER_SIDE = "either-side"
    NINJA_MASTER = "ninja-master"


class Chooser(StrEnum):
    """Rows of the random challenge table that name a person instead of a challenge."""

    PLAYER_1 = "player-1-chooses"
    PLAYER_2 = "player-2-chooses"


@dataclass(frozen=True, slots=True)
class Level:
    id: str
    name: str
    xp: int  # at which it begins


@dataclass(frozen=True, slots=True)
class Awards:
    downtime_xp: int


@dataclass(frozen=True, slots=True)
class Koban:
    starting: int
    win: int
    loss: int
    draw: int
    underdog_most: int
    shrewd_negotiator: int


@dataclass(frozen=True, slots=True)
class RatingRule:
    koban_per_point: int
    per_advancement: int
    per_hero_or_ronin: int


@dataclass(frozen=True, slots=True)
class Underdog:
    """Points of rating difference for one of each."""

    reroll_token: int
    moon_power_token: int
    extra_all_star: int


@dataclass(frozen=True, slots=True)
class LeaguePoints:
    win: int
    draw: int
    loss: int


@dataclass(frozen=True, slots=True)
class Dismissal:
    allowed: bool
    refund_percent: int


@dataclass(frozen=True, slots=True)
class Reports:
    accepted_by: AcceptedBy
    silence_accepts_after_days: int


@dataclass(frozen=True, slots=True)
class RandomChallenge:
    """The first die picks the column, the second one its row."""

    columns: Mapping[Element, int]
    column_1: Mapping[Element, str]
    column_2: Mapping[Element, str]

    def row(self, first: Element, second: Element) -> str:
        return (self.column_1 if self.columns[first] == 1 else self.column_2)[second]


@dataclass(frozen=True)
class HouseRules:
    tie_breakers: tuple[TieBreaker, ...]
    feats: tuple[Feat, ...]  # that every challenge has
    levels: tuple[Level, ...]
    advancement: Mapping[Element, Gain]
    downtime: Mapping[Element, Downtime]
    awards: Awards
    koban: Koban
    rating: RatingRule
    underdog: Underdog
    league_points: LeaguePoints
    dismissal: Dismissal
    reports: Reports
    random_challenge: RandomChallenge
    banned_challenges: tuple[str, ...] = ()
    banned_profiles: tuple[str, ...] = ()
    # What the league changes in the catalog, by profile id, or by `challenge/feat`.
    prices: Mapping[str, int] = field(default_factory=dict)
    upkeeps: Mapping[str, int] = field(default_factory=dict)
    allowances: Mapping[str, Allowance] = field(default_factory=dict)
    feat_points: Mapping[str, int] = field(default_factory=dict)
    feat_xp: Mapping[str, int] = field(default_factory=dict)

    def price(self, profile: Profile) -> int:
        """Koban to recruit it."""
        return self.prices.get(profile.id, profile.koban)

    def upkeep(self, profile: Profile) -> int:
        """Koban to keep it after every league game."""
        return self.upkeeps.get(profile.id, profile.upkeep)

    def allowance(self, profile: Profile) -> Allowance | None:
        return self.allowances.get(profile.id, profile.allowance)

    @property
    def challenges(self) -> tuple[Challenge, ...]:
        """The challenges that may be played."""
        return tuple(c for id_, c in catalog().challenges.items() if id_ not in self.banned_challenges)

    def feats_of(self, challenge: Challenge) -> tuple[Feat, ...]:
        """What a ninja can be reported to have done in it. All-Stars are named apart."""
        return self._feats[challenge.id]

    def injuries_of(self, challenge: Challenge) -> frozenset[str]:
        """Those of its feats that injure somebody."""
        return self._injuries[challenge.id]

    def xp_for(self, feat: Feat, type_: Type) -> int:
        """XP that one such feat earns a model of this type."""
        if type_.is_unique:
            return 0
        own = 0 if type_ in feat.xp_not_for else feat.xp
        return own + (self.common_feat(INJURY).xp if feat.is_injury else 0)

    def points_for(self, feat: Feat, type_: Type) -> int:
        """Points that one such feat scores when done by a model of this type."""
        return feat.points_for.get(type_, feat.points)

    def common_feat(self, id_: str) -> Feat:
        return next(feat for feat in self.feats if feat.id == id_)

    def level_at(self, xp: int) -> int:
        """How many levels above the first this much XP is; also the advancement rolls it has earned."""
        return bisect_right(self._thresholds, xp) - 1

    @cached_property
    def _thresholds(self) -> tuple[int, ...]:
        return tuple(level.xp for level in self.levels)

    @cached_property
    def _feats(self) -> Mapping[str, tuple[Feat, ...]]:
        return {id_: tuple(self._all_feats(challenge)) for id_, challenge in catalog().challenges.items()}

    @cached_property
    def _injuries(self) -> Mapping[str, frozenset[str]]:
        return {
            id_: frozenset(feat.id for feat in feats if feat.is_injury or feat.id == INJURY)
            for id_, feats in self._feats.items()
        }

    def _all_feats(self, challenge: Challenge) -> Iterator[Feat]:
        for feat in challenge.feats:
            key = f"{challenge.id}/{feat.id}"
            yield replace(feat, points=self.feat_points.get(key, feat.points), xp=self.feat_xp.get(key, feat.xp))
        yield from (feat for feat in self.feats if feat.id != ALL_STAR and feat.id not in challenge.replaces)


@cache
def rulebook() -> HouseRules:
    """The rulebook's numbers, with our rulings where it is silent."""
    tables = read(FOLDER, "tables")
    for name in ("feats", "levels"):
        path = f"tables.toml.{name}"
        if not isinstance(tables.get(name), dict):
            raise Malformed(path, "a table is missing here")
        tables[name] = [with_id(id_, row, f"{path}.{id_}") for id_, row in tables[name].items()]
    house = decode(HouseRules, tables, "tables.toml")
    for problem in problems(house):
        raise Malformed(f"tables.toml.{problem.subject}", problem.message)
    common = {feat.id for feat in house.feats}
    for challenge in catalog().challenges.values():
        if unknown := set(challenge.replaces) - common:
            raise Malformed(f"challenges.toml.{challenge.id}.replaces", f"no common feat {min(unknown)}")
    return house


def house_from_json(data: Any) -> HouseRules:
    """A league's rules as they were stored, or every reason why they cannot be."""
    try:
        house = decode(HouseRules, data)
    except Malformed as error:
        raise RuleBroken(Problem("malformed", str(error), error.path)) from error
    refuse_any(problems(house))
    return house


def problems(house: HouseRules) -> list[Problem]:
    """Every reason why no league could be played by these rules."""
    return [
        *_number_problems(house),
        *_level_problems(house),
        *_table_problems(house),
        *_reference_problems(house),
    ]


def _number_problems(house: HouseRules) -> Iterator[Problem]:
    for group in ("awards", "koban", "league_points", "dismissal", "reports", "rating"):
        rules = getattr(house, group)
        for name in rules.__dataclass_fields__:
            value = getattr(rules, name)
            if isinstance(value, int) and value < 0:
                yield Problem("negative", f"{name.replace('_', ' ')} cannot be below zero", f"{group}.{name}")
    for name in ("prices", "upkeeps", "feat_points", "feat_xp"):
        for key, value in getattr(house, name).items():
            if value < 0:
                yield Problem("negative", f"{key} cannot be below zero", f"{name}.{key}")
    for feat in house.feats:
        if feat.least_number < 0:
            yield Problem("negative", f"{feat.name} cannot be below zero", f"feats.{feat.id}")
    for subject, divisor in (
        ("rating.koban_per_point", house.rating.koban_per_point),
        ("underdog.reroll_token", house.underdog.reroll_token),
        ("underdog.moon_power_token", house.underdog.moon_power_token),
        ("underdog.extra_all_star", house.underdog.extra_all_star),
    ):
        if divisor < 1:
            yield Problem("not-positive", f"{subject.split('.')[1].replace('_', ' ')} must be 1 or more", subject)
    for path in _beyond(encode(house), ""):
        yield Problem("too-much", f"no number of the rules is above {MOST}", path)
    if house.dismissal.refund_percent > 100:
        yield Problem("too-much", "a refund is at most 100 percent of the price", "dismissal.refund_percent")


def _beyond(rules: Any, path: str) -> Iterator[str]:
    """Where numbers stand that nobody can mean, and that add up to more than a database holds."""
    if isinstance(rules, dict | list):
        for key, value in rules.items() if isinstance(rules, dict) else enumerate(rules):
            yield from _beyond(value, f"{path}.{key}".removeprefix("."))
    elif isinstance(rules, int) and rules > MOST:
        yield path


def _level_problems(house: HouseRules) -> Iterator[Problem]:
    if not house.levels or house.levels[0].xp != 0:
        yield Problem("levels", "the first level begins at 0 XP", "levels")
    for lower, higher in zip(house.levels, house.levels[1:], strict=False):
        if higher.xp <= lower.xp:
            message = f"{higher.name} must begin above the {lower.xp} XP of {lower.name}"
            yield Problem("levels", message, f"levels.{higher.id}")
    for id_, times in Counter(level.id for level in house.levels).items():
        if times > 1:
            yield Problem("twice", f"{times} levels have the id {id_}", f"levels.{id_}")


def _table_problems(house: HouseRules) -> Iterator[Problem]:
    draw = house.random_challenge
    tables = {
        "advancement": house.advancement,
        "downtime": house.downtime,
        "random_challenge.columns": draw.columns,
        "random_challenge.column_1": draw.column_1,
        "random_challenge.column_2": draw.column_2,
    }
    for name, table in tables.items():
        for element in Element:
            if element not in table:
                yield Problem("table", f"no row for {element}", f"{name}.{element}")
    for element, column in draw.columns.items():
        if column not in (1, 2):
            yield Problem("table", f"there is no column {column}", f"random_challenge.columns.{element}")
    for feat_id in (INJURY, ALL_STAR):
        if not any(feat.id == feat_id for feat in house.feats):
            yield Problem("table", f"the feat {feat_id} is missing", f"feats.{feat_id}")
    # A report could not tell two feats of one id apart.
    taken = Counter(feat.id for challenge in catalog().challenges.values() for feat in challenge.feats)
    for feat_id, times in Counter(feat.id for feat in house.feats).items():
        if times + taken[feat_id] > 1:
            yield Problem("twice", f"there is a feat {feat_id} already", f"feats.{feat_id}")


def _reference_problems(house: HouseRules) -> Iterator[Problem]:
    known = catalog()
    feats = {f"{challenge.id}/{feat.id}" for challenge in known.challenges.values() for feat in challenge.feats}
    rows = {*known.challenges, *Chooser}
    draw = house.random_challenge
    for name, keys, allowed in (
        ("banned_challenges", house.banned_challenges, known.challenges),
        ("banned_profiles", house.banned_profiles, known.profiles),
        ("prices", house.prices, known.profiles),
        ("upkeeps", house.upkeeps, known.profiles),
        ("allowances", house.allowances, known.profiles),
        ("feat_points", house.feat_points, feats),
        ("feat_xp", house.feat_xp, feats),
        ("random_challenge.column_1", draw.column_1.values(), rows),
        ("random_challenge.column_2", draw.column_2.values(), rows),
    ):
        for key in keys:
            if key not in allowed:
                yield Problem("unknown", f"there is no {key}", f"{name}.{key}")
    if not house.challenges:
        yield Problem("no-challenge", "at least one challenge must be allowed", "banned_challenges")
    if len(set(house.tie_breakers)) < len(house.tie_breakers):
        yield Problem("twice", "a tie-breaker stands in the list twice", "tie_breakers")
    for id_, upkeep in house.upkeeps.items():
        # Whoever is not paid leaves: of clan ninja a team needs its least number to stay legal.
        if upkeep and id_ in known.profiles and not known.profiles[id_].type.is_unique:
            yield Problem("upkeep", "only heroes and ronin can ask for upkeep", f"upkeeps.{id_}")
    for id_, allowance in house.allowances.items():
        if id_ in known.profiles and known.profiles[id_].type.is_unique:
            yield Problem("allowance", f"{known.profiles[id_].name} has no allowance", f"allowances.{id_}")
        if allowance.least < 0:
            yield Problem("negative", "an allowance cannot be below zero", f"allowances.{id_}")
        elif allowance.least > allowance.most:
            message = f"minimum {allowance.least} is above maximum {allowance.most}"
            yield Problem("allowance", message, f"allowances.{id_}")
