"""The league table: worked by hand, each tie-breaker alone, and against a slow table that follows the words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.schedules import round_robin
from league.standings import Entrant, Game, Outcome, Row, Rules, Side, standings, worth
from rules.articles import TIE_BREAKERS
from rules.house import TieBreaker, rulebook
from tests.league.tables import (
    NAMES,
    SEARCH,
    conceded,
    drew,
    entrants,
    forfeited,
    game,
    leagues,
    names,
    rested,
    rules,
    won,
)

H2H, DIFFERENCE, COIN = TieBreaker.HEAD_TO_HEAD, TieBreaker.POINT_DIFFERENCE, TieBreaker.COIN


def order(rows: Sequence[Row]) -> list[tuple[int, str]]:
    return [(row.position, row.entrant.team) for row in rows]


def row_of(rows: Sequence[Row], team: str) -> Row:
    return next(row for row in rows if row.entrant.team == team)


def line(row: Row) -> tuple[object, ...]:
    """League points, then played, won, drawn, lost, then points for, against and difference, then form and streak."""
    return (
        row.league_points,
        (row.played, row.won, row.drawn, row.lost),
        (row.points_for, row.points_against, row.difference),
        (row.form, row.streak),
    )


# By hand


def test_before_the_first_game_all_are_level_by_name() -> None:
    rows = standings(entrants("tora", "ika", "kitsune"), [], rules(*TieBreaker))
    assert order(rows) == [(1, "ika"), (1, "kitsune"), (1, "tora")]
    assert [row.decided for row in rows] == ["level with Kitsune Veil", "level with Tora Claw", ""]
    assert [(row.form, row.streak) for row in rows] == [("", "")] * 3


def test_what_is_not_told_counts_as_nothing() -> None:
    assert Side("tora", Outcome.WON) == Side("tora", Outcome.WON, points=0, feats=0, injuries=0)
    assert Entrant("tora", "Tora Claw") == Entrant("tora", "Tora Claw", rating=0, coin=0)


def test_nobody_makes_an_empty_table_and_one_team_leads_its_own() -> None:
    assert standings([], [], rules(H2H)) == []
    assert order(standings(entrants("tora"), [], rules(H2H))) == [(1, "tora")]


def test_a_league_of_two() -> None:
    played = [
        won("tora", "ika", (4, 2), round_=1),
        drew("tora", "ika", 3, round_=2),
        won("ika", "tora", (5, 1), round_=3),
        won("tora", "ika", (2, 1), round_=4),
    ]
    tora, ika = standings(entrants("ika", "tora"), played, rules(H2H))
    assert (tora.entrant.team, *line(tora)) == ("tora", 7, (4, 2, 1, 1), (10, 11, -1), ("WDLW", "W1"))
    assert (ika.entrant.team, *line(ika)) == ("ika", 4, (4, 1, 1, 2), (11, 10, 1), ("LDWL", "L1"))
    assert (tora.position, tora.decided) == (1, "ahead of Ika Tide on points, 7 to 4")
    assert (ika.position, ika.decided) == (2, "")


def test_a_league_of_three_where_each_rests_once() -> None:
    played = [
        won("kitsune", "ika", (3, 0), round_=1),
        rested("tora", round_=1),
        won("tora", "kitsune", (2, 1), round_=2),
        rested("ika", round_=2),
        drew("ika", "tora", 2, round_=3),
        rested("kitsune", round_=3),
    ]
    rows = standings(entrants("ika", "kitsune", "tora"), played, rules(H2H, bye=2))
    assert order(rows) == [(1, "tora"), (2, "kitsune"), (3, "ika")]
    assert [line(row) for row in rows] == [
        (6, (2, 1, 1, 0), (4, 3, 1), ("BWD", "D1")),
        (5, (2, 1, 0, 1), (4, 2, 2), ("WLB", "L1")),
        (3, (2, 0, 1, 1), (2, 5, -3), ("LBD", "D1")),
    ]
    assert [row.byes for row in rows] == [1, 1, 1]


SEVEN = [
    won("tora", "ika", (5, 2), round_=1),
    drew("kitsune", "yamazaru", 3, round_=1),
    conceded("tanchyo", "ijin", (4, 0), round_=1),
    rested("kani", round_=1),
    won("kitsune", "tora", (4, 1), round_=2),
    won("ika", "kani", (2, 1), round_=2),
    forfeited("yamazaru", "tanchyo", round_=2),
    rested("ijin", round_=2),
    game(3, Side("tora", Outcome.WON, 6), Side("ika", Outcome.LOST, 3), Side("yamazaru", Outcome.LOST, 2)),
    drew("kitsune", "ijin", 2, round_=3),
    won("kani", "tanchyo", (5, 1), round_=3),
]


def test_a_league_of_seven_with_byes_forfeits_concessions_and_a_game_of_three() -> None:
    rows = standings(entrants(*NAMES), SEVEN, rules(H2H, DIFFERENCE))
    assert order(rows) == list(enumerate(["tora", "kitsune", "kani", "yamazaru", "tanchyo", "ika", "ijin"], 1))
    assert [line(row) for row in rows] == [
        (6, (3, 2, 0, 1), (12, 9, 3), ("WLW", "W1")),
        (5, (3, 1, 2, 0), (9, 6, 3), ("DWD", "D1")),
        (4, (2, 1, 0, 1), (6, 3, 3), ("BLW", "W1")),
        (4, (3, 1, 1, 1), (5, 9, -4), ("DWL", "L1")),
        (3, (3, 1, 0, 2), (5, 5, 0), ("WLL", "L2")),
        (3, (3, 1, 0, 2), (7, 12, -5), ("LWL", "L1")),
        (2, (2, 0, 1, 1), (2, 6, -4), ("LBD", "D1")),
    ]
    assert [(row.byes, row.conceded) for row in rows] == [(0, 0), (0, 0), (1, 0), (0, 0), (0, 0), (0, 0), (1, 1)]
    assert [row.decided for row in rows] == [
        "ahead of Kitsune Veil on points, 6 to 5",
        "ahead of Kani Shell on points, 5 to 4",
        "ahead of Yamazaru Howl on point difference, 3 to -4",
        "ahead of Tanchyo Wing on points, 4 to 3",
        "ahead of Ika Tide on point difference, 0 to -5",
        "ahead of Ijin Ghosts on points, 3 to 2",
        "",
    ]


def test_strength_of_schedule_is_the_mean_share_of_games_its_opponents_won() -> None:
    """Yamazaru met Kitsune, Tanchyo and Ika (1 of 3 each) and Tora (2 of 3); Kani met Ika and Tanchyo.

    Ika met Tora twice (2 of 3), Kani (1 of 2) and Yamazaru (1 of 3); Tanchyo Ijin (none), Yamazaru and Kani.
    """
    rows = standings(entrants(*NAMES), SEVEN, rules(TieBreaker.STRENGTH_OF_SCHEDULE))
    assert [row.entrant.team for row in rows] == ["tora", "kitsune", "yamazaru", "kani", "ika", "tanchyo", "ijin"]
    assert (round(5 / 12, 3), round(1 / 3, 3), round(13 / 24, 3), round(5 / 18, 3)) == (0.417, 0.333, 0.542, 0.278)
    assert row_of(rows, "yamazaru").decided == "ahead of Kani Shell on strength of schedule, 0.417 to 0.333"
    assert row_of(rows, "ika").decided == "ahead of Tanchyo Wing on strength of schedule, 0.542 to 0.278"


def test_who_only_rested_had_no_schedule_of_any_strength() -> None:
    played = [rested("ika"), drew("tora", "kani"), won("kani", "gone")]
    for breaker, numbers in ((TieBreaker.STRENGTH_OF_SCHEDULE, "0.500 to 0"), (TieBreaker.BUCHHOLZ, "4 to 0")):
        rows = standings(entrants("ika", "tora", "kani"), played, rules(breaker))
        assert row_of(rows, "tora").decided == f"ahead of Ika Tide on {TIE_BREAKERS[breaker]}, {numbers}"


def test_buchholz_is_the_sum_of_its_opponents_league_points() -> None:
    """Yamazaru: 5 + 3 + 6 + 3. Kani: 3 + 3. Ika: 6 + 4 + 6 + 4. Tanchyo: 2 + 4 + 4."""
    rows = standings(entrants(*NAMES), SEVEN, rules(TieBreaker.BUCHHOLZ))
    assert row_of(rows, "yamazaru").decided == "ahead of Kani Shell on Buchholz, 17 to 6"
    assert row_of(rows, "ika").decided == "ahead of Tanchyo Wing on Buchholz, 20 to 10"


def test_in_a_game_of_four_the_best_of_the_others_counts_against() -> None:
    sides = [
        ("tora", Outcome.WON, 7),
        ("ika", Outcome.LOST, 5),
        ("kitsune", Outcome.CONCEDED, 6),
        ("kani", Outcome.LOST, 1),
    ]
    rows = standings(entrants("tora", "ika", "kitsune", "kani"), [game(1, *(Side(*its) for its in sides))], rules())
    against = {row.entrant.team: (row.points_for, row.points_against) for row in rows}
    assert against == {"tora": (7, 6), "ika": (5, 7), "kitsune": (6, 7), "kani": (1, 7)}
    assert order(rows) == [(1, "tora"), (2, "ika"), (2, "kani"), (2, "kitsune")]


def test_all_four_of_a_game_have_each_other_as_opponents() -> None:
    sides = [Side(team, Outcome.DREW) for team in ("tora", "ika", "kitsune", "kani")]
    rows = standings(entrants("tora", "ika", "kitsune", "kani"), [game(1, *sides)], rules())
    assert row_of(rows, "ika").opponents == ["tora", "kitsune", "kani"]


# What a result is worth


@pytest.mark.parametrize(
    ("outcome", "points", "letter"),
    [
        (Outcome.WON, 5, "W"),
        (Outcome.FORFEIT_WON, 5, "W"),
        (Outcome.DREW, 3, "D"),
        (Outcome.LOST, 1, "L"),
        (Outcome.CONCEDED, 1, "L"),
        (Outcome.FORFEIT_LOST, 1, "L"),
        (Outcome.BYE, 2, "B"),
    ],
)
def test_every_outcome_has_its_worth_and_its_letter(outcome: Outcome, points: int, letter: str) -> None:
    assert worth(outcome, rules(win=5, draw=3, loss=1, bye=2)) == points
    assert outcome.letter == letter


def test_every_outcome_has_a_name_of_its_own() -> None:
    assert len({str(outcome) for outcome in Outcome}) == len(Outcome) == 7


def test_a_concession_is_a_loss_whatever_the_points() -> None:
    tora, ika = standings(entrants("tora", "ika"), [conceded("tora", "ika", (1, 9))], rules())
    assert (tora.entrant.team, tora.won, tora.conceded, tora.difference) == ("tora", 1, 0, -8)
    assert (ika.lost, ika.conceded, ika.league_points, ika.difference) == (1, 1, 0, 8)


def test_a_forfeit_counts_as_played_for_both() -> None:
    tora, ika = standings(entrants("tora", "ika"), [forfeited("tora", "ika")], rules())
    assert line(tora) == (3, (1, 1, 0, 0), (0, 0, 0), ("W", "W1"))
    assert line(ika) == (0, (1, 0, 0, 1), (0, 0, 0), ("L", "L1"))
    assert (ika.conceded, tora.opponents, ika.opponents) == (0, ["ika"], ["tora"])


def test_both_may_forfeit() -> None:
    neither = game(1, Side("tora", Outcome.FORFEIT_LOST), Side("ika", Outcome.FORFEIT_LOST))
    rows = standings(entrants("tora", "ika"), [neither], rules(H2H))
    assert order(rows) == [(1, "ika"), (1, "tora")]
    assert [(row.lost, row.league_points) for row in rows] == [(1, 0), (1, 0)]


def test_a_bye_is_worth_its_points_and_nothing_else() -> None:
    (row,) = standings(entrants("tora"), [rested("tora")], rules(bye=2))
    assert line(row) == (2, (0, 0, 0, 0), (0, 0, 0), ("B", ""))
    assert (row.byes, row.opponents) == (1, [])


def test_feats_and_injuries_add_up() -> None:
    played = [
        game(
            n,
            Side("tora", Outcome.WON, 1, 4, 2),
            Side("ika", Outcome.LOST, 0, n, 3),
        )
        for n in (1, 2)
    ]
    tora, ika = standings(entrants("tora", "ika"), played, rules())
    assert (tora.feats, tora.injuries) == (8, 4)
    assert (ika.feats, ika.injuries) == (3, 6)


def test_a_game_against_a_team_that_has_left_still_counts() -> None:
    played = [won("tora", "gone", (3, 1)), won("ika", "kani", (3, 1)), won("gone", "kani", round_=2)]
    rows = standings(entrants("tora", "ika", "kani"), played, rules(TieBreaker.BUCHHOLZ, H2H))
    assert order(rows) == [(1, "ika"), (1, "tora"), (3, "kani")]
    tora = row_of(rows, "tora")
    assert (tora.league_points, tora.points_against, tora.opponents) == (3, 1, [])


# Form and streak


def test_form_shows_the_latest_five_and_the_streak_counts_them_all() -> None:
    played = [won("ika", "tora", round_=1), *(won("tora", "ika", round_=n) for n in range(2, 9))]
    tora, ika = standings(entrants("tora", "ika"), played, rules())
    assert (tora.form, tora.streak) == ("WWWWW", "W7")
    assert (ika.form, ika.streak) == ("LLLLL", "L7")


def test_form_and_streak_follow_the_rounds_not_the_list() -> None:
    played = [won("tora", "ika", round_=10), drew("tora", "ika", round_=2), won("ika", "tora", round_=9)]
    assert [(row.form, row.streak) for row in standings(entrants("tora", "ika"), played, rules())] == [
        ("DWL", "L1"),
        ("DLW", "W1"),
    ]


def test_a_bye_neither_breaks_a_streak_nor_makes_one() -> None:
    played = [won("tora", "ika", round_=1), rested("tora", round_=2), forfeited("tora", "ika", round_=3)]
    tora, _ = standings(entrants("tora", "ika"), played, rules())
    assert (tora.form, tora.streak) == ("WBW", "W2")


def test_every_kind_of_loss_makes_one_streak() -> None:
    played = [won("ika", "tora"), conceded("ika", "tora", round_=2), forfeited("ika", "tora", round_=3)]
    assert row_of(standings(entrants("tora", "ika"), played, rules()), "tora").streak == "L3"


def test_two_games_of_one_round_stand_in_the_order_given() -> None:
    played = [won("tora", "ika"), won("ika", "tora")]
    assert [row.form for row in standings(entrants("tora", "ika"), played, rules())] == ["LW", "WL"]


# Each tie-breaker


def level(one: Mapping[str, int], other: Mapping[str, int]) -> list[Game]:
    """Tora and Ika drew, but not with the same figures."""
    return [game(1, Side("tora", Outcome.DREW, **one), Side("ika", Outcome.DREW, **other))]


UNLIKE = [drew("tora", "kani"), drew("ika", "ijin"), won("kani", "gone"), rested("ijin")]  # opponents of 4 and 2


@pytest.mark.parametrize(
    ("breaker", "played", "sentence"),
    [
        (H2H, [*[won("tora", "ika")] * 2, *[won("ika", "kani")] * 2], "head-to-head, 2-0"),
        (DIFFERENCE, level({"points": 4}, {"points": 3}), "point difference, 1 to -1"),
        (TieBreaker.POINTS_FOR, level({"points": 4}, {"points": 3}), "points scored, 4 to 3"),
        (TieBreaker.STRENGTH_OF_SCHEDULE, UNLIKE, "strength of schedule, 0.500 to 0"),
        (TieBreaker.BUCHHOLZ, UNLIKE, "Buchholz, 4 to 2"),
        (TieBreaker.WINS, [won("tora", "kani"), *[drew("ika", "ijin")] * 3, rested("ijin")], "games won, 1 to 0"),
        (TieBreaker.FEATS, level({"feats": 9}, {"feats": 7}), "feats, 9 to 7"),
        (TieBreaker.INJURIES, level({"injuries": 2}, {"injuries": 0}), "injuries made, 2 to 0"),
        (TieBreaker.RATING, [drew("tora", "ika")], "team rating, 12 to 11"),
        (COIN, [drew("tora", "ika")], "the coin of record"),
    ],
)
def test_each_tie_breaker_decides_where_it_comes_first(breaker: TieBreaker, played: list[Game], sentence: str) -> None:
    """Tora is ahead by it; without any tie-breaker, Ika would come first by name."""
    teams = [Entrant("tora", "Tora Claw", 12, 5), Entrant("ika", "Ika Tide", 11, 4), *entrants("kani", "ijin")]
    ika, tora = (row for row in standings(teams, played, rules()) if row.entrant.team in ("tora", "ika"))
    assert (ika.entrant.team, ika.position, ika.decided) == ("ika", tora.position, "level with Tora Claw")
    tora, ika = (row for row in standings(teams, played, rules(breaker)) if row.entrant.team in ("tora", "ika"))
    assert (tora.entrant.team, tora.position + 1) == ("tora", ika.position)
    assert tora.decided == f"ahead of Ika Tide on {sentence}"


def test_the_leagues_order_decides_which_tie_breaker_speaks() -> None:
    played = level({"points": 3, "feats": 1}, {"points": 1, "feats": 2})
    by_points = standings(entrants("tora", "ika"), played, rules(TieBreaker.POINTS_FOR, TieBreaker.FEATS))
    by_feats = standings(entrants("tora", "ika"), played, rules(TieBreaker.FEATS, TieBreaker.POINTS_FOR))
    assert (by_points[0].entrant.team, by_points[0].decided) == ("tora", "ahead of Ika Tide on points scored, 3 to 1")
    assert (by_feats[0].entrant.team, by_feats[0].decided) == ("ika", "ahead of Tora Claw on feats, 2 to 1")


def test_a_later_tie_breaker_speaks_where_the_first_says_nothing() -> None:
    played = level({"points": 1, "feats": 2}, {"points": 1, "feats": 1})
    rows = standings(entrants("tora", "ika"), played, rules(H2H, DIFFERENCE, TieBreaker.FEATS))
    assert rows[0].decided == "ahead of Ika Tide on feats, 2 to 1"


def test_league_points_come_before_every_tie_breaker() -> None:
    teams = [Entrant("tora", "Tora Claw"), Entrant("ika", "Ika Tide", 99, 1)]
    rows = standings(teams, [won("tora", "ika", (0, 9))], rules(*reversed(TieBreaker)))
    assert [row.decided for row in rows] == ["ahead of Ika Tide on points, 3 to 0", ""]


def test_the_rulebooks_own_order_separates_all_but_equal_coins() -> None:
    teams = [Entrant(team, NAMES[team], 10, coin) for coin, team in enumerate(NAMES)]
    house = rulebook()
    rows = standings(teams, [], Rules(house.league_points, 0, (*house.tie_breakers, COIN)))
    assert order(rows) == list(enumerate(reversed(NAMES), 1))


# Head-to-head


def test_head_to_head_between_two_tells_the_games_each_won() -> None:
    teams = entrants("tora", "ika", "kani")
    played = [won("tora", "ika", round_=1), won("tora", "ika", round_=2), won("ika", "tora", round_=3)]
    played += [won("ika", "kani", round_=4)]
    rows = standings(teams, played, rules(H2H))
    assert rows[0].decided == "ahead of Ika Tide on head-to-head, 2-1"


def test_forfeits_count_head_to_head() -> None:
    rows = standings(entrants("tora", "ika", "kani"), [forfeited("tora", "ika"), won("ika", "kani")], rules(H2H))
    assert rows[0].decided == "ahead of Ika Tide on head-to-head, 1-0"


def test_where_wins_do_not_show_it_head_to_head_tells_points() -> None:
    """Tora drew the game of three that Ika lost; Ika rested since."""
    three = game(1, Side("tora", Outcome.DREW), Side("kani", Outcome.DREW), Side("ika", Outcome.LOST))
    rows = standings(entrants("tora", "ika"), [three, rested("ika", round_=2)], rules(H2H))
    assert rows[0].decided == "ahead of Ika Tide on head-to-head, 1 to 0"


def test_three_who_all_met_are_told_apart_by_their_points_among_each_other() -> None:
    played = [won("tora", "ika"), won("tora", "kitsune"), won("ika", "kitsune")]
    played += [won("ika", "kani"), *[won("kitsune", "kani")] * 2]
    rows = standings(entrants("kani", "kitsune", "ika", "tora"), played, rules(H2H))
    assert order(rows) == [(1, "tora"), (2, "ika"), (3, "kitsune"), (4, "kani")]
    assert [row.decided for row in rows] == [
        "ahead of Ika Tide on head-to-head, 6 to 3",
        "ahead of Kitsune Veil on head-to-head, 3 to 0",
        "ahead of Kani Shell on points, 6 to 0",
        "",
    ]


CIRCLE = [won("tora", "ika"), won("ika", "kitsune"), won("kitsune", "tora")]


def test_a_circle_of_wins_says_nothing() -> None:
    rows = standings(entrants("tora", "ika", "kitsune"), CIRCLE, rules(H2H))
    assert order(rows) == [(1, "ika"), (1, "kitsune"), (1, "tora")]


def test_three_of_whom_two_have_not_met_are_not_told_apart_head_to_head() -> None:
    played = [won("tora", "ika"), won("ika", "kitsune"), won("kitsune", "kani"), won("tora", "kitsune")]
    played += [won("ika", "kani"), won("kitsune", "kani")]
    teams = entrants("tora", "ika", "kitsune", "kani")
    assert [row.league_points for row in standings(teams, played, rules(H2H))] == [6, 6, 6, 0]
    assert order(standings(teams, played, rules(H2H)))[0] == (1, "tora")
    without = [its for its in played if its != won("tora", "kitsune")] + [won("tora", "kani")]
    assert order(standings(teams, without, rules(H2H))) == [(1, "ika"), (1, "kitsune"), (1, "tora"), (4, "kani")]


def test_three_who_did_not_meet_equally_often_are_not_told_apart_head_to_head() -> None:
    """Tora and Ika met twice, the others once: who met more often had more points to win."""
    played = [won("tora", "ika"), won("tora", "ika"), won("kitsune", "tora"), won("ika", "kitsune")]
    played += [won("ika", "kani"), won("kitsune", "kani")]
    rows = standings(entrants("tora", "ika", "kitsune", "kani"), played, rules(H2H))
    assert order(rows) == [(1, "ika"), (1, "kitsune"), (1, "tora"), (4, "kani")]


def test_games_against_others_say_nothing_head_to_head() -> None:
    played = [drew("tora", "ika"), won("tora", "kani"), forfeited("ika", "ijin"), won("kani", "ijin")]
    rows = standings(entrants("tora", "ika", "kani", "ijin"), played, rules(H2H))
    assert order(rows)[:2] == [(1, "ika"), (1, "tora")]


def test_those_still_level_after_head_to_head_are_compared_among_themselves() -> None:
    """Of four, two have six points among them and two have three; in each two, one beat the other."""
    played = [won("tora", "kitsune"), won("tora", "kani"), won("ika", "tora"), won("ika", "kitsune")]
    played += [won("kani", "ika"), won("kitsune", "kani"), won("kitsune", "ijin"), won("kani", "ijin")]
    rows = standings(entrants("tora", "ika", "kitsune", "kani", "ijin"), played, rules(H2H))
    assert order(rows) == [(1, "ika"), (2, "tora"), (3, "kitsune"), (4, "kani"), (5, "ijin")]
    assert [row.decided for row in rows][:3] == [
        "ahead of Tora Claw on head-to-head, 1-0",
        "ahead of Kitsune Veil on head-to-head, 6 to 3",
        "ahead of Kani Shell on head-to-head, 1-0",
    ]


def test_those_still_level_after_another_tie_breaker_start_again_with_the_first() -> None:
    """The circle says nothing of three; once Tora is ahead on coins, Ika's win over Kitsune counts."""
    teams = [
        Entrant("tora", "Tora Claw", coin=2),
        Entrant("ika", "Ika Tide", 9),
        Entrant("kitsune", "Kitsune Veil", 12),
    ]
    rows = standings(teams, CIRCLE, rules(H2H, COIN, TieBreaker.RATING))
    assert [(row.entrant.team, row.decided) for row in rows] == [
        ("tora", "ahead of Ika Tide on the coin of record"),
        ("ika", "ahead of Kitsune Veil on head-to-head, 1-0"),
        ("kitsune", ""),
    ]


