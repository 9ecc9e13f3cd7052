"""Whatever is accepted can be looked at: no file breaks a page."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.models import League
from matches.archive import export, restoring
from matches.archive.kept import LeagueFile
from matches.archive.reading import Refused, read
from tests.archive.leagues import newsworthy
from tests.archive.test_bad_files import ANYTHING, _leaves
from tests.teams.people import person

pytestmark = pytest.mark.django_db
OF_LEAGUE = (
    "",
    "seasons/",
    "house-rules/",
    "house-rules/versions/",
    "members/",
    "data/",
    "games.csv",
    "ninja.csv",
    "league.json",
    "newsletter/",
)
OF_SEASON = ("", "standings/", "standings.csv", "ratings/", "playoffs/", "schedule/")
OF_TEAM = ("", "chronicle/", "ledger/", "share/", "scroll.json", "crest.svg", "team.json")


def look_at_everything(client: Client, league: League) -> None:
    pages = [f"/leagues/{league.slug}/{page}" for page in OF_LEAGUE]
    pages += [issue.get_absolute_url() for issue in league.issues.select_related("league")]
    for season in league.seasons.all():
        pages += [f"/leagues/{league.slug}/seasons/{season.number}/{page}" for page in OF_SEASON]
        for entrant in season.entrants.select_related("team"):
            pages += [f"/teams/{entrant.team.slug}/{page}" for page in OF_TEAM]
        for its in season.rounds.all():
            pages += [f"/games/{fixture.pk}/" for fixture in its.fixtures.all()]
    for page in pages:
        assert client.get(page).status_code in (200, 302, 404), page


def _like(value: Any, told: bytes) -> st.SearchStrategy[Any]:
    """Something that could stand in its place as far as types go."""
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, int):
        return st.integers(0, 12)
    if isinstance(value, str):
        return st.sampled_from(sorted(set(_texts(json.loads(told)))))
    if isinstance(value, list):
        return st.sampled_from([[], value[:1], value[::-1]])
    return ANYTHING


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for its in value.values() if isinstance(value, dict) else value:
            yield from _texts(its)


@given(st.data())
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_page_of_an_accepted_file_fails(base: tuple[bytes, Any, Client], data: st.DataObject) -> None:
    told, root, client = base
    file = json.loads(told)
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(_leaves(file)[1:]))
        holder = file
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = data.draw(_like(holder[path[-1]], told))
    try:
        kept = read(json.dumps(file).encode())
    except Refused:
        return
    assert isinstance(kept, LeagueFile)
    with transaction.atomic():
        look_at_everything(client, restoring.restore_league(file=kept, importer=root))
        transaction.set_rollback(True)


@pytest.fixture
def base(client: Client) -> tuple[bytes, Any, Client]:
    its = newsworthy()
    root = person("root", is_staff=True)
    client.force_login(root)
    return export.league_file(its.league), root, client
