"""Whoever has only a keyboard gets as far as everybody else, and always sees where they are."""

from playwright.sync_api import Page, expect

from tests.browser.steps import expect_left, expect_legal

MANY = 80  # stops; a page where more are needed is no page for a keyboard
# The name of what has the focus, and whether it or what stands for it is outlined.
FOCUS = """() => {
  const focused = document.activeElement;
  const outlined = (one) => one && getComputedStyle(one).outlineStyle !== "none";
  const near = [focused, focused.closest("label, article, li"), focused.labels?.[0], focused.parentElement];
  const name = focused.getAttribute("aria-label") ?? focused.labels?.[0]?.querySelector("strong")?.innerText;
  return [name ?? focused.textContent.replace(/\\s+/g, " ").trim(), near.some(outlined)];
}"""


def go_to(page: Page, name: str, key: str = "Tab") -> None:
    for _ in range(MANY):
        page.keyboard.press(key)
        focused, is_visible = page.evaluate(FOCUS)
        assert is_visible, f"nobody sees that {focused!r} has the focus"
        if focused == name:
            return
    raise AssertionError(f"{name!r} is out of reach")


def test_the_first_stop_leads_past_the_menu(desktop: Page) -> None:
    desktop.goto("/teams/new/")
    go_to(desktop, "Skip to the content")
    desktop.keyboard.press("Enter")
    go_to(desktop, "All its ninja")
    go_to(desktop, "Build with Tora")


def test_a_team_is_built_and_brought_to_its_founding(desktop: Page) -> None:
    desktop.goto("/teams/new/")
    go_to(desktop, "Build with Tora")
    desktop.keyboard.press("Enter")
    expect_left(desktop, 100)
    go_to(desktop, "Add Chunin")
    desktop.keyboard.press("Space")
    expect_left(desktop, 80)
    # The focus is where it was, on a page that has changed around it.
    expect(desktop.get_by_role("button", name="Add Chunin")).to_be_focused()
    go_to(desktop, "Add Kaiken")
    desktop.keyboard.press("Enter")
    expect_left(desktop, 70)
    expect(desktop.get_by_role("button", name="Add Kaiken")).to_be_focused()
    desktop.keyboard.press("Enter")
    expect_left(desktop, 60)
    go_to(desktop, "Pounce")
    desktop.keyboard.press("Space")
    expect_legal(desktop)
    go_to(desktop, "Found the team", "Shift+Tab")
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("heading", name="Log in")).to_be_visible()
