"""The page of a person: what of theirs each onlooker may see."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import Role
from league.people import person_url
from tests.league.clubs import club, join
from tests.teams.people import named, person, team
from tests.teams.stories import words

pytestmark = pytest.mark.django_db


def read(client: Client, name: str = "kenta") -> str:
    response = client.get(f"/people/{name}/")
    assert response.status_code == 200
    return words(response)


@pytest.fixture
def kenta() -> User:
    """With a team and a league for everybody to see, and one of each that is private."""
    kenta = person("kenta")
    team(kenta, named("Open Hands"))
    team(kenta, named("Hidden Hands"), is_private=True)
    join(club("Open Court"), kenta)
    join(club("Hidden Court", master=person("mayumi"), is_private=True), kenta, Role.ASSISTANT)
    return kenta


def test_a_stranger_sees_what_is_public(client: Client, kenta: User) -> None:
    page = read(client)
    assert "1 team and 1 league to see here." in page
    assert "Open Hands" in page
    assert "Open Court Player" in page
    assert "Hidden" not in page


def test_a_member_of_a_private_league_sees_that_too(client: Client, kenta: User) -> None:
    client.force_login(User.objects.get(username="mayumi"))
    page = read(client)
    assert "Hidden Court Private Assistant" in page
    assert "Hidden Hands" not in page


def test_the_person_and_the_staff_see_everything(client: Client, kenta: User) -> None:
    client.force_login(kenta)
    assert "Your account" in read(client)
    assert "Hidden Hands" in read(client)
    client.force_login(person("staff", is_staff=True))
    assert "Hidden Hands" in read(client)
    assert "Your account" not in read(client)


def test_who_shows_nothing_is_nobody(client: Client) -> None:
    hidden = person("kenta")
    team(hidden, named("Hidden"), is_private=True)
    response = client.get("/people/kenta/")
    assert response.status_code == 404
    assert "There is no player of this name here, or nothing of theirs is public." in words(response)
    client.force_login(hidden)
    read(client)


def test_an_account_that_is_closed_is_nobody_s(client: Client, kenta: User) -> None:
    kenta.is_active = False
    kenta.save()
    assert client.get("/people/kenta/").status_code == 404
    kenta.delete()
    assert client.get("/people/kenta/").status_code == 404


def test_case_does_not_matter(client: Client, kenta: User) -> None:
    assert "Open Hands" in read(client, "KENTA")


@pytest.mark.every_database
@pytest.mark.parametrize("name", ["a.b-c_d", "kenta@example.com", "Zoë", "two words", "50%", "a/b", "what?", "#1", "+"])
def test_a_name_of_odd_characters_has_a_page(client: Client, name: str) -> None:
    odd = person(name)
    team(odd, named("Open Hands"))
    assert "Open Hands" in words(client.get(person_url(odd)))
    assert name in words(client.get("/search/", {"q": name}))


@pytest.mark.every_database
@pytest.mark.parametrize("name", ["%00", "a%00b", "x" * 3000, "%F0%9F%A6%8A", "%20", "..%2f..", "nobody"])
def test_a_name_that_nobody_has_is_not_found(client: Client, name: str) -> None:
    assert client.get(f"/people/{name}/").status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_nothing_can_be_sent_to_it(client: Client, kenta: User, method: str) -> None:
    assert getattr(client, method)("/people/kenta/").status_code == 405


def test_it_costs_the_same_for_one_team_and_for_many(
    client: Client, kenta: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(3):
        read(client)
    for number in range(5):
        team(kenta, named(f"Team {number}"))
        join(club(f"Court {number}", master=person(f"master-{number}")), kenta)
    with django_assert_num_queries(3):
        read(client)
