"""The catalog, searched in memory: by name, then by what is told of each thing, then by names that are close."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache

from league.search.hits import Hit, best_first
from league.search.sought import Rank, Sought, fold
from rules.book.chapters import book
from rules.book.shapes import Chapter, Rule
from rules.catalog import Category, Challenge, Clan, Keyword, Profile, Type, catalog
from rules.house import rulebook
from teams import links, words
from teams.book_page import rulebook_url
from teams.cards import element_of
from teams.permissions import Person

SHORTEST_GUESS = 4  # letters: of less, everything is a misspelling
CLOSE_ENOUGH = 0.75

Find = Callable[[Person, Sought, int], list[Hit]]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the catalog: where it is found, and the lines it may be found by besides its name."""

    hit: Hit
    lines: tuple[str, ...] = ()


def catalog_kind(pages: Callable[[], list[Page]]) -> Find:
    """Who looks makes no difference: the catalog is the same for everybody."""
    return lambda person, sought, limit: _found(pages(), sought)[:limit]


def _found(pages: list[Page], sought: Sought) -> list[Hit]:
    hits = [hit for page in pages if (hit := _answer(page, sought))]
    return best_first(hits) or _close(pages, sought)


def _answer(page: Page, sought: Sought) -> Hit | None:
    """A line that answers is shown, in place of what is usually said."""
    rank = sought.rank_of(page.hit.name)
    if rank is not None:
        return replace(page.hit, rank=rank)
    line = next((line for line in page.lines if sought.is_told_in(line)), None)
    return replace(page.hit, rank=Rank.TOLD, about=line) if line else None


def _close(pages: list[Page], sought: Sought) -> list[Hit]:
    if len(sought.folded) < SHORTEST_GUESS:
        return []
    called = [(name, page) for page in pages for name in _names(page.hit.name)]
    close = get_close_matches(sought.folded, {name for name, _ in called}, n=3, cutoff=CLOSE_ENOUGH)
    found = {
        page.hit.url: replace(page.hit, rank=Rank.CLOSE) for guess in close for name, page in called if name == guess
    }
    return list(found.values())


def _names(name: str) -> Iterator[str]:
    """What somebody may have tried to write: the whole name, or a long word of it."""
    yield fold(name)
    yield from (word for word in fold(name).split() if len(word) >= SHORTEST_GUESS)


@cache
def clans() -> list[Page]:
    return [_clan(its) for its in catalog().clans.values()]


def _clan(its: Clan) -> Page:
    about = words.CLANS[its.id]
    return Page(Hit(its.name, about, links.clan_url(its), Rank.EXACT, clan=its.id, element=its.affinity), (about,))


@cache
def profiles() -> list[Page]:
    return [_profile(its) for its in catalog().profiles.values() if not its.type.is_unique]


@cache
def heroes() -> list[Page]:
    return [_profile(its) for its in catalog().heroes]


@cache
def ronin() -> list[Page]:
    return [_profile(its) for its in catalog().ronin]


def _profile(its: Profile) -> Page:
    about = words.TYPES[its.type]
    if its.type == Type.HERO:
        about = f"Hero of clan {catalog().clans[its.clan].name}"
    hit = Hit(its.full_name, about, links.profile_url(its), Rank.EXACT, clan=its.clan, element=its.affinities[0])
    return Page(hit, tuple(f"{ability.name}: {ability.summary}" for ability in its.all_abilities))


@cache
def keywords() -> list[Page]:
    return [_keyword(its) for its in catalog().keywords.values()]


def _keyword(its: Keyword) -> Page:
    element = element_of(Category(its.category)) or ""
    return Page(Hit(its.name, its.summary, links.keyword_url(its), Rank.EXACT, element=element), (its.summary,))


@cache
def rules() -> list[Page]:
    """As the rulebook has them: what a league plays differently stands on its own pages."""
    return [_rule(chapter, its) for chapter in book(rulebook()) for its in chapter.rules]


def _rule(chapter: Chapter, its: Rule) -> Page:
    lines = tuple(said.text for said in its.says if said.text)
    about = lines[0] if lines else chapter.lead
    hit = Hit(its.title, about, f"{rulebook_url(chapter.id)}#{its.id}", Rank.EXACT)
    return Page(hit, (*lines, f"{chapter.title}: {chapter.lead}"))


@cache
def challenges() -> list[Page]:
    return [_challenge(its) for its in catalog().challenges.values()]


def _challenge(its: Challenge) -> Page:
    about = words.CHALLENGES[its.id]
    feats = (f"Feat: {feat.name}" for feat in its.feats)
    return Page(Hit(its.name, about, links.challenge_url(its), Rank.EXACT), (about, *feats))
