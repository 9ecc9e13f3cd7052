"""The page of a league's members, as finished values: who is in it, who asks, and which links are out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.urls import reverse

from league.forms import InviteForm, RoleForm
from league.memberships import invitable
from league.models import Invitation, JoinRequest, League, Membership, Role
from league.permissions import STANDINGS, Standing
from teams.permissions import Person

ARTICLES = {
    Role.MASTER: "ninja master",
    Role.ASSISTANT: "an assistant",
    Role.PLAYER: "a player",
    Role.GUEST: "a guest",
}
ABOUT = {
    Role.MASTER: "decides everything: house rules, members, the league itself",
    Role.ASSISTANT: "runs the season: rounds, results, who joins",
    Role.PLAYER: "brings teams and plays",
    Role.GUEST: "looks on, in a private league too",
}


@dataclass(frozen=True, slots=True)
class MemberRow:
    name: str
    role: str
    joined_at: datetime
    is_self: bool
    form: RoleForm | None  # for those who may change it
    role_url: str
    remove_url: str
    hand_over_url: str  # empty: he is ninja master already


@dataclass(frozen=True, slots=True)
class RequestRow:
    name: str
    message: str
    asked_at: datetime
    approve_url: str
    decline_url: str


@dataclass(frozen=True, slots=True)
class InvitationRow:
    number: int
    link: str
    role: str
    author: str
    expires_at: datetime
    uses: int
    revoke_url: str


@dataclass(frozen=True, slots=True)
class MemberPage:
    members: tuple[MemberRow, ...]
    requests: tuple[RequestRow, ...]
    invitations: tuple[InvitationRow, ...]
    invite: forms.Form | None
    roles: tuple[tuple[str, str], ...]  # and what each of them does


Bound = Mapping[str, forms.Form]


def member_page(
    league: League, has: Standing, viewer: Person, *, link: Callable[[str], str], bound: Bound | None = None
) -> MemberPage:
    """`link` makes an address whole; `bound` are forms that came back. Three queries for whoever may do something."""
    bound, is_open = bound or {}, not league.is_archived
    is_assistant, is_master = has >= Standing.ASSISTANT and is_open, has >= Standing.MASTER and is_open
    people = sorted(league.memberships.select_related("person"), key=lambda its: -STANDINGS[Role(its.role)])
    asking = league.join_requests.select_related("person").filter(decided_at=None) if is_assistant else ()
    links = league.invitations.select_related("created_by").filter(revoked_at=None) if is_assistant else ()
    return MemberPage(
        members=tuple(_member(league, its, viewer, is_master, bound) for its in people),
        requests=tuple(_request(league, its) for its in asking),
        invitations=tuple(_invitation(league, its, link) for its in links if its.is_valid),
        invite=bound.get("invite", InviteForm(roles=invitable(has), auto_id="invite-%s")) if is_assistant else None,
        roles=tuple((role.label, ABOUT[role]) for role in Role),
    )


def _member(league: League, its: Membership, viewer: Person, is_master: bool, bound: Bound) -> MemberRow:
    address = {"slug": league.slug, "pk": its.pk}
    fresh = RoleForm(initial={"role": its.role}, auto_id=f"member-{its.pk}-%s")
    form = bound.get(f"member-{its.pk}", fresh)
    return MemberRow(
        name=its.person.get_username(),
        role=its.get_role_display(),
        joined_at=its.joined_at,
        is_self=its.person_id == viewer.pk,
        form=form if is_master and isinstance(form, RoleForm) else None,
        role_url=reverse("change-role", kwargs=address),
        remove_url=reverse("remove-member", kwargs=address),
        hand_over_url="" if its.role == Role.MASTER else reverse("hand-over", kwargs=address),
    )


def _request(league: League, its: JoinRequest) -> RequestRow:
    address = {"slug": league.slug, "pk": its.pk}
    return RequestRow(
        name=its.person.get_username(),
        message=its.message,
        asked_at=its.created_at,
        approve_url=reverse("approve-request", kwargs=address),
        decline_url=reverse("decline-request", kwargs=address),
    )


def _invitation(league: League, its: Invitation, link: Callable[[str], str]) -> InvitationRow:
    return InvitationRow(
        number=its.pk,
        link=link(reverse("invitation", kwargs={"token": its.token})),
        role=its.get_role_display(),
        author=its.created_by.get_username() if its.created_by else "nobody now",
        expires_at=its.expires_at,
        uses=its.uses,
        revoke_url=reverse("revoke-invitation", kwargs={"slug": league.slug, "pk": its.pk}),
    )
