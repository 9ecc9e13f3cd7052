"""What leagues tell: rounds, challenges, and what becomes of games. Each is called by the service that did it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import User

from league.models import Fixture, Membership, Round, Season, Side
from league.notices.kinds import Kind
from league.notices.raising import Message, harmless, tell
from league.standings import Outcome
from rules.problems import counted, from_to, listed

MOST_LINES = 30  # of games in one text
WON = (Outcome.WON, Outcome.FORFEIT_WON)


@dataclass(frozen=True, slots=True)
class Game:
    """A game as people speak of it: who plays, whose teams they are, until when, and where to look."""

    round: str
    teams: tuple[str, ...]
    owners: tuple[int | None, ...]
    deadline: date | None
    url: str

    @property
    def named(self) -> str:
        return listed(self.teams, "against")

    @property
    def people(self) -> frozenset[int]:
        return frozenset(owner for owner in self.owners if owner)

    @property
    def by(self) -> str:
        return f" by {day(self.deadline)}" if self.deadline else ""

    @property
    def line(self) -> str:
        if len(self.teams) == 1:
            return f"{self.round}: {self.teams[0]} has a bye."
        return f"{self.round}: {self.named}{self.by}."


def day(of: date) -> str:
    return f"{of.day} {of:%B %Y}"


def game_of(fixture: Fixture, sides: Iterable[Side] | None = None) -> Game:
    """As it stands in the database, unless its sides are given."""
    told = list(sides if sides is not None else sides_of([fixture.pk]))
    deadline = fixture.deadline or fixture.round.deadline
    return Game(
        str(fixture.round),
        tuple(side.entrant.team.name for side in told),
        tuple(side.entrant.team.owner_id for side in told),
        deadline,
        fixture.get_absolute_url(),
    )


def sides_of(fixtures: Iterable[int]) -> list[Side]:
    sides = Side.objects.filter(fixture__in=fixtures).select_related("fixture__round__season", "entrant__team")
    return list(sides.order_by("fixture__round__number", "fixture__position", "fixture", "position"))


def _games(fixtures: Iterable[int]) -> list[Game]:
    """Any number of them, in their order. One query."""
    by_game: dict[int, list[Side]] = {}
    for side in sides_of(fixtures):
        by_game.setdefault(side.fixture_id, []).append(side)
    return [game_of(sides[0].fixture, sides) for sides in by_game.values()]


# Rounds


@harmless
def rounds_published(season: Season, rounds: Sequence[Round], author: User | None) -> None:
    """Who plays hears of the own games, everybody else that there is a round."""
    games = _games(Fixture.objects.filter(round__in=rounds).values_list("pk", flat=True))
    numbers = f"{rounds[0]} of {season.name} is" if len(rounds) == 1 else f"{_range(rounds)} of {season.name} are"
    members = frozenset(Membership.objects.filter(league=season.league).values_list("person", flat=True))
    playing = frozenset(owner for game in games for owner in game.people)
    title, url = f"{numbers} published", season.get_absolute_url()
    everybody = Message(Kind.ROUND, title, _lines(games), url, members - playing, to_league=True)
    own = [_own(person, [game for game in games if person in game.people], title, url) for person in playing]
    tell(league=season.league, messages=[everybody, *own], author=author)


def _range(rounds: Sequence[Round]) -> str:
    return from_to(rounds[0].number, rounds[-1].number, "round").capitalize()


def _own(person: int, games: Sequence[Game], title: str, url: str) -> Message:
    if len(games) == 1:
        (game,) = games
        return Message(Kind.SCHEDULED, game.line.rstrip("."), f"{title}.", game.url, frozenset([person]))
    return Message(Kind.SCHEDULED, title, _lines(games), url, frozenset([person]))


def _lines(games: Sequence[Game]) -> str:
    more = len(games) - MOST_LINES
    return "\n".join([*(game.line for game in games[:MOST_LINES]), *([f"And {counted(more, 'more')}."] * (more > 0))])


@harmless
def playoff_games(season: Season, fixtures: Sequence[int], author: User | None) -> None:
    """Those who have come that far hear whom they meet."""
    if not fixtures:
        return
    messages = [
        Message(Kind.SCHEDULED, f"Playoffs: {game.named}", game.line, game.url, game.people, to_league=True)
        for game in _games(fixtures)
    ]
    tell(league=season.league, messages=messages, author=author)


# Challenges: the challenger is the first of the two


@harmless
def challenged(season: Season, fixture: Fixture) -> None:
    game = game_of(fixture)
    title = f"{game.teams[0]} challenges {game.teams[1]}"
    text = "\n\n".join(filter(None, [fixture.note, f"Accept or decline{game.by}."]))
    message = Message(Kind.CHALLENGED, title, text, game.url, frozenset(filter(None, game.owners[1:])))
    tell(league=season.league, messages=[message], author=_owner(game, 0))


@harmless
def challenge_accepted(season: Season, fixture: Fixture, author: User | None) -> None:
    """Without an author it was the challenged who said yes."""
    game = game_of(fixture)
    title = f"{game.teams[1]} accepts the challenge of {game.teams[0]}"
    message = Message(Kind.SCHEDULED, title, game.line, game.url, game.people, to_league=True)
    tell(league=season.league, messages=[message], author=author or _owner(game, 1))


@harmless
def challenge_declined(season: Season, fixture: Fixture, author: User | None) -> None:
    """By the challenged, or taken back by the challenger."""
    game = game_of(fixture)
    taken_back = author is not None and author.pk == game.owners[0] != game.owners[1]
    one, other = game.teams
    title = f"{one} takes back its challenge of {other}" if taken_back else f"{other} declines to play against {one}"
    message = Message(Kind.CHANGED, title, "", season.get_absolute_url(), game.people)
    tell(league=season.league, messages=[message], author=author or _owner(game, 1))


def _owner(game: Game, seat: int) -> User | None:
    return User.objects.filter(pk=game.owners[seat] or 0).first()


# What becomes of a game


@harmless
def game_changed(fixture: Fixture, what: str, author: User | None, text: str = "", *, is_off: bool = False) -> None:
    """Postponed, forfeited, called off. The sides are those that the service had before it."""
    season = fixture.round.season
    game = game_of(fixture, fixture.sides.all())
    url = season.get_absolute_url() if is_off else game.url
    message = Message(Kind.CHANGED, f"{game.named} {what}", text or f"{game.round} of {season.name}.", url, game.people)
    tell(league=season.league, messages=[message], author=author)


@harmless
def result_recorded(fixture: Fixture, author: User | None) -> None:
    """Those who run the league have recorded how it ended."""
    tell(league=fixture.round.season.league, messages=[result(fixture)], author=author)


def result(fixture: Fixture) -> Message:
    """A result that counts, for those who played and for the league."""
    sides = sides_of([fixture.pk])
    game, season = game_of(fixture, sides), fixture.round.season
    text = f"{game.round} of {season.name}: it counts, and the table has it."
    return Message(Kind.ACCEPTED, ending(sides), text, game.url, game.people, to_league=True)


def ending(sides: Sequence[Side]) -> str:
    """`Tora Claw beat Ika Tide 5 : 3`."""
    best = sorted(sides, key=lambda side: (side.outcome not in WON, -side.points))
    points = " : ".join(str(side.points) for side in best)
    winners = [side.entrant.team.name for side in best if side.outcome in WON]
    losers = [side.entrant.team.name for side in best if side.outcome not in WON]
    if not winners:
        return f"{listed(losers)} drew {points}"
    return f"{listed(winners)} beat {listed(losers)} {points}"
