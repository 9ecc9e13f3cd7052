"""A player builds a team before there is an account, and leads it through a game to its first recruit."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from league import rounds, seasons
from league.models import Fixture, Season
from rules.dice import Element
from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.steps import expect_fits, expect_legal, press, said, sign_up
from tests.browser.test_game_night import brief, countersign, expect_step, pick
from tests.browser.test_reports import did, file, ninja
from tests.league.clubs import club, join
from tests.rules.teams import MINIMAL, found
from tests.teams.people import person, team

MIO, KENTA = "Mio ika", "Night Tigers"


@pytest.fixture
def autumn(live_server: LiveServer) -> Season:
    """A season that is planned, with Mio's team in it."""
    league = club()
    mio = join(league, person("mio"))
    plan = {"name": "Autumn", "format": "round-robin", "starts_on": league.created_at.date()}
    season = seasons.open_season(league=league, number=1, plan=plan, divisions=[], carries_over=False, author=None)
    seasons.enter(season=season, team=team(mio, found(MIO, "ika", *MINIMAL["ika"])), author=mio)
    return season


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_team_is_built_played_and_grown(screen: dict[str, Any], autumn: Season, open_page: Open) -> None:
    page = open_page(**screen)
    build(page)
    found_it_on_signing_up(page)
    join_the_league_and_enter(page)
    game = round_is_published(autumn)
    report_a_victory(page)
    mios = open_page(member=game.sides.get(entrant__team__name=MIO).entrant.team.owner, **screen)
    mios.goto(f"/games/{game.pk}/")
    countersign(mios)
    take_the_steps(page)
    recruit_with_the_koban_earned(page)
    look_back(page)
    rename(page)


def build(page: Page) -> None:
    page.goto("/")
    press(page, "Try the builder", "link")
    press(page, "Build with Tora")
    press(page, "Suggest a team", "link")
    page.get_by_role("button", name="Take this one").first.click()
    expect_legal(page)
    name = page.get_by_label("Team name")
    name.fill(KENTA)
    name.press("Enter")
    expect(page.locator(".bar-words")).to_contain_text(KENTA)
    expect_fits(page)


def found_it_on_signing_up(page: Page) -> None:
    page.get_by_role("button", name="Found").click()
    sign_up(page)
    said(page, "Welcome, kenta.")
    page.get_by_role("button", name="Found").click()
    expect(page).to_have_url(re.compile("/teams/night-tigers/$"))
    expect_fits(page)


def join_the_league_and_enter(page: Page) -> None:
    """From the start page, as somebody who has a team and nowhere to play."""
    page.goto("/")
    press(page, "Join a league", "link")
    press(page, "Moon Court", "link")
    press(page, "Join", "link")
    press(page, "Join the league")
    press(page, "Enter a team", "link")
    expect_fits(page)
    press(page, "Enter the team")
    said(page, f"{KENTA} takes part in Autumn.")


def round_is_published(season: Season) -> Fixture:
    seasons.begin(season=season)
    rounds.generate(season=season, based_on=rounds.version_of(rounds.draft_rows(season)))
    based_on = rounds.version_of(rounds.draft_rows(season))
    rounds.publish(season=season, numbers=[1], based_on=based_on)
    return Fixture.objects.get()


def report_a_victory(page: Page) -> None:
    """Found from the start page. The first ninja does enough for an advancement, the second is hurt."""
    page.goto("/")
    page.locator(".fixture a").first.click()
    brief(page)
    mine = page.locator(".team-grid h2").all_inner_texts().index(KENTA)
    did(page, mine, 0, "Found an objective", 2)
    did(page, mine, 0, "Injured an enemy")
    ninja(page, mine, 0).get_by_label("All-Star").check()
    ninja(page, mine, 1).get_by_label("Healing House").check()
    file(page)
    said(page, "waits for the other side")
    expect_fits(page)


def take_the_steps(page: Page) -> None:
    """One die fell at the table; the others the server rolls."""
    page.goto("/")
    press(page, KENTA, "link")
    page.get_by_role("link", name=re.compile("after the last game")).click()
    expect_step(page, "Roll downtime")
    pick(page, "die", Element.EARTH)
    press(page, "Enter this die")
    expect_step(page, "Roll the advancement")
    press(page, "Roll both dice here")
    expect_step(page, "Choose the advancement")
    page.locator("[name=choice]").first.check()
    press(page, "Take this advancement")
    expect_step(page, "All steps are taken")


def recruit_with_the_koban_earned(page: Page) -> None:
    press(page, "Recruit, dismiss, rename", "link")
    before = treasury(page)
    offer = page.locator("details.offer").first
    offer.locator("summary").first.click()
    offer.get_by_label("Name").fill("Hana")
    offer.get_by_role("button", name=re.compile("Recruit for")).click()
    said(page, "Hana")
    assert treasury(page) < before
    expect_fits(page)


def treasury(page: Page) -> int:
    return int(re.findall(r"\d+", page.locator(".lead").inner_text())[0])


def look_back(page: Page) -> None:
    """Before the game nobody had any XP, and Hana was a stranger."""
    press(page, "Scroll", "link")
    expect(page.locator("#moment")).to_contain_text("Now, after entry")
    expect(page.locator(".scroll-table")).to_contain_text("Hana")
    page.get_by_role("slider").fill("1")
    expect(page.locator("#moment")).to_contain_text("As it was after entry 1")
    expect(page.locator(".scroll-table")).not_to_contain_text("Hana")
    expect_fits(page)
    press(page, "Back to now", "link")


def rename(page: Page) -> None:
    press(page, "Between games", "link")
    page.get_by_label("Name", exact=True).last.fill("Dawn Tigers")
    press(page, "Rename the team")
    expect(page.get_by_role("heading", level=1)).to_have_text("Dawn Tigers")
    expect_fits(page)
