"""Impossible reports: every reason with the cell it belongs to, all at once; and what is only odd."""

from dataclasses import replace

import pytest

from rules.catalog import Side, catalog
from rules.codec import encode
from rules.game import problems, resolve
from rules.house import HouseRules
from rules.problems import Problem, RuleBroken
from rules.report import NinjaReport, Report, Scrolls, TeamReport, counted_points, report_from_json, warnings
from rules.report import problems as report_problems
from rules.scroll import Result
from tests.rules.games import (
    CONCEDED,
    DREW,
    LOST,
    SCROLLS,
    TORA,
    WON,
    after,
    changed,
    hurt,
    match,
    ratings_apart,
    reasons,
    row,
)
from tests.rules.teams import HOUSE, legal_team, told

ATTACKER, DEFENDER = Side
FOUR = {clan: told(legal_team(clan)) for clan in ("tora", "ika", "ijin", "kitsune")}


def reasons_against(report: Report, scrolls: Scrolls = SCROLLS, house: HouseRules = HOUSE) -> list[tuple[str, str]]:
    """Every code with its subject: what `problems` finds is exactly what `resolve` refuses."""
    found = [(problem.code, problem.subject) for problem in problems(report, scrolls, house)]
    if found:
        with pytest.raises(RuleBroken) as caught:
            resolve(report, scrolls, house)
        assert reasons(caught.value) == found
    else:
        resolve(report, scrolls, house)
    return found


def sentence(report: Report, scrolls: Scrolls = SCROLLS) -> str:
    """The only thing wrong with it, in words."""
    (problem,) = problems(report, scrolls, HOUSE)
    return problem.message


def multi(*results: Result) -> Report:
    """A game of as many teams as results."""
    return Report("g1", "brawl", tuple(TeamReport(team, its, 0) for team, its in zip(FOUR, results, strict=False)))


def test_an_ordinary_report_has_no_problems() -> None:
    report = match(
        {"n1": row({"injury": 2}), "n2": row({"vip-injured": 1, "reveal": 1}, healing_house=True), "n6": row()},
        {"n3": row({"vip-stunned": 2, "chunin-stunned": 1})},
        points=(3, 2),
        all_stars=(["n2"], ["n3"]),
    )
    assert reasons_against(report) == []
    assert warnings(report, SCROLLS, HOUSE) == []


# The game as a whole


def test_a_challenge_nobody_knows_is_refused() -> None:
    report = match({"n2": row({"injury": 1})}, challenge="hide-and-seek")
    assert reasons_against(report) == [("unknown-challenge", "challenge")]


def test_a_challenge_that_the_league_does_not_play_is_refused() -> None:
    house = replace(HOUSE, banned_challenges=("brawl",))
    assert reasons_against(match(challenge="brawl"), house=house) == [("challenge-not-allowed", "challenge")]
    assert reasons_against(match(challenge="search"), house=house) == []


@pytest.mark.parametrize("game", ["", " "])
def test_a_report_says_which_game_it_is_about(game: str) -> None:
    assert reasons_against(match(game=game)) == [("no-game", "game")]


def test_a_game_that_a_team_has_played_already_is_refused() -> None:
    scrolls = {**SCROLLS, "ika": after(SCROLLS["ika"], hurt())}
    assert reasons_against(match(game="g1"), scrolls) == [("played-already", "ika")]
    assert reasons_against(match(game="g2"), scrolls) == []


@pytest.mark.parametrize("teams", [0, 1, 5])
def test_a_game_has_two_to_four_teams(teams: int) -> None:
    scrolls = {f"t{n}": TORA for n in range(teams)}
    rows = tuple(TeamReport(team, LOST if n else WON, 0) for n, team in enumerate(scrolls))
    found = problems(Report("g1", "brawl", rows), scrolls, HOUSE)
    assert Problem("how-many-teams", f"A game has 2 to 4 teams, this has {teams}.", "teams") in found


@pytest.mark.parametrize("teams", [2, 3, 4])
def test_two_three_and_four_teams_can_play(teams: int) -> None:
    scrolls = dict(list(FOUR.items())[:teams])
    assert reasons_against(multi(WON, *[LOST] * (teams - 1)), scrolls) == []


def test_a_team_cannot_play_against_itself() -> None:
    report = match()
    twice = replace(report, teams=(*report.teams, report.teams[1]))
    assert reasons_against(twice) == [("team-twice", "ika")]


