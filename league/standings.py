"""The league table: who is ahead, and what decided it.

Pure: games in, rows out, no query. Ties are broken in the league's own order, and every row says in words
what puts it ahead of the next one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise

from rules.articles import TIE_BREAKERS
from rules.house import LeaguePoints, TieBreaker


class Outcome(StrEnum):
    """How a pairing ended for a team. Only the first four were played on a board."""

    WON = "won"
    LOST = "lost"
    DREW = "drew"
    CONCEDED = "conceded"
    FORFEIT_WON = "won by forfeit"
    FORFEIT_LOST = "forfeited"
    BYE = "bye"

    @property
    def letter(self) -> str:
        """For the form guide."""
        return _LETTERS[self]


_WINS = (Outcome.WON, Outcome.FORFEIT_WON)
_LOSSES = (Outcome.LOST, Outcome.CONCEDED, Outcome.FORFEIT_LOST)
_LETTERS = {
    Outcome.WON: "W",
    Outcome.FORFEIT_WON: "W",
    Outcome.DREW: "D",
    Outcome.LOST: "L",
    Outcome.CONCEDED: "L",
    Outcome.FORFEIT_LOST: "L",
    Outcome.BYE: "B",
}
FORM = 5  # latest games shown


@dataclass(frozen=True, slots=True)
class Side:
    """One team's part in a game."""

    team: str
    outcome: Outcome
    points: int = 0
    feats: int = 0
    injuries: int = 0


