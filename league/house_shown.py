"""The form of house rules as it is shown: each field with the rulebook's value, what is wrong with it, and its mark."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from league.house_fields import YES
from league.house_form import HouseForm, plain
from league.house_sections import Field, Row, Section, sections
from rules.house import rulebook


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ShownField:
    field: Field
    value: str
    printed: str  # in the rulebook
    is_changed: bool
    mistakes: tuple[str, ...]

    @property
    def is_checked(self) -> bool:
        return self.value == YES

    @property
    def options(self) -> list[Option]:
        return [Option(value, label, value == self.value) for value, label in self.field.choices]


@dataclass(frozen=True, slots=True)
class ShownRow:
    title: str
    cells: tuple[tuple[str, ShownField | None], ...]  # by the heading of their column
    is_found: bool

    @property
    def all_fields(self) -> list[ShownField]:
        return [shown for _, shown in self.cells if shown]


@dataclass(frozen=True, slots=True)
class ShownSection:
    section: Section
    rows: tuple[ShownRow, ...]
    is_sought: bool  # whether somebody looks for something

    @property
    def is_found(self) -> bool:
        return any(row.is_found for row in self.rows)

    @property
    def changed(self) -> int:
        return sum(shown.is_changed for row in self.rows for shown in row.all_fields)

    @property
    def wrong(self) -> int:
        return sum(bool(shown.mistakes) for row in self.rows for shown in row.all_fields)

    @property
    def is_open(self) -> bool:
        return bool(self.changed or self.wrong or (self.is_sought and self.is_found))


def shown_sections(form: HouseForm, sought: str = "") -> list[ShownSection]:
    """The whole form; what does not fit the words that are sought is still there, but not seen."""
    printed, words = plain(rulebook()), sought.lower().split()

    def shown(its: Section) -> ShownSection:
        fields = (tuple(_shown(field, form, printed) if field else None for field in row.fields) for row in its.rows)
        rows = (_row(row, its, shown, words) for row, shown in zip(its.rows, fields, strict=True))
        return ShownSection(its, tuple(rows), bool(words))

    return [shown(its) for its in sections(form.base)]


def _fits(text: str, words: list[str]) -> bool:
    return all(word in text.lower() for word in words)


def _text(row: Row) -> str:
    return " ".join((row.title, *(its.label for its in row.fields if its)))


def _row(row: Row, section: Section, shown: tuple[ShownField | None, ...], words: list[str]) -> ShownRow:
    columns = section.columns[1:] or ("",)  # the first one is for the rows' own titles
    cells = tuple(zip(columns, shown, strict=True))
    return ShownRow(row.title, cells, _fits(f"{section.title} {_text(row)}", words))


def _shown(field: Field, form: HouseForm, printed: Mapping[str, str]) -> ShownField:
    by_the_book, value = printed.get(field.name), form.raw[field.name]
    in_words = "none" if by_the_book is None else dict(field.choices).get(by_the_book, by_the_book)
    return ShownField(field, value, in_words, value != by_the_book, form.mistakes.get(field.name, ()))


@dataclass(frozen=True, slots=True)
class ShownMistake:
    """For the list above the form: where to go, and what is wrong there."""

    name: str
    about: str
    message: str


def shown_mistakes(form: HouseForm) -> Iterator[ShownMistake]:
    described = {its.name: its for section in sections(form.base) for its in section.fields}
    for name, messages in form.mistakes.items():
        yield from (ShownMistake(name, described[name].label if name else "", message) for message in messages)
