"""The club that a new site begins with."""

from collections import Counter
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from config import demo
from league.models import Fixture, Season
from league.notices.models import Notice
from matches.models import Match, Report
from matches.newsletter.models import Issue
from rules.catalog import catalog
from rules.roster import problems
from teams import chronicle
from teams.models import Ninja, Team
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


def test_it_has_a_league_with_a_champion_and_a_season_under_way(client: Client) -> None:
    made()
    autumn, winter = Season.objects.order_by("number")
    assert autumn.champion is not None
    assert winter.state == Season.State.RUNNING
    assert winter.entrants.count() == 6
    assert Fixture.objects.filter(round__season=winter, state=Fixture.State.SCHEDULED).exists()
    for page in ("", "house-rules/", "seasons/1/playoffs/", "seasons/2/", "seasons/2/standings/", "seasons/2/ratings/"):
        assert client.get(f"/leagues/moon-court/{page}").status_code == 200


def test_its_games_were_reported_and_a_ninja_master_finds_loose_ends() -> None:
    made()
    states = Counter(Match.objects.values_list("state", flat=True))
    assert states[Match.State.ACCEPTED] >= 25
    assert (states[Match.State.DISPUTED], states[Match.State.REPORTED]) == (1, 1)
    assert Report.objects.filter(kind=Report.Kind.AMENDMENT, in_force_from__isnull=False).count() == 1
    assert Ninja.objects.filter(xp__gt=0, all_stars__gt=0).exists()
    assert Issue.objects.filter(number=1).exists()
    assert set(Notice.objects.filter(read_at=None).values_list("news__kind", flat=True)) >= {"newsletter", "waiting"}
    assert not Notice.objects.filter(read_at=None, news__kind="steps").exists()
    assert not Team.objects.filter(steps_due__gt=0).exists()


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
    out = StringIO()
    call_command("retell", stdout=out)
    assert "every figure was right" in out.getvalue()
