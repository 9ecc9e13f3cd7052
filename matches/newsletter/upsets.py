"""Games that the lower rated team won, as both were briefed. Pure."""

from collections.abc import Iterable, Iterator

from league.standings import Outcome
from matches.newsletter.facts import UpsetFact
from matches.newsletter.material import GameSeen, SideSeen


def upsets(games: Iterable[GameSeen]) -> Iterator[UpsetFact]:
    """Each against the highest rated of those who lost."""
    for game in games:
        winner = next((side for side in game.sides if side.outcome is Outcome.WON), None)
        others = [side for side in game.sides if side != winner and side.outcome is not Outcome.FORFEIT_LOST]
        best = max((side for side in others if side.rating is not None), key=_rating, default=None)
        if winner and best and winner.rating is not None and _rating(winner) < _rating(best):
            yield UpsetFact(game.key, winner.name, _rating(winner), best.name, _rating(best))


def _rating(side: SideSeen) -> int:
    return side.rating or 0
