"""Deleting an account: everything personal goes at once, and what belongs to the game stays."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from rules.events import Renamed
from teams import accounts, chronicle
from teams.models import Draft, Entry, Team
from tests.conftest import Race
from tests.teams.members import PASSWORD, is_logged_in, log_in, sign_up
from tests.teams.people import named, person, team

pytestmark = pytest.mark.django_db


def test_the_page_says_what_will_happen_and_deletes_nothing(client: Client) -> None:
    owner = person()
    team(owner)
    client.force_login(owner)
    page = client.get("/account/delete/").content.decode()
    assert "Your team and what you wrote" in page
    assert '<li><a href="/account/">Your account</a></li>' in page  # the way back
    assert "Nobody else runs" not in page
    assert User.objects.exists()


@pytest.mark.parametrize("password", ["", "wrong", PASSWORD.upper()])
def test_it_takes_the_password(client: Client, password: str) -> None:
    client.force_login(person())
    response = client.post("/account/delete/", {"password": password})
    assert response.status_code == 200
    assert "password" in response.context["form"].errors
    assert User.objects.exists()


def test_the_account_is_gone_and_its_teams_are_nobody_s(client: Client) -> None:
    owner = person()
    founded = team(owner)
    Draft.objects.create(owner=owner, state={})
    client.force_login(owner)

    response = client.post("/account/delete/", {"password": PASSWORD}, follow=True)

    assert response.redirect_chain == [("/", 302)]
    assert "Your account is deleted." in response.content.decode()
    assert not is_logged_in(client)
    assert not User.objects.exists()
    assert not Draft.objects.exists()
    founded.refresh_from_db()
    assert (founded.owner, founded.player) == (None, "nobody now")
    assert [line.author for line in chronicle.read(founded)] == ["somebody who has left"]
    assert chronicle.retell(founded) == []


def test_what_was_written_in_the_teams_of_others_stays_without_the_name() -> None:
    owner, master = person("owner"), person("master", is_staff=True)
    founded = team(owner)
    chronicle.enter(team=founded, what=Renamed("The Tigers"), author=master)
    accounts.delete_account(master)
    assert [line.author for line in chronicle.read(founded)] == ["owner", "somebody who has left"]
    founded.refresh_from_db()
    assert founded.owner == owner


def test_everybody_else_keeps_everything(client: Client) -> None:
    going, staying = person("going"), person("staying")
    team(staying)
    theirs = Draft.objects.create(owner=staying, state={})
    EmailAddress.objects.create(user=staying, email=staying.email)
    client.force_login(staying)
    accounts.delete_account(going)
    assert is_logged_in(client)
    assert Team.objects.get().owner == staying
    assert Entry.objects.get().author == staying
    assert Draft.objects.get() == theirs
    assert EmailAddress.objects.filter(user=staying).exists()


def test_every_session_of_the_account_ends_and_is_forgotten(client: Client) -> None:
    going, phone, other = person("going"), Client(), Client()
    other.force_login(person("staying"))
    for browser in (client, phone):
        log_in(browser, "going")
    assert Session.objects.count() == 3
    accounts.delete_account(going)
    assert not is_logged_in(client)
    assert not is_logged_in(phone)
    assert is_logged_in(other)
    assert Session.objects.count() == 1


def test_the_username_and_the_address_become_free(client: Client) -> None:
    sign_up(client, "Kenta")
    client.post("/account/delete/", {"password": "three tigers slept late"})
    assert sign_up(Client(), "kenta").status_code == 302


def test_a_form_sent_twice_finds_nobody_to_delete(client: Client) -> None:
    client.force_login(person())
    client.post("/account/delete/", {"password": PASSWORD})
    again = client.post("/account/delete/", {"password": PASSWORD})
    assert again["Location"] == "/account/login/?next=/account/delete/"


def test_deleting_is_all_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = person()
    team(owner)
    Draft.objects.create(owner=owner, state={})

    def fail(**_: object) -> None:
        raise RuntimeError("The power is out.")

    monkeypatch.setattr(Session.objects, "filter", fail)
    monkeypatch.setattr(accounts, "_sessions_of", lambda user: [])
    with pytest.raises(RuntimeError):
        accounts.delete_account(owner)
    assert Team.objects.get().owner == owner
    assert Entry.objects.get().author == owner
    assert Draft.objects.exists()


def test_no_table_keeps_a_name_of_its_own() -> None:
    """Whoever adds a table that points at people decides here what becomes of it when they leave."""
    decided = {
        "account.EmailAddress.user": models.CASCADE,
        "teams.Draft.owner": models.CASCADE,
        "teams.Team.owner": models.SET_NULL,
        "teams.Entry.author": models.SET_NULL,
    }
    pointing = {
        f"{relation.related_model._meta.label}.{relation.field.name}": relation.on_delete  # type: ignore[union-attr]
        for relation in User._meta.get_fields(include_hidden=True)
        if relation.one_to_many and relation.auto_created and not relation.related_model._meta.auto_created  # type: ignore[union-attr]
    }
    assert decided.items() <= pointing.items()
    assert set(pointing.values()) <= {models.CASCADE, models.SET_NULL}


def test_it_costs_as_many_queries_for_many_teams_as_for_one(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    few, many = person("few"), person("many")
    team(few, named("Few"))
    for number in range(8):
        team(many, named(f"Many {number}"))
    with CaptureQueriesContext(connection) as asked:
        accounts.delete_account(few)
    with django_assert_num_queries(len(asked)):
        accounts.delete_account(many)


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_an_account_deleted_by_many_at_once_is_deleted_once(race: Race) -> None:
    owner = person()
    founded = team(owner)
    assert race(lambda: accounts.delete_account(owner), runners=4) == [None] * 4
    founded.refresh_from_db()
    assert founded.owner is None
    assert not User.objects.exists()
