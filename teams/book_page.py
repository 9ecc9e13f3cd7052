"""The pages of the rules as finished values: the same for the rulebook and for a league's own rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from rules.book.chapters import Place, book, places, rulings
from rules.book.shapes import Chapter, Rule
from rules.house import HouseRules
from teams.finding import find
from teams.links import Link

RULINGS = "rulings"
LEAD_OF_RULINGS = "Where the rulebook is silent, or its print is lost, this is how we play."
# Where the catalog says more.
SEE = {
    "clan": ("The clans", "clans"),
    "heroes-and-ronin": ("The heroes", "heroes"),
    "abilities": ("Build a team", "new-team"),
    "challenges": ("The challenges", "challenges"),
    "challenge-feats": ("The challenges", "challenges"),
    "upkeep": ("The ronin", "all-ronin"),
    "keywords": ("The keywords", "keywords"),
    "dice": ("Check the dice", "dice"),
}
UrlOf = Callable[[str], str]
Remarks = Mapping[str, Sequence[Any]]


@dataclass(frozen=True, slots=True)
class ChapterLink:
    number: int
    title: str
    lead: str
    url: str
    is_here: bool = False
    changed: int = 0  # rules that a league plays differently


@dataclass(frozen=True, slots=True)
class RuleShown:
    """`remarks` are what a league plays differently, in sentences."""

    rule: Rule
    see: Link | None
    remarks: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    title: str
    chapter: str
    url: str
    text: str


@dataclass(frozen=True, slots=True)
class BookPage:
    """One page: the contents, or a chapter of them, or all our rulings."""

    chapters: tuple[ChapterLink, ...]
    title: str = ""
    lead: str = ""
    rules: tuple[RuleShown, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    before: ChapterLink | None = None
    after: ChapterLink | None = None


def contents(house: HouseRules, url_of: UrlOf, remarks: Remarks | None = None) -> BookPage:
    """`url_of` says where a chapter is, by its id; `remarks` what is different, by the id of the rule."""
    return BookPage(_links(book(house), url_of, "", remarks or {}))


def chapter_page(house: HouseRules, chapter_id: str, url_of: UrlOf, remarks: Remarks | None = None) -> BookPage:
    """That chapter, or 404."""
    chapters, remarks = book(house), remarks or {}
    known = {chapter.id: chapter for chapter in chapters}
    its = find("chapter", chapter_id, known | {RULINGS: None})
    all_links = _links(chapters, url_of, chapter_id, remarks)
    here = next(place for place, link in enumerate(all_links) if link.is_here)
    return BookPage(
        chapters=all_links,
        title=all_links[here].title,
        lead=all_links[here].lead,
        rules=tuple(_shown(rule, remarks) for rule in its.rules) if its else (),
        rulings=() if its else _rulings(chapters, url_of),
        before=all_links[here - 1] if here else None,
        after=all_links[here + 1] if here + 1 < len(all_links) else None,
    )


def rulebook_url(chapter_id: str) -> str:
    return reverse("rules-chapter", kwargs={"chapter_id": chapter_id})


def place_of(rule_id: str) -> Place:
    """Where a rule stands, or 404."""
    return find("rule", rule_id, places())


def _links(chapters: tuple[Chapter, ...], url_of: UrlOf, here: str, remarks: Remarks) -> tuple[ChapterLink, ...]:
    told = [(its.id, its.title, its.lead, sum(rule.id in remarks for rule in its.rules)) for its in chapters]
    told.append((RULINGS, "Our rulings", LEAD_OF_RULINGS, 0))
    return tuple(
        ChapterLink(number, title, lead, url_of(id_), id_ == here, changed)
        for number, (id_, title, lead, changed) in enumerate(told, 1)
    )


def _shown(rule: Rule, remarks: Remarks) -> RuleShown:
    see = SEE.get(rule.id)
    return RuleShown(rule, Link(see[0], reverse(see[1])) if see else None, tuple(remarks.get(rule.id, ())))


def _rulings(chapters: tuple[Chapter, ...], url_of: UrlOf) -> tuple[Ruling, ...]:
    return tuple(
        Ruling(rule.title, chapter.title, f"{url_of(chapter.id)}#{rule.id}", rule.ruling)
        for chapter, rule in rulings(chapters)
    )
