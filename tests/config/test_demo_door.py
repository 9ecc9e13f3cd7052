"""The way into the demo, and where it is shut."""

from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from config import demo, demo_door, demo_league
from league import leagues
from league.models import League
from teams import chronicle
from tests.rules.teams import legal_team

pytestmark = pytest.mark.django_db
CARD = 'id="doors"'


@pytest.fixture(autouse=True)
def nothing_found_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_door, "FOUND", {"demo": False})


@pytest.fixture
def moon_court() -> League:
    """What of the demo the door has to know: its people, its league, and a team."""
    people = demo._people()
    kenta = people["kenta"]
    chronicle.found(event=legal_team("tora"), owner=kenta, author=kenta)
    league = leagues.create(about=demo_league.ABOUT, author=people[demo.MASTER], key=demo_league.KEY)
    demo_door.look()
    return league


def who(client: Client) -> str:
    return str(client.get("/").context["user"])


def test_the_start_page_of_a_demo_says_who_one_can_be(client: Client, moon_court: League) -> None:
    page = client.get("/").content.decode()
    assert CARD in page
    assert demo.PASSWORD in page
    for door in demo_door.DOORS:
        assert f'action="/demo/{door.name}/"' in page


@pytest.mark.parametrize(
    ("name", "leads"),
    [("sensei", "/leagues/moon-court/desk/"), ("kenta", "/teams/"), ("gen", "/leagues/moon-court/")],
)
def test_one_click_lets_somebody_in(client: Client, moon_court: League, name: str, leads: str) -> None:
    answer = client.post(f"/demo/{name}/")
    assert answer.status_code == 302
    assert answer["Location"].startswith(leads)
    assert who(client) == name
    assert client.get(answer["Location"]).status_code == 200


def test_whoever_is_in_can_be_somebody_else(client: Client, moon_court: League) -> None:
    client.post("/demo/sensei/")
    client.post("/demo/gen/")
    assert who(client) == "gen"


@pytest.mark.parametrize("name", ["mio", "nobody", "aiko"])
def test_other_accounts_have_no_door(client: Client, moon_court: League, name: str) -> None:
    assert client.post(f"/demo/{name}/").status_code == 404
    assert who(client) == "AnonymousUser"


def test_it_is_opened_by_a_form_of_this_site_only(moon_court: League) -> None:
    assert Client(enforce_csrf_checks=True).post("/demo/sensei/").status_code == 403
    assert Client().get("/demo/sensei/").status_code == 405


def test_a_public_site_has_neither_card_nor_door(client: Client, moon_court: League, settings: LazySettings) -> None:
    assert CARD in client.get("/").content.decode()
    settings.PUBLIC = True
    page = client.get("/").content.decode()
    assert CARD not in page
    assert demo.PASSWORD not in page
    assert client.post("/demo/sensei/").status_code == 404
    assert who(client) == "AnonymousUser"


def test_a_database_that_is_no_demo_has_neither(client: Client) -> None:
    sensei = User.objects.create_user("sensei", password=demo.PASSWORD)
    leagues.create(about=demo_league.ABOUT, author=sensei, key=uuid4())
    demo_door.look()
    assert CARD not in client.get("/").content.decode()
    assert client.post("/demo/sensei/").status_code == 404


def test_an_account_with_a_password_of_its_own_lets_nobody_in(client: Client, moon_court: League) -> None:
    sensei = User.objects.get(username="sensei")
    sensei.set_password("something-else-by-now")
    sensei.save()
    answer = client.post("/demo/sensei/", follow=True)
    assert "sensei has another password now" in answer.content.decode()
    assert who(client) == "AnonymousUser"


def test_no_start_page_asks_the_database(
    client: Client, moon_court: League, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert CARD in client.get("/").content.decode()


def test_a_public_site_does_not_begin_with_the_demo(moon_court: League, settings: LazySettings) -> None:
    demo_door.refuse_the_public()
    settings.PUBLIC = True
    with pytest.raises(SystemExit, match="passwords everybody knows"):
        demo_door.refuse_the_public()
    moon_court.delete()
    demo_door.refuse_the_public()
