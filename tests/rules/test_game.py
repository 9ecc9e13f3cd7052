"""The briefing before a game, its resolution, and the dice that pick the challenge."""

from dataclasses import replace

import pytest

from rules.catalog import catalog
from rules.dice import Element
from rules.events import Deed
from rules.game import Drawn, brief, draw_challenge, problems, resolve
from rules.house import Chooser, HouseRules
from rules.report import Report, TeamReport
from rules.scroll import Due, Opponent, Rating, Result, Revenue, Step
from tests.rules.games import (
    CONCEDED,
    DREW,
    IKA,
    LOST,
    SCROLLS,
    TORA,
    WON,
    after,
    changed,
    match,
    ratings_apart,
    row,
)
from tests.rules.teams import HOUSE, legal_team, told

# Help by the difference of the ratings, from 0 to 25.
MOON_POWER_TOKENS = [0] * 10 + [1] * 10 + [2] * 6
EXTRA_ALL_STARS = [0] * 5 + [1] * 5 + [2] * 5 + [3] * 5 + [4] * 5 + [5]
BONUS_KOBAN = [0, 1, 2, 3, 4, 5] + [6] * 20


# Ratings


def test_a_rating_is_the_price_of_the_roster_and_one_for_each_hero_or_ronin() -> None:
    assert TORA.rating(HOUSE) == Rating(koban=8, advancements=0, heroes_and_ronin=2)  # 88 koban
    assert told(legal_team("tora")).rating(HOUSE).total == 4  # 40 koban
    assert told(legal_team("ika")).rating(HOUSE).total == 3  # 39 koban


def test_a_rating_counts_every_advancement_taken() -> None:
    scroll = changed(changed(TORA, "n2", advancements=2), "n3", advancements=1, xp=99)
    assert scroll.rating(HOUSE) == Rating(koban=8, advancements=3, heroes_and_ronin=2)
    assert scroll.rating(HOUSE).total == 13


def test_the_numbers_of_the_rating_are_the_house_s() -> None:
    scroll = changed(TORA, "n2", advancements=2)
    rule = replace(HOUSE.rating, koban_per_point=20, per_advancement=3, per_hero_or_ronin=5)
    assert scroll.rating(replace(HOUSE, rating=rule)) == Rating(koban=4, advancements=6, heroes_and_ronin=10)


def test_a_rating_counts_prices_as_they_were_paid() -> None:
    assert TORA.rating(replace(HOUSE, prices={"byakko": 99})) == TORA.rating(HOUSE)


# The briefing


@pytest.mark.parametrize("difference", range(26))
def test_the_underdog_is_helped_by_the_difference(difference: int) -> None:
    briefing = brief(ratings_apart(difference), HOUSE)
    low, high = briefing["low"], briefing["high"]
    assert (low.help.behind, low.help.reroll_tokens) == (difference, difference)
    assert low.help.moon_power_tokens == MOON_POWER_TOKENS[difference]
    assert low.help.extra_all_stars == EXTRA_ALL_STARS[difference]
    assert low.all_stars == 1 + EXTRA_ALL_STARS[difference]
    assert low.help.bonus_koban == BONUS_KOBAN[difference]
    assert (high.help.behind, high.help.reroll_tokens, high.help.moon_power_tokens, high.help.bonus_koban) == (
        0,
        0,
        0,
        0,
    )
    assert (high.help.extra_all_stars, high.all_stars) == (0, 1)
    assert high.rating.total - low.rating.total == difference


@pytest.mark.parametrize("ahead", [(3, 0), (0, 7, 11), (5, 12, 12), (20, 0, 13, 1)])
def test_each_team_is_helped_against_the_highest(ahead: tuple[int, ...]) -> None:
    plain = told(legal_team("tora"))
    scrolls = {f"t{n}": changed(plain, "n1", advancements=more) for n, more in enumerate(ahead)}
    briefing = brief(scrolls, HOUSE)
    assert [briefing[team].help.behind for team in scrolls] == [max(ahead) - more for more in ahead]
    assert [briefing[team].help.bonus_koban for team in scrolls] == [BONUS_KOBAN[max(ahead) - more] for more in ahead]


