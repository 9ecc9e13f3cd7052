"""A game: what it is, what became of it, and the challenges of open play."""

from collections.abc import Callable, Mapping
from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league import challenges, results
from league.calendar import game_shown
from league.forms import RefusableForm
from league.games import ALSO_SHOWN, game_to_see
from league.models import Fixture, Season, today
from league.permissions import (
    Standing,
    require,
    require_answerer,
    require_recorder,
    require_runner,
    runner_of,
    season_for,
)
from league.season_forms import ByeForm, ChallengeForm, ForfeitForm, PostponeForm, ResultForm
from league.views.season import FORM, REFUSED, attempt, season_context
from rules.problems import RuleBroken, listed
from teams.crumbs import Crumb
from teams.forms import mistakes
from teams.views.requests import author

Bound = dict[str, RefusableForm]


@require_safe
def fixture(request: HttpRequest, pk: int) -> HttpResponse:
    its, has = game_to_see(request.user, pk)
    return game_page(request, its, has)


@require_POST
def record(request: HttpRequest, pk: int) -> HttpResponse:
    its, has = game_to_see(request.user, pk)
    require_recorder(its, has, request.user)
    form = ResultForm(request.POST, fixture=its, auto_id="result-%s")

    def act() -> Fixture:
        return results.record(
            fixture=its, sides=form.told, author=author(request), based_on=form.cleaned_data["based_on"]
        )

    return _decide(request, its, has, "result", form, act, "The result of {} is recorded.")


@require_POST
def forfeit(request: HttpRequest, pk: int) -> HttpResponse:
    its, has = game_to_see(request.user, pk)
    require_runner(its, has, request.user)
    form = ForfeitForm(request.POST, fixture=its, auto_id="forfeit-%s")

    def act() -> Fixture:
        by = [int(entrant) for entrant in form.cleaned_data["by"]]
        return results.forfeit(fixture=its, by=by, author=author(request), based_on=form.cleaned_data["based_on"])

    return _decide(request, its, has, "forfeit", form, act, "{} is decided by forfeit.")


@require_POST
def postpone(request: HttpRequest, pk: int) -> HttpResponse:
    its, has = game_to_see(request.user, pk)
    require_runner(its, has, request.user)
    form = PostponeForm(request.POST, auto_id="postpone-%s")

    def act() -> Fixture:
        return results.postpone(fixture=its, author=author(request), **form.cleaned_data)

    return _decide(request, its, has, "postpone", form, act, "{} is postponed.")


@require_POST
def bye(request: HttpRequest, pk: int) -> HttpResponse:
    its, has = game_to_see(request.user, pk)
    require_runner(its, has, request.user)
    form = ByeForm(request.POST, fixture=its, auto_id="bye-%s")

    def act() -> Fixture:
        to, based_on = int(form.cleaned_data["to"]), form.cleaned_data["based_on"]
        return results.give_bye(fixture=its, to=to, author=author(request), based_on=based_on)

    return _decide(request, its, has, "bye", form, act, "{} is off, and a bye is on record.")


