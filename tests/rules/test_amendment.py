"""A past game told otherwise: what stands, what is granted, and what no word can make so."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from rules.amendment import Recorded, Retelling, amend, before, game_of, told, uphold, words_on
from rules.chronicle import priced
from rules.dice import Element
from rules.events import (
    Advanced,
    Amended,
    Deed,
    Dismissed,
    Event,
    Played,
    Recruited,
    Released,
    Renamed,
    Ruled,
    SeasonBegan,
    Spared,
    UpkeepPaid,
    Word,
)
from rules.house import Gain, HouseRules
from rules.problems import RuleBroken
from rules.scroll import BLANK, Due, Scroll, Step
from rules.words import explain_told
from tests.rules.games import (
    LOST,
    TORA,
    WON,
    advancement,
    after,
    changed,
    downtime,
    hurt,
    played,
    reasons,
    refused,
)
from tests.rules.teams import HOUSE, legal_team, recruit

FOUNDED = legal_team("tora", "tora-yajiri", "benkei", "byakko")
SPIRIT, VOID, EARTH, AIR, WATER, FIRE = Element
WON_BIG = played(Deed("n2", xp=9), result=WON, koban=10)


def chronicle(*events: Event, house: HouseRules = HOUSE) -> list[Recorded]:
    """The Tora's chronicle: founded, and then these."""
    return [Recorded(n, priced(event, house), house) for n, event in enumerate((FOUNDED, *events), start=1)]


def entered(records: Sequence[Recorded], *events: Event) -> list[Recorded]:
    """The chronicle goes on."""
    return [*records, *(Recorded(len(records) + n, event, HOUSE) for n, event in enumerate(events, start=1))]


def amended(records: Sequence[Recorded], retelling: Retelling) -> list[Recorded]:
    return entered(records, *retelling.words)


def last(records: Sequence[Recorded]) -> Scroll:
    scroll = BLANK
    for its in told(records):
        scroll = its.after
    return scroll


def words(records: Sequence[Recorded]) -> dict[int, Word]:
    """Of every entry that does not simply stand."""
    return {its.number: its.word for its in told(records) if its.word is not Word.STANDS}


def not_upheld(scroll: Scroll, event: Event, house: HouseRules = HOUSE) -> list[tuple[str, str]]:
    """Why not even a ruling can make this so."""
    with pytest.raises(RuleBroken) as caught:
        uphold(scroll, event, house)
    return reasons(caught.value)


def poor(koban: int = 0) -> Scroll:
    return replace(TORA, treasury=koban)


# Upholding: what is lacking is granted


def test_a_recruit_that_cannot_be_paid_joins_and_leaves_an_empty_treasury() -> None:
    scroll = uphold(poor(3), recruit("n7", "tora-oni"), HOUSE)
    assert scroll.has("n7")
    assert scroll.treasury == 0


def test_a_recruit_that_can_be_paid_in_part_is_not_given_more_than_it_costs() -> None:
    assert uphold(poor(20), recruit("n7", "tora-oni"), HOUSE).treasury == 2


@pytest.mark.parametrize("profile", ["tora-chunin", "benkei", "ika-oni"])
def test_a_recruit_too_many_of_its_kind_or_of_another_clan_joins_by_ruling(profile: str) -> None:
    event = recruit("n7", profile)
    assert refused(replace(TORA, treasury=99), event)
    scroll = uphold(replace(TORA, treasury=99), event, HOUSE)
    assert scroll.has("n7")
    assert scroll.allowed == TORA.allowed  # for once: the roster is still not legal


def test_a_recruit_of_a_profile_that_the_house_bans_joins_by_ruling() -> None:
    house = replace(HOUSE, banned_profiles=("tora-oni",))
    assert uphold(replace(TORA, treasury=99), recruit("n7", "tora-oni"), house).has("n7")


def test_a_recruit_pays_what_is_on_record() -> None:
    event = replace(recruit("n7", "tora-oni"), koban=5)
    assert uphold(poor(5), event, HOUSE).treasury == 0


def test_nobody_joins_under_the_id_of_somebody_else() -> None:
    assert not_upheld(replace(TORA, treasury=99), recruit("n1", "tora-oni")) == [("bad-id", "n1")]


