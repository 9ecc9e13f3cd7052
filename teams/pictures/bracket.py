"""A bracket: a box for each tie, and lines from who wins to where the winner goes.

Ties stand in the order of a walk through the tree, so that each has a row of its own: on a phone every round is moved
a little to the right, and where there is room beside the one before it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from teams.pictures.chart import NARROW
from teams.pictures.drawing import BOLD, ink, points, short, svg

SLOT = 22
BOX = 2 * SLOT + 2
INDENT = 22
GAP = 22  # between two rounds
HEAD = 20


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in a tie. Without a colour, nobody has come that far yet."""

    name: str
    colour: str = ""
    score: str = ""
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    seats: tuple[Seat, ...]
    is_bye: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """Where boxes are: `column` is the round, counted from 0."""

    rounds: int
    width: int

    @property
    def is_narrow(self) -> bool:
        return self.width <= NARROW

    @property
    def box(self) -> float:
        if self.is_narrow:
            return self.width - 2 - INDENT * (self.rounds - 1)
        return min(220, (self.width - 2 - GAP * (self.rounds - 1)) / self.rounds)

    @property
    def pitch(self) -> float:
        return BOX + 12 if self.is_narrow else BOX / 2 + 7

    def x(self, column: int) -> float:
        return 1 + column * (INDENT if self.is_narrow else self.box + GAP)

    def y(self, column: int, number: int) -> float:
        """The top of a box: round by round, each tie stands in the middle between those it waits for."""
        row = (2 * number + 1) * (1 << column) - 1
        return self.top + row * self.pitch

    @property
    def top(self) -> float:
        return 2 if self.is_narrow else HEAD + 4

    @property
    def bottom(self) -> float:
        return self.top + ((1 << self.rounds) - 2) * self.pitch + BOX


def draw(
    rounds: Sequence[tuple[str, Sequence[Box]]],
    *,
    title: str,
    third: tuple[str, Box] | None = None,
    width: int = NARROW,
) -> SafeString:
    """Each round has half as many ties as the one before; the last is the final."""
    plan = Plan(len(rounds), width)
    body = _ways(plan, rounds) + _heads(plan, rounds)
    for column, (_, boxes) in enumerate(rounds):
        body += format_html_join(
            "", "{}", ((_box(its, plan.x(column), plan.y(column, n), plan.box),) for n, its in enumerate(boxes))
        )
    height = plan.bottom + 2
    if third:
        body += _third(third, plan)
        height += HEAD + BOX + 16
    return svg(width, height, title, body)


def _heads(plan: Plan, rounds: Sequence[tuple[str, Sequence[Box]]]) -> SafeString:
    """The names of the rounds, where each has a column of its own."""
    if plan.is_narrow:
        return mark_safe("")
    return format_html_join(
        "",
        '<text x="{}" y="14" class="tick">{}</text>',
        ((f"{plan.x(n) + 2:.0f}", short(name, plan.box)) for n, (name, _) in enumerate(rounds)),
    )


def _ways(plan: Plan, rounds: Sequence[tuple[str, Sequence[Box]]]) -> SafeString:
    ways = (
        (
            points(list(_way(plan, column, n))),
            "2.5" if any(seat.is_winner for seat in box.seats) or box.is_bye else "1.2",
        )
        for column, (_, boxes) in enumerate(rounds[:-1])
        for n, box in enumerate(boxes)
    )
    return format_html_join(
        "", '<polyline points="{}" fill="none" stroke="currentColor" stroke-width="{}" class="way"/>', ways
    )


def _way(plan: Plan, column: int, number: int) -> Iterator[tuple[float, float]]:
    """From the middle of a box to its winner's next."""
    start, middle = plan.x(column) + plan.box, plan.y(column, number) + BOX / 2
    above = plan.y(column + 1, number // 2)
    yield start, middle
    if plan.is_narrow:
        yield start + INDENT / 2, middle
        yield start + INDENT / 2, above if number % 2 == 0 else above + BOX
    else:
        yield start + GAP / 2, middle
        yield start + GAP / 2, above + BOX / 2
        yield start + GAP, above + BOX / 2


def _third(third: tuple[str, Box], plan: Plan) -> SafeString:
    name, box = third
    top = plan.bottom + HEAD + 14
    x = 1.0 if plan.is_narrow else plan.x(plan.rounds - 1)
    head = format_html('<text x="{}" y="{}" class="tick">{}</text>', f"{x + 2:.0f}", f"{top - 6:.0f}", name)
    return head + _box(box, x, top, plan.box)


def _box(its: Box, x: float, y: float, width: float) -> SafeString:
    frame = format_html(
        '<rect x="{}" y="{}" width="{}" height="{}" rx="3" fill="none" stroke="currentColor"{} class="tie-box"/>',
        *(f"{x:.1f}", f"{y:.1f}", f"{width:.1f}", BOX),
        mark_safe(' stroke-dasharray="3 3"' if its.is_bye else ""),  # noqa: S308 two constants
    )
    return frame + format_html_join(
        "",
        '<g class="{}"><path d="{}" fill="{}" class="bar"/><text x="{}" y="{}"{}>{}</text>'
        '<text x="{}" y="{}" text-anchor="end" class="value">{}</text></g>',
        (_seat(seat, x, y + 1 + n * SLOT, width) for n, seat in enumerate(_seats(its))),
    )


def _seats(its: Box) -> Iterator[Seat]:
    yield from its.seats
    if its.is_bye:
        yield Seat("Bye")


def _seat(its: Seat, x: float, y: float, width: float) -> tuple[object, ...]:
    """Who won is written in bold, with a mark before the name."""
    edge = f"M{x + 1:.1f} {y + 1:.1f}h4v{SLOT - 2}h-4z" if its.colour else ""
    name = f"\N{BLACK RIGHT-POINTING SMALL TRIANGLE} {its.name}" if its.is_winner else its.name
    room = (width - 22 - 9 * len(its.score)) / (BOLD if its.is_winner else 1)
    look = (
        ' font-weight="700" class="label"' if its.is_winner else ' class="label"' if its.colour else ' class="awaited"'
    )
    return (
        *(f"ink-{its.colour}" if its.colour else "nobody", edge, ink(its.colour) if its.colour else "none"),
        *(f"{x + 10:.1f}", f"{y + 16:.0f}", mark_safe(look), short(name, room)),  # noqa: S308 constants
        *(f"{x + width - 7:.1f}", f"{y + 16:.0f}", its.score),
    )
