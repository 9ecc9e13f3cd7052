"""What acceptance asks for, what it costs, and what it never does: count a version that nobody has signed."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league import results, seasons
from league.models import Fixture, League
from matches import amending, desk, reporting
from matches.models import Match, Report
from matches.reporting import Account
from rules.events import Ruled
from rules.house import AcceptedBy
from rules.report import NinjaReport
from teams import chronicle
from teams.models import Entry, Team
from tests.matches.games import DREW, LOST, WON, Table, account, scroll, table, take_every_step
from tests.matches.test_reporting import refused, state
from tests.rules.teams import recruit
from tests.teams.stories import write

pytestmark = pytest.mark.django_db
State = Match.State


def overdue(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(silence_at=timezone.now() - timedelta(minutes=1))


def filed_by_master(its: Table, match: Match, said: Account) -> Report:
    """Somebody who runs the league files for the players, without settling."""
    voice = its.voice(its.master, match.fixture)
    return reporting.file(match=match, account=said, author=its.master, voice=voice, key=uuid4())


# Whose word counts


def test_silence_accepts_what_a_side_has_signed_and_no_later_version_of_somebody_else() -> None:
    its = table()
    match = its.brief()
    signed = its.file(match, account(match))
    filed_by_master(its, match, account(match, DREW, DREW))
    overdue(match)
    assert reporting.accept_overdue() == 1
    match.refresh_from_db()
    assert match.accepted_id == signed.pk


def test_a_version_that_no_side_has_signed_waits_for_all_of_them_without_end() -> None:
    its = table()
    match = its.brief()
    report = filed_by_master(its, match, account(match))
    match.refresh_from_db()
    assert (match.state, match.silence_at) == (State.REPORTED, None)
    its.countersign(report, by=0)
    assert state(match) == State.REPORTED
    its.countersign(report, by=1)
    assert state(match) == State.ACCEPTED


def test_who_files_twice_means_the_second() -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    its.file(match, account(match, DREW, DREW))
    its.file(match, account(match, DREW, DREW), by=1)
    assert state(match) == State.ACCEPTED
    assert scroll(its.teams[0]).games[0].result is DREW


def test_the_same_said_in_another_order_is_the_same() -> None:
    its = table()
    match = its.brief()
    kenta = its.teams[0].slug
    said = account(match, stars={kenta: ["n1"]}, feats={kenta: {"n1": {"brawl-injury": 1, "reveal": 2}}})
    first, second = said.report.teams
    first = replace(first, ninja={id_: first.ninja[id_] for id_ in ("n1", "n2")})
    feats = {"reveal": 2, "chunin-stunned": 0, "brawl-injury": 1}
    rows = {"n3": NinjaReport(), "n2": first.ninja["n2"], "n1": NinjaReport(on_board=True, feats=feats)}
    its.file(match, replace(said, report=replace(said.report, teams=(first, second))))
    its.file(match, replace(said, report=replace(said.report, teams=(second, replace(first, ninja=rows)))), by=1)
    assert state(match) == State.ACCEPTED


@pytest.mark.parametrize("change", ["points", "result", "feat", "healing-house", "all-star", "challenge", "board"])
def test_any_cell_that_differs_is_a_dispute(change: str) -> None:
    its = table()
    match = its.brief()
    kenta = its.teams[0].slug
    other = {
        "points": lambda: replace_team(account(match), points=3),
        "result": lambda: account(match, DREW, DREW),
        "feat": lambda: replace_team(account(match, feats={kenta: {"n1": {"reveal": 1}}}), points=0),
        "healing-house": lambda: account(match, hurt={kenta: ["n1"]}),
        "all-star": lambda: account(match, stars={kenta: ["n1"]}),
        "challenge": lambda: account(match, challenge="search"),
        "board": lambda: replace_team(account(match), ninja={}),
    }[change]()
    its.file(match, account(match))
    its.file(match, other, by=1)
    assert state(match) == State.DISPUTED


def replace_team(said: Account, **fields: object) -> Account:
    """The same, with something else about the first team."""
    first, *others = said.report.teams
    return replace(said, report=replace(said.report, teams=(replace(first, **fields), *others)))  # type: ignore[arg-type]


def test_notes_are_no_reason_to_disagree() -> None:
    its = table()
    match = its.brief()
    its.file(match, replace(account(match), notes="Rain."))
    its.file(match, replace(account(match), notes="Sun."), by=1)
    assert state(match) == State.ACCEPTED


def test_who_takes_back_what_they_filed_leaves_the_word_of_the_other() -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    theirs = its.file(match, account(match, LOST, WON), by=1)
    reporting.withdraw(match=match, author=its.players[0])
    match.refresh_from_db()
    assert match.state == State.REPORTED
    assert match.silence_at is not None
    its.countersign(theirs, by=0)
    assert scroll(its.teams[0]).games[0].result is LOST
    with refused("accepted"):
        reporting.withdraw(match=match, author=its.players[1])


def test_what_was_taken_back_is_not_signed_any_more() -> None:
    its = table()
    match = its.brief()
    mine = its.file(match, account(match))
    reporting.withdraw(match=match, author=its.players[0])
    assert state(match) == State.BRIEFED
    with refused("withdrawn"):
        its.countersign(mine)
    with refused("withdrawn"):
        reporting.settle(report=mine, author=its.master)


def test_who_did_not_play_cannot_countersign() -> None:
    its = table()
    match = its.brief()
    report = its.file(match, account(match))
    with refused("no-side"):
        reporting.countersign(report=report, author=its.master, voice=its.voice(its.master))


# What is refused


def test_a_report_of_another_game_is_refused() -> None:
    its = table()
    match, other = its.brief(), its.brief(its.another_game())
    with refused("other-game"):
        its.file(match, account(other))


def test_a_drawn_game_of_the_playoffs_is_refused_when_it_is_filed() -> None:
    its = table()
    its.fixture.round.is_playoff = True
    its.fixture.round.save()
    match = its.brief()
    with refused("playoff-draw"):
        its.file(match, account(match, DREW, DREW))
    assert match.reports.count() == 0


def test_an_illegal_team_may_not_play_unless_a_ruling_allows_it() -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    kenta = its.teams[0]
    write(kenta, [Ruled("More.", koban=99), recruit("n5", "tora-oni"), recruit("n6", "tora-oni")])
    write(kenta, [Ruled("For once.", allows=("too-many:tora-oni",)), recruit("n7", "tora-oni")])
    write(kenta, [Ruled("No more.", forbids=("too-many:tora-oni",))])
    match = its.brief()
    with refused("too-many") as caught:
        its.file(match, account(match))
    assert caught.value.problems[0].subject == kenta.slug
    assert caught.value.message.startswith(f"{kenta.name}: ")
    desk.rule(team=kenta, ruling=Ruled("They may.", allows=("too-many:tora-oni",)), author=its.master)
    its.file(match, account(match))
    assert state(match) == State.ACCEPTED


def test_who_retires_from_a_game_of_three_leaves_it_to_be_briefed_again() -> None:
    its = table(3)
    match = its.brief()
    entrant = its.season.entrants.get(team=its.teams[2])
    seasons.retire(entrant=entrant, leaving=seasons.Leaving.FORFEIT, author=its.master)
    with refused("left"):
        its.file(match, account(match))
    its.brief()
    its.countersign(its.file(match, account(match)))
    assert state(match) == State.ACCEPTED


def test_nobody_retires_from_a_game_of_three_whose_report_waits() -> None:
    its = table(3)
    match = its.brief()
    its.file(match, account(match))
    entrant = its.season.entrants.get(team=its.teams[2])
    with refused("reported"):
        seasons.retire(entrant=entrant, leaving=seasons.Leaving.FORFEIT, author=its.master)
    assert its.fixture.sides.count() == 3


# Silence


def test_silence_that_meets_an_obstacle_says_so_and_tries_again_tomorrow() -> None:
    its = table()
    match, other = its.brief(), its.brief(its.another_game())
    its.file(match, account(match))
    its.settle(other, account(other))
    overdue(match)
    assert reporting.accept_overdue() == 0
    match.refresh_from_db()
    assert match.state == State.REPORTED
    assert "pay or release" in match.held_up
    assert match.silence_at is not None
    assert match.silence_at > timezone.now() + timedelta(hours=23)
    assert League.objects.get(pk=its.league.pk).silence_at == match.silence_at
    for team in its.teams:
        desk.pay(team=team, game=other.game, ninja="n4", author=None)
    overdue(match)
    assert reporting.accept_overdue(its.league) == 1
    after = Match.objects.get(pk=match.pk)
    assert (after.state, after.held_up, after.silence_at) == (State.ACCEPTED, "", None)


def test_the_league_knows_the_next_of_its_silences() -> None:
    its = table(3)
    kenta, mio, yuki = its.teams
    one, two = its.brief(its.another_game([kenta, mio])), its.brief(its.another_game([mio, yuki]))
    its.file(one, account(one))
    its.file(two, account(two), by=1)
    Match.objects.filter(pk=one.pk).update(silence_at=timezone.now() + timedelta(days=1))
    reporting.wait(Match.objects.get(pk=two.pk), timezone.now() + timedelta(days=2))
    one.refresh_from_db()
    assert League.objects.get(pk=its.league.pk).silence_at == one.silence_at
    its.settle(one, account(one))
    assert League.objects.get(pk=its.league.pk).silence_at == Match.objects.get(pk=two.pk).silence_at


def test_silence_of_one_league_says_nothing_in_another() -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    overdue(match)
    other = League.objects.create(slug="other", name="Other")
    assert reporting.accept_overdue(other) == 0
    assert state(match) == State.REPORTED


def test_a_game_called_off_while_silence_was_looking_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    overdue(match)
    really = results.locked

    def called_off(fixture: Fixture) -> Fixture:
        Fixture.objects.filter(pk=fixture.pk).delete()
        return really(fixture)

    monkeypatch.setattr(results, "locked", called_off)
    assert reporting.accept_overdue() == 0


# What it costs


def crowded(its: Table, ninja: int) -> None:
    """Teams of that many ninja, by the ninja master's leave."""
    for team, clan in zip(its.teams, ("tora", "ika"), strict=True):
        write(team, [Ruled("More.", koban=1000, allows=(f"too-many:{clan}-kaiken",))])
        write(team, [recruit(f"x{n}", f"{clan}-kaiken") for n in range(ninja - len(scroll(team).ninja))])


