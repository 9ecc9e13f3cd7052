"""What the page of a game shows of its match: how it stands, what was done, what came of it, and what people say.

The same number of queries for two teams or four, however many feats, entries, stories and comments there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from league import houses
from league.models import Fixture
from matches import briefings
from matches.briefing_page import match_of, why_not_briefed
from matches.match_next import Action, Next, Situation, next_of, put_right
from matches.match_played import PlayedShown, played_shown
from matches.match_said import CommentShown, StoryShown, comments_shown, stories_shown
from matches.models import Match, Report
from matches.permissions import May, Voice
from rules.problems import Problem


@dataclass(frozen=True, slots=True)
class MatchPage:
    match: Match | None
    next: tuple[Next, ...]
    label: str = ""  # its state, where the game's own does not say it
    is_reported: bool = False  # even by a version that was voided
    kept: str = ""  # why the result cannot be changed past the report
    put_right: tuple[Action, ...] = ()
    played: PlayedShown | None = None
    stories: tuple[StoryShown, ...] = ()
    own_story: str = ""
    may_tell: bool = False
    comments: tuple[CommentShown, ...] = ()
    may_comment: bool = False


def match_page(fixture: Fixture, voice: Voice, person: User | None) -> MatchPage:
    match, cannot = match_of(fixture), why_not_briefed(fixture)
    if match is None:
        rule = houses.rules_of(fixture.round.season.league).reports
        return MatchPage(None, next_of(Situation(fixture, None, voice, rule, cannot)))
    sides = list(match.sides.select_related("team__owner", "team__house"))
    played = played_shown(match, sides, voice) if match.is_accepted else None
    its = Situation(
        fixture=fixture,
        match=match,
        voice=voice,
        rule=briefings.rules_of(match).reports,
        cannot=cannot,
        sides=sides,
        reports=_reports(match),
        due=[team.slug for team in played.teams if team.gains and team.gains.due] if played else (),
    )
    stories, own_story = stories_shown(match, person)
    kept = why_kept(match)
    return MatchPage(
        match=match,
        next=next_of(its),
        label=match.get_state_display() if match.state in (Match.State.BRIEFED, *Match.WAITING) else "",
        is_reported=bool(its.reports),
        kept=kept.message if kept else "",
        put_right=put_right(its),
        played=played,
        stories=stories,
        own_story=own_story,
        may_tell=its.may(May.REPORT),
        comments=comments_shown(match, person, may_moderate=voice.runs, is_closed=not its.may(May.COMMENT)),
        may_comment=its.may(May.COMMENT),
    )


def why_kept(match: Match) -> Problem | None:
    """Why what became of the game cannot be changed past its report."""
    if match.is_accepted:
        return Problem("reported", "This game has an accepted report: amend or void that, and the table follows.")
    if match.state in Match.WAITING:
        return Problem("reported", "A report of this game waits: settle it, or have it taken back first.")
    return None


def _reports(match: Match) -> Sequence[Report]:
    """Who has said and signed what; what each version says has a page of its own."""
    found = match.reports.select_related("author").defer("data", "moments", "notes")
    return list(found.prefetch_related("signatures"))
