"""The house rules: the rulebook's tables row by row, and every reason why no league could play by some."""

import json
import shutil
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import house as house_module
from rules.catalog import FOLDER, Allowance, Feat, Type, catalog
from rules.codec import Malformed, encode
from rules.dice import Element
from rules.house import (
    AcceptedBy,
    Chooser,
    Downtime,
    HouseRules,
    Level,
    TieBreaker,
    house_from_json,
    problems,
    rulebook,
)
from rules.problems import RuleBroken
from tests.rules.teams import HOUSE, houses, profile

# The rulebook, row by row


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("New Recruit", 0, 7),
        ("Experienced", 8, 21),
        ("Veteran", 22, 42),
        ("Shinobi", 43, 70),
        ("Clan Champion", 71, 105),
        ("Infamous", 106, 245),
        ("Legendary", 246, 100_000),
    ],
)
def test_every_level_begins_and_ends_where_the_rulebook_says(name: str, first: int, last: int) -> None:
    assert HOUSE.levels[HOUSE.level_at(first)].name == name
    assert HOUSE.levels[HOUSE.level_at(last)].name == name
    assert first == 0 or HOUSE.level_at(first - 1) == HOUSE.level_at(first) - 1


def test_there_are_seven_levels_and_the_first_one_earns_no_advancement() -> None:
    ids = ["new-recruit", "experienced", "veteran", "shinobi", "clan-champion", "infamous", "legendary"]
    assert [level.id for level in HOUSE.levels] == ids
    assert [HOUSE.level_at(xp) for xp in (0, 7, 8, 246)] == [0, 0, 1, 6]


def test_doubles_give_what_the_advancement_table_says() -> None:
    assert list(HOUSE.advancement.items()) == [
        ("spirit", "defense"),
        ("void", "defense"),
        ("earth", "affinity"),
        ("air", "movement"),
        ("water", "attack"),
        ("fire", "attack"),
    ]


def test_each_face_brings_what_the_downtime_table_says() -> None:
    assert list(HOUSE.downtime.items()) == [
        ("spirit", "spare-another"),
        ("void", "miss-two-games"),
        ("earth", "no-effect"),
        ("air", "start-in-healing-house"),
        ("water", "gain-xp"),
        ("fire", "miss-one-game"),
    ]
    assert HOUSE.awards.downtime_xp == 1


def test_only_two_rows_of_downtime_cost_games() -> None:
    missed = {effect.value: effect.games_missed for effect in Downtime if effect.games_missed}
    assert missed == {"miss-one-game": 1, "miss-two-games": 2}


def test_koban_are_paid_as_the_rulebook_and_our_rulings_say() -> None:
    koban = HOUSE.koban
    assert (koban.starting, koban.win, koban.loss, koban.draw) == (100, 10, 6, 8)
    assert (koban.underdog_most, koban.shrewd_negotiator) == (6, 2)


def test_the_rating_and_the_underdogs_help_are_the_rulebooks() -> None:
    rating, underdog = HOUSE.rating, HOUSE.underdog
    assert (rating.koban_per_point, rating.per_advancement, rating.per_hero_or_ronin) == (10, 1, 1)
    assert (underdog.reroll_token, underdog.moon_power_token, underdog.extra_all_star) == (1, 10, 5)


def test_our_rulings_fill_what_the_rulebook_leaves_open() -> None:
    points = HOUSE.league_points
    assert (points.win, points.draw, points.loss) == (3, 1, 0)
    assert (HOUSE.dismissal.allowed, HOUSE.dismissal.refund_percent) == (True, 0)
    assert (HOUSE.reports.accepted_by, HOUSE.reports.silence_accepts_after_days) == (AcceptedBy.COUNTERSIGN, 3)


def test_the_rulebook_bans_nothing_and_changes_nothing_in_the_catalog() -> None:
    assert HOUSE.banned_challenges == HOUSE.banned_profiles == ()
    assert [*HOUSE.prices, *HOUSE.upkeeps, *HOUSE.allowances, *HOUSE.feat_points, *HOUSE.feat_xp] == []
    assert [challenge.id for challenge in HOUSE.challenges] == list(catalog().challenges)


