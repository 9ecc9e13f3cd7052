"""The grid of a report as a page shows it: a row for each ninja, a cell for each feat, problems beside their cells.

Values only; `report_grid.py` makes them, and `templates/matches/_grid.html` shows them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class CellShown:
    """How often somebody did something. Without a name it cannot be done by them."""

    name: str
    id: str
    feat: str
    limit: str
    value: str
    is_wrong: bool

    @property
    def is_done(self) -> bool:
        return self.value != "0"


@dataclass(frozen=True, slots=True)
class TickShown:
    name: str
    id: str
    is_on: bool
    is_wrong: bool


@dataclass(frozen=True, slots=True)
class RowShown:
    """A ninja. `absent` is the reason why it could not take part."""

    id: str
    name: str
    kind: str
    absent: str
    note: str
    board: TickShown
    house: TickShown
    star: TickShown
    cells: tuple[CellShown, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ColumnShown:
    name: str
    worth: str
    limit: str


@dataclass(frozen=True, slots=True)
class TeamGrid:
    """A team's part of the report."""

    slug: str
    id: str
    name: str
    colour: str
    results: tuple[Option, ...]
    sides: tuple[Option, ...]
    points_name: str
    result_name: str
    side_name: str
    points: str
    counted: int
    declared: int
    ended: str
    awards: str  # how many All-Stars it may name
    stars: str  # how many it has
    columns: tuple[ColumnShown, ...]
    rows: tuple[RowShown, ...]
    problems: tuple[str, ...]
    hints: tuple[str, ...]  # what is possible, but worth a second look
    result_is_wrong: bool
    side_is_wrong: bool
    points_is_wrong: bool

    @property
    def width(self) -> int:
        """How many cells a row has beside its name."""
        return len(self.columns) + 3

    @property
    def disagrees(self) -> bool:
        """Whether somebody has declared other points than the feats make."""
        return self.counted != self.declared


@dataclass(frozen=True, slots=True)
class GridShown:
    """`shape` names what decides which cells there are: a page whose grid has another one needs a new grid."""

    challenge: str
    name: str
    challenges: tuple[Option, ...]
    rounds: tuple[Option, ...]
    moments: str
    shape: str
    teams: tuple[TeamGrid, ...]
    problems: tuple[str, ...]  # of the whole, not of one team
    wrong: tuple[str, ...]  # the names of all fields with a problem

    @property
    def is_clean(self) -> bool:
        return not self.wrong and not self.problems and not any(team.problems for team in self.teams)
