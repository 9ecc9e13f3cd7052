"""The published schema says of a file what the reader does."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from matches.archive import export, schema
from tests.archive.leagues import damaged, faults, newsworthy
from tests.archive.test_bad_files import entry, match

pytestmark = pytest.mark.django_db
DOCS = Path(__file__).parents[2] / "docs" / "league-file.schema.json"
VALIDATOR = Draft202012Validator(schema.schema())


def test_the_schema_in_the_docs_is_the_one_that_is_published(client: Client) -> None:
    response = client.get("/league-file.schema.json")
    assert response["Content-Type"] == "application/schema+json"
    assert response.content.decode() == DOCS.read_text() == schema.published()
    assert client.post("/league-file.schema.json").status_code == 405


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(json.loads(schema.published()))


def test_what_is_exported_follows_it() -> None:
    its = newsworthy()
    for told in (export.league_file(its.league), *(export.team_file(team) for team in its.teams)):
        assert list(VALIDATOR.iter_errors(json.loads(told))) == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda its: its["league"].update(name=7),
        lambda its: its["league"].update(colour="red"),
        lambda its: its["seasons"][0].pop("format"),
        lambda its: its["seasons"][0].update(format="chess"),
        lambda its: its["league"].update(created_at="yesterday"),
        lambda its: match(its).update(key="game-1"),
        lambda its: entry(its, 2)["event"].update(kind="bribed"),
        lambda its: entry(its, 2)["event"].update(luck=1),
        lambda its: match(its)["sides"][0]["briefing"].pop("rating"),
        lambda its: match(its)["reports"][0]["moments"].append([1]),
        lambda its: its["issues"][0]["figures"]["points"][0].update(colour="url(#x)"),
        lambda its: its["issues"][0].pop("published_at"),
    ],
)
def test_what_breaks_it_is_refused_by_the_reader_too(damage: Any) -> None:
    bad = damaged(export.league_file(newsworthy().league), damage)
    assert list(VALIDATOR.iter_errors(json.loads(bad)))
    assert faults(bad)
