"""Pages for what went wrong: each says what happened, what to do next, and where else to go, in our own frame."""

from typing import Protocol

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import SuspiciousOperation
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries

from config import errors
from teams.views import catalog
from tests.league.clubs import club
from tests.teams.people import person
from tests.teams.stories import words

pytestmark = pytest.mark.django_db


class Answer(Protocol):
    @property
    def content(self) -> bytes: ...
    @property
    def status_code(self) -> int: ...


def in_our_frame(response: Answer, status: int, *sentences: str) -> None:
    html, text = response.content.decode(), words(response)
    assert response.status_code == status
    assert html.count("<h1>") == html.count("<main") == 1
    assert 'class="brand"' in html
    assert all(sentence in text for sentence in (str(status), *sentences)), text


def test_a_page_that_is_not_there_offers_the_search(client: Client) -> None:
    response = client.get("/nowhere/?x=1")
    in_our_frame(response, 404, "There is no page at this address.", "Pick up the trail")
    html = response.content.decode()
    assert 'action="/search/"' in html
    assert html.count("data-search") == 1
    assert 'href="/account/login/?next=%2Fnowhere%2F%3Fx%3D1"' in html


def test_what_is_missing_is_said_where_somebody_wrote_a_sentence_for_it(client: Client) -> None:
    club()
    in_our_frame(client.get("/leagues/moon-court/house-rules/versions/9/"), 404, "no version of this number")


def test_whoever_is_logged_in_is_not_asked_to_log_in(client: Client) -> None:
    club()
    client.force_login(person("kenta"))
    in_our_frame(client.get("/nowhere/"), 404, "its owner and its league only")
    response = client.get("/leagues/moon-court/settings/")
    in_our_frame(response, 403, "Only the ninja master of Moon Court may do this.", "You are logged in as kenta")
    assert "?next=" not in response.content.decode()


def test_a_shut_gate_says_who_has_the_key_and_where_to_log_in(client: Client) -> None:
    club()
    response = client.get("/leagues/moon-court/settings/")
    in_our_frame(response, 403, "Only the ninja master of Moon Court may do this.", "You are not logged in")
    assert 'href="/account/login/?next=%2Fleagues%2Fmoon-court%2Fsettings%2F"' in response.content.decode()


def test_a_form_that_has_gone_stale_says_how_to_send_it_again() -> None:
    response = Client(enforce_csrf_checks=True).post("/account/login/", {"login": "kenta"})
    in_our_frame(response, 403, "Nothing was changed", "load the page again")


def test_an_address_for_forms_says_so_to_whoever_reads_it(client: Client) -> None:
    club()
    response = client.get("/leagues/moon-court/reopen/")
    in_our_frame(response, 405, "A form is sent to this address", "The page with the button")
    assert response["Allow"] == "POST"
    assert '<a class="button" href="/leagues/moon-court/">' in response.content.decode()


@pytest.mark.parametrize(
    ("address", "above"),
    [("/games/5/report/countersign/", "/games/5/report/"), ("/leagues/a/requests/5/approve/", "/leagues/a/")],
)
def test_from_there_it_is_one_step_to_the_page_with_the_form(client: Client, address: str, above: str) -> None:
    assert f'<a class="button" href="{above}">' in client.get(address).content.decode()


def test_a_page_for_reading_says_so_to_whoever_sends(client: Client) -> None:
    response = client.post("/clans/")
    in_our_frame(response, 405, "This address is for reading", "Nothing was changed")
    assert response["Allow"] == "GET, HEAD"


def test_programs_and_probes_keep_their_own_words(client: Client) -> None:
    assert client.put("/api/v1/catalog/clans/").json()["code"]
    assert client.post("/healthz").content == b""


def test_what_cannot_be_read_gets_a_page_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def puzzled() -> None:
        raise SuspiciousOperation("What is this?")

    monkeypatch.setattr(catalog, "_clan_cards", puzzled)
    in_our_frame(client.get("/clans/"), 400, "nothing was changed", "load the page again")


def test_even_for_a_host_that_is_not_ours(client: Client) -> None:
    response = client.get("/clans/", headers={"host": "evil.example.org"})
    in_our_frame(response, 400, "This could not be read")
    assert "evil.example.org" not in response.content.decode()


def test_programs_are_told_in_json_what_cannot_be_read(client: Client) -> None:
    response = client.get("/api/v1/catalog/clans/", headers={"host": "evil.example.org"})
    assert (response.status_code, response.json()["message"]) == (400, "This request cannot be read.")


def test_our_own_fault_asks_neither_database_nor_session(
    rf: RequestFactory, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        response = errors.server_error(rf.get("/clans/"))
    in_our_frame(response, 500, "The fault is on our side.", "try again in a minute")


def test_our_own_fault_names_what_stands_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(catalog, "_clan_cards", broken)
    response = Client(raise_request_exception=False).get("/clans/")
    in_our_frame(response, 500, response["X-Request-ID"])


def test_a_refused_form_comes_back_with_its_reasons(client: Client) -> None:
    client.force_login(User.objects.create_user("kenta"))
    response = client.post("/leagues/new/", {"name": ""})
    assert response.status_code == 422
    assert 'class="brand"' in response.content.decode()
