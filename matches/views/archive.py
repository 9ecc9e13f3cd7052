"""Taking a league or a team along as a file, its figures as CSV; and bringing a file in, shown before it is done."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.frame import league_context
from league.models import League, Season
from league.permissions import Standing, league_for, league_of_master, league_to_see, season_to_see, signed_in
from matches import csvs
from matches.archive import arrivals, claims, export, schema
from matches.archive_forms import UploadForm
from rules.problems import RuleBroken, counted
from teams import jobs
from teams.crumbs import Crumb
from teams.forms import mistakes
from teams.models import Job
from teams.permissions import team_to_edit

REFUSED = 422
FORM = ["GET", "HEAD", "POST"]
JSON = "application/json"
LONGEST_NUMBER = 9  # digits that the database can compare


# Out


@require_safe
def data(request: HttpRequest, slug: str) -> HttpResponse:
    """All ways to take something of a league along."""
    league, has = league_to_see(request.user, slug)
    context = {
        **league_context(league, has, "League", Crumb("Take it along")),
        "may_export": has >= Standing.MASTER,
        "seasons": league.seasons.order_by("-number"),
        "stand_ins": claims.stand_ins_of(league) if has >= Standing.MASTER else [],
    }
    return render(request, "matches/archive/data.html", context)


@never_cache
@require_safe
def league_file(request: HttpRequest, slug: str) -> HttpResponse:
    league, _ = league_of_master(request.user, slug)
    return _download(export.league_file(league), f"{league.slug}-{timezone.localdate()}.json", JSON)


@never_cache
@require_safe
def team_file(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_to_edit(request.user, slug)
    return _download(export.team_file(team), f"{team.slug}-{timezone.localdate()}.json", JSON)


@require_safe
def file_schema(request: HttpRequest) -> HttpResponse:
    return HttpResponse(schema.published(), content_type="application/schema+json")


@require_safe
def games_csv(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    league, season, _ = _asked_for(request, slug, number)
    return _csv(csvs.games(league, season), league, season, "games")


@require_safe
def ninja_csv(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    league, season, has = _asked_for(request, slug, number)
    return _csv(csvs.ninja(league, season, has), league, season, "ninja")


def _asked_for(request: HttpRequest, slug: str, number: int | None) -> tuple[League, Season | None, Standing]:
    if number is None:
        league, has = league_to_see(request.user, slug)
        return league, None, has
    season, has = season_to_see(request.user, slug, number)
    return season.league, season, has


def _csv(content: str, league: League, season: Season | None, what: str) -> HttpResponse:
    part = f"-season-{season.number}" if season else ""
    return _download(content.encode(), f"{league.slug}{part}-{what}.csv", "text/csv; charset=utf-8; header=present")


def _download(content: bytes, name: str, type_: str) -> HttpResponse:
    return HttpResponse(content, content_type=type_, headers={"Content-Disposition": f'attachment; filename="{name}"'})


# In


@require_http_methods(FORM)
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Who came with a file and is somebody here."""
    league, has = league_for(request.user, slug, Standing.MASTER)
    mistake = ""
    if request.method == "POST":
        try:
            number = claims.hand_over(league=league, stand_in=_number(request), to=request.POST.get("to", "")[:150])
        except RuleBroken as broken:
            mistake = broken.message
        else:
            messages.success(request, f"{counted(number, 'team')} handed over.")
            return redirect("who-is-who", slug=slug)
    context = {
        **league_context(league, has, "League", Crumb("Who is who")),
        "people": claims.stand_ins_of(league),
        "members": claims.members_of(league),
        "mistakes": [mistake] if mistake else [],
    }
    return render(request, "matches/archive/people.html", context, status=REFUSED if mistake else None)


def _number(request: HttpRequest) -> int:
    told = request.POST.get("stand_in", "")
    return int(told) if told.isascii() and told.isdigit() and len(told) <= LONGEST_NUMBER else 0


@require_http_methods(FORM)
@login_required
def upload(request: HttpRequest) -> HttpResponse:
    person = signed_in(request.user)
    form = UploadForm(*((request.POST, request.FILES) if request.method == "POST" else ()), person=person)
    if form.is_valid():
        told = form.cleaned_data
        try:
            job = arrivals.upload(content=told["file"], importer=person, key=told["key"], by_name=form.is_by_name)
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            return redirect("look-at-file", key=job.key)
    context = {"form": form, "mistakes": mistakes(form), "trail": [Crumb("Import")]}
    return render(request, "matches/archive/upload.html", context, status=REFUSED if form.is_bound else None)


@never_cache
@require_http_methods(FORM)
@login_required
def look(request: HttpRequest, key: UUID) -> HttpResponse:
    """What would happen; and, once that is agreed to, it does."""
    job = jobs.job_of(request.user, key)
    if job.state != Job.State.DONE or job.kind != arrivals.LOOK:
        return redirect(job)
    if request.method == "POST":
        return _bring_in(request, job)
    return _plan_page(request, job)


def _bring_in(request: HttpRequest, look: Job) -> HttpResponse:
    try:
        made = arrivals.bring_in(look=look, based_on=request.POST.get("based_on", "")[:16])
    except RuleBroken as broken:
        return _plan_page(request, look, broken.message)
    if made.state == Job.State.FAILED:
        return _plan_page(request, arrivals.look_again(look), made.message)
    if made.state == Job.State.DONE:
        messages.success(request, f"{made.result['name']} is here.")
        return redirect(made.result["url"])
    return redirect(made)


def _plan_page(request: HttpRequest, look: Job, refusal: str = "") -> HttpResponse:
    told = look.result
    context = {
        "key": look.key,
        "plan": told.get("plan"),
        "faults": told.get("faults"),
        "mistakes": [refusal] if refusal else [],
        "trail": [Crumb("Import", reverse("import")), Crumb("What it would do")],
    }
    is_refused = refusal or "plan" not in told
    return render(request, "matches/archive/look.html", context, status=REFUSED if is_refused else None)
