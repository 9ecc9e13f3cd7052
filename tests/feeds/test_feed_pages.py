"""The page of one's feeds: its links, made, renewed and revoked."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import FeedKey
from tests.league.clubs import club, join
from tests.teams.people import person, team
from tests.teams.stories import words

pytestmark = pytest.mark.django_db
PAGE = "/account/feeds/"


@pytest.mark.parametrize("path", ["", "renew/", "revoke/"])
def test_a_visitor_logs_in_first(client: Client, path: str) -> None:
    response = client.get(PAGE) if not path else client.post(PAGE + path)
    assert response["Location"].startswith("/account/login/")


@pytest.mark.parametrize("path", ["renew/", "revoke/"])
def test_links_are_changed_by_post_alone(client: Client, path: str) -> None:
    client.force_login(person())
    assert client.get(PAGE + path).status_code == 405


def test_looking_makes_no_links(client: Client) -> None:
    client.force_login(person())
    assert "Make secret links" in words(client.get(PAGE))
    assert not FeedKey.objects.exists()


def test_links_are_made_and_work(client: Client) -> None:
    kenta = person()
    join(club("Sun Court", is_private=True), kenta)
    join(club("Moon Court", master=person("luna")), kenta)
    team(kenta)
    client.force_login(kenta)
    page = client.post(f"{PAGE}renew/", follow=True).content.decode()
    addresses = re.findall(r"<code[^>]*>http://127.0.0.1:8000([^<]+)</code>", page)
    assert len(addresses) == 1 + 3 + 3 + 1
    client.logout()
    assert [client.get(address).status_code for address in addresses] == [200] * len(addresses)
    assert "/leagues/moon-court/games.ics" in addresses  # what is public needs no secret
    assert "/leagues/sun-court/games.ics" not in addresses


def test_without_links_private_leagues_are_only_counted(client: Client) -> None:
    kenta = person()
    join(club("Sun Court", is_private=True), kenta)
    client.force_login(kenta)
    page = words(client.get(PAGE))
    assert "1 of your leagues and teams are private" in page
    assert "sun-court" not in page


def test_renewed_and_revoked_links_are_dead(client: Client) -> None:
    client.force_login(person())
    first = _own(client.post(f"{PAGE}renew/", follow=True).content.decode())
    second = _own(client.post(f"{PAGE}renew/", follow=True).content.decode())
    assert client.get(first).status_code == 404
    assert client.get(second).status_code == 200
    assert "revoked" in client.post(f"{PAGE}revoke/", follow=True).content.decode()
    assert client.get(second).status_code == 404
    assert "There were no secret links" in client.post(f"{PAGE}revoke/", follow=True).content.decode()


def _own(page: str) -> str:
    (found,) = set(re.findall(r"http://127.0.0.1:8000(/feeds/[^/]+/games\.ics)", page))
    return str(found)


def test_the_account_and_the_team_lead_there(client: Client) -> None:
    kenta = person()
    its = team(kenta)
    client.force_login(kenta)
    assert PAGE in client.get("/account/").content.decode()
    page = client.get(its.get_absolute_url()).content.decode()
    assert f'<link rel="alternate" type="text/calendar" title="Games of {its.name}"' in page
    assert "Calendar of its games" in page


def test_the_page_is_never_kept(client: Client) -> None:
    client.force_login(person())
    assert "no-store" in client.get(PAGE)["Cache-Control"]


def test_it_costs_the_same_for_any_number_of_leagues(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    kenta = person()
    client.force_login(kenta)
    with django_assert_num_queries(5):
        client.get(PAGE)
    for n in range(4):
        join(club(f"Court {n}", master=person(f"master{n}")), kenta)
        team(kenta)
    with django_assert_num_queries(5):
        client.get(PAGE)
