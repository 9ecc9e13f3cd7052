"""The report of a game: filled in, filed, countersigned, settled, taken back."""

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from league.models import Fixture
from league.permissions import signed_in
from league.views.games import game_context
from league.views.season import FORM
from matches.permissions import May, Voice, game_for
from matches.report_form import problems, read, typed_in
from matches.report_page import form_shown, match_of, obstacles, told_of, typed_for


@require_http_methods(FORM)
def report(request: HttpRequest, pk: int) -> HttpResponse:
    fixture, voice = game_for(request.user, pk, May.REPORT)
    person, match = signed_in(request.user), match_of(fixture)
    if match is None:
        return _brief(request, fixture, voice, person)
    told = told_of(match, person)
    typed = typed_in(request.POST, told.ground) if request.method == "POST" else typed_for(told, "")
    found = problems(read(typed, told.ground), told.ground)
    form = form_shown(told, typed, person, voice, story="", found=found)
    context = {**game_context(fixture, voice.has, "Report"), "form": form, "obstacles": obstacles(told)}
    return render(request, "matches/report.html", context)


def _brief(request: HttpRequest, fixture: Fixture, voice: Voice, person: User) -> HttpResponse:
    return render(request, "matches/report.html", game_context(fixture, voice.has, "Report"))


@require_POST
def save(request: HttpRequest, pk: int) -> HttpResponse:
    fixture, _ = game_for(request.user, pk, May.REPORT)
    return redirect("report", pk=fixture.pk)


@require_POST
def countersign(request: HttpRequest, pk: int) -> HttpResponse:
    fixture, _ = game_for(request.user, pk, May.REPORT)
    return redirect("report", pk=fixture.pk)


@require_POST
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    fixture, _ = game_for(request.user, pk, May.SETTLE)
    return redirect("report", pk=fixture.pk)


@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    fixture, _ = game_for(request.user, pk, May.REPORT)
    return redirect("report", pk=fixture.pk)
