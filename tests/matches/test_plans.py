"""How SQLite finds what waits in a league: from that league, never through those of all others."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.matches.games import account, table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", ["", "desk/"])
def test_a_page_of_a_league_looks_through_no_other(client: Client, page: str) -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    client.force_login(its.master)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"{its.league.get_absolute_url()}{page}").status_code == 200
    steps = [step for query in queries.captured_queries for step in _plan(query["sql"])]
    assert steps
    assert [step for step in steps if step.startswith("SCAN") or ("state=?" in step and "matches_match" in step)] == []


def _plan(sql: str) -> list[str]:
    if connection.vendor != "sqlite" or not sql.startswith("SELECT"):
        return []
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return [str(row[3]) for row in cursor.fetchall()]
