"""Rounds: drawn as drafts, adjusted by hand, published, and played to the end in every format and size."""

from collections import Counter
from datetime import timedelta
from itertools import combinations

import pytest
from pytest_django import DjangoAssertNumQueries

from league import previews, results, rounds, seasons
from league.models import Fixture, Format, Round, Season, Side, today
from league.results import SideResult
from league.standings import Outcome
from rules.problems import RuleBroken
from tests.conftest import Race
from tests.league.clubs import club, enter, season

pytestmark = pytest.mark.django_db


def version(its: Season) -> str:
    return rounds.version_of(rounds.draft_rows(its))


def generate(its: Season) -> list[Round]:
    return rounds.generate(season=its, based_on=version(its))


def publish(its: Season, *numbers: int) -> list[Round]:
    wanted = numbers or [draft.number for draft in rounds.drafts_of(its)]
    return rounds.publish(season=its, numbers=wanted, based_on=version(its))


def games(its: Season, number: int) -> list[tuple[str, ...]]:
    """Who meets whom in a round, by name."""
    fixtures = Fixture.objects.filter(round__season=its, round__number=number).order_by("position", "pk")
    return [
        tuple(side.entrant.team.name for side in fixture.sides.select_related("entrant__team")) for fixture in fixtures
    ]


def play(its: Season) -> None:
    """Everything that is published, the first team of each game winning."""
    for fixture in seasons.open_games(its).prefetch_related("sides"):
        told = [
            SideResult(side.entrant_id, Outcome.LOST if side.position else Outcome.WON, 3 - side.position)
            for side in fixture.sides.all()
        ]
        results.record(fixture=fixture, sides=told, author=None, based_on=results.version_of(fixture))


def meetings(its: Season) -> Counter[frozenset[int]]:
    fixtures = Fixture.objects.filter(round__season=its).prefetch_related("sides")
    pairs = (combinations([side.entrant_id for side in fixture.sides.all()], 2) for fixture in fixtures)
    return Counter(frozenset(pair) for its_pairs in pairs for pair in its_pairs)


def refused(code: str) -> "pytest.RaisesExc[RuleBroken]":
    return pytest.raises(RuleBroken, check=lambda broken: broken.code == code)


# Whole seasons


@pytest.mark.parametrize("teams", [2, 3, 7, 88])
@pytest.mark.parametrize("format_", [Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN])
def test_in_a_round_robin_everybody_meets_everybody(teams: int, format_: Format) -> None:
    its = season(club(), teams=teams, format_=format_)
    times = 2 if format_ == Format.DOUBLE_ROUND_ROBIN else 1
    generate(its)
    publish(its)
    met = meetings(its)
    assert set(met.values()) == {times}
    assert len(met) == teams * (teams - 1) // 2
    if teams < 10:
        play(its)
        assert seasons.finish(season=its).champion


@pytest.mark.parametrize("teams", [2, 3, 7, 88])
@pytest.mark.parametrize("format_", [Format.SWISS, Format.RANDOM])
def test_round_after_round_a_season_is_played_to_its_end(teams: int, format_: Format) -> None:
    its = season(club(), teams=teams, format_=format_)
    its.rounds_planned = min(3, teams - 1 + teams % 2)
    its.save()
    for number in range(1, its.rounds_planned + 1):
        assert [draft.number for draft in generate(its)] == [number]
        publish(its)
        seated = Counter(team for game in games(its, number) for team in game)
        assert len(seated) == teams
        assert set(seated.values()) == {1}
        play(its)
    assert set(meetings(its).values()) == {1}
    with refused("all-rounds"):
        generate(its)
    assert seasons.finish(season=its).champion


@pytest.mark.parametrize("teams", [2, 3, 7])
def test_a_season_paired_by_hand_is_played_to_its_end(teams: int) -> None:
    its = season(club(), teams=teams, format_=Format.BY_HAND)
    generate(its)
    entrants = [entrant.pk for entrant in its.entrants.all()]
    while entrants:
        size = 3 if len(entrants) in (3, 7) else 2
        rounds.add_game(season=its, number=1, entrants=entrants[:size])
        entrants = entrants[size:]
    publish(its)
    play(its)
    assert seasons.finish(season=its).champion


def test_divisions_play_among_themselves() -> None:
    its = season(club(), teams=7)
    entrants = list(its.entrants.all())
    north, south = (its.divisions.create(name=name, position=n) for n, name in enumerate(("North", "South")))
    for n, entrant in enumerate(entrants):
        seasons.assign(entrant=entrant, division=north if n < 4 else south)
    generate(its)
    homes = {entrant.pk: entrant.division_id for entrant in its.entrants.all()}
    met = meetings(its)
    assert len(met) == 6 + 3
    assert all(len({homes[pk] for pk in pair}) == 1 for pair in met)


