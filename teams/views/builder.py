"""The builder's pages. Every action answers htmx with the builder's region, and anybody else with a page."""

import secrets
from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from rules.catalog import catalog
from rules.house import rulebook
from rules.problems import RuleBroken, refuse
from rules.suggest import suggest
from teams import drafts, edits
from teams.crumbs import Crumb
from teams.drafts import Revised
from teams.edits import Edit
from teams.limits import limited
from teams.models import Draft
from teams.views.requests import Request, wants_part
from teams.workbench import AIMS, clan_choices, draft_cards, proposals, workbench

STALE = "stale"
LONGEST_SHOWN = 200  # of a name that was refused, so that its author can shorten it


@never_cache
@limited("draft")
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Pick a clan, or go on with a draft."""
    refusal = None
    if request.method == "POST":
        try:
            clan = request.POST.get("clan", "")
            return redirect(drafts.begin(clan=clan, person=request.user, session=request.session))
        except RuleBroken as broken:
            refusal = broken
    context = {
        "trail": [Crumb("Build a team")],
        "koban": rulebook().koban.starting,
        "clans": clan_choices(rulebook()),
        "drafts": draft_cards(drafts.drafts_of(request.user, request.session)),
        "refusal": refusal,
    }
    return render(request, "builder/new.html", context, status=422 if refusal else 200)


@never_cache
@require_safe
def show(request: Request, key: UUID) -> HttpResponse:
    draft = _draft(request, key)
    if draft.team:
        return redirect(draft.team)
    return _page(request, draft, focus="proposals" if wants_part(request) else "")


@require_POST
def add(request: Request, key: UUID) -> HttpResponse:
    def edit(draft: Draft) -> Edit:
        return edits.add(_profile(request), drafts.house_of(draft), secrets.choice)

    return _revise(request, key, edit, back_to="offer")


@require_POST
def drop(request: Request, key: UUID) -> HttpResponse:
    return _revise(request, key, lambda _: edits.drop(_profile(request)), back_to="offer")


@require_POST
def remove(request: Request, key: UUID) -> HttpResponse:
    return _revise(request, key, lambda _: edits.remove(_ninja(request)), focus="remove")


@require_POST
def up(request: Request, key: UUID) -> HttpResponse:
    return _revise(request, key, lambda _: edits.move(_ninja(request), up=True))


@require_POST
def down(request: Request, key: UUID) -> HttpResponse:
    return _revise(request, key, lambda _: edits.move(_ninja(request), up=False))


@require_POST
def duplicate(request: Request, key: UUID) -> HttpResponse:
    def edit(draft: Draft) -> Edit:
        return edits.duplicate(_ninja(request), drafts.house_of(draft), secrets.choice)

    return _revise(request, key, edit)


@require_POST
def rename(request: Request, key: UUID) -> HttpResponse:
    return _revise(request, key, lambda _: edits.rename_ninja(_ninja(request), _name(request)))


@require_POST
def another_name(request: Request, key: UUID) -> HttpResponse:
    return _revise(request, key, lambda _: edits.rename_ninja_by_chance(_ninja(request), secrets.choice))


@require_POST
def rename_team(request: Request, key: UUID) -> HttpResponse:
    return _revise(request, key, lambda _: edits.rename_team(_name(request)))


@require_POST
def another_team_name(request: Request, key: UUID) -> HttpResponse:
    return _revise(request, key, lambda _: edits.rename_team_by_chance(secrets.choice))


@require_POST
def choose(request: Request, key: UUID) -> HttpResponse:
    return _revise(request, key, lambda _: edits.choose(_ninja(request), request.POST.getlist("ability")))


@require_POST
def take(request: Request, key: UUID) -> HttpResponse:
    """Take one of the suggested teams; the search finds the same ones again."""

    def edit(draft: Draft) -> Edit:
        clan = catalog().clans[drafts.state_of(draft).clan]
        found = suggest(clan, drafts.house_of(draft), variant=_number(request.POST.get("variant", "")))
        for suggestion in found:
            if suggestion.aim == request.POST.get("aim"):
                return edits.take(suggestion, AIMS[suggestion.aim][0], secrets.choice)
        raise refuse("unknown-suggestion", "There is no such suggestion.")

    return _revise(request, key, edit, focus="team")


@require_POST
def undo(request: Request, key: UUID) -> HttpResponse:
    return _act(request, key, lambda draft: drafts.undo(draft=draft, version=_version(request)))


@limited("draft")
@require_POST
def copy(request: Request, key: UUID) -> HttpResponse:
    draft = _draft(request, key)
    try:
        twin = drafts.copy(draft=draft, person=request.user, session=request.session)
    except RuleBroken as broken:
        return _page(request, draft, refusal=broken)
    messages.success(request, f"This is a copy, called {twin}. The draft it was made from is as it was.")
    return redirect(twin)


@require_POST
def discard(request: Request, key: UUID) -> HttpResponse:
    draft = _draft(request, key)
    if draft.team is not None:
        return redirect(draft.team)
    drafts.discard(draft=draft)
    messages.success(request, f"The draft {draft} is discarded.")
    return redirect("new-team")


@require_POST
def found(request: Request, key: UUID) -> HttpResponse:
    """The team enters play. Who has no account yet is asked for one, and finds the draft as it was."""
    draft, person = _draft(request, key), request.user
    try:
        if not isinstance(person, User):
            drafts.refuse_unready(draft)
            messages.info(request, f"Sign up or log in to found {draft}. Your draft is kept.")
            return redirect_to_login(draft.get_absolute_url(), reverse("account_signup"))
        team = drafts.found(draft=draft, version=_version(request), owner=person)
    except RuleBroken as broken:
        return _page(request, _draft(request, key), refusal=broken, focus="problems")
    messages.success(request, f"{team.name} is founded, and its chronicle begins.")
    return redirect(team)


def _revise(
    request: Request, key: UUID, edit: Callable[[Draft], Edit], *, focus: str = "", back_to: str = ""
) -> HttpResponse:
    def act(draft: Draft) -> Revised:
        return drafts.revise(draft=draft, version=_version(request), edit=edit(draft))

    return _act(request, key, act, focus=focus, back_to=back_to)


def _act(
    request: Request, key: UUID, act: Callable[[Draft], Revised], *, focus: str = "", back_to: str = ""
) -> HttpResponse:
    draft = _draft(request, key)
    try:
        revised = act(draft)
    except RuleBroken as broken:
        return _refused(request, key, broken)
    if request.htmx:
        return _page(request, revised.draft, said=revised.said, focus=focus, focus_ninja=revised.ninja)
    messages.success(request, f"{revised.said} {workbench(revised.draft).summary}")
    return redirect(f"{draft.get_absolute_url()}#{_anchor(request, back_to, revised)}")


def _anchor(request: Request, back_to: str, revised: Revised) -> str:
    """Where on the page its reader was, for those whose browser loads it anew."""
    if back_to == "offer":
        return f"offer-{_profile(request)}"
    return f"ninja-{revised.ninja}" if revised.ninja else "builder"


def _refused(request: Request, key: UUID, refusal: RuleBroken) -> HttpResponse:
    """Nothing has changed: the draft as it is now, with the reason."""
    draft = _draft(request, key)
    if draft.team:
        address = draft.team.get_absolute_url()
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    return _page(request, draft, refusal=refusal)


def _page(
    request: Request,
    draft: Draft,
    *,
    said: str = "",
    focus: str = "",
    focus_ninja: str = "",
    refusal: RuleBroken | None = None,
) -> HttpResponse:
    bench = workbench(draft)
    variant = _number(request.GET.get("suggest", ""))
    context = {
        "trail": [Crumb("Build a team", reverse("new-team")), Crumb(bench.name)],
        "bench": bench,
        "said": said,
        "announcement": refusal.message if refusal else f"{said} {bench.summary}" if said else "",
        "focus": focus,
        "focus_ninja": focus_ninja,
        "refusal": refusal,
        "refused_name": _name(request)[:LONGEST_SHOWN],
        "proposals": proposals(draft, variant) if "suggest" in request.GET else None,
        "variant": variant,
        "next_variant": variant + 1,
    }
    template = "builder/builder.html#region" if wants_part(request) else "builder/builder.html"
    # htmx shows successful answers only; the reason is in the region itself.
    status = 200 if refusal is None or request.htmx else 409 if refusal.code == STALE else 422
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _draft(request: HttpRequest, key: UUID) -> Draft:
    return drafts.draft_to_build(request.user, request.session, key)


def _profile(request: HttpRequest) -> str:
    return request.POST.get("profile", "")


def _ninja(request: HttpRequest) -> str:
    return request.POST.get("ninja", "")


def _name(request: HttpRequest) -> str:
    return request.POST.get("name", "")


def _version(request: HttpRequest) -> int:
    """The version a form was rendered from; one without is from no version that ever was."""
    return _number(request.POST.get("version", ""))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
