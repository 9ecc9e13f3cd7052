"""After a game: upkeep, downtime and absences, and the order in which it is all settled."""

from dataclasses import replace

import pytest

from rules.aftermath import enter, not_ready, steps, task
from rules.chronicle import spareable
from rules.dice import Element, Roll, entered
from rules.events import (
    Advanced,
    Deed,
    Dismissed,
    DowntimeRolled,
    Event,
    Released,
    Renamed,
    Ruled,
    Spared,
    UpkeepPaid,
)
from rules.house import Downtime
from rules.scroll import Due, Scroll, Step
from tests.rules.games import (
    TORA,
    advancement,
    after,
    changed,
    downtime,
    hurt,
    out_of_turn,
    played,
    refusal,
    refused,
)
from tests.rules.teams import HOUSE, legal_team, recruit, told

SPIRIT, VOID, EARTH, AIR, WATER, FIRE = Element
PLAIN = told(legal_team("tora", "tora-kaiken", "tora-yajiri"))  # nobody to be paid; n2, n3 and n4 are kaiken
BENKEI = Step(Due.UPKEEP, "n5", "g1")


def due(scroll: Scroll) -> list[tuple[Due, str]]:
    return [(step.due, step.ninja) for step in steps(scroll, HOUSE)]


# Ronin


def test_upkeep_is_due_for_ronin_and_for_nobody_else() -> None:
    assert after(TORA, played()).due == (BENKEI,)
    assert after(PLAIN, played()).due == ()


def test_a_ronin_is_paid_its_upkeep_even_if_it_missed_the_game() -> None:
    scroll = after(changed(TORA, "n5", misses=2), played())
    assert scroll.due == (BENKEI,)
    assert after(scroll, UpkeepPaid("g1", "n5")).treasury == TORA.treasury + 6 - 5


def test_a_paid_ronin_stays() -> None:
    scroll = after(TORA, played(), UpkeepPaid("g1", "n5"))
    assert scroll.has("n5")
    assert scroll.due == ()


def test_upkeep_is_paid_from_the_revenue_just_earned() -> None:
    broke = replace(TORA, treasury=0)
    assert after(broke, played(koban=5), UpkeepPaid("g1", "n5")).treasury == 0


def test_upkeep_that_the_treasury_does_not_hold_is_refused() -> None:
    scroll = after(replace(TORA, treasury=0), played(koban=4))
    broken = refusal(scroll, UpkeepPaid("g1", "n5"))
    assert (broken.code, broken.subject) == ("too-expensive", "n5")
    assert broken.message == "Benkei asks for 5 koban, the treasury holds 4."


def test_a_ronin_that_is_not_paid_leaves_and_keeps_its_story() -> None:
    scroll = after(TORA, played(), Released("g1", "n5"))
    assert not scroll.has("n5")
    assert [ninja.id for ninja in scroll.former] == ["n5"]
    assert scroll.treasury == TORA.treasury + 6
    assert scroll.due == ()


def test_a_ronin_that_left_rolls_no_downtime() -> None:
    assert due(after(TORA, hurt("n4", "n5"), Released("g1", "n5"))) == [(Due.DOWNTIME, "n4")]


def test_a_ronin_is_paid_once_for_each_game() -> None:
    scroll = after(TORA, played(), UpkeepPaid("g1", "n5"))
    assert refused(scroll, UpkeepPaid("g1", "n5")) == [("not-due", "n5")]
    assert refused(scroll, Released("g1", "n5")) == [("not-due", "n5")]
    twice = after(TORA, played(), played(game="g2"))
    assert twice.due == (BENKEI, replace(BENKEI, game="g2"))
    assert after(twice, UpkeepPaid("g2", "n5")).due == (BENKEI,)


def test_nobody_else_is_paid_or_released() -> None:
    scroll = after(TORA, played())
    assert refused(scroll, UpkeepPaid("g1", "n2")) == [("not-due", "n2")]
    assert refusal(scroll, Released("g1", "n6")).message == "Byakko has no upkeep due for this game."
    assert refused(scroll, Released("g1", "n99")) == [("unknown-ninja", "n99")]


