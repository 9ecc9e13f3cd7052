"""The courier of a site without workers: one thread in each web process that sees to the outbox.

A process that serves no pages has none: what a command or a test writes waits for one that does.
"""

import logging
import threading
from collections.abc import Callable
from typing import ClassVar

from django.conf import settings
from django.db import connections

EVERY = 60  # seconds, if nobody wakes it

log = logging.getLogger(__name__)


class Courier(threading.Thread):
    """Does its rounds when woken, and every minute."""

    here: ClassVar["Courier | None"] = None

    def __init__(self, sweep: Callable[[], object]) -> None:
        # A daemon does not keep the process alive: what it drops in mid-delivery is taken up again by another.
        super().__init__(name="courier", daemon=True)
        self.sweep = sweep
        self.bell = threading.Event()
        self.is_leaving = False

    def run(self) -> None:
        while not self.is_leaving:
            self.bell.clear()
            try:
                self.sweep()
            except Exception:
                log.exception("The outbox could not be swept; it is tried again in a minute.")
            finally:
                connections.close_all()
            self.bell.wait(EVERY)

    def leave(self) -> None:
        self.is_leaving = True
        self.bell.set()
        self.join()


def start(sweep: Callable[[], object]) -> None:
    """Called by each web process when it is ready to serve. Where there are workers they do it."""
    if settings.CELERY_TASK_ALWAYS_EAGER and Courier.here is None:
        Courier.here = Courier(sweep)
        Courier.here.start()


def wake() -> None:
    if Courier.here:
        Courier.here.bell.set()
