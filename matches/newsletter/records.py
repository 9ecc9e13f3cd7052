"""Records of a league: what was more, in these rounds, than ever before them. Pure.

A league's first games break nothing: there must be something to break.
"""

from collections.abc import Callable, Iterable, Iterator

from matches.newsletter import deeds
from matches.newsletter.facts import Feat, RecordFact
from matches.newsletter.material import Material
from matches.records import marks
from matches.records.marks import Mark
from matches.records.seen import GameSeen, NinjaSeen, played


def broken(material: Material) -> Iterator[RecordFact]:
    for feat, measured in MARKS.items():
        before = max((its.value for its in measured(material.earlier)), default=0)
        yield from _compared(feat, before, measured(material.span))
    before = max((game.most_feats for game in played(material.earlier)), default=0)
    yield from _compared(Feat.FEATS, before, _feats(material))
    before = max((its.value for its in marks.streaks(material.earlier)), default=0)
    yield from _compared(Feat.STREAK, before, marks.streaks(material.games))


def _compared(feat: Feat, before: int, found: Iterable[Mark]) -> Iterator[RecordFact]:
    best = max(found, key=lambda its: its.value, default=None)
    if best and 0 < before < best.value:
        other = best.other.name if best.other and feat in AGAINST else ""
        yield RecordFact(feat, best.value, before, best.side.name, other, best.ninja.name if best.ninja else "")


def _feats(material: Material) -> Iterator[Mark]:
    for game in played(material.span):
        for side in game.sides:
            told = deeds.telling_of(game, side, material.told)
            for deed in told[1].deeds if told else ():
                if told:
                    its = told[0].before.find(deed.ninja)
                    ninja = NinjaSeen(its.id, its.name, its.profile.id)
                    yield Mark(sum(deed.feats.values()), side, (game,), ninja=ninja)


MARKS: dict[Feat, Callable[[Iterable[GameSeen]], Iterable[Mark]]] = {
    Feat.POINTS: marks.points,
    Feat.MARGIN: marks.margins,
    Feat.RATING: marks.ratings,
    Feat.UPSET: marks.upsets,
}
AGAINST = (Feat.POINTS, Feat.MARGIN, Feat.UPSET)  # records that somebody suffered