# The sentences and the positions


def test_numbers_that_differ_look_different() -> None:
    """Shares of 0.50000 and 0.50025 would both be 0.500."""
    teams = entrants("tora", "ika", "kani", "ijin")
    played = [drew("tora", "kani"), drew("ika", "ijin")]
    played += [won("kani", "gone")] * 1001 + [won("gone", "kani")] * 999
    played += [won("ijin", "gone")] * 1000 + [won("gone", "ijin")] * 1000
    rows = standings(teams, played, rules(TieBreaker.STRENGTH_OF_SCHEDULE))
    assert Fraction(1001, 2001) - Fraction(1000, 2001) < Fraction(1, 2000)
    assert row_of(rows, "tora").decided == "ahead of Ika Tide on strength of schedule, 0.5002 to 0.4998"


def test_teams_that_nothing_separates_share_a_position_and_the_next_is_counted_on() -> None:
    played = [won("tora", "kani"), won("ika", "ijin")]
    rows = standings(entrants("tora", "ika", "kani", "ijin", "kitsune"), played, rules(*TieBreaker))
    assert order(rows) == [(1, "ika"), (1, "tora"), (3, "kitsune"), (4, "ijin"), (4, "kani")]
    assert [row.decided for row in rows] == [
        "level with Tora Claw",
        "ahead of Kitsune Veil on points, 3 to 0",
        "ahead of Ijin Ghosts on point difference, 0 to -1",
        "level with Kani Shell",
        "",
    ]


