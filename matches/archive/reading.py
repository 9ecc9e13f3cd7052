"""A file as it comes from somebody: read, looked through, and told by the rules, before anything is written.

What is refused is refused with the line and the reason. What is accepted can be stored, and its pages can be shown.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from matches.archive import issue_faults, kept, references, shapes, telling, text
from matches.archive.shapes import Path

MOST_FAULTS = 20
Progress = Callable[[int, int, str], None]  # done, of how many, and what is being done


@dataclass(frozen=True, slots=True)
class Fault:
    line: int
    reason: str

    def __str__(self) -> str:
        return f"Line {self.line}: {self.reason}"


class Refused(Exception):
    """The file is not imported, for these reasons, and nothing has changed."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(" ".join(str(fault) for fault in faults))
        self.faults = faults


def no_progress(done: int, total: int, what: str) -> None:
    """For whoever does not wait long enough to ask."""


def read(content: bytes, progress: Progress = no_progress) -> kept.File:
    """What the file says, if all of it can be so."""
    try:
        written = text.decoded(content)
        data = text.parsed(written)
    except text.Unreadable as bad:
        raise Refused(Fault(bad.line, bad.reason)) from bad
    try:
        file = shapes.read(_kind(data), data)
    except shapes.Bad as bad:
        raise Refused(_fault(written, bad.path, bad.reason)) from bad
    _refuse_any(written, references.faults(file))
    _refuse_any(written, issue_faults.faults(file))
    _refuse_any(written, telling.faults(file, progress))
    return file


def _refuse_any(written: str, found: Iterable[tuple[Path, str]]) -> None:
    faults = tuple(_fault(written, path, reason) for path, reason in islice(found, MOST_FAULTS))
    if faults:
        raise Refused(*sorted(faults, key=lambda fault: fault.line))


def _fault(written: str, path: Path, reason: str) -> Fault:
    where = "".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
    reason = reason if reason[:1].isupper() or not where else f"{shapes.shown(where).strip('“”')}: {reason}"
    return Fault(text.line_of(written, path), reason if reason.endswith((".", "!", "?")) else f"{reason}.")


def _kind(data: Any) -> type[kept.LeagueFile] | type[kept.TeamFile]:
    kind = data.get("kagejima") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in kept.FILES:
        raise shapes.Bad((), "This is no file of a league or a team: it does not say which of them it is.")
    version = data.get("version")
    if version != kept.VERSION or type(version) is not int:
        reason = f"This file is of version {shapes.shown(version)}, this site reads version {kept.VERSION}."
        raise shapes.Bad(("version",), reason)
    return kept.FILES[kind]
