"""Everything that the pages of a report rest on, read once."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.urls import reverse

from league.models import Fixture
from matches import briefings, drafts, reporting
from matches.models import Draft, Match, Report, Side
from matches.report_fields import Ground, Typed, ground_of
from matches.report_form import problems, read
from rules.problems import Problem, RuleBroken
from rules.scroll import Scroll
from teams import chronicle


@dataclass(frozen=True, slots=True)
class Told:
    """A match, who plays in it, what was filed of it, and what this person has begun to write."""

    match: Match
    sides: tuple[Side, ...]
    scrolls: Mapping[str, Scroll]
    reports: tuple[Report, ...]
    words: Mapping[int, Report]  # by side: the version it has put its name to
    draft: Draft | None
    ground: Ground

    @property
    def live(self) -> tuple[Report, ...]:
        """Versions that may still be accepted."""
        return tuple(its for its in self.reports if its.kind == Report.Kind.FILED and its.withdrawn_at is None)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a team cannot play now, and where that is put right."""

    reasons: tuple[str, ...]
    desk: str


def match_of(fixture: Fixture) -> Match | None:
    found = Match.objects.filter(fixture=fixture).select_related("house").first()
    if found:
        found.fixture = fixture
    return found


def told_of(match: Match, person: User) -> Told:
    sides = tuple(match.sides.select_related("team__house", "team__owner"))
    told = chronicle.scrolls_of(side.team for side in sides)
    scrolls = {side.team.slug: told[side.team_id] for side in sides}
    return Told(
        match=match,
        sides=sides,
        scrolls=scrolls,
        reports=tuple(match.reports.select_related("author")),
        words=reporting.words_of(match) if match.state in Match.WAITING else {},
        draft=drafts.draft_of(match, person),
        ground=ground_of(match, scrolls, sides),
    )


def found_in(typed: Typed, told: Told) -> list[Problem]:
    """Every reason why this form cannot be filed, each with its cell; whether the teams are ready is another matter."""
    filled = read(typed, told.ground)
    return [
        *problems(filled, told.ground),
        *reporting.problems_of_the_league(told.match, filled.account.report),
    ]


def why_closed(match: Match) -> str:
    """Why nothing can be filed; empty, if something can."""
    try:
        briefings.refuse_unplayable(match.fixture)
    except RuleBroken as broken:
        return broken.message
    return ""


def obstacles(told: Told) -> tuple[Obstacle, ...]:
    """What has to be done before this game can be reported."""
    found = []
    for team in (side.team for side in told.sides):
        house = chronicle.rules_in(team.house)
        if reasons := tuple(its.message for its in briefings.not_ready(told.scrolls[team.slug], house, team)):
            found.append(Obstacle(reasons, reverse("desk", kwargs={"slug": team.slug})))
    return tuple(found)
