"""The house rules of a league: what players read, what the ninja master changes, and every version there was.

A change is written, then previewed, then saved with a reason.
"""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league import house_pages, house_preview, house_proposals, house_shown, houses
from league.frame import league_context
from league.house_form import ReasonForm
from league.house_proposals import Proposal
from league.models import HouseVersion, League
from league.permissions import Standing, league_for, league_to_see
from rules.problems import RuleBroken, counted
from teams.crumbs import Crumb
from teams.views.requests import Request, author, wants_part

REFUSED = 422
HERE = "House rules"
NO_SUCH_VERSION = "This league has no version of this number."


@require_safe
def house_rules(request: HttpRequest, slug: str) -> HttpResponse:
    league, has = league_to_see(request.user, slug)
    versions = houses.versions_of(league)
    context = {
        **league_context(league, has, HERE),
        "latest": house_pages.credit(versions[0]) if versions else None,
        "groups": house_pages.in_force(versions),
    }
    return render(request, "league/house/rules.html", context)


@require_safe
def all_versions(request: HttpRequest, slug: str) -> HttpResponse:
    league, has = league_to_see(request.user, slug)
    told = houses.history(houses.versions_of(league))
    context = {
        **league_context(league, has, HERE, Crumb("Versions")),
        "history": [(house_pages.credit(its.version), its.sentences) for its in told],
    }
    return render(request, "league/house/versions.html", context)


@require_safe
def version(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Number 0 is the rulebook, from which every league starts."""
    league, has = league_to_see(request.user, slug)
    versions = houses.versions_of(league)
    if number > len(versions):
        raise Http404(NO_SUCH_VERSION)
    shown = house_pages.version(versions, number)
    above = Crumb("Versions", reverse("house-versions", kwargs={"slug": league.slug}))
    context = {**league_context(league, has, HERE, above, Crumb(shown.title)), "shown": shown}
    return render(request, "league/house/version.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: Request, slug: str) -> HttpResponse:
    """What was written already comes by POST: back from the preview, or with words to look for."""
    league, has = league_for(request.user, slug, Standing.MASTER)
    proposal = _proposal(request, league) if request.method == "POST" else house_proposals.unwritten(league)
    return _form_page(request, league, has, proposal)


@require_POST
def preview(request: Request, slug: str) -> HttpResponse:
    league, has = league_for(request.user, slug, Standing.MASTER)
    proposal, latest = _proposal(request, league), houses.version_in_force(league)
    if proposal.based_on != houses.number_of(latest):
        return _refused(request, league, has, proposal, houses.stale_sentence(latest))
    return _preview_page(request, league, has, proposal, ReasonForm())


@require_POST
def save(request: Request, slug: str) -> HttpResponse:
    league, has = league_for(request.user, slug, Standing.MASTER)
    proposal, form = _proposal(request, league), ReasonForm(request.POST)
    if proposal.rules is None or not form.is_valid():
        return _preview_page(request, league, has, proposal, form)
    reason, based_on = form.cleaned_data["reason"], proposal.based_on
    try:
        made = houses.change_rules(
            league=league, rules=proposal.rules, author=author(request), reason=reason, based_on=based_on
        )
    except RuleBroken as broken:
        return _refused(request, league, has, proposal, broken.message)
    bound = counted(houses.teams_bound(league).count(), "team")
    messages.success(request, f"{made} of the house rules is in force, for {bound}.")
    return redirect("house-rules", slug=league.slug)


def _proposal(request: HttpRequest, league: League) -> Proposal:
    try:
        return house_proposals.proposed(league, request.POST.dict())
    except HouseVersion.DoesNotExist:
        raise Http404(NO_SUCH_VERSION) from None


def _refused(request: Request, league: League, has: Standing, proposal: Proposal, sentence: str) -> HttpResponse:
    """Nothing was saved: the wishes can be sent once more, now that their author knows the rules in force."""
    league.refresh_from_db()
    meanwhile = house_pages.meanwhile(league, proposal.based_on)
    renewed = house_proposals.renewed(proposal, league)
    if renewed.form:
        return _form_page(request, league, has, renewed, refusal=sentence, meanwhile=meanwhile)
    return _preview_page(request, league, has, renewed, ReasonForm(request.POST), refusal=sentence, meanwhile=meanwhile)


def _form_page(request: Request, league: League, has: Standing, proposal: Proposal, **notice: object) -> HttpResponse:
    form = house_proposals.form_of(proposal, league)
    sought = request.POST.get("q", "")[:100]
    sections = house_shown.shown_sections(form, sought)
    context = {
        **league_context(league, has, HERE, Crumb("Change")),
        **notice,
        "based_on": proposal.based_on,
        "sought": sought,
        "sections": sections,
        "any_found": any(its.is_found for its in sections),
        "mistakes": list(house_shown.shown_mistakes(form)),
    }
    template = "league/house/edit.html#update" if wants_part(request) else "league/house/edit.html"
    is_refused = bool(notice or form.mistakes) and not wants_part(request)
    return render(request, template, context, status=REFUSED if is_refused else None)


def _preview_page(
    request: Request, league: League, has: Standing, proposal: Proposal, reason: ReasonForm, **notice: object
) -> HttpResponse:
    if proposal.rules is None:
        return _form_page(request, league, has, proposal)
    shown = house_preview.preview(league, proposal.rules)
    if not shown.changes and proposal.form:
        return _form_page(request, league, has, proposal, refusal=houses.unchanged_sentence(league))
    context = {
        **league_context(league, has, HERE, Crumb("Preview")),
        **notice,
        "preview": shown,
        "proposal": proposal,
        "next_number": proposal.based_on + 1,
        "reason": reason,
    }
    return render(request, "league/house/preview.html", context, status=REFUSED if reason.is_bound or notice else None)
