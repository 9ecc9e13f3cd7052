"""The newsletter of a file: what was published stays published, and nobody is told of it again."""

from uuid import uuid4

from league.models import League, Season
from matches.archive.kept import KeptIssue, LeagueFile
from matches.archive.restoring import Restoring
from matches.archive.shapes import write
from matches.newsletter import service
from matches.newsletter.models import Issue
from teams import restoring


def restore_issues(its: Restoring, file: LeagueFile, league: League) -> None:
    """All of them, and the latest on the page of the league."""
    seasons = {season.number: season for season in Season.objects.filter(league=league)}
    made = restoring.insert(Issue, [_issue(its, one, league, seasons[one.season]) for one in file.issues])
    if made:
        service.show(max(made, key=lambda issue: issue.number or 0))
        league.refresh_from_db(fields=["latest_news"])


def _issue(its: Restoring, one: KeptIssue, league: League, season: Season) -> Issue:
    key = uuid4() if one.key in its.taken.issues else one.key
    return its.row(Issue, one, league=league, season=season, key=key, figures=write(one.figures))
