"""Small words: articles, plurals, possessives, ordinals; names that Markdown shows letter by letter."""

import re
from html import unescape
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from league.markdown import to_html
from matches.newsletter.grammar import (
    Voice,
    a,
    counted,
    escaped,
    number,
    ordinal,
    possessive,
    sentence,
    times,
    unescaped,
)

NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Co", "Cn"]), min_size=1, max_size=30).filter(
    lambda name: name == " ".join(name.split()) != ""
)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("win", "a win"),
        ("upset", "an upset"),
        ("8-point", "an 8-point"),
        ("eight-point", "an eight-point"),
        ("11-point", "an 11-point"),
        ("eleven-point", "an eleven-point"),
        ("18-point", "an 18-point"),
        ("80-point", "an 80-point"),
        ("110-point", "a 110-point"),
        ("1-point", "a 1-point"),
        ("one-point", "a one-point"),
        ("13-point", "a 13-point"),
        ("hour", "an hour"),
        ("house", "a house"),
        ("unique feat", "a unique feat"),
        ("unbeaten run", "an unbeaten run"),
    ],
)
def test_an_article_goes_by_how_the_word_is_spoken(word: str, said: str) -> None:
    assert a(word) == said


def test_small_numbers_are_written_in_words() -> None:
    assert [number(n) for n in (0, 1, 12, 13, -2)] == ["no", "one", "twelve", "13", "-2"]
    assert [times(n) for n in (1, 2, 3, 13)] == ["once", "twice", "three times", "13 times"]
    assert [ordinal(n) for n in (1, 12, 13, 21, 22, 23, 111, 112)] == [
        *("first", "twelfth", "13th", "21st"),
        *("22nd", "23rd", "111th", "112th"),
    ]


def test_only_one_of_a_thing_is_singular() -> None:
    assert [counted(n, "game") for n in (0, 1, 2, 20)] == ["no games", "one game", "two games", "20 games"]
    assert counted(2, "try", "tries") == "two tries"


def test_whose_it_is() -> None:
    assert [possessive(name) for name in ("Tora", "Silver Wisps", "Team 7")] == ["Tora's", "Silver Wisps'", "Team 7's"]


def test_a_sentence_has_one_full_stop_unless_a_name_brings_one() -> None:
    assert sentence("Tora  beat Ika") == "Tora beat Ika."
    assert sentence("Tora beat Yahoo!") == "Tora beat Yahoo!"
    assert sentence("These: \n\n- Tora  Claw") == "These:\n\n- Tora Claw"


@given(NAMES)
@example("1. FC Tora")
@example("1) Tora")
@example("# Tora")
@example("- Tora")
@example("+ Tora")
@example("*Tora* _Claw_ ~~x~~")
@example("[Tora](https://example.com)")
@example("<b>Tora</b> &amp; `code`")
@example("a | b \\ c")
@example("===")
def test_a_name_is_shown_letter_by_letter_wherever_it_stands(name: str) -> None:
    for mark, line in (("", "{} won."), ("", "It was {}."), ("- ", "{} against Ika")):
        shown = unescape(re.sub(r"<(/?)(p|ul|li)>", "", to_html(mark + line.format(escaped(name))))).strip()
        assert shown == line.format(name).strip()


@given(NAMES)
def test_a_mail_says_the_name_itself(name: str) -> None:
    assert unescaped(escaped(name)) == name or "\\" in name


@given(st.lists(st.text(max_size=5), min_size=2, max_size=30), st.integers(2, 4))
def test_nothing_is_said_the_same_way_twice_in_a_row(keys: list[str], count: int) -> None:
    ways = [f"way {n}" for n in range(count)]
    voice, again = Voice(), Voice()
    said = [voice.choose("slot", key, ways) for key in keys]
    assert all(one != other for one, other in pairwise(said))
    assert said == [again.choose("slot", key, ways) for key in keys]


def test_another_game_is_told_in_another_way() -> None:
    ways = ["one", "two", "three", "four"]
    assert {Voice().choose("slot", str(n), ways) for n in range(50)} == set(ways)
