"""Bars of parts: how much of each whole was won, drawn and lost."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from teams.pictures.bars import PITCH
from teams.pictures.chart import NARROW
from teams.pictures.drawing import short, svg

THICK = 20
# Full, half and hollow: told apart without colour.
FILLS = {"won": "1", "drawn": ".4", "lost": "0"}
FEWEST = 16  # units that a number needs to stand in its part


@dataclass(frozen=True, slots=True)
class Share:
    """`paint` is a class that sets the colour of the element."""

    name: str
    paint: str
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def rate(self) -> int:
        """Won, in percent."""
        return round(100 * self.won / self.games)

    @property
    def parts(self) -> tuple[tuple[str, int], ...]:
        return ("won", self.won), ("drawn", self.drawn), ("lost", self.lost)


def draw(shares: Sequence[Share], *, title: str, width: int = NARROW) -> SafeString:
    """Each bar is as wide as the picture: what counts is the share. All have at least one game."""
    pitch = PITCH + THICK - 12
    body = format_html_join(
        "",
        '<g class="{}"><text x="0" y="{}" class="label">{}</text>'
        '<text x="{}" y="{}" text-anchor="end" class="value">{} %</text>{}</g>',
        (
            (
                *(its.paint, n * pitch + 14, short(its.name, width - 60)),
                *(width - 1, n * pitch + 14, its.rate, _parts(its, n * pitch + 20, width)),
            )
            for n, its in enumerate(shares)
        ),
    )
    return svg(width, pitch * len(shares), title, body)


def _parts(its: Share, top: int, width: int) -> SafeString:
    return format_html_join(
        "",
        '<rect x="{}" y="{}" width="{}" height="{}" fill="currentColor" fill-opacity="{}" stroke="currentColor"'
        ' class="part"/><text x="{}" y="{}" text-anchor="middle" class="in-{}">{}</text>',
        _placed(its, top, width),
    )


def _placed(its: Share, top: int, width: int) -> Iterator[tuple[object, ...]]:
    """A part with nothing in it is not drawn, and a number that would not fit not written."""
    x = 1.0
    for kind, number in its.parts:
        length = (width - 2) * number / its.games
        if number:
            middle = f"{x + length / 2:.1f}"
            told = number if length >= FEWEST else ""
            yield f"{x:.1f}", top, f"{length:.1f}", THICK, FILLS[kind], middle, top + 15, kind, told
        x += length
