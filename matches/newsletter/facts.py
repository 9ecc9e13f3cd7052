"""What a newsletter tells of, as plain values. Every name and every figure in its text is one of these."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from league.standings import Outcome
from rules.problems import from_to

WON = (Outcome.WON, Outcome.FORFEIT_WON)
ABSENT = (Outcome.FORFEIT_LOST,)


@dataclass(frozen=True, slots=True)
class SideFact:
    team: str
    outcome: Outcome
    points: int = 0
    rating: int | None = None  # as it was briefed


@dataclass(frozen=True, slots=True)
class DeedFact:
    """What the ninja who did most for its team did in a game."""

    ninja: str
    team: str
    points: int
    feats: int
    feat: str = ""  # by its id: the one that counted most
    times: int = 0


@dataclass(frozen=True, slots=True)
class MomentFact:
    """A feat of the last round in which one was noted."""

    round: int
    ninja: str
    feat: str


@dataclass(frozen=True, slots=True)
class GameFact:
    """A game that is decided; the sides in the order in which they ended."""

    key: str
    round: int
    sides: tuple[SideFact, ...]
    is_forfeit: bool = False
    challenge: str = ""
    deed: DeedFact | None = None
    moment: MomentFact | None = None

    @property
    def winner(self) -> SideFact | None:
        return next((side for side in self.sides if side.outcome in WON), None)

    @property
    def drawn(self) -> tuple[SideFact, ...]:
        return tuple(side for side in self.sides if side.outcome is Outcome.DREW)

    @property
    def beaten(self) -> tuple[SideFact, ...]:
        """Who was there and lost."""
        return tuple(side for side in self.sides if side.outcome in (Outcome.LOST, Outcome.CONCEDED))

    @property
    def absent(self) -> tuple[SideFact, ...]:
        return tuple(side for side in self.sides if side.outcome in ABSENT)

    @property
    def present(self) -> tuple[SideFact, ...]:
        return tuple(side for side in self.sides if side.outcome not in ABSENT)


@dataclass(frozen=True, slots=True)
class UpsetFact:
    key: str
    winner: str
    rating: int
    loser: str  # the highest rated of those it beat
    against: int

    @property
    def behind(self) -> int:
        return self.against - self.rating


@dataclass(frozen=True, slots=True)
class LevelFact:
    ninja: str
    team: str
    level: str


@dataclass(frozen=True, slots=True)
class AbsenceFact:
    ninja: str
    team: str
    games: int


@dataclass(frozen=True, slots=True)
class NinjaFact:
    ninja: str
    team: str


class Run(StrEnum):
    WON = "won"
    LOST = "lost"
    UNBEATEN = "unbeaten"
    ENDED = "ended"  # of wins, in these games


@dataclass(frozen=True, slots=True)
class StreakFact:
    team: str
    run: Run
    length: int


@dataclass(frozen=True, slots=True)
class LeaderFact:
    """Who leads the table; several, if nothing separates them."""

    teams: tuple[str, ...]
    points: int
    played: int
    is_new: bool
    second: str = ""
    second_points: int = 0


@dataclass(frozen=True, slots=True)
class MoverFact:
    team: str
    before: int
    after: int

    @property
    def places(self) -> int:
        """Gained; below zero: lost."""
        return self.before - self.after


class Feat(StrEnum):
    """In what a league keeps records."""

    POINTS = "points"
    MARGIN = "margin"
    FEATS = "feats"
    STREAK = "streak"
    RATING = "rating"
    UPSET = "upset"


@dataclass(frozen=True, slots=True)
class RecordFact:
    """More than ever before in this league."""

    feat: Feat
    value: int
    before: int
    team: str
    other: str = ""  # against whom
    ninja: str = ""


@dataclass(frozen=True, slots=True)
class PairingFact:
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NextFact:
    round: int
    deadline: date | None
    games: tuple[PairingFact, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """All that happened in these rounds of a season."""

    league: str
    season: str
    first: int
    last: int
    games: tuple[GameFact, ...]
    byes: tuple[str, ...] = ()
    open: tuple[PairingFact, ...] = ()
    upsets: tuple[UpsetFact, ...] = ()
    levels: tuple[LevelFact, ...] = ()
    hurt: int = 0  # ninja who ended a game in the Healing House
    absences: tuple[AbsenceFact, ...] = ()
    late: tuple[NinjaFact, ...] = ()  # start their next game in the Healing House
    streaks: tuple[StreakFact, ...] = ()
    leader: LeaderFact | None = None
    movers: tuple[MoverFact, ...] = ()
    records: tuple[RecordFact, ...] = ()
    next: NextFact | None = None
    champion: str = ""

    @property
    def key(self) -> str:
        return f"{self.league} {self.season} {self.first} {self.last}"

    @property
    def points(self) -> int:
        return sum(side.points for game in self.games for side in game.sides)

    @property
    def played(self) -> int:
        return sum(not game.is_forfeit for game in self.games)

    @property
    def rounds(self) -> str:
        return from_to(self.first, self.last, "round")
