"""Small words put right: articles, plurals, possessives, ordinals, and names that Markdown must not take for marks."""

import hashlib
import re
from collections.abc import Sequence

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ORDINALS = (
    *("zeroth", "first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)
SPOKEN_WITH_A_VOWEL = re.compile(r"8|11(?!\d)|18(?!\d)|(?:11|18)\d{3}(?!\d)")
SILENT_H = ("honest", "honour", "hour", "heir")
SPOKEN_AS_YOU = ("uni", "use", "usual", "one", "euro")
MARKS = re.compile(r"([\\`*_\[\]<>~|&])")
# What begins a heading, a list or a rule where it begins a line.
OPENING = re.compile(r"^(\d{1,9})([.)])|^([#+=-])")


def number(count: int) -> str:
    """As people write it: small ones in words."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{number(count)} times")


def ordinal(place: int) -> str:
    if 0 <= place < len(ORDINALS):
        return ORDINALS[place]
    last = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{last}"


def counted(count: int, noun: str, plural: str = "") -> str:
    """`one game`, `two games`, `no games`."""
    return f"{number(count)} {noun if count == 1 else plural or noun + 's'}"


def article(word: str) -> str:
    """`a` or `an`, by how the word is spoken."""
    spoken = word.lower().lstrip("“\"'(")
    if spoken[:1].isdigit():
        return "an" if SPOKEN_WITH_A_VOWEL.match(spoken) else "a"
    if spoken.startswith(SILENT_H):
        return "an"
    return "an" if spoken[:1] in tuple("aeiou") and not spoken.startswith(SPOKEN_AS_YOU) else "a"


def a(word: str) -> str:
    return f"{article(word)} {word}"


def possessive(name: str) -> str:
    return f"{name}'" if name[-1:] in ("s", "S") else f"{name}'s"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def escaped(name: str) -> str:
    """A name as Markdown that shows it letter by letter, wherever in a line it stands."""
    marked = MARKS.sub(r"\\\1", " ".join(name.split()))
    return OPENING.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", marked)


def unescaped(text: str) -> str:
    """Back to plain text, for mails."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)


def sentence(text: str) -> str:
    """One space between words, and one full stop, unless a name brings its own or a list follows."""
    told, *items = text.split("\n")
    said = " ".join(told.split())
    if items:
        return "\n".join([said, *(" ".join(item.split()) for item in items)])
    return said if said.endswith((".", "!", "?", "…")) else f"{said}."


class Voice:
    """Chooses among ways to say a thing: by the key of what is told, so always alike, and never one twice in a row."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}

    def choose(self, slot: str, key: str, ways: Sequence[str]) -> str:
        chosen = int.from_bytes(hashlib.sha256(f"{slot} {key}".encode()).digest()[:4]) % len(ways)
        if len(ways) > 1 and self._last.get(slot) == chosen:
            chosen = (chosen + 1) % len(ways)
        self._last[slot] = chosen
        return ways[chosen]

    def say(self, slot: str, key: str, ways: Sequence[str], **values: str) -> str:
        return sentence(self.choose(slot, key, ways).format(**values))
