"""The scroll, now and as of any entry, the chronicle and the ledger: what they say, to whom, and at what price."""

import re
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from rules.catalog import catalog
from rules.events import Advanced, AdvancementRolled, Renamed, Ruled
from teams.models import Team
from tests.rules.teams import legal_team
from tests.teams.people import named, person, team
from tests.teams.stories import STORY, crowded, dismissed, seasoned, words, write

pytestmark = pytest.mark.django_db

PAGES = ["", "chronicle/", "ledger/", "crest.svg", "scroll.pdf"]
HTML_PAGES = ["", "?at=1", "chronicle/", "ledger/"]


def address(its: Team, page: str = "") -> str:
    return f"{its.get_absolute_url()}{page}"


def read(client: Client, its: Team, page: str = "") -> str:
    response = client.get(address(its, page))
    assert response.status_code == 200
    return words(response)


def row(client: Client, its: Team, ninja: str, page: str = "") -> str:
    """One row of the roster, as text."""
    html = client.get(address(its, page)).content.decode()
    found = re.search(rf'<tr class="[^"]*" id="{ninja}">.*?</tr>', html, re.DOTALL)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


# Who may look


@pytest.mark.parametrize("page", PAGES)
def test_everybody_may_read_a_public_team(client: Client, page: str) -> None:
    assert client.get(address(team(), page)).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_a_private_team_is_not_there_for_strangers(client: Client, page: str) -> None:
    its = team(person("owner"), is_private=True)
    assert client.get(address(its, page)).status_code == 404
    client.force_login(person("stranger"))
    assert client.get(address(its, page)).status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_a_private_team_is_open_to_its_owner_and_the_ninja_master(client: Client, page: str) -> None:
    owner = person("owner")
    its = team(owner, is_private=True)
    for reader in (owner, person("master", is_staff=True)):
        client.force_login(reader)
        assert client.get(address(its, page)).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_a_team_that_is_not_there_is_not_found(client: Client, page: str) -> None:
    response = client.get(f"/teams/nobody/{page}")
    assert response.status_code == 404
    assert "There is no team at this address" in words(response)


@pytest.mark.parametrize("method", ["post", "put", "delete"])
@pytest.mark.parametrize("page", PAGES)
def test_nothing_can_be_sent_to_a_page_for_reading(client: Client, page: str, method: str) -> None:
    assert getattr(client, method)(address(team(), page)).status_code == 405


def test_only_who_may_change_a_team_is_shown_the_way(client: Client) -> None:
    owner = person("owner")
    its = team(owner)
    assert "Between games" not in read(client, its)
    client.force_login(owner)
    assert "Between games" in read(client, its)


# What it says


def test_the_head_says_who_they_are(client: Client) -> None:
    page = read(client, seasoned(person("kenta")))
    assert "The tora Tora played by kenta 1 game: 1 won, 0 drawn, 0 lost" in page
    assert "Treasury 37 koban" in page


def test_the_rating_says_how_it_is_made_up(client: Client) -> None:
    page = read(client, seasoned())
    assert "Rating 6 5 for koban + 1 for advancements + 0 for heroes and ronin" in page
    assert "The ninja are worth 58 koban together, and every 10 of them count 1: 5." in page
    assert "1 advancement taken, each counting 1: 1." in page


def test_the_name_of_the_player_leads_to_their_page_while_there_is_one(client: Client) -> None:
    owner = person("kenta")
    its = team(owner)
    assert 'href="/people/kenta/"' in client.get(its.get_absolute_url()).content.decode()
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert client.get("/people/kenta/").status_code == 404
    assert "/people/" not in client.get(its.get_absolute_url()).content.decode()


def test_whose_team_is_in_no_league_is_shown_the_way_to_one(client: Client) -> None:
    owner = person()
    its = team(owner)
    assert "Find a league to play in" not in read(client, its)
    client.force_login(owner)
    assert "Find a league to play in" in read(client, its)


def test_a_team_without_its_player_is_still_there(client: Client) -> None:
    assert "played by nobody now" in read(client, team())


def test_a_row_has_attributes_with_gains_level_xp_and_availability(client: Client) -> None:
    its = seasoned()
    kaiken = catalog().profiles["tora-kaiken"]
    text = row(client, its, "n2")
    assert text.startswith("Tora Kaiken Kaiken MV")
    assert f"MV {kaiken.movement + 1} +1 AT {kaiken.attack} DF {kaiken.defense}" in text
    assert "Fire" in text
    assert "Experienced 9 XP 13 XP to Veteran" in text
    assert text.endswith("Misses 2 games")


