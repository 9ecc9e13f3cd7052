"""The rulings on a team: everybody who may see it reads them, its ninja master gives them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from teams.permissions import team_to_see
from teams.views.scroll import team_context


@require_safe
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_to_see(request.user, slug)
    return render(request, "matches/rulings.html", team_context(request, team, "Rulings"))
