"""What is typed, made fit for comparing; and how well names answer to it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.search.sought import LONGEST, Rank, Sought, clean, fold, spellings


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("  Red   Hands ", "Red Hands"),
        ("Red\0Hands\t\n", "RedHands"),
        ("\0", ""),
        ("x" * 5000, "x" * LONGEST),
        ("e\u0301lan", "élan"),
        ("\ud800", ""),
        ("100%_", "100%_"),
    ],
)
def test_what_is_typed_becomes_one_short_line(typed: str, text: str) -> None:
    assert clean(typed) == text


@given(st.text(st.characters(exclude_categories=())))
def test_whatever_is_typed_can_be_looked_for(typed: str) -> None:
    sought = Sought.of(typed)
    assert len(sought.text) <= LONGEST
    sought.text.encode()
    assert "\0" not in sought.text
    assert not sought or sought.rank_of(sought.text) is Rank.EXACT
    assert all(spellings(word) for word in sought.text.split())


@pytest.mark.parametrize(
    ("typed", "rank"),
    [
        ("red hands", Rank.EXACT),
        ("RED", Rank.BEGINS),
        ("hand", Rank.WORD),
        ("han re", Rank.WORD),
        ("and", Rank.WITHIN),
        ("an", None),  # so short a part says nothing
        ("h", Rank.WORD),
        ("blue", None),
        ("red blue", None),
    ],
)
def test_the_nearer_the_beginning_the_better_it_answers(typed: str, rank: Rank | None) -> None:
    assert Sought.of(typed).rank_of("Red Hands") is rank


def test_case_and_accents_make_no_difference() -> None:
    assert fold("Hōjō ÉLAN Straße") == "hojo elan strasse"
    assert Sought.of("hojo").rank_of("Hōjō") is Rank.EXACT
    assert Sought.of("HŌJŌ").rank_of("hojo") is Rank.EXACT


def test_a_database_is_asked_for_every_case_of_letters_it_does_not_know() -> None:
    assert spellings("hand") == ["hand"]
    assert set(spellings("Über")) == {"über", "Über", "uber"}
