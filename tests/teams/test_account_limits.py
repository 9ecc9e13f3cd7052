"""Limits: who is too quick waits, is told how long, and nobody else is held up."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django import Settings

from teams import limits
from tests.teams.members import PASSWORD, is_logged_in, log_in, sign_up
from tests.teams.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that limits go by: change it."""
    now = [1_000_000.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    return now


def assert_too_quick(response: Any, seconds: int, words: str) -> None:
    page = response.content.decode()
    assert response.status_code == 429
    assert response["Retry-After"] == str(seconds)
    assert f"Come back in <strong>{words}</strong>" in page
    assert '<header class="site-head">' in page


def test_five_wrong_passwords_close_a_name_for_ten_minutes(client: Client, clock: list[float]) -> None:
    person()
    for _ in range(5):
        assert log_in(client, password="wrong").status_code == 200
    clock[0] += 30
    assert_too_quick(log_in(client), 570, "10 minutes")
    assert not is_logged_in(client)

    person("yuki")
    assert log_in(Client(), "yuki").status_code == 302
    clock[0] += 570
    assert log_in(client).status_code == 302


def test_guessing_many_names_from_one_place_is_stopped_too(client: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"login_failed": "3/10m/ip,5/10m/key"}
    for number in range(3):
        assert log_in(client, f"name{number}", "wrong").status_code == 200
    assert log_in(client, "name4", "wrong").status_code == 429
    assert log_in(Client(REMOTE_ADDR="192.0.2.7"), "name4", "wrong").status_code == 200


def test_right_passwords_are_not_counted(client: Client) -> None:
    person()
    for _ in range(8):
        assert log_in(Client()).status_code == 302


def test_signing_up_is_limited_for_one_place(client: Client, clock: list[float]) -> None:
    for number in range(30):
        assert sign_up(Client(), f"kenta{number}").status_code == 302
    assert_too_quick(sign_up(client, "kenta30"), 3600, "60 minutes")
    assert User.objects.count() == 30
    assert client.get("/account/signup/").status_code == 200
    assert sign_up(Client(REMOTE_ADDR="192.0.2.7"), "kenta30").status_code == 302
    clock[0] += 3600
    assert sign_up(client, "kenta31").status_code == 302


def test_an_address_gets_few_mails(client: Client, mailoutbox: list[EmailMessage], clock: list[float]) -> None:
    person()
    for _ in range(5):
        client.post("/account/password/reset/", {"email": "kenta@example.com"})
    clock[0] += 60
    assert_too_quick(client.post("/account/password/reset/", {"email": "Kenta@Example.com"}), 3540, "59 minutes")
    assert len(mailoutbox) == 5
    assert client.post("/account/password/reset/", {"email": "yuki@example.com"}).status_code == 302


@pytest.mark.parametrize(
    ("page", "sent", "times"),
    [("password/", {"oldpassword": "wrong"}, 5), ("email/", {"email": "a@example.com"}, 10), ("export/", None, 10)],
)
def test_what_members_do_is_limited_for_each_of_them(
    client: Client, page: str, sent: dict[str, str] | None, times: int
) -> None:
    client.force_login(person())

    def ask(who: Client) -> Any:
        return who.get(f"/account/{page}") if sent is None else who.post(f"/account/{page}", sent)

    assert {ask(client).status_code for _ in range(times)} <= {200, 302}
    assert ask(client).status_code == 429
    other = Client()
    other.force_login(person("yuki"))
    assert ask(other).status_code in (200, 302)


@pytest.mark.parametrize("page", ["confirm/", "delete/"])
def test_a_password_cannot_be_guessed_from_an_open_session(client: Client, page: str) -> None:
    client.force_login(person())
    for _ in range(5):
        assert client.post(f"/account/{page}", {"password": "wrong"}).status_code == 200
    assert client.post(f"/account/{page}", {"password": PASSWORD}).status_code == 429
    assert User.objects.exists()


def test_a_visitor_cannot_claim_to_be_elsewhere(client: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"signup": "1/h/ip"}
    sign_up(Client(), "kenta")
    assert sign_up(Client(headers={"x-forwarded-for": "192.0.2.7"}), "yuki").status_code == 429


def test_behind_a_trusted_proxy_the_address_that_it_saw_counts(settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1  # what TRUST_PROXY sets
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"signup": "1/h/ip"}
    assert sign_up(Client(headers={"x-forwarded-for": "192.0.2.7"}), "kenta").status_code == 302
    assert sign_up(Client(headers={"x-forwarded-for": "192.0.2.8"}), "yuki").status_code == 302
    claimed = Client(headers={"x-forwarded-for": "198.51.100.1, 192.0.2.8"})
    assert sign_up(claimed, "hana").status_code == 429


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "a minute"), (60, "a minute"), (61, "2 minutes"), (3600, "60 minutes"), (3601, "2 hours"), (7201, "3 hours")],
)
def test_a_wait_is_rounded_up(seconds: int, words: str) -> None:
    assert limits.in_words(seconds) == words


def test_limits_hold_on_redis(client: Client, redis_url: str, settings: Settings) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": redis_url}}
    person()
    for _ in range(5):
        log_in(client, password="wrong")
    assert log_in(client).status_code == 429
    cache.clear()
    assert log_in(client).status_code == 302