def test_swiss_pairs_like_with_like() -> None:
    its = season(club(), teams=8, format_=Format.SWISS)
    generate(its)
    publish(its)
    play(its)
    generate(its)
    scores = rounds.record_of(its).scores
    drafted = Fixture.objects.filter(round__season=its, round__number=2).prefetch_related("sides")
    assert all(
        scores[one.entrant_id] == scores[other.entrant_id]
        for one, other in (fixture.sides.all() for fixture in drafted)
    )


def test_who_retires_is_not_paired_and_who_comes_late_is() -> None:
    its = season(club(), teams=4, format_=Format.SWISS)
    generate(its)
    publish(its)
    play(its)
    leaver = its.entrants.all()[0]
    seasons.retire(entrant=leaver, leaving=seasons.Leaving.FORFEIT, author=None)
    enter(its, "Late Comers")
    generate(its)
    seated = {team for game in games(its, 2) for team in game}
    assert "Late Comers" in seated
    assert leaver.team.name not in seated


def test_byes_go_round_before_anybody_rests_twice() -> None:
    its = season(club(), teams=5, format_=Format.SWISS)
    for _ in range(5):
        generate(its)
        publish(its)
        play(its)
    rested = Side.objects.filter(outcome=Outcome.BYE).values_list("entrant", flat=True)
    assert sorted(rested) == sorted(entrant.pk for entrant in its.entrants.all())


def test_a_random_draw_is_on_record() -> None:
    its = season(club(), teams=6, format_=Format.RANDOM)
    (draft,) = generate(its)
    assert sorted(draft.drawn) == sorted(entrant.pk for entrant in its.entrants.all())
    first = draft.drawn[0]
    assert first in [side.entrant_id for side in draft.fixtures.order_by("position")[0].sides.all()]


def test_a_round_robin_drawn_anew_holds_only_what_is_missing() -> None:
    its = season(club(), teams=4)
    generate(its)
    publish(its, 1)
    enter(its, "Late Comers")
    generate(its)
    assert set(meetings(its).values()) == {1}
    assert len(meetings(its)) == 10
    publish(its)
    with refused("all-met"):
        generate(its)


# Drafts


def test_drawing_anew_replaces_the_draft_and_leaves_what_is_published() -> None:
    its = season(club(), teams=4)
    generate(its)
    publish(its, 1)
    before = games(its, 1)
    generate(its)
    assert games(its, 1) == before
    assert [draft.number for draft in rounds.drafts_of(its)] == [2, 3]


def test_a_draft_that_somebody_changed_meanwhile_is_not_replaced() -> None:
    its = season(club(), teams=4)
    seen = version(its)
    generate(its)
    with refused("outdated"):
        rounds.generate(season=its, based_on=seen)


def test_deadlines_follow_each_other_and_can_be_moved() -> None:
    its = season(club(), teams=4)
    drafts = generate(its)
    assert [draft.deadline for draft in drafts] == [today() + timedelta(days=7 * n) for n in (1, 2, 3)]
    rounds.set_deadline(season=its, number=2, deadline=today() + timedelta(days=90))
    assert its.rounds.get(number=2).deadline == today() + timedelta(days=90)


def test_home_and_away_change_places() -> None:
    its = season(club(), teams=2)
    generate(its)
    (before,) = games(its, 1)
    rounds.turn(season=its, fixture=Fixture.objects.get().pk)
    assert games(its, 1) == [before[::-1]]


def test_two_teams_of_a_round_are_swapped() -> None:
    its = season(club(), teams=4)
    generate(its)
    (one, other), (third, fourth) = games(its, 1)
    sides = {
        s.entrant.team.name: s.pk for s in Side.objects.filter(fixture__round__number=1).select_related("entrant__team")
    }
    rounds.swap(season=its, one=sides[other], other=sides[fourth])
    assert games(its, 1) == [(one, fourth), (third, other)]


def test_two_teams_of_one_game_swap_seats() -> None:
    its = season(club(), teams=2)
    generate(its)
    (before,) = games(its, 1)
    one, other = Side.objects.all()
    rounds.swap(season=its, one=one.pk, other=other.pk)
    assert games(its, 1) == [before[::-1]]


