"""What travels compressed, and what does not."""

import gzip
from contextlib import closing

import pytest
from django.http import HttpResponseBase
from django.test import Client

from tests.teams.people import person, team

pytestmark = pytest.mark.django_db


def fetch(client: Client, address: str, accepts: str = "gzip, deflate, br") -> tuple[HttpResponseBase, bytes]:
    response = client.get(address, headers={"Accept-Encoding": accepts})
    assert response.status_code == 200
    body = response.getvalue()
    if response.streaming:
        response.close()
    return response, body


@pytest.mark.parametrize("address", ["/keywords/", "/style/", "/static/kagejima.css", "/static/report.js"])
def test_pages_styles_and_scripts_are_compressed(client: Client, address: str) -> None:
    (plain, whole), (small, packed) = fetch(client, address, ""), fetch(client, address)
    assert "Content-Encoding" not in plain
    assert small["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in plain["Vary"]
    assert "Accept-Encoding" in small["Vary"]
    assert len(packed) < len(whole) / 2
    assert gzip.decompress(packed)[:100] == whole[:100]


def test_the_api_keeps_its_entity_tags(client: Client) -> None:
    its = team(person())
    address = f"/api/v1/teams/{its.slug}/"
    (plain, _), (asked, _) = fetch(client, address, ""), fetch(client, address)
    assert "Content-Encoding" not in asked
    assert asked["ETag"] == plain["ETag"]
    assert not asked["ETag"].startswith("W/")


def test_what_is_not_there_is_not_compressed(client: Client) -> None:
    response = client.get("/clans/nobody/", headers={"Accept-Encoding": "gzip"})
    assert response.status_code == 404
    assert "Content-Encoding" not in response


def test_a_part_of_a_file_is_a_part_of_the_file(client: Client) -> None:
    headers = {"Accept-Encoding": "gzip", "Range": "bytes=0-9"}
    with closing(client.get("/static/kagejima.css", headers=headers)) as response:
        assert response.status_code == 206
        assert "Content-Encoding" not in response
