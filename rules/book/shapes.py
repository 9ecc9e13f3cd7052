"""What a page of the rules is made of, finished to be shown. `printed` is the rulebook's, where a league differs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.dice import Element

WIDE = 3  # columns that a phone has room for
MINUS, TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"


def in_koban(amount: int) -> str:
    return f"{amount} koban".replace("-", MINUS)


@dataclass(frozen=True, slots=True)
class Says:
    """A sentence or two of a rule."""

    text: str
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A number with its name."""

    label: str
    value: str
    printed: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """`id` is an anchor of its own; `element` gives the row its sign and colour."""

    title: str
    cells: tuple[str, ...]
    element: Element | None = None
    id: str = ""
    note: str = ""
    printed: tuple[str, ...] = ()
    is_new: bool = False  # the rulebook has no such row

    @property
    def is_element(self) -> bool:
        """Its title is the element, and not only something of it."""
        return self.element is not None and self.title == self.element.title()


@dataclass(frozen=True, slots=True)
class Table:
    caption: str
    columns: tuple[str, ...]  # the first one is for the rows' titles
    rows: tuple[Row, ...]
    is_worded: bool = False  # its cells are words, not numbers

    @property
    def is_wide(self) -> bool:
        return len(self.columns) > WIDE

    @property
    def lines(self) -> tuple[tuple[Row, tuple[Fact, ...]], ...]:
        """Each row with its cells, and each cell with the heading of its column."""
        return tuple((row, tuple(_cells(row, self.columns[1:]))) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Example:
    """A sum, step by step."""

    title: str
    story: str
    steps: tuple[Fact, ...]
    total: Fact | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. Its id is its anchor, and stays: help texts lead there.

    `keys` are how the keys of the articles begin that it tells of. `ruling` says what of it is ours, because the
    rulebook is silent.
    """

    id: str
    title: str
    says: tuple[Says, ...]
    facts: tuple[Fact, ...] = ()
    tables: tuple[Table, ...] = ()
    example: Example | None = None
    ruling: str = ""
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    id: str
    title: str
    lead: str
    rules: tuple[Rule, ...]


def _cells(row: Row, columns: Sequence[str]) -> Iterator[Fact]:
    printed = row.printed or row.cells
    for column, cell, theirs in zip(columns, row.cells, printed, strict=True):
        yield Fact(column, cell, "" if cell == theirs else theirs)


def says(*sentences: str) -> tuple[Says, ...]:
    return tuple(Says(sentence) for sentence in sentences if sentence)
