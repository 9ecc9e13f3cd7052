"""Telling people: called by whatever happens, in its own transaction.

If that rolls back nobody hears of it; and if telling fails, what happened has happened all the same. However many
people there are, it takes the same few queries.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import ParamSpec

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from league.models import League, Membership
from league.notices import dispatch, preferences
from league.notices.kinds import Kind, Mail, Ways
from league.notices.models import LONGEST_TITLE, Delivery, News, Notice, Webhook

log = logging.getLogger(__name__)
Asked = ParamSpec("Asked")
Chosen = dict[tuple[int, Kind], Ways]


@dataclass(frozen=True, slots=True)
class Message:
    """One thing to tell: to some people, and with `to_league` on the webhooks of the league as well."""

    kind: Kind
    title: str
    text: str
    url: str
    people: frozenset[int] = frozenset()
    to_league: bool = False


def harmless(telling: Callable[Asked, None]) -> Callable[Asked, None]:
    """Decorates what tells of something: if it fails, that is logged, and what it tells of has happened anyway."""

    @wraps(telling)
    def told(*args: Asked.args, **kwargs: Asked.kwargs) -> None:
        try:
            with transaction.atomic():
                telling(*args, **kwargs)
        except Exception:
            log.exception("Nobody was told: %s", telling.__name__)

    return told


@harmless
def announce(
    *,
    kind: Kind,
    league: League,
    people: Iterable[User],
    title: str,
    text: str = "",
    url: str,
    author: User | None = None,
    to_league: bool = False,
) -> None:
    """One thing, told to all of these people who are members of the league."""
    receivers = frozenset(person.pk for person in people)
    tell(league=league, messages=[Message(kind, title, text, url, receivers, to_league)], author=author)


def tell(*, league: League | None, messages: Sequence[Message], author: User | None) -> None:
    """Nobody hears of what he did himself, nor of a league that he has left."""
    people = _there(league, {one for message in messages for one in message.people} - {author.pk if author else None})
    told = [(message, sorted(message.people & people)) for message in messages]
    told = [(message, receivers) for message, receivers in told if receivers or message.to_league]
    if told:
        _write(league, told, people)


def _write(league: League | None, told: Sequence[tuple[Message, list[int]]], people: Collection[int]) -> None:
    ways = preferences.ways_of(people, {message.kind for message, _ in told})
    reachable = preferences.confirmed({person for (person, _), its in ways.items() if its.email != Mail.OFF})
    hooks = _webhooks(league, people, any(message.to_league for message, _ in told))
    news = News.objects.bulk_create(_news(league, message) for message, _ in told)
    addressed = [(its, message, receivers) for its, (message, receivers) in zip(news, told, strict=True)]
    Notice.objects.bulk_create(
        notice for its, _, receivers in addressed for notice in _notices(its, receivers, ways, reachable)
    )
    deliveries = [one for group in addressed for one in _deliveries(*group, ways, reachable, hooks)]
    if deliveries:
        Delivery.objects.bulk_create(deliveries)
        transaction.on_commit(partial(dispatch.wake, [one.pk for one in deliveries]), robust=True)


def _there(league: League | None, people: Collection[int | None]) -> set[int]:
    active = User.objects.filter(pk__in=[one for one in people if one], is_active=True)
    if league:
        active = active.filter(pk__in=Membership.objects.filter(league=league).values("person"))
    return set(active.values_list("pk", flat=True))


def _webhooks(league: League | None, people: Collection[int], to_league: bool) -> list[Webhook]:
    wanted = Q(person__in=people)
    if league and to_league:
        wanted |= Q(league=league)
    return list(Webhook.objects.filter(wanted, off_at=None))


def _news(league: League | None, message: Message) -> News:
    title = " ".join(message.title.split())[:LONGEST_TITLE]  # it becomes the subject of a mail: one line
    return News(kind=message.kind, league=league, title=title, text=message.text.strip(), url=message.url)


def _notices(its: News, receivers: Sequence[int], ways: Chosen, reachable: Collection[int]) -> Iterator[Notice]:
    for person in receivers:
        chosen = ways[person, Kind(its.kind)]
        waits = chosen.email == Mail.DAILY and person in reachable
        if chosen.in_app or waits:
            yield Notice(person_id=person, news=its, is_shown=chosen.in_app, waits_for_digest=waits)


def _deliveries(
    its: News,
    message: Message,
    receivers: Sequence[int],
    ways: Chosen,
    reachable: Collection[int],
    hooks: Sequence[Webhook],
) -> Iterator[Delivery]:
    for person in receivers:
        if ways[person, message.kind].email == Mail.AT_ONCE and person in reachable:
            yield Delivery(news=its, person_id=person)
    for hook in hooks:
        of_league = hook.league_id and message.to_league and message.kind in hook.kinds
        of_person = hook.person_id and hook.person_id in receivers and ways[hook.person_id, message.kind].webhook
        if of_league or of_person:
            yield Delivery(news=its, webhook=hook)
