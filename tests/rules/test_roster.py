"""Is this team legal? Every reason why not, with its numbers, and all of them at once."""

from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.catalog import Allowance, catalog
from rules.chronicle import tell
from rules.events import Founded, Recruited
from rules.problems import Problem, RuleBroken, counted, from_to, listed, refuse, refuse_any
from rules.roster import ALLOWABLE, draft, name_problems, problems, tidy_name
from rules.scroll import Ninja, Scroll
from tests.rules.teams import (
    HOUSE,
    MINIMAL,
    drafted,
    founded_teams,
    legal_rosters,
    legal_team,
    names,
    profile,
    recruit,
    recruits,
    rosters,
    told,
)

ALLOWANCES = {
    "tora": {"chunin": (1, 1), "kaiken": (2, 4)},
    "yamazaru": {"chunin": (1, 1), "kaiken": (2, 4)},
    "kitsune": {"chunin": (1, 1), "kaiken": (1, 3), "yajiri": (1, 3)},
    "ika": {"chunin": (1, 1), "kaiken": (2, 4)},
    "tanchyo": {"chunin": (1, 1), "yajiri": (2, 4)},
    "ijin": {"chunin": (1, 1), "kaiken": (1, 3), "kunoichi": (1, 3)},
}
TYPES = ("chunin", "kaiken", "yajiri", "madoushi", "kunoichi", "oni")


def found(scroll: Scroll) -> list[tuple[str, str, str]]:
    return [(problem.code, problem.subject, problem.message) for problem in problems(scroll, HOUSE)]


def team(clan: str, *more: str) -> Scroll:
    """The smallest legal team of a clan, whoever else joins it, and koban enough for all."""
    return replace(drafted("Fangs", clan, *MINIMAL[clan], *more), treasury=0)


def with_first(**changed: Any) -> Scroll:
    first, *others = team("tora").ninja
    return replace(team("tora"), ninja=(replace(first, **changed), *others))


# Legal teams


@pytest.mark.parametrize("clan", MINIMAL)
def test_the_smallest_team_of_every_clan_is_legal(clan: str) -> None:
    assert found(team(clan)) == []


@given(founded_teams())
def test_what_is_founded_is_legal_and_within_its_koban(event: Founded) -> None:
    scroll = told(event)
    assert found(scroll) == []
    assert scroll.treasury + sum(ninja.profile.koban for ninja in scroll.ninja) == 100
    assert scroll.treasury >= 0


@given(legal_rosters(), st.data())
def test_a_legal_team_stays_legal_with_every_recruit_it_may_have(scroll: Scroll, data: st.DataObject) -> None:
    scroll = replace(scroll, treasury=data.draw(st.integers(0, 200)))
    for _ in range(4):
        id_ = data.draw(st.sampled_from(list(catalog().profiles)))
        event = data.draw(recruits(scroll.next_id, id_))
        try:
            after = tell(scroll, event, HOUSE)
        except RuleBroken:
            continue
        assert problems(after, HOUSE) == []
        assert 0 <= after.treasury == scroll.treasury - profile(id_).koban
        scroll = after


@given(legal_rosters(), st.data())
def test_whoever_is_refused_would_have_made_the_team_illegal(scroll: Scroll, data: st.DataObject) -> None:
    id_ = data.draw(st.sampled_from(list(catalog().profiles)))
    event = data.draw(recruits(scroll.next_id, id_))
    joined = Ninja(event.ninja, event.name, profile(id_), profile(id_).koban, event.abilities)
    after = replace(scroll, treasury=scroll.treasury - joined.price, ninja=(*scroll.ninja, joined))
    try:
        told_so = tell(scroll, event, HOUSE)
    except RuleBroken:
        assert problems(after, HOUSE) != []
    else:
        assert told_so == after
        assert problems(after, HOUSE) == []


