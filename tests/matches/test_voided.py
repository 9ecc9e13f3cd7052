"""A game that never was: what becomes of it, how it comes back, and what the playoffs make of it."""

from dataclasses import replace
from uuid import uuid4

import pytest

from league import brackets, results
from league.models import Entrant, Fixture, Season
from league.standings import Outcome
from matches import amending, desk, reporting
from matches.models import Match, Report
from matches.reporting import Account
from rules.events import Word
from rules.house import AcceptedBy
from teams import chronicle
from tests.league.clubs import played
from tests.matches.games import LOST, WON, Table, account, scroll, table, take_every_step
from tests.matches.test_reporting import refused, state

pytestmark = pytest.mark.django_db
State = Match.State


def amend(its: Table, match: Match, said: Account | None) -> Report:
    match = Match.objects.get(pk=match.pk)
    based_on = amending.version_of(match)
    return amending.amend(
        match=match, account=said, author=its.master, reason="We had it wrong.", key=uuid4(), based_on=based_on
    )


@pytest.fixture
def its() -> Table:
    return table(accepted_by=AcceptedBy.EITHER_SIDE)


def play(its: Table, fixture: Fixture | None = None) -> Match:
    """Its first team wins, everybody is hurt, and every step is taken."""
    match = its.brief(fixture or its.another_game())
    teams = [side.team for side in match.sides.all()]
    hurt = {team.slug: [ninja.id for ninja in scroll(team).ninja if ninja.is_available] for team in teams}
    its.file(match, account(match, hurt=hurt), by=its.teams.index(teams[0]))
    for team in teams:
        take_every_step(team)
    return Match.objects.get(pk=match.pk)


def said_of(match: Match, report: Report | None = None) -> Account:
    """What its first version says, or another."""
    said = reporting.account_of(report or match.reports.get(number=1))
    assert said is not None
    return said


def swapped(match: Match) -> Account:
    """What its accepted report says, but who won has lost."""
    said = said_of(match, Match.objects.get(pk=match.pk).accepted)
    teams = tuple(replace(team, result=LOST if team.result is WON else WON) for team in said.report.teams)
    return replace(said, report=replace(said.report, teams=teams))


def figures(its: Table) -> object:
    sides = Fixture.objects.filter(round__season=its.season).values_list("sides__entrant", "sides__outcome", "state")
    return [scroll(team) for team in its.teams], list(sides)


# Voided and brought back


def test_a_voided_game_leaves_every_team_as_if_it_had_not_been(its: Table) -> None:
    before = [scroll(team) for team in its.teams]
    match = play(its)
    amend(its, match, None)
    assert [scroll(team) for team in its.teams] == before
    assert state(match) == State.VOIDED
    assert all(chronicle.retell(team) == [] for team in its.teams)


def test_a_game_voided_by_mistake_comes_back_where_it_was(its: Table) -> None:
    first = play(its)
    play(its)
    before = figures(its)
    said = said_of(first)
    amend(its, first, None)
    assert figures(its) != before
    amend(its, first, said)
    assert figures(its) == before
    assert state(first) == State.ACCEPTED
    assert [report.kind for report in first.reports.all()] == ["filed", "voiding", "amendment"]


def test_a_game_voided_and_played_anew_is_amended_as_the_new_one(its: Table) -> None:
    match = play(its)
    amend(its, match, None)
    again = play(its, match.fixture)
    assert again == match
    amend(its, match, swapped(match))
    for team, result in zip(its.teams, (LOST, WON), strict=True):
        assert [record.result for record in scroll(team).games] == [result]
        assert chronicle.retell(team) == []
    amend(its, match, None)
    assert all(scroll(team).games == () for team in its.teams)


def test_a_voided_game_is_not_voided_again(its: Table) -> None:
    match = play(its)
    amend(its, match, None)
    with refused("not-accepted"):
        amend(its, match, None)


def test_a_voided_game_that_was_forfeited_since_does_not_come_back(its: Table) -> None:
    match = play(its)
    said = said_of(match)
    amend(its, match, None)
    fixture = Fixture.objects.get(pk=match.fixture_id)
    loser = fixture.sides.get(position=0).entrant_id
    results.forfeit(fixture=fixture, by=[loser], author=its.master, based_on=results.version_of(fixture))
    with refused("decided"):
        amend(its, match, said)


