"""The way to a page, shown above it."""

from typing import NamedTuple


class Crumb(NamedTuple):
    """One step of the way. The last one, the page itself, has no address."""

    label: str
    url: str = ""
