"""Frozen dataclasses to plain JSON and back, strictly.

One promise: what `decode` accepts is complete and well typed. An unknown or missing field, a wrong
type or an unknown choice is refused with the path to it, so that a bad catalog file, a forged event
or an old export is named by its very key instead of failing somewhere later.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")  # neither JSON in a database nor UTF-8 can hold them
NUMBERS_FIT_IN = 2**53  # beyond it a JSON number is not the same integer everywhere


class Malformed(ValueError):
    """Data that is not what its type says: `path` leads to the culprit."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path or 'value'}: {reason}")
        self.path = path
        self.reason = reason


def encode(value: Any) -> Any:
    """Plain JSON. Fields at their default are left out: the record stays short and readable."""
    if is_dataclass(value):
        return {f.name: encode(v) for f in fields(value) if (v := getattr(value, f.name)) != _default(f)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(encode(key)): encode(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    return value


def decode(kind: type[T], data: Any, path: str = "") -> T:
    """The `kind` that `data` describes, or `Malformed`."""
    return _decode(kind, data, path)  # type: ignore[no-any-return]


def _default(field: Any) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default


@cache
def _shape(kind: type) -> dict[str, tuple[Any, bool]]:
    """Each field's type, and whether it must be given."""
    hints = get_type_hints(kind)
    return {f.name: (hints[f.name], _default(f) is MISSING) for f in fields(kind)}


def _decode(kind: Any, data: Any, path: str) -> Any:
    return _decoder(kind)(data, path)


@cache
def _decoder(kind: Any) -> Callable[[Any, str], Any]:
    """How such a value is read: asked of each type once, not of each value."""
    origin = get_origin(kind)
    if is_dataclass(kind) and isinstance(kind, type):
        return partial(_decode_dataclass, kind)
    if origin in (Union, UnionType):
        (inner,) = (option for option in get_args(kind) if option is not NoneType)
        return partial(_decode_optional, inner)
    if origin is tuple:
        return partial(_decode_tuple, get_args(kind))
    if origin is not None and issubclass(origin, Mapping):
        return partial(_decode_mapping, get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return partial(_decode_choice, kind)
    return partial(_decode_plain, kind)


def _decode_plain(kind: Any, data: Any, path: str) -> Any:
    # bool is an int to Python, but never to a reader of the data.
    if type(data) is not kind:
        raise Malformed(path, f"expected {_NAMES.get(kind, kind.__name__)}, found {_shown(data)}")
    if kind is int and abs(data) > NUMBERS_FIT_IN:
        raise Malformed(path, "this number is too large")
    if kind is str and UNSTORABLE.search(data):
        raise Malformed(path, "this text contains a character that cannot be stored")
    return data


_NAMES = {str: "text", int: "a whole number", bool: "true or false"}


def _decode_dataclass(kind: type, data: Any, path: str) -> Any:
    if not isinstance(data, dict):
        raise Malformed(path, f"expected a table, found {_shown(data)}")
    shape = _shape(kind)
    for name in data:
        if name not in shape:
            raise Malformed(_join(path, name), "unknown field")
    for name, (_, required) in shape.items():
        if required and name not in data:
            raise Malformed(_join(path, name), "missing")
    return kind(**{name: _decode(shape[name][0], item, _join(path, name)) for name, item in data.items()})


def _decode_optional(inner: Any, data: Any, path: str) -> Any:
    return None if data is None else _decode(inner, data, path)


def _decode_tuple(inner: tuple[Any, ...], data: Any, path: str) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple):
        raise Malformed(path, f"expected a list, found {_shown(data)}")
    if inner[-1] is ...:
        inner = (inner[0],) * len(data)
    if len(data) != len(inner):
        raise Malformed(path, f"expected {len(inner)} values, found {len(data)}")
    return tuple(_decode(t, item, f"{path}[{n}]") for n, (t, item) in enumerate(zip(inner, data, strict=True)))


def _decode_mapping(inner: tuple[Any, ...], data: Any, path: str) -> dict[Any, Any]:
    if not isinstance(data, dict):
        raise Malformed(path, f"expected a table, found {_shown(data)}")
    return {_decode(inner[0], k, _join(path, k)): _decode(inner[1], v, _join(path, k)) for k, v in data.items()}


def _decode_choice(kind: type[Enum], data: Any, path: str) -> Enum:
    try:
        return kind(data)
    except ValueError:
        raise Malformed(path, f"{_shown(data)} is none of {', '.join(str(e.value) for e in kind)}") from None


def _join(path: str, name: object) -> str:
    return f"{path}.{name}" if path else str(name)


def _shown(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 40 else text[:37] + "..."
