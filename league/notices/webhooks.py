"""Webhooks of people and of leagues: set up, tested, posted to, and switched off when nobody answers any more."""

import time
from collections.abc import Collection
from datetime import timedelta
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from league.models import League, Membership, Role
from league.notices import dispatch, guard, payloads, posting, raising
from league.notices.answers import Answer
from league.notices.kinds import OF_LEAGUES, Kind
from league.notices.models import LONGEST_URL, Delivery, News, Webhook, new_secret
from rules.problems import Problem, RuleBroken, counted, refuse, refuse_any

MOST = 5  # of one person, or of one league
MOST_FAILURES = 20  # tries in a row until it is switched off
TESTS_AN_HOUR = 10
LONGEST_NAME = 60
LONGEST_WAIT = timedelta(hours=1)  # that another server may ask for
LOGGED = 50
GONE, TOO_MANY = 410, 429
TRY_AGAIN = (408, 425, TOO_MANY)
State = Delivery.State


# Setting up


@transaction.atomic
def add(
    *,
    name: str,
    url: str,
    style: str,
    person: User | None = None,
    league: League | None = None,
    kinds: Collection[str] | None = None,
) -> Webhook:
    """A webhook of somebody, or of a league. Its secret is in what is returned, and shown nowhere else again."""
    owner = _lock(person, league)
    refuse_any(_problems(name, url, style, kinds))
    guard.target_of(url)
    if owner.count() >= MOST:
        raise refuse("too-many", f"There are {MOST} webhooks already: remove one first.")
    made = Webhook(person=person, league=league, name=name.strip(), url=url, style=style)
    if kinds is not None:
        made.kinds = [kind for kind in OF_LEAGUES if kind in kinds]
    made.save()
    return made


def _lock(person: User | None, league: League | None) -> QuerySet[Webhook]:
    """Nobody else's turn to add one until the transaction ends."""
    if league:
        League.objects.select_for_update().get(pk=league.pk)
        return Webhook.objects.filter(league=league)
    assert person is not None  # noqa: S101 - a webhook is somebody's, or a league's
    User.objects.select_for_update().get(pk=person.pk)
    return Webhook.objects.filter(person=person)


def _problems(name: str, url: str, style: str, kinds: Collection[str] | None) -> list[Problem]:
    found = []
    if not name.strip():
        found.append(Problem("nameless", "Give it a name, so that you know it again.", "name"))
    if len(name.strip()) > LONGEST_NAME:
        found.append(Problem("name-too-long", f"A name has at most {LONGEST_NAME} characters.", "name"))
    if len(url) > LONGEST_URL:
        found.append(Problem("url-too-long", f"An address has at most {LONGEST_URL} characters.", "url"))
    if style not in Webhook.Style.values:
        found.append(Problem("unknown-style", "Choose one of these.", "style"))
    if kinds is not None and not set(kinds) & {kind.value for kind in OF_LEAGUES}:
        found.append(Problem("no-kinds", "Choose at least one thing to tell.", "kinds"))
    return found


def remove(*, webhook: Webhook) -> None:
    """Whatever waits for it goes with it."""
    Webhook.objects.filter(pk=webhook.pk).delete()


def rotate(*, webhook: Webhook) -> str:
    """Another secret, from the next try on. The old one signs nothing any more."""
    secret = new_secret()
    Webhook.objects.filter(pk=webhook.pk).update(secret=secret)
    return secret


@transaction.atomic
def switch(*, webhook: Webhook, on: bool) -> None:
    """Off: nothing is sent, nor kept to be sent later. On: from now, and with a clean slate."""
    if on:
        Webhook.objects.filter(pk=webhook.pk).update(off_at=None, off_reason="", failures=0)
    else:
        _switch_off(webhook, "Switched off by hand.")


