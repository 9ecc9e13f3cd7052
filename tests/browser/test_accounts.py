"""People come and go."""

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.steps import log_in, menu, said
from tests.teams.members import PASSWORD
from tests.teams.people import team


def test_a_member_logs_in_and_out_again(page: Page, kenta: User) -> None:
    page.goto("/")
    menu(page).get_by_role("link", name="Log in").click()
    log_in(page, password="not the password")
    expect(page.get_by_role("alert")).to_be_visible()
    log_in(page)
    expect(page.get_by_role("heading", name="Welcome, kenta")).to_be_visible()
    menu(page).get_by_role("button", name="Log out").click()
    said(page, "logged out")
    page.goto("/account/")
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()


def test_who_deletes_an_account_leaves_teams_without_a_name(members_page: Page, kenta: User) -> None:
    page, its = members_page, team(kenta)
    page.goto("/")
    menu(page).get_by_role("link", name="kenta").click()
    page.get_by_role("link", name="Delete account").click()
    expect(page.locator("main")).to_contain_text("Your team and what you wrote")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Delete my account").click()
    said(page, "Your account is deleted.")
    page.goto(its.get_absolute_url())
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("kenta")
    assert not User.objects.exists()
