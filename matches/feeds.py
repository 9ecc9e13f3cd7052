"""Feeds as documents: calendars as iCalendar, a league's news as Atom and RSS. The same facts give the same bytes."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache

import icalendar  # type: ignore[import-untyped]  # it has none
from django.conf import settings
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed, Rss201rev2Feed, SyndicationFeed
from django.utils.html import conditional_escape

from league import feeds
from league.feeds import Event, Item
from league.markdown import to_html
from league.models import League
from matches.newsletter.models import Issue
from matches.newsletter.pages import PLACE

MOST_ITEMS = 40
MOST_ISSUES = 10
REFRESH = timedelta(hours=1)
END = b"END:VCALENDAR\r\n"
# No XML may contain them, and some calendars begin a new line at them: there somebody could write an event of his own.
UNWANTED = re.compile("[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029\ud800-\udfff\ufffe\uffff]")


def _plain(text: str) -> str:
    return UNWANTED.sub(" ", text.replace("\r\n", "\n"))


# iCalendar


def calendar(name: str, events: Sequence[Event]) -> bytes:
    """Games as days without an hour: nobody is busy because of them."""
    document = icalendar.Calendar()
    document.add("prodid", "-//Kagejima//Games//EN")
    document.add("version", "2.0")
    document.add("calscale", "GREGORIAN")
    document.add("name", _plain(name))
    document.add("x-wr-calname", _plain(name))
    document.add("refresh-interval", icalendar.vDuration(REFRESH), parameters={"VALUE": "DURATION"})
    document.add("x-published-ttl", icalendar.vDuration(REFRESH))
    head: bytes = document.to_ical().removesuffix(END)
    return b"".join((head, *map(_event, events), END))


@lru_cache(maxsize=4096)
def _event(its: Event) -> bytes:
    """Calendars are asked for every hour, and most games are as they were: each is written once."""
    event = icalendar.Event()
    event.add("uid", its.uid)
    event.add("dtstamp", its.modified)
    event.add("dtstart", its.day)
    event.add("dtend", its.day + timedelta(days=1))
    event.add("summary", _plain(its.summary))
    event.add("description", _plain(its.description))
    event.add("url", its.url)
    event.add("status", "CANCELLED" if its.is_cancelled else "CONFIRMED")
    event.add("categories", [its.label])
    event.add("transp", "TRANSPARENT")
    event.add("sequence", its.sequence)
    event.add("last-modified", its.modified)
    written: bytes = event.to_ical()
    return written


# Atom and RSS


class _Dated(SyndicationFeed):
    """One that is never newer than what it tells of."""

    def latest_post_date(self) -> datetime:
        dates = [date for item in self.items for date in (item["pubdate"], item["updateddate"]) if date]
        newest: datetime = max(dates, default=self.feed["since"])
        return newest


class _Atom(_Dated, Atom1Feed):
    pass


class _Rss(_Dated, Rss201rev2Feed):
    pass


KINDS: dict[str, type[_Atom] | type[_Rss]] = {"atom": _Atom, "rss": _Rss}


def items_of(league: League) -> list[Item]:
    """The latest news of a league, newsletters among them. Five queries."""
    return feeds.latest([*feeds.news_of(league), *_issues(league)], MOST_ITEMS)


def news(league: League, items: Sequence[Item], kind: str, address: str) -> bytes:
    """`address` is where the feed itself is."""
    name, url = _plain(league.name), settings.ORIGIN + league.get_absolute_url()
    document = KINDS[kind](
        title=name,
        link=url,
        description=f"Results, rounds, newsletters and champions of {name}.",
        language="en",
        author_name=name,
        feed_url=settings.ORIGIN + address,
        feed_guid=feeds.item_id(league, "news"),
        since=league.created_at,
    )
    for item in items:
        document.add_item(
            title=_plain(item.title),
            link=item.url,
            description=_plain(conditional_escape(item.text)),
            unique_id=item.id,
            unique_id_is_permalink=False,
            pubdate=item.published,
            updateddate=item.updated,
        )
    return document.writeString("utf-8").encode()


def _issues(league: League) -> list[Item]:
    found = Issue.objects.filter(league=league, number__isnull=False).defer("figures").order_by("-number")[:MOST_ISSUES]
    return [_issue(league, its) for its in found]


def _issue(league: League, issue: Issue) -> Item:
    issue.league = league
    at = issue.published_at or issue.drafted_at
    return Item(
        id=feeds.item_id(league, f"newsletter/{issue.number}"),
        title=f"Newsletter {issue.number}: {issue.title}",
        text=to_html(PLACE.sub("", issue.text)),
        url=settings.ORIGIN + reverse("issue", kwargs={"slug": league.slug, "number": issue.number}),
        published=at,
        updated=issue.corrected_at or at,
    )
