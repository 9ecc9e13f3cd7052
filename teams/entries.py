"""The entries of a chronicle as they are shown, each with what later ones have made of it. No query here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.events import Amended, Ruled, Word
from teams.chronicle import Line


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry as the chronicle shows it, with what later ones have made of it."""

    number: int
    sentence: str
    author: str
    written_at: datetime
    reason: str
    tag: str  # struck, by ruling, told otherwise; empty if it stands as it was written
    said_at: int | None  # the entry that says so
    about: int | None  # the entry that this one has the last word on
    is_struck: bool
    is_ruling: bool


def said_of(lines: Sequence[Line]) -> dict[int, Line]:
    """By entry: the later one that has the last word on it."""
    return {line.event.entry: line for line in lines if isinstance(line.event, Amended)}


def entry_rows(lines: Sequence[Line]) -> list[EntryRow]:
    said = said_of(lines)
    return [entry_row(line, said) for line in lines]


def rulings(lines: Sequence[Line]) -> list[EntryRow]:
    """What the ninja master has decreed for this team."""
    said = said_of(lines)
    return [entry_row(line, said) for line in lines if isinstance(line.event, Ruled)]


def entry_row(line: Line, said: Mapping[int, Line]) -> EntryRow:
    last_word = said.get(line.number)
    return EntryRow(
        number=line.number,
        sentence=line.sentence,
        author=line.author,
        written_at=line.written_at,
        reason=line.reason,
        tag=tag_of(line, last_word),
        said_at=last_word.number if last_word else None,
        about=line.event.entry if isinstance(line.event, Amended) else None,
        is_struck=line.is_struck,
        is_ruling=isinstance(line.event, Ruled),
    )


def tag_of(line: Line, last_word: Line | None) -> str:
    if line.word is not Word.STANDS:
        return {Word.STRUCK: "struck", Word.UPHELD: "by ruling"}[line.word]
    is_retold = last_word and isinstance(last_word.event, Amended) and last_word.event.played
    return "told otherwise" if is_retold else ""
