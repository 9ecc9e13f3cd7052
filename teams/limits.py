"""What somebody gets who was too quick: a page, status 429, and the time from which on it will work again.

The limits themselves are ACCOUNT_RATE_LIMITS. Who counts them is allauth; here its counts are only read.
"""

import math
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

APP = "allauth.account"
# Which limit a page is under, by the name of its address.
ACTIONS = {
    "account_signup": "signup",
    "account_login": "login",
    "account_reset_password": "reset_password",
    "account_reset_password_from_key": "reset_password_from_key",
    "account_change_password": "change_password",
    "account_set_password": "change_password",
    "account_email": "manage_email",
    "account_reauthenticate": "reauthenticate",
    "account_delete": "reauthenticate",
    "account_export": "export",
    "account_tokens": "token",
    "new-team": "draft",
    "draft-copy": "draft",
    "new-league": "draft",
    "comment-on-game": "comment",
    "search": "search",
}
MINUTE, HOUR = 60, 60 * 60

View = TypeVar("View", bound=Callable[..., HttpResponse])


def limited(action: str, *, reading_too: bool = False) -> Callable[[View], View]:
    """Decorates a view. Without `reading_too`, whoever only looks is not counted."""
    decorated: Callable[[View], View] = ratelimit.decorator(app=APP, action=action, limit_get=reading_too)
    return decorated


def too_many_requests(request: HttpRequest, action: str = "", key: str = "") -> HttpResponse:
    """The answer to one request too many. `key` is what was counted, where that is not the visitor."""
    if not action and request.resolver_match:
        action = ACTIONS.get(request.resolver_match.url_name or "", "")
    seconds = _seconds_left(request, action, key or request.POST.get("email", "").lower())
    response = render(request, "429.html", {"wait": in_words(seconds)}, status=HTTPStatus.TOO_MANY_REQUESTS)
    response["Retry-After"] = str(seconds)
    return response


def in_words(seconds: int) -> str:
    if seconds <= MINUTE:
        return "a minute"
    if seconds <= HOUR:
        return f"{math.ceil(seconds / MINUTE)} minutes"
    return f"{math.ceil(seconds / HOUR)} hours"


def _seconds_left(request: HttpRequest, action: str, key: str) -> int:
    """Until the last of the full counts has room again."""
    full = 1.0
    for rate in ratelimit.get_rates(app=APP, action=action):
        counted = ratelimit.get_cache_key(request, app=APP, action=action, rate=rate, key=key)
        times: list[float] = cache.get(counted, [])
        if len(times) >= rate.amount:
            full = max(full, times[rate.amount - 1] + rate.duration - time.time())
    return math.ceil(full)