def test_upkeep_is_what_the_house_asks() -> None:
    house = replace(HOUSE, upkeeps={"benkei": 2, "byakko": 3})
    scroll = after(TORA, played(), house=house)
    assert [step.ninja for step in scroll.due] == ["n5", "n6"]
    paid = after(scroll, UpkeepPaid("g1", "n5"), UpkeepPaid("g1", "n6"), house=house)
    assert paid.treasury == scroll.treasury - 5
    assert after(TORA, played(), house=replace(HOUSE, upkeeps={"benkei": 0})).due == ()


# Downtime: who rolls


def test_one_die_is_due_for_each_model_left_in_the_healing_house() -> None:
    scroll = after(PLAIN, played(Deed("n1"), Deed("n2", healing_house=True), Deed("n4", healing_house=True)))
    assert scroll.due == (Step(Due.DOWNTIME, "n2", "g1"), Step(Due.DOWNTIME, "n4", "g1"))


def test_a_downtime_die_is_rolled_once() -> None:
    scroll = after(PLAIN, hurt("n2"))
    assert refused(scroll, downtime("n3", AIR)) == [("not-due", "n3")]
    assert refused(scroll, downtime("n2", AIR, "g2")) == [("not-due", "n2")]
    rolled = after(scroll, downtime("n2", EARTH))
    assert rolled.due == ()
    assert refusal(rolled, downtime("n2", AIR)).message == "Tora Kaiken has no downtime die due for this game."


@pytest.mark.parametrize("dice", [(), (AIR, AIR)])
def test_downtime_takes_exactly_one_die(dice: tuple[Element, ...]) -> None:
    assert refused(after(PLAIN, hurt("n2")), DowntimeRolled("g1", "n2", Roll(dice))) == [("dice", "n2")]


# Downtime: what it brings


@pytest.mark.parametrize(
    ("die", "fields"),
    [
        (SPIRIT, {}),
        (VOID, {"misses": 2}),
        (EARTH, {}),
        (AIR, {"starts_in_healing_house": True}),
        (WATER, {"xp": 1}),
        (FIRE, {"misses": 1}),
    ],
)
def test_every_face_of_the_downtime_die(die: Element, fields: dict[str, int]) -> None:
    scroll = after(PLAIN, hurt("n2"), downtime("n2", die))
    assert scroll.ninja == changed(PLAIN, "n2", games=1, **fields).ninja
    assert scroll.due == ()


def test_the_downtime_table_is_the_house_s() -> None:
    house = replace(HOUSE, downtime=dict.fromkeys(Element, Downtime.MISS_TWO_GAMES))
    assert after(PLAIN, hurt("n2"), downtime("n2", EARTH), house=house).find("n2").misses == 2


def test_water_earns_what_the_house_says() -> None:
    house = replace(HOUSE, awards=replace(HOUSE.awards, downtime_xp=4))
    assert after(PLAIN, hurt("n2"), downtime("n2", WATER), house=house).find("n2").xp == 4


@pytest.mark.parametrize("unique", ["n5", "n6"])
def test_water_earns_a_hero_or_ronin_nothing(unique: str) -> None:
    scroll = after(TORA, hurt(unique), downtime(unique, WATER))
    assert scroll.find(unique) == replace(TORA.find(unique), games=1)
    assert Step(Due.DOWNTIME, unique, "g1") not in scroll.due


def test_heroes_and_ronin_suffer_downtime_like_anybody() -> None:
    scroll = after(TORA, hurt("n5", "n6"), downtime("n5", FIRE), downtime("n6", AIR))
    assert (scroll.find("n5").misses, scroll.find("n6").starts_in_healing_house) == (1, True)


def test_water_may_trigger_an_advancement() -> None:
    scroll = after(changed(PLAIN, "n2", xp=7), hurt("n2"))
    assert due(scroll) == [(Due.DOWNTIME, "n2")]
    assert due(after(scroll, downtime("n2", WATER))) == [(Due.ADVANCEMENT, "n2")]


