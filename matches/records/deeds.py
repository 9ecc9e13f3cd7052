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
    best = max((max(map(figure, its.told.deeds), default=0) for its in told), default=0)
    for its in told:
        for deed in its.told.deeds:
            if figure(deed) == best:
                yield Mark(best, its.side, (its.game,), ninja=its.ninja[deed.ninja])


def in_all(told: Sequence[Told], figure: Figure) -> Iterator[Mark]:
    """The highest sum of a figure that a ninja has, with the games it was made in."""
    sums: Counter[tuple[int, str]] = Counter()
    for its in told:
        team = its.side.team
        for deed in its.told.deeds:
            if value := figure(deed):
                sums[team, deed.ninja] += value
    best = max(sums.values(), default=0)
    for (team, ninja), value in sums.items():
        if value == best:
            made = [its for its in told if its.side.team == team and _did(its, ninja, figure)]
            yield Mark(value, made[-1].side, tuple(its.game for its in made), ninja=made[-1].ninja[ninja])


def _did(its: Told, ninja: str, figure: Figure) -> bool:
    return any(deed.ninja == ninja and figure(deed) for deed in its.told.deeds)


def travels(told: Sequence[Told]) -> Iterator[Travel]:
    """Ronin are nobody's own: whoever serves several teams is one and the same."""
    ronin = {id_ for id_, profile in catalog().profiles.items() if profile.type is Type.RONIN}
    served: dict[str, list[Told]] = {}
    for its in told:
        for deed in its.told.deeds:
            if deed.on_board and (profile := its.ninja[deed.ninja].profile) in ronin:
                served.setdefault(profile, []).append(its)
    for profile, parts in served.items():
        sides = {its.side.team: its.side for its in parts}
        # In one game it may serve both teams.
        games = {its.game.key: its.game for its in parts}
        yield Travel(profile, tuple(sides.values()), tuple(games.values()))
