"""A team that came with a file is entered by those who run the league: nobody has seen happen what it tells."""

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Entrant, League, Role, Season
from teams import tokens
from teams.models import Team
from tests.league.clubs import club, join
from tests.teams.people import person, team

pytestmark = pytest.mark.django_db
ENTER = "/leagues/moon-court/seasons/1/enter/"


@pytest.fixture
def league() -> League:
    made = club()
    Season.objects.create(league=made, number=1, name="Autumn")
    kenta = join(made, person("kenta"))
    team(kenta)
    Team.objects.update(imported_at=timezone.now())
    return made


def test_its_player_is_told_whom_to_ask(client: Client, league: League) -> None:
    client.force_login(league.memberships.get(role=Role.PLAYER).person)
    answer = client.post(ENTER, {"team": Team.objects.get().pk})
    assert answer.status_code == 422
    assert "came with a file" in answer.content.decode()
    assert not Entrant.objects.exists()


def test_the_ninja_master_enters_it(client: Client, league: League) -> None:
    client.force_login(league.memberships.get(role=Role.MASTER).person)
    assert client.post(ENTER, {"team": Team.objects.get().pk}).status_code == 302
    assert Entrant.objects.exists()


def test_a_program_is_told_the_same(client: Client, league: League) -> None:
    kenta = league.memberships.get(role=Role.PLAYER).person
    secret = tokens.make(person=kenta, name="test", scope="write").secret
    answer = client.post(
        "/api/v1/leagues/moon-court/seasons/1/entrants/",
        {"team": Team.objects.get().slug, "division": None},
        "application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "from-a-file")
