"""A game with its match through the API, its stories and its comments."""

from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries, Settings

from league.models import League, Role
from matches.models import Comment, Match
from rules.house import AcceptedBy
from tests.api.clients import Program, refused
from tests.api.worlds import Club, everybody, game, statuses
from tests.league.clubs import join
from tests.matches.games import Table, account, table
from tests.teams.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def at() -> Table:
    return table()


@pytest.fixture
def court(at: Table) -> Club:
    return everybody(at.league)


def _here(at: Table) -> str:
    return f"games/{at.fixture.pk}/"


def test_before_the_briefing_there_is_no_match(at: Table) -> None:
    told = Program().get(f"{_here(at)}match/").json()
    assert (told["game"]["id"], told["match"], told["may"]) == (at.fixture.pk, None, [])


def test_a_match_says_how_far_it_has_come(at: Table) -> None:
    match = at.brief()
    at.file(match, account(match))
    told = Program(at.players[1]).get(f"{_here(at)}match/").json()
    its = told["match"]
    assert (its["key"], its["state"], its["versions"], its["accepted"]) == (match.game, "reported", 1, None)
    assert its["teams"] == [team.slug for team in at.teams]
    assert its["unsigned"] == [at.teams[1].slug]
    assert its["silence_at"]
    assert told["may"] == ["brief", "report", "amend", "comment"]


def test_each_sees_what_they_may_do(court: Club, at: Table) -> None:
    may = {kind: court[kind].get(f"{_here(at)}match/").json()["may"] for kind in ("nobody", "guest", "player")}
    assert may == {"nobody": [], "guest": ["comment"], "player": ["comment"]}
    assert court["assistant"].get(f"{_here(at)}match/").json()["may"] == ["brief", "report", "settle", "comment"]
    assert len(court["master"].get(f"{_here(at)}match/").json()["may"]) == 6
    League.objects.update(archived_at=at.league.created_at)
    assert court["master"].get(f"{_here(at)}match/").json()["may"] == []


