"""What this app tells the ones below it, which must not know it: see `apps.py`."""

from typing import Any

from django.contrib.auth.models import User

from league.models import Fixture, League
from matches import reporting
from matches.models import Comment, Match, Report, Signature, Story
from rules.problems import Problem


def kept_by_report(fixture: Fixture) -> Problem | None:
    """Why what became of a game cannot be changed past its report."""
    match = Match.objects.filter(fixture=fixture).first()
    if match is None:
        return None
    if match.is_accepted:
        return Problem("reported", "This game has an accepted report: amend or void that, and the table follows.")
    if match.state in Match.WAITING:
        return Problem("reported", "A report of this game waits: settle it, or have it taken back first.")
    return None


def accept_by_silence(league: League) -> None:
    reporting.accept_overdue(league)


def known_of(person: User) -> list[Any]:
    """Everything this app knows of a person, for their own export."""
    reports = Report.objects.filter(author=person).select_related("match")
    return [
        *({"report": its.number, "game": its.match.game, "at": its.written_at, "data": its.data} for its in reports),
        *(
            {"signed": its.report.number, "game": its.report.match.game, "at": its.signed_at}
            for its in Signature.objects.filter(person=person).select_related("report__match")
        ),
        *(
            {"story": its.text, "game": its.match.game, "at": its.updated_at}
            for its in Story.objects.filter(author=person).select_related("match")
        ),
        *(
            {"comment": its.text, "game": its.match.game, "at": its.written_at}
            for its in Comment.objects.filter(author=person).select_related("match")
        ),
    ]
