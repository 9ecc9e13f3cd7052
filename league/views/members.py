"""The members of a league: what each of them is, who asks to join, who is invited, and who goes."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league import member_page, memberships
from league.forms import InviteForm, RefusableForm, RoleForm
from league.frame import league_context
from league.models import Invitation, JoinRequest, League, Membership, Role
from league.permissions import Standing, league_for, league_to_see, require, signed_in
from rules.problems import RuleBroken
from teams.crumbs import Crumb
from teams.forms import mistakes

REFUSED = 422
FORM = ["GET", "HEAD", "POST"]


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    league, has = league_to_see(request.user, slug)
    return _page(request, league, has)


@require_POST
def change_role(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    league, has = league_for(request.user, slug, Standing.MASTER)
    membership, form = _member(league, pk), RoleForm(request.POST, auto_id=f"member-{pk}-%s")
    if form.is_valid():
        try:
            done = memberships.change_role(membership=membership, role=Role(form.cleaned_data["role"]))
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            messages.success(request, f"{membership.person} is {member_page.ARTICLES[Role(done.role)]} now.")
            return redirect("members", slug=slug)
    return _page(request, league, has, f"member-{pk}", form)


@require_http_methods(FORM)
def hand_over(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    league, has = league_for(request.user, slug, Standing.MASTER)
    membership = _member(league, pk)
    if request.method != "POST":
        return _ask(request, league, has, "hand_over", "Hand over", membership)
    memberships.hand_over(membership=membership, author=signed_in(request.user))
    messages.success(request, f"{membership.person} is ninja master of {league.name} now.")
    return redirect("members", slug=slug)


@require_http_methods(FORM)
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    league, has = league_for(request.user, slug, Standing.MASTER)
    membership = Membership.objects.select_related("league", "person").filter(league=league, pk=pk).first()
    if membership is None and request.method == "POST":
        return redirect("members", slug=slug)
    return _go(request, league, has, "remove", "Remove", membership or _member(league, pk))


@require_http_methods(FORM)
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    league, has = league_to_see(request.user, slug)
    require(league, has, Standing.STRANGER)
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    own = league.memberships.select_related("league", "person").filter(person=request.user).first()
    return _go(request, league, has, "leave", "Leave", own) if own else redirect(league)


@require_POST
def approve(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    league, has = league_for(request.user, slug, Standing.ASSISTANT)
    asked = _request(league, pk)
    try:
        memberships.approve(request=asked, author=signed_in(request.user))
    except RuleBroken as broken:
        return _page(request, league, has, "requests", broken=broken)
    messages.success(request, f"{asked.person} is a player of {league.name} now.")
    return redirect("members", slug=slug)


@require_POST
def decline(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    league, has = league_for(request.user, slug, Standing.ASSISTANT)
    asked = _request(league, pk)
    try:
        memberships.decline(request=asked, author=signed_in(request.user))
    except RuleBroken as broken:
        return _page(request, league, has, "requests", broken=broken)
    messages.success(request, f"The request of {asked.person} is declined.")
    return redirect("members", slug=slug)


@require_POST
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    league, has = league_for(request.user, slug, Standing.ASSISTANT)
    form = InviteForm(request.POST, roles=memberships.invitable(has), auto_id="invite-%s")
    if form.is_valid():
        role, days = Role(form.cleaned_data["role"]), form.cleaned_data["days"]
        memberships.invite(league=league, role=role, days=days, author=signed_in(request.user), has=has)
        messages.success(request, "The invitation is ready: copy its link, and send it to whom you like.")
        return HttpResponseRedirect(f"{reverse('members', kwargs={'slug': slug})}#invitations")
    return _page(request, league, has, "invite", form)


@require_POST
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    league, _ = league_for(request.user, slug, Standing.ASSISTANT)
    invitation = Invitation.objects.filter(league=league, pk=pk).first()
    if invitation is None:
        raise Http404("There is no such invitation.")
    memberships.revoke(invitation=invitation)
    messages.success(request, "The invitation is revoked: its link lets nobody in any more.")
    return redirect("members", slug=slug)


def _page(
    request: HttpRequest,
    league: League,
    has: Standing,
    sent: str = "",
    form: RefusableForm | None = None,
    broken: RuleBroken | None = None,
) -> HttpResponse:
    """With a form that came back: the page as it was, and what is wrong with the form."""
    wrong = [broken.message] if broken else mistakes(form) if form else []
    context = {
        **league_context(league, has, "Members"),
        "mistakes": wrong,
        "shown": member_page.member_page(
            league, has, request.user, link=request.build_absolute_uri, bound={sent: form} if form else {}
        ),
    }
    return render(request, "league/club/members.html", context, status=REFUSED if sent else None)


def _go(
    request: HttpRequest, league: League, has: Standing, template: str, label: str, membership: Membership
) -> HttpResponse:
    """Asks before it acts; of the last ninja master it only says why not."""
    wrong: list[str] = []
    if request.method == "POST":
        try:
            memberships.remove(membership=membership)
        except RuleBroken as broken:
            wrong = [broken.message]
        else:
            is_own = template == "leave"
            who = "You are" if is_own else f"{membership.person} is"
            messages.success(request, f"{who} no longer a member of {league.name}.")
            return redirect("leagues") if is_own else redirect("members", slug=league.slug)
    return _ask(request, league, has, template, label, membership, wrong)


def _ask(
    request: HttpRequest,
    league: League,
    has: Standing,
    template: str,
    label: str,
    membership: Membership,
    wrong: list[str] | None = None,
) -> HttpResponse:
    context = {
        **league_context(league, has, "Members", Crumb(label)),
        "person": membership.person,
        "membership": membership,
        "is_stuck": memberships.is_last_master(membership) and template != "hand_over",
        "last_master": memberships.LAST_MASTER.format(league.name),
        "mistakes": wrong or [],
    }
    return render(request, f"league/club/{template}.html", context, status=REFUSED if wrong else None)


def _member(league: League, pk: int) -> Membership:
    membership = Membership.objects.select_related("league", "person").filter(league=league, pk=pk).first()
    if membership is None:
        raise Http404("There is no such member, or no longer.")
    return membership


def _request(league: League, pk: int) -> JoinRequest:
    asked = JoinRequest.objects.select_related("league", "person").filter(league=league, pk=pk).first()
    if asked is None:
        raise Http404("There is no such request.")
    return asked
