"""The start page and the catalog: everything the game has, to look up. A visitor costs no query."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.catalog import CLAN_TYPES, Category, Challenge, Keyword, Profile, catalog
from rules.dice import Element
from rules.house import rulebook
from teams import links, words
from teams.cards import Card, ClanCard, FeatRow, card, cards, clan_card, common_feats, element_of, feat_rows
from teams.crumbs import Crumb
from teams.finding import find
from teams.home import yours

# Each adds to what the start page shows. The demo, far above this app, has something to say there.
ALSO_AT_HOME: list[Callable[[], dict[str, object]]] = []


class KeywordRow(NamedTuple):
    keyword: Keyword
    url: str
    owners: tuple[Card, ...]


class KeywordGroup(NamedTuple):
    category: Category
    element: Element | None
    about: str
    rows: list[KeywordRow]


class ChallengeCard(NamedTuple):
    challenge: Challenge
    url: str
    about: str
    tags: list[str]


@dataclass(frozen=True)
class Shelf:
    """One part of the catalog, as the start page leads to it."""

    name: str
    url: str
    count: int
    about: str


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    also = {name: shown for add in ALSO_AT_HOME for name, shown in add().items()}
    context = {**also, **yours(request.user), "clans": _clan_cards(), "shelves": _shelves()}
    return render(request, "home.html", context)


@require_safe
def clans(request: HttpRequest) -> HttpResponse:
    return render(request, "catalog/clans.html", {"trail": [Crumb("Clans")], "clans": _clan_cards()})


@require_safe
def clan(request: HttpRequest, clan_id: str) -> HttpResponse:
    found = find("clan", clan_id, catalog().clans)
    context = {
        "trail": [Crumb("Clans", reverse("clans")), Crumb(found.name)],
        "clan": clan_card(found),
        "ninja": cards(found.ninja),
        "heroes": cards(found.heroes),
        "others": [other for other in _clan_cards() if other.id != found.id],
    }
    return render(request, "catalog/clan.html", context)


@require_safe
def profile(request: HttpRequest, clan_id: str, type_id: str) -> HttpResponse:
    its_clan = find("clan", clan_id, catalog().clans)
    found = find(f"{its_clan.name} ninja", type_id, {ninja.type.value: ninja for ninja in its_clan.ninja})
    same_type = cards(other.of_type(found.type) for other in catalog().clans.values())
    trail = [Crumb("Clans", reverse("clans")), Crumb(its_clan.name, links.clan_url(its_clan)), Crumb(found.name)]
    context = {"same_type": same_type, "comrades": cards(its_clan.ninja)}
    return _profile_page(request, found, trail, context)


@require_safe
def heroes(request: HttpRequest) -> HttpResponse:
    groups = [(clan_card(its_clan), cards(its_clan.heroes)) for its_clan in catalog().clans.values()]
    context = {"trail": [Crumb("Heroes")], "groups": groups, "count": len(catalog().heroes)}
    return render(request, "catalog/heroes.html", context)


@require_safe
def hero(request: HttpRequest, hero_id: str) -> HttpResponse:
    found = find("hero", hero_id, {hero.id: hero for hero in catalog().heroes})
    trail = [Crumb("Heroes", reverse("heroes")), Crumb(found.name)]
    its_clan = catalog().clans[found.clan]
    return _profile_page(request, found, trail, {"comrades": cards(its_clan.profiles)})


@require_safe
def all_ronin(request: HttpRequest) -> HttpResponse:
    context = {"trail": [Crumb("Ronin")], "ronin": cards(catalog().ronin)}
    return render(request, "catalog/all_ronin.html", context)


@require_safe
def ronin(request: HttpRequest, ronin_id: str) -> HttpResponse:
    found = find("ronin", ronin_id, {one.id: one for one in catalog().ronin})
    trail = [Crumb("Ronin", reverse("all-ronin")), Crumb(found.name)]
    return _profile_page(request, found, trail, {})


@require_safe
def keywords(request: HttpRequest) -> HttpResponse:
    groups = [_keyword_group(category) for category in Category]
    context = {"trail": [Crumb("Keywords")], "groups": groups, "count": len(catalog().keywords)}
    return render(request, "catalog/keywords.html", context)


@require_safe
def keyword(request: HttpRequest, keyword_id: str) -> HttpResponse:
    found = find("keyword", keyword_id, catalog().keywords)
    context = {
        "trail": [Crumb("Keywords", reverse("keywords")), Crumb(found.name)],
        "keyword": found,
        "element": element_of(found.category),
        "learned_by": words.learned_by(found.category),
        "owners": _owners(found),
        "others": [row for row in _keyword_group(found.category).rows if row.keyword is not found],
    }
    return render(request, "catalog/keyword.html", context)


@require_safe
def challenges(request: HttpRequest) -> HttpResponse:
    cards_ = [
        ChallengeCard(one, links.challenge_url(one), words.CHALLENGES[one.id], words.challenge_tags(one))
        for one in catalog().challenges.values()
    ]
    context = {"trail": [Crumb("Challenges")], "challenges": cards_, "common_feats": _rulebook_feats()}
    return render(request, "catalog/challenges.html", context)


@require_safe
def challenge(request: HttpRequest, challenge_id: str) -> HttpResponse:
    found = find("challenge", challenge_id, catalog().challenges)
    house = rulebook()
    context = {
        "trail": [Crumb("Challenges", reverse("challenges")), Crumb(found.name)],
        "challenge": found,
        "about": words.CHALLENGES[found.id],
        "facts": words.challenge_facts(found),
        "feats": feat_rows(found.feats, house),
        "common_feats": feat_rows(common_feats(found, house), house),
        "replaced": [house.common_feat(feat_id).name for feat_id in found.replaces],
    }
    return render(request, "catalog/challenge.html", context)


def _profile_page(
    request: HttpRequest, found: Profile, trail: list[Crumb], context: dict[str, tuple[Card, ...]]
) -> HttpResponse:
    return render(request, "catalog/profile.html", {"trail": trail, "card": card(found), **context})


def _clan_cards() -> list[ClanCard]:
    return [clan_card(one) for one in catalog().clans.values()]


def _shelves() -> list[Shelf]:
    known = catalog()
    return [
        Shelf("Clans", reverse("clans"), len(known.clans), f"{len(CLAN_TYPES)} kinds of ninja each"),
        Shelf("Heroes", reverse("heroes"), len(known.heroes), "Legends, two to a clan"),
        Shelf("Ronin", reverse("all-ronin"), len(known.ronin), "Swords for hire, for any clan"),
        Shelf("Keywords", reverse("keywords"), len(known.keywords), "What they do, and who has them"),
        Shelf("Challenges", reverse("challenges"), len(known.challenges), "Their feats, points and XP"),
    ]


def _keyword_group(category: Category) -> KeywordGroup:
    members = (one for one in catalog().keywords.values() if one.category == category)
    rows = [KeywordRow(one, links.keyword_url(one), _owners(one)) for one in members]
    return KeywordGroup(category, element_of(category), words.CATEGORIES[category], rows)


def _owners(wanted: Keyword) -> tuple[Card, ...]:
    return cards(one for one in catalog().profiles.values() if wanted.id in one.keywords)


def _rulebook_feats() -> list[FeatRow]:
    house = rulebook()
    return feat_rows(house.feats, house)
