"""The throwaway servers themselves, and what happens where their programs are missing."""

import os
import subprocess
import sys

import psycopg
import pytest
import redis

from tests import servers
from tests.conftest import skipped_where_missing
from tests.scaled.conftest import ROOT


def test_a_postgresql_server_lasts_as_long_as_its_block() -> None:
    with skipped_where_missing(), servers.postgresql() as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)

    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)


def test_a_redis_server_stops_even_where_its_block_fails() -> None:
    with skipped_where_missing(), pytest.raises(ZeroDivisionError), servers.redis() as url:
        raise ZeroDivisionError

    with redis.Redis.from_url(url) as client, pytest.raises(redis.ConnectionError):
        client.ping()


def test_a_program_that_ends_early_is_reported_with_its_last_words() -> None:
    command = ["sh", "-c", "echo I have a cold"]

    with pytest.raises(RuntimeError, match="I have a cold"), servers.running(command, lambda: 1 / 0):
        pytest.fail("It never became ready.")


@pytest.mark.parametrize(("ci", "status"), [("false", 0), ("true", 1)])
@pytest.mark.parametrize("processes", ["0", "1"])
def test_a_missing_program_skips_loudly_and_fails_in_ci(ci: str, status: int, processes: str) -> None:
    test = "tests/scaled/test_servers.py::test_a_redis_server_stops_even_where_its_block_fails"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", processes, test]
    environment = os.environ | {"PATH": "/nowhere", "CI": ci}

    finished = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    assert finished.returncode == status
    assert "redis-server is not installed: apt-get install redis-server" in finished.stdout
