"""The outbox: tried until answered, by one at a time, never again once it was, and always under its first number."""

import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from league.notices import mail as notice_mail
from league.notices import outbox, webhooks
from league.notices.answers import Answer
from league.notices.kinds import Kind
from league.notices.models import Delivery, News, Notice, Webhook
from league.tasks import deliver, discard_old_notices, sweep_outbox
from tests.conftest import Race
from tests.league.clubs import club
from tests.notices.receivers import LOOPBACK, Sink, a_mail, a_post, a_webhook, confirm, sink, told
from tests.teams.people import person

pytestmark = pytest.mark.django_db
State = Delivery.State


@pytest.fixture
def taker(settings: Settings) -> Iterator[Sink]:
    settings.WEBHOOK_NETWORKS = LOOPBACK
    with sink() as its:
        yield its


def posted_to(taker: Sink, style: str = Webhook.Style.JSON) -> Delivery:
    return a_post(a_webhook(person(), url=taker.url, style=style))


def again(its: Delivery) -> Delivery:
    its.refresh_from_db()
    return its


def is_due(its: Delivery) -> None:
    Delivery.objects.filter(pk=its.pk).update(next_try_at=timezone.now())


def minutes_until_next(its: Delivery) -> float:
    assert its.next_try_at is not None
    assert its.tried_at is not None
    return (its.next_try_at - its.tried_at) / timedelta(minutes=1)


def test_what_is_answered_is_delivered_and_never_sent_again(taker: Sink) -> None:
    its = posted_to(taker)
    assert outbox.sweep() == 1
    done = again(its)
    assert (done.state, done.status, done.tries, done.error, done.next_try_at) == (State.DELIVERED, 204, 1, "", None)
    assert done.milliseconds is not None
    assert outbox.sweep() == 0
    deliver([str(its.pk)])
    assert len(taker.requests) == 1


def test_a_server_in_trouble_is_asked_again_later_and_later(taker: Sink) -> None:
    its = posted_to(taker)
    taker.status = 503
    waits = []
    for _ in range(outbox.MOST_TRIES - 1):
        outbox.sweep()
        assert (again(its).state, its.status) == (State.WAITING, 503)
        waits.append(round(minutes_until_next(its)))
        assert outbox.sweep() == 0  # not before its time
        is_due(its)
    assert waits == [1, 3, 9, 27, 81, 243, 729, 2187]
    outbox.sweep()
    assert (again(its).state, its.tries, its.next_try_at) == (State.FAILED, 9, None)
    assert {request.headers["X-Kagejima-Delivery"] for request in taker.requests} == {str(its.pk)}
    assert len({request.body for request in taker.requests}) == 1


def test_a_second_try_that_succeeds_ends_it(taker: Sink) -> None:
    its = posted_to(taker)
    taker.status = 500
    outbox.sweep()
    assert again(its).error == "It answered with status 500."
    is_due(its)
    taker.status = 200
    outbox.sweep()
    assert (again(its).state, its.tries, its.error) == (State.DELIVERED, 2, "")


@pytest.mark.parametrize("status", [301, 302, 307, 400, 401, 403, 404, 422])
def test_a_refusal_is_final(taker: Sink, status: int) -> None:
    its = posted_to(taker)
    taker.status = status
    outbox.sweep()
    assert (again(its).state, its.status, its.next_try_at) == (State.FAILED, status, None)
    assert len(taker.requests) == 1


@pytest.mark.parametrize(
    ("asked", "minutes"),
    [("600", 10), ("0.5", 1), ("", 1), ("86400", 60), ("Wed, 21 Oct 2026 07:28:00 GMT", 1), ("-5", 1)],
)
def test_a_server_that_asks_for_patience_gets_it(taker: Sink, asked: str, minutes: int) -> None:
    its = posted_to(taker)
    taker.status, taker.headers = 429, {"Retry-After": asked}
    outbox.sweep()
    assert (again(its).state, round(minutes_until_next(its))) == (State.WAITING, minutes)


