"""Games and stories without a database, for tests of records."""

from collections.abc import Sequence

from league.models import Fixture
from league.standings import Outcome
from matches.records.hall import Hall, Kind, Record, hall_of
from matches.records.seen import DeedSeen, GameSeen, GameTold, NinjaSeen, SideSeen, Story

WON, LOST, DREW = Outcome.WON, Outcome.LOST, Outcome.DREW
TORA, IKA, KITSUNE = 1, 2, 3
NAMES = {TORA: "Tora", IKA: "Ika", KITSUNE: "Kitsune"}


def side(team: int, outcome: Outcome, points: int = 0, rating: int | None = None) -> SideSeen:
    return SideSeen(team * 10, team, NAMES[team], outcome, points, 0, rating)


def game(
    number: int, *sides: SideSeen, season: int = 1, tie: str = "", state: str = Fixture.State.PLAYED, at: int = 0
) -> GameSeen:
    """The game of that round; `at` tells apart several of one round."""
    return GameSeen(f"g{season}-{number}-{at}", season * 1000 + number * 10 + at, season, number, state, sides, tie)


def duel(
    number: int, winner: int = TORA, loser: int = IKA, points: tuple[int, int] = (5, 3), season: int = 1
) -> GameSeen:
    return game(number, side(winner, WON, points[0]), side(loser, LOST, points[1]), season=season)


def deed(ninja: str = "n1", *, feats: int = 0, injuries: int = 0, xp: int = 0, star: bool = False) -> DeedSeen:
    return DeedSeen(ninja, True, feats, injuries, xp, star)


def story(*games: tuple[GameSeen, int, Sequence[DeedSeen]], ninja: Sequence[NinjaSeen] = ()) -> Story:
    """Each game with the treasury after it and what was done in it. There are n1 and n2, unless others are given."""
    told = tuple(GameTold(its.key, n, koban, tuple(done)) for n, (its, koban, done) in enumerate(games, start=2))
    return Story(told, tuple(ninja) or (NinjaSeen("n1", "Akira", "tora-chunin"), NinjaSeen("n2", "Ben", "tora-kaiken")))


def found(hall: Hall, kind: Kind) -> Record:
    return next(record for record in hall.records if record.kind is kind)


def best(games: Sequence[GameSeen], kind: Kind, stories: dict[int, Story] | None = None) -> tuple[int, list[str]]:
    """The figure, and who has it: ninja by their name, teams by theirs."""
    record = found(hall_of(games, stories or {}, []), kind)
    return record.value, [its.ninja.name if its.ninja else its.side.name for its in record.holders]
