"""A visitor reads table, scroll and newsletter. Nobody asks who that is, and nothing needs a script."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from league.models import Season
from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.steps import expect_fits, press

SCREENS: list[dict[str, Any]] = [PHONE, DESKTOP, {**PHONE, "java_script_enabled": False}]


def test_a_league_is_read_by_somebody_without_an_account(the_demo: None, open_page: Open) -> None:
    for screen in SCREENS:
        page = open_page(**screen)
        find_the_league(page)
        read_the_table(page)
        read_a_scroll(page)
        read_a_game(page)
        read_the_newsletter(page)
        see_who_won_last_season(page)


def arrived(page: Page, *, at: str) -> None:
    """On a page that fits and is open to all."""
    expect(page).to_have_url(re.compile(at))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("main")).not_to_contain_text(re.compile("log in|sign up", re.IGNORECASE))
    expect(page.locator("main").locator("[type=password]")).to_have_count(0)
    expect_fits(page)


def find_the_league(page: Page) -> None:
    page.goto("/")
    press(page, "Look at leagues", "link")
    arrived(page, at="/leagues/$")
    press(page, "Moon Court", "link")
    arrived(page, at="/leagues/moon-court/$")


def read_the_table(page: Page) -> None:
    press(page, "What decided each position", "link")
    arrived(page, at="/seasons/2/standings/$")
    rows = page.locator(".standings tbody tr")
    expect(rows).to_have_count(8)
    points = [int(text) for text in rows.locator(".points").all_inner_texts()]
    assert points == sorted(points, reverse=True)


def read_a_scroll(page: Page) -> None:
    """As it is, and as it was."""
    page.locator(".standings tbody tr").first.get_by_role("link").click()
    arrived(page, at="/teams/[a-z-]+/$")
    expect(page.locator("#moment")).to_contain_text("Now, after entry")
    press(page, "Previous", "link")
    expect(page.locator("#moment")).to_contain_text("As it was after entry")
    press(page, "Chronicle", "link")
    arrived(page, at="/chronicle/")
    expect(page.locator(".chronicle > li").first).to_be_visible()


def read_a_game(page: Page) -> None:
    page.goto("/leagues/moon-court/")
    page.locator("section", has=page.locator("#results")).locator(".fixture a").first.click()
    arrived(page, at=r"/games/\d+/$")
    expect(page.locator(".versus .points")).to_have_count(2)
    expect(page.get_by_role("link", name="Amend the report")).to_have_count(0)


def read_the_newsletter(page: Page) -> None:
    press(page, "Newsletter", "link")
    arrived(page, at="/newsletter/$")
    page.locator(".issue-list a").first.click()
    arrived(page, at=r"/newsletter/\d+/$")
    expect(page.locator(".issue svg").filter(visible=True)).not_to_have_count(0)


def see_who_won_last_season(page: Page) -> None:
    champion = Season.objects.get(number=1).champion
    assert champion
    press(page, "League", "link")
    crown = page.get_by_role("complementary", name="Champion")
    expect(crown).to_contain_text(champion.name)
    crown.get_by_role("link").click()
    arrived(page, at=champion.get_absolute_url())
