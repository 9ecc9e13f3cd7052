"""A worker that is killed in mid-delivery loses nothing: another delivers what it held, under its first number."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID

import psycopg

from tests.notices.receivers import Sink, sink
from tests.scaled.conftest import BIN, ROOT
from tests.servers import wait_until

ANNOUNCE = """
import sys
import django
django.setup()
from django.contrib.auth.models import User
from django.db import transaction
from league.models import League, Membership, Role
from league.notices.kinds import Kind
from league.notices.models import Webhook
from league.notices.raising import announce

url, roll_back = sys.argv[1], sys.argv[2] == "roll back"
with transaction.atomic():
    league, _ = League.objects.get_or_create(slug="moon-court", name="Moon Court")
    kenta, _ = User.objects.get_or_create(username="kenta")
    Membership.objects.get_or_create(league=league, person=kenta, role=Role.PLAYER)
    Webhook.objects.get_or_create(person=kenta, name="Mine", style="json", url=url)
    announce(kind=Kind.NEWSLETTER, league=league, people=[kenta], title="Issue 3", url="/")
    transaction.set_rollback(roll_back)
"""


def environment(scaled_out: dict[str, str]) -> dict[str, str]:
    return scaled_out | {"DJANGO_SETTINGS_MODULE": "config.settings", "WEBHOOK_NETWORKS": "127.0.0.0/8"}


def announce(scaled_out: dict[str, str], taker: Sink, *, roll_back: bool = False) -> None:
    command = [sys.executable, "-c", ANNOUNCE, taker.url, "roll back" if roll_back else "keep"]
    subprocess.run(command, cwd=ROOT, env=environment(scaled_out), check=True)


def rows(url: str, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(query).fetchall()


def deliveries(url: str) -> list[tuple[object, ...]]:
    return rows(url, "SELECT id, state, tries FROM league_delivery")


@contextmanager
def worker(scaled_out: dict[str, str]) -> Iterator[Callable[[], None]]:
    """A Celery worker, and how to kill it as the kernel would: at once, with all its processes."""
    with TemporaryDirectory() as folder, Path(folder, "log").open("wb") as output:
        process = subprocess.Popen(
            [str(BIN / "celery"), "--app", "config", "worker", "--concurrency=2"],
            cwd=ROOT,
            env=environment(scaled_out),
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

        def kill() -> None:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

        try:
            yield kill
        finally:
            kill()


def until(what: Callable[[], bool]) -> None:
    def check() -> None:
        assert what()

    wait_until(check, still=lambda: True, story=lambda: "It never happened.")


def test_a_worker_killed_in_mid_delivery_loses_nothing_and_the_repeat_has_the_first_number(
    scaled_out: dict[str, str],
) -> None:
    url = scaled_out["DATABASE_URL"]
    with sink() as taker:
        taker.hangs = threading.Event()
        with worker(scaled_out) as kill:
            announce(scaled_out, taker)
            until(lambda: len(taker.requests) == 1)
            kill()
        ((number, state, tries),) = deliveries(url)
        assert (state, tries) == ("waiting", 1)
        taker.hangs.set()

        with worker(scaled_out):
            sweep = [str(BIN / "celery"), "--app", "config", "call", "league.tasks.sweep_outbox"]
            subprocess.run(sweep, cwd=ROOT, env=environment(scaled_out), check=True, capture_output=True)
            # As long as the first might still be at it nobody else takes its place.
            assert [one for one, _, _ in deliveries(url)] == [number]
            assert len(taker.requests) == 1
            with psycopg.connect(url) as connection:
                connection.execute("UPDATE league_delivery SET next_try_at = now()")  # its lease is over
            subprocess.run(sweep, cwd=ROOT, env=environment(scaled_out), check=True, capture_output=True)
            until(lambda: deliveries(url) == [(number, "delivered", 2)])

    assert isinstance(number, UUID)
    assert [request.headers["X-Kagejima-Delivery"] for request in taker.requests] == [str(number)] * 2
    assert taker.requests[0].body == taker.requests[1].body


def test_what_is_rolled_back_reaches_no_worker(scaled_out: dict[str, str]) -> None:
    url = scaled_out["DATABASE_URL"]
    before = deliveries(url)
    with sink() as taker:
        announce(scaled_out, taker, roll_back=True)
        assert deliveries(url) == before
        with worker(scaled_out):
            announce(scaled_out, taker)
            until(lambda: len(taker.requests) == 1)
            until(lambda: ("delivered", 1) in [(state, tries) for _, state, tries in deliveries(url)])
    assert len(taker.requests) == 1