@given(rosters())
def test_any_team_at_all_can_be_checked(scroll: Scroll) -> None:
    found = problems(scroll, HOUSE)
    assert found == problems(scroll, HOUSE)
    assert all(its.code and its.message.endswith(".") and its.subject for its in found)


@given(rosters())
def test_a_team_without_a_chunin_never_plays(scroll: Scroll) -> None:
    assume(not any(ninja.profile.type == "chunin" for ninja in scroll.ninja))
    assert {"too-few", "no-clan"} & {problem.code for problem in problems(scroll, HOUSE)}


# Allowances


@pytest.mark.parametrize("clan", ALLOWANCES)
@pytest.mark.parametrize("type_", TYPES)
def test_every_allowance_holds_at_both_ends(clan: str, type_: str) -> None:
    least, most = ALLOWANCES[clan].get(type_, (0, 2))
    id_ = f"{clan}-{type_}"
    others = [other for other in MINIMAL[clan] if other != id_]
    for have in range(most + 3):
        scroll = replace(drafted("Fangs", clan, *others, *[id_] * have), treasury=0)
        code = "too-few" if have < least else "too-many"
        allowed = str(least) if least == most else f"{least} to {most}"
        expected = [] if least <= have <= most else [(code, id_, f"A team has {allowed} {type_}, this one has {have}.")]
        assert found(scroll) == expected


def test_a_fifth_kaiken_is_refused_with_the_numbers() -> None:
    assert found(team("tora", *["tora-kaiken"] * 3)) == [
        ("too-many", "tora-kaiken", "A team has 2 to 4 kaiken, this one has 5.")
    ]


def test_a_second_chunin_is_refused() -> None:
    assert found(team("ika", "ika-chunin")) == [("too-many", "ika-chunin", "A team has 1 chunin, this one has 2.")]


def test_a_league_may_allow_other_numbers() -> None:
    five = team("tora", *["tora-kaiken"] * 3)
    assert problems(five, replace(HOUSE, allowances={"tora-kaiken": Allowance(2, 5)})) == []
    (problem,) = problems(five, replace(HOUSE, allowances={"tora-kaiken": Allowance(6, 6)}))
    assert (problem.code, problem.message) == ("too-few", "A team has 6 kaiken, this one has 5.")


def test_ninja_of_another_clan_do_not_fill_an_allowance() -> None:
    scroll = replace(drafted("Fangs", "tora", "tora-chunin", "ika-kaiken", "ika-kaiken"), treasury=0)
    assert [problem.code for problem in problems(scroll, HOUSE)] == ["foreign-clan", "foreign-clan", "too-few"]


def test_heroes_and_ronin_need_no_allowance() -> None:
    assert found(team("tora", "byakko", "ryu", *(ronin.id for ronin in catalog().ronin))) == []


# Heroes and ronin, clans, ids, koban


@pytest.mark.parametrize("hero", ["byakko", "benkei"])
def test_a_hero_or_ronin_is_on_a_team_once(hero: str) -> None:
    name = hero.capitalize()
    assert found(team("tora", hero)) == []
    assert found(team("tora", hero, hero)) == [("not-unique", hero, f"Only one {name} may be on a team, you have 2.")]
    assert found(team("tora", hero, hero, hero)) == [
        ("not-unique", hero, f"Only one {name} may be on a team, you have 3.")
    ]


@pytest.mark.parametrize("ronin", [ronin.id for ronin in catalog().ronin])
@pytest.mark.parametrize("clan", ["tanchyo", "ijin"])
def test_every_ronin_joins_any_clan(clan: str, ronin: str) -> None:
    assert found(team(clan, ronin)) == []


@pytest.mark.parametrize("clan", MINIMAL)
def test_ninja_and_heroes_of_other_clans_are_refused(clan: str) -> None:
    for its in catalog().profiles.values():
        if its.clan and its.clan != clan:
            theirs, ours = its.clan.capitalize(), clan.capitalize()
            message = f"{its.name} belongs to clan {theirs}, this is a team of clan {ours}."
            assert found(team(clan, its.id)) == [("foreign-clan", "n4", message)]


