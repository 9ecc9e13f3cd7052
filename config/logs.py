"""Logs that can be followed: every line of one request, and of the tasks it queued, bears the same id.

LOG_FORMAT=json makes each line a JSON object, for machines that collect them.
"""

import json
import logging
import re
import time
import uuid
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")
SECRET = ("token", "key")  # what an address may be captured under that opens a door to whoever reads it
FIELDS = ("method", "path", "status", "milliseconds", "person")

request_id: ContextVar[str] = ContextVar("request_id", default="-")
log = logging.getLogger("kagejima.requests")


class RequestIds:
    """Gives each request an id, tells it in the answer, and logs one line about the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        token = request_id.set(_id_of(request))
        began = time.perf_counter()
        try:
            response = self.get_response(request)
            response.headers[HEADER] = request_id.get()
            about = _about(request, response, began)
            log.info("%s %s %s", about["method"], about["path"], about["status"], extra=about)
            return response
        finally:
            request_id.reset(token)


def _id_of(request: HttpRequest) -> str:
    """A proxy of ours may have chosen one. Nobody else writes into our log."""
    given = request.headers.get(HEADER, "") if settings.TRUST_PROXY else ""
    return given if WELL_FORMED.fullmatch(given) else uuid.uuid4().hex


def _path(request: HttpRequest) -> str:
    """The address without secret links, invitations, ways out of mails and keys to passwords: many read a log."""
    captured = request.resolver_match.kwargs if request.resolver_match else {}
    path = request.path
    for name in SECRET:
        secret = captured.get(name)
        if secret and isinstance(secret, str):
            path = path.replace(secret, "***")
    return path


def _about(request: HttpRequest, response: HttpResponseBase, began: float) -> dict[str, Any]:
    # Who it was, only if the view asked anyway: a log is no reason to look a session up.
    person = getattr(request, "_cached_user", None)
    return {
        "method": request.method,
        "path": _path(request),
        "status": response.status_code,
        "milliseconds": round((time.perf_counter() - began) * 1000, 1),
        "person": person.pk if person else None,
    }


class WithRequestId(logging.Filter):
    """Adds the id, and takes out of Django's own lines what ours do not tell either."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            record.args = tuple(_path(request) if its == request.path else its for its in record.args)
        return True


class Json(logging.Formatter):
    """One object for each line."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "request": getattr(record, "request_id", "-"),
            "message": record.getMessage(),
        }
        told |= {field: getattr(record, field) for field in FIELDS if hasattr(record, field)}
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


# A task goes on under the id of the request that queued it.


@before_task_publish.connect
def _send_id(headers: dict[str, Any], **_: Any) -> None:
    headers["request_id"] = request_id.get()


@task_prerun.connect
def _take_id(task: Any, **_: Any) -> None:
    # A task that runs where it was queued is under its request's id already.
    if not task.request.is_eager:
        request_id.set(task.request.get("request_id") or task.request.id)


@task_postrun.connect
def _drop_id(task: Any, **_: Any) -> None:
    if not task.request.is_eager:
        request_id.set("-")