@pytest.mark.parametrize(
    ("house", "expected"),
    [
        (replace(HOUSE, underdog=replace(HOUSE.underdog, reroll_token=2)), (6, 1, 2, 6)),
        (replace(HOUSE, underdog=replace(HOUSE.underdog, moon_power_token=3)), (12, 4, 2, 6)),
        (replace(HOUSE, underdog=replace(HOUSE.underdog, extra_all_star=4)), (12, 1, 3, 6)),
        (replace(HOUSE, koban=replace(HOUSE.koban, underdog_most=9)), (12, 1, 2, 9)),
        (replace(HOUSE, koban=replace(HOUSE.koban, underdog_most=0)), (12, 1, 2, 0)),
    ],
)
def test_the_underdog_is_helped_as_the_house_says(house: HouseRules, expected: tuple[int, int, int, int]) -> None:
    low = brief(ratings_apart(12), house)["low"]
    assert (
        low.help.reroll_tokens,
        low.help.moon_power_tokens,
        low.help.extra_all_stars,
        low.help.bonus_koban,
    ) == expected


def test_a_briefing_names_who_is_absent_and_who_starts_in_the_healing_house() -> None:
    scroll = changed(TORA, "n2", misses=1, starts_in_healing_house=True)
    scroll = changed(changed(scroll, "n3", starts_in_healing_house=True), "n5", misses=2)
    briefing = brief({"tora": scroll}, HOUSE)["tora"]
    assert briefing.absent == ("n2", "n5")
    assert briefing.in_healing_house == ("n3",)


def test_nobody_plays_and_nobody_is_briefed() -> None:
    assert brief({}, HOUSE) == {}


# Revenue


@pytest.mark.parametrize(
    ("results", "koban"),
    [((WON, LOST), (10, 6)), ((LOST, WON), (6, 10)), ((DREW, DREW), (8, 8)), ((WON, CONCEDED), (10, 6))],
)
def test_a_win_pays_10_a_loss_6_and_a_draw_8(results: tuple[Result, Result], koban: tuple[int, int]) -> None:
    resolution = resolve(match(results=results), SCROLLS, HOUSE)
    assert resolution.events["tora"].revenue == Revenue(koban[0])
    assert resolution.events["ika"].revenue == Revenue(koban[1], underdog=1)
    assert resolution.scrolls["tora"].treasury == TORA.treasury + koban[0]
    assert resolution.scrolls["ika"].treasury == IKA.treasury + koban[1] + 1


def test_conceding_loses_whatever_the_points() -> None:
    resolution = resolve(match(results=(CONCEDED, WON), points=(9, 0)), SCROLLS, HOUSE)
    assert resolution.events["tora"].revenue.total == 6
    assert resolution.scrolls["tora"].games[-1].result is CONCEDED


def test_revenue_is_what_the_house_pays() -> None:
    house = replace(HOUSE, koban=replace(HOUSE.koban, win=20, loss=1, draw=5, underdog_most=0))
    won = resolve(match(results=(WON, LOST)), SCROLLS, house).events
    assert (won["tora"].revenue.total, won["ika"].revenue.total) == (20, 1)
    assert resolve(match(results=(DREW, DREW)), SCROLLS, house).events["ika"].revenue.total == 5


@pytest.mark.parametrize("difference", [0, 1, 6, 7])
def test_the_underdog_earns_its_bonus_whether_it_wins_or_loses(difference: int) -> None:
    scrolls = ratings_apart(difference)
    for low, high in ((WON, LOST), (LOST, WON)):
        report = Report("g1", "brawl", (TeamReport("low", low, 0), TeamReport("high", high, 0)))
        events = resolve(report, scrolls, HOUSE).events
        assert events["low"].revenue.underdog == BONUS_KOBAN[difference]
        assert events["high"].revenue.underdog == 0


