"""The drawn bracket of the playoffs: before they begin, on the way, and with a champion."""

import re

import pytest
from django.test import Client

from league.bracket_page import bracket_page
from league.bracket_picture import bracket_picture
from league.models import Season
from teams.models import Team
from tests.league.clubs import club, season
from tests.league.test_brackets import play_all, ready, start, url

pytestmark = pytest.mark.django_db


def test_before_the_playoffs_it_says_that_nothing_is_certain(client: Client) -> None:
    picture = bracket_picture(its := ready(4), bracket_page(its))
    assert picture is not None
    assert picture.title == "Playoffs of Autumn if the season ended now"
    assert picture.summary == "4 teams in 2 rounds. 0 of 3 ties decided."


def test_played_through_it_tells_how_the_final_ended(client: Client) -> None:
    its = ready(8, third=True)
    start(its)
    list(play_all(its))
    its.refresh_from_db()
    picture = bracket_picture(its, bracket_page(its))
    assert picture is not None
    assert picture.summary == "8 teams in 3 rounds. In the final, Team 1 beat Team 2, 3 to 1."
    assert len(picture.rows) == 8
    assert picture.rows[-1] == ("Game for third place", "Team 3 beat Team 4, 3 to 1.")
    page = client.get(url(its)).content.decode()
    assert page.count('<svg class="chart"') == 2
    assert "Playoffs of Autumn" in page


def test_a_bye_is_in_the_picture_and_in_its_figures() -> None:
    its = ready(3)
    start(its)
    picture = bracket_picture(its, bracket_page(its))
    assert picture is not None
    assert "Bye" in picture.svg
    assert ("Semi-final 1", "Team 1 has a bye.") in picture.rows


def test_without_a_bracket_nothing_is_drawn(client: Client) -> None:
    its = season(club(), teams=2)
    assert bracket_picture(its, bracket_page(its)) is None
    assert '<svg class="chart"' not in client.get(url(its)).content.decode()


@pytest.mark.parametrize("teams", [4, 32])
def test_names_cannot_break_out(client: Client, teams: int) -> None:
    its: Season = ready(teams)
    start(its)
    Team.objects.update(name='</text><b>&"')
    html = client.get(url(its)).content.decode()
    assert "<b>" not in html
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
