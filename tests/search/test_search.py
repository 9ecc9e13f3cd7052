"""The search: who finds what, in which order, at which price, and what is said where nothing is found."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from league.models import League, Role
from league.search import finding
from league.search.hits import Found, Hit
from league.search.sought import LONGEST, Rank
from teams.models import Team
from teams.permissions import Person
from tests.league.clubs import club, enter, join, season
from tests.teams.people import named, person, team
from tests.teams.stories import seasoned, words

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


def names(typed: str, who: Person = NOBODY) -> dict[str, list[str]]:
    return {group.id: [hit.name for hit in group.hits] for group in finding.find(who, typed).groups}


def found(typed: str, who: Person = NOBODY) -> Found:
    return finding.find(who, typed)


def ninja_called(name: str) -> Hit:
    return next(hit for group in found(name).groups if group.id == "ninja" for hit in group.hits)


def read(client: Client, typed: str) -> str:
    response = client.get("/search/", {"q": typed})
    assert response.status_code == 200
    return words(response)


def suggested(client: Client, typed: str) -> str:
    headers = {"HX-Request": "true", "HX-Target": "suggestions"}
    response = client.get("/search/", {"q": typed}, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture(autouse=True)
def nobody_was_quick() -> None:
    cache.clear()


# What is found


@pytest.mark.every_database
def test_teams_ninja_leagues_and_people_are_found_by_any_word_of_their_names() -> None:
    league = club("Moon Court")
    join(league, person("kenta"))
    its = team(None, named("Red Hands"))
    ninja = its.ninja.first()
    assert ninja
    assert names("court") == {"leagues": ["Moon Court"]}
    assert names("HAND")["teams"] == ["Red Hands"]
    assert names("KENT") == {"people": ["kenta"]}
    assert ninja.name in names(ninja.name)["ninja"]


@pytest.mark.parametrize(
    ("typed", "kind", "name"),
    [
        ("tora", "clans", "Tora"),
        ("tora kaiken", "profiles", "Tora Kaiken"),
        ("kaiken tora", "profiles", "Tora Kaiken"),
        ("byakko", "heroes", "Byakko"),
        ("benkei", "ronin", "Benkei"),
        ("leap", "keywords", "Leap"),
        ("brawl", "challenges", "Brawl"),
        ("upkeep", "rules", "Paying upkeep"),
        ("tie-breaker", "rules", "Tie-breakers"),
    ],
)
def test_the_whole_catalog_is_found(typed: str, kind: str, name: str) -> None:
    assert names(typed)[kind][0] == name


def test_what_a_keyword_says_is_searched_after_names() -> None:
    group = next(group for group in found("stealth").groups if group.id == "keywords")
    assert {hit.rank for hit in group.hits} == {Rank.TOLD}
    assert "Sneaky" in [hit.name for hit in group.hits]


def test_a_rule_is_found_by_its_words_and_leads_to_its_place() -> None:
    (group,) = (group for group in found("underdog").groups if group.id == "rules")
    hit = next(hit for hit in group.hits if hit.name == "The underdog's bonus")
    assert hit.url == "/rules/revenue/#underdog-bonus"
    assert hit.about.startswith("An underdog gets 1 koban more")


def test_an_ability_leads_to_whoever_has_it() -> None:
    hit = found("pounce").groups[0].hits[0]
    assert hit.about.startswith("Pounce: ")


def test_the_best_answer_comes_first_and_so_does_its_kind() -> None:
    for name in ("Big Leap", "Leaping Foxes", "Leap"):
        team(None, named(name))
    groups = found("leap").groups
    teams = next(group for group in groups if group.id == "teams")
    assert [hit.name for hit in teams.hits] == ["Leap", "Leaping Foxes", "Big Leap"]
    assert [group.best for group in groups] == sorted(group.best for group in groups)
    assert groups[0].best is Rank.EXACT


@pytest.mark.every_database
def test_case_makes_no_difference_and_who_types_accents_finds_names_without() -> None:
    team(None, named("Über Élan"))
    team(None, named("Hojo Guard"))
    assert names("über")["teams"] == names("ÜBER")["teams"] == names("ÉLAN")["teams"] == ["Über Élan"]
    assert names("Hōjō")["teams"] == ["Hojo Guard"]


@pytest.mark.every_database
@pytest.mark.parametrize(("typed", "is_there"), [("100%", True), ("1%0", False), ("a_b", True), ("a__", False)])
def test_percent_and_underscore_mean_themselves(typed: str, is_there: bool) -> None:
    team(None, named("100% a_b"))
    assert ("teams" in names(typed)) is is_there


@pytest.mark.every_database
@pytest.mark.parametrize(
    "typed",
    ["\0", "a\0b", "%00", "\\", "'; --", "“”", "🦊" * 90, "\u202e abc", "x" * 5000, "   ", "İ", "(", "[a-"],
)
def test_nothing_that_can_be_typed_breaks_it(client: Client, typed: str) -> None:
    read(client, typed)
    suggested(client, typed)


def test_what_is_too_long_is_cut(client: Client) -> None:
    team(None, named("x" * LONGEST))
    assert names("x" * 500)["teams"]


def test_a_ninja_is_found_with_its_team_and_leads_to_its_career() -> None:
    its = seasoned()
    chunin = its.ninja.get(profile="tora-chunin")
    hit = ninja_called(chunin.name)
    assert hit.about == f"Chunin, of {its.name}"
    assert hit.url == f"{its.get_absolute_url()}ninja/{chunin.ninja_id}/"


def test_a_ninja_that_has_left_is_found_too() -> None:
    its = seasoned()
    benkei = its.ninja.get(profile="benkei")
    assert benkei.is_former
    hit = ninja_called(benkei.name)
    assert hit.about == f"Ronin, once of {its.name}"
    assert hit.url == f"{its.get_absolute_url()}ninja/{benkei.ninja_id}/"


# Who finds what


def test_a_private_team_and_its_ninja_are_found_by_those_who_may_see_them() -> None:
    league = club("Moon Court", is_private=True)
    owner, member, stranger = person("kenta"), join(league, person("mayumi"), Role.GUEST), person("goro")
    hidden = enter(season(league, teams=0), "Hidden Hands", owner=owner).team
    Team.objects.filter(pk=hidden.pk).update(is_private=True)
    ninja = hidden.ninja.first()
    assert ninja
    master = league.memberships.get(role=Role.MASTER).person
    for who in (owner, member, master, person("staff", is_staff=True)):
        assert names("hidden", who)["teams"] == ["Hidden Hands"]
        assert ninja.name in names(ninja.name, who)["ninja"]
    for other in (NOBODY, stranger):
        assert "teams" not in names("hidden", other)
        assert "ninja" not in names(ninja.name, other)


def test_a_private_team_that_has_moved_on_is_not_found_where_it_played_once() -> None:
    old, new = club("Old Court"), club("New Court", master=person("mayumi"))
    its = enter(season(old, teams=0), "Hidden Hands").team
    Team.objects.filter(pk=its.pk).update(is_private=True)
    master = old.memberships.get().person
    assert "teams" in names("hidden", master)
    former = season(old, teams=0)
    its.entries_in_seasons.update(retired_at=former.created_at)
    season(new, teams=0).entrants.create(team=its, coin=1)
    assert "teams" not in names("hidden", master)


def test_a_private_league_is_found_by_its_members_only() -> None:
    league = club("Hidden Court", is_private=True)
    member = join(league, person("mayumi"), Role.GUEST)
    assert names("hidden", member)["leagues"] == ["Hidden Court"]
    assert "leagues" not in names("hidden")
    assert "leagues" not in names("hidden", person("goro"))
    assert names("hidden", person("staff", is_staff=True))["leagues"] == ["Hidden Court"]


def test_nobody_is_found_who_shows_nothing() -> None:
    league = club("Hidden Court", is_private=True)
    kenta, mayumi = join(league, person("kenta")), join(league, person("mayumi"))
    team(kenta, named("Hidden Hands"), is_private=True)
    assert "people" not in names("kenta")
    assert names("kenta", mayumi)["people"] == ["kenta"]
    assert names("kenta", kenta)["people"] == ["kenta"]
    team(kenta, named("Open Hands"))
    assert names("kenta")["people"] == ["kenta"]
    kenta.is_active = False
    kenta.save()
    assert "people" not in names("kenta")


def test_a_guess_gives_no_private_name_away() -> None:
    team(person(), named("Silver Wisps"), is_private=True)
    club("Silver Court", is_private=True)
    assert not found("sivler wisps").groups


# What is said


def test_nothing_typed_shows_what_can_be_found(client: Client) -> None:
    page = read(client, "")
    assert "One box for everything" in page
    assert "For example" in page
    assert "result" not in page


def test_a_slip_is_forgiven_and_said(client: Client) -> None:
    assert "Nothing here is called “kunoichy”. Did you mean Tora Kunoichi?" in read(client, "kunoichy")
    team(None, named("Silver Wisps"))
    assert "Did you mean Silver Wisps?" in read(client, "silber wisp")


def test_where_nothing_comes_close_the_page_leads_on(client: Client) -> None:
    page = read(client, "qqqqqq")
    assert "Nothing here is called “qqqqqq”, and nothing comes close. Try the first letters" in page
    assert "Or look around" in page


def test_what_was_found_is_counted_and_the_rest_is_a_link_away(client: Client) -> None:
    assert "1 result for “leap”." in read(client, "leap")
    for number in range(finding.PER_KIND + 1):
        team(None, named(f"Leap {number}"))
    html = client.get("/search/?q=leap").content.decode()
    assert "More than" in html
    assert 'href="/teams/?q=leap"' in html


def test_what_was_typed_stays_text(client: Client) -> None:
    team(None, named("<img src=x onerror=alert(1)>"))
    for html in (client.get("/search/?q=<img").content.decode(), suggested(client, "<img")):
        assert "<img" not in html
        assert not re.search(r"\sstyle=|<script(?![^>]* src=)", html)


def test_a_private_team_is_marked(client: Client) -> None:
    me = person("kenta")
    team(me, named("Hidden"), is_private=True)
    client.force_login(me)
    assert "Hidden Private" in read(client, "hidden")


# Suggestions


def test_at_most_eight_are_suggested_of_several_kinds(client: Client) -> None:
    for number in range(9):
        team(None, named(f"Tora {number}"))
    html = suggested(client, "tora")
    assert "<html" not in html
    assert html.count('role="option"') == finding.SUGGESTED + 1  # and one that leads to all
    assert html.count('role="group"') > 1
    ids = re.findall(r'id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert "8 suggestions" in html


def test_nothing_typed_suggests_nothing(client: Client) -> None:
    assert 'role="option"' not in suggested(client, " ")


def test_where_nothing_is_called_that_the_nearest_is_suggested(client: Client) -> None:
    html = suggested(client, "kunoichy")
    assert "Did you mean Tora Kunoichi?" in html
    assert "/search/?q=kunoichy" in html


def test_htmx_gets_what_was_found_on_the_page_of_the_search(client: Client) -> None:
    html = client.get("/search/?q=leap", headers={"HX-Request": "true", "HX-Target": "found"}).content.decode()
    assert html.strip().startswith('<div id="found">')
    assert "<html" not in html


def test_every_page_has_the_box(client: Client) -> None:
    html = client.get("/clans/").content.decode()
    assert '<form class="site-search" action="/search/" method="get" role="search" aria-label="Site">' in html
    assert '<a class="search-link" href="/search/">' in html


# Its price


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_nothing_can_be_sent_to_it(client: Client, method: str) -> None:
    assert getattr(client, method)("/search/").status_code == 405


def test_it_costs_the_same_however_much_there_is(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    me = person("tora-me")
    for _ in range(2):
        with django_assert_num_queries(4):
            client.get("/search/?q=tora")
        with django_assert_num_queries(6):
            client.get("/search/?q=qqqqqqq")
        for number in range(10):
            at = League.objects.count()
            enter(season(club(f"Tora {at}", master=person(f"tora-{at}")), teams=0), f"Tora {at}-{number}")
    client.force_login(me)
    with django_assert_num_queries(6):
        client.get("/search/?q=tora")
    with django_assert_num_queries(8):
        client.get("/search/?q=qqqqqqq")


def test_nothing_typed_costs_nothing(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        client.get("/search/")


def test_who_searches_without_end_is_slowed_down(client: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"search": "3/m/ip"}
    for _ in range(3):
        read(client, "tora")
    response = client.get("/search/?q=tora")
    assert response.status_code == 429
    assert "Come back in" in words(response)
    assert response["Retry-After"]
