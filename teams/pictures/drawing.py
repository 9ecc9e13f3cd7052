"""What all pictures are drawn with: the frame around them, inks, marks, and room for words."""

import math
from collections.abc import Sequence
from unicodedata import east_asian_width

from django.utils.html import format_html
from django.utils.safestring import SafeString

from teams.crests import INKS
from teams.models import Colour

# How wide letters are, of a wide font: those not named here as wide as most.
SLIM, MOST_LETTERS, CAPITAL, BROAD, SQUARE = 5, 8, 9.2, 12.8, 13
BOLD = 1.15  # times as wide
LABEL = 17  # from one label to the next below it
BESIDE = 15  # from one mark to the next on a line
Spot = tuple[float, float]

# Each drawn around a point. Those who see no colours tell lines apart by them.
MARKS = (
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "m-4-4h8v8h-8z",
    "m0-5l5 5l-5 5l-5-5z",
    "m0-5l5 9h-10z",
    "m0 5l5-9h-10z",
    "m-4-4l8 8m0-8l-8 8",
    "m0-5v10m-5-5h10",
    "m-4-4h8l-8 8h8z",
)
DASHES = ("none", "7 4", "2 4", "11 4 2 4")


def svg(width: float, height: float, title: str, body: SafeString) -> SafeString:
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}" font-family="sans-serif" font-size="13"'
        ' fill="currentColor" xmlns="http://www.w3.org/2000/svg">{}</svg>',
        round(width),
        math.ceil(height),
        title,
        body,
    )


def ink(colour: str) -> str:
    return INKS[Colour(colour)]


def dash(number: int) -> str:
    """With the marks: 32 lines, each unlike the others."""
    return DASHES[(number + number // len(MARKS)) % len(DASHES)]


def marks(number: int, spots: Sequence[Spot]) -> str:
    """The path of a line's marks: at its end, and wherever there is room for one before the next."""
    drawn, free = "", math.inf
    for x, y in reversed(spots):
        if x <= free:
            drawn, free = f"{drawn}M{x:.1f} {y:.1f}{MARKS[number % len(MARKS)]}", x - BESIDE
    return drawn


def points(spots: Sequence[Spot]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)


def room_of(text: str) -> float:
    """About how wide it will be."""
    return sum(_width(letter) for letter in text)


def short(text: str, room: float) -> str:
    """As much of it as there is room for."""
    if room_of(text) <= room:
        return text
    kept, left = "", room - _width("…")
    for letter in text:
        left -= _width(letter)
        if left < 0:
            break
        kept += letter
    return f"{kept.rstrip()}…"


def _width(letter: str) -> float:
    if letter in "…MWmw@%":
        return BROAD
    if letter in " iljtrfI.,:;'!|()-1":
        return SLIM
    if east_asian_width(letter) in "WF":
        return SQUARE
    return CAPITAL if letter.isupper() else MOST_LETTERS


def apart(wanted: Sequence[float], gap: float = LABEL) -> list[float]:
    """Each as near as can be to where it wants to be, in the same order, and none closer to another than the gap.

    Those that would meet are moved together, as a block around their middle.
    """
    order = sorted(range(len(wanted)), key=lambda n: wanted[n])
    blocks: list[tuple[float, list[int]]] = []  # where each block begins, and who is in it
    for n in order:
        start, members = wanted[n], [n]
        while blocks and blocks[-1][0] + gap * len(blocks[-1][1]) > start:
            members = blocks.pop()[1] + members
            start = sum(wanted[its] - gap * place for place, its in enumerate(members)) / len(members)
        blocks.append((start, members))
    placed = [0.0] * len(wanted)
    for start, members in blocks:
        for place, its in enumerate(members):
            placed[its] = start + gap * place
    return placed


def within(placed: Sequence[float], low: float, high: float, gap: float = LABEL) -> list[float]:
    """Moved no further than needed to lie between low and high, which has room for all."""
    order = sorted(range(len(placed)), key=lambda n: placed[n])
    moved = list(placed)
    for rank, n in enumerate(order):
        moved[n] = max(moved[n], low + gap * rank)
    for rank, n in enumerate(reversed(order)):
        moved[n] = min(moved[n], high - gap * rank)
    return moved


def steps(low: float, high: float, most: int = 5) -> list[int]:
    """Round whole numbers around low and high, evenly apart: what a scale is marked with."""
    span = max(1.0, high - low)
    size = max(1, 10 ** math.floor(math.log10(span / most)))
    step = next(its for its in (size, 2 * size, 5 * size, 10 * size, 20 * size) if span / its <= most)
    first = math.floor(low / step) * step
    last = max(first + step, math.ceil(high / step) * step)
    return list(range(int(first), int(last) + 1, int(step)))
