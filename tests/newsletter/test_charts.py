"""Charts: drawn from frozen figures, readable without seeing them, and safe whatever a team is called."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from league.models import Season
from league.standings import Outcome
from matches.newsletter import charts, material
from tests.league.clubs import club, played, season
from tests.newsletter.issues import court

BARS = [{"name": "Tora", "colour": "shu", "value": 9}, {"name": "Ika", "colour": "ai", "value": 0}]
TABLE: dict[str, Any] = {
    "rounds": [1, 2],
    "lines": [
        {"name": "Tora", "colour": "shu", "places": [2, 1]},
        {"name": "Ika", "colour": "ai", "places": [1, 2]},
        {"name": "Kitsune", "colour": "fuji", "places": [3, 2]},
    ],
    "of": 3,
}
FIGURES: dict[str, Any] = {"table": TABLE, "points": BARS, "ratings": BARS}


@pytest.mark.parametrize("name", ["table", "points", "ratings"])
def test_a_chart_is_svg_with_words_and_figures(name: str) -> None:
    chart = charts.drawn(FIGURES)[name]
    root = ElementTree.fromstring(chart.svg)  # noqa: S314 (drawn here)
    assert root.get("role") == "img"
    assert root.get("aria-label") == chart.title
    assert "Tora" in chart.summary
    assert len(chart.rows) == len(FIGURES[name] if name != "table" else TABLE["lines"])
    assert all(len(row) == len(chart.columns) for row in chart.rows)
    assert "style=" not in chart.svg
    assert "<script" not in chart.svg


def test_who_shares_a_place_is_not_written_over_another() -> None:
    chart = charts.drawn(FIGURES)["table"]
    labels = re.findall(r'<text x="\d+" y="(\d+)" class="label">([^<]+)', chart.svg)
    assert len({y for y, _ in labels}) == 3
    assert [label for _, label in labels] == ["1. Tora", "2. Ika", "2. Kitsune"]


def test_a_name_cannot_break_out_of_a_chart() -> None:
    evil = [{"name": '"><script>alert(1)</script>', "colour": "shu", "value": 3}]
    svg = charts.drawn({"points": evil})["points"].svg
    assert "<script" not in svg
    ElementTree.fromstring(svg)  # noqa: S314


def test_long_names_are_cut_in_the_picture_alone() -> None:
    chart = charts.drawn({"points": [{"name": "x" * 60, "colour": "shu", "value": 3}]})["points"]
    assert "x" * 60 not in chart.svg
    assert chart.rows == (("x" * 60, "3"),)


def test_nothing_is_drawn_of_nothing() -> None:
    assert charts.drawn({}) == {}
    assert charts.drawn({"table": {"rounds": [], "lines": [], "of": 0}, "points": [], "ratings": []}) == {}


def test_all_at_zero_is_drawn_too() -> None:
    chart = charts.drawn({"points": [{"name": "Tora", "colour": "shu", "value": 0}]})["points"]
    assert chart.summary == "Points scored. The most: Tora, 0 points."


@pytest.mark.django_db
def test_figures_are_those_of_the_season() -> None:
    _, its = court()
    found = Season.objects.select_related("league__house", "champion").get(pk=its.pk)
    figures = charts.figures_of(material.material_of(found, 1, 1))
    assert figures["table"]["rounds"] == [1]
    assert [line["places"] for line in figures["table"]["lines"]] == [[1], [2]]
    assert figures["ratings"] == []  # nobody has briefed this game


@pytest.mark.django_db
def test_a_large_league_gets_a_chart_of_its_best() -> None:
    its = season(club(), teams=14)
    entrants = list(its.entrants.order_by("pk"))
    for number in range(1, 13):
        for seat in range(0, 14, 2):
            played(its, number, (entrants[seat], Outcome.WON, seat), (entrants[seat + 1], Outcome.LOST, 0))
    found = Season.objects.select_related("league__house", "champion").get(pk=its.pk)
    figures = charts.figures_of(material.material_of(found, 12, 12))
    assert len(figures["table"]["lines"]) == charts.MOST_TEAMS
    assert figures["table"]["rounds"] == list(range(3, 13))
    assert "the first 12 of 14 teams" in charts.drawn(figures)["table"].title
