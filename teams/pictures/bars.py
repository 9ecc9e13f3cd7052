"""Bars one below the other, each with its name above it: long names fit, on a phone as well."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from rules.problems import counted
from teams.pictures.chart import NARROW, Chart
from teams.pictures.drawing import BOLD, ink, room_of, short, svg

PITCH = 42
THICK = 12
SCALE = 22  # room for the numbers of a scale, above


@dataclass(frozen=True, slots=True)
class Bar:
    name: str
    colour: str
    value: int
    told: str = ""  # at its end; its value if nothing else
    is_gone: bool = False  # drawn as an outline

    @property
    def label(self) -> str:
        return self.told or str(self.value)


def chart(name: str, title: str, unit: str, bars: Sequence[Bar]) -> Chart:
    """Of teams, the most first."""
    most = bars[0]
    value = counted(most.value, unit) if unit else str(most.value)
    summary = f"{title}. The most: {most.name}, {value}."
    return Chart(
        name=name,
        title=title,
        summary=summary,
        svg=draw(bars, title=title),
        columns=("Team", title),
        rows=tuple((its.name, str(its.value)) for its in bars),
    )


def draw(bars: Sequence[Bar], *, title: str, scale: Sequence[int] = (), width: int = NARROW) -> SafeString:
    """`scale` are values worth a line across all bars: those that a bar reaches."""
    most = max(1, *(its.value for its in bars))
    room = width - 12 - BOLD * max(room_of(its.label) for its in bars)
    top = SCALE if scale else 0
    body = _scale(scale, most, room, top + PITCH * len(bars)) + format_html_join(
        "",
        '<g class="ink-{}{}"><text x="0" y="{}" class="label">{}</text>'
        '<rect x="1" y="{}" width="{}" height="{}" rx="2" fill="{}" fill-opacity="{}" stroke="{}"'
        ' stroke-dasharray="{}" class="bar"/><text x="{}" y="{}" class="value">{}</text></g>',
        (_bar(its, top + n * PITCH, max(2.0, room * its.value / most), width) for n, its in enumerate(bars)),
    )
    return svg(width, top + PITCH * len(bars), title, body)


def _bar(its: Bar, top: int, length: float, width: int) -> tuple[object, ...]:
    painted = ink(its.colour)
    return (
        *(its.colour, " gone" if its.is_gone else "", top + 14, short(its.name, width)),
        *(top + 20, f"{length:.1f}", THICK, painted),
        *((".15", painted, "3 3") if its.is_gone else ("1", "none", "none")),
        *(f"{length + 8:.0f}", top + 31, its.label),
    )


def _scale(scale: Sequence[int], most: int, room: float, bottom: int) -> SafeString:
    reached = [its for its in scale if 0 < its <= most]
    return format_html_join(
        "",
        '<line x1="{}" x2="{}" y1="18" y2="{}" stroke="currentColor" stroke-opacity=".3" stroke-dasharray="2 3"'
        ' class="grid"/><text x="{}" y="13" text-anchor="middle" class="tick">{}</text>',
        ((x, x, bottom, x, its) for its in reached for x in [f"{1 + room * its / most:.1f}"]),
    )
