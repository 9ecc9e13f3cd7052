"""Telling people: who hears what on which way, all of it with what happened or not at all."""

import uuid
from unittest.mock import Mock

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from kombu.exceptions import OperationalError
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from league.models import League, Role
from league.notices import dispatch, raising
from league.notices.kinds import Kind, Mail
from league.notices.models import Delivery, News, Notice
from tests.league.clubs import club, join
from tests.notices.receivers import a_webhook, confirm, prefers, told
from tests.teams.people import person

pytestmark = pytest.mark.django_db


def announce(league: League, *people: User, kind: Kind = Kind.NEWSLETTER, **more: object) -> None:
    words = {"title": "Issue 3", "text": "All of it.", "url": "/leagues/"}
    raising.announce(kind=kind, league=league, people=people, **(words | more))  # type: ignore[arg-type]


def mails() -> list[str]:
    return sorted(its.person.username for its in Delivery.objects.exclude(person=None) if its.person)


def test_everybody_named_has_it_in_the_app() -> None:
    league = club()
    announce(league, *(join(league, person(name)) for name in ("kenta", "mio")))
    assert told(Kind.NEWSLETTER) == {"kenta": ["Issue 3"], "mio": ["Issue 3"]}
    its = News.objects.get()
    assert (its.league, its.text, its.url) == (league, "All of it.", "/leagues/")
    assert not Notice.objects.filter(read_at__isnull=False).exists()


def test_nobody_hears_of_what_he_did_himself() -> None:
    league = club()
    master = User.objects.get(username="sensei")
    announce(league, master, join(league, person()), author=master)
    assert told(Kind.NEWSLETTER).keys() == {"kenta"}


def test_nobody_hears_of_a_league_that_he_is_not_in() -> None:
    league = club(is_private=True)
    announce(league, person("stranger"), join(league, person("guest-1"), Role.GUEST))
    assert told(Kind.NEWSLETTER).keys() == {"guest-1"}


def test_an_account_that_is_switched_off_hears_nothing() -> None:
    league, gone = club(), person()
    join(league, gone)
    User.objects.filter(pk=gone.pk).update(is_active=False)
    announce(league, gone)
    assert not News.objects.exists()


def test_a_title_is_one_line_and_not_too_long() -> None:
    league = club()
    announce(league, join(league, person()), title="One\r\nBcc: all\n" + "x" * 300)
    title = News.objects.get().title
    assert title.startswith("One Bcc: all xxx")
    assert len(title) == 200


def test_only_a_confirmed_address_gets_mail() -> None:
    league = club()
    yes, no = join(league, person("yes")), join(league, person("no"))
    confirm(yes)
    EmailAddress.objects.create(user=no, email=no.email)
    announce(league, yes, no)
    assert mails() == ["yes"]


def test_a_confirmed_address_that_is_no_longer_one_s_own_gets_no_mail() -> None:
    league = club()
    moved = join(league, person("moved"))
    confirm(moved)
    User.objects.filter(pk=moved.pk).update(email="new@example.com")
    announce(league, moved)
    assert mails() == []


def test_each_hears_on_the_ways_that_he_chose() -> None:
    league = club()
    people = [join(league, person(name)) for name in ("bell", "once", "daily", "nothing", "hook")]
    bell, once, daily, nothing, hook = people
    confirm(*people)
    for one in people:
        a_webhook(one)
    prefers(bell, Kind.NEWSLETTER, webhook=False)
    prefers(once, Kind.NEWSLETTER, in_app=False, email=Mail.AT_ONCE, webhook=False)
    prefers(daily, Kind.NEWSLETTER, in_app=False, email=Mail.DAILY, webhook=False)
    prefers(nothing, Kind.NEWSLETTER, in_app=False, webhook=False)
    prefers(hook, Kind.NEWSLETTER, in_app=False)
    announce(league, *people)
    assert {its.person: (its.is_shown, its.waits_for_digest) for its in Notice.objects.all()} == {
        bell: (True, False),
        daily: (False, True),
    }
    assert mails() == ["once"]
    assert [its.webhook.person for its in Delivery.objects.exclude(webhook=None) if its.webhook] == [hook]


