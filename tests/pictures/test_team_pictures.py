"""The pictures of a team: from its chronicle as it is told now, and for those who may see the team."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches import amending
from rules.events import Played
from rules.scroll import Result, Revenue
from teams import chronicle
from teams.models import Team
from teams.pictures_page import MOST_CHANGES, pictures_of
from tests.league.clubs import join
from tests.matches.games import LOST, WON, account, table
from tests.rules.teams import legal_team
from tests.teams.people import person, team
from tests.teams.stories import GAME, dismissed, seasoned, words, write

pytestmark = pytest.mark.django_db


def url(its: Team) -> str:
    return f"/teams/{its.slug}/pictures/"


def test_rating_treasury_and_experience_are_drawn(client: Client) -> None:
    its = seasoned()
    response = client.get(url(its))
    assert response.status_code == 200
    page = response.content.decode()
    assert page.count('<svg class="chart"') == 5  # two of them once more, where there is room
    assert page.count("<details") >= 3
    told = words(response)
    assert "Rating from game to game" in told
    assert f"{its.rating} after 1 game;" in told
    assert f"{its.treasury} after" in told


def test_figures_are_those_of_the_scroll(client: Client) -> None:
    its = seasoned()
    rating, treasury, xp = pictures_of(its, chronicle.read(its))
    assert rating.rows[-1][:2] == ("Game 1: Brawl, won", str(its.rating))
    assert treasury.rows[-1][-1] == str(its.treasury)
    names = {row[0]: row for row in xp.rows}
    assert names["Jiro"][2] == str(chronicle.scroll_of(its).find("n3").xp)
    assert all(len(row) == len(chart.columns) for chart in (rating, treasury, xp) for row in chart.rows)


def test_heroes_and_ronin_gain_no_xp_and_are_left_out() -> None:
    its = seasoned()
    _, _, xp = pictures_of(its, chronicle.read(its))
    assert not any("Benkei" in row[1] for row in xp.rows)


def test_who_is_gone_is_marked() -> None:
    its = seasoned()
    dismissed(its, "n5")
    _, _, xp = pictures_of(its, chronicle.read(its))
    assert xp.rows[-1][0] == "Kuma"
    assert xp.rows[-1][-1] == "gone"
    assert "Kuma (gone)" in xp.svg


def test_a_new_team_is_told_what_will_be_seen(client: Client) -> None:
    response = client.get(url(team()))
    told = words(response)
    assert "No league game yet. After the first, the rating is drawn here game by game." in told
    assert "No ninja has any XP yet." in told
    assert '<svg class="chart"' not in response.content.decode()


def test_an_amended_game_is_drawn_as_amended_and_says_so() -> None:
    its = table()
    match = its.brief()
    its.settle(match, account(match, WON, LOST))
    match.refresh_from_db()
    before = pictures_of(its.teams[0], chronicle.read(its.teams[0]))
    amending.amend(
        match=match,
        account=account(match, LOST, WON),
        author=its.master,
        reason="It was the other way.",
        key=uuid4(),
        based_on=amending.version_of(match),
    )
    after = pictures_of(its.teams[0], chronicle.read(its.teams[0]))
    assert before[0].rows[1][0] == "Game 1: Brawl, won"
    assert after[0].rows[1][0] == "Game 1: Brawl, lost (told otherwise)"
    assert before[1].rows[-1][-1] != after[1].rows[-1][-1]


def test_a_long_story_is_told_by_its_latest_changes() -> None:
    its = team(None, legal_team("tora"))
    write(its, [Played(f"g{n}", "brawl", Result.WON, 1, (), Revenue(1), GAME.opponents) for n in range(80)])
    rating, treasury, _ = pictures_of(its, chronicle.read(its))
    assert len(rating.rows) == 81
    assert len(treasury.rows) == MOST_CHANGES
    assert treasury.title == f"Koban in the treasury, the latest {MOST_CHANGES} of 81 changes"


def test_names_cannot_break_out(client: Client) -> None:
    evil = '"><b>Tora & Sons'
    its = seasoned()
    Team.objects.filter(pk=its.pk).update(name=evil)
    html = client.get(url(its)).content.decode()
    assert "<b>" not in html
    assert not re.search(r"<script(?![^>]* src=)|\sstyle=|\son\w+=|<style", html)
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_a_private_team_is_seen_by_its_own_and_nobody_else(client: Client) -> None:
    its = seasoned(person("kenta"), is_private=True)
    assert client.get(url(its)).status_code == 404
    client.force_login(person("mio"))
    assert client.get(url(its)).status_code == 404
    client.force_login(its.owner)  # type: ignore[arg-type]
    assert client.get(url(its)).status_code == 200


def test_members_and_master_see_a_private_team_of_their_league(client: Client) -> None:
    its = table()
    Team.objects.update(is_private=True)
    stranger = person("stranger")
    for who, status in ((its.master, 200), (join(its.league, person("guest")), 200), (stranger, 404)):
        client.force_login(who)
        assert client.get(url(its.teams[0])).status_code == status


def test_nothing_is_changed_here(client: Client) -> None:
    assert client.post(url(team())).status_code == 405
    assert client.get("/teams/nobody/pictures/").status_code == 404


@pytest.mark.parametrize("games", [1, 30])
def test_it_costs_the_same_however_long_the_story(
    client: Client, games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    its = team(None, legal_team("tora"))
    write(its, [Played(f"g{n}", "brawl", Result.WON, 1, (), Revenue(1), GAME.opponents) for n in range(games)])
    with django_assert_num_queries(2):  # team, entries
        client.get(url(its))
