"""Two people do something to one match at the same moment, over and over: never applied twice, and never half."""

from collections import deque

import pytest

from matches.models import Match
from matches.reporting import Account
from rules.house import AcceptedBy
from tests.conftest import Race
from tests.matches.contests import CONTESTS, RUNNERS, Arena, Contest, faults
from tests.matches.games import Table, account, table
from tests.matches.test_voided import amend, open_games, playoffs


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: contest.name.replace(" ", "-"))
def test_whoever_comes_first_both_are_told_the_truth_and_nothing_is_doubled_lost_or_half(
    race: Race, contest: Contest
) -> None:
    its = contest.table()
    arena = Arena(contest, its, contest.times)
    assert race(arena, runners=RUNNERS) == [None] * RUNNERS
    assert arena.unforeseen == {}
    assert arena.ended.total() == contest.times
    assert not faults()


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_two_semi_finals_accepted_at_once_make_one_final(race: Race) -> None:
    its = table(4, accepted_by=AcceptedBy.EITHER_SIDE)
    semi_finals = playoffs(its)
    for _ in range(5):
        briefed = [its.brief(fixture) for fixture in semi_finals]
        waiting = deque((match, account(match), winner(its, match)) for match in briefed)

        def report(waiting: deque[tuple[Match, Account, int]] = waiting) -> None:
            match, said, seat = waiting.popleft()
            its.file(match, said, by=seat)

        assert race(report, runners=2) == [None, None]
        (final,) = open_games(its)
        assert {side.entrant.team_id for side in final.sides.all()} == {
            its.teams[winner(its, match)].pk for match in briefed
        }
        for match in briefed:
            amend(its, match, None)
        assert {fixture.pk for fixture in open_games(its)} == {fixture.pk for fixture in semi_finals}
    assert not faults()


def winner(its: Table, match: Match) -> int:
    """Whose report says that they won: the first at the table."""
    return its.teams.index(match.sides.get(position=0).team)
