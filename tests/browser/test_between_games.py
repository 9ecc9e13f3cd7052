"""What the owner of a team does with it between games."""

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from teams.models import Team
from tests.browser.steps import press, said
from tests.teams.people import team


def between_games(page: Page, its: Team) -> None:
    page.goto(its.get_absolute_url())
    press(page, "Between games", "link")
    expect(page.get_by_role("heading", name="Rename or dismiss")).to_be_visible()


def test_a_ninja_is_recruited_and_after_a_second_thought_dismissed(members_page: Page, kenta: User) -> None:
    page = members_page
    between_games(page, team(kenta))
    offer = page.locator("details.offer", has_text="Tora Yajiri")
    offer.locator("summary").first.click()
    offer.get_by_label("Name").fill("Hana")
    offer.get_by_role("button", name="Recruit for 8 koban").click()
    said(page, "Hana")
    expect(page.locator(".lead")).to_have_text("52 koban in the treasury.")
    press(page, "Dismiss … Hana", "link")
    expect(page.locator(".means")).to_contain_text("Its 8 koban do not come back.")
    press(page, "Keep", "link")
    press(page, "Dismiss … Hana", "link")
    press(page, "Dismiss Hana for good")
    said(page, "Hana")
    expect(page.get_by_role("button", name="Rename Hana")).to_have_count(0)
    expect(page.locator(".lead")).to_have_text("52 koban in the treasury.")


def test_who_is_needed_cannot_be_dismissed_and_the_page_says_why(members_phone: Page, kenta: User) -> None:
    between_games(members_phone, team(kenta))
    chunin = members_phone.locator(".members li").first
    expect(chunin).to_contain_text("Cannot be dismissed")
    expect(chunin.get_by_role("link", name="Dismiss")).to_have_count(0)


def test_who_cannot_be_recruited_is_folded_away_with_the_reason(members_phone: Page, kenta: User) -> None:
    between_games(members_phone, team(kenta))
    reason = members_phone.get_by_text("With one more: a team has 1 chunin, this one has 2.")
    expect(reason).to_be_hidden()
    members_phone.get_by_text("1 cannot join now, and why").first.click()
    expect(reason).to_be_visible()


def test_a_team_and_a_ninja_get_other_names_and_the_team_another_look(members_page: Page, kenta: User) -> None:
    page, its = members_page, team(kenta)
    between_games(page, its)
    ninja = page.locator(".members li").nth(1)
    ninja.get_by_role("textbox").fill("Jiro")
    ninja.get_by_role("button").click()
    said(page, "Jiro")
    page.get_by_label("Name", exact=True).last.fill("Night Tigers")
    press(page, "Rename the team")
    expect(page.get_by_role("heading", level=1)).to_have_text("Night Tigers")
    page.get_by_label("Vermilion").check()
    page.get_by_label("Private").check()
    press(page, "Save the looks")
    said(page, "only by you and your league")
    press(page, "Scroll", "link")
    expect(page.locator(".ink-shu")).to_contain_text("Private")
    expect(page.locator(".scroll-table")).to_contain_text("Jiro")


def test_a_name_that_is_refused_comes_back_with_the_reason_in_view(members_phone: Page, kenta: User) -> None:
    between_games(members_phone, team(kenta))
    members_phone.get_by_label("Name", exact=True).last.fill("\N{ZERO WIDTH SPACE}")
    press(members_phone, "Rename the team")
    expect(members_phone.get_by_role("heading", name="Nothing was changed")).to_be_visible()
    expect(members_phone.locator("#name ~ form .error")).to_be_in_viewport()
