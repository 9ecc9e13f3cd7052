"""Calendars: valid, with the same name for the same game, and told when something changes."""

from datetime import date, timedelta

import icalendar  # type: ignore[import-untyped]  # it has none
import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league import feed_keys, results, rounds
from league.feeds import MOST_EVENTS
from league.models import Entrant, Fixture, League, Round, Season, Side, today
from league.standings import Outcome
from tests.league.clubs import club, enter, join, season
from tests.teams.people import person

pytestmark = pytest.mark.django_db
SOON = today() + timedelta(days=9)
LEAGUE = "/leagues/moon-court/games.ics"


def game(of: Season, number: int, *sides: Entrant, deadline: date | None = SOON) -> Fixture:
    its_round, _ = Round.objects.get_or_create(
        season=of, number=number, defaults={"published_at": timezone.now(), "deadline": deadline}
    )
    fixture = Fixture.objects.create(round=its_round, position=its_round.fixtures.count())
    Side.objects.bulk_create(Side(fixture=fixture, entrant=its, position=seat) for seat, its in enumerate(sides))
    return fixture


@pytest.fixture
def its() -> Season:
    """Kenta's team 1 and mio's team 2, and a game between them that is to be played."""
    league = club()
    made = season(league, teams=0)
    for n, name in enumerate(("kenta", "mio"), start=1):
        enter(made, f"Team {n}", owner=join(league, person(name)))
    game(made, 1, *made.entrants.order_by("pk"))
    return made


def read(client: Client, address: str = LEAGUE) -> list[icalendar.Event]:
    response = client.get(address)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    return valid(response.content)


def valid(content: bytes) -> list[icalendar.Event]:
    """Parsed by the library, and checked for what the standard asks of each part."""
    assert b"\r\n" in content
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    calendar = icalendar.Calendar.from_ical(content)
    assert calendar["VERSION"] == "2.0"
    assert calendar["PRODID"]
    assert not calendar.errors
    events = list(calendar.walk("VEVENT"))
    for event in events:
        assert not event.errors
        assert {"UID", "DTSTAMP", "DTSTART", "SUMMARY", "SEQUENCE", "LAST-MODIFIED", "STATUS", "URL"} <= set(event)
        assert event["DTEND"].dt - event["DTSTART"].dt == timedelta(days=1)
        assert event["LAST-MODIFIED"].dt.tzinfo
    assert len({event["UID"] for event in events}) == len(events)
    return events


# What it says


def test_a_game_stands_on_the_day_by_which_it_is_to_be_played(client: Client, its: Season) -> None:
    (event,) = read(client)
    fixture = Fixture.objects.get()
    assert event["SUMMARY"] == "Team 1 against Team 2"
    assert event["DTSTART"].dt == SOON
    assert event["URL"] == f"http://127.0.0.1:8000/games/{fixture.pk}/"
    assert event["UID"] == f"game-{fixture.pk}@127.0.0.1"
    assert event["STATUS"] == "CONFIRMED"
    assert "Round 1 of Autumn, Moon Court." in event["DESCRIPTION"]
    assert event["TRANSP"] == "TRANSPARENT"


def test_a_postponed_game_moves_and_is_still_the_same(client: Client, its: Season) -> None:
    (before,) = read(client)
    fixture, later = Fixture.objects.get(), SOON + timedelta(days=3)
    results.postpone(
        fixture=fixture, deadline=later, note="Kenta is ill.", author=None, based_on=results.version_of(fixture)
    )
    (after,) = read(client)
    assert after["UID"] == before["UID"]
    assert after["DTSTART"].dt == later
    assert after["SUMMARY"] == "Postponed: Team 1 against Team 2"
    assert "Kenta is ill." in after["DESCRIPTION"]
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after["LAST-MODIFIED"].dt >= before["LAST-MODIFIED"].dt


def test_another_deadline_of_the_round_moves_its_games(client: Client, its: Season) -> None:
    (before,) = read(client)
    later = SOON + timedelta(days=5)
    rounds.set_deadline(season=its, number=1, deadline=later)
    (after,) = read(client)
    assert after["DTSTART"].dt == later
    assert after["SEQUENCE"] == before["SEQUENCE"] + 1


def test_a_result_stands_on_the_day_it_was_decided(client: Client, its: Season) -> None:
    fixture = Fixture.objects.get()
    one, two = its.entrants.order_by("pk")
    sides = [results.SideResult(one.pk, Outcome.WON, 5), results.SideResult(two.pk, Outcome.LOST, 3)]
    results.record(fixture=fixture, sides=sides, author=None, based_on=results.version_of(fixture))
    (event,) = read(client)
    assert event["SUMMARY"] == "Team 1 beat Team 2 5 : 3"
    assert event["DTSTART"].dt == timezone.localdate()
    assert event["SEQUENCE"] == 1


def test_a_forfeited_game_is_cancelled(client: Client, its: Season) -> None:
    fixture = Fixture.objects.get()
    by = [its.entrants.order_by("pk")[0].pk]
    results.forfeit(fixture=fixture, by=by, author=None, based_on=results.version_of(fixture))
    (event,) = read(client)
    assert event["STATUS"] == "CANCELLED"


def test_a_game_that_is_called_off_is_gone(client: Client, its: Season) -> None:
    fixture = Fixture.objects.get()
    results.call_off(fixture=fixture, based_on=results.version_of(fixture))
    assert read(client) == []


def test_drafts_challenges_byes_and_games_without_a_day_are_left_out(client: Client, its: Season) -> None:
    one, two = its.entrants.order_by("pk")
    Round.objects.filter(pk=game(its, 2, one, two).round_id).update(published_at=None)
    Fixture.objects.filter(pk=game(its, 3, one, two).pk).update(state=Fixture.State.PROPOSED)
    Fixture.objects.filter(pk=game(its, 4, one).pk).update(state=Fixture.State.BYE)
    game(its, 5, one, two, deadline=None)
    assert len(read(client)) == 1


