"""A report as a form: whatever is typed is read or refused by its cell, and what was told can be typed again."""

import json
from dataclasses import replace

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from matches.report_form import Filled, Ground, fresh, problems, read, typed_from, typed_in
from matches.report_grid import grid_shown
from matches.reporting import Account
from rules import game
from rules import report as reports
from rules.catalog import Side, catalog
from rules.report import NinjaReport, TeamReport
from rules.scroll import Result, Scroll
from tests.rules.teams import HOUSE, MINIMAL, found, told

RED, BLUE, GREEN = "red-moon", "blue-moon", "green-moon"


def ground(*slugs: str, challenge: str = "search", also: dict[str, Scroll] | None = None) -> Ground:
    teams = {slug: told(found(slug.title(), "tora", *MINIMAL["tora"], "benkei")) for slug in slugs or (RED, BLUE)}
    teams |= also or {}
    return Ground("game", challenge, teams, HOUSE, game.brief(teams, HOUSE))


GROUND = ground()


def filled(typed: dict[str, str] | None = None, on: Ground = GROUND) -> Filled:
    """A form in which only this was changed."""
    return read(fresh(on) | (typed or {}), on)


def team(said: Filled, slug: str = RED) -> TeamReport:
    return next(its for its in said.account.report.teams if its.team == slug)


def ended(said: Filled) -> list[str]:
    return [its.result.value for its in said.account.report.teams]


def subjects(said: Filled) -> set[str]:
    return {problem.subject for problem in said.problems}


def test_an_untouched_form_has_everybody_on_the_board_and_nothing_done() -> None:
    said = filled()
    assert said.problems == ()
    assert [row.on_board for row in team(said).ninja.values()] == [True] * 4
    assert all(row == NinjaReport(on_board=True) for row in team(said).ninja.values())
    assert ended(said) == ["drew", "drew"]


def test_who_has_to_miss_the_game_is_not_on_the_board() -> None:
    hurt = replace(GROUND.scrolls[RED], ninja=tuple(replace(its, misses=1) for its in GROUND.scrolls[RED].ninja))
    on = ground(BLUE, also={RED: hurt})
    assert team(filled(on=on)).ninja == {}
    assert [row.absent for row in grid_shown(fresh(on), on).teams[1].rows] == ["Misses 1 game"] * 4


def test_points_follow_from_the_feats_and_results_from_the_points() -> None:
    said = filled({f"{RED}/n1/crate-checked": "2", f"{RED}/n2/objective-found": "1"})
    assert said.counted == {RED: 5, BLUE: 0}
    assert [its.points for its in said.account.report.teams] == [5, 0]
    assert ended(said) == ["won", "lost"]


def test_declared_points_stand_whatever_the_feats_count() -> None:
    said = filled({f"{RED}/n1/crate-checked": "2", f"{BLUE}:points": "7"})
    assert [its.points for its in said.account.report.teams] == [2, 7]
    assert ended(said) == ["lost", "won"]


RESULTS = [
    ({RED: "conceded"}, ["conceded", "won"]),
    ({RED: "lost"}, ["lost", "won"]),
    ({RED: "won"}, ["won", "lost"]),
    ({BLUE: "won"}, ["lost", "won"]),
    ({RED: "drew", BLUE: "drew"}, ["drew", "drew"]),
    ({RED: "conceded", BLUE: "conceded"}, ["conceded", "conceded"]),
]


@pytest.mark.parametrize(("said", "ends"), RESULTS)
def test_what_one_side_says_of_its_result_decides_the_others(said: dict[str, str], ends: list[str]) -> None:
    typed = {f"{slug}:result": result for slug, result in said.items()}
    assert ended(filled({f"{RED}:points": "5"} | typed)) == ends


def test_of_three_teams_the_best_wins_and_two_best_draw() -> None:
    on = ground(RED, BLUE, GREEN)
    assert ended(filled({f"{RED}:points": "3"}, on)) == ["won", "lost", "lost"]
    assert ended(filled({f"{RED}:points": "3", f"{GREEN}:points": "3"}, on)) == ["drew", "lost", "drew"]
    assert ended(filled({f"{RED}:points": "3", f"{RED}:result": "conceded"}, on)) == ["conceded", "drew", "drew"]