@pytest.mark.parametrize("hero", [hero.id for hero in catalog().heroes])
def test_every_hero_joins_its_own_clan(hero: str) -> None:
    assert found(team(profile(hero).clan, hero)) == []


def test_a_team_needs_a_clan() -> None:
    nobody = ("no-clan", "clan", "The team needs a clan.")
    assert found(drafted("Fangs", "oni", "tora-kaiken")) == [nobody]
    assert found(drafted("Fangs", "")) == [nobody]


def test_two_ninja_of_one_id_are_refused() -> None:
    scroll = team("tora")
    twins = replace(scroll, ninja=tuple(replace(ninja, id="n7") for ninja in scroll.ninja))
    assert found(twins) == [("same-id", "n7", "3 ninja have the id n7.")]


def test_two_ninja_may_have_one_name() -> None:
    assert found(replace(team("tora"), ninja=tuple(replace(n, name="Zoro") for n in team("tora").ninja))) == []


def test_a_hundred_koban_may_be_spent_and_not_one_more() -> None:
    oni = ["tora-oni", "tora-oni", "tora-madoushi"]
    spent = drafted("Fangs", "tora", *MINIMAL["tora"], *oni)  # 40 + 18 + 18 + 13
    assert (spent.treasury, found(spent)) == (11, [])
    exactly = drafted("Fangs", "tora", *MINIMAL["tora"], "byakko", "tora-oni", "tora-oni")  # 40 + 24 + 36
    assert (exactly.treasury, found(exactly)) == (0, [])
    over = drafted("Fangs", "yamazaru", *MINIMAL["yamazaru"], "son-goku", "yamazaru-oni", "tengu", "benkei")
    assert over.treasury == 100 - 44 - 19 - 20 - 14 - 16
    assert found(over) == [("over-budget", "treasury", "The team is 13 koban over its budget.")]


def test_one_koban_too_much_is_too_much() -> None:
    assert found(replace(team("tora"), treasury=-1)) == [
        ("over-budget", "treasury", "The team is 1 koban over its budget.")
    ]


def test_a_draft_costs_what_the_league_asks() -> None:
    house = replace(
        HOUSE, prices={"tora-kaiken": 3, "benkei": 0}, koban=replace(HOUSE.koban, starting=50), banned_profiles=("ryu",)
    )
    scroll = draft("Fangs", "tora", legal_team("tora", "benkei").recruits, house)
    assert [ninja.price for ninja in scroll.ninja] == [20, 3, 3, 0]
    assert scroll.treasury == 24
    assert problems(scroll, house) == []


def test_a_draft_leaves_out_whom_nobody_knows() -> None:
    scroll = draft("Fangs", "tora", [recruit("n1", "tora-chunin"), recruit("n2", "samurai")], HOUSE)
    assert [ninja.id for ninja in scroll.ninja] == ["n1"]
    assert scroll.treasury == 80


def test_a_draft_keeps_names_ids_and_choices() -> None:
    event = Recruited("n9", "tora-chunin", "Fire Claw", ("tiger-strike",))
    (ninja,) = draft("Fangs", "tora", [event], HOUSE).ninja
    assert (ninja.id, ninja.name, ninja.chosen, ninja.profile.id) == (
        "n9",
        "Fire Claw",
        ("tiger-strike",),
        "tora-chunin",
    )
    assert (ninja.price, ninja.xp, ninja.advancements, ninja.misses) == (20, 0, 0, 0)


def test_a_banned_profile_is_refused() -> None:
    house = replace(HOUSE, banned_profiles=("benkei", "tora-kaiken"))
    assert [(p.code, p.subject, p.message) for p in problems(team("tora", "benkei"), house)] == [
        ("banned", "n2", "Tora Kaiken may not be recruited in this league."),
        ("banned", "n3", "Tora Kaiken may not be recruited in this league."),
        ("banned", "n4", "Benkei may not be recruited in this league."),
    ]


