"""What a newsletter is made of, read from the database: a fixed number of queries, however many games there are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league import houses, tables
from league.models import Entrant, Fixture, League, Season
from league.models import Side as LeagueSide
from league.standings import Game, Outcome, Rules
from matches.models import Match, Side
from matches.newsletter.facts import NextFact, PairingFact
from rules.amendment import Told
from teams import chronicle
from teams.models import Team

OPEN = (Fixture.State.SCHEDULED, Fixture.State.POSTPONED)
Moment = tuple[int, str, str, str]  # the round, the team, the ninja and its feat


@dataclass(frozen=True, slots=True)
class SideSeen:
    entrant: int
    team: int
    name: str
    outcome: Outcome
    points: int
    injuries: int
    rating: int | None


@dataclass(frozen=True, slots=True)
class GameSeen:
    """A game that is decided, of any season of the league."""

    key: str
    season: int
    round: int
    state: str
    sides: tuple[SideSeen, ...]
    challenge: str = ""  # none, if nobody has reported it
    moments: tuple[Moment, ...] = ()
    most_feats: int = 0  # of one ninja

    @property
    def when(self) -> tuple[int, int]:
        return self.season, self.round

    @property
    def is_bye(self) -> bool:
        return self.state == Fixture.State.BYE


@dataclass(frozen=True, slots=True)
class Material:
    season: Season
    first: int
    last: int
    games: tuple[GameSeen, ...]  # up to the last of these rounds, the earliest first
    told: Mapping[int, Sequence[Told]]  # the chronicles of the teams that played in these rounds
    slugs: Mapping[int, str]  # their addresses
    entrants: tuple[Entrant, ...]
    counted: tuple[Game, ...]  # what makes the table
    rules: Rules
    open: tuple[PairingFact, ...]
    next: NextFact | None
    champion: str  # if these rounds were the last

    @property
    def span(self) -> tuple[GameSeen, ...]:
        return tuple(game for game in self.games if game.season == self.season.number and game.round >= self.first)

    @property
    def earlier(self) -> tuple[GameSeen, ...]:
        return tuple(game for game in self.games if game.when < (self.season.number, self.first))


def material_of(season: Season, first: int, last: int) -> Material:
    games = _games(season, last)
    playing = {side.team for its in games if its.season == season.number and first <= its.round for side in its.sides}
    teams = list(Team.objects.filter(pk__in=playing))
    return Material(
        season=season,
        first=first,
        last=last,
        games=games,
        told=chronicle.told_of(teams),
        slugs={team.pk: team.slug for team in teams},
        entrants=tuple(season.entrants.select_related("team")),
        counted=tuple(game for game in tables.games_of(season) if game.round <= last),
        rules=tables.rules_for(season, houses.rules_of(season.league)),
        open=_open(season, first, last),
        next=_next(season, last),
        champion=_champion(season, last),
    )


def _games(season: Season, last: int) -> tuple[GameSeen, ...]:
    sides = LeagueSide.objects.filter(
        fixture__round__season__league=season.league,
        fixture__round__season__number__lte=season.number,
        fixture__round__published_at__isnull=False,
        fixture__state__in=Fixture.COUNTED,
    ).exclude(fixture__round__season=season, fixture__round__number__gt=last)
    columns = (
        *("fixture", "fixture__round__season__number", "fixture__round__number", "fixture__state"),
        *("entrant", "entrant__team", "entrant__team__name", "outcome", "points", "injuries"),
    )
    order = ("fixture__round__season__number", "fixture__round__number", "fixture__position", "fixture", "position")
    by_game: dict[int, list[Any]] = {}
    for row in sides.order_by(*order).values_list(*columns):
        by_game.setdefault(row[0], []).append(row)
    matches, ratings = _matches(season.league), _ratings(season.league)
    return tuple(_game(rows, matches.get(fixture), ratings) for fixture, rows in by_game.items())


def _game(rows: Sequence[Any], match: Match | None, ratings: Mapping[tuple[int, int], int]) -> GameSeen:
    fixture, season, round_, state = rows[0][:4]
    report = match.accepted if match else None
    sides = tuple(
        SideSeen(entrant, team, name, Outcome(outcome), points, injuries, ratings.get((fixture, team)))
        for *_, entrant, team, name, outcome, points, injuries in rows
    )
    return GameSeen(
        key=match.game if match else f"game {fixture}",
        season=season,
        round=round_,
        state=state,
        sides=sides,
        challenge=match.challenge if match and report else "",
        moments=tuple((number, team, ninja, feat) for number, team, ninja, feat in report.moments) if report else (),
        most_feats=most_feats(report.data) if report and report.data else 0,
    )


def most_feats(data: Mapping[str, Any]) -> int:
    """How many feats one ninja did, at most; from a report as it is stored."""
    rows = (row for team in data["teams"] for row in team.get("ninja", {}).values())
    return max((sum(row.get("feats", {}).values()) for row in rows), default=0)


def _matches(league: League) -> dict[int, Match]:
    accepted = Match.objects.filter(fixture__round__season__league=league, state=Match.State.ACCEPTED)
    return {match.fixture_id: match for match in accepted.select_related("accepted").order_by()}


def _ratings(league: League) -> dict[tuple[int, int], int]:
    """By game and team, as they were briefed."""
    sides = Side.objects.filter(match__fixture__round__season__league=league, match__state=Match.State.ACCEPTED)
    rows = sides.order_by().values_list("match__fixture", "team", "briefing")
    return {(fixture, team): sum(briefing["rating"].values()) for fixture, team, briefing in rows}


def _open(season: Season, first: int, last: int) -> tuple[PairingFact, ...]:
    rounds = season.rounds.filter(published_at__isnull=False, number__gte=first, number__lte=last)
    names = _names(Fixture.objects.filter(round__in=rounds, state__in=OPEN))
    return tuple(PairingFact(teams) for teams in names if len(teams) > 1)


def _next(season: Season, last: int) -> NextFact | None:
    """The first published round after these in which somebody is still to play."""
    later = season.rounds.filter(published_at__isnull=False, number__gt=last, fixtures__state__in=OPEN)
    its = later.order_by("number").first()
    if its is None:
        return None
    names = _names(its.fixtures.filter(state__in=(*OPEN, Fixture.State.BYE)))
    games = tuple(PairingFact(teams) for teams in names if len(teams) > 1)
    byes = tuple(teams[0] for teams in names if len(teams) == 1)
    return NextFact(its.number, its.deadline, games, byes) if games else None


def _champion(season: Season, last: int) -> str:
    if season.champion is None or season.rounds.filter(number__gt=last, fixtures__state__in=Fixture.COUNTED).exists():
        return ""
    return season.champion.name


def _names(fixtures: Iterable[Fixture]) -> list[tuple[str, ...]]:
    sides = LeagueSide.objects.filter(fixture__in=fixtures).order_by(
        "fixture__round__number", "fixture__position", "fixture", "position"
    )
    by_game: dict[int, list[str]] = {}
    for fixture, name in sides.values_list("fixture", "entrant__team__name"):
        by_game.setdefault(fixture, []).append(name)
    return [tuple(names) for names in by_game.values()]
