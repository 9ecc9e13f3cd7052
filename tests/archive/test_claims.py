"""Stand-ins hold the teams of people who are not here yet."""

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.models import League, Role
from matches.archive import export, restoring
from teams.models import Entry, Team
from tests.archive.elsewhere import elsewhere
from tests.archive.leagues import league_of, lively
from tests.league.clubs import join
from tests.teams.people import person

pytestmark = pytest.mark.django_db
PAGE = "/leagues/moon-court/people/"


@pytest.fixture
def league(client: Client) -> League:
    told = export.league_file(lively().league)
    elsewhere()
    sensei = person("sensei")
    made = restoring.restore_league(file=league_of(told), importer=sensei)
    client.force_login(sensei)
    return made


def stand_in(name: str) -> User:
    return User.objects.get(username=f"{name} (moon-court)")


def test_the_ninja_master_hands_teams_over_to_a_member(client: Client, league: League) -> None:
    kenta = join(league, person("kenta"))
    was = stand_in("kenta")
    page = client.get(PAGE).content.decode()
    assert "kenta (moon-court)" in page
    assert "<option selected>kenta</option>" in page

    response = client.post(PAGE, {"stand_in": was.pk, "to": "kenta"})

    assert response.status_code == 302
    assert Team.objects.get(name="Kenta tora").owner == kenta
    assert not league.memberships.filter(person=was).exists()
    assert Entry.objects.filter(author=was).exists()
    assert "kenta (moon-court)" not in client.get(PAGE).content.decode()


def test_what_was_handed_over_already_stays_so(client: Client, league: League) -> None:
    join(league, person("kenta"))
    was = stand_in("kenta")
    client.post(PAGE, {"stand_in": was.pk, "to": "kenta"})
    assert client.post(PAGE, {"stand_in": was.pk, "to": "kenta"}).status_code == 422


@pytest.mark.parametrize("to", ["ren", "mio (moon-court)", "", "x" * 999])
def test_nobody_but_a_member_with_an_account_gets_teams(client: Client, league: League, to: str) -> None:
    person("ren")
    assert client.post(PAGE, {"stand_in": stand_in("kenta").pk, "to": to}).status_code == 422
    assert Team.objects.get(name="Kenta tora").owner == stand_in("kenta")


@pytest.mark.parametrize("who", ["", "x", "-1", "9" * 30])
def test_only_a_stand_in_of_this_league_is_handed_over(client: Client, league: League, who: str) -> None:
    assert client.post(PAGE, {"stand_in": who, "to": "sensei"}).status_code == 422
    sensei = User.objects.get(username="sensei")
    assert client.post(PAGE, {"stand_in": sensei.pk, "to": "sensei"}).status_code == 422


def test_nobody_else_may(client: Client, league: League) -> None:
    client.force_login(join(league, person("helper"), Role.ASSISTANT))
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, {"stand_in": stand_in("kenta").pk, "to": "helper"}).status_code == 403
    client.logout()
    assert client.get(PAGE).status_code == 403
    assert client.delete(PAGE).status_code == 405


def test_after_it_an_export_tells_both_apart(client: Client, league: League) -> None:
    join(league, person("kenta"))
    client.post(PAGE, {"stand_in": stand_in("kenta").pk, "to": "kenta"})
    told = json.loads(export.league_file(league))
    assert next(team for team in told["teams"] if team["address"] == "kenta-tora")["owner"] == "kenta"
    league_of(export.league_file(league))
