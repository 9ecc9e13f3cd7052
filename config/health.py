"""What machines ask the site: is it alive, can it answer, and what is delayed."""

from collections.abc import Callable
from typing import NamedTuple

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.cache import OUTAGE, PATIENCE
from config.metrics import metrics

DELAYED = "Mails, webhooks and other background work are delayed: the queue does not answer. Everything else works."


class Part(NamedTuple):
    """One thing the site is made of. Without an essential one it cannot answer at all."""

    name: str
    is_well: bool
    is_essential: bool
    sentence: str


@require_safe
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """The process answers. Asks nobody else: a database that is away is no reason to restart it."""
    return HttpResponse("alive\n", content_type="text/plain")


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """200 as long as pages can be shown, and what is delayed; 503 if they cannot."""
    parts = _parts()
    is_ready = all(part.is_well for part in parts if part.is_essential)
    told = {"ready": is_ready, "parts": {part.name: "well" if part.is_well else part.sentence for part in parts}}
    return JsonResponse(told, status=200 if is_ready else 503)


class Probes:
    """Answers machines before anything else looks at the request: they ask by address, not by the site's name."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.answers = {"/healthz": alive, "/readyz": ready, "/metrics": metrics}

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.answers.get(request.path, self.get_response)(request)


@require_safe
@never_cache
def status(request: HttpRequest) -> HttpResponse:
    """The same for people."""
    return render(request, "status.html", {"parts": _parts(), "delayed": ""})


def delayed(request: HttpRequest) -> dict[str, str]:
    """For every page: a sentence, if this process has just found Redis gone."""
    return {"delayed": DELAYED if OUTAGE.since is not None else ""}


def _parts() -> list[Part]:
    parts = [Part("database", _answers(_ask_database), True, "The database does not answer.")]
    if settings.REDIS_URL:
        parts.append(Part("queue", _answers(_ask_redis), False, DELAYED))
    return parts


def _answers(ask: Callable[[], object]) -> bool:
    try:
        ask()
    except (DatabaseError, redis.RedisError):
        return False
    return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_redis() -> None:
    options = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    with redis.Redis.from_url(settings.REDIS_URL, **options) as client:
        client.ping()
