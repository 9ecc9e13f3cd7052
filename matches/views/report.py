"""The report of a game: filled in, filed, countersigned, settled, taken back."""

from collections.abc import Callable, Sequence
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import trigger_client_event

from league.models import Fixture
from league.permissions import signed_in
from league.views.games import game_context
from league.views.season import FORM, REFUSED, attempt
from matches import briefings, drafts, reporting
from matches.models import Draft, Match, Report
from matches.permissions import May, Voice, game_for
from matches.report_form import Typed, read, typed_in
from matches.report_grid import grid_shown
from matches.report_page import report_page, what_became
from matches.report_told import Told, found_in, match_of, told_of
from rules.codec import encode
from rules.problems import Problem, RuleBroken, refuse_any
from teams.forms import INCOMPLETE
from teams.views.requests import Request

OWN = "own"  # in place of the number of a version: one's own draft


@require_http_methods(FORM)
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """The form, or what was filed and waits, or what is in the way."""
    fixture, voice = game_for(request.user, pk, May.REPORT)
    match = match_of(fixture)
    if match is None or match.state == Match.State.VOIDED:
        return _brief_first(request, fixture, voice)
    told = told_of(match, signed_in(request.user))
    return _file(request, told, voice) if request.method == "POST" else _page(request, told, voice)


def _brief_first(request: HttpRequest, fixture: Fixture, voice: Voice) -> HttpResponse:
    """One button briefs the game and goes on to its report."""
    refusals: list[str] = []
    if "brief" in request.POST:
        try:
            briefings.brief(fixture=fixture, author=signed_in(request.user))
        except RuleBroken as broken:
            refusals = [its.message for its in broken.problems]
        else:
            return redirect("report", pk=fixture.pk)
    elif request.method == "POST":
        refusals = ["This game has no briefing, or was voided meanwhile: your report was not filed."]
    context = {**game_context(fixture, voice.has, "Report"), "mistakes": refusals}
    return render(request, "matches/report_unbriefed.html", context, status=REFUSED if refusals else None)


def _file(request: HttpRequest, told: Told, voice: Voice) -> HttpResponse:
    settles = "settle" in request.POST
    if settles and not voice.may(May.SETTLE):
        raise PermissionDenied(May.SETTLE.value)
    typed, key = typed_in(request.POST, told.ground), _key(request)
    filled = read(typed, told.ground)
    try:
        if key is None:
            raise RuleBroken(*filled.problems, Problem("incomplete", INCOMPLETE))
        refuse_any(filled.problems)
        its = drafts.file(
            match=told.match,
            account=filled.account,
            story=typed.get("story"),
            author=signed_in(request.user),
            voice=voice,
            key=key,
            settles=settles,
        )
    except RuleBroken as broken:
        found = list(dict.fromkeys([*found_in(typed, told), *broken.problems]))
        return _page(request, told, voice, typed, found, key=None if broken.code == drafts.TAKEN_BACK else key)
    messages.success(request, what_became(its, told))
    if its.data != encode(filled.account.report):
        messages.warning(request, "It was filed before: what you have changed since is not in it.")
    return redirect("report", pk=told.match.fixture_id)


@require_POST
def save(request: Request, pk: int) -> HttpResponse:
    """What was typed so far. The form stays as it is: only what is said about it changes."""
    told, _ = _told(request, pk, May.REPORT)
    typed = typed_in(request.POST, told.ground)
    if (taken := request.POST.get("take", "")) in typed:
        typed[taken] = ""
    me, shown = signed_in(request.user), request.POST.keys()
    try:
        draft = drafts.save(match=told.match, author=me, typed=typed, shown=shown, key=_key(request))
    except RuleBroken as broken:
        return _not_saved(request, pk, broken.message)
    if request.htmx:
        return _saved(request, told, draft)
    messages.success(request, "Your report is kept as a draft. It is not filed yet.")
    return redirect(f"{reverse('report', kwargs={'pk': pk})}?from={typed.get('from') or OWN}")


def _saved(request: Request, told: Told, draft: Draft) -> HttpResponse:
    grid = grid_shown(draft.form, told.ground, found_in(draft.form, told))
    is_reshaped = grid.shape != request.POST.get("shape", "")
    context = {"draft": draft, "grid": grid, "is_reshaped": is_reshaped, "save_url": request.path}
    response = render(request, "matches/saved.html", context)
    saved = {"at": draft.updated_at.isoformat(), "key": str(draft.key), "wrong": grid.wrong}
    return trigger_client_event(response, "report-saved", saved, after="swap")


def _not_saved(request: Request, pk: int, reason: str) -> HttpResponse:
    if request.htmx:
        return render(request, "matches/saved.html", {"refusal": reason})
    messages.error(request, reason)
    return redirect("report", pk=pk)


@require_POST
def countersign(request: HttpRequest, pk: int) -> HttpResponse:
    told, voice = _told(request, pk, May.REPORT)
    its, me = _version(request, told), signed_in(request.user)
    return _act(request, told, its, lambda: reporting.countersign(report=its, author=me, voice=voice))


@require_POST
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    told, _ = _told(request, pk, May.SETTLE)
    its, me = _version(request, told), signed_in(request.user)
    return _act(request, told, its, lambda: reporting.settle(report=its, author=me))


@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Takes back whatever this person has filed."""
    told, _ = _told(request, pk, May.REPORT)
    sentence = "Your version is taken back. It can still be read."
    attempt(request, lambda: reporting.withdraw(match=told.match, author=signed_in(request.user)), sentence)
    return redirect("report", pk=pk)


# Shared


def _act(request: HttpRequest, told: Told, its: Report, act: Callable[[], Report]) -> HttpResponse:
    """For a button without a form of its own: either way, a message says what came of it."""
    try:
        act()
    except RuleBroken as broken:
        messages.error(request, broken.message)
    else:
        messages.success(request, what_became(its, told))
    return redirect("report", pk=told.match.fixture_id)


def _told(request: HttpRequest, pk: int, what: May) -> tuple[Told, Voice]:
    fixture, voice = game_for(request.user, pk, what)
    match = match_of(fixture)
    if match is None:
        raise Http404("This game is not briefed yet.")
    return told_of(match, signed_in(request.user)), voice


def _version(request: HttpRequest, told: Told) -> Report:
    asked = request.POST.get("version", "")
    its = next((its for its in told.reports if str(its.number) == asked), None)
    if its is None:
        raise Http404("There is no such version of this report.")
    its.match = told.match
    return its


def _key(request: HttpRequest) -> UUID | None:
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return None


def _page(
    request: HttpRequest,
    told: Told,
    voice: Voice,
    typed: Typed | None = None,
    found: Sequence[Problem] | None = None,
    key: UUID | None = None,
) -> HttpResponse:
    asked, me = request.GET.get("from", ""), signed_in(request.user)
    page = report_page(told, me, voice, asked=asked, typed=typed, key=key, found=found)
    context = {
        **game_context(told.match.fixture, voice.has, "Report"),
        "page": page,
        "mistakes": [its.message for its in found or ()],
        "save_url": reverse("save-report", kwargs={"pk": told.match.fixture_id}),
    }
    return render(request, "matches/report.html", context, status=REFUSED if found else None)
