"""Amendments through the API: previewed, confirmed, proposed, agreed to, taken back, and games voided."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from matches.models import Match, Report
from matches.reporting import Account, account_of
from rules.house import AcceptedBy
from teams.models import Team
from tests.api.clients import Program, refused
from tests.api.worlds import etag, game, sent
from tests.conftest import Race
from tests.matches.games import LOST, WON, Table, account, scroll, table, take_every_step

pytestmark = pytest.mark.django_db
REASON = {"reason": "It was the other way round."}


def _accepted() -> Table:
    at = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = at.brief()
    at.file(match, account(match, WON, LOST, hurt={at.teams[0].slug: ["n2"]}))
    return at


@pytest.fixture
def at() -> Table:
    """The first team has won, and one of its ninja was hurt."""
    return _accepted()


def _match(at: Table) -> Match:
    return Match.objects.select_related("accepted").get(fixture=at.fixture)


def _told(at: Table) -> Account:
    report = _match(at).accepted
    told = account_of(report) if report else None
    assert told
    return told


def _otherwise(at: Table) -> dict[str, Any]:
    """The other team won, and nobody was hurt."""
    told = _told(at)
    first, last = told.report.teams
    unhurt = {id_: replace(row, healing_house=False) for id_, row in first.ninja.items()}
    teams = (replace(first, result=LOST, ninja=unhurt), replace(last, result=WON))
    return sent(replace(told, report=replace(told.report, teams=teams)))


def _previewed(program: Program, at: Table, body: dict[str, Any], address: str = "amendments/") -> dict[str, Any]:
    response = program.post(f"{game(_match(at))}{address}preview/", body)
    assert response.status_code == 200, response.json()
    return dict(response.json())


def _confirmed(program: Program, at: Table) -> Any:
    body = _otherwise(at)
    based_on = _previewed(program, at, body)["based_on"]
    return program.post(f"{game(_match(at))}amendments/", {**body, **REASON, "based_on": based_on})


# The preview


def test_a_preview_tells_everything_and_changes_nothing(at: Table) -> None:
    before = [scroll(team) for team in at.teams]
    told = _previewed(Program(at.master), at, _otherwise(at))
    first, last = told["teams"]
    assert (first["team"], last["team"]) == tuple(team.slug for team in at.teams)
    figures = {(its["ninja"], its["what"]): (its["before"], its["after"]) for its in first["changes"]}
    assert figures["", "Won, drawn, lost"] == ("1, 0, 0", "0, 0, 1")
    assert ("", "Treasury") in figures
    leaders = [told["table"][when]["rows"][0]["team"] for when in ("before", "after")]
    assert leaders == [at.teams[0].slug, at.teams[1].slug]
    assert [scroll(team) for team in at.teams] == before
    assert Report.objects.count() == 1


def test_entries_that_become_impossible_can_be_struck_or_upheld(at: Table) -> None:
    take_every_step(at.teams[0])
    slug = at.teams[0].slug
    (entry,) = _previewed(Program(at.master), at, _otherwise(at))["teams"][0]["impossible"]
    assert (entry["why"][0]["code"], entry["may_choose"]) == ("not-due", True)
    chosen = {"upheld": "struck", "struck": "upheld"}[entry["word"]]
    body = {**_otherwise(at), "choices": {slug: {str(entry["entry"]): chosen}}}
    told = _previewed(Program(at.master), at, body)
    assert told["teams"][0]["impossible"][0]["word"] == chosen
    made = (
        Program(at.master)
        .post(f"{game(_match(at))}amendments/", {**body, **REASON, "based_on": told["based_on"]})
        .json()
    )
    assert made["choices"] == {slug: {str(entry["entry"]): chosen}}
    told_entry = Program().get(f"teams/{slug}/chronicle/{entry['entry']}/").json()
    assert told_entry["word"] == chosen


@pytest.mark.parametrize(
    ("choices", "code", "subject"),
    [
        ({"nobody": {"1": "struck"}}, "unknown-team", "choices.nobody"),
        ({"kenta-tora": {"x": "struck"}}, "unknown-entry", "choices.kenta-tora.x"),
        ({"kenta-tora": {"1": "burnt"}}, "invalid-choice", "choices.kenta-tora.1"),
    ],
)
def test_choices_that_choose_nothing_are_refused(at: Table, choices: Any, code: str, subject: str) -> None:
    body = {**_otherwise(at), "choices": choices}
    refused(Program(at.master).post(f"{game(_match(at))}amendments/preview/", body), 422, code, subject)


def test_what_cannot_have_happened_is_refused_with_its_cell(at: Table) -> None:
    body, slug = _otherwise(at), at.teams[0].slug
    body["report"]["teams"][0]["ninja"]["n99"] = {"on_board": True}
    refused(
        Program(at.master).post(f"{game(_match(at))}amendments/preview/", body), 422, "unknown-ninja", f"{slug}/n99"
    )


def test_only_an_accepted_report_is_amended() -> None:
    at = table()
    match = at.brief()
    body = sent(account(match))
    refused(Program(at.master).post(f"{game(match)}amendments/preview/", body), 422, "not-accepted")
    refused(Program(at.master).post(f"{game(match)}void/preview/", {}), 422, "not-accepted")


# The ninja master


def test_the_ninja_master_amends_as_previewed(at: Table) -> None:
    made = _confirmed(Program(at.master), at)
    assert made.status_code == 201
    assert (made.json()["kind"], made.json()["is_in_force"], made.json()["reason"]) == (
        "amendment",
        True,
        REASON["reason"],
    )
    assert [scroll(team).games[0].result for team in at.teams] == [LOST, WON]
    rows = Program().get("leagues/moon-court/seasons/1/standings/").json()["rows"]
    assert rows[0]["team"] == at.teams[1].slug
    assert len(Program().get(f"{game(_match(at))}reports/").json()["results"]) == 2


def test_the_same_amendment_sent_twice_is_one(at: Table) -> None:
    master, body, key = Program(at.master), _otherwise(at), str(uuid4())
    body = {**body, **REASON, "based_on": _previewed(master, at, body)["based_on"]}
    here = f"{game(_match(at))}amendments/"
    first, again = (master.post(here, body, idempotency_key=key) for _ in range(2))
    assert (first.status_code, first.content) == (201, again.content)
    assert Report.objects.count() == 2


def test_what_has_moved_since_the_preview_is_not_amended(at: Table) -> None:
    master, body = Program(at.master), _otherwise(at)
    based_on = _previewed(master, at, body)["based_on"]
    take_every_step(at.teams[1])
    refused(master.post(f"{game(_match(at))}amendments/", {**body, **REASON, "based_on": based_on}), 412, "outdated")
    assert Report.objects.count() == 1


def test_an_amendment_heeds_what_the_client_has_seen(at: Table) -> None:
    master, here = Program(at.master), f"{game(_match(at))}amendments/"
    seen = etag(master, here)
    assert _confirmed(master, at).status_code == 201
    body = {**_otherwise(at), **REASON, "based_on": "x"}
    refused(master.post(here, body, if_match=seen), 412, "stale", "If-Match")


def test_an_amendment_says_why(at: Table) -> None:
    body = {**_otherwise(at), "based_on": "x"}
    refused(Program(at.master).post(f"{game(_match(at))}amendments/", body), 422, "required", "reason")


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_database
def test_of_many_who_amend_at_once_one_does(race: Race) -> None:
    at = _accepted()
    master, body = Program(at.master), _otherwise(at)
    body = {**body, **REASON, "based_on": _previewed(master, at, body)["based_on"]}
    here = f"{game(_match(at))}amendments/"

    def amend() -> int:
        return int(master.post(here, body).status_code)

    assert sorted(race(amend, runners=4), key=str) == [201, 412, 412, 412]
    assert Report.objects.count() == 2


# All who played, together


def test_a_player_proposes_and_the_other_agrees(at: Table) -> None:
    kenta, mio = Program(at.players[0]), Program(at.players[1])
    proposed = _confirmed(kenta, at).json()
    assert (proposed["is_in_force"], proposed["signed"], proposed["state"]) == (False, [at.teams[0].slug], "Proposed")
    here = f"{game(_match(at))}amendments/2/"
    told = mio.get(here).json()
    assert told["preview"]["teams"][0]["team"] == at.teams[0].slug
    assert Program().get(f"{game(_match(at))}match/").json()["match"]["proposals"] == [2]
    refused(mio.post(f"{here}agree/", {"based_on": "x"}), 412, "outdated")
    agreed = mio.post(f"{here}agree/", {"based_on": told["preview"]["based_on"]}).json()
    assert (agreed["is_in_force"], len(agreed["signed"])) == (True, 2)
    assert mio.post(f"{here}agree/", {"based_on": "x"}).status_code == 200
    assert mio.get(here).json()["preview"] is None


def test_a_proposal_is_taken_back_by_whoever_may_sign_it(at: Table) -> None:
    _confirmed(Program(at.players[0]), at)
    here = f"{game(_match(at))}amendments/2/"
    assert Program(at.players[1]).post(f"{here}withdraw/").json()["withdrawn_at"]
    assert Program(at.players[1]).post(f"{here}withdraw/").status_code == 200
    refused(Program(at.players[1]).post(f"{here}agree/", {"based_on": "x"}), 422, "withdrawn")


def test_the_ninja_masters_signature_is_the_last(at: Table) -> None:
    _confirmed(Program(at.players[0]), at)
    here = f"{game(_match(at))}amendments/2/"
    based_on = Program(at.master).get(here).json()["preview"]["based_on"]
    assert Program(at.master).post(f"{here}agree/", {"based_on": based_on}).json()["is_in_force"] is True


def test_a_filed_version_is_no_amendment(at: Table) -> None:
    refused(Program(at.master).get(f"{game(_match(at))}amendments/1/"), 404, "not-found")
    refused(Program(at.master).post(f"{game(_match(at))}amendments/1/agree/", {"based_on": "x"}), 404, "not-found")
    assert Program().get(f"{game(_match(at))}amendments/").json() == {"results": []}


# Voiding


def test_a_game_is_voided_and_brought_back(at: Table) -> None:
    master, match = Program(at.master), _match(at)
    body = sent(_told(at))
    before = [scroll(team) for team in at.teams]
    preview = _previewed(master, at, {}, "void/")
    voided = master.post(f"{game(match)}void/", {**REASON, "based_on": preview["based_on"]})
    assert (voided.status_code, voided.json()["voids"], voided.json()["report"]) == (201, True, None)
    assert Program().get(game(match)).json()["state"] == "scheduled"
    assert [len(scroll(team).games) for team in at.teams] == [0, 0]
    assert Program().get(f"{game(match)}reports/differences/").json()["cells"] is None
    based_on = _previewed(master, at, body)["based_on"]
    back = master.post(f"{game(match)}amendments/", {**body, **REASON, "based_on": based_on})
    assert back.json()["is_in_force"] is True
    assert [scroll(team) for team in at.teams] == before


def test_a_player_proposes_to_void(at: Table) -> None:
    kenta = Program(at.players[0])
    based_on = _previewed(kenta, at, {}, "void/")["based_on"]
    proposed = kenta.post(f"{game(_match(at))}void/", {**REASON, "based_on": based_on}).json()
    assert (proposed["kind"], proposed["in_force_from"]) == ("voiding", None)
    refused(kenta.post(f"{game(_match(at))}void/", {**REASON, "based_on": "x"}, if_match='"other"'), 412, "stale")
    assert Team.objects.get(pk=at.teams[0].pk).games == 1
