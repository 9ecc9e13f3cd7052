"""The print: complete in itself, on one sheet with a back, and honest where it cannot be made."""

import builtins
import logging
from typing import Any

import pytest
from django.test import Client

from rules.house import rulebook
from rules.scroll import Ninja
from teams import pdf
from teams.models import Team
from teams.rows import print_row, tick_boxes
from tests.rules.teams import legal_team, profile
from tests.teams.people import named, team
from tests.teams.stories import crowded, seasoned, words

HOUSE = rulebook()


def printed(client: Client, its: Team, query: str = "") -> bytes:
    response = client.get(f"{its.get_absolute_url()}scroll.pdf{query}")
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/pdf"
    assert response.headers["Content-Disposition"] == f'inline; filename="{its.slug}.pdf"'
    assert response.content.startswith(b"%PDF-")
    return response.content


@pytest.fixture
def html(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What would have been printed."""
    sent: list[str] = []

    def keep(page: str) -> bytes:
        sent.append(page)
        return b"%PDF-"

    monkeypatch.setattr(pdf, "pdf", keep)
    return sent


@pytest.mark.django_db
def test_a_scroll_can_be_printed_now_and_as_it_was(client: Client) -> None:
    its = seasoned()
    assert printed(client, its) != printed(client, its, "?at=1")
    assert client.get(f"{its.get_absolute_url()}scroll.pdf?at=99").status_code == 404


@pytest.mark.django_db
def test_it_leads_back_to_the_page_and_says_everything(client: Client, html: list[str]) -> None:
    its = seasoned()
    printed(client, its)
    text = html[0]
    assert f"http://testserver{its.get_absolute_url()}" in text
    assert text.count('class="qr"') == 1
    for fact in ("The tora", "Kuma", "Leap+", "Roll the advancement of Jiro.", "1. Brawl", "9 XP, 13 XP to Veteran"):
        assert fact in text


@pytest.mark.django_db
def test_a_hostile_name_is_printed_as_text(client: Client, html: list[str]) -> None:
    printed(client, team(event=named("<img src=file:///etc/passwd>")))
    assert "<img" not in html[0]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["x" * 60, "🦊🌙", "كايدي السريعة", "影島"])
def test_names_of_any_script_can_be_printed(client: Client, name: str) -> None:
    printed(client, team(event=named(name)))


@pytest.mark.django_db
@pytest.mark.parametrize("ninja", [6, 9, 14])
def test_six_to_fourteen_ninja_are_a_sheet_and_its_back(client: Client, ninja: int, html: list[str]) -> None:
    its = team(event=legal_team("tora"))
    crowded(its, ninja)
    printed(client, its)
    assert len(pdf._weasyprint().HTML(string=html[0]).render().pages) == 2


@pytest.mark.parametrize(("xp", "full"), [(0, 0), (5, 5), (8, 0), (300, 18)])
def test_boxes_begin_with_the_level_and_leave_room_for_more(xp: int, full: int) -> None:
    ninja = Ninja("n1", "Jiro", profile("tora-kaiken"), 10, xp=xp)
    boxes = tick_boxes(ninja, HOUSE)
    assert sum(box.is_full for box in boxes) == full
    assert len(boxes) <= 36
    assert sum(not box.is_full for box in boxes) >= 18


def test_the_box_that_begins_a_level_is_marked() -> None:
    boxes = tick_boxes(Ninja("n1", "Jiro", profile("tora-kaiken"), 10, xp=3), HOUSE)
    assert [(number, box.level) for number, box in enumerate(boxes, start=1) if box.level] == [(8, "Experienced")]


def test_what_must_be_missed_is_ticked_already() -> None:
    row = print_row(Ninja("n1", "Jiro", profile("tora-kaiken"), 10, misses=1), HOUSE)
    assert [box.is_full for box in row.misses] == [True, False]
    assert not row.healing_house.is_full


def test_heroes_and_ronin_have_no_boxes() -> None:
    assert print_row(Ninja("n1", "Benkei", profile("benkei"), 16), HOUSE).xp == ()


@pytest.mark.django_db
@pytest.mark.parametrize("missing", [OSError("cannot load library 'libpango-1.0-0'"), ImportError("weasyprint")])
def test_without_the_libraries_the_page_says_which_are_missing(
    client: Client, monkeypatch: pytest.MonkeyPatch, missing: Exception
) -> None:
    its = team()

    def cannot() -> Any:
        raise pdf.CannotPrint(str(missing)) from missing

    monkeypatch.setattr(pdf, "_weasyprint", cannot)
    response = client.get(f"{its.get_absolute_url()}scroll.pdf")
    assert response.status_code == 503
    page = words(response)
    assert "libpango-1.0-0 and libpangoft2-1.0-0" in page
    assert "the scroll itself" in page


def test_an_import_that_fails_is_told_apart_from_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def broken(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "weasyprint":
            raise OSError("cannot load library")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", broken)
    with pytest.raises(pdf.CannotPrint, match="cannot load library"):
        pdf.pdf("<p>Hello</p>")


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/x.png", "file:///etc/hostname", "data:image/png;base64,AA=="])
def test_nothing_is_ever_fetched_for_a_print(address: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "weasyprint"):
        assert pdf.pdf(f'<img src="{address}"><link rel="stylesheet" href="{address}">').startswith(b"%PDF-")
    assert caplog.text.count("A print fetches nothing.") == 2


def test_a_qr_code_is_a_picture_of_the_address() -> None:
    short, long = pdf.qr_code("http://localhost/teams/a/"), pdf.qr_code("http://localhost/teams/b/")
    assert short.startswith("<svg")
    assert short != long