def test_a_game_that_is_briefed_again_does_not_come_back_as_it_was(its: Table) -> None:
    match = play(its)
    said = said_of(match)
    amend(its, match, None)
    its.brief(match.fixture)
    with refused("not-accepted"):
        amend(its, match, said)


def test_an_amendment_is_of_its_own_game(its: Table) -> None:
    first, second = play(its), play(its)
    with refused("other-game"):
        amend(its, first, said_of(second))
    assert "other-game" in {problem.code for problem in amending.problems(first, said_of(second).report)}


def test_steps_are_taken_again_after_a_game_that_was_played_anew(its: Table) -> None:
    kenta = its.teams[0]
    match = its.brief()
    its.file(match, account(match))
    desk.pay(team=kenta, game=match.game, ninja="n4", author=None)
    amend(its, match, None)
    assert {line.word for line in chronicle.read(kenta)[1:3]} == {Word.STRUCK}
    its.brief(match.fixture)
    its.file(match, account(match))
    treasury = scroll(kenta).treasury
    desk.pay(team=kenta, game=match.game, ninja="n4", author=None)
    assert scroll(kenta).treasury == treasury - 5


# In the playoffs


def playoffs(its: Table) -> list[Fixture]:
    """The semi-finals, after a season that the teams finished in their order."""
    its.fixture.delete()
    first, second, third, fourth = Entrant.objects.filter(season=its.season).order_by("pk")
    for number, (above, below) in enumerate([(first, second), (second, third), (third, fourth), (first, fourth)]):
        played(its.season, number + 1, (above, Outcome.WON, 9 - number), (below, Outcome.LOST, 0))
    its.season.playoff_teams = 4
    its.season.save()
    brackets.start_playoffs(season=its.season, author=None)
    return open_games(its)


def open_games(its: Table) -> list[Fixture]:
    games = Fixture.objects.filter(round__season=its.season, round__is_playoff=True, state=Fixture.State.SCHEDULED)
    return list(games.order_by("round__number", "position", "pk"))


@pytest.fixture
def four() -> Table:
    return table(4, accepted_by=AcceptedBy.EITHER_SIDE)


def test_an_amended_final_has_another_champion_and_amending_back_restores_the_first(four: Table) -> None:
    for semi_final in playoffs(four):
        play(four, semi_final)
    (last,) = open_games(four)
    final = play(four, last)
    champion = Season.objects.get(pk=four.season.pk).champion
    assert champion is not None
    said = said_of(final)
    amend(four, final, swapped(final))
    assert Season.objects.get(pk=four.season.pk).champion != champion
    amend(four, final, said)
    after = Season.objects.get(pk=four.season.pk)
    assert (after.champion, after.state) == (champion, Season.State.FINISHED)


def test_a_voided_semi_final_takes_the_final_that_nobody_has_played_away(four: Table) -> None:
    semi_finals = [play(four, fixture) for fixture in playoffs(four)]
    (final,) = open_games(four)
    four.brief(final)
    amend(four, semi_finals[0], None)
    assert [fixture.pk for fixture in open_games(four)] == [semi_finals[0].fixture_id]
    assert not Match.objects.filter(fixture=final).exists()


def test_a_final_between_the_wrong_teams_is_voided_and_what_was_said_of_it_stays(four: Table) -> None:
    semi_finals = [play(four, fixture) for fixture in playoffs(four)]
    (fixture,) = open_games(four)
    final = play(four, fixture)
    amend(four, semi_finals[0], swapped(semi_finals[0]))
    (another,) = open_games(four)
    assert another != fixture
    match = Match.objects.get(pk=final.pk)
    amending.preview(match=match, account=None)
    amend(four, final, None)
    assert [report.kind for report in final.reports.all()] == ["filed", "voiding"]
    assert all(len(scroll(team).games) == 1 for team in four.teams)
    play(four, another)
    assert Season.objects.get(pk=four.season.pk).state == Season.State.FINISHED
