"""Who wants to hear what, and how: what somebody chose, the defaults for the rest, and the way out of every mail."""

from collections.abc import Collection, Mapping

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Lower
from django.urls import reverse

from league.notices.kinds import BY_DEFAULT, CHOSEN, Kind, Mail, Ways
from league.notices.models import Delivery, Notice, Preference

SALT = "league.notices.unsubscribe"


def ways_of(people: Collection[int], kinds: Collection[Kind]) -> dict[tuple[int, Kind], Ways]:
    """How each of these people hears of each of these kinds. One query."""
    found = {(person, kind): BY_DEFAULT[kind] for person in people for kind in kinds}
    for its in Preference.objects.filter(person__in=people, kind__in=kinds):
        found[its.person_id, Kind(its.kind)] = Ways(its.in_app, Mail(its.email), its.webhook)
    return found


def ways_for(person: User) -> dict[Kind, Ways]:
    """All that somebody may choose, as it stands."""
    return {kind: ways for (_, kind), ways in ways_of([person.pk], CHOSEN).items()}


@transaction.atomic
def choose(*, person: User, ways: Mapping[Kind, Ways]) -> None:
    """From now on. What waits to be mailed and is not wanted any more is not mailed."""
    Preference.objects.bulk_create(
        [
            Preference(person=person, kind=kind, in_app=its.in_app, email=its.email, webhook=its.webhook)
            for kind, its in ways.items()
        ],
        update_conflicts=True,
        unique_fields=["person", "kind"],
        update_fields=["in_app", "email", "webhook"],
    )
    _take_back(person, [kind for kind, its in ways.items() if its.email == Mail.OFF])


def _take_back(person: User, kinds: Collection[Kind]) -> None:
    Notice.objects.filter(person=person, waits_for_digest=True, news__kind__in=kinds).update(waits_for_digest=False)
    unsent = Delivery.objects.filter(person=person, state=Delivery.State.WAITING, news__kind__in=kinds)
    unsent.update(state=Delivery.State.DROPPED, next_try_at=None, error="Not wanted any more.")


# The way out, without logging in


def unsubscribe_url(person: int, kind: str) -> str:
    """Whoever has this address may stop mails of this kind to this person, and nothing else."""
    token = signing.dumps([person, kind], salt=SALT)
    return reverse("unsubscribe", kwargs={"token": token})


def read_token(token: str) -> tuple[User, Kind] | None:
    """Whose mails of which kind are meant; none if nobody of ours has written this."""
    try:
        person, kind = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    found = User.objects.filter(pk=person).first()
    return (found, Kind(kind)) if found and kind in Kind.values else None


def unsubscribe(*, person: User, kind: Kind) -> None:
    """No more mails of this kind; of the daily one, no more of anything that it carried."""
    now = ways_for(person)
    stopped = [its for its in CHOSEN if its == kind or (kind == Kind.DIGEST and now[its].email == Mail.DAILY)]
    choose(person=person, ways={its: Ways(now[its].in_app, Mail.OFF, now[its].webhook) for its in stopped})


# Where mail goes


def confirmed(people: Collection[int]) -> dict[int, str]:
    """The address of everybody who has confirmed one. Nobody else gets mail: it could be a stranger's. One query."""
    addresses = EmailAddress.objects.filter(user__in=people, user__is_active=True, verified=True)
    own = addresses.annotate(address=Lower("user__email")).filter(address=Lower(F("email")))
    return dict(own.values_list("user", "email"))
