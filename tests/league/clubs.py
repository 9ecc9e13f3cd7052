"""Leagues, people and seasons in the database, for tests."""

from django.contrib.auth.models import User

from league.models import Entrant, Fixture, Format, League, Membership, Role, Round, Season, Side
from league.standings import Outcome
from rules.catalog import catalog
from tests.rules.teams import MINIMAL, found
from tests.teams.people import person, team


def club(name: str = "Moon Court", *, master: User | None = None, is_private: bool = False) -> League:
    """A league whose ninja master is `sensei`, unless another is given."""
    league = League.objects.create(slug=name.lower().replace(" ", "-"), name=name, is_private=is_private)
    join(league, master or person("sensei"), Role.MASTER)
    return league


def join(league: League, who: User, role: Role = Role.PLAYER) -> User:
    Membership.objects.create(league=league, person=who, role=role)
    return who


def season(league: League, *, teams: int = 4, format_: Format = Format.ROUND_ROBIN) -> Season:
    """A running season of that many new teams, called Team 1, Team 2 and so on, of all clans in turn."""
    made = Season.objects.create(
        league=league, number=league.seasons.count() + 1, name="Autumn", format=format_, state=Season.State.RUNNING
    )
    for number in range(1, teams + 1):
        enter(made, f"Team {number}", clan=list(catalog().clans)[number % 6])
    return made


def enter(into: Season, name: str, *, clan: str = "tora", owner: User | None = None) -> Entrant:
    founded = team(owner, found(name, clan, *MINIMAL[clan]))
    return Entrant.objects.create(season=into, team=founded, coin=founded.pk)


def played(of: Season, number: int, *sides: tuple[Entrant, Outcome, int]) -> Fixture:
    """A game that is over, in the round of that number, which is published."""
    its_round, _ = Round.objects.get_or_create(season=of, number=number, defaults={"published_at": of.created_at})
    fixture = Fixture.objects.create(
        round=its_round, position=its_round.fixtures.count(), state=Fixture.State.PLAYED, decided_at=of.created_at
    )
    Side.objects.bulk_create(
        Side(fixture=fixture, entrant=entrant, position=seat, outcome=outcome, points=points)
        for seat, (entrant, outcome, points) in enumerate(sides)
    )
    return fixture
