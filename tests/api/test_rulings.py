"""Rulings through the API: read by everybody, previewed and given by the ninja master."""

from typing import Any
from uuid import uuid4

import pytest

from league.models import League
from teams.models import Team
from tests.api.clients import Program, refused
from tests.api.worlds import everybody, statuses
from tests.matches.games import Table, scroll, table
from tests.teams.people import person, team

pytestmark = pytest.mark.django_db


@pytest.fixture
def at() -> Table:
    return table()


def _here(at: Table) -> str:
    return f"teams/{at.teams[0].slug}/rulings/"


def _based(at: Table, ruling: dict[str, Any]) -> dict[str, Any]:
    preview = Program(at.master).post(f"{_here(at)}preview/", ruling)
    assert preview.status_code == 200, preview.json()
    return {**ruling, "based_on": preview.json()["based_on"]}


def test_a_ruling_is_previewed_and_given(at: Table) -> None:
    before = scroll(at.teams[0]).treasury
    ruling = {"reason": "Found on the street.", "koban": 5}
    preview = Program(at.master).post(f"{_here(at)}preview/", ruling).json()
    assert (preview["changes_nothing"], preview["team"][0]["what"]) == (False, "treasury")
    assert scroll(at.teams[0]).treasury == before
    given = Program(at.master).post(_here(at), {**ruling, "based_on": preview["based_on"]})
    assert (given.status_code, given.json()["kind"]) == (201, "ruled")
    assert given.json()["event"]["reason"] == "Found on the street."
    assert scroll(at.teams[0]).treasury == before + 5
    told = Program().get(_here(at)).json()["results"]
    assert [its["number"] for its in told] == [given.json()["number"]]


def test_a_ruling_on_a_ninja_changes_that_one(at: Table) -> None:
    ruling = {"reason": "A blessing.", "ninja": "n1", "xp": 2, "misses": 1, "starts_in_healing_house": True}
    Program(at.master).post(_here(at), _based(at, {**ruling, "gives": ["leap"]}))
    ninja = scroll(at.teams[0]).find("n1")
    assert (ninja.xp, ninja.misses, ninja.starts_in_healing_house, "leap" in ninja.keywords) == (2, 1, True, True)


def test_the_same_ruling_sent_twice_is_one(at: Table) -> None:
    body, key = _based(at, {"reason": "Once.", "koban": 5}), str(uuid4())
    first, again = (Program(at.master).post(_here(at), body, idempotency_key=key) for _ in range(2))
    assert (first.status_code, first.content) == (201, again.content)
    assert Team.objects.get(pk=at.teams[0].pk).entry_count == 2


def test_a_ruling_on_a_team_that_has_moved_is_refused(at: Table) -> None:
    body = _based(at, {"reason": "Once.", "koban": 5})
    assert Program(at.master).post(_here(at), body).status_code == 201
    refused(Program(at.master).post(_here(at), body), 412, "outdated")
    another = {**body, "koban": 6}
    refused(Program(at.master).post(_here(at), another), 412, "outdated")


def test_only_the_ninja_master_rules(at: Table) -> None:
    court = everybody(at.league)
    got = statuses(court, "post", f"{_here(at)}preview/", {"reason": "Why not?", "koban": 1})
    assert got == {"nobody": 401, "stranger": 403, "guest": 403, "player": 403, "assistant": 403, "master": 200}
    got = statuses(court, "post", _here(at), {"reason": "Why not?", "koban": 1, "based_on": "x"})
    assert got == {"nobody": 401, "stranger": 403, "guest": 403, "player": 403, "assistant": 403, "master": 412}
    assert set(statuses(court, "get", _here(at)).values()) == {200}
    League.objects.update(archived_at=at.league.created_at)
    refused(court["master"].post(f"{_here(at)}preview/", {"reason": "Late.", "koban": 1}), 403, "forbidden")


def test_a_team_of_no_league_is_ruled_by_the_staff() -> None:
    alone = team(person("mio"))
    here = f"teams/{alone.slug}/rulings/preview/"
    refused(Program(person("oboro")).post(here, {"reason": "Why not?", "koban": 1}), 403, "forbidden")
    assert Program(person("admin", is_staff=True)).post(here, {"reason": "Why not?", "koban": 1}).status_code == 200


@pytest.mark.parametrize(
    ("ruling", "code", "subject"),
    [
        ({}, "required", "reason"),
        ({"reason": ""}, "blank", "reason"),
        ({"reason": "x", "koban": 10_000}, "max-value", "koban"),
        ({"reason": "x", "koban": -9_999}, "too-expensive", "koban"),
        ({"reason": "x", "xp": 3}, "misplaced", "xp"),
        ({"reason": "x", "ninja": "n1", "koban": 3}, "misplaced", "koban"),
        ({"reason": "x", "ninja": "n99", "xp": 3}, "misplaced", "xp"),
        ({"reason": "x", "ninja": "n1", "gives": ["nonsense"]}, "invalid-choice", "gives"),
        ({"reason": "x", "allows": ["nonsense"]}, "invalid-choice", "allows"),
        ({"reason": "x", "ninja": "n4", "xp": 3}, "misplaced", "xp"),
        ({"reason": "x", "starts_in_healing_house": False}, "misplaced", "starts_in_healing_house"),
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(at: Table, ruling: dict[str, Any], code: str, subject: str) -> None:
    refused(Program(at.master).post(f"{_here(at)}preview/", ruling), 422, code, subject)


def test_rulings_of_a_private_team_are_nobody_elses_business(at: Table) -> None:
    Team.objects.update(is_private=True)
    refused(Program().get(_here(at)), 404, "not-found")
    assert Program(at.players[1]).get(_here(at)).status_code == 200
