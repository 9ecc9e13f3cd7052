"""The JSON Schema of the files, made from the very dataclasses that read them: it can never say anything else.

`manage.py league_file_schema` prints it; a copy is in `docs/`.
"""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from matches.archive.kept import LeagueFile, TeamFile
from matches.archive.shapes import DAY, MOMENT, UUID_PATTERN, OneOf, Raw, Text, Whole
from rules.events import KINDS, VERSION
from rules.house import HouseRules

ADDRESS = "https://json-schema.org/draft/2020-12/schema"
TITLE = "A league or a team of Kagejima, as a file"
EMPTY: Mapping[str, Any] = MappingProxyType({})


@cache
def published() -> str:
    return json.dumps(schema(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def schema() -> dict[str, Any]:
    made = _Schema()
    either = [made.of(LeagueFile), made.of(TeamFile)]
    return {"$schema": ADDRESS, "title": TITLE, "oneOf": either, "$defs": made.defs}


class _Schema:
    """Each dataclass is defined once, by its name."""

    def __init__(self) -> None:
        self.defs: dict[str, Any] = {}

    def of(self, kind: Any) -> dict[str, Any]:
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._limited(args[0], args[1])
        if origin in (Union, UnionType):
            (inner,) = (its for its in args if its is not NoneType)
            return {"oneOf": [self.of(inner), {"type": "null"}]}
        if origin is tuple:
            return self._list(args)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(args[1])}
        if is_dataclass(kind) and isinstance(kind, type):
            return self._defined(kind.__name__ if kind.__name__ not in _ALIKE else _named(kind), kind)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return {"enum": [its.value for its in kind]}
        return _PLAIN[kind]

    def _list(self, args: tuple[Any, ...]) -> dict[str, Any]:
        if args[-1] is ...:
            return {"type": "array", "items": self.of(args[0])}
        items = [self.of(its) for its in args]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}

    def _defined(self, name: str, kind: type, first: Mapping[str, Any] = EMPTY) -> dict[str, Any]:
        if name not in self.defs:
            self.defs[name] = {}  # whoever refers to itself meets this
            self.defs[name] = self._table(kind, first)
        return {"$ref": f"#/$defs/{name}"}

    def _table(self, kind: type, first: Mapping[str, Any]) -> dict[str, Any]:
        hints = get_type_hints(kind, include_extras=True)
        must = [its.name for its in fields(kind) if its.default is MISSING and its.default_factory is MISSING]
        about = (kind.__doc__ or "").strip()
        told = {
            "type": "object",
            "properties": {**first, **{its.name: self.of(hints[its.name]) for its in fields(kind)}},
            "required": sorted([*first, *must]),
            "additionalProperties": False,
        }
        return told if about.startswith(f"{kind.__name__}(") else {"description": about, **told}

    def _limited(self, base: Any, limit: Any) -> dict[str, Any]:
        match limit:
            case Text(most, pattern):
                return {"type": "string", "maxLength": most} | ({"pattern": f"^(?:{pattern})$"} if pattern else {})
            case Whole(least, most):
                return {"type": "integer", "minimum": least, "maximum": most}
            case OneOf(choices):
                return {"enum": list(choices)}
            case Raw("event"):
                return self._event()
            case Raw():
                return self._house()
        raise TypeError(limit)

    def _house(self) -> dict[str, Any]:
        return self._defined("HouseRules", HouseRules)

    def _event(self) -> dict[str, Any]:
        """Told apart by its kind."""
        if "Event" not in self.defs:
            self.defs["Event"] = {}
            either = [
                self._defined(f"Event{kind.__name__}", kind, {"version": {"const": VERSION}, "kind": {"const": name}})
                for name, kind in KINDS.items()
            ]
            self.defs["Event"] = {"description": "One thing that happened to a team.", "oneOf": either}
        return {"$ref": "#/$defs/Event"}


_ALIKE = {"Report"}  # a version as it is kept is KeptReport; this is what it says


def _named(kind: type) -> str:
    return f"{kind.__name__}Told"


def _written(pattern: str, format_: str) -> dict[str, Any]:
    return {"type": "string", "format": format_, "pattern": f"^{pattern}$"}


_PLAIN: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    datetime: _written(MOMENT, "date-time"),
    date: _written(DAY, "date"),
    UUID: _written(UUID_PATTERN, "uuid"),
}
