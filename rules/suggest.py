"""Legal teams for a clan, found by search: one for each aim, no two alike.

A team is what the allowances demand, and whatever else the koban buy. The else is a knapsack: every profile is a
group, its options are how many of it join, and an aim says what that many are worth. For each sum of koban the best
few teams are kept, so that the best of them all is found without trying them all.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple
from zlib import crc32

from rules.catalog import Clan, Profile, catalog
from rules.events import Recruited
from rules.house import HouseRules
from rules.roster import draft, problems
from rules.scroll import Scroll

MOST_NINJA = 30
KEPT = 3  # teams for each sum of koban: as many as there are aims, so that every aim finds one of its own
SUMS = 100  # told apart; with a larger budget near ones are counted as one
SPENT_PERCENT = 95  # a team that leaves more in the treasury is only suggested when no other can be


class Aim(StrEnum):
    """What a suggested team is meant to be good at."""

    MANY = "many"
    FIERCE = "fierce"
    VARIED = "varied"


@dataclass(frozen=True, slots=True)
class Suggestion:
    aim: Aim
    recruits: tuple[Recruited, ...]  # called by their profiles' names
    scroll: Scroll  # what they would make


class _Group(NamedTuple):
    """A profile, and how many of it may be on the team."""

    profile: Profile
    price: int
    least: int
    most: int


class _Team(NamedTuple):
    worth: int
    spent: int
    size: int
    counts: tuple[int, ...]  # of each group so far


Worth = Callable[[Profile, int], int]


def suggest(clan: Clan, house: HouseRules, *, variant: int = 0, most_ninja: int = MOST_NINJA) -> list[Suggestion]:
    """Up to three legal teams, pairwise different; none if the rules allow none. Another variant, other teams."""
    groups = list(_groups(clan, house))
    found: list[Suggestion] = []
    taken: set[tuple[int, ...]] = set()
    for aim in Aim:
        for team in _best(groups, house.koban.starting, _worth(aim, house, variant), most_ninja):
            if team.counts not in taken and (suggestion := _suggestion(aim, clan, groups, team, house, variant)):
                taken.add(team.counts)
                found.append(suggestion)
                break
    return found


def _groups(clan: Clan, house: HouseRules) -> Iterator[_Group]:
    for profile in (*clan.profiles, *catalog().ronin):
        allowance = house.allowance(profile)
        least, most = (allowance.least, allowance.most) if allowance else (0, 1)
        if profile.id in house.banned_profiles:
            most = 0
        yield _Group(profile, house.price(profile), least, most)


def _best(groups: Sequence[_Group], budget: int, worth: Worth, most_ninja: int) -> list[_Team]:
    """The teams worth suggesting, best first."""
    kept = [_Team(0, 0, 0, ())]
    still_demanded = [sum(g.least for g in groups[n:]) for n in range(1, len(groups) + 1)]
    still_due = [sum(g.least * g.price for g in groups[n:]) for n in range(1, len(groups) + 1)]
    for group, demanded, due in zip(groups, still_demanded, still_due, strict=True):
        kept = _with(kept, group, budget - due, most_ninja - demanded, worth, budget)
    return sorted(kept, key=lambda team: (team.spent * 100 >= budget * SPENT_PERCENT, team.worth), reverse=True)


def _with(teams: Sequence[_Team], group: _Group, koban: int, places: int, worth: Worth, budget: int) -> list[_Team]:
    """Each team with every number of this group that fits, the best few for each sum of koban."""
    worths = [worth(group.profile, number) for number in range(min(group.most, places) + 1)]
    by_sum: dict[int, list[_Team]] = {}
    for team in teams:
        for number in range(group.least, min(group.most, places - team.size) + 1):
            spent = team.spent + number * group.price
            if spent > koban:
                break
            key = spent if budget <= SUMS else spent * SUMS // budget
            joined = _Team(team.worth + worths[number], spent, team.size + number, (*team.counts, number))
            by_sum.setdefault(key, []).append(joined)
    return [team for rivals in by_sum.values() for team in sorted(rivals, reverse=True)[:KEPT]]


def _worth(aim: Aim, house: HouseRules, variant: int) -> Worth:
    """What a number of one profile is worth to an aim. Upkeep counts against it: it is paid after every game."""

    def worth(profile: Profile, number: int) -> int:
        mood = 100 if variant == 0 else 50 + crc32(f"{variant} {aim} {profile.id}".encode()) % 101
        return (VALUES[aim](profile, number) * mood - number * house.upkeep(profile) * UPKEEP_COUNTS[aim]) // 100

    return worth


def _many(profile: Profile, number: int) -> int:
    return number * (1000 + _strength(profile))


def _fierce(profile: Profile, number: int) -> int:
    """Twice the attack and defense is worth far more than twice as much; every keyword helps."""
    return number * ((profile.attack + profile.defense) ** 3 + 40 * len(profile.keywords))


def _varied(profile: Profile, number: int) -> int:
    """The first of a type brings what nobody else has, the second a little, another only itself."""
    if profile.type.is_unique:
        return number * (250 + _strength(profile))
    return 600 * min(number, 1) + 200 * (min(number, 2) > 1) + number * _strength(profile)


def _strength(profile: Profile) -> int:
    return profile.movement + 2 * profile.attack + 2 * profile.defense


VALUES: dict[Aim, Callable[[Profile, int], int]] = {Aim.MANY: _many, Aim.FIERCE: _fierce, Aim.VARIED: _varied}
UPKEEP_COUNTS = {Aim.MANY: 20_000, Aim.FIERCE: 8_000, Aim.VARIED: 4_000}  # hundredths, for each koban


def _suggestion(
    aim: Aim, clan: Clan, groups: Sequence[_Group], team: _Team, house: HouseRules, variant: int
) -> Suggestion | None:
    """The team in full, if it is legal in every way that the roster knows."""
    members = [(group.profile, nth) for group, number in zip(groups, team.counts, strict=True) for nth in range(number)]
    recruits = tuple(
        Recruited(f"n{place}", profile.id, profile.full_name, _abilities(profile, nth + variant))
        for place, (profile, nth) in enumerate(members, start=1)
    )
    scroll = draft(clan.name, clan.id, recruits, house)
    return None if problems(scroll, house) else Suggestion(aim, recruits, scroll)


def _abilities(profile: Profile, nth: int) -> tuple[str, ...]:
    """Two of one profile choose differently where they can."""
    choices = profile.choices
    return tuple(choices[(nth + step) % len(choices)].id for step in range(profile.choose))