def test_nobody_is_swapped_into_a_game_against_itself() -> None:
    its = season(club(), teams=3, format_=Format.BY_HAND)
    one, two, three = (entrant.pk for entrant in its.entrants.all())
    generate(its)
    rounds.add_game(season=its, number=1, entrants=[one, two])
    rounds.add_game(season=its, number=1, entrants=[one, three])
    sides = list(Side.objects.order_by("fixture", "position"))
    with refused("team-twice"):
        rounds.swap(season=its, one=sides[1].pk, other=sides[2].pk)


def test_a_game_moves_to_another_draft_and_can_be_removed() -> None:
    its = season(club(), teams=4)
    generate(its)
    game = Fixture.objects.filter(round__number=1).first()
    assert game
    rounds.move_game(season=its, fixture=game.pk, number=2)
    assert (len(games(its, 1)), len(games(its, 2))) == (1, 3)
    rounds.remove_game(season=its, fixture=game.pk)
    assert len(games(its, 2)) == 2


@pytest.mark.parametrize("teams", [1, 2, 3, 4])
def test_one_to_four_teams_are_put_together_by_hand(teams: int) -> None:
    its = season(club(), teams=5, format_=Format.BY_HAND)
    generate(its)
    entrants = [entrant.pk for entrant in its.entrants.all()][:teams]
    rounds.add_game(season=its, number=1, entrants=entrants)
    publish(its)
    game = Fixture.objects.get()
    assert [side.entrant_id for side in game.sides.all()] == entrants
    assert game.state == (Fixture.State.BYE if teams == 1 else Fixture.State.SCHEDULED)


def test_what_cannot_be_a_game_is_refused() -> None:
    its = season(club(), teams=5, format_=Format.BY_HAND)
    stranger = enter(season(club("Other", master=its.league.memberships.get().person), teams=0), "Strangers")
    generate(its)
    entrants = [entrant.pk for entrant in its.entrants.all()]
    for code, wrong in (
        ("team-twice", entrants[:1] * 2),
        ("how-many-teams", entrants),
        ("how-many-teams", []),
        ("not-in-season", [entrants[0], stranger.pk]),
    ):
        with refused(code):
            rounds.add_game(season=its, number=1, entrants=wrong)
    assert not Fixture.objects.exists()


def test_a_removed_draft_lets_the_later_ones_move_up() -> None:
    its = season(club(), teams=4)
    generate(its)
    third = games(its, 3)
    rounds.remove_round(season=its, number=2)
    assert [draft.number for draft in rounds.drafts_of(its)] == [1, 2]
    assert games(its, 2) == third


# Warnings


def test_a_preview_says_what_is_odd() -> None:
    its = season(club(), teams=5, format_=Format.BY_HAND)
    one, two, three, four, _ = (entrant.pk for entrant in its.entrants.all())
    for _ in range(2):
        rounds.add_round(season=its)
    rounds.add_game(season=its, number=1, entrants=[one, two])
    rounds.add_game(season=its, number=2, entrants=[two, one])
    rounds.add_game(season=its, number=2, entrants=[one, three])
    rounds.add_game(season=its, number=2, entrants=[four])
    warnings = previews.preview(its, 2).warnings
    assert warnings == (
        "Team 1 stands in 2 games.",
        "Team 2 and Team 1 have met before.",
        "Team 4 has a bye.",
        "Team 5 is without a game.",
    )


@pytest.mark.parametrize("format_", [Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN])
def test_the_byes_of_an_odd_round_robin_are_nothing_odd(format_: Format) -> None:
    its = season(club(), teams=5, format_=format_)
    generate(its)
    assert not any(line.warnings for line in previews.preview(its).lines)


def test_a_bye_is_odd_where_everybody_could_play_and_where_somebody_rests_again() -> None:
    its = season(club(), teams=3)
    one, two, three = (entrant.pk for entrant in its.entrants.all())
    for number in (1, 2):
        rounds.add_round(season=its)
        rounds.add_game(season=its, number=number, entrants=[one, two] if number == 1 else [two, one])
        rounds.add_game(season=its, number=number, entrants=[three])
    assert [line.warnings for line in previews.preview(its).lines] == [
        (),
        ("Team 2 and Team 1 have met before.", "Team 3 has a bye, for the second time."),
    ]
    rounds.add_round(season=its)
    for entrant in (one, two):
        rounds.add_game(season=its, number=3, entrants=[entrant])
    assert previews.preview(its, 3).warnings[:2] == ("Team 1 has a bye.", "Team 2 has a bye.")
    seasons.retire(entrant=its.entrants.get(pk=three), leaving=seasons.Leaving.CANCEL, author=None)
    assert "Team 1 has a bye." in previews.preview(its, 3).warnings


