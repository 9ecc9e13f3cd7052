"""Rounds and games as they are shown. Each function reads with a fixed small number of queries."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Expression, Prefetch, Q, QuerySet, Value, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.utils.safestring import SafeString

from league.models import Fixture, Round, Season, Side, today
from league.standings import Outcome
from rules.problems import counted
from teams.scrolls import crest_of

WINS = (Outcome.WON, Outcome.FORFEIT_WON)
ENDED = {
    Outcome.WON: "Won",
    Outcome.LOST: "Lost",
    Outcome.DREW: "Drew",
    Outcome.CONCEDED: "Conceded",
    Outcome.FORFEIT_WON: "Won by forfeit",
    Outcome.FORFEIT_LOST: "Forfeited",
    Outcome.BYE: "Bye",
}
OPEN = (Fixture.State.SCHEDULED, Fixture.State.POSTPONED)

# Each is a column that says how an open game stands where its own state does not, or nothing: read with the games, it
# costs no query. The app of match reports sits above this one.
ALSO_SAID: list[Callable[[], Expression]] = []


@dataclass(frozen=True, slots=True)
class TeamShown:
    """A team's side of a game. Points are empty as long as nobody has any."""

    side: int
    entrant: int
    name: str
    url: str
    crest: SafeString
    colour: str
    player: str
    ended: str
    points: str
    is_winner: bool
    is_retired: bool


@dataclass(frozen=True, slots=True)
class GameShown:
    pk: int
    url: str
    round: str
    number: int
    teams: tuple[TeamShown, ...]
    state: str
    label: str
    deadline: date | None
    is_open: bool
    is_late: bool
    is_reported: bool  # nobody has to play it any more, only to agree on what happened
    note: str

    @property
    def is_bye(self) -> bool:
        return len(self.teams) == 1


@dataclass(frozen=True, slots=True)
class RoundShown:
    pk: int
    number: int
    name: str
    deadline: date | None
    is_draft: bool
    is_playoff: bool
    games: tuple[GameShown, ...]

    @property
    def is_open(self) -> bool:
        return any(game.is_open for game in self.games)

    @property
    def counted(self) -> str:
        """`2 games, 1 bye`."""
        byes = sum(game.is_bye for game in self.games)
        return games_and_byes(len(self.games) - byes, byes)


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in the list of all: how far it has come."""

    number: int
    name: str
    deadline: date | None
    is_draft: bool
    games: int
    open: int


def games_and_byes(games: int, byes: int) -> str:
    """A bye is no game."""
    told = [counted(games, "game")] if games or not byes else []
    return ", ".join([*told, counted(byes, "bye")] if byes else told)


def round_and_results(season: Season, limit: int = 6) -> tuple[RoundShown | None, tuple[GameShown, ...]]:
    """The round being played, and what was decided last. Four queries: the teams of all games are read together."""
    round_ = this_round(season)
    games = list(_games_in(round_)) if round_ else []
    results = list(_decided(season)[:limit])
    prefetch_related_objects([*games, *results], _with_teams())
    return round_shown(round_, games) if round_ else None, games_shown(results)


def this_round(season: Season) -> Round | None:
    """The earliest published round with a game still to be played, or else the latest one."""
    published = season.rounds.filter(published_at__isnull=False)
    still_open = Count("fixtures", filter=Q(fixtures__state__in=OPEN))
    rounds = published.annotate(open=still_open, all=Count("fixtures")).filter(all__gt=0)
    its = rounds.order_by("number")
    return next((one for one in its if one.open), None) or (its[len(its) - 1] if its else None)


def round_shown(round_: Round, games: Iterable[Fixture] | None = None) -> RoundShown:
    """With its games, which two queries read where they are not at hand."""
    found = _games_in(round_).prefetch_related(_with_teams()) if games is None else games
    return RoundShown(
        pk=round_.pk,
        number=round_.number,
        name=str(round_),
        deadline=round_.deadline,
        is_draft=round_.published_at is None,
        is_playoff=round_.is_playoff,
        games=tuple(game_shown(its, round_) for its in found),
    )


def _games_in(round_: Round) -> QuerySet[Fixture]:
    """Challenges that nobody has taken up left out."""
    return _also_said(round_.fixtures.exclude(state=Fixture.State.PROPOSED)).order_by("position", "pk")


def _decided(season: Season) -> QuerySet[Fixture]:
    """The newest first. Byes are no news."""
    decided = (Fixture.State.PLAYED, Fixture.State.FORFEITED)
    fixtures = Fixture.objects.filter(round__season=season, round__published_at__isnull=False, state__in=decided)
    return _also_said(fixtures).select_related("round__season").order_by("-decided_at", "-pk")


def rounds_of(season: Season, *, with_drafts: bool = False) -> tuple[RoundLine, ...]:
    """Every round and how far it has come. One query."""
    rounds = season.rounds.all() if with_drafts else season.rounds.filter(published_at__isnull=False)
    real, bye = ~Q(fixtures__state=Fixture.State.PROPOSED), Q(fixtures__state=Fixture.State.BYE)
    counts = rounds.annotate(
        all=Count("fixtures", filter=real),
        byes=Count("fixtures", filter=bye),
        open=Count("fixtures", filter=Q(fixtures__state__in=OPEN)),
    ).order_by("number")
    return tuple(
        RoundLine(its.number, str(its), its.deadline, its.published_at is None, its.all - its.byes, its.open)
        for its in counts
        if its.all or its.published_at is None
    )


def with_sides(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Everything a game shows of its teams, in one more query, and what else is said of it."""
    return _also_said(fixtures).prefetch_related(_with_teams())


def _with_teams() -> "Prefetch[str, QuerySet[Side], str]":
    return Prefetch("sides", queryset=Side.objects.select_related("entrant__team__owner").order_by("position"))


def _also_said(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    said = [column() for column in ALSO_SAID]
    return fixtures.annotate(also_said=Coalesce(*said, Value(""))) if said else fixtures


def game_shown(fixture: Fixture, round_: Round) -> GameShown:
    sides = list(fixture.sides.all())
    is_open = fixture.state in OPEN
    said: str = getattr(fixture, "also_said", "") if is_open else ""
    is_awaited = is_open and len(sides) > 1 and not said
    deadline = fixture.deadline or round_.deadline
    return GameShown(
        pk=fixture.pk,
        url=fixture.get_absolute_url(),
        round=str(round_),
        number=round_.number,
        teams=tuple(_team_shown(side, shows_points=fixture.state == Fixture.State.PLAYED) for side in sides),
        state=fixture.state,
        label=said or (Fixture.State.BYE.label if len(sides) == 1 else fixture.get_state_display()),
        deadline=deadline if is_awaited else None,
        is_open=is_open,
        is_late=is_awaited and deadline is not None and deadline < today(),
        is_reported=bool(said),
        note=fixture.note,
    )


def games_shown(fixtures: Iterable[Fixture]) -> tuple[GameShown, ...]:
    return tuple(game_shown(fixture, fixture.round) for fixture in fixtures)


def _team_shown(side: Side, *, shows_points: bool) -> TeamShown:
    team = side.entrant.team
    outcome = Outcome(side.outcome) if side.outcome else None
    return TeamShown(
        side=side.pk,
        entrant=side.entrant_id,
        name=team.name,
        url=team.get_absolute_url(),
        crest=crest_of(team),
        colour=team.colour,
        player=team.player,
        ended=ENDED[outcome] if outcome else "",
        points=str(side.points) if shows_points else "",
        is_winner=outcome in WINS,
        is_retired=side.entrant.retired_at is not None,
    )
