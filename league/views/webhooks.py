"""Webhooks of oneself and of one's leagues: added, tested, looked after. A league's are its ninja master's."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.frame import league_context
from league.models import League
from league.notices import webhooks
from league.notices.forms import LeagueWebhookForm, WebhookForm
from league.notices.kinds import OF_LEAGUES
from league.notices.models import Delivery, Webhook
from league.permissions import Standing, league_for, require, standing
from league.views.notices import HERE, REFUSED
from rules.problems import RuleBroken
from teams.crumbs import Crumb
from teams.forms import mistakes
from teams.views.account import Member
from teams.views.requests import Request, wants_part

FORM = ["GET", "HEAD", "POST"]
TOLD = 4  # letters of an address that tell it from another
SECRET = "webhook-secret"  # noqa: S105 - where the session keeps it until it was shown


@never_cache
@require_http_methods(FORM)
@login_required
def own(request: Member) -> HttpResponse:
    form = WebhookForm(request.POST if request.method == "POST" else None, initial={"style": Webhook.Style.DISCORD})
    if made := _added(request, form, person=request.user):
        return redirect(made)
    context = {"here": "webhooks", "trail": [HERE, Crumb("Webhooks")], **_list(request.user.webhooks.all(), form)}
    return render(request, "league/notices/webhooks.html", context, status=REFUSED if form.is_bound else None)


@never_cache
@require_http_methods(FORM)
def of_league(request: HttpRequest, slug: str) -> HttpResponse:
    league, has = league_for(request.user, slug, Standing.MASTER)
    form = LeagueWebhookForm(request.POST if request.method == "POST" else None)
    if made := _added(request, form, league=league):
        return redirect(made)
    context = {
        **league_context(league, has, "Settings", Crumb("Webhooks")),
        **_list(league.webhooks.all(), form),
    }
    return render(request, "league/notices/league_webhooks.html", context, status=REFUSED if form.is_bound else None)


@never_cache
@require_safe
@login_required
def webhook(request: Member, pk: int) -> HttpResponse:
    """One webhook with what was sent to it. Its secret is there once, right after it was made."""
    its = _to_manage(request.user, pk)
    log = webhooks.log_of(its)
    context = {
        "webhook": its,
        "where": shown_address(its.url),
        "is_signed": its.style == Webhook.Style.JSON,
        "kinds": [label for kind, label in OF_LEAGUES.items() if kind in its.kinds] if its.league_id else [],
        "log": log,
        "is_under_way": any(one.state == Delivery.State.WAITING and not one.tries for one in log),
        "waiting": Delivery.State.WAITING,
        "delivered": Delivery.State.DELIVERED,
    }
    if wants_part(_htmx(request)):
        return render(request, "league/notices/webhook.html#log", context)
    context |= {"trail": _trail(its), "secret": _once(request, its)}
    return render(request, "league/notices/webhook.html", context)


@require_POST
@login_required
def test(request: Member, pk: int) -> HttpResponse:
    its = _to_manage(request.user, pk)
    try:
        webhooks.send_test(webhook=its)
    except RuleBroken as broken:
        messages.error(request, broken.message)
    else:
        messages.success(request, "A test is on its way: what becomes of it is in the list below.")
    return redirect(its)


@require_POST
@login_required
def rotate(request: Member, pk: int) -> HttpResponse:
    its = _to_manage(request.user, pk)
    request.session[SECRET] = [its.pk, webhooks.rotate(webhook=its)]
    messages.success(request, "The old secret signs nothing any more.")
    return redirect(its)


@require_POST
@login_required
def switch(request: Member, pk: int) -> HttpResponse:
    its, on = _to_manage(request.user, pk), request.POST.get("on") == "yes"
    webhooks.switch(webhook=its, on=on)
    messages.success(request, f"{its.name} is {'on' if on else 'off'}.")
    return redirect(its)


@require_POST
@login_required
def remove(request: Member, pk: int) -> HttpResponse:
    its = _to_manage(request.user, pk)
    webhooks.remove(webhook=its)
    messages.success(request, f"{its.name} is removed.")
    return redirect(_list_url(its))


# Shared


def _to_manage(person: User, pk: int) -> Webhook:
    """One's own, or one of a league that one runs; of others nobody knows that there are any."""
    its = Webhook.objects.select_related("league").filter(pk=pk).first()
    if its is None or (its.person_id != person.pk if its.person_id else not _runs(person, its.league)):
        raise Http404("There is no such webhook, or it is somebody else's.")
    if its.league:
        require(its.league, Standing.MASTER, Standing.MASTER)
    return its


def _runs(person: User, league: League | None) -> bool:
    return league is not None and standing(person, league) >= Standing.MASTER


def _added(request: HttpRequest, form: WebhookForm, **owner: Any) -> Webhook | None:
    if not form.is_valid():
        return None
    try:
        made = webhooks.add(**form.cleaned_data, **owner)
    except RuleBroken as broken:
        form.refuse(broken)
        return None
    request.session[SECRET] = [made.pk, made.secret]
    messages.success(request, f"{made.name} is ready. Send a test to see whether it arrives.")
    return made


def _once(request: Member, its: Webhook) -> str:
    pk, secret = request.session.get(SECRET, [None, ""])
    if pk != its.pk:
        return ""
    del request.session[SECRET]
    return str(secret) if its.style == Webhook.Style.JSON else ""


def _list(found: Any, form: WebhookForm) -> Mapping[str, Any]:
    return {
        "webhooks": [(its, shown_address(its.url)) for its in found],
        "form": form,
        "mistakes": mistakes(form) if form.is_bound else [],
        "most": webhooks.MOST,
    }


def shown_address(url: str) -> str:
    """The address without what makes it a secret: whoever knows a Discord webhook can write there."""
    parts = urlsplit(url)
    rest = url.partition(parts.netloc)[2].strip("/")
    end = rest[-TOLD:] if len(rest) > TOLD else ""
    return f"{parts.scheme}://{parts.netloc}/{'…' if rest else ''}{end}"


def _list_url(its: Webhook) -> str:
    return reverse("league-webhooks", kwargs={"slug": its.league.slug}) if its.league else reverse("webhooks")


def _trail(its: Webhook) -> list[Crumb]:
    if its.league:
        above = [Crumb("Leagues", reverse("leagues")), Crumb(its.league.name, its.league.get_absolute_url())]
        return [*above, Crumb("Webhooks", _list_url(its)), Crumb(its.name)]
    return [HERE, Crumb("Webhooks", _list_url(its)), Crumb(its.name)]


def _htmx(request: Member) -> Request:
    return request  # type: ignore[return-value]  # the middleware has made it one
