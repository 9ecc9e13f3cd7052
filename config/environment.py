"""Reads settings from environment variables. A bad value stops the start with a sentence that names its variable.

A variable that is set but empty counts as unset, because that is how Compose files and unit files switch one off.
"""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, NoReturn
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured

YES = ("1", "true", "yes", "on")
NO = ("0", "false", "no", "off")
HOST_NAME = re.compile(r"\.?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\]")
HIGHEST_PORT = 65535
SHORTEST_SECRET = 50
SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")


def refuse(name: str, reason: str) -> NoReturn:
    # The value itself is never repeated: it may hold a password, and this sentence ends up in logs.
    raise ImproperlyConfigured(f"{name} {reason}")


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str) -> bool:
    """Off where the variable is unset."""
    value = text(name, NO[0]).lower()
    if value not in YES + NO:
        refuse(name, f"must be one of {', '.join(YES + NO)}.")
    return value in YES


def choice(name: str, options: tuple[str, ...]) -> str:
    """One of these; the first where the variable is unset."""
    value = text(name, options[0]).lower()
    if value not in options:
        refuse(name, f"must be one of {', '.join(options)}.")
    return value


def port(name: str, default: int) -> int:
    value = text(name, str(default))
    if not re.fullmatch(r"[0-9]{1,5}", value) or not 0 < int(value) <= HIGHEST_PORT:
        refuse(name, f"must be a number from 1 to {HIGHEST_PORT}.")
    return int(value)


def time_zone(name: str, default: str) -> str:
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        refuse(name, "must be the name of a time zone, such as Europe/Berlin.")
    return value


def hosts(name: str) -> list[str]:
    """Host names separated by commas or spaces. A leading dot stands for every subdomain."""
    names = text(name).lower().replace(",", " ").split()
    for host in names:
        if not HOST_NAME.fullmatch(host):
            refuse(name, "must list host names such as league.example.org: no scheme, no port, no path, no '*'.")
    return names


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Networks separated by commas or spaces, such as 10.1.0.0/16; one address alone is a network, too."""
    try:
        return [ip_network(one) for one in text(name).replace(",", " ").split()]
    except ValueError:
        refuse(name, "must list networks such as 10.1.0.0/16 or fd00:1::/64, with no bits set after the mask.")


def secret(name: str) -> str:
    value = text(name)
    if len(value) < SHORTEST_SECRET:
        refuse(name, f"must be set to at least {SHORTEST_SECRET} random characters wherever HOSTS is set.")
    return value


def database(name: str) -> dict[str, Any] | None:
    """PostgreSQL's connection as Django's settings spell it, or None where the variable is unset."""
    url = _url(name, ("postgresql", "postgres"), "postgresql://user:password@host:5432/name")
    if url is None:
        return None
    database_name = unquote(url.path.removeprefix("/"))
    if not database_name or "/" in database_name:
        refuse(name, "must end in the name of one database, as in postgresql://user:password@host:5432/name.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": database_name,
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": unquote(url.hostname or ""),
        "PORT": str(url.port or ""),
        "OPTIONS": _query(name, url, {"sslmode": SSL_MODES.__contains__, "sslrootcert": bool}),
    }


def redis(name: str) -> str:
    """The URL as given: redis-py and Celery both take it whole."""
    url = _url(name, ("redis", "rediss"), "redis://:password@host:6379/0")
    if url is None:
        return ""
    if not re.fullmatch(r"/?\d*", url.path):
        refuse(name, "must end in the number of one database, as in redis://:password@host:6379/0.")
    return url.geturl()


@dataclass(frozen=True, slots=True)
class Mail:
    """How mail leaves the site: by default it is printed where the site was started."""

    backend: str = "django.core.mail.backends.console.EmailBackend"
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    use_ssl: bool = False
    use_tls: bool = False


def mail(name: str) -> Mail:
    url = _url(name, ("smtp", "smtps"), "smtp://user:password@host:587")
    if url is None:
        return Mail()
    if url.path.strip("/") or url.query:
        refuse(name, "must end after the port, as in smtp://user:password@host:587.")
    encrypted = url.scheme == "smtps"
    return Mail(
        backend="django.core.mail.backends.smtp.EmailBackend",
        host=url.hostname or "",
        port=url.port or (465 if encrypted else 587),
        user=unquote(url.username or ""),
        password=unquote(url.password or ""),
        use_ssl=encrypted,
        # Credentials never cross the network in clear; a relay on this machine takes mail without either.
        use_tls=not encrypted and bool(url.username),
    )


def _url(name: str, schemes: tuple[str, ...], example: str) -> SplitResult | None:
    value = text(name)
    if not value:
        return None
    try:
        url = urlsplit(value)
        port_is_possible = url.port is None or url.port > 0
    except ValueError:
        refuse(name, f"must be a URL such as {example}.")
    if url.scheme not in schemes or not url.hostname or not port_is_possible or url.fragment:
        refuse(name, f"must be a URL such as {example}.")
    return url


def _query(name: str, url: SplitResult, allowed: dict[str, Callable[[str], bool]]) -> dict[str, str]:
    options = dict(parse_qsl(url.query, keep_blank_values=True))
    for key, value in options.items():
        if key not in allowed:
            refuse(name, f"may carry only {' and '.join(allowed)} after '?'.")
        if not allowed[key](value):
            refuse(name, f"has a value for {key} that PostgreSQL does not know.")
    return options