# Abilities to choose


@pytest.mark.parametrize("its", [its for its in catalog().profiles.values() if its.choose], ids=lambda its: its.id)
def test_every_choice_of_one_ability_is_legal(its: Any) -> None:
    for ability in its.choices:
        scroll = told(legal_team(its.clan))
        chooser = Ninja("n9", "Chooser", its, its.koban, (ability.id,))
        others = tuple(ninja for ninja in scroll.ninja if ninja.profile.id != its.id)
        assert found(replace(scroll, ninja=(*others, chooser))) == []


def test_no_choice_and_two_choices_are_refused() -> None:
    none = "Fire Claw chooses 1 ability of Pounce or Tiger Strike; you chose 0."
    assert found(with_first(name="Fire Claw", chosen=())) == [("ability-choice", "n1", none)]
    both = "Fire Claw chooses 1 ability of Pounce or Tiger Strike; you chose 2."
    assert found(with_first(name="Fire Claw", chosen=("pounce", "tiger-strike"))) == [("ability-choice", "n1", both)]


def test_one_ability_chosen_twice_is_refused() -> None:
    message = "Tora Chunin chooses 1 ability of Pounce or Tiger Strike; you chose the same one twice."
    assert found(with_first(chosen=("pounce", "pounce"))) == [("ability-choice", "n1", message)]


def test_one_ability_twice_does_not_make_a_choice_of_two() -> None:
    chunin = replace(profile("tora-chunin"), choose=2)
    assert found(with_first(profile=chunin, chosen=("pounce", "tiger-strike"))) == []
    (problem,) = problems(with_first(profile=chunin, chosen=("pounce", "pounce")), HOUSE)
    assert problem.message == "Tora Chunin chooses 2 abilities of Pounce or Tiger Strike; you chose 1."


def test_a_refused_choice_never_says_that_the_right_number_was_chosen() -> None:
    for chosen in [("pounce", "pounce"), ("pounce", "net")]:
        message = " ".join(problem.message for problem in problems(with_first(chosen=chosen), HOUSE))
        assert "you chose 1." not in message


def test_an_ability_of_somebody_else_is_refused() -> None:
    message = "Tora Chunin has no ability net to choose."
    assert found(with_first(chosen=("net",))) == [("unknown-ability", "n1", message)]
    (problem,) = problems(with_first(chosen=("net", "vault")), HOUSE)[:1]
    assert problem.message == "Tora Chunin has no ability net and vault to choose."


def test_who_has_nothing_to_choose_chooses_nothing() -> None:
    scroll = team("tora", "byakko")
    *others, byakko = scroll.ninja
    codes = [p.code for p in problems(replace(scroll, ninja=(*others, replace(byakko, chosen=("vault",)))), HOUSE)]
    assert codes == ["unknown-ability"]


def test_an_ability_it_has_anyway_cannot_be_chosen() -> None:
    scroll = team("tanchyo")
    chunin, *others = scroll.ninja
    (problem,) = problems(replace(scroll, ninja=(replace(chunin, chosen=("ranged-6",)), *others)), HOUSE)
    assert problem.code == "unknown-ability"


def test_the_nameless_are_called_by_their_profile() -> None:
    messages = [problem.message for problem in problems(with_first(name="", chosen=()), HOUSE)]
    assert messages == [
        "Tora Chunin needs a name.",
        "Tora Chunin chooses 1 ability of Pounce or Tiger Strike; you chose 0.",
    ]


