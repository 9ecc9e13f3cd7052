import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import DEMO
from tests.scaled.conftest import ROOT


def test_what_must_hold_on_every_database_holds_on_postgresql(postgresql_url: str, backup_of_the_demo: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-m", "every_database", "-p", "no:cacheprovider", "-p", "no:xdist"]
    environment = os.environ | {"DATABASE_URL": postgresql_url, DEMO: str(backup_of_the_demo)}

    finished = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )

    assert finished.returncode == 0, finished.stdout
