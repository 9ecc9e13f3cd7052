"""Drafts: teams being built, saved at every step, and founded once.

Every change is made to the version that its author saw, or not at all: a form sent twice and two tabs side by side
never change a draft twice. A draft without owner belongs to the browser that began it, until somebody logs in there.
"""

import secrets
import uuid
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import Http404, HttpRequest
from django.utils import timezone

from rules.catalog import catalog
from rules.codec import decode, encode
from rules.events import Founded
from rules.house import HouseRules, rulebook
from rules.problems import refuse
from teams import chronicle, edits
from teams.edits import Edit
from teams.models import Draft, Team
from teams.names import Pick
from teams.permissions import Person, may_build

MOST_DRAFTS = 20
MOST_STEPS_BACK = 50
KEPT_FOR = timedelta(days=30)
SESSION_KEY = "drafts"

CHANGED_ELSEWHERE = "This draft was changed in another tab; here is how it stands now."


@dataclass(frozen=True, slots=True)
class Revised:
    draft: Draft
    said: str
    ninja: str = ""


def house_of(draft: Draft) -> HouseRules:
    """The rules this team is built by."""
    return rulebook()


def state_of(draft: Draft) -> Founded:
    """What would be founded. A profile that the catalog no longer has is left out."""
    state = decode(Founded, draft.state)
    return replace(state, recruits=tuple(r for r in state.recruits if r.profile in catalog().profiles))


def drafts_of(person: Person, session: SessionBase) -> QuerySet[Draft]:
    """What this person can go on building, latest first."""
    unfounded = Draft.objects.filter(team=None)
    if isinstance(person, User):
        return unfounded.filter(owner=person)
    return unfounded.filter(owner=None, key__in=_keys(session))


def draft_to_build(person: Person, session: SessionBase, key: uuid.UUID) -> Draft:
    """The draft, or 404: whose it is and whether it exists is nobody else's business."""
    draft = Draft.objects.select_related("team").filter(key=key).first()
    if draft is None or not may_build(person, draft, [str(one) for one in _keys(session)]):
        raise Http404("There is no draft of yours at this address.")
    return draft


def begin(*, clan: str, person: Person, session: SessionBase, pick: Pick = secrets.choice) -> Draft:
    return _store(edits.begin(clan, pick), person, session)


def copy(*, draft: Draft, person: Person, session: SessionBase) -> Draft:
    """A second draft like this one, to try something else with."""
    return _store(edits.copied(state_of(draft)), person, session)


@transaction.atomic
def revise(*, draft: Draft, version: int, edit: Edit) -> Revised:
    """Edit the draft as its author saw it. An edit that changes nothing leaves no trace."""
    locked = _locked(draft, version)
    before = state_of(locked)
    edited = edit(before)
    if edited.state != before:
        _save(locked, encode(edited.state), [*locked.past, locked.state][-MOST_STEPS_BACK:])
    return Revised(locked, edited.said, edited.ninja)


@transaction.atomic
def undo(*, draft: Draft, version: int) -> Revised:
    """Back to how the draft stood before its latest change."""
    locked = _locked(draft, version)
    if not locked.past:
        raise refuse("nothing-to-undo", "There is nothing left to undo.")
    _save(locked, locked.past[-1], locked.past[:-1])
    return Revised(locked, "The last change is undone.")


@transaction.atomic
def found(*, draft: Draft, version: int, owner: User) -> Team:
    """The draft as a team, which must be legal. Whoever asks again gets the same team."""
    locked = _under_lock(draft)
    if locked.team_id is not None:
        return Team.objects.get(pk=locked.team_id)
    _refuse_stale(locked, version)
    if not User.objects.select_for_update().filter(pk=owner.pk).exists():
        raise refuse("no-account", "This account does not exist any more.")
    locked.team = chronicle.found(event=state_of(locked), owner=owner, author=owner)
    locked.save(update_fields=["team", "updated_at"])
    return locked.team


def refuse_unready(draft: Draft) -> None:
    """What its founding would be refused for: nobody should need an account to learn that."""
    chronicle.as_founded(state_of(draft))


def discard(*, draft: Draft) -> None:
    """Throw a draft away. A founded team stays."""
    Draft.objects.filter(pk=draft.pk, team=None).delete()


def claim_drafts(session: SessionBase, user: User) -> int:
    """Give the drafts of this browser to the person who has just logged in with it."""
    keys = _keys(session)
    session.pop(SESSION_KEY, None)
    return Draft.objects.filter(owner=None, key__in=keys).update(owner=user) if keys else 0


def discard_stale_drafts(*, now: datetime | None = None) -> int:
    """Drafts that nobody owns and nobody has touched for long."""
    before = (now or timezone.now()) - KEPT_FOR
    count, _ = Draft.objects.filter(owner=None, team=None, updated_at__lt=before).delete()
    return count


@receiver(user_logged_in, dispatch_uid="claim-drafts")
def _claim_on_login(sender: object, request: HttpRequest | None, user: User, **_: Any) -> None:
    if request is not None and hasattr(request, "session"):
        claim_drafts(request.session, user)


def _keys(session: SessionBase) -> list[uuid.UUID]:
    return [uuid.UUID(key) for key in session.get(SESSION_KEY, [])]


def _store(state: Founded, person: Person, session: SessionBase) -> Draft:
    others = list(drafts_of(person, session).values_list("key", flat=True))
    if len(others) >= MOST_DRAFTS:
        message = f"You have {MOST_DRAFTS} drafts, and there is no room for more. Found or discard one first."
        raise refuse("too-many-drafts", message)
    owner = person if isinstance(person, User) else None
    draft = Draft.objects.create(owner=owner, state=encode(state))
    if owner is None:
        session[SESSION_KEY] = [str(key) for key in (*others, draft.key)]
    return draft


def _under_lock(draft: Draft) -> Draft:
    locked = Draft.objects.select_for_update().filter(pk=draft.pk).first()
    if locked is None:
        raise refuse("discarded", "This draft was discarded in another tab.")
    return locked


def _locked(draft: Draft, version: int) -> Draft:
    locked = _under_lock(draft)
    if locked.team_id is not None:
        raise refuse("founded-already", "This team was founded; its draft is closed.")
    _refuse_stale(locked, version)
    return locked


def _refuse_stale(draft: Draft, version: int) -> None:
    if draft.version != version:
        raise refuse("stale", CHANGED_ELSEWHERE)


def _save(draft: Draft, state: Any, past: list[Any]) -> None:
    draft.state, draft.past = state, past
    draft.version += 1
    draft.save(update_fields=["state", "past", "version", "updated_at"])
