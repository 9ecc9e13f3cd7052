"""The house rules in sentences: every change can be read, and the rulebook has none."""

import json
import subprocess
import sys
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.articles import ACCEPTED_BY, DOWNTIMES, GAINS, TIE_BREAKERS, Article, articles, differences
from rules.catalog import FOLDER, Allowance, Feat, Side, Type, catalog
from rules.codec import decode, encode
from rules.dice import Element
from rules.house import AcceptedBy, Downtime, Gain, HouseRules, Level, TieBreaker, problems
from tests.rules.teams import HOUSE, houses

ROOT = FOLDER.parent.parent


def law(house: HouseRules = HOUSE) -> dict[str, str]:
    return {article.key: article.sentence for article in articles(house)}


def changes(**rules: Any) -> dict[str, str]:
    """The sentences in which a house with these rules differs from the rulebook, by their keys."""
    found = differences(replace(HOUSE, **rules))
    return {(its.ours or its.rulebook or Article("", "", "")).key: its.sentence for its in found}


def within(group: str, **rules: Any) -> dict[str, Any]:
    return {group: replace(getattr(HOUSE, group), **rules)}


# The law


SENTENCES = {
    "koban.starting": "A new team has 100 koban to spend.",
    "koban.win": "A win pays 10 koban.",
    "koban.loss": "A loss pays 6 koban.",
    "koban.draw": "A draw pays 8 koban.",
    "koban.underdog_most": "The underdog's bonus is at most 6 koban.",
    "koban.shrewd_negotiator": "A Shrewd Negotiator in the Healing House earns 2 koban.",
    "rating.koban_per_point": "Every 10 koban of the roster are 1 rating.",
    "rating.per_advancement": "Each advancement adds 1 to the rating.",
    "rating.per_hero_or_ronin": "Each hero or ronin adds 1 to the rating.",
    "underdog.reroll_token": "The underdog gets one reroll token for every 1 rating it is behind.",
    "underdog.moon_power_token": "The underdog gets one Moon Power token for every 10 rating it is behind.",
    "underdog.extra_all_star": "The underdog gets one more All-Star award for every 5 rating it is behind.",
    "dismissal.allowed": "Between games, a ninja may be dismissed.",
    "dismissal.refund_percent": "A dismissed ninja gives back 0 percent of its price.",
    "feats.injury": "“Injured an enemy” earns 1 XP.",
    "feats.all-star": "“Ninja All-Star” earns 3 XP.",
    "downtime.spirit": "Downtime: Spirit spares another model in the Healing House from rolling.",
    "downtime.void": "Downtime: Void costs the model its next two games.",
    "downtime.earth": "Downtime: Earth has no effect.",
    "downtime.air": "Downtime: Air puts the model into the Healing House at the start of its next game.",
    "downtime.water": "Downtime: Water earns the model XP.",
    "downtime.fire": "Downtime: Fire costs the model its next game.",
    "awards.downtime_xp": "A model that learns in downtime gains 1 XP.",
    "levels.new-recruit": "New Recruit begins at 0 XP.",
    "levels.legendary": "Legendary begins at 246 XP.",
    "advancement.spirit": "Advancement: doubles of Spirit may give +1 DF.",
    "advancement.earth": "Advancement: doubles of Earth may give another affinity.",
    "advancement.air": "Advancement: doubles of Air may give +1 MV.",
    "advancement.fire": "Advancement: doubles of Fire may give +1 AT.",
    "league_points.win": "A win is worth 3 in the league table.",
    "league_points.draw": "A draw is worth 1 in the league table.",
    "league_points.loss": "A loss is worth 0 in the league table.",
    "reports.accepted_by": "A report counts when the other side countersigns it.",
    "reports.silence_accepts_after_days": "Silence accepts a report after 3 days.",
    "random_challenge.columns.spirit": "Random challenge: Spirit on the first die means column 1.",
    "random_challenge.columns.air": "Random challenge: Air on the first die means column 2.",
    "random_challenge.column_1.spirit": "Random challenge: Spirit in column 1 means player 1 chooses.",
    "random_challenge.column_1.earth": "Random challenge: Earth in column 1 means Intercept the Messenger.",
    "random_challenge.column_2.fire": "Random challenge: Fire in column 2 means player 2 chooses.",
    "prices.tora-kaiken": "Tora Kaiken is recruited for 10 koban.",
    "allowances.tora-kaiken": "A team has 2 to 4 Tora Kaiken.",
    "allowances.ika-chunin": "A team has 1 Ika Chunin.",
    "upkeeps.benkei": "Benkei is kept for 5 koban a game.",
    "banned_profiles.benkei": "Benkei may be recruited.",
    "feat_points.brawl/brawl-chunin-injury": "Brawl: “Injured the enemy chunin” scores 2.",
    "feat_xp.search/objective-found": "Search: “Found an objective” earns 2 XP.",
    "banned_challenges": (
        "Challenges played: Assassination, Intercept the Messenger, Champion, King of the Hill, Infiltration, Brawl, "
        "Search and Capture the Medal."
    ),
}


