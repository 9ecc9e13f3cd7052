"""One's own data: all of it, nobody else's, and always the same few queries."""

import json
import uuid
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rules.events import Renamed
from teams import accounts, chronicle
from teams.models import Draft
from tests.teams.people import named, person, team

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def first_visit() -> None:
    cache.clear()


def exported(client: Client, user: User) -> Any:
    client.force_login(user)
    return json.loads(client.get("/account/export/").content)


def test_it_is_a_file_to_keep_and_not_to_cache(client: Client) -> None:
    client.force_login(person())
    response = client.get("/account/export/")
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"].startswith('attachment; filename="kagejima-kenta-20')
    assert "no-store" in response["Cache-Control"]


def test_it_says_its_version_and_its_parts(client: Client) -> None:
    assert exported(client, person()).keys() == {
        "version",
        "exported_at",
        "profile",
        "teams",
        "drafts",
        "entries_in_other_teams",
        *("feeds", "leagues", "long_work", "matches", "notices", "tokens"),
    }
    assert exported(client, User.objects.get())["version"] == 1


def test_the_profile_has_every_field_but_the_password(client: Client) -> None:
    user = person()
    EmailAddress.objects.create(user=user, email=user.email, primary=True)
    told = exported(client, user)["profile"]
    assert (told["username"], told["email"]) == ("kenta", "kenta@example.com")
    assert told["email_addresses"] == [{"email": "kenta@example.com", "verified": False, "primary": True}]
    assert told["joined_at"]
    kept = {field.name for field in User._meta.get_fields() if field.concrete}
    renamed = {"date_joined": "joined_at", "last_login": "last_login_at"}
    unsaid = {"id", "password", "is_active", "is_superuser", "groups", "user_permissions"}
    assert {renamed.get(name, name) for name in kept - unsaid} == told.keys() - {"email_addresses"}


def test_a_team_comes_with_its_whole_chronicle(client: Client) -> None:
    user, master = person(), person("master", is_staff=True)
    founded = team(user, is_private=True)
    chronicle.enter(team=founded, what=Renamed("虎の忍者"), author=master, reason="A better name")
    (told,) = exported(client, user)["teams"]
    assert (told["slug"], told["name"], told["clan"], told["is_private"]) == ("the-tora", "虎の忍者", "tora", True)
    assert [(entry["number"], entry["kind"], entry["author"], entry["reason"]) for entry in told["chronicle"]] == [
        (1, "founded", "kenta", ""),
        (2, "renamed", "master", "A better name"),
    ]
    assert [entry["data"] for entry in told["chronicle"]] == list(founded.entries.values_list("data", flat=True))


def test_drafts_come_with_all_their_steps(client: Client) -> None:
    user = person()
    draft = Draft.objects.create(owner=user, state={"name": "Soon"}, past=[{"name": ""}], version=2)
    (told,) = exported(client, user)["drafts"]
    assert uuid.UUID(told["key"]) == draft.key
    assert (told["state"], told["past"], told["version"], told["team"]) == ({"name": "Soon"}, [{"name": ""}], 2, None)


def test_what_one_wrote_for_others_is_one_s_own_too(client: Client) -> None:
    master = person("master", is_staff=True)
    theirs = team(person("owner"))
    chronicle.enter(team=theirs, what=Renamed("Tigers"), author=master)
    told = exported(client, master)
    assert told["teams"] == []
    assert [(entry["team"], entry["number"]) for entry in told["entries_in_other_teams"]] == [("the-tora", 2)]


def test_a_team_that_nobody_owns_is_an_other_team(client: Client) -> None:
    user = person()
    founded = team(user)
    founded.owner = None
    founded.save()
    assert [entry["team"] for entry in exported(client, user)["entries_in_other_teams"]] == [founded.slug]


def test_nothing_of_others_is_in_it(client: Client) -> None:
    other = person("other")
    team(other, named("Secret"), is_private=True)
    Draft.objects.create(owner=other, state={"name": "Secret"})
    Draft.objects.create(state={"name": "Secret"})
    EmailAddress.objects.create(user=other, email=other.email)
    client.force_login(person())
    page = client.get("/account/export/").content.decode().lower()
    assert "secret" not in page
    assert "other@" not in page


@pytest.mark.parametrize("size", [0, 1, 6])
def test_it_always_takes_as_many_queries(size: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    user = person()
    for number in range(size):
        founded = team(user, named(f"Team {number}"))
        chronicle.enter(team=founded, what=Renamed(f"Renamed {number}"), author=user)
        Draft.objects.create(owner=user, state={}, team=founded)
        chronicle.enter(team=team(None, named(f"Other {number}")), what=Renamed(f"Another {number}"), author=user)
    with django_assert_num_queries(17 if size else 16):  # eleven of them are those of upper apps
        told = accounts.export(user)
    assert len(told["teams"]) == len(told["entries_in_other_teams"]) == size
