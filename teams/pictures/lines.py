"""Lines over time: one for each team, with its name where it ends."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from teams.pictures.chart import NARROW
from teams.pictures.drawing import LABEL, Spot, apart, dash, ink, marks, points, room_of, short, steps, svg, within

MOST = 16  # lines that can be told apart
TOP, FOOT, LEFT = 14, 38, 36
LOWEST = 190  # of the plot, in units


@dataclass(frozen=True, slots=True)
class Line:
    """A value at each stop, or none where there is nothing to tell."""

    name: str
    colour: str
    values: tuple[int | None, ...]

    @property
    def last(self) -> int:
        return next(its for its in reversed(self.values) if its is not None)


@dataclass(frozen=True, slots=True)
class Level:
    """A value that something begins at."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Scale:
    """Where stops and values are on a picture."""

    left: float
    right: float
    top: float
    bottom: float
    stops: int
    marked: list[int]

    def x(self, stop: int) -> float:
        return self.left + (self.right - self.left) * (stop / (self.stops - 1) if self.stops > 1 else 0.5)

    def y(self, value: float) -> float:
        low, high = self.marked[0], self.marked[-1]
        return self.bottom - (self.bottom - self.top) * (value - low) / (high - low)


def draw(
    stops: Sequence[str],
    lines: Sequence[Line],
    *,
    title: str,
    axis: str,
    width: int = NARROW,
    from_zero: bool = False,
    is_stepped: bool = False,
    levels: Sequence[Level] = (),
) -> SafeString:
    """`axis` says what the stops are. Every line has a value somewhere; alone, it is labelled by its last value."""
    scale = _scale(stops, lines, width, from_zero, levels)
    body = _grid(scale) + _levels(scale, levels) + _stops(scale, stops, axis) + _drawn(scale, lines, width, is_stepped)
    return svg(width, scale.bottom + FOOT, title, body)


def _scale(stops: Sequence[str], lines: Sequence[Line], width: int, from_zero: bool, levels: Sequence[Level]) -> Scale:
    values = [its for line in lines for its in line.values if its is not None] + [its.value for its in levels]
    longest = max(room_of(_label(line, lines)) for line in lines)
    right = width - 16 - min(longest + 4, max(NARROW * 0.45, width * 0.33))
    height = max(LOWEST, LABEL * len(lines))
    marked = steps(min(0, *values) if from_zero else min(values), max(values))
    return Scale(LEFT, right, TOP, TOP + height, len(stops), marked)


def _label(line: Line, lines: Sequence[Line]) -> str:
    return f"{line.last} {line.name}" if len(lines) > 1 else str(line.last)


def _grid(scale: Scale) -> SafeString:
    return format_html_join(
        "",
        '<line x1="{}" x2="{}" y1="{}" y2="{}" stroke="currentColor" stroke-opacity=".2" class="grid"/>'
        '<text x="{}" y="{}" text-anchor="end" class="tick">{}</text>',
        (
            (
                *(f"{its:.0f}" for its in (scale.left - 4, scale.right + 4, scale.y(value), scale.y(value))),
                *(f"{its:.0f}" for its in (scale.left - 9, scale.y(value) + 4)),
                value,
            )
            for value in scale.marked
        ),
    )


def _levels(scale: Scale, levels: Sequence[Level]) -> SafeString:
    left, right = f"{scale.left:.0f}", f"{scale.right:.0f}"
    placed = [(short(its.name, scale.right - scale.left), scale.y(its.value)) for its in _spaced(levels, scale)]
    return format_html_join(
        "",
        '<line x1="{}" x2="{}" y1="{}" y2="{}" stroke="currentColor" stroke-opacity=".5" stroke-dasharray="2 3"'
        ' class="grid"/><text x="{}" y="{}" class="tick over">{}</text>',
        ((left, right, f"{y:.1f}", f"{y:.1f}", left, f"{y - 4:.1f}", name) for name, y in placed),
    )


def _spaced(levels: Sequence[Level], scale: Scale) -> list[Level]:
    """Where two are close, the lower one is left out: its name would stand on the other's."""
    kept: list[Level] = []
    for level in sorted(levels, key=lambda its: -its.value):
        if not kept or scale.y(level.value) - scale.y(kept[-1].value) >= LABEL:
            kept.append(level)
    return kept


def _stops(scale: Scale, stops: Sequence[str], axis: str) -> SafeString:
    """As many of them as fit, and always the last; below, what they are."""
    room = max(room_of(its) for its in stops) + 8
    every = max(1, -(-int(room * max(1, len(stops) - 1)) // max(1, int(scale.right - scale.left))))
    shown = [n for n in range(len(stops)) if (len(stops) - 1 - n) % every == 0]
    texts = [(scale.x(n), scale.bottom + 17, stops[n]) for n in shown]
    texts.append(((scale.left + scale.right) / 2, scale.bottom + 32, axis))
    return format_html_join(
        "",
        '<text x="{}" y="{}" text-anchor="middle" class="tick">{}</text>',
        ((f"{x:.0f}", f"{y:.0f}", text) for x, y, text in texts),
    )


def _drawn(scale: Scale, lines: Sequence[Line], width: int, is_stepped: bool) -> SafeString:
    ends = within(apart([scale.y(its.last) for its in lines]), scale.top, scale.bottom)
    return format_html_join(
        "",
        '<g class="ink-{}"><polyline points="{}" fill="none" stroke="{}" stroke-width="2" stroke-dasharray="{}"'
        ' class="line"/><polyline points="{}" fill="none" stroke="{}" stroke-dasharray="1 4" class="leader"/>'
        '<path d="{}" fill="{}" stroke="{}" stroke-width="1.5" class="mark"/>'
        '<text x="{}" y="{}" class="label">{}</text></g>',
        (
            _line(n, its, scale, end, _label(its, lines), width, is_stepped)
            for n, (its, end) in enumerate(zip(lines, ends, strict=True))
        ),
    )


def _line(
    number: int, its: Line, scale: Scale, end: float, label: str, width: int, is_stepped: bool
) -> tuple[object, ...]:
    spots = [(scale.x(n), scale.y(value)) for n, value in enumerate(its.values) if value is not None]
    way = list(_stairs(spots)) if is_stepped else spots
    leader = points([spots[-1], (scale.right + 8, end)])
    painted = ink(its.colour)
    at = scale.right + 12
    return (
        *(its.colour, points(way), painted, dash(number), leader, painted),
        *(marks(number, spots), painted, painted),
        *(f"{at:.0f}", f"{end + 4:.0f}", short(label, width - at)),
    )


def _stairs(spots: Sequence[Spot]) -> Iterator[Spot]:
    """Nothing changes between two stops: the line turns where it does."""
    yield spots[0]
    for (_, before), (x, y) in pairwise(spots):
        yield x, before
        yield x, y