# Names

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"  # three people joined by zero-width joiners
WELCOME = [
    *("Fangs", "7", "!", 'Don\'t & <b>"quote"</b>', "O'Hara; DROP TABLE teams", "x" * 60, "a b", " a "),
    *("影島", "Žižka", "Тигр", "ねこ", "नमस्ते", "שלום", "مرحبا", "नि\u200dन", "e\u0301"),
    *("\U0001f977", FAMILY, "\U0001f3f4\u200d\u2620\ufe0f", "\U0001f1ef\U0001f1f5", "❤️", "1️⃣", "שלום\u200f!"),
]
NAMELESS = ["", " ", "   ", "\u00a0", "\u3000", "\u200b", "\u200b\u200d\u2060\ufeff", "\u00ad", "\ufe0f", "\n", "\t \r"]
UNPRINTABLE = [
    *(f"a{mark}b" for mark in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"),
    *(f"a{mark}b" for mark in "\x00\x01\x08\t\n\r\x1b\x7f\x80\x85\x9f\u2028\u2029\ud800\udfff"),
]


def refused(name: str) -> list[str]:
    return [problem.code for problem in name_problems(name, "name", "The team")]


@pytest.mark.parametrize("name", WELCOME, ids=ascii)
def test_names_in_every_script_are_welcome(name: str) -> None:
    assert refused(name) == []


@pytest.mark.parametrize("name", NAMELESS, ids=ascii)
def test_a_name_that_nobody_can_see_is_none(name: str) -> None:
    assert refused(name) == ["nameless"]


@pytest.mark.parametrize("name", UNPRINTABLE, ids=ascii)
def test_control_characters_and_marks_that_turn_the_text_around_are_refused(name: str) -> None:
    assert refused(name) == ["unprintable-name"]


@pytest.mark.parametrize("name", ["\u3164", "\u115f\u1160", "\uffa0", "\u2800"], ids=ascii)
def test_letters_that_nobody_can_see_make_no_name(name: str) -> None:
    """Hangul fillers and the blank Braille pattern count as letters and signs, but leave the page empty."""
    assert refused(name) == ["nameless"]


def test_a_name_of_sixty_one_characters_is_too_long() -> None:
    (problem,) = name_problems("x" * 61, "n1", "Benkei")
    assert (problem.code, problem.subject) == ("name-too-long", "n1")
    assert problem.message == "A name has at most 60 characters, this has 61."


def test_a_name_that_is_too_long_and_unprintable_is_told_both() -> None:
    assert set(refused("x" * 60 + "\u202e")) == {"name-too-long", "unprintable-name"}


def test_refused_names_say_what_is_wrong() -> None:
    (nameless,) = name_problems("", "name", "The team")
    assert (nameless.message, nameless.subject) == ("The team needs a name.", "name")
    (unprintable,) = name_problems("a\nb", "name", "The team")
    assert unprintable.message == (
        "A name cannot contain control characters, line breaks or marks that turn the text around."
    )


@given(names())
def test_every_name_of_letters_and_signs_is_welcome(name: str) -> None:
    assert refused(name) == []


def test_the_names_of_team_and_ninja_are_both_checked() -> None:
    scroll = replace(with_first(name="\u202eFire"), name=" ")
    assert [(p.code, p.subject) for p in problems(scroll, HOUSE)] == [("nameless", "name"), ("unprintable-name", "n1")]


# All at once, and what a ruling allows


def everything_wrong() -> Scroll:
    scroll = drafted(
        "", "tora", "tora-chunin", "tora-chunin", "tora-kaiken", "net", "ika-oni", "benkei", "benkei", "byakko"
    )
    first, second, *others = scroll.ninja
    ninja = (replace(first, name="x" * 61), replace(second, chosen=("net",)), *others)
    return replace(scroll, treasury=-7, ninja=(*ninja, replace(others[-1], id="n8", profile=profile("ryu"))))


def test_every_problem_is_told_at_once() -> None:
    assert [(problem.code, problem.subject) for problem in problems(everything_wrong(), HOUSE)] == [
        ("nameless", "name"),
        ("foreign-clan", "n5"),
        ("too-many", "tora-chunin"),
        ("too-few", "tora-kaiken"),
        ("not-unique", "benkei"),
        ("same-id", "n8"),
        ("over-budget", "treasury"),
        ("name-too-long", "n1"),
        ("unknown-ability", "n2"),
    ]


@given(st.data())
def test_a_ruling_allows_exactly_the_problems_it_names(data: st.DataObject) -> None:
    scroll = everything_wrong()
    keys = [problem.key for problem in problems(scroll, HOUSE)]
    allowed = data.draw(st.sets(st.sampled_from(keys)))
    left = [problem.key for problem in problems(replace(scroll, allowed=frozenset(allowed)), HOUSE)]
    assert left == [key for key in keys if key not in allowed or key.partition(":")[0] not in ALLOWABLE]


def test_no_ruling_allows_a_treasury_below_nothing() -> None:
    poor = replace(team("tora"), treasury=-1, allowed=frozenset({"over-budget:treasury"}))
    assert [problem.code for problem in problems(poor, HOUSE)] == ["over-budget"]
    spent = replace(told(legal_team("tora")), treasury=9, allowed=frozenset({"too-expensive:tora-kaiken"}))
    with pytest.raises(RuleBroken, match="costs 10 koban"):
        tell(spent, recruit("n9", "tora-kaiken"), HOUSE)


@pytest.mark.parametrize("name", ["A\uffff", "A\ufffe", "A\ufdd0", "A\U0001fffe"], ids=ascii)
def test_what_is_no_character_is_in_no_name(name: str) -> None:
    assert refused(name) == ["unprintable-name"]


def test_a_name_is_kept_composed_and_without_blanks_around_it() -> None:
    assert tidy_name("  Cafe\u0301 ") == "Café"


def test_a_name_that_is_far_too_long_is_not_even_composed() -> None:
    endless = "a" + "\u0301" * 500_000 + "\u0316" * 500_000
    assert tidy_name(endless) is endless


def test_a_ruling_allows_a_fifth_kaiken_and_no_other_excess() -> None:
    allowed = frozenset({"too-many:tora-kaiken"})
    assert problems(replace(team("tora", *["tora-kaiken"] * 3), allowed=allowed), HOUSE) == []
    assert [p.key for p in problems(replace(team("tora", *["tora-oni"] * 3), allowed=allowed), HOUSE)] == [
        "too-many:tora-oni"
    ]


# The one shape of a refusal


def test_a_problem_has_a_key_without_its_numbers() -> None:
    assert Problem("too-many", "A team has 2 to 4 kaiken, this one has 5.", "tora-kaiken").key == "too-many:tora-kaiken"
    assert Problem("draw", "Nobody won.").key == "draw:"


def test_a_refusal_carries_every_problem_and_reads_as_one_text() -> None:
    refusal = RuleBroken(Problem("one", "First.", "a"), Problem("two", "Second.", "b"))
    assert (refusal.code, refusal.subject, refusal.message) == ("one", "a", "First. Second.")
    assert [problem.code for problem in refusal.problems] == ["one", "two"]
    assert refuse("one", "First.", "a").problems == (Problem("one", "First.", "a"),)


def test_what_was_refused_stays_as_it_was_said() -> None:
    with pytest.raises(FrozenInstanceError):
        Problem("one", "First.").code = "two"  # type: ignore[misc]


def test_nothing_wrong_is_not_refused() -> None:
    refuse_any([])
    with pytest.raises(RuleBroken, match=r"^First\. Second\.$"):
        refuse_any(iter([Problem("one", "First."), Problem("two", "Second.")]))


def test_lists_and_numbers_are_written_as_people_write_them() -> None:
    assert [listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    assert listed(["a", "b", "c"], "or") == "a, b or c"


def test_rounds_are_named_as_people_do() -> None:
    assert [from_to(3, last, "round") for last in (3, 4, 7)] == ["round 3", "rounds 3 and 4", "rounds 3 to 7"]
    assert [counted(n, "game") for n in (0, 1, 2)] == ["0 games", "1 game", "2 games"]
    assert [counted(n, "ability", "abilities") for n in (0, 1, 2)] == ["0 abilities", "1 ability", "2 abilities"]
