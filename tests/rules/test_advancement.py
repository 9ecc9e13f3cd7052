"""Levels, advancement rolls, and what they may be turned into."""

from dataclasses import replace

import pytest

from rules.advancement import Choices, choices
from rules.aftermath import steps
from rules.catalog import Category, catalog
from rules.dice import Element, Roll, entered
from rules.events import Advanced, Deed, Ruled
from rules.house import Gain, Level
from rules.scroll import Due, Ninja, Scroll, Step
from tests.rules.games import TORA, advancement, after, changed, played, refusal, refused
from tests.rules.teams import HOUSE

SPIRIT, VOID, EARTH, AIR, WATER, FIRE = Element
EXPERIENCED = changed(TORA, "n2", xp=8)  # a Tora kaiken: affinity with fire, no keyword
PLAIN_ROLL = after(EXPERIENCED, advancement("n2", AIR, WATER))


def doubles(die: Element) -> Scroll:
    return after(EXPERIENCED, advancement("n2", die, die))


def of(*categories: Category) -> set[str]:
    return {id_ for id_, keyword in catalog().keywords.items() if keyword.category in categories}


def offered(scroll: Scroll, ninja: str = "n2") -> Choices:
    return choices(scroll.find(ninja), HOUSE)


# Rolls earned


@pytest.mark.parametrize(
    ("xp", "rolls"),
    [
        *((7, 0), (8, 1), (21, 1), (22, 2), (42, 2), (43, 3), (70, 3), (71, 4), (105, 4), (106, 5), (245, 5)),
        *((246, 6), (1000, 6)),
    ],
)
def test_each_level_newly_reached_is_one_roll(xp: int, rolls: int) -> None:
    ninja = after(TORA, played(Deed("n2", xp=xp))).find("n2")
    assert ninja.advancements_due(HOUSE) == rolls


def test_xp_that_passes_two_levels_at_once_gives_two_rolls() -> None:
    scroll = after(TORA, played(Deed("n2", xp=22)))
    for keyword in ("leap", "nimble"):
        assert Step(Due.ADVANCEMENT, "n2") in steps(scroll, HOUSE)
        scroll = after(scroll, advancement("n2", AIR, WATER))
        assert Step(Due.CHOICE, "n2") in steps(scroll, HOUSE)
        scroll = after(scroll, Advanced("n2", keyword))
    assert scroll.find("n2").gained_keywords == ("leap", "nimble")
    assert refused(scroll, advancement("n2", AIR, WATER)) == [("no-advancement", "n2")]


def test_levels_begin_where_the_house_says() -> None:
    house = replace(HOUSE, levels=(Level("raw", "Raw", 0), Level("ripe", "Ripe", 2)))
    scroll = after(TORA, played(Deed("n2", xp=2)), house=house)
    assert scroll.find("n2").level(house).name == "Ripe"
    assert after(scroll, advancement("n2", AIR, AIR), house=house).find("n2").roll
    assert refused(scroll, advancement("n2", AIR, AIR)) == [("no-advancement", "n2")]


@pytest.mark.parametrize("unique", ["n5", "n6"])
def test_heroes_and_ronin_never_advance(unique: str) -> None:
    scroll = changed(TORA, unique, xp=100)
    assert steps(scroll, HOUSE) == ()
    assert refused(scroll, advancement(unique, AIR, AIR)) == [("no-advancement", unique)]


def test_a_level_is_never_taken_back_so_no_roll_is_earned_twice() -> None:
    scroll = after(PLAIN_ROLL, Advanced("n2", "leap"), Ruled("Wrong.", ninja="n2", xp=-8))
    assert scroll.find("n2").advancements == 1
    again = after(scroll, Ruled("Right.", ninja="n2", xp=8))
    assert refused(again, advancement("n2", AIR, AIR)) == [("no-advancement", "n2")]


def test_a_roll_that_was_made_is_still_to_be_chosen_from_when_a_ruling_takes_its_xp() -> None:
    scroll = after(PLAIN_ROLL, Ruled("Wrong.", ninja="n2", xp=-8))
    assert steps(scroll, HOUSE) == (Step(Due.CHOICE, "n2"),)
    assert steps(after(scroll, Advanced("n2", "leap")), HOUSE) == ()


# The roll comes before the choice


def test_a_roll_is_on_record_before_the_choice() -> None:
    assert PLAIN_ROLL.find("n2") == replace(EXPERIENCED.find("n2"), roll=entered(AIR, WATER))
    assert steps(PLAIN_ROLL, HOUSE) == (Step(Due.CHOICE, "n2"),)


