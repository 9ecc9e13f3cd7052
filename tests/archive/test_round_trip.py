"""A league goes out as a file and comes back, here or elsewhere: the same to the byte."""

import json
import threading
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from league import houses, tables
from league.models import League, Membership, Role, Season
from matches import reporting
from matches.archive import export, plan, restoring, rows
from matches.models import Match, Report, Seed
from teams import chronicle, services
from teams.models import Entry, Team
from tests.archive.elsewhere import elsewhere
from tests.archive.leagues import league_of, lively, team_of
from tests.matches.games import take_every_step
from tests.teams.people import named, person, team

pytestmark = pytest.mark.django_db


def standings(league: League) -> list[list[tuple[object, ...]]]:
    seasons = Season.objects.filter(league=league).order_by("number")
    return [
        [(row.row.position, row.team.name, row.row.league_points, row.why, row.movement) for row in table.rows]
        for table in (tables.table_of(season) for season in seasons)
    ]


def staff() -> User:
    return person("root", is_staff=True)


@pytest.mark.every_database
def test_a_league_that_was_imported_elsewhere_is_the_same_to_the_byte(moon_court: League) -> None:
    told, was = export.league_file(moon_court), standings(moon_court)
    elsewhere()

    league = restoring.restore_league(file=league_of(told), importer=staff())

    assert export.league_file(league) == told
    assert standings(league) == was
    assert all(chronicle.retell(its) == [] for its in Team.objects.all())


@pytest.mark.every_database
def test_dice_reports_comments_and_what_waits_come_along() -> None:
    its = lively()
    told = export.league_file(its.league)
    silence = its.league.silence_at or League.objects.get().silence_at
    elsewhere()

    league = restoring.restore_league(file=league_of(told), importer=staff())

    assert export.league_file(league) == told
    assert league_of(told).teams[0].seeds
    assert Match.objects.filter(state=Match.State.REPORTED).count() == 1
    league.refresh_from_db()
    assert silence is not None
    assert league.silence_at == silence


def test_an_imported_league_goes_on(moon_court: League) -> None:
    told = export.league_file(moon_court)
    elsewhere()
    league = restoring.restore_league(file=league_of(told), importer=staff())

    waiting = Match.objects.get(state=Match.State.REPORTED)
    report = waiting.reports.get()
    reporting.settle(report=report, author=User.objects.get(username="root"))
    for side in waiting.sides.select_related("team"):
        take_every_step(side.team)
    assert Report.objects.get(pk=report.pk).in_force_from is not None
    assert export.league_file(league) != told


def test_no_secret_that_dice_may_still_be_cast_from_is_told() -> None:
    its = lively()
    hidden = Seed.objects.filter(revealed_at=None)
    assert hidden.exists()

    told = export.league_file(its.league).decode()

    assert not any(seed.secret in told for seed in hidden)
    assert all(seed.secret in told for seed in Seed.objects.filter(revealed_at__isnull=False))


def test_nothing_private_is_told() -> None:
    its = lively()
    told = export.league_file(its.league).decode()
    for word in ("@example.com", "password", "Something rude", "is_staff", "last_login"):
        assert word not in told


def test_an_export_takes_as_many_queries_for_a_large_league_as_for_a_small_one(
    moon_court: League, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(24):
        export.league_file(moon_court)


# Beside the original


def test_beside_the_original_addresses_and_keys_are_others_and_all_else_is_the_same() -> None:
    its = lively()
    told = export.league_file(its.league)
    root = staff()
    shown = plan.plan(league_of(told), root, by_name=True)

    copy = restoring.restore_league(file=league_of(told), importer=root, by_name=True)

    assert len(shown.differs) == 5
    assert copy.slug != its.league.slug
    assert copy.slug.startswith("moon-court-")
    assert standings(copy) == standings(its.league)
    assert Team.objects.count() == 4
    assert all(chronicle.retell(one) == [] for one in Team.objects.all())
    again = export.league_file(copy)
    assert _same_names(json.loads(told), json.loads(again))


def _same_names(one: Any, other: Any) -> bool:
    """With the copy's names in place of the original's, and without dice, the files are the same."""
    names = {one["league"]["address"]: other["league"]["address"]}
    for mine, its in zip(one["teams"], other["teams"], strict=True):
        names[mine["address"]] = its["address"]
        mine["seeds"] = its["seeds"] = []
    for matches in zip(_matches(one), _matches(other), strict=True):
        names[matches[0]["key"]] = matches[1]["key"]
        for mine, its in zip(matches[0]["comments"], matches[1]["comments"], strict=True):
            mine["key"] = its["key"]
        matches[0]["seeds"] = matches[1]["seeds"] = []
    return bool(_renamed(one, names) == other)


def _matches(file: Any) -> list[Any]:
    rounds = [its for season in file["seasons"] for its in season["rounds"]]
    return [fixture["match"] for its in rounds for fixture in its["fixtures"] if fixture["match"]]


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(its, names) for key, its in value.items()}
    if isinstance(value, list):
        return [_renamed(its, names) for its in value]
    return names.get(value, value) if isinstance(value, str) else value


