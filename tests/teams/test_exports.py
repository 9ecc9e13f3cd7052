"""A scroll for elsewhere: nothing that somebody has typed becomes more than text there."""

import re

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from teams import exports, services
from teams.models import Team
from tests.teams.people import named, person, team

pytestmark = pytest.mark.django_db
NASTY = "[b]A|B[/b] *c* <i>@all #1"


@pytest.fixture
def its() -> Team:
    kenta = person()
    made = team(kenta, named("Plain"))
    services.rename(team=made, name=NASTY, author=kenta)
    services.rename(team=made, ninja="n1", name="`x` | [url](http://evil)", author=kenta)
    return made


def test_the_json_names_what_the_catalog_knows(client: Client, its: Team) -> None:
    told = client.get("/teams/plain/scroll.json").json()
    assert (told["kagejima"], told["version"], told["name"], told["clan"]) == ("scroll", 1, NASTY, "tora")
    assert told["entry"]["number"] == told["entry"]["last"] == 3
    assert told["rating"]["total"] == its.rating
    assert told["ninja"][0]["profile"]
    assert told["ninja"][0]["xp"] == 0
    assert told["games"] == []


@pytest.mark.parametrize("page", ["share/", "scroll.json", "scroll.md", "scroll.bbcode"])
def test_it_is_told_as_of_any_entry(client: Client, its: Team, page: str) -> None:
    assert "Plain" in client.get(f"/teams/plain/{page}?at=1").content.decode()
    assert client.get(f"/teams/plain/{page}?at=4").status_code == 404
    assert client.get(f"/teams/plain/{page}?at=x").status_code == 404
    assert client.post(f"/teams/plain/{page}").status_code == 405


@pytest.mark.parametrize("page", ["share/", "scroll.json", "scroll.md", "scroll.bbcode"])
def test_a_private_team_is_told_to_nobody_else(client: Client, its: Team, page: str) -> None:
    Team.objects.update(is_private=True)
    assert client.get(f"/teams/plain/{page}").status_code == 404
    client.force_login(person("mio"))
    assert client.get(f"/teams/plain/{page}").status_code == 404
    client.logout()
    client.login(username="kenta", password="a long password")
    assert client.get(f"/teams/plain/{page}").status_code == 200


def test_in_markdown_names_are_text_and_every_row_has_its_cells(client: Client, its: Team) -> None:
    response = client.get("/teams/plain/scroll.md")
    assert response["Content-Type"] == "text/markdown; charset=utf-8"
    html = MarkdownIt("commonmark").enable("table").render(response.content.decode())
    assert "<em>" not in html
    assert "<i>" not in html
    assert "evil</a>" not in html
    assert html.count("<tr>") == 1 + its.ninja_count
    assert html.count("<td>") == its.ninja_count * len(exports.HEADINGS)
    assert html.count("<h1>") == 1


def test_in_bbcode_names_make_no_tags(client: Client, its: Team) -> None:
    text = client.get("/teams/plain/scroll.bbcode").content.decode()
    assert set(re.findall(r"\[(/?[a-z*]+)[=\]]", text)) == {
        *("b", "/b", "size", "/size", "list", "/list", "*", "url", "/url")
    }
    assert text.count("[b]") == text.count("[/b]") == 1 + its.ninja_count
    assert "@all" not in text


@given(st.text(max_size=40))
def test_whatever_somebody_is_called_is_one_paragraph_of_text(name: str) -> None:
    text = exports.markdown_text(name) or "nobody"
    html = MarkdownIt("commonmark").enable("table").render(f"{text}\n\n- {text}\n\n# {text}\n")
    assert re.findall("<(/?[a-z0-9]+)", html) == [*("p", "/p", "ul", "li", "/li", "/ul", "h1", "/h1")]
    assert not re.search(r"\[|\]", exports.bbcode_text(name))


def test_the_page_offers_both_to_be_copied(client: Client, its: Team) -> None:
    page = client.get("/teams/plain/share/").content.decode()
    assert page.count("<textarea") == 2
    assert "team.json" not in page
    client.login(username="kenta", password="a long password")
    assert "team.json" in client.get("/teams/plain/share/").content.decode()
    assert "/teams/plain/share/" in client.get("/teams/plain/").content.decode()
