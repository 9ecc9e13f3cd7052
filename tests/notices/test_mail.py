"""News as mail: plain, in one's own words, with a way out that works without logging in."""

import smtplib
from unittest.mock import Mock

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client

from league.notices import outbox, preferences
from league.notices.kinds import Kind, Mail
from league.notices.models import Delivery
from tests.notices.receivers import a_mail, confirm
from tests.teams.people import person

pytestmark = pytest.mark.django_db
State = Delivery.State


def sent(kind: Kind = Kind.REMINDER, **words: str) -> tuple[EmailMessage, Delivery]:
    kenta = person()
    confirm(kenta)
    its = a_mail(kenta, kind, **words)
    outbox.sweep()
    its.refresh_from_db()
    return mail.outbox[-1], its


def failing(monkeypatch: pytest.MonkeyPatch, trouble: Exception) -> Delivery:
    kenta = person()
    confirm(kenta)
    its = a_mail(kenta)
    monkeypatch.setattr(EmailMessage, "send", Mock(side_effect=trouble))
    outbox.sweep()
    its.refresh_from_db()
    return its


def test_a_mail_says_what_it_is_and_where_to_look() -> None:
    message, its = sent(title="Play your game", text="It is <late> & overdue.")
    assert message.to == ["kenta@example.com"]
    assert message.subject == "Kagejima: Play your game"
    assert (
        "Hello kenta,\n\nPlay your game\n\nIt is <late> & overdue.\n\nhttp://127.0.0.1:8000/leagues/\n" in message.body
    )
    assert "http://127.0.0.1:8000/notices/preferences/" in message.body
    assert its.state == State.DELIVERED


def test_it_carries_the_number_of_its_delivery() -> None:
    message, its = sent()
    written = message.message()
    assert written["Message-ID"] == f"<{its.pk}@127.0.0.1>"
    assert written["X-Kagejima-Delivery"] == str(its.pk)
    assert written["Auto-Submitted"] == "auto-generated"
    assert written.get_content_type() == "text/plain"


def test_the_way_out_works_in_one_step_and_without_logging_in() -> None:
    message, its = sent()
    headers = message.message()
    way_out = headers["List-Unsubscribe"].strip("<>").replace("\n", "").replace(" ", "")
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert way_out in message.body
    path = way_out.removeprefix("http://127.0.0.1:8000")
    answer = Client(enforce_csrf_checks=True).post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert its.person
    ways = preferences.ways_for(its.person)
    assert ways[Kind.REMINDER].email == Mail.OFF
    assert ways[Kind.REMINDER].in_app
    assert ways[Kind.WAITING].email == Mail.AT_ONCE


def test_nobody_gets_mail_whose_address_is_not_confirmed_any_more() -> None:
    its = a_mail(person())
    outbox.sweep()
    its.refresh_from_db()
    assert (its.state, mail.outbox) == (State.DROPPED, [])
    assert its.error == "There is no confirmed address to send it to."


@pytest.mark.parametrize(
    "trouble",
    [
        TimeoutError("timed out"),
        ConnectionRefusedError(),
        smtplib.SMTPServerDisconnected("gone"),
        smtplib.SMTPDataError(451, b"Try again later"),
        smtplib.SMTPRecipientsRefused({"kenta@example.com": (450, b"Mailbox busy")}),
    ],
)
def test_a_mail_server_in_trouble_is_asked_again(monkeypatch: pytest.MonkeyPatch, trouble: Exception) -> None:
    its = failing(monkeypatch, trouble)
    assert its.state == State.WAITING
    assert its.error.startswith("The mail server ")


@pytest.mark.parametrize(
    "trouble",
    [
        smtplib.SMTPDataError(554, b"Spam"),
        smtplib.SMTPRecipientsRefused({"kenta@example.com": (550, b"No such user")}),
    ],
)
def test_a_refusal_is_final(monkeypatch: pytest.MonkeyPatch, trouble: Exception) -> None:
    its = failing(monkeypatch, trouble)
    assert (its.state, its.next_try_at) == (State.FAILED, None)
    assert its.status in (550, 554)
