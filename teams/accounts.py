"""What a member may do with the account itself: take its data along, change its address, delete it.

An account can go at any time and takes everything personal with it. Teams and their chronicles belong to the game
and stay, under nobody's name.
"""

from collections.abc import Callable
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone

from teams.crumbs import Crumb
from teams.models import Draft, Entry, Team

EXPORT_VERSION = 1
# What apps above this one know of a person, by its name in the export.
ALSO_KNOWN: dict[str, Callable[[User], list[Any]]] = {}
# What in them nobody else looks after, each with the page where it can be handed over.
LOOKED_AFTER: list[Callable[[User], list[Crumb]]] = []


def delete_account(user: User) -> None:
    """Delete whatever is personal; nothing happens if another request has just done so."""
    sessions = _sessions_of(user)
    with transaction.atomic():
        # In the order in which founding and the chronicle's writer lock: two that wait for each other would both fail.
        list(Draft.objects.select_for_update().filter(owner=user).order_by("pk"))
        list(Team.objects.select_for_update().filter(owner=user).order_by("pk"))
        account = User.objects.select_for_update().filter(pk=user.pk).first()
        if account:
            account.delete()
        Session.objects.filter(pk__in=sessions).delete()


def _sessions_of(user: User) -> list[str]:
    """Found by reading all of them: a session is stored without saying whose it is."""
    living = Session.objects.filter(expire_date__gt=timezone.now())
    return [one.pk for one in living.iterator() if one.get_decoded().get(SESSION_KEY) == str(user.pk)]


@transaction.atomic
def ask_for_email(*, user: User, email: str) -> EmailAddress:
    """The address to be confirmed. Until it is, the present one stays; an earlier wish is forgotten."""
    present = user.email.lower()
    EmailAddress.objects.filter(user=user).exclude(email__in=[email, present]).delete()
    if present:
        # Whoever reads mail there will be told of the change.
        EmailAddress.objects.get_or_create(user=user, email=present)
    address, _ = EmailAddress.objects.get_or_create(user=user, email=email)
    return address


def keep_email(user: User) -> None:
    """Forget the wish for another address."""
    EmailAddress.objects.filter(user=user).exclude(email=user.email.lower()).delete()


def export(user: User) -> dict[str, Any]:
    """Everything the site knows about somebody, in as many queries however much it is."""
    chronicle = Prefetch("entries", Entry.objects.select_related("author", "house"))
    elsewhere = Entry.objects.filter(author=user).exclude(team__owner=user).select_related("team", "house")
    return {
        "version": EXPORT_VERSION,
        "exported_at": timezone.now(),
        "profile": _profile(user),
        "teams": [_team(team) for team in user.teams.prefetch_related(chronicle)],
        "drafts": [_draft(draft) for draft in user.drafts.select_related("team")],
        "entries_in_other_teams": [{"team": entry.team.slug, **_entry(entry)} for entry in elsewhere],
        **{name: of(user) for name, of in ALSO_KNOWN.items()},
    }


def _profile(user: User) -> dict[str, Any]:
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    return {
        "username": user.get_username(),
        "first_name": user.first_name,
        "last_name": user.last_name,
        "email": user.email,
        "email_addresses": list(addresses.values("email", "verified", "primary")),
        "joined_at": user.date_joined,
        "last_login_at": user.last_login,
        "is_staff": user.is_staff,
    }


def _team(team: Team) -> dict[str, Any]:
    return {
        "slug": team.slug,
        "name": team.name,
        "clan": team.clan,
        "colour": team.colour,
        "crest": team.crest,
        "is_private": team.is_private,
        "founded_at": team.founded_at,
        "chronicle": [
            {**_entry(entry), "author": entry.author.get_username() if entry.author else None}
            for entry in team.entries.all()
        ],
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "kind": entry.kind,
        "data": entry.data,
        "house_rules": entry.house.rules if entry.house else None,
        "written_at": entry.written_at,
        "reason": entry.reason,
    }


def _draft(draft: Draft) -> dict[str, Any]:
    return {
        "key": draft.key,
        "state": draft.state,
        "past": draft.past,
        "version": draft.version,
        "updated_at": draft.updated_at,
        "team": draft.team.slug if draft.team else None,
    }
