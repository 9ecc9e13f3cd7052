"""The ninja master's desk as finished values: what waits in a league, for whom, and what one click does about it.

The same number of queries for however many teams and games there are.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.urls import reverse

from league.models import JoinRequest, League
from league.permissions import Standing
from matches import master_games, waiting
from matches.master_games import LateGame, LateRound, OpenReport, Proposed
from matches.reminding import Reminding, causes, reminding_of
from matches.waiting import About
from rules.problems import counted
from teams.models import Team


@dataclass(frozen=True, slots=True)
class TeamWaiting:
    name: str
    url: str
    player: str
    said: str
    act_url: str  # empty for whoever may not
    players: tuple[Reminding, ...]

    @property
    def causes(self) -> str:
        return causes(self.players)


@dataclass(frozen=True, slots=True)
class Asking:
    name: str
    message: str
    asked_at: datetime
    url: str


class Remindable(Protocol):
    @property
    def players(self) -> tuple[Reminding, ...]: ...

    @property
    def causes(self) -> str: ...


Row = TypeVar("Row", bound=Remindable)


@dataclass(frozen=True, slots=True)
class Pile(Generic[Row]):
    """What waits for the same reason, and the word that reminds everybody of it at once."""

    rows: tuple[Row, ...]

    @property
    def everybody(self) -> str:
        """Empty where one button does."""
        players = [its for row in self.rows for its in row.players]
        return causes(players) if sum(bool(row.causes) for row in self.rows) > 1 else ""


@dataclass(frozen=True, slots=True)
class Desk:
    games: Pile[LateGame]
    rounds: tuple[LateRound, ...]
    reports: Pile[OpenReport]
    proposals: Pile[Proposed]
    steps: Pile[TeamWaiting]
    advances: Pile[TeamWaiting]
    illegal: Pile[TeamWaiting]
    asking: tuple[Asking, ...]

    @property
    def total(self) -> int:
        piles = (self.games, self.reports, self.proposals, self.steps, self.advances, self.illegal)
        return sum(len(pile.rows) for pile in piles) + len(self.asking)

    @property
    def in_order(self) -> list[str]:
        """What does not wait."""
        said = {
            "Nobody asks to join.": self.asking,
            "Every game is in time.": self.games.rows,
            "Every report is accepted.": self.reports.rows,
            "No amendment waits for a signature.": self.proposals.rows,
            "Every step after a game is taken.": self.steps.rows,
            "Every advancement is taken.": self.advances.rows or self.steps.rows,
            "Every roster is legal.": self.illegal.rows,
        }
        return [sentence for sentence, rows in said.items() if not rows]


def desk_page(league: League, has: Standing, viewer: User) -> Desk:
    games, matches = master_games.late_games(league), master_games.open_matches(league)
    busy = _teams(waiting.teams_with_steps(league), About.STEPS)
    illegal = _teams(waiting.illegal_teams(league), About.ROSTER)
    return Desk(
        games=Pile(tuple(master_games.late_game(its) for its in games)),
        rounds=tuple(master_games.late_rounds(games)),
        reports=Pile(tuple(master_games.open_report(its, has, viewer) for its in matches)),
        proposals=Pile(tuple(master_games.proposed(its) for its in master_games.open_proposals(league))),
        steps=Pile(tuple(_busy(its) for its in busy if its.steps_due > its.advances_due)),
        advances=Pile(tuple(_busy(its) for its in busy if its.steps_due == its.advances_due)),
        illegal=Pile(tuple(_illegal(its, has) for its in illegal)),
        asking=tuple(_asking(league, its) for its in _requests(league)),
    )


def _teams(found: QuerySet[Team], about: About) -> list[Team]:
    return list(found.select_related("owner").annotate(**waiting.latest(waiting.reminders_of_team(about))))


def _busy(team: Team) -> TeamWaiting:
    """A team whose steps are all advancements has a list of its own: nothing else keeps it from playing."""
    steps, advances = team.steps_due - team.advances_due, counted(team.advances_due, "advancement")
    said = [counted(steps, "step")] if steps else []
    said += [advances] if team.advances_due else []
    desk = reverse("desk", kwargs={"slug": team.slug})
    return _team(team, f"{', then '.join(said)} to take", desk, About.STEPS)


def _illegal(team: Team, has: Standing) -> TeamWaiting:
    rulings = reverse("rulings", kwargs={"slug": team.slug}) if has >= Standing.MASTER else ""
    return _team(team, f"{counted(team.roster_problems, 'reason')} why it may not play", rulings, About.ROSTER)


def _team(team: Team, said: str, act_url: str, about: About) -> TeamWaiting:
    return TeamWaiting(
        name=team.name,
        url=team.get_absolute_url(),
        player=team.player,
        said=said,
        act_url=act_url,
        players=(reminding_of(team, team, about),),
    )


def _requests(league: League) -> QuerySet[JoinRequest]:
    return league.join_requests.filter(decided_at=None).select_related("person").order_by("created_at", "pk")


def _asking(league: League, its: JoinRequest) -> Asking:
    url = reverse("answer-request", kwargs={"slug": league.slug, "pk": its.pk})
    return Asking(its.person.get_username(), its.message, its.created_at, url)
