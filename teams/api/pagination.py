"""Long lists in pages: a cursor names the row where a page begins, so that rows added meanwhile shift nothing.

Cursors are signed. One that was made up, or is of another order, is refused before any query sees it.
"""

from datetime import date
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from django.core import signing
from django.db.models import Model, Q, QuerySet
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from teams.api.filters import Ordering

MOST = 200
USUAL = 50
SALT = "api-cursor"
Row = TypeVar("Row", bound=Model)


class Cursor(NamedTuple):
    """A page ends right before or begins right after the row with this value and this key."""

    ordering: str
    is_backward: bool
    value: Any
    key: Any


class Pages(BasePagination):
    def paginate_queryset(  # type: ignore[override]  # our lists are rows
        self, queryset: QuerySet[Row], request: Request, view: APIView | None = None
    ) -> list[Row]:
        self.request = request
        self.ordering = Ordering().get_ordering(request, queryset, view)[0]  # type: ignore[arg-type]
        limit, cursor = _limit(request), self._cursor()
        is_backward = bool(cursor and cursor.is_backward)
        rows = queryset.order_by(*self._order(is_backward))
        if cursor:
            rows = rows.filter(self._beyond(cursor))
        found = list(rows[: limit + 1])
        has_more, page = len(found) > limit, found[:limit]
        if is_backward:
            page.reverse()
        self.next = self._link(page, is_backward=False) if has_more or is_backward else None
        self.previous = self._link(page, is_backward=True) if (has_more if is_backward else cursor) else None
        return page

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"next": self.next, "previous": self.previous, "results": data})

    def _order(self, is_backward: bool) -> tuple[str, str]:
        """By key among equals, so that no two rows are ever at the same place."""
        name = self.ordering.removeprefix("-")
        sign = "-" if self.ordering.startswith("-") != is_backward else ""
        return f"{sign}{name}", f"{sign}pk"

    def _beyond(self, cursor: Cursor) -> Q:
        name = self.ordering.removeprefix("-")
        side = "lt" if self.ordering.startswith("-") != cursor.is_backward else "gt"
        further = Q(**{f"{name}__{side}": cursor.value})
        return further | Q(**{name: cursor.value, f"pk__{side}": cursor.key})

    def _link(self, page: list[Row], *, is_backward: bool) -> str | None:
        if not page:
            return None
        row = page[0 if is_backward else -1]
        value = attrgetter(self.ordering.removeprefix("-").replace("__", "."))(row)
        where = Cursor(self.ordering, is_backward, _plain(value), _plain(row.pk))
        return replace_query_param(
            self.request.build_absolute_uri(), "cursor", signing.dumps(list(where), salt=SALT, compress=True)
        )

    def _cursor(self) -> Cursor | None:
        encoded = self.request.query_params.get("cursor")
        if encoded is None:
            return None
        try:
            cursor = Cursor(*signing.loads(encoded, salt=SALT))
        except (signing.BadSignature, TypeError):
            cursor = None
        if cursor is None or cursor.ordering != self.ordering:
            raise ValidationError({"cursor": "This is no cursor of this list: take it from `next` or `previous`."})
        return cursor

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        size = {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL}
        where = "Where the page begins: from `next` or `previous` of another page."
        return [_parameter("cursor", where, {"type": "string"}), _parameter("limit", "How many rows a page has.", size)]

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": "string", "format": "uri", "nullable": True}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {
                "next": {**link, "description": "The address of the next page; none after the last."},
                "previous": {**link, "description": "The address of the page before; none before the first."},
                "results": schema,
            },
        }


def _limit(request: Request) -> int:
    asked = request.query_params.get("limit", str(USUAL))
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) <= len(str(MOST)) else 0
    if not 1 <= number <= MOST:
        raise ValidationError({"limit": f"A page has 1 to {MOST} rows."})
    return number


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    return value if isinstance(value, str | int) else str(value)


def _parameter(name: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "description": description, "schema": schema}
