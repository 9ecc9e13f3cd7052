"""All scrolls of a league in one document."""

import pytest
from django.test import Client

from league.models import Entrant, League
from matches import scroll_books
from teams import chronicle, pdf, prints
from teams.models import Job, Team
from tests.archive.leagues import lively
from tests.league.clubs import club
from tests.teams.people import person

pytestmark = pytest.mark.django_db


def test_whoever_sees_the_league_has_all_its_scrolls_printed(client: Client) -> None:
    lively()
    client.force_login(person("guest"))
    response = client.post("/leagues/moon-court/scrolls/", follow=True)
    assert "2 scrolls" in response.content.decode()
    job = Job.objects.get()
    document = client.get(f"{job.get_absolute_url()}file/")
    assert document["Content-Type"] == "application/pdf"
    assert document.content.startswith(b"%PDF")
    assert document["Content-Disposition"] == 'attachment; filename="moon-court-scrolls.pdf"'


def test_private_teams_are_left_out_for_strangers() -> None:
    its = lively()
    Team.objects.filter(pk=its.teams[0].pk).update(is_private=True)
    assert scroll_books.teams_of(its.league, person("guest")) == [its.teams[1]]
    assert len(scroll_books.teams_of(its.league, its.players[1])) == 2
    assert Entrant.objects.count() == 2


def test_visitors_strangers_and_a_league_without_teams_get_none(client: Client) -> None:
    league = club()
    assert client.post("/leagues/moon-court/scrolls/").status_code == 403
    assert client.get("/leagues/moon-court/scrolls/").status_code == 405
    client.force_login(person("guest"))
    page = client.post("/leagues/moon-court/scrolls/", follow=True).content.decode()
    assert "nothing to print" in page
    League.objects.filter(pk=league.pk).update(is_private=True)
    assert client.post("/leagues/moon-court/scrolls/").status_code == 404


def test_every_team_begins_on_a_page_of_its_own() -> None:
    its = lively()
    pages = [pdf.Leaf(prints.scroll_page(team, chronicle.read(team), None, "http://x/")) for team in its.teams]
    together = prints.scroll_book(its.teams, "http://x", lambda *_: None)
    assert all(len(leaf.document.pages) >= 1 for leaf in pages)
    assert len(together) > len(pdf.bound(pages[:1]))
