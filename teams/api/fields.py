"""What may be sent: exactly the fields that are documented, of exactly their types.

A number is no text and `"yes"` is no truth: what a client means by them is for the client to say.
"""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError


class Strict(serializers.Serializer[Any]):
    """Refuses fields that it does not know: a misspelt one would otherwise be silently left out."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = [name for name in data if name not in self.fields] if isinstance(data, Mapping) else []
        refused: dict[str, Any] = {str(name): [ErrorDetail("There is no such field.", "unknown")] for name in unknown}
        try:
            value = super().to_internal_value(data)
        except ValidationError as error:
            if isinstance(error.detail, dict):
                raise ValidationError({**error.detail, **refused}) from error
            raise
        if refused:
            raise ValidationError(refused)
        return value


class Text(serializers.CharField):
    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Number(serializers.IntegerField):
    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return super().to_internal_value(data)