def test_a_dismissal_that_leaves_too_few_is_granted() -> None:
    assert refused(TORA, Dismissed("n2")) == [("too-few", "tora-kaiken")]
    scroll = uphold(TORA, Dismissed("n2"), HOUSE)
    assert not scroll.has("n2")
    assert scroll.allowed == frozenset()


def test_upkeep_is_paid_without_a_game_and_without_the_koban() -> None:
    assert uphold(poor(2), UpkeepPaid("g1", "n5"), HOUSE).treasury == 0
    assert uphold(poor(7), UpkeepPaid("g1", "n5"), HOUSE).treasury == 2


def test_a_ronin_leaves_without_a_game() -> None:
    scroll = uphold(TORA, Released("g1", "n5"), HOUSE)
    assert [ninja.id for ninja in scroll.former] == ["n5"]
    assert scroll.due == ()


def test_a_downtime_die_counts_although_nobody_was_hurt() -> None:
    scroll = uphold(TORA, downtime("n2", VOID), HOUSE)
    assert scroll.find("n2").misses == 2
    assert scroll.due == ()


def test_somebody_is_spared_although_nobody_rolled_spirit() -> None:
    scroll = uphold(after(TORA, hurt("n2", "n3", "n4")), Spared("g1", "n3", "n2"), HOUSE)
    assert Step(Due.DOWNTIME, "n3", "g1") not in scroll.due
    assert Step(Due.DOWNTIME, "n4", "g1") in scroll.due
    assert not any(step.due is Due.SPARE for step in scroll.due)


def test_an_advancement_roll_without_the_xp_counts_as_the_next_one() -> None:
    scroll = uphold(TORA, advancement("n2", AIR, FIRE), HOUSE)
    assert scroll.find("n2").roll is not None
    scroll = after(scroll, Advanced("n2", keyword="leap"))
    assert after(scroll, played(Deed("n2", xp=9))).find("n2").advancements_due(HOUSE) == 0


def test_nobody_rolls_again_before_they_have_chosen() -> None:
    rolled = uphold(TORA, advancement("n2", AIR, FIRE), HOUSE)
    assert not_upheld(rolled, advancement("n2", AIR, AIR)) == [("choose-first", "n2")]


def test_a_choice_that_its_roll_no_longer_offers_is_gained_all_the_same() -> None:
    rolled = uphold(TORA, advancement("n2", AIR, FIRE), HOUSE)
    for choice in (
        Advanced("n2", keyword="water-mastery"),
        Advanced("n2", gain=Gain.MOVEMENT),
        Advanced("n2", affinity=AIR),
    ):
        assert refused(rolled, choice)
        ninja = uphold(rolled, choice, HOUSE).find("n2")
        assert (ninja.roll, ninja.advancements) == (None, 1)
        assert choice.keyword in ninja.keywords or ninja.movement == 6 or AIR in ninja.affinities


def test_nobody_chooses_without_a_roll_or_learns_what_they_know() -> None:
    assert not_upheld(TORA, Advanced("n2", keyword="leap")) == [("roll-first", "n2")]
    rolled = uphold(changed(TORA, "n2", gained_keywords=("leap",)), advancement("n2", AIR, FIRE), HOUSE)
    assert not_upheld(rolled, Advanced("n2", keyword="leap")) == [("keyword-not-offered", "n2")]
    rolled = uphold(TORA, advancement("n2", EARTH, EARTH), HOUSE)
    assert not_upheld(rolled, Advanced("n2", affinity=FIRE)) == [("affinity-not-offered", "n2")]


def test_a_fine_takes_what_there_is() -> None:
    assert uphold(poor(3), Ruled("A fine.", koban=-5), HOUSE).treasury == 0
    assert uphold(poor(7), Ruled("A fine.", koban=-5), HOUSE).treasury == 2


def test_a_ruling_takes_the_xp_there_are_and_only_changes_keywords_that_it_can() -> None:
    ruling = Ruled("So be it.", ninja="n1", xp=-5, gives=("fire-mastery", "leap"), takes=("nimble", "sneaky"))
    ninja = uphold(changed(TORA, "n1", xp=3, gained_keywords=("sneaky",)), ruling, HOUSE).find("n1")
    assert ninja.xp == 0
    assert set(ninja.keywords) == {"close-combat-master", "fire-mastery", "leap"}


