"""The scroll: what a team and each of its ninja are at one moment."""

from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import articles, catalog, dice, events, house, problems, report, scroll
from rules.dice import Element
from rules.house import Gain, RatingRule
from rules.problems import RuleBroken
from rules.scroll import BLANK, Due, Ninja, Rating, Result, Revenue, Scroll, Step
from tests.rules.teams import HOUSE, MINIMAL, drafted, legal_rosters, profile, rosters

CHUNIN = Ninja("n1", "Fire Claw", profile("tora-chunin"), 20, ("tiger-strike",))
KAIKEN = Ninja("n2", "Zoro", profile("tora-kaiken"), 10)
BENKEI = Ninja("n3", "Benkei", profile("benkei"), 16)
TEAM = Scroll("Fangs", drafted("Fangs", "tora").clan, 54, (CHUNIN, KAIKEN, BENKEI))


# A ninja


def test_a_new_ninja_is_what_its_profile_says() -> None:
    assert (CHUNIN.movement, CHUNIN.attack, CHUNIN.defense) == (5, 4, 3)
    assert CHUNIN.affinities == (Element.FIRE,)
    assert CHUNIN.keywords == ("close-combat-master", "fire-mastery")
    assert [ability.id for ability in CHUNIN.abilities] == ["tiger-strike"]
    assert CHUNIN.is_available
    assert (CHUNIN.xp, CHUNIN.advancements, CHUNIN.misses, CHUNIN.starts_in_healing_house) == (0, 0, 0, False)


@pytest.mark.parametrize(
    ("gain", "attributes"), [(Gain.MOVEMENT, (7, 4, 3)), (Gain.ATTACK, (5, 6, 3)), (Gain.DEFENSE, (5, 4, 5))]
)
def test_gains_add_to_their_own_attribute(gain: Gain, attributes: tuple[int, int, int]) -> None:
    grown = replace(CHUNIN, gains={gain: 2})
    assert (grown.movement, grown.attack, grown.defense) == attributes
    assert grown.gain(gain) == 2
    assert CHUNIN.gain(gain) == 0


def test_gained_affinities_and_keywords_follow_the_own_ones() -> None:
    grown = replace(CHUNIN, gained_affinities=(Element.VOID,), gained_keywords=("leap", "backstab"))
    assert grown.affinities == (Element.FIRE, Element.VOID)
    assert grown.keywords == ("close-combat-master", "fire-mastery", "leap", "backstab")


def test_a_lost_keyword_is_gone_wherever_it_came_from() -> None:
    poorer = replace(CHUNIN, gained_keywords=("leap",), lost_keywords=("fire-mastery", "leap"))
    assert poorer.keywords == ("close-combat-master",)


def test_a_ninja_has_its_fixed_abilities_and_the_chosen_one() -> None:
    chunin = Ninja("n1", "Crane", profile("tanchyo-chunin"), 23, ("wind-of-blades",))
    assert [ability.id for ability in chunin.abilities] == ["ranged-6", "wind-of-blades"]
    jorogumo = Ninja("n2", "Jorogumo", profile("jorogumo"), 16)
    assert [ability.id for ability in jorogumo.abilities] == ["spider-legs", "binding-bride"]


@pytest.mark.parametrize(("misses", "available"), [(0, True), (1, False), (2, False)])
def test_who_must_miss_games_is_not_available(misses: int, available: bool) -> None:
    assert replace(KAIKEN, misses=misses).is_available is available


def test_a_start_in_the_healing_house_does_not_keep_a_ninja_from_the_game() -> None:
    assert replace(KAIKEN, starts_in_healing_house=True).is_available


