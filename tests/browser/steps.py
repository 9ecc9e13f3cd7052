"""What people do in many of these tests."""

import re
from typing import Literal

from playwright.sync_api import Locator, Page, expect

from tests.teams.members import PASSWORD as EVERYBODYS_PASSWORD

PASSWORD = "three tigers slept late"

Role = Literal["button", "link", "heading"]


def press(page: Page, name: str, role: Role = "button") -> None:
    """Taps or clicks what has exactly this name."""
    page.get_by_role(role, name=name, exact=True).click()


def menu(page: Page) -> Locator:
    """Everything that the menu offers, after it is opened."""
    press(page, "Menu")
    return page.get_by_role("navigation", name="Menu")


def begin(page: Page, clan: str = "Tora") -> None:
    page.goto("/teams/new/")
    press(page, f"Build with {clan}")
    expect(page.get_by_role("heading", name="The team so far")).to_be_visible()


def recruit(page: Page, kind: str, *, left: int) -> None:
    press(page, f"Add {kind}")
    expect_left(page, left)


def expect_left(page: Page, koban: int) -> None:
    expect(page.locator(".purse")).to_have_text(f"{koban} of 100 koban left")
    # A key pressed before htmx has taken charge of what it swapped in would submit the form the plain way.
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")).to_have_count(0)


def expect_problems(page: Page, *problems: str | re.Pattern[str]) -> None:
    expect(page.locator(".problems li")).to_have_text(list(problems))


def expect_legal(page: Page) -> None:
    expect(page.get_by_role("heading", name="Legal, and ready to be founded")).to_be_visible()


def sign_up(page: Page, name: str = "kenta") -> None:
    page.get_by_label("Username").fill(name)
    page.get_by_label("Email").fill(f"{name}@example.com")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password, again").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign up").click()


def log_in(page: Page, name: str = "kenta", password: str = EVERYBODYS_PASSWORD) -> None:
    page.get_by_label("Username or email").fill(name)
    page.get_by_label("Password").fill(password)
    page.locator("main").get_by_role("button", name="Log in").click()


def said(page: Page, words: str) -> None:
    expect(page.locator("#messages")).to_contain_text(words)


def is_sideways(page: Page) -> bool:
    """Whether there is more of the page to the right than fits on the screen."""
    page.wait_for_load_state("domcontentloaded")  # on the way to another page there is nothing to be measured
    sideways: bool = page.evaluate("document.documentElement.scrollWidth > screen.width")
    return sideways


def expect_fits(page: Page) -> None:
    assert not is_sideways(page), f"{page.url} is wider than the screen"
