"""The whole book for one set of house rules, and where in it a rule stands."""

from dataclasses import dataclass
from functools import cache

from rules.book import aftermath, before, between, building, experience, koban, leagues, told
from rules.book.compared import marked
from rules.book.shapes import Chapter, Rule
from rules.house import HouseRules, rulebook

WRITTEN = (
    building.chapter,
    before.chapter,
    told.chapter,
    experience.chapter,
    koban.revenue,
    koban.ronin,
    aftermath.downtime,
    aftermath.advancement,
    between.recruiting,
    aftermath.absences,
    between.rating,
    leagues.chapter,
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a rule stands, for a link to it."""

    chapter: str
    rule: str
    title: str


def book(house: HouseRules) -> tuple[Chapter, ...]:
    """Every chapter by these rules, with the rulebook's beside whatever differs."""
    return tuple(marked(write(house), write(rulebook())) for write in WRITTEN)


@cache
def places() -> dict[str, Place]:
    """By the id of the rule: the same in every league."""
    chapters = (write(rulebook()) for write in WRITTEN)
    return {rule.id: Place(its.id, rule.id, rule.title) for its in chapters for rule in its.rules}


def rulings(chapters: tuple[Chapter, ...]) -> list[tuple[Chapter, Rule]]:
    """Those that are ours, because the rulebook is silent."""
    return [(chapter, rule) for chapter in chapters for rule in chapter.rules if rule.ruling]


def rule_of(article: str, chapters: tuple[Chapter, ...]) -> Rule | None:
    """The rule that tells of an article, by its key: the one that names it most exactly."""
    found = [(key, rule) for its in chapters for rule in its.rules for key in rule.keys if article.startswith(key)]
    return max(found, key=lambda its: len(its[0]))[1] if found else None
