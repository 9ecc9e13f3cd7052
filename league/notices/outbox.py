"""The outbox: every delivery is tried until its answer was seen, or until there is no hope.

Whoever takes a delivery writes down first when it is to be tried again if nothing more is heard: so one that dies
with its worker is due again by itself, and of many who reach for one only one gets it. What was answered is never
sent again; a repeat carries the number of the first try.
"""

import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from league.notices import digests, mail, webhooks
from league.notices.answers import Answer
from league.notices.models import Delivery, News, Notice

# Longer than any try can take: mail and webhooks give up after seconds.
LEASE = timedelta(minutes=5)
FIRST_WAIT = timedelta(minutes=1)
GROWTH = 3  # each wait is that many times the one before
MOST_TRIES = 9  # over two days
AT_ONCE = 500  # for one sweep
KEPT = timedelta(days=30)  # what was delivered, for the log
REMEMBERED = timedelta(days=180)  # what was told
UNANSWERED = "The answer was never seen."
State = Delivery.State

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Claim:
    """A delivery that is ours to try, until its lease runs out."""

    delivery: Delivery
    tries: int


def due(now: datetime | None = None) -> list[UUID]:
    """What is to be tried now, the longest waiting first."""
    waiting = Delivery.objects.filter(state=State.WAITING, next_try_at__lte=now or timezone.now())
    return list(waiting.order_by("next_try_at").values_list("pk", flat=True)[:AT_ONCE])


def sweep() -> int:
    """Everything that is due, one after the other. Returns how many there were."""
    prepare()
    found = due()
    deliver(found)
    return len(found)


def prepare() -> None:
    """What a sweep does before it delivers: the mails of the day, and an end to what is without hope."""
    digests.write()
    lost = Delivery.objects.filter(state=State.WAITING, tries__gte=MOST_TRIES, next_try_at__lte=timezone.now())
    lost.update(state=State.FAILED, next_try_at=None, error=UNANSWERED)


def deliver(deliveries: Iterable[UUID]) -> None:
    for one in deliveries:
        if claimed := claim(one):
            attempt(claimed)


def claim(pk: UUID) -> Claim | None:
    """Ours, if it is due and nobody was quicker."""
    now = timezone.now()
    free = Delivery.objects.filter(pk=pk, state=State.WAITING, next_try_at__lte=now, tries__lt=MOST_TRIES)
    if not free.update(next_try_at=now + LEASE, tried_at=now, tries=F("tries") + 1):
        return None
    found = Delivery.objects.select_related("news__league", "person", "webhook").get(pk=pk)
    return Claim(found, found.tries)


def attempt(claimed: Claim) -> Answer:
    """Try it, and write down what came of it."""
    its, began = claimed.delivery, time.monotonic()
    try:
        answer = webhooks.post(its) if its.webhook else mail.send(its)
    except Exception:
        log.exception("Delivery %s failed for no reason that anybody has thought of.", its.pk)
        answer = Answer(State.WAITING, error="Something went wrong here. It is tried again.")
    _note(claimed, answer, round(1000 * (time.monotonic() - began)))
    if its.webhook:
        webhooks.learn(its.webhook, answer)
    return answer


def wait_after(tries: int, asked: timedelta | None = None) -> timedelta:
    """Until the next try: ever longer, and at least as long as the other server asks for."""
    grown: timedelta = FIRST_WAIT * GROWTH ** (tries - 1)
    return max(grown, asked or FIRST_WAIT)


def _note(claimed: Claim, answer: Answer, milliseconds: int) -> None:
    state = State(answer.state)
    if state == State.WAITING and claimed.tries >= MOST_TRIES:
        state = State.FAILED
    # Success counts whoever reports it. Any other word is only that of the one whose turn it is.
    found = Delivery.objects.filter(pk=claimed.delivery.pk, state=State.WAITING)
    if state != State.DELIVERED:
        found = found.filter(tries=claimed.tries)
    again = timezone.now() + wait_after(claimed.tries, answer.wait) if state == State.WAITING else None
    found.update(
        state=state, next_try_at=again, status=answer.status, error=answer.error[:300], milliseconds=milliseconds
    )


def discard_old() -> None:
    """Neither the log nor the list of notices grows for ever."""
    now = timezone.now()
    Delivery.objects.exclude(state=State.WAITING).filter(created_at__lt=now - KEPT).delete()
    Notice.objects.filter(news__created_at__lt=now - REMEMBERED).delete()
    News.objects.filter(created_at__lt=now - KEPT, notices=None, deliveries=None).delete()