def test_gained_keywords_are_marked_and_open_to_their_meaning(client: Client) -> None:
    text = row(client, seasoned(), "n3")
    leap = catalog().keywords["leap"]
    assert f"{leap.name} , gained {leap.summary} Who has {leap.name}?" in text


def test_a_lost_keyword_is_struck_out(client: Client) -> None:
    its = team(event=legal_team("tora", "benkei"))
    write(its, [Ruled("Sold its armour.", ninja="n4", takes=(catalog().profiles["benkei"].keywords[0],))])
    assert ", lost " in row(client, its, "n4")


def test_chosen_abilities_are_explained(client: Client) -> None:
    pounce = catalog().profiles["tora-chunin"].choices[0]
    assert f"{pounce.name} {pounce.summary}" in row(client, team(), "n1")


def test_heroes_and_ronin_have_no_xp_and_ronin_their_upkeep(client: Client) -> None:
    text = row(client, team(event=legal_team("tora", "benkei")), "n4")
    assert text.startswith("Benkei Ronin MV")
    assert "Never gains XP" in text
    assert text.endswith("Ready 5 koban upkeep after each game")


def test_a_ronin_by_another_name_is_still_known(client: Client) -> None:
    its = team(event=legal_team("tora", "benkei"))
    write(its, [Renamed("Old Bear", "n4")])
    assert row(client, its, "n4").startswith("Old Bear Ronin Benkei")


def test_who_starts_in_the_healing_house_is_said_to(client: Client) -> None:
    its = team()
    write(its, [Ruled("Bad fish.", ninja="n2", starts_in_healing_house=True)])
    assert "Starts in the Healing House" in row(client, its, "n2")


@pytest.mark.parametrize(("xp", "full", "boxes"), [(0, 0, 8), (7, 7, 8), (8, 0, 14), (21, 13, 14), (106, 0, 35)])
def test_a_box_stands_for_each_xp_to_the_next_level(client: Client, xp: int, full: int, boxes: int) -> None:
    its = team()
    write(its, [Ruled("Practice.", ninja="n2", xp=xp)])
    html = client.get(address(its)).content.decode().partition('id="n2"')[2].partition("</tr>")[0]
    assert (html.count('<i class="full">'), html.count("<i")) == (full, boxes)


def test_at_the_highest_level_there_is_nothing_left_to_reach(client: Client) -> None:
    its = team()
    write(its, [Ruled("A legend.", ninja="n2", xp=300)])
    assert "Legendary 300 XP The highest level there is" in row(client, its, "n2")


def test_steps_that_are_due_stand_on_top_in_words(client: Client) -> None:
    page = read(client, seasoned())
    assert "To do before the next game Roll the advancement of Jiro." in page


def test_the_problems_of_an_illegal_roster_stand_on_top(client: Client) -> None:
    its = team()
    write(its, [Ruled("Tryouts.", koban=100, allows=("too-many:tora-kaiken",))])
    crowded(its, 8)
    write(its, [Ruled("Enough.", forbids=("too-many:tora-kaiken",))])
    assert "This team may not play as it is A team has 2 to 4 kaiken, this one has 7." in read(client, its)


def test_the_back_side_records_each_game(client: Client) -> None:
    page = read(client, seasoned())
    game = "1. Brawl Won The ika 7 : 4 +13 10 for the result + 3 as the underdog Tora Chunin"
    assert game in page


def test_who_has_left_is_remembered(client: Client) -> None:
    its = seasoned()
    dismissed(its, "n5")
    page = read(client, its)
    assert "2 no longer with the team" in page
    assert "Benkei Ronin Benkei was not paid and left." in page
    assert "Kuma Oni, New Recruit with 0 XP Kuma was dismissed." in page


# As of any entry


def test_every_entry_can_be_looked_back_to(client: Client) -> None:
    its = seasoned()
    for number in range(1, len(STORY) + 2):
        assert f"after entry {number} of {len(STORY) + 1}" in read(client, its, f"?at={number}")


def test_the_past_is_shown_as_it_was(client: Client) -> None:
    its = seasoned()
    assert "Treasury 44 koban" in read(client, its, "?at=1")
    assert "New Recruit 0 XP" in row(client, its, "n2", "?at=1")
    assert "No league game yet" in read(client, its, "?at=1")


