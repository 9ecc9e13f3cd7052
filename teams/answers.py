"""First answers, kept for those who ask again: a request that was lost on its way back can be sent once more.

What a request does and the memory of its answer are one transaction. Of two at the same moment the second waits for
the first, and gets its answer.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from rules.problems import refuse
from teams.models import Answer

KEPT_FOR = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Said:
    status: int
    body: str
    headers: dict[str, str]


def once(*, person: User, key: UUID, request: str, act: Callable[[], Said]) -> Said:
    """What `act` says, or has said when this person sent the same request under this key before."""
    if earlier := _earlier(person, key, request):
        return earlier
    try:
        with transaction.atomic():
            Answer.objects.filter(person=person, given_at__lt=timezone.now() - KEPT_FOR).delete()
            kept = Answer.objects.create(person=person, key=key, request=request)
            said = act()
            kept.status, kept.body, kept.headers = said.status, said.body, said.headers
            kept.save(update_fields=["status", "body", "headers"])
            return said
    except IntegrityError:
        # The other request with this key was quicker, unless it was something in `act`, which has left no answer.
        if earlier := _earlier(person, key, request):
            return earlier
        if not User.objects.filter(pk=person.pk).exists():
            raise refuse("no-account", "This account does not exist any more.") from None
        raise


def _earlier(person: User, key: UUID, request: str) -> Said | None:
    kept = Answer.objects.filter(person=person, key=key).first()
    if kept is None:
        return None
    if kept.request != request:
        message = "This Idempotency-Key was used for another request before. Take a new one for each."
        raise refuse("key-reused", message, "Idempotency-Key")
    return Said(kept.status, kept.body, kept.headers)
