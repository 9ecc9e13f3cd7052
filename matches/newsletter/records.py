"""Records of a league: what was more, in these rounds, than ever before them. Pure.

A league's first games break nothing: there must be something to break.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from league.models import Fixture
from league.standings import Outcome
from matches.newsletter import deeds
from matches.newsletter.facts import Feat, RecordFact
from matches.newsletter.material import GameSeen, Material
from matches.newsletter.upsets import upsets


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that could be a record."""

    value: int
    team: str
    other: str = ""
    ninja: str = ""


def broken(material: Material) -> Iterator[RecordFact]:
    earlier, span = _played(material.earlier), _played(material.span)
    for feat, marks in MARKS.items():
        yield from _compared(feat, max((its.value for its in marks(earlier)), default=0), marks(span))
    before = max((game.most_feats for game in earlier), default=0)
    yield from _compared(Feat.FEATS, before, _feats(span, material))
    before = max((its.value for its in _streaks(material.earlier)), default=0)
    yield from _compared(Feat.STREAK, before, _streaks(material.games))


def _played(games: Iterable[GameSeen]) -> list[GameSeen]:
    return [game for game in games if game.state == Fixture.State.PLAYED]


def _compared(feat: Feat, before: int, marks: Iterable[Mark]) -> Iterator[RecordFact]:
    best = max(marks, key=lambda its: its.value, default=None)
    if best and 0 < before < best.value:
        yield RecordFact(feat, best.value, before, best.team, best.other, best.ninja)


def _points(games: Iterable[GameSeen]) -> Iterator[Mark]:
    for game in games:
        for side in game.sides:
            others = [other.name for other in game.sides if other != side and other.outcome is not Outcome.FORFEIT_LOST]
            yield Mark(side.points, side.name, other=others[0] if len(others) == 1 else "")


def _margins(games: Iterable[GameSeen]) -> Iterator[Mark]:
    """Games of two only: among more, nobody's lead is that over the last."""
    for game in games:
        winner = next((side for side in game.sides if side.outcome is Outcome.WON), None)
        if winner and len(game.sides) == 2:
            (loser,) = (side for side in game.sides if side != winner)
            yield Mark(winner.points - loser.points, winner.name, other=loser.name)


def _ratings(games: Iterable[GameSeen]) -> Iterator[Mark]:
    return (Mark(side.rating, side.name) for game in games for side in game.sides if side.rating is not None)


def _upsets(games: Sequence[GameSeen]) -> Iterator[Mark]:
    return (Mark(its.behind, its.winner, other=its.loser) for its in upsets(games))


def _feats(games: Iterable[GameSeen], material: Material) -> Iterator[Mark]:
    for game in games:
        for side in game.sides:
            told = deeds.telling_of(game, side, material.told)
            for deed in told[1].deeds if told else ():
                if told:
                    yield Mark(sum(deed.feats.values()), side.name, ninja=told[0].before.find(deed.ninja).name)


def _streaks(games: Iterable[GameSeen]) -> Iterator[Mark]:
    """The longest run of wins of each team in each season."""
    running: dict[tuple[int, int], int] = {}
    longest: dict[tuple[int, int], Mark] = {}
    for game in games:
        for side in game.sides if not game.is_bye else ():
            key = game.season, side.team
            running[key] = running.get(key, 0) + 1 if side.outcome.letter == "W" else 0
            if running[key] > (longest[key].value if key in longest else 0):
                longest[key] = Mark(running[key], side.name)
    return iter(longest.values())


MARKS: dict[Feat, Callable[[Sequence[GameSeen]], Iterable[Mark]]] = {
    Feat.POINTS: _points,
    Feat.MARGIN: _margins,
    Feat.RATING: _ratings,
    Feat.UPSET: _upsets,
}
