"""The components pages are made of. Each renders a template of its own, named after it."""

import re
from typing import Any, Protocol

from django import template
from django.urls import reverse

from rules.book.chapters import Place, places
from rules.catalog import Keyword
from rules.dice import Element
from teams import links
from teams.book_page import rulebook_url
from teams.cards import Card, element_of

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


ATTRIBUTES = (("MV", "movement"), ("AT", "attack"), ("DF", "defense"))


@register.inclusion_tag("components/stat_line.html")
def stat_line(of: Attributes, printed: Attributes | None = None, size: str = "") -> dict[str, Any]:
    """MV, AT and DF as badges. With `printed`, what has changed since is marked. Sizes: small, large."""
    stats = []
    for short, name in ATTRIBUTES:
        value = getattr(of, name)
        change = value - getattr(printed or of, name)
        stats.append(
            {"short": short, "name": name.capitalize(), "value": value, "change": f"{change:+d}" if change else ""}
        )
    return {"stats": stats, "size": size}


@register.inclusion_tag("components/element.html")
def element(of: Element, show: str = "both") -> dict[str, Any]:
    """An element's sign and name. With `show="sign"` the name is there for those who cannot see the sign."""
    return {"element": of, "sign": f"signs/{of}.svg", "sign_only": show == "sign"}


@register.inclusion_tag("components/affinities.html")
def affinities(of: tuple[Element, ...], show: str = "both") -> dict[str, Any]:
    return {"elements": of, "show": show}


@register.inclusion_tag("components/crest.html")
def crest(clan_id: str) -> dict[str, Any]:
    """A clan's crest, as a picture beside its name: it says nothing that the name does not."""
    return {"crest": f"crests/{clan_id}.svg"}


@register.inclusion_tag("components/koban.html")
def koban(amount: int) -> dict[str, Any]:
    return {"amount": amount}


@register.inclusion_tag("components/keyword.html")
def keyword(of: Keyword) -> dict[str, Any]:
    """A keyword that opens to its meaning when tapped. For use in a list of class `chips`."""
    its_element = element_of(of.category)
    sign = f"signs/{its_element}.svg" if its_element else ""
    return {"keyword": of, "url": links.keyword_url(of), "sign": sign}


@register.inclusion_tag("components/profile_card.html")
def profile_card(of: Card) -> dict[str, Any]:
    return {"card": of}


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
def current_page(context: template.Context, name: str) -> str:
    """For the navigation: which of its entries this page is, or is below."""
    request = context.get("request")
    if request is None:
        return ""
    if request.path == reverse(name):
        return "page"
    entry = next((its for start, its in BELOW.items() if request.path.startswith(start)), None)
    return "true" if (name == entry if entry else request.path.startswith(reverse(name))) else ""