@require_http_methods(FORM)
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Asks before it acts: what was on record is gone after it."""
    its, has = game_to_see(request.user, pk)
    require(its.round.season.league, has, Standing.MASTER)
    if request.method != "POST":
        return _confirm_page(request, its, has, results.refuse_to_undo, "league/season/undo.html", "Undo")
    based_on = request.POST.get("based_on", "")
    attempt(
        request,
        lambda: results.undo(fixture=its, author=author(request), based_on=based_on),
        f"{_named(its)} is to be played again.",
    )
    if not Fixture.objects.filter(pk=pk).exists():
        return redirect("playoffs", slug=its.round.season.league.slug, number=its.round.season.number)
    return redirect(its)


@require_http_methods(FORM)
def call_off(request: HttpRequest, pk: int) -> HttpResponse:
    """Asks before it acts: the game is gone after it."""
    its, has = game_to_see(request.user, pk)
    require_runner(its, has, request.user)
    if request.method != "POST":
        return _confirm_page(request, its, has, results.refuse_to_call_off, "league/season/call_off.html", "Call off")
    based_on = request.POST.get("based_on", "")
    sentence = f"{_named(its)} is off, and counts for nobody."
    done = attempt(request, lambda: results.call_off(fixture=its, based_on=based_on, author=author(request)), sentence)
    return redirect(its.round.season if done else its)


# Open play


@require_http_methods(FORM)
def challenge(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season, has = season_for(request.user, slug, number, Standing.PLAYER)
    active = list(season.entrants.filter(retired_at=None).select_related("team").order_by("team__name", "pk"))
    own = [its for its in active if its.team.owner_id == request.user.pk]
    others = [its for its in active if its not in own or len(own) > 1]
    form = ChallengeForm(request.POST if request.method == "POST" else None, own=own, others=others)
    if form.is_valid():
        by_pk = {str(its.pk): its for its in active}
        one, other = (by_pk[form.cleaned_data[name]] for name in ("challenger", "challenged"))
        try:
            challenges.challenge(season=season, challenger=one, challenged=other, note=form.cleaned_data["note"])
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            messages.success(request, f"{one} has challenged {other}. The answer is theirs.")
            return redirect(season)
    context = {
        **season_context(season, has, Crumb("Challenge a team")),
        "form": form,
        "mistakes": mistakes(form),
        "own": [(its.team.name, challenges.games_left(season, its)) for its in own],
    }
    return render(request, "league/season/challenge.html", context, status=REFUSED if form.is_bound else None)


@require_POST
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    its, has = game_to_see(request.user, pk)
    require_answerer(its, has, request.user, seats=(1,))
    by = f" by {its.round.deadline:%-d %B %Y}" if its.round.deadline else ""
    sentence = f"{_named(its)} will be played{by}."
    done = attempt(request, lambda: challenges.accept(fixture=its, author=author(request)), sentence)
    return redirect(its if done else its.round.season)


@require_POST
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """The challenged says no, or the challenger takes it back."""
    its, has = game_to_see(request.user, pk)
    require_answerer(its, has, request.user, seats=(0, 1))
    challenger = its.sides.all()[0].entrant.team
    was = "taken back" if challenger.owner_id == request.user.pk else "declined"
    done = attempt(request, lambda: challenges.decline(fixture=its, author=author(request)), f"The challenge is {was}.")
    return redirect(its.round.season if done else its)


# Shared


def _decide(
    request: HttpRequest,
    its: Fixture,
    has: Standing,
    name: str,
    form: RefusableForm,
    act: Callable[[], Fixture],
    sentence: str,
) -> HttpResponse:
    if form.is_valid():
        try:
            act()
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            messages.success(request, sentence.format(_named(its)))
            return redirect(its)
    return game_page(request, its, has, {name: form})


def _named(its: Fixture) -> str:
    return listed([side.entrant.team.name for side in its.sides.all()], "against")


def game_context(its: Fixture, has: Standing, *below: Crumb | str) -> dict[str, object]:
    steps = [Crumb(f"{its.round}: {_named(its)}", its.get_absolute_url() if below else "")]
    return {
        **season_context(its.round.season, has, *steps, *below),
        "fixture": its,
        "game": game_shown(its, its.round),
        "based_on": results.version_of(its),
    }


def _confirm_page(
    request: HttpRequest, its: Fixture, has: Standing, refuse: Callable[[Fixture], None], template: str, label: str
) -> HttpResponse:
    """Nobody is asked about what would be refused."""
    try:
        refuse(its)
    except RuleBroken as broken:
        messages.error(request, broken.message)
        return redirect(its)
    return render(request, template, game_context(its, has, label))


def game_page(
    request: HttpRequest,
    its: Fixture,
    has: Standing,
    bound: Bound | None = None,
    more: Mapping[str, object] | None = None,
) -> HttpResponse:
    """`bound` are its forms that came back; `more` are those that an app above this one has added, if they did."""
    bound = bound or {}
    me, season = author(request), its.round.season
    is_closed = season.league.is_archived or season.is_over or season.state == Season.State.PLANNED
    is_draft, is_proposed = its.round.published_at is None, its.state == Fixture.State.PROPOSED
    is_decided = its.state in Fixture.COUNTED
    may_act = not (is_closed or is_draft or is_proposed)
    runs_it = may_act and has >= runner_of(its, request.user)
    context = {
        **game_context(its, has),
        "mistakes": [message for form in bound.values() for message in mistakes(form)],
        "is_draft": is_draft,
        "is_decided": is_decided,
        "runs_it": runs_it,
        "answers": is_proposed and not is_closed and _answers(its, has, me),
        **(_forms(its, bound) if runs_it and its.state != Fixture.State.BYE else {}),
    }
    for also in ALSO_SHOWN:
        context |= also(request, its, has)
    context |= more or {}
    return render(request, "league/season/game.html", context, status=REFUSED if bound or more else None)


def _answers(its: Fixture, has: Standing, me: User | None) -> dict[str, bool]:
    challenger, challenged = (side.entrant.team.owner_id for side in its.sides.all())
    runs_it, mine = has >= Standing.ASSISTANT, me.pk if me else None
    return {"accept": runs_it or mine == challenged, "decline": runs_it or mine in (challenger, challenged)}


def _forms(its: Fixture, bound: Bound) -> dict[str, object]:
    based_on = {"based_on": results.version_of(its)}
    later = (its.deadline or its.round.deadline or today()) + timedelta(days=7)
    return {
        "result_form": bound.get("result") or ResultForm(fixture=its, initial=based_on, auto_id="result-%s"),
        "forfeit_form": bound.get("forfeit") or ForfeitForm(fixture=its, initial=based_on, auto_id="forfeit-%s"),
        "postpone_form": bound.get("postpone")
        or PostponeForm(initial={**based_on, "deadline": max(later, today()), "note": its.note}, auto_id="postpone-%s"),
        "bye_form": bound.get("bye") or ByeForm(fixture=its, initial=based_on, auto_id="bye-%s"),
    }
