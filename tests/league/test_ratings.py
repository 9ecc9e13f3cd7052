"""The ratings of a season, and what each underdog gets."""

import re
from typing import Any

import pytest
from django.test import Client

from league import houses, ratings
from league.models import Season
from rules.game import Help, underdog_help
from teams.models import Team
from tests.league.clubs import club, season

pytestmark = pytest.mark.django_db


def rated(*totals: int) -> Season:
    """Team 1 has the first rating, and so on."""
    its = season(club(), teams=len(totals))
    for number, total in enumerate(totals, start=1):
        Team.objects.filter(name=f"Team {number}").update(
            rating=total, rating_koban=total - 3, rating_advancements=2, rating_heroes_and_ronin=1
        )
    return its


def pick(its: Season, *numbers: int) -> list[str]:
    entrants = {entrant.team.name: str(entrant.pk) for entrant in its.entrants.select_related("team")}
    return [entrants[f"Team {number}"] for number in numbers]


def words(response: Any) -> str:
    html = re.sub(r"<svg.*?</svg>", "", response.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def page(client: Client, its: Season, *numbers: int) -> str:
    return words(client.get(f"/leagues/moon-court/seasons/{its.number}/ratings/", {"team": pick(its, *numbers)}))


def test_the_highest_rating_comes_first_with_all_it_is_made_of(client: Client) -> None:
    its = rated(9, 20, 12)
    assert [team.team.name for team in ratings.ratings_of(its).teams] == ["Team 2", "Team 3", "Team 1"]
    assert "Pick Team 2 Team 2 20 17 2 1" in page(client, its)


def test_every_cell_of_the_matrix_is_what_the_rules_say() -> None:
    its = rated(9, 20, 12, 12)
    house = houses.rules_of(its.league)
    for team, cells in ratings.ratings_of(its).matrix:
        for other, cell in zip(ratings.ratings_of(its).teams, cells, strict=True):
            behind = max(0, other.team.rating - team.team.rating)
            assert cell.behind == behind
            assert cell.is_itself == (team.pk == other.pk)
            for gift in ratings.gifts(underdog_help(behind, house)):
                assert gift in cell.words


@pytest.mark.parametrize(("teams", "rows"), [(0, 0), (1, 0), (2, 2), (16, 16), (17, 0)])
def test_the_matrix_is_for_two_to_sixteen_teams(teams: int, rows: int) -> None:
    assert len(ratings.ratings_of(rated(*range(4, 4 + teams))).matrix) == rows


def test_each_of_those_picked_is_told_its_help_against_the_highest(client: Client) -> None:
    its = rated(9, 20, 12, 40)
    shown = {its.rated.team.name: its for its in ratings.ratings_of(its, pick(its, 1, 2, 3)).picked}
    assert {name: its.behind for name, its in shown.items()} == {"Team 2": 0, "Team 3": 8, "Team 1": 11}
    assert shown["Team 2"].gets == ()
    assert shown["Team 1"].gets == ratings.gifts(underdog_help(11, houses.rules_of(its.league)))
    text = page(client, its, 1, 2, 3)
    assert "Team 2 Rating 20, the highest No help." in text
    assert "Team 1 Rating 9, 11 behind" in text


def test_gifts_are_words_and_nothing_is_not_a_gift() -> None:
    assert ratings.gifts(Help(0, 0, 0, 0, 0)) == ()
    assert ratings.gifts(Help(9, 1, 2, 1, 6)) == (
        "1 reroll token",
        "2 moon power tokens",
        "1 more All-Star",
        "6 koban after the game",
    )


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ((1,), "A game has 2 to 4 teams; you picked 1 team."),
        ((1, 2, 3, 4, 5), "A game has 2 to 4 teams; you picked 5 teams."),
    ],
)
def test_too_few_or_too_many_are_refused_with_a_sentence(client: Client, numbers: list[int], sentence: str) -> None:
    assert sentence in page(client, rated(4, 5, 6, 7, 8), *numbers)


@pytest.mark.parametrize("picked", [["x"], ["0", "-1"], ["9" * 5000], ["\0"]])
def test_forged_teams_are_nobody(client: Client, picked: list[str]) -> None:
    its = rated(4, 5)
    response = client.get(f"/leagues/moon-court/seasons/{its.number}/ratings/", {"team": picked})
    assert response.status_code == 200
    assert "A game has 2 to 4 teams; you picked none." in words(response)


def test_what_was_picked_stays_picked_and_one_team_twice_is_one(client: Client) -> None:
    its = rated(4, 5, 6)
    one, two = pick(its, 1, 2)
    html = client.get("/leagues/moon-court/seasons/1/ratings/", {"team": [one, one, two]}).content.decode()
    assert len(re.findall(r'name="team" value="\d+" checked', html)) == 2


def test_nobody_in_a_season_is_said(client: Client) -> None:
    assert "No team has entered yet." in page(client, rated())