def test_the_feats_of_every_challenge_are_the_rulebooks() -> None:
    assert HOUSE.feats == (
        Feat("injury", "Injured an enemy", xp=1),
        Feat("chunin-stunned", "Stunned an enemy chunin", xp=1, not_for=(Type.CHUNIN,)),
        Feat("reveal", "Revealed a ninja in Stealth", xp=1),
        Feat("all-star", "Ninja All-Star", xp=3),
    )


FIRST_HALF = ["assassination", "intercept-the-messenger", "champion", "king-of-the-hill"]
SECOND_HALF = ["infiltration", "brawl", "search", "capture-the-medal"]


@pytest.mark.parametrize(("first", "second"), list(product(Element, Element)))
def test_every_pair_of_dice_draws_its_random_challenge(first: Element, second: Element) -> None:
    half = FIRST_HALF if first in ("spirit", "void", "earth") else SECOND_HALF
    column = ["player-1-chooses", *half, "player-2-chooses"]
    assert HOUSE.random_challenge.row(first, second) == column[list(Element).index(second)]


def test_the_random_challenge_names_every_challenge_once_and_both_players() -> None:
    rows = [*HOUSE.random_challenge.column_1.values(), *HOUSE.random_challenge.column_2.values()]
    assert sorted(rows) == sorted([*catalog().challenges, *Chooser, *Chooser])


# What the numbers mean

COMMON = ["injury", "chunin-stunned", "reveal"]


@pytest.mark.parametrize(("id_", "xp"), [("injury", 1), ("chunin-stunned", 1), ("reveal", 1), ("all-star", 3)])
def test_a_common_feat_is_found_by_its_id(id_: str, xp: int) -> None:
    feat = HOUSE.common_feat(id_)
    assert (feat.id, feat.xp) == (id_, xp)


@pytest.mark.parametrize(
    ("challenge", "feats"),
    [
        ("assassination", ["vip-injured", "vip-stunned", *COMMON]),
        ("intercept-the-messenger", ["messenger-injured", "messenger-escaped", *COMMON]),
        ("champion", ["named-champion", "champion-injury", "champion-stun", *COMMON]),
        ("king-of-the-hill", ["held-the-hill", *COMMON]),
        ("infiltration", ["medal-picked-up", "medal-brought-home", *COMMON]),
        ("brawl", ["brawl-injury", "brawl-chunin-injury", "chunin-stunned", "reveal"]),
        ("search", ["crate-checked", "objective-found", *COMMON]),
        ("capture-the-medal", ["enemy-medal-taken", "own-medal-returned", "enemy-medal-captured", *COMMON]),
    ],
)
def test_a_challenge_offers_its_own_feats_and_the_common_ones(challenge: str, feats: list[str]) -> None:
    assert [feat.id for feat in HOUSE.feats_of(catalog().challenges[challenge])] == feats


@pytest.mark.parametrize(
    ("challenge", "feats"),
    [
        ("assassination", {"vip-injured", "injury"}),
        ("intercept-the-messenger", {"messenger-injured", "injury"}),
        ("champion", {"champion-injury", "injury"}),
        ("king-of-the-hill", {"injury"}),
        ("infiltration", {"injury"}),
        ("brawl", {"brawl-injury", "brawl-chunin-injury"}),
        ("search", {"injury"}),
        ("capture-the-medal", {"injury"}),
    ],
)
def test_every_challenge_knows_which_feats_injure(challenge: str, feats: set[str]) -> None:
    assert HOUSE.injuries_of(catalog().challenges[challenge]) == feats


