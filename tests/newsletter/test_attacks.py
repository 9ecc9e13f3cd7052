"""What somebody could try with the newsletter."""

import time
from uuid import uuid4

import pytest

from league.models import League, Season
from matches.newsletter import service
from matches.newsletter.models import LONGEST_TEXT
from matches.newsletter.plain import first_words, plain
from rules.problems import RuleBroken
from tests.newsletter.issues import court

pytestmark = pytest.mark.django_db


def test_the_key_of_a_draft_of_another_league_is_refused_and_shows_nothing_of_it() -> None:
    league, its = court()
    sensei, key = league.memberships.get(role="master").person, uuid4()
    service.draft(season=its, first=1, last=1, author=sensei, key=key)
    other = League.objects.create(name="Sun Court", slug="sun-court")
    theirs = Season.objects.create(league=other, number=1, name="Spring", format=its.format, starts_on=its.starts_on)
    with pytest.raises(RuleBroken, match="another league"):
        service.draft(season=theirs, first=1, last=1, author=sensei, key=key)


@pytest.mark.parametrize(
    "words", ["*a ", "_a ", "**a ", "*a_ ", "# " + " #" * 1_000 + "x\n", "# a" + " " * 20_000 + "x\n"]
)
def test_no_text_takes_long_to_be_told_without_its_marks(words: str) -> None:
    text = (words * LONGEST_TEXT)[:LONGEST_TEXT]
    began = time.process_time()
    plain(text)
    first_words(text, 200)
    assert time.process_time() - began < 3


def test_headings_and_marks_are_told_as_before() -> None:
    assert (
        plain("## Round 1 ##\n\n**Kuma** is *back*, 2 * 3 is not.") == "Round 1\n-------\n\nKuma is back, 2 * 3 is not."
    )
