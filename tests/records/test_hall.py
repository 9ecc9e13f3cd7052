"""Every record of the hall of fame, row by row, without a database."""

import pytest

from league.models import Fixture
from league.standings import Outcome
from matches.records.hall import Kind, SeasonSeen, hall_of
from matches.records.seen import NinjaSeen
from tests.records.seasons import (
    DREW,
    IKA,
    KITSUNE,
    LOST,
    TORA,
    WON,
    best,
    deed,
    duel,
    found,
    game,
    side,
    story,
)

BYE = game(2, side(TORA, Outcome.BYE), state=Fixture.State.BYE)
FORFEIT = game(3, side(TORA, Outcome.FORFEIT_WON, 9), side(IKA, Outcome.FORFEIT_LOST), state=Fixture.State.FORFEITED)


def test_without_a_game_there_is_nothing_in_it() -> None:
    hall = hall_of([], {}, [SeasonSeen(1, "Autumn")])
    assert hall.is_empty
    assert (hall.crowns, hall.records, hall.ronin) == ((), (), ())


# Teams


def test_most_points_are_those_of_a_game_on_the_board() -> None:
    assert best([duel(1), duel(2, IKA, TORA, (7, 1)), FORFEIT], Kind.POINTS) == (7, ["Ika"])


def test_the_losers_may_have_the_most_points() -> None:
    assert best([game(1, side(TORA, WON, 2), side(IKA, Outcome.CONCEDED, 6))], Kind.POINTS) == (6, ["Ika"])


def test_the_clearest_win_is_one_over_a_single_team() -> None:
    three = game(2, side(TORA, WON, 9), side(IKA, LOST, 0), side(KITSUNE, LOST, 0))
    assert best([duel(1, points=(5, 1)), three], Kind.MARGIN) == (4, ["Tora"])


def test_nobody_who_drew_has_won_clearly() -> None:
    hall = hall_of([game(1, side(TORA, DREW, 3), side(IKA, DREW, 3))], {}, [])
    assert [record.kind for record in hall.records] == [Kind.POINTS]


def test_the_highest_rating_is_the_one_briefed_and_held_since_the_first_time() -> None:
    games = [
        game(1, side(TORA, WON, rating=20), side(IKA, LOST, rating=24)),
        game(2, side(TORA, WON, rating=24), side(IKA, LOST, rating=24)),
        game(3, side(TORA, WON), side(IKA, LOST)),
    ]
    record = found(hall_of(games, {}, []), Kind.RATING)
    assert record.value == 24
    assert [(its.side.name, its.games[0].round) for its in record.holders] == [("Ika", 1), ("Tora", 2)]


def test_the_biggest_upset_is_against_the_highest_rated_who_lost() -> None:
    games = [
        game(1, side(TORA, WON, rating=20), side(IKA, LOST, rating=23)),
        game(2, side(IKA, WON, rating=10), side(TORA, LOST, rating=12), side(KITSUNE, LOST, rating=18)),
        game(3, side(TORA, WON, rating=90), side(IKA, LOST, rating=10)),
    ]
    record = found(hall_of(games, {}, []), Kind.UPSET)
    (holder,) = record.holders
    assert (record.value, holder.side.name, holder.beaten and holder.beaten.name) == (8, "Ika", "Kitsune")


def test_a_streak_goes_past_a_bye_and_counts_a_forfeit() -> None:
    record = found(hall_of([duel(1), BYE, FORFEIT, duel(4)], {}, []), Kind.STREAK)
    (holder,) = record.holders
    assert (record.value, [its.round for its in holder.games]) == (3, [1, 3, 4])


@pytest.mark.parametrize("ending", [duel(2, IKA, TORA), game(2, side(TORA, DREW), side(IKA, DREW))])
def test_a_streak_ends_with_what_is_no_win(ending: object) -> None:
    assert best([duel(1), ending, duel(3), duel(4)], Kind.STREAK)[0] == 2  # type: ignore[list-item]


def test_a_new_season_begins_a_new_streak() -> None:
    games = [duel(1), duel(2), duel(1, season=2), duel(2, season=2), duel(3, season=2)]
    record = found(hall_of(games, {}, []), Kind.STREAK)
    assert (record.value, {its.season for its in record.holders[0].games}) == (3, {2})


def test_the_richest_treasury_is_told_by_the_entry_of_its_game() -> None:
    one, two = duel(1), duel(2)
    stories = {TORA: story((one, 12, []), (two, 31, [])), IKA: story((one, 30, []), (two, 8, []))}
    record = found(hall_of([one, two], stories, []), Kind.TREASURY)
    (holder,) = record.holders
    assert (record.value, holder.side.name, holder.entry, holder.games) == (31, "Tora", 3, (two,))


# Ninja


