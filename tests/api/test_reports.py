"""Reports through the API: checked, filed, countersigned, disputed, settled, taken back, compared."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from league.models import Role
from matches.api.examples import ACCOUNT
from matches.models import Match, Report
from matches.reporting import Account
from rules.house import AcceptedBy
from teams import chronicle
from tests.api.clients import Program, refused
from tests.api.worlds import game, sent
from tests.conftest import Race
from tests.league.clubs import join
from tests.matches.games import DREW, Table, account, table
from tests.teams.people import person

pytestmark = pytest.mark.django_db
INJURY = "brawl-injury"


@pytest.fixture
def at() -> Table:
    return table()


@pytest.fixture
def match(at: Table) -> Match:
    return at.brief()


def _told(at: Table, match: Match) -> Account:
    slug = at.teams[0].slug
    return account(match, feats={slug: {"n1": {INJURY: 2}}}, stars={slug: ["n1"]})


# Checking


def test_a_possible_report_is_found_possible_and_nothing_is_saved(at: Table, match: Match) -> None:
    told = Program(at.players[0]).post(f"{game(match)}reports/check/", sent(_told(at, match))).json()
    assert (told["is_possible"], told["problems"]) == (True, [])
    assert told["points"] == {at.teams[0].slug: 2, at.teams[1].slug: 0}
    assert [its["code"] for its in told["warnings"]] == ["no-all-star"]
    assert not Report.objects.exists()


def test_every_problem_comes_at_once_with_its_cell(at: Table, match: Match) -> None:
    body, one = sent(_told(at, match)), at.teams[0].slug
    body["report"]["teams"][0]["ninja"]["n1"]["feats"] = {INJURY: 100, "nonsense": 1}
    body["report"]["teams"][0]["ninja"]["n99"] = {"on_board": True}
    body["report"]["teams"][1]["result"] = "won"
    told = Program(at.players[0]).post(f"{game(match)}reports/check/", body).json()
    found = {(its["code"], its["subject"]) for its in told["problems"]}
    assert found == {
        ("two-winners", "result"),
        ("unknown-ninja", f"{one}/n99"),
        ("how-often", f"{one}/n1/{INJURY}"),
        ("foreign-feat", f"{one}/n1/nonsense"),
    }
    response = Program(at.players[0]).post(f"{game(match)}reports/", body)
    assert response.status_code == 422
    assert {(its["code"], its["subject"]) for its in response.json()["problems"]} == found


@pytest.mark.parametrize(
    ("change", "code", "subject"),
    [
        ({"report": None}, "null", "report"),
        ({"report": {"teams": []}}, "required", "report.challenge"),
        ({"report": {"challenge": "brawl", "teams": [{}]}}, "required", "report.teams.0.team"),
        ({"report": {"challenge": "brawl", "teams": [], "winner": "me"}}, "unknown", "report.winner"),
        ({"notes": "x" * 2001}, "max-length", "notes"),
        ({"moments": [{"round": "first"}]}, "invalid", "moments.0.round"),
    ],
)
def test_a_body_that_is_no_report_is_refused(
    at: Table, match: Match, change: dict[str, Any], code: str, subject: str
) -> None:
    body = {**sent(_told(at, match)), **change}
    found = refused(Program(at.players[0]).post(f"{game(match)}reports/", body), 422, code)
    assert subject in {its["subject"] for its in found.get("problems", [found])}


def test_a_report_of_another_game_is_refused(at: Table, match: Match) -> None:
    body = sent(_told(at, match))
    body["report"]["game"] = str(uuid4())
    refused(Program(at.players[0]).post(f"{game(match)}reports/", body), 422, "other-game", "game")
    del body["report"]["game"]
    assert Program(at.players[0]).post(f"{game(match)}reports/", body).status_code == 201


def test_moments_are_those_that_the_counts_bear_out(at: Table, match: Match) -> None:
    moment = {"round": 2, "team": at.teams[0].slug, "ninja": "n1", "feat": INJURY}
    kenta = Program(at.players[0])
    often = sent(_told(at, match), moments=[moment] * 3)
    refused(kenta.post(f"{game(match)}reports/", often), 422, "moment", "moments.2")
    late = sent(_told(at, match), moments=[{**moment, "round": 99}])
    refused(kenta.post(f"{game(match)}reports/", late), 422, "round", "moments.0.round")
    filed = kenta.post(f"{game(match)}reports/", sent(_told(at, match), moments=[moment, moment]))
    assert filed.json()["moments"] == [moment, moment]


def test_the_example_of_the_documentation_is_a_report(at: Table, match: Match) -> None:
    """Its teams are others, so that is all there is to say against it."""
    told = Program(at.players[0]).post(f"{game(match)}reports/check/", ACCOUNT).json()
    assert {its["code"] for its in told["problems"]} == {"unknown-team", "team-missing", "other-game"}


# Filing


def test_a_report_is_filed_and_waits_for_the_other_side(at: Table, match: Match) -> None:
    filed = Program(at.players[0]).post(f"{game(match)}reports/", sent(_told(at, match), story="It rained."))
    assert filed.status_code == 201
    told = filed.json()
    assert (told["number"], told["kind"], told["state"], told["signed"]) == (1, "filed", "Waiting", [at.teams[0].slug])
    assert told["report"]["teams"][0]["ninja"]["n1"] == {
        "on_board": True,
        "feats": {INJURY: 2},
        "healing_house": False,
    }
    assert match.stories.get().text == "It rained."
    assert Program().get(f"{game(match)}reports/1/").json() == told


def test_the_same_report_sent_twice_is_one_version(at: Table, match: Match) -> None:
    kenta, key, body = Program(at.players[0]), str(uuid4()), sent(_told(at, match))
    first, again = (kenta.post(f"{game(match)}reports/", body, idempotency_key=key) for _ in range(2))
    assert (first.status_code, first.content) == (201, again.content)
    assert Report.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_database
def test_the_same_report_sent_by_many_at_once_is_one_entry(race: Race) -> None:
    at = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = at.brief()
    kenta, key, body = Program(at.players[0]), str(uuid4()), sent(_told(at, match))

    def file() -> int:
        return int(kenta.post(f"{game(match)}reports/", body, idempotency_key=key).status_code)

    assert set(race(file, runners=5)) == {201}
    assert Report.objects.count() == 1
    assert [len(chronicle.scroll_of(team).games) for team in at.teams] == [1, 1]


def test_the_other_side_countersigns_and_both_chronicles_know(at: Table, match: Match) -> None:
    Program(at.players[0]).post(f"{game(match)}reports/", sent(_told(at, match)))
    signed = Program(at.players[1]).post(f"{game(match)}reports/1/countersign/").json()
    assert (signed["is_in_force"], len(signed["signed"])) == (True, 2)
    assert [len(chronicle.scroll_of(team).games) for team in at.teams] == [1, 1]
    assert Program().get(game(match)).json()["state"] == "played"
    assert Program(at.players[1]).post(f"{game(match)}reports/1/countersign/").status_code == 200
    refused(Program(at.players[0]).post(f"{game(match)}reports/", sent(_told(at, match))), 422, "accepted")


def test_two_versions_that_disagree_are_disputed_and_settled(at: Table, match: Match) -> None:
    at.file(match, _told(at, match))
    other = Program(at.players[1]).post(f"{game(match)}reports/", sent(account(match, DREW, DREW)))
    assert other.json()["number"] == 2
    assert Program().get(f"{game(match)}match/").json()["match"]["state"] == "disputed"
    refused(Program(at.players[0]).post(f"{game(match)}reports/1/settle/"), 403, "forbidden")
    settled = Program(at.master).post(f"{game(match)}reports/2/settle/").json()
    assert settled["is_in_force"] is True
    told = Program().get(f"{game(match)}reports/").json()["results"]
    assert [its["is_in_force"] for its in told] == [False, True]


def test_an_assistant_settles_no_game_of_an_own_team(at: Table, match: Match) -> None:
    at.file(match, _told(at, match))
    at.league.memberships.filter(person=at.players[0]).update(role=Role.ASSISTANT)
    refused(Program(at.players[0]).post(f"{game(match)}reports/1/settle/"), 403, "forbidden")
    other = join(at.league, person("jo"), Role.ASSISTANT)
    assert Program(other).post(f"{game(match)}reports/1/settle/").status_code == 200


def test_the_ninja_master_files_and_settles_at_once(at: Table, match: Match) -> None:
    body = sent(_told(at, match), settles=True)
    refused(Program(at.players[0]).post(f"{game(match)}reports/", body), 403, "forbidden")
    filed = Program(at.master).post(f"{game(match)}reports/", body).json()
    assert (filed["kind"], filed["is_in_force"]) == ("settled", True)


def test_what_was_filed_is_taken_back(at: Table, match: Match) -> None:
    at.file(match, _told(at, match))
    told = Program(at.players[0]).post(f"{game(match)}reports/withdraw/").json()
    assert told["match"]["state"] == "briefed"
    assert Program().get(f"{game(match)}reports/1/").json()["withdrawn_at"]
    refused(Program(at.players[1]).post(f"{game(match)}reports/1/countersign/"), 422, "withdrawn")


def test_who_does_not_play_has_nothing_to_countersign(at: Table, match: Match) -> None:
    at.file(match, _told(at, match))
    refused(Program(at.master).post(f"{game(match)}reports/1/countersign/"), 422, "no-side")
    refused(Program(at.players[1]).post(f"{game(match)}reports/2/countersign/"), 404, "not-found")


def test_a_game_that_is_not_briefed_cannot_be_reported(at: Table) -> None:
    body = {"report": {"challenge": "brawl", "teams": []}}
    refused(Program(at.players[0]).post(f"games/{at.fixture.pk}/reports/", body), 422, "not-briefed")
    assert Program().get(f"games/{at.fixture.pk}/reports/").json() == {"results": []}
    refused(Program().get(f"games/{at.fixture.pk}/reports/1/"), 404, "not-found")


# Comparing


def test_two_versions_are_compared_cell_by_cell(at: Table, match: Match) -> None:
    told = _told(at, match)
    at.file(match, told)
    refused(Program().get(f"{game(match)}reports/differences/"), 404, "not-found")
    first, last = told.report.teams
    otherwise = replace(told, report=replace(told.report, teams=(replace(first, points=9), last)))
    at.file(match, otherwise, by=1)
    found = Program().get(f"{game(match)}reports/differences/").json()
    assert (found["a"]["number"], found["b"]["number"]) == (1, 2)
    (cell,) = found["cells"]
    assert (cell["subject"], cell["what"]) == (f"{first.team}:points", "Points")
    assert cell["said"] == [{"version": 1, "value": "2"}, {"version": 2, "value": "9"}]
    assert Program().get(f"{game(match)}reports/differences/?a=1&b=1").json()["cells"] == []
    refused(Program().get(f"{game(match)}reports/differences/?a=7"), 404, "not-found")
    refused(Program().get(f"{game(match)}reports/differences/?a=x"), 422, "invalid", "a")


@pytest.mark.parametrize("versions", [1, 6])
def test_versions_take_the_same_queries_for_many(
    at: Table, match: Match, versions: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(versions):
        at.file(match, _told(at, match))
    with django_assert_num_queries(7):
        assert len(Program().get(f"{game(match)}reports/").json()["results"]) == versions
