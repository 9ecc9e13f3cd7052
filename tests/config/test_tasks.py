import logging
from datetime import timedelta

import pytest
from celery import shared_task
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from config.celery import app
from config.tasks import clear_expired_sessions
from teams.models import Draft

pytestmark = pytest.mark.django_db(transaction=True)


def a_session(key: str, *, days: int) -> Session:
    return Session.objects.create(session_key=key, session_data="", expire_date=timezone.now() + timedelta(days=days))


def test_expired_sessions_are_cleared_and_others_kept() -> None:
    a_session("expired", days=-1)
    a_session("alive", days=1)

    clear_expired_sessions()

    assert [session.session_key for session in Session.objects.all()] == ["alive"]


def test_a_task_runs_after_the_commit_and_not_before() -> None:
    a_session("expired", days=-1)

    with transaction.atomic():
        transaction.on_commit(clear_expired_sessions.delay)
        assert Session.objects.exists()

    assert not Session.objects.exists()


def test_a_task_is_forgotten_when_its_transaction_is_rolled_back() -> None:
    a_session("expired", days=-1)

    with transaction.atomic():
        transaction.on_commit(clear_expired_sessions.delay)
        transaction.set_rollback(True)

    assert Session.objects.exists()


def test_a_task_that_fails_after_the_commit_is_logged_and_does_not_fail_the_request(
    caplog: pytest.LogCaptureFixture,
) -> None:
    @shared_task
    def trip() -> None:
        raise RuntimeError("tripped over a root")

    app.conf.task_eager_propagates = False
    try:
        with caplog.at_level(logging.ERROR), transaction.atomic():
            transaction.on_commit(trip.delay)
    finally:
        app.conf.task_eager_propagates = True

    assert "tripped over a root" in caplog.text


def test_everything_on_the_timetable_is_a_task_that_exists() -> None:
    app.loader.import_default_modules()

    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


def test_a_site_without_workers_is_tidied_by_a_command() -> None:
    a_session("expired", days=-1)
    forgotten = Draft.objects.create(state={})
    Draft.objects.filter(pk=forgotten.pk).update(updated_at=timezone.now() - timedelta(days=31))
    kept = Draft.objects.create(state={})

    call_command("tidy")

    assert not Session.objects.exists()
    assert list(Draft.objects.all()) == [kept]
