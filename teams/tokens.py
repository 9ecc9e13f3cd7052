"""Tokens, with which programs act for a person: named, of limited power, and revocable at any time.

Only a digest is stored. A token has 256 bits of chance, so that one round of SHA-256 keeps it as safe as a slow hash
would keep a password, and costs nothing at each request.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from rules.problems import Problem, refuse, refuse_any
from rules.roster import name_problems, tidy_name
from teams.models import Token

PREFIX = "kage_"
HINT = len(PREFIX) + 4  # so much of it is shown in lists, to tell tokens apart
MOST_TOKENS = 20
USE_NOTED_EVERY = timedelta(minutes=1)  # who asks a hundred times a second writes once a minute


@dataclass(frozen=True, slots=True)
class Made:
    """A new token. Its secret is here once, and nowhere else."""

    token: Token
    secret: str


def tokens_of(person: User) -> QuerySet[Token]:
    """Those that work, and those that have expired and wait to be cleared away."""
    return Token.objects.filter(person=person)


@transaction.atomic
def make(*, person: User, name: str, scope: str, expires_at: datetime | None = None) -> Made:
    name = tidy_name(name)
    refuse_any([*name_problems(name, "name", "The token"), *_problems(scope, expires_at)])
    # Whoever makes two at once makes one after the other.
    User.objects.select_for_update().filter(pk=person.pk).first()
    _refuse_another(person, name)
    secret = PREFIX + secrets.token_urlsafe(32)
    token = Token.objects.create(
        person=person, name=name, scope=scope, expires_at=expires_at, digest=_digest(secret), hint=secret[:HINT]
    )
    return Made(token, secret)


def revoke(*, person: User, pk: int) -> bool:
    """From now on it opens nothing. Whether there was one: revoking twice is no mistake."""
    count, _ = tokens_of(person).filter(pk=pk).delete()
    return bool(count)


def find(secret: str) -> Token | None:
    """The token, if it works. That it was used is noted, now and then."""
    if not secret.startswith(PREFIX):
        return None
    now = timezone.now()
    token = Token.objects.select_related("person").filter(digest=_digest(secret)).first()
    if token is None or token.is_expired or not token.person.is_active:
        return None
    if token.last_used_at is None or token.last_used_at <= now - USE_NOTED_EVERY:
        stale = Q(last_used_at=None) | Q(last_used_at__lte=now - USE_NOTED_EVERY)
        Token.objects.filter(stale, pk=token.pk).update(last_used_at=now)
    return token


def known_of(person: User) -> list[Any]:
    """For the export of somebody's data."""
    columns = ("name", "scope", "hint", "created_at", "expires_at", "last_used_at")
    return list(tokens_of(person).values(*columns))


def _problems(scope: str, expires_at: datetime | None) -> list[Problem]:
    found = []
    if scope not in Token.Scope.values:
        found.append(Problem("unknown-scope", "A token may read, or read and write.", "scope"))
    if expires_at and expires_at <= timezone.now():
        found.append(Problem("expired", "A token expires in the future, or never.", "expires_at"))
    return found


def _refuse_another(person: User, name: str) -> None:
    names = list(tokens_of(person).values_list("name", flat=True))
    if name in names:
        raise refuse(
            "same-name", f"You have a token called {name} already. Revoke it first, or take another name.", "name"
        )
    if len(names) >= MOST_TOKENS:
        raise refuse(
            "too-many-tokens", f"You have {MOST_TOKENS} tokens, and there is no room for more. Revoke one first."
        )


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
