"""The ninja master's desk: everything in a league that waits for somebody, and what one click does about it."""

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from league import memberships, results, rounds
from league.frame import DESK, league_context
from league.models import Fixture, JoinRequest, League, Round
from league.permissions import Standing, league_for, season_for, signed_in
from league.season_forms import DeadlineForm, PostponeForm
from league.views.season import attempt
from matches import reminders
from matches.master_page import desk_page
from rules.problems import listed
from teams.forms import mistakes


@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    league, has = league_for(request.user, slug, Standing.ASSISTANT)
    page = desk_page(league, has, signed_in(request.user))
    context = {**league_context(league, has, DESK, on_the_desk=page.total), "desk": page}
    return render(request, "matches/master.html", context)


@require_POST
def remind(request: HttpRequest, slug: str) -> HttpResponse:
    league, _ = league_for(request.user, slug, Standing.ASSISTANT)
    done = reminders.remind(
        league=league,
        causes=[cause for words in request.POST.getlist("of") for cause in reminders.causes_in(words)],
        author=signed_in(request.user),
    )
    level = messages.SUCCESS if done.players else messages.WARNING
    messages.add_message(request, level, _said(done))
    return _back(request, slug)


def _said(done: reminders.Reminded) -> str:
    told = [f"{listed(done.players)} reminded."] if done.players else []
    if done.already:
        told.append(f"Reminded of this today already: {listed(done.already)}.")
    return " ".join(told) or "Nothing of that waits any more: nobody was reminded."


@require_POST
def extend_game(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    league, _ = league_for(request.user, slug, Standing.ASSISTANT)
    game, form = _game(league, pk), PostponeForm(request.POST)
    if not form.is_valid():
        return _back(request, slug, form)
    until, based_on = form.cleaned_data["deadline"], form.cleaned_data["based_on"]

    def act() -> Fixture:
        me = signed_in(request.user)
        return results.postpone(fixture=game, deadline=until, note=game.note, author=me, based_on=based_on)

    attempt(request, act, f"The game is to be played by {until:%-d %B %Y}.")
    return _back(request, slug)


@require_POST
def extend_round(request: HttpRequest, slug: str, number: int, round_number: int) -> HttpResponse:
    """Of all its games, except those that have a day of their own."""
    season, _ = season_for(request.user, slug, number, Standing.ASSISTANT)
    form = DeadlineForm(request.POST)
    if not form.is_valid():
        return _back(request, slug, form)
    until = form.cleaned_data["deadline"]
    attempt(
        request,
        lambda: rounds.set_deadline(season=season, number=round_number, deadline=until),
        f"{Round(season=season, number=round_number)} is to be played by {until:%-d %B %Y}.",
    )
    return _back(request, slug)


@require_POST
def answer(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Somebody asks to join: let them in, or with `decline` do not."""
    league, _ = league_for(request.user, slug, Standing.ASSISTANT)
    asked, me = _request(league, pk), signed_in(request.user)
    if "decline" in request.POST:
        sentence = f"The request of {asked.person} is declined."
        attempt(request, lambda: memberships.decline(request=asked, author=me), sentence)
    else:
        sentence = f"{asked.person} is a player of {league.name} now."
        attempt(request, lambda: memberships.approve(request=asked, author=me), sentence)
    return _back(request, slug)


def _game(league: League, pk: int) -> Fixture:
    found = Fixture.objects.filter(pk=pk, round__season__league=league, round__published_at__isnull=False).first()
    if found is None:
        raise Http404("There is no such game in this league, or it was called off.")
    return found


def _request(league: League, pk: int) -> JoinRequest:
    found = JoinRequest.objects.select_related("league", "person").filter(league=league, pk=pk).first()
    if found is None:
        raise Http404("There is no such request.")
    return found


def _back(request: HttpRequest, slug: str, form: Form | None = None) -> HttpResponse:
    for mistake in mistakes(form) if form else ():
        messages.error(request, mistake)
    return redirect("masters-desk", slug=slug)
