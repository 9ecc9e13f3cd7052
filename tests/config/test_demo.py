"""The club that a new site begins with."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from config import demo
from rules.catalog import catalog
from rules.roster import problems
from teams import chronicle
from teams.models import Team
from tests.teams.people import person

pytestmark = pytest.mark.django_db


def made() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def test_it_has_six_legal_teams_of_six_clans_and_says_how_to_log_in(client: Client) -> None:
    assert demo.WELCOME in made()
    teams = Team.objects.all()
    assert {team.clan for team in teams} == set(demo.PLAYERS)
    assert all(problems(chronicle.scroll_of(team), chronicle.house_of(team)) == [] for team in teams)
    for player in (demo.MASTER, *demo.PLAYERS.values()):
        assert client.login(username=player, password=demo.PASSWORD)


def test_it_is_the_same_every_time() -> None:
    clans = catalog().clans.values()
    assert [demo._team(clan) for clan in clans] == [demo._team(clan) for clan in clans]


def test_a_database_that_is_in_use_is_left_alone() -> None:
    person()
    with pytest.raises(CommandError, match="in use"):
        made()
    call_command("demo", if_empty=True)
    assert not Team.objects.exists()


def test_it_is_made_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "COLOURS", {"tora": "shu"})
    with pytest.raises(KeyError):
        made()
    assert demo.is_wanted()


def test_a_projection_of_the_demo_is_what_its_chronicle_tells() -> None:
    made()
    call_command("retell", stdout=StringIO())