def aged(teams: Iterable[Team], entries: int) -> None:
    for team in teams:
        write(team, [Ruled("Noted.") for _ in range(entries)])


def queries_of_acceptance(its: Table) -> int:
    match = its.brief()
    slugs = [team.slug for team in its.teams]
    hurt = {slug: [ninja.id for ninja in scroll(team).ninja] for slug, team in zip(slugs, its.teams, strict=True)}
    feats = {slug: {id_: {"reveal": 1} for id_ in ids} for slug, ids in hurt.items()}
    report = its.file(match, account(match, hurt=hurt, feats=feats))
    with CaptureQueriesContext(
        connection,
    ) as seen:
        its.countersign(report)
    assert state(match) == State.ACCEPTED
    return len(seen)


@pytest.mark.parametrize(("ninja", "entries"), [(4, 0), (12, 0), (4, 200), (24, 200)])
def test_acceptance_costs_the_same_for_a_few_ninja_and_many_for_a_new_team_and_an_old_one(
    ninja: int, entries: int
) -> None:
    its = table()
    crowded(its, ninja)
    aged(its.teams, entries)
    assert queries_of_acceptance(its) == 57


def test_acceptance_writes_one_entry_for_each_team() -> None:
    its = table()
    match = its.brief()
    before = Entry.objects.count()
    its.countersign(its.file(match, account(match)))
    assert Entry.objects.count() == before + 2
    assert all(chronicle.retell(team) == [] for team in its.teams)


@pytest.mark.parametrize("entries", [0, 200])
def test_a_step_costs_the_same_for_a_new_team_and_an_old_one(
    entries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    kenta = its.teams[0]
    aged([kenta], entries)
    match = its.brief()
    its.file(match, account(match))
    with django_assert_num_queries(14):
        desk.pay(team=kenta, game=match.game, ninja="n4", author=its.players[0], key=uuid4())


@pytest.mark.parametrize(("ninja", "entries"), [(4, 0), (12, 0), (12, 200)])
def test_an_amendment_costs_the_same_however_much_it_strikes(ninja: int, entries: int) -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    crowded(its, ninja)
    match = its.brief()
    everybody = {team.slug: [one.id for one in scroll(team).ninja] for team in its.teams}
    its.file(match, account(match, hurt=everybody))
    for team in its.teams:
        take_every_step(team)
    aged(its.teams, entries)
    match.refresh_from_db()
    told = {"match": match, "account": None, "author": its.master, "reason": "Wrong.", "key": uuid4()}
    based_on = amending.version_of(match)
    with CaptureQueriesContext(connection) as seen:
        amending.amend(**told, based_on=based_on)  # type: ignore[arg-type]
    assert len(seen) == 40