def test_names_are_ordered_without_regard_to_case_and_equal_names_by_team() -> None:
    teams = [Entrant("c", "Same"), Entrant("b", "same"), Entrant("d", "a small one"), Entrant("a", "Zen")]
    for its in (teams, teams[::-1]):
        assert [row.entrant.team for row in standings(its, [], rules(H2H))] == ["d", "b", "c", "a"]


# Against a slow table


WORTH_A_WIN = ("won", "won by forfeit")


class SlowTable:
    """Straight from the words, without a thought for speed: nothing is kept, everything is looked up again."""

    def __init__(self, joined: list[Entrant], played: list[Game], house: Rules) -> None:
        self.joined, self.played, self.house = {its.team: its for its in joined}, played, house

    def sides(self, team: str) -> list[tuple[Side, list[Side]]]:
        """Its side of each of its games, and the others'."""
        both = [(side, list(its.sides)) for its in self.played for side in its.sides if side.team == team]
        return [(side, [other for other in sides if other.team != team]) for side, sides in both]

    def pays(self, side: Side) -> int:
        points = self.house.points
        if side.outcome.value == "bye":
            return self.house.bye
        return points.win if side.outcome.value in WORTH_A_WIN else points.draw if side.outcome.value == "drew" else 0

    def points(self, team: str) -> int:
        return sum(self.pays(side) for side, _ in self.sides(team))

    def wins(self, team: str) -> int:
        return sum(side.outcome.value in WORTH_A_WIN for side, _ in self.sides(team))

    def opponents(self, team: str) -> list[str]:
        return [other.team for _, others in self.sides(team) for other in others if other.team in self.joined]

    def share(self, team: str) -> Fraction:
        games = sum(side.outcome.value != "bye" for side, _ in self.sides(team))
        return Fraction(self.wins(team), games) if games else Fraction(0)

    def often(self, one: str, other: str) -> int:
        return sum({one, other} <= {side.team for side in its.sides} for its in self.played)

    def among(self, team: str, tied: list[str]) -> int:
        """Points from games with another of the tied; nothing if not all of them met, and equally often."""
        times = {self.often(one, other) for one in tied for other in tied if one != other}
        if len(times) > 1 or 0 in times:
            return 0
        return sum(self.pays(side) for side, others in self.sides(team) if {its.team for its in others} & {*tied})

    def figure(self, breaker: TieBreaker, team: str, tied: list[str]) -> Fraction | int:
        own = [side for side, _ in self.sides(team)]
        match breaker.value:
            case "head-to-head":
                return self.among(team, tied)
            case "point-difference":
                best_others = [max((its.points for its in others), default=0) for _, others in self.sides(team)]
                return sum(side.points for side in own) - sum(best_others)
            case "points-for":
                return sum(side.points for side in own)
            case "strength-of-schedule":
                met = self.opponents(team)
                return sum((self.share(its) for its in met), Fraction(0)) / max(len(met), 1)
            case "buchholz":
                return sum(self.points(its) for its in self.opponents(team))
            case "wins":
                return self.wins(team)
            case "feats":
                return sum(side.feats for side in own)
            case "injuries":
                return sum(side.injuries for side in own)
            case "rating":
                return self.joined[team].rating
            case _:
                return self.joined[team].coin

    def ordered(self, tied: list[str]) -> list[list[str]]:
        """The first tie-breaker that tells any of them apart does, and each part begins anew."""
        for breaker in self.house.tie_breakers:
            figures = {team: self.figure(breaker, team, tied) for team in tied}
            if len(values := sorted({*figures.values()}, reverse=True)) > 1:
                parts = [[team for team in tied if figures[team] == value] for value in values]
                return [group for part in parts for group in self.ordered(part)]
        return [sorted(tied, key=lambda team: self.joined[team].name)]

    def groups(self) -> list[list[str]]:
        levels = sorted({self.points(team) for team in self.joined}, reverse=True)
        teams = [[team for team in self.joined if self.points(team) == level] for level in levels]
        return [group for level in teams for group in self.ordered(level)]

    def decided_by(self, one: str, other: str) -> tuple[TieBreaker, list[str]]:
        """What tells two teams of one score apart, and among whom it did."""
        tied = [team for team in self.joined if self.points(team) == self.points(one)]
        while True:
            for breaker in self.house.tie_breakers:
                figures = {team: self.figure(breaker, team, tied) for team in tied}
                if figures[one] != figures[other]:
                    return breaker, tied
                if len({*figures.values()}) > 1:
                    tied = [team for team in tied if figures[team] == figures[one]]
                    break


