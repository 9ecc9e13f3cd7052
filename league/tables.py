"""The table of a season as it is shown: rows from the database, ranked by `standings.py`.

A fixed number of queries, however many teams there are. Playoffs are no part of it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from django.db import connection
from django.db.models import Q
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from league import houses, standings
from league.models import Division, Entrant, Fixture, Format, Season, Side
from league.standings import Game, Outcome, Row, Rules
from rules.house import HouseRules
from rules.problems import counted
from teams.models import Ninja, Team
from teams.scrolls import crest_of
from teams.statements import Statement, statement

LEADERS = 5
FIGURES = ("xp", "injuries", "all_stars")  # that ninja lead in
TOLD = ("name", "ninja_id", "team__name", "team__slug", "team__colour")  # of whoever leads
ASKED = -1  # stands for the season that is asked for


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row with all that a page shows of it."""

    row: Row
    team: Team
    movement: int  # places gained since the round before; below zero: lost
    is_retired: bool
    is_cut: bool = False  # the last that would go on to the playoffs

    @property
    def moved(self) -> str:
        """For those who cannot see an arrow."""
        if not self.movement:
            return "same place as before"
        return f"{'up' if self.movement > 0 else 'down'} {counted(abs(self.movement), 'place')}"

    @property
    def steps(self) -> int:
        return abs(self.movement)

    @property
    def crest(self) -> SafeString:
        return crest_of(self.team)

    @property
    def score(self) -> str:
        return f"{self.row.points_for}\N{EN DASH}{self.row.points_against}"

    @property
    def difference(self) -> str:
        """With its sign, a true minus: it is as wide as a plus."""
        return f"{self.row.difference:+d}".replace("-", "\N{MINUS SIGN}") if self.row.difference else "0"

    @property
    def form(self) -> SafeString:
        """The latest games, each a letter that stands for a word."""
        return _form(tuple(self.row.outcomes[-standings.FORM :]))

    @property
    def why(self) -> str:
        """What puts it ahead of the next, as a sentence without its full stop; with a true minus here too."""
        return self.row.decided[:1].upper() + re.sub(r"(?<= )-(?=\d)", "\N{MINUS SIGN}", self.row.decided[1:])


@dataclass(frozen=True, slots=True)
class Table:
    season: Season
    rows: tuple[TableRow, ...]
    rounds: tuple[int, ...]  # that can be looked back to
    round: int  # after which the table is shown
    divisions: tuple[Division, ...]
    division: Division | None

    @property
    def caption(self) -> str:
        of = f"{self.season.name}, {self.division.name}" if self.division else self.season.name
        return f"Table of {of} after round {self.round}" if self.round else f"Table of {of}"

    @property
    def goes_on(self) -> int:
        """How many the line under the table's best lets into the playoffs; 0 where there is no line."""
        return self.season.playoff_teams if any(row.is_cut for row in self.rows) else 0


@dataclass(frozen=True, slots=True)
class Leader:
    name: str
    ninja_id: str
    team: str
    slug: str
    colour: str
    value: int


@dataclass(frozen=True, slots=True)
class Leaders:
    xp: tuple[Leader, ...]
    injuries: tuple[Leader, ...]
    all_stars: tuple[Leader, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.xp or self.injuries or self.all_stars)

    @property
    def shown(self) -> list[tuple[str, str, tuple[Leader, ...]]]:
        """Each list that somebody is on, with its heading and its unit."""
        lists = [
            ("Experience", "XP", self.xp),
            ("Injuries made", "injuries", self.injuries),
            ("All-Star awards", "awards", self.all_stars),
        ]
        return [its for its in lists if its[2]]


