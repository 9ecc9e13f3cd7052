"""How somebody becomes a member: walking in, asking, or by the link of an invitation."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from league import memberships
from league.forms import JoinForm
from league.frame import HOME, league_context
from league.member_page import ARTICLES
from league.models import Invitation, Joining, League, Role
from league.permissions import league_to_see
from rules.problems import RuleBroken
from teams.crumbs import Crumb
from teams.forms import mistakes

REFUSED, NOT_FOUND, GONE = 422, 404, 410
FORM = ["GET", "HEAD", "POST"]


@require_http_methods(FORM)
def join(request: HttpRequest, slug: str) -> HttpResponse:
    league, has = league_to_see(request.user, slug)
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    form = JoinForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            sentence = _come_in(league, request.user, form.cleaned_data["message"])
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            messages.success(request, sentence)
            return redirect(league)
    context = {
        **league_context(league, has, HOME, Crumb("Join")),
        "form": form,
        "mistakes": mistakes(form),
        "is_member": league.memberships.filter(person=request.user).exists(),
        "waiting": league.join_requests.filter(person=request.user, decided_at=None).first(),
        "is_open": league.joining == Joining.OPEN,
        "is_by_approval": league.joining == Joining.APPROVAL,
    }
    return render(request, "league/club/join.html", context, status=REFUSED if form.is_bound else None)


@require_http_methods(FORM)
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The link itself changes nothing: who opens it is asked first, and may log in or sign up on the way."""
    invited = Invitation.objects.select_related("league", "created_by").filter(token=token).first()
    if invited is None:
        reason = "There is no such invitation. The link may have lost a part on its way: ask for it once more."
        return _no_way_in(request, reason, NOT_FOUND)
    if request.method == "POST" and not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    if request.method == "POST" and isinstance(request.user, User):
        try:
            membership = memberships.accept(invitation=invited, person=request.user)
        except RuleBroken as broken:
            return _no_way_in(request, broken.message, GONE)
        role = ARTICLES[Role(membership.role)]
        messages.success(request, f"Welcome to {invited.league.name}: you are {role} here.")
        return redirect(invited.league)
    is_in = isinstance(request.user, User) and memberships.is_in_already(invited, request.user)
    if not is_in and (broken_link := memberships.refusal(invited)):
        return _no_way_in(request, broken_link.message, GONE)
    context = {
        "trail": [Crumb("Leagues", reverse("leagues")), Crumb("Invitation")],
        "invitation": invited,
        "league": invited.league,
        "role": ARTICLES[Role(invited.role)],
        "is_member": is_in,
    }
    return render(request, "league/club/invitation.html", context)


def _come_in(league: League, person: User, message: str) -> str:
    if league.joining == Joining.APPROVAL:
        memberships.ask_to_join(league=league, person=person, message=message)
        return f"Your request is sent. The ninja master of {league.name} decides on it."
    role = Role(memberships.join(league=league, person=person).role)
    return f"Welcome to {league.name}: you are {ARTICLES[role]} here."


def _no_way_in(request: HttpRequest, reason: str, status: int) -> HttpResponse:
    context = {"trail": [Crumb("Leagues", reverse("leagues")), Crumb("Invitation")], "reason": reason}
    return render(request, "league/club/no_invitation.html", context, status=status)
