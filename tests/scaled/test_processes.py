"""Several web processes are one site: what one has accepted, the next one shows."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from typing import Any

import psycopg

from tests import servers
from tests.scaled.conftest import BIN, ROOT
from tests.servers import free_port, running

GUNICORN = [str(BIN / "gunicorn"), "--config", "python:config.gunicorn"]
# Two teams whose game is reported by one of them, and tokens of both.
A_REPORT_THAT_WAITS = """
import json
import django
django.setup()
from teams import tokens
from tests.matches.games import account, table
its = table()
match = its.brief()
its.file(match, account(match))
made = [tokens.make(person=player, name="test", scope="write") for player in its.players]
print(json.dumps({"game": match.fixture_id, "secrets": [one.secret for one in made]}))
"""


def ask(port: int, method: str, path: str, token: str) -> tuple[int, Any]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        headers = {"Host": "league.example.org", "Authorization": f"Bearer {token}", "X-Forwarded-Proto": "https"}
        headers |= {"Content-Type": "application/json"}
        connection.request(method, f"/api/v1/{path}", body="{}" if method == "POST" else None, headers=headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())


def test_a_report_accepted_by_one_process_is_seen_by_another(scaled_out: dict[str, str], postgresql_url: str) -> None:
    with psycopg.connect(postgresql_url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE processes")
    url = postgresql_url.rpartition("/")[0] + "/processes"
    environment = scaled_out | {"DATABASE_URL": url, "TRUST_PROXY": "yes", "DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], cwd=ROOT, env=environment, check=True)
    told = subprocess.run(
        [sys.executable, "-c", A_REPORT_THAT_WAITS], cwd=ROOT, env=environment, check=True, capture_output=True
    )
    made = json.loads(told.stdout)
    filed, signs = made["secrets"]
    with ExitStack() as stack:
        ports = [stack.enter_context(site(environment)) for _ in range(2)]
        game = f"games/{made['game']}"
        assert [ask(port, "GET", f"{game}/match/", filed)[1]["match"]["state"] for port in ports] == ["reported"] * 2
        assert ask(ports[0], "POST", f"{game}/reports/1/countersign/", signs)[0] == 200
        assert [ask(port, "GET", f"{game}/match/", filed)[1]["match"]["state"] for port in ports] == ["accepted"] * 2


@contextmanager
def site(environment: dict[str, str]) -> Iterator[int]:
    """A gunicorn of its own, and the port it answers on."""
    port = free_port()
    with running(GUNICORN, lambda: servers.home_page(port), cwd=ROOT, env=environment | {"PORT": str(port)}):
        yield port
