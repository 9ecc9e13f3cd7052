"""The page of a league: what it shows to whom, what it tells them to do next, and what it costs."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from pytest_django import DjangoAssertNumQueries

from league import houses, leagues, tables
from league.league_page import MOST_GAMES, TABLE_HEAD
from league.models import (
    Entrant,
    Fixture,
    Format,
    Joining,
    JoinRequest,
    League,
    Membership,
    Role,
    Round,
    Season,
    Side,
    today,
)
from league.standings import Outcome
from rules.house import rulebook
from teams.models import Ninja, Team
from tests.league.clubs import club, enter, join, played, season
from tests.teams.people import person
from tests.teams.stories import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    """Its ninja master is `sensei`."""
    return club()


@pytest.fixture
def sensei(client: Client, league: League) -> User:
    """Logged in already."""
    user = league.memberships.get().person
    client.force_login(user)
    return user


def read(client: Client) -> str:
    response = client.get("/leagues/moon-court/")
    assert response.status_code == 200
    return words(response)


def begun(league: League, teams: int = 4) -> tuple[Season, list[Entrant]]:
    """A season with one game played and one to be played."""
    its = season(league, teams=teams)
    first, second, third, fourth, *_ = entrants = list(its.entrants.order_by("pk"))
    played(its, 1, (first, Outcome.WON, 5), (second, Outcome.LOST, 3))
    to_be_played(its, 1, third, fourth)
    return its, entrants


def to_be_played(of: Season, number: int, *sides: Entrant) -> Fixture:
    its_round, _ = Round.objects.get_or_create(season=of, number=number, defaults={"published_at": timezone.now()})
    fixture = Fixture.objects.create(round=its_round, position=its_round.fixtures.count())
    Side.objects.bulk_create(Side(fixture=fixture, entrant=its, position=seat) for seat, its in enumerate(sides))
    return fixture


# What it shows


def test_a_public_league_is_read_without_an_account(client: Client, league: League) -> None:
    begun(league)
    page = read(client)
    assert "Moon Court Ninja master: sensei 1 member" in page
    for part in ("Table", "Round 1", "Team 1 Won 5", "To be played", "Leaders", "House rules", "Teams 4"):
        assert part in page
    assert "Settings" not in page


def test_a_private_league_is_read_by_its_members_alone(client: Client) -> None:
    league = club(is_private=True)
    assert client.get("/leagues/moon-court/").status_code == 404
    client.force_login(person("stranger"))
    assert client.get("/leagues/moon-court/").status_code == 404
    client.force_login(join(league, person("kenta"), Role.GUEST))
    assert "Private" in read(client)


def test_a_league_that_is_not_there_says_so(client: Client) -> None:
    response = client.get("/leagues/nowhere/")
    assert response.status_code == 404
    assert "There is no league at this address, or it is private." in words(response)


def test_it_tells_what_its_ninja_master_wrote(client: Client, league: League) -> None:
    League.objects.update(description="# Fridays\n\nBring **tea** <script>alert(1)</script>")
    html = client.get("/leagues/moon-court/").content.decode()
    assert "<h3>Fridays</h3>" in html
    assert "<strong>tea</strong> &lt;script&gt;" in html


def test_without_words_only_the_ninja_master_is_asked_for_some(client: Client, league: League, sensei: User) -> None:
    assert "Nothing is said of this league yet. Describe it" in read(client)
    client.logout()
    assert "Nothing is said" not in read(client)


def test_several_ninja_masters_are_named_and_none_is_too(client: Client, league: League) -> None:
    join(league, person("mio"), Role.MASTER)
    assert "Ninja master: mio and sensei 2 members" in read(client)
    Membership.objects.all().delete()
    assert "Ninja master: nobody now 0 members" in read(client)


def test_house_rules_are_told_where_they_differ(client: Client, league: League) -> None:
    assert "None: this league plays by the rulebook." in read(client)
    rich = replace(rulebook(), koban=replace(rulebook().koban, starting=120))
    houses.change_rules(league=league, rules=rich, author=league.memberships.get().person, reason="Fun", based_on=0)
    league.refresh_from_db()
    (sentence,) = houses.differences_of(league)
    assert f"House rules {sentence} What the rulebook says" in read(client)


def test_the_season_under_way_is_shown_even_if_the_next_is_planned(client: Client, league: League) -> None:
    begun(league)
    Season.objects.create(league=league, number=2, name="Winter")
    page = read(client)
    assert page.index("Autumn Running") < page.index("Other seasons") < page.index("Winter Planned")


def test_the_champion_is_crowned(client: Client, league: League) -> None:
    its, (first, *_) = begun(league)
    Season.objects.filter(pk=its.pk).update(state=Season.State.FINISHED, champion=first.team)
    assert "Champion, Autumn Team 1" in read(client)
    Season.objects.create(league=league, number=2, name="Winter")
    page = read(client)
    assert "Champion, Autumn Team 1" in page
    assert "Autumn Finished Champion: Team 1" in page


def test_empty_places_say_what_will_stand_there(client: Client, league: League) -> None:
    assert "once the ninja master has opened the first season" in read(client)
    season(league, teams=0)
    assert "No team has entered yet." in read(client)
    enter(league.seasons.get(), "Red Hands")
    assert "No game has been decided yet. The first result makes the table." in read(client)


def test_a_result_is_told_once(client: Client, league: League) -> None:
    begun(league)
    page = read(client)
    assert "Latest results" not in page
    its = league.seasons.get()
    third, fourth = its.entrants.order_by("pk")[2:]
    to_be_played(its, 2, third, fourth)
    Fixture.objects.filter(round__number=1, state="scheduled").delete()
    page = read(client)
    assert page.index("Round 2") < page.index("Latest results") < page.index("Team 1 Won 5")


def test_of_many_teams_the_first_are_shown_and_ones_own(client: Client, league: League, sensei: User) -> None:
    its, _ = begun(league, teams=TABLE_HEAD + 6)
    last = tables.table_of(its).rows[-1].team
    html = client.get("/leagues/moon-court/").content.decode()
    assert html.count('<td class="place">') == TABLE_HEAD
    assert f"All {TABLE_HEAD + 6} teams, and what decided each position" in html
    Team.objects.filter(pk=last.pk).update(owner=sensei)
    html = client.get("/leagues/moon-court/").content.decode()
    assert html.count('<td class="place">') == TABLE_HEAD + 1


def test_of_many_games_ones_own_come_first(client: Client, league: League, sensei: User) -> None:
    its, entrants = begun(league, teams=4)
    for _ in range(MOST_GAMES):
        to_be_played(its, 1, entrants[0], entrants[1])
    own = enter(its, "My Own", owner=sensei)
    to_be_played(its, 1, own, entrants[1])
    page = read(client)
    assert f"{MOST_GAMES + 3 - MOST_GAMES} more in Round 1" in page
    assert page.index("Round 1 My Own Team 2") < page.index("Team 3 Team 4")


def test_retired_teams_are_marked(client: Client, league: League) -> None:
    _, (first, *_) = begun(league)
    Entrant.objects.filter(pk=first.pk).update(retired_at=timezone.now())
    assert "Team 1 Retired" in read(client)


# What to do next


def test_a_stranger_is_told_how_to_join(client: Client, league: League) -> None:
    for joining, sentence in {
        Joining.OPEN: "This league is open to everybody. Join",
        Joining.APPROVAL: "the ninja master decides on each request. Ask to join",
        Joining.INVITATION: "One joins this league by invitation",
    }.items():
        League.objects.update(joining=joining)
        assert sentence in read(client)


def test_who_has_asked_is_told_to_wait(client: Client, league: League) -> None:
    kenta = person("kenta")
    client.force_login(kenta)
    JoinRequest.objects.create(league=league, person=kenta)
    assert "You have asked to join. The ninja master has not answered yet." in read(client)


def test_a_player_is_told_to_bring_a_team(client: Client, league: League) -> None:
    kenta = join(league, person("kenta"))
    client.force_login(kenta)
    assert "Enter a team" not in read(client)
    its, _ = begun(league)
    assert "You have no team in Autumn. It has begun: ask the ninja master to let one in." in read(client)
    Season.objects.update(format=Format.OPEN)
    assert "You have no team in Autumn. Enter a team" in read(client)
    Season.objects.update(format=Format.SWISS, state=Season.State.PLANNED)
    assert "You have no team in Autumn. Enter a team" in read(client)
    enter(its, "Red Hands", owner=kenta)
    assert "Enter a team" not in read(client)


def test_a_player_is_led_to_the_own_next_game_first(client: Client, league: League) -> None:
    kenta, (its, entrants) = join(league, person("kenta")), begun(league)
    client.force_login(kenta)
    own = enter(its, "Red Hands", owner=kenta)
    played(its, 1, (own, Outcome.WON, 5), (entrants[0], Outcome.LOST, 3))
    assert "Your next game" not in read(client)
    game = to_be_played(its, 1, own, entrants[1])
    team = entrants[1].team.name
    assert f"Your next game: Red Hands against {team}. Go to the game" in read(client)
    tomorrow = today() + timedelta(days=1)
    Round.objects.update(deadline=tomorrow)
    assert f"Your next game, by {date_format(tomorrow, 'j F')}: Red Hands against {team}." in read(client)
    Side.objects.filter(fixture=game, entrant=entrants[1]).delete()
    assert "Your next game" not in read(client)


def test_an_overdue_game_is_told_once(client: Client, league: League) -> None:
    kenta, (its, entrants) = join(league, person("kenta")), begun(league)
    client.force_login(kenta)
    own = enter(its, "Red Hands", owner=kenta)
    to_be_played(its, 1, own, entrants[1])
    Round.objects.update(deadline=today() - timedelta(days=2))
    page = read(client)
    assert "is overdue. Go to the game" in page
    assert "Your next game" not in page


def test_a_guest_is_told_nothing(client: Client, league: League) -> None:
    begun(league)
    client.force_login(join(league, person("kenta"), Role.GUEST))
    assert 'class="steps"' not in client.get("/leagues/moon-court/").content.decode()


def test_the_ninja_master_is_led_from_the_first_link_to_the_next_season(
    client: Client, league: League, sensei: User
) -> None:
    page = read(client)
    assert "Nobody else is here yet. Send your players a link. Invite players" in page
    assert "No season has been opened yet. Open the first season" in page
    JoinRequest.objects.create(league=league, person=person("kenta"))
    assert "1 player would like to join. Answer" in read(client)
    its = season(league, teams=2)
    Season.objects.update(state=Season.State.PLANNED)
    assert "Autumn has not begun; 2 teams so far." in read(client)
    Season.objects.update(state=Season.State.RUNNING)
    assert "Autumn has begun, and no round is published yet." in read(client)
    fixture = to_be_played(its, 1, *its.entrants.all())
    assert "Round 1: 1 game still to be played. Run the round" in read(client)
    Side.objects.update(outcome=Outcome.DREW)
    Fixture.objects.filter(pk=fixture.pk).update(state=Fixture.State.PLAYED, decided_at=timezone.now())
    assert "Every game of Round 1 is decided. Go on" in read(client)
    Season.objects.update(state=Season.State.FINISHED)
    assert "Autumn is over. Open the next season" in read(client)


def test_an_archived_league_is_only_reopened(client: Client, league: League, sensei: User) -> None:
    begun(league)
    leagues.archive(league=league)
    page = read(client)
    assert "This league is archived: it can be read, and nothing in it changes. Reopen it" in page
    assert "Enter a team" not in page
    assert "Settings" not in page
    client.logout()
    page = read(client)
    assert "This league is archived" in page
    assert "Reopen it" not in page


# What it costs


def big(league: League, count: int) -> None:
    """A season of that many teams after one round, as rows alone; every team has a game, and two leaders."""
    its = season(league, teams=1)
    first = Team.objects.get()
    skipped = {"id", "slug", "name"}
    columns = {f.attname: getattr(first, f.attname) for f in Team._meta.concrete_fields if f.name not in skipped}
    Team.objects.bulk_create(Team(slug=f"many-{n}", name=f"Many {n}", **columns) for n in range(1, count))
    Entrant.objects.bulk_create(Entrant(season=its, team=one, coin=one.pk) for one in Team.objects.exclude(pk=first.pk))
    entrants = list(its.entrants.all())
    for one, other in zip(entrants[::2], entrants[1::2], strict=True):
        played(its, 1, (one, Outcome.WON, 5), (other, Outcome.LOST, 3))
    to_be_played(its, 2, *entrants[:2])
    Ninja.objects.update(xp=3, injuries=2, all_stars=1)
    for number in range(2, 5):
        Season.objects.create(league=league, number=number, name=f"Old {number}", state="finished", champion=first)


@pytest.mark.parametrize("count", [8, 88])
@pytest.mark.parametrize(("who", "queries"), [("visitor", 11), ("stranger", 13), ("player", 14), ("master", 14)])
def test_it_costs_the_same_for_8_and_88_teams(
    client: Client,
    league: League,
    count: int,
    who: str,
    queries: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    big(league, count)
    JoinRequest.objects.create(league=league, person=person("asking"))
    if who != "visitor":
        client.force_login(league.memberships.get().person if who == "master" else person(who))
    if who == "player":
        join(league, User.objects.get(username="player"))
    with django_assert_num_queries(queries):
        page = read(client)
    assert f"Teams {count}" in page
