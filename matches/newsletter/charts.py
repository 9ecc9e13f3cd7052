"""The small charts of an issue: their figures, frozen when it is drafted, drawn by `teams/pictures`."""

from typing import Any

from league import tables
from matches.newsletter.material import Material
from teams.pictures import bars, bump
from teams.pictures.bars import Bar
from teams.pictures.bump import Climb
from teams.pictures.chart import Chart

MOST_ROUNDS = 10
MOST_TEAMS = 12


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
    rounds, places = tables.places_by_round(material.entrants, material.counted, material.rules, MOST_ROUNDS)
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
        climbs = [Climb(its["name"], its["colour"], tuple(its["places"])) for its in table["lines"]]
        found["table"] = bump.chart(table["rounds"], climbs, table["of"])
    for name, title, unit in (("points", "Points scored", "point"), ("ratings", "Ratings", "")):
        if figures.get(name):
            found[name] = bars.chart(name, title, unit, [Bar(**its) for its in figures[name]])
    return found
