"""What waits for somebody in a league: one definition for the desk, for reminders and for the league's own page.

Only of seasons that are not over. A reminder belongs to what it was about: it counts as long as that waits, and is
forgotten with it.
"""

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.calendar import OPEN
from league.models import Fixture, League, Season, today
from matches.models import Match, Reminder, Report, Signature
from rules.events import NAMES, Played
from teams.models import Entry, Team

About = Reminder.About
UNDER_WAY = (Season.State.RUNNING, Season.State.PLAYOFFS)
NOT_OVER = (Season.State.PLANNED, *UNDER_WAY)
CHANGES = (Report.Kind.AMENDMENT, Report.Kind.VOIDING)


# What waits


def overdue_games(*leagues: League) -> QuerySet[Fixture]:
    """Games still to be played whose day has passed. One that was reported waits for something else."""
    published = Fixture.objects.filter(
        round__season__league__in=leagues, round__season__state__in=UNDER_WAY, round__published_at__isnull=False
    )
    still_open = published.filter(state__in=OPEN).exclude(match__state__in=Match.WAITING)
    return still_open.annotate(due=Coalesce("deadline", "round__deadline")).filter(due__lt=today())


def unaccepted(*leagues: League) -> QuerySet[Match]:
    """Reports that wait for a signature, or disagree."""
    of_a_season = {"fixture__round__season__league__in": leagues, "fixture__round__season__state__in": UNDER_WAY}
    return Match.objects.filter(state__in=Match.WAITING, **of_a_season)


def proposals(*leagues: League) -> QuerySet[Report]:
    """Amendments that not everybody has signed. Those of past seasons too: they can still happen."""
    states = (Match.State.ACCEPTED, Match.State.VOIDED)  # what was voided may be brought back
    return open_proposals().filter(match__state__in=states, match__fixture__round__season__league__in=leagues)


def teams(*leagues: League) -> QuerySet[Team]:
    """Every team that plays there now: once for each league, however many of its seasons it is in."""
    found = Team.objects.filter(
        entries_in_seasons__season__league__in=leagues,
        entries_in_seasons__season__state__in=NOT_OVER,
        entries_in_seasons__retired_at=None,
    )
    return found.annotate(plays_in=F("entries_in_seasons__season__league_id")).distinct()


def teams_with_steps(*leagues: League) -> QuerySet[Team]:
    return teams(*leagues).filter(steps_due__gt=0)


def illegal_teams(*leagues: League) -> QuerySet[Team]:
    return teams(*leagues).filter(roster_problems__gt=0)


# What was said about it


def live_reports() -> QuerySet[Report]:
    return Report.objects.filter(kind=Report.Kind.FILED, withdrawn_at=None)


def open_proposals() -> QuerySet[Report]:
    return Report.objects.filter(kind__in=CHANGES, in_force_from=None, withdrawn_at=None)


def has_signed(side: str = "pk") -> Exists:
    """Has this side put its name to a version that may still be accepted?"""
    # By a join, as `live_reports` has it: a subquery would look through the reports of all leagues.
    signed = Signature.objects.filter(side=OuterRef(side))
    return Exists(signed.filter(report__kind=Report.Kind.FILED, report__withdrawn_at=None))


def reminders_of_game(team: str, deadline: str) -> QuerySet[Reminder]:
    """Sent when it was overdue already. Here and below, the arguments name columns of the query around it."""
    return _reminders(About.GAME, team).filter(sent_at__date__gt=OuterRef(deadline))


def reminders_of_report(team: str, match: str) -> QuerySet[Reminder]:
    """Sent when there was something to sign."""
    return _since_the_last(live_reports(), team, match)


def reminders_of_proposal(team: str, match: str) -> QuerySet[Reminder]:
    return _since_the_last(open_proposals(), team, match)


def _since_the_last(reports: QuerySet[Report], team: str, match: str) -> QuerySet[Reminder]:
    last = reports.filter(match=OuterRef(OuterRef(match))).order_by("-number").values("written_at")[:1]
    return _reminders(About.REPORT, team).filter(sent_at__gt=Subquery(last))


def reminders_of_team(about: About, team: str = "pk") -> QuerySet[Reminder]:
    """Sent since its last game: what followed an earlier one is done."""
    games = Entry.objects.filter(team=OuterRef("team"), kind=NAMES[Played]).order_by("-number")
    last = Coalesce(Subquery(games.values("written_at")[:1]), F("team__founded_at"))
    return _reminders(about, team).filter(sent_at__gt=last)


def _reminders(about: About, team: str) -> QuerySet[Reminder]:
    return Reminder.objects.filter(team=OuterRef(team), about=about).order_by("-sent_at", "-pk")


def latest(reminders: QuerySet[Reminder]) -> dict[str, Subquery]:
    """When somebody was reminded last, and by whom: to annotate with."""
    return {
        "reminded_at": Subquery(reminders.values("sent_at")[:1]),
        "reminded_by": Subquery(reminders.values("sent_by__username")[:1]),
    }
