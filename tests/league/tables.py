"""Teams, games and seasons to test the league's sums with, and what Hypothesis makes of them."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from league.schedules import Pairing, Past, Seed, swiss_round
from league.standings import Entrant, Game, Outcome, Rules, Side
from rules.house import LeaguePoints, TieBreaker

SEARCH = settings(max_examples=150)
NAMES = {
    "tora": "Tora Claw",
    "ika": "Ika Tide",
    "kitsune": "Kitsune Veil",
    "kani": "Kani Shell",
    "ijin": "Ijin Ghosts",
    "tanchyo": "Tanchyo Wing",
    "yamazaru": "Yamazaru Howl",
}
TEAMS = list(NAMES)
Decides = Callable[[Pairing], str]  # the winner's team, or nothing for a draw


# Standings


def entrants(*teams: str) -> list[Entrant]:
    return [Entrant(team, NAMES[team]) for team in teams]


def rules(*tie_breakers: TieBreaker, win: int = 3, draw: int = 1, loss: int = 0, bye: int = 1) -> Rules:
    return Rules(LeaguePoints(win, draw, loss), bye, tie_breakers)


def game(round_: int, *sides: Side) -> Game:
    return Game(round_, sides)


def won(winner: str, loser: str, points: tuple[int, int] = (1, 0), *, round_: int = 1) -> Game:
    return game(round_, Side(winner, Outcome.WON, points[0]), Side(loser, Outcome.LOST, points[1]))


def drew(one: str, other: str, points: int = 0, *, round_: int = 1) -> Game:
    return game(round_, Side(one, Outcome.DREW, points), Side(other, Outcome.DREW, points))


def conceded(winner: str, loser: str, points: tuple[int, int] = (0, 0), *, round_: int = 1) -> Game:
    return game(round_, Side(winner, Outcome.WON, points[0]), Side(loser, Outcome.CONCEDED, points[1]))


def forfeited(winner: str, loser: str, *, round_: int = 1) -> Game:
    return game(round_, Side(winner, Outcome.FORFEIT_WON), Side(loser, Outcome.FORFEIT_LOST))


def rested(team: str, *, round_: int = 1) -> Game:
    return game(round_, Side(team, Outcome.BYE))


ENDINGS: dict[int, list[tuple[Outcome, ...]]] = {
    1: [(Outcome.BYE,)],
    2: [
        (Outcome.WON, Outcome.LOST),
        (Outcome.WON, Outcome.CONCEDED),
        (Outcome.DREW, Outcome.DREW),
        (Outcome.FORFEIT_WON, Outcome.FORFEIT_LOST),
        (Outcome.FORFEIT_LOST, Outcome.FORFEIT_LOST),
    ],
    3: [
        (Outcome.WON, Outcome.LOST, Outcome.LOST),
        (Outcome.WON, Outcome.CONCEDED, Outcome.LOST),
        (Outcome.DREW, Outcome.DREW, Outcome.LOST),
        (Outcome.DREW, Outcome.DREW, Outcome.DREW),
    ],
    4: [
        (Outcome.WON, Outcome.LOST, Outcome.LOST, Outcome.LOST),
        (Outcome.DREW, Outcome.DREW, Outcome.LOST, Outcome.CONCEDED),
    ],
}


@st.composite
def games(draw: st.DrawFn, teams: Sequence[str], round_: st.SearchStrategy[int]) -> Game:
    """Two meet, mostly; sometimes three or four do, or one rests."""
    size = draw(st.sampled_from([2, 2, 2, 2, 2, 1, 3, 4]).filter(lambda its: its <= len(teams)))
    playing = draw(st.permutations(teams))[:size]
    small = st.integers(0, 2)
    outcomes = draw(st.sampled_from(ENDINGS[size]))
    sides = (
        Side(team, outcome, draw(small), draw(small), draw(small))
        for team, outcome in zip(playing, outcomes, strict=True)
    )
    return Game(draw(round_), tuple(sides))


@st.composite
def leagues(draw: st.DrawFn) -> tuple[list[Entrant], list[Game], Rules]:
    """Teams, games among them and against one that has left, and a league's rules: full of ties."""
    teams = TEAMS[: draw(st.integers(1, 6))]
    coin = st.integers(0, 1)
    joined = [Entrant(team, NAMES[team], draw(st.integers(9, 11)), draw(coin)) for team in teams]
    played = draw(st.lists(games([*teams, "gone"], st.integers(1, 4)), max_size=14))
    breakers = draw(st.lists(st.sampled_from(list(TieBreaker)), unique=True))
    if draw(st.booleans()):
        breakers = [TieBreaker.HEAD_TO_HEAD, *(its for its in breakers if its is not TieBreaker.HEAD_TO_HEAD)]
    return joined, played, rules(*breakers, win=draw(st.integers(1, 3)), bye=draw(st.integers(0, 3)))