@pytest.mark.parametrize(
    ("xp", "level", "following", "due"),
    [
        (0, "New Recruit", "Experienced", 0),
        (7, "New Recruit", "Experienced", 0),
        (8, "Experienced", "Veteran", 1),
        (21, "Experienced", "Veteran", 1),
        (22, "Veteran", "Shinobi", 2),
        (43, "Shinobi", "Clan Champion", 3),
        (71, "Clan Champion", "Infamous", 4),
        (106, "Infamous", "Legendary", 5),
        (245, "Infamous", "Legendary", 5),
        (246, "Legendary", None, 6),
        (999, "Legendary", None, 6),
    ],
)
def test_xp_makes_the_level_and_the_rolls_that_are_due(xp: int, level: str, following: str | None, due: int) -> None:
    ninja = replace(KAIKEN, xp=xp)
    above = ninja.next_level(HOUSE)
    assert ninja.level(HOUSE).name == level
    assert (above.name if above else None) == following
    assert ninja.advancements_due(HOUSE) == due


@pytest.mark.parametrize(("xp", "taken", "due"), [(22, 0, 2), (22, 1, 1), (22, 2, 0), (8, 2, 0)])
def test_advancements_taken_are_no_longer_due(xp: int, taken: int, due: int) -> None:
    assert replace(KAIKEN, xp=xp, advancements=taken).advancements_due(HOUSE) == due


@pytest.mark.parametrize("id_", ["benkei", "byakko"])
def test_heroes_and_ronin_never_advance(id_: str) -> None:
    assert Ninja("n1", "Hero", profile(id_), 16, xp=300).advancements_due(HOUSE) == 0


def test_no_ninja_can_be_changed_in_place() -> None:
    with pytest.raises(FrozenInstanceError):
        KAIKEN.xp = 3  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        TEAM.treasury = 3  # type: ignore[misc]


# A team


def test_a_blank_scroll_is_a_team_not_founded_yet() -> None:
    assert (BLANK.name, BLANK.clan, BLANK.treasury, BLANK.ninja, BLANK.games, BLANK.due) == ("", None, 0, (), (), ())
    assert (BLANK.roster_price, BLANK.rating(HOUSE).total, BLANK.next_id) == (0, 0, "n1")


def test_a_ninja_is_found_by_its_id() -> None:
    assert TEAM.find("n2") is KAIKEN
    assert TEAM.has("n2")
    assert not TEAM.has("n9")


def test_a_ninja_that_is_not_there_or_no_longer_is_refused() -> None:
    left = replace(TEAM, ninja=(CHUNIN,), former=(KAIKEN,))
    for id_ in ("n9", "n2", ""):
        assert not left.has(id_)
        with pytest.raises(RuleBroken, match=r"^This ninja is not on the team\.$") as refusal:
            left.find(id_)
        assert (refusal.value.code, refusal.value.subject) == ("unknown-ninja", id_)


def test_a_changed_ninja_takes_its_own_place() -> None:
    wiser = replace(KAIKEN, xp=9)
    assert TEAM.with_ninja(wiser).ninja == (CHUNIN, wiser, BENKEI)
    assert TEAM.ninja == (CHUNIN, KAIKEN, BENKEI)


def test_one_step_is_taken_and_the_others_stay_due() -> None:
    steps = (Step(Due.UPKEEP, "n3", "g1"), Step(Due.DOWNTIME, "n3", "g1"), Step(Due.UPKEEP, "n3", "g2"))
    scroll = replace(TEAM, due=steps)
    assert scroll.without_step(Step(Due.UPKEEP, "n3", "g1")).due == steps[1:]
    assert scroll.without_step(Step(Due.UPKEEP, "n2", "g1")).due == steps


def test_an_id_is_never_given_twice() -> None:
    assert TEAM.ids == {"n1", "n2", "n3"}
    assert TEAM.next_id == "n4"
    assert replace(TEAM, ninja=(CHUNIN,), former=(KAIKEN, BENKEI)).next_id == "n4"
    assert replace(TEAM, ninja=(BENKEI, replace(CHUNIN, id="benkei"))).next_id == "n1"


@given(rosters())
def test_the_next_id_is_always_a_new_one(scroll: Scroll) -> None:
    assert scroll.next_id not in scroll.ids


