"""What a ninja keeps for its whole life, and what a team takes along into another season."""

from dataclasses import replace

import pytest

from rules.chronicle import priced, tell
from rules.dice import Element, entered
from rules.events import Advanced, AdvancementRolled, Deed, Event, Played, Ruled, SeasonBegan
from rules.problems import RuleBroken
from rules.scroll import BLANK, Opponent, Result, Revenue, Scroll
from rules.words import explain
from tests.rules.teams import HOUSE, legal_team, recruit, told

FOUNDED = told(legal_team("tora", "byakko"))


def game(number: int, *deeds: Deed, challenge: str = "brawl") -> Played:
    rival = Opponent("x", "Tide", Result.LOST, 0)
    return Played(f"g{number}", challenge, Result.WON, 3, deeds, Revenue(10), (rival,))


def after(*events: Event, scroll: Scroll = FOUNDED) -> Scroll:
    for event in events:
        scroll = tell(scroll, event, HOUSE)
    return scroll


def test_a_career_counts_games_feats_injuries_and_awards() -> None:
    first = game(1, Deed("n2", {"brawl-injury": 2, "brawl-chunin-injury": 1, "reveal": 1}, xp=7, all_star=True))
    second = game(2, Deed("n2", {"injury": 1, "vip-injured": 1, "vip-stunned": 1}, xp=4), challenge="assassination")
    ninja = after(first, second).find("n2")
    assert (ninja.games, ninja.feats, ninja.injuries, ninja.all_stars) == (2, 7, 5, 1)


def test_a_hero_has_a_career_without_xp() -> None:
    hero = after(game(1, Deed("n4", {"brawl-injury": 2}, all_star=True))).find("n4")
    assert (hero.games, hero.injuries, hero.all_stars, hero.xp) == (1, 2, 1, 0)


def test_who_never_left_the_healing_house_played_no_game() -> None:
    resting = after(Ruled("Still hurt.", ninja="n2", starts_in_healing_house=True))
    ninja = after(game(1, Deed("n2", on_board=False, healing_house=True)), scroll=resting).find("n2")
    assert ninja.games == 0


EXPERIENCED = after(
    game(1, Deed("n2", xp=8)),
    AdvancementRolled("n2", entered(Element.AIR, Element.AIR)),
    Advanced("n2", keyword="leap"),
    Ruled("Late.", ninja="n3", misses=2),
)


def test_by_default_a_season_changes_nothing() -> None:
    assert after(SeasonBegan("Winter"), scroll=EXPERIENCED) == EXPERIENCED


def test_without_koban_the_treasury_is_what_a_new_team_would_have_left() -> None:
    assert EXPERIENCED.treasury == 100 - EXPERIENCED.roster_price + 10
    scroll = after(SeasonBegan("Winter", keeps_koban=False), scroll=EXPERIENCED)
    assert scroll.treasury == 100 - EXPERIENCED.roster_price
    rich = replace(EXPERIENCED, ninja=tuple(replace(ninja, price=40) for ninja in EXPERIENCED.ninja))
    assert after(SeasonBegan("Winter", keeps_koban=False), scroll=rich).treasury == 0


def test_without_experience_everybody_is_a_new_recruit_again() -> None:
    scroll = after(SeasonBegan("Winter", keeps_experience=False), scroll=EXPERIENCED)
    ninja = scroll.find("n2")
    assert (ninja.xp, ninja.advancements, ninja.gained_keywords, ninja.games) == (0, 0, (), 1)
    assert scroll.rating(HOUSE).advancements == 0
    assert scroll.find("n3").misses == 2


def test_without_absences_everybody_is_ready() -> None:
    scroll = after(SeasonBegan("Winter", keeps_absences=False), scroll=EXPERIENCED)
    assert all(ninja.is_available for ninja in scroll.ninja)
    assert scroll.find("n2").xp == 8


def test_a_season_says_what_it_left_behind() -> None:
    assert explain(SeasonBegan("Winter"), FOUNDED, HOUSE) == "The season Winter began."
    began = SeasonBegan("Winter", keeps_koban=False, keeps_absences=False)
    assert explain(began, FOUNDED, HOUSE) == "The season Winter began, without the koban and absences of the last one."


def test_what_was_paid_stays_on_record_whatever_the_price_becomes() -> None:
    dear = replace(HOUSE, prices={"tora-kaiken": 25})
    recruited = priced(recruit("n9", "tora-kaiken"), HOUSE)
    scroll = tell(FOUNDED, recruited, dear)
    assert scroll.find("n9").price == 10
    assert scroll.treasury == FOUNDED.treasury - 10
    assert "recruited for 10 koban" in explain(recruited, FOUNDED, dear)
    founded = priced(legal_team("tora"), HOUSE)
    assert tell(BLANK, founded, dear) == tell(BLANK, founded, HOUSE)


def test_nobody_is_recruited_for_less_than_nothing() -> None:
    with pytest.raises(RuleBroken, match="less than nothing"):
        tell(FOUNDED, replace(recruit("n9", "tora-kaiken"), koban=-5), HOUSE)


def test_only_recruits_have_a_price_on_record() -> None:
    assert priced(SeasonBegan("Winter"), HOUSE) == SeasonBegan("Winter")
    assert priced(recruit("n9", "nobody"), HOUSE) == recruit("n9", "nobody")
