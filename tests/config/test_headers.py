from contextlib import closing

import pytest
from django.http.response import ResponseHeaders
from django.test import Client
from pytest_django import Settings

STATIC_FILE = "/static/django_htmx/htmx-2.min.js"

# The end of a request, which closing the response brings about, looks after the database's connection.
pytestmark = pytest.mark.django_db


def headers_of(client: Client, address: str) -> ResponseHeaders:
    with closing(client.get(address)) as response:
        return response.headers


def policy(client: Client, address: str) -> dict[str, str]:
    directives = headers_of(client, address)["Content-Security-Policy"].split("; ")
    return dict(directive.split(" ", 1) for directive in directives)


@pytest.mark.parametrize("address", ["/", "/no-such-page/", STATIC_FILE])
def test_no_page_may_run_a_script_of_its_own_or_of_strangers(client: Client, address: str) -> None:
    directives = policy(client, address)

    assert directives["default-src"] == "'self'"
    assert not any("unsafe" in sources or "*" in sources for sources in directives.values())


@pytest.mark.parametrize("address", ["/", "/no-such-page/", STATIC_FILE])
def test_no_page_may_be_framed_sniffed_or_followed(client: Client, address: str) -> None:
    headers = headers_of(client, address)

    assert policy(client, address)["frame-ancestors"] == "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_a_host_that_is_not_ours_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example.org"}).status_code == 400


def test_while_debugging_the_error_pages_of_django_work(client: Client, settings: Settings) -> None:
    settings.DEBUG = True

    assert "Content-Security-Policy" in client.get("/").headers
    assert "Content-Security-Policy" not in client.get("/no-such-page/").headers
