"""Seasons: the list of them, a new one, its page, and how it begins and ends."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league import season_page, seasons
from league.frame import league_context
from league.models import League, Season
from league.permissions import Standing, league_for, league_to_see, season_for, season_to_see
from league.season_forms import NewSeasonForm, SeasonForm
from league.table_page import season_links
from rules.problems import RuleBroken
from teams.crumbs import Crumb
from teams.forms import mistakes
from teams.views.requests import Request, author, wants_part

REFUSED = 422
FORM = ["GET", "HEAD", "POST"]
LONGEST_NUMBER = 4  # digits of a round


@require_safe
def all_seasons(request: HttpRequest, slug: str) -> HttpResponse:
    league, has = league_to_see(request.user, slug)
    context = {**league_context(league, has, "Seasons"), "lines": season_page.season_lines(league)}
    return render(request, "league/season/seasons.html", context)


@require_safe
@vary_on_headers("HX-Request")
def season(request: Request, slug: str, number: int) -> HttpResponse:
    its, has = season_to_see(request.user, slug, number)
    page = season_page.season_page(its, has, author(request), asked_for(request))
    template = "league/season/season.html#update" if wants_part(request) else "league/season/season.html"
    context = {**season_context(its, has), "pages": season_links(its, "season"), "page": page}
    return render(request, template, context)


@require_http_methods(FORM)
def new(request: HttpRequest, slug: str) -> HttpResponse:
    league, has = league_for(request.user, slug, Standing.ASSISTANT)
    last = seasons.seasons_of(league).first()
    form = NewSeasonForm(request.POST) if request.method == "POST" else _new_form(league, last)
    if form.is_bound and form.is_valid():
        told = form.cleaned_data
        try:
            its = seasons.open_season(
                league=league,
                number=told["number"],
                plan=form.plan,
                divisions=told["divisions"],
                carries_over=told["carry"],
                author=author(request),
            )
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            messages.success(request, _opened(its))
            return redirect(its)
    context = {**league_context(league, has, "Seasons", Crumb("New season")), "form": form, "last": last}
    return _form_page(request, "league/season/new.html", context, form)


@require_http_methods(FORM)
def edit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    its, has = season_for(request.user, slug, number, Standing.ASSISTANT)
    form = SeasonForm(request.POST) if request.method == "POST" else SeasonForm.of(its)
    if form.is_bound and form.is_valid():
        try:
            its = seasons.change(season=its, plan=form.plan, divisions=form.cleaned_data["divisions"])
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            messages.success(request, f"The plan of {its.name} is saved.")
            return redirect(its)
    return _form_page(
        request, "league/season/edit.html", {**season_context(its, has, Crumb("Change")), "form": form}, form
    )


@require_POST
def begin(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    its, _ = season_for(request.user, slug, number, Standing.ASSISTANT)
    attempt(request, lambda: seasons.begin(season=its), f"{its.name} has begun. Good games to everybody!")
    return redirect(its)


@require_http_methods(FORM)
def finish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Asks before it acts: games that were not played are gone after it."""
    its, has = season_for(request.user, slug, number, Standing.ASSISTANT)
    refusals: tuple[str, ...] = ()
    if request.method == "POST":
        try:
            its = seasons.finish(season=its, calls_off="calls_off" in request.POST)
        except RuleBroken as broken:
            refusals = tuple(problem.message for problem in broken.problems)
        else:
            crowned = f" Its champion is {its.champion.name}." if its.champion else ""
            messages.success(request, f"{its.name} is over.{crowned}")
            return redirect(its)
    context = {
        **season_context(its, has, Crumb("Finish")),
        "mistakes": refusals,
        "problems": [its.message for its in seasons.finish_problems(its, calls_off=True)],
        "waiting": seasons.open_games(its).count(),
    }
    return render(request, "league/season/finish.html", context, status=REFUSED if refusals else None)


@require_POST
def reopen(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    its, _ = season_for(request.user, slug, number, Standing.MASTER)
    attempt(request, lambda: seasons.reopen(season=its), f"{its.name} goes on.")
    return redirect(its)


# Shared by the pages of a season


def season_context(its: Season, has: Standing, *below: Crumb | str) -> dict[str, object]:
    """`below` are the steps from the season's page to one further down."""
    here = Crumb(its.name, its.get_absolute_url() if below else "")
    steps = [Crumb(step) if isinstance(step, str) else step for step in below]
    closed = f"{its.name} is over." if its.is_over else ""
    return {**league_context(its.league, has, "Seasons", here, *steps), "season": its, "closed": closed}


def asked_for(request: HttpRequest) -> int | None:
    asked = request.GET.get("round", "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) <= LONGEST_NUMBER else None


def attempt(request: HttpRequest, act: Callable[[], Any], sentence: str) -> bool:
    """For a button without a form of its own: either way, a message says what came of it."""
    try:
        act()
    except RuleBroken as broken:
        messages.error(request, broken.message)
        return False
    messages.success(request, sentence)
    return True


def _new_form(league: League, last: Season | None) -> NewSeasonForm:
    """The last season's plan is the best guess at the next one's."""
    number = last.number + 1 if last else 1
    initial: dict[str, object] = {"number": number, "name": f"Season {number}"}
    if last:
        guess = SeasonForm.of(last).initial
        initial |= {name: guess[name] for name in guess if name not in ("name", "starts_on", "ends_on")}
        initial["carry"] = last.is_over
    return NewSeasonForm(initial=initial)


def _opened(its: Season) -> str:
    teams = its.entrants.count()
    if not teams:
        return f"{its.name} is planned. Teams can enter it now."
    return f"{its.name} is planned, and {teams} of the last season's teams are in it."


def _form_page(request: HttpRequest, template: str, context: dict[str, object], form: Form) -> HttpResponse:
    status = REFUSED if form.is_bound else None
    return render(request, template, {**context, "mistakes": mistakes(form)}, status=status)