@dataclass(frozen=True, slots=True)
class Game:
    round: int
    sides: tuple[Side, ...]

    @property
    def is_bye(self) -> bool:
        return all(side.outcome is Outcome.BYE for side in self.sides)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team in the table: its name, its rating now, and its coin of record, cast when it joined."""

    team: str
    name: str
    rating: int = 0
    coin: int = 0


@dataclass(slots=True)
class Row:
    """A team's figures. `position` is shared by teams that nothing separates.

    Forfeits count as played, byes do not. In a game of three or four, the points against a team are those of the
    best of the others.
    """

    entrant: Entrant
    position: int = 0
    league_points: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    conceded: int = 0
    byes: int = 0
    points_for: int = 0
    points_against: int = 0
    feats: int = 0
    injuries: int = 0
    outcomes: list[Outcome] = field(default_factory=list)
    opponents: list[str] = field(default_factory=list)
    decided: str = ""  # what puts it ahead of the next row

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against

    @property
    def form(self) -> str:
        return "".join(outcome.letter for outcome in self.outcomes[-FORM:])

    @property
    def streak(self) -> str:
        """`W3`: how often the latest result has come in a row."""
        letters = [outcome.letter for outcome in self.outcomes if outcome is not Outcome.BYE]
        if not letters:
            return ""
        length = next((n for n, letter in enumerate(reversed(letters)) if letter != letters[-1]), len(letters))
        return f"{letters[-1]}{length}"


@dataclass(frozen=True, slots=True)
class Rules:
    """How a table is made: what results are worth, and what breaks ties."""

    points: LeaguePoints
    bye: int
    tie_breakers: tuple[TieBreaker, ...]


def standings(entrants: Iterable[Entrant], games: Sequence[Game], rules: Rules) -> list[Row]:
    """The table, the leader first. Teams that nothing separates share a position, by name.

    Games may come in any order; of two in one round, form and streak take the first given as the earlier. Results
    against a team that is no entrant count, but say nothing of the strength of the schedule.
    """
    rows = {entrant.team: Row(entrant) for entrant in entrants}
    for game in sorted(games, key=lambda its: its.round):
        _count(game, rows, rules)
    table = _Table(rows, games, rules)
    ranked = [group for level in _by_points(rows.values()) for group in table.split(level, rules.tie_breakers)]
    return _numbered(ranked, table)


def _count(game: Game, rows: Mapping[str, Row], rules: Rules) -> None:
    for side in game.sides:
        if (row := rows.get(side.team)) is None:
            continue
        others = [other for other in game.sides if other.team != side.team]
        row.outcomes.append(side.outcome)
        row.league_points += worth(side.outcome, rules)
        row.feats += side.feats
        row.injuries += side.injuries
        row.points_for += side.points
        row.points_against += max((other.points for other in others), default=0)
        row.played += side.outcome is not Outcome.BYE
        row.won += side.outcome in _WINS
        row.drawn += side.outcome is Outcome.DREW
        row.lost += side.outcome in _LOSSES
        row.conceded += side.outcome is Outcome.CONCEDED
        row.byes += side.outcome is Outcome.BYE
        row.opponents += [other.team for other in others if other.team in rows]


def worth(outcome: Outcome, rules: Rules) -> int:
    """League points for an outcome."""
    if outcome is Outcome.BYE:
        return rules.bye
    if outcome in _WINS:
        return rules.points.win
    return rules.points.draw if outcome is Outcome.DREW else rules.points.loss


def _by_points(rows: Iterable[Row]) -> list[list[Row]]:
    return _parts(list(rows), lambda row: Fraction(row.league_points))


def _parts(rows: list[Row], value: Callable[[Row], Fraction]) -> list[list[Row]]:
    """Rows of equal value together, the highest first."""
    parts: dict[Fraction, list[Row]] = {}
    for row in rows:
        parts.setdefault(value(row), []).append(row)
    return [parts[key] for key in sorted(parts, reverse=True)]


class _Table:
    """Breaks ties, and remembers for each pair of neighbours what broke theirs."""

    def __init__(self, rows: Mapping[str, Row], games: Sequence[Game], rules: Rules) -> None:
        self.rows, self.games, self.rules = rows, games, rules
        self.reasons: dict[tuple[str, str], str] = {}

    def split(self, group: list[Row], breakers: Sequence[TieBreaker]) -> list[list[Row]]:
        """The group in order, as far as these tie-breakers can tell it apart."""
        if len(group) == 1 or not breakers:
            return [sorted(group, key=lambda row: (row.entrant.name.casefold(), row.entrant.team))]
        breaker, *later = breakers
        values = self.values(breaker, group)
        parts = _parts(group, lambda row: values[row.entrant.team])
        # Where fewer teams are level than before, what happened among just these may tell them apart.
        split = [self.split(part, self.rules.tie_breakers if len(parts) > 1 else later) for part in parts]
        for above, below in pairwise(split):
            self._remember(breaker, above[-1][-1], below[0][0], values)
        return [group for part in split for group in part]

    def values(self, breaker: TieBreaker, group: list[Row]) -> Mapping[str, Fraction]:
        if breaker is TieBreaker.HEAD_TO_HEAD:
            return self._head_to_head(group)
        figure = (
            _FIGURES.get(breaker)
            or {
                TieBreaker.STRENGTH_OF_SCHEDULE: self._strength_of_schedule,
                TieBreaker.BUCHHOLZ: self._buchholz,
            }[breaker]
        )
        return {row.entrant.team: Fraction(figure(row)) for row in group}

    def _head_to_head(self, group: list[Row]) -> Mapping[str, Fraction]:
        """League points from games among the tied. It says nothing unless each met each other as often."""
        tied = {row.entrant.team for row in group}
        points = dict.fromkeys(tied, Fraction(0))
        meetings: dict[frozenset[str], int] = {}
        for game in self.games:
            sides = [side for side in game.sides if side.team in tied]
            for side in sides if len(sides) > 1 else ():
                points[side.team] += worth(side.outcome, self.rules)
            for one in sides:
                for other in sides:
                    if one.team < other.team:
                        pair = frozenset((one.team, other.team))
                        meetings[pair] = meetings.get(pair, 0) + 1
        pairs = len(tied) * (len(tied) - 1) // 2
        everybody_met = len(meetings) == pairs and len(set(meetings.values())) == 1
        return points if everybody_met else dict.fromkeys(tied, Fraction(0))

    def _strength_of_schedule(self, row: Row) -> Fraction:
        """The mean share of their games that its opponents won."""
        shares = [
            Fraction(its.won, its.played) if its.played else Fraction(0)
            for its in (self.rows[team] for team in row.opponents)
        ]
        return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)

    def _buchholz(self, row: Row) -> Fraction:
        """The league points of all its opponents together."""
        return Fraction(sum(self.rows[team].league_points for team in row.opponents))

    def _remember(self, breaker: TieBreaker, above: Row, below: Row, values: Mapping[str, Fraction]) -> None:
        one, other = above.entrant.team, below.entrant.team
        numbers = _numbers(values[one], values[other])
        if breaker is TieBreaker.COIN:
            numbers = ""
        elif breaker is TieBreaker.HEAD_TO_HEAD and len(values) == 2:
            numbers = self._record(one, other) or numbers
        self.reasons[one, other] = f"on {TIE_BREAKERS[breaker]}{', ' if numbers else ''}{numbers}"

    def _record(self, one: str, other: str) -> str:
        """`2-0`: games that each won where both were. Empty if it would not show who is ahead."""
        wins = {one: 0, other: 0}
        for game in self.games:
            if {one, other} <= {side.team for side in game.sides}:
                for side in game.sides:
                    if side.team in wins:
                        wins[side.team] += side.outcome in _WINS
        return f"{wins[one]}-{wins[other]}" if wins[one] > wins[other] else ""


_FIGURES: Mapping[TieBreaker, Callable[[Row], int]] = {
    TieBreaker.POINT_DIFFERENCE: lambda row: row.difference,
    TieBreaker.POINTS_FOR: lambda row: row.points_for,
    TieBreaker.WINS: lambda row: row.won,
    TieBreaker.FEATS: lambda row: row.feats,
    TieBreaker.INJURIES: lambda row: row.injuries,
    TieBreaker.RATING: lambda row: row.entrant.rating,
    TieBreaker.COIN: lambda row: row.entrant.coin,
}


def _numbers(one: Fraction, other: Fraction) -> str:
    """Both, with three decimals or as many as it takes to tell them apart."""
    digits = next((digits for digits in range(3, 12) if _number(one, digits) != _number(other, digits)), 12)
    return f"{_number(one, digits)} to {_number(other, digits)}"


def _number(value: Fraction, digits: int) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.{digits}f}"


def _numbered(groups: list[list[Row]], table: _Table) -> list[Row]:
    ranked = [row for group in groups for row in group]
    position = 1
    for group in groups:
        for row in group:
            row.position = position
        position += len(group)
    for above, below in pairwise(ranked):
        above.decided = _decided(above, below, table)
    return ranked


def _decided(above: Row, below: Row, table: _Table) -> str:
    name = below.entrant.name
    if above.league_points != below.league_points:
        return f"ahead of {name} on points, {above.league_points} to {below.league_points}"
    reason = table.reasons.get((above.entrant.team, below.entrant.team))
    return f"ahead of {name} {reason}" if reason else f"level with {name}"
