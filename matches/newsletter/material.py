"""What a newsletter is made of, read from the database: a fixed number of queries, however many games there are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league import houses, tables
from league.models import Entrant, Fixture, Season, Side
from league.standings import Game, Rules
from matches.newsletter.facts import NextFact, PairingFact
from matches.records import reading
from matches.records.seen import GameSeen
from rules.amendment import Told
from teams import chronicle
from teams.models import Team

OPEN = (Fixture.State.SCHEDULED, Fixture.State.POSTPONED)


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
    games = reading.games_of(season.league, until=(season, last), with_reports=True)
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
    sides = Side.objects.filter(fixture__in=fixtures).order_by(
        "fixture__round__number", "fixture__position", "fixture", "position"
    )
    by_game: dict[int, list[str]] = {}
    for fixture, name in sides.values_list("fixture", "entrant__team__name"):
        by_game.setdefault(fixture, []).append(name)
    return [tuple(names) for names in by_game.values()]
