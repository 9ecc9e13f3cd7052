"""The catalog and the roster check: for everybody, complete, and without a query."""

import json
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from league.models import Role
from rules.catalog import catalog
from rules.house import rulebook
from teams.models import House
from tests.api.clients import Program, refused
from tests.league.clubs import club, join
from tests.rules.teams import MINIMAL, legal_team
from tests.teams.people import person

pytestmark = pytest.mark.django_db


def results(address: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = Program().get(address).json()["results"]
    return found


@pytest.mark.parametrize(
    ("kind", "among"),
    [
        ("clans", catalog().clans),
        ("profiles", catalog().profiles),
        ("keywords", catalog().keywords),
        ("challenges", catalog().challenges),
    ],
)
def test_everything_of_the_game_is_listed_and_found(
    kind: str, among: dict[str, Any], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        listed = results(f"catalog/{kind}/")
        assert [its["id"] for its in listed] == list(among)
        one = Program().get(f"catalog/{kind}/{listed[0]['id']}/")
    assert one.json() == listed[0]


def test_what_is_not_in_the_catalog_is_not_found_but_guessed() -> None:
    body = refused(Program().get("catalog/clans/torra/"), 404, "not-found")
    assert "Did you mean tora?" in body["message"]


def test_heroes_and_ronin_are_listed_apart() -> None:
    assert {its["type"] for its in results("catalog/heroes/")} == {"hero"}
    assert {its["type"] for its in results("catalog/ronin/")} == {"ronin"}


def test_profiles_are_filtered() -> None:
    found = results("catalog/profiles/?clan=tora&type=kaiken")
    assert [its["id"] for its in found] == ["tora-kaiken"]
    assert found[0]["allowance"] == {"least": 2, "most": catalog().profiles["tora-kaiken"].allowance.most}  # type: ignore[union-attr]
    assert not results("catalog/profiles/?clan=nobody")
    refused(Program().get("catalog/profiles/?type=wizard"), 422, "invalid-choice", "type")


def test_keywords_are_filtered() -> None:
    assert {its["category"] for its in results("catalog/keywords/?category=fire")} == {"fire"}


def test_a_challenge_has_the_feats_of_all() -> None:
    feats = Program().get("catalog/challenges/brawl/").json()["feats"]
    assert {"reveal", "chunin-stunned"} < {feat["id"] for feat in feats}


def test_the_rulebook_is_told_in_numbers_and_in_sentences() -> None:
    body = Program().get("catalog/rules/").json()
    assert body["rules"]["koban"]["starting"] == 100
    assert any("100 koban" in article["sentence"] for article in body["articles"])


# The roster check


def roster(*profiles: str, clan: str = "tora", **more: Any) -> dict[str, Any]:
    recruits = [
        {"profile": its.profile, "name": its.name, "abilities": list(its.abilities)}
        for its in legal_team("tora", *profiles).recruits
    ]
    return {"clan": clan, "recruits": recruits, **more}


def checked(sent: dict[str, Any]) -> Any:
    response = Program().post("roster/check/", sent)
    assert response.status_code == 200, response.json()
    return response.json()


def test_a_legal_roster_is_legal_for_anybody(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        found = checked(roster())
    assert found["is_legal"]
    assert found["problems"] == []
    assert (found["price"], found["treasury"], found["rating"], found["upkeep"]) == (40, 60, 4, 0)
    assert [its["id"] for its in found["recruits"]] == ["n1", "n2", "n3"]


def test_every_problem_is_told_at_once() -> None:
    sent = roster("ika-oni", "nobody", "byakko", "byakko")
    found = checked(sent)
    codes = {(its["code"], its["subject"]) for its in found["problems"]}
    assert {("foreign-clan", "n4"), ("unknown-profile", "n5"), ("not-unique", "byakko")} <= codes
    assert not found["is_legal"]


def test_names_and_abilities_may_be_left_out_and_abilities_are_missed() -> None:
    found = checked({"clan": "tora", "recruits": [{"profile": its} for its in MINIMAL["tora"]]})
    assert [its["code"] for its in found["problems"]] == ["ability-choice"]
    assert found["recruits"][1]["name"] == "Tora Kaiken"


def test_an_unknown_clan_cannot_be_checked() -> None:
    refused(Program().post("roster/check/", roster(clan="wolf")), 422, "unknown-clan", "clan")


@pytest.mark.parametrize(
    ("sent", "code", "subject"),
    [
        ({}, "required", "clan"),
        ({"clan": "tora"}, "required", "recruits"),
        ({"clan": 7, "recruits": []}, "invalid", "clan"),
        ({"clan": "tora", "recruits": {}}, "not-a-list", "recruits"),
        ({"clan": "tora", "recruits": [{"profile": "x"}, {}]}, "required", "recruits.1.profile"),
        ({"clan": "tora", "recruits": [{"profile": "x", "abilities": "y"}]}, "not-a-list", "recruits.0.abilities"),
        ({"clan": "tora", "recruits": [{"profile": "x", "koban": 1}]}, "unknown", "recruits.0.koban"),
        ({"clan": "tora", "recruits": [{"profile": "x"}] * 101}, "max-length", "recruits"),
        ({"clan": "tora", "recruits": [], "laegue": "x"}, "unknown", "laegue"),
        ([], "invalid", ""),
        ("tora", "invalid", ""),
        (None, "null", ""),
    ],
)
def test_what_is_no_roster_is_refused_with_the_path_to_it(sent: Any, code: str, subject: str) -> None:
    refused(Program().raw("POST", "roster/check/", json.dumps(sent).encode()), 422, code, subject)


def test_several_mistakes_are_all_told() -> None:
    body = refused(Program().post("roster/check/", {"wrong": 1, "name": 2}), 422, "required", "clan")
    assert {its["subject"] for its in body["problems"]} == {"clan", "recruits", "wrong", "name"}


def test_house_rules_change_the_verdict() -> None:
    poor = checked(roster(house_rules={"koban": {"starting": 30}}))
    assert [its["code"] for its in poor["problems"]] == ["over-budget"]
    banned = checked(roster(house_rules={"banned_profiles": ["tora-kaiken"]}))
    assert {its["code"] for its in banned["problems"]} == {"banned"}


def test_the_rulebook_as_it_is_told_may_be_sent_back() -> None:
    rules = Program().get("catalog/rules/").json()["rules"]
    assert checked(roster(house_rules=rules))["is_legal"]


@pytest.mark.parametrize(
    ("rules", "subject"),
    [
        ({"koban": {"starting": -1}}, "house_rules.koban.starting"),
        ({"koban": 7}, "house_rules.koban"),
        ({"kobans": {}}, "house_rules.kobans"),
        ({"prices": {"nobody": 3}}, "house_rules.prices.nobody"),
        ({"levels": "x" * 100}, "house_rules.levels"),
    ],
)
def test_house_rules_that_nobody_could_play_by_are_refused(rules: dict[str, Any], subject: str) -> None:
    response = Program().post("roster/check/", roster(house_rules=rules))
    assert response.status_code == 422
    assert response.json()["subject"] == subject


def test_a_league_is_asked_for_its_rules() -> None:
    league = club()
    rules = Program().get("catalog/rules/").json()["rules"]
    league.house = House.objects.create(rules=rules | {"koban": rules["koban"] | {"starting": 30}})
    league.save()
    assert not checked(roster(league=league.slug))["is_legal"]
    refused(Program().post("roster/check/", roster(league="nowhere")), 404, "not-found")
    both = roster(league=league.slug, house_rules={})
    refused(Program().post("roster/check/", both), 422, "invalid", "house_rules")


def test_the_rules_of_a_private_league_are_for_its_members() -> None:
    league = club(is_private=True)
    member = join(league, person("mio"), Role.GUEST)
    sent = roster(league=league.slug)
    refused(Program().post("roster/check/", sent), 404, "not-found")
    assert Program(member).post("roster/check/", sent).json()["is_legal"]


def test_a_suggested_team_is_legal() -> None:
    response = Program().post("roster/suggestions/", {"clan": "ika", "variant": 3})
    found = response.json()["results"]
    assert [its["aim"] for its in found] == ["many", "fierce", "varied"]
    for suggestion in found:
        again = checked({"clan": "ika", "recruits": suggestion["recruits"]})
        assert again["is_legal"]
        assert (again["price"], again["rating"]) == (suggestion["price"], suggestion["rating"])


def test_suggestions_keep_to_house_rules() -> None:
    rules = {"koban": {"starting": 0}}
    assert Program().post("roster/suggestions/", {"clan": "ika", "house_rules": rules}).json() == {"results": []}
    assert rulebook().koban.starting == 100


@pytest.mark.parametrize("variant", [-1, 1_000_001, "1", True, 1.5, None])
def test_a_variant_is_a_whole_number(variant: Any) -> None:
    response = Program().post("roster/suggestions/", {"clan": "ika", "variant": variant})
    assert response.status_code == 422
    assert response.json()["subject"] == "variant"


def test_a_roster_check_is_a_post() -> None:
    refused(Program().get("roster/check/"), 405, "method-not-allowed")