def test_a_team_that_does_not_play_in_this_game_is_refused() -> None:
    report = match()
    more = replace(report, teams=(*report.teams, TeamReport("crows", LOST, 0, {"n1": row({"bribery": 1})}, ("n7",))))
    assert reasons_against(more) == [("unknown-team", "crows")]


def test_every_team_of_the_game_is_in_the_report() -> None:
    assert reasons_against(multi(WON, LOST), FOUR) == [("team-missing", "ijin"), ("team-missing", "kitsune")]


@pytest.mark.parametrize("points", [-1, 892])
def test_points_are_a_number_that_people_can_score(points: int) -> None:
    assert reasons_against(match(points=(points, 0))) == [("points", "tora")]
    assert sentence(match(points=(0, points))) == f"Points are a number from 0 to 891, not {points}."


def test_any_score_up_to_the_highest_is_taken() -> None:
    assert reasons_against(match(points=(891, 0))) == []


@pytest.mark.parametrize(
    ("results", "codes"),
    [
        ((WON, LOST), []),
        ((WON, CONCEDED), []),
        ((DREW, DREW), []),
        ((WON, LOST, CONCEDED), []),
        ((DREW, LOST, DREW), []),
        ((DREW, DREW, CONCEDED, LOST), []),
        ((DREW, DREW, DREW, DREW), []),
        ((WON, WON), ["two-winners"]),
        ((WON, LOST, WON, WON), ["two-winners"]),
        ((WON, DREW), ["won-and-drawn", "drew-alone"]),
        ((WON, DREW, DREW), ["won-and-drawn"]),
        ((WON, WON, DREW), ["two-winners", "won-and-drawn", "drew-alone"]),
        ((DREW, LOST), ["drew-alone"]),
        ((DREW, CONCEDED), ["drew-alone"]),
        ((LOST, LOST), ["no-winner"]),
        ((CONCEDED, LOST), ["no-winner"]),
        ((CONCEDED, CONCEDED), ["no-winner"]),
    ],
)
def test_one_team_wins_or_several_draw(results: tuple[Result, ...], codes: list[str]) -> None:
    scrolls = dict(list(FOUR.items())[: len(results)])
    assert reasons_against(multi(*results), scrolls) == [(code, "result") for code in codes]


# Sides


def test_a_challenge_with_sides_asks_for_both_of_them() -> None:
    for sides in ((ATTACKER, DEFENDER), (DEFENDER, ATTACKER)):
        assert reasons_against(match(challenge="intercept-the-messenger", sides=sides)) == []
    assert reasons_against(match(challenge="intercept-the-messenger", sides=(ATTACKER, ATTACKER))) == [
        ("side-missing", "teams")
    ]
    assert sentence(match(challenge="intercept-the-messenger", sides=(DEFENDER, DEFENDER))) == (
        "Intercept the Messenger needs attacker as well."
    )


def test_a_challenge_with_sides_asks_every_team_for_its_own() -> None:
    report = match(challenge="intercept-the-messenger")
    assert reasons_against(report) == [("no-side", "tora"), ("no-side", "ika"), ("side-missing", "teams")]
    found = problems(report, SCROLLS, HOUSE)
    assert found[0].message == "In Intercept the Messenger The tora is attacker or defender: say which."
    assert found[2].message == "Intercept the Messenger needs attacker and defender as well."


def test_a_team_that_has_not_said_its_side_is_only_asked_for_it() -> None:
    report = match({"n2": row({"messenger-injured": 1})}, challenge="intercept-the-messenger", sides=(None, DEFENDER))
    assert reasons_against(report) == [("no-side", "tora"), ("side-missing", "teams")]
    nobody = problems(Report("g1", "intercept-the-messenger", ()), {}, HOUSE)
    assert [problem.code for problem in nobody] == ["how-many-teams", "no-winner"]


def test_several_teams_may_share_a_side() -> None:
    scrolls = dict(list(FOUR.items())[:3])
    report = replace(multi(WON, LOST, LOST), challenge="intercept-the-messenger")
    sides = (ATTACKER, DEFENDER, ATTACKER)
    teams = tuple(replace(team, side=side) for team, side in zip(report.teams, sides, strict=True))
    assert reasons_against(replace(report, teams=teams), scrolls) == []


def test_a_challenge_without_sides_has_none() -> None:
    assert reasons_against(match(sides=(ATTACKER, None))) == [("no-sides", "tora")]
    assert sentence(match(sides=(None, DEFENDER))) == "Assassination has no defender."


