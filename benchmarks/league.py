"""How fast tables, pairings and the standings page are: `.venv/bin/python -m benchmarks.league`."""

from collections import Counter
from collections.abc import Callable
from random import Random

from benchmarks import database
from benchmarks.league_pages import pages
from benchmarks.yardstick import compare
from league.schedules import Pairing, Past, Seed, swiss_round
from league.standings import Entrant, Game, Outcome, Rules, Side, standings
from rules.house import LeaguePoints, TieBreaker

ROUNDS = 7
RULES = Rules(LeaguePoints(3, 1, 0), 3, tuple(TieBreaker))
AIMS = {"Swiss pairing of 88": 50e-3, "Swiss pairing of 512": 1.0, "standings page of 88": 40e-3}


class Season:
    """ROUNDS Swiss rounds, with results by chance from a fixed seed."""

    def __init__(self, teams: int) -> None:
        self.chance = Random(teams)  # noqa: S311 - a league to measure, no secret
        self.entrants = [Entrant(f"t{n:03}", f"Team {n}", self.chance.randrange(9, 25), n) for n in range(teams)]
        self.games: list[Game] = []
        self.paired: list[Pairing] = []
        self.scores: Counter[str] = Counter()
        for number in range(1, ROUNDS + 1):
            pairings = self.pair()
            self.paired += pairings
            self.games += [self.play(number, pairing) for pairing in pairings]

    def pair(self) -> list[Pairing]:
        seeds = [Seed(its.team, self.scores[its.team], its.rating) for its in self.entrants]
        return swiss_round(seeds, Past.of(self.paired))

    def play(self, number: int, pairing: Pairing) -> Game:
        winner, loser = self.chance.sample(sorted(pairing.pair), 2)
        self.scores[winner] += RULES.points.win
        points = self.chance.randrange(1, 9)
        return Game(number, (Side(winner, Outcome.WON, points, points), Side(loser, Outcome.LOST, points - 1, 1)))

    def table(self) -> object:
        return standings(self.entrants, self.games, RULES)


def main() -> None:
    seasons = {teams: Season(teams) for teams in (24, 88, 512)}
    measured: dict[str, Callable[[], object]] = {
        **{f"standings of {teams}": seasons[teams].table for teams in (24, 88)},
        **{f"Swiss pairing of {teams}": season.pair for teams, season in seasons.items()},
    }
    played = {teams: (seasons[teams].entrants, seasons[teams].games) for teams in (24, 88)}
    with database.empty():
        compare({**measured, **pages(played)}, AIMS)


if __name__ == "__main__":
    main()
