"""A whole game by thumb: briefed, reported, countersigned, settled at both desks, and amended weeks later.

All of it once with scripts and once without; and a desk by keyboard alone.
"""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from matches.models import Match
from rules.dice import Element
from rules.scroll import Scroll
from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.steps import is_sideways, press, said
from tests.browser.test_reports import Complaints, count, did, expect_saved, file, ninja, tap
from tests.matches.games import Table, account, scroll, table

KENTA, MIO = 0, 1
# Eight XP with the All-Star award, which makes its first ninja Experienced: each team has an advancement to roll.
FEATS = {
    KENTA: {"Found an objective": 2, "Injured an enemy": 1},
    MIO: {"Found an objective": 1, "Checked a crate": 2, "Injured an enemy": 1},
}
HURT = {KENTA: [1], MIO: [1, 2]}
MANY = 40  # stops of a keyboard; more would be no page for it
# What has the focus, in words, and whether that can be seen.
FOCUS = """() => {
  const focused = document.activeElement;
  const near = [focused, focused.closest("label"), focused.parentElement];
  const words = (focused.labels?.[0] ?? focused).innerText.replace(/\\s+/g, " ").trim();
  return [words, near.some((one) => one && getComputedStyle(one).outlineStyle !== "none")];
}"""


@dataclass
class Night:
    """The phones of a table: all of them run scripts, or none does."""

    its: Table
    open_page: Open
    has_script: bool

    def phone(self, who: User) -> Page:
        page = self.open_page(member=who, java_script_enabled=self.has_script, **PHONE)
        page.goto(f"/games/{self.its.fixture.pk}/")
        return page

    def fill(self, page: Page, team: int, place: int, feats: dict[str, int]) -> None:
        """By the buttons, or where scripts do not run, by typing."""
        for feat, times in feats.items():
            if not self.has_script:
                did(page, team, place, feat, times)
                continue
            for _ in range(times):
                tap(page, team, place, f"One more: {feat}")


@pytest.fixture
def complaints() -> list[str]:
    """Whoever changes their mind quickly makes the browser give up a preview, of which it complains."""
    return Complaints()


@pytest.fixture
def its(live_server: Any) -> Table:
    return table()


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def night(request: pytest.FixtureRequest, its: Table, open_page: Open) -> Night:
    return Night(its, open_page, request.param)


def test_a_game_is_reported_countersigned_settled_and_amended_by_thumb(night: Night) -> None:
    kentas = night.phone(night.its.players[KENTA])
    brief(kentas)
    report(night, kentas)
    mios = night.phone(night.its.players[MIO])
    countersign(mios)
    go_to_the_desk(mios)
    take_the_desk_with_table_dice(mios)
    assert is_settled(mios, night.its, MIO, xp=8).find("n1").movement == 6
    kentas.goto(f"/games/{night.its.fixture.pk}/")
    press(kentas, "Take the post-game steps", "link")
    take_the_desk_with_server_dice(kentas)
    is_settled(kentas, night.its, KENTA, xp=8)
    senseis = night.phone(night.its.master)
    amend(night, senseis)
    assert [side.points for side in night.its.fixture.sides.all()] == [3, 5]
    amended = scroll(night.its.teams[KENTA])
    assert (amended.find("n1").xp, amended.find("n1").advancements) == (6, 1)


def brief(page: Page) -> None:
    press(page, "To the briefing", "link")
    press(page, "Brief this game")
    said(page, "briefed")
    page.get_by_label("Challenge", exact=True).select_option(label="Search")
    press(page, "Play this")
    said(page, "Search it is")
    assert not is_sideways(page)
    press(page, "Report this game", "link")


def report(night: Night, page: Page) -> None:
    """What fits on a page is asked for once: the challenge is known from the briefing."""
    expect(page.get_by_label("Challenge")).to_have_value("search")
    for team, feats in FEATS.items():
        night.fill(page, team, 0, feats)
        ninja(page, team, 0).get_by_label("All-Star").check()
        for place in HURT[team]:
            ninja(page, team, place).get_by_label("Healing House").check()
    if night.has_script:
        expect(page.locator("#score strong")).to_have_text(["6", "5"])
        expect_saved(page)
    file(page)
    said(page, "waits for the other side")
    expect(page.locator(".standing")).to_have_text("Kenta tora 6, Mio ika 5")
    assert not is_sideways(page)


def countersign(page: Page) -> None:
    press(page, "Read and countersign", "link")
    press(page, "Countersign")
    said(page, "The report is accepted")


def go_to_the_desk(page: Page) -> None:
    page.locator("main").get_by_role("link", name=re.compile("desk|post-game steps", re.IGNORECASE)).click()


# The desk


