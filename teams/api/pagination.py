"""Long lists in pages: a cursor says where the next one begins, so that rows added meanwhile shift nothing.

Cursors are signed. One that was made up, or is of another order, is refused before any query sees it.
"""

from typing import Any

from django.core import signing
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

MOST = 200
SALT = "api-cursor"


class Pages(CursorPagination):
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = MOST

    def get_page_size(self, request: Request) -> int:
        asked = request.query_params.get("limit", str(self.page_size))
        number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) <= len(str(MOST)) else 0
        if not 1 <= number <= MOST:
            raise ValidationError({"limit": f"A page has 1 to {MOST} rows."})
        return number

    def encode_cursor(self, cursor: Cursor) -> str:
        where = [int(cursor.offset), bool(cursor.reverse), cursor.position, list(self.ordering)]
        return replace_query_param(str(self.base_url), self.cursor_query_param, signing.dumps(where, salt=SALT))

    def decode_cursor(self, request: Request) -> Cursor | None:
        encoded = request.query_params.get(self.cursor_query_param)
        if encoded is None:
            return None
        try:
            offset, reverse, position, ordering = signing.loads(encoded, salt=SALT)
        except signing.BadSignature:
            ordering = None
        if ordering != list(self.ordering):
            raise ValidationError({"cursor": "This is no cursor of this list: take it from `next` or `previous`."})
        return Cursor(offset=offset, reverse=reverse, position=position)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        size = {"type": "integer", "minimum": 1, "maximum": MOST, "default": self.page_size}
        return [
            _parameter(
                "cursor", "Where the page begins: from `next` or `previous` of another page.", {"type": "string"}
            ),
            _parameter("limit", "How many rows a page has.", size),
        ]

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


def _parameter(name: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "description": description, "schema": schema}
