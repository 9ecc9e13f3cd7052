"""A site moves from SQLite to PostgreSQL by way of a backup."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from config import backups
from tests.scaled.conftest import ROOT
from tests.teams.people import person
from tests.teams.stories import seasoned


@pytest.mark.django_db(transaction=True)
def test_a_site_moves_from_sqlite_to_postgresql_and_is_the_same_there(tmp_path: Path, postgresql_url: str) -> None:
    seasoned(person("kenta"))
    here, there = tmp_path / "sqlite", tmp_path / "postgresql"
    digest = backups.write(here)
    with psycopg.connect(postgresql_url, autocommit=True) as its:
        its.execute("CREATE DATABASE moved")
    environment = os.environ | {"DATABASE_URL": postgresql_url.rpartition("/")[0] + "/moved"}
    for command in (["migrate", "--verbosity=0"], ["restore", str(here)], ["backup", str(there)]):
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=True)
    assert backups.verify(there) == digest