@transaction.atomic
def send_test(*, webhook: Webhook) -> Delivery:
    """Posts something harmless, on the same way as everything else."""
    if webhook.off_at:
        raise refuse("switched-off", "It is switched off: switch it on first.")
    _lock(webhook.person, webhook.league)
    own = News.objects.filter(kind=Kind.TEST, league=webhook.league, person=webhook.person)
    # Those of webhooks that were removed count as well: nobody can knock at a stranger's door without end.
    if own.filter(created_at__gt=timezone.now() - timedelta(hours=1)).count() >= TESTS_AN_HOUR:
        raise refuse("too-many-tests", f"You have sent {TESTS_AN_HOUR} tests within an hour: wait a little.")
    news = News.objects.create(
        kind=Kind.TEST,
        league=webhook.league,
        person=webhook.person,
        title="A test from Kagejima",
        text="If you can read this, the webhook works.",
        url=webhook.get_absolute_url(),
    )
    made = Delivery.objects.create(news=news, webhook=webhook)
    transaction.on_commit(partial(dispatch.wake, [made.pk]), robust=True)
    return made


def log_of(webhook: Webhook) -> list[Delivery]:
    """What was tried last. One query."""
    return list(webhook.deliveries.select_related("news")[:LOGGED])


# Posting


def post(delivery: Delivery) -> Answer:
    """One try. What the other server refuses for good is not sent again; silence and trouble are waited out."""
    hook = delivery.webhook
    assert hook is not None  # noqa: S101 - the outbox has looked
    if hook.off_at:
        return Answer(State.DROPPED, error="The webhook is switched off.")
    body = payloads.body_of(delivery, hook.style)
    headers = payloads.headers_of(delivery, body, hook.secret, hook.style, int(time.time()))
    try:
        reply = posting.post(hook.url, body, headers)
    except posting.Unanswered as silence:
        return Answer(State.WAITING, error=str(silence))
    except (guard.Forbidden, RuleBroken) as forbidden:
        return Answer(State.FAILED, error=str(forbidden))
    return _understood(reply)


def _understood(reply: posting.Reply) -> Answer:
    status = reply.status
    if 200 <= status < 300:
        return Answer(State.DELIVERED, status)
    if 300 <= status < 400:
        return Answer(State.FAILED, status, "It answered with another address, and nobody follows there.")
    if status in TRY_AGAIN or status >= 500:
        return Answer(State.WAITING, status, f"It answered with status {status}.", _asked(reply.retry_after))
    return Answer(State.FAILED, status, f"It answered with status {status}.", is_gone=status == GONE)


def _asked(retry_after: str) -> timedelta | None:
    seconds = retry_after.partition(".")[0].strip()
    return min(timedelta(seconds=int(seconds)), LONGEST_WAIT) if seconds.isdecimal() and len(seconds) < 9 else None


# Learning


@transaction.atomic
def learn(webhook: Webhook, answer: Answer) -> None:
    """One that only ever fails is switched off, and its people are told."""
    found = Webhook.objects.filter(pk=webhook.pk)
    if answer.state == State.DELIVERED:
        found.exclude(failures=0).update(failures=0)
        return
    if answer.state == State.DROPPED:
        return
    found.update(failures=F("failures") + 1)
    now = found.filter(off_at=None).first()
    if now and answer.is_gone:
        _give_up(now, "The other server says that it is gone for good.")
    elif now and now.failures >= MOST_FAILURES:
        _give_up(now, f"{counted(now.failures, 'try', 'tries')} in a row failed. The last time: {answer.error}")


def _give_up(webhook: Webhook, reason: str) -> None:
    if _switch_off(webhook, reason):
        _tell_its_people(webhook, reason)


@raising.harmless
def _tell_its_people(webhook: Webhook, reason: str) -> None:
    title = f"The webhook “{webhook.name}” is switched off"
    message = raising.Message(Kind.WEBHOOK, title, reason, webhook.get_absolute_url(), _people_of(webhook))
    raising.tell(league=webhook.league, messages=[message], author=None)


def _switch_off(webhook: Webhook, reason: str) -> bool:
    """Whether it was still on."""
    waiting = Delivery.objects.filter(webhook=webhook, state=State.WAITING)
    waiting.update(state=State.DROPPED, next_try_at=None, error="The webhook is switched off.")
    return bool(
        Webhook.objects.filter(pk=webhook.pk, off_at=None).update(off_at=timezone.now(), off_reason=reason[:300])
    )


def _people_of(webhook: Webhook) -> frozenset[int]:
    if webhook.person_id:
        return frozenset([webhook.person_id])
    masters = Membership.objects.filter(league=webhook.league_id, role=Role.MASTER)
    return frozenset(masters.values_list("person", flat=True))
