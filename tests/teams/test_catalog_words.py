"""Our own words about the catalog: nothing is left without them, and every special case is told."""

import pytest

from rules.catalog import Category, Feat, Side, Type, catalog
from teams import words


def test_nothing_in_the_catalog_is_without_its_line() -> None:
    known = catalog()
    assert words.CLANS.keys() == known.clans.keys()
    assert words.CHALLENGES.keys() == known.challenges.keys()
    assert words.TYPES.keys() == set(Type)
    assert words.CATEGORIES.keys() == set(Category)


def test_a_clan_ninja_is_named_with_its_clan_and_a_legend_without() -> None:
    profiles = catalog().profiles
    assert words.full_name(profiles["tora-kaiken"]) == "Tora Kaiken"
    assert words.full_name(profiles["byakko"]) == "Byakko"
    assert words.full_name(profiles["benkei"]) == "Benkei"


def test_allowances_are_told_as_people_say_them() -> None:
    profiles = catalog().profiles
    assert words.allowance(profiles["tora-chunin"]) == "1 in a team"
    assert words.allowance(profiles["tora-kaiken"]) == "2 to 4 in a team"
    assert words.allowance(profiles["byakko"]) == "At most one in a team"


def test_a_choice_is_announced_only_where_there_is_one() -> None:
    profiles = catalog().profiles
    assert words.choice(profiles["tora-chunin"]).startswith("Pick 1 of these 2")
    assert words.choice(profiles["tora-kaiken"]) == ""


@pytest.mark.parametrize(
    ("feat", "notes"),
    [
        (Feat("x", "X"), []),
        (Feat("x", "X", side=Side.ATTACKER), ["Only for the attacker."]),
        (Feat("x", "X", not_for=(Type.CHUNIN,)), ["Not for a chunin."]),
        (Feat("x", "X", is_injury=True), ["1 XP of this is for the injury, so report no other injury for it."]),
        (Feat("x", "X", points_for={Type.CHUNIN: 1}), ["Only 1 point when a chunin does it."]),
        (Feat("x", "X", points_for={Type.CHUNIN: 0}), ["Only 0 points when a chunin does it."]),
        (Feat("x", "X", xp_not_for=(Type.CHUNIN, Type.KAIKEN)), ["A chunin or kaiken gets no XP for it."]),
        (Feat("x", "X", most_per_team=8), ["At most 8 times in a game for each team."]),
    ],
)
def test_what_points_and_xp_do_not_say_is_said_in_words(feat: Feat, notes: list[str]) -> None:
    assert words.feat_notes(feat, injury_xp=1) == notes


def test_who_gets_no_xp_of_its_own_for_an_injury_still_gets_that_of_the_injury() -> None:
    feat = Feat("x", "X", is_injury=True, xp_not_for=(Type.CHUNIN,))
    assert words.feat_notes(feat, injury_xp=1)[-1] == "A chunin gets only the XP of the injury for it."


def test_a_challenge_is_summed_up_by_what_sets_it_apart() -> None:
    challenges = catalog().challenges
    assert words.challenge_tags(challenges["brawl"]) == ["7 ninja", "6 rounds", "First to 9 points"]
    assert words.challenge_tags(challenges["search"]) == [
        "7 ninja",
        "9 rounds",
        "Stealth for all",
        "Sentries",
        "6 crates",
    ]
    assert words.challenge_tags(challenges["intercept-the-messenger"])[2:] == [
        "Stealth for small bases",
        "Attacker and defender",
    ]
