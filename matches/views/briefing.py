"""Before the game: the briefing, its challenge, and the sheet to be printed for the table."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from league.forms import RefusableForm
from league.models import Fixture
from league.views.games import game_context
from league.views.season import REFUSED
from matches import briefings
from matches import sheet as sheets
from matches.briefing_forms import BriefForm, ChooseForm, RollForm
from matches.briefing_page import briefing_page, match_of
from matches.models import Match
from matches.permissions import May, Voice, game_for, game_to_see
from rules.problems import RuleBroken
from teams import pdf
from teams.forms import mistakes
from teams.views.requests import author


@require_safe
def briefing(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, *game_to_see(request.user, pk))


@require_POST
def brief(request: HttpRequest, pk: int) -> HttpResponse:
    fixture, voice = game_for(request.user, pk, May.BRIEF)
    form = BriefForm(request.POST, fixture=fixture)
    if form.is_valid():
        try:
            briefings.brief(fixture=fixture, author=author(request), away=form.away)
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            messages.success(request, "The game is briefed: what the teams get is frozen now.")
            return redirect("briefing", pk=pk)
    return _page(request, fixture, voice, brief=form)


@require_POST
def choose(request: HttpRequest, pk: int) -> HttpResponse:
    fixture, voice = game_for(request.user, pk, May.BRIEF)
    match = _briefed(fixture)
    form = ChooseForm(request.POST, house=briefings.rules_of(match))
    if form.is_valid():
        try:
            chosen = form.cleaned_data["challenge"]
            match = briefings.choose(match=match, challenge=chosen, voice=voice)
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            messages.success(request, f"{briefings.challenge_named(match)} it is.")
            return _to_challenge(pk)
    return _page(request, fixture, voice, choose=form)


@require_POST
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """Two dice, cast here or as they fell on the table."""
    fixture, voice = game_for(request.user, pk, May.BRIEF)
    match = _briefed(fixture)
    form = RollForm(request.POST)
    if form.is_valid():
        try:
            witness = form.cleaned_data["witness"]
            briefings.draw(match=match, author=author(request), dice=form.dice, witness=witness)
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            return _to_challenge(pk)
    return _page(request, fixture, voice, roll=form)


def _to_challenge(pk: int) -> HttpResponse:
    """On a phone it stands screens below the top."""
    return redirect(f"{reverse('briefing', kwargs={'pk': pk})}#challenge")


@require_safe
def sheet(request: HttpRequest, pk: int) -> HttpResponse:
    fixture, voice = game_to_see(request.user, pk)
    context = _sheet(request, fixture, voice)
    return render(request, "matches/sheet.html", context) if context else redirect("briefing", pk=pk)


@require_safe
def sheet_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    fixture, voice = game_to_see(request.user, pk)
    context = _sheet(request, fixture, voice)
    if context is None:
        return redirect("briefing", pk=pk)
    try:
        document = pdf.pdf(render_to_string("matches/sheet.html", {**context, "css": sheets.stylesheet()}))
    except pdf.CannotPrint:
        # The page can be printed from any browser.
        return redirect("briefing-sheet", pk=pk)
    headers = {"Content-Disposition": f'inline; filename="game-{pk}.pdf"'}
    return HttpResponse(document, content_type="application/pdf", headers=headers)


def _sheet(request: HttpRequest, fixture: Fixture, voice: Voice) -> dict[str, object] | None:
    """Before the briefing there is nothing to be printed."""
    page = briefing_page(fixture, voice)
    if page.match is None:
        return None
    address = request.build_absolute_uri(reverse("report", kwargs={"pk": fixture.pk}))
    printed = sheets.sheet(page.match, page, address)
    return {**game_context(fixture, voice.has, "Briefing"), "page": page, "sheet": printed}


def _briefed(fixture: Fixture) -> Match:
    match = match_of(fixture)
    if match is None:
        raise Http404("There is no briefing of this game yet.")
    return match


def _page(request: HttpRequest, fixture: Fixture, voice: Voice, **bound: RefusableForm) -> HttpResponse:
    page = briefing_page(fixture, voice)
    context = {
        **game_context(fixture, voice.has, "Briefing"),
        "page": page,
        "mistakes": [message for form in bound.values() for message in mistakes(form)],
        "brief_form": bound.get("brief") or BriefForm(fixture=fixture),
        "choose_form": bound.get("choose") or (_choose_form(page.match) if page.match else None),
        "roll_form": bound.get("roll") or RollForm(),
    }
    return render(request, "matches/briefing.html", context, status=REFUSED if bound else None)


def _choose_form(match: Match) -> ChooseForm:
    return ChooseForm(house=briefings.rules_of(match), initial={"challenge": match.challenge})
