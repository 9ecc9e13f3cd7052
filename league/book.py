"""The rules in force in a league, chapter by chapter: what it plays differently, and since which version."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.urls import reverse

from league import houses
from league.house_pages import Line, credit
from league.models import Entrant, HouseVersion, League
from league.permissions import visible_leagues, where_it_plays
from rules.book.chapters import book, rule_of
from rules.house import HouseRules
from teams import book_page, chronicle
from teams.book_page import BookPage, UrlOf
from teams.models import Team
from teams.permissions import Person


@dataclass(frozen=True, slots=True)
class Book:
    """Everything that a page of a league's rules is made of."""

    rules: HouseRules
    remarks: dict[str, list[Line]]  # by the id of the rule
    url_of: UrlOf

    def contents(self) -> BookPage:
        return book_page.contents(self.rules, self.url_of, self.remarks)

    def chapter(self, chapter_id: str) -> BookPage:
        return book_page.chapter_page(self.rules, chapter_id, self.url_of, self.remarks)


def book_of(league: League, versions: Sequence[HouseVersion]) -> Book:
    rules = chronicle.rules_in(versions[0].house) if versions else chronicle.rules_in(None)
    return Book(rules, _remarks(rules, versions), partial(chapter_url, league))


def chapter_url(league: League, chapter_id: str) -> str:
    return reverse("league-rules-chapter", kwargs={"slug": league.slug, "chapter_id": chapter_id})


def rules_of(person: Person, team: Team, chapter_id: str) -> str:
    """Where the rules are that a team plays by, if this person may see that league. One query."""
    entered = Entrant.objects.filter(team=team, season__league__in=visible_leagues(person))
    last = where_it_plays(entered.select_related("season__league")).first()
    return chapter_url(last.season.league, chapter_id) if last else ""


def _remarks(rules: HouseRules, versions: Sequence[HouseVersion]) -> dict[str, list[Line]]:
    chapters, found = book(rules), dict[str, list[Line]]()
    for its in houses.differences_in_force(versions):
        if rule := rule_of(houses.key_of(its.difference), chapters):
            line = Line(its.difference.sentence, credit(its.version) if its.version else None)
            found.setdefault(rule.id, []).append(line)
    return found
