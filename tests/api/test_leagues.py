"""Leagues through the API: found, described, put away; members, invitations, requests, house rules."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

from league import houses
from league.models import Invitation, Joining, JoinRequest, League, Membership
from tests.api.clients import Program, refused
from tests.api.worlds import Club, etag, everybody, statuses
from tests.league.clubs import club, join, season
from tests.teams.people import person

pytestmark = pytest.mark.django_db
HERE = "leagues/moon-court/"


@pytest.fixture
def court() -> Club:
    return everybody()


# The list


def test_everybody_finds_public_leagues_and_members_private_ones() -> None:
    club("Moon Court")
    hidden = club("Dark Court", master=person("oboro"), is_private=True)
    member = join(hidden, person("mio"))
    assert [its["slug"] for its in Program().get("leagues/").json()["results"]] == ["moon-court"]
    assert [its["slug"] for its in Program(member).get("leagues/").json()["results"]] == ["dark-court", "moon-court"]


def test_leagues_are_filtered_and_sorted() -> None:
    moon, sun = club("Moon Court"), club("Sun Court", master=person("oboro"))
    League.objects.filter(pk=sun.pk).update(archived_at=sun.created_at, joining=Joining.APPROVAL)
    program = Program(moon.memberships.get().person)

    def found(asked: str) -> list[str]:
        return [its["slug"] for its in program.get(f"leagues/?{asked}").json()["results"]]

    assert found("q=SUN") == ["sun-court"]
    assert found("state=open") == ["moon-court"]
    assert found("state=archived") == ["sun-court"]
    assert found("joining=approval") == ["sun-court"]
    assert found("role=master") == ["moon-court"]
    assert found("ordering=-name") == ["sun-court", "moon-court"]
    refused(program.get("leagues/?state=lost"), 422, "invalid-choice", "state")


@pytest.mark.parametrize("leagues", [1, 12])
def test_the_list_takes_the_same_queries_for_many(
    leagues: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(leagues):
        season(club(f"Court {number}", master=person(f"master-{number}")), teams=0)
    program = Program()
    with django_assert_num_queries(5):
        assert len(program.get("leagues/").json()["results"]) == leagues


def test_a_league_says_what_it_is_and_what_one_is_in_it(court: Club) -> None:
    told = court["player"].get(HERE).json()
    assert (told["name"], told["members"], told["masters"], told["role"]) == ("Moon Court", 4, ["sensei"], "player")
    assert court["nobody"].get(HERE).json()["role"] is None


def test_a_private_league_is_nobody_elses_business() -> None:
    court = everybody(is_private=True)
    for address in ("", "members/", "house-rules/", "seasons/"):
        found = statuses(court, "get", f"{HERE}{address}")
        assert (found["nobody"], found["stranger"], found["guest"], found["player"]) == (404, 404, 200, 200)
    refused(court["stranger"].post(f"{HERE}join/"), 404, "not-found")


# Founding and describing


def test_whoever_founds_a_league_is_its_ninja_master() -> None:
    who = person("mio")
    response = Program(who).post("leagues/", {"name": "Sun Court", "description": "By day.", "joining": "approval"})
    assert response.status_code == 201
    assert response["Location"].endswith("/api/v1/leagues/sun-court/")
    assert response.json()["role"] == "master"
    assert Membership.objects.get(league__slug="sun-court").person == who


def test_the_same_founding_sent_twice_is_one_league() -> None:
    program, key = Program(person("mio")), str(uuid4())
    first, again = (program.post("leagues/", {"name": "Sun Court"}, idempotency_key=key) for _ in range(2))
    assert first.content == again.content
    assert League.objects.count() == 1


def test_a_private_league_is_joined_by_invitation_unless_somebody_says_otherwise() -> None:
    program = Program(person("mio"))
    made = program.post("leagues/", {"name": "Dark Court", "is_private": True})
    assert made.json()["joining"] == "invitation"
    sent = {"name": "Dim Court", "is_private": True, "joining": "open"}
    refused(program.post("leagues/", sent), 422, "private-joining", "joining")


@pytest.mark.parametrize(
    ("sent", "code", "subject"),
    [
        ({}, "required", "name"),
        ({"name": " "}, "nameless", "name"),
        ({"name": "x" * 61}, "name-too-long", "name"),
        ({"name": "Sun", "rules": {}}, "unknown", "rules"),
        ({"name": "Sun", "is_private": "yes"}, "invalid", "is_private"),
        ({"name": "Sun", "joining": "never"}, "invalid-choice", "joining"),
        ({"name": "Sun", "description": "x" * 20_001}, "description-too-long", "description"),
    ],
)
def test_what_makes_no_league_is_refused(sent: dict[str, object], code: str, subject: str) -> None:
    refused(Program(person("mio")).post("leagues/", sent), 422, code, subject)
    assert not League.objects.exists()


def test_the_ninja_master_describes_the_league_as_it_was_seen(court: Club) -> None:
    seen = etag(court["master"], HERE)
    changed = court["master"].patch(HERE, {"description": "On **Thursday**."}, if_match=seen)
    assert changed.json()["description"] == "On **Thursday**."
    assert changed.json()["name"] == "Moon Court"
    assert changed["ETag"] == etag(court["master"], HERE)
    refused(court["master"].patch(HERE, {"name": "Sun"}, if_match=seen), 412, "stale", "If-Match")
    refused(court["master"].patch(HERE, {"name": "Sun"}), 428, "if-match-missing", "If-Match")


def test_a_league_is_put_away_and_taken_out_again(court: Club) -> None:
    assert court["master"].post(f"{HERE}archive/").json()["archived_at"]
    assert court["master"].post(f"{HERE}archive/").status_code == 200
    refused(court["assistant"].post(f"{HERE}seasons/", {"name": "Spring"}), 403, "forbidden")
    assert court["master"].post(f"{HERE}reopen/").json()["archived_at"] is None


@pytest.mark.parametrize(
    ("method", "address", "body", "least"),
    [
        ("patch", "", {"name": "Sun Court"}, "master"),
        ("get", "invitations/", None, "assistant"),
        ("get", "requests/", None, "assistant"),
        ("post", "invitations/", {"role": "guest", "days": 1}, "assistant"),
        ("post", "house-rules/preview/", {"based_on": 0, "changes": {"koban": {"win": 14}}}, "master"),
        ("post", "house-rules/", {"based_on": 5, "restore": 0, "reason": "?"}, "master"),
        ("post", "seasons/", {"name": ""}, "assistant"),
    ],
)
def test_each_change_needs_a_standing(court: Club, method: str, address: str, body: object, least: str) -> None:
    found = statuses(court, method, f"{HERE}{address}", body, if_match="*")
    may = KINDS_FROM[least]
    assert found.pop("nobody") == 401
    assert all((status == 403) == (kind not in may) for kind, status in found.items()), found


KINDS_FROM = {"assistant": ("assistant", "master"), "master": ("master",)}


def test_a_wrong_method_is_refused(court: Club) -> None:
    refused(court["master"].delete(HERE), 405, "method-not-allowed")
    refused(court["master"].post(HERE, {}), 405, "method-not-allowed")


# Members


def _member(court: Club, kind: str) -> str:
    name = {"guest": "gast", "player": "aoi", "assistant": "jo", "master": "sensei"}[kind]
    return f"{HERE}members/{Membership.objects.get(person__username=name).pk}/"


def test_members_are_listed_and_filtered(court: Club) -> None:
    found = court["nobody"].get(f"{HERE}members/").json()["results"]
    assert [its["person"] for its in found] == ["sensei", "gast", "aoi", "jo"]
    assert [its["person"] for its in court["nobody"].get(f"{HERE}members/?role=guest").json()["results"]] == ["gast"]


def test_members_take_the_same_queries_for_many(court: Club, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for number in range(20):
        join(court.league, person(f"member-{number}"))
    with django_assert_num_queries(2):
        assert len(court["nobody"].get(f"{HERE}members/").json()["results"]) == 24


def test_the_ninja_master_makes_members_something_else(court: Club) -> None:
    assert court["master"].patch(_member(court, "player"), {"role": "assistant"}).json()["role"] == "assistant"
    refused(court["master"].patch(_member(court, "master"), {"role": "player"}), 422, "last-master", "role")
    refused(court["assistant"].patch(_member(court, "guest"), {"role": "player"}), 403, "forbidden")
    refused(court["master"].patch(f"{HERE}members/999999/", {"role": "player"}), 404, "not-found")
    refused(court["master"].patch(_member(court, "guest"), {"role": "king"}), 422, "invalid-choice", "role")


def test_a_member_of_another_league_cannot_be_changed_here(court: Club) -> None:
    other = club("Sun Court", master=person("oboro")).memberships.get()
    refused(court["master"].patch(f"{HERE}members/{other.pk}/", {"role": "guest"}), 404, "not-found")


def test_members_are_removed_hand_over_and_leave(court: Club) -> None:
    assert court["master"].delete(_member(court, "guest")).status_code == 204
    assert court["master"].post(f"{_member(court, 'assistant')}hand-over/").json()["role"] == "master"
    assert court["master"].get(HERE).json()["role"] == "assistant"
    assert court["player"].post(f"{HERE}leave/").status_code == 204
    assert court["player"].post(f"{HERE}leave/").status_code == 204
    assert {its.person.username for its in Membership.objects.all()} == {"sensei", "jo"}


def test_the_last_ninja_master_cannot_leave(court: Club) -> None:
    refused(court["master"].post(f"{HERE}leave/"), 422, "last-master", "role")


def test_anybody_walks_into_an_open_league_and_into_no_other(court: Club) -> None:
    assert court["stranger"].post(f"{HERE}join/").json()["role"] == "player"
    assert court["guest"].post(f"{HERE}join/").json()["role"] == "guest"
    refused(court["nobody"].post(f"{HERE}join/"), 401, "not-logged-in")
    League.objects.update(joining=Joining.INVITATION)
    refused(Program(person("mio")).post(f"{HERE}join/"), 422, "not-open", "joining")


# By invitation, and by asking


def test_an_invitation_is_made_looked_at_and_accepted(court: Club) -> None:
    made = court["assistant"].post(f"{HERE}invitations/", {"role": "player", "days": 3}).json()
    link = f"invitations/{made['token']}/"
    assert court["stranger"].get(link).json()["league"] == "moon-court"
    assert court["stranger"].post(f"{link}accept/").json()["role"] == "player"
    assert court["guest"].post(f"{link}accept/").json()["role"] == "player"
    assert court["master"].post(f"{link}accept/").json()["role"] == "master"
    assert court["assistant"].get(f"{HERE}invitations/").json()["results"][0]["uses"] == 2


def test_nobody_invites_to_their_own_rank(court: Club) -> None:
    refused(court["assistant"].post(f"{HERE}invitations/", {"role": "assistant"}), 422, "role-not-given", "role")
    refused(court["master"].post(f"{HERE}invitations/", {"role": "guest", "days": 0}), 422, "min-value", "days")


def test_a_revoked_invitation_lets_nobody_in(court: Club) -> None:
    made = court["master"].post(f"{HERE}invitations/", {}).json()
    assert court["assistant"].delete(f"{HERE}invitations/{made['id']}/").status_code == 204
    assert court["assistant"].delete(f"{HERE}invitations/{made['id']}/").status_code == 204
    refused(court["stranger"].post(f"invitations/{made['token']}/accept/"), 422, "revoked")
    refused(court["stranger"].get(f"invitations/{made['token']}/"), 404, "not-found")
    assert court["master"].get(f"{HERE}invitations/").json()["results"] == []
    assert Invitation.objects.count() == 1


def test_a_link_that_never_was_is_not_there(court: Club) -> None:
    refused(court["stranger"].post("invitations/nothing/accept/"), 404, "not-found")
    refused(court["nobody"].get("invitations/nothing/"), 401, "not-logged-in")


def test_somebody_asks_and_is_let_in_or_not(court: Club) -> None:
    League.objects.update(joining=Joining.APPROVAL)
    asked = court["stranger"].post(f"{HERE}requests/", {"message": "Please."})
    assert asked.status_code == 201
    assert court["stranger"].post(f"{HERE}requests/", {}).json() == asked.json()
    here = f"{HERE}requests/{asked.json()['id']}/"
    refused(court["player"].post(f"{here}approve/"), 403, "forbidden")
    assert court["assistant"].post(f"{here}approve/").json()["person"] == "nobunaga"
    refused(court["assistant"].post(f"{here}decline/"), 422, "decided")
    assert court["assistant"].get(f"{HERE}requests/?state=waiting").json()["results"] == []
    assert len(court["assistant"].get(f"{HERE}requests/?state=decided").json()["results"]) == 1


def test_who_is_turned_down_is_no_member(court: Club) -> None:
    asked = JoinRequest.objects.create(league=court.league, person=User.objects.get(username="nobunaga"))
    assert court["assistant"].post(f"{HERE}requests/{asked.pk}/decline/").json()["is_accepted"] is False
    assert not Membership.objects.filter(person=asked.person).exists()
    refused(court["assistant"].post(f"{HERE}requests/{asked.pk + 1}/decline/"), 404, "not-found")


def test_an_open_league_takes_no_requests(court: Club) -> None:
    refused(court["stranger"].post(f"{HERE}requests/", {}), 422, "no-requests", "joining")


# House rules

WISH = {"based_on": 0, "changes": {"koban": {"win": 14}}}


def test_house_rules_are_read_as_numbers_and_as_sentences(court: Club) -> None:
    told = court["nobody"].get(f"{HERE}house-rules/").json()
    assert (told["number"], told["differences"], told["author"]) == (0, [], None)
    assert told["rules"]["koban"]["win"]
    assert any("koban" in its["sentence"] for its in told["articles"])


def test_house_rules_are_previewed_and_changed(court: Club) -> None:
    season(court.league, teams=2)
    preview = court["master"].post(f"{HERE}house-rules/preview/", WISH).json()
    assert (len(preview["changes"]), len(preview["teams"])) == (1, 2)
    assert court["nobody"].get(f"{HERE}house-rules/").json()["number"] == 0
    made = court["master"].post(f"{HERE}house-rules/", {**WISH, "reason": "Winners were poor."})
    assert made.status_code == 201
    assert (made.json()["number"], made.json()["changes"]) == (1, preview["changes"])
    assert made.json()["differences"][0]["since"] == 1
    court.league.refresh_from_db()
    assert houses.rules_of(court.league).koban.win == 14


def test_a_change_that_makes_a_team_illegal_says_so_before(court: Club) -> None:
    made = season(court.league, teams=1)
    team = made.entrants.get().team.slug
    banned = {"based_on": 0, "changes": {"banned_profiles": [made.entrants.get().team.ninja.all()[1].profile]}}
    effect = court["master"].post(f"{HERE}house-rules/preview/", banned).json()["teams"][0]
    assert (effect["team"], effect["becomes_illegal"]) == (team, True)
    assert effect["new_problems"][0]["code"] == "banned"


def test_a_change_of_what_was_changed_meanwhile_is_stale(court: Club) -> None:
    court["master"].post(f"{HERE}house-rules/", {**WISH, "reason": "First."})
    late = {"based_on": 0, "changes": {"koban": {"win": 15}}, "reason": "Late."}
    refused(court["master"].post(f"{HERE}house-rules/", late), 412, "stale")
    refused(court["master"].post(f"{HERE}house-rules/preview/", WISH), 412, "stale")
    assert court["nobody"].get(f"{HERE}house-rules/").json()["number"] == 1


def test_an_earlier_version_is_taken_again(court: Club) -> None:
    court["master"].post(f"{HERE}house-rules/", {**WISH, "reason": "First."})
    back = court["master"].post(f"{HERE}house-rules/", {"based_on": 1, "restore": 0, "reason": "Back."})
    assert (back.json()["number"], back.json()["differences"]) == (2, [])
    versions = court["nobody"].get(f"{HERE}house-rules/versions/").json()["results"]
    assert [its["reason"] for its in versions] == ["Back.", "First."]
    assert court["nobody"].get(f"{HERE}house-rules/versions/1/").json()["rules"]["koban"]["win"] == 14
    changes = court["nobody"].get(f"{HERE}house-rules/changes/?since=1&until=2").json()["changes"]
    assert len(changes) == 1
    assert court["nobody"].get(f"{HERE}house-rules/changes/").json()["changes"] == []
    refused(court["nobody"].get(f"{HERE}house-rules/versions/3/"), 404, "not-found")
    refused(court["nobody"].get(f"{HERE}house-rules/changes/?since=9"), 404, "not-found")


@pytest.mark.parametrize(
    ("sent", "code", "subject"),
    [
        ({"based_on": 0, "reason": "x"}, "invalid", "changes"),
        ({**WISH, "restore": 0, "reason": "x"}, "invalid", "changes"),
        ({**WISH}, "required", "reason"),
        ({"based_on": 0, "changes": {"koban": {"win": "much"}}, "reason": "x"}, "malformed", "changes.koban.win"),
        ({"based_on": 0, "changes": {"kobans": {}}, "reason": "x"}, "malformed", "changes.kobans"),
        ({"based_on": 0, "restore": 0, "reason": "x"}, "unchanged", ""),
    ],
)
def test_rules_that_make_no_sense_are_refused(court: Club, sent: dict[str, object], code: str, subject: str) -> None:
    refused(court["master"].post(f"{HERE}house-rules/", sent), 422, code, subject)


def test_a_league_that_is_not_there_is_not_found() -> None:
    refused(Program().get("leagues/nowhere/"), 404, "not-found")
    refused(Program(person("mio")).post("leagues/nowhere/join/"), 404, "not-found")
