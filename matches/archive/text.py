"""A file as text: read strictly, with the line of whatever is wrong, and written in the one canonical way."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, NoReturn

from matches.archive.shapes import Path, shown

LARGEST_FILE = 20 * 1024 * 1024  # bytes; a league of 88 teams and three seasons has about a third of it
LONGEST_NUMBER = 17
DEEPEST = 32  # a league's file is half as deep, and looking for a line costs as much again for each level
TOO_DEEP = "This file is nested too deeply."
_GAP = re.compile(r"[ \t\n\r]*")
_value = json.JSONDecoder().raw_decode


class Unreadable(Exception):
    """The first thing that is wrong with a file as such, and its line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


class _Token(ValueError):
    def __init__(self, token: str, reason: str) -> None:
        super().__init__(reason)
        self.token = token


def canonical(data: Any) -> bytes:
    """The one way to write it: sorted, one value to a line, UTF-8."""
    return (json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


def decoded(content: bytes) -> str:
    if len(content) > LARGEST_FILE:
        raise Unreadable(1, f"This file is larger than {LARGEST_FILE // 1024**2} MB.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Unreadable(line, "This is not text in UTF-8: a file is imported as it was exported, unpacked.") from error


def parsed(text: str) -> Any:
    """What the text says, if it is JSON in which nothing is said twice."""
    twice: list[list[tuple[str, Any]]] = []
    try:
        data = json.loads(text, object_pairs_hook=partial(_table, twice), parse_int=_number, parse_constant=_constant)
    except json.JSONDecodeError as error:
        reason = f"This is not JSON: {error.msg[0].lower()}{error.msg[1:]}, at column {error.colno}."
        raise Unreadable(error.lineno, reason) from error
    except RecursionError as error:
        raise Unreadable(1, TOO_DEEP) from error
    except _Token as bad:
        raise Unreadable(line_at(text, text.find(bad.token)), str(bad)) from bad
    _refuse_deep([data, *([value for _, value in pairs] for pairs in twice)])
    for pairs in twice:
        raise Unreadable(_line_of_twice(text), f"{shown(_repeated(pairs))} is said twice in one table.")
    return data


def _table(twice: list[list[tuple[str, Any]]], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Notes tables in which something is said twice: where that is can only be told of a file that is not too deep."""
    told = dict(pairs)
    if len(told) < len(pairs):
        twice.append(pairs)
    return told


def _repeated(pairs: list[tuple[str, Any]]) -> str:
    seen: set[str] = set()
    return next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]


def _refuse_deep(level: list[Any]) -> None:
    for _ in range(DEEPEST + 1):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return
    raise Unreadable(1, TOO_DEEP)


def _inside(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise _Token(digits, "This number is too large.")
    return int(digits)


def _constant(name: str) -> NoReturn:
    raise _Token(name, f"This is not JSON: {name} is no number.")


# Lines


def line_at(text: str, index: int) -> int:
    return text.count("\n", 0, max(index, 0)) + 1


def line_of(text: str, path: Path) -> int:
    """The line on which the value at this path begins, or else that of what it would be part of."""
    here = _start(text)
    for step in path:
        if text[here] not in "{[":
            break
        found = next((start for key, _, start, _ in _members(text, here) if key == step), None)
        if found is None:
            break
        here = found
    return line_at(text, here)


def _start(text: str) -> int:
    return _after_gap(text, 0)


def _after_gap(text: str, index: int) -> int:
    match = _GAP.match(text, index)
    return match.end() if match else index


def _members(text: str, opening: int) -> Iterator[tuple[str | int, int, int, int]]:
    """Of a table or list that begins there: each key, where it and its value begin, and where that ends."""
    is_table, number = text[opening] == "{", 0
    index = _after_gap(text, opening + 1)
    while text[index] not in "}]":
        key: str | int = number
        key_at = index
        if is_table:
            key, index = _value(text, index)
            index = _after_gap(text, _after_gap(text, index) + 1)
        _, end = _value(text, index)
        yield key, key_at, index, end
        index = _after_gap(text, end)
        if text[index] == ",":
            index = _after_gap(text, index + 1)
        number += 1


def _line_of_twice(text: str) -> int:
    return line_at(text, next(_twice(text, _start(text)), 0))


def _twice(text: str, opening: int) -> Iterator[int]:
    """Where a key is that its table had before, the innermost first: as the reader meets them."""
    seen: set[str | int] = set()
    again = []
    for key, key_at, start, _ in _members(text, opening):
        if text[start] in "{[":
            yield from _twice(text, start)
        if key in seen:
            again.append(key_at)
        seen.add(key)
    yield from again
