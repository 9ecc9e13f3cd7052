"""Which rows of a list, and in which order. What nobody knows how to filter or sort by is refused, not ignored."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import Model, QuerySet
from django_filters import rest_framework as django_filters  # type: ignore[import-untyped]  # it has no types
from rest_framework.exceptions import ValidationError
from rest_framework.filters import OrderingFilter
from rest_framework.request import Request
from rest_framework.views import APIView

Filtering = django_filters.DjangoFilterBackend
FilterSet = django_filters.FilterSet
CharFilter = django_filters.CharFilter
ChoiceFilter = django_filters.ChoiceFilter


class WholeNumberFilter(django_filters.Filter):  # type: ignore[misc]  # django-filter has no types
    """Takes `min_value` and `max_value`: a number that no row can have is refused before any query sees it."""

    field_class = forms.IntegerField


class Ordering(OrderingFilter):
    """By one of the view's `ordering_fields`, and among equals always in the same order."""

    def get_ordering(self, request: Request, queryset: QuerySet[Model], view: APIView) -> Sequence[str]:
        wanted = request.query_params.get(self.ordering_param) or self.get_default_ordering(view)[0]
        fields: Sequence[str] = getattr(view, "ordering_fields", ())
        if wanted.removeprefix("-") not in {*fields, *self.get_default_ordering(view)}:
            message = f"This list can be sorted by {', '.join(fields)}, each also with a minus before it."
            raise ValidationError({"ordering": message})
        return (wanted, "-pk" if wanted.startswith("-") else "pk")

    def get_default_ordering(self, view: APIView) -> Sequence[str]:
        return (str(getattr(view, "ordering", "pk")),)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        fields: Sequence[str] = getattr(view, "ordering_fields", ())
        if not fields:
            return []
        values = [f"{sign}{field}" for field in fields for sign in ("", "-")]
        default = self.get_default_ordering(view)[0]
        return [
            {
                "name": "ordering",
                "in": "query",
                "required": False,
                "description": "What the rows are sorted by; with a minus, the largest or latest first.",
                "schema": {"type": "string", "enum": values, "default": default},
            }
        ]
