"""The pictures of a season and of a league, for everybody who may see it. Nothing is changed here."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league import table_page
from league.frame import league_context
from league.permissions import league_to_see, season_to_see
from league.seasons import seasons_of
from league.views.season import season_context
from matches.pictures_page import league_pictures, season_pictures
from teams.crumbs import Crumb


@require_safe
def of_season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season, has = season_to_see(request.user, slug, number)
    context = {
        **season_context(season, has, Crumb("Pictures")),
        "pages": table_page.season_links(season, "season-pictures"),
        "charts": season_pictures(season),
    }
    return render(request, "matches/pictures.html", context)


@require_safe
def of_league(request: HttpRequest, slug: str) -> HttpResponse:
    league, has = league_to_see(request.user, slug)
    context = {
        **league_context(league, has, "Seasons", Crumb("Pictures")),
        "links": [(its.name, table_page.address(its, "season-pictures")) for its in seasons_of(league)],
        "charts": league_pictures(league),
    }
    return render(request, "matches/pictures.html", context)
