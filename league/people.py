"""Who can be found on this site, and the page of a person: what of theirs the onlooker may see.

A name is public where its owner has made it so: with a team that may be seen, or as a member of a league that may.
"""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.urls import reverse

from league.models import League, Role
from league.permissions import findable_teams, visible_memberships
from league.search.sought import clean
from rules.problems import counted, listed
from teams.permissions import Person, visible_teams
from teams.scrolls import TeamCard, team_card

MOST_SHOWN = 48


@dataclass(frozen=True, slots=True)
class LeagueRow:
    name: str
    url: str
    role: str
    is_private: bool
    is_archived: bool

    @property
    def letter(self) -> str:
        return self.name[:1].upper()


@dataclass(frozen=True, slots=True)
class PersonPage:
    name: str
    is_self: bool
    about: str
    teams: tuple[TeamCard, ...]
    leagues: tuple[LeagueRow, ...]


def visible_people(person: Person) -> QuerySet[User]:
    """Everybody whose name this person may find."""
    everybody = User.objects.filter(is_active=True)
    if isinstance(person, User) and person.is_staff:
        return everybody
    belongs = Exists(visible_memberships(person).filter(person=OuterRef("pk")).order_by())
    plays = Exists(visible_teams(person).filter(owner=OuterRef("pk")).order_by())
    return everybody.filter(Q(pk=person.pk) | belongs | plays)


def person_to_see(viewer: Person, username: str) -> User:
    """The person, or 404: who shows nothing to this onlooker is nobody to them."""
    name = clean(username)
    found = visible_people(viewer).filter(username__iexact=name).first() if name == username else None
    if found is None:
        raise Http404("There is no player of this name here, or nothing of theirs is public.")
    return found


def person_url(person: User) -> str:
    return reverse("person", kwargs={"username": person.username})


def person_page(viewer: Person, its: User) -> PersonPage:
    """Two queries."""
    teams = findable_teams(viewer).filter(owner=its).select_related("owner").order_by("-games", "name", "pk")
    memberships = visible_memberships(viewer).select_related("league").filter(person=its)
    cards = tuple(team_card(team) for team in teams[:MOST_SHOWN])
    leagues = tuple(_league_row(row.league, row.role) for row in memberships.order_by("league__name")[:MOST_SHOWN])
    return PersonPage(its.username, its.pk == viewer.pk, _about(len(cards), len(leagues)), cards, leagues)


def _league_row(league: League, role: str) -> LeagueRow:
    label = Role(role).label
    return LeagueRow(league.name, league.get_absolute_url(), label, league.is_private, league.is_archived)


def _about(teams: int, leagues: int) -> str:
    has = [counted(number, noun) for number, noun in ((teams, "team"), (leagues, "league")) if number]
    return f"{listed(has)} to see here." if has else "Nothing to see here yet."
