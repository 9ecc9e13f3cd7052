"""The scroll of a team is read, on the screen and on paper."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import PHONE, Open
from tests.browser.steps import is_sideways
from tests.teams.people import person
from tests.teams.stories import seasoned


@pytest.fixture
def address(live_server: LiveServer) -> str:
    return seasoned().get_absolute_url()


def test_the_slider_leads_through_the_story_of_a_team(page: Page, address: str) -> None:
    page.goto(address)
    moment = page.locator("#moment")
    expect(moment).to_contain_text("Now, after entry 10 of 10")
    page.get_by_role("slider").fill("2")
    expect(moment).to_contain_text("As it was after entry 2 of 10")
    expect(page).to_have_url(re.compile(r"\?at=2$"))
    expect(page.get_by_role("link", name="Print it as PDF")).to_have_attribute("href", re.compile(r"\?at=2$"))
    page.get_by_role("link", name="Next", exact=True).click()
    expect(moment).to_contain_text("As it was after entry 3 of 10")
    expect(page.get_by_role("slider")).to_have_value("3")
    page.go_back()
    expect(moment).to_contain_text("As it was after entry 2 of 10")
    page.get_by_role("link", name="Back to now").click()
    expect(moment).to_contain_text("Now, after entry 10 of 10")


def test_a_keyword_says_what_it_means_when_asked(page: Page, address: str) -> None:
    page.goto(address)
    chip = page.locator("#n3 .chip", has_text="Leap")
    meaning = chip.get_by_role("link", name="Who has Leap?")
    expect(meaning).to_be_hidden()
    chip.locator("summary").click()
    expect(meaning).to_be_visible()
    meaning.click()
    expect(page.get_by_role("heading", name="Leap", exact=True)).to_be_visible()


def test_on_paper_the_scroll_is_a_table_and_nothing_to_press(page: Page, address: str) -> None:
    page.goto(address)
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("columnheader", name="Experience")).to_be_visible()
    for row in page.locator(".scroll-table tbody tr").all():
        expect(row).to_have_css("display", "table-row")
    for control in (".site-head", ".tabs", ".slider", ".stops", ".actions", ".site-foot"):
        expect(page.locator(control)).to_be_hidden()
    sheets = page.pdf(prefer_css_page_size=True)
    assert sheets.startswith(b"%PDF-")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", sheets)) <= 2
    widths = {tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox \[([\d. ]+)\]", sheets)}
    assert all(right > top for _, _, right, top in widths), "A4 should lie on its side"


def test_the_print_is_a_pdf_of_its_own(phone: Page, address: str) -> None:
    phone.goto(address)
    link = phone.get_by_role("link", name="Print it as PDF").get_attribute("href") or ""
    # Fetched as the browser would, but not shown: its viewer of PDFs asks the site for an icon of its own.
    answer = phone.request.get(link)
    expect(answer).to_be_ok()
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.body().startswith(b"%PDF-")


def test_no_page_is_wider_than_a_phone(open_page: Open, live_server: LiveServer) -> None:
    kenta = person("kenta")
    team = seasoned(kenta).get_absolute_url()
    phone = open_page(member=kenta, **PHONE)
    catalog = [
        "/",
        "/clans/",
        "/clans/tora/",
        "/heroes/",
        "/ronin/",
        "/keywords/",
        "/challenges/",
        "/challenges/brawl/",
    ]
    own = [team, f"{team}?at=2", f"{team}chronicle/", f"{team}ledger/", f"{team}manage/", "/teams/", "/account/"]
    wide = []
    for path in [*catalog, *own, "/teams/new/", "/account/email/", "/account/delete/"]:
        phone.goto(path)
        if is_sideways(phone):
            wide.append(path)
    assert not wide
