"""First steps in a league: ticked by what is on record, shown to those who need them, gone when done or dismissed."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.models import Fixture, Format, League, Role, Season
from league.standings import Outcome
from tests.league.clubs import club, enter, join, played, season
from tests.teams.people import named, person, team
from tests.teams.stories import words

pytestmark = pytest.mark.django_db
URL = "/leagues/moon-court/"
RUNS, PLAYS = "First steps for your league", "Your first steps here"


@pytest.fixture
def league() -> League:
    return club()


@pytest.fixture
def sensei(client: Client, league: League) -> User:
    user = league.memberships.get().person
    client.force_login(user)
    return user


def read(client: Client) -> str:
    return words(client.get(URL))


def test_a_new_ninja_master_is_led_to_the_first_result(client: Client, league: League, sensei: User) -> None:
    page = read(client)
    assert f"{RUNS} 0 of 7" in page
    assert "players read it first. Describe it" in page
    assert "Enter teams Begin" in page, "what cannot be done yet is only named"
    League.objects.update(description="Tuesdays")
    assert "Say what it is about (done)" in read(client)
    join(league, person("mio"))
    page = read(client)
    assert "Invite players (done)" in page
    assert "Look at the house rules It begins with the rulebook." in page
    its = season(league, teams=2)
    Season.objects.update(state=Season.State.PLANNED)
    page = read(client)
    assert "Open a season (done) Enter teams (done)" in page
    assert "Look at the house rules (done)" in page, "whoever opens a season has settled by which rules"
    assert "Autumn has not begun; 2 teams so far. Begin the season" in page
    Season.objects.update(state=Season.State.RUNNING)
    assert f'href="{URL}seasons/1/schedule/">Make the first round' in client.get(URL).content.decode()
    one, other = its.entrants.all()
    played(its, 1, (one, Outcome.WON, 5), (other, Outcome.LOST, 3))
    assert RUNS not in read(client)


def test_a_season_of_one_team_needs_another_before_it_begins(client: Client, league: League, sensei: User) -> None:
    season(league, teams=1)
    Season.objects.update(state=Season.State.PLANNED)
    assert "Enter a team Begin, and publish the first round Enter the first result" in read(client)
    client.post(f"{URL}first-steps/")
    page = client.get(URL)
    assert "Autumn has not begun; 1 team so far. Enter a team" in words(page)
    assert f'href="{URL}seasons/1/enter/"' in page.content.decode()


def test_open_play_has_no_schedule_to_go_to(client: Client, league: League, sensei: User) -> None:
    its = season(league, teams=2, format_=Format.OPEN)
    assert "nobody has a game yet: the players challenge each other." in read(client)
    assert "/schedule/" not in client.get(URL).content.decode()
    one, other = its.entrants.all()
    played(its, 1, (one, Outcome.WON, 3), (other, Outcome.LOST, 1))
    client.post(f"{URL}first-steps/")
    assert "Week 1: no game still to be played. The players challenge each other. Look" in words(client.get(URL))


def test_a_bye_is_no_result(client: Client, league: League, sensei: User) -> None:
    """A round of three teams is published with one."""
    its = season(league, teams=3)
    bye = played(its, 1, (its.entrants.all()[0], Outcome.BYE, 0))
    bye.state = Fixture.State.BYE
    bye.save()
    page = read(client)
    assert f"{RUNS} 4 of 7" in page
    assert "Enter the first result (done)" not in page


def test_what_is_told_there_is_not_told_twice(client: Client, league: League, sensei: User) -> None:
    assert read(client).count("No season has been opened yet.") == 1
    assert read(client).count("Nobody else is here yet.") == 1


def test_an_assistant_sees_what_an_assistant_may_do(client: Client, league: League) -> None:
    client.force_login(join(league, person("mio"), Role.ASSISTANT))
    page = read(client)
    assert RUNS in page
    assert "Describe it" not in page
    assert f"{URL}house-rules/edit/" not in client.get(URL).content.decode()


def test_nobody_else_is_guided_through_running_it(client: Client, league: League) -> None:
    assert RUNS not in read(client)
    client.force_login(person("stranger"))
    page = read(client)
    assert RUNS not in page
    assert PLAYS not in page
    client.force_login(join(league, person("mio"), Role.GUEST))
    assert PLAYS not in read(client)


def test_a_new_player_is_led_to_the_first_game(client: Client, league: League) -> None:
    kenta = join(league, person("kenta"))
    client.force_login(kenta)
    page = read(client)
    assert f"{PLAYS} 0 of 3 Build a team Pick a clan" in page
    assert "Enter it No season is open yet." in page
    team(kenta, named("Red Hands"))
    assert "Build a team (done)" in read(client)
    its = season(league, teams=1)
    Season.objects.update(state=Season.State.PLANNED)
    assert "Enter it You have no team in Autumn. Enter a team" in read(client)
    own = enter(its, "Blue Hands", owner=kenta)
    Season.objects.update(state=Season.State.RUNNING)
    assert "Your first game stands here as soon as its round is published." in read(client)
    other = its.entrants.exclude(pk=own.pk).get()
    fixture = played(its, 1, (own, Outcome.WON, 5), (other, Outcome.LOST, 3))
    assert PLAYS not in read(client)
    fixture.sides.update(outcome="")
    type(fixture).objects.update(state="scheduled", decided_at=None)
    assert f'href="{fixture.get_absolute_url()}">To your game' in client.get(URL).content.decode()


def test_who_knows_the_way_hides_it(client: Client, league: League, sensei: User) -> None:
    response = client.post(f"{URL}first-steps/")
    assert response.status_code == 302
    assert response.cookies[f"no-first-steps-{league.pk}"]["httponly"]
    page = read(client)
    assert RUNS not in page
    assert "No season has been opened yet. Open the first season" in page


def test_only_members_hide_anything(client: Client, league: League) -> None:
    assert client.post(f"{URL}first-steps/").status_code == 403
    client.force_login(person("stranger"))
    assert client.post(f"{URL}first-steps/").status_code == 403
    client.force_login(join(league, person("kenta")))
    assert client.get(f"{URL}first-steps/").status_code == 405


def test_a_league_with_a_past_needs_no_guide(client: Client, league: League, sensei: User) -> None:
    season(league, teams=0)
    Season.objects.update(state=Season.State.FINISHED)
    Season.objects.create(league=league, number=2, name="Winter")
    assert RUNS not in read(client)


def test_an_archived_league_has_no_first_steps(client: Client, league: League, sensei: User) -> None:
    client.post(f"{URL}archive/")
    assert RUNS not in read(client)
