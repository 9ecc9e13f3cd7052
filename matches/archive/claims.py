"""Stand-ins of a league that came with a file, and whose teams they hold until the real players are here.

The ninja master hands them over to members. What the stand-in has written stays under its name: nobody's words are
put into anybody's mouth.
"""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet

from league.models import Entrant, League, Membership
from matches.archive.people import is_stand_in, stand_ins
from rules.problems import listed, refuse
from teams.models import Team


@dataclass(frozen=True, slots=True)
class StandIn:
    pk: int
    name: str
    teams: str
    is_same: str  # the member who is called alike


def stand_ins_of(league: League) -> list[StandIn]:
    """Everybody in this league who only has a name. Three queries."""
    teams: dict[int | None, list[str]] = {}
    for owner, name in _teams(league).order_by("name").values_list("owner", "name"):
        teams.setdefault(owner, []).append(name)
    members = {its.username for its in members_of(league)}
    return [
        StandIn(
            its.pk, its.username, listed(teams.get(its.pk, ["no team"])), its.first_name * (its.first_name in members)
        )
        for its in _found(league).order_by("username")
    ]


def _teams(league: League) -> QuerySet[Team]:
    return Team.objects.filter(pk__in=Entrant.objects.filter(season__league=league).values("team"))


def _found(league: League) -> QuerySet[User]:
    belongs = Q(memberships__league=league) | Q(pk__in=_teams(league).values("owner"))
    return stand_ins(User.objects.filter(belongs)).distinct()


def members_of(league: League) -> QuerySet[User]:
    """Those who can log in."""
    return User.objects.filter(memberships__league=league, is_active=True).order_by("username")


@transaction.atomic
def hand_over(*, league: League, stand_in: int, to: str) -> int:
    """The teams of a stand-in are somebody's from now on, who is a member already. Returns how many those were."""
    member = members_of(league).filter(username=to).first()
    if member is None:
        raise refuse("no-member", "Only a member of the league with an account can take over teams.", "to")
    was = _found(league).filter(pk=stand_in).first()
    if was is None or not is_stand_in(was):
        raise refuse("no-stand-in", "This has been handed over already.", "to")
    teams = list(_teams(league).filter(owner=was).select_for_update().order_by("pk"))
    Team.objects.filter(pk__in=[team.pk for team in teams]).update(owner=member)
    Membership.objects.filter(league=league, person=was).delete()
    return len(teams)
