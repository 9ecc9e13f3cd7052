"""The pictures of seasons and leagues: what they show, to whom, and at what expense."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import Entrant, Fixture, League, Role, Season
from league.standings import Outcome
from matches import amending
from matches import picture_figures as figures
from matches.models import Match
from matches.pictures_page import league_pictures, season_pictures
from teams.models import Team
from tests.league.clubs import club, join, played, season
from tests.matches.games import LOST, WON, Table, account, table, take_every_step
from tests.teams.people import person
from tests.teams.stories import words

pytestmark = pytest.mark.django_db


def url(its: Season) -> str:
    return f"/leagues/{its.league.slug}/seasons/{its.number}/pictures/"


def of_league(league: League) -> str:
    return f"/leagues/{league.slug}/pictures/"


def crowd(teams: int, rounds: int = 3) -> Season:
    its = season(club(f"Club of {teams}", master=person(f"sensei-{teams}")), teams=teams)
    entrants = list(its.entrants.order_by("pk"))
    for number in range(1, rounds + 1):
        for one, other in zip(entrants[::2], entrants[1::2], strict=False):
            briefed(played(its, number, (one, Outcome.WON, number), (other, Outcome.LOST, 0)), number, (one, other))
        entrants = [*entrants[1:], entrants[0]]
    return its


def briefed(fixture: Fixture, number: int, entrants: tuple[Entrant, Entrant]) -> None:
    """As a match with an accepted report, as far as pictures look at it."""
    match = Match.objects.create(
        fixture=fixture, state=Match.State.ACCEPTED, briefed_at=fixture.round.season.created_at, challenge="brawl"
    )
    rows = {"n1": {"feats": {"brawl-injury": 2}}}
    data = {"game": match.game, "challenge": "brawl", "teams": [{"team": "a", "ninja": rows}, {"team": "b"}]}
    match.accepted = match.reports.create(number=1, key=match.key, data=data)
    match.save()
    for seat, its in enumerate(entrants):
        rating = {"koban": 10 + number + seat, "advancements": 1, "heroes_and_ronin": 0}
        match.sides.create(team=its.team, entrant=its, position=seat, briefing={"rating": rating}, at=1, commitment="c")


def reported() -> Table:
    """Two games between two teams, each won by the first; injuries were made in both."""
    its = table()
    for number in range(2):
        match = its.brief(its.another_game() if number else None)
        its.settle(match, account(match, WON, LOST, feats={its.teams[0].slug: {"n1": {"brawl-injury": 2}}}))
        for team in its.teams:
            take_every_step(team, its.master)
    return its


# A season


def test_a_season_is_drawn_with_four_pictures(client: Client) -> None:
    its = reported().season
    response = client.get(url(its))
    assert response.status_code == 200
    told = words(response)
    for title in (
        "Places in the table from round 1 to round 2",
        "Ratings at each briefing",
        "Feats in each challenge",
        "Games won by each clan",
    ):
        assert title in told
    assert response.content.decode().count('<svg class="chart"') == 6
    assert "First after round 2: Kenta tora." in told
    assert "Tora has won most often: 2 of 2 games." in told


def test_its_figures_are_those_on_record() -> None:
    its = reported()
    places, ratings, feats, clans = season_pictures(its.season)
    assert places.rows == (("Kenta tora", "1", "1"), ("Mio ika", "2", "2"))
    briefed_at = [its.teams[0].sides.get(match__fixture__round__number=n).briefing["rating"] for n in (1, 2)]
    kenta = next(row for row in ratings.rows if row[0] == "Kenta tora")
    assert kenta[1:] == tuple(str(sum(rating.values())) for rating in briefed_at)
    assert feats.rows[0][:3] == ("Brawl", "2", "4")
    assert clans.rows == (("Tora", "2", "2", "0", "0", "100"), ("Ika", "2", "0", "0", "2", "0"))
    for chart in (places, ratings, feats, clans):
        assert all(len(row) == len(chart.columns) for row in chart.rows)


def test_a_voided_game_is_in_no_picture_of_reports() -> None:
    its = reported()
    Match.objects.update(state=Match.State.VOIDED)
    _, ratings, feats, _ = season_pictures(its.season)
    assert not ratings.svg
    assert not feats.svg


def test_an_amended_report_counts_as_amended() -> None:
    its = reported()
    match = Match.objects.earliest("pk")
    now = account(match, LOST, WON, feats={its.teams[1].slug: {"n1": {"reveal": 3}}})
    amending.amend(
        match=match,
        account=now,
        author=its.master,
        reason="It was the other way.",
        key=uuid4(),
        based_on=amending.version_of(match),
    )
    _, _, feats, clans = season_pictures(its.season)
    assert feats.rows[0] == ("Brawl", "2", "5", "Revealed a ninja in Stealth (3) and Injured an enemy (2)")
    assert clans.rows[0] == ("Ika", "2", "1", "0", "1", "50")


def test_a_season_without_a_game_says_what_comes(client: Client) -> None:
    its = season(club(), teams=2)
    response = client.get(url(its))
    told = words(response)
    assert "No game is decided yet. The first result makes the table." in told
    assert "No report is accepted yet." in told
    assert "No feat is on record yet." in told
    assert '<svg class="chart"' not in response.content.decode()
    assert client.get(of_league(its.league)).status_code == 200


def test_byes_are_nobody_s_games() -> None:
    its = season(club(), teams=2)
    played(its, 1, (its.entrants.all()[0], Outcome.BYE, 0))
    assert figures.clans_of(its.league) == {}
    assert not any(its.svg for its in season_pictures(its)), "and make no table"


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        ([(Outcome.DREW, Outcome.DREW)], "None of them has won yet."),
        ([(WON, LOST), (LOST, WON)], "Kitsune and Yamazaru have won most often: 50 percent of their games."),
    ],
)
def test_clans_that_are_level_share_the_first_place(outcomes: list[tuple[Outcome, Outcome]], said: str) -> None:
    its = season(club(), teams=2)
    for number, ended in enumerate(outcomes, 1):
        played(
            its, number, *((entrant, Outcome(end), 0) for entrant, end in zip(its.entrants.all(), ended, strict=True))
        )
    assert said in season_pictures(its)[3].summary


def test_twenty_teams_are_cut_to_sixteen_and_it_is_said() -> None:
    places, ratings, *_ = season_pictures(crowd(20))
    assert len(places.rows) == len(ratings.rows) == 16
    assert places.title.endswith(", the first 16 of 20 teams")
    assert ratings.title.endswith(", the first 16 of 20 teams")


def test_a_name_cannot_break_out_and_every_id_is_there_once(client: Client) -> None:
    its = crowd(4)
    Team.objects.update(name='</text><b>&"')
    for address in (url(its), of_league(its.league)):
        html = client.get(address).content.decode()
        assert "<b>" not in html
        assert not re.search(r"<script(?![^>]* src=)|\sstyle=|\son\w+=|<style", html)
        ids = re.findall(r'\sid="([^"]+)"', html)
        assert len(ids) == len(set(ids))


# A league


def test_of_many_rounds_the_latest_are_drawn_and_it_is_said() -> None:
    ratings, _ = league_pictures(crowd(2, rounds=45).league)
    assert ratings.title == "Ratings at each briefing, the latest 40 of 45 rounds"
    assert len(ratings.columns) == 41


def test_a_league_is_drawn_over_all_its_seasons(client: Client) -> None:
    first = crowd(4)
    second = Season.objects.create(league=first.league, number=2, name="Winter", state=Season.State.RUNNING)
    one, other = (second.entrants.create(team=its.team, coin=1) for its in first.entrants.all()[:2])
    briefed(played(second, 1, (one, Outcome.WON, 2), (other, Outcome.LOST, 1)), 9, (one, other))
    ratings, clans = league_pictures(first.league)
    assert ratings.columns[-2:] == ("Season and round 1.3", "Season and round 2.1")
    assert sum(row[-1] != "" for row in ratings.rows) == 2  # the others have no game there
    assert sum(int(row[1]) for row in clans.rows) == 14
    page = client.get(of_league(first.league)).content.decode()
    assert url(second) in page
    assert of_league(first.league) in client.get(url(first)).content.decode()


def test_the_season_s_other_pages_lead_to_its_pictures(client: Client) -> None:
    its = season(club(), teams=2)
    for page in ("", "standings/", "ratings/"):
        assert url(its) in client.get(f"/leagues/{its.league.slug}/seasons/1/{page}").content.decode()


# Who, how, and at what expense


def test_a_private_league_is_drawn_for_its_members_only(client: Client) -> None:
    its = season(club(is_private=True), teams=2)
    guest, stranger = join(its.league, person("guest"), Role.GUEST), person("stranger")
    for who, status in ((None, 404), (stranger, 404), (guest, 200)):
        if who:
            client.force_login(who)
        for address in (url(its), of_league(its.league)):
            assert client.get(address).status_code == status


@pytest.mark.parametrize("address", ["/leagues/moon-court/seasons/9/pictures/", "/leagues/nowhere/pictures/"])
def test_what_is_not_there_is_not_drawn(client: Client, address: str) -> None:
    club()
    assert client.get(address).status_code == 404


def test_nothing_is_changed_here(client: Client) -> None:
    its = season(club(), teams=2)
    assert client.post(url(its)).status_code == 405
    assert client.post(of_league(its.league)).status_code == 405


@pytest.mark.parametrize("teams", [8, 24])
def test_pictures_cost_the_same_for_8_and_for_24_teams(
    client: Client, teams: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    its: Any = crowd(teams)
    with django_assert_num_queries(6):  # league, season, entrants, games, briefings, reports
        client.get(url(its))
    with django_assert_num_queries(4):  # league, seasons, briefings, clans
        client.get(of_league(its.league))
