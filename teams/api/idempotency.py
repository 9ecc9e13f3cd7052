"""The same request sent twice happens once: `Idempotency-Key` on what changes a team."""

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID, uuid5

from django.db import transaction
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from teams import answers
from teams.api.errors import Refused

if TYPE_CHECKING:
    from teams.api.endpoint import Endpoint

HEADER = "Idempotency-Key"
KEPT = ("Location", "ETag")
Method = TypeVar("Method", bound=Callable[..., Response])


def idempotent(method: Method) -> Method:
    """The whole method is one transaction with the memory of its answer: neither is ever there without the other."""

    @wraps(method)
    def once(self: "Endpoint", request: Request, *args: Any, **kwargs: Any) -> Response:
        client_key = _key(request)
        if client_key is None:
            with transaction.atomic():
                return method(self, request, *args, **kwargs)
        what = _fingerprint(request)
        # Another person or another request with the same key must never find this one's entry in a chronicle.
        self.key = uuid5(client_key, f"{self.person.pk} {what}")
        answer = answers.once(
            person=self.person,
            key=client_key,
            request=what,
            act=lambda: _remembered(method(self, request, *args, **kwargs)),
        )
        return Response(json.loads(answer.body or "null"), status=answer.status, headers=answer.headers)

    once.is_idempotent = True  # type: ignore[attr-defined]
    return once  # type: ignore[return-value]


def _key(request: Request) -> UUID | None:
    header = request.headers.get(HEADER)
    if header is None:
        return None
    try:
        return UUID(header)
    except ValueError:
        raise Refused(422, "An Idempotency-Key is a UUID.", code="bad-key", subject=HEADER) from None


def _fingerprint(request: Request) -> str:
    told = json.dumps([request.method, request.get_full_path(), request.data], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()


def _remembered(response: Response) -> answers.Said:
    body = JSONRenderer().render(response.data).decode() if response.data is not None else ""
    headers = {name: response[name] for name in KEPT if name in response}
    return answers.Said(response.status_code, body, headers)
