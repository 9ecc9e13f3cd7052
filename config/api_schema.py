"""The OpenAPI schema of the API."""

import json
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from rest_framework.request import Request
from rest_framework.response import Response

from teams.api.endpoint import Endpoint


@cache
def schema() -> dict[str, Any]:
    """The OpenAPI schema, as plain JSON. It is the same for everybody, and made once."""
    made = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return dict(json.loads(json.dumps(made)))


class Schema(Endpoint):
    """The schema of all the others; it does not describe itself."""

    authentication_classes = []
    is_open = True
    kept_for = 60
    schema = None

    def get(self, request: Request) -> Response:
        return Response(schema(), content_type="application/vnd.oai.openapi+json")
