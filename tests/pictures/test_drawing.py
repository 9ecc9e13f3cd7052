"""Whatever the figures: pictures are SVG, nothing lies outside of them, and no name breaks out of its place."""

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from django.utils.safestring import SafeString
from hypothesis import given, settings
from hypothesis import strategies as st

from teams.models import Colour
from teams.pictures import bars, bracket, bump, drawing, lines, shares
from teams.pictures.chart import NARROW, WIDE, part_of

SEARCH = settings(max_examples=60)
EVIL = "<b>&\"'</svg>"
WIDTHS = st.sampled_from([NARROW, WIDE])
COLOURS = st.sampled_from([colour.value for colour in Colour])
NAMES = st.one_of(
    st.just(EVIL), st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=60)
)
VALUES = st.integers(0, 9_999)


def numbers(path: str) -> list[float]:
    return [float(its) for its in re.findall(r"-?[\d.]+", path)]


def spots(root: Any) -> list[tuple[float, float]]:
    """Every point that is drawn, as far as the markup names it outright."""
    found: list[tuple[float, float]] = []
    for its in root.iter():
        kind = its.tag.rpartition("}")[2]
        if kind == "polyline":
            flat = numbers(its.get("points"))
            found += zip(flat[::2], flat[1::2], strict=True)
        elif kind in ("text", "rect"):
            found.append((float(its.get("x")), float(its.get("y"))))
        if kind == "rect":
            found.append(
                (float(its.get("x")) + float(its.get("width")), float(its.get("y")) + float(its.get("height")))
            )
        if kind == "path":
            found += [tuple(numbers(start)[:2]) for start in re.findall(r"M([\d.]+ [\d.]+)", its.get("d"))]  # type: ignore[misc]
    return found


def looked_at(svg: SafeString) -> Any:
    """It is whole, in its frame, and nothing but a drawing."""
    root = ElementTree.fromstring(svg)  # noqa: S314 (drawn here)
    _, _, width, height = numbers(root.get("viewBox") or "")
    drawn = [value for its in root.iter() for name, value in its.items() if name in ("points", "d", "x", "y", "width")]
    assert not any("nan" in value or "inf" in value for value in drawn)
    for x, y in spots(root):
        assert -0.1 <= x <= width + 0.1
        assert -0.1 <= y <= height + 0.1
    assert not re.search(r"<script|\sstyle=|<b>", svg)
    assert root.get("role") == "img"
    assert root.get("aria-label")
    return root


@st.composite
def line_figures(draw: st.DrawFn) -> tuple[list[str], list[lines.Line]]:
    stops = draw(st.integers(1, 70))
    values = st.lists(st.none() | VALUES, min_size=stops, max_size=stops).filter(lambda its: set(its) != {None})
    drawn = draw(st.lists(st.builds(lines.Line, NAMES, COLOURS, values.map(tuple)), min_size=1, max_size=lines.MOST))
    return [str(number) for number in range(stops)], drawn


@SEARCH
@given(
    line_figures(), WIDTHS, st.booleans(), st.booleans(), st.lists(st.builds(lines.Level, NAMES, VALUES), max_size=7)
)
def test_lines_stay_in_their_frame(
    figures: tuple[list[str], list[lines.Line]],
    width: int,
    from_zero: bool,
    is_stepped: bool,
    levels: list[lines.Level],
) -> None:
    stops, drawn = figures
    svg = lines.draw(
        stops,
        drawn,
        title=EVIL,
        axis="Round",
        width=width,
        from_zero=from_zero,
        is_stepped=is_stepped,
        levels=levels,
    )
    root = looked_at(svg)
    assert len(root.findall("{*}g")) == len(drawn)
    named = sorted(float(its.get("y")) for its in root.iter() if its.get("class") == "tick over")
    assert all(below - above >= drawing.LABEL - 0.2 for above, below in pairwise(named))
    assert bool(named) == bool(levels)


@SEARCH
@given(st.data(), WIDTHS)
def test_climbs_stay_in_their_frame(data: st.DataObject, width: int) -> None:
    rounds = data.draw(st.integers(1, 20))
    places = st.lists(st.integers(1, 24), min_size=rounds, max_size=rounds).map(tuple)
    climbs = data.draw(st.lists(st.builds(bump.Climb, NAMES, COLOURS, places), min_size=1, max_size=16))
    chart = bump.chart(range(1, rounds + 1), climbs, 30)
    for svg in (chart.svg, chart.wide):
        looked_at(SafeString(svg))
    assert looked_at(bump.draw(range(1, rounds + 1), climbs, title="Places", width=width)) is not None
    assert all(len(row) == len(chart.columns) for row in chart.rows)