def test_the_second_leg_of_a_double_round_robin_is_nothing_odd() -> None:
    its = season(club(), teams=4, format_=Format.DOUBLE_ROUND_ROBIN)
    generate(its)
    assert not any(line.warnings for line in previews.preview(its).lines)


def test_a_swiss_preview_says_that_games_are_still_open() -> None:
    its = season(club(), teams=4, format_=Format.SWISS)
    generate(its)
    publish(its)
    generate(its)
    assert previews.preview(its).remarks == (
        "2 games of earlier rounds are not decided: what is won there is not in these pairings.",
    )


@pytest.mark.parametrize("teams", [8, 88])
def test_a_preview_takes_the_same_queries_however_many_teams(
    teams: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    its = season(club(), teams=teams)
    generate(its)
    with django_assert_num_queries(7):
        previews.preview(its, 3)


# Publishing


def test_a_published_round_is_not_changed_by_hand() -> None:
    its = season(club(), teams=4)
    generate(its)
    publish(its, 1)
    game = Fixture.objects.filter(round__number=1).first()
    assert game
    with refused("published"):
        rounds.turn(season=its, fixture=game.pk)
    with refused("published"):
        rounds.remove_game(season=its, fixture=game.pk)
    with refused("published"):
        rounds.move_game(season=its, fixture=Fixture.objects.filter(round__number=2)[0].pk, number=1)
    with refused("published"):
        rounds.remove_round(season=its, number=1)


def test_byes_are_decided_when_their_round_is_published() -> None:
    its = season(club(), teams=3)
    generate(its)
    assert not Fixture.objects.filter(state=Fixture.State.BYE).exists()
    publish(its, 1)
    bye = Fixture.objects.get(state=Fixture.State.BYE)
    assert [side.outcome for side in bye.sides.all()] == [Outcome.BYE]


def test_rounds_are_published_in_their_order() -> None:
    its = season(club(), teams=4)
    generate(its)
    with refused("earlier-draft"):
        publish(its, 2)


def test_an_empty_round_is_not_published() -> None:
    its = season(club(), teams=4, format_=Format.BY_HAND)
    generate(its)
    with refused("empty-round"):
        publish(its)


def test_publishing_twice_publishes_once() -> None:
    its = season(club(), teams=4)
    generate(its)
    seen = version(its)
    (first,) = rounds.publish(season=its, numbers=[1], based_on=seen)
    first.refresh_from_db()
    (again,) = rounds.publish(season=its, numbers=[1], based_on=seen)
    assert again.published_at == first.published_at


def test_a_round_is_taken_back_until_somebody_has_played() -> None:
    its = season(club(), teams=3)
    generate(its)
    publish(its, 1)
    rounds.take_back(season=its, number=1)
    assert not Side.objects.exclude(outcome="").exists()
    publish(its, 1)
    play(its)
    with refused("games-decided"):
        rounds.take_back(season=its, number=1)


@pytest.mark.parametrize("state", [Season.State.PLAYOFFS, Season.State.FINISHED])
def test_a_season_that_is_past_its_rounds_gets_no_more(state: Season.State) -> None:
    its = season(club(), teams=4)
    its.state = state
    its.save()
    with refused("no-more-rounds"):
        generate(its)


def test_open_play_has_nothing_to_draw() -> None:
    with refused("open-play"):
        generate(season(club(), teams=4, format_=Format.OPEN))


def test_two_teams_are_needed() -> None:
    with refused("too-few-teams"):
        generate(season(club(), teams=1))


# Races


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_two_who_draw_at_once_leave_one_draft(race: Race) -> None:
    its = season(club(), teams=4)
    seen = version(its)
    came = race(lambda: rounds.generate(season=its, based_on=seen), runners=4)
    assert sum(isinstance(one, list) for one in came) == 1
    assert {one.code for one in came if isinstance(one, RuleBroken)} == {"outdated"}
    assert [draft.number for draft in rounds.drafts_of(its)] == [1, 2, 3]


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_two_who_publish_at_once_publish_once(race: Race) -> None:
    its = season(club(), teams=3)
    generate(its)
    seen = version(its)
    came = race(lambda: rounds.publish(season=its, numbers=[1], based_on=seen), runners=4)
    assert all(isinstance(one, list) for one in came)
    assert its.rounds.filter(published_at__isnull=False).count() == 1
    assert Side.objects.filter(outcome=Outcome.BYE).count() == 1
