"""What a retelling changes on a team's scroll, figure by figure."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules import aftermath, roster, words
from rules.house import HouseRules
from rules.scroll import Ninja, Result, Scroll

NEITHER = "\N{EN DASH}"
CAREER = ("Games", "Feats", "Injuries made", "All-Star awards")
WAS_HERE = {"left": ("yes", "no"), "joined": ("no", "yes")}  # what becomes of being on the team


@dataclass(frozen=True, slots=True)
class Figure:
    what: str
    before: str
    after: str

    @property
    def differs(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Changed:
    """The figures of one ninja that would differ; without a name, those of the team itself."""

    ninja: str
    figures: tuple[Figure, ...]


def changes(before: Scroll, after: Scroll, house: HouseRules) -> list[Changed]:
    """Everything that differs, the team's own figures first."""
    told = [
        *_team_changes(before, after, house),
        *((its.ninja, _figure(its)) for its in words.changes(before, after, house)),
        *_careers(before, after),
    ]
    found: dict[str, list[Figure]] = {"": []}
    for ninja, figure in told:
        found.setdefault(ninja, []).append(figure)
    names = {ninja.id: ninja.name for ninja in (*before.former, *before.ninja, *after.former, *after.ninja)}
    return [Changed(names.get(ninja, ""), tuple(figures)) for ninja, figures in found.items() if figures]


def _figure(change: words.Change) -> Figure:
    if change.what in WAS_HERE:
        return Figure("On the team", *WAS_HERE[change.what])
    return Figure(change.what[:1].upper() + change.what[1:], change.before or NEITHER, change.after or NEITHER)


def _team_changes(before: Scroll, after: Scroll, house: HouseRules) -> Iterator[tuple[str, Figure]]:
    for what, was, now in (
        ("Won, drawn, lost", _record(before), _record(after)),
        ("Steps to take", _steps(before, house), _steps(after, house)),
        ("May play", _may_play(before, house), _may_play(after, house)),
    ):
        if was != now:
            yield "", Figure(what, was, now)


def _record(scroll: Scroll) -> str:
    ended = [game.result for game in scroll.games]
    lost = ended.count(Result.LOST) + ended.count(Result.CONCEDED)
    return f"{ended.count(Result.WON)}, {ended.count(Result.DREW)}, {lost}"


def _steps(scroll: Scroll, house: HouseRules) -> str:
    return str(len(aftermath.steps(scroll, house)))


def _may_play(scroll: Scroll, house: HouseRules) -> str:
    reasons = dict.fromkeys(problem.message for problem in roster.problems(scroll, house))
    return f"no: {' '.join(reasons)}" if reasons else "yes"


def _careers(before: Scroll, after: Scroll) -> Iterator[tuple[str, Figure]]:
    """What ninja have done in all their games, of those who are on the team both times."""
    was_here = {ninja.id: ninja for ninja in before.ninja}
    for now in after.ninja:
        if was := was_here.get(now.id):
            for what, one, other in zip(CAREER, _career(was), _career(now), strict=True):
                if one != other:
                    yield now.id, Figure(what, str(one), str(other))


def _career(ninja: Ninja) -> tuple[int, int, int, int]:
    return ninja.games, ninja.feats, ninja.injuries, ninja.all_stars