# challenge/feat: XP and points for a chunin, for a kaiken, for a hero
EARNED = {
    "assassination/injury": ((1, 0), (1, 0), (0, 0)),
    "assassination/reveal": ((1, 0), (1, 0), (0, 0)),
    "assassination/vip-injured": ((3, 3), (3, 3), (0, 3)),
    "assassination/vip-stunned": ((0, 1), (0, 1), (0, 1)),
    "intercept-the-messenger/messenger-injured": ((3, 1), (3, 1), (0, 1)),
    "intercept-the-messenger/messenger-escaped": ((2, 2), (2, 2), (0, 2)),
    "champion/champion-injury": ((1, 3), (1, 3), (0, 3)),
    "champion/champion-stun": ((0, 1), (0, 1), (0, 1)),
    "king-of-the-hill/held-the-hill": ((2, 1), (2, 1), (0, 1)),
    "infiltration/medal-picked-up": ((1, 1), (1, 1), (0, 1)),
    "infiltration/medal-brought-home": ((3, 2), (3, 2), (0, 2)),
    "brawl/brawl-injury": ((1, 1), (2, 1), (0, 1)),
    "brawl/brawl-chunin-injury": ((2, 1), (2, 2), (0, 2)),
    "search/crate-checked": ((1, 1), (1, 1), (0, 1)),
    "search/objective-found": ((2, 3), (2, 3), (0, 3)),
    "capture-the-medal/enemy-medal-taken": ((1, 1), (1, 1), (0, 1)),
    "capture-the-medal/own-medal-returned": ((2, 0), (2, 0), (0, 0)),
    "capture-the-medal/enemy-medal-captured": ((3, 4), (3, 4), (0, 4)),
}


@pytest.mark.parametrize("key", EARNED)
def test_a_feat_earns_a_model_what_its_type_may_have(key: str) -> None:
    challenge, id_ = key.split("/")
    (feat,) = (its for its in HOUSE.feats_of(catalog().challenges[challenge]) if its.id == id_)
    for types, earned in zip(
        ((Type.CHUNIN,), (Type.KAIKEN, Type.ONI), (Type.HERO, Type.RONIN)), EARNED[key], strict=True
    ):
        assert {(HOUSE.xp_for(feat, type_), HOUSE.points_for(feat, type_)) for type_ in types} == {earned}


def test_a_league_may_change_what_the_catalog_says() -> None:
    kaiken, benkei = profile("tora-kaiken"), profile("benkei")
    assert (HOUSE.price(kaiken), HOUSE.upkeep(kaiken), HOUSE.allowance(kaiken)) == (10, 0, Allowance(2, 4))
    assert (HOUSE.price(benkei), HOUSE.upkeep(benkei), HOUSE.allowance(benkei)) == (16, 5, None)
    ours = replace(HOUSE, prices={"tora-kaiken": 0}, upkeeps={"benkei": 0}, allowances={"tora-kaiken": Allowance(0, 9)})
    assert (ours.price(kaiken), ours.upkeep(benkei), ours.allowance(kaiken)) == (0, 0, Allowance(0, 9))
    assert (ours.price(benkei), ours.price(profile("ika-kaiken"))) == (16, 9)
    assert problems(ours) == []


def test_a_league_may_change_what_a_feat_of_one_challenge_earns() -> None:
    ours = replace(HOUSE, feat_points={"search/crate-checked": 5}, feat_xp={"search/objective-found": 0})
    earned = {feat.id: (feat.points, feat.xp) for feat in ours.feats_of(catalog().challenges["search"])}
    assert (earned["crate-checked"], earned["objective-found"]) == ((5, 1), (3, 0))
    assert earned["injury"] == (0, 1)
    assert ours.feats_of(catalog().challenges["brawl"]) == HOUSE.feats_of(catalog().challenges["brawl"])


def test_an_injury_of_a_league_is_worth_the_same_within_another_feat() -> None:
    ours = replace(HOUSE, feats=tuple(replace(f, xp=5) if f.id == "injury" else f for f in HOUSE.feats))
    vip, *_ = ours.feats_of(catalog().challenges["assassination"])
    assert ours.xp_for(vip, Type.KAIKEN) == 2 + 5


def test_a_banned_challenge_is_not_played() -> None:
    ours = replace(HOUSE, banned_challenges=("brawl", "search"))
    assert {c.id for c in HOUSE.challenges} - {c.id for c in ours.challenges} == {"brawl", "search"}