def table_of(season: Season, *, round: int | None = None, division: Division | None = None) -> Table:  # noqa: A002
    """The table, now or as it stood after a round; of one division or of them all."""
    entrants = list(season.entrants.select_related("team"))
    games = games_of(season)
    rounds = tuple(sorted({game.round for game in games}))
    at = _nearest(rounds, round)
    rules = rules_for(season, houses.rules_of(season.league))
    shown = [entrant for entrant in entrants if division is None or entrant.division_id == division.pk]
    now = ranked(shown, [game for game in games if game.round <= at], rules)
    before = ranked(shown, [game for game in games if game.round < at], rules)
    return Table(
        season=season,
        rows=tuple(_rows(now, before, shown, 0 if division else season.playoff_teams)),
        rounds=rounds,
        round=at,
        divisions=tuple(season.divisions.all()),
        division=division,
    )


def _nearest(rounds: Sequence[int], asked: int | None) -> int:
    """The round asked for, or the last before it that had a game; without asking, the latest."""
    if not rounds:
        return 0
    return rounds[-1] if asked is None else max((its for its in rounds if its <= asked), default=rounds[0])


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


def places_by_round(
    entrants: Sequence[Entrant], games: Sequence[Game], rules: Rules, most: int
) -> tuple[list[int], dict[str, list[int]]]:
    """The latest rounds that had a game, and the place of each entrant after each of them."""
    rounds = sorted({game.round for game in games})[-most:]
    places: dict[str, list[int]] = {str(entrant.pk): [] for entrant in entrants}
    for number in rounds:
        for row in ranked(entrants, [game for game in games if game.round <= number], rules):
            places[row.entrant.team].append(row.position)
    return rounds, places


def _rows(now: Sequence[Row], before: Sequence[Row], entrants: Iterable[Entrant], goes_on: int) -> Iterator[TableRow]:
    """Nobody has moved in the first round. The line stands under the last of the `goes_on` best that still play."""
    by_id = {str(entrant.pk): entrant for entrant in entrants}
    has_before = any(row.outcomes for row in before)
    was = {row.entrant.team: row.position for row in before} if has_before else {}
    playing = [row.entrant.team for row in now if by_id[row.entrant.team].retired_at is None]
    cut = playing[goes_on - 1] if 0 < goes_on < len(playing) else ""
    for row in now:
        its = row.entrant.team
        entrant = by_id[its]
        movement = was.get(its, row.position) - row.position
        yield TableRow(row, entrant.team, movement, entrant.retired_at is not None, its == cut)


@lru_cache(maxsize=1024)
def _form(outcomes: tuple[Outcome, ...]) -> SafeString:
    letters = ((outcome.letter, outcome.value, outcome.letter) for outcome in outcomes)
    return format_html_join("", '<abbr class="form-{}" title="{}">{}</abbr>', letters)


def champion_of(season: Season) -> Team | None:
    """Who leads the final table."""
    rows = table_of(season).rows
    return rows[0].team if rows else None


def leaders(season: Season) -> Leaders:
    """The ninja of this season's teams that lead in XP, injuries made and All-Star awards, in a single query."""
    found = _leading(connection.vendor).ask({ASKED: season.pk})
    return Leaders(*(tuple(_best(found, figure)) for figure in FIGURES))


@cache
def _leading(vendor: str) -> Statement:
    """Whoever is among the best in any of it, by name."""
    everybody = Ninja.objects.filter(team__in=Entrant.objects.filter(season=ASKED).values("team"))
    wanted = Q()
    for figure in FIGURES:
        best = everybody.filter(**{f"{figure}__gt": 0}).order_by(f"-{figure}", "name", "pk")
        wanted |= Q(pk__in=best.values("pk")[:LEADERS])
    return statement(everybody.filter(wanted).order_by("name", "pk").values_list(*TOLD, *FIGURES))


def _best(found: Iterable[tuple[Any, ...]], figure: str) -> Iterator[Leader]:
    place = FIGURES.index(figure) - len(FIGURES)
    for row in sorted(found, key=lambda row: -row[place])[:LEADERS]:
        name, ninja_id, team, slug, colour, *_ = row
        if row[place]:
            yield Leader(name, ninja_id, team, slug, colour, row[place])
