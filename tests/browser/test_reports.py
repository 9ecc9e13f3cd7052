"""A game is reported by thumb, saves itself, and outlives a lost connection."""

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from matches.models import Match, Report
from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.steps import is_sideways, press, said
from tests.matches.games import DREW, LOST, WON, Table, account, scroll, table

NO_CONNECTION = "Not saved: no connection"


NOISE = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:sendAbort", "htmx:afterRequest")


class Complaints(list[str]):
    """All but what a browser complains of when it has no connection: that is what these tests want."""

    def append(self, complaint: str) -> None:
        if not any(sign in complaint for sign in NOISE):
            super().append(complaint)


@pytest.fixture
def complaints() -> list[str]:
    return Complaints()


@pytest.fixture
def its(live_server: LiveServer) -> Table:
    its = table()
    its.brief()
    return its


@pytest.fixture
def kentas(open_page: Open, its: Table) -> Page:
    """Kenta's phone, with the form open and a challenge picked."""
    page = open_page(member=its.players[0], **PHONE)
    page.goto(address(its))
    pick(page, "Search")
    return page


def address(its: Table, asked: str = "") -> str:
    return f"/games/{its.fixture.pk}/report/{asked}"


def pick(page: Page, challenge: str) -> None:
    page.get_by_label("Challenge").select_option(label=challenge)
    expect_saved(page)
    expect(page.locator(".stepper").first).to_be_attached()


def expect_saved(page: Page) -> None:
    """All that was typed has arrived."""
    expect(page.locator("#saved:not([aria-busy])")).to_contain_text("Saved")


def ninja(page: Page, team: int, place: int) -> Locator:
    return page.locator(".team-grid").nth(team).locator("tbody tr").nth(place)


def tap(page: Page, team: int, place: int, button: str) -> None:
    """Taps a button of a ninja's card, whose feats are unfolded first."""
    row = unfold(page, team, place)
    row.get_by_role("button", name=button).tap()


def unfold(page: Page, team: int, place: int) -> Locator:
    page.wait_for_load_state()  # before its styles are there, everything is visible
    row = ninja(page, team, place)
    if row.locator(".opens").is_visible() and not row.locator(".opener").is_checked():
        row.locator(".opens").click()
    return row


def did(page: Page, team: int, place: int, feat: str, times: int = 1) -> None:
    """Types how often, on any screen."""
    unfold(page, team, place)
    count(page, team, place, feat).fill(str(times))


def count(page: Page, team: int, place: int, feat: str) -> Locator:
    """Where it stands how often; it may be folded away."""
    return ninja(page, team, place).locator(".count", has_text=feat).locator("input")


def unsaved(page: Page) -> int:
    """How many copies this browser keeps of what never arrived."""
    copies: list[str] = page.evaluate("Object.entries(localStorage).map(([name, copy]) => copy)")
    return sum('"isDirty":true' in copy for copy in copies)


def file(page: Page) -> None:
    press(page, "File the report")


def test_a_game_is_reported_by_thumb_and_countersigned_by_the_other(its: Table, kentas: Page, open_page: Open) -> None:
    assert not is_sideways(kentas)
    tap(kentas, 0, 0, "One more: Found an objective")
    tap(kentas, 0, 0, "One more: Injured an enemy")
    tap(kentas, 1, 1, "One more: Checked a crate")
    expect(kentas.locator("#score strong")).to_have_text(["3", "1"])
    ninja(kentas, 1, 2).get_by_label("Healing House").check()
    ninja(kentas, 0, 0).get_by_label("All-Star").check()
    kentas.get_by_label("Story").fill("It was *dark*.")
    file(kentas)
    said(kentas, "waits for the other side")

    mios = open_page(member=its.players[1], **PHONE)
    mios.goto(address(its))
    assert not is_sideways(mios)
    expect(mios.locator(".standing")).to_have_text("Kenta tora 3, Mio ika 1")
    press(mios, "Countersign")
    said(mios, "The report is accepted")
    assert scroll(its.teams[0]).find("n1").xp == 2 + 1 + 3
    assert [side.points for side in its.fixture.sides.all()] == [3, 1]


