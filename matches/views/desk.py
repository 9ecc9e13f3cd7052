"""The post-game desk of a team: what is due after its games, one step at a time."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from matches import desk as services
from matches import desk_page
from matches.desk_forms import AdvanceForm, AdvancementForm, DowntimeForm, SpareForm, StepForm
from matches.desk_page import Refused
from rules.problems import RuleBroken
from rules.scroll import Due, Step
from teams import chronicle
from teams.forms import mistakes
from teams.models import Team
from teams.permissions import team_to_edit
from teams.services import Done
from teams.views.requests import Request, author, wants_part
from teams.views.scroll import team_context

REFUSED = 422
Act = Callable[..., Done]


@require_safe
@vary_on_headers("HX-Request")
def desk(request: Request, slug: str) -> HttpResponse:
    return _desk_page(request, team_to_edit(request.user, slug))


@require_POST
def pay(request: Request, slug: str) -> HttpResponse:
    form = StepForm(request.POST, auto_id="step-%s")
    return _take(request, slug, Due.UPKEEP, form, services.pay, "game", "ninja")


@require_POST
def release(request: Request, slug: str) -> HttpResponse:
    form = StepForm(request.POST, auto_id="step-%s")
    return _take(request, slug, Due.UPKEEP, form, services.release, "game", "ninja")


@require_POST
def downtime(request: Request, slug: str) -> HttpResponse:
    form = DowntimeForm(request.POST, auto_id="step-%s")

    def act(**told: Any) -> Done:
        return services.roll_downtime(**told, **form.roll)

    return _take(request, slug, Due.DOWNTIME, form, act, "game", "ninja")


@require_POST
def spare(request: Request, slug: str) -> HttpResponse:
    form = SpareForm(request.POST, auto_id="step-%s")

    def act(**told: Any) -> Done:
        return services.spare(ninja=form.cleaned_data["spared"], by=told.pop("ninja"), **told)

    return _take(request, slug, Due.SPARE, form, act, "game", "ninja")


@require_POST
def advancement(request: Request, slug: str) -> HttpResponse:
    form = AdvancementForm(request.POST, auto_id="step-%s")

    def act(**told: Any) -> Done:
        return services.roll_advancement(**told, **form.roll)

    return _take(request, slug, Due.ADVANCEMENT, form, act, "ninja")


@require_POST
def advance(request: Request, slug: str) -> HttpResponse:
    form = AdvanceForm(request.POST, auto_id="step-%s")

    def act(**told: Any) -> Done:
        return services.advance(**told, **form.cleaned_data["choice"])

    return _take(request, slug, Due.CHOICE, form, act, "ninja")


def _take(request: Request, slug: str, due: Due, form: StepForm, act: Act, *names: str) -> HttpResponse:
    """One step, as the form says it: then the desk again, at the next step or with the reason why not."""
    team = team_to_edit(request.user, slug)
    if form.is_valid():
        told = {name: form.cleaned_data[name] for name in (*names, "key")}
        try:
            done = act(team=team, author=author(request), **told)
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            if wants_part(request):
                return _desk_page(request, team, said=done.sentence)
            return redirect(f"{reverse('desk', kwargs={'slug': team.slug})}#step")
    step = Step(due, str(form["ninja"].value() or ""), str(form["game"].value() or ""))
    return _desk_page(request, team, Refused(form, step))


def _desk_page(request: Request, team: Team, refused: Refused | None = None, said: str = "") -> HttpResponse:
    """htmx swaps in refusals too, so they come to it as an answer like any other."""
    is_part = wants_part(request)
    shown = desk_page.desk(
        request.user,
        team,
        chronicle.read(team),
        chronicle.house_of(team),
        asked=request.GET.get("step", ""),
        refused=refused,
    )
    context = {
        **team_context(request, team, "Desk"),
        "desk": shown,
        "mistakes": mistakes(refused.form) if refused else [],
        "said": said,
        "is_part": is_part,
    }
    template = "matches/desk.html#desk" if is_part else "matches/desk.html"
    return render(request, template, context, status=REFUSED if refused and not is_part else None)
