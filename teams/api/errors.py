"""Whatever goes wrong, as `{code, message, subject}`: the one shape in which the API refuses.

Of several problems the first speaks for all, and `problems` has every one.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response

from rules.problems import Problem, RuleBroken, counted

STALE = "stale"
OUTDATED = (STALE, "outdated")  # what services say when something has moved since their caller looked
CHALLENGE = 'Bearer realm="Kagejima"'
CODES = {
    400: "malformed",
    401: "not-logged-in",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    412: STALE,
    413: "too-large",
    415: "unsupported-media-type",
    422: "invalid",
    428: "if-match-missing",
    429: "too-many-requests",
    500: "server-error",
}
LOG_IN = "Log in, or send a token: Authorization: Bearer kage_..."


class Refused(exceptions.APIException):
    """A refusal that is about the request itself, and no rule of the game."""

    def __init__(self, status_code: int, message: str, *, code: str = "", subject: str = "") -> None:
        super().__init__(message, code or CODES[status_code])
        self.status_code = status_code
        self.problem = Problem(code or CODES[status_code], message, subject)


def answer(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to an error that somebody can meet. Any other is a mistake of ours, and is raised again."""
    match error:
        case RuleBroken():
            return told(412 if error.code in OUTDATED else 422, error.problems)
        case Refused():
            return told(error.status_code, [error.problem])
        case exceptions.ValidationError():
            return told(422, list(_invalid(error.detail)))
        case exceptions.Throttled():
            return _throttled(error)
        case Http404() | exceptions.NotFound():
            return _told(404, str(error) or "There is nothing at this address.")
        case PermissionDenied() | exceptions.PermissionDenied():
            return _forbidden(error, context["request"])
        case exceptions.NotAuthenticated():
            return _told(401, LOG_IN)
        case exceptions.APIException():
            return _told(error.status_code, str(error.detail), _code(error))
        case SuspiciousOperation():
            return _told(400, "This request cannot be read.")
        case _:
            return None


def body(problems: Sequence[Problem]) -> dict[str, Any]:
    shown = [{"code": its.code, "message": its.message, "subject": its.subject} for its in problems]
    return {**shown[0], "problems": shown} if len(shown) > 1 else {**shown[0]}


def told(status_code: int, problems: Sequence[Problem]) -> Response:
    headers = {"WWW-Authenticate": CHALLENGE} if status_code == status.HTTP_401_UNAUTHORIZED else None
    return Response(body(problems), status=status_code, headers=headers)


def _told(status_code: int, message: str, code: str = "") -> Response:
    return told(status_code, [Problem(code or CODES.get(status_code, "refused"), message)])


def _code(error: exceptions.APIException) -> str:
    """Ours for the status, unless whoever raised it has chosen one."""
    code = error.get_codes()
    return code if isinstance(code, str) and code != error.default_code else ""


def _forbidden(error: Exception, request: Request) -> Response:
    """Somebody unknown may well be allowed, once we know who it is."""
    if not request.user.is_authenticated:
        return _told(401, LOG_IN)
    code = _code(error) if isinstance(error, exceptions.APIException) else ""
    return _told(403, str(error) or "You may not do this.", code)


def _throttled(error: exceptions.Throttled) -> Response:
    seconds = max(1, math.ceil(getattr(error, "wait", None) or 1))
    response = _told(429, f"Too many requests. Try again in {counted(seconds, 'second')}.")
    response["Retry-After"] = str(seconds)
    return response


def _invalid(detail: Any, path: str = "") -> Iterator[Problem]:
    """Every leaf of what serializers and filters found wrong, with the path to it as the subject."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            yield from _invalid(inner, ".".join(part for part in (path, own) if part))
    elif isinstance(detail, list | tuple):
        for number, inner in enumerate(detail):
            is_leaf = isinstance(inner, str)
            yield from _invalid(inner, path if is_leaf else f"{path}.{number}".lstrip("."))
    else:
        code = getattr(detail, "code", None) or "invalid"
        yield Problem(str(code).replace("_", "-"), str(detail), path)