def test_teams_that_share_the_first_place_are_all_named() -> None:
    level = [bump.Climb(name, Colour.AI, (2, place)) for name, place in (("Tora", 1), ("Ika", 1), ("Ijin", 3))]
    assert bump.chart([1, 2], level, 3).summary.endswith("First after round 2: Tora and Ika.")


@SEARCH
@given(st.lists(st.builds(bars.Bar, NAMES, COLOURS, VALUES, is_gone=st.booleans()), min_size=1, max_size=24))
def test_bars_stay_in_their_frame(drawn: list[bars.Bar]) -> None:
    root = looked_at(bars.draw(drawn, title=EVIL, scale=[8, 22, 43]))
    lengths = [float(its.get("width")) for its in root.findall(".//{*}rect")]
    for (one, its), (other, next_) in pairwise(sorted(zip([bar.value for bar in drawn], lengths, strict=True))):
        assert one == other or its <= next_


@SEARCH
@given(st.lists(st.tuples(VALUES, VALUES, VALUES).filter(any), min_size=1, max_size=6))
def test_shares_fill_their_bars_and_no_more(records: list[tuple[int, int, int]]) -> None:
    looked_at(shares.draw([shares.Share(EVIL, "of-fire", *its) for its in records], title="Clans"))


@pytest.mark.parametrize("width", [NARROW, WIDE])
@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5])
def test_no_box_of_a_bracket_lies_on_another(rounds: int, width: int) -> None:
    box = bracket.Box((bracket.Seat(EVIL, "shu", "12", True), bracket.Seat("Winner of Semi-final 1")))
    drawn = [(f"Round {n}", [box] * 2 ** (rounds - 1 - n)) for n in range(rounds)]
    root = looked_at(bracket.draw(drawn, title="Bracket", third=("Third", box), width=width))
    corners = [
        tuple(float(its.get(side) or 0) for side in ("x", "y", "width", "height")) for its in root.findall(".//{*}rect")
    ]
    assert len(corners) == 2**rounds
    for n, (x, y, wide, high) in enumerate(corners):
        for other_x, other_y, *_ in corners[n + 1 :]:
            assert abs(other_y - y) >= high or abs(other_x - x) >= wide


def test_a_bye_is_drawn_with_one_team_and_says_so() -> None:
    svg = bracket.draw([("Final", [bracket.Box((bracket.Seat("Tora", "shu"),), is_bye=True)])], title="Bracket")
    assert "Bye" in svg
    assert "stroke-dasharray" in svg


# Telling apart


def test_no_two_of_sixteen_lines_look_alike_without_colour() -> None:
    looks = {(drawing.MARKS[n % len(drawing.MARKS)], drawing.dash(n)) for n in range(lines.MOST)}
    assert len(looks) == lines.MOST


@SEARCH
@given(st.lists(st.floats(0, 300), min_size=1, max_size=16))
def test_labels_never_lie_on_each_other_and_keep_their_order(wanted: list[float]) -> None:
    placed = drawing.within(drawing.apart(wanted), 0, 300)
    for one, other in pairwise(sorted(placed)):
        assert other - one >= drawing.LABEL - 0.01
    assert all(-0.01 <= its <= 300.01 for its in placed)
    assert sorted(range(len(wanted)), key=lambda n: wanted[n]) == sorted(range(len(wanted)), key=lambda n: placed[n])


@SEARCH
@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_a_scale_holds_its_values_with_few_marks(one: int, other: int) -> None:
    low, high = sorted((one, other))
    marked = drawing.steps(low, high)
    assert marked[0] <= low <= high <= marked[-1]
    assert 2 <= len(marked) <= 8


@SEARCH
@given(NAMES, st.integers(40, 400))
def test_a_name_is_cut_to_its_room(name: str, room: int) -> None:
    told = drawing.short(name, room)
    assert drawing.room_of(told) <= room
    assert told == name or told.endswith("…")


def test_what_is_left_out_is_said() -> None:
    assert part_of(16, 20, "teams") == ", the first 16 of 20 teams"
    assert part_of(16, 16, "teams") == ""
