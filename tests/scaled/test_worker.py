import subprocess
import sys

import psycopg

from tests.scaled.conftest import BIN, ROOT
from tests.servers import running

QUEUE_IN_A_TRANSACTION = """
import django
django.setup()
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from config.tasks import clear_expired_sessions

with transaction.atomic():
    Session.objects.create(session_key="expired", session_data="", expire_date=timezone.now())
    transaction.on_commit(clear_expired_sessions.delay)
"""


def sessions(url: str) -> int:
    with psycopg.connect(url) as connection:
        return len(connection.execute("SELECT session_key FROM django_session").fetchall())


def test_a_task_waits_for_a_worker_and_runs_there(scaled_out: dict[str, str]) -> None:
    environment = scaled_out | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run([sys.executable, "-c", QUEUE_IN_A_TRANSACTION], cwd=ROOT, env=environment, check=True)
    assert sessions(scaled_out["DATABASE_URL"]) == 1

    def all_cleared() -> None:
        assert sessions(scaled_out["DATABASE_URL"]) == 0

    worker = [str(BIN / "celery"), "--app", "config", "worker"]
    with running(worker, all_cleared, cwd=ROOT, env=scaled_out):
        all_cleared()