def test_a_feat_of_the_other_side_is_refused() -> None:
    report = match(
        {"n2": row({"messenger-escaped": 1})},
        {"n2": row({"messenger-injured": 1})},
        challenge="intercept-the-messenger",
        sides=(ATTACKER, DEFENDER),
    )
    assert reasons_against(report) == [
        ("other-side", "tora/n2/messenger-escaped"),
        ("other-side", "ika/n2/messenger-injured"),
    ]
    turned = replace(report, teams=(replace(report.teams[0], side=DEFENDER), replace(report.teams[1], side=ATTACKER)))
    assert reasons_against(turned) == []


# Who took part


def test_a_ninja_of_another_team_is_refused() -> None:
    assert reasons_against(match({"n99": row({"injury": 1}, healing_house=True)})) == [("unknown-ninja", "tora/n99")]


@pytest.mark.parametrize(
    "part",
    [row(), row(on_board=False, healing_house=True), row({"injury": 1, "reveal": 0}, on_board=False)],
)
def test_whoever_has_to_miss_the_game_took_no_part_in_it(part: NinjaReport) -> None:
    scrolls = {**SCROLLS, "tora": changed(TORA, "n2", misses=2)}
    assert ("unavailable", "tora/n2") in reasons_against(match({"n2": part}), scrolls)


def test_whoever_has_to_miss_the_game_may_stand_in_the_report_with_an_empty_row() -> None:
    scrolls = {**SCROLLS, "tora": changed(TORA, "n2", misses=2)}
    for empty in (NinjaReport(), row({"injury": 0}, on_board=False)):
        assert reasons_against(match({"n2": empty}), scrolls) == []
    assert sentence(match({"n2": row()}), scrolls) == "Tora Kaiken has to miss 2 games and cannot take part."


def test_whoever_is_only_listed_took_no_part() -> None:
    assert resolve(match({"n2": NinjaReport()}), SCROLLS, HOUSE).events["tora"].deeds == ()


def test_the_healing_house_is_for_models_that_were_on_the_board() -> None:
    assert reasons_against(match({"n2": row(on_board=False, healing_house=True)})) == [("never-on-board", "tora/n2")]
    assert reasons_against(match({"n2": row(healing_house=True)})) == []


def test_a_model_that_starts_in_the_healing_house_may_never_leave_it() -> None:
    scrolls = {**SCROLLS, "tora": changed(TORA, "n2", starts_in_healing_house=True)}
    report = match({"n2": row(on_board=False, healing_house=True)})
    assert reasons_against(report, scrolls) == []
    (deed,) = resolve(report, scrolls, HOUSE).events["tora"].deeds
    assert (deed.ninja, deed.on_board, deed.healing_house) == ("n2", False, True)


def test_reserves_may_bring_more_models_onto_the_board_than_stand_on_it_at_one_time() -> None:
    crowd = told(legal_team("ika", "ika-kaiken", "ika-kaiken", "ika-yajiri", "ika-yajiri", "ika-kunoichi"))
    assert len(crowd.ninja) > catalog().challenges["assassination"].ninjas_allowed
    everybody = {ninja.id: row() for ninja in crowd.ninja}
    assert reasons_against(match(ika=everybody), {**SCROLLS, "ika": crowd}) == []


# What they did


def test_a_feat_of_another_challenge_is_refused() -> None:
    assert reasons_against(match({"n2": row({"crate-checked": 1})})) == [("foreign-feat", "tora/n2/crate-checked")]
    assert sentence(match({"n2": row({"crate-checked": 1})})) == "Assassination has no such feat."


def test_an_ordinary_injury_is_refused_where_the_challenge_has_its_own() -> None:
    report = match({"n2": row({"injury": 1})}, challenge="brawl")
    assert reasons_against(report) == [("foreign-feat", "tora/n2/injury")]
    assert sentence(report) == "In Brawl this is reported as “Injured an enemy” or “Injured the enemy chunin”."


def test_an_all_star_is_not_reported_among_the_feats() -> None:
    report = match({"n2": row({"all-star": 1})})
    assert reasons_against(report) == [("foreign-feat", "tora/n2/all-star")]
    assert sentence(report) == "All-Stars are named in a place of their own, not among the feats."


@pytest.mark.parametrize("times", [-1, 100])
def test_a_feat_is_done_a_number_of_times_that_people_can_count(times: int) -> None:
    report = match({"n2": row({"injury": times})})
    assert reasons_against(report) == [("how-often", "tora/n2/injury")]
    assert sentence(report) == f"“Injured an enemy” is a number from 0 to 99, not {times}."


