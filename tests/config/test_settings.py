import os
import runpy
import subprocess
import sys
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, Protocol

import pytest
from django.core.exceptions import ImproperlyConfigured

ROOT = Path(__file__).parents[2]
VARIABLES = ("DATABASE_URL", "REDIS_URL", "HOSTS", "SECRET_KEY", "DEBUG", "TRUST_PROXY", "TIME_ZONE", "EMAIL_URL")
SECRET = "s" * 50


class Configure(Protocol):
    def __call__(self, **variables: str) -> dict[str, Any]: ...


@pytest.fixture
def configured(monkeypatch: pytest.MonkeyPatch) -> Configure:
    """The settings as a new process would read them."""

    def configure(**variables: str) -> dict[str, Any]:
        for name in VARIABLES:
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "config/settings.py"))

    return configure


def test_with_nothing_set_the_site_needs_no_other_server(configured: Configure) -> None:
    settings = configured()

    assert settings["DATABASES"]["default"]["ENGINE"] == "django.db.backends.sqlite3"
    assert settings["CACHES"]["default"]["BACKEND"] == "django.core.cache.backends.locmem.LocMemCache"
    assert settings["CELERY_TASK_ALWAYS_EAGER"] is True
    assert settings["EMAIL_BACKEND"] == "django.core.mail.backends.console.EmailBackend"


def test_with_nothing_set_only_this_machine_is_answered_and_errors_stay_private(configured: Configure) -> None:
    settings = configured()

    assert settings["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert settings["DEBUG"] is False


def test_all_that_is_written_goes_into_var(configured: Configure) -> None:
    settings = configured()

    assert settings["DATABASES"]["default"]["NAME"] == settings["VAR"] / "db.sqlite3"
    assert settings["SECRET_KEY"] == (settings["VAR"] / "secret-key").read_text()


def test_redis_carries_the_cache_and_the_tasks(configured: Configure) -> None:
    settings = configured(REDIS_URL="redis://cache.example.org:6379/2")

    assert settings["CACHES"]["default"]["LOCATION"] == "redis://cache.example.org:6379/2"
    assert settings["CELERY_BROKER_URL"] == "redis://cache.example.org:6379/2"
    assert settings["CELERY_TASK_ALWAYS_EAGER"] is False


def test_a_public_site_is_held_to_https(configured: Configure) -> None:
    settings = configured(HOSTS="league.example.org", SECRET_KEY=SECRET)

    assert settings["ALLOWED_HOSTS"] == ["league.example.org"]
    assert settings["SECRET_KEY"] == SECRET
    assert settings["SESSION_COOKIE_SECURE"] is settings["CSRF_COOKIE_SECURE"] is True
    assert settings["SECURE_HSTS_SECONDS"] == 31536000


def test_forms_are_accepted_from_the_hosts_only(configured: Configure) -> None:
    settings = configured(HOSTS="league.example.org .example.com", SECRET_KEY=SECRET)

    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://league.example.org", "https://*.example.com"]


def test_a_proxy_is_trusted_only_when_told_so(configured: Configure) -> None:
    assert "SECURE_PROXY_SSL_HEADER" not in configured(HOSTS="league.example.org", SECRET_KEY=SECRET)

    settings = configured(HOSTS="league.example.org", SECRET_KEY=SECRET, TRUST_PROXY="yes")

    assert settings["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_FORWARDED_PROTO", "https")
    assert settings["SECURE_SSL_REDIRECT"] is True


@pytest.mark.parametrize(
    ("variables", "culprit"),
    [
        ({"HOSTS": "league.example.org"}, "SECRET_KEY"),
        ({"HOSTS": "league.example.org", "SECRET_KEY": "short"}, "SECRET_KEY"),
        ({"HOSTS": "league.example.org", "SECRET_KEY": SECRET, "DEBUG": "yes"}, "DEBUG"),
        ({"HOSTS": "*", "SECRET_KEY": SECRET}, "HOSTS"),
        ({"DEBUG": "perhaps"}, "DEBUG"),
        ({"TRUST_PROXY": "perhaps"}, "TRUST_PROXY"),
        ({"DATABASE_URL": "sqlite:///db"}, "DATABASE_URL"),
        ({"REDIS_URL": "localhost"}, "REDIS_URL"),
        ({"EMAIL_URL": "localhost"}, "EMAIL_URL"),
        ({"TIME_ZONE": "Moon/Kagejima"}, "TIME_ZONE"),
    ],
)
def test_a_bad_value_stops_the_start_and_names_its_variable(
    configured: Configure, variables: dict[str, str], culprit: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^{culprit} "):
        configured(**variables)


def test_django_finds_nothing_to_warn_of_on_a_public_site() -> None:
    variables = {"HOSTS": "league.example.org", "SECRET_KEY": token_urlsafe(64), "TRUST_PROXY": "yes"}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]

    subprocess.run(command, env=os.environ | variables, cwd=ROOT, check=True)