# Schedules


def names(count: int) -> list[str]:
    return [f"t{number:03}" for number in range(count)]


def every_round(teams: Sequence[str]) -> Iterator[list[Pairing]]:
    """Each way to pair them off, with each possible bye if their number is odd."""
    if len(teams) % 2:
        for resting in teams:
            for others in every_round([team for team in teams if team != resting]):
                yield [*others, Pairing(resting)]
    elif not teams:
        yield []
    else:
        first, *rest = teams
        for opponent in rest:
            for others in every_round([team for team in rest if team != opponent]):
                yield [Pairing(first, opponent), *others]


def as_set(pairings: Sequence[Pairing]) -> frozenset[frozenset[str]]:
    return frozenset(pairing.pair for pairing in pairings)


def met(*pairs: str) -> Past:
    """`met("ab", "ab", "cd")`: teams of one letter each."""
    return Past.of(Pairing(*pair) for pair in pairs)


@st.composite
def drawn(draw: st.DrawFn, fewest: int = 2, most: int = 8) -> tuple[list[Seed], Past]:
    """Seeds in no order, of few scores, ratings and byes, and who has met whom: nearly nobody or nearly everybody."""
    teams = names(draw(st.integers(fewest, most)))
    seeds = [
        Seed(
            team, draw(st.sampled_from([0, 1, 3, 4, 6])), draw(st.integers(-1, 3)), draw(st.sampled_from([0, 0, 1, 2]))
        )
        for team in draw(st.permutations(teams))
    ]
    pair = st.tuples(st.sampled_from(teams), st.sampled_from(teams)).filter(lambda its: its[0] != its[1])
    pairs = draw(st.lists(pair, max_size=draw(st.sampled_from([len(teams) // 2, 3 * len(teams)]))))
    return seeds, Past.of(Pairing(*its) for its in pairs)


def by_strength(pairing: Pairing) -> str:
    """The team with the lower number always wins."""
    return min(pairing.pair)


def by_chance(seed: int) -> Decides:
    chance = Random(seed)  # noqa: S311 - a season of the tests, no secret
    return lambda pairing: chance.choice([*sorted(pairing.pair), ""])


class Season:
    """A Swiss season, round by round. Teams may come and go between rounds."""

    def __init__(self, teams: Sequence[str], ratings: Sequence[int] = ()) -> None:
        self.ratings = dict(zip(teams, ratings, strict=False))
        self.teams = list(teams)
        self.scores: Counter[str] = Counter()
        self.byes: Counter[str] = Counter()
        self.played: list[Pairing] = []

    @property
    def seeds(self) -> list[Seed]:
        return [Seed(team, self.scores[team], self.ratings.get(team, 0), self.byes[team]) for team in self.teams]

    @property
    def past(self) -> Past:
        return Past.of(self.played)

    def play(self, decides: Decides) -> list[Pairing]:
        pairings = swiss_round(self.seeds, self.past)
        for pairing in pairings:
            winner = pairing.home if pairing.is_bye else decides(pairing)
            self.byes[pairing.home] += pairing.is_bye
            for team in pairing.pair:
                self.scores[team] += 3 if team == winner else 0 if winner else 1
        self.played += pairings
        return pairings
