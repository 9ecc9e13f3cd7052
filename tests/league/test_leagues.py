"""Leagues as such: founding, describing, archiving, and the list of them."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league import leagues
from league.league_list import LEAGUES_PER_PAGE, excerpt, find
from league.leagues import About
from league.models import Joining, League, Membership, Role
from rules.problems import RuleBroken
from tests.conftest import Race
from tests.league.clubs import club, join, season
from tests.teams.people import person
from tests.teams.stories import words

pytestmark = pytest.mark.django_db

NEW = {"name": "Moon Court", "description": "", "joining": "open"}


@pytest.fixture
def sensei(client: Client) -> User:
    """Logged in already."""
    user = person("sensei")
    client.force_login(user)
    return user


def new(**more: str) -> dict[str, str]:
    return {**NEW, "key": str(uuid4()), **more}


# Founding


def test_who_founds_a_league_is_its_ninja_master() -> None:
    kenta = person()
    league = leagues.create(about=About("Moon Court", "Fridays.", joining=Joining.APPROVAL), author=kenta)
    assert (league.slug, league.name, league.description) == ("moon-court", "Moon Court", "Fridays.")
    assert (league.joining, league.is_private, league.house, league.is_archived) == ("approval", False, None, False)
    assert [(its.person, its.role) for its in league.memberships.all()] == [(kenta, Role.MASTER)]


@pytest.mark.parametrize(
    ("name", "begins"),
    [("New", "new-"), ("影", "league"), ("Moon Court", "moon-court-"), ("  Ó Ráin!  ", "o-rain"), ("_-_", "league")],
)
def test_an_address_is_made_from_the_name_and_is_always_free(name: str, begins: str) -> None:
    club("Moon Court")
    league = leagues.create(about=About(name), author=person())
    assert league.slug.startswith(begins)
    assert league.slug not in ("new", "moon-court")


def test_even_the_longest_name_has_an_address() -> None:
    kenta = person()
    slugs = {leagues.create(about=About("w" * 60), author=kenta).slug for _ in range(3)}
    assert len(slugs) == 3
    assert max(map(len, slugs)) <= 80


@pytest.mark.parametrize(
    ("about", "code", "subject"),
    [
        (About(""), "nameless", "name"),
        (About("w" * 61), "name-too-long", "name"),
        (About("Moon\nCourt"), "unprintable-name", "name"),
        (About("Moon", "w" * 20_001), "description-too-long", "description"),
        (About("Moon", joining="magic"), "unknown-joining", "joining"),  # type: ignore[arg-type]
        (About("Moon", is_private=True, joining=Joining.OPEN), "private-joining", "joining"),
        (About("Moon", is_private=True, joining=Joining.APPROVAL), "private-joining", "joining"),
    ],
)
def test_what_is_wrong_with_a_league_is_said_and_none_is_made(about: About, code: str, subject: str) -> None:
    with pytest.raises(RuleBroken) as refusal:
        leagues.create(about=about, author=person())
    assert (refusal.value.code, refusal.value.subject) == (code, subject)
    assert not League.objects.exists()


def test_every_reason_is_given_at_once() -> None:
    with pytest.raises(RuleBroken) as refusal:
        leagues.create(about=About("", "w" * 20_001), author=person())
    assert len(refusal.value.problems) == 2


def test_the_same_form_sent_twice_is_one_league() -> None:
    kenta, key = person(), uuid4()
    first = leagues.create(about=About("Moon Court"), author=kenta, key=key)
    assert leagues.create(about=About("Moon Court"), author=kenta, key=key) == first
    assert leagues.create(about=About("Moon Court"), author=person("mio"), key=key) != first


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_database
def test_a_form_that_is_sent_ten_times_at_once_is_one_league(race: Race) -> None:
    kenta, key = person(), uuid4()
    made = race(lambda: leagues.create(about=About("Moon Court"), author=kenta, key=key), runners=10)
    assert {league.pk if isinstance(league, League) else league for league in made} == {League.objects.get().pk}
    assert Membership.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_database
def test_leagues_of_one_name_made_at_once_have_addresses_of_their_own(race: Race) -> None:
    kenta = person()
    made = race(lambda: leagues.create(about=About("Moon Court"), author=kenta), runners=8)
    assert len({league.slug for league in made if isinstance(league, League)}) == 8


# Its pages


def test_a_league_is_founded_in_one_form(client: Client, sensei: User) -> None:
    assert client.get("/leagues/new/").status_code == 200
    response = client.post("/leagues/new/", new(description="# Hello"), follow=True)
    assert response.redirect_chain == [("/leagues/moon-court/", 302)]
    assert "Moon Court is founded, and you are its ninja master." in response.content.decode()
    assert "No season has been opened yet." in words(response)


def test_a_visitor_signs_up_or_logs_in_before_founding(client: Client) -> None:
    assert "Sign up or log in next: what you have written is kept" in words(client.get("/leagues/new/"))
    assert client.post("/leagues/new/", new()).headers["Location"] == "/account/signup/?next=/leagues/new/"
    logs_in = client.post("/leagues/new/", new(has_account="yes"))
    assert logs_in.headers["Location"] == "/account/login/?next=/leagues/new/"
    assert not League.objects.exists()


def test_what_a_visitor_has_typed_is_there_after_signing_up(client: Client) -> None:
    client.post("/leagues/new/", new(name="Lantern Club", description="Fridays\0", joining="approval"))
    account = {"username": "mio", "email": "mio@example.org", "password1": "lantern-river-7", "next": "/leagues/new/"}
    page = client.post("/account/signup/", {**account, "password2": account["password1"]}, follow=True)
    assert page.redirect_chain[-1][0] == "/leagues/new/"
    html = page.content.decode()
    assert 'value="Lantern Club"' in html
    assert "Fridays" in html
    assert 'value="approval"' in html
    client.post("/leagues/new/", new(name="Lantern Club"))
    assert 'value="Lantern Club"' not in client.get("/leagues/new/").content.decode()


def test_a_wrong_form_comes_back_with_what_was_written(client: Client, sensei: User) -> None:
    response = client.post("/leagues/new/", new(name=" ", description="My words"))
    assert response.status_code == 422
    assert "A league needs a name." in words(response)
    assert "My words" in words(response)


def test_a_form_that_lost_a_part_is_refused(client: Client, sensei: User) -> None:
    assert client.post("/leagues/new/", NEW).status_code == 422
    assert client.post("/leagues/new/", new(joining="magic")).status_code == 422
    assert not League.objects.exists()


def test_a_private_league_is_joined_by_invitation_whatever_was_ticked(client: Client, sensei: User) -> None:
    client.post("/leagues/new/", new(is_private="on", joining="open"))
    assert League.objects.get().joining == Joining.INVITATION


def test_settings_change_everything_but_the_address(client: Client, sensei: User) -> None:
    league = club(master=sensei)
    assert "Moon Court" in client.get("/leagues/moon-court/settings/").content.decode()
    about = {"name": "Sun Court", "description": "*New*", "joining": "approval"}
    response = client.post("/leagues/moon-court/settings/", about, follow=True)
    assert "What Sun Court says of itself is saved." in response.content.decode()
    league.refresh_from_db()
    assert (league.slug, league.name, league.description) == ("moon-court", "Sun Court", "*New*")
    assert (league.joining, league.is_private) == ("approval", False)


def test_settings_that_are_wrong_change_nothing(client: Client, sensei: User) -> None:
    league = club(master=sensei)
    response = client.post("/leagues/moon-court/settings/", {"name": "", "joining": "open"})
    assert response.status_code == 422
    assert "A league needs a name." in words(response)
    league.refresh_from_db()
    assert league.name == "Moon Court"


# Putting it away


def test_a_league_is_archived_after_a_question_and_reopened(client: Client, sensei: User) -> None:
    league = club(master=sensei)
    assert "Archive Moon Court ?" in words(client.get("/leagues/moon-court/archive/"))
    league.refresh_from_db()
    assert not league.is_archived
    response = client.post("/leagues/moon-court/archive/", follow=True)
    assert "Moon Court is archived." in response.content.decode()
    assert "Reopen it" in words(response)
    assert "is open again" in client.post("/leagues/moon-court/reopen/", follow=True).content.decode()
    league.refresh_from_db()
    assert not league.is_archived


def test_archiving_and_reopening_twice_is_once(client: Client, sensei: User) -> None:
    league = club(master=sensei)
    leagues.archive(league=league)
    league.refresh_from_db()
    first = league.archived_at
    assert client.post("/leagues/moon-court/archive/").status_code == 302
    assert client.get("/leagues/moon-court/archive/").status_code == 302
    league.refresh_from_db()
    assert league.archived_at == first
    for _ in range(2):
        assert client.post("/leagues/moon-court/reopen/").status_code == 302


@pytest.mark.parametrize("address", ["reopen/"])
def test_what_changes_a_league_is_never_a_mere_link(client: Client, sensei: User, address: str) -> None:
    club(master=sensei)
    assert client.get(f"/leagues/moon-court/{address}").status_code == 405


# The list


def test_everybody_finds_the_public_leagues(client: Client) -> None:
    club("Moon Court")
    club("Hidden", master=person("mio"), is_private=True)
    page = words(client.get("/leagues/"))
    assert "All leagues 1 Moon Court Ninja master: sensei No season yet 1 member" in page
    assert "Hidden" not in page


def test_own_leagues_come_first_with_ones_role(client: Client, sensei: User) -> None:
    join(club("Hidden", master=person("mio"), is_private=True), sensei, Role.GUEST)
    season(club("Another", master=person("kenta")), teams=0)
    page = words(client.get("/leagues/"))
    assert page.index("Your leagues") < page.index("Hidden") < page.index("You: guest")
    assert page.index("You: guest") < page.index("Other leagues 1") < page.index("Another")
    assert "Autumn: running" in page


def test_leagues_are_sought_by_a_part_of_their_name(client: Client) -> None:
    club("Moon Court")
    club("Sun Court", master=person("mio"))
    page = words(client.get("/leagues/?q=MOON"))
    assert "Moon Court" in page
    assert "Sun Court" not in page
    assert "No league of that name. Show all" in words(client.get("/leagues/?q=%00star"))


def test_archived_leagues_stand_apart(client: Client) -> None:
    leagues.archive(league=club("Old Court"))
    club("Moon Court", master=person("mio"))
    page = words(client.get("/leagues/"))
    assert "Old Court" not in page
    assert "1 archived" in page
    archived = words(client.get("/leagues/?archived=yes"))
    assert "Old Court" in archived
    assert "Moon Court" not in archived


def test_an_empty_list_says_what_to_do(client: Client) -> None:
    assert "None yet. Start the first" in words(client.get("/leagues/"))


def test_htmx_gets_the_list_alone(client: Client) -> None:
    club()
    part = client.get("/leagues/?q=moon", headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<div id="found">')
    assert "<html" not in part


def test_a_card_begins_with_the_description_as_plain_words() -> None:
    assert excerpt("# Hello\n\n**We** play <b>hard</b> & fast") == "Hello We play <b>hard</b> & fast"
    assert excerpt("word " * 60).endswith("word…")


@pytest.mark.parametrize("count", [2, 60])
def test_the_list_costs_the_same_however_many_there_are(
    client: Client, sensei: User, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        league = League.objects.create(slug=f"league-{number}", name=f"League {number}")
        Membership.objects.create(league=league, person=person(f"master{number}"), role=Role.MASTER)
        if number % 2:
            join(league, sensei)
    with django_assert_num_queries(10):
        page = words(client.get("/leagues/"))
    assert ("Page 1 of 2" in page) is (count / 2 > LEAGUES_PER_PAGE)


def test_the_first_page_is_found_by_an_index() -> None:
    """In order, and without a look at all the others."""
    found = find(AnonymousUser(), "", is_archived=False, page=None).page.paginator.object_list
    assert isinstance(found, QuerySet)
    plan = found[:LEAGUES_PER_PAGE].explain()
    assert "USING INDEX public_league_by_name" in plan
    assert "B-TREE" not in plan
