"""Queries that are built once and asked many times.

Django takes ten times as long to build a query of many parts as the database takes to answer it. One that every page
asks anew, with other keys only, is built with stand-ins for them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import QuerySet


@dataclass(frozen=True, slots=True)
class Statement:
    """Rows of plain values. A stand-in is a key below zero: no row has such a one."""

    sql: str
    values: tuple[Any, ...]

    def ask(self, keys: Mapping[int, int]) -> list[tuple[Any, ...]]:
        """The rows, with these keys in the places of their stand-ins. One query."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [keys.get(value, value) for value in self.values])
            rows: list[tuple[Any, ...]] = cursor.fetchall()
            return rows


def statement(rows: "QuerySet[Any, Any]") -> Statement:
    """As the database in use is asked: what is kept for later must be kept for each vendor."""
    sql, values = rows.query.sql_with_params()
    return Statement(sql, tuple(values))
