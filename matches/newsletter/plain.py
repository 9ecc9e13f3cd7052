"""An issue as plain text, for mails and previews: what Markdown marks is said without marks."""

import re

from matches.newsletter.grammar import unescaped

CHART = re.compile(r"^\[chart: *([a-z]+)\][ \t]*\n?", re.MULTILINE)
HEADING = re.compile(r"^#{1,6} +(.*)$", re.MULTILINE)
FIGURES = re.compile(r"^#{1,6} +In figures[ \t]*\n+(?=\[chart:)", re.MULTILINE)
# Nobody closes a mark so far away: without an end to the search, a line of open ones takes minutes.
MARKS = re.compile(r"(?<![\\\w])(\*\*|\*|__|_)(?=\S)(.{1,300}?)(?<=[^\s\\])\1(?!\w)")
ENOUGH = 20  # times as much text as is shown: the rest cannot be among the first words
BLANK = re.compile(r"\n{3,}")


def plain(text: str) -> str:
    """Charts are for the page; headings are underlined."""
    told = CHART.sub("", FIGURES.sub("", text))
    told = HEADING.sub(_underlined, told)
    return unescaped(BLANK.sub("\n\n", MARKS.sub(r"\2", told))).strip()


def _underlined(heading: re.Match[str]) -> str:
    words = heading[1].rstrip(" #")
    return f"{words}\n{'-' * len(words)}"


def first_words(text: str, most: int) -> str:
    """How it begins, in one line."""
    told = " ".join(plain(HEADING.sub("", text[: most * ENOUGH])).split())
    return told if len(told) <= most else told[: most - 1].rsplit(" ", 1)[0].rstrip(".,;:") + "…"
