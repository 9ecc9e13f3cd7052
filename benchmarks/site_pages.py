"""Every page of the site, found from its addresses, with something of the demo league to put into each."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponseNotAllowed
from django.test import RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from config import demo
from league import feed_keys
from league.models import Fixture, Invitation, League
from league.notices.models import Notice, Webhook
from matches import waiting
from matches.models import Match, Seed
from rules.catalog import Type, catalog
from teams.models import Draft, Job, Team

SKIPPED = {
    "account_confirm_email": "its key is for one mail only",
    "account_reset_password_from_key": "its key is for one mail only",
    "unsubscribe": "its token is for one mail only",
    "look-at-file": "it needs a file that somebody sent",
    "job-file": "it needs long work that is done",
    "challenge-team": "only in a season of open play",
    "file-schema": "the same for everybody, whatever there is",
}
API = "api/v1/"
Values = dict[str, list[Any]]


class Page(NamedTuple):
    pattern: str
    name: str
    address: str


def pages() -> list[Page]:
    known = values()
    found = [
        page for route, pattern in _patterns(get_resolver().url_patterns) for page in _pages(route, pattern, known)
    ]
    if len(found) < len({page.address for page in found}):
        raise SystemExit("Two pages have one address.")
    return found


def values() -> Values:
    """What stands in an address after a word, or under a name; for some pages, everything that stands in it."""
    league, player = League.objects.earliest("pk"), User.objects.get(username=demo.PLAYERS[0])
    master = User.objects.get(username=demo.MASTER)
    team = Team.objects.get(owner=player)
    states = {match.state: match.fixture_id for match in Match.objects.order_by("-pk")}
    unplayed = Fixture.objects.filter(match=None, round__season__league=league, round__number__gt=4).earliest("pk")
    proposal = waiting.proposals(league).select_related("match")[0]
    hook = Webhook.objects.create(person=master, name="A hook", style=Webhook.Style.JSON, url="https://example.com/")
    draft = Draft.objects.create(owner=player, state={"name": "A draft", "clan": "tora", "recruits": []})
    job = Job.objects.create(kind="scrolls", owner=master, state=Job.State.FAILED, message="It was stopped.")
    return {
        "clan_id": ["tora"],
        "type_id": ["kaiken"],
        "hero_id": [next(its.id for its in catalog().profiles.values() if its.type is Type.HERO)],
        "ronin_id": ["benkei"],
        "keyword_id": [next(iter(catalog().keywords))],
        "challenge_id": ["brawl"],
        "chapter_id": ["downtime"],
        "rule_id": ["upkeep"],
        "leagues/slug": [league.slug],
        "teams/slug": [team.slug],
        "username": [player.username],
        "ninja_id": [team.ninja.earliest("pk").ninja_id],
        "seasons/number": [1, 2],
        "house-rules/number": [1],
        "versions/number": [1],
        "newsletter/number": [1],
        "games/pk": [states["accepted"], unplayed.pk, states["disputed"]],
        "members/pk": [league.memberships.get(person=player).pk],
        "agree-amendment": [(proposal.match.fixture_id, proposal.number)],
        "retire-team": [(league.slug, 2, team.entries_in_seasons.get(season__number=2).pk)],
        "edit/pk": [league.issues.earliest("pk").pk],
        "notices/pk": [Notice.objects.filter(person=master).latest("pk").pk],
        "webhooks/pk": [hook.pk],
        "drafts/key": [draft.key],
        "jobs/key": [job.key],
        "join/token": [Invitation.objects.earliest("pk").token],
        "feeds/token": [feed_keys.token_of(feed_keys.renew(person=player))],
        "commitment": [Seed.objects.earliest("pk").commitment],
    }


def _patterns(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for its in patterns:
        route = before + str(its.pattern)
        if isinstance(its, URLResolver):
            yield from _patterns(its.url_patterns, route)
        elif not route.startswith(API) or its.name:
            yield route, its


def _pages(route: str, pattern: URLPattern, known: Values) -> Iterator[Page]:
    name = pattern.name or route
    if name in SKIPPED or not _answers_get(route, pattern):
        return
    places = re.findall(r"(?:([a-z-]+)/)?<\w+:(\w+)>", route)
    for chosen in known.get(name) or product(*_options(route, places, known)):
        kwargs = {place: value for (_, place), value in zip(places, chosen, strict=True)}
        yield Page(name, " ".join([name, *map(str, chosen)]), reverse(name, kwargs=kwargs))


def _options(route: str, places: list[tuple[str, str]], known: Values) -> list[list[Any]]:
    """For each place of an address, what can stand there."""
    options = [known.get(f"{before}/{place}") or known.get(place, []) for before, place in places]
    if missing := [place for (_, place), option in zip(places, options, strict=True) if not option]:
        raise SystemExit(f"{route}: say in benchmarks/site_pages.py what {', '.join(missing)} may be.")
    return options


def _answers_get(route: str, pattern: URLPattern) -> bool:
    """Whether it is more than a form's target: those refuse before they look at anything."""
    request: HttpRequest = RequestFactory().get("/")
    try:
        return not isinstance(pattern.callback(request, **dict.fromkeys(_names(route), "0")), HttpResponseNotAllowed)
    except Exception:
        return True


def _names(route: str) -> list[str]:
    return re.findall(r"<\w+:(\w+)>", route)
