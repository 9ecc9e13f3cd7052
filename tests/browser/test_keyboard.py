"""Whoever has only a keyboard gets as far as everybody else, and always sees where they are."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from league import rounds
from league.models import Season
from tests.browser.conftest import DESKTOP, Open
from tests.browser.steps import expect_left, expect_legal, said
from tests.browser.test_reports import expect_saved
from tests.league.clubs import club, season
from tests.matches.games import Table, table
from tests.teams.stories import seasoned

MANY = 80  # stops; a page where more are needed is no page for a keyboard
# The name of what has the focus, and whether it or what stands for it is outlined.
FOCUS = """() => {
  const focused = document.activeElement;
  const outlined = (one) => one && getComputedStyle(one).outlineStyle !== "none";
  const near = [focused, focused.closest("label, article, li"), focused.labels?.[0], focused.parentElement];
  const label = focused.labels?.[0];
  const name = focused.getAttribute("aria-label") ?? (label?.querySelector("strong") ?? label ?? focused).textContent;
  return [name.replace(/\\s+/g, " ").trim(), near.some(outlined)];
}"""


def go_to(page: Page, name: str, key: str = "Tab") -> None:
    for _ in range(MANY):
        page.keyboard.press(key)
        focused, is_visible = page.evaluate(FOCUS)
        assert is_visible, f"nobody sees that {focused!r} has the focus"
        if focused == name or re.fullmatch(name, focused):
            return
    raise AssertionError(f"{name!r} is out of reach")


def test_the_first_stop_leads_past_the_menu(desktop: Page) -> None:
    desktop.goto("/teams/new/")
    go_to(desktop, "Skip to the content")
    desktop.keyboard.press("Enter")
    go_to(desktop, "All its ninja")
    go_to(desktop, "Build with Tora")


def test_a_team_is_built_and_brought_to_its_founding(desktop: Page) -> None:
    desktop.goto("/teams/new/")
    go_to(desktop, "Build with Tora")
    desktop.keyboard.press("Enter")
    expect_left(desktop, 100)
    go_to(desktop, "Add Chunin")
    desktop.keyboard.press("Space")
    expect_left(desktop, 80)
    # The focus is where it was, on a page that has changed around it.
    expect(desktop.get_by_role("button", name="Add Chunin")).to_be_focused()
    go_to(desktop, "Add Kaiken")
    desktop.keyboard.press("Enter")
    expect_left(desktop, 70)
    expect(desktop.get_by_role("button", name="Add Kaiken")).to_be_focused()
    desktop.keyboard.press("Enter")
    expect_left(desktop, 60)
    go_to(desktop, "Pounce")
    desktop.keyboard.press("Space")
    expect_legal(desktop)
    go_to(desktop, "Found the team", "Shift+Tab")
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("heading", name="Sign up")).to_be_visible()


def announced(page: Page, words: str) -> None:
    expect(page.get_by_role("status").and_(page.locator("#announcement"))).to_have_text(words)


def still_at(page: Page, name: str) -> None:
    """What stands in place of what was pressed has the focus now."""
    expect(page.get_by_role("link", name=re.compile(name))).to_be_focused()


def test_the_menu_opens_and_closes_and_gives_the_focus_back(page: Page) -> None:
    page.goto("/clans/")
    go_to(page, "Menu")
    menu = page.get_by_role("navigation", name="Menu")
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    go_to(page, "Heroes")
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(page.get_by_role("button", name="Menu")).to_be_focused()
    page.keyboard.press("Space")
    go_to(page, "Ronin")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ronin")


@pytest.fixture
def autumn(live_server: LiveServer) -> Season:
    """Three rounds, of which the last is a draft."""
    its = season(club())
    rounds.generate(season=its, based_on=rounds.version_of(rounds.draft_rows(its)))
    rounds.publish(season=its, numbers=[1, 2], based_on=rounds.version_of(rounds.draft_rows(its)))
    return its


def test_rounds_are_looked_through(autumn: Season, desktop: Page) -> None:
    desktop.goto(autumn.get_absolute_url())
    go_to(desktop, "Round 2, .*")
    desktop.keyboard.press("Enter")
    announced(desktop, "Round 2: 2 games.")
    still_at(desktop, "^Round 2")


def test_a_scroll_is_followed_to_its_first_entry_and_no_further(live_server: LiveServer, desktop: Page) -> None:
    desktop.goto(f"{seasoned().get_absolute_url()}?at=2")
    go_to(desktop, "Previous")
    desktop.keyboard.press("Enter")
    announced(desktop, "As it was after entry 1 of 10.")
    expect(desktop.locator("#to-previous")).to_be_focused()
    go_to(desktop, "Next")


def test_teams_are_found_while_somebody_types(live_server: LiveServer, desktop: Page) -> None:
    seasoned()
    desktop.goto("/teams/")
    go_to(desktop, "Name")
    desktop.keyboard.type("nobody")
    announced(desktop, "0 teams found.")
    expect(desktop.get_by_role("searchbox")).to_be_focused()


def test_a_schedule_is_adjusted(autumn: Season, open_page: Open) -> None:
    page = open_page(member=autumn.league.memberships.get().person, **DESKTOP)
    rounds.add_round(season=autumn)
    page.goto(f"{autumn.get_absolute_url()}schedule/")
    go_to(page, "Round 4, .*")
    page.keyboard.press("Enter")
    announced(page, "Draft of Round 4: 0 games.")
    still_at(page, "^Round 4")
    go_to(page, "Round 3, .*", "Shift+Tab")
    page.keyboard.press("Enter")
    announced(page, "Draft of Round 3: 2 games.")
    go_to(page, "Turn home and away.*")
    page.keyboard.press("Enter")
    said(page, "Home and away are the other way round.")
    go_to(page, "This team")
    page.keyboard.press("ArrowDown")
    go_to(page, "Set the deadline")


def test_a_house_rule_is_found_and_changed(autumn: Season, open_page: Open) -> None:
    page = open_page(member=autumn.league.memberships.get().person, **DESKTOP)
    page.goto(f"{autumn.league.get_absolute_url()}house-rules/edit/")
    go_to(page, "Find a rule")
    page.keyboard.type("zzz")
    announced(page, "No rule has these words.")
    page.keyboard.press("Control+A")
    page.keyboard.type("underdog")
    expect(page.locator("#announcement")).to_contain_text("Found in")
    expect(page.get_by_role("searchbox")).to_be_focused()
    go_to(page, "The underdog's bonus is at most koban")
    page.keyboard.press("ArrowUp")
    go_to(page, "Preview changes")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("What would change")


@pytest.fixture
def briefed(live_server: LiveServer) -> Table:
    its = table()
    its.brief()
    return its


def test_a_game_is_reported(briefed: Table, open_page: Open) -> None:
    page = open_page(member=briefed.players[0], **DESKTOP)
    page.goto(f"/games/{briefed.fixture.pk}/report/")
    go_to(page, "Challenge.*")
    page.keyboard.type("Search")
    expect_saved(page)
    go_to(page, "Found an objective.*")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#score strong")).to_have_text(["3", "0"])
    go_to(page, "All-Star.*")
    page.keyboard.press("Space")
    go_to(page, "File the report")
    page.keyboard.press("Enter")
    said(page, "waits for the other side")
