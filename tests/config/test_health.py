"""What machines ask the site: is it alive, is it ready, what does it count."""

import json

import pytest
from django.db import DatabaseError
from django.test import Client, override_settings

from config import health
from config.cache import OUTAGE
from config.metrics import WAITING

pytestmark = pytest.mark.django_db
ELSEWHERE = {"Host": "10.0.0.7:8000"}


def broken() -> None:
    raise DatabaseError("gone")


def test_it_is_alive_whoever_asks_and_whatever_the_database_does(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_ask_database", broken)
    response = client.get("/healthz", headers=ELSEWHERE)
    assert (response.status_code, response.content) == (200, b"alive\n")
    assert client.post("/healthz").status_code == 405


def test_it_is_ready_as_long_as_the_database_answers(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/readyz", headers=ELSEWHERE).json() == {"ready": True, "parts": {"database": "well"}}
    monkeypatch.setattr(health, "_ask_database", broken)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["ready"] is False


@override_settings(REDIS_URL="redis://127.0.0.1:1/0")
def test_without_redis_it_is_ready_and_says_what_is_delayed(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json()["parts"]["queue"] == health.DELAYED
    assert health.DELAYED in client.get("/status/").content.decode()


def test_a_page_says_so_once_somebody_has_noticed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert health.DELAYED not in client.get("/clans/").content.decode()
    monkeypatch.setattr(OUTAGE, "since", 1.0)
    assert health.DELAYED in client.get("/clans/").content.decode()


def test_requests_are_counted_by_the_name_of_their_address(client: Client) -> None:
    client.get("/clans/tora/")
    client.get("/no-such-page/<script>/")
    figures = client.get("/metrics").content.decode()
    assert 'kagejima_requests_total{method="GET",status="200",view="clan"}' in figures
    assert 'kagejima_requests_total{method="GET",status="404",view="none"}' in figures
    assert 'kagejima_request_seconds_bucket{le="0.03",view="clan"}' in figures
    assert "script" not in figures


def test_what_waits_is_counted_when_somebody_asks(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WAITING, "owls", lambda: 7)
    assert 'kagejima_waiting{what="owls"} 7.0' in client.get("/metrics").content.decode()


def test_figures_of_a_public_site_are_for_who_knows_the_token(client: Client) -> None:
    with override_settings(PUBLIC=True):
        assert client.get("/metrics").status_code == 404
    with override_settings(PUBLIC=True, METRICS_TOKEN="let me see"):
        assert client.get("/metrics").status_code == 404
        assert client.get("/metrics", headers={"Authorization": "Bearer lét me see"}).status_code == 404
        assert client.get("/metrics", headers={"Authorization": "Bearer let me see"}).status_code == 200


def test_a_probe_is_no_page(client: Client) -> None:
    assert json.loads(client.get("/readyz").content)
    assert "no-cache" in client.get("/healthz").headers["Cache-Control"]
