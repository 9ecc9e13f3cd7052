"""The ninja master's desk: everything in a league that waits for somebody, and what one click does about it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from league.frame import league_context
from league.permissions import Standing, league_for


@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    league, has = league_for(request.user, slug, Standing.ASSISTANT)
    return render(request, "matches/master.html", league_context(league, has, "Desk"))


@require_POST
def remind(request: HttpRequest, slug: str) -> HttpResponse:
    league_for(request.user, slug, Standing.ASSISTANT)
    return redirect("masters-desk", slug=slug)


@require_POST
def extend(request: HttpRequest, slug: str) -> HttpResponse:
    league_for(request.user, slug, Standing.ASSISTANT)
    return redirect("masters-desk", slug=slug)


@require_POST
def answer(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    league_for(request.user, slug, Standing.ASSISTANT)
    return redirect("masters-desk", slug=slug)
