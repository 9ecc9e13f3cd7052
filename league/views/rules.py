"""All rules in force in a league, not only those it plays differently."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league import houses
from league.book import book_of
from league.frame import address, league_context
from league.permissions import league_to_see
from league.views.house import HERE
from teams.crumbs import Crumb

ALL = "All rules"


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    league, has = league_to_see(request.user, slug)
    page = book_of(league, houses.versions_of(league)).contents()
    return render(request, "league/house/all.html", {**league_context(league, has, HERE, Crumb(ALL)), "page": page})


@require_safe
def chapter(request: HttpRequest, slug: str, chapter_id: str) -> HttpResponse:
    league, has = league_to_see(request.user, slug)
    page = book_of(league, houses.versions_of(league)).chapter(chapter_id)
    above = Crumb(ALL, address("league-rules", league))
    context = {**league_context(league, has, HERE, above, Crumb(page.title)), "page": page}
    return render(request, "league/house/chapter.html", context)