@SEARCH
@given(leagues())
def test_the_table_is_the_slow_tables(league: tuple[list[Entrant], list[Game], Rules]) -> None:
    groups = SlowTable(*league).groups()
    expected = [(1 + sum(map(len, groups[:n])), team) for n, group in enumerate(groups) for team in group]
    assert order(standings(*league)) == expected


@SEARCH
@given(leagues())
def test_what_decided_is_what_decides_in_the_slow_table(league: tuple[list[Entrant], list[Game], Rules]) -> None:
    slow = SlowTable(*league)
    for above, below in pairwise(standings(*league)):
        one, other, name = above.entrant.team, below.entrant.team, below.entrant.name
        if above.league_points != below.league_points:
            assert above.decided == f"ahead of {name} on points, {slow.points(one)} to {slow.points(other)}"
        elif above.position == below.position:
            assert above.decided == f"level with {name}"
        else:
            breaker, tied = slow.decided_by(one, other)
            assert above.decided.startswith(f"ahead of {name} on {TIE_BREAKERS[breaker]}")
            figures = [slow.figure(breaker, team, tied) for team in (one, other)]
            if breaker is COIN:
                assert above.decided == f"ahead of {name} on the coin of record"
            elif (breaker is not H2H or len(tied) > 2) and all(its.denominator == 1 for its in figures):
                assert above.decided.endswith(f", {figures[0]} to {figures[1]}")


