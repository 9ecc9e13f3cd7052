"""Every page of a living league, for everybody: axe-core finds nothing against WCAG 2.2 AA, light or dark."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.steps import is_sideways
from tests.conftest import skipped_where_missing
from tests.crawling import Walk, walk
from tests.servers import Missing

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What was found, each as one line: the rule, where, and what is wrong there.
CHECK = """async (tags) => {
  const { violations } = await axe.run({ runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map((one) => `${id}: ${one.target} ${one.failureSummary}`));
}"""


@pytest.fixture(scope="session")
def axe() -> str:
    with skipped_where_missing():
        if not AXE.exists():
            raise Missing("axe-core", package="npm")  # with it, `./run test` installs axe-core
    return AXE.read_text("utf-8")


def test_nobody_is_shut_out_of_any_page(live_server: LiveServer, the_demo: None, axe: str, open_page: Open) -> None:
    """What somebody sees as everybody did before is not looked at again."""
    found, seen = [], set[str]()
    for who in (None, "kenta", "sensei"):
        member = User.objects.get(username=who) if who else None
        page = open_page(member=member, bypass_csp=True, **PHONE)
        page.add_init_script(axe)
        site = _walk(member)
        for address in (addresses[0] for addresses in site.pages.values()):
            if site.content[address] not in seen:
                seen.add(site.content[address])
                found += _complaints(page, address)
    assert not found, "\n".join(found)


def _walk(member: User | None) -> Walk:
    client = Client()
    if member:
        client.force_login(member)
    site = walk(client)
    assert not site.broken
    return site


def _complaints(page: Page, address: str) -> list[str]:
    """On a phone by day, and on a desktop by night."""
    found = []
    for screen, theme in ((PHONE, "light"), (DESKTOP, "dark")):
        page.set_viewport_size(screen["viewport"])
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        if theme == "light":
            page.goto(address)
            if is_sideways(page):
                found.append(f"{address} is wider than a phone")
        found += [f"{address} ({theme}): {line}" for line in page.evaluate(CHECK, STANDARD)]
    return found


def test_what_is_wrong_is_found(live_server: Any, axe: str, open_page: Open) -> None:
    page = open_page(bypass_csp=True, **PHONE)
    page.add_init_script(axe)
    page.goto("/clans/")
    page.evaluate("document.querySelector('h1').innerHTML = '<a href=\"/\"></a>'")
    assert any("link-name" in line for line in page.evaluate(CHECK, STANDARD))
