"""News as mail: plain text, in one's own words, and with a way out of it in each.

The number of the delivery is the mail's own: a mailbox that gets it twice knows that it is one.
"""

import smtplib
from email.utils import formatdate
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from league.notices import preferences
from league.notices.answers import Answer
from league.notices.kinds import Kind
from league.notices.models import Delivery

NOBODY = "There is no confirmed address to send it to."
REFUSED = 500  # from here on a mail server means it


def send(delivery: Delivery) -> Answer:
    """One try. A server that does not answer is asked again later."""
    address = preferences.confirmed([delivery.person_id or 0]).get(delivery.person_id or 0)
    if not address:
        return Answer(Delivery.State.DROPPED, error=NOBODY)
    try:
        written(delivery, address).send()
    except smtplib.SMTPRecipientsRefused as refused:
        return _refusal(*refused.recipients[address])
    except smtplib.SMTPResponseException as refused:
        return _refusal(refused.smtp_code, refused.smtp_error)
    except (OSError, smtplib.SMTPException) as failed:
        return Answer(Delivery.State.WAITING, error=f"The mail server did not answer: {failed}")
    return Answer(Delivery.State.DELIVERED)


def _refusal(code: int, said: bytes | str) -> Answer:
    words = said.decode(errors="replace") if isinstance(said, bytes) else said
    state = Delivery.State.FAILED if code >= REFUSED else Delivery.State.WAITING
    return Answer(state, code, error=f"The mail server refused it: {words}")


def written(delivery: Delivery, address: str) -> EmailMessage:
    """The mail itself; the same for every try."""
    news, person = delivery.news, delivery.person
    assert person is not None  # noqa: S101 - a delivery without a webhook is somebody's
    way_out = settings.ORIGIN + preferences.unsubscribe_url(person.pk, news.kind)
    context = {
        "news": news,
        "person": person,
        "is_digest": news.kind == Kind.DIGEST,
        "url": settings.ORIGIN + news.url,
        "why": Kind(news.kind).label,
        "preferences_url": settings.ORIGIN + reverse("notice-preferences"),
        "way_out": way_out,
    }
    headers = {
        "Message-ID": f"<{delivery.pk}@{urlsplit(settings.ORIGIN).hostname}>",
        "Date": formatdate(delivery.created_at.timestamp()),
        "X-Kagejima-Delivery": str(delivery.pk),
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{way_out}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    body = render_to_string("league/notices/mail.txt", context)
    return EmailMessage(f"Kagejima: {news.title}", body, to=[address], headers=headers)
