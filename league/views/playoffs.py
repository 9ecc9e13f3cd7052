"""The playoffs of a season: the bracket for everybody, and for those who run the league how it begins and goes on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from league import brackets, table_page
from league.bracket_page import bracket_page
from league.bracket_picture import bracket_picture
from league.permissions import Standing, season_for, season_to_see
from league.views.season import attempt, season_context
from teams.crumbs import Crumb
from teams.views.requests import author


@require_safe
def playoffs(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season, has = season_to_see(request.user, slug, number)
    page = bracket_page(season)
    context = {
        **season_context(season, has, Crumb("Playoffs")),
        "pages": table_page.season_links(season, "playoffs"),
        "page": page,
        "picture": bracket_picture(season, page),
    }
    return render(request, "league/table/playoffs.html", context)


@require_POST
def start(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season, _ = season_for(request.user, slug, number, Standing.ASSISTANT)
    said = f"The playoffs of {season.name} have begun. May the best team win!"
    attempt(request, lambda: brackets.start_playoffs(season=season, author=author(request)), said)
    return redirect("playoffs", slug=slug, number=number)


@require_POST
def advance(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """For a bracket that has fallen behind its games, as after a season was reopened and nothing changed."""
    season, _ = season_for(request.user, slug, number, Standing.ASSISTANT)
    attempt(request, lambda: brackets.advance(season), "The bracket is up to date.")
    return redirect("playoffs", slug=slug, number=number)