# The rating


def test_a_rating_is_price_by_ten_and_advancements_and_heroes_and_ronin() -> None:
    wiser = replace(TEAM, ninja=(replace(CHUNIN, advancements=2), replace(KAIKEN, advancements=1), BENKEI))
    assert TEAM.roster_price == 46
    assert TEAM.rating(HOUSE) == Rating(koban=4, advancements=0, heroes_and_ronin=1)
    assert wiser.rating(HOUSE) == Rating(koban=4, advancements=3, heroes_and_ronin=1)
    assert wiser.rating(HOUSE).total == 8


@pytest.mark.parametrize(("price", "rating"), [(0, 0), (9, 0), (10, 1), (99, 9), (100, 10), (109, 10)])
def test_every_full_ten_koban_are_one_rating(price: int, rating: int) -> None:
    assert replace(TEAM, ninja=(replace(KAIKEN, price=price),)).rating(HOUSE).total == rating


def test_the_treasury_and_those_who_left_do_not_count() -> None:
    assert replace(TEAM, treasury=5000, former=(BENKEI, CHUNIN)).rating(HOUSE).total == 5


def test_heroes_and_ronin_count_one_each() -> None:
    byakko = Ninja("n4", "Byakko", profile("byakko"), 24)
    assert replace(TEAM, ninja=(*TEAM.ninja, byakko)).rating(HOUSE).heroes_and_ronin == 2


def test_a_league_may_rate_otherwise() -> None:
    house: Any = replace(HOUSE, rating=RatingRule(koban_per_point=5, per_advancement=2, per_hero_or_ronin=3))
    wiser = replace(TEAM, ninja=(replace(CHUNIN, advancements=2), KAIKEN, BENKEI))
    assert wiser.rating(house) == Rating(koban=9, advancements=4, heroes_and_ronin=3)


@given(legal_rosters())
def test_a_new_team_is_rated_by_its_price_and_its_heroes(scroll: Scroll) -> None:
    unique = sum(ninja.profile.type in ("hero", "ronin") for ninja in scroll.ninja)
    assert scroll.rating(HOUSE).total == (100 - scroll.treasury) // 10 + unique


def test_the_smallest_teams_are_rated_three_or_four() -> None:
    ratings = {clan: drafted("Fangs", clan, *MINIMAL[clan]).rating(HOUSE).total for clan in MINIMAL}
    assert ratings == {"tora": 4, "yamazaru": 4, "kitsune": 4, "ika": 3, "tanchyo": 3, "ijin": 4}


# Values that others carry


def test_revenue_is_the_sum_of_its_parts() -> None:
    assert Revenue(10).total == 10
    assert Revenue(6, 5, 2).total == 13


@pytest.mark.parametrize("module", [articles, catalog, dice, events, house, problems, report, scroll])
def test_no_value_of_the_rules_can_be_changed_in_place(module: ModuleType) -> None:
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and is_dataclass(kind)]
    assert kinds
    for kind in kinds:
        with pytest.raises(FrozenInstanceError):
            setattr(object.__new__(kind), fields(kind)[0].name, None)


def test_every_outcome_and_every_decision_has_a_name() -> None:
    assert list(Result) == ["won", "lost", "drew", "conceded"]
    assert list(Due) == ["upkeep", "spare", "downtime", "choice", "advancement"]


@given(st.sampled_from([CHUNIN, KAIKEN, BENKEI]), st.integers(0, 400), st.integers(0, 400))
def test_more_xp_is_never_a_lower_level(ninja: Ninja, xp: int, more: int) -> None:
    before, after = replace(ninja, xp=xp), replace(ninja, xp=xp + more)
    assert HOUSE.levels.index(after.level(HOUSE)) >= HOUSE.levels.index(before.level(HOUSE))
    assert after.advancements_due(HOUSE) >= before.advancements_due(HOUSE)
