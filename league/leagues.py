"""What a ninja master does with a league itself, one function for each: pages, API and tasks all call these.

Each refuses with `RuleBroken` and then nothing has happened. A league is put away, never deleted.
"""

import uuid
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from league.models import Joining, League, Membership, Role
from rules.problems import Problem, refuse_any
from rules.roster import name_problems
from teams.addresses import at_a_free_address

RESERVED = {"new"}  # addresses of the site's own pages
LONGEST_DESCRIPTION = 20_000


@dataclass(frozen=True, slots=True)
class About:
    """What a league says of itself, and who may see and join it."""

    name: str
    description: str = ""
    is_private: bool = False
    joining: Joining = Joining.OPEN

    def problems(self) -> Iterator[Problem]:
        yield from name_problems(self.name, "name", "A league")
        if (length := len(self.description)) > LONGEST_DESCRIPTION:
            message = f"A description has at most {LONGEST_DESCRIPTION} characters, this has {length}."
            yield Problem("description-too-long", message, "description")
        if self.joining not in Joining.values:
            yield Problem("unknown-joining", "There is no such way to join a league.", "joining")
        elif self.is_private and self.joining != Joining.INVITATION:
            message = "Nobody finds a private league, so it can only be joined by invitation."
            yield Problem("private-joining", message, "joining")


def create(*, about: About, author: User, key: uuid.UUID | None = None) -> League:
    """A new league, with its author as ninja master. The same key sent twice is one league."""
    refuse_any(about.problems())
    with transaction.atomic():
        # The second of two requests waits here, and then finds what the first has made.
        User.objects.select_for_update().get(pk=author.pk)
        if key and (made := League.objects.filter(key=key, memberships__person=author).first()):
            return made
        league = _create(about, key)
        Membership.objects.create(league=league, person=author, role=Role.MASTER)
    return league


def describe(*, league: League, about: About) -> None:
    """Another name, text or door. The address of its page stays, whatever the league is called."""
    refuse_any(about.problems())
    League.objects.filter(pk=league.pk).update(**asdict(about))


def archive(*, league: League) -> None:
    """Put it away: everything can still be read, and nothing changed. Done already, it stays as it was."""
    League.objects.filter(pk=league.pk, archived_at=None).update(archived_at=timezone.now())


def reopen(*, league: League) -> None:
    League.objects.filter(pk=league.pk).update(archived_at=None)


def _create(about: About, key: uuid.UUID | None) -> League:
    return at_a_free_address(
        lambda slug: League.objects.create(slug=slug, key=key, **asdict(about)),
        about.name,
        otherwise="league",
        reserved=RESERVED,
    )