def test_what_an_entry_changed_is_told_and_marked(client: Client) -> None:
    its = seasoned()
    page = read(client, its, "?at=2")
    assert "Won against The ika, 7 : 4, at Brawl; earned 13 koban. treasury 44 → 57" in page
    assert "XP 0 → 9 level New Recruit → Experienced" in row(client, its, "n2", "?at=2")
    assert "→" not in row(client, its, "n3", "?at=2")
    assert 'class="experience fresh"' in client.get(address(its, "?at=2")).content.decode()


def test_who_joined_and_who_left_is_marked(client: Client) -> None:
    its = seasoned()
    assert "Kuma Oni joined" in row(client, its, "n5", "?at=7")
    assert "left Benkei" in read(client, its, "?at=3")


def test_now_is_shown_without_marks(client: Client) -> None:
    html = client.get(address(seasoned())).content.decode()
    assert "<ins>" not in html
    assert "fresh" not in html


def test_a_reason_is_told_with_its_entry(client: Client) -> None:
    assert "Reason: He won the tea contest." in read(client, seasoned(), "?at=9")


def test_links_lead_to_the_neighbours_and_no_further(client: Client) -> None:
    its = seasoned()
    at = {number: client.get(address(its, f"?at={number}")).content.decode() for number in (1, 5, 10)}
    assert re.findall(r'<a id="to-(\w+)"', at[1]) == ["next", "last"]
    assert re.findall(r'<a id="to-(\w+)"', at[10]) == ["first", "previous"]
    assert all(f'href="?at={number}"' in at[5] for number in (1, 4, 6, 10))


@pytest.mark.parametrize("at", ["0", "11", "-1", "x", "1.5", "²", "٣", "9" * 400, "1 OR 1"])
def test_an_entry_that_is_not_there_is_not_found_and_the_page_says_which_are(client: Client, at: str) -> None:
    response = client.get(address(seasoned()), {"at": at})
    assert response.status_code == 404
    assert f"There is no entry “{at[:20]}” in this chronicle: its entries are 1 to 10." in words(response)


def test_no_entry_at_all_means_now(client: Client) -> None:
    assert "Now , after entry 10 of 10" in read(client, seasoned(), "?at=")


def test_the_slider_is_a_form_that_needs_no_script(client: Client) -> None:
    html = client.get(address(seasoned(), "?at=4")).content.decode()
    assert re.search(r'<input type="range" id="at" name="at" min="1" max="10" value="4"', html)
    assert '<form class="slider" method="get"' in html


def test_htmx_gets_the_moment_and_what_else_has_changed(client: Client) -> None:
    its = seasoned()
    html = client.get(address(its, "?at=4"), headers={"HX-Request": "true"}).content.decode()
    assert html.strip().startswith('<div id="moment"')
    assert "<html" not in html
    assert html.count("hx-swap-oob") == 3
    assert "As it was after entry 4 of 10.</div>" in html


