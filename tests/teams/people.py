"""People and teams in the database, for tests."""

from django.contrib.auth.models import User

from rules.events import Founded
from teams import chronicle
from teams.models import Team
from tests.rules.teams import found, legal_team


def person(name: str = "kenta", *, is_staff: bool = False) -> User:
    return User.objects.create_user(name, f"{name}@example.com", "a long password", is_staff=is_staff)


def team(owner: User | None = None, event: Founded | None = None, *, is_private: bool = False) -> Team:
    """A founded team: the smallest legal one of clan Tora, unless another is given."""
    return chronicle.found(event=event or legal_team("tora"), owner=owner, author=owner, is_private=is_private)


def named(name: str, clan: str = "tora") -> Founded:
    smallest = legal_team(clan)
    return found(name, clan, *(recruit.profile for recruit in smallest.recruits))