# Absences


def test_absences_are_served_by_the_games_of_the_team() -> None:
    scroll = after(PLAIN, hurt("n2"), downtime("n2", VOID))
    seen = [scroll.find("n2").misses]
    for game in ("g2", "g3", "g4"):
        scroll = after(scroll, played(game=game))
        seen.append(scroll.find("n2").misses)
    assert seen == [2, 1, 0, 0]


def test_whoever_has_served_its_absence_plays_again() -> None:
    scroll = after(PLAIN, hurt("n2"), downtime("n2", FIRE))
    assert not scroll.find("n2").is_available
    assert refused(scroll, played(Deed("n2"), game="g2")) == [("unavailable", "n2")]
    back = after(scroll, played(game="g2"))
    assert back.find("n2").is_available
    assert after(back, played(Deed("n2", xp=2), game="g3")).find("n2").xp == 2


def test_nothing_but_a_game_serves_an_absence() -> None:
    scroll = after(PLAIN, hurt("n2", "n3"), downtime("n2", VOID), downtime("n3", EARTH), Renamed("Later"))
    assert scroll.find("n2").misses == 2


def test_a_shorter_absence_never_shortens_a_longer_one() -> None:
    scroll = after(PLAIN, hurt("n2"), hurt("n2", game="g2"), downtime("n2", VOID, "g2"), downtime("n2", FIRE))
    assert scroll.find("n2").misses == 2


def test_a_start_in_the_healing_house_is_for_the_next_game_only() -> None:
    scroll = after(PLAIN, hurt("n2"), downtime("n2", AIR))
    assert scroll.find("n2").starts_in_healing_house
    for deeds in ((), (Deed("n2", xp=1),)):
        assert not after(scroll, played(*deeds, game="g2")).find("n2").starts_in_healing_house


def test_a_start_in_the_healing_house_waits_for_whoever_misses_games() -> None:
    scroll = after(changed(PLAIN, "n2", misses=1, starts_in_healing_house=True), played())
    assert (scroll.find("n2").misses, scroll.find("n2").starts_in_healing_house) == (0, True)
    assert not after(scroll, played(game="g2")).find("n2").starts_in_healing_house


def test_whoever_starts_in_the_healing_house_may_never_leave_it_and_rolls_again() -> None:
    scroll = after(PLAIN, hurt("n2"), downtime("n2", AIR))
    stays = played(Deed("n2", on_board=False, healing_house=True), game="g2")
    assert after(scroll, stays).due == (Step(Due.DOWNTIME, "n2", "g2"),)
    assert refused(PLAIN, stays) == [("never-on-board", "n2")]
    again = replace(stays, game="g3")
    assert refused(after(scroll, stays), again) == [("never-on-board", "n2")]


# Spirit


def test_spirit_spares_another_model_from_rolling() -> None:
    scroll = after(PLAIN, hurt("n2", "n3", "n4"), downtime("n2", SPIRIT))
    assert due(scroll) == [(Due.SPARE, "n2"), (Due.DOWNTIME, "n3"), (Due.DOWNTIME, "n4")]
    spared = after(scroll, Spared("g1", "n4", "n2"))
    assert due(spared) == [(Due.DOWNTIME, "n3")]
    assert spared.ninja == scroll.ninja
    assert refused(spared, downtime("n4", VOID)) == [("not-due", "n4")]


def test_spirit_may_spare_whoever_ended_that_game_in_the_healing_house_and_has_not_rolled() -> None:
    scroll = after(PLAIN, hurt("n2", "n3", "n4"), hurt("n5", game="g2"), downtime("n3", EARTH), downtime("n2", SPIRIT))
    assert [ninja.id for ninja in spareable(scroll, Step(Due.SPARE, "n2", "g1"))] == ["n4"]
    for other in ("n1", "n2", "n3", "n5"):
        assert refused(scroll, Spared("g1", other, "n2")) == [("not-due", other)]
    assert refused(scroll, Spared("g2", "n5", "n2")) == [("not-due", "n2")]