def test_the_slider_is_left_alone_while_it_is_dragged(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-Trigger": "at"}
    html = client.get(address(seasoned(), "?at=4"), headers=headers).content.decode()
    assert 'type="range"' not in html
    assert html.count("hx-swap-oob") == 2


def test_htmx_that_has_forgotten_a_page_gets_all_of_it(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    response = client.get(address(seasoned(), "?at=4"), headers=headers)
    assert b"<html" in response.content
    assert "HX-Request" in response.headers["Vary"]


# Chronicle and ledger


def test_the_chronicle_tells_everything_the_latest_first(client: Client) -> None:
    page = read(client, seasoned(person("kenta")), "chronicle/")
    told = ("-2 koban. Reason: A fine for the broken lantern.", "Kuma (Tora Oni) was recruited", "Tora was founded")
    assert page.index(told[0]) < page.index(told[1]) < page.index(told[2])
    assert page.count("by kenta") == 10


def test_each_entry_of_the_chronicle_leads_to_its_moment(client: Client) -> None:
    its = seasoned()
    html = client.get(address(its, "chronicle/")).content.decode()
    assert all(f'href="{address(its)}?at={number}"' in html for number in range(1, 11))


def test_the_ledger_balances(client: Client) -> None:
    page = read(client, seasoned(person("kenta")), "ledger/")
    founded = "The tora of clan Tora was founded with 4 ninja. 56 of 100 koban were spent. +44 44 kenta"
    assert founded in page
    assert "earned 13 koban. +13 57 kenta" in page
    assert "recruited for 18 koban. -18 39 kenta" in page
    assert "broken lantern. -2 37 kenta" in page
    assert "Jiro" not in page


def test_a_team_that_spent_everything_has_a_ledger_all_the_same(client: Client) -> None:
    its = team(event=legal_team("tora", "tora-oni", "tora-oni", "byakko"))
    assert "100 of 100 koban were spent. +0 0" in read(client, its, "ledger/")


@pytest.mark.parametrize("page", ["chronicle/", "ledger/"])
def test_a_long_past_has_pages(client: Client, page: str) -> None:
    its = team()
    write(its, [Ruled(f"Rice {n}.", koban=1) for n in range(60)])
    first, second = read(client, its, page), read(client, its, f"{page}?page=2")
    assert "Rice 59." in first
    assert "Rice 9." not in first
    assert "Rice 9." in second
    assert "was founded" in second
    assert "Page 2 of 2" in read(client, its, f"{page}?page=99")


# Crest


def test_the_crest_is_a_picture_with_a_name(client: Client) -> None:
    response = client.get(address(team(), "crest.svg"))
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert "Crest of The tora" in response.content.decode()


def test_a_renamed_team_keeps_its_crest(client: Client) -> None:
    its = team()
    before = client.get(address(its, "crest.svg")).content.decode()
    write(its, [Renamed("Red Hands")])
    assert client.get(address(its, "crest.svg")).content.decode() == before.replace("The tora", "Red Hands")


# Hostile names and pages that keep to the rules of the house

NASTY = "</title><script>alert('x')</script>"


@pytest.mark.parametrize("page", [*HTML_PAGES, "crest.svg"])
def test_a_name_is_text_whatever_it_looks_like(client: Client, page: str) -> None:
    its = team(event=named(NASTY))
    write(its, [Renamed(NASTY[8:], "n2"), Ruled(NASTY, koban=1)])
    html = client.get(address(its, page)).content.decode()
    assert "alert" in html
    assert "<script>" not in html
    assert escape(NASTY) in html


def test_the_crest_of_a_hostile_name_is_still_a_picture(client: Client) -> None:
    picture = client.get(address(team(event=named(NASTY)), "crest.svg")).content.decode()
    assert ElementTree.fromstring(picture)[0].text == f"Crest of {NASTY}"  # noqa: S314 our own drawing


@pytest.mark.parametrize("name", ["x" * 60, "🦊🌙🔥", "كايدي السريعة", "影島の狐"])
def test_names_of_any_script_are_shown_as_they_are(client: Client, name: str) -> None:
    its = team(event=named(name))
    for page in HTML_PAGES:
        assert f"<bdi>{name}</bdi>" in client.get(address(its, page)).content.decode()


@pytest.mark.parametrize("page", HTML_PAGES)
def test_no_page_has_a_script_or_a_style_of_its_own(client: Client, page: str) -> None:
    html = client.get(address(seasoned(), page)).content.decode()
    assert not re.search(r"<script(?![^>]* src=)|\sstyle=|\son\w+=|<style", html)


# The price


@pytest.mark.parametrize("page", [*HTML_PAGES, "scroll.pdf"])
def test_two_queries_whatever_the_team_has_been_through(
    client: Client, page: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    small, large, old = team(), team(event=named("Large")), team(event=named("Old"))
    crowded(large, 30)
    write(old, [Renamed(f"Old {n}") for n in range(199)])
    assert old.entries.count() == 200
    for its in (small, large, old):
        # The scroll itself says besides in which league the team plays.
        with django_assert_num_queries(3 if page in ("", "?at=1") else 2):
            client.get(address(its, page))


def test_two_more_for_somebody_who_is_logged_in(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    owner = person("kenta")
    its = seasoned(owner)
    client.force_login(owner)
    with django_assert_num_queries(5):
        client.get(address(its))


def test_a_choice_that_waits_is_a_step(client: Client) -> None:
    its = seasoned()
    write(its, [AdvancementRolled("n3", STORY[3].roll)])  # type: ignore[union-attr]
    assert "Choose the advancement of Jiro." in read(client, its)
    write(its, [Advanced("n3", keyword="nimble")])
    assert "To do before the next game" not in read(client, its)
