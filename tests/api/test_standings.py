"""Tables, ratings and playoffs through the API."""

import pytest
from pytest_django import DjangoAssertNumQueries

from league.models import Division, Entrant, Season
from league.standings import Outcome
from tests.api.clients import refused
from tests.api.worlds import Club, everybody
from tests.league.clubs import played, season

pytestmark = pytest.mark.django_db
HERE = "leagues/moon-court/seasons/1/"
WON, LOST = Outcome.WON, Outcome.LOST


@pytest.fixture
def court() -> Club:
    return everybody()


@pytest.fixture
def autumn(court: Club) -> Season:
    """Four teams after two rounds: the second has won both, the first one of them."""
    made = season(court.league, teams=4)
    one, two, three, four = made.entrants.order_by("pk")
    played(made, 1, (one, WON, 5), (three, LOST, 2))
    played(made, 1, (two, WON, 4), (four, LOST, 1))
    played(made, 2, (two, WON, 6), (one, LOST, 3))
    return made


def test_the_table_says_who_is_ahead_and_why(court: Club, autumn: Season) -> None:
    told = court["nobody"].get(f"{HERE}standings/").json()
    assert (told["season"], told["round"], told["rounds"], told["division"]) == (1, 2, [1, 2], None)
    assert [its["team"] for its in told["rows"]][:2] == ["team-2", "team-1"]
    first = told["rows"][0]
    assert (first["position"], first["won"], first["lost"], first["form"]) == (1, 2, 0, ["won", "won"])
    assert (first["points_for"], first["points_against"], first["difference"]) == (10, 4, 6)
    assert first["why"].startswith("Ahead of Team 1 on points")
    assert first["streak"] == "W2"


def test_the_table_can_be_looked_back_to_any_round(court: Club, autumn: Season) -> None:
    told = court["nobody"].get(f"{HERE}standings/?round=1").json()
    assert (told["round"], told["rows"][0]["team"]) == (1, "team-1")
    assert court["nobody"].get(f"{HERE}standings/?round=99").json()["round"] == 2


def test_the_table_of_one_division(court: Club, autumn: Season) -> None:
    east = Division.objects.create(season=autumn, name="East", position=0)
    Entrant.objects.filter(team__slug__in=["team-1", "team-3"]).update(division=east)
    told = court["nobody"].get(f"{HERE}standings/?division={east.pk}").json()
    assert (told["division"], [its["team"] for its in told["rows"]]) == (east.pk, ["team-1", "team-3"])
    refused(court["nobody"].get(f"{HERE}standings/?division={east.pk + 1}"), 404, "not-found")


@pytest.mark.parametrize("asked", ["round=x", "round=-1", "round=99999999999999999999", "division=0"])
def test_what_no_table_has_is_refused(court: Club, autumn: Season, asked: str) -> None:
    refused(court["nobody"].get(f"{HERE}standings/?{asked}"), 422, {"x": "invalid"}.get(asked[6:], _code(asked)))


def _code(asked: str) -> str:
    return "max-value" if "9999" in asked else "min-value"


@pytest.mark.parametrize("teams", [2, 10])
def test_the_table_takes_the_same_queries_for_many(
    court: Club, teams: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    made = season(court.league, teams=teams)
    one, other, *_ = made.entrants.all()
    played(made, 1, (one, WON, 5), (other, LOST, 2))
    with django_assert_num_queries(5):
        assert len(court["nobody"].get(f"{HERE}standings/").json()["rows"]) == teams


def test_a_season_without_games_has_an_empty_table(court: Club) -> None:
    season(court.league, teams=2)
    told = court["nobody"].get(f"{HERE}standings/").json()
    assert (told["round"], told["rounds"], len(told["rows"])) == (0, [], 2)
    assert court["nobody"].get(f"{HERE}leaders/").json() == {"xp": [], "injuries": [], "all_stars": []}


# Ratings


def test_ratings_come_with_the_help_of_underdogs(court: Club, autumn: Season) -> None:
    plain = court["nobody"].get(f"{HERE}ratings/").json()["results"]
    assert len(plain) == 4
    assert all(its["help"] is None for its in plain)
    picked = court["nobody"].get(f"{HERE}ratings/?team=team-1&team=team-2").json()["results"]
    helped = {its["team"]: its["help"] for its in picked if its["help"]}
    assert helped.keys() == {"team-1", "team-2"}
    assert min(its["behind"] for its in helped.values()) == 0


@pytest.mark.parametrize(
    ("asked", "code"), [("team=team-1", "how-many-teams"), ("team=nobody&team=team-1", "unknown-team")]
)
def test_a_game_is_picked_of_two_to_four_teams(court: Club, autumn: Season, asked: str, code: str) -> None:
    refused(court["nobody"].get(f"{HERE}ratings/?{asked}"), 422, code, "team")


# The playoffs


def test_before_the_playoffs_the_bracket_is_a_preview(court: Club, autumn: Season) -> None:
    Season.objects.update(playoff_teams=2)
    told = court["nobody"].get(f"{HERE}playoffs/").json()
    assert (told["has_begun"], told["champion"], told["problems"]) == (False, None, [])
    assert [its["team"] for its in told["rounds"][0]["ties"][0]["slots"]] == ["team-2", "team-1"]


def test_why_playoffs_cannot_begin_is_told_before_and_then(court: Club, autumn: Season) -> None:
    assert court["nobody"].get(f"{HERE}playoffs/").json()["problems"][0]["code"] == "no-playoffs"
    refused(court["assistant"].post(f"{HERE}playoffs/start/"), 422, "no-playoffs")
    refused(court["assistant"].post(f"{HERE}playoffs/advance/"), 422, "no-bracket")


def test_playoffs_begin_and_crown_a_champion(court: Club, autumn: Season) -> None:
    Season.objects.update(playoff_teams=2)
    begun = court["assistant"].post(f"{HERE}playoffs/start/").json()
    (game,) = begun["rounds"][0]["ties"][0]["games"]
    refused(court["assistant"].post(f"{HERE}playoffs/start/"), 422, "playoffs-started")
    sides = [
        {"team": "team-2", "outcome": "lost", "points": 1},
        {"team": "team-1", "outcome": "won", "points": 4},
    ]
    drawn = [{**its, "outcome": "drew"} for its in sides]
    refused(court["master"].post(f"games/{game}/result/", {"sides": drawn}, if_match="*"), 422, "playoff-draw")
    assert court["master"].post(f"games/{game}/result/", {"sides": sides}, if_match="*").status_code == 200
    told = court["nobody"].get(f"{HERE}playoffs/").json()
    assert (told["champion"], told["rounds"][0]["ties"][0]["sentence"]) == ("team-1", "Team 1 beat Team 2, 4 to 1.")
    assert court["nobody"].get(HERE).json()["champion"] == "team-1"
    assert court["assistant"].post(f"{HERE}playoffs/advance/").status_code == 200


def test_tables_are_only_read(court: Club, autumn: Season) -> None:
    for address in ("standings/", "ratings/", "leaders/", "playoffs/", "rounds/", "games/"):
        refused(court["master"].post(f"{HERE}{address}", {}), 405, "method-not-allowed")
