"""Light or dark in a real browser: at once and without losing what was typed, or by a plain form."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Open
from tests.browser.steps import press

PAPER = "getComputedStyle(document.body).backgroundColor"
DAY, NIGHT = "rgb(245, 240, 229)", "rgb(12, 19, 34)"


def switch(page: Page, to: str) -> None:
    press(page, "Menu")
    press(page, to)


def test_the_switch_works_at_once_and_what_was_typed_stays(members_phone: Page) -> None:
    members_phone.goto("/leagues/new/")
    assert members_phone.evaluate(PAPER) == DAY
    members_phone.get_by_label("Name").fill("Night Court")
    with members_phone.expect_response("**/theme/"):
        switch(members_phone, "Dark")
    assert members_phone.evaluate(PAPER) == NIGHT
    expect(members_phone.get_by_label("Name")).to_have_value("Night Court")
    expect(members_phone.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    members_phone.goto("/clans/")
    assert members_phone.evaluate(PAPER) == NIGHT


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_without_script_it_is_a_form_and_comes_back_to_the_page(open_page: Open, scheme: str) -> None:
    """Choosing `as the system` gives the decision back."""
    page = open_page(java_script_enabled=False, color_scheme=scheme, **PHONE)
    page.goto("/keywords/?q=x")
    switch(page, "Light" if scheme == "dark" else "Dark")
    assert page.url.endswith("/keywords/?q=x")
    expect(page.locator("html")).to_have_attribute("data-theme", "light" if scheme == "dark" else "dark")
    switch(page, "As the system")
    expect(page.locator("html[data-theme]")).to_have_count(0)
