"""Long work: its page with a bar, its file, starting it again; and what is started from no other page."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.permissions import league_to_see, signed_in
from matches import scroll_books
from rules.problems import RuleBroken
from teams import jobs
from teams.crumbs import Crumb
from teams.job_page import job_shown
from teams.models import Job
from teams.retelling import RETELL
from teams.views.requests import Request, wants_part


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def job(request: Request, key: UUID) -> HttpResponse:
    """The page asks again every second; without script it loads itself again."""
    shown = job_shown(jobs.job_of(request.user, key))
    if shown.way_on:
        return _go_on(request, shown.way_on.url)
    context = {"job": shown, "trail": [Crumb(shown.title)]}
    return render(request, "teams/job.html#job" if wants_part(request) else "teams/job.html", context)


def _go_on(request: Request, url: str) -> HttpResponse:
    return HttpResponse(headers={"HX-Redirect": url}) if wants_part(request) else redirect(url)


@never_cache
@require_safe
def file(request: HttpRequest, key: UUID) -> HttpResponse:
    its = jobs.job_of(request.user, key)
    if not its.file_name:
        raise Http404("There is no such file.")
    content = Job.objects.values_list("file", flat=True).get(key=key)
    headers = {"Content-Disposition": f'attachment; filename="{its.file_name}"'}
    return HttpResponse(bytes(content or b""), content_type=its.file_type, headers=headers)


@require_POST
def again(request: HttpRequest, key: UUID) -> HttpResponse:
    its = jobs.job_of(request.user, key)
    try:
        its = jobs.again(job=its)
    except RuleBroken as broken:
        messages.error(request, broken.message)
    return redirect(its)


@require_POST
def retell(request: HttpRequest) -> HttpResponse:
    person = signed_in(request.user)
    if not person.is_staff:
        raise PermissionDenied("Only the staff of the site may retell everything.")
    try:
        return redirect(jobs.start(kind=RETELL, owner=person))
    except RuleBroken as broken:
        messages.error(request, broken.message)
        return redirect("import")


@require_POST
def scroll_book(request: HttpRequest, slug: str) -> HttpResponse:
    league, _ = league_to_see(request.user, slug)
    try:
        begun = scroll_books.begin(
            league=league, owner=signed_in(request.user), site=request.build_absolute_uri("/").rstrip("/")
        )
    except RuleBroken as broken:
        messages.error(request, broken.message)
        return redirect("league-data", slug=slug)
    return redirect(begun)