def test_a_choice_without_a_roll_is_refused() -> None:
    assert offered(EXPERIENCED) == Choices()
    broken = refusal(EXPERIENCED, Advanced("n2", "leap"))
    assert (broken.code, broken.subject) == ("roll-first", "n2")


def test_nobody_rolls_again_until_they_like_it() -> None:
    broken = refusal(PLAIN_ROLL, advancement("n2", FIRE, FIRE))
    assert (broken.code, broken.subject) == ("choose-first", "n2")


def test_nobody_rolls_who_has_not_earned_it() -> None:
    assert refused(TORA, advancement("n2", AIR, AIR)) == [("no-advancement", "n2")]
    assert refused(TORA, advancement("n99", AIR, AIR)) == [("unknown-ninja", "n99")]
    assert refused(TORA, Advanced("n99", "leap")) == [("unknown-ninja", "n99")]


@pytest.mark.parametrize("dice", [(), (AIR,), (AIR, AIR, AIR)])
def test_an_advancement_takes_exactly_two_dice(dice: tuple[Element, ...]) -> None:
    broken = refusal(EXPERIENCED, replace(advancement("n2"), roll=Roll(dice)))
    assert (broken.code, broken.subject) == ("dice", "n2")
    assert broken.message == f"This takes 2 dice, {len(dice)} were rolled."


# Any two dice: a keyword


def test_any_roll_offers_the_general_keywords_and_those_of_the_models_affinities() -> None:
    assert offered(PLAIN_ROLL) == Choices(tuple(offered(PLAIN_ROLL).keywords))
    assert set(offered(PLAIN_ROLL).keywords) == of(Category.GENERAL, Category.FIRE)


def test_a_gained_affinity_opens_its_keywords() -> None:
    scroll = changed(PLAIN_ROLL, "n2", gained_affinities=(WATER,))
    assert set(offered(scroll).keywords) == of(Category.GENERAL, Category.FIRE, Category.WATER)


def test_a_keyword_is_never_one_the_model_has() -> None:
    chunin = after(changed(TORA, "n1", xp=8, gained_keywords=("leap",)), advancement("n1", AIR, WATER))
    assert set(offered(chunin, "n1").keywords) == of(Category.GENERAL, Category.FIRE) - {
        "close-combat-master",
        "fire-mastery",
        "leap",
    }
    broken = refusal(chunin, Advanced("n1", "leap"))
    assert (broken.code, broken.subject) == ("keyword-not-offered", "n1")
    assert broken.message == "Tora Chunin has Leap already."


def test_a_keyword_that_a_ruling_took_can_be_learned_again() -> None:
    scroll = after(changed(TORA, "n1", xp=8), Ruled("Wrong.", ninja="n1", takes=("fire-mastery",)))
    scroll = after(scroll, advancement("n1", AIR, WATER), Advanced("n1", "fire-mastery"))
    assert scroll.find("n1").keywords == ("close-combat-master", "fire-mastery")


@pytest.mark.parametrize(
    ("keyword", "message"),
    [
        ("drown", "Drown asks for affinity with water, or for doubles."),
        ("resilient", "Resilient cannot be learned."),
        ("unheard-of", "There is no such keyword."),
    ],
)
def test_a_keyword_that_is_not_offered_is_refused_with_the_reason(keyword: str, message: str) -> None:
    broken = refusal(PLAIN_ROLL, Advanced("n2", keyword))
    assert (broken.code, broken.subject, broken.message) == ("keyword-not-offered", "n2", message)


def test_a_learned_keyword_is_an_advancement_taken() -> None:
    scroll = after(PLAIN_ROLL, Advanced("n2", "leap"))
    assert scroll == changed(EXPERIENCED, "n2", gained_keywords=("leap",), advancements=1)
    assert scroll.rating(HOUSE).total == EXPERIENCED.rating(HOUSE).total + 1
    assert steps(scroll, HOUSE) == ()


# Doubles


@pytest.mark.parametrize("die", Element)
def test_doubles_offer_keywords_of_any_category_but_unique(die: Element) -> None:
    assert set(offered(doubles(die)).keywords) == set(catalog().keywords) - of(Category.UNIQUE)
    assert refused(doubles(die), Advanced("n2", "resilient")) == [("keyword-not-offered", "n2")]
    assert after(doubles(die), Advanced("n2", "drown")).find("n2").keywords == ("drown",)


@pytest.mark.parametrize(
    ("die", "gain"),
    [
        (SPIRIT, Gain.DEFENSE),
        (VOID, Gain.DEFENSE),
        (EARTH, None),
        (AIR, Gain.MOVEMENT),
        (WATER, Gain.ATTACK),
        (FIRE, Gain.ATTACK),
    ],
)
def test_every_row_of_the_doubles_table(die: Element, gain: Gain | None) -> None:
    assert offered(doubles(die)).gain == gain
    for other in Gain:
        if other != gain:
            assert refused(doubles(die), Advanced("n2", gain=other)) == [("gain-not-offered", "n2")]


