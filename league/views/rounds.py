"""The schedule as those who run the league make it: drafts, what is changed by hand, and publishing."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league import calendar, previews, rounds
from league.forms import RefusableForm
from league.models import Format, Season
from league.permissions import Standing, season_for
from league.previews import Preview
from league.season_forms import DeadlineForm, DraftForm, GameForm, SwapForm
from league.views.season import REFUSED, asked_for, attempt, season_context
from rules.problems import RuleBroken, counted
from teams.crumbs import Crumb
from teams.forms import mistakes
from teams.views.requests import Request, author, wants_part

Bound = dict[str, RefusableForm]
DRAWS = {
    Format.ROUND_ROBIN: "Draw every round",
    Format.DOUBLE_ROUND_ROBIN: "Draw every round",
    Format.SWISS: "Pair the next round",
    Format.RANDOM: "Draw the next round",
    Format.BY_HAND: "Begin the next round",
}


@require_safe
@vary_on_headers("HX-Request")
def schedule(request: Request, slug: str, number: int) -> HttpResponse:
    season, has = season_for(request.user, slug, number, Standing.ASSISTANT)
    return _schedule_page(request, season, has, asked_for(request))


@require_POST
def generate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season, _ = season_for(request.user, slug, number, Standing.ASSISTANT)
    drawn = _with_draft(request, lambda based_on: rounds.generate(season=season, based_on=based_on))
    if drawn:
        drafts = counted(len(drawn), "round")
        messages.success(request, f"{drafts} drafted. Only those who run the league see drafts.")
    return _back(season)


@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One round, or with none named all of them."""
    season, _ = season_for(request.user, slug, number, Standing.ASSISTANT)
    wanted = [int(its) for its in request.POST.getlist("number") if its.isascii() and its.isdigit()]
    numbers = wanted or [draft.number for draft in rounds.drafts_of(season)]
    by = author(request)
    done = _with_draft(
        request, lambda based_on: rounds.publish(season=season, numbers=numbers, based_on=based_on, author=by)
    )
    if done:
        what = str(done[0]) if len(done) == 1 else f"Rounds {done[0].number} to {done[-1].number}"
        messages.success(request, f"{what} can be seen by everybody now.")
        return HttpResponseRedirect(season.get_absolute_url())
    return _back(season)


@require_POST
def take_back(request: HttpRequest, slug: str, number: int, round_number: int) -> HttpResponse:
    season, _ = season_for(request.user, slug, number, Standing.ASSISTANT)
    attempt(
        request,
        lambda: rounds.take_back(season=season, number=round_number),
        f"Round {round_number} is a draft again, and hidden from the players.",
    )
    return _back(season, round_number)


@require_POST
def add_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season, _ = season_for(request.user, slug, number, Standing.ASSISTANT)
    attempt(request, lambda: rounds.add_round(season=season), "There is an empty round to fill now.")
    last = rounds.drafts_of(season).last()
    return _back(season, last.number if last else None)


@require_POST
def remove_round(request: HttpRequest, slug: str, number: int, round_number: int) -> HttpResponse:
    season, _ = season_for(request.user, slug, number, Standing.ASSISTANT)
    sentence = f"The draft of round {round_number} is gone."
    attempt(request, lambda: rounds.remove_round(season=season, number=round_number), sentence)
    return _back(season)


@require_POST
def deadline(request: Request, slug: str, number: int, round_number: int) -> HttpResponse:
    season, has = season_for(request.user, slug, number, Standing.ASSISTANT)
    form = DeadlineForm(request.POST)
    if form.is_valid():
        day = form.cleaned_data["deadline"]
        sentence = f"Round {round_number} is to be played by {day:%-d %B %Y}."
        attempt(request, lambda: rounds.set_deadline(season=season, number=round_number, deadline=day), sentence)
        return _back(season, round_number)
    return _schedule_page(request, season, has, round_number, {"deadline": form})


@require_POST
def add_game(request: Request, slug: str, number: int, round_number: int) -> HttpResponse:
    season, has = season_for(request.user, slug, number, Standing.ASSISTANT)
    form = GameForm(request.POST, entrants=previews.teams_to_choose(season))
    if form.is_valid():
        try:
            rounds.add_game(season=season, number=round_number, entrants=form.chosen)
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            what = "The bye" if len(form.chosen) == 1 else "The game"
            messages.success(request, f"{what} is in the draft of round {round_number}.")
            return _back(season, round_number)
    return _schedule_page(request, season, has, round_number, {"game": form})