@pytest.mark.parametrize("teams", [2, 4])
def test_a_match_takes_the_same_queries_for_more_teams(
    teams: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    at = table(teams)
    match = at.brief()
    at.file(match, account(match))
    with django_assert_num_queries(9):
        assert len(Program().get(f"{_here(at)}match/").json()["match"]["teams"]) == teams


PARTS = ("match/", "briefing/", "reports/", "reports/1/", "stories/", "comments/", "amendments/")


def test_a_match_of_a_private_league_is_nobody_elses_business(court: Club, at: Table) -> None:
    match = at.brief()
    at.file(match, account(match))
    League.objects.update(is_private=True)
    for part in PARTS:
        got = statuses(court, "get", f"{_here(at)}{part}")
        assert (got.pop("nobody"), got.pop("stranger")) == (404, 404)
        assert set(got.values()) == {200}


@pytest.mark.parametrize(
    ("address", "sent", "may"),
    [
        ("briefing/", {"away": ["x"]}, {"assistant", "master"}),
        ("briefing/challenge/", {"challenge": "x"}, {"assistant", "master"}),
        ("briefing/draw/", {"dice": ["fire"], "witness": "mio"}, {"assistant", "master"}),
        ("reports/", {}, {"assistant", "master"}),
        ("reports/check/", {}, {"assistant", "master"}),
        ("reports/9/countersign/", {}, {"assistant", "master"}),
        ("reports/9/settle/", {}, {"assistant", "master"}),
        ("amendments/preview/", {}, {"master"}),
        ("amendments/", {}, {"master"}),
        ("amendments/9/agree/", {}, {"master"}),
        ("amendments/9/withdraw/", {}, {"master"}),
        ("void/preview/", {}, {"master"}),
        ("void/", {}, {"master"}),
        ("comments/", {"text": ""}, {"guest", "player", "assistant", "master"}),
        ("stories/", {"text": 7}, {"assistant", "master"}),
    ],
)
def test_each_deed_is_for_those_who_may(court: Club, at: Table, address: str, sent: object, may: set[str]) -> None:
    """Of nobody here is one of the teams; what is sent makes no sense, so that nothing happens."""
    at.brief()
    got = statuses(court, "post", f"{_here(at)}{address}", sent)
    assert got.pop("nobody") == 401
    assert {kind for kind, status in got.items() if status != 403} == may, got
    assert Match.objects.get().reports.count() == 0


def test_a_game_that_is_not_there_is_not_found(at: Table) -> None:
    for part in PARTS:
        refused(Program(at.master).get(f"games/999999/{part}"), 404, "not-found")
    refused(Program(at.master).get("games/99999999999999999999/match/"), 404, "not-found")


# Stories


def test_who_plays_tells_a_story_and_takes_it_back(at: Table) -> None:
    match, kenta = at.brief(), Program(at.players[0])
    told = kenta.post(f"{game(match)}stories/", {"text": "It **rained**."}).json()["results"]
    assert [(its["author"], its["text"]) for its in told] == [("kenta", "It **rained**.")]
    assert kenta.post(f"{game(match)}stories/", {"text": "It poured."}).json()["results"][0]["text"] == "It poured."
    assert Program().get(f"{game(match)}stories/").json()["results"][0]["text"] == "It poured."
    assert kenta.post(f"{game(match)}stories/", {"text": ""}).json()["results"] == []


def test_of_a_game_that_is_not_briefed_there_is_nothing_to_tell(at: Table) -> None:
    kenta = Program(at.players[0])
    refused(kenta.post(f"{_here(at)}stories/", {"text": "Once"}), 422, "not-briefed")
    refused(kenta.post(f"{_here(at)}comments/", {"text": "Once"}), 422, "not-briefed")
    assert kenta.get(f"{_here(at)}stories/").json() == {"results": []}
    assert kenta.get(f"{_here(at)}comments/").json()["results"] == []


# Comments


def test_members_comment_and_the_same_comment_is_one(at: Table) -> None:
    match, guest, key = at.brief(), join(at.league, person("gast"), Role.GUEST), str(uuid4())
    sent = {"text": "What a game!"}
    first, again = (Program(guest).post(f"{game(match)}comments/", sent, idempotency_key=key) for _ in range(2))
    assert (first.status_code, first.content) == (201, again.content)
    told = Program().get(f"{game(match)}comments/").json()["results"]
    assert [(its["author"], its["text"]) for its in told] == [("gast", "What a game!")]


def test_comments_are_removed_by_their_authors_and_those_who_run_the_league(at: Table) -> None:
    match, kenta = at.brief(), Program(at.players[0])
    said = kenta.post(f"{game(match)}comments/", {"text": "Bah."}).json()["id"]
    here = f"{game(match)}comments/{said}/"
    refused(Program(at.players[1]).delete(here), 403, "forbidden")
    assert Program(at.master).delete(here).status_code == 204
    assert kenta.delete(here).status_code == 204
    told = Program().get(f"{game(match)}comments/").json()["results"][0]
    assert (told["text"], bool(told["removed_at"])) == ("", True)
    refused(kenta.delete(f"{game(match)}comments/{said + 1}/"), 404, "not-found")


def test_a_comment_of_another_game_is_not_found_here(at: Table) -> None:
    match = at.brief()
    other = at.brief(at.another_game())
    said = Comment.objects.create(match=other, author=at.players[0], text="There.", key=uuid4())
    refused(Program(at.players[0]).delete(f"{game(match)}comments/{said.pk}/"), 404, "not-found")


@pytest.mark.parametrize(("text", "code"), [(" ", "blank"), ("x" * 2001, "max-length"), (None, "null")])
def test_a_comment_that_says_nothing_or_too_much_is_refused(at: Table, text: object, code: str) -> None:
    refused(Program(at.players[0]).post(f"{game(at.brief())}comments/", {"text": text}), 422, code, "text")


def test_who_comments_too_often_waits(at: Table, settings: Settings) -> None:
    settings.API_RATES = settings.API_RATES | {"comment": "2/hour"}
    match, kenta = at.brief(), Program(at.players[0])
    for _ in range(2):
        assert kenta.post(f"{game(match)}comments/", {"text": "Again."}).status_code == 201
    refused(kenta.post(f"{game(match)}comments/", {"text": "Again."}), 429, "too-many-requests")


@pytest.mark.parametrize("comments", [1, 15])
def test_comments_take_the_same_queries_for_many(
    at: Table, comments: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    match = at.brief()
    for _ in range(comments):
        Comment.objects.create(match=match, author=at.players[0], text="Again.", key=uuid4())
    with django_assert_num_queries(5):
        assert len(Program().get(f"{game(match)}comments/").json()["results"]) == comments


def test_whoever_looks_at_an_overdue_report_makes_silence_count(at: Table) -> None:
    match = at.brief()
    at.file(match, account(match))
    Match.objects.update(silence_at=match.briefed_at)
    League.objects.update(silence_at=match.briefed_at)
    assert Program().get(f"{_here(at)}match/").json()["match"]["state"] == "accepted"


def test_in_a_league_that_trusts_either_side_a_report_counts_at_once() -> None:
    at = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = at.brief()
    at.file(match, account(match))
    assert Program().get(f"{_here(at)}match/").json()["match"]["accepted"] == 1
