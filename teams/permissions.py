"""Who may do what with a team: the one place that decides, for pages, API and tasks alike.

A stranger sees public teams, members of the team's league its private ones too, the owner does everything, and
the ninja master of the league has the last word. The league's app sits above this one and says who its people
are by adding to `IN_LEAGUES`.
"""

from collections.abc import Callable
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404

from teams.models import Draft, Team

Person = User | AnonymousUser


class Role(StrEnum):
    STRANGER = "stranger"
    MEMBER = "member"
    OWNER = "owner"
    MASTER = "ninja master"


# Each says what somebody is to a team through its league: a master, a member, or a stranger.
IN_LEAGUES: list[Callable[[User, Team], Role]] = []


def role(person: Person, team: Team) -> Role:
    """What somebody is to a team. The staff of the site have a ninja master's say in every league."""
    if not isinstance(person, User):
        return Role.STRANGER
    if team.owner_id == person.pk:
        return Role.OWNER
    if person.is_staff:
        return Role.MASTER
    in_leagues = {role_in_league(person, team) for role_in_league in IN_LEAGUES}
    return next((its for its in (Role.MASTER, Role.MEMBER) if its in in_leagues), Role.STRANGER)


def may_see(person: Person, team: Team) -> bool:
    return not team.is_private or role(person, team) is not Role.STRANGER


def may_edit(person: Person, team: Team) -> bool:
    return role(person, team) in (Role.OWNER, Role.MASTER)


def visible_teams(person: Person) -> QuerySet[Team]:
    """Every team this person may find in a list."""
    if not isinstance(person, User):
        return Team.objects.filter(is_private=False)
    return Team.objects.all() if person.is_staff else Team.objects.filter(Q(is_private=False) | Q(owner=person))


def teams_of_others(person: Person) -> QuerySet[Team]:
    """The same without the person's own: public ones. Said plainly, so that an index finds the first of them."""
    sees_all = isinstance(person, User) and person.is_staff
    found = Team.objects.all() if sees_all else Team.objects.filter(is_private=False)
    return found.exclude(owner=person) if isinstance(person, User) else found


def team_to_see(person: Person, slug: str) -> Team:
    """The team, or 404: that a private team exists is nobody's business either."""
    team = Team.objects.select_related("owner").filter(slug=slug).first()
    if team is None or not may_see(person, team):
        raise Http404("There is no team at this address, or it is private.")
    return team


def team_to_edit(person: Person, slug: str) -> Team:
    team = team_to_see(person, slug)
    if not may_edit(person, team):
        raise PermissionDenied(f"Only its owner and the ninja master may change {team.name}.")
    return team


def may_build(person: Person, draft: Draft, drafts_of_session: list[str]) -> bool:
    """A draft belongs to its owner, or, as long as it has none, to the browser that began it."""
    if draft.owner_id is None:
        return str(draft.key) in drafts_of_session
    return isinstance(person, User) and draft.owner_id == person.pk
