"""Every version of a report, for whoever may see the game: the list of them, each of them, and any two compared."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.models import Fixture
from league.views.games import game_context
from matches import versions_page
from matches.models import Match, Report
from matches.permissions import Voice, game_to_see
from matches.report_told import match_of
from teams.crumbs import Crumb

ALL = "Versions of the report"


@require_safe
def versions(request: HttpRequest, pk: int) -> HttpResponse:
    fixture, voice, match = _match(request, pk)
    found = versions_page.versions_of(match)
    lines = [versions_page.line(its, match) for its in reversed(found)]
    context = {**game_context(fixture, voice.has, ALL), "lines": lines, "can_compare": len(lines) > 1}
    return render(request, "matches/versions.html", context)


@require_safe
def version(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    fixture, voice, match = _match(request, pk)
    found = versions_page.versions_of(match)
    page = versions_page.page_of(_numbered(found, number), match)
    return render(request, "matches/version.html", {**_context(fixture, voice, f"Version {number}"), "page": page})


@require_safe
def compare(request: HttpRequest, pk: int) -> HttpResponse:
    """Without a choice, the last two."""
    fixture, voice, match = _match(request, pk)
    found = versions_page.versions_of(match)
    if len(found) < 2:
        raise Http404("There are no two versions of this report to compare.")
    a = _asked(request, "a", found, len(found) - 1)
    b = _asked(request, "b", found, len(found))
    comparison = versions_page.compared(a, b, match)
    context = {**_context(fixture, voice, "Compared"), "comparison": comparison, "numbers": range(1, len(found) + 1)}
    return render(request, "matches/compare.html", context)


def _match(request: HttpRequest, pk: int) -> tuple[Fixture, Voice, Match]:
    fixture, voice = game_to_see(request.user, pk)
    match = match_of(fixture)
    if match is None:
        raise Http404("This game has no report yet.")
    return fixture, voice, match


def _asked(request: HttpRequest, name: str, found: Sequence[Report], otherwise: int) -> Report:
    asked = request.GET.get(name, "")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 0
    return _numbered(found, number) if asked else _numbered(found, otherwise)


def _numbered(found: Sequence[Report], number: int) -> Report:
    its = next((its for its in found if its.number == number), None)
    if its is None:
        raise Http404("There is no such version of this report.")
    return its


def _context(fixture: Fixture, voice: Voice, here: str) -> dict[str, object]:
    """Of a page below the list of all."""
    return game_context(fixture, voice.has, Crumb(ALL, reverse("report-versions", kwargs={"pk": fixture.pk})), here)
