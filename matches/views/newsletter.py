"""The newsletter of a league: past issues for everybody who sees the league, drafts for those who run it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.frame import league_context
from league.models import League
from league.permissions import Standing, league_for, league_to_see, season_in, signed_in
from matches.newsletter import mailing, pages, service
from matches.newsletter.forms import DraftForm, IssueForm
from matches.newsletter.models import Issue
from matches.newsletter.spans import latest_span
from rules.problems import RuleBroken, from_to
from teams import pdf
from teams.crumbs import Crumb
from teams.forms import mistakes
from teams.views.requests import Request, wants_part

REFUSED = 422
FORM = ["GET", "HEAD", "POST"]
TAB = "Newsletter"


# Reading


@require_safe
def issues(request: HttpRequest, slug: str) -> HttpResponse:
    league, has = league_to_see(request.user, slug)
    return _list(request, league, has)


def _list(request: HttpRequest, league: League, has: Standing, form: DraftForm | None = None) -> HttpResponse:
    page = pages.published(league, request.GET.get("page"))
    context: dict[str, Any] = {
        **league_context(league, has, TAB),
        "page": page,
        "issues": pages.lines_of(league, page.object_list),
    }
    if context["is_assistant"]:
        span = latest_span(league)
        form = form or DraftForm(seasons=span.seasons, initial=span.initial)
        context |= {"drafts": pages.drafts(league), "form": form if span.seasons else None, "span": span}
        context["mistakes"] = mistakes(form) if form.is_bound else []
    status = REFUSED if form and form.is_bound else None
    return render(request, "matches/newsletter/issues.html", context, status=status)


@require_safe
def issue(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    league, has = league_to_see(request.user, slug)
    its = pages.issue_to_read(league, number)
    before, after = pages.beside(its)
    context = {
        **league_context(league, has, TAB, Crumb(f"Issue {number}")),
        "issue": its,
        "parts": pages.parts_of(its.text, its.figures),
        "before": before,
        "after": after,
    }
    if context["is_assistant"]:
        context["sent"] = mailing.summary(its)
    return render(request, "matches/newsletter/issue.html", context)


@require_safe
def issue_pdf(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    league, has = league_to_see(request.user, slug)
    its = pages.issue_to_read(league, number)
    try:
        document = pdf.pdf(pages.print_page(its, request.build_absolute_uri(its.get_absolute_url())))
    except pdf.CannotPrint:
        context = {**league_context(league, has, TAB, Crumb(f"Issue {number}")), "issue": its, "packages": pdf.PACKAGES}
        return render(request, "matches/newsletter/cannot_print.html", context, status=503)
    headers = {"Content-Disposition": f'inline; filename="{league.slug}-newsletter-{number}.pdf"'}
    return HttpResponse(document, content_type="application/pdf", headers=headers)


# Writing


@require_POST
def draft(request: HttpRequest, slug: str) -> HttpResponse:
    league, has = league_for(request.user, slug, Standing.ASSISTANT)
    form = DraftForm(request.POST, seasons=latest_span(league).seasons)
    if form.is_valid():
        told = form.cleaned_data
        try:
            made = service.draft(
                season=season_in(league, told["season"]),
                first=told["first"],
                last=told["last"],
                author=signed_in(request.user),
                key=told["key"],
            )
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            messages.success(request, f"“{made}” is drafted. Readers see it when it is published.")
            return redirect(made.edit_url)
    return _list(request, league, has, form)


@never_cache
@require_http_methods(FORM)
@vary_on_headers("HX-Request")
def edit(request: Request, slug: str, pk: int) -> HttpResponse:
    """A draft, or a correction. What is typed can be looked at before it is saved, with script or without."""
    league, has = league_for(request.user, slug, Standing.ASSISTANT)
    its = service.issue_of(league, pk)
    form = IssueForm(request.POST) if request.method == "POST" else IssueForm.of(its)
    wanted = request.POST.get("do", "save")
    if wanted == "preview":
        return _edit_page(request, has, its, form)
    if form.is_bound and form.is_valid():
        try:
            return _saved(request, its, form, wanted)
        except RuleBroken as broken:
            form.refuse(broken)
            its = service.issue_of(league, pk)
    return _edit_page(request, has, its, form, is_refused=form.is_bound)


def _saved(request: HttpRequest, its: Issue, form: IssueForm, wanted: str) -> HttpResponse:
    told, author = form.cleaned_data, signed_in(request.user)
    if wanted == "publish":
        edited = {"title": told["title"], "text": told["text"], "based_on": told["based_on"]}
        out, job = service.publish(issue=its, author=author, **edited)
        messages.success(request, f"Issue {out.number} is out.")
        return redirect(job or out)
    saved = service.save(issue=its, author=author, **told)
    messages.success(request, f"“{saved}” is saved." if saved.is_draft else f"Issue {saved.number} is corrected.")
    return redirect(saved.edit_url if saved.is_draft else saved.get_absolute_url())


def _edit_page(
    request: Request, has: Standing, its: Issue, form: IssueForm, *, is_refused: bool = False
) -> HttpResponse:
    is_outdated = is_refused and form.is_about_another(its)
    context = {
        **league_context(its.league, has, TAB, Crumb("Draft" if its.is_draft else f"Correct issue {its.number}")),
        "issue": its,
        "rounds": from_to(its.first_round, its.last_round, "round"),
        "form": form,
        "mistakes": mistakes(form) if is_refused else [],
        # Whoever has seen the other version may replace it.
        "based_on": its.version if is_refused or not form.is_bound else request.POST.get("based_on", ""),
        "theirs": its.text if is_outdated else "",
        "parts": pages.parts_of(service.tidy(form.typed or its.text), its.figures),
        "is_preview": request.POST.get("do") == "preview",
    }
    template = "matches/newsletter/edit.html" + ("#preview" if wants_part(request) else "")
    return render(request, template, context, status=REFUSED if is_refused else None)


@require_POST
def redraft(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    league, _ = league_for(request.user, slug, Standing.ASSISTANT)
    its, asked = service.issue_of(league, pk), request.POST.get("based_on", "")
    based_on = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else 0
    try:
        made = service.redraft(issue=its, based_on=based_on, author=signed_in(request.user))
    except RuleBroken as broken:
        messages.error(request, broken.message)
    else:
        messages.success(request, f"“{made}” is written anew, from what has happened until now.")
    return redirect(its.edit_url)


@require_http_methods(FORM)
def discard(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Asks before it acts: what was typed is gone for good."""
    league, has = league_for(request.user, slug, Standing.ASSISTANT)
    its = service.issue_of(league, pk)
    act = service.discard if request.method == "POST" else service.refuse_to_discard
    try:
        act(issue=its)
    except RuleBroken as broken:
        messages.error(request, broken.message)
        return redirect(its)
    if request.method == "POST":
        messages.success(request, f"The draft “{its}” is discarded.")
        return redirect(reverse("newsletter", kwargs={"slug": slug}))
    context = {**league_context(league, has, TAB, Crumb("Draft", its.edit_url), Crumb("Discard")), "issue": its}
    return render(request, "matches/newsletter/discard.html", context)