# Reasons why no league could be played


def changed(**rules: Any) -> HouseRules:
    return replace(HOUSE, **rules)


def without(table: str, element: Element) -> HouseRules:
    return changed(**{table: {key: row for key, row in getattr(HOUSE, table).items() if key != element}})


def drawing(**rules: Any) -> HouseRules:
    return changed(random_challenge=replace(HOUSE.random_challenge, **rules))


def within(group: str, **rules: Any) -> HouseRules:
    return changed(**{group: replace(getattr(HOUSE, group), **rules)})


def leveled(*levels: tuple[str, int]) -> HouseRules:
    return changed(levels=tuple(Level(id_, id_.capitalize(), xp) for id_, xp in levels))


def found(house: HouseRules) -> list[tuple[str, str, str]]:
    return [(problem.code, problem.subject, problem.message) for problem in problems(house)]


def test_the_rulebook_can_be_played() -> None:
    assert problems(rulebook()) == []


@given(houses())
def test_any_house_that_a_master_might_make_can_be_played(house: HouseRules) -> None:
    assert problems(house) == []


NEVER_NEGATIVE = [
    *("awards.downtime_xp", "koban.starting", "koban.win", "koban.loss", "koban.draw", "koban.underdog_most"),
    *("koban.shrewd_negotiator", "league_points.win", "league_points.draw", "league_points.loss"),
    *("dismissal.refund_percent", "reports.silence_accepts_after_days"),
    *("rating.per_advancement", "rating.per_hero_or_ronin"),
]


@pytest.mark.parametrize("subject", NEVER_NEGATIVE)
def test_a_number_may_be_zero_and_not_less(subject: str) -> None:
    group, name = subject.split(".")
    assert problems(within(group, **{name: 0})) == []
    message = f"{name.replace('_', ' ')} cannot be below zero"
    assert found(within(group, **{name: -1})) == [("negative", subject, message)]


@pytest.mark.parametrize(
    "subject",
    ["rating.koban_per_point", "underdog.reroll_token", "underdog.moon_power_token", "underdog.extra_all_star"],
)
def test_what_divides_is_one_or_more(subject: str) -> None:
    group, name = subject.split(".")
    assert problems(within(group, **{name: 1})) == []
    message = f"{name.replace('_', ' ')} must be 1 or more"
    assert found(within(group, **{name: 0})) == [("not-positive", subject, message)]
    assert ("not-positive", subject, message) in found(within(group, **{name: -1}))


@pytest.mark.parametrize(
    ("field", "key"),
    [
        ("prices", "tora-kaiken"),
        ("upkeeps", "benkei"),
        ("feat_points", "search/crate-checked"),
        ("feat_xp", "search/crate-checked"),
    ],
)
def test_a_price_an_upkeep_or_a_feat_is_not_below_zero(field: str, key: str) -> None:
    assert problems(changed(**{field: {key: 0}})) == []
    assert found(changed(**{field: {key: -1}})) == [("negative", f"{field}.{key}", f"{key} cannot be below zero")]


@pytest.mark.parametrize("its", [{"xp": -1}, {"points": -1}, {"points_for": {Type.CHUNIN: -1}}, {"most_per_team": -1}])
def test_a_common_feat_is_not_below_zero(its: dict[str, Any]) -> None:
    injury, *others = HOUSE.feats
    house = changed(feats=(replace(injury, **its), *others))
    assert found(house) == [("negative", "feats.injury", "Injured an enemy cannot be below zero")]


def test_a_refund_is_at_most_the_price() -> None:
    assert problems(within("dismissal", refund_percent=100)) == []
    assert found(within("dismissal", refund_percent=101)) == [
        ("too-much", "dismissal.refund_percent", "a refund is at most 100 percent of the price")
    ]


@pytest.mark.parametrize("levels", [(), (("new", 1), ("old", 8)), (("new", -1),)])
def test_the_first_level_begins_at_nothing(levels: tuple[tuple[str, int], ...]) -> None:
    assert found(leveled(*levels)) == [("levels", "levels", "the first level begins at 0 XP")]


