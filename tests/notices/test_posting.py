"""One request to a webhook, against real servers on this machine."""

import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from league.notices import guard, posting
from tests.notices.receivers import LOOPBACK, Sink, sink
from tests.servers import free_port

HEADERS = {"Content-Type": "application/json"}


@pytest.fixture(autouse=True)
def this_machine_is_open(settings: Settings) -> None:
    settings.WEBHOOK_NETWORKS = LOOPBACK


@pytest.fixture
def taker() -> Iterator[Sink]:
    with sink() as its:
        yield its


def to(*addresses: str) -> guard.Resolve:
    def resolve(host: str, port: int) -> list[Any]:
        return [(2, 1, 6, "", (one, port)) for one in addresses]

    return resolve


@contextmanager
def rude(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server that answers as it likes. Gives its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with closing(listener.accept()[0]) as one:
                one.recv(65536)
                answer(one)

        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1]


def test_the_status_and_when_to_come_again_are_all_that_is_read(taker: Sink) -> None:
    taker.status, taker.headers = 429, {"Retry-After": "7"}
    assert posting.post(taker.url, b"{}", HEADERS) == posting.Reply(429, "7")
    (request,) = taker.requests
    assert (request.path, request.body) == ("/hook", b"{}")
    assert request.headers["Content-Type"] == "application/json"


def test_the_host_is_called_by_its_name_at_the_address_that_was_checked(taker: Sink) -> None:
    url = f"http://hooks.example.org:{taker.port}/x?y=z"
    assert posting.post(url, b"", HEADERS, to("127.0.0.1")).status == 204
    (request,) = taker.requests
    assert request.headers["Host"] == f"hooks.example.org:{taker.port}"
    assert request.path == "/x?y=z"


def test_a_name_is_resolved_once_and_never_again(taker: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads elsewhere the second time it is asked leads nowhere."""
    asked = []

    def resolve(host: str, port: int) -> list[Any]:
        asked.append(host)
        return to("127.0.0.1" if len(asked) == 1 else "127.0.0.2")(host, port)

    looked_up, real = set(), socket.getaddrinfo

    def look_up(host: str, *rest: Any, **more: Any) -> Any:
        looked_up.add(host)
        return real(host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    posting.post(f"http://rebinding.example:{taker.port}/", b"", HEADERS, resolve)
    assert asked == ["rebinding.example"]
    assert looked_up == {"127.0.0.1"}


def test_another_address_of_the_host_is_tried_if_nobody_listens_at_the_first(taker: Sink) -> None:
    url = f"http://hooks.example.org:{taker.port}/"
    assert posting.post(url, b"", HEADERS, to("127.0.0.9", "127.0.0.1")).status == 204


def test_a_redirect_is_an_answer_and_nobody_follows_it(taker: Sink) -> None:
    taker.status, taker.headers = 302, {"Location": "http://169.254.169.254/"}
    assert posting.post(taker.url, b"", HEADERS).status == 302
    assert len(taker.requests) == 1


def test_a_closed_address_is_not_even_connected_to(taker: Sink, settings: Settings) -> None:
    settings.WEBHOOK_NETWORKS = []
    with pytest.raises(guard.Forbidden):
        posting.post(f"http://hooks.example.org:{taker.port}/", b"", HEADERS, to("127.0.0.1"))
    assert taker.requests == []


def test_a_server_that_is_not_there_gives_no_answer() -> None:
    with pytest.raises(posting.Unanswered, match="refuses connections"):
        posting.post(f"http://127.0.0.1:{free_port()}/", b"", HEADERS)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"What do you want?\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"a" * 70_000 + b"\r\n\r\n",
        b"HTTP/1.1 999999\r\n",
    ],
)
def test_nonsense_is_no_answer(answer: bytes) -> None:
    with rude(lambda one: one.sendall(answer)) as port, pytest.raises(posting.Unanswered):
        posting.post(f"http://127.0.0.1:{port}/", b"", HEADERS)


def test_an_endless_answer_is_not_read() -> None:
    def endless(one: socket.socket) -> None:
        one.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        with suppress(OSError):
            while True:
                one.sendall(b"x" * 65536)

    with rude(endless) as port:
        assert posting.post(f"http://127.0.0.1:{port}/", b"", HEADERS).status == 200


def test_a_server_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "PATIENCE", 0.1)
    with rude(lambda one: time.sleep(1)) as port, pytest.raises(posting.Unanswered, match="in time"):
        posting.post(f"http://127.0.0.1:{port}/", b"", HEADERS)


def test_a_server_that_drips_its_answer_is_not_waited_for_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "LONGEST", 0.3)

    def drip(one: socket.socket) -> None:
        for _ in range(50):
            try:
                one.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            except OSError:
                return
            time.sleep(0.1)

    began = time.monotonic()
    with rude(drip) as port, pytest.raises(posting.Unanswered):
        posting.post(f"http://127.0.0.1:{port}/", b"", HEADERS)
    assert time.monotonic() - began < 2


def test_a_certificate_that_nobody_vouches_for_is_not_trusted(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    request = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=hooks.example.org",
    ]
    subprocess.run(
        [*request, "-addext", "subjectAltName=DNS:hooks.example.org", "-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with closing(listener.accept()[0]) as one, suppress(OSError):
                context.wrap_socket(one, server_side=True).recv(1)

        threading.Thread(target=serve, daemon=True).start()
        url = f"https://hooks.example.org:{listener.getsockname()[1]}/"
        with pytest.raises(posting.Unanswered, match="certificate is not to be trusted"):
            posting.post(url, b"", HEADERS, to("127.0.0.1"))
