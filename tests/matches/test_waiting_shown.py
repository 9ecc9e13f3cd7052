"""Before anybody opens a game: lists say that it has a report, and the start page says what waits for whom."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league import home
from league.models import League, Role, Round, today
from matches.models import Match
from teams.models import Team
from tests.league.clubs import club, enter, join, season
from tests.matches.games import LOST, WON, Table, account, game_of, table
from tests.matches.test_master import late
from tests.teams.people import person
from tests.teams.stories import words

LISTS = ["/", "/leagues/moon-court/", "/leagues/moon-court/seasons/1/?round=1"]
QUERIES = 7  # as in tests/league/test_home.py


@pytest.fixture
def its(db: None) -> Table:
    return table()


def read(client: Client, who: User, page: str = "/") -> str:
    client.force_login(who)
    return words(client.get(page))


def waits(who: User) -> list[str]:
    return [its.step.sentence for its in home.what_waits(who, home.memberships_of(who))]


def disputed(its: Table) -> Match:
    match = its.brief()
    its.file(match, account(match))
    its.file(match, account(match, LOST, WON), by=1)
    match.refresh_from_db()
    assert match.state == Match.State.DISPUTED
    return match


# How a game stands


@pytest.mark.parametrize("page", LISTS)
def test_every_list_says_that_a_report_waits_or_is_disputed(client: Client, its: Table, page: str) -> None:
    late(its)
    kenta = its.players[0]
    match = its.brief()
    assert "To be played by" in read(client, kenta, page)
    its.file(match, account(match))
    text = read(client, kenta, page)
    assert "Kenta tora against Mio ika: Report waiting" in text
    assert "To be played" not in text
    assert "Overdue" not in text, "a game that was played is not late"
    its.file(match, account(match, LOST, WON), by=1)
    assert "Kenta tora against Mio ika: Report disputed" in read(client, kenta, page)


def test_an_accepted_report_leaves_the_word_to_the_result(client: Client, its: Table) -> None:
    match = its.brief()
    its.countersign(its.file(match, account(match)))
    assert "Kenta tora against Mio ika: Played" in read(client, its.players[0], LISTS[2])


def test_a_game_that_is_reported_is_no_next_game_of_the_league(client: Client, its: Table) -> None:
    page = its.league.get_absolute_url()
    client.force_login(its.players[0])
    client.post(f"{page}first-steps/")
    match = its.brief()
    assert "Your next game" in read(client, its.players[0], page)
    its.file(match, account(match))
    assert "Your next game" not in read(client, its.players[0], page)


# What waits


def test_a_player_reads_what_to_sign_and_where(client: Client, its: Table) -> None:
    match = its.brief()
    its.file(match, account(match))
    sentence = "The report of Kenta tora against Mio ika waits for your signature. Read and countersign"
    assert f"Waiting for you Moon Court {sentence}" in read(client, its.players[1])
    assert f'href="/games/{its.fixture.pk}/report/"' in client.get("/").content.decode()
    assert "Waiting for you" not in read(client, its.players[0]), "who has signed has done it"


def test_a_ninja_master_reads_what_is_on_the_desk_and_who_asks_to_join(client: Client, its: Table) -> None:
    disputed(its)
    its.league.join_requests.create(person=person("nobu"))
    its.league.join_requests.create(person=person("rei"), decided_at=its.league.created_at)
    assert waits(its.master) == ["1 report is disputed.", "1 player would like to join."]
    assert "1 report is disputed. Open the desk" in read(client, its.master)
    assert waits(its.players[0]) == ["The reports of Kenta tora against Mio ika do not agree."]


def test_nothing_waits_for_guests_and_in_archived_leagues(client: Client, its: Table) -> None:
    late(its)
    assert waits(its.players[0]) == ["Kenta tora against Mio ika is overdue."]
    its.league.memberships.filter(person=its.players[0]).update(role=Role.GUEST)
    assert waits(its.players[0]) == []
    League.objects.update(archived_at=its.league.created_at)
    assert waits(its.master) == []


def test_what_is_not_overdue_yet_is_tomorrow(its: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    late(its, days=0)
    assert waits(its.players[0]) == []
    tomorrow = today() + timedelta(days=1)
    monkeypatch.setattr(timezone, "localdate", lambda: tomorrow)
    assert waits(its.players[0]) == ["Kenta tora against Mio ika is overdue."]


def test_each_league_says_only_what_waits_there(its: Table) -> None:
    """Who runs one league and plays in another is told of all that waits in the first, of the own part in the other."""
    late(its)
    kenta = its.players[0]
    other = club("Old Court", master=kenta)
    autumn = season(other, teams=0)
    game_of(autumn, [enter(autumn, name, owner=its.players[1]).team for name in ("Red Hands", "Blue Hands")])
    Round.objects.update(deadline=today() - timedelta(days=3))
    assert waits(kenta) == ["Kenta tora against Mio ika is overdue.", "1 game is overdue."]
    assert waits(its.master) == ["1 game is overdue."]


def test_a_team_in_two_seasons_of_a_league_is_told_of_once(its: Table) -> None:
    team = its.players[0].teams.get()
    team.entries_in_seasons.create(season=season(its.league, teams=0), coin=team.pk)
    Team.objects.filter(pk=team.pk).update(steps_due=2, roster_problems=1)
    steps, roster = f"{team} has 2 steps to take after its game.", f"{team} may not play: its roster is not legal."
    assert sorted(waits(its.players[0])) == [steps, roster]
    assert waits(its.master) == ["1 team has steps to take and 1 team may not play."]


def test_many_things_are_counted_and_not_listed(client: Client, its: Table) -> None:
    for _ in range(home.MOST_WAITING + 1):
        its.another_game()
    late(its)
    text = read(client, its.players[0])
    assert text.count("is overdue. Go to the game") == home.MOST_WAITING
    assert "2 more on the pages of your leagues." in text


@pytest.mark.parametrize("leagues", [1, home.MOST_LEAGUES + 2])
def test_it_costs_the_same_in_however_many_leagues(
    leagues: int, client: Client, its: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    disputed(its)
    for number in range(1, leagues):
        join(club(f"Court {number}", master=person(f"master{number}")), its.players[0], Role.ASSISTANT)
    client.force_login(its.players[0])
    with django_assert_num_queries(QUERIES):
        assert client.get("/").status_code == 200
