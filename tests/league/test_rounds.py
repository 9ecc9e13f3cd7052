"""Rounds: drawn as drafts, adjusted by hand, published, and played to the end in every format and size."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from itertools import combinations

import pytest
from pytest_django import DjangoAssertNumQueries

from league import previews, results, rounds, seasons
from league.models import Entrant, Fixture, Format, Round, Season, Side, today
from league.results import SideResult
from league.standings import Outcome
from rules.problems import RuleBroken
from tests.conftest import Race
from tests.league.clubs import club, enter, season

pytestmark = pytest.mark.django_db
SCHEDULED = [its for its in Format if its not in (Format.OPEN, Format.BY_HAND)]


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
