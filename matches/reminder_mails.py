"""Reminders by mail: one to each player who has an address. A mail that cannot be sent harms nobody."""

import logging
import smtplib
from collections.abc import Iterable, Sequence
from urllib.parse import urljoin

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string

from league.models import League
from matches import next_steps
from matches.models import Reminder
from matches.next_steps import ABOUT, Matter
from rules.problems import counted

log = logging.getLogger(__name__)


def send(*, league: League, reminders: Iterable[Reminder], site: str) -> None:
    """What is done meanwhile is not mentioned any more. `site` is the address that links begin with."""
    found = next_steps.matters(league)
    by_player: dict[User, list[Reminder]] = {}
    for its in reminders:
        if its.team.owner and its.team.owner.email:
            by_player.setdefault(its.team.owner, []).append(its)
    _send_all([mail for player, its in by_player.items() if (mail := _mail(league, player, its, found, site))])


def _mail(
    league: League, player: User, reminders: Sequence[Reminder], found: Sequence[Matter], site: str
) -> EmailMessage | None:
    causes = {(its.about, its.team.slug) for its in reminders}
    concerns = list(next_steps.concerns(found, lambda its: (ABOUT[its.kind].value, its.slug) in causes))
    if not concerns:
        return None
    author, many = reminders[0].sent_by, counted(len(concerns), "thing waits", "things wait")
    context = {
        "player": player.get_username(),
        "author": author.get_username() if author else "The ninja master",
        "league": league.name,
        "concerns": [(its.sentence, urljoin(site, its.url)) for its in concerns],
        "home": urljoin(site, league.get_absolute_url()),
    }
    subject = f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{many} for you in {league.name}"
    return EmailMessage(subject, render_to_string("matches/mail/reminder.txt", context), to=[player.email])


def _send_all(mails: Sequence[EmailMessage]) -> None:
    """Over one connection: a server that hangs is waited for once."""
    try:
        with get_connection() as connection:
            for mail in mails:
                _send(mail, connection)
    except (OSError, smtplib.SMTPException):
        log.exception(
            "The mail server does not answer: %s not sent", counted(len(mails), "reminder was", "reminders were")
        )


def _send(mail: EmailMessage, connection: BaseEmailBackend) -> None:
    """An address that the server refuses is no reason to leave out the others."""
    mail.connection = connection
    try:
        mail.send()
    except (OSError, smtplib.SMTPException):
        log.exception("A reminder could not be sent")
