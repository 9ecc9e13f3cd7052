"""The components pages are made of. Each renders a template of its own, named after it."""

import re
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from rules.book.chapters import Place, places
from rules.catalog import Keyword
from rules.dice import Element
from teams import links
from teams.book_page import rulebook_url
from teams.cards import Card, element_of
from teams.rows import Affinity, Chip
from teams.scrolls import TeamCard

register = template.Library()
# How Django itself says that something is missing.
DJANGOS_OWN = re.compile(r"(Resolver|Http)404$|No .+ matches the given query")
# Which entry of the navigation a page is below, where its address says another or none.
BELOW = {"/games/": "leagues", "/teams/new/": "new-team", "/drafts/": "new-team"}


class Attributes(Protocol):
    """A profile as printed, or a ninja as it has become."""

    @property
    def movement(self) -> int: ...
    @property
    def attack(self) -> int: ...
    @property
    def defense(self) -> int: ...


MOST_REMEMBERED = 4096  # of a few hundred bytes each
MOST_PARTS = 256  # of up to 40 KB each
ATTRIBUTES = (("MV", "movement"), ("AT", "attack"), ("DF", "defense"))


@dataclass(frozen=True, slots=True)
class Stat:
    short: str
    name: str
    value: int
    change: str


def component(name: str, **values: Hashable) -> SafeString:
    """The same values always look the same, and a page shows most of them many times: each is rendered once.

    Except under DEBUG, when templates change.
    """
    return rendered(name, **values) if settings.DEBUG else _remembered(name, **values)


def rendered(name: str, **values: Hashable) -> SafeString:
    return render_to_string(name, values)


_remembered = lru_cache(maxsize=MOST_REMEMBERED)(rendered)
_remembered_part = lru_cache(maxsize=MOST_PARTS)(rendered)


@register.simple_tag
def part(name: str, **values: Hashable) -> SafeString:
    """A large piece of a page, rendered once for the same values. Unlike an include it sees nothing else."""
    return rendered(name, **values) if settings.DEBUG else _remembered_part(name, **values)


@register.simple_tag
def stat_line(of: Attributes, printed: Attributes | None = None, size: str = "") -> SafeString:
    """MV, AT and DF as badges. With `printed`, what has changed since is marked. Sizes: small, large."""
    stats = tuple(_stat(short, name, of, printed or of) for short, name in ATTRIBUTES)
    return component("components/stat_line.html", stats=stats, size=size)


def _stat(short: str, name: str, of: Attributes, printed: Attributes) -> Stat:
    value: int = getattr(of, name)
    change = value - getattr(printed, name)
    return Stat(short, name.capitalize(), value, f"{change:+d}" if change else "")


@register.simple_tag
def element(of: Element, show: str = "both") -> SafeString:
    """An element's sign and name. With `show="sign"` the name is there for those who cannot see the sign."""
    return component("components/element.html", element=of, sign=f"signs/{of}.svg", sign_only=show == "sign")


@register.simple_tag
def affinities(of: tuple[Element, ...], show: str = "both") -> SafeString:
    return component("components/affinities.html", elements=of, show=show)


@register.simple_tag
def affinities_now(of: tuple[Affinity, ...]) -> SafeString:
    """The affinities of a ninja, those that it has gained marked."""
    return component("teams/affinities.html", affinities=of)


@register.simple_tag
def crest(clan_id: str) -> SafeString:
    """A clan's crest, as a picture beside its name: it says nothing that the name does not."""
    return component("components/crest.html", crest=f"crests/{clan_id}.svg")


@register.simple_tag
def koban(amount: int) -> SafeString:
    return component("components/koban.html", amount=amount)


@register.simple_tag
def keyword(of: Keyword) -> SafeString:
    """A keyword that opens to its meaning when tapped. For use in a list of class `chips`."""
    its_element = element_of(of.category)
    sign = f"signs/{its_element}.svg" if its_element else ""
    return component("components/keyword.html", keyword=of, url=links.keyword_url(of), sign=sign)


@register.simple_tag
def chip(of: Chip) -> SafeString:
    """The same for one that a ninja has, or an ability."""
    return component("teams/chip.html", chip=of)


@register.simple_tag
def profile_card(of: Card) -> SafeString:
    return component("components/profile_card.html", card=of)


@register.inclusion_tag("components/rule.html", takes_context=True)
def rule(context: template.Context, rule_id: str, label: str = "The rule") -> dict[str, Any]:
    """A way to the rule that decides here: as this page's league or team plays it, or else the rulebook's."""
    place = places()[rule_id]
    return {"label": label, "title": place.title, "url": _rule_url(context, place)}


def _rule_url(context: template.Context, place: Place) -> str:
    league, team = context.get("league"), context.get("team")
    if league_slug := getattr(league, "slug", ""):
        url = reverse("league-rules-chapter", kwargs={"slug": league_slug, "chapter_id": place.chapter})
        return f"{url}#{place.rule}"
    if team_slug := getattr(team, "slug", ""):
        return reverse("rule-for-team", kwargs={"slug": team_slug, "rule_id": place.rule})
    return f"{rulebook_url(place.chapter)}#{place.rule}"


@register.filter
def written_reason(exception: object) -> str:
    """The sentence somebody wrote for a missing page; empty where Django only names its own cause."""
    reason = str(exception)
    return "" if DJANGOS_OWN.match(reason) else reason


@register.simple_tag(takes_context=True)
def nav_link(context: template.Context, name: str, label: str) -> SafeString:
    """An entry of the navigation. It is marked where it leads to this page, or to one that this page is below."""
    address, request = reverse(name), context.get("request")
    current = _current(name, address, request.path) if request else ""
    return component("components/nav_link.html", address=address, label=label, current=current)


def _current(name: str, address: str, path: str) -> str:
    if path == address:
        return "page"
    entry = next((its for start, its in BELOW.items() if path.startswith(start)), None)
    return "true" if (name == entry if entry else path.startswith(address)) else ""


@register.simple_tag
def team_card(of: TeamCard) -> SafeString:
    """Needs scroll.css."""
    return component("teams/team_card.html", card=of)
