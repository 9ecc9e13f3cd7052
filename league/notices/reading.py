"""Notices as their person reads them."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from league.notices.kinds import CHOSEN
from league.notices.models import Delivery, Notice, Preference, Webhook

MOST_COUNTED = 100  # the bell says 99+


def notices_of(person: User, *, unread_only: bool = False) -> QuerySet[Notice]:
    """The latest first, with the league they are about."""
    found = Notice.objects.filter(person=person, is_shown=True).select_related("news__league").order_by("-pk")
    return found.filter(read_at=None) if unread_only else found


def unread(person: User) -> int:
    """How many, up to as many as anybody counts. One query."""
    return Notice.objects.filter(person=person, is_shown=True, read_at=None)[:MOST_COUNTED].count()


def mark_read(*, person: User, pk: int) -> Notice | None:
    """Read, from the first time on; none if it is not theirs."""
    Notice.objects.filter(person=person, pk=pk, is_shown=True, read_at=None).update(read_at=timezone.now())
    return notices_of(person).filter(pk=pk).first()


def mark_all_read(*, person: User, up_to: int) -> int:
    """Those that were on the page. What came since stays unread. Returns how many."""
    waiting = Notice.objects.filter(person=person, is_shown=True, read_at=None, pk__lte=up_to)
    return waiting.update(read_at=timezone.now())


def known_of(person: User) -> list[dict[str, Any]]:
    """All that is kept of somebody here, for the export of their data. Secrets of webhooks are no data."""
    notices = Notice.objects.filter(person=person).select_related("news__league")
    mails = Delivery.objects.filter(person=person).select_related("news")
    chosen = Preference.objects.filter(person=person, kind__in=CHOSEN)
    return [
        *(
            {
                "notice": its.news.title,
                "kind": its.news.kind,
                "text": its.news.text,
                "url": its.news.url,
                "league": its.news.league.slug if its.news.league else None,
                "at": its.news.created_at,
                "read_at": its.read_at,
            }
            for its in notices
        ),
        *({"mail": its.news.title, "at": its.created_at, "state": its.state} for its in mails),
        *({"preference": its.kind, "in_app": its.in_app, "email": its.email, "webhook": its.webhook} for its in chosen),
        *(
            {"webhook": its.name, "url": its.url, "style": its.style, "at": its.created_at, "off_at": its.off_at}
            for its in Webhook.objects.filter(person=person)
        ),
    ]