@SEARCH
@given(leagues())
def test_the_figures_of_a_row_agree_with_each_other(league: tuple[list[Entrant], list[Game], Rules]) -> None:
    house = league[2]
    for row in standings(*league):
        assert row.played == row.won + row.drawn + row.lost
        assert row.conceded <= row.lost
        assert len(row.outcomes) == row.played + row.byes
        assert row.league_points == row.won * house.points.win + row.drawn + row.byes * house.bye
        assert len(row.form) == min(5, len(row.outcomes))
        assert row.streak[1:] == "" if row.played == 0 else 1 <= int(row.streak[1:]) <= row.played


@SEARCH
@given(leagues(), st.randoms(use_true_random=False))
def test_the_order_of_entrants_and_games_does_not_matter(
    league: tuple[list[Entrant], list[Game], Rules], chance: Random
) -> None:
    joined, played, house = league
    played = [replace(its, round=number) for number, its in enumerate(played)]
    rows = standings(joined, played, house)
    again = standings(chance.sample(joined, len(joined)), chance.sample(played, len(played)), house)
    assert again == rows


@SEARCH
@given(leagues())
def test_who_is_ahead_by_a_tie_breaker_has_the_higher_number(league: tuple[list[Entrant], list[Game], Rules]) -> None:
    for row in standings(*league):
        if row.decided.startswith("ahead of") and "coin" not in row.decided:
            numbers = row.decided.rsplit(", ", 1)[1]
            one, other = numbers.split(" to ") if " to " in numbers else numbers.split("-")
            assert float(one) > float(other)


def test_88_teams_after_a_season_are_quickly_told_apart() -> None:
    chance = Random(88)  # noqa: S311 - a season of the tests, no secret
    teams = [Entrant(team, team, chance.randrange(9, 20), chance.randrange(2**32)) for team in names(88)]
    played = [
        won(min(pairing.pair), max(pairing.pair), (chance.randrange(9), chance.randrange(9)), round_=number)
        for number, pairings in enumerate(round_robin(names(88))[:7], 1)
        for pairing in pairings
    ]
    start = perf_counter()
    rows = standings(teams, played, rules(*TieBreaker))
    assert perf_counter() - start < 1
    assert [row.position for row in rows] == list(range(1, 89))
    assert all(row.decided for row in rows[:-1])
