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
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path or 'value'}: {self.reason}"

    def below(self, step: str) -> "Malformed":
        """The same, seen from one level further out: only what is wrong pays for its path."""
        return Malformed(f"{step}{self.path}", self.reason)


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
    try:
        return _decoder(kind)(data)  # type: ignore[no-any-return, arg-type]  # a type is hashable
    except Malformed as error:
        raise Malformed(f"{path}{error.path}" if path else error.path.removeprefix("."), error.reason) from None


def _default(field: Any) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default


Decoder = Callable[[Any], Any]


@cache
def _shape(kind: type) -> tuple[dict[str, Decoder], tuple[str, ...]]:
    """How each field is read, and which must be given."""
    hints = get_type_hints(kind)
    required = tuple(f.name for f in fields(kind) if _default(f) is MISSING)
    return {f.name: _decoder(hints[f.name]) for f in fields(kind)}, required


@cache
def _decoder(kind: Any) -> Decoder:
    """How such a value is read: asked of each type once, not of each value."""
    origin = get_origin(kind)
    if is_dataclass(kind) and isinstance(kind, type):
        return partial(_decode_dataclass, kind)
    if origin in (Union, UnionType):
        (inner,) = (option for option in get_args(kind) if option is not NoneType)
        return partial(_decode_optional, _decoder(inner))
    if origin is tuple:
        *inner, last = get_args(kind)
        readers = tuple(map(_decoder, inner if last is ... else (*inner, last)))
        return partial(_decode_tuple, readers, is_open=last is ...)
    if origin is not None and issubclass(origin, Mapping):
        return partial(_decode_mapping, *map(_decoder, get_args(kind)))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return partial(_decode_choice, kind)
    return partial(_decode_plain, kind)


def _decode_plain(kind: Any, data: Any) -> Any:
    # bool is an int to Python, but never to a reader of the data.
    if type(data) is not kind:
        raise Malformed("", f"expected {_NAMES.get(kind, kind.__name__)}, found {_shown(data)}")
    if kind is int and abs(data) > NUMBERS_FIT_IN:
        raise Malformed("", "this number is too large")
    if kind is str and UNSTORABLE.search(data):
        raise Malformed("", "this text contains a character that cannot be stored")
    return data


_NAMES = {str: "text", int: "a whole number", bool: "true or false"}


def _decode_dataclass(kind: type, data: Any) -> Any:
    if not isinstance(data, dict):
        raise Malformed("", f"expected a table, found {_shown(data)}")
    shape, required = _shape(kind)
    for name in data:
        if name not in shape:
            raise Malformed(f".{name}", "unknown field")
    for name in required:
        if name not in data:
            raise Malformed(f".{name}", "missing")
    values = {}
    for name, item in data.items():
        try:
            values[name] = shape[name](item)
        except Malformed as error:
            raise error.below(f".{name}") from None
    return kind(**values)


def _decode_optional(inner: Decoder, data: Any) -> Any:
    return None if data is None else inner(data)


def _decode_tuple(inner: tuple[Decoder, ...], data: Any, *, is_open: bool) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple):
        raise Malformed("", f"expected a list, found {_shown(data)}")
    if is_open:
        inner = inner * len(data)
    if len(data) != len(inner):
        raise Malformed("", f"expected {len(inner)} values, found {len(data)}")
    values = []
    for read, item in zip(inner, data, strict=True):
        try:
            values.append(read(item))
        except Malformed as error:
            raise error.below(f"[{len(values)}]") from None
    return tuple(values)


def _decode_mapping(key: Decoder, value: Decoder, data: Any) -> dict[Any, Any]:
    if not isinstance(data, dict):
        raise Malformed("", f"expected a table, found {_shown(data)}")
    values = {}
    for name, item in data.items():
        try:
            values[key(name)] = value(item)
        except Malformed as error:
            raise error.below(f".{name}") from None
    return values


def _decode_choice(kind: type[Enum], data: Any) -> Enum:
    try:
        return kind(data)
    except ValueError:
        raise Malformed("", f"{_shown(data)} is none of {', '.join(str(e.value) for e in kind)}") from None


def _shown(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 40 else text[:37] + "..."
