"""Whoever asks: the account and everything the site knows of it."""

import pytest
from django.test import Client
from pytest_django import Settings

from tests.api.clients import Program, refused
from tests.teams.people import person, team

pytestmark = pytest.mark.django_db


def test_somebody_learns_who_they_are() -> None:
    kenta = person()
    team(kenta)
    body = Program(kenta).get("me/").json()
    assert (body["username"], body["email"], body["teams"], body["scope"]) == ("kenta", "kenta@example.com", 1, "write")


def test_nobody_is_nobody() -> None:
    for address in ("me/", "me/export/", "me/tokens/"):
        refused(Program().get(address), 401, "not-logged-in")


def test_the_export_is_that_of_the_page(client: Client) -> None:
    kenta = person()
    team(kenta)
    program = Program(kenta)
    client.force_login(kenta)
    response = program.get("me/export/")
    assert response["Cache-Control"] == "no-store"
    told, page = response.json(), client.get("/account/export/").json()
    assert told.keys() == page.keys()
    for answer in (told, page):
        assert [entry["kind"] for entry in answer["teams"][0]["chronicle"]] == ["founded"]


def test_the_export_is_limited(settings: Settings) -> None:
    settings.API_RATES = settings.API_RATES | {"export": "1/hour"}
    program = Program(person())
    assert program.get("me/export/").status_code == 200
    refused(program.get("me/export/"), 429, "too-many-requests")


def test_an_answer_for_one_is_kept_by_nobody_else() -> None:
    response = Program(person()).get("me/")
    assert response["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= {its.strip() for its in response["Vary"].split(",")}
