"""The site as it runs on several machines: every server a real one, every program started as the README says."""

import os
import subprocess
import sys
from pathlib import Path
from secrets import token_urlsafe

import pytest

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent


@pytest.fixture(scope="session")
def scaled_out(postgresql_url: str, redis_url: str) -> dict[str, str]:
    """The environment of a public site on PostgreSQL and Redis, its database migrated."""
    environment = os.environ | {
        "DATABASE_URL": postgresql_url,
        "REDIS_URL": redis_url,
        "HOSTS": "league.example.org",
        "SECRET_KEY": token_urlsafe(64),
    }
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], cwd=ROOT, env=environment, check=True)
    return environment
