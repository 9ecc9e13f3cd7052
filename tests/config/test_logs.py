"""Every line of a request bears its id."""

import json
import logging

import pytest
from django.test import Client, override_settings

from config.logs import HEADER, Json, WithRequestId, _take_id, request_id

pytestmark = pytest.mark.django_db


def line(record: logging.LogRecord) -> dict[str, object]:
    WithRequestId().filter(record)
    told: dict[str, object] = json.loads(Json().format(record))
    return told


def test_every_request_has_an_id_of_its_own_which_the_answer_tells(client: Client) -> None:
    one, other = (client.get("/clans/").headers[HEADER] for _ in range(2))
    assert len(one) == 32
    assert one != other
    assert request_id.get() == "-"


def test_only_a_trusted_proxy_chooses_the_id(client: Client) -> None:
    assert client.get("/clans/", headers={HEADER: "chosen-by-proxy"}).headers[HEADER] != "chosen-by-proxy"
    with override_settings(TRUST_PROXY=True):
        assert client.get("/clans/", headers={HEADER: "chosen-by-proxy"}).headers[HEADER] == "chosen-by-proxy"
        assert client.get("/clans/", headers={HEADER: "two\nlines"}).headers[HEADER] != "two\nlines"
        assert len(client.get("/clans/", headers={HEADER: "x" * 65}).headers[HEADER]) == 32


def test_a_line_for_machines_tells_of_the_request(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "kagejima.requests")
    caplog.handler.addFilter(WithRequestId())
    answer = client.get("/clans/")
    told = line_of(caplog)
    assert told["request"] == answer.headers[HEADER]
    assert (told["method"], told["path"], told["status"], told["person"]) == ("GET", "/clans/", 200, None)
    assert isinstance(told["milliseconds"], float)


def line_of(caplog: pytest.LogCaptureFixture) -> dict[str, object]:
    (record,) = (record for record in caplog.records if record.name == "kagejima.requests")
    told: dict[str, object] = json.loads(Json().format(record))
    return told


def test_an_error_is_told_in_its_one_line() -> None:
    try:
        raise ValueError("of all things")
    except ValueError as error:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "It %s", ("broke",), (ValueError, error, None))
    told = line(record)
    assert told["message"] == "It broke"
    assert "of all things" in str(told["error"])


def test_a_task_goes_on_under_the_id_of_its_request() -> None:
    class Request(dict[str, str]):
        is_eager, id = False, "task-id"

    class Task:
        request = Request(request_id="of-the-request")

    token = request_id.set("-")
    _take_id(Task())
    assert request_id.get() == "of-the-request"
    Task.request = Request()
    _take_id(Task())
    assert request_id.get() == "task-id"
    request_id.reset(token)
