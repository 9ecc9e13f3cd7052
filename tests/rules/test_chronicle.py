"""The fold: who joins and leaves, what a game leaves on the scroll, and the ninja master's rulings."""

from dataclasses import replace

import pytest

from rules.catalog import Allowance
from rules.chronicle import retell, tell, why_not
from rules.dice import Element, entered
from rules.events import (
    Advanced,
    AdvancementRolled,
    Deed,
    Dismissed,
    DowntimeRolled,
    Event,
    Founded,
    Played,
    Recruited,
    Released,
    Renamed,
    Ruled,
    SeasonBegan,
    Spared,
    UpkeepPaid,
)
from rules.house import Gain
from rules.roster import problems
from rules.scroll import BLANK, GameRecord, Opponent, Revenue
from tests.rules.games import LOST, TORA, WON, after, changed, hurt, played, refusal, refused
from tests.rules.teams import HOUSE, MINIMAL, found, legal_team, profile, recruit, told

RICH = replace(TORA, treasury=100)

# Founding


@pytest.mark.parametrize(
    "event",
    [
        recruit("n9", "tora-kaiken"),
        Dismissed("n1"),
        Renamed("Hanzo", "n1"),
        played(),
        UpkeepPaid("g1", "n1"),
        Released("g1", "n1"),
        DowntimeRolled("g1", "n1", entered(Element.AIR)),
        Spared("g1", "n1", "n2"),
        AdvancementRolled("n1", entered(Element.AIR, Element.AIR)),
        Advanced("n1", "leap"),
        Ruled("Because.", koban=1),
        SeasonBegan("Winter"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_nothing_happens_to_a_team_before_it_is_founded(event: Event) -> None:
    assert refused(BLANK, event) == [("not-founded", "clan")]


def test_a_team_is_founded_once() -> None:
    assert refused(TORA, legal_team("tora")) == [("founded-already", "clan")]


def test_what_a_new_team_does_not_spend_is_its_treasury() -> None:
    assert told(legal_team("tora")).treasury == 100 - 40


def test_a_new_team_has_the_koban_of_the_house() -> None:
    house = replace(HOUSE, koban=replace(HOUSE.koban, starting=41), prices={"tora-kaiken": 9})
    assert tell(BLANK, legal_team("tora"), house).treasury == 41 - 38
    poor = replace(HOUSE, koban=replace(HOUSE.koban, starting=39))
    assert refused(BLANK, legal_team("tora"), poor) == [("over-budget", "treasury")]


def test_a_new_team_knows_its_clan_and_its_ninja_in_order() -> None:
    scroll = told(legal_team("ijin"))
    assert scroll.clan is not None
    assert (scroll.name, scroll.clan.id) == ("The ijin", "ijin")
    assert [(ninja.id, ninja.profile.id) for ninja in scroll.ninja] == list(
        zip(("n1", "n2", "n3"), MINIMAL["ijin"], strict=True)
    )
    assert all((ninja.xp, ninja.advancements, ninja.misses) == (0, 0, 0) for ninja in scroll.ninja)
    assert (scroll.former, scroll.games, scroll.due, scroll.allowed) == ((), (), (), frozenset())


def test_a_team_that_cannot_be_founded_hears_every_reason() -> None:
    event = Founded("", "tora", (recruit("N1", "tora-kaiken"), recruit("n2", "samurai"), recruit("n3", "ika-oni")))
    assert sorted(refused(BLANK, event)) == [
        ("bad-id", "N1"),
        ("foreign-clan", "n3"),
        ("nameless", "name"),
        ("too-few", "tora-chunin"),
        ("too-few", "tora-kaiken"),
        ("unknown-profile", "n2"),
    ]


def test_a_team_of_no_known_clan_is_not_founded() -> None:
    assert refused(BLANK, found("Lost", "penguin", "benkei")) == [("no-clan", "clan")]


@pytest.mark.parametrize("bad", ["", "N4", "a b", "n4\n", "a/b", "ü", "x" * 41])
def test_an_id_of_other_signs_than_small_letters_and_digits_is_refused(bad: str) -> None:
    assert refused(RICH, recruit(bad, "tora-yajiri")) == [("bad-id", bad)]
    founding = legal_team("tora")
    assert refused(BLANK, replace(founding, recruits=(*founding.recruits, recruit(bad, "tora-yajiri")))) == [
        ("bad-id", bad)
    ]


@pytest.mark.parametrize("good", ["x" * 40, "a", "0", "n-1"])
def test_an_id_of_small_letters_and_digits_is_welcome(good: str) -> None:
    assert after(RICH, recruit(good, "tora-yajiri")).has(good)


# Recruiting


def test_a_recruit_joins_at_the_end_without_xp_and_is_paid_from_the_treasury() -> None:
    scroll = after(TORA, recruit("n7", "tora-kaiken", "Zoro"))
    new = scroll.ninja[-1]
    assert scroll.ninja[:-1] == TORA.ninja
    assert (new.id, new.name, new.profile.id, new.price, new.xp) == ("n7", "Zoro", "tora-kaiken", 10, 0)
    assert scroll.treasury == TORA.treasury - 10


def test_a_recruit_may_cost_the_last_koban_and_not_one_more() -> None:
    assert after(replace(TORA, treasury=8), recruit("n7", "tora-yajiri")).treasury == 0
    broken = refusal(replace(TORA, treasury=7), recruit("n7", "tora-yajiri"))
    assert (broken.code, broken.subject) == ("too-expensive", "tora-yajiri")
    assert broken.message == "Tora Yajiri costs 8 koban, the treasury holds 7."


def test_a_recruit_costs_what_the_house_asks() -> None:
    house = replace(HOUSE, prices={"tora-yajiri": 3})
    scroll = after(TORA, recruit("n7", "tora-yajiri"), house=house)
    assert (scroll.treasury, scroll.find("n7").price) == (TORA.treasury - 3, 3)


def test_a_profile_nobody_knows_cannot_be_recruited() -> None:
    assert refused(TORA, recruit("n7", "samurai")) == [("unknown-profile", "samurai")]


def test_a_second_chunin_is_refused() -> None:
    broken = refusal(RICH, recruit("n7", "tora-chunin"))
    assert (broken.code, broken.subject, broken.message) == (
        "too-many",
        "tora-chunin",
        "A team has 1 chunin, this one has 2.",
    )


def test_recruiting_stops_at_the_allowance_of_the_house() -> None:
    two_more = after(RICH, recruit("n7", "tora-kaiken"), recruit("n8", "tora-kaiken"))
    assert refused(two_more, recruit("n9", "tora-kaiken")) == [("too-many", "tora-kaiken")]
    wider = replace(HOUSE, allowances={"tora-kaiken": Allowance(2, 5)})
    assert len(after(two_more, recruit("n9", "tora-kaiken"), house=wider).ninja) == 9


@pytest.mark.parametrize("unique", ["benkei", "byakko"])
def test_a_hero_or_ronin_is_on_a_team_once(unique: str) -> None:
    assert refused(RICH, recruit("n7", unique)) == [("not-unique", unique)]


def test_a_hero_that_left_may_come_back_as_somebody_new() -> None:
    scroll = after(RICH, Dismissed("n6"), recruit("n7", "byakko"))
    assert scroll.find("n7").profile.id == "byakko"


@pytest.mark.parametrize("foreign", ["ika-kaiken", "mizuchi"])
def test_nobody_of_a_foreign_clan_can_be_recruited(foreign: str) -> None:
    assert refused(RICH, recruit("n7", foreign)) == [("foreign-clan", "n7")]


def test_another_hero_of_the_clan_and_any_ronin_can_be_recruited() -> None:
    assert len(after(RICH, recruit("n7", "ryu"), recruit("n8", "shojo")).ninja) == 8


def test_a_banned_profile_cannot_be_recruited() -> None:
    house = replace(HOUSE, banned_profiles=("tora-oni",))
    assert refused(RICH, recruit("n7", "tora-oni"), house) == [("banned", "n7")]
    assert after(RICH, recruit("n7", "tora-oni")).has("n7")


def test_no_id_is_given_twice_not_even_that_of_somebody_who_left() -> None:
    assert refused(RICH, recruit("n4", "tora-yajiri")) == [("bad-id", "n4")]
    left = after(RICH, Dismissed("n4"))
    assert refused(left, recruit("n4", "tora-yajiri")) == [("bad-id", "n4")]


def test_a_recruit_chooses_its_abilities_for_good() -> None:
    scroll = after(RICH, recruit("n7", "tora-madoushi", abilities=["volcano-pots"]))
    assert [ability.id for ability in scroll.find("n7").abilities] == ["volcano-pots"]
    assert refused(RICH, recruit("n7", "tora-madoushi", abilities=[])) == [("ability-choice", "n7")]


def test_a_recruit_that_cannot_join_hears_every_reason() -> None:
    poor = replace(TORA, treasury=0)
    assert refused(poor, Recruited("n1", "tora-chunin", " ")) == [
        ("nameless", "n1"),
        ("ability-choice", "n1"),
        ("bad-id", "n1"),
        ("too-many", "tora-chunin"),
        ("too-expensive", "tora-chunin"),
    ]


def test_a_team_short_of_kaiken_may_still_recruit_others() -> None:
    stricter = replace(HOUSE, allowances={"tora-kaiken": Allowance(3, 4)})
    assert [problem.key for problem in problems(TORA, stricter)] == ["too-few:tora-kaiken"]
    assert after(TORA, recruit("n7", "tora-yajiri"), house=stricter).has("n7")
    assert problems(after(TORA, recruit("n7", "tora-kaiken"), house=stricter), stricter) == []


# Leaving


def test_a_dismissed_ninja_leaves_without_refund_and_keeps_its_story() -> None:
    scroll = after(TORA, Dismissed("n4"))
    assert not scroll.has("n4")
    assert [ninja.id for ninja in scroll.ninja] == ["n1", "n2", "n3", "n5", "n6"]
    assert scroll.former == (TORA.find("n4"),)
    assert scroll.treasury == TORA.treasury


def test_everybody_who_left_is_remembered_in_order() -> None:
    assert [ninja.id for ninja in after(TORA, Dismissed("n6"), Dismissed("n4")).former] == ["n6", "n4"]


@pytest.mark.parametrize(("percent", "koban"), [(0, 0), (50, 8), (99, 15), (100, 16)])
def test_a_house_may_refund_a_share_of_the_price_rounded_down(percent: int, koban: int) -> None:
    house = replace(HOUSE, dismissal=replace(HOUSE.dismissal, refund_percent=percent))
    assert after(TORA, Dismissed("n5"), house=house).treasury == TORA.treasury + koban


def test_a_refund_is_of_the_price_that_was_paid() -> None:
    house = replace(HOUSE, dismissal=replace(HOUSE.dismissal, refund_percent=100), prices={"benkei": 1})
    assert after(TORA, Dismissed("n5"), house=house).treasury == TORA.treasury + 16


def test_a_house_may_forbid_dismissals() -> None:
    house = replace(HOUSE, dismissal=replace(HOUSE.dismissal, allowed=False))
    assert refused(TORA, Dismissed("n4"), house) == [("no-dismissal", "n4")]


@pytest.mark.parametrize(("ninja", "profile"), [("n1", "tora-chunin"), ("n2", "tora-kaiken")])
def test_nobody_is_dismissed_whom_the_team_needs_to_stay_legal(ninja: str, profile: str) -> None:
    assert refused(TORA, Dismissed(ninja)) == [("too-few", profile)]


def test_the_refused_dismissal_says_how_few_would_be_left() -> None:
    assert refusal(TORA, Dismissed("n2")).message == "A team has 2 to 4 kaiken, this one has 1."


def test_one_more_than_the_minimum_can_be_dismissed() -> None:
    scroll = after(TORA, recruit("n7", "tora-kaiken"), Dismissed("n2"))
    assert problems(scroll, HOUSE) == []


def test_a_team_with_far_too_many_can_dismiss_them_one_by_one() -> None:
    stricter = replace(HOUSE, allowances={"tora-kaiken": Allowance(1, 1)})
    four = after(RICH, recruit("n7", "tora-kaiken"), recruit("n8", "tora-kaiken"))
    scroll = after(four, Dismissed("n2"), Dismissed("n3"), Dismissed("n7"), house=stricter)
    assert problems(scroll, stricter) == []


def test_a_stranger_cannot_be_dismissed() -> None:
    assert refused(TORA, Dismissed("n99")) == [("unknown-ninja", "n99")]
    assert refused(after(TORA, Dismissed("n4")), Dismissed("n4")) == [("unknown-ninja", "n4")]


def test_whoever_leaves_has_no_decisions_left_to_take() -> None:
    scroll = after(TORA, hurt("n4", "n5"), Dismissed("n5"))
    assert [step.ninja for step in scroll.due] == ["n4"]


# Names


def test_a_team_and_a_ninja_can_be_renamed() -> None:
    scroll = after(TORA, Renamed("Eye of the Tiger"), Renamed("Zoro", "n2"))
    assert (scroll.name, scroll.find("n2").name, scroll.find("n3").name) == ("Eye of the Tiger", "Zoro", "Tora Kaiken")


def test_a_name_that_is_none_is_refused_for_teams_and_ninja() -> None:
    assert refused(TORA, Renamed(" ")) == [("nameless", "name")]
    assert refused(TORA, Renamed("", "n2")) == [("nameless", "n2")]
    assert refused(TORA, Renamed("x" * 61)) == [("name-too-long", "name")]
    assert refused(TORA, Renamed("Zoro", "n99")) == [("unknown-ninja", "n99")]


# A game


def test_a_game_brings_koban_xp_and_a_line_on_the_back_of_the_scroll() -> None:
    opponents = (Opponent("ika", "The ika", LOST, 3),)
    deeds = (Deed("n2", {"injury": 2}, 5, all_star=True), Deed("n3", xp=1))
    game = Played("g1", "search", WON, 7, deeds, Revenue(10, 2, 1), opponents)
    scroll = after(TORA, game)
    assert scroll.treasury == TORA.treasury + 13
    assert [ninja.xp for ninja in scroll.ninja] == [0, 5, 1, 0, 0, 0]
    assert scroll.games == (GameRecord("g1", "search", WON, 7, opponents, Revenue(10, 2, 1), ("n2",)),)


def test_xp_adds_up_over_games() -> None:
    scroll = after(TORA, played(Deed("n2", xp=3)), played(Deed("n2", xp=4), game="g2"))
    assert scroll.find("n2").xp == 7
    assert [record.game for record in scroll.games] == ["g1", "g2"]


def test_a_game_is_told_once() -> None:
    assert refused(after(TORA, played()), played()) == [("played-already", "g1")]


def test_a_game_at_no_known_challenge_is_refused() -> None:
    assert refused(TORA, replace(played(), challenge="hide-and-seek")) == [("unknown-challenge", "challenge")]


@pytest.mark.parametrize("revenue", [Revenue(-1), Revenue(6, -1), Revenue(6, 0, -1)])
def test_a_game_never_costs_koban(revenue: Revenue) -> None:
    assert refused(TORA, replace(played(), revenue=revenue)) == [("negative", "revenue")]


def test_a_game_scores_no_points_below_zero() -> None:
    assert refused(TORA, replace(played(), points=-1)) == [("negative", "revenue")]
    assert after(TORA, replace(played(koban=0), points=0)).treasury == TORA.treasury


def test_a_game_against_nobody_is_refused() -> None:
    assert refused(TORA, replace(played(), opponents=())) == [("no-opponent", "opponents")]


@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        (Deed("n99"), ("unknown-ninja", "n99")),
        (Deed("n2", xp=-1), ("negative", "n2")),
        (Deed("n5", xp=1), ("never-gains-xp", "n5")),
        (Deed("n6", xp=1), ("never-gains-xp", "n6")),
        (Deed("n2", on_board=False, healing_house=True), ("never-on-board", "n2")),
    ],
)
def test_a_deed_that_cannot_be_is_refused(deed: Deed, reason: tuple[str, str]) -> None:
    assert refused(TORA, played(deed)) == [reason]


def test_whoever_must_miss_a_game_has_no_deeds_in_it() -> None:
    assert refused(changed(TORA, "n2", misses=1), played(Deed("n2"))) == [("unavailable", "n2")]


def test_each_ninja_has_one_deed_in_a_game() -> None:
    assert refused(TORA, played(Deed("n2"), Deed("n3"), Deed("n2"))) == [("deeds-twice", "deeds")]


def test_a_game_that_cannot_have_been_hears_every_reason() -> None:
    game = replace(played(Deed("n99"), Deed("n2", xp=-1), koban=-1), challenge="hide-and-seek")
    assert refused(TORA, game) == [
        ("unknown-challenge", "challenge"),
        ("negative", "revenue"),
        ("unknown-ninja", "n99"),
        ("negative", "n2"),
    ]


def test_a_chronicle_is_told_from_any_moment() -> None:
    events: list[Event] = [legal_team("tora"), played(Deed("n2", xp=3)), played(game="g2"), Renamed("Later")]
    assert retell(events[2:], HOUSE, told(*events[:2])) == told(*events)
    assert retell([], HOUSE) == BLANK


# A new season


def test_a_season_without_experience_takes_all_that_a_ninja_has_learned() -> None:
    learned = changed(
        TORA,
        "n1",
        xp=30,
        advancements=1,
        roll=entered(Element.AIR, Element.AIR),
        gains={Gain.ATTACK: 1},
        gained_affinities=(Element.AIR,),
        gained_keywords=("leap",),
        lost_keywords=("fire-mastery",),
    )
    assert after(learned, SeasonBegan("Winter", keeps_experience=False)) == TORA
    assert after(learned, SeasonBegan("Winter")) == learned


def test_a_season_without_absences_takes_marks_of_both_kinds_away() -> None:
    absent = changed(changed(TORA, "n2", misses=2), "n3", starts_in_healing_house=True)
    assert after(absent, SeasonBegan("Winter", keeps_absences=False)) == TORA
    assert after(absent, SeasonBegan("Winter")) == absent


# Rulings


def test_a_ruling_needs_a_reason() -> None:
    assert refused(TORA, Ruled("", koban=3)) == [("no-reason", "reason")]
    assert refused(TORA, Ruled(" \n", koban=3)) == [("no-reason", "reason")]


def test_a_ruling_gives_koban_or_takes_them_down_to_none() -> None:
    assert after(TORA, Ruled("Kind.", koban=3)).treasury == TORA.treasury + 3
    assert after(TORA, Ruled("Late.", koban=-12)).treasury == 0
    broken = refusal(TORA, Ruled("Late.", koban=-13))
    assert (broken.code, broken.subject) == ("too-expensive", "koban")
    assert broken.message == "The treasury holds 12 koban, 13 cannot be taken from it."


def test_a_ruling_gives_xp_or_takes_them_down_to_none() -> None:
    scroll = after(TORA, Ruled("Brave.", ninja="n2", xp=5))
    assert scroll.find("n2").xp == 5
    assert after(scroll, Ruled("Wrong.", ninja="n2", xp=-5)).find("n2").xp == 0
    assert refused(scroll, Ruled("Wrong.", ninja="n2", xp=-6)) == [("too-little-xp", "n2")]


@pytest.mark.parametrize("unique", ["n5", "n6"])
def test_not_even_a_ruling_gives_xp_to_a_hero_or_ronin(unique: str) -> None:
    assert refused(TORA, Ruled("Brave.", ninja=unique, xp=1)) == [("never-gains-xp", unique)]


def test_a_ruling_gives_and_takes_keywords() -> None:
    scroll = after(TORA, Ruled("Won it.", ninja="n1", gives=("leap", "resilient"), takes=("fire-mastery",)))
    assert scroll.find("n1").keywords == ("close-combat-master", "leap", "resilient")
    scroll = after(scroll, Ruled("On second thought.", ninja="n1", gives=("fire-mastery",), takes=("leap",)))
    assert scroll.find("n1").keywords == ("close-combat-master", "fire-mastery", "resilient")


def test_a_keyword_given_and_taken_leaves_no_trace() -> None:
    assert after(TORA, Ruled("Won it.", ninja="n1", gives=("leap",)), Ruled("No.", ninja="n1", takes=("leap",))) == TORA
    taken = after(TORA, Ruled("Lost it.", ninja="n1", takes=("fire-mastery",)))
    assert after(taken, Ruled("Found it.", ninja="n1", gives=("fire-mastery",))) == TORA


def test_keywords_taken_by_several_rulings_all_stay_taken() -> None:
    scroll = after(TORA, *(Ruled("No.", ninja="n1", takes=(id_,)) for id_ in ("fire-mastery", "close-combat-master")))
    assert scroll.find("n1").keywords == ()


def test_a_ruling_names_no_advancement() -> None:
    scroll = after(TORA, Ruled("Won it.", ninja="n1", gives=("leap",)))
    assert scroll.find("n1").advancements == 0
    assert scroll.rating(HOUSE) == TORA.rating(HOUSE)


@pytest.mark.parametrize(
    "ruling",
    [
        Ruled("Why not.", ninja="n1", gives=("fire-mastery",)),
        Ruled("Why not.", ninja="n1", gives=("unheard-of",)),
        Ruled("Why not.", ninja="n1", takes=("leap",)),
    ],
)
def test_a_ruling_gives_only_what_is_missing_and_takes_only_what_is_there(ruling: Ruled) -> None:
    assert refused(TORA, ruling) == [("keyword", "n1")]


def test_a_ruling_cannot_give_one_keyword_twice() -> None:
    assert refused(TORA, Ruled("Twice.", ninja="n1", gives=("leap", "leap"))) == [("keyword", "n1")]


def test_a_ruling_cannot_take_one_keyword_twice() -> None:
    scroll = after(TORA, Ruled("Won it.", ninja="n1", gives=("leap",)))
    assert refused(scroll, Ruled("Twice.", ninja="n1", takes=("leap", "leap"))) == [("keyword", "n1")]


def test_a_ruling_sets_absences_and_lifts_them() -> None:
    scroll = after(TORA, Ruled("Asleep.", ninja="n2", misses=2, starts_in_healing_house=True))
    assert (scroll.find("n2").misses, scroll.find("n2").starts_in_healing_house) == (2, True)
    scroll = after(scroll, Ruled("Awake.", ninja="n2", misses=0, starts_in_healing_house=False))
    assert (scroll.find("n2").misses, scroll.find("n2").starts_in_healing_house) == (0, False)
    assert refused(TORA, Ruled("Less.", ninja="n2", misses=-1)) == [("negative", "n2")]


def test_a_ruling_may_be_about_a_hero_or_ronin() -> None:
    scroll = after(TORA, Ruled("Asleep.", ninja="n5", misses=1), Ruled("Won it.", ninja="n6", gives=("leap",)))
    assert scroll.find("n5").misses == 1
    assert "leap" in scroll.find("n6").keywords


def test_a_ruling_leaves_alone_what_it_does_not_name() -> None:
    scroll = changed(TORA, "n2", misses=2, starts_in_healing_house=True, xp=4)
    assert after(scroll, Ruled("Noted.", ninja="n2", xp=1)) == changed(scroll, "n2", xp=5)
    assert after(scroll, Ruled("Noted.")) == scroll


@pytest.mark.parametrize(
    "ruling",
    [
        Ruled("Whose?", xp=1),
        Ruled("Whose?", gives=("leap",)),
        Ruled("Whose?", takes=("leap",)),
        Ruled("Whose?", misses=0),
        Ruled("Whose?", starts_in_healing_house=False),
    ],
)
def test_a_ruling_about_a_ninja_says_which(ruling: Ruled) -> None:
    assert refused(TORA, ruling) == [("no-ninja", "ninja")]


def test_a_ruling_about_a_stranger_is_refused() -> None:
    assert refused(TORA, Ruled("Who?", ninja="n99", xp=1)) == [("unknown-ninja", "n99")]


def test_a_ruling_that_cannot_be_hears_every_reason() -> None:
    ruling = Ruled("No.", ninja="n5", xp=-1, misses=-1, gives=("ronin",), takes=("leap",))
    assert refused(TORA, ruling) == [
        ("too-little-xp", "n5"),
        ("never-gains-xp", "n5"),
        ("negative", "n5"),
        ("keyword", "n5"),
        ("keyword", "n5"),
    ]


def test_a_ruling_allows_an_illegal_team_and_takes_that_back() -> None:
    four = after(RICH, recruit("n7", "tora-kaiken"), recruit("n8", "tora-kaiken"))
    allowed = after(four, Ruled("A small league.", allows=("too-many:tora-kaiken",)), recruit("n9", "tora-kaiken"))
    assert problems(allowed, HOUSE) == []
    assert refused(allowed, recruit("n10", "tora-chunin")) == [("too-many", "tora-chunin")]
    forbidden = after(allowed, Ruled("Enough.", forbids=("too-many:tora-kaiken",)))
    assert [problem.key for problem in problems(forbidden, HOUSE)] == ["too-many:tora-kaiken"]
    assert refused(forbidden, recruit("n10", "tora-kaiken")) == [("too-many", "tora-kaiken")]
    assert problems(after(forbidden, Dismissed("n9")), HOUSE) == []


def test_a_ruling_allows_to_dismiss_below_the_minimum() -> None:
    scroll = after(TORA, Ruled("A duel.", allows=("too-few:tora-kaiken",)), Dismissed("n2"), Dismissed("n3"))
    assert problems(scroll, HOUSE) == []
    assert refused(scroll, Dismissed("n1")) == [("too-few", "tora-chunin")]


def test_permissions_of_several_rulings_add_up_and_a_ban_wins() -> None:
    scroll = after(TORA, Ruled("One.", allows=("a:1",)), Ruled("Two.", allows=("b:2", "c:3"), forbids=("c:3",)))
    assert scroll.allowed == {"a:1", "b:2"}


def test_why_somebody_cannot_join_is_told_without_their_joining() -> None:
    assert why_not(profile("tora-kaiken"), RICH, HOUSE) == ()
    poor = replace(TORA, treasury=0)
    assert [problem.code for problem in why_not(profile("tora-chunin"), poor, HOUSE)] == ["too-many", "too-expensive"]
