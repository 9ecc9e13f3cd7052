"""Suggested teams: legal whatever the house rules, different from each other, and found at once."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.catalog import Allowance, Clan, catalog
from rules.house import HouseRules
from rules.roster import problems
from rules.suggest import Aim, Suggestion, suggest
from tests.rules.teams import HOUSE

CLANS = list(catalog().clans.values())
TORA = catalog().clans["tora"]


def by_id(clan: Clan) -> str:
    return clan.id


def composition(suggestion: Suggestion) -> frozenset[tuple[str, int]]:
    return frozenset(Counter(recruit.profile for recruit in suggestion.recruits).items())


def assert_sound(found: list[Suggestion], house: HouseRules) -> None:
    assert all(problems(suggestion.scroll, house) == [] for suggestion in found)
    assert len({composition(suggestion) for suggestion in found}) == len(found)
    assert all(len(suggestion.recruits) <= 30 for suggestion in found)


@pytest.mark.parametrize("variant", range(8))
@pytest.mark.parametrize("clan", CLANS, ids=by_id)
def test_every_clan_has_three_different_legal_teams_that_spend_95_koban_or_more(clan: Clan, variant: int) -> None:
    found = suggest(clan, HOUSE, variant=variant)
    assert [suggestion.aim for suggestion in found] == list(Aim)
    assert_sound(found, HOUSE)
    assert all(0 <= suggestion.scroll.treasury <= 5 for suggestion in found)


@pytest.mark.parametrize("clan", CLANS, ids=by_id)
def test_the_aims_are_what_they_say(clan: Clan) -> None:
    many, fierce, varied = (suggestion.scroll.ninja for suggestion in suggest(clan, HOUSE))
    assert len(many) > len(varied) > len(fierce)
    assert {ninja.profile.type for ninja in varied} >= {profile.type for profile in clan.ninja}
    strongest = [sum(ninja.attack + ninja.defense for ninja in team) / len(team) for team in (fierce, varied, many)]
    assert strongest == sorted(strongest, reverse=True)


def test_nobody_can_put_more_ninja_on_a_team_than_the_many_blades_have() -> None:
    """Tora by hand: the cheapest legal team of ten would cost 102 koban."""
    many = suggest(TORA, HOUSE)[0]
    assert len(many.recruits) == 9


def test_the_same_question_has_the_same_answer_and_another_variant_another() -> None:
    assert suggest(TORA, HOUSE, variant=3) == suggest(TORA, HOUSE, variant=3)
    answers = {tuple(map(composition, suggest(TORA, HOUSE, variant=variant))) for variant in range(8)}
    assert len(answers) > 4


def test_two_of_one_profile_choose_different_abilities() -> None:
    house = replace(HOUSE, allowances={"tora-madoushi": Allowance(2, 2)})
    for suggestion in suggest(TORA, house):
        chosen = [recruit.abilities for recruit in suggestion.recruits if recruit.profile == "tora-madoushi"]
        assert sorted(chosen) == [("metal-to-dust",), ("volcano-pots",)]


def test_a_banned_profile_is_never_suggested() -> None:
    house = replace(HOUSE, banned_profiles=("tora-oni", "byakko", *(ronin.id for ronin in catalog().ronin)))
    found = suggest(TORA, house)
    assert len(found) == 3
    assert not {recruit.profile for suggestion in found for recruit in suggestion.recruits} & set(house.banned_profiles)


@pytest.mark.parametrize(
    "impossible",
    [
        replace(HOUSE, koban=replace(HOUSE.koban, starting=39)),
        replace(HOUSE, banned_profiles=("tora-chunin",)),
        replace(HOUSE, prices={"tora-kaiken": 41}),
        replace(HOUSE, allowances={"tora-yajiri": Allowance(28, 40)}, prices={"tora-yajiri": 0}),
    ],
    ids=["too poor", "chunin banned", "kaiken too dear", "more than thirty demanded"],
)
def test_where_no_team_is_legal_none_is_suggested(impossible: HouseRules) -> None:
    assert suggest(TORA, impossible) == []


def test_where_only_one_team_is_legal_only_that_one_is_suggested() -> None:
    (only,) = suggest(TORA, replace(HOUSE, koban=replace(HOUSE.koban, starting=40)))
    assert dict(composition(only)) == {"tora-chunin": 1, "tora-kaiken": 2}


@st.composite
def houses(draw: st.DrawFn) -> HouseRules:
    """Leagues that changed prices, allowances, bans and the starting koban."""
    ids = st.sampled_from(list(catalog().profiles))
    types = st.sampled_from([profile.id for clan in CLANS for profile in clan.ninja])
    allowance = st.builds(lambda least, more: Allowance(least, least + more), st.integers(0, 4), st.integers(0, 40))
    return replace(
        HOUSE,
        koban=replace(HOUSE.koban, starting=draw(st.one_of(st.integers(0, 200), st.integers(0, 10**9)))),
        prices=draw(st.dictionaries(ids, st.integers(0, 60), max_size=12)),
        allowances=draw(st.dictionaries(types, allowance, max_size=10)),
        upkeeps={},
        banned_profiles=tuple(draw(st.sets(ids, max_size=5))),
    )


@given(houses(), st.sampled_from(CLANS), st.integers(0, 5))
def test_under_any_house_rules_suggestions_are_legal_or_there_is_no_legal_team(
    house: HouseRules, clan: Clan, variant: int
) -> None:
    found = suggest(clan, house, variant=variant)
    assert_sound(found, house)
    allowances = [(profile, house.allowance(profile) or Allowance(0, 0)) for profile in clan.ninja]
    least = sum(allowance.least * house.price(profile) for profile, allowance in allowances)
    banned = any(allowance.least and profile.id in house.banned_profiles for profile, allowance in allowances)
    too_many = sum(allowance.least for _, allowance in allowances) > 30
    assert bool(found) == (least <= house.koban.starting and not banned and not too_many)
