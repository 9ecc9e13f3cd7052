"""Looking something up by the name in an address, and saying something useful when it is not there."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TypeVar

from django.http import Http404

Found = TypeVar("Found")


def find(kind: str, wanted: str, among: Mapping[str, Found]) -> Found:
    try:
        return among[wanted]
    except KeyError:
        raise Http404(_not_found(kind, wanted, among)) from None


def _not_found(kind: str, wanted: str, among: Mapping[str, object]) -> str:
    close = get_close_matches(wanted.lower(), among, n=3, cutoff=0.5)
    guess = f" Did you mean {' or '.join(close)}?" if close else ""
    return f"There is no {kind} called “{wanted[:60]}”.{guess}"
