"""Where versions of a report differ: every cell, and only those."""

from collections.abc import Mapping
from dataclasses import replace

from matches.differences import Differing, Names, differences, feat_names
from rules.catalog import Side
from rules.report import NinjaReport, Report, TeamReport
from rules.scroll import Result
from tests.rules.teams import HOUSE

NAMES = Names(
    teams={"red": "Red Moon", "blue": "Blue Moon"},
    ninja={("red", "n1"): "Kuma", ("red", "n2"): "Hana", ("blue", "n1"): "Jiro"},
    feats=feat_names(HOUSE),
)
ROWS: Mapping[str, NinjaReport] = {"n1": NinjaReport(on_board=True, feats={"injury": 2})}
RED = TeamReport("red", Result.WON, 5, ROWS, ("n1",))
BLUE = TeamReport("blue", Result.LOST, 3)
REPORT = Report("game", "search", (RED, BLUE))


def between(one: Report, *others: Report) -> list[tuple[str, ...]]:
    """What is told of each differing cell: where, and what each version says."""
    versions = dict(enumerate((one, *others), start=1))
    return [(*_place(its), *(value for _, value in its.said)) for its in differences(versions, NAMES)]


def _place(its: Differing) -> tuple[str, ...]:
    return tuple(part for part in (its.team, its.ninja, its.what) if part)


def test_a_version_does_not_differ_from_itself() -> None:
    assert between(REPORT, REPORT) == []


def test_results_and_points_differ_for_their_team() -> None:
    other = replace(REPORT, teams=(replace(RED, result=Result.DREW), replace(BLUE, result=Result.DREW, points=5)))
    assert between(REPORT, other) == [
        ("Red Moon", "Result", "Won", "Drew"),
        ("Blue Moon", "Result", "Lost", "Drew"),
        ("Blue Moon", "Points", "3", "5"),
    ]


def test_cells_differ_by_ninja_and_what_is_not_told_is_nothing() -> None:
    rows = {"n2": NinjaReport(on_board=True, feats={"reveal": 1}, healing_house=True)}
    other = replace(REPORT, teams=(replace(RED, ninja=rows, all_stars=("n2",)), BLUE))
    assert between(REPORT, other) == [
        ("Red Moon", "Kuma", "On the board", "yes", "no"),
        ("Red Moon", "Kuma", "Injured an enemy", "2", "0"),
        ("Red Moon", "Kuma", "All-Star", "yes", "no"),
        ("Red Moon", "Hana", "On the board", "no", "yes"),
        ("Red Moon", "Hana", "Revealed a ninja in Stealth", "0", "1"),
        ("Red Moon", "Hana", "Healing House", "no", "yes"),
        ("Red Moon", "Hana", "All-Star", "no", "yes"),
    ]


def test_versions_may_not_even_agree_on_the_challenge() -> None:
    sides = (replace(RED, side=Side.ATTACKER), replace(BLUE, side=Side.DEFENDER))
    assert between(REPORT, replace(REPORT, challenge="intercept-the-messenger", teams=sides)) == [
        ("Challenge", "Search", "Intercept the Messenger"),
        ("Red Moon", "Side", "\N{EN DASH}", "Attacker"),
        ("Blue Moon", "Side", "\N{EN DASH}", "Defender"),
    ]


def test_three_versions_stand_side_by_side_by_their_numbers() -> None:
    other = replace(REPORT, teams=(replace(RED, points=6), BLUE))
    (found,) = differences({2: REPORT, 4: other, 5: REPORT}, NAMES)
    assert found.said == ((2, "5"), (4, "6"), (5, "5"))
    assert found.subject == "red:points"


def test_a_ninja_who_has_left_is_still_told_of() -> None:
    other = replace(REPORT, teams=(replace(RED, ninja={**ROWS, "n9": NinjaReport(on_board=True)}), BLUE))
    assert between(REPORT, other) == [("Red Moon", "A ninja who has left", "On the board", "no", "yes")]


def test_a_team_that_one_version_leaves_out_is_told_of() -> None:
    assert ("Blue Moon", "Result", "Lost", "\N{EN DASH}") in between(REPORT, replace(REPORT, teams=(RED,)))
