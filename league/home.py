"""What the start page shows of leagues to somebody who is logged in: the next games, and where they belong."""

from dataclasses import dataclass

from django.db.models.functions import Coalesce

from league.calendar import OPEN, GameShown, game_shown, with_sides
from league.models import Fixture, Membership
from teams.permissions import Person

MOST_GAMES = 3
MOST_LEAGUES = 8


@dataclass(frozen=True, slots=True)
class NextGame:
    league: str
    game: GameShown


@dataclass(frozen=True, slots=True)
class Belonging:
    name: str
    url: str
    role: str


def yours(person: Person) -> dict[str, object]:
    return {"your_games": next_games(person), "your_leagues": leagues_of(person)}


def next_games(person: Person) -> list[NextGame]:
    """What is to be played, the most urgent first. Two queries."""
    games = Fixture.objects.filter(
        sides__entrant__team__owner=person.pk,
        state__in=OPEN,
        round__published_at__isnull=False,
        round__season__league__archived_at=None,
    )
    urgent = games.annotate(due=Coalesce("deadline", "round__deadline")).order_by("due", "round__number", "pk")
    found = with_sides(urgent.select_related("round__season__league").distinct())[:MOST_GAMES]
    return [NextGame(its.round.season.league.name, game_shown(its, its.round)) for its in found]


def leagues_of(person: Person) -> list[Belonging]:
    """One query."""
    own = Membership.objects.filter(person=person.pk, league__archived_at=None).select_related("league")
    return [
        Belonging(its.league.name, its.league.get_absolute_url(), its.get_role_display())
        for its in own.order_by("league__name", "pk")[:MOST_LEAGUES]
    ]
