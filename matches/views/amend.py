"""A past report put right, or its game voided: the form, the preview of all that would change, one confirmation."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from league.permissions import signed_in
from league.views.games import game_context
from league.views.season import FORM
from matches import amending
from matches.models import Match, Report
from matches.permissions import May, Voice, game_for
from rules.problems import RuleBroken
from teams.permissions import Person


@require_http_methods(FORM)
def amend(request: HttpRequest, pk: int) -> HttpResponse:
    match, voice = _match(request.user, pk)
    return render(request, "matches/amend.html", game_context(match.fixture, voice.has, "Amend"))


@require_http_methods(FORM)
def void(request: HttpRequest, pk: int) -> HttpResponse:
    match, voice = _match(request.user, pk)
    return render(request, "matches/void.html", game_context(match.fixture, voice.has, "Void"))


@require_http_methods(FORM)
def agree(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    match, voice = _match(request.user, pk)
    proposal = _proposal(match, number)
    if request.method == "POST":
        try:
            amending.agree(report=proposal, author=signed_in(request.user), voice=voice)
        except RuleBroken as broken:
            messages.error(request, broken.message)
    return redirect(match)


@require_POST
def withdraw(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    match, _ = _match(request.user, pk)
    amending.withdraw(report=_proposal(match, number))
    return redirect(match)


def _match(person: Person, pk: int) -> tuple[Match, Voice]:
    fixture, voice = game_for(person, pk, May.AMEND)
    match = Match.objects.select_related("house").filter(fixture=fixture).first()
    if match is None or not match.is_accepted:
        raise Http404("There is no accepted report of this game to be amended.")
    match.fixture = fixture
    return match, voice


def _proposal(match: Match, number: int) -> Report:
    found = amending.open_proposals(match).filter(number=number).first()
    if found is None:
        raise Http404("There is no such proposal, or it is decided.")
    return found
