"""Whole seasons of random games through the services, with random amendments: all that is told and counted agrees."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.models import Match
from tests.matches.seasons import Play, assert_whole, begin, figures, some, taken_back

pytestmark = pytest.mark.django_db


def season(data: st.DataObject, games: int) -> Play:
    """So many games, each with all that follows from it."""
    play = begin(data)
    for _ in range(games):
        play.game()
        play.aftermath()
        play.affairs()
    return play


@some(12)
@given(st.data())
def test_projections_and_table_agree_with_the_chronicles_whatever_was_amended_in_between(data: st.DataObject) -> None:
    with taken_back():
        play = begin(data)
        for _ in range(4):
            play.game()
            if data.draw(st.integers(0, 2)):
                put_right(play, data.draw(st.sampled_from(play.matches)))
            play.aftermath()
            play.affairs()
        assert_whole(play.its)


def put_right(play: Play, match: Match) -> None:
    """A game told otherwise, voided, brought back or played anew."""
    match.refresh_from_db()
    if match.state == Match.State.VOIDED and play.data.draw(st.booleans()):
        play.aftermath()
        play.again(match)
    elif match.state in (Match.State.ACCEPTED, Match.State.VOIDED):
        play.amend(match, play.another_story(match), play.choices())


@some(12)
@given(st.data())
def test_amending_back_restores_every_figure(data: st.DataObject) -> None:
    with taken_back():
        play = season(data, 3)
        before, told = figures(play.its), {match: play.said_of(match) for match in play.matches}
        for match in data.draw(st.lists(st.sampled_from(play.matches), min_size=1, max_size=3)):
            play.amend(match, play.another_story(match))
            assert_whole(play.its)
        for match in play.matches:  # a report is possible again once all before it are as they were
            play.amend(match, told[match])
        assert_whole(play.its)
        assert figures(play.its) == before
