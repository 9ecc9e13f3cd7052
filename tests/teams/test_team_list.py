"""The list of teams: who finds which, and that its price does not grow with them."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from teams.models import Team
from teams.permissions import teams_of_others
from teams.views.team import TEAMS_PER_PAGE
from tests.teams.people import named, person, team
from tests.teams.stories import seasoned, words

pytestmark = pytest.mark.django_db


def read(client: Client, query: str = "") -> str:
    response = client.get(f"/teams/{query}")
    assert response.status_code == 200
    return words(response)


def many(count: int, owner: User | None = None) -> None:
    """Rows alone: the list reads nothing else."""
    first = team(owner, named("Team 0"))
    columns = {field.attname: getattr(first, field.attname) for field in Team._meta.concrete_fields}
    for unique in ("id", "slug", "name"):
        del columns[unique]
    Team.objects.bulk_create(Team(slug=f"many-{first.pk}-{n}", name=f"Team {n}", **columns) for n in range(1, count))


def test_everybody_finds_the_public_teams(client: Client) -> None:
    team(person("kenta"), named("Red Hands"))
    team(person("mayumi"), named("Hidden"), is_private=True)
    page = read(client)
    assert "All teams 1" in page
    assert "Red Hands Tora, played by kenta Rating 4 3 ninja, 60 koban in the treasury No league game yet" in page
    assert "Hidden" not in page


def test_own_teams_come_first_private_ones_too(client: Client) -> None:
    me = person("kenta")
    team(me, named("Mine"), is_private=True)
    team(person("mayumi"), named("Another"))
    client.force_login(me)
    page = read(client)
    assert page.index("Your teams") < page.index("Mine") < page.index("Everybody else's 1") < page.index("Another")
    assert "Private" in page


def test_what_is_due_is_marked_on_own_teams_only(client: Client) -> None:
    me = person("kenta")
    seasoned(me)
    assert "due before" not in read(client)
    client.force_login(me)
    assert "1 step due before the next game" in read(client)


def test_the_record_of_a_team_is_shown(client: Client) -> None:
    seasoned()
    assert "1 game: 1 won, 0 drawn, 0 lost" in read(client)


def test_the_ninja_master_finds_every_team(client: Client) -> None:
    team(person("kenta"), named("Hidden"), is_private=True)
    client.force_login(person("master", is_staff=True))
    assert "Hidden" in read(client)


def test_a_part_of_the_name_is_enough(client: Client) -> None:
    team(event=named("Red Hands"))
    team(event=named("Blue Feet"))
    page = read(client, "?q=HAND")
    assert "Red Hands" in page
    assert "Blue Feet" not in page


def test_teams_can_be_sought_by_clan(client: Client) -> None:
    team(event=named("Red Hands", "tora"))
    team(event=named("Blue Feet", "ika"))
    page = read(client, "?clan=ika")
    assert "Blue Feet" in page
    assert "Red Hands" not in page


def test_a_clan_nobody_knows_is_not_found(client: Client) -> None:
    response = client.get("/teams/?clan=tiger")
    assert response.status_code == 404
    assert "There is no clan called “tiger”" in words(response)


@pytest.mark.parametrize("query", ["?q=%00", "?q=%25", "?q=" + "x" * 5000, "?q=<script>alert(1)</script>", "?page=x"])
def test_no_query_breaks_the_page(client: Client, query: str) -> None:
    team(event=named("Red Hands"))
    html = client.get(f"/teams/{query}").content.decode()
    assert "<script>" not in html


def test_nothing_found_says_so_and_leads_back(client: Client) -> None:
    page = read(client, "?q=nobody")
    assert "Teams found 0 No team of that description. Show all" in page


def test_an_empty_site_says_so(client: Client) -> None:
    assert "None yet." in read(client)


def test_a_page_holds_twenty_four_and_keeps_what_was_sought(client: Client) -> None:
    many(30)
    first = client.get("/teams/?q=Team").content.decode()
    assert first.count('class="card team-card') == TEAMS_PER_PAGE == 24
    assert "q=Team&amp;page=2" in first
    assert client.get("/teams/?q=Team&page=2").content.decode().count('class="card team-card') == 6


def test_a_page_beyond_the_last_is_the_last(client: Client) -> None:
    many(30)
    assert "Page 2 of 2" in read(client, "?page=99")


def test_htmx_gets_what_was_found(client: Client) -> None:
    team()
    html = client.get("/teams/?q=tora", headers={"HX-Request": "true"}).content.decode()
    assert html.strip().startswith('<div id="found">')
    assert "<html" not in html


def test_a_hostile_name_is_text(client: Client) -> None:
    team(event=named("<img src=x onerror=alert(1)>"))
    html = client.get("/teams/").content.decode()
    assert "<img" not in html
    assert not re.search(r"\sstyle=|<script(?![^>]* src=)", html)


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_nothing_can_be_sent_to_it(client: Client, method: str) -> None:
    assert getattr(client, method)("/teams/").status_code == 405


def test_the_list_costs_the_same_for_one_team_and_for_thirty(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    many(1)
    with django_assert_num_queries(2):
        client.get("/teams/")
    many(30, person("mayumi"))
    with django_assert_num_queries(2):
        client.get("/teams/")
    me = person("kenta")
    many(30, me)
    client.force_login(me)
    with django_assert_num_queries(5):
        client.get("/teams/")


def test_the_first_page_is_found_by_an_index() -> None:
    """In order, and without a look at all the others."""
    plan = teams_of_others(AnonymousUser())[:TEAMS_PER_PAGE].explain()
    assert "USING INDEX public_team_by_name" in plan
    assert "B-TREE" not in plan
