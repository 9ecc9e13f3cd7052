"""Which addresses webhooks may reach: those of the public internet, and the networks that the operator lists.

Members choose the addresses, so whoever runs the site must not be reachable through it. A name is resolved once,
every address it has is checked, and what was checked is what is connected to: there is no second look at the name.
"""

import ipaddress
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from rules.problems import refuse

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], list[Any]]

DEFAULT_PORTS = {"http": 80, "https": 443}
# Beyond what Python calls not global, which differs between its versions.
CLOSED = tuple(
    map(
        ipaddress.ip_network,
        (
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",
            "::/16",  # unspecified, loopback, and IPv4 in its disused form
            "64:ff9b:1::/48",
            "100::/64",
            "2001::/23",  # Teredo, ORCHID and the like
            "2001:db8::/32",
            "3fff::/20",
            "5f00::/16",
            "fc00::/7",
            "fe80::/10",
            "fec0::/10",
            "ff00::/8",
        ),
    )
)
NAT64 = ipaddress.ip_network("64:ff9b::/96")
UNREADABLE = "This is no address that something can be posted to: it looks like https://example.org/hook."


class Unresolved(OSError):
    """The name has no address now: it may have one later."""


class Forbidden(Exception):
    """The address is not for webhooks to reach."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where to post, taken apart once: nobody reads the address in another way later."""

    scheme: str
    host: str
    port: int
    path: str


def target_of(url: str) -> Target:
    """The parts of an address, or a refusal in words. Asks nobody for the host."""
    if not url.isprintable() or any(mark in url for mark in " \\<>\"'`{}|^"):
        raise refuse("bad-url", UNREADABLE, "url")
    try:
        parts = urlsplit(url)
        host = _ascii(parts.hostname or "")
        port = DEFAULT_PORTS.get(parts.scheme, 0) if parts.port is None else parts.port
    except (ValueError, UnicodeError):
        raise refuse("bad-url", UNREADABLE, "url") from None
    if parts.scheme not in DEFAULT_PORTS or not host or not port or parts.fragment:
        raise refuse("bad-url", UNREADABLE, "url")
    if "@" in parts.netloc:
        raise refuse("bad-url", "An address with a name and a password in it is not taken.", "url")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not path.isascii():
        raise refuse("bad-url", "Write what is not plain ASCII after the host as %-codes.", "url")
    _refuse_known(host)
    return Target(parts.scheme, host, port, path)


def _refuse_known(host: str) -> None:
    """What can be told without asking anybody is told at once."""
    literal = _literal("127.0.0.1" if host.rstrip(".").endswith("localhost") else host)
    if literal and not is_open(literal):
        raise refuse("closed-address", f"{host} is not on the public internet: webhooks do not go there.", "url")


def addresses(target: Target, resolve: Resolve | None = None) -> list[str]:
    """Every address of the host, all of them open; or `Forbidden`, even if only one is not."""
    try:
        found = (resolve or _resolve)(target.host, target.port)
    except (OSError, UnicodeError) as failed:
        raise Unresolved(f"{target.host} was not found.") from failed
    known = list(dict.fromkeys(str(row[4][0]) for row in found))
    if not known:
        raise Unresolved(f"{target.host} was not found.")
    for one in known:
        literal = _literal(one)
        if literal is None or not is_open(literal):
            raise Forbidden(f"{target.host} leads to {one}, which is not on the public internet.")
    return known


def is_open(address: IPAddress) -> bool:
    """May a webhook go there? An IPv4 address within an IPv6 one counts as what it is."""
    its = _within(address)
    if any(its in network for network in settings.WEBHOOK_NETWORKS):
        return True
    return its.is_global and not its.is_multicast and not any(its in network for network in CLOSED)


def _within(address: IPAddress) -> IPAddress:
    """What an address comes down to, if it only wraps another."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address.ipv4_mapped:
        return address.ipv4_mapped
    if address.sixtofour:
        return address.sixtofour
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def _ascii(host: str) -> str:
    return host if _literal(host) else host.encode("idna").decode()


def _literal(text: str) -> IPAddress | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _resolve(host: str, port: int) -> list[Any]:
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
