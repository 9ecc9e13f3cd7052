"""Frozen values to plain JSON and back: everything survives, and nothing else gets in."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.codec import NUMBERS_FIT_IN, Malformed, decode, encode


class Color(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Leaf:
    name: str
    size: int = 1


@dataclass(frozen=True, slots=True)
class Tree:
    leaves: tuple[Leaf, ...]
    color: Color
    tall: bool = False
    pair: tuple[int, str] = (0, "")
    fruit: Mapping[Color, int] = field(default_factory=dict)
    owner: str | None = None
    twig: Leaf | None = None


def refused(kind: type[Any], data: Any, path: str = "") -> tuple[str, str]:
    with pytest.raises(Malformed) as refusal:
        decode(kind, data, path)
    return refusal.value.path, refusal.value.reason


SMALL = {"leaves": [], "color": "red"}

texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
leaves = st.builds(Leaf, texts, st.integers(-NUMBERS_FIT_IN, NUMBERS_FIT_IN))
trees = st.builds(
    Tree,
    st.lists(leaves).map(tuple),
    st.sampled_from(Color),
    st.booleans(),
    st.tuples(st.integers(-100, 100), texts),
    st.dictionaries(st.sampled_from(Color), st.integers(-100, 100)),
    st.none() | texts,
    st.none() | leaves,
)


@given(trees)
def test_every_value_survives_json(tree: Tree) -> None:
    assert decode(Tree, json.loads(json.dumps(encode(tree)))) == tree


@given(trees)
def test_what_is_decoded_has_the_very_types_it_names(tree: Tree) -> None:
    read = decode(Tree, json.loads(json.dumps(encode(tree))))
    assert isinstance(read.leaves, tuple)
    assert isinstance(read.pair, tuple)
    assert type(read.color) is Color
    assert all(type(key) is Color for key in read.fruit)


def test_what_is_encoded_is_plain() -> None:
    fruit = MappingProxyType({Color.BLUE: 2})
    data = encode(Tree((Leaf("oak"),), Color.RED, fruit=fruit))
    assert [type(data), type(data["leaves"]), type(data["color"]), type(data["fruit"])] == [dict, list, str, dict]
    assert [type(key) for key in data["fruit"]] == [str]


def test_fields_at_their_default_are_left_out() -> None:
    assert encode(Tree((), Color.RED)) == SMALL
    assert encode(Leaf("oak", 1)) == {"name": "oak"}
    assert encode(Leaf("oak", 0)) == {"name": "oak", "size": 0}
    assert encode(Tree((), Color.RED, fruit={Color.BLUE: 2})) == {**SMALL, "fruit": {"blue": 2}}


def test_what_was_left_out_comes_back_at_its_default() -> None:
    assert decode(Tree, SMALL) == Tree((), Color.RED, False, (0, ""), {}, None, None)


def test_nothing_may_be_said_where_nothing_is_allowed() -> None:
    assert decode(Tree, {**SMALL, "owner": None, "twig": None}) == Tree((), Color.RED)
    assert refused(Leaf, {"name": None}) == ("name", "expected text, found None")


def test_a_required_field_is_written_even_if_it_is_empty() -> None:
    assert encode(Leaf("")) == {"name": ""}


@pytest.mark.parametrize(
    ("data", "path", "reason"),
    [
        ({**SMALL, "roots": 1}, "roots", "unknown field"),
        ({"color": "red"}, "leaves", "missing"),
        ({"leaves": [{"name": "a"}, {}], "color": "red"}, "leaves[1].name", "missing"),
        ({"leaves": [{"name": "a", "hue": 1}], "color": "red"}, "leaves[0].hue", "unknown field"),
        ({**SMALL, "leaves": "abc"}, "leaves", "expected a list, found 'abc'"),
        ({**SMALL, "leaves": {}}, "leaves", "expected a list, found {}"),
        ({**SMALL, "leaves": ["abc"]}, "leaves[0]", "expected a table, found 'abc'"),
        ({**SMALL, "color": "green"}, "color", "'green' is none of red, blue"),
        ({**SMALL, "color": None}, "color", "None is none of red, blue"),
        ({**SMALL, "color": ["red"]}, "color", "['red'] is none of red, blue"),
        ({**SMALL, "color": {}}, "color", "{} is none of red, blue"),
        ({**SMALL, "tall": 1}, "tall", "expected true or false, found 1"),
        ({**SMALL, "tall": "yes"}, "tall", "expected true or false, found 'yes'"),
        ({**SMALL, "pair": [1]}, "pair", "expected 2 values, found 1"),
        ({**SMALL, "pair": [1, "a", "b"]}, "pair", "expected 2 values, found 3"),
        ({**SMALL, "pair": ["a", 1]}, "pair[0]", "expected a whole number, found 'a'"),
        ({**SMALL, "pair": [True, ""]}, "pair[0]", "expected a whole number, found True"),
        ({**SMALL, "pair": [1.0, ""]}, "pair[0]", "expected a whole number, found 1.0"),
        ({**SMALL, "pair": [None, ""]}, "pair[0]", "expected a whole number, found None"),
        ({**SMALL, "fruit": {"green": 1}}, "fruit.green", "'green' is none of red, blue"),
        ({**SMALL, "fruit": {"red": "1"}}, "fruit.red", "expected a whole number, found '1'"),
        ({**SMALL, "fruit": [1]}, "fruit", "expected a table, found [1]"),
        ({**SMALL, "owner": 7}, "owner", "expected text, found 7"),
        ({**SMALL, "twig": {"name": "a", "size": "b"}}, "twig.size", "expected a whole number, found 'b'"),
        ([], "", "expected a table, found []"),
        (None, "", "expected a table, found None"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_path(data: Any, path: str, reason: str) -> None:
    assert refused(Tree, data) == (path, reason)


def test_a_path_goes_on_from_where_the_reader_was() -> None:
    assert refused(Leaf, {"name": 1}, "clans.toml.tora") == ("clans.toml.tora.name", "expected text, found 1")


def test_a_refusal_says_where_and_why() -> None:
    assert str(Malformed("levels[1].xp", "missing")) == "levels[1].xp: missing"
    assert str(Malformed("", "expected a table, found 1")) == "value: expected a table, found 1"


def test_numbers_that_not_every_reader_of_json_can_hold_are_refused() -> None:
    assert decode(int, 2**53) == 9007199254740992
    assert decode(int, -(2**53)) == -9007199254740992
    assert refused(Leaf, {"name": "a", "size": 2**53 + 1}) == ("size", "this number is too large")
    assert refused(Leaf, {"name": "a", "size": -(2**53) - 1}) == ("size", "this number is too large")


def test_a_refusal_quotes_no_more_than_a_line() -> None:
    assert refused(Leaf, {"name": ["x" * 1000]})[1] == "expected text, found ['" + "x" * 35 + "..."
    assert refused(Leaf, {"name": ["x" * 36]})[1] == "expected text, found ['" + "x" * 36 + "']"
    assert refused(Leaf, {"name": ["x" * 37]})[1] == "expected text, found ['" + "x" * 35 + "..."


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(Color),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
nearly_trees = st.fixed_dictionaries(
    {"leaves": st.just([]) | anything, "color": st.sampled_from(Color) | anything},
    optional=dict.fromkeys(("tall", "pair", "fruit", "owner", "twig", "roots"), anything),
)


@given(nearly_trees | anything)
def test_anything_at_all_is_either_read_or_refused(data: Any) -> None:
    with suppress(Malformed):
        tree = decode(Tree, data)
        assert decode(Tree, encode(tree)) == tree


@pytest.mark.parametrize("text", ["\0", "a\0b", "\ud800", "b\udfff"], ids=ascii)
def test_text_that_no_database_can_hold_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="cannot be stored"):
        decode(str, text)
