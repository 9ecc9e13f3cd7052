"""Bringing a file in: shown first, done once, refused with line and reason."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.models import League
from matches.archive import arrivals, export
from matches.archive.text import LARGEST_FILE
from matches.models import Match
from teams.models import Job, Team
from tests.archive.elsewhere import elsewhere
from tests.archive.leagues import damaged, lively
from tests.conftest import Race
from tests.teams.people import person, team

pytestmark = pytest.mark.django_db


def send(client: Client, content: bytes, key: Any = None, **more: Any) -> Any:
    upload = SimpleUploadedFile("league.json", content, content_type="application/json")
    return client.post("/import/", {"file": upload, "key": str(key or uuid4()), **more})


def plan_of(client: Client, content: bytes, **more: Any) -> tuple[str, str]:
    """The address of the preview, and what it was based on."""
    response = send(client, content, **more)
    assert response.status_code == 302, response.content.decode()
    shown = client.get(response["Location"])
    assert shown.status_code == 200
    return response["Location"], shown.context["plan"]["based_on"]


@pytest.fixture
def told() -> bytes:
    content = export.league_file(lively().league)
    elsewhere()
    return content


@pytest.fixture
def sensei(client: Client, told: bytes) -> User:
    its = person("sensei")
    client.force_login(its)
    return its


def test_a_visitor_is_asked_to_log_in(client: Client) -> None:
    assert "/account/login/" in client.get("/import/")["Location"]
    assert "/account/login/" in send(client, b"{}")["Location"]
    assert client.delete("/import/").status_code == 405


def test_it_shows_what_it_would_do_and_has_done_nothing(client: Client, sensei: User, told: bytes) -> None:
    where, _ = plan_of(client, told)
    page = client.get(where).content.decode()
    for words in ("Moon Court", "2 teams with", "Kenta tora", "Nothing has happened yet", "the same to the byte"):
        assert words in page
    assert not League.objects.exists()
    assert not Team.objects.exists()
    assert list(User.objects.all()) == [sensei]


def test_confirmed_it_does_exactly_that(client: Client, sensei: User, told: bytes) -> None:
    where, based_on = plan_of(client, told)
    response = client.post(where, {"based_on": based_on})
    assert response["Location"] == "/leagues/moon-court/"
    assert export.league_file(League.objects.get()) == told


def test_sent_twice_it_is_done_once(client: Client, sensei: User, told: bytes) -> None:
    where, based_on = plan_of(client, told)
    for _ in range(2):
        assert client.post(where, {"based_on": based_on})["Location"] == "/leagues/moon-court/"
    assert League.objects.count() == 1


def test_an_upload_sent_twice_is_kept_once(client: Client, sensei: User, told: bytes) -> None:
    key = uuid4()
    assert send(client, told, key)["Location"] == send(client, told, key)["Location"]
    assert Job.objects.count() == 1


def test_what_has_changed_since_it_was_shown_is_shown_again(client: Client, sensei: User, told: bytes) -> None:
    where, based_on = plan_of(client, told)
    League.objects.create(slug="moon-court", name="Another")

    response = client.post(where, {"based_on": based_on})

    assert response.status_code == 422
    assert "Something has changed" in response.content.decode()
    assert "is taken here" in response.content.decode()
    assert League.objects.count() == 1
    client.post(where, {"based_on": response.context["plan"]["based_on"]})
    assert League.objects.count() == 2


@pytest.mark.parametrize("based_on", ["", "nonsense", "x" * 5000])
def test_nothing_is_done_that_was_not_shown(client: Client, sensei: User, told: bytes, based_on: str) -> None:
    where, _ = plan_of(client, told)
    assert client.post(where, {"based_on": based_on}).status_code == 422
    assert not League.objects.exists()


def test_a_bad_file_is_refused_with_its_line_and_nothing_is_kept(client: Client, sensei: User, told: bytes) -> None:
    response = send(client, damaged(told, lambda its: its["league"].update(name="")))
    assert response.status_code == 422
    assert "Line " in response.content.decode()
    assert "Nothing was changed" in response.content.decode()
    assert not Job.objects.exists()


def test_a_large_bad_file_is_refused_on_the_page_of_what_was_found(
    client: Client, sensei: User, told: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrivals, "AT_ONCE", 10)
    where = send(client, damaged(told, lambda its: its["league"].update(name="")))["Location"]
    response = client.get(where)
    assert response.status_code == 422
    assert "cannot be imported" in response.content.decode()
    assert client.post(where, {"based_on": ""}).status_code == 422
    assert not League.objects.exists()


def test_a_large_file_is_looked_at_and_brought_in_as_long_work(
    client: Client, sensei: User, told: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrivals, "AT_ONCE", 10)
    where, based_on = plan_of(client, told)
    assert client.post(where, {"based_on": based_on})["Location"] == "/leagues/moon-court/"
    assert set(Job.objects.values_list("state", flat=True)) == {Job.State.DONE}
    work = Job.objects.get(kind=arrivals.BRING)
    assert client.get(work.get_absolute_url())["Location"] == "/leagues/moon-court/"


def test_no_file_an_empty_one_and_one_that_is_too_large_are_refused(client: Client, sensei: User) -> None:
    assert "Choose a file first" in client.post("/import/", {"key": str(uuid4())}).content.decode()
    assert "empty" in send(client, b"").content.decode()
    response = send(client, b" " * (LARGEST_FILE + 1))
    assert response.status_code == 422
    assert "at most 20 MB" in response.content.decode()


def test_a_form_without_its_key_is_refused(client: Client, sensei: User, told: bytes) -> None:
    upload = SimpleUploadedFile("league.json", told)
    assert client.post("/import/", {"file": upload, "key": "x"}).status_code == 422


def test_what_somebody_has_uploaded_is_nobody_elses_business(client: Client, sensei: User, told: bytes) -> None:
    where, based_on = plan_of(client, told)
    client.force_login(person("ren"))
    assert client.get(where).status_code == 404
    assert client.post(where, {"based_on": based_on}).status_code == 404


def test_only_the_staff_are_asked_about_accounts(client: Client, told: bytes) -> None:
    kenta = person("kenta")
    client.force_login(person("ren"))
    assert "accounts of the same name" not in client.get("/import/").content.decode()
    where, _ = plan_of(client, told, by_name="on")
    assert not client.get(where).context["plan"]["people"][0]["has_account"]

    client.force_login(person("root", is_staff=True))
    assert "accounts of the same name" in client.get("/import/").content.decode()
    where, based_on = plan_of(client, told, by_name="on")
    client.post(where, {"based_on": based_on})
    assert Team.objects.filter(owner=kenta).count() == 1


def test_a_team_becomes_the_importers_and_says_where_it_comes_from(client: Client) -> None:
    content = export.team_file(team(person("kenta")))
    ren = person("ren")
    client.force_login(ren)
    where, based_on = plan_of(client, content)
    response = client.post(where, {"based_on": based_on})
    made = Team.objects.get(owner=ren)
    assert response["Location"] == made.get_absolute_url()
    assert "came with a file" in client.get(made.get_absolute_url()).content.decode()


@pytest.mark.every_database
def test_two_who_confirm_at_once_import_once(race: Race, told: bytes) -> None:
    sensei = person("sensei")
    look = arrivals.upload(content=told, importer=sensei, key=uuid4())
    based_on = look.result["plan"]["based_on"]

    race(lambda: arrivals.bring_in(look=look, based_on=based_on), runners=6)

    assert League.objects.count() == 1
    assert Match.objects.count() == 2
