"""What somebody could try with a file: to hold the site up, or to leave a name behind that keeps others out."""

import json
import time
from typing import Any

import pytest
from django.contrib.auth.models import User

from matches.archive import export, restoring
from matches.archive.people import restored
from matches.archive.references import MOST_PEOPLE
from matches.archive.text import TOO_DEEP
from tests.archive.leagues import damaged, faults, league_of, lively, team_of
from tests.teams.people import person

pytestmark = pytest.mark.django_db
LONGEST_USERNAME = 150


def nested(depth: int, inside: str) -> bytes:
    return ('{"a":' * depth + inside + "}" * depth).encode()


@pytest.mark.parametrize("inside", ['{"x":1,"x":2}', "[]"])
@pytest.mark.parametrize("depth", [40, 900, 5_000])
def test_a_file_that_is_nested_deeply_is_refused_whatever_is_in_it(depth: int, inside: str) -> None:
    assert faults(nested(depth, inside)) == [(1, TOO_DEEP)]


def test_what_is_said_twice_does_not_hide_how_deep_it_is() -> None:
    assert faults(b'{"x":' + nested(900, "1") + b',"x":2}') == [(1, TOO_DEEP)]


def test_looking_for_what_is_said_twice_takes_no_longer_the_deeper_it_is() -> None:
    began = time.process_time()
    faults(nested(800, '{"b":[' + ",".join("0" * 200_000) + '],"x":1,"x":2}'))
    assert time.process_time() - began < 2


def test_a_file_names_no_more_people_than_a_league_has() -> None:
    def crowded(data: Any) -> None:
        one = data["league"]["members"][0]
        data["league"]["members"] += [{**one, "person": f"somebody {n}"} for n in range(MOST_PEOPLE)]

    content = damaged(export.league_file(lively().league), crowded)
    ((_, reason),) = faults(content)
    assert reason.startswith("This file names 2,0")


def test_names_that_begin_alike_become_names_that_fit_in_no_time() -> None:
    names = ["x" * 100 + str(n) for n in range(MOST_PEOPLE)]
    began = time.process_time()
    made = restored(names, {}, "a" * 80)
    assert time.process_time() - began < 5
    usernames = {its.username for its in made.values()}
    assert len(usernames) == len(names)
    assert all(len(its) <= LONGEST_USERNAME and its.endswith(")") for its in usernames)


def test_a_team_comes_to_the_name_of_a_league_whose_people_came_before() -> None:
    its, stranger = lively(), person("stranger")
    league = damaged(export.league_file(its.league), lambda data: data["league"].update(address="twin"))
    team = damaged(export.team_file(its.teams[0]), lambda data: data["team"].update(address="twin"))
    restoring.restore_league(file=league_of(league), importer=stranger)
    restoring.restore_team(file=team_of(team), importer=stranger)
    assert {"kenta (twin)", "kenta (twin+1)"} <= set(User.objects.values_list("username", flat=True))


def test_the_deepest_file_of_ours_is_far_from_too_deep() -> None:
    def depth(value: Any) -> int:
        inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return 1 + max(map(depth, inside), default=0)

    assert depth(json.loads(export.league_file(lively().league))) < 20
