"""A picture as a page shows it, with what it says in words and in figures."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.safestring import SafeString

NARROW, WIDE = 320, 640  # units across: at the first, a phone of 360 pixels shows them as large as they are


@dataclass(frozen=True, slots=True)
class Chart:
    """Without a picture there is nothing to see, and the summary says what would bring it about."""

    name: str
    title: str
    summary: str
    svg: SafeString | str = ""
    wide: SafeString | str = ""  # the same where there is room, if it gains by it
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def both(draw: Callable[[int], SafeString]) -> dict[str, SafeString]:
    """The picture for a phone, and the one where there is room."""
    return {"svg": draw(NARROW), "wide": draw(WIDE)}


def part_of(shown: int, of: int, what: str) -> str:
    """`, the first 16 of 20 teams`; nothing where all are shown."""
    return f", the first {shown} of {of} {what}" if of > shown else ""
