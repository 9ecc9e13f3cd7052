"""Throwaway PostgreSQL and Redis servers, each in a folder of its own and on a free port of this machine only.

A server lives exactly as long as its `with` block. Where its program is not installed, `Missing` says what to install.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import redis as redis_client

PATIENCE = 90  # seconds: mostly half of one is enough, but a busy machine makes its demo slowly
POSTGRESQL_FOLDER = Path("/usr/lib/postgresql")  # Debian keeps the server's programs off the PATH


class Missing(Exception):
    """A program that a test needs is not installed."""

    def __init__(self, name: str, package: str) -> None:
        super().__init__(f"{name} is not installed: apt-get install {package}")


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of an empty database `kagejima`, whose owner may create others."""
    initdb, server = postgresql_program("initdb"), postgresql_program("postgres")
    with TemporaryDirectory(prefix="kagejima-postgresql-") as folder:
        user, data, port = _unprivileged(folder), f"{folder}/data", free_port()
        options = ["--auth=trust", "--username=kagejima", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
        subprocess.run([initdb, *options, data], check=True, capture_output=True, cwd=folder, **user)
        # No socket but the port; and nothing here outlives a crash, so nothing need reach the disk.
        options = ["-h", "127.0.0.1", "-p", str(port), "-k", "", "-F"]
        url = f"postgresql://kagejima@127.0.0.1:{port}/"
        # Its SIGTERM waits for every client to leave.
        with running(
            [server, "-D", data, *options], lambda: _connect(url).close(), stop=signal.SIGINT, cwd=folder, **user
        ):
            with _connect(url) as connection:
                connection.execute("CREATE DATABASE kagejima")
            yield url + "kagejima"


@contextmanager
def redis() -> Iterator[str]:
    """The URL of an empty Redis."""
    server, port = program("redis-server", package="redis-server"), free_port()
    url = f"redis://127.0.0.1:{port}/0"
    with TemporaryDirectory(prefix="kagejima-redis-") as folder:
        command = [server, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", folder]
        with running(command, lambda: _ping(url)):
            yield url


@contextmanager
def running(
    command: Sequence[str], ready: Callable[[], object], *, stop: signal.Signals = signal.SIGTERM, **options: Any
) -> Iterator[Path]:
    """Runs a program once `ready` no longer raises, and gives the file that its output goes to."""
    with TemporaryDirectory(prefix="kagejima-log-") as folder:
        log = Path(folder, "log")
        with log.open("wb") as output:
            process = subprocess.Popen(
                command, stdout=output, stderr=subprocess.STDOUT, start_new_session=True, **options
            )
        try:
            wait_until(ready, still=lambda: process.poll() is None, story=log.read_text)
            yield log
        finally:
            _stop(process, stop)


def wait_until(ready: Callable[[], object], *, still: Callable[[], bool], story: Callable[[], str]) -> None:
    """Returns once `ready` no longer raises. Fails with the story so far when hope is gone or the wait gets long."""
    deadline = time.monotonic() + PATIENCE
    while True:
        hope = still() and time.monotonic() < deadline
        try:
            ready()
        except Exception as reason:
            if not hope:
                raise RuntimeError(f"It did not become ready:\n{story()}") from reason
            time.sleep(0.05)
        else:
            return


def home_page(port: int, *, host: str = "127.0.0.1") -> tuple[int, str]:
    """The status and the text that the site on this port answers with."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request("GET", "/", headers={"Host": host})
        response = connection.getresponse()
        return response.status, response.read().decode()


def program(name: str, *, package: str) -> str:
    """Where a program is, or `Missing` with the Debian package that has it."""
    path = shutil.which(name)
    if path is None:
        raise Missing(name, package)
    return path


def postgresql_program(name: str) -> str:
    versions = sorted(POSTGRESQL_FOLDER.glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    return str(versions[-1]) if versions else program(name, package="postgresql")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _unprivileged(folder: str) -> Mapping[str, Any]:
    """How to start PostgreSQL, which refuses to run as root: as somebody else, who then owns the folder."""
    if os.geteuid() != 0:
        return {}
    known = {entry.pw_name for entry in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in known else "nobody")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _connect(url: str) -> psycopg.Connection:
    return psycopg.connect(url + "postgres", autocommit=True)


def _ping(url: str) -> None:
    with redis_client.Redis.from_url(url) as client:
        client.ping()


def _stop(process: subprocess.Popen[bytes], signal_: signal.Signals) -> None:
    """Asks politely first. Then nothing is left of the program, nor of what it started in its turn."""
    process.send_signal(signal_)
    with suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
