"""What was reported is never deleted, whatever becomes of its game."""

from uuid import uuid4

import pytest

from league import results, seasons
from league.models import Fixture
from matches import amending
from matches.models import Match
from rules.house import AcceptedBy
from tests.matches.games import account, table
from tests.matches.test_reporting import refused

pytestmark = pytest.mark.django_db


def test_a_game_with_a_waiting_report_can_be_neither_called_off_nor_finished_away() -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    fixture = Fixture.objects.get(pk=its.fixture.pk)
    with refused("reported"):
        results.call_off(fixture=fixture, based_on=results.version_of(fixture))
    with refused("reported"):
        seasons.finish(season=its.season, calls_off=True)
    assert match.reports.count() == 1


def test_a_voided_game_keeps_its_versions_and_can_be_forfeited() -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    its.file(match, account(match))
    match = Match.objects.get(pk=match.pk)
    seen = amending.version_of(match)
    amending.amend(match=match, account=None, author=its.master, reason="Wrong board.", key=uuid4(), based_on=seen)
    fixture = Fixture.objects.get(pk=its.fixture.pk)
    with refused("reported"):
        results.call_off(fixture=fixture, based_on=results.version_of(fixture))
    loser = its.season.entrants.all()[0].pk
    results.forfeit(fixture=fixture, by=[loser], author=its.master, based_on=results.version_of(fixture))
    assert match.reports.count() == 2


def test_a_game_that_was_only_briefed_can_be_called_off() -> None:
    its = table()
    its.brief()
    fixture = Fixture.objects.get(pk=its.fixture.pk)
    results.call_off(fixture=fixture, based_on=results.version_of(fixture))
    assert not Match.objects.exists()
