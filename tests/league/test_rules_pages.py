"""The rules in force in a league, chapter by chapter: what differs is marked, and says since when."""

from dataclasses import replace

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league import houses
from league.models import League, Role
from rules.house import rulebook
from teams.models import Team
from tests.league.clubs import club, enter, join, season
from tests.teams.people import person
from tests.teams.stories import words

pytestmark = pytest.mark.django_db
RICH = replace(rulebook(), koban=replace(rulebook().koban, win=12))


@pytest.fixture
def league() -> League:
    return club()


def enrich(league: League) -> None:
    houses.change_rules(league=league, rules=RICH, author=league.memberships.get().person, reason="For fun", based_on=0)


def test_a_league_without_house_rules_plays_by_the_rulebook(client: Client, league: League) -> None:
    page = words(client.get("/leagues/moon-court/rules/revenue/"))
    assert "A win 10 koban" in page
    assert "This league" not in page


def test_what_a_league_plays_differently_is_marked_with_its_version(client: Client, league: League) -> None:
    enrich(league)
    response = client.get("/leagues/moon-court/rules/revenue/")
    page = words(response)
    assert "A win 12 koban rulebook: 10 koban" in page
    assert "This league A win pays 12 koban (rulebook: 10)." in page
    assert "For fun" in page
    assert 'href="/leagues/moon-court/house-rules/versions/1/"' in response.content.decode()
    assert "12 koban" not in words(client.get("/rules/revenue/"))


def test_the_contents_say_where_something_differs(client: Client, league: League) -> None:
    assert "played differently here" not in words(client.get("/leagues/moon-court/rules/"))
    enrich(league)
    assert "1 rule played differently here" in words(client.get("/leagues/moon-court/rules/"))


def test_the_house_rules_lead_to_all_rules(client: Client, league: League) -> None:
    assert 'href="/leagues/moon-court/rules/"' in client.get("/leagues/moon-court/house-rules/").content.decode()


def test_a_private_league_shows_its_rules_to_members_alone(client: Client) -> None:
    league = club(is_private=True)
    urls = ("/leagues/moon-court/rules/", "/leagues/moon-court/rules/revenue/")
    assert [client.get(url).status_code for url in urls] == [404, 404]
    client.force_login(person("stranger"))
    assert [client.get(url).status_code for url in urls] == [404, 404]
    client.force_login(join(league, person("mio"), Role.GUEST))
    assert [client.get(url).status_code for url in urls] == [200, 200]


def test_a_chapter_that_is_not_there_says_so(client: Client, league: League) -> None:
    assert client.get("/leagues/moon-court/rules/nonsense/").status_code == 404
    assert client.get("/leagues/nowhere/rules/revenue/").status_code == 404
    assert client.post("/leagues/moon-court/rules/revenue/").status_code == 405


@pytest.mark.parametrize("page", ["rules/", "rules/experience/"])
def test_it_costs_the_same_however_many_versions_there_were(
    client: Client, league: League, page: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    enrich(league)
    with django_assert_num_queries(2):
        client.get(f"/leagues/moon-court/{page}")
    author = league.memberships.get().person
    houses.change_rules(league=league, rules=rulebook(), author=author, reason="No", based_on=1)
    with django_assert_num_queries(2):
        client.get(f"/leagues/moon-court/{page}")


# From a team


def test_a_rule_for_a_team_is_the_one_of_its_league(client: Client, league: League) -> None:
    enrich(league)
    league.refresh_from_db()
    its = enter(season(league, teams=0), "Red Hands").team
    Team.objects.filter(pk=its.pk).update(house=league.house)
    assert client.get(f"/teams/{its.slug}/rules/upkeep/")["Location"] == "/leagues/moon-court/rules/ronin/#upkeep"
    League.objects.update(is_private=True)
    assert client.get(f"/teams/{its.slug}/rules/upkeep/")["Location"] == "/rules/ronin/#upkeep"
