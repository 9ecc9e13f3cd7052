"""One HTTP request to a webhook: to an address that was checked, for a few seconds, following nobody anywhere else.

Of the answer only its status is read, and when to come again. The certificate is checked against the host's name.
"""

import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse

from league.notices import guard
from league.notices.guard import Resolve, Target

PATIENCE = 5.0  # seconds for each step
LONGEST = 10.0  # seconds for all of them: a server that drips its answer does not hold us for ever
MOST_ADDRESSES = 3


class Unanswered(Exception):
    """Nothing is known of what became of it."""


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    retry_after: str


class _NotConnected(Exception):
    """Nothing was sent: another address of the same host may be tried."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(str(reason))
        self.reason = reason


class _Pinned(HTTPConnection):
    """Speaks with the host by its name, and connects to the one address that was checked."""

    def __init__(self, target: Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=PATIENCE)
        self.target, self.address = target, address
        self.default_port = guard.DEFAULT_PORTS[target.scheme]

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.target.port), PATIENCE)
        if self.target.scheme == "https":
            self.sock = ssl.create_default_context().wrap_socket(
                self.sock, server_hostname=self.target.host, do_handshake_on_connect=False
            )
            self.sock.do_handshake()

    def hang_up(self) -> None:
        """From another thread: whoever waits for this connection waits no more."""
        if self.sock:
            with suppress(OSError):  # it may have ended by itself in this moment
                # Past what TLS would have to say first.
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


def post(url: str, body: bytes, headers: Mapping[str, str], resolve: Resolve | None = None) -> Reply:
    """The status of the answer. Raises `RuleBroken`, `guard.Forbidden` or `Unanswered` with a sentence."""
    target = guard.target_of(url)
    try:
        return _post(target, guard.addresses(target, resolve), body, headers)
    except (OSError, HTTPException) as failed:
        raise Unanswered(_said(failed)) from failed


def _post(target: Target, addresses: list[str], body: bytes, headers: Mapping[str, str]) -> Reply:
    *others, last = addresses[:MOST_ADDRESSES]
    for address in others:
        with suppress(_NotConnected):
            return _post_to(target, address, body, headers)
    try:
        return _post_to(target, last, body, headers)
    except _NotConnected as failed:
        raise failed.reason from failed


def _post_to(target: Target, address: str, body: bytes, headers: Mapping[str, str]) -> Reply:
    connection = _Pinned(target, address)
    watch = threading.Timer(LONGEST, connection.hang_up)
    watch.daemon = True
    watch.start()
    try:
        _connect(connection)
        connection.request("POST", target.path, body, dict(headers))
        response: HTTPResponse = connection.getresponse()
        return Reply(response.status, response.headers.get("Retry-After", ""))
    finally:
        watch.cancel()
        connection.close()


def _connect(connection: _Pinned) -> None:
    try:
        connection.connect()
    except OSError as failed:
        raise _NotConnected(failed) from failed


def _said(failed: Exception) -> str:
    if isinstance(failed, ssl.SSLCertVerificationError):
        return f"Its certificate is not to be trusted: {failed.verify_message}."
    if isinstance(failed, TimeoutError):
        return "It did not answer in time."
    if isinstance(failed, ConnectionRefusedError):
        return "It refuses connections."
    if isinstance(failed, guard.Unresolved):
        return str(failed)
    return f"The connection broke: {str(failed) or type(failed).__name__}."