def test_a_name_with_marks_is_read_back_as_it_is(client: Client, its: Season) -> None:
    name = "A;b,c\\d \N{SNOWMAN} " + "long " * 8
    its.entrants.order_by("pk")[0].team.__class__.objects.filter(name="Team 1").update(name=name.strip())
    (event,) = read(client)
    assert event["SUMMARY"] == f"{name.strip()} against Team 2"


# Who reads what


def test_a_private_league_is_read_by_secret_link_alone(client: Client, its: Season) -> None:
    League.objects.update(is_private=True)
    assert client.get(LEAGUE).status_code == 404
    token = feed_keys.token_of(feed_keys.renew(person=its.entrants.all()[0].team.owner))  # type: ignore[arg-type]
    secret = f"/feeds/{token}{LEAGUE}"
    assert len(read(client, secret)) == 1
    its.league.memberships.filter(person__username="kenta").delete()
    assert client.get(secret).status_code == 404  # who has left the league has left its calendar


def test_a_stranger_s_link_opens_no_private_league(client: Client, its: Season) -> None:
    League.objects.update(is_private=True)
    token = feed_keys.token_of(feed_keys.renew(person=person("stranger")))
    assert client.get(f"/feeds/{token}{LEAGUE}").status_code == 404


def test_a_person_s_calendar_has_the_games_of_all_their_teams(client: Client, its: Season) -> None:
    kenta = its.entrants.order_by("pk")[0].team.owner
    assert kenta
    elsewhere = season(club("Sun Court", master=person("sol"), is_private=True), teams=0)
    join(elsewhere.league, kenta)
    game(elsewhere, 1, enter(elsewhere, "Suns", owner=kenta), enter(elsewhere, "Moons"))
    game(its, 2, its.entrants.order_by("pk")[1], enter(its, "Others"))
    token = feed_keys.token_of(feed_keys.renew(person=kenta))
    events = read(client, f"/feeds/{token}/games.ics")
    assert {str(event["SUMMARY"]) for event in events} == {"Team 1 against Team 2", "Suns against Moons"}


def test_a_team_s_calendar_shows_strangers_public_games_only(client: Client, its: Season) -> None:
    team = its.entrants.order_by("pk")[0].team
    assert team.owner
    hidden = season(club("Sun Court", master=person("sol"), is_private=True), teams=0)
    join(hidden.league, team.owner)
    game(hidden, 1, Entrant.objects.create(season=hidden, team=team, coin=1), enter(hidden, "Moons"))
    address = f"/teams/{team.slug}/games.ics"
    assert len(read(client, address)) == 1
    token = feed_keys.token_of(feed_keys.renew(person=team.owner))
    assert len(read(client, f"/feeds/{token}{address}")) == 2


def test_a_private_team_is_found_by_its_people_alone(client: Client, its: Season) -> None:
    team = its.entrants.order_by("pk")[0].team
    team.is_private = True
    team.save()
    address = f"/teams/{team.slug}/games.ics"
    assert client.get(address).status_code == 404
    token = feed_keys.token_of(feed_keys.renew(person=team.owner))  # type: ignore[arg-type]
    assert len(read(client, f"/feeds/{token}{address}")) == 1


@pytest.mark.parametrize("path", ["/feeds/1-abc/games.ics", "/feeds/nonsense/games.ics", f"/feeds/1-abc{LEAGUE}"])
def test_a_guessed_link_is_404(client: Client, its: Season, path: str) -> None:
    feed_keys.renew(person=person("somebody"))
    assert client.get(path).status_code == 404


def test_a_calendar_is_only_read(client: Client, its: Season) -> None:
    assert client.post(LEAGUE).status_code == 405


# Not twice


def test_who_has_it_already_is_told_so(client: Client, its: Season) -> None:
    first = client.get(LEAGUE)
    assert client.get(LEAGUE).content == first.content
    again = client.get(LEAGUE, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    since = client.get(LEAGUE, headers={"If-Modified-Since": first["Last-Modified"]})
    assert since.status_code == 304
    fixture = Fixture.objects.get()
    results.call_off(fixture=fixture, based_on=results.version_of(fixture))
    assert client.get(LEAGUE, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_secret_calendar_is_kept_by_nobody_in_between(client: Client, its: Season) -> None:
    token = feed_keys.token_of(feed_keys.renew(person=person("somebody")))
    assert "private" in client.get(f"/feeds/{token}/games.ics")["Cache-Control"]


# Cost


def test_it_costs_the_same_for_any_number_of_games(
    client: Client, its: Season, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(3):
        read(client)
    entrants = list(its.entrants.all())
    for number in range(2, 12):
        game(its, number, *entrants)
    with django_assert_num_queries(3):
        assert len(read(client)) == 11
    token = feed_keys.token_of(feed_keys.renew(person=entrants[0].team.owner))  # type: ignore[arg-type]
    with django_assert_num_queries(3):
        assert len(read(client, f"/feeds/{token}/games.ics")) == 11


def test_no_calendar_is_longer_than_anybody_reads(client: Client, its: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.feeds.MOST_EVENTS", 3)
    for number in range(2, 8):
        game(its, number, *its.entrants.all())
    assert len(read(client)) == 3
    assert MOST_EVENTS >= 100


def test_games_of_years_ago_are_left_out(client: Client, its: Season) -> None:
    game(its, 2, *its.entrants.all(), deadline=today() - timedelta(days=400))
    assert len(read(client)) == 1
