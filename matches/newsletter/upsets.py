"""Games that the lower rated team won, as both were briefed. Pure."""

from collections.abc import Iterable, Iterator

from matches.newsletter.facts import UpsetFact
from matches.records import marks
from matches.records.seen import GameSeen


def upsets(games: Iterable[GameSeen]) -> Iterator[UpsetFact]:
    for its in marks.upsets(games):
        if its.beaten:
            winner, loser = its.side, its.beaten
            yield UpsetFact(its.games[0].key, winner.name, winner.rating or 0, loser.name, loser.rating or 0)