def test_a_choice_for_one_kind_is_none_for_another() -> None:
    league = club()
    kenta = join(league, person())
    prefers(kenta, Kind.NEWSLETTER, in_app=False)
    announce(league, kenta, kind=Kind.REMINDER)
    assert told(Kind.REMINDER) == {"kenta": ["Issue 3"]}


def test_the_webhooks_of_a_league_hear_what_is_for_all_and_chosen_for_them() -> None:
    league, other = club(), club("Other", master=person("other-master"))
    every, few = a_webhook(league=league), a_webhook(league=league)
    few.kinds = [Kind.ROUND.value]
    few.save()
    a_webhook(league=other)
    announce(league, to_league=True)
    announce(league)
    assert [its.webhook for its in Delivery.objects.all()] == [every]


def test_a_webhook_that_is_off_gets_nothing() -> None:
    league = club()
    hook = a_webhook(league=league)
    hook.off_at = hook.created_at
    hook.save()
    announce(league, to_league=True)
    assert not Delivery.objects.exists()


def test_what_is_rolled_back_is_told_to_nobody() -> None:
    league = club()
    kenta = join(league, person())
    confirm(kenta)
    with transaction.atomic():
        announce(league, kenta)
        transaction.set_rollback(True)
    assert not News.objects.exists()
    assert not Notice.objects.exists()
    assert not Delivery.objects.exists()


def test_deliveries_are_woken_after_the_commit(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    wake = Mock()
    monkeypatch.setattr(dispatch, "wake", wake)
    league = club()
    kenta = join(league, person())
    confirm(kenta)
    with django_capture_on_commit_callbacks(execute=True):
        announce(league, kenta)
        assert not wake.called
    wake.assert_called_once_with([Delivery.objects.get().pk])


@pytest.mark.usefixtures("hushed_up")
@pytest.mark.every_database
@pytest.mark.parametrize("trouble", [RuntimeError("Out of ink."), DatabaseError("Out of disk.")])
def test_telling_that_fails_leaves_what_happened_alone(
    trouble: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    league = club()
    monkeypatch.setattr(Notice.objects, "bulk_create", Mock(side_effect=trouble))
    with transaction.atomic():
        League.objects.filter(pk=league.pk).update(name="Renamed")
        announce(league, join(league, person()))
        league.refresh_from_db()
    assert league.name == "Renamed"
    assert not News.objects.exists()
    assert str(trouble) in caplog.text


@pytest.mark.usefixtures("hushed_up")
@pytest.mark.every_database
def test_even_a_refusal_of_the_database_leaves_the_transaction_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    league = club()
    monkeypatch.setattr(raising, "_webhooks", lambda *_: connection.cursor().execute("SELECT nonsense"))
    with transaction.atomic():
        announce(league, join(league, person()))
        League.objects.filter(pk=league.pk).update(name="Renamed")
    league.refresh_from_db()
    assert league.name == "Renamed"


def test_it_takes_as_many_queries_for_many_people_as_for_one() -> None:
    league = club()
    few = [join(league, person("alone"))]
    many = [join(league, person(f"person{number}")) for number in range(40)]
    confirm(*few, *many)
    for one in (*few, *many):
        a_webhook(one)
    with CaptureQueriesContext(connection) as asked:
        announce(league, *few)
    with CaptureQueriesContext(connection) as asked_for_many:
        announce(league, *many)
    assert len(asked_for_many) == len(asked) == 9  # two of them are the savepoint
    assert Delivery.objects.count() == 2 * 41


def test_a_queue_that_is_gone_fails_nothing(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    gone = Mock(side_effect=OperationalError("No Redis."))
    monkeypatch.setattr(dispatch, "current_app", Mock(send_task=gone))
    dispatch.wake([uuid.uuid4()])
    assert gone.called


def test_many_deliveries_are_queued_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    send = Mock()
    monkeypatch.setattr(dispatch, "current_app", Mock(send_task=send))
    ids = [uuid.uuid4() for _ in range(25)]
    dispatch.wake(ids)
    chunks = [call.kwargs["args"][0] for call in send.call_args_list]
    assert [len(chunk) for chunk in chunks] == [10, 10, 5]
    assert [one for chunk in chunks for one in chunk] == [str(one) for one in ids]
