"""The page of a table around the table itself: where else one can go from it, and the same figures as CSV."""

import csv
import io
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from league.models import Division, Season
from league.tables import Table, TableRow

OVERALL = "All teams"
COLUMNS = (
    *("Position", "Team", "Points", "Played", "Won", "Drawn", "Lost", "Conceded", "Byes"),
    *("Points for", "Points against", "Difference", "Feats", "Injuries", "Rating", "Form", "Streak", "Decided"),
)
# A spreadsheet takes text that begins with one of these for a formula, in full width as well.
FORMULA = (*"=+-@\t\r\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


class Link(NamedTuple):
    label: str
    url: str
    is_here: bool


def season_links(season: Season, here: str) -> list[Link]:
    """The pages that tell of the whole season."""
    pages = [("Games", "season"), ("Standings", "standings"), ("Playoffs", "playoffs"), ("Ratings", "ratings")]
    pages.append(("Pictures", "season-pictures"))
    has_playoffs = bool(season.playoff_teams) or season.state == Season.State.PLAYOFFS
    return [
        Link(label, address(season, name), name == here)
        for label, name in pages
        if name != "playoffs" or has_playoffs or name == here
    ]


def round_links(table: Table) -> list[Link]:
    return [Link(str(its), table_url(table, its, table.division), its == table.round) for its in table.rounds]


def division_links(table: Table) -> list[Link]:
    """Empty where the season has no divisions."""
    if not table.divisions:
        return []
    every = Link(OVERALL, table_url(table, table.round, None), table.division is None)
    return [
        every,
        *(Link(its.name, table_url(table, table.round, its), its == table.division) for its in table.divisions),
    ]


def csv_url(table: Table) -> str:
    return address(table.season, "standings-csv") + _query(table.round or None, table.division)


def table_url(table: Table, at: int, division: Division | None) -> str:
    """The table of another round or division. The latest round goes without saying: it will be another."""
    is_latest = not table.rounds or at == table.rounds[-1]
    return address(table.season, "standings") + _query(None if is_latest else at, division)


def address(season: Season, name: str) -> str:
    return reverse(name, kwargs={"slug": season.league.slug, "number": season.number})


def _query(round_: int | None, division: Division | None) -> str:
    wanted = {"round": round_, "division": division.pk if division else None}
    told = urlencode({name: value for name, value in wanted.items() if value is not None})
    return f"?{told}" if told else ""


# CSV


def as_csv(table: Table) -> str:
    """As RFC 4180 has it, with names that no spreadsheet takes for formulas."""
    written = io.StringIO()
    csv.writer(written).writerows([COLUMNS, *_cells(table)])
    return written.getvalue()


def csv_name(table: Table) -> str:
    after = f"-round-{table.round}" if table.round else ""
    part = f"-division-{table.division.position + 1}" if table.division else ""
    return f"{table.season.league.slug}-season-{table.season.number}{part}{after}.csv"


def _cells(table: Table) -> Iterator[tuple[int | str, ...]]:
    for its in table.rows:
        yield _line(its)


def _line(its: TableRow) -> tuple[int | str, ...]:
    row = its.row
    return (
        *(row.position, plain(its.team.name), row.league_points),
        *(row.played, row.won, row.drawn, row.lost, row.conceded, row.byes),
        *(row.points_for, row.points_against, row.difference, row.feats, row.injuries),
        *(row.entrant.rating, row.form, row.streak, plain(row.decided)),
    )


def plain(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text