def test_a_feat_may_be_done_up_to_the_highest_number() -> None:
    assert reasons_against(match({"n2": row({"injury": 99})})) == []


def test_a_feat_by_a_ninja_not_on_the_board_is_refused() -> None:
    report = match({"n2": row({"injury": 1}, on_board=False)})
    assert reasons_against(report) == [("not-on-board", "tora/n2/injury")]
    assert reasons_against(match({"n2": row({"injury": 0}, on_board=False)})) == []


def test_a_chunin_is_not_rewarded_for_stunning_a_chunin() -> None:
    assert reasons_against(match({"n1": row({"chunin-stunned": 1})})) == [("not-for-type", "tora/n1/chunin-stunned")]
    assert reasons_against(match({"n1": row({"chunin-stunned": 0}), "n2": row({"chunin-stunned": 1})})) == []


def test_a_chunin_cannot_be_named_champion() -> None:
    assert reasons_against(match({"n1": row({"named-champion": 1})}, challenge="champion")) == [
        ("not-for-type", "tora/n1/named-champion")
    ]
    assert reasons_against(match({"n6": row({"named-champion": 1})}, challenge="champion")) == []


def test_the_hill_is_held_at_most_once_a_round() -> None:
    held = {"n1": row({"held-the-hill": 5}), "n2": row({"held-the-hill": 3})}
    assert reasons_against(match(held, held, challenge="king-of-the-hill")) == []
    report = match({**held, "n3": row({"held-the-hill": 1})}, held, challenge="king-of-the-hill")
    assert reasons_against(report) == [("too-often", "tora")]
    assert sentence(report) == "“Chosen when the team held the hill”: at most 8 a team, The tora has 9."


# All-Stars


def test_an_all_star_is_on_the_team() -> None:
    assert reasons_against(match(all_stars=(["n99"], []))) == [("unknown-ninja", "tora/n99/all-star")]


def test_an_all_star_was_on_the_board() -> None:
    for rows in ({}, {"n2": row(on_board=False)}):
        assert reasons_against(match(rows, all_stars=(["n2"], []))) == [("all-star-not-on-board", "tora/n2/all-star")]
    scrolls = {**SCROLLS, "tora": changed(TORA, "n2", starts_in_healing_house=True)}
    inside = match({"n2": row(on_board=False, healing_house=True)}, all_stars=(["n2"], []))
    assert reasons_against(inside, scrolls) == [("all-star-not-on-board", "tora/n2/all-star")]


def test_a_team_has_one_all_star_award() -> None:
    report = match({"n2": row(), "n3": row()}, all_stars=(["n2", "n3"], []))
    assert reasons_against(report) == [("too-many-all-stars", "tora")]
    assert sentence(report) == "The tora has 1 All-Star award, the report names 2."


def test_a_team_of_which_nothing_is_said_has_one_award_as_well() -> None:
    for stars, codes in ((["n2"], []), (["n2", "n3"], ["too-many-all-stars"])):
        report = match({"n2": row(), "n3": row()}, all_stars=(stars, []))
        assert [problem.code for problem in report_problems(report, SCROLLS, HOUSE, {})] == codes


@pytest.mark.parametrize(("difference", "awards"), [(4, 1), (5, 2), (9, 2), (10, 3)])
def test_the_underdog_has_more_awards_and_no_more_than_that(difference: int, awards: int) -> None:
    scrolls = ratings_apart(difference)
    everybody = {ninja.id: row() for ninja in scrolls["low"].ninja}

    def naming(stars: int) -> Report:
        low = TeamReport("low", LOST, 0, everybody, tuple(everybody)[:stars])
        return Report("g1", "brawl", (TeamReport("high", WON, 0), low))

    assert reasons_against(naming(awards), scrolls) == []
    if awards < len(everybody):
        assert reasons_against(naming(awards + 1), scrolls) == [("too-many-all-stars", "low")]


def test_extra_all_star_awards_go_to_different_models() -> None:
    scrolls = ratings_apart(5)
    low = TeamReport("low", LOST, 0, {"n2": row()}, ("n2", "n2"))
    report = Report("g1", "brawl", (TeamReport("high", WON, 0), low))
    assert reasons_against(report, scrolls) == [("all-star-twice", "low/n2/all-star")]


# All at once


