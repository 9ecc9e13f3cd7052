"""Strong ETags: made of the answer itself, so that two answers with one ETag are the same.

Nothing has to be kept up to date for them, and nothing can be forgotten in them.
"""

import hashlib
from collections.abc import Callable
from typing import Any, TypeVar, overload

from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from teams.api.errors import Refused

Method = TypeVar("Method", bound=Callable[..., Any])
NEEDED, TAKEN = "needed", "taken"


def etag_of(shown: Any) -> str:
    return f'"{hashlib.sha256(JSONRenderer().render(shown)).hexdigest()[:32]}"'


def names(header: str, etag: str) -> bool:
    """Whether a header with one or several ETags, or a star, names this one. Proxies may have made it weak."""
    told = [part.strip() for part in header.split(",")]
    return "*" in told or etag in told or f"W/{etag}" in told


@overload
def if_match(method: Method) -> Method: ...
@overload
def if_match(*, needed: bool) -> Callable[[Method], Method]: ...
def if_match(method: Method | None = None, *, needed: bool = True) -> Method | Callable[[Method], Method]:
    """Marks a method that heeds If-Match: it calls `self.unchanged(shown)` before it changes anything."""

    def marked(method: Method) -> Method:
        method.if_match = NEEDED if needed else TAKEN  # type: ignore[attr-defined]
        return method

    return marked(method) if method else marked


def refuse_stale(request: Request, shown: Callable[[], Any], *, needed: bool) -> None:
    """Refuse whoever has seen something else than what is shown now, or does not say what."""
    header = request.headers.get("If-Match")
    if header is None and needed:
        message = "Say which version you have seen: If-Match with the ETag of the answer you got."
        raise Refused(428, message, subject="If-Match")
    if header is not None and "W/" not in header and names(header, etag_of(shown())):
        return
    if header is not None:
        message = "This was changed since you have read it. Read it again before you change it."
        raise Refused(412, message, subject="If-Match")
