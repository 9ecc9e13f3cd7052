"""All scrolls of a league as one document to print: long work, for whoever may see the league."""

from django.contrib.auth.models import User

from league.models import Entrant, League
from league.permissions import may_see, standing
from rules.problems import refuse
from teams import jobs, pdf, permissions, prints
from teams.jobs import Outcome, Work
from teams.models import Job, Team

BOOK = "scroll-book"


def begin(*, league: League, owner: User, site: str) -> Job:
    """`site` is where the scrolls can be read: it is printed on them."""
    return jobs.start(kind=BOOK, owner=owner, args={"league": league.pk, "site": site})


@jobs.kind(BOOK, "Printing all scrolls")
def print_book(work: Work) -> Outcome:
    league, owner = League.objects.get(pk=work.job.args["league"]), work.job.owner
    if not may_see(league, standing(owner, league)):
        raise refuse("private", "This league is private.")
    teams = teams_of(league, owner)
    if not teams:
        raise refuse("no-teams", "No team has entered this league yet: there is nothing to print.")
    try:
        document = prints.scroll_book(teams, work.job.args["site"], work.progress)
    except pdf.CannotPrint:
        raise refuse("cannot-print", "This server has not got what it takes to print.") from None
    return Outcome({"summary": f"{len(teams)} scrolls"}, document, f"{league.slug}-scrolls.pdf", "application/pdf")


def teams_of(league: League, person: User) -> list[Team]:
    """Every team of the league that this person may see, by name."""
    entered = Entrant.objects.filter(season__league=league).values("team")
    teams = Team.objects.filter(pk__in=entered).select_related("owner", "house").order_by("name", "pk")
    return [team for team in teams if permissions.may_see(person, team)]
