"""The club that a new site begins with."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from config import demo, demo_league
from league.models import Fixture, League, Season
from league.notices.models import Notice
from league.permissions import Standing
from matches.master_page import desk_page
from matches.models import Comment, Match, Report, Story
from matches.newsletter.models import Issue
from rules.catalog import catalog
from rules.roster import problems
from teams import chronicle
from teams.models import Ninja, Team

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def said(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Made once for all tests of this file, which only look; says what was said meanwhile."""
    out = StringIO()
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("demo", stdout=out)
        yield out.getvalue()
        transaction.set_rollback(True)


def test_it_has_eight_legal_teams_of_six_clans_and_says_how_to_log_in(client: Client, said: str) -> None:
    assert demo.WELCOME in said
    teams = Team.objects.all()
    assert len(teams) == 8
    assert {team.clan for team in teams} == set(catalog().clans)
    assert len({team.name for team in teams}) == 8
    assert all(problems(chronicle.scroll_of(team), chronicle.house_of(team)) == [] for team in teams)
    for person_ in (demo.MASTER, demo.ASSISTANT, *demo.PLAYERS, demo.GUEST, demo.NEWCOMER):
        assert client.login(username=person_, password=demo.PASSWORD)


def test_it_has_a_league_with_a_champion_and_a_season_under_way(client: Client) -> None:
    autumn, winter = Season.objects.order_by("number")
    assert autumn.champion is not None
    assert winter.state == Season.State.RUNNING
    assert winter.entrants.count() == 8
    states = Counter(Fixture.objects.filter(round__season=winter).values_list("state", flat=True))
    assert states == {"played": 10, "forfeited": 1, "postponed": 1, "scheduled": 16}
    for page in ("", "house-rules/", "seasons/1/playoffs/", "seasons/2/", "seasons/2/standings/", "seasons/2/ratings/"):
        assert client.get(f"/leagues/moon-court/{page}").status_code == 200


def test_its_games_were_reported_and_talked_about() -> None:
    states = Counter(Match.objects.values_list("state", flat=True))
    assert states == {"accepted": demo_league.GAMES, "disputed": 1, "reported": 1}
    assert Report.objects.filter(kind=Report.Kind.AMENDMENT, in_force_from__isnull=False).count() == 1
    assert Story.objects.exists()
    assert Comment.objects.exists()
    assert Issue.objects.filter(number=1).exists()
    assert set(Notice.objects.filter(read_at=None).values_list("news__kind", flat=True)) >= {"newsletter", "waiting"}
    assert not Notice.objects.filter(read_at=None, news__kind="steps").exists()


def test_its_ninja_have_grown_and_some_must_miss_the_next_game() -> None:
    there = Ninja.objects.filter(is_former=False)
    assert there.filter(level__gte=3).exists()
    assert there.filter(misses__gt=0).count() >= 2
    assert Ninja.objects.filter(is_former=True, profile__in=[its.id for its in catalog().ronin]).exists()


def test_a_ninja_master_finds_one_thing_of_each_kind_on_the_desk() -> None:
    desk = desk_page(League.objects.get(), Standing.MASTER, User.objects.get(username=demo.MASTER))
    assert desk.in_order == ["Every roster is legal."]
    assert (len(desk.games.rows), len(desk.asking)) == (1, 1)


def test_it_took_months_and_what_is_new_is_of_today() -> None:
    team = Team.objects.filter(steps_due=0)[0]
    times = list(team.entries.order_by("number").values_list("written_at", flat=True))
    assert times == sorted(times)
    assert (timezone.now() - times[0]).days > 90
    late = Match.objects.filter(state=Match.State.DISPUTED).get()
    assert timezone.now() - late.briefed_at < timedelta(minutes=5)
    for match in Match.objects.filter(state=Match.State.ACCEPTED).select_related("fixture__round"):
        assert timezone.localdate(match.briefed_at) == match.fixture.round.deadline


def test_a_projection_of_the_demo_is_what_its_chronicle_tells() -> None:
    out = StringIO()
    call_command("retell", stdout=out)
    assert "every figure was right" in out.getvalue()
