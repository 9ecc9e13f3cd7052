"""Rosters from elsewhere: are they legal, by which rules, and what would they make?

A recruit's id is its place: n3 is the third. One that nobody has named gets a name that suits its clan.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404

from rules.catalog import Clan, Profile, catalog
from rules.codec import encode
from rules.events import Founded, Recruited
from rules.house import HouseRules, house_from_json, rulebook
from rules.problems import Problem, RuleBroken, counted, refuse, refuse_any
from rules.roster import draft, name_problems, problems, tidy_name
from rules.scroll import Scroll
from rules.suggest import MOST_NINJA
from teams import names
from teams.edits import TEAM, Edit, Edited
from teams.names import Pick
from teams.permissions import Person

# Each knows the house rules of a league, if this person may see it. The league's app sits above this one.
HOUSE_OF: list[Callable[[Person, str], HouseRules]] = []


@dataclass(frozen=True, slots=True)
class Wanted:
    """Somebody to recruit, as a program asks for it."""

    profile: str
    name: str = ""
    abilities: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    scroll: Scroll
    house: HouseRules
    problems: tuple[Problem, ...]

    @property
    def upkeep(self) -> int:
        return sum(self.house.upkeep(ninja.profile) for ninja in self.scroll.ninja)


def check(*, clan: str, name: str, recruits: Sequence[Wanted], house: HouseRules) -> Checked:
    """Every reason why such a team could not be founded. Whoever has no name goes by that of the profile."""
    its_clan = clan_called(clan)
    joined = [_recruited(place, wanted, _profile_name(wanted)) for place, wanted in enumerate(recruits, start=1)]
    scroll = draft(tidy_name(name) or its_clan.name, clan, joined, house)
    return Checked(scroll, house, (*_unknown(joined), *problems(scroll, house)))


def founded(*, clan: str, name: str, recruits: Sequence[Wanted], pick: Pick = secrets.choice) -> Founded:
    """What is to be founded, everybody with a name. Whether it is legal is for the chronicle to say."""
    its_clan = clan_called(clan)
    return Founded(tidy_name(name), clan, _named(recruits, its_clan, pick))


def rewrite(*, name: str | None, recruits: Sequence[Wanted] | None, pick: Pick = secrets.choice) -> Edit:
    """Another name for a draft, other ninja, or both, all at once."""

    def edit(state: Founded) -> Edited:
        changed = state if name is None else replace(state, name=tidy_name(name))
        if recruits is not None:
            changed = replace(changed, recruits=_named(recruits, catalog().clans[state.clan], pick))
        refuse_any(_draft_problems(changed))
        return Edited(changed, f"{changed.name}: {counted(len(changed.recruits), 'ninja', 'ninja')}.")

    return edit


def named(wanted: Wanted, clan: str, taken: Iterable[str], pick: Pick = secrets.choice) -> str:
    """The name that was asked for, or one that nobody has."""
    profile = catalog().profiles.get(wanted.profile)
    if wanted.name.strip() or profile is None:
        return tidy_name(wanted.name)
    others = set(taken) - ({profile.name} if profile.type.is_unique else set())
    return names.for_ninja(profile, clan, others, pick)


def clan_called(clan: str) -> Clan:
    if clan not in catalog().clans:
        raise refuse("unknown-clan", f"There is no such clan. There are {', '.join(catalog().clans)}.", "clan")
    return catalog().clans[clan]


def house_asked_for(person: Person, *, league: str, changes: Mapping[str, Any]) -> HouseRules:
    """The rules of a league, the rulebook's with something changed, or the rulebook's as they are."""
    if not league:
        return changed(rulebook(), changes) if changes else rulebook()
    for house_of in HOUSE_OF:
        return house_of(person, league)
    raise Http404("There is no league at this address, or it is private.")


def changed(rules: HouseRules, changes: Mapping[str, Any], *, subject: str = "house_rules") -> HouseRules:
    """These rules with a part of them changed, or every reason why nobody could play by that."""
    try:
        return house_from_json(_merged(encode(rules), changes))
    except RuleBroken as broken:
        found = [replace(its, subject=f"{subject}.{its.subject}".rstrip(".")) for its in broken.problems]
        raise RuleBroken(*found) from broken


def _merged(rules: Any, changes: Any) -> Any:
    """Tables are changed row by row; a list is replaced as a whole."""
    if not (isinstance(rules, Mapping) and isinstance(changes, Mapping)):
        return changes
    return {**rules, **{key: _merged(rules.get(key), value) for key, value in changes.items()}}


def _named(recruits: Sequence[Wanted], clan: Clan, pick: Pick) -> tuple[Recruited, ...]:
    taken = [tidy_name(wanted.name) for wanted in recruits]
    joined = []
    for place, wanted in enumerate(recruits, start=1):
        name = named(wanted, clan.id, taken, pick)
        taken.append(name)
        joined.append(_recruited(place, wanted, name))
    return tuple(joined)


def _recruited(place: int, wanted: Wanted, name: str) -> Recruited:
    return Recruited(f"n{place}", wanted.profile, name, tuple(wanted.abilities))


def _profile_name(wanted: Wanted) -> str:
    profile = catalog().profiles.get(wanted.profile)
    return tidy_name(wanted.name) or (profile.full_name if profile else "")


def _unknown(recruits: Iterable[Recruited]) -> list[Problem]:
    known = catalog().profiles
    message = "There is no such profile."
    return [Problem("unknown-profile", message, its.ninja) for its in recruits if its.profile not in known]


def _draft_problems(state: Founded) -> list[Problem]:
    """What not even a draft may be: it is kept, and a page will show it."""
    found = [*name_problems(state.name, TEAM, "The team"), *_unknown(state.recruits)]
    if len(state.recruits) > MOST_NINJA:
        found.append(Problem("too-many-ninja", f"A draft holds at most {MOST_NINJA} ninja.", "recruits"))
    for recruit in state.recruits:
        if profile := catalog().profiles.get(recruit.profile):
            found += [
                *name_problems(recruit.name, recruit.ninja, profile.full_name),
                *_ability_problems(recruit, profile),
            ]
    return found


def _ability_problems(recruit: Recruited, profile: Profile) -> list[Problem]:
    """Fewer than it may choose is a problem of the roster, later; others than it has is none that a page could show."""
    offered = {ability.id for ability in profile.choices}
    if offered >= set(recruit.abilities) and len(set(recruit.abilities)) == len(recruit.abilities) <= profile.choose:
        return []
    ability = counted(profile.choose, "ability", "abilities")
    message = f"{recruit.name} chooses {ability} of those on its profile, and no other."
    return [Problem("unknown-ability", message, recruit.ninja)]
