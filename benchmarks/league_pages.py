"""Pages of a league to be measured, each on a season written straight into the database."""

from collections.abc import Callable, Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.utils import timezone

from benchmarks import database as _  # noqa: F401 - models need Django set up
from config import urls
from league import models
from league.standings import Entrant, Game
from rules.catalog import catalog
from teams.models import Colour, Team

Played = tuple[Sequence[Entrant], Sequence[Game]]


def pages(seasons: Mapping[int, Played]) -> dict[str, Callable[[], object]]:
    """The table's page, beside a view that does nothing: so much of it is the framework's own."""
    urls.urlpatterns.append(path("trivial/", trivial))
    client = Client(SERVER_NAME="localhost")

    def get(address: str) -> Callable[[], object]:
        if (answer := client.get(address)).status_code != 200:
            raise SystemExit(f"{address} answers {answer.status_code}: there is nothing to measure.")
        return lambda: client.get(address)

    return {
        "trivial view": get("/trivial/"),
        **{f"standings page of {teams}": get(fill(*played)) for teams, played in seasons.items()},
    }


def trivial(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


def fill(entrants: Sequence[Entrant], games: Sequence[Game]) -> str:
    """The address of the season's table."""
    teams = len(entrants)
    league = models.League.objects.create(slug=f"league-of-{teams}", name=f"League of {teams}")
    season = models.Season.objects.create(league=league, number=1, name="Season 1", state=models.Season.State.RUNNING)
    rows = Team.objects.bulk_create(_team(n, entrant, teams) for n, entrant in enumerate(entrants))
    entered = models.Entrant.objects.bulk_create(
        models.Entrant(season=season, team=row, coin=its.coin) for row, its in zip(rows, entrants, strict=True)
    )
    _write(season, games, {its.team: row for its, row in zip(entrants, entered, strict=True)})
    return f"/leagues/{league.slug}/seasons/1/standings/"


def _team(number: int, entrant: Entrant, of: int) -> Team:
    clans, inks = list(catalog().clans), list(Colour)
    figures = ("treasury", "rating_koban", "rating_advancements", "rating_heroes_and_ronin", "ninja_count")
    record = ("games", "won", "drew", "lost", "steps_due", "entry_count")
    return Team(
        slug=f"{of}-{entrant.team}",
        name=entrant.name,
        rating=entrant.rating,
        clan=clans[number % len(clans)],
        colour=inks[number % len(inks)],
        crest=number % 12,
        **dict.fromkeys((*figures, *record), 0),
    )


def _write(season: models.Season, games: Sequence[Game], entrants: Mapping[str, models.Entrant]) -> None:
    now, last = timezone.now(), max(game.round for game in games)
    rounds = models.Round.objects.bulk_create(
        models.Round(season=season, number=number, published_at=now) for number in range(1, last + 1)
    )
    fixtures = models.Fixture.objects.bulk_create(
        models.Fixture(round=rounds[game.round - 1], position=n, state=models.Fixture.State.PLAYED, decided_at=now)
        for n, game in enumerate(games)
    )
    models.Side.objects.bulk_create(
        models.Side(
            fixture=fixture,
            entrant=entrants[side.team],
            position=seat,
            outcome=side.outcome,
            points=side.points,
            feats=side.feats,
        )
        for fixture, game in zip(fixtures, games, strict=True)
        for seat, side in enumerate(game.sides)
    )
