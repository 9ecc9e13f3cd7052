"""Open play: challenging, accepting, declining, and what the week allows."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from league import challenges, results, seasons
from league.models import Entrant, Fixture, Format, Season, today
from league.results import SideResult
from league.standings import Outcome
from rules.problems import RuleBroken
from tests.conftest import Race
from tests.league.clubs import club, season
from tests.league.test_rounds import refused

pytestmark = pytest.mark.django_db


def open_play(teams: int = 4, limit: int | None = None) -> Season:
    its = season(club(), teams=teams, format_=Format.OPEN)
    its.games_per_week = limit
    its.save()
    return its


def entrants(its: Season) -> list[Entrant]:
    return list(its.entrants.select_related("team"))


def challenge(one: Entrant, other: Entrant) -> Fixture:
    return challenges.challenge(season=one.season, challenger=one, challenged=other)


def on(monkeypatch: pytest.MonkeyPatch, day: date) -> None:
    monkeypatch.setattr(challenges, "today", lambda: day)


def test_a_challenge_that_is_accepted_is_a_game_of_the_week() -> None:
    one, other, *_ = entrants(open_play())
    fixture = challenge(one, other)
    assert fixture.state == Fixture.State.PROPOSED
    challenges.accept(fixture=fixture)
    fixture.refresh_from_db()
    assert fixture.state == Fixture.State.SCHEDULED
    assert (fixture.round.number, fixture.round.deadline) == (1, today() + timedelta(days=6))
    assert fixture.round.published_at


def test_a_challenge_sent_or_accepted_twice_is_one() -> None:
    one, other, *_ = entrants(open_play())
    assert challenge(one, other) == challenge(one, other)
    for _ in range(2):
        challenges.accept(fixture=Fixture.objects.get())
    assert Fixture.objects.get().state == Fixture.State.SCHEDULED


def test_who_is_challenged_already_has_only_to_accept() -> None:
    one, other, *_ = entrants(open_play())
    challenge(one, other)
    with refused("challenged-already"):
        challenge(other, one)


def test_a_challenge_is_declined_or_taken_back_until_it_is_accepted() -> None:
    one, other, *_ = entrants(open_play())
    challenges.decline(fixture=challenge(one, other))
    assert not Fixture.objects.exists()
    fixture = challenge(one, other)
    challenges.accept(fixture=fixture)
    with refused("accepted"):
        challenges.decline(fixture=fixture)


def test_what_was_taken_back_cannot_be_accepted() -> None:
    one, other, *_ = entrants(open_play())
    fixture = challenge(one, other)
    challenges.decline(fixture=Fixture.objects.get())
    for act in (challenges.accept, challenges.decline):
        with refused("withdrawn"):
            act(fixture=fixture)


def test_the_week_allows_so_many_games_a_team() -> None:
    one, two, three, four = entrants(open_play(limit=1))
    late = challenge(three, one)
    challenges.accept(fixture=challenge(one, two))
    for pair in ((one, four), (four, two)):
        with refused("week-full"):
            challenge(*pair)
    with refused("week-full"):
        challenges.accept(fixture=late)
    assert [challenges.games_left(one.season, entrant) for entrant in (one, two, three)] == [0, 0, 1]


def test_a_new_week_allows_new_games(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other, *_ = entrants(open_play(limit=1))
    challenges.accept(fixture=challenge(one, other))
    on(monkeypatch, today() + timedelta(days=7))
    challenges.accept(fixture=challenge(one, other))
    assert sorted(Fixture.objects.values_list("round__number", flat=True)) == [1, 2]


def test_a_challenge_expires_with_its_week(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, three, _ = entrants(open_play())
    fixture = challenge(one, two)
    assert challenges.open_challenges(one.season).count() == 1
    on(monkeypatch, today() + timedelta(days=7))
    assert not challenges.open_challenges(one.season)
    with refused("expired"):
        challenges.accept(fixture=fixture)
    challenge(one, three)
    assert not Fixture.objects.filter(pk=fixture.pk).exists()


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("not-begun", {"state": Season.State.PLANNED}),
        ("not-begun", {"starts_on": today() + timedelta(days=1)}),
        ("no-more-games", {"state": Season.State.FINISHED}),
        ("no-more-games", {"starts_on": today() - timedelta(days=9), "ends_on": today() - timedelta(days=1)}),
        ("no-more-games", {"starts_on": today() - timedelta(days=9), "rounds_planned": 1}),
        ("no-open-play", {"format": Format.SWISS}),
    ],
)
def test_there_is_a_time_for_challenges(code: str, changes: dict[str, object]) -> None:
    its = open_play()
    Season.objects.update(**changes)
    one, other, *_ = entrants(its)
    with refused(code):
        challenge(one, other)


def test_nobody_challenges_itself_or_who_does_not_take_part() -> None:
    its = open_play()
    one, other, *_ = entrants(its)
    with refused("itself"):
        challenge(one, one)
    seasons.retire(entrant=other, leaving=seasons.Leaving.FORFEIT, author=None)
    other.refresh_from_db()
    with refused("not-in-season"):
        challenge(one, other)


def test_who_retires_is_challenged_no_more() -> None:
    one, other, *_ = entrants(open_play())
    challenge(one, other)
    seasons.retire(entrant=other, leaving=seasons.Leaving.FORFEIT, author=None)
    assert not Fixture.objects.exists()


@pytest.mark.parametrize("teams", [2, 3, 7, 88])
def test_a_season_of_open_play_is_played_to_its_end(teams: int) -> None:
    its = open_play(teams)
    everybody = entrants(its)
    for one, other in pairwise(everybody):
        fixture = challenges.accept(fixture=challenge(one, other))
        told = [SideResult(one.pk, Outcome.WON, 2), SideResult(other.pk, Outcome.LOST, 1)]
        results.record(fixture=fixture, sides=told, author=None, based_on=results.version_of(fixture))
    assert seasons.finish(season=its).champion


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_two_who_accept_the_same_challenge_at_once_make_one_game(race: Race) -> None:
    one, other, *_ = entrants(open_play(limit=1))
    fixture = challenge(one, other)
    came = race(lambda: challenges.accept(fixture=fixture), runners=4)
    assert all(isinstance(its, Fixture) for its in came)
    assert Fixture.objects.get().state == Fixture.State.SCHEDULED


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_two_challenges_accepted_at_once_do_not_overrun_the_week(race: Race) -> None:
    one, two, three, four = entrants(open_play(limit=1))
    waiting = [challenge(other, one) for other in (two, three, four)]
    came = race(lambda: challenges.accept(fixture=waiting.pop()), runners=3)
    assert sum(isinstance(its, Fixture) for its in came) == 1
    assert [its.code for its in came if isinstance(its, RuleBroken)] == ["week-full"] * 2
