"""The pages of house rules: what players read, every field that can be changed, and the way to a new version."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from league import houses
from league.house_fields import NO, YES, values_of
from league.house_form import read
from league.house_sections import Field, Kind, sections
from league.models import League, Role
from rules.articles import differences
from rules.house import MOST
from teams.models import House, Team
from tests.league.clubs import club, join, season
from tests.rules.teams import HOUSE, legal_team
from tests.teams.people import person, team
from tests.teams.stories import words

pytestmark = pytest.mark.django_db

URL = "/leagues/moon-court/house-rules/"
ADDRESSES = ("", "edit/", "edit/preview/", "edit/save/", "versions/", "versions/0/")
MASTERS_ONLY = ("edit/", "edit/preview/", "edit/save/")
WISH = {"koban.starting": "120"}
FIELDS = {field.name: field for section in sections(HOUSE) for field in section.fields}
NUMBERS = [name for name, field in FIELDS.items() if field.kind is Kind.NUMBER]
PRINTED = values_of(HOUSE)


@pytest.fixture
def league(client: Client) -> League:
    """Its ninja master is logged in already."""
    its = club()
    client.force_login(User.objects.get(username="sensei"))
    return its


def send(client: Client, action: str, data: dict[str, Any], *, based_on: int = 0, **more: Any) -> HttpResponse:
    response = client.post(f"{URL}edit/{action}", {"based_on": based_on, **data}, **more)
    assert isinstance(response, HttpResponse)
    return response


def save(client: Client, data: dict[str, Any], *, based_on: int = 0, reason: str = "For fun.") -> HttpResponse:
    return send(client, "save/", {"reason": reason, **data}, based_on=based_on)


def look(client: Client, action: str = "") -> HttpResponse:
    response = client.get(f"{URL}{action}")
    assert isinstance(response, HttpResponse)
    return response


def in_force(league: League) -> list[str]:
    return houses.differences_of(League.objects.get(pk=league.pk))


def sent_by_browser(html: str) -> dict[str, str]:
    """What a browser would send of the form that carries a proposal on."""
    form = html.partition('action="/leagues/moon-court/house-rules/edit/save/"')[2].partition("</form>")[0]
    sent = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    assert sent.pop("csrfmiddlewaretoken")
    return sent


def whole_form(html: str) -> dict[str, str]:
    """What a browser would send of the form of all rules."""
    return dict(_controls(html.partition('id="house"')[2].partition("</form>")[0]))


def _controls(form: str) -> Iterator[tuple[str, str]]:
    for tag in re.findall(r"<input[^>]+>|<select.*?</select>", form, re.DOTALL):
        chosen = r'<option value="([^"]*)" selected>' if tag.startswith("<select") else r'value="([^"]*)"'
        name, value = re.search(r'name="([^"]+)"', tag), re.search(chosen, tag)
        if name and value and ('type="checkbox"' not in tag or " checked" in tag):
            yield name[1], value[1]


# Who may


@pytest.mark.parametrize("role", [None, Role.GUEST, Role.PLAYER, Role.ASSISTANT])
@pytest.mark.parametrize("address", ADDRESSES)
def test_everybody_reads_and_only_the_ninja_master_changes(client: Client, role: Role | None, address: str) -> None:
    league = club()
    client.force_login(join(league, person("kenta"), role) if role else person("kenta"))
    expected = 403 if address in MASTERS_ONLY else 200
    method = client.post if address in ("edit/preview/", "edit/save/") else client.get
    assert method(f"{URL}{address}", {**WISH, "based_on": "0", "reason": "Mine."}).status_code == expected
    assert b"edit/" not in look(client).content
    assert in_force(league) == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_visitor_reads_a_public_league_and_finds_no_private_one(client: Client, address: str) -> None:
    league = club()
    method = client.post if address in ("edit/preview/", "edit/save/") else client.get
    assert method(f"{URL}{address}").status_code == (403 if address in MASTERS_ONLY else 200)
    League.objects.filter(pk=league.pk).update(is_private=True)
    assert method(f"{URL}{address}").status_code == 404
    assert method(f"/leagues/nowhere/house-rules/{address}").status_code == 404


def test_the_rules_of_an_archived_league_are_only_read(client: Client, league: League) -> None:
    League.objects.update(archived_at=league.created_at)
    assert look(client).status_code == 200
    assert b"Change the rules" not in look(client).content
    assert look(client, "edit/").status_code == 403
    assert save(client, WISH).status_code == 403


@pytest.mark.parametrize("address", ["", "versions/", "versions/0/"])
def test_nothing_is_sent_to_pages_for_reading(client: Client, league: League, address: str) -> None:
    assert client.post(f"{URL}{address}").status_code == 405


@pytest.mark.parametrize("address", ["edit/preview/", "edit/save/"])
def test_what_changes_rules_is_never_a_mere_link(client: Client, league: League, address: str) -> None:
    assert look(client, address).status_code == 405


def test_a_form_from_elsewhere_is_turned_away(league: League) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get(username="sensei"))
    assert save(strict, WISH).status_code == 403


# Reading


def test_a_league_without_house_rules_says_so(client: Client, league: League) -> None:
    assert "This league plays by the rulebook." in words(look(client))
    assert b'aria-current="page">House rules' in look(client).content


def test_players_read_only_the_differences_with_since_when_by_whom_and_why(client: Client, league: League) -> None:
    save(client, WISH, reason="More koban.")
    save(client, {"prices.tora-kaiken": "12", "koban.win": "11"}, based_on=1, reason="Cats are <strong>.")
    page = words(look(client))
    today = f"{league.house_versions.all()[0].created_at:%-d %B %Y}"
    assert re.search(
        rf"Building a team A new team has 120 koban to spend \(rulebook: 100\)\. Version 1 , {today}, \d\d:\d\d ,"
        " by sensei : More koban\\.",
        page,
    )
    assert re.search(r"Clan Tora Tora Kaiken is recruited for 12 koban \(rulebook: 10\)\. Version 2", page)
    assert "Cats are <strong>." in page
    assert "<strong>" not in look(client).content.decode()
    assert page.count("(rulebook:") == 3


def test_the_versions_are_told_with_what_each_changed(client: Client, league: League) -> None:
    save(client, WISH, reason="One.")
    save(client, {"koban.starting": "90"}, based_on=1, reason="Two.")
    page = words(look(client, "versions/"))
    assert re.search(
        r"Version 2 Two\. In force .* A new team has 90 koban to spend \(before: 120\)\. Version 1 One\.", page
    )
    assert "0 The rulebook" in page
    one = words(look(client, "versions/1/"))
    assert "What it changed A new team has 120 koban to spend (before: 100)." in one
    assert "How it differs from the rulebook Building a team A new team has 120 koban" in one
    assert "The rulebook" in words(look(client, "versions/0/"))
    assert look(client, "versions/3/").status_code == 404


@pytest.mark.parametrize("teams", [8, 88])
@pytest.mark.parametrize("address", ["", "versions/", "versions/2/"])
def test_reading_costs_the_same_for_few_and_many_teams(
    client: Client, league: League, teams: int, address: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    season(league, teams=teams)
    for version in range(3):
        save(client, {"koban.starting": 120 + version}, based_on=version)
    look(client)  # which also shows the messages
    with django_assert_num_queries(4):  # session, person, league, versions
        look(client, address)


@pytest.mark.parametrize("teams", [8, 88])
def test_the_preview_costs_the_same_for_few_and_many_teams(
    client: Client, league: League, teams: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    season(league, teams=teams)
    with django_assert_num_queries(6):  # session, person, league, version, teams, entries
        assert send(client, "preview/", WISH).status_code == 200


# Every field


def another(field: Field) -> str:
    """A value that this field does not have in the rulebook, and that breaks no rule."""
    printed = PRINTED[field.name]
    if field.kind is Kind.NUMBER:
        is_lower = field.name.endswith(".least") or (field.name.startswith("levels.") and printed)
        return str(int(printed) - 1) if is_lower and printed else str(int(printed) + 1)
    # A tie-breaker cannot be named twice.
    taken = [PRINTED[name] for name in FIELDS if name.startswith("tie_")] if field.name.startswith("tie_") else []
    return next(value for value, _ in field.choices if value not in (str(printed), *taken))


@pytest.mark.parametrize("name", [name for name in FIELDS if name != "levels.new-recruit"])
def test_a_changed_field_is_exactly_one_difference(name: str) -> None:
    changed = {name: another(FIELDS[name])}
    if name.endswith(".least") and PRINTED[name] == 0:
        most = name.replace(".least", ".most")
        changed[most] = str(int(PRINTED[most]) + 1)
    form = read(changed, HOUSE)
    assert form.mistakes == {}
    assert form.rules
    (difference,) = differences(form.rules)
    assert houses.key_of(difference) == FIELDS[name].article
    assert form.changed == changed
    after = values_of(form.rules)
    # Tie-breakers close ranks: one behind an empty place moves up.
    assert name.startswith("tie_") or {its for its in after if after[its] != PRINTED[its]} == set(changed)


def test_the_first_level_can_only_begin_at_nothing() -> None:
    assert read({"levels.new-recruit": "1"}, HOUSE).mistakes == {
        "levels.new-recruit": ("The first level begins at 0 XP.",)
    }


@pytest.mark.parametrize("bad", ["", "many", "-1", "1.5", str(MOST + 1), "9" * 400, "1e3", "0x10", "-" + "9" * 29, "²"])
def test_a_number_that_cannot_be_is_a_mistake_at_its_field(bad: str) -> None:
    for name in NUMBERS:
        form = read({name: bad}, HOUSE)
        assert form.rules is None, name
        assert form.raw[name] == bad
        # Of an allowance with its ends crossed, the lower one is shown as wrong.
        assert name in form.mistakes or name.replace(".most", ".least") in form.mistakes


def test_a_choice_that_nobody_offered_is_a_mistake_at_its_field() -> None:
    for name in FIELDS.keys() - set(NUMBERS):
        assert read({name: "forged"}, HOUSE).mistakes == {name: ("Choose one of the list.",)}


def test_the_form_has_every_field_with_the_rulebooks_value_beside_it(client: Client, league: League) -> None:
    html = look(client, "edit/").content.decode()
    sent = whole_form(html)
    assert {name: sent[name] for name in FIELDS} == {name: str(value) for name, value in PRINTED.items()}
    assert html.count('class="printed"') == len(FIELDS)
    assert "changed</span>" not in html
    assert "<script>" not in html
    assert not re.search(r' style="| on\w+="', html)


def test_the_form_as_a_browser_sends_it_changes_exactly_what_was_changed(client: Client, league: League) -> None:
    wishes = {"koban.starting": "120", "profiles.benkei": NO, "challenges.brawl": NO, "dismissal.allowed": NO}
    sent = whole_form(look(client, "edit/").content.decode()) | wishes
    shown = send(client, "preview/", sent)
    assert shown.status_code == 200
    carried = sent_by_browser(shown.content.decode())
    assert carried == {"based_on": "0", **wishes}
    save(client, carried)
    assert len(in_force(league)) == 4
    html = look(client, "edit/").content.decode()
    again = whole_form(html)
    assert {name: again[name] for name in wishes} == wishes
    assert again["based_on"] == "1"
    assert len(re.findall(r'<span class="mark">changed', html)) == 4
    assert len(re.findall(r"<details[^>]* open", html)) == 3


def test_a_box_that_is_ticked_again_lifts_the_ban(client: Client, league: League) -> None:
    save(client, {"profiles.benkei": NO})
    save(client, {"profiles.benkei": [NO, YES]}, based_on=1)
    assert in_force(league) == []
    assert League.objects.get().house is None


@pytest.mark.parametrize("action", ["preview/", "save/"])
def test_all_mistakes_are_shown_at_once_at_their_fields_and_nothing_changes(
    client: Client, league: League, action: str
) -> None:
    wrong = {"koban.starting": "-5", "koban.win": "many", "levels.veteran": "3", "tie_breakers.2": "head-to-head"}
    response = send(client, action, {**wrong, "koban.loss": "7", "reason": "Why not."})
    assert response.status_code == 422
    html = response.content.decode()
    assert "Nothing was saved" in html
    for name, sentence in {
        "koban.starting": "Starting cannot be below zero.",
        "koban.win": "Write a whole number.",
        "levels.veteran": "Veteran must begin above the 8 XP of Experienced.",
        "tie_breakers.1": "A tie-breaker stands in the list twice.",
    }.items():
        assert re.search(rf'id="{name}-about">.*?<span class="error">{escape(sentence)}</span></span>', html)
        assert f'<a href="#{name}">' in html
    assert whole_form(html)["koban.loss"] == "7"
    assert in_force(league) == []
    assert House.objects.count() == 0


def test_no_challenge_at_all_is_a_mistake(client: Client, league: League) -> None:
    response = send(client, "preview/", {name: NO for name in FIELDS if name.startswith("challenges.")})
    assert response.status_code == 422
    assert "At least one challenge must be allowed." in words(response)


# Looking for a rule


def test_whoever_looks_for_a_rule_gets_the_same_form_and_sees_what_fits(client: Client, league: League) -> None:
    response = send(client, "", {**WISH, "koban.win": "bad", "q": "tora upkeep byakko"}, headers={"HX-Request": "true"})
    assert response.status_code == 200
    html = response.content.decode()
    assert html.strip().startswith('<div id="sections">')
    shown = re.findall(
        r'<details class="card rules-section" id="([^"]+)"[^>]*>', re.sub(r"<details[^>]*hidden>", "", html)
    )
    assert shown == ["section-clan-tora"]
    assert re.search(r'name="koban.starting" value="120"', html)
    assert "No rule has these words." not in html
    nothing = send(client, "", {"q": "zzz"}, headers={"HX-Request": "true"})
    assert "No rule has these words." in nothing.content.decode()


# Preview and saving


def test_the_preview_changes_nothing_and_says_what_would(client: Client, league: League) -> None:
    its = season(league, teams=2)
    founded = team(person("kenta"), legal_team("tora", "benkei"))
    its.entrants.create(team=founded, coin=1)
    response = send(client, "preview/", {**WISH, "profiles.benkei": NO, "rating.koban_per_point": "5"})
    page = words(response)
    assert response.status_code == 200
    assert "A new team has 120 koban to spend (before: 100)." in page
    assert "1 of 3 would become illegal" in page
    assert re.search(r"The tora : Benkei may not be recruited in this league\. Rating \d+ → \d+\.", page)
    assert re.search(r"Team 1 : rating \d+ → \d+\.", page)
    assert in_force(league) == []
    assert set(Team.objects.values_list("house", flat=True)) == {None}


def test_saving_says_which_version_is_in_force_and_for_how_many(client: Client, league: League) -> None:
    season(league, teams=2)
    response = client.post(f"{URL}edit/save/", {**WISH, "based_on": 0, "reason": "More koban."}, follow=True)
    assert "Version 1 of the house rules is in force, for 2 teams." in response.content.decode()
    assert in_force(league) == ["A new team has 120 koban to spend (rulebook: 100)."]


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501, "a\x00b"])
def test_without_a_proper_reason_the_preview_comes_back(client: Client, league: League, reason: str) -> None:
    response = save(client, WISH, reason=reason)
    assert response.status_code == 422
    html = response.content.decode()
    assert html.count('class="field wrong"') == 1
    assert sent_by_browser(html) == {"based_on": "0", **WISH}
    assert in_force(league) == []


@pytest.mark.parametrize("action", ["preview/", "save/"])
def test_what_changes_nothing_is_refused_kindly(client: Client, league: League, action: str) -> None:
    response = send(client, action, {"koban.starting": "100", "reason": "Why not."})
    assert response.status_code == 422
    assert "Nothing changed: Moon Court plays by these rules already." in words(response)
    assert House.objects.count() == 0


def test_a_form_sent_twice_is_one_version_and_answered_the_same(client: Client, league: League) -> None:
    first, second = (save(client, WISH) for _ in range(2))
    assert first.status_code == second.status_code == 302
    assert first.headers["Location"] == second.headers["Location"] == URL
    assert league.house_versions.count() == 1


def test_back_from_the_preview_the_form_is_as_it_was_written(client: Client, league: League) -> None:
    carried = sent_by_browser(send(client, "preview/", WISH).content.decode())
    response = send(client, "", carried)
    assert response.status_code == 200
    assert whole_form(response.content.decode())["koban.starting"] == "120"


@pytest.mark.parametrize("action", ["preview/", "save/"])
def test_of_two_masters_the_second_sees_what_the_first_did_and_loses_nothing(
    client: Client, league: League, action: str
) -> None:
    other = Client()
    other.force_login(join(league, person("mayumi"), Role.MASTER))
    opened = whole_form(look(client, "edit/").content.decode())
    save(other, {"koban.win": "12", "koban.starting": "90"}, reason="Winners eat more.")
    response = send(client, action, {**opened, **WISH, "koban.loss": "5", "reason": "Mine."})
    assert response.status_code == 422
    page, merged = words(response), whole_form(response.content.decode())
    assert "mayumi made version 1 of the house rules: “Winners eat more.”" in page
    assert "Since then: A new team has 90 koban to spend (before: 100). A win pays 12 koban (before: 10)." in page
    assert (merged["koban.win"], merged["koban.loss"], merged["koban.starting"]) == ("12", "5", "120")
    assert merged["based_on"] == "1"
    assert league.house_versions.count() == 1
    save(client, merged, based_on=1)
    assert len(in_force(league)) == 3


@pytest.mark.parametrize("based_on", ["", "x", "-1", "99", "9" * 50, "²"])
def test_a_form_that_does_not_know_its_version_is_sent_once_more(client: Client, league: League, based_on: str) -> None:
    response = client.post(f"{URL}edit/save/", {**WISH, "based_on": based_on, "reason": "Mine."})
    assert response.status_code == 422
    assert whole_form(response.content.decode())["koban.starting"] == "120"
    assert in_force(league) == []


# Taking a version again


def test_an_earlier_version_is_taken_again_after_a_preview(client: Client, league: League) -> None:
    save(client, WISH)
    save(client, {"koban.starting": "90", "profiles.benkei": NO}, based_on=1)
    assert 'name="restore" value="1"' in look(client, "versions/1/").content.decode()
    assert b'name="restore"' not in look(client, "versions/2/").content
    shown = send(client, "preview/", {"restore": "1"}, based_on=2)
    assert "A new team has 120 koban to spend (before: 90). Benkei may be recruited (before: may not)." in words(shown)
    save(client, sent_by_browser(shown.content.decode()), based_on=2, reason="It was better.")
    assert in_force(league) == ["A new team has 120 koban to spend (rulebook: 100)."]
    assert [its.reason for its in houses.versions_of(league)] == ["It was better.", "For fun.", "For fun."]


def test_the_rulebook_is_taken_again_like_any_version(client: Client, league: League) -> None:
    save(client, WISH)
    save(client, {"restore": "0"}, based_on=1)
    assert in_force(league) == []
    page = words(look(client))
    assert "This league plays by the rulebook." in page
    assert "It did not always" in page


def test_a_version_taken_again_from_an_old_page_is_previewed_anew(client: Client, league: League) -> None:
    save(client, WISH)
    save(client, {"koban.starting": "90"}, based_on=1)
    response = save(client, {"restore": "0"}, based_on=1)
    assert response.status_code == 422
    assert "Nothing was saved" in words(response)
    assert sent_by_browser(response.content.decode()) == {"based_on": "2", "restore": "0"}
    assert league.house_versions.count() == 2


def test_a_version_can_be_changed_before_it_is_taken_again(client: Client, league: League) -> None:
    save(client, WISH)
    save(client, {"koban.starting": "90"}, based_on=1)
    assert whole_form(send(client, "", {"restore": "1"}, based_on=2).content.decode())["koban.starting"] == "120"


@pytest.mark.parametrize("number", ["7", "x", "-1"])
def test_a_version_that_never_was_is_not_found(client: Client, league: League, number: str) -> None:
    assert send(client, "preview/", {"restore": number}).status_code == 404


def test_the_version_in_force_cannot_be_taken_again(client: Client, league: League) -> None:
    save(client, WISH)
    assert save(client, {"restore": "1"}, based_on=1).status_code == 422
    assert league.house_versions.count() == 1