def test_the_last_side_is_the_one_that_is_left_over() -> None:
    on = ground(challenge="intercept-the-messenger")
    assert [its.side for its in filled(on=on).account.report.teams] == [None, None]
    said = filled({f"{BLUE}:side": "attacker"}, on)
    assert [its.side for its in said.account.report.teams] == [Side.DEFENDER, Side.ATTACKER]


def test_only_feats_of_the_own_side_are_shown_and_read() -> None:
    on = ground(challenge="intercept-the-messenger")
    typed = fresh(on) | {f"{RED}:side": "attacker", f"{RED}/n1/messenger-escaped": "1"}
    assert team(read(typed, on)).ninja["n1"].feats == {}
    red, blue = grid_shown(typed, on).teams
    assert "Injured the messenger" in [column.name for column in red.columns]
    assert "Carried the message off the board" not in [column.name for column in red.columns]
    assert "Injured the messenger" not in [column.name for column in blue.columns]


def test_what_a_type_cannot_do_has_no_cell() -> None:
    on = ground(challenge="champion")
    chunin, kaiken, *_ = grid_shown(fresh(on), on).teams[0].rows
    named = {cell.feat: cell.name for cell in chunin.cells}
    assert named["Named champion"] == ""
    assert {cell.feat: cell.name for cell in kaiken.cells}["Named champion"] == f"{RED}/n2/named-champion"


@pytest.mark.parametrize("nonsense", ["x", "1.5", "--1", "1e3", "٣", "9" * 40, "0x1", "1 2"])
def test_a_cell_that_is_no_number_is_a_problem_of_that_cell(nonsense: str) -> None:
    said = filled({f"{RED}/n1/injury": nonsense, f"{BLUE}:points": nonsense})
    assert subjects(said) == {f"{RED}/n1/injury", BLUE}
    assert team(said).ninja["n1"].feats == {}


def test_what_is_a_number_but_impossible_is_for_the_rules_to_refuse() -> None:
    said = filled({f"{RED}/n1/injury": "-1", f"{RED}/n2/injury": "100", f"{RED}:points": "-3"})
    assert said.problems == ()
    found_ = {(its.code, its.subject) for its in problems(said, GROUND)}
    assert {("how-often", f"{RED}/n1/injury"), ("how-often", f"{RED}/n2/injury"), ("points", RED)} <= found_


def test_a_result_or_side_that_nobody_knows_is_a_problem() -> None:
    assert subjects(filled({f"{RED}:result": "almost"})) == {RED}
    on = ground(challenge="intercept-the-messenger")
    said = filled({f"{RED}:side": "referee", f"{BLUE}:side": "attacker"}, on)
    assert team(said).side is Side.DEFENDER


def test_a_form_without_a_challenge_asks_for_one_once() -> None:
    on = ground(challenge="")
    said = filled(on=on)
    assert [its.message for its in problems(said, on) if its.subject == "challenge"] == [
        "Say which challenge was played."
    ]
    assert grid_shown(fresh(on), on).teams[0].columns == ()


def test_moments_are_kept_as_far_as_the_counts_bear_them_out() -> None:
    noted = [[1, RED, "n1", "injury"], [2, RED, "n1", "injury"], [3, RED, "n1", "injury"], [1, BLUE, "n1", "reveal"]]
    said = filled({f"{RED}/n1/injury": "2", "moments": json.dumps(noted)})
    assert said.account.moments == ((1, RED, "n1", "injury"), (2, RED, "n1", "injury"))


SENSELESS = [
    "{",
    "3",
    "null",
    "[" * 5000,
    "[[1]]",
    '[["1", "red-moon", "n1", "injury"]]',
    '[[0, "red-moon", "n1", "injury"]]',
    '[[99, "red-moon", "n1", "injury"]]',
    '[[1, "red-moon", ["n1"], "injury"]]',
    '[[1e999, "red-moon", "n1", "injury"]]',
]


@pytest.mark.parametrize("written", SENSELESS)
def test_moments_that_make_no_sense_are_left_out(written: str) -> None:
    assert filled({f"{RED}/n1/injury": "2", "moments": written}).account.moments == ()


