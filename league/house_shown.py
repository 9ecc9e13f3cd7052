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
    fields: tuple[ShownField | None, ...]
    is_found: bool

    @property
    def all_fields(self) -> list[ShownField]:
        return [shown for shown in self.fields if shown]


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
        rows = (_row(row, form, printed, _fits(f"{its.title} {_text(row)}", words)) for row in its.rows)
        return ShownSection(its, tuple(rows), bool(words))

    return [shown(its) for its in sections(form.base)]


def _fits(text: str, words: list[str]) -> bool:
    return all(word in text.lower() for word in words)


def _text(row: Row) -> str:
    return " ".join((row.title, *(its.label for its in row.fields if its)))


def _row(row: Row, form: HouseForm, printed: Mapping[str, str], is_found: bool) -> ShownRow:
    cells = (_shown(its, form, printed.get(its.name)) if its else None for its in row.fields)
    return ShownRow(row.title, tuple(cells), is_found)


def _shown(its: Field, form: HouseForm, printed: str | None) -> ShownField:
    in_words = "none" if printed is None else dict(its.choices).get(printed, printed)
    value = form.raw[its.name]
    return ShownField(its, value, in_words, value != printed, form.mistakes.get(its.name, ()))


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
