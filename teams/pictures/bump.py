"""Places from round to round: one line for each team, the first on top."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from rules.problems import listed
from teams.pictures.chart import NARROW, Chart, both, part_of
from teams.pictures.drawing import dash, ink, marks, points, room_of, short, svg

ROW = 26
TOP = 8
LEFT = 16


@dataclass(frozen=True, slots=True)
class Climb:
    """The place of a team after each round."""

    name: str
    colour: str
    places: tuple[int, ...]

    @property
    def label(self) -> str:
        return f"{self.places[-1]}. {self.name}"


def chart(rounds: Sequence[int], climbs: Sequence[Climb], of: int) -> Chart:
    """Of so many teams, these; the first of them is first in the end."""
    after = f"after round {rounds[-1]}" if len(rounds) == 1 else f"from round {rounds[0]} to round {rounds[-1]}"
    title = f"Places in the table {after}{part_of(len(climbs), of, 'teams')}"
    first = listed([its.name for its in climbs if its.places[-1] == climbs[0].places[-1]])
    summary = f"First after round {rounds[-1]}: {first}."
    return Chart(
        name="table",
        title=title,
        summary=summary,
        **both(lambda width: draw(rounds, climbs, title=title, width=width)),
        columns=("Team", *(f"Round {number}" for number in rounds)),
        rows=tuple((its.name, *map(str, its.places)) for its in climbs),
    )


def draw(rounds: Sequence[int], climbs: Sequence[Climb], *, title: str, width: int = NARROW) -> SafeString:
    """One line for each team, from round to round; where it ends stands its name."""
    rows = _rows(climbs)
    deepest = max(*(place for its in climbs for place in its.places), *rows)
    right = width - 16 - min(max(room_of(its.label) for its in climbs), max(NARROW * 0.5, width * 0.35))
    step = (right - LEFT) / max(1, len(rounds) - 1)
    body = _heads(rounds, step) + format_html_join(
        "",
        '<g class="ink-{}"><polyline points="{}" fill="none" stroke="{}" stroke-width="2.5" stroke-dasharray="{}"'
        ' class="line"/><path d="{}" fill="{}" stroke="{}" stroke-width="1.5" class="mark"/>'
        '<text x="{}" y="{}" class="label">{}</text></g>',
        (_climb(n, its, row, right, step, width) for n, (its, row) in enumerate(zip(climbs, rows, strict=True))),
    )
    return svg(width, ROW * (deepest + 1) + TOP, title, body)


def _heads(rounds: Sequence[int], step: float) -> SafeString:
    """As many of them as fit, and always the last."""
    every = max(1, -(-22 // max(1, int(step))))
    return format_html_join(
        "",
        '<text x="{}" y="14" text-anchor="middle" class="tick">{}</text>',
        ((f"{LEFT + n * step:.0f}", number) for n, number in enumerate(rounds) if (len(rounds) - 1 - n) % every == 0),
    )


def _rows(climbs: Sequence[Climb]) -> list[int]:
    """Who shares a place is written one below the other."""
    used: set[int] = set()
    rows = []
    for its in climbs:
        row = its.places[-1]
        while row in used:
            row += 1
        used.add(row)
        rows.append(row)
    return rows


def _climb(number: int, its: Climb, row: int, right: float, step: float, width: int) -> tuple[object, ...]:
    spots = [(LEFT + n * step, _y(place)) for n, place in enumerate(its.places)]
    if len(spots) == 1:
        spots.append((right, spots[0][1]))
    spots[-1] = spots[-1][0], _y(row)
    end_x, end_y = spots[-1]
    painted = ink(its.colour)
    return (
        *(its.colour, points(spots), painted, dash(number)),
        *(marks(number, spots), painted, painted),
        *(f"{end_x + 10:.0f}", f"{end_y + 4:.0f}", short(its.label, width - end_x - 10)),
    )


def _y(place: int) -> float:
    return ROW * place + TOP
