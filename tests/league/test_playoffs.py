"""The playoffs: the best meet as late as can be, winners go on, and in the end there is one champion."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.playoffs import Bracket, Slot, Tie, bracket, seeding
from tests.league.tables import SEARCH, names

SIZES = range(2, 33)
Wins = dict[str, dict[str, int]]


def teams_of(tie: Tie) -> tuple[str, str]:
    one, other = tie.slots
    return one.team, other.team


def full_size(count: int) -> int:
    return next(size for size in (2, 4, 8, 16, 32) if size >= count)


def left_when_they_meet(count: int, one: int, other: int) -> int:
    """How many places of the bracket are left when two seeds can meet first: 2 is the final."""
    order = seeding(count)
    places, size = (order.index(one), order.index(other)), len(order)
    while places[0] // 2 != places[1] // 2:
        places, size = (places[0] // 2, places[1] // 2), size // 2
    return size


def played_out(count: int, *, best_of: int = 1, third_place: bool = False) -> tuple[Bracket, Wins]:
    """The better seed wins every game."""
    wins: Wins = {}
    its = bracket(names(count), wins, best_of=best_of, third_place=third_place)
    while open_ties := [tie for tie in its.ties if tie.is_open]:
        for tie in open_ties:
            one, other = sorted(tie.slots, key=lambda slot: slot.seed)
            wins[tie.id] = {one.team: tie.needed, other.team: 0}
        its = bracket(names(count), wins, best_of=best_of, third_place=third_place)
    return its, wins


# Seeding


def test_the_order_of_eight_seeds_is_the_usual_one() -> None:
    assert seeding(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert seeding(4) == [1, 4, 2, 3]
    assert seeding(2) == [1, 2]


@pytest.mark.parametrize("count", SIZES)
def test_every_seed_has_one_place_and_the_bracket_is_no_larger_than_needed(count: int) -> None:
    assert sorted(seeding(count)) == list(range(1, full_size(count) + 1))


@pytest.mark.parametrize("count", SIZES)
def test_two_seeds_meet_as_late_as_their_ranks_allow(count: int) -> None:
    """The best two in the final, the best four from the semi-finals, the best eight from the quarter-finals."""
    for size in (2, 4, 8, 16):
        for one, other in combinations(range(1, min(size, count) + 1), 2):
            assert left_when_they_meet(count, one, other) <= size


@pytest.mark.parametrize("count", SIZES)
def test_the_best_seeds_and_nobody_else_rest_in_the_first_round(count: int) -> None:
    first = bracket(names(count), {}).rounds[0]
    resting = sorted(slot.team for tie in first if tie.is_bye for slot in tie.slots if slot.team)
    assert resting == names(full_size(count) - count)
    assert all(not tie.is_bye for its in bracket(names(count), {}).rounds[1:] for tie in its)


@pytest.mark.parametrize("count", SIZES)
def test_in_a_full_round_the_best_seed_meets_the_last_and_so_on(count: int) -> None:
    its, _ = played_out(count)
    for ties in its.rounds[1:]:
        assert {sum(slot.seed for slot in tie.slots) for tie in ties} == {2 * len(ties) + 1}


@pytest.mark.parametrize("count", [-1, 0, 1, 33, 64])
def test_playoffs_are_for_2_to_32_teams(count: int) -> None:
    with pytest.raises(ValueError, match=f"playoffs are for 2 to 32 teams, not {max(count, 0)}"):
        bracket(names(count), {})


@pytest.mark.parametrize("count", SIZES)
def test_rounds_halve_until_the_final(count: int) -> None:
    its = bracket(names(count), {})
    assert [len(ties) for ties in its.rounds] == [2**n for n in reversed(range(len(its.rounds)))]
    assert len(its.rounds[0]) * 2 == full_size(count)
    assert its.final is its.rounds[-1][0]


# Ties


def test_before_a_game_a_tie_waits_for_two_others() -> None:
    its = bracket(names(4), {}, third_place=True)
    assert [tie.id for tie in its.ties] == ["1-1", "1-2", "2-1", "third"]
    assert its.rounds[0] == (
        Tie("1-1", (Slot("t000", 1), Slot("t003", 4))),
        Tie("1-2", (Slot("t001", 2), Slot("t002", 3))),
    )
    assert its.final == Tie("2-1", (Slot(waits_for="1-1"), Slot(waits_for="1-2")))
    losers = (Slot(waits_for="1-1", is_loser=True), Slot(waits_for="1-2", is_loser=True))
    assert its.third_place == Tie("third", losers)
    assert [tie.is_open for tie in its.ties] == [True, True, False, False]
    assert its.champion == ""


def test_a_place_that_waits_has_no_team_and_no_seed() -> None:
    winner_of_first, _ = bracket(names(4), {}).final.slots
    assert (winner_of_first.team, winner_of_first.seed, winner_of_first.is_loser) == ("", 0, False)


def test_winners_go_on_and_losers_meet_for_third_place() -> None:
    wins: Wins = {"1-1": {"t003": 1, "t000": 0}, "1-2": {"t001": 1}}
    its = bracket(names(4), wins, third_place=True)
    assert its.final.slots == (Slot("t003", 4), Slot("t001", 2))
    assert its.third_place
    assert its.third_place.slots == (Slot("t000", 1), Slot("t002", 3))
    assert [tie.is_open for tie in its.ties] == [False, False, True, True]
    assert its.champion == ""
    its = bracket(names(4), {**wins, "2-1": {"t001": 1}, "third": {"t002": 1}}, third_place=True)
    assert its.champion == "t001"
    assert its.final.loser == Slot("t003", 4)
    assert its.third_place
    assert its.third_place.winner == Slot("t002", 3)
    assert its.third_place.loser == Slot("t000", 1)
    assert not any(tie.is_open for tie in its.ties)


def test_one_semi_final_decided_leaves_the_other_place_waiting() -> None:
    its = bracket(names(4), {"1-2": {"t002": 1}}, third_place=True)
    assert its.final.slots == (Slot(waits_for="1-1"), Slot("t002", 3))
    assert its.third_place
    assert its.third_place.slots == (Slot(waits_for="1-1", is_loser=True), Slot("t001", 2))
    assert its.final.winner is None
    assert its.final.loser is None
    assert not its.final.is_open


def test_a_bye_is_won_without_a_game_and_lost_by_nobody() -> None:
    first, second = bracket(names(3), {}).rounds[0]
    assert (first.is_bye, first.winner, first.loser, first.is_open) == (True, Slot("t000", 1), None, False)
    assert (second.is_bye, second.winner, second.loser, second.is_open) == (False, None, None, True)
    assert bracket(names(3), {}).final.slots == (Slot("t000", 1), Slot(waits_for="1-2"))


def test_a_bye_is_won_from_either_place() -> None:
    assert Tie("1-1", (Slot(), Slot("t000", 1))).winner == Slot("t000", 1)
    assert Tie("1-1", (Slot(), Slot())).winner is None


def test_best_of_three_needs_two_wins() -> None:
    def final(**wins: int) -> Tie:
        return bracket(names(2), {"1-1": wins}, best_of=3).final

    assert (final().needed, final().wins, final().winner) == (2, (0, 0), None)
    assert (final(t000=1).wins, final(t000=1).is_open) == ((1, 0), True)
    assert (final(t000=1, t001=1).wins, final(t000=1, t001=1).is_open) == ((1, 1), True)
    decided = final(t000=1, t001=2)
    assert (decided.wins, decided.winner, decided.loser) == ((1, 2), Slot("t001", 2), Slot("t000", 1))


@pytest.mark.parametrize(("best_of", "needed"), [(1, 1), (3, 2), (5, 3), (7, 4)])
def test_more_than_half_of_the_games_take_a_tie(best_of: int, needed: int) -> None:
    assert {tie.needed for tie in bracket(names(4), {}, best_of=best_of, third_place=True).ties} == {needed}


@pytest.mark.parametrize("best_of", [-1, 0, 2, 4])
def test_a_tie_has_an_odd_number_of_games(best_of: int) -> None:
    with pytest.raises(ValueError, match=f"the best of {best_of} games"):
        bracket(names(2), {}, best_of=best_of)


@pytest.mark.parametrize("count", SIZES)
def test_there_is_a_game_for_third_place_where_two_lose_a_semi_final(count: int) -> None:
    assert bracket(names(count), {}).third_place is None
    third = bracket(names(count), {}, third_place=True).third_place
    assert (third is not None) is (count >= 4)


@pytest.mark.parametrize("count", SIZES)
def test_where_the_better_seed_always_wins_the_best_is_champion_and_the_third_comes_third(count: int) -> None:
    its, _ = played_out(count, best_of=3, third_place=True)
    assert its.champion == "t000"
    assert its.final.loser == Slot("t001", 2)
    assert its.third_place is None or its.third_place.winner == Slot("t002", 3)


# Results that were amended


def test_a_later_tie_is_not_won_while_its_other_team_is_unknown() -> None:
    """The final was played; then the report of a semi-final was voided."""
    its = bracket(names(4), {"1-1": {"t000": 1}, "2-1": {"t000": 1}})
    assert (its.final.winner, its.final.loser, its.champion, its.final.is_open) == (None, None, "", False)


def test_wins_over_a_team_that_is_no_longer_in_the_tie_do_not_count() -> None:
    wins: Wins = {"1-1": {"t000": 1}, "1-2": {"t001": 1}, "2-1": {"t000": 1, "t001": 0}}
    assert bracket(names(4), wins).champion == "t000"
    wins["1-2"] = {"t002": 1}
    its = bracket(names(4), wins)
    assert (its.champion, its.final.wins, its.final.is_open) == ("", (0, 0), True)


def test_wins_of_an_unknown_tie_say_nothing() -> None:
    assert bracket(names(4), {"9-9": {"t000": 1}}) == bracket(names(4), {})


# Any results


@SEARCH
@given(count=st.sampled_from(SIZES), best_of=st.sampled_from([1, 3]), third=st.booleans(), data=st.data())
def test_whatever_the_results_there_is_one_champion_who_lost_no_tie(
    count: int, best_of: int, third: bool, data: st.DataObject
) -> None:
    wins: Wins = {}
    its = bracket(names(count), wins, best_of=best_of, third_place=third)
    while open_ties := [tie for tie in its.ties if tie.is_open]:
        tie = data.draw(st.sampled_from(open_ties))
        winner = data.draw(st.sampled_from(teams_of(tie)))
        so_far = wins.setdefault(tie.id, dict.fromkeys(teams_of(tie), 0))
        so_far[winner] += 1
        its = bracket(names(count), wins, best_of=best_of, third_place=third)
    lost = Counter(tie.loser.team for ties in its.rounds for tie in ties if tie.loser)
    assert its.champion not in lost
    assert lost == {team: 1 for team in names(count) if team != its.champion}
    assert all(tie.winner for tie in its.ties)
    assert all(sum(tie.wins) <= best_of for tie in its.ties)