def test_a_game_is_played_by_whoever_was_reported_to_play_it() -> None:
    absent = changed(changed(TORA, "n2", misses=2), "n3", misses=1)
    event = played(Deed("n2", xp=3), Deed("n9", xp=3), Deed("n4", on_board=False, healing_house=True))
    scroll = uphold(absent, event, HOUSE)
    assert scroll.find("n2").xp == 3
    assert scroll.find("n2").misses == 0
    assert scroll.find("n3").misses == 0  # served
    assert Step(Due.DOWNTIME, "n4", "g1") in scroll.due
    assert not any(step.ninja == "n9" for step in scroll.due)


@pytest.mark.parametrize(
    "event",
    [
        Dismissed("n9"),
        Renamed("Hanzo", "n9"),
        UpkeepPaid("g1", "n9"),
        Released("g1", "n9"),
        downtime("n9", VOID),
        Spared("g1", "n9", "n2"),
        Spared("g1", "n2", "n9"),
        advancement("n9", AIR, AIR),
        Advanced("n9", keyword="leap"),
        Ruled("A gift.", ninja="n9", xp=3),
    ],
    ids=lambda event: type(event).__name__,
)
def test_nothing_happens_to_somebody_who_never_joined(event: Event) -> None:
    assert not_upheld(TORA, event) == [("unknown-ninja", "n9")]


def test_a_game_is_not_played_twice() -> None:
    assert not_upheld(after(TORA, hurt("n2")), hurt("n2")) == [("played-already", "g1")]


def test_a_new_season_and_a_new_name_need_no_ruling() -> None:
    for event in (SeasonBegan("Winter"), Renamed("The tigers"), Renamed("Hanzo", "n2")):
        assert uphold(TORA, event, HOUSE) == after(TORA, event)


# Amending


def test_a_game_is_told_otherwise_where_it_happened() -> None:
    records = chronicle(played(koban=6), Released("g1", "n5"), hurt("n2", game="g2"))
    retelling = amend(records, "g1", WON_BIG)
    assert retelling.words == (Amended(2, "g1", Word.STANDS, WON_BIG),)
    assert retelling.impossible == ()
    assert [record.result for record in retelling.after.games] == [WON, LOST]
    assert retelling.after == last(amended(records, retelling)) == after(TORA, WON_BIG, *(r.event for r in records[2:]))


def test_the_entry_itself_is_never_touched() -> None:
    records = chronicle(played())
    later = amended(records, amend(records, "g1", WON_BIG))
    assert later[:2] == records
    assert [type(record.event) for record in later[2:]] == [Amended]


def test_a_struck_game_earned_nothing() -> None:
    records = chronicle(WON_BIG)
    retelling = amend(records, "g1", None)
    assert retelling.words == (Amended(2, "g1", Word.STRUCK),)
    assert retelling.after == TORA


def test_a_game_that_no_chronicle_knows_cannot_be_amended() -> None:
    with pytest.raises(RuleBroken) as caught:
        amend(chronicle(played()), "g9", None)
    assert reasons(caught.value) == [("unknown-game", "g9")]


def test_the_same_told_again_says_nothing_new() -> None:
    records = chronicle(played())
    assert amend(records, "g1", played()).words == ()


def test_steps_of_the_game_that_are_no_longer_due_are_struck_with_it() -> None:
    steps = (Released("g1", "n5"), downtime("n2", SPIRIT), Spared("g1", "n3", "n2"))
    records = chronicle(hurt("n2", "n3"), *steps)
    retelling = amend(records, "g1", None)
    assert words(amended(records, retelling)) == dict.fromkeys((2, 3, 4, 5), Word.STRUCK)
    assert retelling.after == TORA
    retelling = amend(records, "g1", hurt("n3"))
    assert words(amended(records, retelling)) == dict.fromkeys((4, 5), Word.STRUCK)
    assert retelling.after.due == (Step(Due.DOWNTIME, "n3", "g1"),)


def test_they_are_upheld_if_that_is_chosen() -> None:
    records = chronicle(hurt("n2"), Released("g1", "n5"), downtime("n2", VOID))
    retelling = amend(records, "g1", None, {4: Word.UPHELD})
    assert [(entry.number, entry.word, entry.may_stand) for entry in retelling.impossible] == [
        (3, Word.STRUCK, True),
        (4, Word.UPHELD, True),
    ]
    assert retelling.after == changed(TORA, "n2", misses=2)