def take_the_desk_with_table_dice(page: Page) -> None:
    expect_step(page, "Pay or release Benkei")
    press(page, "Release Benkei")
    expect_step(page, "Roll downtime for Ika Kaiken")
    pick(page, "die", Element.SPIRIT)
    press(page, "Enter this die")
    expect_step(page, "spare")
    page.locator("[name=spared]").check()
    press(page, "Spare this one")
    expect_step(page, "Roll the advancement of Ika Chunin")
    pick(page, "first", Element.AIR)
    pick(page, "second", Element.AIR)
    expect(page.get_by_label("Who saw it fall")).to_have_value("kenta")
    press(page, "Enter these dice")
    expect_step(page, "Choose the advancement of Ika Chunin")
    page.get_by_role("radio", name=re.compile("MV")).check()
    press(page, "Take this advancement")


def take_the_desk_with_server_dice(page: Page) -> None:
    expect_step(page, "Pay or release Benkei")
    press(page, "Pay 5 koban")
    expect_step(page, "Roll downtime for Tora Kaiken")
    commitment = page.locator(".commitment code").inner_text()
    press(page, "Roll the die here")
    expect_step(page, "Roll the advancement of Tora Chunin")
    expect(page.locator(".commitment code")).to_have_text(commitment)
    press(page, "Roll both dice here")
    expect_step(page, "Choose the advancement of Tora Chunin")
    page.locator("[name=choice]").first.check()
    press(page, "Take this advancement")


def expect_step(page: Page, task: str) -> None:
    expect(page.locator("#step-task")).to_contain_text(task)
    expect(page.locator(".desk:not(.htmx-request)")).to_be_visible()
    assert not is_sideways(page)


def pick(page: Page, name: str, face: Element) -> None:
    page.locator(f"[name={name}][value={face}]").check()


def is_settled(page: Page, its: Table, seat: int, *, xp: int) -> Scroll:
    """Nothing is due any more, on the page and in the chronicle."""
    expect_step(page, "All steps are taken")
    now = scroll(its.teams[seat])
    assert (now.find("n1").xp, now.find("n1").advancements) == (xp, 1)
    return now


# Weeks later


def amend(night: Night, page: Page) -> None:
    """One objective less: less XP, another winner, and an advancement that was never due."""
    press(page, "Amend the report", "link")
    if night.has_script:
        ninja(page, KENTA, 0).get_by_role("button", name="One less: Found an objective").tap()
    else:
        count(page, KENTA, 0, "Found an objective").fill("1")
    page.get_by_label("Why?").fill("It was a lantern, no objective.")
    press(page, "See what would change")
    expect(page.get_by_role("heading", level=1)).to_have_text("What would change")
    assert not is_sideways(page)
    keep_everything(night, page)
    assert [side.points for side in night.its.fixture.sides.all()] == [6, 5]
    press(page, "Amend the report")
    said(page, "amended")
    expect(page.locator("main")).to_contain_text("It was a lantern, no objective.")


def keep_everything(night: Night, page: Page) -> None:
    """What has become impossible stays by ruling, however fast one changes one's mind about it.

    The preview follows, by itself or when it is asked for. All are answered in one moment: what one answer makes
    possible is not asked about any more.
    """
    for answer in ("Strike it", "Keep it, by ruling"):
        page.locator(".impossible li").get_by_label(answer).evaluate_all("all => all.forEach((one) => one.click())")
    if not night.has_script:
        press(page, "Show the preview again")
    expect(page.locator("#preview:not(.htmx-request)")).to_contain_text(re.compile(r"XP\s*8\s*→\s*6"))
    expect(page.get_by_label("Strike it").and_(page.locator(":checked"))).to_have_count(0)


# By keyboard


def test_a_desk_is_taken_by_keyboard_alone(its: Table, open_page: Open) -> None:
    match = its.brief()
    mine, theirs = (side.team.slug for side in match.sides.all())
    told = account(
        match,
        challenge="search",
        feats={mine: {"n1": {"objective-found": 2, "injury": 1}}},
        hurt={mine: ["n2", "n3"]},
        stars={mine: ["n1"], theirs: ["n1"]},
    )
    its.countersign(its.file(match, told))
    assert Match.objects.get().is_accepted
    page = open_page(member=its.players[KENTA], **DESKTOP)
    page.goto(f"/teams/{mine}/desk/")
    for task, keys in (
        ("Pay or release", ["Pay 5 koban", "Enter"]),
        ("Roll downtime", ["Spirit Spares", "Space", "Enter this die", "Enter"]),
        ("spare", ["Tora Kaiken", "Space", "Spare this one", "Enter"]),
        ("Roll the advancement", ["Spirit", "Space", "Spirit", "ArrowDown", "Enter these dice", "Enter"]),
        ("Choose", ["Expert Climber", "Space", "Take this advancement", "Enter"]),
    ):
        expect_step(page, task)
        for name, key in zip(keys[::2], keys[1::2], strict=True):
            tab_to(page, name)
            page.keyboard.press(key)
    expect_step(page, "All steps are taken")
    tab_to(page, "Recruit, dismiss, rename")


def tab_to(page: Page, name: str) -> None:
    """Stop by stop, each of which must be seen."""
    for _ in range(MANY):
        page.keyboard.press("Tab")
        words, is_visible = page.evaluate(FOCUS)
        assert is_visible, f"nobody sees that {words!r} has the focus"
        if words.startswith(name):
            return
    raise AssertionError(f"{name!r} is out of reach")
