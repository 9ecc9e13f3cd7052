"""What became of a game: recorded, forfeited, postponed, a bye, corrected, undone, called off."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from league import brackets, results, seasons
from league.models import Entrant, Fixture, Round, Season, Side, today
from league.results import SideResult
from league.standings import Outcome
from rules.problems import RuleBroken
from teams.models import House
from tests.conftest import Race
from tests.league.clubs import club, season
from tests.league.test_rounds import refused

pytestmark = pytest.mark.django_db
WON, LOST, DREW, CONCEDED = Outcome.WON, Outcome.LOST, Outcome.DREW, Outcome.CONCEDED
AWAY = Outcome.FORFEIT_LOST


@pytest.fixture
def its() -> Season:
    return season(club(), teams=4)


def master() -> User:
    return User.objects.get(username="sensei")


def game(of: Season, teams: int = 2, *, is_playoff: bool = False, is_draft: bool = False) -> Fixture:
    """A game of the first so many teams, in a round of its own."""
    its_round = Round.objects.create(
        season=of,
        number=of.rounds.count() + 1,
        deadline=today() + timedelta(days=7),
        is_playoff=is_playoff,
        published_at=None if is_draft else of.created_at,
    )
    fixture = Fixture.objects.create(round=its_round)
    for seat, entrant in enumerate(of.entrants.all()[:teams]):
        Side.objects.create(fixture=fixture, entrant=entrant, position=seat)
    return fixture


def told(fixture: Fixture, *outcomes: Outcome, points: tuple[int, ...] = (5, 3, 2, 1)) -> list[SideResult]:
    sides = fixture.sides.all()
    return [
        SideResult(side.entrant_id, outcome, score)
        for side, outcome, score in zip(sides, outcomes, points, strict=False)
    ]


def record(fixture: Fixture, *outcomes: Outcome) -> Fixture:
    return results.record(
        fixture=fixture, sides=told(fixture, *outcomes), author=master(), based_on=results.version_of(fixture)
    )


def outcomes(fixture: Fixture) -> list[str]:
    return [side.outcome for side in Side.objects.filter(fixture=fixture)]


def state(fixture: Fixture) -> str:
    return Fixture.objects.get(pk=fixture.pk).state


# Recording


@pytest.mark.parametrize(
    "ended",
    [(WON, LOST), (LOST, WON), (WON, CONCEDED), (DREW, DREW), (WON, LOST, LOST), (DREW, LOST, DREW, CONCEDED)],
)
def test_a_result_that_can_be_is_recorded(its: Season, ended: tuple[Outcome, ...]) -> None:
    fixture = record(game(its, len(ended)), *ended)
    assert state(fixture) == Fixture.State.PLAYED
    assert outcomes(fixture) == list(ended)
    assert fixture.decided_by == master()
    assert fixture.decided_at


@pytest.mark.parametrize(
    ("code", "ended"),
    [
        ("two-winners", (WON, WON)),
        ("no-winner", (LOST, LOST)),
        ("won-and-drawn", (WON, DREW)),
        ("drew-alone", (DREW, LOST)),
        ("two-winners", (WON, WON, LOST)),
        ("no-result", (Outcome.FORFEIT_WON, LOST)),
        ("no-result", (Outcome.BYE, WON)),
        ("how-many-teams", (WON, AWAY)),
    ],
)
def test_a_result_that_cannot_be_is_refused(its: Season, code: str, ended: tuple[Outcome, ...]) -> None:
    fixture = game(its, len(ended))
    with pytest.raises(RuleBroken) as broken:
        record(fixture, *ended)
    assert code in {problem.code for problem in broken.value.problems}
    assert state(fixture) == Fixture.State.SCHEDULED
    assert set(outcomes(fixture)) == {""}


def test_points_beyond_sense_are_refused(its: Season) -> None:
    fixture = game(its)
    sides = told(fixture, WON, LOST, points=(5000, 0))
    with refused("points"):
        results.record(fixture=fixture, sides=sides, author=None, based_on=results.version_of(fixture))


def test_of_three_teams_one_may_stay_away(its: Season) -> None:
    fixture = record(game(its, 3), WON, LOST, AWAY)
    assert outcomes(fixture) == [WON, LOST, AWAY]


def test_a_result_names_each_team_of_the_game(its: Season) -> None:
    fixture, other = game(its, 2), its.entrants.all()[3]
    one, two = told(fixture, WON, LOST)
    for wrong in ([one], [one, two, two], [one, SideResult(other.pk, LOST)], []):
        with refused("other-teams"):
            results.record(fixture=fixture, sides=wrong, author=None, based_on=results.version_of(fixture))


def test_a_game_is_decided_by_the_rules_in_force_that_day(its: Season) -> None:
    first = record(game(its), WON, LOST)
    assert first.house is None
    its.league.house = House.objects.create(rules={})
    its.league.save()
    second = record(game(its), WON, LOST)
    assert second.house == its.league.house
    assert Fixture.objects.get(pk=first.pk).house is None


def test_the_same_result_sent_twice_is_one(its: Season) -> None:
    fixture = game(its)
    seen, sides = results.version_of(fixture), told(fixture, WON, LOST)
    first = results.record(fixture=fixture, sides=sides, author=master(), based_on=seen)
    again = results.record(fixture=fixture, sides=sides, author=None, based_on=seen)
    assert (again.decided_at, again.decided_by) == (first.decided_at, first.decided_by)


def test_another_result_does_not_overwrite_what_nobody_saw(its: Season) -> None:
    fixture = game(its)
    seen = results.version_of(fixture)
    record(fixture, WON, LOST)
    with refused("outdated"):
        results.record(fixture=fixture, sides=told(fixture, LOST, WON), author=None, based_on=seen)
    assert outcomes(fixture) == [WON, LOST]


def test_a_result_is_corrected(its: Season) -> None:
    fixture = record(game(its), WON, LOST)
    record(fixture, LOST, WON)
    assert outcomes(fixture) == [LOST, WON]


def test_what_is_not_to_be_played_has_no_result(its: Season) -> None:
    with refused("draft"):
        record(game(its, is_draft=True), WON, LOST)
    fixture = game(its)
    for code, now in (("not-begun", Season.State.PLANNED), ("season-over", Season.State.FINISHED)):
        Season.objects.update(state=now)
        with refused(code):
            record(fixture, WON, LOST)
    Season.objects.update(state=Season.State.RUNNING)
    Fixture.objects.update(state=Fixture.State.PROPOSED)
    fixture.refresh_from_db()
    with refused("only-proposed"):
        record(fixture, WON, LOST)


# Forfeits, postponements, byes


def forfeit(fixture: Fixture, *by: Entrant) -> Fixture:
    return results.forfeit(
        fixture=fixture, by=[one.pk for one in by], author=master(), based_on=results.version_of(fixture)
    )


def test_who_forfeits_loses_and_the_other_wins(its: Season) -> None:
    fixture = game(its)
    forfeit(fixture, fixture.sides.all()[1].entrant)
    assert state(fixture) == Fixture.State.FORFEITED
    assert outcomes(fixture) == [Outcome.FORFEIT_WON, Outcome.FORFEIT_LOST]


def test_both_may_forfeit(its: Season) -> None:
    fixture = game(its)
    forfeit(fixture, *(side.entrant for side in fixture.sides.all()))
    assert outcomes(fixture) == [Outcome.FORFEIT_LOST] * 2


def test_of_three_teams_two_left_can_play(its: Season) -> None:
    fixture = game(its, 3)
    with refused("others-play"):
        forfeit(fixture, fixture.sides.all()[0].entrant)
    forfeit(fixture, *(side.entrant for side in fixture.sides.all()[:2]))
    assert outcomes(fixture) == [AWAY, AWAY, Outcome.FORFEIT_WON]


def test_somebody_has_to_forfeit_and_be_in_the_game(its: Season) -> None:
    fixture = game(its)
    for by in ([], [its.entrants.all()[3]]):
        with refused("nobody-forfeits"):
            forfeit(fixture, *by)


def test_a_forfeit_sent_twice_is_one(its: Season) -> None:
    fixture = game(its)
    by, seen = [fixture.sides.all()[0].entrant_id], results.version_of(fixture)
    first = results.forfeit(fixture=fixture, by=by, author=None, based_on=seen)
    assert results.forfeit(fixture=fixture, by=by, author=None, based_on=seen).decided_at == first.decided_at


def test_a_game_is_postponed_and_then_played(its: Season) -> None:
    fixture, later = game(its), today() + timedelta(days=20)
    seen = results.version_of(fixture)
    for _ in range(2):
        results.postpone(fixture=fixture, deadline=later, note="Snow", author=None, based_on=seen)
    fixture.refresh_from_db()
    assert (fixture.state, fixture.deadline, fixture.note) == (Fixture.State.POSTPONED, later, "Snow")
    record(fixture, WON, LOST)
    assert state(fixture) == Fixture.State.PLAYED


def test_nothing_is_postponed_into_the_past_or_after_it_was_played(its: Season) -> None:
    fixture = game(its)
    for code, day in (("past-deadline", -1), ("decided", 5)):
        with refused(code):
            results.postpone(
                fixture=fixture,
                deadline=today() + timedelta(days=day),
                note="",
                author=None,
                based_on=results.version_of(fixture),
            )
        fixture = record(fixture, WON, LOST)


def test_a_bye_takes_the_place_of_a_game(its: Season) -> None:
    fixture = game(its)
    stays = fixture.sides.all()[1].entrant_id
    results.give_bye(fixture=fixture, to=stays, author=None, based_on=results.version_of(fixture))
    assert state(fixture) == Fixture.State.BYE
    assert outcomes(fixture) == [Outcome.BYE]
    assert Side.objects.get(fixture=fixture).entrant_id == stays


def test_in_the_playoffs_nobody_rests_and_no_game_is_called_off(its: Season) -> None:
    fixture = game(its, is_playoff=True)
    seen = results.version_of(fixture)
    with refused("playoff"):
        results.give_bye(fixture=fixture, to=fixture.sides.all()[0].entrant_id, author=None, based_on=seen)
    with refused("playoff"):
        results.call_off(fixture=fixture, based_on=seen)


# Undoing


def test_a_result_is_undone_and_the_game_is_to_be_played(its: Season) -> None:
    fixture = record(game(its), WON, LOST)
    seen = results.version_of(fixture)
    for _ in range(2):
        results.undo(fixture=fixture, author=None, based_on=seen)
    assert state(fixture) == Fixture.State.SCHEDULED
    assert list(Side.objects.values_list("outcome", "points")) == [("", 0)] * 2


def test_a_bye_is_not_undone(its: Season) -> None:
    fixture = game(its)
    to = fixture.sides.all()[0].entrant_id
    fixture = results.give_bye(fixture=fixture, to=to, author=None, based_on=results.version_of(fixture))
    with refused("bye"):
        results.undo(fixture=fixture, author=None, based_on=results.version_of(fixture))


def test_only_what_is_undecided_is_called_off(its: Season) -> None:
    fixture = record(game(its), WON, LOST)
    with refused("decided"):
        results.call_off(fixture=fixture, based_on=results.version_of(fixture))
    fixture = results.undo(fixture=fixture, author=None, based_on=results.version_of(fixture))
    results.call_off(fixture=fixture, based_on=results.version_of(fixture))
    assert not Fixture.objects.exists()
    with refused("called-off"):
        results.call_off(fixture=fixture, based_on="")


# Leaving


@pytest.mark.parametrize("leaving", list(seasons.Leaving))
def test_who_retires_leaves_its_games_forfeited_or_called_off(its: Season, leaving: seasons.Leaving) -> None:
    played, open_game, crowd = record(game(its), WON, LOST), game(its), game(its, 3)
    leaver = its.entrants.all()[0]
    seasons.retire(entrant=leaver, leaving=leaving, author=None)
    assert outcomes(played) == [WON, LOST]
    assert [side.entrant_id for side in crowd.sides.all()] == [entrant.pk for entrant in its.entrants.all()[1:3]]
    if leaving is seasons.Leaving.FORFEIT:
        assert outcomes(open_game) == [Outcome.FORFEIT_LOST, Outcome.FORFEIT_WON]
    else:
        assert not Fixture.objects.filter(pk=open_game.pk).exists()


# In the playoffs


def test_recording_the_games_of_the_playoffs_crowns_the_champion(its: Season) -> None:
    record(game(its), WON, LOST)
    its.playoff_teams = 4
    its.save()
    brackets.start_playoffs(season=its, author=None)
    for _ in range(3):
        waiting = seasons.open_games(its).first()
        assert waiting
        with refused("playoff-draw"):
            record(waiting, DREW, DREW)
        final = record(waiting, WON, LOST)
    its.refresh_from_db()
    assert its.state == Season.State.FINISHED
    assert its.champion == final.sides.all()[0].entrant.team
    with refused("season-over"):
        record(final, LOST, WON)
    record(final, WON, LOST)


def test_a_corrected_playoff_game_brings_another_team_on(its: Season) -> None:
    record(game(its), WON, LOST)
    its.playoff_teams = 4
    its.save()
    brackets.start_playoffs(season=its, author=None)
    first, second = seasons.open_games(its).order_by("pk")
    record(first, WON, LOST)
    record(second, WON, LOST)
    final = {side.entrant_id for side in seasons.open_games(its).get().sides.all()}
    record(Fixture.objects.get(pk=first.pk), LOST, WON)
    assert {side.entrant_id for side in seasons.open_games(its).get().sides.all()} != final


# Races


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_two_who_record_different_results_at_once_leave_one(race: Race) -> None:
    fixture = game(season(club(), teams=2))
    seen = results.version_of(fixture)
    ways = [told(fixture, WON, LOST), told(fixture, LOST, WON), told(fixture, DREW, DREW), told(fixture, WON, CONCEDED)]
    came = race(
        lambda: results.record(fixture=fixture, sides=ways.pop(), author=None, based_on=seen),
        runners=4,
    )
    assert sum(isinstance(one, Fixture) for one in came) == 1
    assert {one.code for one in came if isinstance(one, RuleBroken)} == {"outdated"}
    assert "" not in outcomes(fixture)


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_two_who_record_the_same_result_at_once_agree(race: Race) -> None:
    fixture = game(season(club(), teams=2))
    seen, sides = results.version_of(fixture), told(fixture, WON, LOST)
    came = race(lambda: results.record(fixture=fixture, sides=sides, author=None, based_on=seen), runners=4)
    assert len({one.decided_at for one in came if isinstance(one, Fixture)}) == 1
    assert all(isinstance(one, Fixture) for one in came)
