"""Plain JSON to dataclasses and back, with every limit that the tables have written beside the field.

What `read` accepts can be stored: lengths, ranges and choices included. What it refuses is named by its path. The
values of `rules` are left to the rules' own reader, so there is one way to read each of them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, date, datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from rules.codec import UNSTORABLE, Malformed, decode, encode
from rules.problems import RuleBroken

T = TypeVar("T")
Path = tuple[str | int, ...]
# In these centuries a moment exists in every time zone.
DAY = r"(?:19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}"
MOMENT = DAY + r"T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z"
UUID_PATTERN = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
LARGEST = 2**31 - 1


class Bad(ValueError):
    """Something in a file that cannot be so; `path` leads to it."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(reason)
        self.path = path
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Text:
    """So many characters at most, and all of this pattern if there is one."""

    most: int
    pattern: str = ""
    means: str = ""  # the pattern, in words


@dataclass(frozen=True, slots=True)
class Whole:
    least: int = 0
    most: int = LARGEST


@dataclass(frozen=True, slots=True)
class OneOf:
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Raw:
    """Kept as it stands; `rules` reads it, and the schema describes it by this name."""

    name: str
    reads: Callable[[Any], object]


Limit = Text | Whole | OneOf | Raw


def split(path: str) -> Path:
    """The rules' way to write a path, `a.b[2]`, as steps."""
    return tuple(int(step[1:-1]) if step.startswith("[") else step for step in re.findall(r"\[\d+\]|[^.\[\]]+", path))


# Writing


def write(value: Any) -> Any:
    """Every field, in its one way of being written."""
    if is_dataclass(value) and not isinstance(value, type):
        if _is_of_the_rules(type(value)):
            return encode(value)
        return {field.name: write(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, tuple):
        return [write(item) for item in value]
    return value


# Reading


def read(kind: type[T], data: Any, path: Path = ()) -> T:
    """The `kind` that `data` describes, or `Bad`."""
    return _read(kind, data, path)  # type: ignore[no-any-return]


@cache
def shape(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _is_of_the_rules(kind: type) -> bool:
    return kind.__module__.startswith("rules.")


def _read(kind: Any, data: Any, path: Path) -> Any:
    origin = get_origin(kind)
    if origin is Annotated:
        base, limit = get_args(kind)
        return _limited(base, limit, data, path)
    if origin in (Union, UnionType):
        (inner,) = (option for option in get_args(kind) if option is not NoneType)
        return None if data is None else _read(inner, data, path)
    if origin is tuple:
        return _list(get_args(kind), data, path)
    if origin is Mapping or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return _table(get_args(kind), data, path)
    if isinstance(kind, type) and is_dataclass(kind) and not _is_of_the_rules(kind):
        return _dataclass(kind, data, path)
    if kind in _WRITTEN:
        return _written(kind, data, path)
    return _by_the_rules(lambda: decode(kind, data), path)


def _by_the_rules(reads: Callable[[], Any], path: Path) -> Any:
    try:
        return reads()
    except Malformed as bad:
        raise Bad((*path, *split(bad.path)), bad.reason) from bad
    except RuleBroken as broken:
        culprit = split(broken.subject) if broken.code == "malformed" else ()
        raise Bad((*path, *culprit), broken.message) from broken


def _dataclass(kind: type, data: Any, path: Path) -> Any:
    if not isinstance(data, dict):
        raise Bad(path, f"expected a table, found {shown(data)}")
    wanted = shape(kind)
    for name in data:
        if name not in wanted:
            raise Bad((*path, name), f"unknown field {shown(name)}")
    for name in wanted:
        if name not in data:
            raise Bad(path, f"the field “{name}” is missing")
    return kind(**{name: _read(its, data[name], (*path, name)) for name, its in wanted.items()})


def _list(inner: tuple[Any, ...], data: Any, path: Path) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise Bad(path, f"expected a list, found {shown(data)}")
    kinds = (inner[0],) * len(data) if inner[-1] is ... else inner
    if len(kinds) != len(data):
        raise Bad(path, f"expected {len(kinds)} values, found {len(data)}")
    return tuple(_read(kind, item, (*path, n)) for n, (kind, item) in enumerate(zip(kinds, data, strict=True)))


def _table(inner: tuple[Any, ...], data: Any, path: Path) -> dict[Any, Any]:
    if not isinstance(data, dict):
        raise Bad(path, f"expected a table, found {shown(data)}")
    return {_read(inner[0], k, (*path, k)): _read(inner[1], v, (*path, k)) for k, v in data.items()}


_WRITTEN: dict[Any, tuple[str, Callable[[str], Any], str]] = {
    datetime: (
        MOMENT,
        lambda its: datetime.strptime(its, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC),
        "a moment such as 2026-01-31T19:30:00.000000Z",
    ),
    date: (DAY, date.fromisoformat, "a day such as 2026-01-31"),
    UUID: (UUID_PATTERN, UUID, "a UUID in small letters"),
}


def _written(kind: Any, data: Any, path: Path) -> Any:
    pattern, reads, means = _WRITTEN[kind]
    try:
        if isinstance(data, str) and re.fullmatch(pattern, data, re.ASCII):
            return reads(data)
    except ValueError:
        pass
    raise Bad(path, f"expected {means}, found {shown(data)}")


def _limited(base: Any, limit: Limit, data: Any, path: Path) -> Any:
    if isinstance(limit, Raw):
        _by_the_rules(lambda: limit.reads(data), path)
        return data
    value = _by_the_rules(lambda: decode(base, data), path)
    for reason in _beyond(limit, value):
        raise Bad(path, reason)
    return value


def _beyond(limit: Limit, value: Any) -> Iterator[str]:
    match limit:
        case Text(most, pattern, means):
            if len(value) > most:
                yield f"at most {most:,} characters fit here, these are {len(value):,}"
            if pattern and not re.fullmatch(pattern, value, re.ASCII):
                yield f"{shown(value)} is not {means}"
        case Whole(least, most):
            if not least <= value <= most:
                yield f"expected a whole number from {least} to {most:,}, found {value}"
        case OneOf(choices):
            if value not in choices:
                yield f"{shown(value)} is none of {', '.join(filter(None, choices))}"


def shown(data: Any) -> str:
    """A value as a sentence repeats it: short, and nothing in it can break the page."""
    text = UNSTORABLE.sub("?", f"“{data}”" if isinstance(data, str) else repr(data))
    return text if len(text) <= 60 else f"{text[:57]}..."


def choices(of: type[Enum]) -> OneOf:
    return OneOf(tuple(str(its.value) for its in of))
