"""What follows from the points of a game, and who can have done which feat."""

from dataclasses import replace

import pytest

from rules.catalog import Side, Type, catalog
from rules.report import is_for_side, is_for_type, result_problems, results_by_points
from rules.scroll import Result
from tests.rules.teams import HOUSE, legal_team, told

WON, LOST, DREW, CONCEDED = Result.WON, Result.LOST, Result.DREW, Result.CONCEDED


@pytest.mark.parametrize(
    ("points", "said", "results"),
    [
        ((7, 4), {}, (WON, LOST)),
        ((4, 4), {}, (DREW, DREW)),
        ((0, 0, 5), {}, (LOST, LOST, WON)),
        ((5, 5, 1), {}, (DREW, DREW, LOST)),
        ((9, 4), {0: CONCEDED}, (CONCEDED, WON)),
        ((9, 4), {1: WON}, (LOST, WON)),
        ((5, 4), {0: DREW}, (DREW, LOST)),
        ((3, 7, 7), {1: CONCEDED}, (LOST, CONCEDED, WON)),
    ],
)
def test_the_most_points_win_where_nothing_else_is_said(
    points: tuple[int, ...], said: dict[int, Result], results: tuple[Result, ...]
) -> None:
    teams = [str(n) for n in range(len(points))]
    found = results_by_points(dict(zip(teams, points, strict=True)), {str(n): its for n, its in said.items()})
    assert tuple(found[team] for team in teams) == results
    if not said:
        assert list(result_problems(found.values())) == []


def test_a_feat_of_one_side_is_not_for_the_other_and_may_be_anybodys_while_nobody_says() -> None:
    feat = replace(catalog().challenges["brawl"].feats[0], side=Side.ATTACKER)
    assert [is_for_side(feat, side) for side in (Side.ATTACKER, Side.DEFENDER, None)] == [True, False, True]
    assert is_for_side(replace(feat, side=None), Side.DEFENDER)


def test_some_feats_are_not_for_some_types() -> None:
    chunin, kaiken, _ = told(legal_team("tora")).ninja
    feat = replace(HOUSE.feats_of(catalog().challenges["brawl"])[0], not_for=(Type.CHUNIN,))
    assert (is_for_type(feat, chunin), is_for_type(feat, kaiken)) == (False, True)
