"""Events travel as plain JSON: both ways, with a version, and nothing unknown gets through."""

import json
from dataclasses import MISSING, FrozenInstanceError, fields
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.catalog import Side
from rules.dice import Element, Roll, Source, entered
from rules.events import (
    KINDS,
    NAMES,
    VERSION,
    Advanced,
    AdvancementRolled,
    Amended,
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
    Word,
    from_json,
    to_json,
)
from rules.house import Gain
from rules.problems import RuleBroken
from rules.scroll import Opponent, Result, Revenue
from tests.rules.teams import legal_team

# One of each kind, and how it is stored: what is on record today must be readable for ever.
STORED: list[tuple[Event, dict[str, Any]]] = [
    (
        Founded("Fangs", "tora", (Recruited("n1", "tora-chunin", "Claw", ("pounce",)),)),
        {
            "version": 1,
            "kind": "founded",
            "name": "Fangs",
            "clan": "tora",
            "recruits": [{"ninja": "n1", "profile": "tora-chunin", "name": "Claw", "abilities": ["pounce"]}],
        },
    ),
    (
        Recruited("n4", "benkei", "Benkei"),
        {"version": 1, "kind": "recruited", "ninja": "n4", "profile": "benkei", "name": "Benkei"},
    ),
    (Dismissed("n4"), {"version": 1, "kind": "dismissed", "ninja": "n4"}),
    (Renamed("Claws"), {"version": 1, "kind": "renamed", "name": "Claws"}),
    (Renamed("Zoro", "n2"), {"version": 1, "kind": "renamed", "name": "Zoro", "ninja": "n2"}),
    (
        Played(
            *("g1", "intercept-the-messenger", Result.WON, 2),
            (Deed("n1", {"messenger-injured": 1}, 6, True, True, True), Deed("n2", on_board=False)),
            Revenue(10, 3, 2),
            (Opponent("t2", "Tides", Result.CONCEDED, 4),),
            Side.ATTACKER,
        ),
        {
            "version": 1,
            "kind": "played",
            "game": "g1",
            "challenge": "intercept-the-messenger",
            "result": "won",
            "points": 2,
            "deeds": [
                {"ninja": "n1", "feats": {"messenger-injured": 1}, "xp": 6, "healing_house": True, "all_star": True},
                {"ninja": "n2", "on_board": False},
            ],
            "revenue": {"result": 10, "underdog": 3, "shrewd_negotiator": 2},
            "opponents": [{"team": "t2", "name": "Tides", "result": "conceded", "points": 4}],
            "side": "attacker",
        },
    ),
    (UpkeepPaid("g1", "n4"), {"version": 1, "kind": "upkeep-paid", "game": "g1", "ninja": "n4"}),
    (Released("g1", "n4"), {"version": 1, "kind": "released", "game": "g1", "ninja": "n4"}),
    (
        DowntimeRolled("g1", "n1", Roll((Element.WATER,), Source.SERVER, commitment="abc")),
        {
            "version": 1,
            "kind": "downtime-rolled",
            "game": "g1",
            "ninja": "n1",
            "roll": {"dice": ["water"], "source": "server", "commitment": "abc"},
        },
    ),
    (Spared("g1", "n2", "n1"), {"version": 1, "kind": "spared", "game": "g1", "ninja": "n2", "by": "n1"}),
    (
        AdvancementRolled("n1", entered(Element.FIRE, Element.AIR, witness="Hanzo")),
        {
            "version": 1,
            "kind": "advancement-rolled",
            "ninja": "n1",
            "roll": {"dice": ["fire", "air"], "witness": "Hanzo"},
        },
    ),
    (Advanced("n1", keyword="leap"), {"version": 1, "kind": "advanced", "ninja": "n1", "keyword": "leap"}),
    (Advanced("n1", gain=Gain.ATTACK), {"version": 1, "kind": "advanced", "ninja": "n1", "gain": "attack"}),
    (Advanced("n1", affinity=Element.VOID), {"version": 1, "kind": "advanced", "ninja": "n1", "affinity": "void"}),
    (
        Ruled("Lost the scroll.", -5, "n1", 2, ("leap",), ("focus",), 0, False, ("too-few:x",), ("too-many:x",)),
        {
            "version": 1,
            "kind": "ruled",
            "reason": "Lost the scroll.",
            "koban": -5,
            "ninja": "n1",
            "xp": 2,
            "gives": ["leap"],
            "takes": ["focus"],
            "misses": 0,
            "starts_in_healing_house": False,
            "allows": ["too-few:x"],
            "forbids": ["too-many:x"],
        },
    ),
    (
        SeasonBegan("Winter", keeps_koban=False, keeps_experience=False, keeps_absences=False),
        {
            "version": 1,
            "kind": "season-began",
            "season": "Winter",
            "keeps_koban": False,
            "keeps_experience": False,
            "keeps_absences": False,
        },
    ),
    (Ruled("A warning."), {"version": 1, "kind": "ruled", "reason": "A warning."}),
    (
        Amended(4, "g1", Word.UPHELD),
        {"version": 1, "kind": "amended", "entry": 4, "game": "g1", "word": "upheld"},
    ),
    (
        Amended(2, "g1", Word.STANDS, Played("g1", "brawl", Result.LOST, 1, (), Revenue(6), ())),
        {
            "version": 1,
            "kind": "amended",
            "entry": 2,
            "game": "g1",
            "word": "stands",
            "played": {
                "game": "g1",
                "challenge": "brawl",
                "result": "lost",
                "points": 1,
                "deeds": [],
                "revenue": {"result": 6},
                "opponents": [],
            },
        },
    ),
]

text = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
texts = st.lists(text, max_size=3).map(tuple)
number = st.integers(-(2**53), 2**53)
rolls = st.builds(Roll, st.lists(st.sampled_from(Element), max_size=3).map(tuple), st.sampled_from(Source), text, text)
recruited = st.builds(Recruited, text, text, text, texts)
deeds = st.builds(
    Deed, text, st.dictionaries(text, number, max_size=3), number, st.booleans(), st.booleans(), st.booleans()
)
opponents = st.builds(Opponent, text, text, st.sampled_from(Result), number)
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Founded, text, text, st.lists(recruited, max_size=3).map(tuple)),
    recruited,
    st.builds(Dismissed, text),
    st.builds(Renamed, text, text),
    st.builds(
        Played,
        *(text, text, st.sampled_from(Result), number, st.lists(deeds, max_size=3).map(tuple)),
        *(st.builds(Revenue, number, number, number), st.lists(opponents, max_size=3).map(tuple)),
        st.none() | st.sampled_from(Side),
    ),
    st.builds(UpkeepPaid, text, text),
    st.builds(Released, text, text),
    st.builds(DowntimeRolled, text, text, rolls),
    st.builds(Spared, text, text, text),
    st.builds(AdvancementRolled, text, rolls),
    st.builds(Advanced, text, text, st.none() | st.sampled_from(Gain), st.none() | st.sampled_from(Element)),
    st.builds(SeasonBegan, text, st.booleans(), st.booleans(), st.booleans()),
    st.builds(
        Ruled,
        *(text, number, text, number, texts, texts, st.none() | number, st.none() | st.booleans(), texts, texts),
    ),
)


def refused(data: Any) -> tuple[str, str]:
    with pytest.raises(RuleBroken) as refusal:
        from_json(data)
    assert refusal.value.code == "malformed"
    return refusal.value.subject, refusal.value.message


# Both ways


@pytest.mark.parametrize(("event", "data"), STORED, ids=lambda its: its["kind"] if isinstance(its, dict) else "")
def test_every_kind_of_event_is_stored_as_it_was_from_the_start(event: Event, data: dict[str, Any]) -> None:
    assert to_json(event) == data
    assert from_json(data) == event


def test_no_kind_of_event_is_untested() -> None:
    assert {data["kind"] for _, data in STORED} == set(KINDS)
    assert list(KINDS) == [
        *("founded", "recruited", "dismissed", "renamed", "played", "upkeep-paid", "released"),
        *("downtime-rolled", "spared", "advancement-rolled", "advanced", "ruled", "season-began", "amended"),
    ]
    assert {NAMES[kind]: kind for kind in NAMES} == KINDS


@given(events)
def test_every_event_survives_json(event: Event) -> None:
    read = from_json(json.loads(json.dumps(to_json(event))))
    assert read == event
    assert type(read) is type(event)


@given(events)
def test_an_event_is_stored_the_same_way_again(event: Event) -> None:
    once = json.dumps(to_json(event))
    assert json.dumps(to_json(from_json(json.loads(once)))) == once


def test_what_an_event_leaves_out_is_nothing() -> None:
    ruled = from_json({"version": 1, "kind": "ruled", "reason": "A warning."})
    assert ruled == Ruled("A warning.", 0, "", 0, (), (), None, None, (), ())
    assert Deed("n1") == Deed("n1", {}, 0, True, False, False)
    assert Revenue(6) == Revenue(6, 0, 0)
    assert Advanced("n1") == Advanced("n1", "", None, None)


def test_reading_an_event_leaves_the_data_alone() -> None:
    data = to_json(Dismissed("n1"))
    from_json(data)
    assert data == {"version": 1, "kind": "dismissed", "ninja": "n1"}


def test_what_happened_cannot_be_changed() -> None:
    event = legal_team("tora")
    with pytest.raises(FrozenInstanceError):
        event.name = "Claws"  # type: ignore[misc]


@pytest.mark.parametrize("kind", KINDS)
def test_no_field_of_an_event_hides_its_kind_or_version(kind: str) -> None:
    assert not {"kind", "version"} & {field.name for field in fields(KINDS[kind])}


# Refused


@pytest.mark.parametrize("version", [0, 2, -1, "1", None, True, 1.0, [1]])
def test_another_version_is_refused(version: Any) -> None:
    subject, message = refused({**to_json(Dismissed("n1")), "version": version})
    assert (subject, message) == ("version", f"version: expected 1, found {version!r}")


