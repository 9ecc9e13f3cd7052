"""What was found, as finished values."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString

from league.search.sought import Rank


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing that was found. Beside it stands a crest, an element's sign, or the letter it begins with."""

    name: str
    about: str
    url: str
    rank: Rank
    crest: SafeString | None = None
    clan: str = ""
    element: str = ""
    is_private: bool = False

    @property
    def sign(self) -> str:
        return f"signs/{self.element}.svg" if self.element else ""

    @property
    def letter(self) -> str:
        return self.name[:1].upper()


@dataclass(frozen=True, slots=True)
class Group:
    """What was found of one kind, the best first. `more_url` leads to the rest, if there is a page that shows it."""

    id: str
    label: str
    hits: tuple[Hit, ...]
    has_more: bool
    more_url: str

    @property
    def best(self) -> Rank:
        return self.hits[0].rank

    def first(self, number: int) -> "Group":
        return replace(self, hits=self.hits[:number])


@dataclass(frozen=True, slots=True)
class Found:
    words: str
    groups: tuple[Group, ...]
    sentence: str
    is_close: bool  # nothing is called that: these come near

    @property
    def count(self) -> int:
        return sum(len(group.hits) for group in self.groups)


def best_first(hits: Iterable[Hit]) -> list[Hit]:
    """Among equals they stay as they came."""
    return sorted(hits, key=lambda hit: hit.rank)