def test_without_spirit_nobody_is_spared() -> None:
    scroll = after(PLAIN, hurt("n2", "n3"))
    assert refusal(scroll, Spared("g1", "n3", "n2")).message == "Tora Kaiken may not spare anybody from rolling."


def test_spirit_spares_one_model_and_not_two() -> None:
    scroll = after(PLAIN, hurt("n2", "n3", "n4"), downtime("n2", SPIRIT), Spared("g1", "n3", "n2"))
    assert refused(scroll, Spared("g1", "n4", "n2")) == [("not-due", "n2")]


def test_spirit_with_nobody_left_to_spare_has_no_effect() -> None:
    assert after(PLAIN, hurt("n2"), downtime("n2", SPIRIT)).due == ()
    last = after(PLAIN, hurt("n2", "n3"), downtime("n3", FIRE), downtime("n2", SPIRIT))
    assert last.due == ()
    other_game = after(PLAIN, hurt("n2"), hurt("n3", game="g2"), downtime("n2", SPIRIT))
    assert due(other_game) == [(Due.DOWNTIME, "n3")]


def test_two_spirits_spare_two() -> None:
    scroll = after(PLAIN, hurt("n2", "n3", "n4", "n5"), downtime("n2", SPIRIT), downtime("n3", SPIRIT))
    scroll = after(scroll, Spared("g1", "n4", "n2"), Spared("g1", "n5", "n3"))
    assert scroll.due == ()


def test_the_second_spirit_has_no_effect_when_the_first_one_spares_the_last() -> None:
    scroll = after(PLAIN, hurt("n2", "n3", "n4"), downtime("n2", SPIRIT), downtime("n3", SPIRIT))
    assert due(scroll) == [(Due.SPARE, "n2"), (Due.SPARE, "n3"), (Due.DOWNTIME, "n4")]
    assert after(scroll, Spared("g1", "n4", "n3")).due == ()


def test_the_second_spirit_keeps_its_effect_while_somebody_is_left() -> None:
    scroll = after(PLAIN, hurt("n2", "n3", "n4", "n5"), downtime("n2", SPIRIT), downtime("n3", SPIRIT))
    assert due(after(scroll, Spared("g1", "n4", "n2"))) == [(Due.SPARE, "n3"), (Due.DOWNTIME, "n5")]


def test_a_spirit_whose_last_model_rolls_first_has_no_effect() -> None:
    scroll = after(PLAIN, hurt("n2", "n3"), downtime("n2", SPIRIT), downtime("n3", EARTH))
    assert scroll.due == ()


def test_a_spirit_whose_last_model_leaves_has_no_effect() -> None:
    scroll = after(TORA, hurt("n2", "n5"), downtime("n2", SPIRIT), Released("g1", "n5"))
    assert scroll.due == ()
    dismissed = after(PLAIN, hurt("n2", "n5"), downtime("n2", SPIRIT), Dismissed("n5"))
    assert dismissed.due == ()


# The order of it all

EVERYTHING = after(
    changed(TORA, "n3", roll=entered(AIR, FIRE), xp=8), played(*hurt("n2", "n4").deeds, Deed("n1", xp=8))
)


def test_the_steps_are_in_the_rules_order_and_the_next_one_is_first() -> None:
    scroll = after(EVERYTHING, downtime("n2", SPIRIT))
    assert due(scroll) == [
        (Due.UPKEEP, "n5"),
        (Due.SPARE, "n2"),
        (Due.DOWNTIME, "n4"),
        (Due.CHOICE, "n3"),
        (Due.ADVANCEMENT, "n1"),
    ]


def test_every_step_is_named_in_words() -> None:
    scroll = after(EVERYTHING, downtime("n2", SPIRIT), Renamed("Zoro", "n2"))
    assert [task(scroll, step) for step in steps(scroll, HOUSE)] == [
        "pay or release Benkei",
        "say whom Zoro spares from rolling",
        "roll downtime for Tora Yajiri",
        "choose the advancement of Tora Kaiken",
        "roll the advancement of Tora Chunin",
    ]


