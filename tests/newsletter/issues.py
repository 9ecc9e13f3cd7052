"""Issues, for tests: a league with one decided game, a draft about it, and one that is out."""

from uuid import uuid4

from league.models import League, Role, Season
from league.standings import Outcome
from matches.newsletter import service
from matches.newsletter.models import Issue
from tests.league.clubs import club, played, season


def court(*, is_private: bool = False) -> tuple[League, Season]:
    """Moon Court of sensei, in which team 1 has beaten team 2."""
    league = club(is_private=is_private)
    its = season(league, teams=2)
    one, two = its.entrants.order_by("pk")
    played(its, 1, (one, Outcome.WON, 5), (two, Outcome.LOST, 3))
    return league, its


def draft(of: Season, first: int = 1, last: int = 1) -> Issue:
    author = of.league.memberships.get(role=Role.MASTER).person
    return service.draft(season=of, first=first, last=last, author=author, key=uuid4())


def out(of: Season, text: str = "", title: str = "News") -> Issue:
    """Published."""
    its = draft(of)
    author = of.league.memberships.get(role=Role.MASTER).person
    made, _ = service.publish(issue=its, title=title, text=text or its.text, based_on=its.version, author=author)
    return made