@pytest.mark.parametrize("key", SENTENCES)
def test_the_law_is_written_in_sentences(key: str) -> None:
    assert law()[key] == SENTENCES[key]


@given(houses())
def test_no_two_articles_of_a_house_have_one_key(house: HouseRules) -> None:
    keys = [article.key for article in articles(house)]
    assert len(keys) == len(set(keys))


@given(houses())
def test_every_article_of_every_house_is_a_finished_sentence(house: HouseRules) -> None:
    assert all(
        article.value and article.text.count("{}") == 1 for article in articles(house) if "level" not in article.key
    )
    assert all(sentence.endswith(".") for sentence in law(house).values())


def test_every_choice_has_words_of_its_own() -> None:
    for words, choices in ((GAINS, Gain), (DOWNTIMES, Downtime), (TIE_BREAKERS, TieBreaker), (ACCEPTED_BY, AcceptedBy)):
        assert list(words) == list(choices)
        assert len(set(words.values())) == len(words)


def test_a_league_without_challenges_or_tie_breakers_can_still_be_read() -> None:
    bare = law(replace(HOUSE, tie_breakers=(), banned_challenges=tuple(catalog().challenges)))
    assert bare["tie_breakers"] == "Ties are broken by nothing."
    assert bare["banned_challenges"] == "Challenges played: none."


@pytest.mark.parametrize("name", ["{", "{0}", "{name}", "100 % {!}"])
def test_a_level_may_be_named_with_braces(name: str) -> None:
    house = replace(HOUSE, levels=(Level("new", name, 0),))
    assert law(house)["levels.new"] == f"{name} begins at 0 XP."


def test_even_empty_braces_in_a_name_stay_what_they_are() -> None:
    house = replace(HOUSE, levels=(Level("new", "{} Sensei", 0),))
    assert law(house)["levels.new"] == "{} Sensei begins at 0 XP."


# The differences


def test_the_rulebook_has_no_differences() -> None:
    assert differences(HOUSE) == []


def test_a_difference_says_both_numbers() -> None:
    assert changes(**within("koban", win=12)) == {"koban.win": "A win pays 12 koban (rulebook: 10)."}
    assert changes(banned_profiles=("benkei",)) == {
        "banned_profiles.benkei": "Benkei may not be recruited (rulebook: may)."
    }
    assert changes(allowances={"tora-kaiken": Allowance(0, 6)}) == {
        "allowances.tora-kaiken": "A team has 0 to 6 Tora Kaiken (rulebook: 2 to 4)."
    }
    assert changes(**within("dismissal", allowed=False)) == {
        "dismissal.allowed": "Between games, a ninja may not be dismissed (rulebook: may)."
    }


def test_a_rule_that_the_rulebook_does_not_have_says_so() -> None:
    assert changes(upkeeps={"byakko": 4}) == {
        "upkeeps.byakko": "Byakko is kept for 4 koban a game (rulebook: nothing of the kind)."
    }
    assert changes(levels=(*HOUSE.levels, Level("kami", "Kami", 500))) == {
        "levels.kami": "Kami begins at 500 XP (rulebook: nothing of the kind)."
    }


