"""Requests as the middleware leaves them, and who is asking for what."""

from django.contrib.auth.models import User
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class Request(HttpRequest):
    htmx: HtmxDetails


def wants_part(request: Request) -> bool:
    """htmx asks for the part it swaps in, except when it restores a page it has forgotten."""
    return bool(request.htmx) and not request.htmx.history_restore_request


def author(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
