"""A past report put right: everything after it is told again, and amending back restores every figure."""

from dataclasses import replace
from uuid import uuid4

import pytest

from league.models import Fixture
from matches import amending, desk
from matches.models import Match, Report
from matches.reporting import Account
from rules.catalog import catalog
from rules.events import Ruled, Word
from rules.house import AcceptedBy
from rules.report import TeamReport
from teams import chronicle, services
from tests.matches.games import LOST, WON, Table, account, scroll, table, take_every_step
from tests.matches.test_reporting import refused
from tests.rules.teams import HOUSE

pytestmark = pytest.mark.django_db


def amend(its: Table, match: Match, said: Account | None, choices: amending.Choices | None = None) -> Report:
    match = Match.objects.get(pk=match.pk)
    return amending.amend(
        match=match,
        account=said,
        author=its.master,
        reason="We had it wrong.",
        key=uuid4(),
        based_on=amending.version_of(match),
        choices=choices,
    )


@pytest.fixture
def its() -> Table:
    return table(accepted_by=AcceptedBy.EITHER_SIDE)


def play(its: Table, *results: object, **more: object) -> tuple[Match, Account]:
    match = its.brief(its.another_game())
    said = account(match, *results, **more)  # type: ignore[arg-type]
    its.file(match, said)
    return Match.objects.get(pk=match.pk), said


def swapped(teams: tuple[TeamReport, ...]) -> tuple[TeamReport, ...]:
    """Who won has lost."""
    return tuple(replace(team, result=LOST if team.result is WON else WON) for team in teams)


def test_an_amended_result_changes_koban_table_and_scroll(its: Table) -> None:
    match, _ = play(its)
    before = [scroll(team).treasury for team in its.teams]
    now = account(match, LOST, WON)
    amend(its, match, now)
    assert [scroll(team).treasury - was for team, was in zip(its.teams, before, strict=True)] == [-4, 4]
    sides = Fixture.objects.get(pk=match.fixture_id).sides.all()
    assert [side.outcome for side in sides] == ["lost", "won"]
    assert [report.number for report in match.reports.all()] == [1, 2]


def test_a_preview_promises_exactly_what_happens_and_changes_nothing(its: Table) -> None:
    match, _ = play(its)
    now = account(match, LOST, WON)
    before = [chronicle.recorded(team) for team in its.teams]
    seen = amending.preview(match=match, account=now)
    assert [chronicle.recorded(team) for team in its.teams] == before
    assert seen.based_on == amending.version_of(match)
    amend(its, match, now)
    assert [team.after for team in seen.teams] == [scroll(team) for team in its.teams]


def test_what_became_impossible_is_upheld_or_struck_and_stands_again_when_amended_back(its: Table) -> None:
    match, said = play(its)
    now = replace(said, report=replace(said.report, teams=swapped(said.report.teams)))
    for team in its.teams:
        take_every_step(team)
    kenta = its.teams[0]
    price = HOUSE.price(catalog().profiles["tora-kaiken"])
    desk.rule(team=kenta, ruling=Ruled("A fine.", koban=price - scroll(kenta).treasury), author=None)
    services.recruit(team=kenta, profile="tora-kaiken", name="Kuma", abilities=(), author=None)
    told = scroll(kenta)
    recruit = chronicle.read(kenta)[-1].number
    for word, ninja in ((Word.UPHELD, len(told.ninja)), (Word.STRUCK, len(told.ninja) - 1)):
        seen = amending.preview(match=match, account=now, choices={kenta.slug: {recruit: word}})
        assert [entry.number for entry in seen.teams[0].impossible] == [recruit]
        amend(its, match, now, choices={kenta.slug: {recruit: word}})
        assert len(scroll(kenta).ninja) == ninja
        amend(its, match, said)
        assert scroll(kenta) == told
        assert chronicle.retell(kenta) == []


def test_a_voided_game_is_to_be_played_again_and_can_be(its: Table) -> None:
    untouched = scroll(its.teams[0])
    match, _ = play(its)
    amend(its, match, None)
    match.refresh_from_db()
    assert match.state == Match.State.VOIDED
    assert scroll(its.teams[0]) == untouched
    assert Fixture.objects.get(pk=match.fixture_id).state == Fixture.State.SCHEDULED
    again = its.brief(match.fixture)
    assert again == match
    its.file(again, account(again))
    assert len(scroll(its.teams[0]).games) == 1


def test_whoever_saw_an_older_preview_is_refused(its: Table) -> None:
    match, _ = play(its)
    based_on = amending.version_of(match)
    take_every_step(its.teams[0])
    with refused("outdated"):
        amending.amend(match=match, account=None, author=its.master, reason="Wrong.", key=uuid4(), based_on=based_on)


def test_the_players_together_amend_without_the_master(its: Table) -> None:
    match, _ = play(its)
    kenta, mio = its.players
    now = account(match, LOST, WON)
    proposal = amending.propose(
        match=match,
        account=now,
        author=kenta,
        voice=its.voice(kenta, match.fixture),
        reason="We both know.",
        key=uuid4(),
        based_on=amending.version_of(match),
    )
    assert scroll(its.teams[0]).games[0].result is WON
    amending.agree(report=proposal, author=mio, voice=its.voice(mio, match.fixture))
    assert scroll(its.teams[0]).games[0].result is LOST
