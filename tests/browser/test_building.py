"""A team is built by tapping, before the eyes of whoever builds it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import (
    begin,
    expect_left,
    expect_legal,
    expect_problems,
    is_sideways,
    press,
    recruit,
    said,
    sign_up,
)

NO_CHUNIN = "A team has 1 chunin, this one has 0."
NO_KAIKEN = "A team has 2 to 4 kaiken, this one has 0."
NO_ABILITY = re.compile("chooses 1 ability of Pounce or Tiger Strike; you chose 0.")


def level(page: Page) -> float:
    return float(page.locator("#treasury .meter .level").get_attribute("width") or "")


def test_problems_vanish_and_come_back_as_ninja_come_and_go(page: Page) -> None:
    page.goto("/")
    press(page, "Try the builder", "link")
    press(page, "Build with Tora")
    expect_left(page, 100)
    expect_problems(page, NO_CHUNIN, NO_KAIKEN)
    assert level(page) == 100
    recruit(page, "Chunin", left=80)
    expect_problems(page, NO_KAIKEN, NO_ABILITY)
    assert level(page) == 80
    page.get_by_role("radio", name="Pounce").check()
    expect_problems(page, NO_KAIKEN)
    recruit(page, "Kaiken", left=70)
    expect_problems(page, "A team has 2 to 4 kaiken, this one has 1.")
    recruit(page, "Kaiken", left=60)
    expect_legal(page)
    expect(page.locator(".member")).to_have_count(3)
    press(page, "Remove one Kaiken")
    expect_left(page, 70)
    expect_problems(page, "A team has 2 to 4 kaiken, this one has 1.")
    press(page, "Undo")
    expect_left(page, 60)
    expect_legal(page)


def test_a_suggested_team_is_taken_and_one_of_its_ninja_chooses_an_ability(page: Page) -> None:
    begin(page)
    recruit(page, "Oni", left=82)
    press(page, "Suggest a team", "link")
    # They stand in the page, as wide as it: the search in the head has suggestions too, which float.
    expect(page.locator(".suggestions")).to_have_css("position", "static")
    proposals = page.locator(".proposal")
    expect(proposals).to_have_count(3)
    size = int(re.findall(r"(\d+) ninja", proposals.first.inner_text())[0])
    proposals.first.get_by_role("button", name="Take this one").click()
    expect_legal(page)
    expect(page.locator(".member")).to_have_count(size)
    chunin = page.locator(".member").first
    expect(chunin.get_by_role("radio", name="Pounce")).to_be_checked()
    chunin.get_by_role("radio", name="Tiger Strike").check()
    expect(page.locator("#treasury")).to_contain_text("Tiger Strike")
    page.reload()
    expect(page.locator(".member").first.get_by_role("radio", name="Tiger Strike")).to_be_checked()
    press(page, "Undo")
    expect(page.locator(".member").first.get_by_role("radio", name="Pounce")).to_be_checked()


def test_who_signs_up_on_the_way_finds_the_draft_again_and_founds_it(page: Page) -> None:
    begin(page)
    name = page.get_by_label("Team name")
    name.fill("Night Tigers")
    name.press("Enter")
    expect(page).to_have_title(re.compile("^Building"))
    recruit(page, "Chunin", left=80)
    page.get_by_role("radio", name="Pounce").check()
    recruit(page, "Kaiken", left=70)
    recruit(page, "Kaiken", left=60)
    expect_legal(page)
    draft = page.url
    page.get_by_role("button", name="Found").click()
    said(page, "Sign up or log in to found Night Tigers. Your draft is kept.")
    sign_up(page)
    said(page, "Welcome, kenta.")
    expect(page).to_have_url(draft)
    expect_legal(page)
    page.get_by_role("button", name="Found").click()
    said(page, "Night Tigers is founded, and its chronicle begins.")
    expect(page).to_have_url(re.compile("/teams/night-tigers/$"))
    expect(page.get_by_role("heading", name="Night Tigers")).to_be_visible()
    expect(page.locator(".facts")).to_contain_text("played by kenta")
    expect(page.locator(".scroll-table tbody tr")).to_have_count(3)
    # Whoever comes back to the draft is led to the team.
    page.goto(draft)
    expect(page).to_have_url(re.compile("/teams/night-tigers/$"))


def test_who_founds_too_early_is_shown_what_is_missing(members_phone: Page) -> None:
    begin(members_phone)
    # It stays within reach: where a button is off, nobody learns why.
    members_phone.get_by_role("button", name="Found").click(force=True)
    expect(members_phone.get_by_role("heading", name="Before it can be founded")).to_be_in_viewport()
    expect(members_phone.locator(".refused")).to_contain_text(NO_CHUNIN)
    expect_problems(members_phone, NO_CHUNIN, NO_KAIKEN)


def test_a_ninja_is_renamed_moved_duplicated_and_removed(desktop: Page) -> None:
    begin(desktop)
    recruit(desktop, "Chunin", left=80)
    recruit(desktop, "Kaiken", left=70)
    name = desktop.get_by_label("Name of Kaiken number 2")
    name.fill("Jiro")
    name.press("Enter")
    press(desktop, "Another one like Jiro")
    expect_left(desktop, 60)
    press(desktop, "Move up: Jiro")
    expect(desktop.get_by_label("Name of Kaiken number 1")).to_have_value("Jiro")
    press(desktop, "Remove Jiro")
    expect_left(desktop, 70)
    expect(desktop.get_by_role("button", name="Remove Jiro", exact=True)).to_have_count(0)


NAMES = {
    "wide": "W" * 60,
    "emoji": "\N{TIGER FACE}" * 30,
    "markup": "<b>bold</b> & 'quoted'",
    "to the left": "عشيرة النمر",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_no_name_breaks_the_builder(phone: Page, name: str) -> None:
    begin(phone)
    field = phone.get_by_label("Team name")
    field.fill(name)
    field.press("Enter")
    expect(phone.locator(".bar-words")).to_contain_text(name)
    assert not is_sideways(phone)
    phone.goto("/teams/new/")
    expect(phone.locator(".draft h3")).to_have_text(name)
    assert not is_sideways(phone)