@require_POST
def swap(request: Request, slug: str, number: int, round_number: int) -> HttpResponse:
    season, has = season_for(request.user, slug, number, Standing.ASSISTANT)
    form = SwapForm(request.POST, games=previews.preview(season, round_number).games)
    if form.is_valid():
        one, other = int(form.cleaned_data["one"]), int(form.cleaned_data["other"])
        try:
            rounds.swap(season=season, one=one, other=other)
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            messages.success(request, "The two have taken each other's place.")
            return _back(season, round_number)
    return _schedule_page(request, season, has, round_number, {"swap": form})


@require_POST
def turn(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    season, _ = season_for(request.user, slug, number, Standing.ASSISTANT)
    attempt(request, lambda: rounds.turn(season=season, fixture=pk), "Home and away are the other way round.")
    return _back(season, asked_for(request))


@require_POST
def move(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    season, _ = season_for(request.user, slug, number, Standing.ASSISTANT)
    to = request.POST.get("to", "")
    wanted = int(to) if to.isascii() and to.isdigit() and len(to) < 5 else 0
    sentence = f"The game is in round {wanted} now."
    attempt(request, lambda: rounds.move_game(season=season, fixture=pk, number=wanted), sentence)
    return _back(season, asked_for(request))


@require_POST
def remove_game(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    season, _ = season_for(request.user, slug, number, Standing.ASSISTANT)
    attempt(request, lambda: rounds.remove_game(season=season, fixture=pk), "The game is out of the draft.")
    return _back(season, asked_for(request))


def _with_draft(request: HttpRequest, act: Callable[[str], list[Any]]) -> list[Any]:
    """Acts on the draft that was before somebody's eyes; a refusal is told, and gives nothing."""
    form = DraftForm(request.POST)
    try:
        return act(form.cleaned_data["based_on"] if form.is_valid() else "")
    except RuleBroken as broken:
        messages.error(request, broken.message)
        return []


def _back(season: Season, round_number: int | None = None) -> HttpResponseRedirect:
    address = reverse("schedule", kwargs={"slug": season.league.slug, "number": season.number})
    return HttpResponseRedirect(f"{address}?{urlencode({'round': round_number})}" if round_number else address)


def _schedule_page(
    request: Request, season: Season, has: Standing, round_number: int | None, bound: Bound | None = None
) -> HttpResponse:
    """With a form that came back: the page as it was, and what is wrong with the form."""
    bound = bound or {}
    preview, published = previews.preview(season, round_number), calendar.rounds_of(season)
    context = {
        **season_context(season, has, Crumb("Schedule")),
        "preview": preview,
        "published": published,
        "closed": rounds.why_closed(season),
        "draw": DRAWS.get(Format(season.format), ""),
        "draw_as": _draw_as(season, len(published)),
        "mistakes": [message for form in bound.values() for message in mistakes(form)],
        **_forms(season, preview, bound),
    }
    part = wants_part(request) and not bound
    template = "league/season/schedule.html#update" if part else "league/season/schedule.html"
    return render(request, template, context, status=REFUSED if bound else None)


def _draw_as(season: Season, published: int) -> str:
    """How the button looks that draws: there is none for more rounds than are planned."""
    if season.rounds_planned is not None and published >= season.rounds_planned:
        return ""
    # All rounds of a round robin come at once: later only a team that came late needs more.
    return "button plain" if published and season.format in rounds.ROBINS else "button"


def _forms(season: Season, preview: Preview, bound: Bound) -> dict[str, object]:
    if preview.shown is None:
        return {}
    return {
        "deadline_form": bound.get("deadline") or DeadlineForm(initial={"deadline": preview.shown.deadline}),
        "game_form": bound.get("game") or GameForm(entrants=previews.teams_to_choose(season), auto_id="game-%s"),
        "swap_form": bound.get("swap") or SwapForm(games=preview.games, auto_id="swap-%s"),
    }
