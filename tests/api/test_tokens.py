"""Tokens: made by their person, shown once, kept as a digest, limited in what they may do, and gone when revoked."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from rules.problems import RuleBroken
from teams import accounts, tokens
from teams.models import Token
from tests.api.clients import Program, refused
from tests.conftest import Race
from tests.teams.members import PASSWORD
from tests.teams.people import person, team

pytestmark = pytest.mark.django_db


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def asked(secret: str, address: str = "me/") -> Any:
    return Client().get(f"/api/v1/{address}", headers=bearer(secret))


# The service


def test_of_a_token_only_a_digest_is_kept() -> None:
    made = tokens.make(person=person(), name="Bot", scope="read")
    assert re.fullmatch(r"kage_[\w-]{43}", made.secret)
    kept = json.dumps(Token.objects.values().get(), default=str)
    assert made.secret not in kept
    assert made.token.hint == made.secret[:9]


def test_no_two_tokens_are_alike() -> None:
    kenta = person()
    assert len({tokens.make(person=kenta, name=f"Bot {n}", scope="read").secret for n in range(5)}) == 5


@pytest.mark.parametrize(
    ("wrong", "code", "subject"),
    [
        ({"name": " "}, "nameless", "name"),
        ({"name": "x" * 61}, "name-too-long", "name"),
        ({"scope": "admin"}, "unknown-scope", "scope"),
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, "expired", "expires_at"),
    ],
)
def test_a_token_that_makes_no_sense_is_refused(wrong: dict[str, Any], code: str, subject: str) -> None:
    with pytest.raises(RuleBroken) as refusal:
        tokens.make(person=person(), **({"name": "Bot", "scope": "read"} | wrong))
    assert (refusal.value.code, refusal.value.subject) == (code, subject)
    assert not Token.objects.exists()


def test_two_of_one_name_could_not_be_told_apart() -> None:
    kenta, yuki = person(), person("yuki")
    tokens.make(person=kenta, name="Bot", scope="read")
    tokens.make(person=yuki, name="Bot", scope="read")
    with pytest.raises(RuleBroken, match="called Bot already"):
        tokens.make(person=kenta, name="Bot", scope="write")


def test_nobody_hoards_tokens() -> None:
    kenta = person()
    for number in range(tokens.MOST_TOKENS):
        tokens.make(person=kenta, name=f"Bot {number}", scope="read")
    with pytest.raises(RuleBroken, match="no room for more"):
        tokens.make(person=kenta, name="One more", scope="read")


@pytest.mark.every_database
def test_of_many_tokens_of_one_name_at_once_one_is_made(race: Race) -> None:
    kenta = person()
    results = race(lambda: tokens.make(person=kenta, name="Bot", scope="read"), runners=8)
    assert sum(isinstance(result, tokens.Made) for result in results) == 1
    assert all(isinstance(result, tokens.Made | RuleBroken) for result in results)
    assert Token.objects.count() == 1


def test_that_a_token_is_used_is_written_down_once_a_minute(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    secret = tokens.make(person=person(), name="Bot", scope="read").secret
    with django_assert_num_queries(2):
        tokens.find(secret)
    first = Token.objects.get().last_used_at
    assert first is not None
    with django_assert_num_queries(1):
        tokens.find(secret)
    Token.objects.update(last_used_at=first - timedelta(minutes=1))
    with django_assert_num_queries(2):
        tokens.find(secret)


def test_tokens_are_part_of_the_export_and_their_secret_is_not() -> None:
    kenta = person()
    made = tokens.make(person=kenta, name="Bot", scope="read")
    (told,) = accounts.export(kenta)["tokens"]
    assert told["name"] == "Bot"
    assert made.token.digest not in str(told)


def test_tokens_go_with_their_account() -> None:
    kenta = person()
    secret = tokens.make(person=kenta, name="Bot", scope="read").secret
    accounts.delete_account(kenta)
    refused(asked(secret), 401, "wrong-token")


# Asking with one


def test_a_token_says_who_asks() -> None:
    secret = tokens.make(person=person(), name="Bot", scope="read").secret
    answer = asked(secret).json()
    assert (answer["username"], answer["scope"]) == ("kenta", "read")


@pytest.mark.parametrize(
    "header", ["Bearer kage_wrong", "Bearer ", "Bearer", "Basic a2VudGE6eA==", "kage_x", "Bearer kage_\xff", "Token x"]
)
def test_a_header_that_is_no_token_of_ours_is_refused(header: str) -> None:
    response = Client().get("/api/v1/teams/", headers={"authorization": header})
    refused(response, 401, "wrong-token")
    assert response["WWW-Authenticate"] == 'Bearer realm="Kagejima"'


def test_an_expired_token_opens_nothing() -> None:
    made = tokens.make(person=person(), name="Bot", scope="read", expires_at=timezone.now() + timedelta(hours=1))
    assert asked(made.secret).status_code == 200
    Token.objects.update(expires_at=timezone.now())
    refused(asked(made.secret), 401, "wrong-token")


def test_a_revoked_token_opens_nothing() -> None:
    kenta = person()
    made = tokens.make(person=kenta, name="Bot", scope="read")
    assert tokens.revoke(person=kenta, pk=made.token.pk)
    assert not tokens.revoke(person=kenta, pk=made.token.pk)
    refused(asked(made.secret), 401, "wrong-token")


def test_a_token_of_somebody_who_was_shut_out_opens_nothing() -> None:
    secret = tokens.make(person=person(), name="Bot", scope="read").secret
    User.objects.update(is_active=False)
    refused(asked(secret), 401, "wrong-token")


def test_a_token_that_may_read_cannot_write() -> None:
    kenta = person()
    its = team(kenta)
    refused(Program(kenta, scope="read").post(f"teams/{its.slug}/rename/", {"name": "New"}), 403, "read-only-token")
    assert Program(kenta, scope="read").post("roster/suggestions/", {"clan": "tora"}).status_code == 200


def test_guessing_tokens_is_slowed_down(settings: Settings) -> None:
    settings.API_RATES = settings.API_RATES | {"wrong-token": "2/min"}
    for _ in range(2):
        refused(asked("kage_guess"), 401, "wrong-token")
    refused(asked("kage_guess"), 429, "too-many-requests")
    right = tokens.make(person=person(), name="Bot", scope="read").secret
    assert asked(right).status_code == 200


# With a session


def test_a_session_needs_no_token_to_read(client: Client) -> None:
    client.force_login(person())
    answer = client.get("/api/v1/me/").json()
    assert (answer["username"], answer["scope"]) == ("kenta", "write")


def test_a_session_must_prove_that_the_page_was_ours() -> None:
    client = Client(enforce_csrf_checks=True)
    kenta = person()
    its = team(kenta)
    client.force_login(kenta)
    address, sent = f"/api/v1/teams/{its.slug}/rename/", {"name": "Cinder Claws"}
    refused(client.post(address, sent, content_type="application/json"), 403, "csrf")
    client.get("/account/tokens/")
    headers = {"x-csrftoken": client.cookies["csrftoken"].value}
    assert client.post(address, sent, content_type="application/json", headers=headers).status_code == 201


# The API's own endpoints of them


def reauthenticated(client: Client, who: User) -> None:
    client.force_login(who)
    client.post("/account/confirm/", {"password": PASSWORD})


def test_a_browser_makes_a_token_which_is_shown_once(client: Client) -> None:
    reauthenticated(client, person())
    response = client.post("/api/v1/me/tokens/", {"name": "Bot", "scope": "write"}, content_type="application/json")
    assert response.status_code == 201
    assert response["Cache-Control"] == "no-store"
    assert asked(response.json()["token"]).status_code == 200
    listed = client.get("/api/v1/me/tokens/").json()["results"]
    assert [its["name"] for its in listed] == ["Bot"]
    assert "token" not in listed[0]


def test_no_token_makes_another() -> None:
    refused(Program(person()).post("me/tokens/", {"name": "Bot"}), 403, "session-needed")


def test_an_unwatched_screen_is_not_enough_to_make_one(client: Client) -> None:
    client.force_login(person())
    response = client.post("/api/v1/me/tokens/", {"name": "Bot"}, content_type="application/json")
    refused(response, 403, "password-needed")


def test_making_tokens_is_limited(client: Client, settings: Settings) -> None:
    settings.API_RATES = settings.API_RATES | {"token": "1/hour"}
    reauthenticated(client, person())
    client.post("/api/v1/me/tokens/", {"name": "One"}, content_type="application/json")
    response = client.post("/api/v1/me/tokens/", {"name": "Two"}, content_type="application/json")
    refused(response, 429, "too-many-requests")
    assert client.get("/api/v1/me/tokens/").status_code == 200


def test_a_token_revokes_itself_and_nobody_elses() -> None:
    kenta, program = person(), None
    program = Program(kenta)
    others = tokens.make(person=person("yuki"), name="Bot", scope="read").token
    refused(program.delete(f"me/tokens/{others.pk}/"), 404, "not-found")
    refused(program.delete(f"me/tokens/{'9' * 30}/"), 404, "not-found")
    assert program.delete(f"me/tokens/{Token.objects.get(person=kenta).pk}/").status_code == 204
    refused(program.get("me/"), 401, "wrong-token")


# The page


def test_strangers_log_in_first(client: Client) -> None:
    assert client.get("/account/tokens/").url.startswith("/account/login/")  # type: ignore[attr-defined]


def test_the_page_shows_a_new_token_once(client: Client) -> None:
    kenta = person()
    reauthenticated(client, kenta)
    response = client.post("/account/tokens/", {"name": "Bot", "scope": "write", "days": "30"})
    assert response.status_code == 201
    assert "no-store" in response["Cache-Control"]
    found = re.search(r"kage_[\w-]{43}", response.content.decode())
    assert found is not None
    assert asked(found[0]).json()["scope"] == "write"
    assert found[0] not in client.get("/account/tokens/").content.decode()
    expires = Token.objects.get(person=kenta).expires_at
    assert expires is not None
    assert timedelta(days=29) < expires - timezone.now() < timedelta(days=31)


def test_the_page_asks_for_the_password_first(client: Client) -> None:
    client.force_login(person())
    response = client.post("/account/tokens/", {"name": "Bot", "scope": "read", "days": ""})
    assert response.status_code == 302
    assert not Token.objects.exists()


def test_what_is_refused_stands_at_its_field(client: Client) -> None:
    reauthenticated(client, person())
    sent = {"name": "Bot", "scope": "read", "days": ""}
    assert client.post("/account/tokens/", sent).status_code == 201
    again = client.post("/account/tokens/", sent)
    assert again.status_code == 422
    assert "called Bot already" in str(again.context["form"].errors["name"])
    assert client.post("/account/tokens/", sent | {"scope": "admin"}).status_code == 422
    assert client.post("/account/tokens/", sent | {"name": "\0"}).status_code == 422


def test_a_token_is_revoked_on_the_page_once(client: Client) -> None:
    kenta = person()
    made = tokens.make(person=kenta, name="Bot", scope="read")
    others = tokens.make(person=person("yuki"), name="Bot", scope="read")
    client.force_login(kenta)
    assert client.get(f"/account/tokens/{made.token.pk}/revoke/").status_code == 405
    for words in ("is revoked", "was revoked before"):
        response = client.post(f"/account/tokens/{made.token.pk}/revoke/", follow=True)
        assert words in response.content.decode()
    client.post(f"/account/tokens/{others.token.pk}/revoke/")
    assert list(Token.objects.all()) == [others.token]


def test_the_account_leads_to_it(client: Client) -> None:
    client.force_login(person())
    assert 'href="/account/tokens/"' in client.get("/account/").content.decode()
