"""Telling is harmless: if it fails, nobody notices. Here somebody does."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def nothing_is_hushed_up(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    if "hushed_up" not in request.fixturenames:
        silenced = [its for its in caplog.get_records("call") if its.name == "league.notices.raising"]
        assert not [its.getMessage() for its in silenced if its.levelno >= logging.ERROR]


@pytest.fixture
def hushed_up() -> None:
    """For a test that is about telling that fails."""
