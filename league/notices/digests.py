"""The day in one mail, for those who want it: everything of theirs that has waited for the morning.

Written once, however many sweep at the same time: whoever holds the notices writes, and the next finds none.
"""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from itertools import groupby

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from league.notices.kinds import Kind
from league.notices.models import Delivery, News, Notice
from rules.problems import counted

MORNING = time(7)  # in the site's zone
PEOPLE_AT_ONCE = 100


def write(now: datetime | None = None) -> int:
    """A mail for each person whose notices have waited since before this morning. Returns how many people."""
    until, people = last_morning(now or timezone.now()), 0
    while written := _write_some(until):
        people += written
    return people


def last_morning(now: datetime) -> datetime:
    here = timezone.localtime(now)
    morning = timezone.make_aware(datetime.combine(here.date(), MORNING))
    return morning if morning <= here else morning - timedelta(days=1)


@transaction.atomic
def _write_some(until: datetime) -> int:
    waiting = Notice.objects.filter(waits_for_digest=True, news__created_at__lt=until)
    people = list(waiting.order_by("person").values_list("person", flat=True).distinct()[:PEOPLE_AT_ONCE])
    if not people:
        return 0
    held = waiting.filter(person__in=people).select_for_update(of=("self",)).select_related("news__league")
    notices = list(held.order_by("person", "news__league__name", "pk"))
    Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(waits_for_digest=False)
    by_person = [(person, list(its)) for person, its in groupby(notices, key=lambda notice: notice.person_id)]
    news = News.objects.bulk_create(_digest(person, its) for person, its in by_person)
    Delivery.objects.bulk_create(Delivery(news=its, person_id=its.person_id) for its in news)
    return len(by_person)


def _digest(person: int, notices: Sequence[Notice]) -> News:
    title = f"{counted(len(notices), 'notice')} of the last day"
    text = "\n\n".join(
        f"{league}\n\n" + "\n\n".join(_item(notice.news) for notice in its)
        for league, its in groupby(notices, key=_league_of)
    )
    return News(kind=Kind.DIGEST, person_id=person, title=title, text=text, url=reverse("notices"))


def _league_of(notice: Notice) -> str:
    return notice.news.league.name if notice.news.league else "Kagejima"


def _item(news: News) -> str:
    lines = [f"* {news.title}", *news.text.splitlines(), settings.ORIGIN + news.url]
    return "\n  ".join(lines)
