"""A past report put right, or its game voided: the form, the preview of all that would change, one confirmation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from league.permissions import signed_in
from league.views.games import game_context
from league.views.season import FORM, REFUSED
from matches import amend_form, amending
from matches.amend_form import Amendment
from matches.amend_page import choices_in, preview_shown, proposals_shown
from matches.amending import Choices
from matches.models import Match, Report
from matches.permissions import May, Voice
from matches.report_form import Typed
from matches.reporting import Account
from matches.views.proposals import done, match_for
from rules.problems import Problem, RuleBroken, refuse
from teams.forms import INCOMPLETE
from teams.views.requests import Request, wants_part


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants a past game to have been. Without an account: never played."""

    match: Match
    voice: Voice
    account: Account | None
    reason: str
    choices: Choices
    typed: Typed


@require_http_methods(FORM)
@vary_on_headers("HX-Request")
def amend(request: Request, pk: int) -> HttpResponse:
    match, voice = match_for(request.user, pk)
    if over := _over(request, match, Match.State.ACCEPTED, Match.State.VOIDED):
        return over
    if request.method != "POST":
        return _form_page(request, match, voice, amend_form.unwritten(match))
    its = amend_form.written(match, request.POST)
    if "edit" in request.POST:
        return _form_page(request, match, voice, its)
    if found := its.problems():
        return _form_page(request, match, voice, its, found)
    wish = Wish(match, voice, its.filled.account, its.reason, choices_in(request.POST, its.ground.scrolls), its.typed)
    try:
        return _answer(request, wish)
    except RuleBroken as broken:
        return _form_page(request, match, voice, its, broken.problems)


@require_http_methods(FORM)
@vary_on_headers("HX-Request")
def void(request: Request, pk: int) -> HttpResponse:
    match, voice = match_for(request.user, pk)
    if over := _over(request, match, Match.State.ACCEPTED):
        return over
    teams = [side.team.slug for side in match.sides.select_related("team")]
    wish = Wish(match, voice, None, amend_form.reason_in(request.POST), choices_in(request.POST, teams), {})
    try:
        return _answer(request, wish)
    except RuleBroken as broken:
        messages.error(request, broken.message)
        return redirect(match)


def _answer(request: Request, wish: Wish) -> HttpResponse:
    """The preview; or what was confirmed is done, if nothing has moved since it was previewed."""
    if "confirm" not in request.POST:
        return _preview_page(request, wish)
    try:
        report = _confirm(request, wish)
    except RuleBroken as broken:
        return _preview_page(request, wish, broken.problems)
    return done(request, wish.match, report)


def _confirm(request: HttpRequest, wish: Wish) -> Report:
    key, author = _key(request), signed_in(request.user)
    if key is None:
        raise refuse("incomplete", INCOMPLETE)
    told: dict[str, Any] = {
        "match": wish.match,
        "account": wish.account,
        "author": author,
        "reason": wish.reason,
        "key": key,
        "based_on": request.POST.get("based_on", ""),
        "choices": wish.choices,
    }
    if wish.voice.may(May.DECIDE):
        return amending.amend(**told)
    return amending.propose(voice=wish.voice, **told)


# Pages


def _form_page(
    request: Request, match: Match, voice: Voice, its: Amendment, found: Sequence[Problem] = ()
) -> HttpResponse:
    context = {
        **game_context(match.fixture, voice.has, "Amend"),
        "form": amend_form.form_shown(its, found),
        "decides": voice.may(May.DECIDE),
        "is_voided": match.state == Match.State.VOIDED,
        "proposals": proposals_shown(match),
        "mistakes": [problem.message for problem in found],
    }
    return render(request, "matches/amend.html", context, status=REFUSED if found else None)


def _preview_page(request: Request, wish: Wish, found: Sequence[Problem] = ()) -> HttpResponse:
    match = wish.match
    preview = amending.preview(match=match, account=wish.account, choices=wish.choices)
    context = {
        **game_context(match.fixture, wish.voice.has, "Amend" if wish.account else "Void"),
        "preview": preview_shown(preview, match.fixture),
        "action": reverse("amend" if wish.account else "void-game", kwargs={"pk": match.fixture_id}),
        "voids": wish.account is None,
        "decides": wish.voice.may(May.DECIDE),
        "proposals": proposals_shown(match),
        "carried": wish.typed.items(),
        "reason": wish.reason,
        "wrong_reason": amend_form.about("reason", found),
        "key": uuid4(),
        "mistakes": [problem.message for problem in found],
    }
    part = "#preview" if wants_part(request) else ""
    return render(request, f"matches/amend_preview.html{part}", context, status=REFUSED if found else None)


# Shared


def _over(request: HttpRequest, match: Match, *states: Match.State) -> HttpResponse | None:
    """What was confirmed already is done; and in another state there is nothing to be done."""
    key = _key(request)
    if key and (again := match.reports.filter(key=key).first()):
        return done(request, match, again)
    if match.state in states:
        return None
    messages.error(request, "Only an accepted report can be amended.")
    return redirect(match)


def _key(request: HttpRequest) -> UUID | None:
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return None