def test_a_league_may_have_a_single_level() -> None:
    assert problems(leveled(("new", 0))) == []


@pytest.mark.parametrize("xp", [7, 8])
def test_every_level_begins_above_the_one_before(xp: int) -> None:
    assert problems(leveled(("new", 0), ("fine", 8), ("old", 9))) == []
    assert found(leveled(("new", 0), ("fine", 8), ("old", xp))) == [
        ("levels", "levels.old", "Old must begin above the 8 XP of Fine")
    ]


def test_two_levels_of_one_id_are_refused() -> None:
    """Of two articles with one key, players would see only one."""
    assert found(leveled(("new", 0), ("old", 8), ("old", 9))) == [("twice", "levels.old", "2 levels have the id old")]


@pytest.mark.parametrize("element", Element)
def test_no_table_lacks_a_row(element: Element) -> None:
    message = f"no row for {element}"
    for table in ("advancement", "downtime"):
        assert found(without(table, element)) == [("table", f"{table}.{element}", message)]
    for table in ("columns", "column_1", "column_2"):
        rows = {key: row for key, row in getattr(HOUSE.random_challenge, table).items() if key != element}
        assert found(drawing(**{table: rows})) == [("table", f"random_challenge.{table}.{element}", message)]


@pytest.mark.parametrize("column", [0, 3])
def test_there_are_two_columns_of_random_challenges(column: int) -> None:
    columns = {**HOUSE.random_challenge.columns, Element.AIR: column}
    assert found(drawing(columns=columns)) == [
        ("table", "random_challenge.columns.air", f"there is no column {column}")
    ]


@pytest.mark.parametrize("feat", ["injury", "all-star"])
def test_injuries_and_all_stars_are_in_every_league(feat: str) -> None:
    house = changed(feats=tuple(its for its in HOUSE.feats if its.id != feat))
    assert found(house) == [("table", f"feats.{feat}", f"the feat {feat} is missing")]


def test_a_league_may_do_without_the_other_common_feats() -> None:
    assert problems(changed(feats=tuple(f for f in HOUSE.feats if f.id in ("injury", "all-star")))) == []


@pytest.mark.parametrize("id_", ["reveal", "vip-injured"])
def test_a_feat_that_is_there_already_is_refused(id_: str) -> None:
    """A report could not tell two feats of one id apart."""
    assert found(changed(feats=(*HOUSE.feats, Feat(id_, "Again", xp=1)))) == [
        ("twice", f"feats.{id_}", f"there is a feat {id_} already")
    ]


def test_a_league_may_have_a_feat_of_its_own() -> None:
    assert problems(changed(feats=(*HOUSE.feats, Feat("bow", "Bowed to the enemy", xp=2, most_per_team=0)))) == []


@pytest.mark.parametrize(
    ("house", "subject"),
    [
        (changed(banned_challenges=("brwl",)), "banned_challenges.brwl"),
        (changed(banned_profiles=("brwl",)), "banned_profiles.brwl"),
        (changed(prices={"brwl": 1}), "prices.brwl"),
        (changed(upkeeps={"brwl": 1}), "upkeeps.brwl"),
        (changed(allowances={"brwl": Allowance(0, 1)}), "allowances.brwl"),
        (changed(feat_points={"brwl": 1}), "feat_points.brwl"),
        (changed(feat_xp={"brwl": 1}), "feat_xp.brwl"),
        (drawing(column_1={**HOUSE.random_challenge.column_1, Element.AIR: "brwl"}), "random_challenge.column_1.brwl"),
        (drawing(column_2={**HOUSE.random_challenge.column_2, Element.AIR: "brwl"}), "random_challenge.column_2.brwl"),
    ],
)
def test_what_nobody_knows_is_refused(house: HouseRules, subject: str) -> None:
    assert found(house) == [("unknown", subject, "there is no brwl")]


