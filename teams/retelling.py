"""Every projection made anew from its chronicle, as long work: what `manage.py retell` does, with a page to watch."""

from rules.problems import RuleBroken, counted
from teams import chronicle, jobs
from teams.jobs import Outcome, Work
from teams.models import Team

RETELL = "retell"
MOST_SHOWN = 200


@jobs.kind(RETELL, "Retelling every chronicle")
def retell_all(work: Work) -> Outcome:
    """Team by team, each in a transaction of its own: nobody waits for all of them."""
    teams = list(Team.objects.order_by("pk"))
    lines: list[str] = []
    for n, team in enumerate(teams):
        work.progress(n, len(teams), f"Retelling {team.name}")
        lines += _retold(team)
    summary = f"{counted(len(teams), 'team')} retold; "
    summary += f"{counted(len(lines), 'line')} to read." if lines else "every figure was right."
    return Outcome({"summary": summary, "lines": lines[:MOST_SHOWN]})


def _retold(team: Team) -> list[str]:
    try:
        corrections = chronicle.retell(team)
    except RuleBroken as broken:
        return [f"{team.slug}: its chronicle cannot be told: {broken}"]
    return [f"{its.team}: {its.what} was {its.was}, the chronicle tells {its.now}" for its in corrections]
