"""Secret links: one's own, renewed and revoked at will, and nobody else's guess."""

import pytest
from django.http import Http404
from django.test import override_settings

from league import feed_keys
from league.models import FeedKey
from tests.conftest import Race
from tests.teams.people import person

pytestmark = pytest.mark.django_db


def test_a_link_belongs_to_its_person() -> None:
    kenta = person()
    token = feed_keys.token_of(feed_keys.renew(person=kenta))
    assert feed_keys.person_with(token) == kenta


def test_what_is_stored_opens_nothing_without_the_site_s_own_secret() -> None:
    key = feed_keys.renew(person=person())
    assert key.nonce not in feed_keys.token_of(key)
    with override_settings(SECRET_KEY="somebody else's"):
        forged = feed_keys.token_of(key)
    with pytest.raises(Http404):
        feed_keys.person_with(forged)


def test_a_renewed_link_takes_the_place_of_the_old_one() -> None:
    kenta = person()
    old = feed_keys.token_of(feed_keys.renew(person=kenta))
    new = feed_keys.token_of(feed_keys.renew(person=kenta))
    assert old != new
    assert feed_keys.person_with(new) == kenta
    with pytest.raises(Http404):
        feed_keys.person_with(old)


def test_a_revoked_link_opens_nothing() -> None:
    kenta = person()
    token = feed_keys.token_of(feed_keys.renew(person=kenta))
    assert feed_keys.revoke(person=kenta)
    assert not feed_keys.revoke(person=kenta)
    with pytest.raises(Http404):
        feed_keys.person_with(token)


def test_the_link_of_somebody_who_is_shut_out_opens_nothing() -> None:
    kenta = person()
    token = feed_keys.token_of(feed_keys.renew(person=kenta))
    kenta.is_active = False
    kenta.save()
    with pytest.raises(Http404):
        feed_keys.person_with(token)


@pytest.mark.parametrize(
    "token", ["", "-", "1", "1-", "0-" + "a" * 40, "x-y", "9" * 60 + "-a", "\u0661-a", "1-" + "0" * 40]
)
def test_a_guess_is_not_found(token: str) -> None:
    feed_keys.renew(person=person())
    with pytest.raises(Http404):
        feed_keys.person_with(token)


def test_a_link_made_of_nothing_is_not_found() -> None:
    """Where there is no key at all, nobody can compute one."""
    with pytest.raises(Http404):
        feed_keys.person_with(feed_keys.token_of(FeedKey(pk=0, nonce="")))


def test_another_s_signature_does_not_fit() -> None:
    mine = feed_keys.token_of(feed_keys.renew(person=person("kenta")))
    other = feed_keys.token_of(feed_keys.renew(person=person("mio")))
    with pytest.raises(Http404):
        feed_keys.person_with(f"{other.partition('-')[0]}-{mine.partition('-')[2]}")


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_of_many_renewals_at_once_one_key_is_left(race: Race) -> None:
    kenta = person()
    race(lambda: feed_keys.renew(person=kenta).pk, runners=4)
    assert FeedKey.objects.count() == 1
    assert feed_keys.person_with(feed_keys.token_of(FeedKey.objects.get())) == kenta
