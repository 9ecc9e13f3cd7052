"""Who may do what in a league: the one place that decides, for pages, API and tasks alike.

The ninja master does everything. An assistant runs the season: rounds, results, who joins. A player brings teams
and plays. A guest looks, in a private league too. A stranger sees public leagues.
"""

from collections.abc import Callable
from enum import IntEnum

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Subquery, When
from django.http import Http404
from django.utils import timezone

from league.models import Entrant, Fixture, Format, League, Membership, Role, Season
from teams import permissions as team_permissions
from teams.models import Team
from teams.permissions import Person


class Standing(IntEnum):
    """What somebody is in a league; a higher one may do all that a lower one may."""

    STRANGER = 0
    GUEST = 1
    PLAYER = 2
    ASSISTANT = 3
    MASTER = 4


# Called when somebody looks at a league in which a report has been waiting long enough. Where no scheduler runs,
# looking is what makes silence count. The app of match reports sits above this one.
ON_SILENCE: list[Callable[[League], None]] = []
STANDINGS = {
    Role.GUEST: Standing.GUEST,
    Role.PLAYER: Standing.PLAYER,
    Role.ASSISTANT: Standing.ASSISTANT,
    Role.MASTER: Standing.MASTER,
}
REFUSALS = {
    Standing.GUEST: "Only members of {} may do this.",
    Standing.PLAYER: "Only players of {} may do this.",
    Standing.ASSISTANT: "Only the ninja master and the assistants of {} may do this.",
    Standing.MASTER: "Only the ninja master of {} may do this.",
}


def standing(person: Person, league: League) -> Standing:
    """What somebody is in a league. The staff of the site have a ninja master's say in every one."""
    membership = Membership.objects.filter(league=league, person=person.pk).first()
    return _standing(person, membership.role if membership else None)


def _standing(person: Person, role: str | None) -> Standing:
    if isinstance(person, User) and person.is_staff:
        return Standing.MASTER
    return STANDINGS[Role(role)] if role else Standing.STRANGER


def signed_in(person: Person) -> User:
    """Somebody with a name, for what cannot be done without one."""
    if not isinstance(person, User):
        raise PermissionDenied("Only somebody who is logged in may do this.")
    return person


def may_see(league: League, has: Standing) -> bool:
    return not league.is_private or has > Standing.STRANGER


def visible_leagues(person: Person) -> QuerySet[League]:
    """Every league this person may find in a list."""
    if not isinstance(person, User):
        return League.objects.filter(is_private=False)
    if person.is_staff:
        return League.objects.all()
    own = Exists(Membership.objects.filter(league=OuterRef("pk"), person=person))
    return League.objects.filter(Q(is_private=False) | own)


def visible_memberships(person: Person) -> QuerySet[Membership]:
    """Who belongs to which league, of those this person may find."""
    return Membership.objects.filter(league__in=visible_leagues(person))


def league_to_see(person: Person, slug: str) -> tuple[League, Standing]:
    """The league and what this person is in it, or 404: a private league is nobody else's business."""
    own_role = Membership.objects.filter(league=OuterRef("pk"), person=person.pk).values("role")
    leagues = League.objects.select_related("house").annotate(own_role=Subquery(own_role))
    league = leagues.filter(slug=slug).first()
    has = _standing(person, league.own_role) if league else Standing.STRANGER
    if league is None or not may_see(league, has):
        raise Http404("There is no league at this address, or it is private.")
    if league.silence_at and league.silence_at <= timezone.now():
        for accept in ON_SILENCE:
            accept(league)
    return league, has


def league_for(person: Person, slug: str, needed: Standing) -> tuple[League, Standing]:
    """The league, for somebody who is at least that much in it; an archived one is only looked at."""
    league, has = league_to_see(person, slug)
    require(league, has, needed)
    return league, has


def league_of_master(person: Person, slug: str) -> tuple[League, Standing]:
    """The league for its ninja master, who puts it away and takes it out again: archived or not."""
    league, has = league_to_see(person, slug)
    if has < Standing.MASTER:
        raise PermissionDenied(REFUSALS[Standing.MASTER].format(league.name))
    return league, has


def require(league: League, has: Standing, needed: Standing) -> None:
    if has < needed:
        raise PermissionDenied(REFUSALS[needed].format(league.name))
    if league.is_archived:
        raise PermissionDenied(f"{league.name} is archived: it can be read, and the ninja master can reopen it.")


# Seasons, and the teams in them


def season_to_see(person: Person, slug: str, number: int) -> tuple[Season, Standing]:
    """The season and what this person is in its league, or 404."""
    league, has = league_to_see(person, slug)
    return season_in(league, number), has


def season_for(person: Person, slug: str, number: int, needed: Standing) -> tuple[Season, Standing]:
    """The season, for somebody who is at least that much in its league."""
    league, has = league_for(person, slug, needed)
    return season_in(league, number), has


