"""The ninja master's desk: what waits stands on it, one click does something about it, and only for who may."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league import leagues, results
from league.models import Entrant, Fixture, JoinRequest, Membership, Role, Round, Season, Side, today
from league.permissions import Standing
from matches import amending, master_page, reporting
from matches.models import Match, Reminder
from matches.reporting import Account
from teams.models import Team
from tests.league.clubs import club, join, season
from tests.league.test_season_pages import words
from tests.matches.games import LOST, WON, Table, account, table, take_every_step
from tests.teams.people import person

pytestmark = pytest.mark.django_db
DESK = "/leagues/moon-court/desk/"


@pytest.fixture
def its() -> Table:
    return table()


def late(its: Table, days: int = 3) -> Fixture:
    """Its game was to be played so many days ago."""
    Round.objects.update(deadline=today() - timedelta(days=days))
    return its.fixture


def read(client: Client, who: User) -> str:
    client.force_login(who)
    response = client.get(DESK)
    assert response.status_code == 200
    return words(response)


def part(page: str, heading: str, until: str) -> str:
    return page.split(heading, 1)[1].split(until, 1)[0]


# What stands on it


def test_an_empty_desk_says_so_everywhere(client: Client, its: Table) -> None:
    page = read(client, its.master)
    assert "Nothing waits. Good games to everybody!" in page
    for sentence in (
        "Nobody asks to join.",
        "Every game is in time.",
        "Every report is accepted.",
        "No amendment waits for a signature.",
        "Every step after a game is taken.",
        "Every advancement is taken.",
        "Every roster is legal.",
    ):
        assert sentence in page
    assert "Remind" not in page


def test_an_overdue_game_says_how_late_it_is(client: Client, its: Table) -> None:
    late(its)
    page = read(client, its.master)
    assert "Overdue games 1 Kenta tora against Mio ika Round 1 of Autumn, 3 days late" in page
    Round.objects.update(deadline=today())
    assert "Every game is in time." in read(client, its.master)


def test_only_games_that_can_be_played_are_overdue(client: Client, its: Table) -> None:
    game = late(its)
    Fixture.objects.filter(pk=game.pk).update(deadline=today())
    assert "Every game is in time." in read(client, its.master)
    Fixture.objects.filter(pk=game.pk).update(deadline=None, state=Fixture.State.FORFEITED)
    assert "Every game is in time." in read(client, its.master)
    Fixture.objects.filter(pk=game.pk).update(state=Fixture.State.SCHEDULED)
    Round.objects.update(published_at=None)
    assert "Every game is in time." in read(client, its.master)
    Round.objects.update(published_at=timezone.now())
    assert "Overdue games 1" in read(client, its.master)
    Season.objects.update(state=Season.State.FINISHED)
    assert "Every game is in time." in read(client, its.master)


def test_a_report_that_waits_says_for_whom_and_how_long(client: Client, its: Table) -> None:
    late(its)
    match = its.brief()
    its.file(match, account(match))
    page = read(client, its.master)
    assert "Every game is in time." in page
    reports = part(page, "Reports to be accepted 1", "Proposed amendments")
    assert "Kenta tora against Mio ika Not signed by Mio ika . Silence accepts it on" in reports
    assert "0 : 0 Version 1 by kenta" in reports
    assert "signed by Kenta tora" in reports
    Match.objects.update(held_up="Somebody has steps to take.")
    assert "Silence could not accept it. Somebody has steps to take." in read(client, its.master)


def test_a_disputed_report_says_in_how_much(client: Client, its: Table) -> None:
    match = its.brief()
    its.file(match, account(match))
    its.file(match, account(match, LOST, WON), by=1)
    reports = part(read(client, its.master), "Reports to be accepted 1", "Proposed amendments")
    assert "Disputed The versions differ in 2 cells ." in reports
    assert "Not signed" not in reports
    assert reports.count("Settle: it counts") == 2


def test_an_assistant_who_plays_settles_nothing(client: Client, its: Table) -> None:
    match = its.brief()
    its.file(match, account(match))
    helper = join(its.league, person("helper"), Role.ASSISTANT)
    assert "Settle: it counts" in read(client, helper)
    Team.objects.filter(pk=its.teams[1].pk).update(owner=helper)
    assert "Settle: it counts" not in read(client, helper)


def test_a_proposal_says_who_has_not_signed(client: Client, its: Table) -> None:
    propose(its)
    page = part(read(client, its.master), "Proposed amendments 1", "Steps not taken")
    assert "kenta proposed on" in page
    assert "to amend its report: “ We both know. ”" in page
    assert "Not signed by Mio ika ." in page


def propose(its: Table) -> Match:
    match = its.brief()
    its.settle(match, account(match))
    kenta = its.players[0]
    match = Match.objects.get(pk=match.pk)
    amending.propose(
        match=match,
        account=account_before(match),
        author=kenta,
        voice=its.voice(kenta),
        reason="We both know.",
        key=uuid4(),
        based_on=amending.version_of(match),
    )
    return match


def account_before(match: Match) -> Account:
    assert match.accepted
    said = reporting.account_of(match.accepted)
    assert said
    teams = tuple(replace(team, result=LOST if team.result is WON else WON) for team in said.report.teams)
    return replace(said, report=replace(said.report, teams=teams))


def test_steps_come_before_advancements_and_lead_to_the_team(client: Client, its: Table) -> None:
    Team.objects.filter(pk=its.teams[0].pk).update(steps_due=3, advances_due=1)
    Team.objects.filter(pk=its.teams[1].pk).update(steps_due=2, advances_due=2)
    page = read(client, its.master)
    steps = part(page, "Steps not taken after a game 1", "Advancements not taken")
    assert "Kenta tora played by kenta 2 steps, then 1 advancement to take." in steps
    assert "Mio ika played by mio 2 advancements to take." in part(page, "Advancements not taken 1", "Teams that may")


def test_an_illegal_team_leads_to_rulings_for_the_master_alone(client: Client, its: Table) -> None:
    Team.objects.filter(pk=its.teams[0].pk).update(roster_problems=2)
    assert "Kenta tora played by kenta 2 reasons why it may not play. Remind kenta Give a ruling" in read(
        client, its.master
    )
    helper = join(its.league, person("helper"), Role.ASSISTANT)
    assert "Give a ruling" not in read(client, helper)


def test_teams_that_play_no_more_are_nobodys_concern(client: Client, its: Table) -> None:
    Team.objects.update(steps_due=2, roster_problems=1)
    Entrant.objects.filter(team=its.teams[0]).update(retired_at=timezone.now())
    page = read(client, its.master)
    assert "Kenta tora" not in page
    assert "Mio ika" in page
    Season.objects.update(state=Season.State.FINISHED)
    assert "Nothing waits." in read(client, its.master)


# Joining


def test_who_asks_is_answered_on_the_desk(client: Client, its: Table) -> None:
    one, other = (JoinRequest.objects.create(league=its.league, person=person(name)) for name in ("yuki", "nami"))
    assert "Asking to join 2 yuki asked on" in read(client, its.master)
    assert "yuki is a player of Moon Court now." in words(client.post(f"{DESK}requests/{one.pk}/", follow=True))
    page = words(client.post(f"{DESK}requests/{other.pk}/", {"decline": "yes"}, follow=True))
    assert "The request of nami is declined." in page
    assert "Nobody asks to join." in page
    assert Membership.objects.filter(league=its.league, person__username="yuki", role=Role.PLAYER).exists()
    assert "was turned down already." in words(client.post(f"{DESK}requests/{other.pk}/", follow=True))
    assert client.post(f"{DESK}requests/999/").status_code == 404


# More time


def extend(client: Client, game: Fixture, **more: str) -> str:
    until = (today() + timedelta(days=7)).isoformat()
    sent = {"deadline": until, "based_on": results.version_of(game), **more}
    return words(client.post(f"{DESK}games/{game.pk}/extend/", sent, follow=True))


def test_a_game_gets_a_week_more_and_sent_twice_not_two(client: Client, its: Table) -> None:
    game = late(its)
    client.force_login(its.master)
    seen = results.version_of(game)
    for _ in range(2):
        assert "The game is to be played by" in extend(client, game, based_on=seen)
        game.refresh_from_db()
        assert game.deadline == today() + timedelta(days=7)
        assert game.decided_by == its.master
    assert "Every game is in time." in read(client, its.master)


def test_who_saw_an_older_game_is_told(client: Client, its: Table) -> None:
    game = late(its)
    client.force_login(its.master)
    assert "Somebody has recorded something about this game meanwhile." in extend(client, game, based_on="older")
    assert "Say until when." in extend(client, game, deadline="soon")
    assert Fixture.objects.get(pk=game.pk).deadline is None


def test_a_whole_round_gets_more_time_if_several_of_its_games_are_late(client: Client, its: Table) -> None:
    game = late(its)
    assert "Extend Round" not in read(client, its.master)
    again = Fixture.objects.create(round=game.round, position=1)
    Side.objects.bulk_create(
        Side(fixture=again, entrant_id=s.entrant_id, position=s.position) for s in game.sides.all()
    )
    until = today() + timedelta(days=7)
    assert f"Extend Round 1 of Autumn to {until.day} {until:%B}: 2 games" in read(client, its.master)
    page = words(client.post(f"{DESK}seasons/1/rounds/1/extend/", {"deadline": until.isoformat()}, follow=True))
    assert "Round 1 is to be played by" in page
    assert "Every game is in time." in page
    assert Round.objects.get(pk=game.round_id).deadline == until
    assert "Say until when." in words(client.post(f"{DESK}seasons/1/rounds/1/extend/", follow=True))


# Who may


@pytest.mark.parametrize(
    ("role", "status"), [("", 403), ("guest", 403), ("player", 403), ("assistant", 200), ("master", 200)]
)
def test_it_is_for_those_who_run_the_league(client: Client, its: Table, role: str, status: int) -> None:
    game = late(its)
    asked = JoinRequest.objects.create(league=its.league, person=person("asking"))
    who = person("somebody")
    if role:
        join(its.league, who, Role(role))
    client.force_login(who)
    assert client.get(DESK).status_code == status
    for page, sent in {
        "remind/": {"of": f"game/{its.teams[0].slug}"},
        f"games/{game.pk}/extend/": {"deadline": "2099-01-01", "based_on": results.version_of(game)},
        "seasons/1/rounds/1/extend/": {"deadline": "2099-01-01"},
        f"requests/{asked.pk}/": {},
    }.items():
        assert client.post(DESK + page, sent).status_code == (302 if status == 200 else 403)
        assert client.get(DESK + page).status_code == 405
    assert Reminder.objects.exists() == (status == 200)


def test_a_visitor_is_refused_and_of_a_private_league_knows_nothing(client: Client, its: Table) -> None:
    assert client.get(DESK).status_code == 403
    type(its.league).objects.update(is_private=True)
    assert client.get(DESK).status_code == 404


def test_in_an_archived_league_nothing_waits(client: Client, its: Table) -> None:
    leagues.archive(league=its.league)
    client.force_login(its.master)
    assert client.get(DESK).status_code == 403
    assert "Desk" not in words(client.get("/leagues/moon-court/"))


def test_games_and_rounds_of_another_league_are_not_there(client: Client, its: Table) -> None:
    other = table_elsewhere()
    client.force_login(its.master)
    sent = {"deadline": "2099-01-01", "based_on": results.version_of(other)}
    assert client.post(f"{DESK}games/{other.pk}/extend/", sent).status_code == 404
    assert client.post(f"{DESK}seasons/9/rounds/1/extend/", sent).status_code == 404


def table_elsewhere() -> Fixture:
    its = season(club("Sun Court", master=person("other")), teams=2)
    its_round = Round.objects.create(season=its, number=1, published_at=timezone.now())
    return Fixture.objects.create(round=its_round)


# What it costs


def crowd(its: Table, count: int) -> None:
    """That many games of as many pairs, each overdue or reported, and everything else besides."""
    first = its.teams[0]
    skipped = {"id", "slug", "name"}
    columns = {f.attname: getattr(first, f.attname) for f in Team._meta.concrete_fields if f.name not in skipped}
    columns |= {"steps_due": 3, "advances_due": 1, "roster_problems": 1}
    made = Team.objects.bulk_create(Team(slug=f"many-{n}", name=f"Many {n}", **columns) for n in range(count))
    entrants = Entrant.objects.bulk_create(Entrant(season=its.season, team=one, coin=one.pk) for one in made)
    late(its)
    for one, other in zip(entrants[::2], entrants[1::2], strict=True):
        game = Fixture.objects.create(round=its.fixture.round, position=one.pk)
        Side.objects.bulk_create(Side(fixture=game, entrant=e, position=n) for n, e in enumerate((one, other)))
        Reminder.objects.create(team=one.team, about="game", sent_by=its.master)
        JoinRequest.objects.create(league=its.league, person=person(f"asking-{one.pk}"))


@pytest.mark.parametrize("count", [8, 40])
def test_it_costs_the_same_for_8_and_40_teams(
    client: Client, its: Table, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    propose(its)
    for team in its.teams:
        take_every_step(team)
    for _ in range(count // 8):
        match = its.brief(its.another_game())
        its.file(match, account(match))
        its.file(match, account(match, LOST, WON), by=1)
    crowd(its, count)
    client.force_login(its.master)
    with django_assert_num_queries(15):
        page = words(client.get(DESK))
    assert f"Overdue games {count // 2}" in page


def test_the_page_of_the_league_counts_what_stands_on_the_desk(client: Client, its: Table) -> None:
    propose(its)
    for team in its.teams:
        take_every_step(team)
    match = its.brief(its.another_game())
    crowd(its, 8)
    its.file(match, account(match))
    shown = master_page.desk_page(its.league, Standing.MASTER, its.master)
    client.force_login(its.master)
    page = words(client.get("/leagues/moon-court/"))
    assert shown.total > 20
    assert f"Desk ({shown.total})" in page
    assert f"Desk ({shown.total})" in words(client.get(DESK))
