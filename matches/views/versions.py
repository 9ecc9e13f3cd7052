"""Every version of a report, for whoever may see the game: the list of them, each of them, and any two compared."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.views.games import game_context
from matches.models import Match
from matches.permissions import game_to_see


@require_safe
def versions(request: HttpRequest, pk: int) -> HttpResponse:
    fixture, voice = game_to_see(request.user, pk)
    match = Match.objects.filter(fixture=fixture).first()
    if match is None:
        raise Http404("This game has no report yet.")
    context = {**game_context(fixture, voice.has, "Versions"), "reports": match.reports.select_related("author")}
    return render(request, "matches/versions.html", context)


@require_safe
def version(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    return versions(request, pk)


@require_safe
def compare(request: HttpRequest, pk: int) -> HttpResponse:
    return versions(request, pk)
