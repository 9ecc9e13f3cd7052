"""Schedules, rounds and results through the API: drawn, adjusted, published, recorded, put right."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from league.models import Entrant, Fixture, Round, Season, Side, today
from league.standings import Outcome
from tests.api.clients import refused
from tests.api.worlds import Club, etag, everybody, statuses
from tests.conftest import Race
from tests.league.clubs import played, season

pytestmark = pytest.mark.django_db
HERE = "leagues/moon-court/seasons/1/"
DRAFT = f"{HERE}schedule/"


@pytest.fixture
def court() -> Club:
    return everybody()


@pytest.fixture
def autumn(court: Club) -> Season:
    return season(court.league, teams=4)


@pytest.fixture
def drawn(court: Club, autumn: Season) -> dict[str, Any]:
    """The draft of three rounds, as the assistant sees it."""
    response = court["assistant"].post(f"{DRAFT}draw/", {}, if_match=etag(court["assistant"], DRAFT))
    assert response.status_code == 200
    return dict(response.json())


def _game(of: Season, *entrants: Entrant) -> Fixture:
    its_round, _ = Round.objects.get_or_create(season=of, number=1, defaults={"published_at": of.created_at})
    fixture = Fixture.objects.create(round=its_round)
    Side.objects.bulk_create(Side(fixture=fixture, entrant=e, position=n) for n, e in enumerate(entrants))
    return fixture


# The draft


def test_only_those_who_run_the_league_see_the_draft(court: Club, drawn: dict[str, Any]) -> None:
    got = statuses(court, "get", DRAFT)
    assert got == {"nobody": 401, "stranger": 403, "guest": 403, "player": 403, "assistant": 200, "master": 200}
    assert court["nobody"].get(f"{HERE}rounds/").json()["results"] == []
    game = drawn["rounds"][0]["games"][0]["id"]
    refused(court["player"].get(f"games/{game}/"), 404, "not-found")
    assert court["assistant"].get(f"games/{game}/").status_code == 200


def test_a_schedule_is_drawn_and_published_as_it_was_seen(court: Club, drawn: dict[str, Any]) -> None:
    assert [its["number"] for its in drawn["rounds"]] == [1, 2, 3]
    assert all(len(its["games"]) == 2 for its in drawn["rounds"])
    seen = etag(court["assistant"], DRAFT)
    refused(court["assistant"].post(f"{DRAFT}publish/", {}), 428, "if-match-missing")
    left = court["assistant"].post(f"{DRAFT}publish/", {"rounds": [1]}, if_match=seen)
    assert [its["number"] for its in left.json()["rounds"]] == [2, 3]
    refused(court["assistant"].post(f"{DRAFT}publish/", {"rounds": [2]}, if_match=seen), 412, "stale")
    assert court["master"].post(f"{DRAFT}publish/", {}, if_match=left["ETag"]).json()["rounds"] == []
    assert len(court["nobody"].get(f"{HERE}rounds/").json()["results"]) == 3


def test_a_later_round_waits_for_the_earlier(court: Club, drawn: dict[str, Any]) -> None:
    refused(court["assistant"].post(f"{DRAFT}publish/", {"rounds": [2]}, if_match="*"), 422, "earlier-draft")
    refused(court["assistant"].post(f"{DRAFT}publish/", {"rounds": [9]}, if_match="*"), 422, "no-round")


def test_a_draft_is_adjusted_by_hand(court: Club, drawn: dict[str, Any]) -> None:
    run = court["assistant"]
    one, other = drawn["rounds"][0]["games"]
    turned = run.post(f"{DRAFT}games/{one['id']}/turn/").json()["rounds"][0]["games"][0]
    assert turned["teams"] == one["teams"][::-1]
    sent = {
        "one": {"game": one["id"], "team": one["teams"][0]},
        "other": {"game": other["id"], "team": other["teams"][0]},
    }
    swapped = run.post(f"{DRAFT}swap/", sent).json()["rounds"][0]["games"]
    assert other["teams"][0] in swapped[0]["teams"]
    assert one["teams"][0] in swapped[1]["teams"]
    moved = run.patch(f"{DRAFT}games/{one['id']}/", {"round": 2}).json()["rounds"]
    assert [len(its["games"]) for its in moved] == [1, 3, 2]
    assert moved[1]["warnings"]
    left = run.delete(f"{DRAFT}games/{one['id']}/").json()["rounds"]
    assert [len(its["games"]) for its in left] == [1, 2, 2]


def test_rounds_and_games_are_added_and_removed(court: Club, drawn: dict[str, Any]) -> None:
    run = court["assistant"]
    added = run.post(f"{DRAFT}rounds/")
    assert (added.status_code, len(added.json()["rounds"])) == (201, 4)
    teams = drawn["rounds"][0]["games"][0]["teams"]
    game = run.post(f"{DRAFT}rounds/4/games/", {"teams": teams})
    assert game.json()["rounds"][3]["games"][0]["teams"] == teams
    bye = run.post(f"{DRAFT}rounds/4/games/", {"teams": teams[:1]})
    assert len(bye.json()["rounds"][3]["games"][1]["teams"]) == 1
    late = run.patch(f"{DRAFT}rounds/4/", {"deadline": "2027-03-21"}).json()
    assert late["rounds"][3]["deadline"] == "2027-03-21"
    assert len(run.delete(f"{DRAFT}rounds/4/").json()["rounds"]) == 3


@pytest.mark.parametrize(
    ("method", "address", "sent", "code"),
    [
        ("post", "rounds/1/games/", {"teams": ["nobody"]}, "unknown-team"),
        ("post", "rounds/1/games/", {"teams": []}, "min-length"),
        ("post", "rounds/1/games/", {"teams": ["team-1", "team-1"]}, "team-twice"),
        ("post", "rounds/9/games/", {"teams": ["team-1", "team-2"]}, "no-round"),
        ("patch", "rounds/9/", {"deadline": "2027-03-21"}, "no-round"),
        ("patch", "games/999999/", {"round": 2}, "no-game"),
        ("post", "games/999999/turn/", {}, "no-game"),
        ("post", "swap/", {"one": {"game": 1, "team": "x"}, "other": {"game": 1, "team": "y"}}, "not-in-draft"),
    ],
)
def test_what_is_not_in_the_draft_is_refused(
    court: Club, drawn: dict[str, Any], method: str, address: str, sent: Any, code: str
) -> None:
    refused(getattr(court["assistant"], method)(f"{DRAFT}{address}", sent), 422, code)


def test_a_draft_that_somebody_changed_is_stale(court: Club, drawn: dict[str, Any]) -> None:
    seen = etag(court["assistant"], DRAFT)
    court["master"].post(f"{DRAFT}rounds/")
    refused(court["assistant"].post(f"{DRAFT}draw/", {}, if_match=seen), 412, "stale")
    refused(court["assistant"].post(f"{DRAFT}rounds/", {}, if_match=seen), 412, "stale")


@pytest.mark.parametrize("teams", [2, 12])
def test_the_draft_takes_the_same_queries_for_many(
    court: Club, teams: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    season(court.league, teams=teams)
    court["assistant"].post(f"{DRAFT}draw/", {}, if_match="*")
    with django_assert_num_queries(12):
        assert len(court["assistant"].get(DRAFT).json()["rounds"]) == teams - 1


# What everybody sees


def test_rounds_say_how_far_they_have_come(court: Club, drawn: dict[str, Any]) -> None:
    court["assistant"].post(f"{DRAFT}publish/", {}, if_match="*")
    first = court["nobody"].get(f"{HERE}rounds/").json()["results"][0]
    assert (first["number"], first["name"], first["games"], first["open_games"]) == (1, "Round 1", 2, 2)
    whole = court["nobody"].get(f"{HERE}rounds/1/").json()
    assert [len(its["sides"]) for its in whole["games"]] == [2, 2]
    refused(court["nobody"].get(f"{HERE}rounds/9/"), 404, "not-found")


def test_a_published_round_has_its_deadline_moved_and_is_taken_back(court: Club, drawn: dict[str, Any]) -> None:
    court["assistant"].post(f"{DRAFT}publish/", {}, if_match="*")
    moved = court["assistant"].patch(f"{HERE}rounds/3/", {"deadline": "2027-05-01"})
    assert moved.json()["deadline"] == "2027-05-01"
    refused(court["player"].patch(f"{HERE}rounds/3/", {"deadline": "2027-05-02"}), 403, "forbidden")
    refused(court["assistant"].post(f"{HERE}rounds/2/take-back/"), 422, "later-published")
    assert court["assistant"].post(f"{HERE}rounds/3/take-back/").status_code == 204
    assert len(court["nobody"].get(f"{HERE}rounds/").json()["results"]) == 2


def test_games_are_filtered_by_round_team_and_state(court: Club, autumn: Season) -> None:
    one, other, third, _ = autumn.entrants.all()
    played(autumn, 1, (one, Outcome.WON, 3), (other, Outcome.LOST, 1))
    played(autumn, 2, (one, Outcome.LOST, 1), (third, Outcome.WON, 4))
    _game(autumn, other, third)

    def found(asked: str) -> list[int]:
        return [its["round"] for its in court["nobody"].get(f"{HERE}games/?{asked}").json()["results"]]

    assert found("") == [1, 1, 2]
    assert found("round=2") == [2]
    assert found(f"team={one.team.slug}") == [1, 2]
    assert found("state=scheduled") == [1]
    assert found("ordering=-round__number") == [2, 1, 1]
    refused(court["nobody"].get(f"{HERE}games/?round=x"), 422, "invalid", "round")
    refused(court["nobody"].get(f"{HERE}games/?state=lost"), 422, "invalid-choice", "state")


@pytest.mark.parametrize("games", [1, 9])
def test_games_take_the_same_queries_for_many(
    court: Club, autumn: Season, games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    one, other, *_ = autumn.entrants.all()
    for number in range(games):
        played(autumn, number + 1, (one, Outcome.WON, 3), (other, Outcome.LOST, 1))
    with django_assert_num_queries(4):
        assert len(court["nobody"].get(f"{HERE}games/").json()["results"]) == games


def test_games_come_in_pages_that_can_be_followed(court: Club, autumn: Season) -> None:
    one, other, *_ = autumn.entrants.all()
    for number in range(5):
        played(autumn, number + 1, (one, Outcome.WON, 3), (other, Outcome.LOST, 1))
    first = court["nobody"].get(f"{HERE}games/?limit=3").json()
    second = court["nobody"].get(first["next"].partition("/api/v1/")[2]).json()
    assert [its["round"] for its in (*first["results"], *second["results"])] == [1, 2, 3, 4, 5]
    assert second["next"] is None


# Results without a report


def _result(fixture: Fixture, *outcomes: str) -> dict[str, Any]:
    teams = [side.entrant.team.slug for side in fixture.sides.all()]
    told = zip(teams, outcomes, (5, 2, 1, 0), strict=False)
    return {"sides": [{"team": team, "outcome": outcome, "points": points} for team, outcome, points in told]}


@pytest.fixture
def game(autumn: Season) -> Fixture:
    return _game(autumn, *list(autumn.entrants.all())[:2])


def test_a_result_is_recorded_as_the_game_was_seen(court: Club, game: Fixture) -> None:
    here, run = f"games/{game.pk}/", court["assistant"]
    sent = _result(game, "won", "lost")
    refused(run.post(f"{here}result/", sent), 428, "if-match-missing")
    seen = etag(run, here)
    recorded = run.post(f"{here}result/", sent, if_match=seen)
    assert recorded.json()["state"] == "played"
    assert [(its["outcome"], its["points"]) for its in recorded.json()["sides"]] == [("won", 5), ("lost", 2)]
    refused(court["master"].post(f"{here}result/", sent, if_match=seen), 412, "stale")
    assert recorded["ETag"] == etag(run, here)


def test_a_result_sent_again_with_its_key_is_one(court: Club, game: Fixture) -> None:
    here, key = f"games/{game.pk}/", str(uuid4())
    headers = {"if_match": etag(court["assistant"], here), "idempotency_key": key}
    first, again = (court["assistant"].post(f"{here}result/", _result(game, "won", "lost"), **headers) for _ in "12")
    assert (first.status_code, first.content) == (200, again.content)


def test_what_is_on_record_is_for_the_ninja_master_to_correct(court: Club, game: Fixture) -> None:
    here = f"games/{game.pk}/"
    court["master"].post(f"{here}result/", _result(game, "won", "lost"), if_match="*")
    refused(court["assistant"].post(f"{here}result/", _result(game, "lost", "won"), if_match="*"), 403, "forbidden")
    changed = court["master"].post(f"{here}result/", _result(game, "lost", "won"), if_match="*")
    assert changed.json()["sides"][0]["outcome"] == "lost"
    refused(court["assistant"].post(f"{here}undo/", {}, if_match="*"), 403, "forbidden")
    assert court["master"].post(f"{here}undo/", {}, if_match="*").json()["state"] == "scheduled"


@pytest.mark.parametrize(
    ("outcomes", "code"),
    [(("won", "won"), "two-winners"), (("lost", "lost"), "no-winner"), (("won",), "other-teams")],
)
def test_a_result_that_cannot_be_is_refused(court: Club, game: Fixture, outcomes: tuple[str, ...], code: str) -> None:
    refused(court["assistant"].post(f"games/{game.pk}/result/", _result(game, *outcomes), if_match="*"), 422, code)


def test_a_result_names_the_teams_of_its_game(court: Club, game: Fixture) -> None:
    sent = _result(game, "won", "lost")
    sent["sides"][0]["team"] = "team-4"
    refused(court["assistant"].post(f"games/{game.pk}/result/", sent, if_match="*"), 422, "unknown-team", "sides")
    sent["sides"][0]["points"] = -1
    refused(court["assistant"].post(f"games/{game.pk}/result/", sent, if_match="*"), 422, "min-value", "sides.0.points")


def test_a_game_is_forfeited_postponed_or_a_bye(court: Club, game: Fixture) -> None:
    here, run = f"games/{game.pk}/", court["master"]
    one, other = (side.entrant.team.slug for side in game.sides.all())
    later = (today() + timedelta(days=9)).isoformat()
    postponed = run.post(f"{here}postpone/", {"deadline": later, "note": "Ill."}, if_match="*").json()
    assert (postponed["state"], postponed["deadline"], postponed["note"]) == ("postponed", later, "Ill.")
    refused(run.post(f"{here}postpone/", {"deadline": "2020-01-01"}, if_match="*"), 422, "past-deadline", "deadline")
    forfeited = run.post(f"{here}forfeit/", {"by": [one]}, if_match="*").json()
    assert [its["outcome"] for its in forfeited["sides"]] == ["forfeited", "won by forfeit"]
    refused(run.post(f"{here}forfeit/", {"by": ["nobody"]}, if_match="*"), 422, "unknown-team", "by")
    bye = run.post(f"{here}bye/", {"to": other}, if_match="*").json()
    assert (bye["state"], [its["team"] for its in bye["sides"]]) == ("bye", [other])
    refused(run.post(f"{here}undo/", {}, if_match="*"), 422, "bye")


def test_a_game_that_is_called_off_is_gone(court: Club, game: Fixture) -> None:
    assert court["assistant"].post(f"games/{game.pk}/call-off/", {}, if_match="*").status_code == 204
    refused(court["assistant"].post(f"games/{game.pk}/call-off/", {}, if_match="*"), 404, "not-found")


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("result/", {"sides": []}),
        ("forfeit/", {"by": ["x"]}),
        ("postpone/", {"deadline": "2020-01-01"}),
        ("bye/", {"to": "x"}),
    ],
)
def test_players_decide_no_game(court: Club, game: Fixture, address: str, sent: Any) -> None:
    got = statuses(court, "post", f"games/{game.pk}/{address}", sent, if_match="*")
    assert got == {"nobody": 401, "stranger": 403, "guest": 403, "player": 403, "assistant": 422, "master": 422}


def test_a_game_of_a_private_league_is_nobody_elses_business() -> None:
    court = everybody(is_private=True)
    made = season(court.league, teams=2)
    fixture = _game(made, *made.entrants.all())
    got = statuses(court, "get", f"games/{fixture.pk}/")
    assert got == {"nobody": 404, "stranger": 404, "guest": 200, "player": 200, "assistant": 200, "master": 200}
    refused(court["stranger"].post(f"games/{fixture.pk}/result/", {"sides": []}, if_match="*"), 404, "not-found")


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_database
def test_of_two_who_record_at_once_one_is_told_to_look_again(race: Race) -> None:
    court = everybody()
    made = season(court.league, teams=2)
    fixture = _game(made, *made.entrants.all())
    seen, sent = etag(court["master"], f"games/{fixture.pk}/"), _result(fixture, "won", "lost")

    def record() -> int:
        return int(court["master"].post(f"games/{fixture.pk}/result/", sent, if_match=seen).status_code)

    assert sorted(race(record, runners=5), key=str) == [200, 412, 412, 412, 412]
