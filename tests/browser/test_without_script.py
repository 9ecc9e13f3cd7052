"""Everything works where scripts do not."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Open
from tests.browser.steps import begin, expect_left, expect_legal, menu, press, recruit, said, sign_up


@pytest.fixture
def plain(open_page: Open) -> Page:
    return open_page(java_script_enabled=False, **PHONE)


def test_a_team_is_built_founded_read_and_changed(plain: Page) -> None:
    begin(plain)
    recruit(plain, "Chunin", left=80)
    expect(plain.locator(".problems")).not_to_contain_text("A team has 1 chunin")
    press(plain, "Undo")
    expect_left(plain, 100)
    press(plain, "Suggest a team", "link")
    plain.get_by_role("button", name="Take this one").first.click()
    expect_legal(plain)
    press(plain, "Remove one Yajiri")
    expect(plain.locator("#messages")).to_contain_text("koban left")
    expect_legal(plain)
    chunin = plain.locator(".member").first
    chunin.get_by_role("radio", name="Tiger Strike").check()
    chunin.get_by_role("button", name="Choose").click()
    expect(plain.locator(".member").first.get_by_role("radio", name="Tiger Strike")).to_be_checked()
    plain.get_by_role("button", name="Found").click()
    sign_up(plain)
    expect_legal(plain)
    plain.get_by_role("button", name="Found").click()
    expect(plain).to_have_url(re.compile("/teams/[a-z-]+/$"))
    expect(plain.locator(".scroll-table")).to_contain_text("Tiger Strike")
    changed_between_games(plain)


def changed_between_games(plain: Page) -> None:
    press(plain, "Between games", "link")
    offer = plain.locator("details.offer", has_text="Tora Yajiri")
    offer.locator("summary").first.click()
    offer.get_by_label("Name").fill("Hana")
    offer.get_by_role("button", name="Recruit for 8 koban").click()
    said(plain, "Hana")
    press(plain, "Dismiss … Hana", "link")
    press(plain, "Dismiss Hana for good")
    press(plain, "Scroll", "link")
    expect(plain.locator("#moment")).to_contain_text("Now, after entry 3 of 3")
    plain.get_by_role("link", name="Previous", exact=True).click()
    expect(plain.locator("#moment")).to_contain_text("As it was after entry 2 of 3")
    expect(plain.locator(".scroll-table")).to_contain_text("Hana")
    slider = plain.get_by_role("slider")
    slider.focus()
    slider.press("Home")
    press(plain, "Show")
    expect(plain.locator("#moment")).to_contain_text("As it was after entry 1 of 3")


def test_the_menu_opens_too(plain: Page) -> None:
    plain.goto("/")
    menu(plain).get_by_role("link", name="Keywords").click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Keywords")
