"""What happens in leagues without anybody asking."""

from collections.abc import Sequence
from uuid import UUID

from celery import shared_task

from league.notices import dispatch, outbox


@shared_task
def deliver(deliveries: Sequence[str]) -> None:
    """What was just written. One that another has taken meanwhile is left alone."""
    outbox.deliver(UUID(one) for one in deliveries)


@shared_task
def sweep_outbox() -> None:
    """What is due: later tries, and whatever was lost with a worker or a queue."""
    outbox.prepare()
    dispatch.wake(outbox.due())


@shared_task
def discard_old_notices() -> None:
    outbox.discard_old()
