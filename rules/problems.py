"""What is wrong, in words: the one shape in which rules refuse anything."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason, for machines (`code`), for people (`message`), and what it is about (`subject`)."""

    code: str
    message: str
    subject: str = ""

    @property
    def key(self) -> str:
        """Names this problem of this subject, whatever its numbers: what a ruling may allow."""
        return f"{self.code}:{self.subject}"


class RuleBroken(Exception):
    """A refusal a player can meet. Nothing has happened; every reason is in `problems`."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(" ".join(problem.message for problem in problems))
        self.problems = problems

    @property
    def code(self) -> str:
        return self.problems[0].code

    @property
    def message(self) -> str:
        return str(self)

    @property
    def subject(self) -> str:
        return self.problems[0].subject


def refuse(code: str, message: str, subject: str = "") -> RuleBroken:
    """A refusal with a single reason, to be raised."""
    return RuleBroken(Problem(code, message, subject))


def refuse_any(problems: Iterable[Problem]) -> None:
    """Raise with every problem at once, if there is one."""
    if found := tuple(problems):
        raise RuleBroken(*found)


def from_to(first: int, last: int, what: str) -> str:
    """`round 3`, `rounds 3 and 4`, `rounds 3 to 7`."""
    if first == last:
        return f"{what} {first}"
    return f"{what}s {first} {'and' if last == first + 1 else 'to'} {last}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`: a list as people write it."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 game`, `2 games`. The game's own words (koban, ninja, kaiken) have no plural of their own."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