def test_injuries_and_awards_are_added_up_over_all_games() -> None:
    one, two = duel(1), duel(2)
    stories = {
        TORA: story(
            (one, 0, [deed("n1", injuries=2), deed("n2", injuries=1, star=True)]),
            (two, 0, [deed("n1", injuries=1, star=True), deed("n2", injuries=3, star=True)]),
        )
    }
    assert best([one, two], Kind.INJURIES, stories) == (4, ["Ben"])
    assert best([one, two], Kind.ALL_STARS, stories) == (2, ["Ben"])
    assert best([one, two], Kind.GAMES, stories) == (2, ["Akira", "Ben"])


def test_feats_and_xp_are_those_of_a_single_game() -> None:
    one, two = duel(1), duel(2)
    stories = {TORA: story((one, 0, [deed(feats=2, xp=4)]), (two, 0, [deed(feats=3, xp=1), deed("n2", xp=4)]))}
    assert best([one, two], Kind.FEATS, stories) == (3, ["Akira"])
    assert best([one, two], Kind.XP, stories) == (4, ["Akira", "Ben"])


def test_games_elsewhere_are_no_part_of_the_hall() -> None:
    here, elsewhere = duel(1), duel(1, season=7)
    stories = {TORA: story((elsewhere, 99, [deed(xp=9)]), (here, 5, [deed(xp=2)]))}
    assert best([here], Kind.XP, stories) == (2, ["Akira"])
    assert best([here], Kind.TREASURY, stories) == (5, ["Tora"])


def test_ninja_of_one_id_in_two_teams_are_two() -> None:
    one = duel(1)
    stories = {TORA: story((one, 0, [deed(injuries=1)])), IKA: story((one, 0, [deed(injuries=1)]))}
    assert best([one], Kind.INJURIES, stories) == (1, ["Akira", "Akira"])


def test_nothing_is_no_record() -> None:
    one = game(1, side(TORA, DREW), side(IKA, DREW))
    hall = hall_of([one], {TORA: story((one, 0, [deed()]))}, [])
    assert [record.kind for record in hall.records] == [Kind.GAMES]


# Ronin

BENKEI, KOMUSO = NinjaSeen("n4", "Old Ben", "benkei"), NinjaSeen("n5", "Komuso", "komuso")


def test_the_most_travelled_ronin_served_the_most_teams_whatever_they_call_it() -> None:
    one, two = duel(1), duel(2)
    stories = {
        TORA: story((one, 0, [deed("n4"), deed("n5")]), (two, 0, [deed("n5")]), ninja=[BENKEI, KOMUSO]),
        IKA: story((two, 0, [deed("n4")]), ninja=[BENKEI._replace(name="Benkei")]),
    }
    (travel,) = hall_of([one, two], stories, []).ronin
    assert (travel.ronin, [its.name for its in travel.sides], len(travel.games)) == ("benkei", ["Tora", "Ika"], 2)


def test_of_ronin_with_as_many_teams_games_decide_and_equals_share() -> None:
    one, two = duel(1), duel(2)
    told = story((one, 0, [deed("n4"), deed("n5")]), (two, 0, [deed("n5")]), ninja=[BENKEI, KOMUSO])
    assert [its.ronin for its in hall_of([one, two], {TORA: told}, []).ronin] == ["komuso"]
    assert [its.ronin for its in hall_of([one], {TORA: told}, []).ronin] == ["benkei", "komuso"]


# Champions


def test_a_champion_of_the_final_has_a_runner_up() -> None:
    semi = game(6, side(TORA, WON, 4), side(KITSUNE, LOST, 1), tie="1-1")
    final = game(7, side(IKA, LOST, 2), side(TORA, WON, 6), tie="2-1")
    third = game(7, side(KITSUNE, WON, 2), side(TORA, LOST, 6), tie="third", at=1)
    (crown,) = hall_of([duel(1), semi, final, third], {}, [SeasonSeen(1, "Autumn", TORA, 7)]).crowns
    assert crown.final == final
    assert crown.runner_up
    assert crown.runner_up.name == "Ika"


def test_of_a_series_the_last_game_made_the_champion() -> None:
    lost = game(7, side(TORA, LOST), side(IKA, WON), tie="2-1")
    won = [game(7, side(TORA, WON), side(IKA, LOST), tie="2-1", at=at) for at in (1, 2)]
    (crown,) = hall_of([lost, *won], {}, [SeasonSeen(1, "Autumn", TORA, 7)]).crowns
    assert crown.final == won[-1]


def test_without_playoffs_the_table_decided() -> None:
    (crown,) = hall_of([duel(1)], {}, [SeasonSeen(1, "Autumn", TORA)]).crowns
    assert (crown.champion, crown.final, crown.runner_up) == (TORA, None, None)


def test_champions_stand_the_latest_first_and_only_those_who_won() -> None:
    seasons = [SeasonSeen(1, "One", TORA), SeasonSeen(2, "Two", IKA), SeasonSeen(3, "Three")]
    assert [crown.season for crown in hall_of([duel(1)], {}, seasons).crowns] == [2, 1]
