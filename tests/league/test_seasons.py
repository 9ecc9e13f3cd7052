"""Seasons: opening one, who takes part, what carries over, and how it begins and ends."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league import houses, rounds, seasons
from league.models import Entrant, Fixture, League, Season, Side
from league.seasons import Leaving
from rules.codec import encode
from rules.house import rulebook
from teams import chronicle
from teams.models import House, Team
from tests.conftest import Race
from tests.league.clubs import club, enter, season
from tests.league.test_rounds import generate, play, publish, refused
from tests.rules.teams import MINIMAL, found
from tests.teams.people import person, team

pytestmark = pytest.mark.django_db
PLAN: dict[str, Any] = {"name": "Winter", "format": "swiss"}


def planned(league: League, **changes: Any) -> Season:
    return Season.objects.create(league=league, number=league.seasons.count() + 1, name="Winter", **changes)


def new_team(name: str = "Red Hands", owner: User | None = None) -> Team:
    return team(owner, found(name, "tora", *MINIMAL["tora"]))


def open_(league: League, number: int = 1, *, carries_over: bool = False, **changes: Any) -> Season:
    return seasons.open_season(
        league=league,
        number=number,
        plan={**PLAN, **changes},
        divisions=["North", "South"],
        carries_over=carries_over,
        author=None,
    )


def over(its: Season) -> Season:
    its.state = Season.State.FINISHED
    its.save()
    return its


# Opening


def test_a_season_is_opened_with_its_plan_and_divisions() -> None:
    its = open_(club(), rounds_planned=5)
    assert (its.number, its.name, its.format, its.rounds_planned) == (1, "Winter", "swiss", 5)
    assert its.state == Season.State.PLANNED
    assert [division.name for division in its.divisions.all()] == ["North", "South"]


def test_a_season_asked_for_twice_is_opened_once() -> None:
    league = club()
    assert open_(league) == open_(league)
    assert open_(league, 2).number == 2


def test_the_current_season_is_the_running_one_else_the_next_else_the_last() -> None:
    league = club()
    assert seasons.current(league) is None
    first = over(planned(league))
    assert seasons.current(league) == first
    second = planned(league)
    assert seasons.current(league) == second
    third = planned(league)
    second.state = Season.State.RUNNING
    second.save()
    assert seasons.current(league) == second
    assert list(seasons.seasons_of(league)) == [third, second, first]


def test_a_plan_is_changed_and_divisions_that_stay_keep_their_teams() -> None:
    its = open_(club())
    entrant = enter(its, "Red Hands")
    seasons.assign(entrant=entrant, division=its.divisions.get(name="South"))
    seasons.change(season=its, plan={**PLAN, "rounds_planned": 9}, divisions=["East", "South"])
    entrant.refresh_from_db()
    its.refresh_from_db()
    assert its.rounds_planned == 9
    assert entrant.division
    assert (entrant.division.name, entrant.division.position) == ("South", 1)


def test_how_games_are_found_is_settled_once_there_are_rounds() -> None:
    its = season(club(), teams=4)
    generate(its)
    with refused("format-settled"):
        seasons.change(season=its, plan=PLAN, divisions=[])
    over(its)
    with refused("season-over"):
        seasons.change(season=its, plan=PLAN, divisions=[])


# Entering


def test_a_team_enters_once_and_its_coin_is_cast() -> None:
    its, red = planned(club()), new_team()
    entrant = seasons.enter(season=its, team=red, author=None)
    assert seasons.enter(season=its, team=red, author=None) == entrant
    assert 0 <= entrant.coin < 2**31
    assert red.entries.count() == 1


def test_a_team_plays_by_the_rules_of_the_league_it_enters() -> None:
    its, red = planned(club()), new_team()
    its.league.house = House.objects.create(rules=encode(rulebook()))
    its.league.save()
    seasons.enter(season=its, team=red, author=None)
    red.refresh_from_db()
    assert red.house == its.league.house


def test_a_team_that_is_illegal_by_the_house_rules_stays_out(monkeypatch: pytest.MonkeyPatch) -> None:
    its, red = planned(club()), new_team()
    strict = replace(rulebook(), banned_profiles=("tora-chunin",))
    monkeypatch.setattr(houses, "rules_of", lambda league: strict)
    with refused("banned"):
        seasons.enter(season=its, team=red, author=None)
    assert not its.entrants.exists()


def test_a_team_plays_one_season_at_a_time() -> None:
    league, red = club(), new_team()
    first = planned(league, state=Season.State.RUNNING)
    seasons.enter(season=first, team=red, author=None)
    second = planned(club("Sun Court", master=person("tenno")))
    with pytest.raises(Exception, match="Red Hands plays in Winter of Moon Court until that season is over"):
        seasons.enter(season=second, team=red, author=None)
    over(first)
    assert seasons.enter(season=second, team=red, author=None).season == second


@pytest.mark.parametrize("state", [Season.State.PLAYOFFS, Season.State.FINISHED])
def test_a_season_past_its_rounds_takes_no_more_teams(state: Season.State) -> None:
    its = planned(club(), state=state)
    with refused("entries-closed"):
        seasons.enter(season=its, team=new_team(), author=None)


def test_a_division_of_another_season_is_none_of_its_own() -> None:
    league = club()
    first = open_(league)
    entrant = enter(open_(league, 2), "Red Hands")
    with refused("foreign-division"):
        seasons.assign(entrant=entrant, division=first.divisions.all()[0])


# Carrying over


def test_teams_are_carried_over_with_what_they_keep() -> None:
    league = club()
    last = season(league, teams=3)
    gone, first, second = last.entrants.all()
    seasons.retire(entrant=gone, leaving=Leaving.FORFEIT, author=None)
    over(last)
    its = open_(league, 2, carries_over=True, keeps_koban=False, keeps_experience=False)
    assert {entrant.team for entrant in its.entrants.all()} == {first.team, second.team}
    line = chronicle.read(first.team)[-1]
    assert line.sentence.startswith("The season Winter began")
    assert all(entrant.coin for entrant in its.entrants.all())


def test_carried_over_teams_stay_in_the_division_of_the_same_name() -> None:
    league = club()
    last = open_(league)
    entrant = enter(last, "Red Hands")
    seasons.assign(entrant=entrant, division=last.divisions.get(name="South"))
    over(last)
    carried = open_(league, 2, carries_over=True).entrants.get()
    assert carried.division
    assert carried.division.name == "South"


def test_only_a_finished_season_is_carried_over() -> None:
    league = club()
    with refused("first-season"):
        open_(league, carries_over=True)
    season(league, teams=2)
    with refused("last-not-over"):
        open_(league, 2, carries_over=True)
    assert league.seasons.count() == 1


def test_who_withdraws_and_comes_back_has_begun_the_season_once() -> None:
    league = club()
    over(season(league, teams=2))
    its = open_(league, 2, carries_over=True)
    entrant = its.entrants.all()[0]
    entries = entrant.team.entries.count()
    assert seasons.retire(entrant=entrant, leaving=Leaving.CANCEL, author=None) is None
    seasons.enter(season=its, team=entrant.team, author=None)
    assert entrant.team.entries.count() == entries


# Leaving


def test_before_the_season_begins_a_team_leaves_no_trace() -> None:
    its = season(club(), teams=3)
    its.state = Season.State.PLANNED
    its.save()
    generate(its)
    seasons.retire(entrant=its.entrants.all()[0], leaving=Leaving.FORFEIT, author=None)
    assert its.entrants.count() == 2
    assert Side.objects.count() == 6
    assert {side.entrant for side in Side.objects.all()} == set(its.entrants.all())


def test_retiring_twice_is_retiring_once() -> None:
    its = season(club(), teams=3)
    entrant = its.entrants.all()[0]
    first = seasons.retire(entrant=entrant, leaving=Leaving.FORFEIT, author=None)
    again = seasons.retire(entrant=entrant, leaving=Leaving.FORFEIT, author=None)
    assert first
    assert again
    assert first.retired_at == again.retired_at


def test_nobody_retires_from_a_season_that_is_over() -> None:
    its = over(season(club(), teams=2))
    with refused("season-over"):
        seasons.retire(entrant=its.entrants.all()[0], leaving=Leaving.FORFEIT, author=None)


def test_a_retired_team_comes_back_unless_it_plays_elsewhere() -> None:
    its = season(club(), teams=3)
    entrant = its.entrants.all()[0]
    seasons.retire(entrant=entrant, leaving=Leaving.FORFEIT, author=None)
    seasons.come_back(entrant=entrant)
    assert Entrant.objects.get(pk=entrant.pk).retired_at is None
    seasons.retire(entrant=entrant, leaving=Leaving.FORFEIT, author=None)
    other = planned(club("Sun Court", master=person("tenno")))
    seasons.enter(season=other, team=entrant.team, author=None)
    with refused("plays-elsewhere"):
        seasons.come_back(entrant=entrant)


# Beginning and ending


def test_a_season_begins_with_two_teams_and_once() -> None:
    its = planned(club())
    for name in ("Red Hands", "Ika Tide"):
        with refused("too-few-teams"):
            seasons.begin(season=its)
        enter(its, name)
    assert seasons.begin(season=its).state == Season.State.RUNNING
    assert seasons.begin(season=its).state == Season.State.RUNNING


def test_a_league_runs_one_season_at_a_time() -> None:
    league = club()
    first = season(league, teams=2)
    second = planned(league)
    enter(second, "Red Hands")
    enter(second, "Ika Tide")
    with refused("other-running"):
        seasons.begin(season=second)
    over(first)
    seasons.begin(season=second)


def test_a_season_does_not_end_before_its_games_do() -> None:
    its = season(club(), teams=3)
    generate(its)
    publish(its, 1)
    with refused("games-open"):
        seasons.finish(season=its)
    play(its)
    done = seasons.finish(season=its)
    assert done.finished_at
    assert done.champion
    assert not rounds.drafts_of(its)
    assert seasons.finish(season=its).finished_at == done.finished_at


def test_what_nobody_has_played_is_called_off_when_that_is_meant() -> None:
    its = season(club(), teams=2)
    generate(its)
    publish(its)
    done = seasons.finish(season=its, calls_off=True)
    assert done.champion is None
    assert not Fixture.objects.exists()


def test_a_season_with_playoffs_does_not_end_without_them() -> None:
    its = season(club(), teams=2)
    its.playoff_teams = 2
    its.save()
    with refused("playoffs-first"):
        seasons.finish(season=its)
    with refused("not-begun"):
        seasons.finish(season=planned(its.league))


def test_a_season_that_ended_too_early_goes_on() -> None:
    league = club()
    its = season(league, teams=2)
    generate(its)
    publish(its)
    play(its)
    seasons.finish(season=its)
    reopened = seasons.reopen(season=its)
    assert (reopened.state, reopened.champion, reopened.finished_at) == (Season.State.RUNNING, None, None)
    seasons.finish(season=its)
    planned(league)
    with refused("other-season"):
        seasons.reopen(season=its)


# Races


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_a_team_entered_twice_at_once_is_in_once(race: Race) -> None:
    its, red = planned(club()), new_team()
    came = race(lambda: seasons.enter(season=its, team=red, author=None), runners=4)
    assert {type(one) for one in came} == {Entrant}
    assert its.entrants.count() == 1


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_a_team_entered_in_two_seasons_at_once_is_in_one(race: Race) -> None:
    two = [planned(club()), planned(club("Sun Court", master=person("tenno")))]
    red = new_team()
    came = race(lambda: seasons.enter(season=two.pop(), team=red, author=None), runners=2)
    assert sum(isinstance(one, Entrant) for one in came) == 1
    assert Entrant.objects.count() == 1


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_a_season_opened_twice_at_once_is_one(race: Race) -> None:
    league = club()
    race(lambda: open_(league), runners=4)
    assert league.seasons.count() == 1


# On the scroll


def test_a_scroll_names_the_season_its_team_plays_in(client: Client) -> None:
    its = season(club(), teams=1)
    page = client.get(its.entrants.get().team.get_absolute_url()).content.decode()
    assert f'href="{its.get_absolute_url()}"><bdi>Moon Court: Autumn</bdi>' in page


def test_a_scroll_does_not_name_a_private_league_to_strangers(client: Client) -> None:
    its = season(club(is_private=True), teams=1)
    address = its.entrants.get().team.get_absolute_url()
    assert "Moon Court" not in client.get(address).content.decode()
    client.force_login(User.objects.get(username="sensei"))
    assert "Moon Court" in client.get(address).content.decode()