def test_a_shojo_in_the_healing_house_earns_2_koban() -> None:
    inside = resolve(match(ika={"n6": row(healing_house=True), "n1": row(healing_house=True)}), SCROLLS, HOUSE)
    assert inside.events["ika"].revenue == Revenue(6, 1, 2)
    outside = resolve(match(ika={"n6": row(), "n1": row(healing_house=True)}), SCROLLS, HOUSE)
    assert outside.events["ika"].revenue == Revenue(6, 1, 0)
    generous = replace(HOUSE, koban=replace(HOUSE.koban, shrewd_negotiator=7))
    assert resolve(match(ika={"n6": row(healing_house=True)}), SCROLLS, generous).events["ika"].revenue.total == 14


# All-Stars


def test_the_all_star_earns_3_xp_beside_its_feats() -> None:
    report = match({"n2": row({"injury": 1}), "n3": row()}, all_stars=(["n2"], []))
    resolution = resolve(report, SCROLLS, HOUSE)
    assert resolution.events["tora"].deeds == (
        Deed("n2", {"injury": 1}, 4, all_star=True),
        Deed("n3"),
    )
    assert resolution.scrolls["tora"].games[-1].all_stars == ("n2",)


def test_extra_all_stars_earn_as_much() -> None:
    low = TeamReport("low", LOST, 0, {"n1": row(), "n2": row(), "n3": row()}, ("n3", "n1"))
    report = Report("g1", "brawl", (TeamReport("high", WON, 0), low))
    resolution = resolve(report, ratings_apart(5), HOUSE)
    assert [ninja.xp for ninja in resolution.scrolls["low"].ninja] == [3, 0, 3]


def test_the_xp_of_an_all_star_is_the_house_s() -> None:
    house = replace(HOUSE, feats=tuple(replace(f, xp=9) if f.id == "all-star" else f for f in HOUSE.feats))
    report = match({"n2": row()}, all_stars=(["n2"], []))
    assert resolve(report, SCROLLS, house).scrolls["tora"].find("n2").xp == 9


@pytest.mark.parametrize("unique", ["n5", "n6"])
def test_a_hero_or_ronin_may_be_all_star_for_the_honour_without_xp(unique: str) -> None:
    report = match({unique: row({"vip-injured": 2})}, points=(6, 0), all_stars=([unique], []))
    resolution = resolve(report, SCROLLS, HOUSE)
    assert resolution.events["tora"].deeds == (Deed(unique, {"vip-injured": 2}, 0, all_star=True),)
    assert resolution.scrolls["tora"].games[-1].all_stars == (unique,)
    assert resolution.scrolls["tora"].find(unique).xp == 0
    assert [warning.subject for warning in resolution.warnings] == ["ika"]


# Resolution


def test_each_team_gets_the_game_as_it_saw_it() -> None:
    scrolls = {"tora": TORA, "ika": IKA, "ijin": told(legal_team("ijin"))}
    rows = {"n3": row(healing_house=True), "n2": row(), "n1": row(on_board=False)}
    teams = (
        TeamReport("ika", WON, 4),
        TeamReport("tora", LOST, 3, rows),
        TeamReport("ijin", CONCEDED, 2),
    )
    resolution = resolve(Report("g7", "search", teams), scrolls, HOUSE)
    game = resolution.events["tora"]
    assert (game.game, game.challenge, game.result, game.points, game.side) == ("g7", "search", LOST, 3, None)
    assert game.deeds == (Deed("n2"), Deed("n3", healing_house=True))
    assert game.opponents == (Opponent("ika", "The ika", WON, 4), Opponent("ijin", "The ijin", CONCEDED, 2))
    assert [its.team for its in resolution.events["ijin"].opponents] == ["ika", "tora"]
    assert set(resolution.scrolls) == set(resolution.due) == set(scrolls)


def test_the_side_of_a_team_is_in_its_chronicle() -> None:
    attacker, defender = catalog().challenges["intercept-the-messenger"].sides
    report = match(challenge="intercept-the-messenger", sides=(defender, attacker))
    events = resolve(report, SCROLLS, HOUSE).events
    assert (events["tora"].side, events["ika"].side) == (defender, attacker)


