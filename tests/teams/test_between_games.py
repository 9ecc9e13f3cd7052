"""Between games: what is offered, to whom, and what becomes of every form that can be sent."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from rules.catalog import catalog
from teams import chronicle
from teams.models import Team
from tests.rules.teams import legal_team
from tests.teams.people import named, person, team
from tests.teams.stories import crowded, seasoned, words

pytestmark = pytest.mark.django_db

JIRO = {"profile": "tora-kaiken", "name": "Jiro"}
LOOKS = {"colour": "shu", "crest": "5", "is_private": "on"}
ACTIONS = {
    "recruit/": JIRO,
    "rename/": {"name": "Red Hands"},
    "ninja/n2/rename/": {"name": "Jiro"},
    "ninja/n4/dismiss/": {},
    "dress/": LOOKS,
}


@pytest.fixture
def owner(client: Client) -> User:
    """Logged in already."""
    user = person("kenta")
    client.force_login(user)
    return user


@pytest.fixture
def its(owner: User) -> Team:
    """A team with a kaiken it could do without."""
    return team(owner, legal_team("tora", "tora-kaiken"))


def send(client: Client, its: Team, action: str, data: dict[str, Any] | None = None, **more: Any) -> HttpResponse:
    response = client.post(f"{its.get_absolute_url()}{action}", {"key": str(uuid4()), **(data or {}), **more})
    assert isinstance(response, HttpResponse)
    return response


def manage(client: Client, its: Team) -> HttpResponse:
    response = client.get(f"{its.get_absolute_url()}manage/")
    assert isinstance(response, HttpResponse)
    return response


def state(its: Team) -> tuple[object, ...]:
    its.refresh_from_db()
    return its.entry_count, its.name, its.treasury, its.ninja_count, its.colour, its.crest, its.is_private


def assert_refused(response: HttpResponse, *sentences: str) -> None:
    assert response.status_code == 422
    page = words(response)
    assert "Nothing was changed" in page
    for sentence in sentences:
        assert sentence in page


# Who may


def test_strangers_and_visitors_may_not_even_look(client: Client) -> None:
    its = team(person("kenta"))
    assert manage(client, its).status_code == 403
    client.force_login(person("stranger"))
    assert manage(client, its).status_code == 403


@pytest.mark.parametrize("action", ACTIONS)
def test_strangers_and_visitors_change_nothing(client: Client, action: str) -> None:
    its = team(person("kenta"), legal_team("tora", "tora-kaiken"))
    before = state(its)
    for visitor in (None, person("stranger")):
        if visitor:
            client.force_login(visitor)
        assert send(client, its, action, ACTIONS[action]).status_code == 403
        assert state(its) == before


@pytest.mark.parametrize("action", ACTIONS)
def test_a_private_team_is_not_there_for_strangers(client: Client, action: str) -> None:
    its = team(person("kenta"), is_private=True)
    client.force_login(person("stranger"))
    assert send(client, its, action, ACTIONS[action]).status_code == 404
    assert manage(client, its).status_code == 404


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("is_master", [False, True], ids=["owner", "master"])
def test_the_owner_and_the_ninja_master_may_do_everything(client: Client, action: str, is_master: bool) -> None:
    kenta = person("kenta")
    its = team(kenta, legal_team("tora", "tora-kaiken"))
    client.force_login(person("master", is_staff=True) if is_master else kenta)
    before = state(its)
    response = send(client, its, action, ACTIONS[action])
    assert response.status_code == 302
    assert response.headers["Location"] == f"{its.get_absolute_url()}manage/"
    assert state(its) != before or action.startswith("ninja/n2")
    assert its.entry_count == (1 if action == "dress/" else 2)


@pytest.mark.parametrize("action", [action for action in ACTIONS if "dismiss" not in action])
def test_what_changes_a_team_is_never_a_mere_link(client: Client, its: Team, action: str) -> None:
    assert client.get(f"{its.get_absolute_url()}{action}").status_code == 405


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_nothing_can_be_sent_to_the_page_itself(client: Client, its: Team, method: str) -> None:
    assert getattr(client, method)(f"{its.get_absolute_url()}manage/").status_code == 405


def test_a_form_from_elsewhere_is_turned_away(owner: User) -> None:
    its = team(owner)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(owner)
    assert send(strict, its, "recruit/", JIRO).status_code == 403
    assert state(its)[0] == 1


# Recruiting


def test_only_what_can_be_recruited_has_a_form_and_the_rest_a_reason(client: Client, its: Team) -> None:
    response = manage(client, its)
    html, page = response.content.decode(), words(response)
    offered = set(re.findall(r'name="profile" value="([^"]+)"', html))
    assert {"tora-kaiken", "tora-oni", "byakko", "benkei"} <= offered
    assert "tora-chunin" not in offered
    assert not any(profile.startswith("ika-") for profile in offered)
    assert "Tora Chunin 20 koban With one more: a team has 1 chunin, this one has 2." in page
    assert "10 of 50 koban; 40 stay in the treasury." in page


def test_what_is_too_expensive_says_so(client: Client, owner: User) -> None:
    its = team(owner, legal_team("tora", "tora-oni", "tora-oni", "ryu"))
    page = words(manage(client, its))
    assert "Byakko 24 koban Byakko costs 24 koban, the treasury holds 4." in page


def test_a_name_that_nobody_has_is_suggested(client: Client, its: Team) -> None:
    html = manage(client, its).content.decode()
    names = re.findall(r'<input type="text" name="name" value="([^"]+)"[^>]*id="recruit-', html)
    assert names
    assert all(names)
    assert "Byakko" in names


def test_a_recruit_joins_and_the_page_says_who(client: Client, its: Team) -> None:
    page = words(client.get(send(client, its, "recruit/", JIRO).headers["Location"]))
    assert chronicle.scroll_of(its).ninja[-1].name == "Jiro"
    assert "40 koban in the treasury" in page


def test_what_happened_is_said_by_name(client: Client, its: Team) -> None:
    response = client.post(f"{its.get_absolute_url()}recruit/", {**JIRO, "key": uuid4()}, follow=True)
    assert "Jiro (Tora Kaiken) was recruited for 10 koban." in response.content.decode()


def test_an_ability_is_chosen_with_the_recruit(client: Client, its: Team) -> None:
    send(client, its, "recruit/", profile="tora-madoushi", name="Sai", abilities="volcano-pots")
    assert chronicle.scroll_of(its).ninja[-1].chosen == ("volcano-pots",)


def test_an_ability_for_somebody_who_chooses_none_is_refused(client: Client, its: Team) -> None:
    response = send(client, its, "recruit/", JIRO, abilities="flight")
    assert_refused(response, "Tora Kaiken has no ability flight to choose.")


def test_the_choice_is_shown_with_its_meaning(client: Client, its: Team) -> None:
    page = words(manage(client, its))
    for ability in catalog().profiles["tora-madoushi"].choices:
        assert f"{ability.name} {ability.summary}" in page


@pytest.mark.parametrize("action", ["recruit/", "rename/", "ninja/n2/rename/", "ninja/n4/dismiss/"])
def test_a_form_sent_twice_counts_once_and_is_answered_the_same(client: Client, its: Team, action: str) -> None:
    data = {**ACTIONS[action], "key": str(uuid4())}
    first, second = (send(client, its, action, data) for _ in range(2))
    assert first.status_code == second.status_code == 302
    assert first.headers["Location"] == second.headers["Location"]
    assert state(its)[0] == 2


def test_every_form_on_the_page_has_a_key_of_its_own(client: Client, its: Team) -> None:
    keys = re.findall(r'name="key" value="([^"]+)"', manage(client, its).content.decode())
    assert len(keys) == len(set(keys)) > 10


@pytest.mark.parametrize("key", ["", "not-a-key"])
@pytest.mark.parametrize("action", ["recruit/", "rename/", "ninja/n2/rename/", "ninja/n4/dismiss/"])
def test_a_form_that_lost_its_key_is_refused(client: Client, its: Team, action: str, key: str) -> None:
    before = state(its)
    assert_refused(send(client, its, action, ACTIONS[action], key=key), "This form has lost a part on its way.")
    assert state(its) == before


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"name": ""}, "Tora Kaiken needs a name."),
        ({"name": "   "}, "Tora Kaiken needs a name."),
        ({"name": "\u200b"}, "Tora Kaiken needs a name."),
        ({"name": "x" * 200}, "A name has at most 60 characters, this has 200."),
        ({"name": "Ji\nro"}, "A name cannot contain control characters"),
        ({"name": "Ji\u202ero"}, "A name cannot contain control characters"),
        ({"name": "Ji\x00ro"}, "Null characters are not allowed."),
        ({"profile": "tora-madoushi"}, "Jiro chooses 1 ability of Metal to Dust or Volcano Pots; you chose 0."),
        ({"profile": "tora-madoushi", "abilities": "flight"}, "Tora Madoushi has no ability flight to choose."),
    ],
)
def test_a_mistake_is_shown_at_its_field_and_the_rest_is_kept(
    client: Client, its: Team, data: dict[str, str], sentence: str
) -> None:
    before = state(its)
    response = send(client, its, "recruit/", JIRO | data)
    assert_refused(response, sentence)
    assert state(its) == before
    html = response.content.decode()
    assert re.search(r'<details class="card offer of-fire" name="offer" open>', html)
    assert f'<span class="error">{escape(sentence)[:20]}' in html or f'_error">{escape(sentence)[:20]}' in html


@pytest.mark.parametrize(
    ("profile", "sentence"),
    [
        ("nobody", "There is no such profile."),
        ("", "There is no such profile."),
        ("ika-kaiken", "Kaiken belongs to clan Ika, this is a team of clan Tora."),
        ("tora-chunin", "A team has 1 chunin, this one has 2."),
        ('"><script>', "There is no such profile."),
    ],
)
def test_a_forged_profile_is_refused_with_the_reason(client: Client, its: Team, profile: str, sentence: str) -> None:
    before = state(its)
    response = send(client, its, "recruit/", JIRO, profile=profile)
    assert_refused(response, sentence)
    assert "<script>" not in response.content.decode()
    assert state(its) == before


@pytest.mark.parametrize("name", ["🦊🌙", "كايدي", "<b>Jiro</b>", "影島", "O'Hara & Sons"])
def test_a_name_of_any_script_joins_and_is_shown_as_text(client: Client, its: Team, name: str) -> None:
    assert send(client, its, "recruit/", JIRO, name=name).status_code == 302
    assert chronicle.scroll_of(its).ninja[-1].name == name
    assert "<b>Jiro" not in manage(client, its).content.decode()


def test_of_two_tabs_with_koban_for_one_the_second_is_refused(client: Client, owner: User) -> None:
    its = team(owner, legal_team("tora", "tora-kaiken", "tora-oni", "ryu"))
    assert its.treasury == 12
    assert send(client, its, "recruit/", JIRO).status_code == 302
    response = send(client, its, "recruit/", profile="tora-yajiri", name="Ya")
    assert_refused(response, "Tora Yajiri costs 8 koban, the treasury holds 2.")


def test_before_the_last_game_is_settled_nobody_joins_or_leaves(client: Client, owner: User) -> None:
    its = seasoned(owner)
    response = manage(client, its)
    page = words(response)
    assert "Nobody can join or leave before this is done: Roll the advancement of Jiro." in page
    assert 'name="profile"' not in response.content.decode()
    assert_refused(send(client, its, "recruit/", JIRO), "First roll the advancement of Jiro.")
    assert_refused(send(client, its, "ninja/n5/dismiss/"), "First roll the advancement of Jiro.")
    assert state(its)[0] == 10


# Dismissing


def test_dismissal_asks_first_and_says_what_it_means(client: Client, its: Team) -> None:
    response = client.get(f"{its.get_absolute_url()}ninja/n4/dismiss/")
    page = words(response)
    assert response.status_code == 200
    assert "Tora Kaiken leaves for good, with 0 XP and 0 advancements." in page
    assert "Its 10 koban do not come back." in page
    assert "3 ninja stay. The rating goes from 5 to 4." in page
    assert state(its)[0] == 1


def test_who_is_needed_cannot_be_dismissed_and_the_reason_is_given(client: Client, its: Team) -> None:
    asked = client.get(f"{its.get_absolute_url()}ninja/n1/dismiss/")
    assert "That is not possible Without Tora Chunin: a team has 1 chunin, this one has 0." in words(asked)
    assert "Tora Chunin has to stay." in words(asked)
    assert "to be sure" not in words(asked)
    assert b"for good" not in asked.content
    assert_refused(send(client, its, "ninja/n1/dismiss/"), "A team has 1 chunin, this one has 0.")
    assert "Cannot be dismissed. Without it: a team has 1 chunin, this one has 0." in words(manage(client, its))
    assert state(its)[0] == 1


def test_a_dismissed_ninja_is_gone_from_the_page_and_the_farewell_is_said(client: Client, its: Team) -> None:
    response = client.post(f"{its.get_absolute_url()}ninja/n4/dismiss/", {"key": uuid4()}, follow=True)
    html = response.content.decode()
    assert "Tora Kaiken was dismissed." in html
    assert "ninja/n4/" not in html


@pytest.mark.parametrize("ninja", ["n99", "n4x", "-"])
def test_a_forged_ninja_is_not_found(client: Client, its: Team, ninja: str) -> None:
    assert client.get(f"{its.get_absolute_url()}ninja/{ninja}/dismiss/").status_code == 404
    assert send(client, its, f"ninja/{ninja}/dismiss/").status_code == 404
    assert_refused(send(client, its, f"ninja/{ninja}/rename/", name="Jiro"), "This ninja is not on the team.")
    assert state(its)[0] == 1


def test_who_left_already_cannot_leave_again(client: Client, its: Team) -> None:
    send(client, its, "ninja/n4/dismiss/")
    assert send(client, its, "ninja/n4/dismiss/").status_code == 404
    assert state(its)[0] == 2


def test_a_ninja_of_another_team_is_out_of_reach(client: Client, its: Team) -> None:
    other = team(person("mayumi"), named("Other"))
    before = state(other)
    send(client, its, "ninja/n2/rename/", name="Jiro")
    assert state(other) == before


# Names


def test_a_team_is_renamed_and_keeps_its_address(client: Client, its: Team) -> None:
    send(client, its, "rename/", name="Red Hands")
    assert state(its)[:2] == (2, "Red Hands")
    assert its.get_absolute_url() == "/teams/the-tora/"


def test_a_ninja_is_renamed(client: Client, its: Team) -> None:
    send(client, its, "ninja/n2/rename/", name="  Jiro  ")
    assert chronicle.scroll_of(its).find("n2").name == "Jiro"


@pytest.mark.parametrize("action", ["rename/", "ninja/n2/rename/"])
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "needs a name."),
        ("x" * 200, "A name has at most 60 characters, this has 200."),
        ("a\u2066b", "A name cannot contain control characters"),
    ],
)
def test_a_name_that_cannot_be_is_refused_at_its_field(
    client: Client, its: Team, action: str, name: str, sentence: str
) -> None:
    before = state(its)
    response = send(client, its, action, name=name)
    assert_refused(response, sentence)
    assert response.content.decode().count('class="field wrong"') == 1
    assert response.content.decode().count("autofocus") == 1
    assert state(its) == before


def test_the_same_name_again_changes_nothing(client: Client, its: Team) -> None:
    assert_refused(send(client, its, "rename/", name="The tora"), "The tora goes by this name already.")
    assert state(its)[0] == 1


# Looks


def test_colour_crest_and_privacy_are_kept(client: Client, its: Team) -> None:
    send(client, its, "dress/", LOOKS)
    assert state(its)[4:] == ("shu", 5, True)
    send(client, its, "dress/", colour="ai", crest="0")
    assert state(its)[4:] == ("ai", 0, False)
    assert state(its)[0] == 1


@pytest.mark.parametrize("data", [{"colour": "pink"}, {"crest": "12"}, {"crest": "-1"}, {"crest": "x"}, {"colour": ""}])
def test_looks_that_do_not_exist_are_refused(client: Client, its: Team, data: dict[str, str]) -> None:
    before = state(its)
    assert_refused(send(client, its, "dress/", LOOKS | data))
    assert state(its) == before


def test_twelve_crests_and_ten_colours_are_offered_and_the_present_ones_picked(client: Client, its: Team) -> None:
    send(client, its, "dress/", LOOKS)
    html = manage(client, its).content.decode()
    assert html.count('name="crest"') == 12
    assert html.count('name="colour"') == 10
    assert 'name="crest" value="5" checked' in html
    assert 'name="colour" value="shu" checked' in html


# The page


def test_the_page_has_no_script_or_style_of_its_own_and_every_id_once(client: Client, its: Team) -> None:
    html = manage(client, its).content.decode()
    assert not re.search(r"<script(?![^>]* src=)|\sstyle=|\son\w+=|<style", html)
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_the_page_costs_the_same_for_four_ninja_and_for_thirty(
    client: Client, its: Team, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for ninja in (4, 30):
        if ninja > 4:
            crowded(its, ninja)
        with django_assert_num_queries(4):
            manage(client, its)
