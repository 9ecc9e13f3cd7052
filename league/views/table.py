"""The table of a season, the same as CSV, and the ratings of its teams. Nothing is changed here."""

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league import ratings as rated
from league import table_page, tables
from league.models import Division, Season
from league.permissions import season_to_see
from league.views.season import asked_for, season_context
from teams.crumbs import Crumb
from teams.views.requests import Request, wants_part


@require_safe
@vary_on_headers("HX-Request")
def standings(request: Request, slug: str, number: int) -> HttpResponse:
    season, has = season_to_see(request.user, slug, number)
    table = _table(request, season)
    context = {
        **season_context(season, has, Crumb("Standings")),
        "pages": table_page.season_links(season, "standings"),
        "table": table,
        "rounds": table_page.round_links(table),
        "divisions": table_page.division_links(table),
        "csv_url": table_page.csv_url(table),
    }
    template = "league/table/standings.html"
    return render(request, f"{template}#update" if wants_part(request) else template, context)


@require_safe
def standings_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season, _ = season_to_see(request.user, slug, number)
    table = _table(request, season)
    response = HttpResponse(table_page.as_csv(table), content_type="text/csv; charset=utf-8; header=present")
    response["Content-Disposition"] = f'attachment; filename="{table_page.csv_name(table)}"'
    return response


@require_safe
def ratings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season, has = season_to_see(request.user, slug, number)
    context = {
        **season_context(season, has, Crumb("Ratings")),
        "pages": table_page.season_links(season, "ratings"),
        "shown": rated.ratings_of(season, request.GET.getlist("team")),
    }
    return render(request, "league/table/ratings.html", context)


def _table(request: HttpRequest, season: Season) -> tables.Table:
    """As the address asks for it. A round that never was is taken for the nearest; a division must exist."""
    prefetch_related_objects([season], "divisions")
    return tables.table_of(season, round=asked_for(request), division=_division(request, season))


def _division(request: HttpRequest, season: Season) -> Division | None:
    asked = request.GET.get("division", "")
    found = next((its for its in season.divisions.all() if str(its.pk) == asked), None)
    if asked and found is None:
        raise Http404(f"There is no such division in {season.name}.")
    return found
