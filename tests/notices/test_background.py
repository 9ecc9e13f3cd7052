"""A site without workers: a thread of each web process delivers, so that no page waits for another server."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from django.core import mail
from pytest_django import Settings

from league.notices import background, outbox, raising
from league.notices.background import Courier
from league.notices.kinds import Kind
from league.notices.models import Delivery
from tests.league.clubs import club, join
from tests.notices.receivers import confirm
from tests.teams.people import person


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[], object]], Courier]]:
    monkeypatch.setattr(Courier, "here", None)

    def start(sweep: Callable[[], object]) -> Courier:
        background.start(sweep)
        assert Courier.here
        return Courier.here

    yield start
    if Courier.here:
        Courier.here.leave()


def until(what: Callable[[], object]) -> None:
    deadline = time.monotonic() + 10
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.django_db(transaction=True)
def test_what_is_written_is_delivered_right_after_the_commit(
    started: Callable[[Callable[[], object]], Courier],
) -> None:
    league = club()
    kenta = join(league, person())
    confirm(kenta)
    started(outbox.sweep)
    raising.announce(kind=Kind.NEWSLETTER, league=league, people=[kenta], title="Issue 3", url="/")
    until(lambda: mail.outbox)
    until(lambda: Delivery.objects.filter(state=Delivery.State.DELIVERED).exists())
    assert mail.outbox[0].subject == "Kagejima: Issue 3"


def test_it_sweeps_when_the_process_starts_and_when_woken(
    started: Callable[[Callable[[], object]], Courier],
) -> None:
    swept = threading.Semaphore(0)
    started(swept.release)
    assert swept.acquire(timeout=10)
    background.wake()
    assert swept.acquire(timeout=10)
    assert not swept.acquire(timeout=0.1)


def test_it_survives_whatever_goes_wrong(
    started: Callable[[Callable[[], object]], Courier], caplog: pytest.LogCaptureFixture
) -> None:
    swept = threading.Semaphore(0)

    def fail() -> None:
        swept.release()
        raise OSError("The disk is full.")

    courier = started(fail)
    assert swept.acquire(timeout=10)
    background.wake()
    assert swept.acquire(timeout=10)
    assert courier.is_alive()
    assert "The disk is full." in caplog.text


def test_there_is_one_in_a_process(started: Callable[[Callable[[], object]], Courier]) -> None:
    assert started(lambda: None) is started(lambda: None)


def test_where_there_are_workers_there_is_none(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Courier, "here", None)
    settings.CELERY_TASK_ALWAYS_EAGER = False
    background.start(lambda: pytest.fail("Not here."))
    assert Courier.here is None


def test_a_process_that_serves_nobody_delivers_nothing() -> None:
    background.wake()
    assert Courier.here is None