def test_a_lost_connection_loses_nothing(its: Table, kentas: Page) -> None:
    tap(kentas, 0, 0, "One more: Found an objective")
    expect(kentas.locator("#score strong")).to_have_text(["3", "0"])
    kentas.context.set_offline(True)
    tap(kentas, 0, 0, "One more: Found an objective")
    kentas.get_by_label("Notes").fill("Written in a cellar.")
    expect(kentas.locator("#saved")).to_contain_text(NO_CONNECTION)
    # Who files now is told so, and still has everything.
    file(kentas)
    expect(kentas.locator("#saved")).to_contain_text(NO_CONNECTION)
    expect(count(kentas, 0, 0, "Found an objective")).to_have_value("2")
    kentas.context.set_offline(False)
    kentas.reload()
    expect(count(kentas, 0, 0, "Found an objective")).to_have_value("2")
    expect(kentas.get_by_label("Notes")).to_have_value("Written in a cellar.")
    expect(kentas.locator("#score strong")).to_have_text(["6", "0"])
    expect_saved(kentas)
    assert Match.objects.get().drafts.get().form["notes"] == "Written in a cellar."
    file(kentas)
    said(kentas, "waits for the other side")
    report = Report.objects.get()
    assert report.notes == "Written in a cellar."
    assert kentas.evaluate("localStorage.length") == 0
    assert not Match.objects.get().drafts.exists()


def test_what_was_typed_without_connection_is_saved_when_it_is_back(kentas: Page) -> None:
    kentas.context.set_offline(True)
    tap(kentas, 1, 0, "One more: Checked a crate")
    expect(kentas.locator("#saved")).to_contain_text(NO_CONNECTION)
    assert unsaved(kentas) == 1
    kentas.context.set_offline(False)
    expect_saved(kentas)
    expect(kentas.locator("#score strong")).to_have_text(["0", "1"])
    assert unsaved(kentas) == 0


def test_another_challenge_chosen_without_connection_comes_back_with_its_feats(kentas: Page) -> None:
    kentas.get_by_label("Challenge").select_option(label="Brawl")
    expect(count(kentas, 0, 1, "Injured the enemy chunin")).to_be_attached()
    kentas.context.set_offline(True)
    tap(kentas, 0, 1, "One more: Injured the enemy chunin")
    expect(kentas.locator("#saved")).to_contain_text(NO_CONNECTION)
    kentas.get_by_label("Challenge").select_option(label="Search")
    kentas.context.set_offline(False)
    kentas.reload()
    expect(kentas.get_by_label("Challenge")).to_have_value("search")
    expect(count(kentas, 0, 1, "Checked a crate")).to_be_attached()
    kentas.get_by_label("Challenge").select_option(label="Brawl")
    expect(count(kentas, 0, 1, "Injured the enemy chunin")).to_have_value("1")
    expect_saved(kentas)


def test_of_two_devices_the_one_that_lost_its_connection_asks(its: Table, kentas: Page, open_page: Open) -> None:
    kentas.context.set_offline(True)
    kentas.get_by_label("Notes").fill("From the phone.")
    expect(kentas.locator("#saved")).to_contain_text(NO_CONNECTION)
    desktop = open_page(member=its.players[0], **DESKTOP)
    desktop.goto(address(its))
    desktop.get_by_label("Notes").fill("From the desk.")
    expect_saved(desktop)
    phone = kentas.context.new_page()
    kentas.close()
    phone.context.set_offline(False)
    phone.goto(address(its))
    expect(phone.get_by_label("Notes")).to_have_value("From the desk.")
    expect(phone.locator("#restore")).to_contain_text("never saved")
    press(phone, "Use them")
    expect(phone.get_by_label("Notes")).to_have_value("From the phone.")
    expect(phone.locator("#restore")).to_be_hidden()
    expect_saved(phone)


def test_a_problem_stands_beside_its_cell_at_once_and_takes_no_focus(kentas: Page) -> None:
    ninja(kentas, 0, 0).locator(".opens").tap()
    cell = count(kentas, 0, 0, "Injured an enemy")
    cell.fill("100")
    expect(ninja(kentas, 0, 0).locator(".error")).to_contain_text("not 100")
    expect(cell).to_have_attribute("aria-invalid", "true")
    expect(cell).to_be_focused()
    cell.fill("10")
    expect(ninja(kentas, 0, 0).locator(".error")).to_have_count(0)
    expect(cell).not_to_have_attribute("aria-invalid", "true")
    expect(cell).to_be_focused()
    expect_saved(kentas)


