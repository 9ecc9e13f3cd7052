"""The pages of a season's table: its address, what it shows, and to whom."""

import csv
import io
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league import table_page
from league.models import Division, Entrant, League, Role, Season
from league.standings import Outcome
from tests.league.clubs import club, enter, join, played, season
from tests.teams.people import person

pytestmark = pytest.mark.django_db
WON, LOST, DREW = Outcome.WON, Outcome.LOST, Outcome.DREW
PAGES = ["standings/", "standings.csv", "ratings/", "playoffs/"]


def url(its: Season, page: str = "standings/") -> str:
    return f"/leagues/{its.league.slug}/seasons/{its.number}/{page}"


def words(response: Any) -> str:
    """The page as it is read: without tags, every space once."""
    html = re.sub(r"<svg.*?</svg>", "", response.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def order(response: Any) -> list[str]:
    return re.findall(r'<th scope="row"><a [^>]*><svg.*?</svg><bdi>(.*?)</bdi>', response.content.decode(), re.DOTALL)


@pytest.fixture
def autumn() -> Season:
    """Two rounds: after the first, Team 1 leads Team 3; after the second it is the other way round."""
    its = season(club(), teams=4)
    one, two, three, four = its.entrants.order_by("pk")
    played(its, 1, (one, WON, 5), (two, LOST, 1))
    played(its, 1, (three, WON, 3), (four, LOST, 2))
    played(its, 2, (three, WON, 4), (one, LOST, 0))
    played(its, 2, (two, DREW, 2), (four, DREW, 2))
    return its


def crowd(teams: int) -> Season:
    its = season(club(f"Club of {teams}", master=person(f"sensei-{teams}")), teams=teams)
    entrants = list(its.entrants.order_by("pk"))
    for number in (1, 2, 3):
        for one, other in zip(entrants[::2], entrants[1::2], strict=False):
            played(its, number, (one, WON, number), (other, LOST, 0))
        entrants = [*entrants[1:], entrants[0]]
    return its


# The table


def test_the_table_is_in_order_and_each_row_says_what_decided_it(client: Client, autumn: Season) -> None:
    response = client.get(url(autumn))
    assert response.status_code == 200
    assert order(response) == ["Team 3", "Team 1", "Team 4", "Team 2"]
    page = words(response)
    assert "Ahead of Team 1 on points, 6 to 3" in page
    assert "Ahead of Team 2 on point difference, \N{MINUS SIGN}1 to \N{MINUS SIGN}4" in page


def test_an_earlier_round_is_the_table_as_it_stood(client: Client, autumn: Season) -> None:
    response = client.get(url(autumn), {"round": "1"})
    assert order(response)[0] == "Team 1"
    assert "Table of Autumn after round 1" in words(response)
    assert "place" not in re.findall(r'class="move[^"]*" title="([^"]*)"', response.content.decode())


def test_arrows_say_in_words_who_moved(client: Client, autumn: Season) -> None:
    titles = re.findall(r'class="move (\w+)" title="([^"]*)"', client.get(url(autumn)).content.decode())
    assert ("up", "up 1 place") in titles
    assert ("down", "down 1 place") in titles


@pytest.mark.parametrize(
    ("asked", "shown"),
    [("1", 1), ("2", 2), ("9", 2), ("0", 1), ("-1", 2), ("x", 2), ("", 2), ("9" * 5000, 2), ("\u00b2", 2)],
)
def test_a_round_that_never_was_is_the_nearest(client: Client, autumn: Season, asked: str, shown: int) -> None:
    response = client.get(url(autumn), {"round": asked})
    assert response.status_code == 200
    assert f"after round {shown}" in words(response)


def test_every_round_has_a_link_that_works_without_a_script(client: Client, autumn: Season) -> None:
    html = client.get(url(autumn)).content.decode()
    assert f'href="{url(autumn)}?round=1" hx-get="{url(autumn)}?round=1"' in html
    assert f'href="{url(autumn)}" hx-get="{url(autumn)}" class="now" aria-current="true"' in html


def test_htmx_gets_the_part_it_swaps_and_nothing_else(client: Client, autumn: Season) -> None:
    response = client.get(url(autumn), {"round": "1"}, headers={"HX-Request": "true"})
    html = response.content.decode().strip()
    assert html.startswith('<div id="standings">')
    assert "<html" not in html
    assert "HX-Request" in response.headers["Vary"]


def test_a_season_without_games_or_teams_says_so(client: Client) -> None:
    its = season(club(), teams=0)
    assert "No team has entered yet." in words(client.get(url(its)))
    enter(its, "Early")
    page = words(client.get(url(its)))
    assert "No game has been decided yet." in page
    assert "Early" in page


def test_the_line_is_under_the_last_that_goes_on(client: Client, autumn: Season) -> None:
    Season.objects.filter(pk=autumn.pk).update(playoff_teams=2)
    response = client.get(url(autumn))
    assert "The line: the best 2 go on to the playoffs." in words(response)
    assert len(re.findall(r'<tr class="[^"]*\bcut\b', response.content.decode())) == 1


@pytest.mark.parametrize("teams", [2, 3, 7])
def test_small_leagues_have_a_table(client: Client, teams: int) -> None:
    assert len(order(client.get(url(crowd(teams))))) == teams


def test_the_page_has_no_script_or_style_of_its_own_and_every_id_once(client: Client, autumn: Season) -> None:
    for page in ("standings/", "ratings/", "playoffs/"):
        html = client.get(url(autumn, page)).content.decode()
        assert not re.search(r"<script(?![^>]* src=)|\sstyle=|\son\w+=|<style", html)
        ids = re.findall(r'\sid="([^"]+)"', html)
        assert len(ids) == len(set(ids))


def test_the_table_costs_the_same_for_8_and_for_88_teams(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for teams in (8, 88):
        its = crowd(teams)
        with django_assert_num_queries(5):  # league, season, divisions, entrants, games
            assert len(order(client.get(url(its)))) == teams
        with django_assert_num_queries(5):
            client.get(url(its, "standings.csv"))
        with django_assert_num_queries(3):
            client.get(url(its, "ratings/"))


# Divisions


def divided(its: Season) -> tuple[Division, Division]:
    east, west = (Division.objects.create(season=its, name=name, position=n) for n, name in enumerate(("East", "West")))
    for number, entrant in enumerate(its.entrants.order_by("pk")):
        Entrant.objects.filter(pk=entrant.pk).update(division=west if number % 2 else east)
    return east, west


def test_a_division_has_a_table_of_its_own(client: Client, autumn: Season) -> None:
    east, west = divided(autumn)
    assert order(client.get(url(autumn), {"division": str(east.pk)})) == ["Team 3", "Team 1"]
    assert order(client.get(url(autumn), {"division": str(west.pk)})) == ["Team 4", "Team 2"]
    everybody = client.get(url(autumn))
    assert len(order(everybody)) == 4
    assert f"?division={west.pk}" in everybody.content.decode()


def test_the_round_stays_when_the_division_changes_and_the_other_way_round(client: Client, autumn: Season) -> None:
    east, west = divided(autumn)
    html = client.get(url(autumn), {"division": str(east.pk), "round": "1"}).content.decode()
    assert f"?round=1&amp;division={west.pk}" in html
    assert f'href="{url(autumn)}?division={east.pk}"' in html
    assert f"standings.csv?round=1&amp;division={east.pk}" in html


@pytest.mark.parametrize("asked", ["0", "x", "99999999999999999999", "'"])
def test_a_division_that_is_not_there_is_not_found(client: Client, autumn: Season, asked: str) -> None:
    divided(autumn)
    response = client.get(url(autumn), {"division": asked})
    assert response.status_code == 404
    assert "There is no such division in Autumn." in words(response)


def test_the_division_of_another_season_is_not_found(client: Client, autumn: Season) -> None:
    other = season(autumn.league, teams=2)
    east, _ = divided(other)
    assert client.get(url(autumn), {"division": str(east.pk)}).status_code == 404


# CSV


def test_the_csv_has_every_figure(client: Client, autumn: Season) -> None:
    response = client.get(url(autumn, "standings.csv"), {"round": "1"})
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert response.headers["Content-Disposition"] == 'attachment; filename="moon-court-season-1-round-1.csv"'
    head, first, *_ = response.content.decode().split("\r\n")
    assert head == (
        "Position,Team,Points,Played,Won,Drawn,Lost,Conceded,Byes,Points for,Points against,Difference,"
        "Feats,Injuries,Rating,Form,Streak,Decided"
    )
    assert first == '1,Team 1,3,1,1,0,0,0,0,5,1,4,0,0,4,W,W1,"ahead of Team 3 on point difference, 4 to 1"'


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\uff1d1", 'Say "hi", friend', "影島"])
def test_no_name_is_a_formula_and_every_name_comes_back(client: Client, name: str) -> None:
    its = season(club(), teams=0)
    enter(its, name)
    (_, row) = csv.reader(io.StringIO(client.get(url(its, "standings.csv")).content.decode()))
    assert row[1].removeprefix("'") == name
    assert not row[1].startswith(table_page.FORMULA)


# Who may look


def test_a_public_league_needs_no_login(client: Client, autumn: Season) -> None:
    assert [client.get(url(autumn, page)).status_code for page in PAGES] == [200, 200, 200, 200]


@pytest.mark.parametrize("page", PAGES)
def test_a_private_league_is_not_there_for_strangers(client: Client, autumn: Season, page: str) -> None:
    League.objects.update(is_private=True)
    assert client.get(url(autumn, page)).status_code == 404
    client.force_login(person("stranger"))
    assert client.get(url(autumn, page)).status_code == 404


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("page", PAGES)
def test_every_member_of_a_private_league_may_look(client: Client, autumn: Season, page: str, role: Role) -> None:
    League.objects.update(is_private=True)
    client.force_login(join(autumn.league, person("member"), role))
    assert client.get(url(autumn, page)).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_a_league_or_season_that_is_not_there_is_not_found(client: Client, autumn: Season, page: str) -> None:
    assert client.get(f"/leagues/moon-court/seasons/9/{page}").status_code == 404
    assert client.get(f"/leagues/nowhere/seasons/1/{page}").status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_nothing_can_be_sent_to_these_pages(client: Client, autumn: Season, page: str) -> None:
    client.force_login(User.objects.get(username="sensei"))
    response: HttpResponse = client.post(url(autumn, page))  # type: ignore[assignment]
    assert response.status_code == 405