def season_in(league: League, number: int) -> Season:
    its = league.seasons.select_related("champion").filter(number=number).first()
    if its is None:
        raise Http404(f"There is no season {number} in {league.name}.")
    its.league = league
    return its


def may_enter(season: Season, has: Standing) -> bool:
    """Players while it is planned, in open play at any time; late comers elsewhere need an assistant."""
    if season.state == Season.State.PLANNED:
        return has >= Standing.PLAYER
    needed = Standing.PLAYER if season.format == Format.OPEN else Standing.ASSISTANT
    return season.state == Season.State.RUNNING and has >= needed


def require_entering(season: Season, has: Standing) -> None:
    """Those who run the league are told by the rules why not."""
    if not may_enter(season, has) and has < Standing.ASSISTANT:
        raise PermissionDenied(f"{season.name} has begun: ask the ninja master to let your team in.")


def teams_to_enter(season: Season, has: Standing, person: User) -> QuerySet[Team]:
    """Whom somebody could enter: own teams, or those of everybody who belongs to the league."""
    own = Q(owner=person)
    members = Membership.objects.filter(league=season.league).values("person")
    return Team.objects.select_related("owner").filter(own | Q(owner__in=members) if has >= Standing.ASSISTANT else own)


def require_own(entrant: Entrant, has: Standing, person: Person) -> None:
    """A player speaks for own teams, who runs the league for every one."""
    if has < Standing.ASSISTANT and entrant.team.owner_id != person.pk:
        raise PermissionDenied(REFUSALS[Standing.ASSISTANT].format(entrant.season.league.name))


# Games


def runner_of(fixture: Fixture, person: Person) -> Standing:
    """Who has decided before may be corrected by the ninja master only. No assistant decides a game of an own team."""
    plays = any(side.entrant.team.owner_id == person.pk for side in fixture.sides.all() if person.pk)
    return Standing.MASTER if plays or fixture.state in Fixture.COUNTED else Standing.ASSISTANT


def require_runner(fixture: Fixture, has: Standing, person: Person) -> None:
    require(fixture.round.season.league, has, runner_of(fixture, person))


def require_recorder(fixture: Fixture, has: Standing, person: Person) -> None:
    if fixture.state in Fixture.COUNTED:
        # The same word sent twice changes nothing, and may come from whoever said it.
        said_it = fixture.decided_by_id is not None and fixture.decided_by_id == person.pk
        require(fixture.round.season.league, has, Standing.PLAYER if said_it else Standing.MASTER)
        return
    require_runner(fixture, has, person)


def require_answerer(fixture: Fixture, has: Standing, person: Person, *, seats: tuple[int, ...]) -> None:
    """Whoever plays one of these sides of a challenge, or runs the league."""
    owners = {side.entrant.team.owner_id for side in fixture.sides.all() if side.position in seats}
    require(fixture.round.season.league, has, Standing.PLAYER)
    if has < Standing.ASSISTANT and person.pk not in owners:
        raise PermissionDenied("Only those it is between may answer a challenge.")


# Teams


def where_it_plays(entrants: QuerySet[Entrant]) -> QuerySet[Entrant]:
    """Of one team: first where it plays now, even if it has been elsewhere meanwhile; then what it entered last."""
    plays = Q(retired_at=None) & ~Q(season__state=Season.State.FINISHED)
    return entrants.order_by(Case(When(plays, then=0), default=1), "-pk")


def findable_teams(person: Person) -> QuerySet[Team]:
    return Team.objects.filter(findable(person))


def findable(person: Person, team: str = "") -> Q:
    """Whose name this person may find: besides teams in lists, private ones that play in their leagues.

    `team` is the way to the team from what is sought, such as `team__`.
    """
    if not isinstance(person, User):
        return Q(**{f"{team}is_private": False})
    if person.is_staff:
        return Q()
    own = Membership.objects.filter(person=person).order_by().values("league")
    plays_in = where_it_plays(Entrant.objects.filter(team=OuterRef("pk"))).values("season__league")[:1]
    private = Team.objects.filter(is_private=True, entries_in_seasons__season__league__in=own).order_by()
    of_leagues = private.alias(plays_in=Subquery(plays_in)).filter(plays_in__in=own).values("pk")
    return Q(**{f"{team}is_private": False}) | Q(**{f"{team}owner": person}) | Q(**{f"{team}pk__in": of_leagues})


def role_in_league(person: User, team: Team) -> team_permissions.Role:
    """What somebody is to a team through its league: the one it plays in, or played in last."""
    its_league = where_it_plays(Entrant.objects.filter(team=team)).values("season__league")[:1]
    membership = Membership.objects.filter(person=person, league=Subquery(its_league)).first()
    if membership is None:
        return team_permissions.Role.STRANGER
    runs_it = membership.role in (Role.MASTER, Role.ASSISTANT)
    return team_permissions.Role.MASTER if runs_it else team_permissions.Role.MEMBER
