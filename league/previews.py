"""Draft rounds as those who run the league see them: what is planned, and what is odd about it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from league import rounds
from league.calendar import GameShown, RoundShown, games_and_byes, round_shown
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
    counted: str  # the same in words, byes apart
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
    active = list(season.entrants.filter(retired_at=None).values_list("pk", "team__name", "division"))
    names = {pk: name for pk, name, _ in active}
    retired = dict(season.entrants.exclude(retired_at=None).values_list("pk", "team__name"))
    record = rounds.record_of(season)
    odd = _in_odd_divisions({pk: division for pk, _, division in active}) if season.format in rounds.ROBINS else {}
    warnings = dict(_warnings(season, rows, names, retired, record, odd))
    numbers = list(warnings)
    here = asked_for if asked_for in warnings else (numbers[0] if numbers else None)
    seats = Counter((row.number, row.fixture) for row in rows if row.fixture)
    games = Counter(number for number, _ in seats)
    byes = Counter(number for (number, _), teams in seats.items() if teams == 1)
    deadlines = {row.number: row.deadline for row in rows}
    shown = rounds.drafts_of(season).filter(number=here).first() if here else None
    return Preview(
        version=rounds.version_of(rows),
        lines=tuple(
            DraftLine(n, deadlines[n], games[n], games_and_byes(games[n] - byes[n], byes[n]), warnings[n], n == here)
            for n in numbers
        ),
        shown=round_shown(shown) if shown else None,
        warnings=warnings[here] if here else (),
        remarks=tuple(_remarks(season, record)),
        drawn=tuple(names.get(pk, retired.get(pk, "a team that left")) for pk in shown.drawn) if shown else (),
    )


def _remarks(season: Season, record: rounds.Record) -> Iterator[str]:
    if record.open_games and season.format == Format.SWISS:
        games = counted(record.open_games, "game of earlier rounds is", "games of earlier rounds are")
        yield f"{games} not decided: what is won there is not in these pairings."


def _in_odd_divisions(division_of: Mapping[int, int | None]) -> dict[int, int | None]:
    """Teams of which one has to rest in each round, with their division."""
    sizes = Counter(division_of.values())
    return {pk: division for pk, division in division_of.items() if sizes[division] % 2}


def _warnings(
    season: Season,
    rows: Sequence[rounds.DraftRow],
    names: Mapping[int, str],
    retired: Mapping[int, str],
    record: rounds.Record,
    odd: Mapping[int, int | None],
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
        yield number, tuple(_odd(list(games.values()), names, everybody, met, rested, allowed, odd))


def _odd(
    games: Sequence[Sequence[int]],
    names: Mapping[int, str],
    everybody: Mapping[int, str],
    met: Counter[Pair],
    rested: Counter[int],
    allowed: int,
    odd: Mapping[int, int | None],
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
    resting = [game[0] for game in games if len(game) == 1]
    of_division = Counter(odd[entrant] for entrant in resting if entrant in odd)
    for entrant in resting:
        before = f", for the {_nth(rested[entrant] + 1)} time" if rested[entrant] else ""
        rested[entrant] += 1
        # One of an odd number rests in each round, and everybody as often as they meet: that cannot be otherwise.
        is_due = entrant in odd and of_division[odd[entrant]] == 1 and rested[entrant] <= allowed
        if not is_due:
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
