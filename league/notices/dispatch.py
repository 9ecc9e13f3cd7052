"""Gets deliveries on their way after the commit: to the workers, or to this process's own courier.

Whatever is not woken here is found by the sweep of every minute: nothing depends on it but how soon it leaves.
"""

import logging
from collections.abc import Sequence
from uuid import UUID

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from league.notices import background

TASK = "league.tasks.deliver"
AT_A_TIME = 10  # for one task: a server that answers slowly keeps only so many others waiting

log = logging.getLogger(__name__)


def wake(deliveries: Sequence[UUID]) -> None:
    if settings.CELERY_TASK_ALWAYS_EAGER:
        background.wake()
        return
    try:
        for start in range(0, len(deliveries), AT_A_TIME):
            chunk = [str(one) for one in deliveries[start : start + AT_A_TIME]]
            current_app.send_task(TASK, args=[chunk], retry=False)
    except OperationalError:
        log.warning("The queue does not answer: %d deliveries wait for the next sweep.", len(deliveries))
