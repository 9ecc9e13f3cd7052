"""What ninja did, from the chronicles of their teams: in one game, and in all of them. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from matches.records.marks import Mark
from matches.records.seen import DeedSeen, GameSeen, GameTold, NinjaSeen, SideSeen, Story, played
from rules.catalog import Type, catalog

Stories = Mapping[int, Story]  # by team
Figure = Callable[[DeedSeen], int]


@dataclass(frozen=True, slots=True)
class Travel:
    """A ronin in the service of several teams, and the games in which it stood on the board for them."""

    ronin: str  # its profile
    sides: tuple[SideSeen, ...]
    games: tuple[GameSeen, ...]

    @property
    def value(self) -> tuple[int, int]:
        return len(self.sides), len(self.games)


class Told(NamedTuple):
    """A game of these, with one of its teams and what that one's chronicle tells of it."""

    game: GameSeen
    side: SideSeen
    told: GameTold
    ninja: Mapping[str, NinjaSeen]


def told_of(games: Iterable[GameSeen], stories: Stories) -> list[Told]:
    """In the order of the games. What no chronicle tells of is left out."""
    told = {(team, its.game): its for team, story in stories.items() for its in story.games}
    ninja = {team: {its.id: its for its in story.ninja} for team, story in stories.items()}
    return [
        Told(game, side, told[side.team, game.key], ninja[side.team])
        for game in played(games)
        for side in game.sides
        if (side.team, game.key) in told
    ]


def treasuries(told: Iterable[Told]) -> Iterator[Mark]:
    for its in told:
        yield Mark(its.told.treasury, its.side, (its.game,), entry=its.told.entry)


def in_one_game(told: Sequence[Told], figure: Figure) -> Iterator[Mark]:
    """Only the best: of all others there are thousands."""
    best = max((figure(deed) for its in told for deed in its.told.deeds), default=0)
    for its in told:
        for deed in its.told.deeds:
            if figure(deed) == best:
                yield Mark(best, its.side, (its.game,), ninja=its.ninja[deed.ninja])


def in_all(told: Iterable[Told], figure: Figure) -> Iterator[Mark]:
    """The highest sum of a figure that a ninja has, with the games it was made in."""
    made: dict[tuple[int, str], list[Told]] = {}
    sums: Counter[tuple[int, str]] = Counter()
    for its in told:
        team = its.side.team
        for deed in its.told.deeds:
            if value := figure(deed):
                made.setdefault((team, deed.ninja), []).append(its)
                sums[team, deed.ninja] += value
    best = max(sums.values(), default=0)
    for key, value in sums.items():
        if value == best:
            last = made[key][-1]
            yield Mark(value, last.side, tuple(its.game for its in made[key]), ninja=last.ninja[key[1]])


def travels(told: Sequence[Told]) -> Iterator[Travel]:
    """Ronin are nobody's own: whoever serves several teams is one and the same."""
    served: dict[str, list[Told]] = {}
    for its in told:
        for deed in its.told.deeds:
            profile = its.ninja[deed.ninja].profile
            if deed.on_board and catalog().profiles[profile].type is Type.RONIN:
                served.setdefault(profile, []).append(its)
    for ronin, parts in served.items():
        sides = {its.side.team: its.side for its in parts}
        yield Travel(ronin, tuple(sides.values()), tuple(its.game for its in parts))
