"""Draft rounds as those who run the league see them: what is planned, and what is odd about it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from league import rounds
from league.calendar import GameShown, RoundShown, round_shown
from league.models import Entrant, Format, Season
from league.schedules import Pair
from rules.problems import counted, listed

NAMED = 6  # teams in one warning; more are only counted


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A draft in the list of all."""

    number: int
    deadline: date | None
    games: int
    warnings: tuple[str, ...]
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Preview:
    version: str
    lines: tuple[DraftLine, ...]
    shown: RoundShown | None
    warnings: tuple[str, ...]  # of the round that is shown
    remarks: tuple[str, ...]  # of all of it
    drawn: tuple[str, ...]  # in the order that chance gave them

    @property
    def games(self) -> tuple[GameShown, ...]:
        return self.shown.games if self.shown else ()


def preview(season: Season, asked_for: int | None = None) -> Preview:
    """All drafts in short, and one of them whole: the one asked for, or the first. Eight queries at most."""
    rows = rounds.draft_rows(season)
    names = dict(season.entrants.filter(retired_at=None).values_list("pk", "team__name"))
    retired = dict(season.entrants.exclude(retired_at=None).values_list("pk", "team__name"))
    record = rounds.record_of(season)
    warnings = dict(_warnings(season, rows, names, retired, record))
    numbers = list(warnings)
    here = asked_for if asked_for in warnings else (numbers[0] if numbers else None)
    games = Counter(dict.fromkeys(numbers, 0))
    games.update(number for number, _ in {(row.number, row.fixture) for row in rows if row.fixture})
    deadlines = {row.number: row.deadline for row in rows}
    shown = rounds.drafts_of(season).filter(number=here).first() if here else None
    return Preview(
        version=rounds.version_of(rows),
        lines=tuple(DraftLine(n, deadlines[n], games[n], warnings[n], n == here) for n in numbers),
        shown=round_shown(shown) if shown else None,
        warnings=warnings[here] if here else (),
        remarks=tuple(_remarks(season, record)),
        drawn=tuple(names.get(pk, retired.get(pk, "a team that left")) for pk in shown.drawn) if shown else (),
    )


def _remarks(season: Season, record: rounds.Record) -> Iterator[str]:
    if record.open_games and season.format == Format.SWISS:
        games = counted(record.open_games, "game of earlier rounds is", "games of earlier rounds are")
        yield f"{games} not decided: what is won there is not in these pairings."


def _warnings(
    season: Season,
    rows: Sequence[rounds.DraftRow],
    names: Mapping[int, str],
    retired: Mapping[int, str],
    record: rounds.Record,
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """By round, in their order. A meeting counts for all rounds after it."""
    allowed = 2 if season.format == Format.DOUBLE_ROUND_ROBIN else 1
    met = Counter(record.past.meetings)
    rested = Counter(record.byes)
    everybody = {**retired, **names}
    by_round: dict[int, dict[int, list[int]]] = {}
    for row in rows:
        games = by_round.setdefault(row.number, {})
        if row.fixture and row.entrant:
            games.setdefault(row.fixture, []).append(row.entrant)
    for number, games in by_round.items():
        yield number, tuple(_odd(list(games.values()), names, everybody, met, rested, allowed))


def _odd(
    games: Sequence[Sequence[int]],
    names: Mapping[int, str],
    everybody: Mapping[int, str],
    met: Counter[Pair],
    rested: Counter[int],
    allowed: int,
) -> Iterator[str]:
    seats = Counter(entrant for game in games for entrant in game)
    for entrant, times in seats.items():
        if times > 1:
            yield f"{everybody[entrant]} stands in {times} games."
    for pair in (pair for game in games for pair in combinations(game, 2)):
        key = frozenset(map(str, pair))
        met[key] += 1
        if met[key] > allowed:
            yield f"{everybody[pair[0]]} and {everybody[pair[1]]} have met before."
    for entrant in (game[0] for game in games if len(game) == 1):
        before = f", for the {_nth(rested[entrant] + 1)} time" if rested[entrant] else ""
        rested[entrant] += 1
        yield f"{everybody[entrant]} has a bye{before}."
    if idle := [name for pk, name in names.items() if pk not in seats]:
        yield f"{_named(idle)} without a game."


def _named(idle: Sequence[str]) -> str:
    if len(idle) > NAMED:
        return f"{len(idle)} teams are"
    return f"{listed(idle)} {'is' if len(idle) == 1 else 'are'}"


def _nth(number: int) -> str:
    return {2: "second", 3: "third", 4: "fourth", 5: "fifth"}.get(number, f"{number}th")


def teams_to_choose(season: Season) -> list[Entrant]:
    return list(season.entrants.filter(retired_at=None).select_related("team").order_by("team__name", "pk"))