def test_a_rule_that_only_the_rulebook_has_is_told_too() -> None:
    assert changes(levels=HOUSE.levels[:-1]) == {"levels.legendary": "Not in this league: Legendary begins at 246 XP."}
    assert changes(feats=tuple(f for f in HOUSE.feats if f.id != "reveal")) == {
        "feats.reveal": "Not in this league: “Revealed a ninja in Stealth” earns 1 XP."
    }


def test_what_the_league_left_out_stands_in_the_rulebooks_order() -> None:
    left_out = changes(levels=(HOUSE.levels[0],))
    assert list(left_out) == [
        *("levels.experienced", "levels.veteran", "levels.shinobi"),
        *("levels.clan-champion", "levels.infamous", "levels.legendary"),
    ]


def test_every_process_tells_the_differences_in_the_same_order() -> None:
    program = (
        "from dataclasses import replace; from rules.articles import differences; from rules.house import rulebook\n"
        "house = replace(rulebook(), levels=rulebook().levels[:1])\n"
        "print([its.sentence for its in differences(house)])"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_another_name_is_a_difference_that_can_be_seen() -> None:
    first, *others = HOUSE.levels
    assert changes(levels=(replace(first, name="Genin"), *others)) == {
        "levels.new-recruit": "Genin begins at 0 XP (rulebook: New Recruit begins at 0 XP)."
    }


def test_the_order_of_tie_breakers_is_a_difference() -> None:
    turned = changes(tie_breakers=(TieBreaker.WINS, TieBreaker.HEAD_TO_HEAD, TieBreaker.COIN))
    assert turned["tie_breakers"].startswith(
        "Ties are broken by games won, head-to-head then the coin of record (rulebook: "
    )


@pytest.mark.parametrize("element", Element)
def test_every_row_of_every_table_is_an_article(element: Element) -> None:
    for gain in set(Gain) - {HOUSE.advancement[element]}:
        assert list(changes(advancement={**HOUSE.advancement, element: gain})) == [f"advancement.{element}"]
    for effect in set(Downtime) - {HOUSE.downtime[element]}:
        assert list(changes(downtime={**HOUSE.downtime, element: effect})) == [f"downtime.{element}"]
    draw = HOUSE.random_challenge
    columns = {**draw.columns, element: 3 - draw.columns[element]}
    assert list(changes(random_challenge=replace(draw, columns=columns))) == [f"random_challenge.columns.{element}"]
    for row in (*catalog().challenges, "player-1-chooses", "player-2-chooses"):
        for name in ("column_1", "column_2"):
            rows = getattr(draw, name)
            table: Any = {name: {**rows, element: row}}
            expected = [] if rows[element] == row else [f"random_challenge.{name}.{element}"]
            assert list(changes(random_challenge=replace(draw, **table))) == expected


@pytest.mark.parametrize("challenge", list(catalog().challenges))
def test_every_banned_challenge_is_a_difference(challenge: str) -> None:
    (sentence,) = changes(banned_challenges=(challenge,)).values()
    played, printed = sentence.split(" (rulebook: ")
    assert catalog().challenges[challenge].name not in played
    assert catalog().challenges[challenge].name in printed


@pytest.mark.parametrize("id_", list(catalog().profiles))
def test_every_profile_can_be_changed_for_all_to_see(id_: str) -> None:
    its = catalog().profiles[id_]
    assert list(changes(prices={id_: its.koban + 1})) == [f"prices.{id_}"]
    assert list(changes(banned_profiles=(id_,))) == [f"banned_profiles.{id_}"]
    if its.type.is_unique:
        assert list(changes(upkeeps={id_: its.upkeep + 1})) == [f"upkeeps.{id_}"]
        assert list(changes(upkeeps={id_: 0})) == ([f"upkeeps.{id_}"] if its.upkeep else [])
    if its.allowance:
        assert list(changes(allowances={id_: replace(its.allowance, most=9)})) == [f"allowances.{id_}"]
        assert list(changes(allowances={id_: Allowance(0, 0)})) == [f"allowances.{id_}"]


@pytest.mark.parametrize(
    "key", [f"{challenge.id}/{feat.id}" for challenge in catalog().challenges.values() for feat in challenge.feats]
)
def test_every_feat_of_a_challenge_can_be_changed_for_all_to_see(key: str) -> None:
    assert list(changes(feat_points={key: 17})) == [f"feat_points.{key}"]
    assert list(changes(feat_xp={key: 17})) == [f"feat_xp.{key}"]


def test_a_change_back_to_the_printed_number_is_no_difference() -> None:
    assert changes(prices={"tora-kaiken": 10}, feat_points={"brawl/brawl-injury": 1}, upkeeps={"benkei": 5}) == {}


def numbers(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every number in the house rules, those at their default included."""
    if is_dataclass(value):
        return [its for field in fields(value) for its in numbers(getattr(value, field.name), (*path, field.name))]
    if isinstance(value, dict):
        return [its for key, item in value.items() for its in numbers(item, (*path, str(key)))]
    if isinstance(value, tuple):
        return [its for n, item in enumerate(value) for its in numbers(item, (*path, n))]
    return [path] if type(value) is int else []


def with_number(path: tuple[Any, ...], number: int) -> HouseRules:
    data = json.loads(json.dumps(encode(HOUSE)))
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = number
    return decode(HouseRules, data)


NUMBERS = numbers(HOUSE)


def test_the_house_rules_are_full_of_numbers() -> None:
    assert len(NUMBERS) == 8 + 7 + 1 + 6 + 3 + 3 + 3 + 1 + 1 + 6


@given(st.sampled_from(NUMBERS), st.integers(0, 1000))
def test_any_single_number_that_is_changed_is_a_difference(path: tuple[Any, ...], number: int) -> None:
    house = with_number(path, number)
    assert len(differences(house)) == (0 if house == HOUSE else 1)


@pytest.mark.parametrize("path", NUMBERS, ids=lambda path: ".".join(map(str, path)))
def test_every_number_has_its_article(path: tuple[Any, ...]) -> None:
    (difference,) = differences(with_number(path, 4711))
    assert "4711" in difference.sentence


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"points": 2}, "scores 2"),
        ({"not_for": (Type.ONI, Type.HERO)}, "is not for oni or hero"),
        ({"xp_not_for": (Type.ONI,)}, "earns no XP for oni"),
        ({"points_for": {Type.KAIKEN: 0}}, "by kaiken scores 0"),
        ({"is_injury": True}, "also earns the XP of an injury"),
        ({"side": Side.DEFENDER}, "is for the defender only"),
        ({"most_per_team": 0}, "counts at most 0 times a team"),
    ],
)
def test_whatever_is_changed_in_a_common_feat_is_a_difference(changed: dict[str, Any], sentence: str) -> None:
    injury, *others = HOUSE.feats
    (told,) = changes(feats=(replace(injury, **changed), *others)).values()
    assert told == f"“Injured an enemy” {sentence} (rulebook: nothing of the kind)."


def test_a_common_feat_for_everybody_is_a_difference() -> None:
    injury, stunned, *others = HOUSE.feats
    assert changes(feats=(injury, replace(stunned, not_for=()), *others)) == {
        "feats.chunin-stunned.not_for": "Not in this league: “Stunned an enemy chunin” is not for chunin."
    }


def test_a_new_common_feat_is_a_difference() -> None:
    assert changes(feats=(*HOUSE.feats, Feat("bow", "Bowed to the enemy", xp=2))) == {
        "feats.bow": "“Bowed to the enemy” earns 2 XP (rulebook: nothing of the kind)."
    }


@given(houses())
def test_houses_without_differences_play_by_the_rulebook(house: HouseRules) -> None:
    assert problems(house) == []
    assert bool(differences(house)) or law(house) == law()
    for its in differences(house):
        assert its.ours != its.rulebook
        assert its.sentence.endswith(".")
