"""The list of leagues: whom it shows which of them, in a fixed number of queries."""

import html
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Count, QuerySet
from django.utils.html import strip_tags
from django.utils.text import Truncator

from league.markdown import to_html
from league.models import League, Membership, Role, Season
from league.permissions import visible_leagues
from rules.problems import counted, listed
from teams.permissions import Person

LEAGUES_PER_PAGE = 24
WORDS_ON_CARD = 24
NOBODY = "nobody now"


@dataclass(frozen=True, slots=True)
class LeagueCard:
    name: str
    url: str
    masters: str
    about: str
    season: str
    members: str
    role: str  # of whoever looks; empty for a stranger
    is_private: bool


@dataclass(frozen=True, slots=True)
class Found:
    words: str
    is_archived: bool
    archived: int  # how many lie there besides
    own: tuple[LeagueCard, ...]
    page: Page[League]
    cards: tuple[LeagueCard, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """What cards say of leagues, by the key of the league."""

    members: Mapping[int, int]
    masters: Mapping[int, list[str]]
    seasons: Mapping[int, Season]


def find(viewer: Person, words: str, *, is_archived: bool, page: str | None) -> Found:
    """Leagues by a part of their name: the viewer's own apart, and archived ones only when asked for."""
    words = words.strip().replace("\0", "")[:100]
    found = visible_leagues(viewer)
    if words:
        found = found.filter(name__icontains=words)
    wanted = found.filter(archived_at__isnull=not is_archived)
    roles = dict(Membership.objects.filter(person=viewer.pk).values_list("league", "role"))
    own = list(wanted.filter(pk__in=roles))
    others = Paginator(_of_others(wanted, viewer).exclude(pk__in=roles), LEAGUES_PER_PAGE).get_page(page)
    facts = facts_of([*own, *others])
    return Found(
        words=words,
        is_archived=is_archived,
        archived=0 if is_archived else found.filter(archived_at__isnull=False).count(),
        own=tuple(card(league, facts, roles[league.pk]) for league in own),
        page=others,
        cards=tuple(card(league, facts) for league in others),
    )


def _of_others(leagues: QuerySet[League], viewer: Person) -> QuerySet[League]:
    """What one does not belong to is public, or one sees everything. Said plainly: an index finds the first of them."""
    sees_all = isinstance(viewer, User) and viewer.is_staff
    return leagues if sees_all else leagues.filter(is_private=False)


def facts_of(leagues: Iterable[League]) -> Facts:
    wanted = [league.pk for league in leagues]
    members = Membership.objects.filter(league__in=wanted)
    masters = defaultdict(list)
    for league, name in members.filter(role=Role.MASTER).values_list("league", "person__username"):
        masters[league].append(name)
    counts = members.order_by().values_list("league").annotate(Count("pk"))
    newest_last = Season.objects.filter(league__in=wanted).order_by("number").only("league", "number", "name", "state")
    return Facts(dict(counts), masters, {season.league_id: season for season in newest_last})


def card(league: League, facts: Facts, role: str = "") -> LeagueCard:
    season = facts.seasons.get(league.pk)
    return LeagueCard(
        name=league.name,
        url=league.get_absolute_url(),
        masters=listed(facts.masters.get(league.pk, [NOBODY])),
        about=excerpt(league.description),
        season=f"{season.name}: {season.get_state_display().lower()}" if season else "No season yet",
        members=counted(facts.members.get(league.pk, 0), "member"),
        role=Role(role).label if role else "",
        is_private=league.is_private,
    )


@lru_cache(maxsize=1024)
def excerpt(markdown: str) -> str:
    """The beginning of a description, as plain words."""
    words = html.unescape(strip_tags(to_html(markdown)))
    return re.sub(r"[,;:]…$", "…", Truncator(" ".join(words.split())).words(WORDS_ON_CARD))
