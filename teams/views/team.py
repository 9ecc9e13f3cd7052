"""The list of teams, and what their players do with them between games."""

import secrets

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.catalog import catalog
from rules.problems import RuleBroken
from teams import chronicle, offers, scrolls, services
from teams.crumbs import Crumb
from teams.finding import find
from teams.forms import DismissForm, DressForm, RecruitForm, RenameForm, mistakes
from teams.models import Team
from teams.permissions import team_to_edit, teams_of_others
from teams.views.requests import Request, author, wants_part
from teams.views.scroll import team_context

TEAMS_PER_PAGE = 24
REFUSED = 422


@require_safe
def teams(request: Request) -> HttpResponse:
    words, clan_id = request.GET.get("q", "").strip()[:100], request.GET.get("clan", "")
    wanted = Q()
    if words:
        wanted &= Q(name__icontains=words.replace("\0", ""))
    if clan_id:
        wanted &= Q(clan=find("clan", clan_id, catalog().clans).id)
    me = author(request)
    others = teams_of_others(request.user).filter(wanted).select_related("owner")
    page = Paginator(others, TEAMS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "trail": [Crumb("Teams")],
        "words": words,
        "clan_id": clan_id,
        "clans": catalog().clans.values(),
        "own": [scrolls.team_card(team, is_own=True) for team in _own(me, wanted)] if me else [],
        "page": page,
        "cards": [scrolls.team_card(team) for team in page],
    }
    return render(request, "teams/teams.html#update" if wants_part(request) else "teams/teams.html", context)


def _own(person: User, wanted: Q) -> QuerySet[Team]:
    return Team.objects.filter(wanted, owner=person).select_related("owner")


@require_safe
def manage(request: HttpRequest, slug: str) -> HttpResponse:
    return _manage_page(request, team_to_edit(request.user, slug))


@require_POST
def recruit(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_to_edit(request.user, slug)
    wanted = request.POST.get("profile", "")
    offered = catalog().profiles.get(wanted)
    form = RecruitForm(request.POST, offered=offered, auto_id=f"recruit-{offered.id if offered else ''}-%s")
    if form.is_valid():
        told = form.cleaned_data
        try:
            done = services.recruit(
                team=team,
                profile=wanted,
                name=told["name"],
                abilities=told["abilities"],
                author=author(request),
                key=told["key"],
            )
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            return _done(request, team, done)
    return _manage_page(request, team, {f"recruit/{wanted}": form})


@require_POST
def rename(request: HttpRequest, slug: str, ninja_id: str = "") -> HttpResponse:
    """The team itself, or with an id one of its ninja."""
    team = team_to_edit(request.user, slug)
    form = RenameForm(request.POST, auto_id=f"rename-{ninja_id or 'team'}-%s")
    if form.is_valid():
        name, key = form.cleaned_data["name"], form.cleaned_data["key"]
        try:
            done = services.rename(team=team, name=name, ninja=ninja_id, author=author(request), key=key)
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            return _done(request, team, done)
    return _manage_page(request, team, {f"rename/{ninja_id}": form})


@require_http_methods(["GET", "HEAD", "POST"])
def dismiss(request: HttpRequest, slug: str, ninja_id: str) -> HttpResponse:
    """Asks before it acts: what is done here cannot be taken back."""
    team = team_to_edit(request.user, slug)
    form = DismissForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            done = services.dismiss(team=team, ninja=ninja_id, author=author(request), key=form.cleaned_data["key"])
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            return _done(request, team, done)
    return _farewell_page(request, team, ninja_id, form)


@require_POST
def dress(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_to_edit(request.user, slug)
    form = DressForm(request.POST)
    if not form.is_valid():
        return _manage_page(request, team, {"dress": form})
    services.dress(team=team, **form.cleaned_data)
    seen_by = "only by you and your league" if form.cleaned_data["is_private"] else "by everybody"
    messages.success(request, f"{team.name} looks as you wish, and can be seen {seen_by}.")
    return redirect("manage", slug=team.slug)


def _done(request: HttpRequest, team: Team, done: services.Done) -> HttpResponse:
    messages.success(request, done.sentence)
    return redirect("manage", slug=team.slug)


def _manage_page(request: HttpRequest, team: Team, bound: offers.Bound | None = None) -> HttpResponse:
    """With a form that came back: the page as it was, and what is wrong with the form."""
    house, scroll, bound = chronicle.house_of(team), chronicle.scroll_of(team), bound or {}
    context = {
        **team_context(request, team, "Between games"),
        "mistakes": [message for form in bound.values() for message in mistakes(form)],
        "treasury": scroll.treasury,
        "steps": scrolls.steps_shown(scroll, house),
        "groups": offers.groups(scroll, house, bound, secrets.choice),
        "members": offers.members(team, scroll, house, bound),
        "rename": bound.get("rename/") or offers.rename_form("team", scroll.name),
        "looks": offers.looks(team, bound.get("dress")),
    }
    return render(request, "teams/manage.html", context, status=REFUSED if bound else None)


def _farewell_page(request: HttpRequest, team: Team, ninja_id: str, form: DismissForm) -> HttpResponse:
    house, scroll = chronicle.house_of(team), chronicle.scroll_of(team)
    if not scroll.has(ninja_id):
        raise Http404("There is no ninja of this address on the team, or it has left.")
    context = {
        **team_context(request, team, "Between games"),
        "mistakes": mistakes(form),
        "farewell": offers.farewell(scroll, ninja_id, house),
        "form": form,
    }
    return render(request, "teams/dismiss.html", context, status=REFUSED if form.is_bound else None)