def test_an_event_without_a_version_or_kind_is_refused() -> None:
    assert VERSION == 1
    assert refused({"kind": "dismissed", "ninja": "n1"})[0] == "version"
    assert refused({"version": 1, "ninja": "n1"}) == ("kind", "kind: None is not a kind of event")


@pytest.mark.parametrize("kind", ["exploded", "Dismissed", "upkeep_paid", "", None, 7, ["dismissed"], {}])
def test_an_unknown_kind_is_refused(kind: Any) -> None:
    assert refused({"version": 1, "kind": kind, "ninja": "n1"}) == ("kind", f"kind: {kind!r} is not a kind of event")


@pytest.mark.parametrize("data", [None, [], "dismissed", 7, [["kind", "dismissed"]]])
def test_whatever_is_no_table_is_no_event(data: Any) -> None:
    assert refused(data) == ("", "value: an event is a table")


@pytest.mark.parametrize("kind", KINDS)
def test_an_unknown_field_is_refused_in_every_kind(kind: str) -> None:
    data = next(data for _, data in STORED if data["kind"] == kind)
    assert refused({**data, "author": "me"}) == ("author", "author: unknown field")


@pytest.mark.parametrize("kind", KINDS)
def test_every_required_field_is_asked_for(kind: str) -> None:
    data = next(data for _, data in STORED if data["kind"] == kind)
    required = [f.name for f in fields(KINDS[kind]) if f.default is MISSING and f.default_factory is MISSING]
    assert required
    for name in required:
        left = {key: value for key, value in data.items() if key != name}
        assert refused(left) == (name, f"{name}: missing")


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_is_of_its_type(kind: str) -> None:
    data = next(data for _, data in STORED if data["kind"] == kind)
    for name in get_type_hints(KINDS[kind]):
        assert refused({**data, name: 1.5})[0] == name


PLAYED = next(data for event, data in STORED if isinstance(event, Played))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"result": "victory"}, "result: 'victory' is none of won, lost, drew, conceded"),
        ({"side": "middle"}, "side: 'middle' is none of attacker, defender"),
        ({"points": True}, "points: expected a whole number, found True"),
        ({"points": 2**53 + 1}, "points: this number is too large"),
        ({"deeds": {}}, "deeds: expected a list, found {}"),
        ({"deeds": [{"ninja": "n1"}, {"ninja": "n2", "mood": "bad"}]}, "deeds[1].mood: unknown field"),
        ({"deeds": [{"ninja": "n1", "xp": "6"}]}, "deeds[0].xp: expected a whole number, found '6'"),
        ({"deeds": [{"xp": 6}]}, "deeds[0].ninja: missing"),
        ({"deeds": [{"ninja": "n1", "feats": {"bow": "1"}}]}, "deeds[0].feats.bow: expected a whole number, found '1'"),
        ({"deeds": [{"ninja": "n1", "feats": ["injury"]}]}, "deeds[0].feats: expected a table, found ['injury']"),
        ({"deeds": [{"ninja": "n1", "on_board": 1}]}, "deeds[0].on_board: expected true or false, found 1"),
        ({"revenue": {}}, "revenue.result: missing"),
        ({"revenue": {"result": 10, "bribe": 3}}, "revenue.bribe: unknown field"),
        ({"opponents": [{"team": "t2"}]}, "opponents[0].name: missing"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_game_is_named_by_its_path(changed: dict[str, Any], message: str) -> None:
    assert refused({**PLAYED, **changed}) == (message.partition(":")[0], message)


@pytest.mark.parametrize(
    ("roll", "message"),
    [
        ({}, "roll.dice: missing"),
        ({"dice": "fire"}, "roll.dice: expected a list, found 'fire'"),
        ({"dice": ["wood"]}, "roll.dice[0]: 'wood' is none of spirit, void, earth, air, water, fire"),
        ({"dice": ["fire", 3]}, "roll.dice[1]: 3 is none of spirit, void, earth, air, water, fire"),
        ({"dice": ["fire"], "source": "dream"}, "roll.source: 'dream' is none of table, server"),
        ({"dice": ["fire"], "seed": "abc"}, "roll.seed: unknown field"),
    ],
)
def test_what_is_wrong_with_a_roll_is_named_by_its_path(roll: Any, message: str) -> None:
    data = {"version": 1, "kind": "advancement-rolled", "ninja": "n1", "roll": roll}
    assert refused(data) == (message.partition(":")[0], message)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(events, st.data())
def test_a_forged_event_is_read_or_refused_and_never_fails(event: Event, data: st.DataObject) -> None:
    stored = json.loads(json.dumps(to_json(event)))
    stored[data.draw(st.sampled_from(list(stored)) | text)] = data.draw(anything)
    try:
        read = from_json(stored)
    except RuleBroken as refusal:
        subjects = [problem.subject for problem in refusal.problems]
    else:
        subjects = []
        assert from_json(json.loads(json.dumps(to_json(read)))) == read
    assert all(isinstance(subject, str) for subject in subjects)
