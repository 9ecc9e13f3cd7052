"""Whatever is done to a match, killing the process at any point of it leaves all or nothing."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from matches.models import Match
from rules.house import AcceptedBy
from tests.matches.contests import overdue
from tests.matches.games import Table, account, table, take_every_step

ROOT = Path(__file__).parents[2]


def briefed(its: Table) -> Match:
    return its.brief(its.another_game())


def filed(its: Table) -> Match:
    match = briefed(its)
    its.file(match, account(match))
    return match


def silent(its: Table) -> Match:
    return overdue(filed(its))


def accepted(its: Table) -> Match:
    """The first of two games, with all that followed from it."""
    match = briefed(its)
    its.settle(match, account(match))
    for team in its.teams:
        take_every_step(team)
    another = briefed(its)
    its.settle(another, account(another))
    return match


def ended(its: Table) -> Match:
    """Its ronin wait for their pay."""
    match = briefed(its)
    its.settle(match, account(match))
    return match


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("action", "prepare", "accepted_by"),
    [
        ("file", briefed, AcceptedBy.EITHER_SIDE),
        ("countersign", filed, AcceptedBy.COUNTERSIGN),
        ("silence", silent, AcceptedBy.COUNTERSIGN),
        ("amend", accepted, AcceptedBy.COUNTERSIGN),
        ("void", accepted, AcceptedBy.COUNTERSIGN),
        ("pay", ended, AcceptedBy.COUNTERSIGN),
    ],
)
def test_it_is_all_or_nothing(action: str, prepare: object, accepted_by: AcceptedBy) -> None:
    match = prepare(table(accepted_by=accepted_by))  # type: ignore[operator]
    database = str(connection.settings_dict["NAME"])
    connection.close()
    command = [sys.executable, "-m", "tests.matches.killing", database, action, str(match.pk)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "all or nothing" in run.stdout
