"""The drawing of a game: every act on its team's line, every line ends at the score."""

import re

from hypothesis import given
from hypothesis import strategies as st

from matches.timeline import HEIGHT, WIDTH, Act, Made, Parts, Rounds, Timed, drawn

ACTS = st.lists(
    st.builds(Act, st.integers(1, 12), st.integers(0, 50), st.just("Akira"), st.just("Did it"), st.integers(0, 4)),
    max_size=20,
).map(tuple)
TEAMS = st.lists(
    st.builds(Timed, st.sampled_from(["One", "Two"]), st.just("ai"), st.integers(0, 99), ACTS), min_size=2, max_size=4
)


def test_nothing_scored_and_nothing_noted_is_not_drawn() -> None:
    assert drawn([Timed("One", "ai", 0), Timed("Two", "shu", 0)], 6) is None


def test_without_rounds_the_points_are_drawn_feat_by_feat() -> None:
    parts = drawn([Timed("One", "ai", 5, (), (Made("Hit", 2, 4), Made("Seen", 1, 0))), Timed("Two", "shu", 0)], 6)
    assert isinstance(parts, Parts)
    assert [bar.label for bar in parts.blocks[0].bars] == ["Hit, 2 times: 4 points"]
    assert parts.blocks[1].bars == ()
    assert parts.says == "One: Hit, 2 times: 4 points. Two: no points."


def test_what_came_first_in_a_round_stands_first() -> None:
    one = Timed("One", "ai", 1, (Act(3, 1, "Akira", "Hit", 1),))
    two = Timed("Two", "shu", 2, (Act(3, 0, "Benkei", "Hit", 2),))
    rounds = drawn([one, two], 6)
    assert isinstance(rounds, Rounds)
    assert [its.team for its in rounds.happened] == ["Two", "One"]
    assert rounds.tracks[1].marks[0].x < rounds.tracks[0].marks[0].x
    assert rounds.says == "One scores in round 3, and ends with 1 point. Two scores in round 3, and ends with 2 points."


def test_the_drawing_is_as_long_as_the_game_was() -> None:
    for last, labels in ((4, 7), (9, 10)):
        rounds = drawn([Timed("One", "ai", 1, (Act(last, 0, "Akira", "Hit", 1),)), Timed("Two", "shu", 0)], 6)
        assert isinstance(rounds, Rounds)
        assert len(rounds.rounds) == labels  # and the end


@given(TEAMS, st.integers(1, 9))
def test_every_act_is_marked_within_the_drawing(teams: list[Timed], length: int) -> None:
    drawing = drawn(teams, length)
    if not isinstance(drawing, Rounds):
        assert not any(team.acts for team in teams)
        return
    for team, track in zip(teams, drawing.tracks, strict=True):
        assert len(track.marks) == len(team.acts)
        assert [mark.x for mark in track.marks] == sorted(mark.x for mark in track.marks)
        for x, y in [(mark.x, mark.y) for mark in track.marks]:
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT
        numbers = [float(its) for its in re.findall(r"[\d.]+", track.path)]
        assert all(0 <= its <= WIDTH for its in numbers)
    assert len(drawing.happened) == sum(len(team.acts) for team in teams)
    assert [its.round for its in drawing.happened] == sorted(its.round for its in drawing.happened)
