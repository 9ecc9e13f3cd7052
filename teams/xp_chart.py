"""The XP of a ninja over the games of its career, as a drawing. Numbers and words only; the template draws them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.problems import counted

WIDTH, HEIGHT = 360, 190  # as wide as a phone: there it is drawn as large as it is meant
LEFT, RIGHT, TOP, BOTTOM = 30, 12, 16, 24
MOST_LABELS = 12  # games named below the line
APART = 15  # from one level's words to the next, or they stand on each other


@dataclass(frozen=True, slots=True)
class Mark:
    x: float
    y: float
    label: str
    title: str


@dataclass(frozen=True, slots=True)
class Rule:
    """Where a level begins."""

    y: float
    label: str
    xp: int


@dataclass(frozen=True, slots=True)
class XpChart:
    width: int
    height: int
    left: int
    right: int
    bottom: int
    says: str
    path: str
    marks: tuple[Mark, ...]
    levels: tuple[Rule, ...]


def drawn(name: str, games: Sequence[tuple[int, int]], levels: Sequence[tuple[str, int]]) -> XpChart | None:
    """`games` are their numbers with the XP after each; one alone is no line."""
    if len(games) < 2:
        return None
    top = max(1, *(xp for _, xp in games), min((xp for _, xp in levels if xp > games[-1][1]), default=0))
    column, scale = (WIDTH - LEFT - RIGHT) / (len(games) - 1), (HEIGHT - TOP - BOTTOM) / top
    every = -(-len(games) // MOST_LABELS)
    marks = tuple(
        Mark(
            x=round(LEFT + place * column, 1),
            y=round(HEIGHT - BOTTOM - xp * scale, 1),
            label=str(number) if place % every == 0 else "",
            title=f"After game {number}: {xp} XP",
        )
        for place, (number, xp) in enumerate(games)
    )
    return XpChart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        bottom=HEIGHT - BOTTOM,
        says=f"{name} went from {games[0][1]} to {games[-1][1]} XP in {counted(len(games), 'game')}.",
        path="M" + "L".join(f"{mark.x} {mark.y}" for mark in marks),
        marks=marks,
        levels=_spaced(Rule(round(HEIGHT - BOTTOM - xp * scale, 1), label, xp) for label, xp in levels if xp <= top),
    )


def _spaced(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """The highest level is what a ninja is or strives for: where two are close, the lower one is left out."""
    kept: list[Rule] = []
    for rule in sorted(rules, key=lambda its: its.y):
        if not kept or rule.y - kept[-1].y >= APART:
            kept.append(rule)
    return tuple(reversed(kept))
