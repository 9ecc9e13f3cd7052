"""Light or dark by choice, and the living style page."""

import pytest
from django.test import Client

from rules.dice import Element
from teams.models import Colour
from teams.themes import COOKIE, Theme

pytestmark = pytest.mark.django_db


def choose(client: Client, theme: str, back: str = "/clans/") -> str:
    response = client.post("/theme/", {"theme": theme, "next": back})
    assert response.status_code == 302
    return str(response.headers["Location"])


def first_line(client: Client, address: str = "/clans/") -> str:
    page = client.get(address).content.decode()
    return page[page.index("<html") : page.index("<head")]


def test_the_system_decides_until_somebody_chooses(client: Client) -> None:
    assert "data-theme" not in first_line(client)
    for theme in (Theme.DARK, Theme.LIGHT):
        assert choose(client, theme) == "/clans/"
        assert f'data-theme="{theme}"' in first_line(client)
    choose(client, Theme.SYSTEM)
    assert "data-theme" not in first_line(client)


def test_the_switch_shows_what_is_chosen(client: Client) -> None:
    choose(client, Theme.DARK)
    page = client.get("/clans/").content.decode()
    assert page.count('aria-pressed="true"') == 1
    assert 'value="dark" aria-pressed="true"' in page


def test_no_script_reads_the_choice_and_no_page_needs_another_cookie_for_it(client: Client) -> None:
    assert not client.get("/clans/").cookies
    choose(client, Theme.DARK)
    assert client.cookies[COOKIE]["httponly"]


@pytest.mark.parametrize("theme", ["", "sepia", "dark\x00", '"><script>'])
def test_what_is_no_theme_changes_nothing(client: Client, theme: str) -> None:
    choose(client, theme)
    client.cookies[COOKIE] = "sepia"
    assert "data-theme" not in first_line(client)


@pytest.mark.parametrize("elsewhere", ["https://evil.example.org/", "//evil.example.org/", "javascript:alert(1)", ""])
def test_nobody_is_led_to_another_site(client: Client, elsewhere: str) -> None:
    assert choose(client, Theme.DARK, elsewhere) == "/"


@pytest.mark.parametrize("word", ["records", "no-such-view", "clans/", "."])
def test_what_is_no_address_leads_to_the_start(client: Client, word: str) -> None:
    assert choose(client, Theme.DARK, word) == "/"


def test_a_link_cannot_switch(client: Client) -> None:
    assert client.get("/theme/").status_code == 405


def test_the_style_page_shows_every_element_and_every_ink(client: Client) -> None:
    page = client.get("/style/").content.decode()
    assert all(f'class="of-{element}"' in page for element in Element)
    assert all(f'class="ink-{ink}"' in page for ink in Colour.values)


def test_the_style_page_is_only_looked_at(client: Client) -> None:
    assert client.post("/style/").status_code == 405