def attributes(ninja: Ninja) -> tuple[int, int, int]:
    return ninja.movement, ninja.attack, ninja.defense


@pytest.mark.parametrize(
    ("die", "gain", "after_it"),
    [
        (SPIRIT, Gain.DEFENSE, (5, 3, 3)),
        (VOID, Gain.DEFENSE, (5, 3, 3)),
        (AIR, Gain.MOVEMENT, (6, 3, 2)),
        (WATER, Gain.ATTACK, (5, 4, 2)),
        (FIRE, Gain.ATTACK, (5, 4, 2)),
    ],
)
def test_an_attribute_goes_up_by_one(die: Element, gain: Gain, after_it: tuple[int, int, int]) -> None:
    scroll = after(doubles(die), Advanced("n2", gain=gain))
    assert scroll == changed(EXPERIENCED, "n2", gains={gain: 1}, advancements=1)
    assert attributes(scroll.find("n2")) == after_it


def test_attributes_go_up_again_and_again() -> None:
    scroll = changed(TORA, "n2", xp=43)
    for die, gain in ((FIRE, Gain.ATTACK), (AIR, Gain.MOVEMENT), (WATER, Gain.ATTACK)):
        scroll = after(scroll, advancement("n2", die, die), Advanced("n2", gain=gain))
    assert attributes(scroll.find("n2")) == (6, 5, 2)
    assert scroll.find("n2").advancements == 3


def test_doubles_of_earth_offer_another_affinity() -> None:
    assert offered(doubles(EARTH)).affinities == (SPIRIT, VOID, EARTH, AIR, WATER)
    scroll = after(doubles(EARTH), Advanced("n2", affinity=WATER))
    assert scroll == changed(EXPERIENCED, "n2", gained_affinities=(WATER,), advancements=1)
    assert scroll.find("n2").affinities == (FIRE, WATER)


def test_affinities_add_up() -> None:
    scroll = changed(TORA, "n2", xp=22)
    for element in (WATER, AIR):
        scroll = after(scroll, advancement("n2", EARTH, EARTH), Advanced("n2", affinity=element))
    assert scroll.find("n2").affinities == (FIRE, WATER, AIR)
    assert refused(changed(scroll, "n2", roll=entered(EARTH, EARTH)), Advanced("n2", affinity=AIR)) == [
        ("affinity-not-offered", "n2")
    ]


def test_an_affinity_is_never_one_the_model_has() -> None:
    broken = refusal(doubles(EARTH), Advanced("n2", affinity=FIRE))
    assert (broken.code, broken.subject) == ("affinity-not-offered", "n2")
    assert broken.message == "This roll does not give Tora Kaiken an affinity with fire."


@pytest.mark.parametrize("die", [die for die in Element if die is not EARTH])
def test_other_doubles_offer_no_affinity(die: Element) -> None:
    assert offered(doubles(die)).affinities == ()
    assert refused(doubles(die), Advanced("n2", affinity=WATER)) == [("affinity-not-offered", "n2")]


def test_without_doubles_there_is_neither_attribute_nor_affinity() -> None:
    broken = refusal(PLAIN_ROLL, Advanced("n2", gain=Gain.MOVEMENT))
    assert (broken.code, broken.message) == ("gain-not-offered", "This roll does not give Tora Kaiken any movement.")
    earth_and_air = after(EXPERIENCED, advancement("n2", EARTH, AIR))
    assert refused(earth_and_air, Advanced("n2", affinity=WATER)) == [("affinity-not-offered", "n2")]


def test_the_doubles_table_is_the_house_s() -> None:
    house = replace(HOUSE, advancement=dict.fromkeys(Element, Gain.AFFINITY))
    assert choices(doubles(FIRE).find("n2"), house).affinities == (SPIRIT, VOID, EARTH, AIR, WATER)
    assert choices(doubles(FIRE).find("n2"), house).gain is None


@pytest.mark.parametrize(
    "choice",
    [
        Advanced("n2"),
        Advanced("n2", "leap", Gain.MOVEMENT),
        Advanced("n2", "leap", affinity=WATER),
        Advanced("n2", gain=Gain.MOVEMENT, affinity=WATER),
    ],
)
def test_exactly_one_thing_is_chosen(choice: Advanced) -> None:
    broken = refusal(doubles(AIR), choice)
    assert (broken.code, broken.subject) == ("one-choice", "n2")
