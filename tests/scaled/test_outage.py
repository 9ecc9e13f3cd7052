"""Redis goes away while people use the site: they notice a sentence, and nothing else."""

import re
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from urllib.parse import urlencode

from tests import servers
from tests.scaled.conftest import BIN, ROOT
from tests.servers import free_port, running

GUNICORN = [str(BIN / "gunicorn"), "--config", "python:config.gunicorn"]


def ask(port: int, path: str, **headers: str) -> tuple[int, str]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET", path, headers={"Host": "league.example.org", **headers})
        response = connection.getresponse()
        return response.status, response.read().decode()


def log_in(port: int) -> tuple[int, str]:
    """Asks for what counts in the cache: somebody tries a password."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        headers = {"Host": "league.example.org", "Referer": "https://league.example.org/account/login/"}
        connection.request("GET", "/account/login/", headers=headers)
        page = connection.getresponse()
        cookie = (page.getheader("Set-Cookie") or "").partition(";")[0]
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.read().decode())
        assert token
        form = urlencode({"csrfmiddlewaretoken": token[1], "login": "nobody", "password": "wrong"})
        headers |= {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/account/login/", form, headers)
        response = connection.getresponse()
        return response.status, response.read().decode()


def test_redis_gone_the_site_still_works_and_says_what_is_delayed(scaled_out: dict[str, str]) -> None:
    port = free_port()
    with ExitStack() as stack:
        with servers.redis() as url:
            environment = scaled_out | {"PORT": str(port), "REDIS_URL": url}
            stack.enter_context(running(GUNICORN, lambda: ask(port, "/healthz"), cwd=ROOT, env=environment))
            assert '"queue": "well"' in ask(port, "/readyz")[1]
            assert log_in(port)[0] == 200
        status, ready = ask(port, "/readyz")
        assert status == 200
        assert "delayed" in ready
        assert log_in(port)[0] == 200
        assert {ask(port, "/clans/")[0] for _ in range(8)} == {200}
        assert "delayed" in ask(port, "/status/")[1]


def test_figures_are_those_of_all_processes(scaled_out: dict[str, str]) -> None:
    port = free_port()
    environment = scaled_out | {"PORT": str(port), "METRICS_TOKEN": "figures", "TRUST_PROXY": "yes"}
    with running([*GUNICORN, "--workers", "3"], lambda: ask(port, "/healthz"), cwd=ROOT, env=environment):
        for _ in range(30):
            assert ask(port, "/clans/", **{"X-Forwarded-Proto": "https"})[0] == 200
        for _ in range(5):
            told = ask(port, "/metrics", Authorization="Bearer figures")[1]
            assert 'kagejima_requests_total{method="GET",status="200",view="clans"} 30.0' in told
        assert ask(port, "/metrics")[0] == 404
