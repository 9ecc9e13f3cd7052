"""The six elements, a roll as a value, and the two ways to obtain one.

A roll is either entered as it fell on the table, or cast from a seed. The seed is chosen outside, from the
system's randomness; the dice then follow from it and from what is rolled for, so anybody who is shown
the seed later can cast the same dice and see that nothing was tampered with.
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Element(StrEnum):
    """The faces of a die, in the rulebook's order. The order of every table follows it."""

    SPIRIT = "spirit"
    VOID = "void"
    EARTH = "earth"
    AIR = "air"
    WATER = "water"
    FIRE = "fire"


class Source(StrEnum):
    TABLE = "table"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice as they fell, and where. A table roll may name its witness; a server roll says how to cast it again."""

    dice: tuple[Element, ...]
    source: Source = Source.TABLE
    witness: str = ""
    commitment: str = ""
    purpose: str = ""

    @property
    def is_doubles(self) -> bool:
        return len(self.dice) == 2 and self.dice[0] == self.dice[1]


def entered(*dice: Element, witness: str = "") -> Roll:
    """What fell on the table."""
    return Roll(dice, Source.TABLE, witness)


def cast(seed: bytes, purpose: str, count: int) -> Roll:
    """The dice that this seed holds for this purpose, each face as likely as any other."""
    faces = _faces(seed, purpose)
    dice = tuple(next(faces) for _ in range(count))
    return Roll(dice, Source.SERVER, commitment=commitment(seed), purpose=purpose)


def commitment(seed: bytes) -> str:
    """Published before the roll: it fixes the seed without giving it away."""
    return hashlib.sha256(seed).hexdigest()


def _faces(seed: bytes, purpose: str) -> Iterator[Element]:
    elements = tuple(Element)
    fair = 256 - 256 % len(elements)  # bytes above it would favour the first faces
    block = 0
    while True:
        for byte in hmac.digest(seed, f"{purpose}#{block}".encode(), "sha256"):
            if byte < fair:
                yield elements[byte % len(elements)]
        block += 1
