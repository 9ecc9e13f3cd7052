"""Who plays whom: round robin, random and Swiss rounds.

Pure: teams and past meetings in, pairings out, no query and no hidden chance. Where chance is wanted, an
order drawn outside is handed in.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import rustworkx

Pair = frozenset[str]
Cost = tuple[int, ...]  # the heaviest figure first


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played, or, with no second team, a bye."""

    home: str
    away: str | None = None

    @property
    def is_bye(self) -> bool:
        return self.away is None

    @property
    def pair(self) -> Pair:
        return frozenset(team for team in (self.home, self.away) if team)


@dataclass(frozen=True, slots=True)
class Seed:
    """What a Swiss or random round knows of a team that takes part in it."""

    team: str
    score: int = 0
    rating: int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True)
class Past:
    """How often each two teams have met."""

    meetings: Mapping[Pair, int] = field(default_factory=dict)

    @classmethod
    def of(cls, pairings: Iterable[Pairing]) -> "Past":
        return cls(Counter(pairing.pair for pairing in pairings if not pairing.is_bye))

    def times(self, one: str, other: str) -> int:
        return self.meetings.get(frozenset((one, other)), 0)


def round_robin(teams: Sequence[str], *, double: bool = False) -> list[list[Pairing]]:
    """Everybody meets everybody once (or twice, home and away), and with an odd number rests once each.

    The circle method: one seat is fixed, the others move on by one every round.
    """
    seats: list[str | None] = [*teams, *([None] if len(teams) % 2 else [])]
    rounds = []
    for number in range(len(seats) - 1):
        half = len(seats) // 2
        pairs = zip(seats[:half], reversed(seats[half:]), strict=True)
        # The fixed seat would always be at home: it changes sides from round to round.
        rounds.append([_seated(one, other, swap=bool(number % 2) and not n) for n, (one, other) in enumerate(pairs)])
        seats = [seats[0], seats[-1], *seats[1:-1]]
    if double:
        rounds += [[_returned(pairing) for pairing in its] for its in rounds]
    return rounds


def robin_rounds(teams: int, *, double: bool = False) -> int:
    """How many rounds that takes: of an odd number of teams one rests each time."""
    once = max(0, teams - 1 + teams % 2)
    return 2 * once if double else once


def _seated(one: str | None, other: str | None, *, swap: bool) -> Pairing:
    if one is None or other is None:
        return Pairing(one or other or "")
    return Pairing(other, one) if swap else Pairing(one, other)


def _returned(pairing: Pairing) -> Pairing:
    return Pairing(pairing.away, pairing.home) if pairing.away else pairing


def random_round(seeds: Sequence[Seed], past: Past) -> list[Pairing]:
    """A round in the drawn order of its seeds: neighbours meet, but for no rematch as long as one can be avoided.

    With an odd number, one of those with the fewest byes rests, the last in the draw if possible.
    """
    drawn = {seed.team: place for place, seed in enumerate(seeds)}
    return _matched(seeds, past, lambda one, other: (abs(drawn[one.team] - drawn[other.team]),))


def swiss_round(seeds: Sequence[Seed], past: Past) -> list[Pairing]:
    """A round among teams of like score and, within a score, of like rating; never a rematch if avoidable.

    Where a score group is odd, its lowest meet the highest of the group below. The bye goes to one of those with
    the fewest, the lowest in the table if possible. Until each has met half of the others, both can always be kept.
    A team that comes late is a seed with no past, one that drops out is no seed any more.
    """
    ranked = sorted(seeds, key=lambda seed: (-seed.score, -seed.rating, seed.team))
    ratings = [seed.rating for seed in seeds]
    spread = 1 + max(ratings, default=0) - min(ratings, default=0)

    def distance(one: Seed, other: Seed) -> Cost:
        steps = one.score - other.score
        # Squared, two steps in score are worse than twice one.
        return steps**2, abs(steps * spread + one.rating - other.rating)

    return _matched(ranked, past, distance)


def _matched(ranked: Sequence[Seed], past: Past, distance: Callable[[Seed, Seed], Cost]) -> list[Pairing]:
    """The best of all rounds: the bye to one of those with the fewest, then fewest rematches, then closest."""
    if not ranked:
        return []
    costs: dict[tuple[int, int], Cost] = {}
    for i, j in _within_reach(ranked, past):
        times = past.times(ranked[i].team, ranked[j].team)
        costs[i, j] = (0, min(times, 1), times, 0, *distance(ranked[i], ranked[j]))
    seats = len(ranked)
    if seats % 2:
        level = (0,) * len(distance(ranked[0], ranked[0]))
        costs |= {(i, seats): (seed.byes, 0, 0, seats - i, *level) for i, seed in enumerate(ranked)}
        seats += 1
    return [_pairing(ranked, pair) for pair in _cheapest(seats, costs)]


def _within_reach(ranked: Sequence[Seed], past: Past) -> Iterator[tuple[int, int]]:
    """The pairs among which a best round is to be found.

    Take a pair of a best round and a team ranked between the two. With this team and its opponent the pair could
    swap opponents so that all four are closer together, unless that were a rematch for one of the pair. So between
    them there are no more teams than the two have met before, and perhaps the one that rests.
    """
    met = Counter(team for pair in past.meetings for team in pair)
    reach = 2 + 2 * max(met[seed.team] for seed in ranked)
    for i in range(len(ranked)):
        for j in range(i + 1, min(i + reach + 1, len(ranked))):
            yield i, j


def _cheapest(seats: int, costs: Mapping[tuple[int, int], Cost]) -> list[tuple[int, int]]:
    """A perfect matching of least cost, in the order of its first seats."""
    weights = _weighed(list(costs.values()), seats // 2)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(seats))
    graph.add_edges_from([(i, j, -weight) for (i, j), weight in zip(costs, weights, strict=True)])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)


def _weighed(costs: Sequence[Cost], pairs: int) -> list[int]:
    """One number for each cost, such that the least of a figure outweighs all figures after it in that many pairs."""
    weights = [0] * len(costs)
    for figures in zip(*costs, strict=True):
        scale = 1 + pairs * max(figures)
        weights = [weight * scale + figure for weight, figure in zip(weights, figures, strict=True)]
    return weights


def _pairing(ranked: Sequence[Seed], pair: tuple[int, int]) -> Pairing:
    one, other = pair
    return Pairing(ranked[one].team, ranked[other].team if other < len(ranked) else None)