def test_at_least_one_challenge_can_be_played() -> None:
    assert problems(changed(banned_challenges=tuple(catalog().challenges)[1:])) == []
    assert found(changed(banned_challenges=tuple(catalog().challenges))) == [
        ("no-challenge", "banned_challenges", "at least one challenge must be allowed")
    ]


def test_no_tie_breaker_stands_in_the_list_twice() -> None:
    assert problems(changed(tie_breakers=tuple(TieBreaker))) == []
    assert problems(changed(tie_breakers=())) == []
    assert found(changed(tie_breakers=(TieBreaker.WINS, TieBreaker.COIN, TieBreaker.WINS))) == [
        ("twice", "tie_breakers", "a tie-breaker stands in the list twice")
    ]


def test_clan_ninja_ask_for_no_upkeep() -> None:
    assert problems(changed(upkeeps={"tora-kaiken": 0, "byakko": 3, "benkei": 9})) == []
    assert found(changed(upkeeps={"tora-kaiken": 1})) == [
        ("upkeep", "upkeeps.tora-kaiken", "only heroes and ronin can ask for upkeep")
    ]


@pytest.mark.parametrize(("id_", "name"), [("byakko", "Byakko"), ("benkei", "Benkei")])
def test_heroes_and_ronin_have_no_allowance(id_: str, name: str) -> None:
    assert found(changed(allowances={id_: Allowance(0, 1)})) == [
        ("allowance", f"allowances.{id_}", f"{name} has no allowance")
    ]


@pytest.mark.parametrize("allowance", [Allowance(0, 0), Allowance(3, 3), Allowance(0, 9)])
def test_an_allowance_may_be_anything_from_least_to_most(allowance: Allowance) -> None:
    assert problems(changed(allowances={"tora-kaiken": allowance})) == []


def test_an_allowance_goes_from_the_lesser_to_the_greater_number() -> None:
    assert found(changed(allowances={"tora-kaiken": Allowance(3, 2)})) == [
        ("allowance", "allowances.tora-kaiken", "minimum 3 is above maximum 2")
    ]


def test_an_allowance_below_zero_is_refused() -> None:
    assert found(changed(allowances={"tora-kaiken": Allowance(-1, 2)})) == [
        ("negative", "allowances.tora-kaiken", "an allowance cannot be below zero")
    ]


def test_every_problem_is_told_at_once() -> None:
    house = replace(
        within("koban", win=-1, loss=-1),
        levels=(),
        advancement={},
        banned_profiles=("nobody",),
        tie_breakers=(TieBreaker.COIN, TieBreaker.COIN),
    )
    codes = [problem.code for problem in problems(house)]
    assert codes == ["negative", "negative", "levels", *["table"] * 6, "unknown", "twice"]


# As JSON


def stored(house: HouseRules) -> Any:
    return json.loads(json.dumps(encode(house)))


def test_the_rulebook_survives_json() -> None:
    assert house_from_json(stored(HOUSE)) == HOUSE


@given(houses())
def test_every_house_survives_json(house: HouseRules) -> None:
    assert house_from_json(stored(house)) == house


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["koban", "win"], "10", "koban.win: expected a whole number, found '10'"),
        (["koban", "bribe"], 3, "koban.bribe: unknown field"),
        (["weather"], "fine", "weather: unknown field"),
        (["levels", 1, "xp"], None, "levels[1].xp: expected a whole number, found None"),
        (["downtime", "wood"], "no-effect", "downtime.wood: 'wood' is none of spirit, void, earth, air, water, fire"),
        (["tie_breakers", 0], "beauty", "tie_breakers[0]: 'beauty' is none of " + ", ".join(TieBreaker)),
    ],
)
def test_malformed_rules_are_refused_with_their_path(path: list[Any], value: Any, message: str) -> None:
    data = stored(HOUSE)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(RuleBroken) as refusal:
        house_from_json(data)
    assert (refusal.value.code, refusal.value.message) == ("malformed", message)
    assert refusal.value.subject == message.partition(":")[0]


