"""The small charts of an issue: their figures, frozen when it is drafted, and how they are drawn.

Each is an SVG without script or style of its own, with a sentence instead of the picture and a table of its figures.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from matches.newsletter.gathering import places_by_round
from matches.newsletter.material import Material
from rules.problems import counted
from teams.crests import INKS
from teams.models import Colour

MOST_ROUNDS = 10
MOST_TEAMS = 12
WIDTH = 360  # of a small phone: there it is drawn as large as it is
ROW = 26
NAME = 20  # characters that fit beside a line


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as a page shows it."""

    name: str
    title: str
    summary: str
    svg: SafeString
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def figures_of(material: Material) -> dict[str, Any]:
    """All that is drawn, as plain JSON: what happens later does not change it."""
    colours = {str(its.pk): (its.team.name, its.team.colour) for its in material.entrants}
    return {
        "table": _table(material, colours),
        "points": _points(material, colours),
        "ratings": _ratings(material, colours),
    }


Colours = dict[str, tuple[str, str]]


def _table(material: Material, colours: Colours) -> dict[str, Any]:
    rounds, places = places_by_round(material, MOST_ROUNDS)
    lines = [
        {"name": colours[entrant][0], "colour": colours[entrant][1], "places": its}
        for entrant, its in sorted(places.items(), key=lambda pair: (pair[1][-1:], colours[pair[0]][0]))
        if its
    ]
    return {"rounds": rounds, "lines": lines[:MOST_TEAMS], "of": len(lines)}


def _points(material: Material, colours: Colours) -> list[dict[str, Any]]:
    """Points scored in these rounds."""
    scored: dict[str, int] = {}
    for game in material.span:
        for side in game.sides if not game.is_bye else ():
            scored[str(side.entrant)] = scored.get(str(side.entrant), 0) + side.points
    return _bars(scored, colours)


def _ratings(material: Material, colours: Colours) -> list[dict[str, Any]]:
    """With which each team came to its last game of these rounds."""
    rated = {str(side.entrant): side.rating for game in material.span for side in game.sides if side.rating is not None}
    return _bars(rated, colours)


def _bars(values: dict[str, int], colours: Colours) -> list[dict[str, Any]]:
    ordered = sorted(values.items(), key=lambda pair: (-pair[1], colours[pair[0]][0]))
    return [
        {"name": colours[entrant][0], "colour": colours[entrant][1], "value": value}
        for entrant, value in ordered[:MOST_TEAMS]
    ]


# Drawing


def drawn(figures: dict[str, Any]) -> dict[str, Chart]:
    """By name, those that have something to show."""
    found: dict[str, Chart] = {}
    table = figures.get("table") or {}
    if table.get("lines") and table.get("rounds"):
        found["table"] = table_chart(table)
    for name, title, unit in (("points", "Points scored", "point"), ("ratings", "Ratings", "")):
        if figures.get(name):
            found[name] = bar_chart(name, title, unit, figures[name])
    return found


def table_chart(table: dict[str, Any]) -> Chart:
    rounds, lines = table["rounds"], table["lines"]
    after = f"after round {rounds[-1]}" if len(rounds) == 1 else f"from round {rounds[0]} to round {rounds[-1]}"
    leader = lines[0]
    part = f", the first {len(lines)} of {table['of']} teams" if table["of"] > len(lines) else ""
    title = f"Places in the table {after}{part}"
    return Chart(
        name="table",
        title=title,
        summary=f"{title}. First in the end: {leader['name']}.",
        svg=_lines(rounds, lines, title),
        columns=("Team", *(f"Round {number}" for number in rounds)),
        rows=tuple((its["name"], *map(str, its["places"])) for its in lines),
    )


