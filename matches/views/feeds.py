"""Feeds for calendars and news readers: by plain address where anybody may look, otherwise by a secret link."""

import hashlib
from datetime import datetime, time

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import http_date
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league import feed_keys
from league.feeds import events_of_league, events_of_person, events_of_team
from league.models import today
from league.permissions import league_to_see
from matches import feed_page, feeds
from teams.crumbs import Crumb
from teams.permissions import Person, team_to_see
from teams.views.account import Member

CALENDAR = "text/calendar; charset=utf-8"
TYPES = {"atom": "application/atom+xml; charset=utf-8", "rss": "application/rss+xml; charset=utf-8"}
KEPT_FOR = 300  # seconds, by whoever asks


@require_safe
def league_calendar(request: HttpRequest, slug: str, token: str = "") -> HttpResponseBase:
    league, _ = league_to_see(_viewer(request, token), slug)
    events = events_of_league(league)
    newest = max((event.modified for event in events), default=None)
    return _answer(request, feeds.calendar(league.name, events), CALENDAR, newest, f"{slug}.ics")


@require_safe
def team_calendar(request: HttpRequest, slug: str, token: str = "") -> HttpResponseBase:
    viewer = _viewer(request, token)
    team = team_to_see(viewer, slug)
    events = events_of_team(team, viewer)
    newest = max((event.modified for event in events), default=None)
    return _answer(request, feeds.calendar(team.name, events), CALENDAR, newest, f"{slug}.ics")


@require_safe
def own_calendar(request: HttpRequest, token: str) -> HttpResponseBase:
    person = feed_keys.person_with(token)
    events = events_of_person(person)
    newest = max((event.modified for event in events), default=None)
    return _answer(request, feeds.calendar(f"Games of {person}", events), CALENDAR, newest, "games.ics")


@require_safe
def league_news(request: HttpRequest, slug: str, kind: str, token: str = "") -> HttpResponseBase:
    league, _ = league_to_see(_viewer(request, token), slug)
    items = feeds.items_of(league)
    newest = max((item.updated for item in items), default=None)
    return _answer(request, feeds.news(league, items, kind, request.path), TYPES[kind], newest)


def _viewer(request: HttpRequest, token: str) -> Person:
    return feed_keys.person_with(token) if token else request.user


def _answer(
    request: HttpRequest, content: bytes, type_: str, newest: datetime | None, name: str = ""
) -> HttpResponseBase:
    """With a tag of its content: whoever has it already is told so, and nothing more.

    What was called off leaves no date behind. So that those who ask by date alone hear of it too, nothing is older
    than this day.
    """
    response = HttpResponse(content, content_type=type_)
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    morning = timezone.make_aware(datetime.combine(today(), time.min))
    modified = int(max(newest, morning).timestamp()) if newest else int(morning.timestamp())
    response["ETag"], response["Last-Modified"] = etag, http_date(modified)
    if name:
        response["Content-Disposition"] = f'inline; filename="{name}"'
    patch_cache_control(response, private=True, max_age=KEPT_FOR)
    return get_conditional_response(request, etag=etag, last_modified=modified, response=response) or response


# One's own links


@never_cache
@require_safe
@login_required
def all_feeds(request: Member) -> HttpResponse:
    context = {
        "trail": [Crumb("Your account", "/account/"), Crumb("Feeds")],
        "shown": feed_page.feeds_of(request.user),
    }
    return render(request, "matches/feeds.html", context)


@require_POST
@login_required
def renew(request: Member) -> HttpResponse:
    had_some = feed_keys.key_of(request.user) is not None
    feed_keys.renew(person=request.user)
    messages.success(
        request, "Your links are new; the old ones open nothing any more." if had_some else "Here they are."
    )
    return redirect("feeds")


@require_POST
@login_required
def revoke(request: Member) -> HttpResponse:
    if feed_keys.revoke(person=request.user):
        messages.success(request, "Your secret links are revoked. Nothing can be read with them any more.")
    else:
        messages.info(request, "There were no secret links.")
    return redirect("feeds")
