"""A ninja master runs a league for a round: from the first log-in to the newsletter."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from league import memberships, seasons
from league.models import Fixture, Invitation, League, Season
from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.steps import expect_fits, log_in, menu, press, said
from tests.browser.test_game_night import brief, countersign
from tests.browser.test_reports import did, file
from tests.matches.games import LOST, WON, Table, account
from tests.rules.teams import MINIMAL, found
from tests.teams.people import person, team

PLAYERS = ("kenta", "mio", "yuki", "nami", "haru", "ren")
CLANS = ("tora", "ika", "kitsune", "ijin", "tanchyo", "yamazaru")


@dataclass
class Club:
    """The ninja master's screen, and everybody else's."""

    page: Page
    open_page: Open
    screen: dict[str, Any]
    players: list[User]

    @property
    def league(self) -> League:
        return League.objects.get()

    @property
    def season(self) -> Season:
        return Season.objects.get()

    def screen_of(self, who: User, address: str) -> Page:
        page = self.open_page(member=who, **self.screen)
        page.goto(address)
        return page

    def at_the_table(self, game: Fixture) -> Table:
        """One game of the round, and those who play it."""
        teams = [side.entrant.team for side in game.sides.select_related("entrant__team__owner")]
        players = [its.owner for its in teams if its.owner]
        return Table(self.league, self.season, User.objects.get(username="sensei"), players, teams, game)


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def club(request: pytest.FixtureRequest, live_server: LiveServer, open_page: Open) -> Club:
    person("sensei")
    players = [person(name) for name in PLAYERS]
    for player, clan in zip(players, CLANS, strict=True):
        team(player, found(f"{player.username.title()} {clan}", clan, *MINIMAL[clan]))
    return Club(open_page(**request.param), open_page, request.param, players)


def test_a_league_is_run_for_a_round(club: Club) -> None:
    start_the_league(club.page)
    link = make_an_invitation(club.page)
    everybody_accepts(club, link)
    open_the_first_season(club.page)
    teams_are_entered(club)
    begin_and_draw(club.page)
    reported, recorded, disputed = Fixture.objects.filter(round__number=1).order_by("position")
    two_players_report(club, club.at_the_table(reported))
    record_the_score(club.page, recorded)
    settle_at_the_desk(club, club.at_the_table(disputed))
    read_the_standings(club, club.at_the_table(reported))
    publish_a_newsletter(club)


# Before the season


def start_the_league(page: Page) -> None:
    page.goto("/")
    menu(page).get_by_role("link", name="Log in").click()
    log_in(page, "sensei")
    page.goto("/")
    press(page, "Start a league", "link")
    page.get_by_label("Name", exact=True).fill("Lantern Street")
    page.get_by_label("Description").fill("We play on **Thursdays**, above the bakery.")
    page.get_by_role("radio", name=re.compile("^By invitation")).check()
    press(page, "Start the league")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lantern Street")
    expect(page.locator(".prose strong")).to_have_text("Thursdays")
    expect_fits(page)


def make_an_invitation(page: Page) -> str:
    press(page, "Invite players", "link")
    press(page, "Make a link")
    link = page.get_by_label("Link for players")
    expect(link).to_be_in_viewport()
    press(page, "Copy the link for players")
    expect(page.locator(".invitation [role=status]")).to_have_text("Copied.")
    expect_fits(page)
    return link.input_value()


def everybody_accepts(club: Club, link: str) -> None:
    """The first in a browser; the others do as he did."""
    page = club.screen_of(club.players[0], link)
    expect(page.locator("main")).to_contain_text("sensei invites you to be a player")
    press(page, "Join the league")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lantern Street")
    for player in club.players[1:]:
        memberships.accept(invitation=Invitation.objects.get(), person=player)


def open_the_first_season(page: Page) -> None:
    press(page, "League", "link")
    press(page, "Open the first season", "link")
    page.get_by_label("Name", exact=True).fill("Autumn")
    page.get_by_role("radio", name=re.compile("^Round robin")).check()
    press(page, "Plan the season")
    said(page, "Autumn is planned. Teams can enter it now.")
    expect_fits(page)


def teams_are_entered(club: Club) -> None:
    """One by its player, one by the ninja master, and the others likewise."""
    page = club.screen_of(club.players[0], club.league.get_absolute_url())
    press(page, "Enter a team", "link")
    page.get_by_label("Team", exact=True).select_option(label="Kenta tora (kenta)")
    press(page, "Enter the team")
    said(page, "Kenta tora")
    press(club.page, "Enter a team", "link")
    club.page.get_by_label("Team", exact=True).select_option(label="Mio ika (mio)")
    press(club.page, "Enter the team")
    said(club.page, "Mio ika")
    for player in club.players[2:]:
        seasons.enter(season=club.season, team=player.teams.get(), author=player)


def begin_and_draw(page: Page) -> None:
    press(page, "Begin the season")
    said(page, "Autumn has begun")
    press(page, "Schedule", "link")
    press(page, "Draw every round")
    said(page, "5 rounds drafted")
    expect(page.locator(".draft-game")).to_have_count(3)
    expect_fits(page)
    press(page, "Publish round 1")
    said(page, "Round 1 can be seen by everybody now.")
    expect(page.locator(".fixture")).to_have_count(3)
    expect_fits(page)


# The round


def two_players_report(club: Club, its: Table) -> None:
    """The first of them found an objective, and wins by it."""
    page = club.screen_of(its.players[0], f"/games/{its.fixture.pk}/")
    brief(page)
    did(page, 0, 0, "Found an objective")
    file(page)
    said(page, "waits for the other side")
    countersign(club.screen_of(its.players[1], f"/games/{its.fixture.pk}/"))


def record_the_score(page: Page, game: Fixture) -> None:
    """Nobody knows more of it than that it was drawn."""
    page.goto(f"/games/{game.pk}/")
    page.get_by_text("Only the score, without a report").click()
    for place in range(2):
        side = page.locator(".result-row").nth(place)
        side.get_by_label("Result").select_option(label="Drew")
        side.get_by_label("Points").fill("2")
    press(page, "Record the result")
    expect(page.locator(".versus .points")).to_have_text(["2", "2"])
    expect_fits(page)


def settle_at_the_desk(club: Club, its: Table) -> None:
    """Two players have told it differently; the ninja master believes the second."""
    match = its.brief()
    its.file(match, account(match, challenge="search"))
    its.file(match, account(match, LOST, WON, challenge="search"), by=1)
    page = club.page
    page.goto(club.league.get_absolute_url())
    expect(page.locator(".steps")).to_contain_text("1 report is disputed")
    press(page, "Open the desk", "link")
    expect(page.get_by_text("Disputed")).to_be_visible()
    expect_fits(page)
    page.get_by_role("button", name=re.compile("version 2 of")).click()
    said(page, "The report is accepted")
    press(page, "Desk", "link")
    expect(page.locator("main")).to_contain_text("Nothing waits")


# After it


def read_the_standings(club: Club, won: Table) -> None:
    """Two won, two drew, two lost."""
    page = club.page
    press(page, "League", "link")
    press(page, "What decided each position", "link")
    rows = page.locator(".standings tbody tr")
    expect(rows.locator(".points")).to_have_text(["3", "3", "1", "1", "0", "0"])
    expect(rows.first).to_contain_text(won.teams[0].name)
    expect(rows.first.get_by_role("rowheader")).to_contain_text("difference")
    expect_fits(page)


def publish_a_newsletter(club: Club) -> None:
    page = club.page
    press(page, "Newsletter", "link")
    press(page, "Draft an issue")
    page.get_by_label("Title").fill("Lanterns lit")
    page.get_by_text("Publish it …", exact=True).click()
    press(page, "Save and publish")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lanterns lit")
    expect(page.locator(".issue")).to_contain_text("Kenta tora")
    expect_fits(page)
    kentas = club.screen_of(club.players[0], club.league.get_absolute_url())
    press(kentas, "Lanterns lit", "link")
    expect(kentas.locator(".issue")).to_contain_text("Kenta tora")