def test_a_resolution_tells_which_decisions_are_then_open() -> None:
    scrolls = {**SCROLLS, "tora": changed(TORA, "n3", xp=7)}
    report = match({"n2": row(healing_house=True), "n3": row({"injury": 1})})
    resolution = resolve(report, scrolls, HOUSE)
    assert resolution.due["tora"] == (
        Step(Due.UPKEEP, "n5", "g1"),
        Step(Due.DOWNTIME, "n2", "g1"),
        Step(Due.ADVANCEMENT, "n3"),
    )
    assert resolution.due["ika"] == (Step(Due.UPKEEP, "n6", "g1"),)


def test_a_resolution_is_what_telling_its_events_gives() -> None:
    resolution = resolve(match({"n2": row({"injury": 9}, healing_house=True)}), SCROLLS, HOUSE)
    for team, scroll in SCROLLS.items():
        assert resolution.scrolls[team] == after(scroll, resolution.events[team])


def test_warnings_come_with_the_resolution() -> None:
    warnings = resolve(match(points=(1, 2)), SCROLLS, HOUSE).warnings
    assert [(warning.code, warning.subject) for warning in warnings] == [
        ("winner-behind", "tora"),
        ("points-disagree", "tora"),
        ("no-all-star", "tora"),
        ("points-disagree", "ika"),
        ("no-all-star", "ika"),
    ]


def test_a_frozen_briefing_keeps_what_it_promised() -> None:
    promised = brief(ratings_apart(5), HOUSE)
    rows = {"n1": row(), "n2": row()}
    report = Report("g1", "brawl", (TeamReport("high", WON, 0), TeamReport("low", LOST, 0, rows, ("n1", "n2"))))
    now = ratings_apart(0)
    assert [problem.code for problem in problems(report, now, HOUSE)] == ["too-many-all-stars"]
    assert problems(report, now, HOUSE, promised) == []
    assert resolve(report, now, HOUSE, promised).events["low"].revenue == Revenue(6, 5)


def test_absences_are_served_by_a_resolved_game() -> None:
    scrolls = {**SCROLLS, "tora": changed(changed(TORA, "n2", misses=2), "n3", starts_in_healing_house=True)}
    after_it = resolve(match({"n3": row()}), scrolls, HOUSE).scrolls["tora"]
    assert (after_it.find("n2").misses, after_it.find("n3").starts_in_healing_house) == (1, False)


# The random challenge

COLUMN_1 = [
    "player-1-chooses",
    "assassination",
    "intercept-the-messenger",
    "champion",
    "king-of-the-hill",
    "player-2-chooses",
]
COLUMN_2 = ["player-1-chooses", "infiltration", "brawl", "search", "capture-the-medal", "player-2-chooses"]
PAIRS = [
    (first, second, (COLUMN_1 if column < 3 else COLUMN_2)[number])
    for column, first in enumerate(Element)
    for number, second in enumerate(Element)
]


@pytest.mark.parametrize(("first", "second", "expected"), PAIRS)
def test_every_pair_of_dice_draws_its_challenge(first: Element, second: Element, expected: str) -> None:
    drawn = draw_challenge(first, second, HOUSE)
    if expected.endswith("chooses"):
        assert drawn == Drawn(chooser=Chooser(expected))
    else:
        assert drawn == Drawn(catalog().challenges[expected])


def test_a_banned_challenge_is_never_drawn() -> None:
    house = replace(HOUSE, banned_challenges=("search",))
    assert draw_challenge(Element.FIRE, Element.AIR, house) == Drawn()
    assert draw_challenge(Element.AIR, Element.AIR, house) == Drawn()
    assert draw_challenge(Element.FIRE, Element.EARTH, house) == Drawn(catalog().challenges["brawl"])


def test_the_table_of_random_challenges_is_the_house_s() -> None:
    table = replace(
        HOUSE.random_challenge,
        columns=dict.fromkeys(Element, 2),
        column_2=dict.fromkeys(Element, "brawl"),
    )
    house = replace(HOUSE, random_challenge=table)
    assert draw_challenge(Element.SPIRIT, Element.FIRE, house) == Drawn(catalog().challenges["brawl"])
