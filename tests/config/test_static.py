from contextlib import closing

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpResponseBase
from django.test import Client
from pytest_django import Settings

HTMX = "django_htmx/htmx-2.min.js"
FOR_A_MINUTE = "max-age=60, public"

# The end of a request, which closing the response brings about, looks after the database's connection.
pytestmark = pytest.mark.django_db


def fetch(client: Client, address: str, **headers: str) -> HttpResponseBase:
    with closing(client.get(address, headers=headers)) as response:
        return response


def test_an_address_carries_the_digest_of_the_content(client: Client) -> None:
    address = staticfiles_storage.url(HTMX)

    assert address.startswith(f"/static/{HTMX}?v=")
    assert fetch(client, address).headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("query", ["", "?v=", "?v=somethingelse"])
def test_a_file_asked_for_without_its_digest_is_soon_asked_for_again(client: Client, query: str) -> None:
    response = fetch(client, f"/static/{HTMX}{query}")

    assert response.status_code == 200
    assert response.headers["Cache-Control"] == FOR_A_MINUTE


def test_a_file_that_did_not_change_is_not_sent_again(client: Client) -> None:
    etag = fetch(client, f"/static/{HTMX}").headers["ETag"]

    assert fetch(client, f"/static/{HTMX}", if_none_match=etag).status_code == 304


def test_a_template_that_names_no_file_fails_loudly() -> None:
    with pytest.raises(ValueError, match=r"There is no static file 'nothing\.css'"):
        staticfiles_storage.url("nothing.css")


def test_while_debugging_a_file_may_change_under_its_address(settings: Settings) -> None:
    settings.DEBUG = True

    assert staticfiles_storage.url(HTMX) == f"/static/{HTMX}"


@pytest.mark.parametrize(
    "address", ["/static/../manage.py", "/static/%2e%2e/manage.py", "/static/", "/static/nothing.css"]
)
def test_nothing_else_is_served(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404
