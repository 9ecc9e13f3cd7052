"""The pages of house rules as values: what their templates show, finished."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from league import houses
from league.house_changes import changes
from league.house_sections import titles
from league.models import HouseVersion, League
from rules.articles import Difference, differences
from rules.house import HouseRules
from teams import chronicle

OTHERS = "Other rules"


@dataclass(frozen=True, slots=True)
class Credit:
    """Who made a version, when and why."""

    number: int
    author: str
    made_at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Line:
    sentence: str
    credit: Credit | None = None


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class ShownVersion:
    number: int
    title: str
    credit: Credit | None  # none: the rulebook
    changes: tuple[str, ...]  # from the version before
    groups: tuple[Group, ...]  # from the rulebook
    is_in_force: bool
    latest: int


def credit(version: HouseVersion) -> Credit:
    return Credit(version.number, houses.author_of(version), version.created_at, version.reason)


def in_force(versions: Sequence[HouseVersion]) -> tuple[Group, ...]:
    """Every difference from the rulebook, with the version that made it what it is."""
    rules = chronicle.rules_in(versions[0].house) if versions else chronicle.rules_in(None)
    lines = [
        (its.difference, Line(its.difference.sentence, credit(its.version) if its.version else None))
        for its in houses.differences_in_force(versions)
    ]
    return _grouped(lines, rules)


def version(versions: Sequence[HouseVersion], number: int) -> ShownVersion:
    """One of them, the latest first; number 0 is the rulebook."""
    by_number: dict[int, HouseVersion] = {its.number: its for its in versions}
    its, before = by_number.get(number), by_number.get(number - 1)
    rules = chronicle.rules_in(its.house if its else None)
    latest = houses.number_of(versions[0] if versions else None)
    return ShownVersion(
        number=number,
        title=f"Version {number}" if its else "The rulebook",
        credit=credit(its) if its else None,
        changes=sentences(chronicle.rules_in(before.house if before else None), rules) if its else (),
        groups=_grouped([(one, Line(one.sentence)) for one in differences(rules)], rules),
        is_in_force=number == latest,
        latest=latest,
    )


def sentences(before: HouseRules, after: HouseRules) -> tuple[str, ...]:
    """What became different, to be read."""
    return tuple(change.sentence for change in changes(before, after))


def meanwhile(league: League, since: int) -> tuple[str, ...]:
    """What others changed since this version, if there was such a one."""
    try:
        return sentences(houses.rules_at(league, since), houses.rules_of(league))
    except HouseVersion.DoesNotExist:
        return ()


def _grouped(lines: Sequence[tuple[Difference, Line]], rules: HouseRules) -> tuple[Group, ...]:
    """By the section of the form in which they are changed, in the order of the form."""
    known = titles(rules)
    groups: dict[str, list[Line]] = {title: [] for title in (*dict.fromkeys(known.values()), OTHERS)}
    for difference, line in lines:
        key = houses.key_of(difference)
        groups[known.get(key) or known.get(key.partition(".")[0], OTHERS)].append(line)
    return tuple(Group(title, tuple(its)) for title, its in groups.items() if its)
