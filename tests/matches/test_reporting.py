"""Filing, countersigning, disputing, settling: when a report counts, and that it counts once."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from league.models import Fixture, League
from league.standings import Outcome
from matches import reporting
from matches.models import Match
from rules.house import AcceptedBy
from rules.problems import RuleBroken
from rules.scroll import Result
from tests.matches.games import DREW, LOST, WON, account, scroll, table, take_every_step

pytestmark = pytest.mark.django_db
State = Match.State


def refused(code: str) -> "pytest.RaisesExc[RuleBroken]":
    return pytest.raises(RuleBroken, check=lambda broken: code in {problem.code for problem in broken.problems})


def state(match: Match) -> str:
    return Match.objects.get(pk=match.pk).state


def test_a_report_waits_until_the_other_side_has_signed() -> None:
    its = table()
    match = its.brief()
    report = its.file(match, account(match))
    assert state(match) == State.REPORTED
    assert scroll(its.teams[0]).games == ()
    its.countersign(report)
    assert state(match) == State.ACCEPTED
    assert [scroll(team).games[0].result for team in its.teams] == [WON, LOST]


def test_acceptance_pays_the_teams_and_fills_the_table() -> None:
    its = table()
    match = its.brief()
    kenta = its.teams[0].slug
    said = account(match, challenge="search", feats={kenta: {"n1": {"injury": 2}}}, stars={kenta: ["n1"]})
    its.countersign(its.file(match, said))
    fixture = Fixture.objects.get(pk=its.fixture.pk)
    assert fixture.state == Fixture.State.PLAYED
    first, second = fixture.sides.all()
    assert (first.outcome, first.points, first.feats, first.injuries) == (
        Outcome.WON,
        said.report.teams[0].points,
        2,
        2,
    )
    assert (second.outcome, second.points) == (Outcome.LOST, 0)
    assert scroll(its.teams[0]).find("n1").xp > 0


def test_the_same_key_is_one_version_and_one_game() -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match, key = its.brief(), uuid4()
    said = account(match)
    assert its.file(match, said, key=key) == its.file(match, said, key=key)
    assert match.reports.count() == 1
    assert len(scroll(its.teams[0]).games) == 1


def test_two_who_file_the_same_agree() -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    its.file(match, account(match), by=1)
    assert state(match) == State.ACCEPTED


def test_two_who_differ_dispute_until_one_gives_in() -> None:
    its = table()
    match = its.brief()
    mine = its.file(match, account(match))
    its.file(match, account(match, DREW, DREW), by=1)
    assert state(match) == State.DISPUTED
    its.countersign(mine)
    assert state(match) == State.ACCEPTED
    assert scroll(its.teams[1]).games[0].result is Result.LOST


def test_the_ninja_master_settles_a_dispute() -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    theirs = its.file(match, account(match, DREW, DREW), by=1)
    reporting.settle(report=theirs, author=its.master)
    assert state(match) == State.ACCEPTED
    assert scroll(its.teams[0]).games[0].result is Result.DREW


def test_where_either_side_is_trusted_one_word_is_enough() -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    its.file(match, account(match))
    assert state(match) == State.ACCEPTED


def test_where_only_the_master_counts_two_signatures_do_not() -> None:
    its = table(accepted_by=AcceptedBy.NINJA_MASTER)
    match = its.brief()
    report = its.file(match, account(match))
    its.countersign(report)
    assert state(match) == State.REPORTED
    reporting.settle(report=report, author=its.master)
    assert state(match) == State.ACCEPTED


@pytest.mark.parametrize("teams", [3, 4])
def test_with_three_or_four_everybody_has_to_sign(teams: int) -> None:
    its = table(teams)
    match = its.brief()
    report = its.file(match, account(match))
    for player in range(1, teams):
        assert state(match) == State.REPORTED
        its.countersign(report, by=player)
    assert state(match) == State.ACCEPTED
    assert len({len(scroll(team).games) for team in its.teams}) == 1


def test_silence_accepts_after_the_leagues_number_of_days() -> None:
    its = table(days=2)
    match = its.brief()
    its.file(match, account(match))
    due = League.objects.get(pk=its.league.pk).silence_at
    assert due is not None
    assert timedelta(days=2) - timedelta(minutes=1) < due - timezone.now() <= timedelta(days=2)
    assert reporting.accept_overdue() == 0
    Match.objects.update(silence_at=timezone.now())
    assert reporting.accept_overdue() == 1
    assert state(match) == State.ACCEPTED
    assert League.objects.get(pk=its.league.pk).silence_at is None


def test_nobody_can_object_in_an_archived_league_so_silence_means_nothing_there() -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    Match.objects.update(silence_at=timezone.now())
    League.objects.update(archived_at=timezone.now())
    assert reporting.accept_overdue() == 0
    League.objects.update(archived_at=None)
    assert reporting.accept_overdue() == 1


def test_silence_never_decides_a_dispute() -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    its.file(match, account(match, DREW, DREW), by=1)
    match.refresh_from_db()
    assert match.silence_at is None


def test_steps_that_are_due_block_the_next_report_and_say_so() -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    its.file(match, account(match))
    another = its.brief(its.another_game())
    with refused("steps-due") as caught:
        its.file(another, account(another))
    assert "pay or release" in caught.value.message
    for team in its.teams:
        take_every_step(team)
    its.file(another, account(another))
    assert len(scroll(its.teams[0]).games) == 2


def test_what_is_impossible_is_refused_with_its_cell_and_leaves_nothing() -> None:
    its = table()
    match = its.brief()
    said = account(match)
    first, second = said.report.teams
    wrong = replace(said, report=replace(said.report, teams=(replace(first, all_stars=("n9",)), second)))
    with refused("unknown-ninja") as caught:
        its.file(match, wrong)
    assert caught.value.problems[0].subject == f"{its.teams[0].slug}/n9/all-star"
    assert match.reports.count() == 0
    assert state(match) == State.BRIEFED
