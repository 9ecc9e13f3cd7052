"""The table of a season as it is shown: rows from the database, ranked by `standings.py`.

A fixed number of queries, however many teams there are. Playoffs are no part of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league import houses, standings
from league.models import Division, Entrant, Fixture, Format, Season, Side
from league.standings import Game, Outcome, Row, Rules
from rules.house import HouseRules
from teams.models import Ninja, Team

LEADERS = 5


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row with all that a page shows of it."""

    row: Row
    team: Team
    movement: int  # places gained since the round before; below zero: lost
    is_retired: bool

    @property
    def moved(self) -> str:
        """For those who cannot see an arrow."""
        if not self.movement:
            return "same place as before"
        places = "1 place" if abs(self.movement) == 1 else f"{abs(self.movement)} places"
        return f"{'up' if self.movement > 0 else 'down'} {places}"


@dataclass(frozen=True, slots=True)
class Table:
    season: Season
    rows: tuple[TableRow, ...]
    rounds: tuple[int, ...]  # that can be looked back to
    round: int  # after which the table is shown
    divisions: tuple[Division, ...]
    division: Division | None


@dataclass(frozen=True, slots=True)
class Leader:
    ninja: Ninja
    value: int


@dataclass(frozen=True, slots=True)
class Leaders:
    xp: tuple[Leader, ...]
    injuries: tuple[Leader, ...]
    all_stars: tuple[Leader, ...]


def table_of(season: Season, *, round: int | None = None, division: Division | None = None) -> Table:  # noqa: A002
    """The table, now or as it stood after a round; of one division or of them all."""
    entrants = list(season.entrants.select_related("team", "division"))
    games = games_of(season)
    rounds = tuple(sorted({game.round for game in games}))
    at = min(round, rounds[-1]) if round is not None and rounds else (rounds[-1] if rounds else 0)
    rules = rules_for(season, houses.rules_of(season.league))
    shown = [entrant for entrant in entrants if division is None or entrant.division_id == division.pk]
    now = ranked(shown, [game for game in games if game.round <= at], rules)
    before = ranked(shown, [game for game in games if game.round < at], rules)
    return Table(
        season=season,
        rows=tuple(_rows(now, before, shown)),
        rounds=rounds,
        round=at,
        divisions=tuple(season.divisions.all()),
        division=division,
    )


def rules_for(season: Season, house: HouseRules) -> Rules:
    """In a Swiss season a bye is worth a win; elsewhere everybody rests as often, and it is worth nothing."""
    bye = house.league_points.win if season.format == Format.SWISS else 0
    return Rules(house.league_points, bye, house.tie_breakers)


def games_of(season: Season) -> list[Game]:
    """Every game that counts for the table."""
    sides = Side.objects.filter(
        fixture__round__season=season,
        fixture__round__is_playoff=False,
        fixture__round__published_at__isnull=False,
        fixture__state__in=Fixture.COUNTED,
    ).order_by("fixture__round__number", "fixture", "position")
    columns = ("fixture", "fixture__round__number", "entrant", "outcome", "points", "feats", "injuries")
    games: dict[int, tuple[int, list[standings.Side]]] = {}
    for fixture, number, entrant, outcome, points, feats, injuries in sides.values_list(*columns):
        _, its_sides = games.setdefault(fixture, (number, []))
        its_sides.append(standings.Side(str(entrant), Outcome(outcome), points, feats, injuries))
    return [Game(number, tuple(its_sides)) for number, its_sides in games.values()]


def ranked(entrants: Iterable[Entrant], games: Sequence[Game], rules: Rules) -> list[Row]:
    return standings.standings(
        (standings.Entrant(str(its.pk), its.team.name, its.team.rating, its.coin) for its in entrants), games, rules
    )


def _rows(now: Sequence[Row], before: Sequence[Row], entrants: Iterable[Entrant]) -> Iterable[TableRow]:
    by_id = {str(entrant.pk): entrant for entrant in entrants}
    was: Mapping[str, int] = {row.entrant.team: row.position for row in before if any(its.outcomes for its in before)}
    for row in now:
        entrant = by_id[row.entrant.team]
        movement = was.get(row.entrant.team, row.position) - row.position
        yield TableRow(row, entrant.team, movement, entrant.retired_at is not None)


def champion_of(season: Season) -> Team | None:
    """Who leads the final table."""
    rows = table_of(season).rows
    return rows[0].team if rows else None


def leaders(season: Season) -> Leaders:
    """The ninja of this season's teams that lead in XP, injuries made and All-Star awards."""
    return Leaders(*(_leading(season, figure) for figure in ("xp", "injuries", "all_stars")))


def _leading(season: Season, figure: str) -> tuple[Leader, ...]:
    ninja = (
        Ninja.objects.filter(team__in=season.entrants.values("team"), **{f"{figure}__gt": 0})
        .select_related("team")
        .order_by(f"-{figure}", "name", "pk")[:LEADERS]
    )
    return tuple(Leader(its, getattr(its, figure)) for its in ninja)
