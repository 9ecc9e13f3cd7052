"""What can be done to a team that is being built, without a database."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.catalog import Allowance, catalog
from rules.events import Founded
from rules.house import HouseRules
from rules.problems import RuleBroken
from rules.roster import problems
from rules.suggest import suggest
from teams import edits
from teams.edits import Edit
from tests.rules.teams import HOUSE, found, legal_team

TORA = catalog().clans["tora"]
ROOMY = replace(
    HOUSE, koban=replace(HOUSE.koban, starting=1000), allowances={"tora-kaiken": Allowance(2, 99)}, prices={}
)


def first(options: Sequence[str]) -> str:
    return options[0]


def after(state: Founded, *steps: Edit) -> Founded:
    for step in steps:
        state = step(state).state
    return state


def team(*profiles: str) -> Founded:
    return found("Ember Claws", "tora", *profiles)


def profiles(state: Founded) -> list[str]:
    return [recruit.profile for recruit in state.recruits]


def names(state: Founded) -> list[str]:
    return [recruit.name for recruit in state.recruits]


def add(profile: str, house: HouseRules = HOUSE) -> Edit:
    return edits.add(profile, house, first)


def refusal(edit: Edit, state: Founded) -> str:
    with pytest.raises(RuleBroken) as broken:
        edit(state)
    return broken.value.message


def test_a_new_team_has_a_clan_a_name_and_nobody() -> None:
    assert edits.begin("tora", first) == Founded("Ember Claws", "tora", ())


def test_an_unknown_clan_is_refused() -> None:
    with pytest.raises(RuleBroken, match="no such clan"):
        edits.begin("samurai", first)


def test_recruits_get_names_that_nobody_has_and_ids_of_their_own() -> None:
    state = after(team(), *[add("tora-kaiken")] * 4)
    assert len(set(names(state))) == 4
    assert [recruit.ninja for recruit in state.recruits] == ["n1", "n2", "n3", "n4"]


def test_adding_says_who_came() -> None:
    assert add("tora-kaiken")(team()).said == "Akaji (Kaiken) added."
    assert add("byakko")(team()).said == "Byakko added."


def test_a_fifth_kaiken_is_refused() -> None:
    full = team(*["tora-kaiken"] * 4)
    assert refusal(add("tora-kaiken"), full) == "Tora Kaiken was not added: no more may join."


def test_koban_are_never_spent_twice() -> None:
    poor = team("tora-chunin", "tora-oni", "tora-oni", "byakko")
    assert refusal(add("yagyu-jubei"), poor) == "Yagyu Jubei was not added: 4 koban short."


def test_a_second_byakko_is_refused() -> None:
    assert refusal(add("byakko"), team("byakko")) == "Byakko was not added: already on the team."


def test_a_ninja_of_another_clan_is_refused() -> None:
    assert "belongs to clan Ika" in refusal(add("ika-kaiken"), team())


def test_a_banned_profile_is_refused() -> None:
    house = replace(HOUSE, banned_profiles=("tora-oni",))
    assert "may not be recruited in this league" in refusal(add("tora-oni", house), team())


def test_the_31st_ninja_is_refused() -> None:
    full = after(team(), *[add("tora-kaiken", ROOMY)] * 30)
    assert len(full.recruits) == 30
    assert "at most 30 ninja" in refusal(add("tora-kaiken", ROOMY), full)
    assert "at most 30 ninja" in refusal(edits.duplicate("n1", ROOMY, first), full)


@pytest.mark.parametrize("forged", ["", "tora", "tora-samurai", "../etc", "n1", "\0"])
def test_a_forged_profile_is_refused(forged: str) -> None:
    assert refusal(add(forged), team()) == "There is no such ninja to recruit."
    assert refusal(edits.drop(forged), team()) == "There is no such ninja to recruit."


@pytest.mark.parametrize("forged", ["", "n2", "n0", "tora-kaiken", "N1", "\0"])
def test_a_forged_ninja_is_refused_by_every_edit(forged: str) -> None:
    state = team("tora-kaiken")
    for edit in (
        edits.remove(forged),
        edits.move(forged, up=True),
        edits.duplicate(forged, HOUSE, first),
        edits.rename_ninja(forged, "Goro"),
        edits.rename_ninja_by_chance(forged, first),
        edits.choose(forged, ["pounce"]),
    ):
        assert refusal(edit, state) == "This ninja is not on the team any more."


def test_removing_points_to_whoever_stands_there_next() -> None:
    state = team("tora-chunin", "tora-kaiken", "tora-oni")
    assert edits.remove("n1")(state).ninja == "n2"
    assert edits.remove("n3")(state).ninja == "n2"
    assert edits.remove("n1")(team("tora-chunin")).ninja == ""


def test_the_last_of_a_type_is_dropped_first() -> None:
    state = after(team("tora-kaiken", "tora-oni", "tora-kaiken"), edits.drop("tora-kaiken"))
    assert [recruit.ninja for recruit in state.recruits] == ["n1", "n2"]
    assert refusal(edits.drop("tora-yajiri"), state) == "There is no Tora Yajiri on the team."


def test_a_ninja_moves_one_place_and_stops_at_either_end() -> None:
    state = team("tora-chunin", "tora-kaiken", "tora-oni")
    assert profiles(after(state, edits.move("n3", up=True))) == ["tora-chunin", "tora-oni", "tora-kaiken"]
    assert profiles(after(state, edits.move("n1", up=False))) == ["tora-kaiken", "tora-chunin", "tora-oni"]
    assert after(state, edits.move("n1", up=True)) == after(state, edits.move("n3", up=False)) == state


def test_a_twin_stands_behind_with_the_same_ability_and_another_name() -> None:
    state = after(
        team("tora-madoushi", "tora-oni"), edits.choose("n1", ["volcano-pots"]), edits.duplicate("n1", HOUSE, first)
    )
    assert profiles(state) == ["tora-madoushi", "tora-madoushi", "tora-oni"]
    assert state.recruits[1].abilities == ("volcano-pots",)
    assert len(set(names(state))) == 3


def test_a_chunin_has_no_twin() -> None:
    assert "no more may join" in refusal(edits.duplicate("n1", HOUSE, first), team("tora-chunin"))


@pytest.mark.parametrize("name", ["影", "Fuyu 🦊", "סייף", "<b>Goro</b>", "O'Hara", "x" * 60])
def test_people_name_their_ninja_and_team_as_they_like(name: str) -> None:
    state = after(team("tora-kaiken"), edits.rename_ninja("n1", f"  {name} "), edits.rename_team(name))
    assert names(state) == [name]
    assert state.name == name


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "needs a name"),
        (" \t ", "needs a name"),
        ("\u200b", "needs a name"),
        ("x" * 200, "at most 60 characters, this has 200"),
        ("Go\0ro", "control characters"),
        ("Go\nro", "control characters"),
        ("\u202eoroG", "turn the text around"),
    ],
)
def test_names_that_cannot_be_printed_are_refused_with_a_sentence(name: str, sentence: str) -> None:
    state = team("tora-kaiken")
    assert sentence in refusal(edits.rename_ninja("n1", name), state)
    assert sentence in refusal(edits.rename_team(name), state)


def test_a_name_typed_in_another_composition_is_the_same_name() -> None:
    assert names(after(team("tora-kaiken"), edits.rename_ninja("n1", "Go\u0304ro"))) == ["G\u014dro"]


def test_chance_gives_a_name_that_is_new() -> None:
    state = after(team("tora-kaiken"), edits.rename_ninja_by_chance("n1", first))
    assert names(state) == ["Akaji"]
    assert names(after(state, edits.rename_ninja_by_chance("n1", first))) == ["Akaro"]
    assert after(team(), edits.rename_team_by_chance(first)).name == "Ember Fangs"


def test_an_ability_is_chosen_and_chosen_again() -> None:
    state = after(team("tora-chunin"), edits.choose("n1", ["tiger-strike"]), edits.choose("n1", ["pounce", "pounce"]))
    assert state.recruits[0].abilities == ("pounce",)
    assert after(state, edits.choose("n1", [])).recruits[0].abilities == ()


@pytest.mark.parametrize("forged", [["net"], ["pounce", "tiger-strike"], [""], ["pounce", "net"]])
def test_a_forged_ability_is_refused(forged: list[str]) -> None:
    assert "chooses 1 ability" in refusal(edits.choose("n1", forged), team("tora-chunin"))


def test_who_has_nothing_to_choose_can_choose_nothing() -> None:
    assert "chooses 0 abilities" in refusal(edits.choose("n1", ["pounce"]), team("tora-kaiken"))


def test_taking_a_suggestion_keeps_those_who_are_in_both() -> None:
    before = after(
        team("tora-chunin", "tora-kaiken", "yagyu-jubei"),
        edits.rename_ninja("n1", "Ume"),
        edits.choose("n1", ["tiger-strike"]),
    )
    suggestion = suggest(TORA, HOUSE)[0]
    state = after(before, edits.take(suggestion, "Many blades", first))
    assert profiles(state) == [recruit.profile for recruit in suggestion.recruits]
    assert (state.recruits[0].name, state.recruits[0].abilities) == ("Ume", ("tiger-strike",))
    assert len(set(names(state))) == len(state.recruits)
    assert problems(edits.drafted(state, HOUSE), HOUSE) == []


def test_a_copy_has_a_name_of_its_own() -> None:
    assert edits.copied(legal_team("tora")).name == "The tora 2"


def test_why_not_is_silent_about_whoever_can_join() -> None:
    scroll = edits.drafted(team(), HOUSE)
    assert [edits.why_not(profile, scroll, HOUSE) for profile in (*TORA.profiles, *catalog().ronin)] == [""] * 26