def test_every_group_of_rules_must_be_given() -> None:
    for group in stored(HOUSE):
        data = stored(HOUSE)
        del data[group]
        with pytest.raises(RuleBroken, match=f"{group}: missing"):
            house_from_json(data)


def test_rules_that_cannot_be_played_are_refused_with_every_reason() -> None:
    data = stored(within("koban", win=-1, loss=-2))
    with pytest.raises(RuleBroken) as refusal:
        house_from_json(data)
    assert [problem.subject for problem in refusal.value.problems] == ["koban.win", "koban.loss"]


@given(st.recursive(st.none() | st.integers() | st.text(), st.lists) | st.dictionaries(st.text(), st.integers()))
def test_whatever_is_no_house_is_refused(data: Any) -> None:
    with pytest.raises(RuleBroken) as refusal:
        house_from_json(data)
    assert refusal.value.code == "malformed"


# The file it is read from


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = Path(shutil.copytree(FOLDER, tmp_path / "catalog"))
    monkeypatch.setattr(house_module, "FOLDER", folder)
    return folder / "tables.toml"


def test_a_copy_of_the_tables_is_the_same_rulebook(tables: Path) -> None:
    assert rulebook.__wrapped__() == HOUSE


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("win = 10", 'win = "10"', "tables.toml.koban.win"),
        ("win = 10", "win = -10", "tables.toml.koban.win"),
        ("win = 10", "", "tables.toml.koban.win"),
        ("win = 10", "win = 10\nbribe = 1", "tables.toml.koban.bribe"),
        ("xp = 22", "xp = 7", "tables.toml.levels.veteran"),
        ('void = "miss-two-games"', 'void = "sleep"', "tables.toml.downtime.void"),
        ('void = "miss-two-games"', "", "tables.toml.downtime.void"),
        ('"assassination"', '"murder"', "tables.toml.random_challenge.column_1.murder"),
        ("[koban]", "[koban", "tables.toml"),
    ],
)
def test_bad_tables_are_refused_with_file_and_key(tables: Path, old: str, new: str, path: str) -> None:
    text = tables.read_text("utf-8")
    assert old in text
    tables.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(Malformed) as refusal:
        rulebook.__wrapped__()
    assert refusal.value.path == path


@pytest.mark.parametrize(("table", "following"), [("feats", "levels"), ("levels", "advancement")])
def test_a_missing_table_is_named(tables: Path, table: str, following: str) -> None:
    before, _, rest = tables.read_text("utf-8").partition(f"[{table}]")
    tables.write_text(before + rest[rest.index(f"[{following}]") :], "utf-8")
    with pytest.raises(Malformed) as refusal:
        rulebook.__wrapped__()
    assert refusal.value.path == f"tables.toml.{table}"


@pytest.mark.parametrize(("table", "following"), [("feats", "levels"), ("levels", "advancement")])
def test_a_number_in_place_of_a_table_is_named(tables: Path, table: str, following: str) -> None:
    before, _, rest = tables.read_text("utf-8").partition(f"[{table}]")
    tables.write_text(f"{table} = 3\n" + before + rest[rest.index(f"[{following}]") :], "utf-8")
    with pytest.raises(Malformed) as refusal:
        rulebook.__wrapped__()
    assert refusal.value.path == f"tables.toml.{table}"


def test_missing_tables_are_named(tables: Path) -> None:
    tables.unlink()
    with pytest.raises(Malformed) as refusal:
        rulebook.__wrapped__()
    assert refusal.value.path == "tables.toml"


@pytest.mark.parametrize(
    ("house", "path"),
    [
        (within("koban", win=10_000), "koban.win"),
        (changed(prices={"benkei": 10_000}), "prices.benkei"),
        (changed(allowances={"tora-kaiken": Allowance(0, 10_000)}), "allowances.tora-kaiken.most"),
        (leveled(("new", 0), ("old", 10_000)), "levels.1.xp"),
    ],
)
def test_no_number_is_beyond_belief(house: HouseRules, path: str) -> None:
    assert found(house) == [("too-much", path, "no number of the rules is above 9999")]
