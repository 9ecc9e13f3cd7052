"""Teams in a season: entering one, its division, retiring it, and coming back."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from league import seasons
from league.models import Entrant, Season
from league.permissions import Standing, may_enter, require_entering, require_own, season_for, signed_in, teams_to_enter
from league.season_forms import EnterForm, RetireForm
from league.views.season import FORM, REFUSED, attempt, season_context
from rules.problems import RuleBroken
from teams.crumbs import Crumb
from teams.forms import mistakes
from teams.views.requests import author


@require_http_methods(FORM)
def enter(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A player enters an own team, who runs the league any member's."""
    its, has = season_for(request.user, slug, number, Standing.PLAYER)
    require_entering(its, has)
    teams = teams_to_enter(its, has, signed_in(request.user)).exclude(pk__in=its.entrants.values("team"))
    labels = [(team.pk, f"{team.name} ({team.player})") for team in teams]
    form = EnterForm(request.POST if request.method == "POST" else None, teams=labels, divisions=its.divisions.all())
    if form.is_valid():
        team = teams.get(pk=form.cleaned_data["team"])
        try:
            seasons.refuse_from_a_file(team, has)
            seasons.enter(season=its, team=team, division=form.chosen_division, author=author(request))
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            messages.success(request, f"{team.name} takes part in {its.name}.")
            return redirect(its)
    context = {
        **season_context(its, has, Crumb("Enter a team")),
        "closed": "" if may_enter(its, has) else f"{its.name} takes no more teams.",
        "form": form,
        "mistakes": mistakes(form),
        "teams": labels,
    }
    return render(request, "league/season/enter.html", context, status=REFUSED if form.is_bound else None)


@require_http_methods(FORM)
def retire(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    """Asks before it acts: the games it leaves behind are gone, or lost."""
    its, has = season_for(request.user, slug, number, Standing.PLAYER)
    entrant = _entrant(its, pk)
    require_own(entrant, has, request.user)
    runs_it = has >= Standing.ASSISTANT
    form = RetireForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        # A player who walks out does not decide what that costs the others.
        leaving = seasons.Leaving(form.cleaned_data["leaving"]) if runs_it else seasons.Leaving.FORFEIT
        sentence = f"{entrant.team.name} takes no further part in {its.name}."
        attempt(request, lambda: seasons.retire(entrant=entrant, leaving=leaving, author=author(request)), sentence)
        return redirect(its)
    waiting = seasons.open_games(its).filter(sides__entrant=entrant).count()
    context = {**season_context(its, has, Crumb("Retire")), "entrant": entrant, "form": form, "waiting": waiting}
    return render(request, "league/season/retire.html", context, status=REFUSED if form.is_bound else None)


@require_POST
def come_back(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    its, _ = season_for(request.user, slug, number, Standing.ASSISTANT)
    entrant = _entrant(its, pk)
    attempt(request, lambda: seasons.come_back(entrant=entrant), f"{entrant.team.name} is back in {its.name}.")
    return redirect(its)


@require_POST
def assign(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    its, _ = season_for(request.user, slug, number, Standing.ASSISTANT)
    entrant = _entrant(its, pk)
    wanted = request.POST.get("division", "")
    division = its.divisions.filter(pk=wanted).first() if wanted.isascii() and wanted.isdigit() else None
    where = f"in {division.name}" if division else "in no division"
    attempt(
        request,
        lambda: seasons.assign(entrant=entrant, division=division),
        f"{entrant.team.name} plays {where} now.",
    )
    return redirect(its)


def _entrant(its: Season, pk: int) -> Entrant:
    entrant = its.entrants.select_related("team__owner").filter(pk=pk).first()
    if entrant is None:
        raise Http404(f"There is no such team in {its.name}.")
    entrant.season = its
    return entrant
