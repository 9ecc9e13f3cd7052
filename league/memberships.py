"""Who belongs to a league: joining it in each of its ways, what each member is, and leaving it.

Each function refuses with `RuleBroken` and then nothing has happened. Whatever is done twice is done once. All that
decides who runs a league happens under a lock on it: it never ends up without a ninja master.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.urls import reverse
from django.utils import timezone

from league.models import Invitation, Joining, JoinRequest, League, Membership, Role
from league.permissions import STANDINGS, Standing
from rules.problems import Problem, RuleBroken, refuse, refuse_any
from teams.crumbs import Crumb

LONGEST_MESSAGE = 500
LONGEST_INVITATION = 365  # days
LAST_MASTER = (
    "{} would be without a ninja master. Make another member ninja master first, or archive the league if it is over."
)


# Coming in


@transaction.atomic
def join(*, league: League, person: User) -> Membership:
    """Walk into an open league. Whoever is in it already stays what he is."""
    league = _locked(league)
    membership = _membership(league, person)
    if membership:
        return membership
    refuse_any(_shut(league))
    if league.joining != Joining.OPEN:
        raise refuse("not-open", f"{league.name} is not open to everybody.", "joining")
    return _admit(league, person, Role.PLAYER)


@transaction.atomic
def ask_to_join(*, league: League, person: User, message: str = "") -> JoinRequest:
    """Ask for admission. Who has asked already is waiting still, with the message of the first time."""
    league = _locked(league)
    waiting = league.join_requests.filter(person=person, decided_at=None).first()
    if waiting:
        return waiting
    refuse_any(_shut(league))
    if _membership(league, person):
        raise refuse("member-already", f"You are a member of {league.name} already.")
    if league.joining != Joining.APPROVAL:
        raise refuse("no-requests", f"{league.name} takes no requests.", "joining")
    if len(message) > LONGEST_MESSAGE:
        long = f"A message has at most {LONGEST_MESSAGE} characters, this has {len(message)}."
        raise refuse("message-too-long", long, "message")
    return JoinRequest.objects.create(league=league, person=person, message=message)


@transaction.atomic
def approve(*, request: JoinRequest, author: User) -> Membership:
    """Let somebody in who asked. Of two who decide at once, the first is right."""
    league = _locked(request.league)
    request = JoinRequest.objects.select_related("person").get(pk=request.pk)
    membership = _membership(league, request.person)
    if request.decided_at and membership:
        return membership
    if request.decided_at:
        fate = "let in already, and has left since" if request.is_accepted else "turned down already"
        raise refuse("decided", f"{request.person} was {fate}.")
    refuse_any(_shut(league))
    _decide(request, author, is_accepted=True)
    return membership or _admit(league, request.person, Role.PLAYER)


@transaction.atomic
def decline(*, request: JoinRequest, author: User) -> None:
    """Turn somebody down, who may ask again."""
    _locked(request.league)
    request = JoinRequest.objects.select_related("person").get(pk=request.pk)
    if request.decided_at and request.is_accepted:
        raise refuse("decided", f"{request.person} was let in already. A member can be removed in the list of members.")
    if not request.decided_at:
        _decide(request, author, is_accepted=False)


# By invitation


def invite(*, league: League, role: Role, days: int, author: User, has: Standing) -> Invitation:
    """A link that lets its holders in. `has` is what its author is: nobody invites to his own rank or above."""
    if role not in invitable(has):
        raise refuse("role-not-given", "You cannot invite anybody to this role.", "role")
    if not 1 <= days <= LONGEST_INVITATION:
        raise refuse("bad-expiry", f"An invitation lasts from 1 to {LONGEST_INVITATION} days.", "days")
    expires_at = timezone.now() + timedelta(days=days)
    return Invitation.objects.create(league=league, role=role, created_by=author, expires_at=expires_at)


def invitable(has: Standing) -> tuple[Role, ...]:
    """The roles that somebody may hand out in a link: all below his own."""
    return tuple(role for role in (Role.PLAYER, Role.GUEST, Role.ASSISTANT) if STANDINGS[role] < has)


def revoke(*, invitation: Invitation) -> None:
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now())


def refusal(invitation: Invitation) -> RuleBroken | None:
    """Why a link lets nobody in, if it does not."""
    if invitation.revoked_at:
        return refuse("revoked", "This invitation was revoked. Ask the ninja master for another link.")
    if not invitation.is_valid:
        return refuse("expired", "This invitation has expired. Ask the ninja master for another link.")
    shut = tuple(_shut(invitation.league))
    return RuleBroken(*shut) if shut else None


@transaction.atomic
def accept(*, invitation: Invitation, person: User) -> Membership:
    """Come in by a link. A member is raised to its role, if that is more; nobody is lowered by a link."""
    league = _locked(invitation.league)
    invitation = Invitation.objects.select_related("league").get(pk=invitation.pk)
    role, membership = Role(invitation.role), _membership(league, person)
    if membership and _is_as_much(membership, role):
        return membership
    if broken := refusal(invitation):
        raise broken
    Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
    league.join_requests.filter(person=person, decided_at=None).update(decided_at=timezone.now(), is_accepted=True)
    if membership:
        return _become(membership, role)
    return _admit(league, person, role)


def is_in_already(invitation: Invitation, person: User) -> bool:
    """Whether the link has nothing to offer: they are at least what it would make them."""
    membership = _membership(invitation.league, person)
    return membership is not None and _is_as_much(membership, Role(invitation.role))


def _is_as_much(membership: Membership, role: Role) -> bool:
    return STANDINGS[Role(membership.role)] >= STANDINGS[role]


# What members are, and going


@transaction.atomic
def change_role(*, membership: Membership, role: Role) -> Membership:
    """Make a member something else. There may be several ninja masters, and never none."""
    membership = _held(membership)
    if role not in Role.values:
        raise refuse("unknown-role", "There is no such role.", "role")
    if role != Role.MASTER:
        _keep_a_master(membership)
    return _become(membership, role)


@transaction.atomic
def hand_over(*, membership: Membership, author: User) -> Membership:
    """Another member becomes ninja master, and the author an assistant."""
    membership = _held(membership)
    successor = _become(membership, Role.MASTER)
    own = Membership.objects.filter(league=membership.league, person=author, role=Role.MASTER)
    own.exclude(pk=membership.pk).update(role=Role.ASSISTANT)
    return successor


@transaction.atomic
def remove(*, membership: Membership) -> None:
    """A member goes. Teams stay where they play: their chronicles belong to the game."""
    league = _locked(membership.league)
    current = Membership.objects.select_related("league", "person").filter(pk=membership.pk, league=league).first()
    if current:
        _keep_a_master(current)
        current.delete()


@transaction.atomic
def leave(*, league: League, person: User) -> None:
    """Whoever has left already has left."""
    if membership := _membership(league, person):
        remove(membership=membership)


def is_last_master(membership: Membership) -> bool:
    others = Membership.objects.filter(league=membership.league_id, role=Role.MASTER).exclude(pk=membership.pk)
    return membership.role == Role.MASTER and not others.exists()


def _locked(league: League) -> League:
    return League.objects.select_for_update().get(pk=league.pk)


def _held(membership: Membership) -> Membership:
    """As it is now, under the lock of its league."""
    league = _locked(membership.league)
    current = Membership.objects.select_related("league", "person").filter(pk=membership.pk, league=league).first()
    if current is None:
        raise refuse("gone", f"{membership.person} is no longer a member of {league.name}.")
    return current


def _membership(league: League, person: User) -> Membership | None:
    return Membership.objects.select_related("league").filter(league=league, person=person).first()


def _admit(league: League, person: User, role: Role) -> Membership:
    return Membership.objects.create(league=league, person=person, role=role)


def _become(membership: Membership, role: Role) -> Membership:
    membership.role = role
    membership.save(update_fields=["role"])
    return membership


def _decide(request: JoinRequest, author: User, *, is_accepted: bool) -> None:
    request.decided_at, request.decided_by, request.is_accepted = timezone.now(), author, is_accepted
    request.save(update_fields=["decided_at", "decided_by", "is_accepted"])


def _keep_a_master(membership: Membership) -> None:
    if is_last_master(membership):
        raise refuse("last-master", LAST_MASTER.format(membership.league.name), "role")


def _shut(league: League) -> Iterator[Problem]:
    if league.is_archived:
        yield Problem("archived", f"{league.name} is archived: nobody can join it.")


def known_of(person: User) -> list[dict[str, Any]]:
    """What leagues know of somebody, for the export of their data."""
    own = person.memberships.select_related("league").order_by("pk")
    return [{"league": its.league.slug, "role": its.role, "joined_at": its.joined_at} for its in own]


def led_alone(person: User) -> list[Crumb]:
    """The leagues that would have no ninja master without this one, each with the page to make another."""
    others = Membership.objects.filter(league=OuterRef("league"), role=Role.MASTER).exclude(person=person)
    own = person.memberships.filter(role=Role.MASTER, league__archived_at=None).exclude(Exists(others))
    leagues = [its.league for its in own.select_related("league").order_by("league__name", "pk")]
    return [Crumb(its.name, reverse("members", kwargs={"slug": its.slug})) for its in leagues]
