"""Seasons through the API: opened, changed, begun and finished, and the teams in them."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

from league.models import Division, Entrant, Fixture, Format, Season
from league.standings import Outcome
from teams.models import Team
from tests.api.clients import Program, refused
from tests.api.worlds import Club, etag, everybody, statuses
from tests.league.clubs import enter, join, played, season
from tests.teams.people import named, person, team

pytestmark = pytest.mark.django_db
ALL = "leagues/moon-court/seasons/"
HERE = f"{ALL}1/"


@pytest.fixture
def court() -> Club:
    return everybody()


@pytest.fixture
def planned(court: Club) -> Season:
    made = season(court.league, teams=0)
    Season.objects.update(state=Season.State.PLANNED)
    made.refresh_from_db()
    return made


def _own(name: str, owner: str) -> Team:
    """A team of somebody of the court."""
    return team(User.objects.get(username=owner), named(name))


# Opening and changing


def test_a_season_is_opened_with_the_next_number(court: Club) -> None:
    sent = {"name": "Spring", "format": "swiss", "rounds_planned": 5, "starts_on": "2026-03-14", "playoff_teams": 4}
    made = court["assistant"].post(ALL, {**sent, "divisions": ["East", "West"]})
    assert made.status_code == 201
    assert made["Location"].endswith(f"/api/v1/{ALL}1/")
    told = made.json()
    assert {name: told[name] for name in sent} == sent
    assert [its["name"] for its in told["divisions"]] == ["East", "West"]
    assert (told["state"], told["ends_on"], told["days_per_round"]) == ("planned", None, 7)
    assert court["master"].post(ALL, {"name": "Summer"}).json()["number"] == 2


def test_the_same_season_sent_twice_is_one(court: Club) -> None:
    key = str(uuid4())
    first, again = (court["master"].post(ALL, {"name": "Spring"}, idempotency_key=key) for _ in range(2))
    assert first.content == again.content
    assert Season.objects.count() == 1


@pytest.mark.parametrize(
    ("sent", "code", "subject"),
    [
        ({}, "required", "name"),
        ({"name": " "}, "required", "name"),
        ({"name": "Spring", "format": "cup"}, "invalid-choice", "format"),
        ({"name": "Spring", "rounds_planned": 0}, "min-value", "rounds_planned"),
        ({"name": "Spring", "starts_on": "tomorrow"}, "invalid", "starts_on"),
        ({"name": "Spring", "starts_on": "2026-03-14", "ends_on": "2026-03-13"}, "invalid", "ends_on"),
        ({"name": "Spring", "divisions": ["East"]}, "invalid", "divisions"),
        ({"name": "Spring", "divisions": ["East", "east"]}, "invalid", "divisions"),
        ({"name": "Spring", "playoff_teams": 1}, "invalid", "playoff_teams"),
        ({"name": "Spring", "playoff_best_of": 2}, "invalid-choice", "playoff_best_of"),
        ({"name": "Spring", "carry": True}, "first-season", "carry"),
    ],
)
def test_a_plan_that_makes_no_season_is_refused(court: Club, sent: dict[str, object], code: str, subject: str) -> None:
    refused(court["master"].post(ALL, sent), 422, code, subject)
    assert not Season.objects.exists()


def test_seasons_are_listed_the_latest_first(court: Club, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(3):
        season(court.league, teams=1)
    with django_assert_num_queries(3):
        numbers = [its["number"] for its in court["nobody"].get(ALL).json()["results"]]
    assert numbers == [3, 2, 1]
    assert court["nobody"].get(f"{ALL}?state=finished").json()["results"] == []
    refused(court["nobody"].get(f"{ALL}9/"), 404, "not-found")


def test_a_plan_is_changed_in_part_as_it_was_seen(court: Club, planned: Season) -> None:
    Division.objects.create(season=planned, name="East", position=0)
    Division.objects.create(season=planned, name="West", position=1)
    seen = etag(court["assistant"], HERE)
    changed = court["assistant"].patch(HERE, {"name": "Late autumn", "rounds_planned": 7}, if_match=seen)
    assert changed.status_code == 200
    assert (changed.json()["name"], changed.json()["rounds_planned"]) == ("Late autumn", 7)
    assert [its["name"] for its in changed.json()["divisions"]] == ["East", "West"]
    refused(court["assistant"].patch(HERE, {"name": "X"}, if_match=seen), 412, "stale")
    open_ended = court["assistant"].patch(HERE, {"rounds_planned": None, "divisions": []}, if_match=changed["ETag"])
    assert (open_ended.json()["rounds_planned"], open_ended.json()["divisions"]) == (None, [])
    refused(court["assistant"].patch(HERE, {"name": "X"}), 428, "if-match-missing")


def test_how_games_are_gotis_settled_once_there_are_any(court: Club) -> None:
    made = season(court.league, teams=2)
    one, other = made.entrants.all()
    played(made, 1, (one, Outcome.WON, 3), (other, Outcome.LOST, 1))
    refused(court["master"].patch(HERE, {"format": "swiss"}, if_match="*"), 422, "format-settled", "format")


def test_a_season_begins_ends_and_goes_on(court: Club, planned: Season) -> None:
    refused(court["assistant"].post(f"{HERE}begin/"), 422, "too-few-teams")
    for name in ("One", "Two"):
        enter(planned, name)
    assert court["assistant"].post(f"{HERE}begin/").json()["state"] == "running"
    assert court["assistant"].post(f"{HERE}begin/").json()["state"] == "running"
    one, other = planned.entrants.all()
    played(planned, 1, (one, Outcome.WON, 3), (other, Outcome.LOST, 1))
    Fixture.objects.create(round=planned.rounds.get())
    refused(court["assistant"].post(f"{HERE}finish/", {}), 422, "games-open")
    over = court["assistant"].post(f"{HERE}finish/", {"calls_off": True}).json()
    assert (over["state"], over["champion"]) == ("finished", one.team.slug)
    refused(court["assistant"].post(f"{HERE}reopen/"), 403, "forbidden")
    assert court["master"].post(f"{HERE}reopen/").json()["state"] == "running"


@pytest.mark.parametrize("address", ["begin/", "finish/", "playoffs/start/", "playoffs/advance/", "schedule/rounds/"])
def test_those_who_run_the_league_run_its_seasons(court: Club, planned: Season, address: str) -> None:
    Season.objects.update(state=Season.State.FINISHED)  # so that nobody can change anything
    got = statuses(court, "post", f"{HERE}{address}", {})
    assert got["nobody"] == 401
    assert {got[kind] for kind in ("stranger", "guest", "player")} == {403}
    assert 403 not in {got[kind] for kind in ("assistant", "master")}


# Teams


def test_a_player_enters_an_own_team_while_the_season_is_planned(court: Club, planned: Season) -> None:
    own = _own("Claws", "aoi")
    entered = court["player"].post(f"{HERE}entrants/", {"team": own.slug})
    assert entered.status_code == 201
    assert (entered.json()["team"], entered.json()["player"]) == ("claws", "aoi")
    again = court["player"].post(f"{HERE}entrants/", {"team": own.slug})
    assert again.json()["id"] == entered.json()["id"]
    assert court["nobody"].get(f"{HERE}entrants/{own.slug}/").json() == entered.json()


def test_a_player_enters_nobody_elses_team(court: Club, planned: Season) -> None:
    other = _own("Ink", "jo")
    refused(court["player"].post(f"{HERE}entrants/", {"team": other.slug}), 422, "unknown-team", "team")
    refused(court["guest"].post(f"{HERE}entrants/", {"team": other.slug}), 403, "forbidden")
    assert court["assistant"].post(f"{HERE}entrants/", {"team": _own("Moss", "aoi").slug}).status_code == 201


def test_who_comes_late_is_let_in_by_those_who_run_the_league(court: Club) -> None:
    season(court.league, teams=2)
    late = _own("Late", "aoi")
    refused(court["player"].post(f"{HERE}entrants/", {"team": late.slug}), 403, "forbidden")
    assert court["assistant"].post(f"{HERE}entrants/", {"team": late.slug}).status_code == 201


def test_a_team_that_plays_elsewhere_is_refused_with_every_reason(court: Club, planned: Season) -> None:
    own = _own("Claws", "aoi")
    elsewhere = season(court.league, teams=0)
    Entrant.objects.create(season=elsewhere, team=own, coin=1)
    body = refused(court["player"].post(f"{HERE}entrants/", {"team": own.slug}), 422, "plays-elsewhere")
    assert "Autumn" in body["message"]


def test_a_team_is_put_into_a_division_of_its_season(court: Club, planned: Season) -> None:
    entrant = enter(planned, "Claws")
    east = Division.objects.create(season=planned, name="East", position=0)
    here = f"{HERE}entrants/{entrant.team.slug}/"
    assert court["assistant"].patch(here, {"division": east.pk}).json()["division"]["name"] == "East"
    assert court["assistant"].patch(here, {"division": None}).json()["division"] is None
    refused(court["assistant"].patch(here, {"division": east.pk + 1}), 422, "foreign-division", "division")
    refused(court["player"].patch(here, {"division": None}), 403, "forbidden")
    refused(court["assistant"].patch(f"{HERE}entrants/nobody/", {"division": None}), 404, "not-found")


def test_a_team_retires_and_comes_back(court: Club) -> None:
    made = season(court.league, teams=3)
    own, other = Entrant.objects.create(season=made, team=_own("Claws", "aoi"), coin=1), made.entrants.last()
    assert other
    game = Fixture.objects.create(round=made.rounds.create(number=1, published_at=made.created_at))
    for seat, entrant in enumerate((own, other)):
        game.sides.create(entrant=entrant, position=seat)
    here = f"{HERE}entrants/claws/"
    refused(court["stranger"].post(f"{here}retire/", {}), 403, "forbidden")
    # A player cannot call the game off: the opponent wins it.
    assert court["player"].post(f"{here}retire/", {"leaving": "cancel"}).json()["retired_at"]
    game.refresh_from_db()
    assert game.state == Fixture.State.FORFEITED
    refused(court["player"].post(f"{here}come-back/"), 403, "forbidden")
    assert court["assistant"].post(f"{here}come-back/").json()["retired_at"] is None


def test_before_its_first_game_a_team_leaves_no_trace(court: Club, planned: Season) -> None:
    Entrant.objects.create(season=planned, team=_own("Claws", "aoi"), coin=1)
    assert court["player"].post(f"{HERE}entrants/claws/retire/", {}).status_code == 204
    assert not planned.entrants.exists()


def test_teams_are_listed_with_the_same_queries_for_many(
    court: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    made = season(court.league, teams=9)
    retired = made.entrants.last()
    assert retired
    Entrant.objects.filter(pk=retired.pk).update(retired_at=made.created_at)
    with django_assert_num_queries(3):
        assert len(court["nobody"].get(f"{HERE}entrants/").json()["results"]) == 9
    gone = court["nobody"].get(f"{HERE}entrants/?state=retired").json()["results"]
    assert [its["team"] for its in gone] == [retired.team.slug]


def test_a_season_of_a_private_league_is_nobody_elses_business() -> None:
    court = everybody(is_private=True)
    season(court.league, teams=2)
    for address in ("", "entrants/", "rounds/", "games/", "standings/", "ratings/", "playoffs/", "leaders/"):
        got = statuses(court, "get", f"{HERE}{address}")
        assert (got["nobody"], got["stranger"]) == (404, 404)
        assert {got[kind] for kind in ("guest", "player", "assistant", "master")} == {200}


# Open play


def test_players_challenge_each_other_and_answer(court: Club) -> None:
    made = season(court.league, teams=0, format_=Format.OPEN)
    own = Entrant.objects.create(season=made, team=_own("Claws", "aoi"), coin=1)
    mio = join(court.league, person("mio"))
    other = enter(made, "Ink", owner=mio)
    sent = {"challenger": own.team.slug, "challenged": other.team.slug, "note": "Thursday?"}
    challenged = court["player"].post(f"{HERE}challenges/", sent)
    assert (challenged.status_code, challenged.json()["state"]) == (201, "proposed")
    waiting = court["nobody"].get(f"{HERE}challenges/").json()["results"]
    assert waiting == [challenged.json()]
    here = f"games/{challenged.json()['id']}/"
    refused(court["player"].post(f"{here}accept/"), 403, "forbidden")
    refused(Program(mio).post(f"{here}accept/", {}, if_match='"other"'), 412, "stale")
    assert Program(mio).post(f"{here}accept/").json()["state"] == "scheduled"
    assert Program(mio).post(f"{here}accept/").json()["state"] == "scheduled"
    refused(court["player"].post(f"{here}decline/"), 422, "accepted")


def test_a_challenge_is_declined_or_taken_back(court: Club) -> None:
    made = season(court.league, teams=0, format_=Format.OPEN)
    own = Entrant.objects.create(season=made, team=_own("Claws", "aoi"), coin=1)
    other = enter(made, "Ink")
    sent = {"challenger": own.team.slug, "challenged": other.team.slug}
    refused(court["guest"].post(f"{HERE}challenges/", sent), 403, "forbidden")
    turned = {"challenger": other.team.slug, "challenged": own.team.slug}
    refused(court["player"].post(f"{HERE}challenges/", turned), 403, "forbidden")
    refused(court["player"].post(f"{HERE}challenges/", {**sent, "challenged": "x"}), 422, "unknown-team", "challenged")
    itself = {**sent, "challenged": own.team.slug}
    refused(court["player"].post(f"{HERE}challenges/", itself), 422, "itself", "challenged")
    game = court["player"].post(f"{HERE}challenges/", sent).json()["id"]
    assert court["player"].post(f"games/{game}/decline/").status_code == 204
    refused(court["player"].post(f"games/{game}/decline/"), 404, "not-found")


def test_where_games_are_scheduled_nobody_is_challenged(court: Club) -> None:
    one, other = season(court.league, teams=2).entrants.all()
    sent = {"challenger": one.team.slug, "challenged": other.team.slug}
    refused(court["assistant"].post(f"{HERE}challenges/", sent), 422, "no-open-play")
