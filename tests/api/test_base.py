"""What every endpoint promises: one shape of errors, limits, ETags, and JSON whatever happens."""

from unittest import mock

import pytest
from django.test import Client
from pytest_django import Settings

from rules.problems import Problem, RuleBroken
from teams.api import errors
from tests.api.clients import Program, refused

pytestmark = pytest.mark.django_db


def test_an_address_that_is_not_there_is_told_as_json() -> None:
    body = refused(Program().get("nonsense/"), 404, "not-found")
    assert body["message"] == "There is nothing at this address."


def test_a_forgotten_slash_is_pointed_out() -> None:
    assert "/api/v1/catalog/clans/ with a slash?" in Program().get("catalog/clans").json()["message"]


def test_a_wrong_method_is_told_as_json_with_those_that_work() -> None:
    response = Program().delete("catalog/clans/")
    refused(response, 405, "method-not-allowed")
    assert response["Allow"] == "GET, HEAD, OPTIONS"


def test_nobody_is_turned_away_for_wanting_html() -> None:
    response = Program().get("catalog/clans/", accept="text/html")
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"{", "Expecting property name"),
        (b" ", "Expecting value"),
        (b"\xff", "can't decode"),
        (b'{"variant": NaN}', "NaN is no number"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"clan": "\\ud800"}', "half of a character"),
        (b"9" * 5000, "4300 digits"),
    ],
)
def test_a_body_that_is_no_json_is_malformed(body: bytes, why: str) -> None:
    told = refused(Program().raw("POST", "roster/suggestions/", body), 400, "malformed")
    assert why in told["message"]


def test_a_body_may_hold_any_whole_character() -> None:
    response = Program().raw("POST", "roster/suggestions/", b'{"clan": "\\ud83e\\udd77"}')
    refused(response, 422, "unknown-clan", "clan")


def test_another_kind_of_body_is_refused() -> None:
    refused(Program().raw("POST", "roster/suggestions/", b"clan=tora", "text/plain"), 415, "unsupported-media-type")


def test_a_body_that_is_too_large_is_refused(settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1024
    refused(Program().raw("POST", "roster/suggestions/", b" " * 1025), 413, "too-large")


def test_several_problems_are_all_told_and_the_first_speaks_for_them() -> None:
    broken = RuleBroken(Problem("a", "One.", "x"), Problem("b", "Two.", "y"))
    response = errors.answer(broken, {})
    assert response is not None
    assert response.status_code == 422
    assert response.data == {
        "code": "a",
        "message": "One.",
        "subject": "x",
        "problems": [
            {"code": "a", "message": "One.", "subject": "x"},
            {"code": "b", "message": "Two.", "subject": "y"},
        ],
    }


def test_a_rule_that_says_stale_is_a_failed_precondition() -> None:
    response = errors.answer(RuleBroken(Problem("stale", "Changed.")), {})
    assert response is not None
    assert response.status_code == 412


def test_a_mistake_of_ours_is_raised_again() -> None:
    assert errors.answer(ZeroDivisionError(), {}) is None


def test_a_mistake_of_ours_is_told_as_json_too() -> None:
    client = Client(raise_request_exception=False)
    with mock.patch("teams.api.catalog.catalog", side_effect=ZeroDivisionError):
        response = client.get("/api/v1/catalog/clans/")
    refused(response, 500, "server-error")
    with mock.patch("teams.views.catalog.catalog", side_effect=ZeroDivisionError):
        page = client.get("/clans/")
    assert page["Content-Type"].startswith("text/html")


def test_a_host_that_is_not_ours_is_refused_as_json() -> None:
    refused(Client().get("/api/v1/catalog/clans/", headers={"host": "evil.example.org"}), 400, "malformed")


# ETags


def test_an_answer_that_was_seen_is_not_sent_again() -> None:
    program = Program()
    first = program.get("catalog/clans/")
    again = program.get("catalog/clans/", if_none_match=first["ETag"])
    assert first["ETag"].startswith('"')
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])


@pytest.mark.parametrize("header", ["*", "W/{etag}", '"other", {etag}'])
def test_if_none_match_takes_every_form_of_it(header: str) -> None:
    program = Program()
    etag = program.get("catalog/clans/")["ETag"]
    assert program.get("catalog/clans/", if_none_match=header.format(etag=etag)).status_code == 304
    assert program.get("catalog/clans/", if_none_match='"other"').status_code == 200


def test_the_catalog_may_be_kept_by_anybody() -> None:
    response = Program().get("catalog/clans/")
    assert response["Cache-Control"] == "public, max-age=3600"
    assert "Cookie" not in response["Vary"]


# Other sites


def test_scripts_of_other_sites_may_read_the_catalog() -> None:
    assert Program().get("catalog/clans/")["Access-Control-Allow-Origin"] == "*"
    preflight = Program().raw("OPTIONS", "roster/check/", b"")
    assert preflight.status_code == 204
    assert preflight["Access-Control-Allow-Headers"].startswith("Authorization, Content-Type")


def test_scripts_of_other_sites_may_not_read_the_rest() -> None:
    assert "Access-Control-Allow-Origin" not in Program().get("teams/")
    assert "Access-Control-Allow-Headers" not in Program().raw("OPTIONS", "teams/", b"")


# Limits


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that limits go by: change it."""
    now = [1_000_000.0]
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.timer", lambda _: now[0])
    return now


def test_who_asks_too_often_waits_and_is_told_how_long(settings: Settings, clock: list[float]) -> None:
    settings.API_RATES = settings.API_RATES | {"anonymous": "2/min"}
    for _ in range(2):
        assert Program().get("catalog/clans/").status_code == 200
    clock[0] += 18
    response = Program().get("catalog/clans/")
    assert refused(response, 429, "too-many-requests")["message"].endswith("in 42 seconds.")
    assert response["Retry-After"] == "42"
    assert Program(REMOTE_ADDR="192.0.2.7").get("catalog/clans/").status_code == 200
    clock[0] += 42
    assert Program().get("catalog/clans/").status_code == 200


def test_the_roster_check_has_a_limit_of_its_own(settings: Settings) -> None:
    settings.API_RATES = settings.API_RATES | {"roster": "1/min"}
    assert Program().post("roster/suggestions/", {"clan": "tora"}).status_code == 200
    refused(Program().post("roster/suggestions/", {"clan": "tora"}), 429, "too-many-requests")
    assert Program().get("catalog/clans/").status_code == 200


def test_a_visitor_cannot_claim_to_be_elsewhere(settings: Settings) -> None:
    settings.API_RATES = settings.API_RATES | {"anonymous": "1/min"}
    Program().get("catalog/clans/")
    assert Program().get("catalog/clans/", x_forwarded_for="192.0.2.7").status_code == 429