# People


def test_whoever_has_no_account_is_a_stand_in_that_nobody_can_log_in_to() -> None:
    its = lively()
    told = export.league_file(its.league)
    elsewhere()
    kenta = person("kenta")

    restoring.restore_league(file=league_of(told), importer=staff())

    stand_in = User.objects.get(username="kenta (moon-court)")
    assert stand_in.pk != kenta.pk
    assert not stand_in.is_active
    assert not stand_in.has_usable_password()
    assert stand_in.email == ""
    assert Team.objects.get(slug=its.teams[0].slug).owner == stand_in


def test_the_staff_may_match_people_to_accounts() -> None:
    its = lively()
    told = export.league_file(its.league)
    elsewhere()
    kenta = person("kenta")

    league = restoring.restore_league(file=league_of(told), importer=staff(), by_name=True)

    assert Team.objects.get(slug=its.teams[0].slug).owner == kenta
    assert export.league_file(league) == told


def test_nobody_else_can_say_who_is_who() -> None:
    its = lively()
    told = export.league_file(its.league)
    elsewhere()
    kenta, sensei = person("kenta"), person("sensei")

    league = restoring.restore_league(file=league_of(told), importer=sensei, by_name=True)

    assert not Membership.objects.filter(person=kenta).exists()
    assert Membership.objects.get(person=sensei).role == Role.MASTER
    assert export.league_file(league) == told


def test_whoever_imports_a_league_of_others_runs_it() -> None:
    its = lively()
    told = export.league_file(its.league)
    elsewhere()
    kenta = person("kenta")

    league = restoring.restore_league(file=league_of(told), importer=kenta)

    assert Membership.objects.get(league=league, person=kenta).role == Role.MASTER
    assert any("You become ninja master" in line for line in plan.plan(league_of(told), kenta, by_name=False).differs)


def test_a_stand_in_whose_name_somebody_else_has_is_told_apart_in_the_next_export() -> None:
    its = lively()
    told = export.league_file(its.league)
    elsewhere()
    league = restoring.restore_league(file=league_of(told), importer=staff())
    Membership.objects.create(league=league, person=person("kenta"), role=Role.PLAYER)

    members = [its["person"] for its in json.loads(export.league_file(league))["league"]["members"]]

    assert {"kenta", "kenta (moon-court)"} <= set(members)
    league_of(export.league_file(league))


# A team alone


@pytest.mark.every_database
def test_a_team_alone_goes_elsewhere_and_is_the_same_to_the_byte() -> None:
    its = lively()
    told = export.team_file(its.teams[0])
    elsewhere()
    ren = person("ren")

    made = restoring.restore_team(file=team_of(told), importer=ren)

    assert export.team_file(made) == told
    assert made.owner == ren
    assert made.imported_at is not None
    assert chronicle.retell(made) == []
    assert Entry.objects.filter(author=ren).count() == 0


def test_a_team_beside_its_original_has_another_address_and_the_same_story() -> None:
    kenta = person()
    original = team(kenta)
    told = export.team_file(original)

    copy = restoring.restore_team(file=team_of(told), importer=kenta)

    assert copy.slug != original.slug
    assert chronicle.scroll_of(copy) == chronicle.scroll_of(original)
    again = json.loads(export.team_file(copy))
    again["team"]["address"] = original.slug
    assert again == json.loads(told)


def test_a_renamed_team_keeps_its_address_and_its_name() -> None:
    kenta = person()
    original = team(kenta, named("Old Crows"))
    services.rename(team=original, name="New | Crows", author=kenta)
    told = export.team_file(original)
    elsewhere()

    made = restoring.restore_team(file=team_of(told), importer=person("ren"))

    made.refresh_from_db()
    assert (made.slug, made.name) == ("old-crows", "New | Crows")


def test_house_rules_that_say_the_same_are_told_once() -> None:
    its = lively()
    rules = houses.rules_of(its.league)
    for number, loss in enumerate((3, rules.koban.loss)):
        houses.change_rules(
            league=League.objects.get(),
            rules=replace(rules, koban=replace(rules.koban, loss=loss)),
            author=its.master,
            reason="To and fro.",
            based_on=number,
        )
    told = json.loads(export.league_file(League.objects.get()))
    assert len(told["league"]["house_versions"]) == 2
    assert len(told["houses"]) == 1


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_an_export_is_of_one_moment_whatever_happens_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """On SQLite the other one waits, on PostgreSQL it is not seen."""
    its = lively()
    told = export.league_file(its.league)
    load = rows._load_teams

    def rename() -> None:
        services.rename(team=its.teams[0], name="Quick Crows", author=its.players[0])
        connection.close()

    other = threading.Thread(target=rename)

    def meanwhile(*args: Any) -> list[Team]:
        other.start()
        other.join(timeout=1)
        return load(*args)

    monkeypatch.setattr(rows, "_load_teams", meanwhile)
    assert export.league_file(its.league) == told
    other.join()
    assert Team.objects.filter(name="Quick Crows").exists()
