"""How the server's dice are fixed in advance, and how to check them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.dice_form import SNIPPET, CastForm
from matches.dice_page import seed_shown
from teams.crumbs import Crumb
from teams.forms import mistakes

REFUSED = 422


@require_safe
def dice(request: HttpRequest) -> HttpResponse:
    form = CastForm(request.GET if "secret" in request.GET else None)
    roll = form.cast() if form.is_valid() else None
    context = {
        "trail": [Crumb("Dice")],
        "form": form,
        "mistakes": mistakes(form),
        "roll": roll,
        "snippet": SNIPPET,
    }
    return render(request, "matches/dice.html", context, status=REFUSED if form.is_bound and not roll else None)


@require_safe
def dice_of(request: HttpRequest, commitment: str) -> HttpResponse:
    shown = seed_shown(request.user, commitment)
    trail = [Crumb("Dice", reverse("dice")), Crumb(f"{shown.commitment[:8]} …")]
    return render(request, "matches/dice_of.html", {"trail": trail, "seed": shown})
