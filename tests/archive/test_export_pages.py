"""Who may take what along, and as what."""

import csv
import io
from typing import Any

import pytest
from django.test import Client

from league.models import League, Role
from matches import csvs
from matches.archive import export
from teams import services
from teams.models import Team
from tests.archive.leagues import lively
from tests.league.clubs import join
from tests.matches.games import Table
from tests.teams.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def its() -> Table:
    return lively()


def rows(response: Any) -> list[dict[str, str]]:
    assert response["Content-Type"].startswith("text/csv; charset=utf-8")
    return list(csv.DictReader(io.StringIO(response.content.decode(), newline="")))


@pytest.mark.parametrize(
    ("who", "status"), [(None, 403), ("stranger", 403), ("kenta", 403), ("helper", 403), ("sensei", 200), ("root", 200)]
)
def test_the_ninja_master_and_the_staff_export_a_league(
    client: Client, its: Table, who: str | None, status: int
) -> None:
    join(its.league, person("helper"), Role.ASSISTANT)
    person("stranger")
    person("root", is_staff=True)
    if who:
        client.login(username=who, password="a long password")
    response = client.get("/leagues/moon-court/league.json")
    assert response.status_code == status
    if status == 200:
        assert response.content == export.league_file(its.league)
        assert 'filename="moon-court-' in response["Content-Disposition"]


def test_an_archived_league_can_be_exported(client: Client, its: Table) -> None:
    client.force_login(its.master)
    client.post("/leagues/moon-court/archive/")
    assert client.get("/leagues/moon-court/league.json").status_code == 200


def test_a_private_league_does_not_exist_for_strangers(client: Client, its: Table) -> None:
    League.objects.update(is_private=True)
    for page in ("league.json", "data/", "games.csv", "ninja.csv", "seasons/1/games.csv"):
        assert client.get(f"/leagues/moon-court/{page}").status_code == 404
        assert client.post(f"/leagues/moon-court/{page}").status_code == 405


@pytest.mark.parametrize(("who", "status"), [(None, 403), ("mio", 403), ("kenta", 200), ("sensei", 200)])
def test_owner_and_ninja_master_export_a_team(client: Client, its: Table, who: str | None, status: int) -> None:
    if who:
        client.login(username=who, password="a long password")
    response = client.get(f"/teams/{its.teams[0].slug}/team.json")
    assert response.status_code == status


def test_the_page_of_all_ways_offers_everybody_what_is_theirs(client: Client, its: Table) -> None:
    page = client.get("/leagues/moon-court/data/").content.decode()
    assert "games.csv" in page
    assert "league.json" not in page
    client.force_login(its.master)
    assert "league.json" in client.get("/leagues/moon-court/data/").content.decode()


def test_games_are_told_team_by_team(client: Client, its: Table, django_assert_num_queries: Any) -> None:
    found = rows(client.get("/leagues/moon-court/seasons/1/games.csv"))
    assert list(found[0]) == list(csvs.GAMES)
    first = found[0]
    assert (first["Team"], first["Outcome"], first["Against"]) == ("Kenta tora", "Won", "Mio ika")
    assert (first["Challenge"], first["Player"], first["Playoffs"]) == ("Brawl", "kenta", "no")
    assert found[2]["State"] == "To be played"
    assert len(found) == 4
    assert rows(client.get("/leagues/moon-court/games.csv")) == found
    with django_assert_num_queries(1):
        csvs.games(its.league, None)


def test_ninja_are_told_with_their_careers(client: Client, its: Table, django_assert_num_queries: Any) -> None:
    found = rows(client.get("/leagues/moon-court/ninja.csv"))
    assert list(found[0]) == list(csvs.NINJA)
    assert {line["Team"] for line in found} == {"Kenta tora", "Mio ika"}
    assert any(line["Former"] == "yes" and line["Type"] == "Ronin" for line in found)
    assert found[0]["Games"] == "1"
    with django_assert_num_queries(1):
        csvs.ninja(its.league, None, has=0)  # type: ignore[arg-type]


def test_ninja_of_private_teams_are_for_members(client: Client, its: Table) -> None:
    Team.objects.filter(pk=its.teams[0].pk).update(is_private=True)
    assert {line["Team"] for line in rows(client.get("/leagues/moon-court/ninja.csv"))} == {"Mio ika"}
    client.force_login(its.players[1])
    assert len({line["Team"] for line in rows(client.get("/leagues/moon-court/ninja.csv"))}) == 2


def test_no_cell_is_a_formula(client: Client, its: Table) -> None:
    services.rename(team=its.teams[0], name='=HYPERLINK("x","y"),', author=its.players[0])
    services.rename(team=its.teams[0], ninja="n1", name="@SUM(1)", author=its.players[0])
    for page in ("games.csv", "ninja.csv"):
        cells = [cell for line in rows(client.get(f"/leagues/moon-court/{page}")) for cell in line.values()]
        assert '\'=HYPERLINK("x","y"),' in cells
        assert not any(cell.startswith(("=", "@", "+")) for cell in cells)


def test_a_season_that_is_not_there_has_no_figures(client: Client, its: Table) -> None:
    assert client.get("/leagues/moon-court/seasons/9/games.csv").status_code == 404
