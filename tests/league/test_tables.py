"""The table of a season from the database: the same as the pure one, in a fixed number of queries."""

from random import Random

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from league import houses, standings, tables
from league.models import Division, Entrant, Fixture, Format, Round, Season
from league.standings import Game, Outcome, Side
from teams.models import Ninja
from tests.league.clubs import club, enter, played, season

WON, LOST, DREW = Outcome.WON, Outcome.LOST, Outcome.DREW
in_database = pytest.mark.django_db


def busy(teams: int, rounds: int = 4) -> tuple[Season, list[Game]]:
    """A season of chance results, and the same games as the pure table takes them."""
    its, games = season(club(), teams=teams), []
    chance = Random(teams)  # noqa: S311 - results to test with
    entrants = list(its.entrants.order_by("pk"))
    for number in range(1, rounds + 1):
        chance.shuffle(entrants)
        for one, other in zip(entrants[::2], entrants[1::2], strict=False):
            points = chance.randrange(9)
            ended = chance.choice([(WON, LOST), (DREW, DREW), (Outcome.CONCEDED, WON)])
            sides = [(one, ended[0], points), (other, ended[1], chance.randrange(9))]
            played(its, number, *sides)
            games.append(Game(number, tuple(Side(str(e.pk), outcome, p) for e, outcome, p in sides)))
    return its, games


def names(table: tables.Table) -> list[str]:
    return [row.team.name for row in table.rows]


@in_database
@pytest.mark.parametrize("teams", [2, 3, 7, 88])
@pytest.mark.parametrize("after", [1, 3, 4])
def test_the_table_is_the_pure_one(teams: int, after: int) -> None:
    its, games = busy(teams)
    entrants = [
        standings.Entrant(str(e.pk), e.team.name, e.team.rating, e.coin)
        for e in Entrant.objects.filter(season=its).select_related("team")
    ]
    rules = tables.rules_for(its, houses.rules_of(its.league))
    expected = standings.standings(entrants, [game for game in games if game.round <= after], rules)
    assert [shown.row for shown in tables.table_of(its, round=after).rows] == expected