def test_what_cannot_be_paid_any_more_is_upheld_unless_somebody_says_otherwise() -> None:
    records = chronicle(WON_BIG, Released("g1", "n5"), recruit("n7", "tora-oni"), Renamed("Kuma", "n7"))
    (entry,) = amend(records, "g1", None, {3: Word.STRUCK}).impossible[1:]
    assert (entry.number, entry.word) == (4, Word.UPHELD)
    assert [problem.code for problem in entry.why] == ["too-expensive"]
    assert entry.before.treasury == 12
    retelling = amend(records, "g1", None, {4: Word.STRUCK})
    assert words(amended(records, retelling)) == dict.fromkeys((2, 3, 4, 5), Word.STRUCK)
    assert not retelling.impossible[-1].may_stand  # nobody renames a ninja that never joined


def test_steps_of_other_games_are_upheld() -> None:
    games = (played(koban=10), UpkeepPaid("g1", "n5"), played(game="g2", koban=0), UpkeepPaid("g2", "n5"))
    records = chronicle(Ruled("A fine.", koban=-12), *games)
    retelling = amend(records, "g1", played(koban=0))
    assert [(entry.number, entry.word) for entry in retelling.impossible] == [(4, Word.UPHELD), (6, Word.UPHELD)]


def test_a_played_game_is_never_struck_in_passing() -> None:
    records = chronicle(
        played(), Released("g1", "n5"), recruit("n7", "tora-kaiken"), played(Deed("n7", xp=4), game="g2")
    )
    retelling = amend(records, "g1", None, {3: Word.STRUCK, 4: Word.STRUCK, 5: Word.STRUCK})
    # 12 koban buy a kaiken without the first game, too: nothing that follows is impossible but the ronin's leaving.
    assert [entry.number for entry in retelling.impossible] == [3]
    records = chronicle(WON_BIG, Released("g1", "n5"), recruit("n7", "tora-oni"), played(Deed("n7", xp=4), game="g2"))
    retelling = amend(records, "g1", None, dict.fromkeys((3, 4, 5), Word.STRUCK))
    assert words(amended(records, retelling)) == {2: Word.STRUCK, 3: Word.STRUCK, 4: Word.STRUCK, 5: Word.UPHELD}
    assert [record.game for record in retelling.after.games] == ["g2"]


def test_an_absence_that_a_voided_game_had_served_is_over_for_whoever_played_on() -> None:
    story = (
        hurt("n2"),
        Released("g1", "n5"),
        downtime("n2", FIRE),
        played(game="g2"),
        played(Deed("n2", xp=2), game="g3"),
    )
    records = chronicle(*story)
    retelling = amend(records, "g2", None)
    assert [(entry.number, entry.word) for entry in retelling.impossible] == [(6, Word.UPHELD)]
    assert (retelling.after.find("n2").xp, retelling.after.find("n2").misses) == (2, 0)


def test_an_absence_that_a_voided_game_had_served_is_served_by_the_next() -> None:
    records = chronicle(
        hurt("n2"), Released("g1", "n5"), downtime("n2", FIRE), played(game="g2"), played(Deed("n3"), game="g3")
    )
    retelling = amend(records, "g2", None)
    assert retelling.impossible == ()
    assert retelling.after.find("n2").misses == 0


def test_a_ronin_who_was_released_and_hired_again_is_there_twice_until_somebody_decides() -> None:
    records = chronicle(played(), Released("g1", "n5"), Ruled("A gift.", koban=9), recruit("n7", "benkei"))
    retelling = amend(records, "g1", None)
    assert [(entry.number, entry.word) for entry in retelling.impossible] == [(3, Word.STRUCK), (5, Word.UPHELD)]
    assert [ninja.id for ninja in retelling.after.ninja if ninja.profile.id == "benkei"] == ["n5", "n7"]
    retelling = amend(records, "g1", None, {5: Word.STRUCK})
    assert retelling.after.has("n5")
    assert not retelling.after.has("n7")
    assert retelling.after.treasury == 21


