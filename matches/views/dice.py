"""How the server's dice are fixed in advance, and how to check them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from matches.models import Seed
from teams.permissions import team_to_see


@require_safe
def dice(request: HttpRequest) -> HttpResponse:
    return render(request, "matches/dice.html")


@require_safe
def dice_of(request: HttpRequest, commitment: str) -> HttpResponse:
    seed = get_object_or_404(Seed.objects.select_related("team"), commitment=commitment)
    if seed.team:
        team_to_see(request.user, seed.team.slug)
    return render(request, "matches/dice_of.html", {"commitment": seed.commitment})