def test_rounds_are_noted_while_they_are_played(kentas: Page) -> None:
    for number in ("1", "2"):
        kentas.get_by_label("Round").select_option(number)
        tap(kentas, 0, 0, "One more: Checked a crate")
    tap(kentas, 0, 0, "One more: Checked a crate")
    tap(kentas, 0, 0, "One less: Checked a crate")
    expect(kentas.locator("#score strong")).to_have_text(["2", "0"])
    file(kentas)
    said(kentas, "waits for the other side")
    slug = Match.objects.get().sides.all()[0].team.slug
    assert Report.objects.get().moments == [[1, slug, "n1", "crate-checked"], [2, slug, "n1", "crate-checked"]]


def test_the_arrow_keys_count_too(its: Table, open_page: Open) -> None:
    desktop = open_page(member=its.players[0], **DESKTOP)
    desktop.goto(address(its))
    pick(desktop, "Search")
    desktop.get_by_label("Round").select_option("3")
    cell = count(desktop, 0, 0, "Found an objective")
    for key in ("ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"):
        cell.press(key)
    expect(cell).to_have_value("1")
    expect(cell).to_be_focused()
    expect(desktop.locator("#score strong")).to_have_text(["3", "0"])
    file(desktop)
    said(desktop, "waits for the other side")
    assert [moment[0] for moment in Report.objects.get().moments] == [3]


def test_declared_points_give_way_to_the_counted(kentas: Page) -> None:
    points = kentas.locator(".team-grid").first.get_by_label("Declared points")
    points.fill("4")
    expect(kentas.locator("#score strong")).to_have_text(["4", "0"])
    press(kentas, "Take 0")
    expect(points).to_have_value("")
    expect(kentas.locator("#score strong")).to_have_text(["0", "0"])


def test_sides_bring_their_own_feats(kentas: Page) -> None:
    kentas.get_by_label("Challenge").select_option(label="Intercept the Messenger")
    side = kentas.locator(".team-grid").first.get_by_label("Side")
    side.focus()
    side.select_option(label="Defender")
    expect(count(kentas, 0, 0, "Carried the message")).to_be_attached()
    expect(count(kentas, 0, 0, "Injured the messenger")).to_have_count(0)
    expect(kentas.locator(".team-grid").nth(1).get_by_label("Side")).to_have_value("attacker")
    expect(kentas.locator(".team-grid").first.get_by_label("Side")).to_be_focused()


def test_versions_that_differ_stand_side_by_side_on_a_phone(its: Table, open_page: Open) -> None:
    match = Match.objects.get()
    its.file(match, account(match, DREW, DREW, challenge="search"))
    mios = open_page(member=its.players[1], **PHONE)
    mios.goto(address(its))
    press(mios, "It was otherwise", "link")
    tap(mios, 1, 0, "One more: Found an objective")
    expect_saved(mios)
    file(mios)
    said(mios, "The sides do not agree yet")
    expect(mios.locator(".version-differences tbody tr")).to_have_count(4)
    assert not is_sideways(mios)
    masters = open_page(member=its.master, **PHONE)
    masters.goto(address(its))
    press(masters, "Settle: version 2 counts")
    said(masters, "The report is accepted")
    assert [side.points for side in its.fixture.sides.all()] == [0, 3]


def test_four_teams_fit_on_a_phone(live_server: LiveServer, open_page: Open) -> None:
    its = table(4)
    match = its.brief()
    page = open_page(member=its.players[0], **PHONE)
    page.goto(address(its))
    pick(page, "Search")
    tap(page, 3, 0, "One more: Checked a crate")
    expect(page.locator("#score strong")).to_have_text(["0", "0", "0", "1"])
    assert not is_sideways(page)
    file(page)
    said(page, "waits for the other side")
    its.file(match, account(match, challenge="search"), by=1)
    its.file(match, account(match, LOST, WON, LOST, LOST, challenge="brawl"), by=2)
    page.reload()
    expect(page.locator(".version-differences thead th")).to_have_count(4)
    assert not is_sideways(page)


def test_everything_works_where_scripts_do_not(its: Table, open_page: Open) -> None:
    plain = open_page(member=its.players[0], java_script_enabled=False, **PHONE)
    plain.goto(address(its))
    plain.get_by_label("Challenge").select_option(label="Search")
    press(plain, "Show its feats")
    said(plain, "kept as a draft")
    ninja(plain, 0, 0).locator(".opens").tap()
    count(plain, 0, 0, "Found an objective").fill("1")
    press(plain, "Save as draft")
    expect(count(plain, 0, 0, "Found an objective")).to_have_value("1")
    file(plain)
    said(plain, "waits for the other side")
    expect(plain.locator(".standing")).to_have_text("Kenta tora 3, Mio ika 0")
