"""Where webhooks may reach: every address that is not public is refused, in whatever dress it comes."""

from ipaddress import ip_address, ip_network
from typing import Any

import pytest
from pytest_django import Settings

from league.notices import guard
from rules.problems import RuleBroken

CLOSED = [
    "0.0.0.0",  # noqa: S104 - nothing is bound to it
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.0.170",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:0:127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:10::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:a9fe:a9fe::1",
    "2002:c0a8:1::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fd12:3456:789a::1",
    "fe80::1",
    "fe80::1%1",
    "febf::1",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
]
OPEN = ["1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "162.159.128.233"]
OPEN += ["2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1", "2a00:1450:4001:800::200e"]


def resolving(*addresses: str) -> guard.Resolve:
    def resolve(host: str, port: int) -> list[Any]:
        return [(2, 1, 6, "", (one, port)) for one in addresses]

    return resolve


def target(host: str = "hooks.example.org") -> guard.Target:
    return guard.Target("https", host, 443, "/")


@pytest.mark.parametrize("address", CLOSED)
def test_a_closed_address_is_refused(address: str) -> None:
    assert not guard.is_open(ip_address(address))
    with pytest.raises(guard.Forbidden, match="not on the public internet"):
        guard.addresses(target(), resolving(address))


@pytest.mark.parametrize("address", OPEN)
def test_a_public_address_is_open(address: str) -> None:
    assert guard.addresses(target(), resolving(address)) == [address]


def test_one_closed_address_among_many_is_one_too_many() -> None:
    with pytest.raises(guard.Forbidden, match=r"leads to 10\.0\.0\.1"):
        guard.addresses(target(), resolving("8.8.8.8", "10.0.0.1", "1.1.1.1"))


def test_every_address_comes_once() -> None:
    assert guard.addresses(target(), resolving("8.8.8.8", "8.8.8.8", "1.1.1.1")) == ["8.8.8.8", "1.1.1.1"]


@pytest.mark.parametrize("found", [OSError("no such host"), UnicodeError("label too long")])
def test_a_name_that_nobody_knows_may_be_known_later(found: Exception) -> None:
    def resolve(host: str, port: int) -> list[Any]:
        raise found

    with pytest.raises(guard.Unresolved, match=r"hooks\.example\.org was not found"):
        guard.addresses(target(), resolve)
    with pytest.raises(guard.Unresolved):
        guard.addresses(target(), resolving())


@pytest.mark.parametrize("host", ["127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "localhost."])
def test_loopback_by_another_name_is_loopback(host: str) -> None:
    """As the system itself reads it: nothing of it is guessed."""
    with pytest.raises((guard.Forbidden, guard.Unresolved)):
        guard.addresses(target(host))


def test_the_operator_opens_a_network_and_no_other(settings: Settings) -> None:
    settings.WEBHOOK_NETWORKS = [ip_network("10.1.0.0/16")]
    assert guard.addresses(target(), resolving("10.1.2.3")) == ["10.1.2.3"]
    assert guard.is_open(ip_address("::ffff:10.1.2.3"))
    assert not guard.is_open(ip_address("10.2.0.1"))
    assert not guard.is_open(ip_address("127.0.0.1"))


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("https://example.org", ("https", "example.org", 443, "/")),
        ("http://example.org/hook?a=b", ("http", "example.org", 80, "/hook?a=b")),
        ("https://EXAMPLE.org:8443/x", ("https", "example.org", 8443, "/x")),
        ("https://[2606:4700::1]:1/", ("https", "2606:4700::1", 1, "/")),
        ("https://bücher.example/", ("https", "xn--bcher-kva.example", 443, "/")),
    ],
)
def test_an_address_is_taken_apart_once(url: str, parts: tuple[str, str, int, str]) -> None:
    assert guard.target_of(url) == guard.Target(*parts)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "javascript:alert(1)",
        "https://",
        "https:///hook",
        "https://:443/",
        "https://example.org:0/",
        "https://example.org:65536/",
        "https://example.org:port/",
        "https://user:secret@example.org/",
        "https://@example.org/",
        "https://example.org/#part",
        "https://example.org/a b",
        "https://example.org/\r\nX-Evil: 1",
        "https://exam\tple.org/",
        "https://example.org\\@127.0.0.1/",
        "https://[::1/",
        "https://a..b/",
        "https://" + "a" * 64 + ".org/",
        "https://example.org/grüße",
        "https://localhost/",
        "https://LOCALHOST.:8000/",
        "https://sub.localhost/",
        *(f"http://[{one}]/" if ":" in one else f"http://{one}/" for one in CLOSED if "%" not in one),
    ],
)
def test_what_is_no_address_of_the_public_internet_is_refused_at_once(url: str) -> None:
    with pytest.raises(RuleBroken) as refusal:
        guard.target_of(url)
    assert refusal.value.subject == "url"