def test_a_new_season_forgets_an_amended_past_as_it_forgot_the_old_one() -> None:
    anew = SeasonBegan("Winter", keeps_koban=False, keeps_experience=False, keeps_absences=False)
    records = chronicle(hurt("n2"), Released("g1", "n5"), downtime("n2", VOID), anew)
    assert amend(records, "g1", replace(WON_BIG, deeds=hurt("n2").deeds)).after.treasury == last(records).treasury
    assert amend(records, "g1", replace(WON_BIG, deeds=hurt("n2").deeds)).after.ninja == last(records).ninja


# Amending again


def test_amending_back_lifts_whatever_was_struck_or_upheld() -> None:
    records = chronicle(WON_BIG, Released("g1", "n5"), recruit("n7", "tora-oni"), Renamed("Kuma", "n7"))
    for choices in ({}, {4: Word.STRUCK}):
        away = amended(records, amend(records, "g1", None, choices))
        back = amended(away, amend(away, "g1", WON_BIG))
        assert last(back) == last(records)
        assert words(back) == {}


def test_the_words_of_other_games_stay() -> None:
    records = chronicle(
        *(WON_BIG, Released("g1", "n5"), recruit("n7", "tora-oni")),
        *(hurt("n3", game="g2"), downtime("n3", FIRE, game="g2")),
    )
    one = amended(records, amend(records, "g2", None))
    both = amended(one, amend(one, "g1", None, {4: Word.STRUCK}))
    assert words(both) == dict.fromkeys((2, 3, 4, 5, 6), Word.STRUCK)
    first_back = amended(both, amend(both, "g1", WON_BIG))
    assert words(first_back) == dict.fromkeys((5, 6), Word.STRUCK)
    back = amended(first_back, amend(first_back, "g2", hurt("n3", game="g2")))
    assert last(back) == last(records)


def test_a_game_that_was_voided_and_played_anew_is_amended_as_the_new_one() -> None:
    records = chronicle(hurt("n2"), Released("g1", "n5"), downtime("n2", VOID))
    voided = amended(records, amend(records, "g1", None))
    assert last(voided) == TORA
    again = entered(voided, hurt("n3"), UpkeepPaid("g1", "n5"))
    number = len(voided) + 1
    assert game_of(again, "g1") == number
    retelling = amend(again, "g1", hurt("n4"))
    assert retelling.words == (Amended(number, "g1", Word.STANDS, hurt("n4")),)
    assert words(amended(again, retelling)) == dict.fromkeys((2, 3, 4), Word.STRUCK)
    assert retelling.after == after(TORA, hurt("n4"), UpkeepPaid("g1", "n5"))


def test_a_voided_game_can_be_brought_back_where_it_was() -> None:
    records = chronicle(hurt("n2"), Released("g1", "n5"), downtime("n2", VOID), hurt("n3", game="g2"))
    voided = amended(records, amend(records, "g1", None))
    assert game_of(voided, "g1") == 2
    assert amend(voided, "g1", hurt("n2")).after == last(records)


def test_of_a_game_voided_twice_the_last_is_brought_back() -> None:
    records = chronicle(hurt("n2"))
    records = amended(records, amend(records, "g1", None))
    records = entered(records, hurt("n3"))
    again = len(records)
    records = amended(records, amend(records, "g1", None))
    assert last(records) == TORA
    assert game_of(records, "g1") == again
    assert amend(records, "g1", hurt("n3")).after == after(TORA, hurt("n3"))


def test_a_game_told_otherwise_that_turns_impossible_is_upheld_as_it_is_told_now() -> None:
    records = chronicle(Ruled("A cold.", ninja="n2", misses=1), played(), played(game="g2"))
    now = played(Deed("n2", xp=3), game="g2")
    records = amended(records, amend(records, "g2", now))
    voided = amend(records, "g1", None)
    assert voided.words == (Amended(3, "g1", Word.STRUCK), Amended(4, "g1", Word.UPHELD, now))
    assert voided.after.find("n2").xp == 3
    records = amended(records, voided)
    assert amend(records, "g1", played()).words == (
        Amended(3, "g1", Word.STANDS, played()),
        Amended(4, "g1", Word.STANDS, now),
    )


def test_the_scroll_before_a_game_is_the_one_it_was_told_to() -> None:
    records = chronicle(played(), Released("g1", "n5"), played(game="g2"))
    assert before(records, "g1") == TORA
    assert before(records, "g2") == after(TORA, played(), Released("g1", "n5"))
    records = amended(records, amend(records, "g1", WON_BIG))
    assert before(records, "g2").treasury == 22


