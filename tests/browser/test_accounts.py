"""People come and go."""

import re

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.steps import said
from tests.teams.members import PASSWORD
from tests.teams.people import team


def from_the_menu(page: Page, role: str, name: str) -> None:
    """The menu stands open where there is room for it."""
    if page.viewport_size == PHONE["viewport"]:
        page.get_by_role("button", name="Menu").click()
    nav = page.get_by_role("navigation", name="Site")
    (nav.get_by_role("link", name=name) if role == "link" else nav.get_by_role("button", name=name)).click()


def log_in(page: Page, password: str = PASSWORD) -> None:
    page.get_by_label("Username or email").fill("kenta")
    page.get_by_label("Password").fill(password)
    page.locator("main").get_by_role("button", name="Log in").click()


def test_a_member_logs_in_and_out_again(page: Page, kenta: User) -> None:
    page.goto("/")
    from_the_menu(page, "link", "Log in")
    log_in(page, "not the password")
    expect(page.get_by_role("alert")).to_be_visible()
    log_in(page)
    expect(page).to_have_url(re.compile("/teams/$"))
    from_the_menu(page, "button", "Log out")
    said(page, "logged out")
    page.goto("/account/")
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()


def test_who_deletes_an_account_leaves_teams_without_a_name(members_page: Page, kenta: User) -> None:
    page, its = members_page, team(kenta)
    page.goto("/")
    from_the_menu(page, "link", "kenta")
    page.get_by_role("link", name="Delete account").click()
    expect(page.locator("main")).to_contain_text("Your 1 team")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Delete my account").click()
    said(page, "Your account is deleted.")
    page.goto(its.get_absolute_url())
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("kenta")
    assert not User.objects.exists()
