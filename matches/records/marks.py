"""Figures that could be a record, each with who made it and the games that prove it. Pure.

Only games on a board are measured; a streak counts forfeits as well, and no bye ends it.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from league.standings import Outcome
from matches.records.seen import GameSeen, NinjaSeen, SideSeen, played


class Mark(NamedTuple):
    """A tuple, as a season makes thousands of them."""

    value: int
    side: SideSeen
    games: tuple[GameSeen, ...]  # the earliest first
    beaten: SideSeen | None = None  # if it is about somebody's defeat
    ninja: NinjaSeen | None = None
    entry: int = 0  # of the team's chronicle, if it is the proof

    @property
    def other(self) -> SideSeen | None:
        """Against whom, if that is one team."""
        sides = self.games[-1].sides
        others = [its for its in sides if its.team != self.side.team and its.outcome is not Outcome.FORFEIT_LOST]
        return self.beaten or (others[0] if len(others) == 1 else None)


def points(games: Iterable[GameSeen]) -> Iterator[Mark]:
    for game in played(games):
        for side in game.sides:
            yield Mark(side.points, side, (game,))


def margins(games: Iterable[GameSeen]) -> Iterator[Mark]:
    """Games of two only: among more, nobody's lead is that over the last."""
    for game in played(games):
        winner = next((side for side in game.sides if side.outcome is Outcome.WON), None)
        if winner and len(game.sides) == 2:
            (loser,) = (side for side in game.sides if side != winner)
            yield Mark(winner.points - loser.points, winner, (game,), beaten=loser)


def ratings(games: Iterable[GameSeen]) -> Iterator[Mark]:
    for game in played(games):
        for side in game.sides:
            if side.rating is not None:
                yield Mark(side.rating, side, (game,))


def upsets(games: Iterable[GameSeen]) -> Iterator[Mark]:
    """Games that the lower rated team won, as all were briefed: each against the highest rated of those who lost."""
    for game in games:
        winner = next((side for side in game.sides if side.outcome is Outcome.WON), None)
        best = max(_beaten(game, winner), key=_rating, default=None)
        if winner and best and winner.rating is not None and _rating(winner) < _rating(best):
            yield Mark(_rating(best) - _rating(winner), winner, (game,), beaten=best)


def streaks(games: Iterable[GameSeen]) -> Iterator[Mark]:
    """The longest run of wins of each team in each season. Games come in their order."""
    running: dict[tuple[int, int], tuple[GameSeen, ...]] = {}
    longest: dict[tuple[int, int], Mark] = {}
    for game in games:
        for side in game.sides if not game.is_bye else ():
            key = game.season, side.team
            running[key] = (*running.get(key, ()), game) if side.outcome.letter == "W" else ()
            if len(running[key]) > (longest[key].value if key in longest else 0):
                longest[key] = Mark(len(running[key]), side, running[key])
    return iter(longest.values())


def _beaten(game: GameSeen, winner: SideSeen | None) -> Iterator[SideSeen]:
    for side in game.sides:
        if side != winner and side.outcome is not Outcome.FORFEIT_LOST and side.rating is not None:
            yield side


def _rating(side: SideSeen) -> int:
    return side.rating or 0
