"""What somebody looks for, made fit for comparing, and how well a name answers to it. No query, no Django."""

import re
import unicodedata
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache

LONGEST = 60
SHORT = 2  # so few letters stand in every name: they are looked for only where a word begins


class Rank(IntEnum):
    """How well something answers, the best first."""

    EXACT = 0
    BEGINS = 1
    WORD = 2  # a later word of the name begins like this
    WITHIN = 3
    TOLD = 4  # not its name, but what is said of it
    CLOSE = 5  # perhaps it was meant


def clean(typed: str) -> str:
    """One line of at most LONGEST characters, without any that no name can have."""
    known = (" " if char.isspace() else char for char in typed[: 4 * LONGEST])
    kept = "".join(char for char in known if unicodedata.category(char) not in ("Cc", "Cs", "Cn"))
    return " ".join(unicodedata.normalize("NFC", kept).split())[:LONGEST].strip()


@lru_cache(4096)
def fold(text: str) -> str:
    """Without case and accents: `Hōjō` and `hojo` are the same."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


@dataclass(frozen=True)
class Sought:
    text: str

    @classmethod
    def of(cls, typed: str) -> "Sought":
        return cls(clean(typed))

    def __bool__(self) -> bool:
        return bool(self.text)

    @cached_property
    def folded(self) -> str:
        return fold(self.text)

    @property
    def is_short(self) -> bool:
        return len(self.folded) <= SHORT

    @cached_property
    def words(self) -> list[str]:
        return self.folded.split()

    def rank_of(self, name: str) -> Rank | None:
        """How well a name answers; None if it does not."""
        its = fold(name)
        if its == self.folded:
            return Rank.EXACT
        if its.startswith(self.folded):
            return Rank.BEGINS
        if self._begins_words_of(its):
            return Rank.WORD
        is_within = not self.is_short and all(wanted in its for wanted in self.words)
        return Rank.WITHIN if is_within else None

    def is_told_in(self, line: str) -> bool:
        """Whether a sentence has all the words, each where a word begins."""
        return not self.is_short and self._begins_words_of(fold(line))

    def _begins_words_of(self, folded: str) -> bool:
        if not all(wanted in folded for wanted in self.words):
            return False
        begun = re.split(r"[\W_]+", folded)
        return all(any(word.startswith(wanted) for word in begun) for wanted in self.words)


def spellings(text: str) -> list[str]:
    """What a database has to look for: some compare the case of a to z only, and none leaves out accents."""
    if text.isascii():
        return [text]
    return sorted({text.lower(), text.lower().translate(CAPITALS), fold(text)} - {""})


class _Capitals(dict[int, str]):
    """Letters beyond a to z as capitals."""

    def __missing__(self, char: int) -> str:
        return chr(char) if char < 128 else chr(char).upper()


CAPITALS = _Capitals()
