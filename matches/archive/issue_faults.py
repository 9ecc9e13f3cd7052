"""Whether the newsletter of a file can be so: what an editor could not have saved, and what no chart could show."""

from collections.abc import Iterator, Sequence

from matches.archive import kept
from matches.archive.kept import KeptBar, KeptFigures, KeptIssue, KeptLine, KeptPlaces, KeptSeason, LeagueFile
from matches.archive.shapes import Path, shown
from matches.newsletter import service
from matches.newsletter.charts import MOST_ROUNDS, MOST_TEAMS
from rules.roster import name_problems

Faults = Iterator[tuple[Path, str]]


def faults(file: kept.File) -> Faults:
    """Of a league's file that agrees with itself in all else."""
    if not isinstance(file, LeagueFile):
        return
    seasons = {season.number: season for season in file.seasons}
    numbers: set[int] = set()
    for n, issue in enumerate(file.issues):
        if issue.number in numbers:
            yield ("issues", n, "number"), f"issue {issue.number} is there twice"
        numbers.add(issue.number)
        yield from _words(("issues", n), issue)
        if issue.season in seasons:
            yield from _within(("issues", n), issue, seasons[issue.season])
        else:
            yield ("issues", n, "season"), f"there is no season {issue.season} in this file"


def _words(path: Path, issue: KeptIssue) -> Faults:
    for problem in service.problems(issue.title, issue.text, issue.correction):
        yield (*path, problem.subject), problem.message
    if issue.title != issue.title.strip():
        yield (*path, "title"), "a title neither begins nor ends with a space"
    if issue.text != service.tidy(issue.text):
        yield (*path, "text"), "this text has characters or line breaks that no issue is saved with"
    if issue.correction and issue.corrected_at is None:
        yield (*path, "correction"), "this issue was never corrected"


def _within(path: Path, issue: KeptIssue, season: KeptSeason) -> Faults:
    """It tells of rounds of its season, and charts no more teams than are in it."""
    rounds = {its.number for its in season.rounds}
    for name, number in (("first_round", issue.first_round), ("last_round", issue.last_round)):
        if number not in rounds:
            yield (*path, name), f"there is no round {number} in this season"
    if issue.first_round > issue.last_round:
        yield (*path, "last_round"), "the first round comes before the last"
    yield from _figures((*path, "figures"), issue.figures)
    if issue.figures.table.of > len(season.entrants):
        yield (*path, "figures", "table", "of"), f"there are only {len(season.entrants)} teams in this season"


def _figures(path: Path, figures: KeptFigures) -> Faults:
    yield from _places((*path, "table"), figures.table)
    lists: dict[Path, Sequence[KeptLine | KeptBar]] = {
        ("table", "lines"): figures.table.lines,
        ("points",): figures.points,
        ("ratings",): figures.ratings,
    }
    for name, drawn in lists.items():
        if len(drawn) > MOST_TEAMS:
            yield (*path, *name), f"a chart shows at most {MOST_TEAMS} teams"
        for n, its in enumerate(drawn):
            for problem in name_problems(its.name, "name", "A team"):
                yield (*path, *name, n, "name"), problem.message


def _places(path: Path, table: KeptPlaces) -> Faults:
    if len(table.rounds) > MOST_ROUNDS or list(table.rounds) != sorted(set(table.rounds)):
        yield (*path, "rounds"), f"a chart shows at most {MOST_ROUNDS} rounds, one after the other"
    if len(table.lines) > table.of:
        yield (*path, "of"), f"a table of {table.of} teams has no {len(table.lines)} lines"
    for n, line in enumerate(table.lines):
        if len(line.places) != len(table.rounds):
            yield (*path, "lines", n, "places"), f"{shown(line.name)} has one place for each round of the chart"
        if any(place > table.of for place in line.places):
            yield (*path, "lines", n, "places"), f"there are only {table.of} places in this table"
