"""Who may do what in a match, and with a team after it: the one place that decides, for pages, API and tasks alike.

Those who play it brief it, report it and sign. Those who run the league may do that for them, and settle; an
assistant settles no game of an own team. Past reports, rulings and voidings are the ninja master's.
"""

from dataclasses import dataclass
from enum import Enum

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied

from league import games
from league.models import Entrant, Fixture, League
from league.permissions import Standing, require, standing, where_it_plays
from teams.models import Team
from teams.permissions import Person


class May(Enum):
    """What can be done in a match, and the sentence for whoever may not."""

    BRIEF = "Only those who play this game, or run the league, may brief it."
    REPORT = "Only those who play this game, or run the league, may report it."
    SETTLE = "Only the ninja master, or an assistant who does not play in it, may settle this game."
    AMEND = "Only the ninja master, or all who played it together, may amend this report."
    DECIDE = "Only the ninja master may decide this alone."
    COMMENT = "Only members of the league may comment."


@dataclass(frozen=True, slots=True)
class Voice:
    """What somebody is to a game: their standing in the league, and which of its teams are theirs."""

    has: Standing
    teams: frozenset[int] = frozenset()

    @property
    def plays(self) -> bool:
        return bool(self.teams) and self.has >= Standing.PLAYER

    @property
    def runs(self) -> bool:
        return self.has >= Standing.ASSISTANT

    def may(self, what: May) -> bool:
        match what:
            case May.BRIEF | May.REPORT:
                return self.plays or self.runs
            case May.SETTLE:
                return self.has >= Standing.MASTER or (self.runs and not self.teams)
            case May.AMEND:
                return self.plays or self.has >= Standing.MASTER
            case May.DECIDE:
                return self.has >= Standing.MASTER
            case May.COMMENT:
                return self.has >= Standing.GUEST


def game_to_see(person: Person, pk: int) -> tuple[Fixture, Voice]:
    """The game and this person's voice in it, or 404."""
    its, has = games.game_to_see(person, pk)
    return its, voice(person, its, has)


def voice(person: Person, fixture: Fixture, has: Standing) -> Voice:
    own = {side.entrant.team_id for side in fixture.sides.all() if side.entrant.team.owner_id == person.pk}
    return Voice(has, frozenset(own) if isinstance(person, User) else frozenset())


def game_for(person: Person, pk: int, what: May) -> tuple[Fixture, Voice]:
    """The game, for somebody who may do that; in an archived league nobody may."""
    fixture, its = game_to_see(person, pk)
    require(fixture.round.season.league, its.has, Standing.GUEST if what is May.COMMENT else Standing.PLAYER)
    if not its.may(what):
        raise PermissionDenied(what.value)
    return fixture, its


def league_of(team: Team) -> League | None:
    """Where the team plays, or played last."""
    entered = Entrant.objects.filter(team=team).select_related("season__league__house")
    entrant = where_it_plays(entered).first()
    return entrant.season.league if entrant else None


def may_rule(person: Person, team: Team) -> bool:
    """Rulings are the ninja master's of the league the team plays in, and the staff's."""
    league = league_of(team)
    if league is None:
        return isinstance(person, User) and person.is_staff
    return standing(person, league) >= Standing.MASTER and not league.is_archived


def require_ruler(person: Person, team: Team) -> None:
    if not may_rule(person, team):
        raise PermissionDenied(f"Only the ninja master of its league may give rulings on {team.name}.")
