"""Games that are decided, and what chronicles tell of them, as plain values. No query here."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from league.models import Fixture
from league.standings import Outcome
from rules.amendment import Told
from rules.catalog import catalog
from rules.events import Deed, Played, Word
from rules.scroll import BLANK

Moment = tuple[int, str, str, str]  # the round, the team, the ninja and its feat


class SideSeen(NamedTuple):
    entrant: int
    team: int
    name: str
    outcome: Outcome
    points: int
    injuries: int
    rating: int | None  # as it was briefed


@dataclass(frozen=True, slots=True)
class GameSeen:
    """A game that is decided, of any season of the league."""

    key: str  # how chronicles call it
    fixture: int
    season: int
    round: int
    state: str
    sides: tuple[SideSeen, ...]
    tie: str = ""  # of the playoffs' bracket
    decided_at: datetime | None = None
    challenge: str = ""  # none, if nobody has reported it
    moments: tuple[Moment, ...] = ()
    most_feats: int = 0  # of one ninja

    @property
    def when(self) -> tuple[int, int]:
        return self.season, self.round

    @property
    def is_bye(self) -> bool:
        return self.state == Fixture.State.BYE

    def side_of(self, team: int) -> SideSeen | None:
        return next((side for side in self.sides if side.team == team), None)


def played(games: Iterable[GameSeen]) -> list[GameSeen]:
    """On a board: neither a bye nor a forfeit."""
    return [game for game in games if game.state == Fixture.State.PLAYED]


# What a chronicle tells of the games of its team. A cache keeps it, and tuples are quick to read again.


class DeedSeen(NamedTuple):
    """What one ninja did in a game."""

    ninja: str
    on_board: bool
    feats: int
    injuries: int
    xp: int
    all_star: bool


class GameTold(NamedTuple):
    """A game in the chronicle of one of its teams: where, and what the treasury held after it."""

    game: str
    entry: int
    treasury: int
    deeds: tuple[DeedSeen, ...]


class NinjaSeen(NamedTuple):
    """A ninja as it is called now."""

    id: str
    name: str
    profile: str


class Story(NamedTuple):
    """A chronicle, as far as records are made of it."""

    games: tuple[GameTold, ...] = ()
    ninja: tuple[NinjaSeen, ...] = ()


def story_of(told: Sequence[Told]) -> Story:
    """Every game as it stands now: amended ones as amended, those that were struck not at all."""
    last = told[-1].after if told else BLANK
    ninja = tuple(NinjaSeen(its.id, its.name, its.profile.id) for its in (*last.ninja, *last.former))
    return Story(tuple(_games(told)), ninja)


def _games(told: Sequence[Told]) -> Iterator[GameTold]:
    for its in told:
        if isinstance(its.event, Played) and its.word is not Word.STRUCK:
            injuring = its.house.injuries_of(catalog().challenges[its.event.challenge])
            # A game that an amendment left upheld may name somebody who, as it is told now, never joined.
            deeds = tuple(_deed(deed, injuring) for deed in its.event.deeds if its.before.has(deed.ninja))
            yield GameTold(its.event.game, its.number, its.after.treasury, deeds)


def _deed(deed: Deed, injuring: frozenset[str]) -> DeedSeen:
    injuries = sum(times for id_, times in deed.feats.items() if id_ in injuring)
    return DeedSeen(deed.ninja, deed.on_board, sum(deed.feats.values()), injuries, deed.xp, deed.all_star)
