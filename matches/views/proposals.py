"""Amendments that players make together: one proposes, the others look at what would change and sign."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from league.permissions import signed_in
from league.views.games import game_context
from league.views.season import FORM, REFUSED
from matches import amending, reporting, waiting
from matches.amend_page import PreviewShown, outcome_of, preview_shown, proposal_shown
from matches.models import Match, Report
from matches.permissions import May, Voice, game_for
from rules.problems import Problem, RuleBroken
from teams.permissions import Person


@require_http_methods(FORM)
def agree(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """What a proposal would change, for whoever has still to sign it."""
    match, voice = match_for(request.user, pk)
    proposal, based_on = _proposal(match, number), request.POST.get("based_on", "nothing")
    if proposal.in_force_from or proposal.withdrawn_at:
        return done(request, match, proposal)
    if request.method != "POST":
        return _page(request, match, voice, proposal)
    try:
        signed = amending.agree(report=proposal, author=signed_in(request.user), voice=voice, based_on=based_on)
    except RuleBroken as broken:
        return _page(request, match, voice, proposal, broken.problems)
    return done(request, match, signed)


@require_POST
def withdraw(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Whoever may sign it may also say no to it."""
    match, _ = match_for(request.user, pk)
    proposal = _proposal(match, number)
    amending.withdraw(report=proposal)
    proposal.refresh_from_db()
    return done(request, match, proposal)


def _page(
    request: HttpRequest, match: Match, voice: Voice, proposal: Report, found: Sequence[Problem] = ()
) -> HttpResponse:
    preview, reasons = _preview(proposal, request)
    signed = set(proposal.signatures.values_list("side__team", flat=True))
    context = {
        **game_context(match.fixture, voice.has, "Proposal"),
        "preview": preview,
        "proposal": proposal_shown(proposal),
        "may_sign": preview is not None and (voice.may(May.DECIDE) or not voice.teams <= signed),
        "decides": voice.may(May.DECIDE),
        "is_own": proposal.author_id == request.user.pk,
        "mistakes": [problem.message for problem in (*found, *reasons)],
    }
    return render(request, "matches/amend_proposal.html", context, status=REFUSED if found else None)


def _preview(proposal: Report, request: HttpRequest) -> tuple[PreviewShown | None, Sequence[Problem]]:
    """What has happened since may have made it impossible: then the reasons."""
    account, choices = reporting.account_of(proposal), amending.choices_of(proposal)
    try:
        found = amending.preview(match=proposal.match, account=account, choices=choices)
    except RuleBroken as broken:
        return None, broken.problems
    return preview_shown(found, proposal.match.fixture), ()


# Shared


def match_for(person: Person, pk: int) -> tuple[Match, Voice]:
    """The match, for somebody who may amend its report, or propose to."""
    fixture, voice = game_for(person, pk, May.AMEND)
    match = Match.objects.select_related("house", "accepted").filter(fixture=fixture).first()
    if match is None:
        raise Http404("Nobody has reported this game.")
    match.fixture = fixture
    return match, voice


def done(request: HttpRequest, match: Match, report: Report) -> HttpResponse:
    messages.success(request, outcome_of(report, match.fixture))
    return redirect(match)


def _proposal(match: Match, number: int) -> Report:
    found = match.reports.select_related("author").filter(kind__in=waiting.CHANGES, number=number).first()
    if found is None:
        raise Http404("Nobody has proposed this.")
    found.match = match
    return found
