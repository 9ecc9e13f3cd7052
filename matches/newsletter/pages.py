"""Issues as pages show them: text and charts in their order, the list of all, and the print."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from league.markdown import to_html
from league.models import League
from matches.newsletter import charts
from matches.newsletter.models import Issue
from matches.newsletter.plain import first_words
from teams.pictures.chart import Chart

PLACE = re.compile(r"^\[chart: *([a-z]+)\][ \t]*$", re.MULTILINE)
PER_PAGE = 20
TEASER = 220


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the text, and the chart that follows it."""

    html: SafeString
    chart: Chart | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """An issue in the list."""

    issue: Issue
    url: str
    teaser: str


def parts_of(text: str, figures: dict[str, Any]) -> list[Part]:
    """A line with nothing but the name of a chart is where it stands. Each stands once."""
    drawn = charts.drawn(figures)
    pieces = PLACE.split(text)
    return list(_parts(pieces, drawn))


def _parts(pieces: Sequence[str], drawn: dict[str, Chart]) -> Iterator[Part]:
    for n in range(0, len(pieces), 2):
        chart = drawn.pop(pieces[n + 1], None) if n + 1 < len(pieces) else None
        yield Part(to_html(pieces[n]), chart)


def issue_to_read(league: League, number: int) -> Issue:
    found = Issue.objects.filter(league=league, number=number).select_related("season").first()
    if found is None:
        raise Http404(f"There is no issue {number} of the newsletter of {league.name}.")
    found.league = league
    return found


def beside(issue: Issue) -> tuple[int | None, int | None]:
    """The numbers of the issues before and after it: none is ever left out. One query."""
    numbers = Issue.objects.filter(league=issue.league, number__in=[(issue.number or 0) - 1, (issue.number or 0) + 1])
    found = set(numbers.values_list("number", flat=True))
    before, after = (issue.number or 0) - 1, (issue.number or 0) + 1
    return before if before in found else None, after if after in found else None


def published(league: League, page: str | None) -> Page[Issue]:
    found = Issue.objects.filter(league=league, number__isnull=False).defer("figures").order_by("-number")
    return Paginator(found, PER_PAGE).get_page(page)


def drafts(league: League) -> list[Line]:
    found = Issue.objects.filter(league=league, number=None).select_related("edited_by").defer("figures")
    return lines_of(league, found.order_by("-edited_at"))


def lines_of(league: League, issues: Any) -> list[Line]:
    return [Line(its, _url(league, its), first_words(its.text, TEASER)) for its in issues]


def _url(league: League, issue: Issue) -> str:
    issue.league = league
    return issue.get_absolute_url()


def print_page(issue: Issue, address: str) -> str:
    """Complete in itself."""
    context = {"issue": issue, "parts": parts_of(issue.text, issue.figures), "address": address}
    return render_to_string("matches/newsletter/print.html", context)
