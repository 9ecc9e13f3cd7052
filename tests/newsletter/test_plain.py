"""An issue as plain text, for mails."""

import pytest

from matches.newsletter.plain import first_words, plain


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# Results\n\nTora won.\n", "Results\n-------\n\nTora won."),
        ("A **bold** and *slanted* word.", "A bold and slanted word."),
        ("1\\. FC Tora \\*won\\*.", "1. FC Tora *won*."),
        ("One.\n\n[chart: table]\n\nTwo.", "One.\n\nTwo."),
        ("# In figures\n\n[chart: points]\n\n[chart: ratings]\n\n# Next\n\nMore.", "Next\n----\n\nMore."),
        ("- Tora against Ika", "- Tora against Ika"),
        ("snake_case_stays and 2*3*4", "snake_case_stays and 2*3*4"),
    ],
)
def test_marks_are_left_out(text: str, told: str) -> None:
    assert plain(text) == told


def test_a_teaser_is_how_the_text_begins() -> None:
    assert first_words("One two three.\n\n# Results\n\nFour.", 100) == "One two three. Four."
    assert first_words("One two three.", 9) == "One two…"
    assert first_words("One two. Three four.", 12) == "One two…"