def bar_chart(name: str, title: str, unit: str, bars: Sequence[dict[str, Any]]) -> Chart:
    most = bars[0]
    value = counted(most["value"], unit) if unit else str(most["value"])
    return Chart(
        name=name,
        title=title,
        summary=f"{title}. The most: {most['name']}, {value}.",
        svg=_bar_svg(bars, title),
        columns=("Team", title),
        rows=tuple((its["name"], str(its["value"])) for its in bars),
    )


def _lines(rounds: Sequence[int], lines: Sequence[dict[str, Any]], title: str) -> SafeString:
    """One line for each team, from round to round; where it ends stands its name."""
    deepest = max(place for its in lines for place in its["places"])
    height = ROW * (deepest + 1) + 8
    left, right = 16, 160
    step = (right - left) / max(1, len(rounds) - 1)
    body = format_html_join(
        "",
        '<g class="ink-{}"><polyline points="{}" fill="none" stroke="{}" stroke-width="2.5" class="line"/>'
        '<circle cx="{}" cy="{}" r="5" fill="{}" class="dot"/>'
        '<text x="{}" y="{}" class="label">{}. {}</text></g>',
        (_line(its, left, right, step, offset) for its, offset in _offsets(lines)),
    )
    heads = format_html_join(
        "",
        '<text x="{}" y="14" text-anchor="middle" class="tick">{}</text>',
        ((f"{left + n * step:.0f}", number) for n, number in enumerate(rounds)),
    )
    return _svg(height, title, heads + body)


def _offsets(lines: Sequence[dict[str, Any]]) -> list[tuple[dict[str, Any], int]]:
    """Who shares a place is written one below the other."""
    used: set[int] = set()
    placed = []
    for its in lines:
        row = its["places"][-1]
        while row in used:
            row += 1
        used.add(row)
        placed.append((its, row - its["places"][-1]))
    return placed


def _line(its: dict[str, Any], left: int, right: int, step: float, offset: int) -> tuple[object, ...]:
    spots = [(left + n * step, _y(place)) for n, place in enumerate(its["places"])]
    if len(spots) == 1:
        spots.append((float(right), spots[0][1]))
    end_x, end_y = spots[-1][0], spots[-1][1] + offset * ROW
    spots[-1] = end_x, end_y
    ink = INKS[Colour(its["colour"])]
    points = " ".join(f"{x:.0f},{y:.0f}" for x, y in spots)
    told = (its["places"][-1], _short(its["name"]))
    return (
        its["colour"],
        points,
        ink,
        f"{end_x:.0f}",
        f"{end_y:.0f}",
        ink,
        f"{end_x + 10:.0f}",
        f"{end_y + 4:.0f}",
        *told,
    )


def _y(place: int) -> float:
    return ROW * place + 8


def _bar_svg(bars: Sequence[dict[str, Any]], title: str) -> SafeString:
    """Its name above each bar: long names fit, on a phone as well."""
    most = max(1, *(its["value"] for its in bars))
    room = WIDTH - 40
    body = format_html_join(
        "",
        '<g class="ink-{}"><text x="0" y="{}" class="label">{}</text>'
        '<rect x="0" y="{}" width="{}" height="12" rx="2" fill="{}" class="bar"/>'
        '<text x="{}" y="{}" class="value">{}</text></g>',
        (_bar(its, n * 42, max(2, round(room * its["value"] / most))) for n, its in enumerate(bars)),
    )
    return _svg(42 * len(bars), title, body)


def _bar(its: dict[str, Any], top: int, width: int) -> tuple[object, ...]:
    name, ink = _short(its["name"], 2 * NAME), INKS[Colour(its["colour"])]
    return its["colour"], top + 14, name, top + 20, width, ink, width + 8, top + 31, its["value"]


def _svg(height: int, title: str, body: SafeString) -> SafeString:
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}" font-family="sans-serif" font-size="13"'
        ' fill="currentColor" xmlns="http://www.w3.org/2000/svg">{}</svg>',
        WIDTH,
        height,
        title,
        body,
    )


def _short(name: str, most: int = NAME) -> str:
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"
