"""Leagues as a whole: the list of them, a new one, its page, its settings, and putting it away."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league import league_list, league_page, leagues
from league.forms import AboutForm, NewLeagueForm, typed
from league.frame import HOME, league_context
from league.models import League
from league.permissions import Standing, league_for, league_of_master, league_to_see, signed_in
from rules.problems import RuleBroken
from teams import limits
from teams.crumbs import Crumb
from teams.forms import mistakes
from teams.views.requests import Request, author, wants_part

REFUSED = 422
FORM = ["GET", "HEAD", "POST"]
TYPED = "new-league"  # in the session
A_YEAR = 365 * 24 * 60 * 60


@require_safe
@vary_on_headers("HX-Request")
def all_leagues(request: Request) -> HttpResponse:
    asked = request.GET
    found = league_list.find(request.user, asked.get("q", ""), is_archived="archived" in asked, page=asked.get("page"))
    template = "league/club/leagues.html#update" if wants_part(request) else "league/club/leagues.html"
    return render(request, template, {"trail": [Crumb("Leagues")], "found": found, "page": found.page})


@require_http_methods(FORM)
@limits.limited("draft")  # what a visitor types is kept, as a draft of a team is
def new(request: HttpRequest) -> HttpResponse:
    """What a visitor has typed is kept until there is an account for it to belong to."""
    if request.method == "POST" and not request.user.is_authenticated:
        request.session[TYPED] = typed(request.POST)
        entrance = "account_login" if "has_account" in request.POST else "account_signup"
        return redirect_to_login(request.path, reverse(entrance))
    form = NewLeagueForm(request.POST if request.method == "POST" else None, initial=request.session.get(TYPED))
    if form.is_valid():
        try:
            league = leagues.create(about=form.about, author=signed_in(request.user), key=form.cleaned_data["key"])
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            request.session.pop(TYPED, None)
            messages.success(request, f"{league.name} is founded, and you are its ninja master.")
            return redirect(league)
    context = {"trail": [Crumb("Leagues", reverse("leagues")), Crumb("New league")], "form": form}
    return render(request, "league/club/new.html", _with_mistakes(context, form), status=_status(form))


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    its, has = league_to_see(request.user, slug)
    wants_guide = _no_guide(its) not in request.COOKIES
    shown = league_page.league_page(its, has, author(request), wants_guide=wants_guide)
    context = {**league_context(its, has, HOME, on_the_desk=shown.on_the_desk), "shown": shown}
    return render(request, "league/club/league.html", context)


@require_POST
def dismiss_first_steps(request: HttpRequest, slug: str) -> HttpResponse:
    """They are one browser's matter: whoever knows the way need not be shown it, and nothing else depends on it."""
    its, _ = league_for(request.user, slug, Standing.PLAYER)
    answer = redirect(its)
    secure = request.is_secure()
    answer.set_cookie(_no_guide(its), "1", max_age=A_YEAR, secure=secure, httponly=True, samesite="Lax")
    return answer


@require_http_methods(FORM)
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    its, has = league_for(request.user, slug, Standing.MASTER)
    form = AboutForm(request.POST) if request.method == "POST" else AboutForm.of(its)
    if form.is_bound and form.is_valid():
        try:
            leagues.describe(league=its, about=form.about)
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            messages.success(request, f"What {form.about.name} says of itself is saved.")
            return redirect(its)
    context = {**league_context(its, has, "Settings"), "form": form}
    return render(request, "league/club/settings.html", _with_mistakes(context, form), status=_status(form))


@require_http_methods(FORM)
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks before it acts, though it can be taken back: everybody in the league will notice."""
    its, has = league_of_master(request.user, slug)
    if request.method == "POST":
        leagues.archive(league=its)
        messages.success(request, f"{its.name} is archived. Everything in it can still be read, and you can reopen it.")
    if request.method == "POST" or its.is_archived:
        return redirect(its)
    return render(request, "league/club/archive.html", league_context(its, has, "Settings", Crumb("Archive")))


@require_POST
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    its, _ = league_of_master(request.user, slug)
    leagues.reopen(league=its)
    messages.success(request, f"{its.name} is open again.")
    return redirect(its)


def _no_guide(league: League) -> str:
    return f"no-first-steps-{league.pk}"


def _with_mistakes(context: dict[str, object], form: AboutForm) -> dict[str, object]:
    return {**context, "mistakes": mistakes(form)}


def _status(form: AboutForm) -> int | None:
    return REFUSED if form.is_bound else None
