"""The team scroll: a team at one moment, as the fold of its chronicle leaves it.

Values only. What may happen to a scroll is in `chronicle.py`, what is wrong with one in `roster.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.catalog import Ability, Clan, Profile
from rules.dice import Element, Roll
from rules.house import Gain, HouseRules, Level
from rules.problems import refuse


class Result(StrEnum):
    """How a league game ended for a team."""

    WON = "won"
    LOST = "lost"
    DREW = "drew"
    CONCEDED = "conceded"


class Due(StrEnum):
    """Decisions that wait for a player after a game, in the order in which they are taken."""

    UPKEEP = "upkeep"
    SPARE = "spare"
    DOWNTIME = "downtime"
    CHOICE = "choice"
    ADVANCEMENT = "advancement"


@dataclass(frozen=True, slots=True)
class Step:
    """One decision that is due: of what kind, for whom, and after which game."""

    due: Due
    ninja: str
    game: str = ""


@dataclass(frozen=True, slots=True)
class Ninja:
    """One model of a team: its profile, and what the league has made of it."""

    id: str
    name: str
    profile: Profile
    price: int  # when it was recruited; it counts towards the rating for good
    chosen: tuple[str, ...] = ()  # abilities picked at recruitment
    xp: int = 0
    advancements: int = 0  # taken
    roll: Roll | None = None  # of an advancement not chosen yet
    gains: Mapping[Gain, int] | None = None
    gained_affinities: tuple[Element, ...] = ()
    gained_keywords: tuple[str, ...] = ()
    lost_keywords: tuple[str, ...] = ()  # only a ruling takes one
    misses: int = 0  # games of its team still to be missed
    starts_in_healing_house: bool = False
    # Its career: what it has done in all its games
    games: int = 0
    feats: int = 0
    injuries: int = 0  # made
    all_stars: int = 0

    @property
    def movement(self) -> int:
        return self.profile.movement + self.gain(Gain.MOVEMENT)

    @property
    def attack(self) -> int:
        return self.profile.attack + self.gain(Gain.ATTACK)

    @property
    def defense(self) -> int:
        return self.profile.defense + self.gain(Gain.DEFENSE)

    @property
    def affinities(self) -> tuple[Element, ...]:
        return self.profile.affinities + self.gained_affinities

    @property
    def keywords(self) -> tuple[str, ...]:
        own = self.profile.keywords + self.gained_keywords
        return tuple(keyword for keyword in own if keyword not in self.lost_keywords)

    @property
    def abilities(self) -> tuple[Ability, ...]:
        profile = self.profile
        return profile.abilities + tuple(a for a in profile.choices if a.id in self.chosen)

    @property
    def is_available(self) -> bool:
        return self.misses == 0

    def gain(self, gain: Gain) -> int:
        return self.gains.get(gain, 0) if self.gains else 0

    def level(self, house: HouseRules) -> Level:
        return house.levels[house.level_at(self.xp)]

    def next_level(self, house: HouseRules) -> Level | None:
        above = house.level_at(self.xp) + 1
        return house.levels[above] if above < len(house.levels) else None

    def advancements_due(self, house: HouseRules) -> int:
        """Rolls earned and not taken. Heroes and ronin never advance, whatever they were given."""
        return 0 if self.profile.type.is_unique else max(0, house.level_at(self.xp) - self.advancements)


@dataclass(frozen=True, slots=True)
class Rating:
    """A team's rating, and what it is made of."""

    koban: int
    advancements: int
    heroes_and_ronin: int

    @property
    def total(self) -> int:
        return self.koban + self.advancements + self.heroes_and_ronin


@dataclass(frozen=True, slots=True)
class Opponent:
    team: str
    name: str
    result: Result
    points: int


@dataclass(frozen=True, slots=True)
class Revenue:
    """Koban earned by a game, in its parts."""

    result: int
    underdog: int = 0
    shrewd_negotiator: int = 0

    @property
    def total(self) -> int:
        return self.result + self.underdog + self.shrewd_negotiator


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A line on the back of the scroll."""

    game: str
    challenge: str
    result: Result
    points: int
    opponents: tuple[Opponent, ...]
    revenue: Revenue
    all_stars: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scroll:
    """A team. A blank one is a team not founded yet."""

    name: str = ""
    clan: Clan | None = None
    treasury: int = 0
    ninja: tuple[Ninja, ...] = ()
    former: tuple[Ninja, ...] = ()  # dismissed, released: they keep their story
    games: tuple[GameRecord, ...] = ()
    due: tuple[Step, ...] = ()  # upkeep, downtime and sparing; advancements follow from the XP
    allowed: frozenset[str] = frozenset()  # keys of problems that a ruling allows
    struck: frozenset[str] = frozenset()  # ids of recruits whose entry was struck

    def find(self, ninja_id: str) -> Ninja:
        for ninja in self.ninja:
            if ninja.id == ninja_id:
                return ninja
        raise refuse("unknown-ninja", "This ninja is not on the team.", ninja_id)

    def has(self, ninja_id: str) -> bool:
        return any(ninja.id == ninja_id for ninja in self.ninja)

    def with_ninja(self, changed: Ninja) -> "Scroll":
        return replace(self, ninja=tuple(changed if n.id == changed.id else n for n in self.ninja))

    def without_step(self, step: Step) -> "Scroll":
        return replace(self, due=tuple(its for its in self.due if its != step))

    @property
    def ids(self) -> frozenset[str]:
        """Every id that was ever given: none is given twice."""
        return frozenset(ninja.id for ninja in (*self.ninja, *self.former)) | self.struck

    @property
    def next_id(self) -> str:
        taken = self.ids
        return next(id_ for n in range(1, len(taken) + 2) if (id_ := f"n{n}") not in taken)

    @property
    def roster_price(self) -> int:
        return sum(ninja.price for ninja in self.ninja)

    def rating(self, house: HouseRules) -> Rating:
        rule = house.rating
        return Rating(
            koban=self.roster_price // rule.koban_per_point,
            advancements=rule.per_advancement * sum(n.advancements for n in self.ninja),
            heroes_and_ronin=rule.per_hero_or_ronin * sum(n.profile.type.is_unique for n in self.ninja),
        )


BLANK = Scroll()