def test_problems_stand_beside_their_cells() -> None:
    typed = fresh(GROUND) | {f"{RED}/n1/injury": "100", f"{RED}/n2/all-star": "on", f"{BLUE}:points": "x"}
    typed.pop(f"{RED}/n2:board")
    grid = grid_shown(typed, GROUND)
    red, blue = grid.teams
    assert red.rows[0].problems == ("“Injured an enemy” is a number from 0 to 99, not 100.",)
    assert [cell.is_wrong for cell in red.rows[0].cells if cell.name == f"{RED}/n1/injury"] == [True]
    assert red.rows[1].star.is_wrong
    assert blue.points_is_wrong
    assert set(grid.wrong) == {f"{RED}/n1/injury", f"{RED}/n2/all-star", f"{BLUE}:points"}


def test_a_limit_for_the_team_stands_with_the_feat_and_its_breach_with_the_team() -> None:
    on = ground(challenge="king-of-the-hill")
    grid = grid_shown(fresh(on) | {f"{RED}/n1/held-the-hill": "9"}, on)
    assert "at most 8 a team" in [column.limit for column in grid.teams[0].columns]
    assert any("at most 8 a team" in message for message in grid.teams[0].problems)


def test_text_is_kept_without_what_no_database_keeps() -> None:
    post = QueryDict(mutable=True)
    post["notes"] = "a\x00b\r\nc"
    post[f"{RED}/n1/injury"] = "2"
    post["of-another/n1/injury"] = "2"
    assert typed_in(post, GROUND) == {"notes": "ab\nc", f"{RED}/n1/injury": "2"}


# Whatever is typed

NAMES = st.one_of(
    st.sampled_from([*fresh(GROUND), f"{RED}/n1/injury", f"{RED}:points", f"{RED}:result", f"{BLUE}:side", "moments"]),
    st.text(max_size=30),
)
VALUES = st.one_of(
    st.text(max_size=60),
    st.integers().map(str),
    st.sampled_from(["on", "won", "attacker", "99", "[]", "search", "brawl", "intercept-the-messenger"]),
)


@given(st.dictionaries(NAMES, VALUES, max_size=30))
def test_no_form_is_too_odd_to_be_read_shown_and_judged(sent: dict[str, str]) -> None:
    post = QueryDict(mutable=True)
    post.update(sent)
    typed = typed_in(post, GROUND)
    said = read(typed, GROUND)
    assert grid_shown(typed, GROUND).teams[0].slug == RED
    if not problems(said, GROUND):
        game.resolve(said.account.report, GROUND.scrolls, HOUSE, GROUND.briefing)


@st.composite
def accounts(draw: st.DrawFn) -> tuple[Account, Ground]:
    challenge = draw(st.sampled_from(sorted(catalog().challenges)))
    on = ground(challenge=challenge)
    its = catalog().challenges[challenge]
    sides = draw(st.permutations(its.sides)) if its.sides else (None, None)
    teams = tuple(_told_of(draw, slug, on, side) for slug, side in zip(on.scrolls, sides, strict=True))
    results = draw(
        st.sampled_from([(Result.WON, Result.LOST), (Result.DREW, Result.DREW), (Result.CONCEDED, Result.WON)])
    )
    teams = tuple(replace(team_, result=result) for team_, result in zip(teams, results, strict=True))
    return Account(reports.Report(on.game, challenge, teams), notes=draw(st.sampled_from(["", "A fine game."]))), on


def _told_of(draw: st.DrawFn, slug: str, on: Ground, side: Side | None) -> TeamReport:
    its = catalog().challenges[on.challenge]
    feats = [feat for feat in HOUSE.feats_of(its) if feat.side in (None, side)]
    rows = {}
    for ninja in on.scrolls[slug].ninja:
        able = [feat.id for feat in feats if ninja.profile.type not in feat.not_for]
        done = draw(st.dictionaries(st.sampled_from(able), st.integers(1, 3), max_size=2))
        ordered = {id_: done[id_] for id_ in able if id_ in done}
        rows[ninja.id] = NinjaReport(on_board=True, feats=ordered, healing_house=draw(st.booleans()))
    stars = draw(st.sampled_from([(), ("n1",), ("n2",)]))
    return TeamReport(slug, Result.LOST, draw(st.integers(0, 20)), rows, stars, side)


@given(accounts())
def test_what_was_told_can_be_typed_again_and_says_the_same(case: tuple[Account, Ground]) -> None:
    account, on = case
    again = read(typed_from(account, on), on)
    assert again.problems == ()
    assert again.account == account
