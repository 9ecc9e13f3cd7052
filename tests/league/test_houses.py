"""The services of house rules: versions, who plays by them from when on, and what a change would do."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from pytest_django import DjangoAssertNumQueries

from league import house_changes, house_preview, houses
from league.house_fields import rules_from, values_of
from league.models import HouseVersion, League, Season
from rules.articles import articles
from rules.catalog import Allowance
from rules.events import Renamed
from rules.house import HouseRules, rulebook
from rules.problems import RuleBroken
from teams import chronicle
from teams.models import House, Team
from tests.conftest import Race
from tests.league.clubs import club, enter, join, season
from tests.rules.teams import HOUSE, legal_team, recruit
from tests.rules.teams import houses as any_house
from tests.teams.people import person, team
from tests.teams.stories import seasoned

RICH = replace(HOUSE, koban=replace(HOUSE.koban, starting=120))
PROUD = replace(HOUSE, rating=replace(HOUSE.rating, koban_per_point=5))
EASY = replace(HOUSE, levels=tuple(replace(level, xp=level.xp // 2) for level in HOUSE.levels))


def change(
    league: League, rules: HouseRules = RICH, *, by: User | None = None, why: str = "For fun.", based_on: int = 0
) -> HouseVersion:
    return houses.change_rules(league=league, rules=rules, author=by, reason=why, based_on=based_on)


def without(profile: str) -> HouseRules:
    return replace(HOUSE, banned_profiles=(profile,))


# Values


@given(any_house())
def test_any_rules_become_values_and_the_same_rules_again(rules: HouseRules) -> None:
    again = rules_from(values_of(rules), rules)
    assert list(articles(again)) == list(articles(rules))
    assert not house_changes.changes(rules, again)


def test_the_rulebook_as_values_keeps_nothing_that_the_catalog_says_already() -> None:
    assert rules_from(values_of(HOUSE), HOUSE) == HOUSE


@given(any_house(), any_house())
def test_what_changed_is_told_from_both_sides(one: HouseRules, other: HouseRules) -> None:
    there, back = house_changes.changes(one, other), house_changes.changes(other, one)
    assert {change.now for change in there} == {change.before for change in back}
    assert all(change.sentence.endswith(".") for change in (*there, *back))


def test_a_change_says_what_was_before() -> None:
    (its,) = house_changes.changes(RICH, replace(HOUSE, koban=replace(HOUSE.koban, starting=80)))
    assert its.sentence == "A new team has 80 koban to spend (before: 120)."


def test_a_level_that_came_or_went_is_told_too() -> None:
    fewer = replace(HOUSE, levels=HOUSE.levels[:-1])
    assert [its.sentence for its in house_changes.changes(HOUSE, fewer)] == ["No longer: Legendary begins at 246 XP."]
    assert [its.sentence for its in house_changes.changes(fewer, HOUSE)] == ["Legendary begins at 246 XP (new)."]


# Versions

pytestmark = pytest.mark.django_db


def test_a_league_begins_with_the_rulebook() -> None:
    league = club()
    assert houses.rules_of(league) is rulebook()
    assert houses.house_in_force(league) is None
    assert houses.differences_of(league) == []
    assert houses.versions_of(league) == []


def test_a_change_is_a_version_with_author_reason_and_number() -> None:
    league, sensei = club(), User.objects.get(username="sensei")
    made = change(league, by=sensei, why="  More koban, more fun.  ")
    league.refresh_from_db()
    assert (made.number, made.author, made.reason) == (1, sensei, "More koban, more fun.")
    assert houses.house_in_force(league) == made.house
    assert houses.rules_of(league) == RICH
    assert houses.differences_of(league) == ["A new team has 120 koban to spend (rulebook: 100)."]


def test_every_version_stays_and_each_says_what_it_changed() -> None:
    league = club()
    change(league, RICH, why="One.")
    change(league, without("benkei"), why="Two.", based_on=1)
    change(league, HOUSE, why="Three.", based_on=2)
    told = houses.history(houses.versions_of(league))
    assert [(its.version.number, its.version.reason) for its in told] == [(3, "Three."), (2, "Two."), (1, "One.")]
    assert told[2].sentences == ("A new team has 120 koban to spend (before: 100).",)
    assert told[1].sentences == (
        "A new team has 100 koban to spend (before: 120).",
        "Benkei may not be recruited (before: may).",
    )
    assert houses.rules_at(league, 1) == RICH
    assert houses.rules_at(league, 0) is rulebook()


def test_each_difference_knows_the_version_that_made_it_what_it_is() -> None:
    league = club()
    change(league, RICH)
    both = replace(RICH, banned_profiles=("benkei",))
    change(league, both, based_on=1)
    change(league, replace(both, koban=replace(both.koban, starting=130)), based_on=2)
    found = houses.differences_in_force(houses.versions_of(league))
    assert [(its.difference.sentence, its.version and its.version.number) for its in found] == [
        ("A new team has 130 koban to spend (rulebook: 100).", 3),
        ("Benkei may not be recruited (rulebook: may).", 2),
    ]


def test_going_back_to_the_rulebook_is_a_version_too_and_needs_no_rules_of_its_own() -> None:
    league = club()
    change(league, RICH)
    made = change(league, HOUSE, based_on=1)
    league.refresh_from_db()
    assert (made.number, made.house, league.house) == (2, None, None)


def test_an_unknown_version_does_not_exist() -> None:
    with pytest.raises(HouseVersion.DoesNotExist):
        houses.rules_at(club(), 1)


# Refusals


def assert_nothing_happened(league: League, versions: int = 0) -> None:
    league.refresh_from_db()
    assert league.house_versions.count() == House.objects.count() == versions


@pytest.mark.parametrize(
    ("rules", "why", "based_on", "code"),
    [
        (HOUSE, "Why not.", 0, "unchanged"),
        (RICH, "", 0, "no-reason"),
        (RICH, "   ", 0, "no-reason"),
        (RICH, "x" * 501, 0, "reason-too-long"),
        (RICH, "Why not.", 7, "stale"),
        (replace(HOUSE, koban=replace(HOUSE.koban, win=-1)), "Why not.", 0, "negative"),
        (replace(HOUSE, tie_breakers=HOUSE.tie_breakers * 2), "Why not.", 0, "twice"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_happens(rules: HouseRules, why: str, based_on: int, code: str) -> None:
    league = club()
    with pytest.raises(RuleBroken) as refusal:
        change(league, rules, why=why, based_on=based_on)
    assert refusal.value.code == code
    assert_nothing_happened(league)


def test_a_price_written_out_that_is_the_rulebooks_changes_nothing() -> None:
    with pytest.raises(RuleBroken, match=r"^Nothing changed: Moon Court plays by these rules already\.$"):
        change(club(), replace(HOUSE, prices={"tora-kaiken": 10}))


def test_the_same_change_sent_twice_is_one_version() -> None:
    league, sensei = club(), User.objects.get(username="sensei")
    assert change(league, by=sensei) == change(league, by=sensei)
    assert_nothing_happened(league, versions=1)


def test_somebody_elses_change_in_between_is_named_and_nothing_is_overwritten() -> None:
    league = club()
    mayumi = join(league, person("mayumi"))
    change(league, RICH, by=mayumi, why="More koban.")
    with pytest.raises(RuleBroken) as refusal:
        change(league, without("benkei"))
    assert "mayumi made version 1 of the house rules: “More koban.”" in refusal.value.message
    assert_nothing_happened(league, versions=1)
    assert houses.rules_of(league) == RICH


def test_the_same_wish_of_two_masters_is_no_double_click() -> None:
    league = club()
    change(league, by=join(league, person("mayumi")))
    with pytest.raises(RuleBroken) as refusal:
        change(league, by=User.objects.get(username="sensei"))
    assert refusal.value.code == "stale"


@pytest.mark.every_database
def test_of_many_changes_at_once_exactly_one_is_made(race: Race) -> None:
    league = club()
    season(league, teams=3)
    wishes = iter(range(101, 107))

    def wish() -> int:
        rules = replace(HOUSE, koban=replace(HOUSE.koban, starting=next(wishes)))
        return change(league, rules).number

    outcomes = race(wish, runners=6)
    refusals = [outcome for outcome in outcomes if isinstance(outcome, RuleBroken)]
    assert [outcome for outcome in outcomes if outcome not in refusals] == [1]
    assert {refusal.code for refusal in refusals} == {"stale"}
    assert_nothing_happened(league, versions=1)


@pytest.mark.every_database
def test_one_click_that_arrives_six_times_is_one_version(race: Race) -> None:
    league, sensei = club(), User.objects.get(username="sensei")
    assert race(lambda: change(league, by=sensei).number, runners=6) == [1] * 6
    assert_nothing_happened(league, versions=1)


# The teams


def houses_of_teams() -> set[int | None]:
    return set(Team.objects.values_list("house_id", flat=True))


def test_every_team_of_an_unfinished_season_plays_by_the_new_rules_at_once() -> None:
    league = club()
    season(league, teams=6)
    before = dict(Team.objects.values_list("name", "rating"))
    made = change(league, PROUD)
    assert houses_of_teams() == {made.house_id}
    assert all(its.rating > before[its.name] for its in Team.objects.all())


@pytest.mark.parametrize("leave", ["the season is over", "the team retired", "it is another league's"])
def test_teams_elsewhere_are_left_alone(leave: str) -> None:
    league = club()
    its = season(league if leave != "it is another league's" else club("Sun Court", master=person("kaede")), teams=2)
    if leave == "the season is over":
        Season.objects.update(state=Season.State.FINISHED)
    elif leave == "the team retired":
        its.entrants.update(retired_at=its.created_at)
    change(league)
    assert houses_of_teams() == {None}


def test_what_was_told_under_earlier_rules_stays_as_it_was_told() -> None:
    league = club()
    its = season(league, teams=1)
    veteran = seasoned(person("kenta"))
    its.entrants.create(team=veteran, coin=1)
    before = chronicle.scroll_of(veteran)
    change(league, replace(EASY, prices={"tora-oni": 1}))
    change(league, PROUD, based_on=1)
    for bound in Team.objects.all():
        assert chronicle.retell(bound) == []
    assert chronicle.scroll_of(veteran) == before
    assert set(veteran.entries.values_list("house_id", flat=True)) == {None}


def test_what_happens_next_is_told_under_the_new_rules() -> None:
    league = club()
    entrant = enter(season(league, teams=0), "Red Hands")
    made = change(league, replace(HOUSE, prices={"tora-kaiken": 3}))
    entrant.team.refresh_from_db()
    bought = chronicle.enter(team=entrant.team, what=recruit("n9", "tora-kaiken"), author=None)
    assert bought.entry.house_id == made.house_id
    assert bought.scroll.treasury == 60 - 3
    assert chronicle.retell(entrant.team) == []


# The preview


def test_the_preview_names_the_teams_that_would_become_illegal_and_why() -> None:
    league = club()
    its = season(league, teams=0)
    enter(its, "Red Hands")
    enter(its, "Black Ink", clan="ika")
    rules = replace(HOUSE, allowances={"tora-kaiken": Allowance(3, 4)})
    shown = house_preview.preview(league, rules)
    assert [effect.team.name for effect in shown.illegal] == ["Red Hands"]
    assert [problem.message for problem in shown.illegal[0].new_problems] == [
        "A team has 3 to 4 kaiken, this one has 2."
    ]
    assert shown.changes == ("A team has 3 to 4 Tora Kaiken (before: 2 to 4).",)
    assert shown.felt == shown.ailing == []


def test_a_banned_profile_makes_its_teams_illegal() -> None:
    league = club()
    its = season(league, teams=2)
    founded = team(person("kenta"), legal_team("tora", "benkei"))
    its.entrants.create(team=founded, coin=1)
    shown = house_preview.preview(league, without("benkei"))
    assert [effect.team for effect in shown.illegal] == [founded]
    assert "Benkei may not be recruited in this league." in shown.illegal[0].new_problems[0].message


def test_a_team_that_is_illegal_already_is_not_blamed_on_the_new_rules() -> None:
    league = club()
    its = season(league, teams=0)
    founded = team(person("kenta"), legal_team("tora", "benkei"))
    its.entrants.create(team=founded, coin=1)
    change(league, without("benkei"))
    league.refresh_from_db()
    shown = house_preview.preview(league, replace(without("benkei"), koban=RICH.koban))
    assert shown.illegal == []
    assert [effect.team for effect in shown.ailing] == [founded]


def test_the_preview_names_new_ratings_and_new_decisions() -> None:
    league = club()
    its = season(league, teams=0)
    veteran = seasoned(person("kenta"))
    its.entrants.create(team=veteran, coin=1)
    (effect,) = house_preview.preview(league, replace(EASY, rating=PROUD.rating)).felt
    assert (effect.rating_before, effect.rating_after) == (veteran.rating, effect.rating_after)
    assert effect.is_rated_anew
    assert effect.is_busier


def test_the_preview_is_what_then_happens() -> None:
    league = club()
    season(league, teams=4)
    told = {effect.team.pk: effect.rating_after for effect in house_preview.preview(league, PROUD).effects}
    assert dict(Team.objects.values_list("pk", "rating")) != told
    change(league, PROUD)
    assert dict(Team.objects.values_list("pk", "rating")) == told


@pytest.mark.parametrize("teams", [8, 88])
def test_the_preview_costs_the_same_for_few_and_many_teams(
    teams: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    league = club()
    season(league, teams=teams)
    change(league)
    league.refresh_from_db()
    chronicle.enter(team=Team.objects.all()[0], what=Renamed("Red Hands"), author=None)
    with django_assert_num_queries(4):  # the rules in force, teams, entries, and the rules those were told by
        assert len(house_preview.preview(league, PROUD).effects) == teams
