"""Playoffs as services and as a page: begun once, played through to a champion, and put right after corrections."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league import brackets, playoffs, results, seasons
from league.bracket_page import bracket_page
from league.models import Entrant, Fixture, League, Role, Round, Season, Side
from league.standings import Outcome
from rules.problems import RuleBroken
from tests.conftest import Race
from tests.league.clubs import club, join, played, season
from tests.teams.people import person

pytestmark = pytest.mark.django_db
WON, LOST = Outcome.WON, Outcome.LOST
SIZES = [2, 3, 5, 8, 16, 32]


def ready(teams: int = 4, *, places: int = 0, best_of: int = 1, third: bool = False) -> Season:
    """A season that is decided: Team 1 leads, then Team 2 and so on; all of them are in the playoffs."""
    its = season(club(), teams=teams)
    its.playoff_teams, its.playoff_best_of, its.playoff_third_place = places or teams, best_of, third
    its.save()
    entrants = list(its.entrants.order_by("pk"))
    for number, (above, below) in enumerate(pairwise(entrants)):
        # Everybody wins against the next one, by less and less.
        played(its, number + 1, (above, WON, 100 - number), (below, LOST, 0))
    played(its, teams, (entrants[0], WON, 1), (entrants[-1], LOST, 0))
    return its


def start(its: Season) -> playoffs.Bracket:
    return brackets.start_playoffs(season=its, author=None)


def open_games(its: Season) -> list[Fixture]:
    games = Fixture.objects.filter(round__season=its, round__is_playoff=True, state=Fixture.State.SCHEDULED)
    return list(games.order_by("round__number", "position", "pk").prefetch_related("sides__entrant__team"))


def decide(fixture: Fixture, winner: int) -> None:
    """That entrant won; whatever follows from it is for `advance`."""
    for side in fixture.sides.all():
        side.outcome, side.points = (WON, 3) if side.entrant_id == winner else (LOST, 1)
        side.save()
    fixture.state, fixture.decided_at = Fixture.State.PLAYED, timezone.now()
    fixture.save()


def better(fixture: Fixture) -> int:
    """Who of both has the better seed: it entered first."""
    return min(side.entrant_id for side in fixture.sides.all())


def worse(fixture: Fixture) -> int:
    return max(side.entrant_id for side in fixture.sides.all())


def play_all(its: Season) -> Iterator[int]:
    """Until nothing is left to play, the better seed winning; how many games were open each time."""
    while games := open_games(its):
        yield len(games)
        for game in games:
            decide(game, better(game))
        brackets.advance(its)


def teams_of(fixture: Fixture) -> set[str]:
    return {side.entrant.team.name for side in fixture.sides.all()}


def state(its: Season) -> tuple[str, str, bool]:
    its.refresh_from_db()
    return its.state, its.champion.name if its.champion else "", its.finished_at is not None


def refusals(its: Season) -> set[str]:
    with pytest.raises(RuleBroken) as refused:
        start(its)
    return {problem.code for problem in refused.value.problems}


def everything(its: Season) -> list[Any]:
    sides = Side.objects.filter(fixture__round__season=its, fixture__round__is_playoff=True).order_by("pk")
    return list(sides.values_list("pk", "fixture", "fixture__tie", "fixture__state", "entrant", "outcome"))


# Beginning


def test_the_seeds_are_those_of_the_final_table() -> None:
    its = ready(6, places=4)
    bracket = start(its)
    names = {str(e.pk): e.team.name for e in its.entrants.select_related("team")}
    assert [[names[slot.team] for slot in tie.slots] for tie in bracket.rounds[0]] == [
        ["Team 1", "Team 4"],
        ["Team 2", "Team 3"],
    ]
    assert state(its) == (Season.State.PLAYOFFS, "", False)


def test_the_rounds_are_published_and_follow_the_season() -> None:
    its = ready(4)
    start(its)
    rounds = its.rounds.filter(is_playoff=True)
    assert [(one.number, one.published_at is not None) for one in rounds] == [(5, True), (6, True)]
    assert [fixture.tie for fixture in open_games(its)] == ["1-1", "1-2"]


def test_a_retired_team_is_not_seeded() -> None:
    its = ready(5, places=4)
    Entrant.objects.filter(season=its, team__name="Team 1").update(retired_at=timezone.now())
    start(its)
    assert set().union(*map(teams_of, open_games(its))) == {"Team 2", "Team 3", "Team 4", "Team 5"}


def test_a_season_without_playoffs_has_none() -> None:
    its = ready(4)
    Season.objects.update(playoff_teams=0)
    its.refresh_from_db()
    assert refusals(its) == {"no-playoffs"}


def test_more_places_than_teams_are_refused() -> None:
    assert refusals(ready(4, places=8)) == {"too-few-teams"}


def test_games_still_to_be_played_and_drafts_come_first() -> None:
    its = ready(4)
    Fixture.objects.filter(round__number=1).update(state=Fixture.State.POSTPONED)
    Round.objects.create(season=its, number=9)
    assert refusals(its) == {"games-open", "rounds-drafted"}


def test_without_a_game_there_is_no_table_to_seed_from() -> None:
    its = season(club(), teams=4)
    its.playoff_teams = 4
    its.save()
    assert refusals(its) == {"no-games"}


@pytest.mark.parametrize("not_running", [Season.State.PLANNED, Season.State.FINISHED])
def test_only_a_running_season_has_playoffs(not_running: str) -> None:
    its = ready(4)
    Season.objects.update(state=not_running)
    assert refusals(its) == {"not-running"}


def test_playoffs_begin_once() -> None:
    its = ready(4)
    start(its)
    before = everything(its)
    assert refusals(its) == {"playoffs-started"}
    assert everything(its) == before


def test_a_challenge_nobody_took_up_is_gone() -> None:
    its = ready(4)
    Fixture.objects.create(round=its.rounds.get(number=1), state=Fixture.State.PROPOSED)
    start(its)
    assert not Fixture.objects.filter(state=Fixture.State.PROPOSED).exists()


def test_without_playoffs_nothing_goes_on() -> None:
    its = ready(4)
    with pytest.raises(RuleBroken, match="have not begun"):
        brackets.advance(its)
    assert brackets.bracket_of(its) is None


# Playing


@pytest.mark.parametrize("teams", SIZES)
def test_every_size_is_played_through_to_the_best_seed(teams: int) -> None:
    its = ready(teams)
    start(its)
    assert sum(play_all(its)) == teams - 1  # each game sends one team home
    assert state(its) == (Season.State.FINISHED, "Team 1", True)
    bracket = brackets.bracket_of(its)
    assert bracket
    assert bracket.champion == str(its.entrants.order_by("pk")[0].pk)


@pytest.mark.parametrize("teams", SIZES)
def test_best_of_three_takes_two_wins_each(teams: int) -> None:
    its = ready(teams, best_of=3)
    start(its)
    assert sum(play_all(its)) == 2 * (teams - 1)
    assert state(its) == (Season.State.FINISHED, "Team 1", True)


@pytest.mark.parametrize(("teams", "games"), [(2, 1), (3, 2), (4, 4), (5, 5), (8, 8)])
def test_third_place_is_played_where_there_are_two_semi_finals(teams: int, games: int) -> None:
    its = ready(teams, third=True)
    start(its)
    assert sum(play_all(its)) == games
    assert state(its) == (Season.State.FINISHED, "Team 1", True)


def test_the_champion_is_crowned_before_third_place_and_the_season_ends_after_it() -> None:
    its = ready(4, third=True)
    start(its)
    for game in open_games(its):
        decide(game, better(game))
    brackets.advance(its)
    third, final = open_games(its)
    assert (third.tie, final.tie) == ("third", "2-1")
    decide(final, better(final))
    brackets.advance(its)
    assert state(its) == (Season.State.PLAYOFFS, "Team 1", False)
    decide(third, worse(third))
    brackets.advance(its)
    assert state(its) == (Season.State.FINISHED, "Team 1", True)


def test_a_series_changes_sides_and_goes_to_a_third_game_only_if_it_must() -> None:
    its = ready(2, best_of=3)
    start(its)
    homes = []
    for choose in (better, worse, better):
        (game,) = open_games(its)
        homes.append(game.sides.all()[0].entrant.team.name)
        decide(game, choose(game))
        brackets.advance(its)
    assert homes == ["Team 1", "Team 2", "Team 1"]
    assert open_games(its) == []
    assert state(its)[1] == "Team 1"


def test_the_best_seeds_rest_in_the_first_round() -> None:
    its = ready(5)
    start(its)
    assert [teams_of(game) for game in open_games(its)] == [{"Team 4", "Team 5"}, {"Team 2", "Team 3"}]


def test_who_retired_forfeits_the_next_game() -> None:
    its = ready(4)
    start(its)
    one, other = open_games(its)
    decide(one, better(one))
    Entrant.objects.filter(pk=better(one)).update(retired_at=timezone.now())
    decide(other, better(other))
    brackets.advance(its)
    assert state(its) == (Season.State.FINISHED, "Team 2", True)


def test_a_game_that_nobody_won_is_played_again() -> None:
    its = ready(2)
    start(its)
    (game,) = open_games(its)
    game.sides.update(outcome=Outcome.FORFEIT_LOST)
    Fixture.objects.filter(pk=game.pk).update(state=Fixture.State.FORFEITED)
    brackets.advance(its)
    (again,) = open_games(its)
    assert again.pk != game.pk
    assert teams_of(again) == teams_of(game)


def test_a_draw_is_a_problem_in_the_playoffs_only() -> None:
    its = ready(2)
    start(its)
    (game,) = open_games(its)
    drew = [Outcome.DREW, Outcome.DREW]
    assert [problem.code for problem in brackets.draw_problems(game, drew)] == ["playoff-draw"]
    assert brackets.draw_problems(game, [WON, LOST]) == []
    assert brackets.draw_problems(Fixture.objects.filter(round__is_playoff=False)[0], drew) == []


# Again, and put right


def test_going_on_twice_changes_nothing_more() -> None:
    its = ready(8, best_of=3, third=True)
    start(its)
    for _ in play_all(its):
        before, was = everything(its), state(its)
        brackets.advance(its)
        assert (everything(its), state(its)) == (before, was)


def test_a_corrected_semi_final_brings_the_right_team_into_the_final() -> None:
    its = ready(4)
    start(its)
    semi, other = open_games(its)
    decide(semi, better(semi))
    decide(other, better(other))
    brackets.advance(its)
    decide(semi, worse(semi))
    brackets.advance(its)
    (final,) = open_games(its)
    assert teams_of(final) == {"Team 4", "Team 2"}


def test_a_final_between_the_wrong_teams_takes_the_crown_along_until_it_is_right_again() -> None:
    its = ready(4)
    start(its)
    semi, other = open_games(its)
    for game in (semi, other):
        decide(game, better(game))
    brackets.advance(its)
    (final,) = open_games(its)
    decide(final, better(final))
    brackets.advance(its)
    assert state(its) == (Season.State.FINISHED, "Team 1", True)
    decide(semi, worse(semi))
    brackets.advance(its)
    assert state(its) == (Season.State.PLAYOFFS, "", False)
    assert [teams_of(game) for game in open_games(its)] == [{"Team 4", "Team 2"}]
    assert [game.pk for game in bracket_page(its).strays] == [final.pk]
    decide(semi, better(semi))
    brackets.advance(its)
    assert open_games(its) == []
    assert state(its) == (Season.State.FINISHED, "Team 1", True)


def test_a_third_game_that_nobody_needs_any_more_is_gone() -> None:
    its = ready(2, best_of=3)
    start(its)
    (first,) = open_games(its)
    decide(first, better(first))
    brackets.advance(its)
    (second,) = open_games(its)
    decide(second, worse(second))
    brackets.advance(its)
    assert len(open_games(its)) == 1
    decide(second, better(second))
    brackets.advance(its)
    assert open_games(its) == []
    assert state(its)[1] == "Team 1"


def test_seeds_stay_when_the_table_is_corrected_later() -> None:
    its = ready(4)
    start(its)
    before = everything(its)
    Side.objects.filter(fixture__round__is_playoff=False).update(outcome=Outcome.DREW)
    brackets.advance(its)
    assert everything(its) == before


def test_a_season_that_was_ended_early_stays_ended() -> None:
    its = ready(4)
    start(its)
    Fixture.objects.filter(pk__in=[game.pk for game in open_games(its)]).delete()
    Season.objects.update(state=Season.State.FINISHED, finished_at=timezone.now())
    brackets.advance(its)
    assert open_games(its) == []
    assert state(its) == (Season.State.FINISHED, "", True)


# At once


@pytest.mark.every_database
def test_of_many_who_begin_the_playoffs_at_once_one_does(race: Race) -> None:
    its = ready(4)
    outcomes = race(lambda: start(its), runners=8)
    refused = [its for its in outcomes if isinstance(its, Exception)]
    assert {type(refusal) for refusal in refused} == {RuleBroken}
    assert len(refused) == 7
    assert its.rounds.filter(is_playoff=True).count() == 2
    assert len(open_games(its)) == 2


@pytest.mark.every_database
def test_many_who_go_on_at_once_make_each_game_once(race: Race) -> None:
    its = ready(8, best_of=3, third=True)
    start(its)
    while games := open_games(its):
        for game in games:
            decide(game, better(game))
        outcomes = race(lambda: brackets.advance(its), runners=6)
        assert not [one for one in outcomes if isinstance(one, Exception)]
        pairs = [(game.tie, game.round_id) for game in open_games(its)]
        assert len(pairs) == len(set(pairs))
    assert Fixture.objects.filter(round__is_playoff=True).count() == 16
    assert state(its) == (Season.State.FINISHED, "Team 1", True)


# The page


def url(its: Season, action: str = "") -> str:
    return f"/leagues/{its.league.slug}/seasons/{its.number}/playoffs/{action}"


def words(response: Any) -> str:
    html = re.sub(r"<svg.*?</svg>", "", response.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def sensei() -> User:
    return User.objects.get(username="sensei")


def test_before_they_begin_the_page_shows_who_would_meet(client: Client) -> None:
    page = words(client.get(url(ready(4))))
    assert "If the season ended now" in page
    assert "Team 1 against Team 4: to be played." in page
    assert "Winner of Semi-final 1 against Winner of Semi-final 2." in page
    assert "The ninja master begins the playoffs." in page
    assert "Begin the playoffs" not in page


def test_the_page_says_why_they_cannot_begin(client: Client) -> None:
    its = ready(4, places=8)
    client.force_login(sensei())
    page = words(client.get(url(its)))
    assert "The playoffs are for 8 teams, and 4 teams play in Autumn." in page
    assert "Begin the playoffs" not in page


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({}, "The playoffs begin when every game is decided."),
        ({"playoff_teams": 0}, "Autumn has no playoffs: the table decides."),
        ({"state": Season.State.FINISHED}, "Autumn ended without playoffs."),
    ],
)
def test_others_read_how_matters_stand_and_not_what_is_for_the_ninja_master_to_do(
    client: Client, change: dict[str, object], sentence: str
) -> None:
    its = ready(4, places=8)
    Season.objects.update(**change)
    page = words(client.get(url(its)))
    assert sentence in page
    assert "Not yet" not in page


@pytest.mark.parametrize("role", [Role.MASTER, Role.ASSISTANT])
def test_those_who_run_the_league_begin_and_go_on(client: Client, role: Role) -> None:
    its = ready(2)
    client.force_login(join(its.league, person("runs-it"), role))
    assert "Begin the playoffs" in words(client.get(url(its)))
    page = words(client.post(url(its, "start/"), follow=True))
    assert "The playoffs of Autumn have begun." in page
    assert "Bring it up to date" not in page
    (game,) = open_games(its)
    decide(game, worse(game))
    assert "Bring it up to date" in words(client.get(url(its)))
    page = words(client.post(url(its, "advance/"), follow=True))
    assert "Champion of Autumn Team 2" in page
    assert "Team 2 beat Team 1, 3 to 1." in page
    assert "Bring it up to date" not in page


@pytest.mark.parametrize("action", ["start/", "advance/"])
@pytest.mark.parametrize("role", [Role.PLAYER, Role.GUEST, None])
def test_nobody_else_does(client: Client, role: Role | None, action: str) -> None:
    its = ready(2)
    assert client.post(url(its, action)).status_code == 403
    someone = person("someone")
    client.force_login(join(its.league, someone, role) if role else someone)
    assert client.post(url(its, action)).status_code == 403
    assert state(its)[0] == Season.State.RUNNING


@pytest.mark.parametrize("action", ["start/", "advance/"])
def test_what_changes_a_bracket_is_never_a_mere_link(client: Client, action: str) -> None:
    its = ready(2)
    client.force_login(sensei())
    assert client.get(url(its, action)).status_code == 405


@pytest.mark.parametrize("action", ["start/", "advance/"])
def test_a_private_league_is_not_there_for_strangers(client: Client, action: str) -> None:
    its = ready(2)
    League.objects.update(is_private=True)
    client.force_login(person("stranger"))
    assert client.post(url(its, action)).status_code == 404


def test_an_archived_league_is_only_looked_at(client: Client) -> None:
    its = ready(2)
    League.objects.update(archived_at=timezone.now())
    client.force_login(sensei())
    assert client.post(url(its, "start/")).status_code == 403
    assert "Begin the playoffs" not in words(client.get(url(its)))


@pytest.mark.parametrize("action", ["start/", "advance/"])
def test_a_refusal_is_said_and_not_thrown(client: Client, action: str) -> None:
    its = ready(4, places=8)
    client.force_login(sensei())
    response = client.post(url(its, action), follow=True)
    assert response.status_code == 200
    assert '<p class="message error">' in response.content.decode()


def test_a_series_shows_its_score_and_every_game(client: Client) -> None:
    its = ready(3, best_of=3)
    start(its)
    (game,) = open_games(its)
    decide(game, worse(game))
    brackets.advance(its)
    response = client.get(url(its))
    page = words(response)
    assert "Team 1 has a bye." in page
    assert "Team 2 against Team 3: 0 to 1 so far." in page
    assert f'href="{game.get_absolute_url()}"' in response.content.decode()
    assert "Game 2" in page


def test_names_are_text(client: Client) -> None:
    its = ready(2)
    its.entrants.order_by("pk")[0].team.ninja.update(name="x")
    team = its.entrants.order_by("pk")[0].team
    team.name = "<b>Bold</b>"
    team.save()
    assert "<b>Bold" not in client.get(url(its)).content.decode()


def test_the_page_costs_the_same_for_every_size(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    its = ready(32, third=True)
    for places in (4, 32):
        Season.objects.update(playoff_teams=places, state=Season.State.RUNNING)
        Round.objects.filter(is_playoff=True).delete()
        its.refresh_from_db()
        start(its)
        address = url(its)
        with django_assert_num_queries(7):  # league, season, rounds, games, those as shown with their sides, entrants
            client.get(address)


def test_every_round_has_its_name() -> None:
    its = ready(32)
    names: Sequence[str] = [one.name for one in bracket_page(its).rounds]
    assert list(names) == ["Round of 32", "Round of 16", "Quarter-finals", "Semi-finals", "Final"]


# Together with results


def record(fixture: Fixture, *ended: Outcome) -> None:
    told = [
        results.SideResult(side.entrant_id, outcome, 2)
        for side, outcome in zip(fixture.sides.all(), ended, strict=True)
    ]
    results.record(fixture=fixture, sides=told, author=None, based_on=results.version_of(fixture))


@pytest.mark.parametrize("best_of", [1, 3])
def test_recorded_results_alone_lead_to_the_champion(best_of: int) -> None:
    its = ready(5, best_of=best_of, third=True)
    start(its)
    recorded = 0
    while games := open_games(its):
        record(games[0], *((WON, LOST) if games[0].sides.all()[0].entrant_id == better(games[0]) else (LOST, WON)))
        recorded += 1
    assert recorded == 5 * (best_of // 2 + 1)
    assert state(its) == (Season.State.FINISHED, "Team 1", True)


def test_a_drawn_game_of_the_playoffs_is_refused_with_a_sentence() -> None:
    its = ready(2)
    start(its)
    (game,) = open_games(its)
    with pytest.raises(RuleBroken, match="cannot be drawn: play on until somebody wins"):
        record(game, Outcome.DREW, Outcome.DREW)
    assert open_games(its) == [game]


def test_undoing_a_semi_final_takes_the_final_back() -> None:
    its = ready(4)
    start(its)
    for game in open_games(its):
        record(game, WON, LOST)
    (final,) = open_games(its)
    semi = Fixture.objects.get(tie="1-1")
    results.undo(fixture=semi, author=None, based_on=results.version_of(semi))
    assert [game.tie for game in open_games(its)] == ["1-1"]
    assert not Fixture.objects.filter(pk=final.pk).exists()


def test_who_retires_in_the_middle_of_a_series_loses_it() -> None:
    its = ready(2, best_of=3)
    start(its)
    (game,) = open_games(its)
    record(game, WON, LOST)
    seasons.retire(entrant=its.entrants.get(team__name="Team 1"), leaving=seasons.Leaving.CANCEL, author=None)
    assert open_games(its) == []
    assert state(its) == (Season.State.FINISHED, "Team 2", True)


def test_a_reopened_season_is_crowned_again_by_whoever_runs_it(client: Client) -> None:
    its = ready(2)
    start(its)
    record(open_games(its)[0], WON, LOST)
    seasons.reopen(season=its)
    assert state(its) == (Season.State.PLAYOFFS, "", False)
    client.force_login(sensei())
    assert "Bring it up to date" in words(client.get(url(its)))
    client.post(url(its, "advance/"))
    assert state(its) == (Season.State.FINISHED, "Team 1", True)


@pytest.mark.every_database
def test_both_semi_finals_recorded_at_once_make_one_final(race: Race) -> None:
    its = ready(4)
    start(its)
    waiting = open_games(its)
    assert race(lambda: record(waiting.pop(), WON, LOST), runners=2) == [None, None]
    assert [game.tie for game in open_games(its)] == ["2-1"]


def test_a_game_that_the_tie_no_longer_needs_is_gone_when_it_is_undone() -> None:
    its = ready(2, best_of=3)
    start(its)
    for winner in (better, worse, better):
        (game,) = open_games(its)
        decide(game, winner(game))
        brackets.advance(its)
    seasons.reopen(season=its)
    _, second, third = Fixture.objects.filter(round__season=its, round__is_playoff=True).order_by("pk")
    decide(second, better(second))
    results.undo(fixture=third, author=None, based_on=results.version_of(third))
    assert not Fixture.objects.filter(pk=third.pk).exists()
