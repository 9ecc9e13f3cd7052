import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment


@pytest.fixture
def setting(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.delenv("NAME", raising=False)
    return monkeypatch


def refusal(read: object) -> str:
    assert callable(read)
    with pytest.raises(ImproperlyConfigured) as refused:
        read("NAME")
    return str(refused.value)


def test_an_empty_variable_counts_as_unset(setting: pytest.MonkeyPatch) -> None:
    setting.setenv("NAME", "  ")

    assert environment.text("NAME", "default") == "default"
    assert environment.database("NAME") is None
    assert environment.redis("NAME") == ""
    assert environment.hosts("NAME") == []
    assert environment.flag("NAME") is False


@pytest.mark.parametrize(
    ("value", "meaning"), [("yes", True), ("1", True), ("True", True), ("off", False), ("0", False)]
)
def test_a_flag_is_read_in_the_usual_spellings(setting: pytest.MonkeyPatch, value: str, meaning: bool) -> None:
    setting.setenv("NAME", value)

    assert environment.flag("NAME") is meaning


def test_a_flag_that_is_neither_yes_nor_no_is_refused(setting: pytest.MonkeyPatch) -> None:
    setting.setenv("NAME", "maybe")

    assert refusal(environment.flag) == "NAME must be one of 1, true, yes, on, 0, false, no, off."


def test_a_port_is_a_number_in_range(setting: pytest.MonkeyPatch) -> None:
    setting.setenv("NAME", "8080")

    assert environment.port("NAME", 8000) == 8080


@pytest.mark.parametrize("value", ["0", "65536", "-1", "http", "80 80", "٣"])
def test_a_port_that_is_none_is_refused(setting: pytest.MonkeyPatch, value: str) -> None:
    setting.setenv("NAME", value)

    with pytest.raises(ImproperlyConfigured, match=r"NAME must be a number from 1 to 65535\."):
        environment.port("NAME", 8000)


@pytest.mark.parametrize("value", ["Mars/Olympus", "../etc/passwd", "/etc/localtime", "Europe"])
def test_an_unknown_time_zone_is_refused(setting: pytest.MonkeyPatch, value: str) -> None:
    setting.setenv("NAME", value)

    with pytest.raises(ImproperlyConfigured, match="NAME must be the name of a time zone"):
        environment.time_zone("NAME", "UTC")


def test_hosts_are_separated_by_commas_or_spaces(setting: pytest.MonkeyPatch) -> None:
    setting.setenv("NAME", " League.example.org,.example.com  [::1], 10.0.0.7, ")

    assert environment.hosts("NAME") == ["league.example.org", ".example.com", "[::1]", "10.0.0.7"]


@pytest.mark.parametrize(
    "value", ["*", "https://example.org", "example.org:443", "example.org/", "exa mple_.org", "a..b"]
)
def test_a_host_that_is_more_or_less_than_a_name_is_refused(setting: pytest.MonkeyPatch, value: str) -> None:
    setting.setenv("NAME", value)

    assert "NAME must list host names" in refusal(environment.hosts)


def test_networks_are_separated_by_commas_or_spaces(setting: pytest.MonkeyPatch) -> None:
    setting.setenv("NAME", " 10.1.0.0/16,fd00:1::/64  127.0.0.1, ")

    assert [str(one) for one in environment.networks("NAME")] == ["10.1.0.0/16", "fd00:1::/64", "127.0.0.1/32"]
    setting.setenv("NAME", "")
    assert environment.networks("NAME") == []


@pytest.mark.parametrize("value", ["yes", "*", "localhost", "10.1.2.3/16", "10.0.0.0/33", "10.0.0.0-10.0.0.9"])
def test_a_network_that_is_none_is_refused(setting: pytest.MonkeyPatch, value: str) -> None:
    setting.setenv("NAME", value)

    assert "NAME must list networks" in refusal(environment.networks)


def test_a_short_secret_is_refused(setting: pytest.MonkeyPatch) -> None:
    setting.setenv("NAME", "a" * 49)

    assert refusal(environment.secret) == "NAME must be set to at least 50 random characters wherever HOSTS is set."


def test_a_database_url_is_decoded_part_by_part(setting: pytest.MonkeyPatch) -> None:
    setting.setenv("NAME", "postgresql://ninja%40home:p%2Fw%3A@db.example.org:5433/kage%20jima?sslmode=verify-full")

    assert environment.database("NAME") == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "kage jima",
        "USER": "ninja@home",
        "PASSWORD": "p/w:",
        "HOST": "db.example.org",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "verify-full"},
    }


def test_a_database_url_needs_no_more_than_host_and_name(setting: pytest.MonkeyPatch) -> None:
    setting.setenv("NAME", "postgres://localhost/kagejima")

    database = environment.database("NAME")

    assert database is not None
    assert (database["USER"], database["PASSWORD"], database["PORT"], database["OPTIONS"]) == ("", "", "", {})


@pytest.mark.parametrize(
    "value",
    [
        "mysql://localhost/kagejima",
        "kagejima",
        "postgresql:///kagejima",
        "postgresql://localhost",
        "postgresql://localhost/",
        "postgresql://localhost/one/two",
        "postgresql://localhost:port/kagejima",
        "postgresql://localhost:99999/kagejima",
        "postgresql://localhost:0/kagejima",
        "postgresql://[::1/kagejima",
        "postgresql://localhost/kagejima#fragment",
        "postgresql://localhost/kagejima?sslmode=maybe",
        "postgresql://localhost/kagejima?sslmode=",
        "postgresql://localhost/kagejima?timeout=3",
    ],
)
def test_a_bad_database_url_is_refused_without_repeating_it(setting: pytest.MonkeyPatch, value: str) -> None:
    setting.setenv("NAME", value)

    message = refusal(environment.database)

    assert message.startswith(("NAME m", "NAME has a value for sslmode"))
    assert value not in message


@pytest.mark.parametrize("value", ["redis://localhost", "redis://:pass@localhost:6379/1", "rediss://localhost/0"])
def test_a_redis_url_is_kept_as_it_is(setting: pytest.MonkeyPatch, value: str) -> None:
    setting.setenv("NAME", value)

    assert environment.redis("NAME") == value


@pytest.mark.parametrize("value", ["localhost:6379", "redis://", "redis://localhost/name", "redis://localhost:0/0"])
def test_a_bad_redis_url_is_refused(setting: pytest.MonkeyPatch, value: str) -> None:
    setting.setenv("NAME", value)

    assert refusal(environment.redis).startswith("NAME must ")


@pytest.mark.parametrize(
    ("value", "port", "ssl", "tls"),
    [
        ("smtp://localhost", 587, False, False),
        ("smtp://ninja:pass@mail.example.org", 587, False, True),
        ("smtps://ninja:pass@mail.example.org", 465, True, False),
        ("smtp://ninja:pass@mail.example.org:2525", 2525, False, True),
    ],
)
def test_a_mail_url_never_sends_a_password_in_clear(
    setting: pytest.MonkeyPatch, value: str, port: int, ssl: bool, tls: bool
) -> None:
    setting.setenv("NAME", value)

    mail = environment.mail("NAME")

    assert (mail.port, mail.use_ssl, mail.use_tls) == (port, ssl, tls)


@pytest.mark.parametrize("value", ["mail.example.org", "smtp://", "smtp://localhost/inbox", "smtp://localhost?tls=no"])
def test_a_bad_mail_url_is_refused(setting: pytest.MonkeyPatch, value: str) -> None:
    setting.setenv("NAME", value)

    assert refusal(environment.mail).startswith("NAME must ")
