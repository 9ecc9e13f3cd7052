"""The hall of fame of a league, of all its seasons or of one. Nothing is changed here."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.frame import league_context
from league.models import League, Season
from league.permissions import Standing, league_to_see, season_in
from matches.records.page import hall_page
from teams.crumbs import Crumb
from teams.views.requests import Request, wants_part

TAB = "Hall of fame"
TEMPLATE = "matches/records.html"


@require_safe
@vary_on_headers("HX-Request")
def records(request: Request, slug: str) -> HttpResponse:
    league, has = league_to_see(request.user, slug)
    return _hall(request, league, has)


@require_safe
@vary_on_headers("HX-Request")
def season_records(request: Request, slug: str, number: int) -> HttpResponse:
    league, has = league_to_see(request.user, slug)
    return _hall(request, league, has, season_in(league, number))


def _hall(request: Request, league: League, has: Standing, season: Season | None = None) -> HttpResponse:
    context = {
        **league_context(league, has, TAB, *([Crumb(season.name)] if season else [])),
        "hall": hall_page(league, request.user, season),
    }
    return render(request, f"{TEMPLATE}#hall" if wants_part(request) else TEMPLATE, context)