@in_database
def test_it_costs_the_same_for_8_and_for_88_teams(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    its, _ = busy(8)
    for teams in (8, 88):
        for number in range(its.entrants.count(), teams):
            enter(its, f"Late {number}")
        with django_assert_num_queries(3):  # entrants, games, divisions
            assert len(tables.table_of(its).rows) == teams


@in_database
def test_movement_counts_places_since_the_round_before() -> None:
    its = season(club(), teams=3)
    one, two, three = its.entrants.order_by("pk")
    played(its, 1, (one, WON, 9), (three, LOST, 0))
    played(its, 3, (three, WON, 5), (two, LOST, 4))
    played(its, 3, (three, WON, 5), (two, LOST, 4))
    moved = {row.team.name: (row.movement, row.moved) for row in tables.table_of(its).rows}
    assert moved == {
        "Team 3": (2, "up 2 places"),
        "Team 1": (-1, "down 1 place"),
        "Team 2": (-1, "down 1 place"),
    }
    assert {row.movement for row in tables.table_of(its, round=1).rows} == {0}
    assert {row.moved for row in tables.table_of(its, round=1).rows} == {"same place as before"}


@in_database
@pytest.mark.parametrize(("asked", "shown"), [(None, 3), (0, 1), (1, 1), (2, 1), (3, 3), (99, 3)])
def test_a_round_without_games_is_the_last_before_it(asked: int | None, shown: int) -> None:
    its = season(club(), teams=2)
    one, two = its.entrants.order_by("pk")
    for number in (1, 3):
        played(its, number, (one, WON, 1), (two, LOST, 0))
    table = tables.table_of(its, round=asked)
    assert (table.round, table.rounds) == (shown, (1, 3))


@in_database
def test_a_season_without_games_has_everybody_and_no_round() -> None:
    table = tables.table_of(season(club(), teams=3), round=4)
    assert (sorted(names(table)), table.rounds, table.round) == (["Team 1", "Team 2", "Team 3"], (), 0)
    assert table.caption == "Table of Autumn"


@in_database
def test_playoffs_drafts_and_open_games_do_not_count() -> None:
    its = season(club(), teams=2)
    one, two = its.entrants.order_by("pk")
    for number in (1, 2, 3):
        played(its, number, (one, WON, 1), (two, LOST, 0))
    Round.objects.filter(number=1).update(is_playoff=True)
    Round.objects.filter(number=2).update(published_at=None)
    Fixture.objects.filter(round__number=3).update(state=Fixture.State.POSTPONED)
    assert {row.row.played for row in tables.table_of(its).rows} == {0}


@in_database
def test_games_against_another_division_count_in_ones_own() -> None:
    its = season(club(), teams=3)
    east = Division.objects.create(season=its, name="East", position=0)
    one, two, three = its.entrants.order_by("pk")
    Entrant.objects.filter(pk__in=(one.pk, two.pk)).update(division=east)
    played(its, 1, (two, WON, 2), (three, LOST, 0))
    table = tables.table_of(its, division=east)
    assert names(table) == ["Team 2", "Team 1"]
    assert [row.row.league_points for row in table.rows] == [3, 0]
    assert table.caption == "Table of Autumn, East after round 1"


@in_database
@pytest.mark.parametrize(("format_", "worth"), [(Format.SWISS, 3), (Format.ROUND_ROBIN, 0)])
def test_a_bye_is_worth_a_win_in_swiss_only(format_: Format, worth: int) -> None:
    its = season(club(), teams=1, format_=format_)
    fixture = played(its, 1, (its.entrants.get(), Outcome.BYE, 0))
    Fixture.objects.filter(pk=fixture.pk).update(state=Fixture.State.BYE)
    assert tables.table_of(its).rows[0].row.league_points == worth


@in_database
@pytest.mark.parametrize(("places", "cut"), [(0, ""), (1, "Team 2"), (2, "Team 3"), (3, ""), (9, "")])
def test_the_line_passes_over_who_retired_and_is_not_drawn_under_everybody(places: int, cut: str) -> None:
    its = season(club(), teams=4)
    its.playoff_teams = places
    its.save()
    one, two, three, four = its.entrants.order_by("pk")
    played(its, 1, (one, WON, 9), (four, LOST, 0))
    played(its, 1, (two, WON, 5), (four, LOST, 0))
    played(its, 1, (three, WON, 1), (four, LOST, 0))
    Entrant.objects.filter(pk=one.pk).update(retired_at=timezone.now())
    table = tables.table_of(its)
    assert next((row.team.name for row in table.rows if row.is_cut), "") == cut
    assert table.goes_on == (places if cut else 0)
    assert [row.is_retired for row in table.rows] == [True, False, False, False]


@given(st.integers(-400, 400))
def test_a_difference_has_its_sign(difference: int) -> None:
    row = standings.Row(
        standings.Entrant("1", "One"), points_for=max(0, difference), points_against=max(0, -difference)
    )
    shown = tables.TableRow(row, None, 0, False).difference  # type: ignore[arg-type]
    assert int(shown.replace("\N{MINUS SIGN}", "-")) == difference
    assert shown[0] in ("+", "\N{MINUS SIGN}") or shown == "0"


# Leaders and champions


@in_database
def test_leaders_are_the_best_five_who_have_done_anything() -> None:
    its = season(club(), teams=2)
    for number, ninja in enumerate(Ninja.objects.order_by("pk")):
        Ninja.objects.filter(pk=ninja.pk).update(xp=number, injuries=int(number == 2), all_stars=0)
    found = tables.leaders(its)
    assert [leader.value for leader in found.xp] == [5, 4, 3, 2, 1]
    assert [leader.value for leader in found.injuries] == [1]
    assert found.all_stars == ()
    assert [label for label, _, _ in found.shown] == ["Experience", "Injuries made"]


@in_database
def test_leaders_of_other_seasons_do_not_count(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    league = club()
    quiet, _ = season(league, teams=2), season(league, teams=0)
    enter(league.seasons.get(number=2), "Others")
    Ninja.objects.filter(team__name="Others").update(xp=9)
    with django_assert_num_queries(1):
        assert tables.leaders(quiet).is_empty


@in_database
def test_the_champion_is_who_leads_the_table() -> None:
    its = season(club(), teams=3)
    one, two, _ = its.entrants.order_by("pk")
    played(its, 1, (two, WON, 1), (one, LOST, 0))
    assert tables.champion_of(its) == two.team
    assert tables.champion_of(season(its.league, teams=0)) is None
