"""Secret links: whoever has one reads what its person may see, and nothing else; until it is renewed or revoked.

A link is signed with the site's own secret, over a number that is drawn for each person: what is stored opens nothing,
and the same link can be shown again.
"""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from league.models import FeedKey, new_token

SALT = "league.feed_keys"
LONGEST_NUMBER = 18  # digits that a database can compare


def token_of(key: FeedKey) -> str:
    signature = salted_hmac(SALT, f"{key.pk} {key.nonce}", algorithm="sha256").hexdigest()
    return f"{key.pk}-{signature[:40]}"


def key_of(person: User) -> FeedKey | None:
    return FeedKey.objects.filter(person=person).first()


@transaction.atomic
def renew(*, person: User) -> FeedKey:
    """New links; the old ones open nothing any more."""
    User.objects.select_for_update().get(pk=person.pk)
    key, _ = FeedKey.objects.update_or_create(person=person, defaults={"nonce": new_token(), "made_at": timezone.now()})
    return key


def revoke(*, person: User) -> bool:
    """No links at all. Whether there were any."""
    deleted, _ = FeedKey.objects.filter(person=person).delete()
    return bool(deleted)


def person_with(token: str) -> User:
    """Whose link it is, or 404. One query, whatever is tried."""
    number, _, signature = token.partition("-")
    is_number = number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER
    key = FeedKey.objects.select_related("person").filter(pk=int(number) if is_number else 0).first()
    expected = token_of(key or FeedKey(pk=0, nonce=""))
    if not constant_time_compare(f"{number}-{signature}", expected) or key is None or not key.person.is_active:
        raise Http404("There is no such link, or it was revoked.")
    return key.person


def known_of(person: User) -> list[Any]:
    """For the export of somebody's data. The links themselves are as good as a password, and stay out of it."""
    return list(FeedKey.objects.filter(person=person).values("made_at"))
