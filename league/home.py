"""What the start page shows of leagues to somebody who is logged in: what waits, the next games, where they belong."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.db.models.functions import Coalesce

from league.calendar import OPEN, GameShown, game_shown, with_sides
from league.models import Fixture, Membership, Role
from league.next_steps import State, Step, pressing, waiting_in
from league.permissions import STANDINGS
from teams.permissions import Person

MOST_GAMES = 3
MOST_LEAGUES = 8
MOST_WAITING = 6


@dataclass(frozen=True, slots=True)
class NextGame:
    league: str
    game: GameShown


@dataclass(frozen=True, slots=True)
class Belonging:
    name: str
    url: str
    role: str


@dataclass(frozen=True, slots=True)
class WaitingStep:
    league: str
    step: Step


def yours(person: Person) -> dict[str, object]:
    belongs = memberships_of(person)
    waiting = what_waits(person, belongs)
    return {
        "your_waiting": waiting[:MOST_WAITING],
        "more_waiting": max(0, len(waiting) - MOST_WAITING),
        "your_games": next_games(person),
        "your_leagues": [_belonging(its) for its, _ in belongs],
    }


def what_waits(person: Person, belongs: Sequence[tuple[Membership, int]]) -> list[WaitingStep]:
    """What others wait for in these leagues, the same as on the page of each. One query for all of them."""
    standings = [(its.league, STANDINGS[Role(its.role)]) for its, _ in belongs]
    waiting = waiting_in(standings, person if isinstance(person, User) else None)
    return [
        WaitingStep(league.name, step)
        for (league, has), (_, asking) in zip(standings, belongs, strict=True)
        for step in pressing(league, has, State(waiting=tuple(waiting[league.pk]), requests=asking))
    ]


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


def memberships_of(person: Person) -> list[tuple[Membership, int]]:
    """Where they belong, each with how many ask to join there. One query."""
    own = Membership.objects.filter(person=person.pk, league__archived_at=None).select_related("league")
    asking = Count("league__join_requests", filter=Q(league__join_requests__decided_at=None))
    found = own.annotate(asking=asking).order_by("league__name", "pk")[:MOST_LEAGUES]
    return [(its, its.asking) for its in found]


def _belonging(its: Membership) -> Belonging:
    return Belonging(its.league.name, its.league.get_absolute_url(), its.get_role_display())