@pytest.mark.parametrize(
    ("settled", "early"),
    [
        ((), downtime("n2", AIR)),
        ((), Advanced("n3", "leap")),
        ((), advancement("n1", AIR, FIRE)),
        ((UpkeepPaid("g1", "n5"),), Advanced("n3", "leap")),
        ((UpkeepPaid("g1", "n5"),), advancement("n1", AIR, FIRE)),
        ((UpkeepPaid("g1", "n5"), downtime("n2", SPIRIT)), downtime("n4", AIR)),
        ((UpkeepPaid("g1", "n5"), downtime("n2", AIR), downtime("n4", AIR)), advancement("n1", AIR, FIRE)),
    ],
)
def test_no_step_is_taken_before_its_turn(settled: tuple[Event, ...], early: Event) -> None:
    scroll = after(EVERYTHING, *settled)
    assert out_of_turn(scroll, early).code == "steps-due"
    after(scroll, early)  # nothing else is wrong with it: plain telling takes it


def test_a_spare_waits_for_the_upkeep() -> None:
    scroll = after(EVERYTHING, downtime("n2", SPIRIT))
    assert out_of_turn(scroll, Spared("g1", "n4", "n2")).subject == "n5"


IN_ORDER = (
    UpkeepPaid("g1", "n5"),
    downtime("n2", SPIRIT),
    Spared("g1", "n4", "n2"),
    Advanced("n3", "leap"),
    advancement("n1", AIR, FIRE),
    Advanced("n1", "leap"),
)


def test_in_the_rules_order_every_step_can_be_entered() -> None:
    scroll = EVERYTHING
    for event in IN_ORDER:
        assert not_ready(scroll, HOUSE)
        scroll = enter(scroll, event, HOUSE)
    assert not_ready(scroll, HOUSE) == []


@pytest.mark.parametrize("waits", [recruit("n7", "tora-yajiri"), Dismissed("n4"), played(game="g2")])
def test_recruiting_dismissing_and_the_next_game_wait_for_every_step(waits: Event) -> None:
    scroll = EVERYTHING
    for event in IN_ORDER:
        assert out_of_turn(scroll, waits).code == "steps-due"
        after(scroll, waits)
        scroll = enter(scroll, event, HOUSE)
    enter(scroll, waits, HOUSE)


@pytest.mark.parametrize("free", [Renamed("Later"), Ruled("A gift.", koban=5)])
def test_names_and_rulings_wait_for_nothing(free: Event) -> None:
    assert enter(EVERYTHING, free, HOUSE) == after(EVERYTHING, free)


def test_of_steps_of_one_kind_any_can_be_taken_first() -> None:
    scroll = after(PLAIN, hurt("n2", "n3"))
    assert enter(scroll, downtime("n3", EARTH), HOUSE).due == (Step(Due.DOWNTIME, "n2", "g1"),)


def test_whoever_is_early_hears_what_comes_first() -> None:
    broken = out_of_turn(after(EVERYTHING, UpkeepPaid("g1", "n5")), Advanced("n3", "leap"))
    assert broken.message == "First roll downtime for Tora Kaiken and roll downtime for Tora Yajiri."
    assert broken.subject == "n2"


def test_an_entry_in_its_turn_still_has_to_be_possible() -> None:
    assert out_of_turn(TORA, UpkeepPaid("g1", "n5")).code == "not-due"


def test_a_team_that_is_not_ready_hears_every_reason() -> None:
    scroll = replace(EVERYTHING, name="")
    found = not_ready(scroll, HOUSE)
    assert [(problem.code, problem.subject) for problem in found] == [("nameless", "name"), ("steps-due", "n5")]
    assert found[1].message.startswith("First pay or release Benkei, roll downtime for ")
    assert not_ready(TORA, HOUSE) == []
