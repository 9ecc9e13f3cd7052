"""The start page of somebody who is logged in: what they play next, with whom, and where."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league import home
from league.models import Fixture, League, Role, Round, Season, Side, today
from tests.league.clubs import club, enter, join, season
from tests.teams.people import person

pytestmark = pytest.mark.django_db

QUERIES = 7  # who it is (2), teams, games with their sides (2), leagues, what waits there


@pytest.fixture
def kenta() -> User:
    return person("kenta")


def scheduled(of: Season, who: User, number: int = 1, *, due_in: int = 7, is_published: bool = True) -> Fixture:
    """A game of a new team of theirs."""
    published_at = timezone.now() if is_published else None
    its_round = Round.objects.create(
        season=of, number=number, published_at=published_at, deadline=today() + timedelta(days=due_in)
    )
    fixture = Fixture.objects.create(round=its_round)
    for position, owner in enumerate((who, None)):
        entrant = enter(of, f"Team {number} {position} of {of.league}", owner=owner)
        Side.objects.create(fixture=fixture, entrant=entrant, position=position)
    return fixture


def home_of(client: Client, who: User) -> str:
    client.force_login(who)
    return client.get("/").content.decode()


def test_the_most_urgent_game_comes_first(kenta: User) -> None:
    its = season(club(), teams=0)
    late, soon = scheduled(its, kenta, 1, due_in=9), scheduled(its, kenta, 2, due_in=2)
    assert [one.game.pk for one in home.next_games(kenta)] == [soon.pk, late.pk]


def test_what_is_played_drafted_archived_or_of_others_is_no_next_game(kenta: User) -> None:
    its = season(club(), teams=0)
    over = scheduled(its, kenta, 1)
    over.state = Fixture.State.PLAYED
    over.save()
    scheduled(its, kenta, 2, is_published=False)
    scheduled(its, person("mio"), 3)
    archived = club("Old Court", master=person("gen"))
    scheduled(season(archived, teams=0), kenta, 4)
    League.objects.filter(pk=archived.pk).update(archived_at=timezone.now())
    assert home.next_games(kenta) == []


def test_it_names_teams_games_and_leagues(client: Client, kenta: User) -> None:
    league = club()
    join(league, kenta, Role.ASSISTANT)
    game = scheduled(season(league, teams=0), kenta)
    page = home_of(client, kenta)
    assert "Welcome, <bdi>kenta</bdi>" in page
    assert f'href="/games/{game.pk}/"' in page
    assert "Team 1 0 of Moon Court" in page
    assert 'href="/leagues/moon-court/"' in page
    assert "Assistant" in page


def test_whoever_has_nothing_yet_reads_what_to_do(client: Client, kenta: User) -> None:
    page = home_of(client, kenta)
    for way_on in ("/leagues/", "/leagues/new/", "/teams/new/"):
        assert f'href="{way_on}"' in page


def test_a_visitor_reads_what_this_is_and_costs_no_query(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        page = client.get("/").content.decode()
    assert "What people do here" in page
    assert "Your teams" not in page


@pytest.mark.parametrize("games", [1, 12])
def test_it_costs_the_same_however_much_somebody_plays(
    games: int, client: Client, kenta: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    league = club()
    join(league, kenta)
    its = season(league, teams=0)
    for number in range(1, games + 1):
        scheduled(its, kenta, number)
    client.force_login(kenta)
    with django_assert_num_queries(QUERIES):
        page = client.get("/").content.decode()
    assert page.count('class="card fixture') == min(games, home.MOST_GAMES)