def test_before_a_game_that_stands_by_ruling_all_who_took_part_are_able_to() -> None:
    records = chronicle(Ruled("A cold.", ninja="n2", misses=1), played(), played(Deed("n2"), game="g2"))
    records = amended(records, amend(records, "g1", None))
    assert before(records, "g2").find("n2").is_available
    assert last(records[:2]).find("n2").misses == 1


# Telling


def test_the_id_of_a_struck_recruit_is_not_given_again() -> None:
    records = chronicle(WON_BIG, Released("g1", "n5"), recruit("n7", "tora-oni"))
    struck = amended(records, amend(records, "g1", None, {4: Word.STRUCK}))
    scroll = last(struck)
    assert not scroll.has("n7")
    assert scroll.next_id == "n8"
    joined = entered(struck, recruit("n8", "tora-kaiken"))
    back = amend(joined, "g1", WON_BIG)
    assert [ninja.id for ninja in back.after.ninja][-2:] == ["n7", "n8"]


def test_the_last_word_on_an_entry_counts() -> None:
    said = [Amended(2, "g1", Word.STRUCK), Amended(3, "g1", Word.STRUCK), Amended(2, "g1", Word.STANDS)]
    records = entered(chronicle(played(), Released("g1", "n5")), *said)
    assert words_on(records) == {2: said[2], 3: said[1]}
    assert words(records) == {3: Word.STRUCK}
    assert last(records).has("n5")


def test_a_chronicle_can_be_told_with_other_words_than_its_own() -> None:
    records = chronicle(played())
    assert [its.word for its in told(records, {2: Amended(2, "g1", Word.STRUCK)})] == [Word.STANDS, Word.STRUCK]


# In words


def sentences(records: Sequence[Recorded]) -> Mapping[int, str]:
    return {its.number: explain_told(its) for its in told(records)}


def test_every_word_on_an_entry_is_a_sentence() -> None:
    records = chronicle(WON_BIG, Released("g1", "n5"), recruit("n7", "tora-oni"))
    records = amended(records, amend(records, "g1", played(Deed("n2"), koban=2)))
    assert sentences(records)[5] == "Entry 2 is told otherwise: the report of its game was amended."
    assert sentences(records)[6] == "Entry 4 stands by ruling, although it would be impossible now."
    records = amended(records, amend(records, "g1", None, {4: Word.STRUCK}))
    assert sentences(records)[7] == "Entry 2 was struck: it counts no longer."
    assert sentences(records)[9] == "Entry 4 was struck: it counts no longer."
    records = amended(records, amend(records, "g1", WON_BIG))
    assert sentences(records)[11] == "Entry 3 stands again."
    assert (
        sentences(records)[2]
        == "Won against The ika, 2\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}3, at Assassination; earned 10 koban."
    )


def test_a_struck_entry_still_says_what_it_said() -> None:
    records = chronicle(hurt("n2"), Released("g1", "n5"), downtime("n2", FIRE))
    records = amended(records, amend(records, "g1", None))
    assert sentences(records)[3] == "Benkei was not paid and left."
    assert sentences(records)[4].startswith("Downtime of Tora Kaiken: Fire")


def test_what_happened_to_somebody_who_never_joined_says_so() -> None:
    records = chronicle(WON_BIG, Released("g1", "n5"), recruit("n7", "tora-oni"), Renamed("Kuma", "n7"))
    records = amended(records, amend(records, "g1", None, {4: Word.STRUCK}))
    assert sentences(records)[5] == "It was about somebody who, as this chronicle is told now, never joined."


def test_a_recruit_that_was_never_priced_is_told_by_the_house() -> None:
    event = Recruited("n7", "tora-oni", "Kuma")
    assert uphold(poor(18), event, HOUSE).treasury == 0


def test_a_struck_game_is_the_last_word_however_it_was_told_before() -> None:
    records = chronicle(played())
    records = amended(records, amend(records, "g1", WON_BIG))
    records = amended(records, amend(records, "g1", None))
    assert last(records) == TORA
    its = next(its for its in told(records) if its.number == 2)
    assert isinstance(its.event, Played)
    assert its.word is Word.STRUCK