def test_an_answer_that_is_never_seen_means_once_more_under_the_same_number(
    taker: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.notices.posting.PATIENCE", 0.2)
    its = posted_to(taker)
    taker.hangs = threading.Event()
    outbox.sweep()
    assert (again(its).state, its.error) == (State.WAITING, "It did not answer in time.")
    taker.hangs.set()
    is_due(its)
    outbox.sweep()
    assert again(its).state == State.DELIVERED
    assert [request.headers["X-Kagejima-Delivery"] for request in taker.requests] == [str(its.pk)] * 2


def test_what_was_taken_by_one_who_died_is_due_again_when_the_lease_is_over(taker: Sink) -> None:
    its = posted_to(taker)
    assert outbox.claim(its.pk)
    assert outbox.sweep() == 0
    assert outbox.due(timezone.now() + outbox.LEASE) == [its.pk]
    is_due(its)
    outbox.sweep()
    assert (again(its).state, its.tries) == (State.DELIVERED, 2)


def test_what_kills_everybody_who_takes_it_is_given_up(taker: Sink) -> None:
    its = posted_to(taker)
    for _ in range(outbox.MOST_TRIES):
        assert outbox.claim(its.pk)
        is_due(its)
    assert outbox.claim(its.pk) is None
    outbox.sweep()
    assert (again(its).state, its.error, taker.requests) == (State.FAILED, outbox.UNANSWERED, [])


def test_whoever_is_too_late_changes_nothing_unless_it_arrived() -> None:
    kenta = person()
    its = a_mail(kenta)
    slow = outbox.claim(its.pk)
    is_due(its)
    quick = outbox.claim(its.pk)
    assert slow
    assert quick
    outbox._note(slow, Answer(State.FAILED, error="Too late."), 1)
    assert (again(its).state, its.error) == (State.WAITING, "")
    outbox._note(slow, Answer(State.DELIVERED), 1)
    assert again(its).state == State.DELIVERED
    outbox._note(quick, Answer(State.WAITING, error="Once more?"), 1)
    assert again(its).state == State.DELIVERED


def test_a_mistake_of_ours_is_tried_again_and_stops_nobody_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    kenta, mio = person(), person("mio")
    confirm(kenta, mio)
    broken, fine = a_mail(kenta), a_mail(mio)
    real = notice_mail.send

    def send(its: Delivery) -> Answer:
        if its.pk == broken.pk:
            raise ZeroDivisionError
        return real(its)

    monkeypatch.setattr(notice_mail, "send", send)
    outbox.sweep()
    assert (again(broken).state, again(fine).state) == (State.WAITING, State.DELIVERED)
    assert "ZeroDivisionError" in caplog.text


def test_what_waits_for_a_webhook_that_is_switched_off_is_dropped(taker: Sink) -> None:
    its = posted_to(taker)
    Webhook.objects.update(off_at=timezone.now())
    outbox.sweep()
    assert (again(its).state, taker.requests) == (State.DROPPED, [])


def test_a_closed_address_is_not_tried_again(taker: Sink, settings: Settings) -> None:
    its = posted_to(taker)
    settings.WEBHOOK_NETWORKS = []
    outbox.sweep()
    assert (again(its).state, its.status) == (State.FAILED, None)
    assert "not on the public internet" in its.error
    assert taker.requests == []


def test_a_webhook_that_only_fails_is_switched_off_and_its_owner_told(taker: Sink) -> None:
    its = posted_to(taker)
    another = a_post(its.webhook or a_webhook())
    Webhook.objects.update(failures=webhooks.MOST_FAILURES - 1)
    taker.status = 500
    outbox.deliver([its.pk])
    hook = Webhook.objects.get()
    assert hook.off_at
    assert "20 tries in a row failed" in hook.off_reason
    assert again(another).state == State.DROPPED
    assert told(Kind.WEBHOOK) == {"kenta": ["The webhook “Mine” is switched off"]}
    assert News.objects.get(kind=Kind.WEBHOOK).url == hook.get_absolute_url()


def test_a_webhook_that_is_gone_for_good_is_switched_off_at_once_and_the_masters_told(taker: Sink) -> None:
    a_post(a_webhook(league=club(), url=taker.url))
    taker.status = 410
    outbox.sweep()
    assert Webhook.objects.get().off_at
    assert told(Kind.WEBHOOK).keys() == {"sensei"}


def test_one_success_forgets_all_failures(taker: Sink) -> None:
    posted_to(taker)
    Webhook.objects.update(failures=webhooks.MOST_FAILURES - 1)
    outbox.sweep()
    assert Webhook.objects.get().failures == 0


def test_the_timetable_s_sweep_does_what_is_due(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """With workers it only says what is due: they do it."""
    kenta = person()
    confirm(kenta)
    its = a_mail(kenta)
    woken: list[object] = []
    monkeypatch.setattr("league.notices.dispatch.wake", woken.append)
    sweep_outbox()
    assert woken == [[its.pk]]
    deliver([str(its.pk)])
    assert again(its).state == State.DELIVERED
    assert len(mail.outbox) == 1


def test_old_deliveries_and_notices_are_discarded() -> None:
    kenta, now = person(), timezone.now()
    old, waiting, fresh = (a_mail(kenta, title=title) for title in ("old", "waiting", "fresh"))
    for its, days in ((old, 31), (waiting, 31), (fresh, 29)):
        Delivery.objects.filter(pk=its.pk).update(created_at=now - timedelta(days=days), state=State.DELIVERED)
        News.objects.filter(pk=its.news_id).update(created_at=now - timedelta(days=days))
    Delivery.objects.filter(pk=waiting.pk).update(state=State.WAITING)
    ancient = News.objects.create(kind=Kind.ROUND, title="ancient", url="/", created_at=now - timedelta(days=181))
    kept = News.objects.create(kind=Kind.ROUND, title="kept", url="/", created_at=now - timedelta(days=179))
    Notice.objects.bulk_create(Notice(person=kenta, news=its) for its in (ancient, kept))
    discard_old_notices()
    assert set(News.objects.values_list("title", flat=True)) == {"waiting", "fresh", "kept"}
    assert set(Delivery.objects.all()) == {waiting, fresh}


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_many_who_reach_for_one_delivery_send_it_once(race: Race) -> None:
    kenta = person()
    confirm(kenta)
    its = a_mail(kenta)
    race(lambda: outbox.deliver([its.pk]), runners=8)
    assert len(mail.outbox) == 1
    assert (again(its).state, its.tries) == (State.DELIVERED, 1)


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_many_who_sweep_at_once_send_everything_once(race: Race) -> None:
    people = [person(f"person{number}") for number in range(5)]
    confirm(*people)
    for one in people:
        a_mail(one)
    race(outbox.sweep, runners=4)
    assert sorted(its.to[0] for its in mail.outbox) == [f"person{number}@example.com" for number in range(5)]