def test_an_impossible_report_hears_every_reason_at_once() -> None:
    report = match(
        {"n99": row(), "n2": row({"crate-checked": 1, "injury": -1}, on_board=False, healing_house=True)},
        {"n1": row({"chunin-stunned": 1})},
        results=(WON, WON),
        points=(-1, 0),
        all_stars=(["n2", "n2"], []),
        sides=(None, ATTACKER),
        game="",
    )
    assert reasons_against(report) == [
        ("no-game", "game"),
        ("points", "tora"),
        ("two-winners", "result"),
        ("no-sides", "ika"),
        ("unknown-ninja", "tora/n99"),
        ("never-on-board", "tora/n2"),
        ("all-star-not-on-board", "tora/n2/all-star"),
        ("all-star-twice", "tora/n2/all-star"),
        ("too-many-all-stars", "tora"),
        ("foreign-feat", "tora/n2/crate-checked"),
        ("how-often", "tora/n2/injury"),
        ("not-on-board", "tora/n2/injury"),
        ("not-for-type", "ika/n1/chunin-stunned"),
    ]


# What is only odd


def odd(report: Report) -> list[tuple[str, str]]:
    return [
        (warning.code, warning.subject)
        for warning in warnings(report, SCROLLS, HOUSE)
        if warning.code not in ("no-all-star", "points-disagree")
    ]


def test_points_that_disagree_with_the_feats_are_a_warning() -> None:
    report = match({"n2": row({"vip-injured": 1})}, points=(4, 0), all_stars=(["n2"], []))
    assert warnings(report, SCROLLS, HOUSE) == [
        Problem("points-disagree", "The feats of The tora score 3, 4 were declared.", "tora"),
        Problem("no-all-star", "The ika has named no All-Star.", "ika"),
    ]


def test_a_winner_with_fewer_points_is_a_warning() -> None:
    assert odd(match(points=(1, 2))) == [("winner-behind", "tora")]
    assert odd(match(points=(2, 1))) == []


def test_a_draw_with_different_points_is_a_warning() -> None:
    assert odd(match(points=(1, 2), results=(DREW, DREW))) == [("winner-behind", "tora")]
    assert odd(match(points=(2, 2), results=(DREW, DREW))) == []


def test_a_victory_with_equal_points_is_a_warning() -> None:
    assert odd(match(points=(2, 2))) == [("level-points", "tora")]


def test_whoever_conceded_loses_whatever_the_points() -> None:
    report = match(points=(1, 9), results=(WON, CONCEDED))
    assert odd(report) == []
    assert reasons_against(report) == []


def test_the_team_behind_is_named_even_when_others_are_level() -> None:
    scrolls = dict(list(FOUR.items())[:3])
    report = multi(WON, LOST, LOST)
    points = (1, 2, 2)
    report = replace(report, teams=tuple(replace(its, points=n) for its, n in zip(report.teams, points, strict=True)))
    found = warnings(report, scrolls, HOUSE)
    assert found[0] == Problem("winner-behind", "A team with 1 points is ahead of one with 2.", "tora")
    assert [problem.code for problem in found].count("level-points") == 0


def test_the_points_of_unknown_ninja_and_feats_are_not_counted() -> None:
    team = TeamReport("tora", WON, 0, {"n2": row({"vip-stunned": 2, "bribery": 9}), "n99": row({"vip-injured": 1})})
    assert counted_points(team, TORA, catalog().challenges["assassination"], HOUSE) == 2


# As JSON


def test_a_report_travels_as_json() -> None:
    report = match(
        {"n2": row({"messenger-injured": 1}, healing_house=True)},
        results=(LOST, WON),
        sides=(ATTACKER, DEFENDER),
        all_stars=(["n2"], []),
        challenge="intercept-the-messenger",
    )
    assert report_from_json(encode(report)) == report


@pytest.mark.parametrize(
    ("data", "subject"),
    [
        ({"game": "g1", "challenge": "brawl"}, "teams"),
        ({"game": 1, "challenge": "brawl", "teams": []}, "game"),
        ({"game": "g1", "challenge": "brawl", "teams": [], "weather": "rain"}, "weather"),
        ({"game": "g1", "challenge": "brawl", "teams": [{"team": "a", "result": "won"}]}, "teams[0].points"),
        (
            {"game": "g1", "challenge": "brawl", "teams": [{"team": "a", "result": "fled", "points": 0}]},
            "teams[0].result",
        ),
    ],
)
def test_data_that_is_no_report_is_refused_with_the_path(data: dict[str, object], subject: str) -> None:
    with pytest.raises(RuleBroken) as caught:
        report_from_json(data)
    assert reasons(caught.value) == [("malformed", subject)]
