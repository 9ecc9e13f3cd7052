"""Who plays whom: everybody in turn, by chance, or the Swiss way, held against every round there could be."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.schedules import Pairing, Past, Seed, random_round, robin_rounds, round_robin, swiss_round
from tests.league.tables import (
    SEARCH,
    Decides,
    Season,
    as_set,
    by_chance,
    by_strength,
    drawn,
    every_round,
    met,
    names,
)

Figures = tuple[int, ...]
Make = Callable[[Sequence[Seed], Past], list[Pairing]]


def seeds_of(letters: str) -> list[Seed]:
    return [Seed(letter) for letter in letters]


def pairs_of(*pairs: str) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(pair) for pair in pairs)


def rests(pairings: Sequence[Pairing]) -> list[str]:
    return [pairing.home for pairing in pairings if pairing.is_bye]


def rematches(pairings: Sequence[Pairing], past: Past) -> int:
    return sum(pairing.away is not None and past.times(pairing.home, pairing.away) > 0 for pairing in pairings)


# The words of a schedule


def test_a_pairing_without_a_second_team_is_a_bye() -> None:
    assert Pairing("tora").is_bye
    assert not Pairing("tora", "ika").is_bye
    assert Pairing("tora").pair == {"tora"}
    assert Pairing("tora", "ika").pair == Pairing("ika", "tora").pair == {"tora", "ika"}


def test_the_past_counts_meetings_whoever_was_at_home_and_no_byes() -> None:
    past = Past.of([Pairing("tora", "ika"), Pairing("ika", "tora"), Pairing("kani"), Pairing("tora", "kani")])
    assert past.times("tora", "ika") == past.times("ika", "tora") == 2
    assert past.times("kani", "tora") == 1
    assert past.times("kani", "ika") == 0
    assert past.meetings == {frozenset(("tora", "ika")): 2, frozenset(("tora", "kani")): 1}
    assert Past().times("tora", "ika") == 0


def test_a_seed_begins_with_nothing() -> None:
    assert Seed("tora") == Seed("tora", score=0, rating=0, byes=0)


# Round robin


def test_nobody_and_a_single_team_have_nobody_to_meet() -> None:
    assert round_robin([]) == []
    assert round_robin(["tora"]) == [[Pairing("tora")]]


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("count", range(10))
def test_how_many_rounds_a_round_robin_takes_is_known_without_drawing_it(count: int, *, double: bool) -> None:
    assert robin_rounds(count, double=double) == len(round_robin(names(count), double=double))


def test_two_teams_meet_once_or_at_both_homes() -> None:
    assert round_robin(["tora", "ika"]) == [[Pairing("tora", "ika")]]
    assert round_robin(["tora", "ika"], double=True) == [[Pairing("tora", "ika")], [Pairing("ika", "tora")]]


@pytest.mark.parametrize("count", range(2, 34))
def test_everybody_meets_everybody_exactly_once(count: int) -> None:
    rounds = round_robin(names(count))
    meetings = Counter(pairing.pair for its in rounds for pairing in its if not pairing.is_bye)
    assert meetings == {frozenset(pair): 1 for pair in combinations(names(count), 2)}
    assert len(rounds) == (count if count % 2 else count - 1)


@pytest.mark.parametrize("count", range(2, 34))
def test_everybody_plays_or_rests_once_in_every_round(count: int) -> None:
    for its in round_robin(names(count), double=True):
        assert sorted(team for pairing in its for team in pairing.pair) == names(count)
        assert len(rests(its)) == count % 2


@pytest.mark.parametrize("count", range(2, 34))
def test_with_an_odd_number_everybody_rests_once_in_each_leg(count: int) -> None:
    rounds = round_robin(names(count), double=True)
    half = len(rounds) // 2
    for leg in (rounds[:half], rounds[half:]):
        assert sorted(team for its in leg for team in rests(its)) == (names(count) if count % 2 else [])


@pytest.mark.parametrize("count", range(2, 34))
def test_home_and_away_are_balanced_within_one(count: int) -> None:
    pairings = [pairing for its in round_robin(names(count)) for pairing in its if not pairing.is_bye]
    home, away = Counter(its.home for its in pairings), Counter(its.away for its in pairings)
    assert all(abs(home[team] - away[team]) <= 1 for team in names(count))


@pytest.mark.parametrize("count", range(2, 34))
def test_the_second_leg_is_the_first_with_home_and_away_swapped(count: int) -> None:
    rounds = round_robin(names(count), double=True)
    half = len(rounds) // 2
    assert rounds[:half] == round_robin(names(count))
    for first, second in zip(rounds[:half], rounds[half:], strict=True):
        assert [(its.away, its.home) for its in first if its.away] == [
            (its.home, its.away) for its in second if its.away
        ]
        assert rests(first) == rests(second)


# Rounds of the least cost: the whole of what random and Swiss rounds promise, checked against all rounds


def least(teams: Sequence[str], pairs: Mapping[frozenset[str], Figures]) -> Figures:
    """The least sum of figures, the first of them first, over all ways to pair the teams off."""

    @cache
    def rest(left: frozenset[str]) -> Figures:
        if not left:
            return (0,) * len(next(iter(pairs.values())))
        first = min(left)
        options = (added(pairs[frozenset((first, other))], rest(left - {first, other})) for other in left - {first})
        return min(options)

    return rest(frozenset(teams))


def added(one: Figures, other: Figures) -> Figures:
    return tuple(a + b for a, b in zip(one, other, strict=True))


EMPTY = "~"  # the seat of who meets the team that rests; after all names


def swiss_figures(seeds: Sequence[Seed], past: Past) -> dict[frozenset[str], Figures]:
    """Byes had, rematches, meetings had, places above the last of who rests, steps in score squared, way to go.

    The way is along the table: from one score to the next it is further than between any two of one score.
    """
    spread = 1 + max(seed.rating for seed in seeds) - min(seed.rating for seed in seeds)
    table = sorted(seeds, key=lambda seed: (-seed.score, -seed.rating, seed.team))
    figures: dict[frozenset[str], Figures] = {}
    for one, other in combinations(seeds, 2):
        times = past.times(one.team, other.team)
        way = abs((one.score * spread + one.rating) - (other.score * spread + other.rating))
        figures[frozenset((one.team, other.team))] = (0, times > 0, times, 0, (one.score - other.score) ** 2, way)
    for place, seed in enumerate(reversed(table)):
        figures[frozenset((seed.team, EMPTY))] = (seed.byes, 0, 0, place, 0, 0)
    return figures


def random_figures(seeds: Sequence[Seed], past: Past) -> dict[frozenset[str], Figures]:
    """Byes had, rematches, meetings had, places before the last drawn of who rests, places between in the draw."""
    figures: dict[frozenset[str], Figures] = {}
    for (i, one), (j, other) in combinations(enumerate(seeds), 2):
        times = past.times(one.team, other.team)
        figures[frozenset((one.team, other.team))] = (0, times > 0, times, 0, j - i)
    for place, seed in enumerate(reversed(seeds)):
        figures[frozenset((seed.team, EMPTY))] = (seed.byes, 0, 0, place, 0)
    return figures


def total(pairings: Sequence[Pairing], figures: Mapping[frozenset[str], Figures]) -> Figures:
    found = [figures[pairing.pair | {EMPTY} if pairing.is_bye else pairing.pair] for pairing in pairings]
    return tuple(map(sum, zip(*found, strict=True)))


def seated(seeds: Sequence[Seed]) -> list[str]:
    return [*(seed.team for seed in seeds), *([EMPTY] if len(seeds) % 2 else [])]


@SEARCH
@given(drawn(most=12))
def test_a_swiss_round_is_the_best_of_all_rounds(league: tuple[list[Seed], Past]) -> None:
    seeds, past = league
    figures = swiss_figures(seeds, past)
    assert total(swiss_round(seeds, past), figures) == least(seated(seeds), figures)


@SEARCH
@given(drawn(most=12))
def test_a_random_round_is_the_best_of_all_rounds_for_its_draw(league: tuple[list[Seed], Past]) -> None:
    seeds, past = league
    figures = random_figures(seeds, past)
    assert total(random_round(seeds, past), figures) == least(seated(seeds), figures)


@SEARCH
@given(drawn(fewest=9, most=12), st.randoms(use_true_random=False))
def test_a_swiss_round_is_the_best_of_all_rounds_early_in_a_season(
    league: tuple[list[Seed], Past], chance: Random
) -> None:
    """With few meetings behind them, only near neighbours are looked at: nothing may be missed by that."""
    seeds, _ = league
    rounds = round_robin([seed.team for seed in seeds])
    past = Past.of(pairing for its in chance.sample(rounds, chance.randrange(3)) for pairing in its)
    figures = swiss_figures(seeds, past)
    assert total(swiss_round(seeds, past), figures) == least(seated(seeds), figures)


@pytest.mark.parametrize("make", [swiss_round, random_round])
@SEARCH
@given(league=drawn(most=11))
def test_everybody_plays_once_and_one_rests_if_odd(make: Make, league: tuple[list[Seed], Past]) -> None:
    seeds, past = league
    pairings = make(seeds, past)
    assert sorted(team for pairing in pairings for team in pairing.pair) == sorted(seed.team for seed in seeds)
    assert len(rests(pairings)) == len(seeds) % 2


@pytest.mark.parametrize("make", [swiss_round, random_round])
@SEARCH
@given(league=drawn(most=7))
def test_there_is_no_rematch_more_than_in_any_round_with_as_fair_a_bye(
    make: Make, league: tuple[list[Seed], Past]
) -> None:
    seeds, past = league
    byes = {seed.team: seed.byes for seed in seeds}
    fair = [its for its in every_round(list(byes)) if all(byes[team] == min(byes.values()) for team in rests(its))]
    assert rematches(make(seeds, past), past) == min(rematches(its, past) for its in fair)


@pytest.mark.parametrize("make", [swiss_round, random_round])
@SEARCH
@given(league=drawn(most=9))
def test_the_bye_goes_to_one_of_those_with_the_fewest(make: Make, league: tuple[list[Seed], Past]) -> None:
    seeds, past = league
    byes = {seed.team: seed.byes for seed in seeds}
    assert all(byes[team] == min(byes.values()) for team in rests(make(seeds, past)))


@pytest.mark.parametrize("make", [swiss_round, random_round])
def test_a_rematch_comes_before_a_second_bye_while_others_had_none(make: Make) -> None:
    """Without a rematch only c, d or e could rest, and each of them has."""
    past = met("ac", "be", "ad", "bc", "ae", "bd")
    seeds = [Seed("a"), Seed("b"), *(Seed(team, byes=1) for team in "cde")]
    pairings = make(seeds, past)
    assert rests(pairings) in (["a"], ["b"])
    assert rematches(pairings, past) == 1


@pytest.mark.parametrize("make", [swiss_round, random_round])
def test_when_all_have_met_those_meet_again_who_met_least(make: Make) -> None:
    everybody = ["ab", "ac", "ad", "bc", "bd", "cd"]
    assert as_set(make(seeds_of("abcd"), met(*everybody, "ab", "ac"))) == pairs_of("ad", "bc")
    assert as_set(make(seeds_of("abcd"), met(*everybody, "ad", "ac"))) == pairs_of("ab", "cd")


@pytest.mark.parametrize("make", [swiss_round, random_round])
def test_where_rematches_are_unavoidable_there_are_as_few_as_possible(make: Make) -> None:
    """One pair that meets for the third time is one rematch, two pairs that meet again are two."""
    assert as_set(make(seeds_of("abcd"), met("ad", "ad", "ab", "cd", "ac", "bd"))) == pairs_of("ad", "bc")


@pytest.mark.parametrize("make", [swiss_round, random_round])
def test_nobody_alone_and_two_are_paired_too(make: Make) -> None:
    assert make([], Past()) == []
    assert make([Seed("tora", byes=4)], Past()) == [Pairing("tora")]
    assert make([Seed("tora"), Seed("ika")], met()) == [
        Pairing(*(("ika", "tora") if make is swiss_round else ("tora", "ika")))
    ]
    assert as_set(make(seeds_of("ab"), met("ab", "ab"))) == pairs_of("ab")


# Random rounds


def test_without_a_past_neighbours_in_the_draw_meet_and_the_last_rests() -> None:
    assert random_round(seeds_of("dbeca"), Past()) == [Pairing("d", "b"), Pairing("e", "c"), Pairing("a")]


def test_neither_score_nor_rating_matters_to_a_random_round() -> None:
    seeds = [Seed("a", 9, 30), Seed("b", 0, 9), Seed("c", 9, 30), Seed("d", 0, 9)]
    assert random_round(seeds, Past()) == [Pairing("a", "b"), Pairing("c", "d")]


@pytest.mark.parametrize("letters", ["abcd", "abcde", "abcdef"])
def test_every_round_there_is_can_be_drawn(letters: str) -> None:
    found = {as_set(random_round(seeds_of("".join(draw)), Past())) for draw in permutations(letters)}
    assert found == {as_set(its) for its in every_round(list(letters))}


def test_with_a_past_too_another_draw_gives_another_round() -> None:
    past = met("ab", "cd", "ef")
    found = {as_set(random_round(seeds_of("".join(draw)), past)) for draw in permutations("abcdef")}
    assert found == {as_set(its) for its in every_round(list("abcdef")) if not rematches(its, past)}


@pytest.mark.parametrize("count", range(2, 13))
def test_byes_of_a_long_random_season_differ_by_one_at_most(count: int) -> None:
    chance = Random(count)  # noqa: S311 - a season of the tests, no secret
    byes: Counter[str] = Counter()
    played: list[Pairing] = []
    for _ in range(2 * count):
        draw = chance.sample(names(count), count)
        pairings = random_round([Seed(team, byes=byes[team]) for team in draw], Past.of(played))
        byes.update(rests(pairings))
        played += pairings
        assert max(byes[team] for team in names(count)) - min(byes[team] for team in names(count)) <= 1


# Swiss rounds


def season_rounds(season: Season, rounds: int, decides: Decides) -> None:
    """Plays on, and finds no rematch, no second bye and nobody twice or not at all."""
    for _ in range(rounds):
        past = season.past
        pairings = season.play(decides)
        assert sorted(team for pairing in pairings for team in pairing.pair) == sorted(season.teams)
        assert rematches(pairings, past) == 0
    assert all(byes <= 1 for byes in season.byes.values())


@pytest.mark.parametrize("count", range(4, 65))
def test_nobody_meets_again_or_rests_twice_in_half_as_many_rounds_as_teams(count: int) -> None:
    chance = Random(count)  # noqa: S311 - a season of the tests, no secret
    season_rounds(Season(names(count)), (count + 1) // 2, by_strength)
    season_rounds(
        Season(names(count), [chance.randrange(9, 25) for _ in range(count)]), (count + 1) // 2, by_chance(count)
    )


@SEARCH
@given(count=st.integers(4, 16), ratings=st.lists(st.integers(9, 14), min_size=16, max_size=16), data=st.data())
def test_whatever_the_results_nobody_meets_again_or_rests_twice(
    count: int, ratings: list[int], data: st.DataObject
) -> None:
    def decides(pairing: Pairing) -> str:
        return data.draw(st.sampled_from([*sorted(pairing.pair), ""]))

    season_rounds(Season(names(count), ratings), (count + 1) // 2, decides)


@pytest.mark.parametrize("count", [3, 5, 7, 9, 15])
def test_in_as_many_rounds_as_teams_everybody_rests_once(count: int) -> None:
    season = Season(names(count))
    for _ in range(count):
        season.play(by_strength)
    assert season.byes == dict.fromkeys(names(count), 1)


def test_teams_of_one_score_meet() -> None:
    seeds = [Seed("a", 3), Seed("b", 0), Seed("c", 6), Seed("d", 0), Seed("e", 6), Seed("f", 3)]
    assert swiss_round(seeds, Past()) == [Pairing("c", "e"), Pairing("a", "f"), Pairing("b", "d")]


def test_a_step_in_score_outweighs_any_rating() -> None:
    seeds = [Seed("a", 1, 9), Seed("b", 1, 90), Seed("c", 0, 9), Seed("d", 0, 90)]
    assert as_set(swiss_round(seeds, Past())) == pairs_of("ab", "cd")
    assert as_set(swiss_round(seeds, met("ab"))) == pairs_of("ac", "bd")


def test_two_small_steps_in_score_are_better_than_one_twice_as_high() -> None:
    seeds = [Seed("a", 6), Seed("b", 3), Seed("c", 3), Seed("d", 0)]
    assert as_set(swiss_round(seeds, Past())) == pairs_of("ab", "cd")


def test_within_a_score_teams_of_like_rating_meet() -> None:
    seeds = [Seed("a", 3, 9), Seed("b", 3, 20), Seed("c", 3, 10), Seed("d", 3, 19)]
    assert swiss_round(seeds, Past()) == [Pairing("b", "d"), Pairing("c", "a")]


def test_a_rematch_is_worse_than_any_distance() -> None:
    seeds = [Seed("a", 30, 40), Seed("b", 30, 40), Seed("c", 0, 9), Seed("d", 0, 9)]
    assert as_set(swiss_round(seeds, met("ab"))) in (pairs_of("ac", "bd"), pairs_of("ad", "bc"))


def test_the_lowest_of_an_odd_score_group_meets_the_highest_of_the_next() -> None:
    """Even though d is rated like c."""
    seeds = [Seed("a", 3, 20), Seed("b", 3, 15), Seed("c", 3, 10), Seed("d", 0, 10), Seed("e", 0, 20), Seed("f", 0, 15)]
    assert swiss_round(seeds, Past()) == [Pairing("a", "b"), Pairing("c", "e"), Pairing("f", "d")]


def test_the_lowest_in_the_table_rests_and_never_the_leader_for_the_others_sake() -> None:
    seeds = [Seed("a", 6), Seed("b", 3), Seed("c", 3)]
    assert swiss_round(seeds, Past()) == [Pairing("a", "b"), Pairing("c")]


def test_of_one_score_the_lower_rated_rests() -> None:
    seeds = [Seed("a", 3, 9), Seed("b", 3, 12), Seed("c", 3, 12)]
    assert rests(swiss_round(seeds, Past())) == ["a"]


def test_the_next_lowest_rests_where_the_lowest_has() -> None:
    seeds = [Seed("a", 6), Seed("b", 3), Seed("c", 0, byes=1)]
    assert rests(swiss_round(seeds, Past())) == ["b"]


def test_the_lowest_plays_on_where_its_rest_would_force_a_rematch() -> None:
    seeds = [Seed("a", 6), Seed("b", 3), Seed("c", 0)]
    assert swiss_round(seeds, met("ab")) == [Pairing("a", "c"), Pairing("b")]


@pytest.mark.parametrize("count", [7, 8, 15, 16])
def test_late_entries_and_drop_outs_bring_no_rematch(count: int) -> None:
    season = Season(names(count))
    decides = by_chance(count)
    season_rounds(season, 2, decides)
    season.teams += ["late", "later"]
    season_rounds(season, 1, decides)
    season.teams.remove("t001")
    season_rounds(season, 1, decides)
    assert "t001" not in {team for pairing in season.played[-(count // 2) :] for team in pairing.pair}


def test_who_comes_late_meets_the_lowest_score_first() -> None:
    season = Season(names(7))
    for _ in range(3):
        season.play(by_strength)
    season.teams.append("late")
    pairings = season.play(by_strength)
    opponent = next(pairing.home for pairing in pairings if pairing.away == "late")
    assert season.scores[opponent] == min(season.scores[team] for team in season.teams if team != "late")


def test_who_dropped_out_still_counts_as_met_when_it_returns() -> None:
    season = Season(names(4))
    first = season.play(by_strength)
    gone = first[0].home
    season.teams.remove(gone)
    season.play(by_strength)
    season.teams.append(gone)
    assert rematches(swiss_round(season.seeds, season.past), season.past) == 0


@SEARCH
@given(drawn(most=11), st.randoms(use_true_random=False))
def test_the_order_of_the_seeds_and_of_the_past_does_not_matter_to_a_swiss_round(
    league: tuple[list[Seed], Past], chance: Random
) -> None:
    seeds, past = league
    shuffled = chance.sample(list(past.meetings.items()), len(past.meetings))
    assert swiss_round(chance.sample(seeds, len(seeds)), Past(dict(shuffled))) == swiss_round(seeds, past)


@SEARCH
@given(drawn(most=11), st.randoms(use_true_random=False))
def test_the_order_of_the_past_does_not_matter_to_a_random_round(
    league: tuple[list[Seed], Past], chance: Random
) -> None:
    seeds, past = league
    shuffled = chance.sample(list(past.meetings.items()), len(past.meetings))
    assert random_round(seeds, Past(dict(shuffled))) == random_round(seeds, past)


def test_every_process_pairs_the_same_round() -> None:
    """Also where nothing but the names tells the teams apart, and any round would do."""
    script = (
        "from league.schedules import *; teams = [f't{n}' for n in range(31)]; "
        "past = Past.of(pairing for its in round_robin(teams)[:4] for pairing in its); "
        "print(swiss_round([Seed(team) for team in teams], past), random_round([Seed(team) for team in teams], past))"
    )
    found = {
        subprocess.check_output([sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, text=True)
        for seed in ("0", "1", "2")
    }
    assert len(found) == 1


def test_scores_and_ratings_may_be_large_or_below_zero() -> None:
    seeds = [Seed("a", 90_000, -5), Seed("b", -90_000, 70_000), Seed("c", 89_999, 3), Seed("d", -89_999, 70_000)]
    assert as_set(swiss_round(seeds, Past())) == pairs_of("ac", "bd")


def test_88_and_512_teams_are_paired_without_a_rematch() -> None:
    season_rounds(Season(names(88)), 12, by_chance(88))
    season_rounds(Season(names(512)), 4, by_chance(512))
