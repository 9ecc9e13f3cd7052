"""The search in the head of every page, by keyboard, by touch, and without script."""

import re
from typing import Any, Literal

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.steps import is_sideways
from tests.teams.people import named, team

TABLET = {"viewport": {"width": 900, "height": 800}}


def box(page: Page) -> Locator:
    return page.get_by_label("Search the site")


def options(page: Page) -> Locator:
    return page.get_by_role("option")


def chosen(page: Page) -> Locator:
    return page.locator("#suggestions [aria-selected=true]")


@pytest.fixture(params=[TABLET, DESKTOP], ids=["tablet", "desktop"])
def reader(request: pytest.FixtureRequest, open_page: Open) -> Page:
    cache.clear()
    page = open_page(**request.param)
    page.goto("/keywords/")
    return page


def suggest(page: Page, typed: str) -> None:
    page.keyboard.press("/")
    expect(box(page)).to_be_focused()
    page.keyboard.type(typed)
    expect(options(page).last).to_contain_text(f"“{typed}”")


def test_a_slash_leads_to_the_box_arrows_choose_and_enter_goes_there(reader: Page) -> None:
    suggest(reader, "byak")
    field = box(reader)
    expect(field).to_have_attribute("role", "combobox")
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(reader.locator("#search-said")).to_have_text("1 suggestion")
    reader.keyboard.press("ArrowDown")
    expect(chosen(reader)).to_contain_text("Byakko")
    expect(field).to_have_attribute("aria-activedescendant", "suggestion-heroes-1")
    reader.keyboard.press("ArrowDown")
    expect(chosen(reader)).to_contain_text("Everything about")
    reader.keyboard.press("ArrowDown")
    expect(chosen(reader)).to_contain_text("Byakko")
    reader.keyboard.press("ArrowUp")
    expect(chosen(reader)).to_contain_text("Everything about")
    reader.keyboard.press("ArrowUp")
    assert not is_sideways(reader)
    reader.keyboard.press("Enter")
    expect(reader).to_have_url(re.compile("/heroes/byakko/$"))


def test_up_begins_at_the_end(reader: Page) -> None:
    suggest(reader, "tora")
    reader.keyboard.press("ArrowUp")
    expect(chosen(reader)).to_contain_text("Everything about")


def test_escape_closes_and_keeps_what_was_typed_and_an_arrow_opens_again(reader: Page) -> None:
    suggest(reader, "tora")
    reader.keyboard.press("ArrowDown")
    reader.keyboard.press("Escape")
    expect(reader.locator("#suggestions")).to_be_hidden()
    expect(box(reader)).to_have_value("tora")
    expect(box(reader)).to_have_attribute("aria-expanded", "false")
    expect(box(reader)).not_to_have_attribute("aria-activedescendant", re.compile("."))
    reader.keyboard.press("ArrowDown")
    expect(chosen(reader)).to_contain_text("Tora")
    reader.keyboard.press("Tab")
    expect(reader.locator("#suggestions")).to_be_hidden()


def test_enter_with_nothing_chosen_leads_to_everything_found(reader: Page) -> None:
    suggest(reader, "tora")
    reader.keyboard.press("Enter")
    expect(reader).to_have_url(re.compile(r"/search/\?q=tora$"))
    expect(reader.get_by_role("heading", name="Clans")).to_be_visible()


def test_a_suggestion_can_be_clicked(reader: Page) -> None:
    suggest(reader, "byakko")
    options(reader).first.click()
    expect(reader).to_have_url(re.compile("/heroes/byakko/$"))


def test_control_and_k_lead_there_too_even_from_a_field(reader: Page) -> None:
    reader.goto("/teams/")
    reader.get_by_label("Name").focus()
    reader.keyboard.press("Control+k")
    expect(box(reader)).to_be_focused()


def test_a_slash_in_a_field_is_a_slash(reader: Page) -> None:
    reader.goto("/teams/")
    name = reader.get_by_label("Name")
    name.focus()
    reader.keyboard.type("a/b")
    expect(name).to_have_value("a/b")
    expect(name).to_be_focused()


def test_the_single_key_can_be_turned_off(reader: Page) -> None:
    reader.goto("/search/")
    reader.get_by_role("checkbox", name="leads to the search").uncheck()
    reader.goto("/keywords/")
    reader.keyboard.press("/")
    expect(box(reader)).not_to_be_focused()
    reader.keyboard.press("Control+k")
    expect(box(reader)).to_be_focused()


def test_the_page_of_the_search_answers_while_somebody_types(page: Page) -> None:
    page.goto("/search/")
    field = page.get_by_label("What are you looking for?")
    expect(field).to_be_focused()
    page.keyboard.type("byakko")
    expect(page.get_by_role("link", name="Byakko")).to_be_visible()
    expect(page.locator("#search-said")).to_have_text("1 result for “byakko”.")
    expect(page).to_have_url(re.compile(r"q=byakko"))
    assert not is_sideways(page)


def test_on_a_phone_the_head_leads_to_the_page(members_phone: Page, kenta: User) -> None:
    team(kenta, named("Hidden Hands"), is_private=True)
    members_phone.goto("/keywords/")
    assert not is_sideways(members_phone)
    members_phone.get_by_role("link", name="Search", exact=True).click()
    members_phone.get_by_label("What are you looking for?").fill("hidden")
    members_phone.get_by_role("link", name="Hidden Hands").click()
    expect(members_phone.get_by_role("heading", level=1)).to_have_text("Hidden Hands")


@pytest.mark.parametrize(
    ("address", "size", "label", "answer"),
    [
        ("/search/", PHONE, "What are you looking for?", "link"),
        ("/keywords/", DESKTOP, "Search the site", "option"),
    ],
    ids=["page", "box"],
)
def test_what_is_typed_before_the_scripts_are_there_is_answered_once_they_are(
    open_page: Open, address: str, size: dict[str, Any], label: str, answer: Literal["link", "option"]
) -> None:
    page, held = open_page(**size), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/htmx*.js*", hold)
    page.goto(address, wait_until="commit")
    page.get_by_label(label).fill("byakko")
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    expect(page.get_by_role(answer, name="Byakko").first).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_without_script_it_is_a_form_and_a_page(open_page: Open, size: dict[str, Any]) -> None:
    page = open_page(java_script_enabled=False, **size)
    page.goto("/keywords/")
    if size is PHONE:
        page.get_by_role("link", name="Search", exact=True).click()
        page.get_by_label("What are you looking for?").fill("byakko")
    else:
        box(page).fill("byakko")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Byakko").click()
    expect(page).to_have_url(re.compile("/heroes/byakko/$"))
