"""A real browser before a real server. A page that its browser complains about fails the test that opened it."""

from collections.abc import Iterator
from typing import Any, Protocol

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Response, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests import servers
from tests.conftest import skipped_where_missing
from tests.teams.people import person

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 15_000  # milliseconds: an idle machine needs a twentieth of it
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
# A form that comes back has this status, which the browser reports as if a file were missing.
FORM_CAME_BACK = "the server responded with a status of 422"


class Open(Protocol):
    def __call__(self, *, member: User | None = None, **options: Any) -> Page: ...


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for all tests of this folder: its event loop would be in the way of others."""
    with skipped_where_missing():
        chromium = servers.program("chromium", package="chromium")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # that same loop, beside which tests use the database
        expect.set_options(timeout=PATIENCE)
        yield playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)


@pytest.fixture
def complaints() -> list[str]:
    """What the browser has complained of so far."""
    return []


@pytest.fixture
def open_page(browser: Browser, live_server: LiveServer, complaints: list[str]) -> Iterator[Open]:
    """Opens a page in a browser that knows no cookie but that of the member who is logged in."""
    cache.clear()
    contexts = []

    def open_(*, member: User | None = None, **options: Any) -> Page:
        context = browser.new_context(base_url=live_server.url, reduced_motion="reduce", **options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if member:
            name = settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": name, "value": _session(member), "url": live_server.url}])
        return _watched(context.new_page(), complaints)

    yield open_
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def phone(open_page: Open) -> Page:
    return open_page(**PHONE)


@pytest.fixture
def desktop(open_page: Open) -> Page:
    return open_page(**DESKTOP)


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def page(request: pytest.FixtureRequest, open_page: Open) -> Page:
    """A visitor's, once on a phone and once on a desktop."""
    return open_page(**request.param)


@pytest.fixture
def kenta(live_server: LiveServer) -> User:
    return person("kenta")


@pytest.fixture
def members_phone(open_page: Open, kenta: User) -> Page:
    return open_page(member=kenta, **PHONE)


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def members_page(request: pytest.FixtureRequest, open_page: Open, kenta: User) -> Page:
    """That of kenta, who is logged in, once on a phone and once on a desktop."""
    return open_page(member=kenta, **request.param)


def _watched(page: Page, complaints: list[str]) -> Page:
    """What breaks the Content-Security-Policy is an error on the console too."""

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and FORM_CAME_BACK not in message.text:
            complaints.append(f"{page.url}: {message.text}")

    def fail(error: Error) -> None:
        complaints.append(f"{page.url}: {error}")

    def answer(response: Response) -> None:
        if response.status >= 500:
            complaints.append(f"{response.url}: status {response.status}")

    page.on("console", hear)
    page.on("pageerror", fail)
    page.on("response", answer)
    return page


def _session(member: User) -> str:
    client = Client()
    client.force_login(member)
    return client.cookies[settings.SESSION_COOKIE_NAME].value
