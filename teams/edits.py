"""What one can do to a team that is still being built: each a value in, a value out, and a sentence about it.

A team that is being built may be illegal in every way but three: it never spends koban it does not have, it never
has more of a profile than may ever play together, and its names can be printed.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from rules import chronicle
from rules.catalog import Profile, catalog
from rules.events import Founded, Recruited
from rules.house import HouseRules
from rules.problems import Problem, counted, refuse, refuse_any
from rules.roster import LONGEST_NAME, draft, name_problems, tidy_name
from rules.scroll import Scroll
from rules.suggest import MOST_NINJA, Suggestion
from teams import names
from teams.names import Pick

TEAM = "name"  # the subject of what is about the team's own name


class Edited(NamedTuple):
    state: Founded
    said: str  # what was done, as a sentence
    ninja: str = ""  # whom it was about


Edit = Callable[[Founded], Edited]


def begin(clan: str, pick: Pick) -> Founded:
    if clan not in catalog().clans:
        raise refuse("unknown-clan", "There is no such clan. Pick one of the six.", "clan")
    return Founded(names.for_team(clan, (), pick), clan, ())


def drafted(state: Founded, house: HouseRules) -> Scroll:
    return draft(state.name, state.clan, state.recruits, house)


def why_not(profile: Profile, scroll: Scroll, house: HouseRules) -> str:
    """Why this profile cannot join now, in a few words; empty if it can."""
    if len(scroll.ninja) >= MOST_NINJA:
        return f"a draft holds at most {MOST_NINJA} ninja"
    problems = chronicle.why_not(profile, scroll, house)
    return _short(problems[0], profile, scroll, house) if problems else ""


def add(profile_id: str, house: HouseRules, pick: Pick) -> Edit:
    def edit(state: Founded) -> Edited:
        profile = _profile(profile_id)
        scroll = _joinable(profile, state, house)
        name = names.for_ninja(profile, state.clan, {ninja.name for ninja in scroll.ninja}, pick)
        recruit = Recruited(scroll.next_id, profile.id, name)
        joined = replace(state, recruits=(*state.recruits, recruit))
        return Edited(joined, f"{_introduced(name, profile)} added.", recruit.ninja)

    return edit


def drop(profile_id: str) -> Edit:
    """The last of this profile leaves: what the minus beside a type does."""

    def edit(state: Founded) -> Edited:
        profile = _profile(profile_id)
        having = [recruit for recruit in state.recruits if recruit.profile == profile.id]
        if not having:
            raise refuse("none-left", f"There is no {profile.full_name} on the team.", profile.id)
        return remove(having[-1].ninja)(state)

    return edit


def remove(ninja_id: str) -> Edit:
    def edit(state: Founded) -> Edited:
        place = _place(state, ninja_id)
        left = (*state.recruits[:place], *state.recruits[place + 1 :])
        gone = state.recruits[place]
        next_one = left[min(place, len(left) - 1)].ninja if left else ""
        return Edited(replace(state, recruits=left), f"{_called(gone)} removed.", next_one)

    return edit


def move(ninja_id: str, *, up: bool) -> Edit:
    def edit(state: Founded) -> Edited:
        order = list(state.recruits)
        place = _place(state, ninja_id)
        there = place - 1 if up else place + 1
        if not 0 <= there < len(order):
            where = "first" if up else "last"
            return Edited(state, f"{_called(order[place])} is the {where} already.", ninja_id)
        order[place], order[there] = order[there], order[place]
        said = f"{_called(order[there])} moved to place {there + 1} of {len(order)}."
        return Edited(replace(state, recruits=tuple(order)), said, ninja_id)

    return edit


def duplicate(ninja_id: str, house: HouseRules, pick: Pick) -> Edit:
    """Another of the same, with the same ability and a name of its own, right behind it."""

    def edit(state: Founded) -> Edited:
        place = _place(state, ninja_id)
        like = state.recruits[place]
        profile = _profile(like.profile)
        scroll = _joinable(profile, state, house)
        name = names.for_ninja(profile, state.clan, {ninja.name for ninja in scroll.ninja}, pick)
        twin = replace(like, ninja=scroll.next_id, name=name)
        recruits = (*state.recruits[: place + 1], twin, *state.recruits[place + 1 :])
        return Edited(replace(state, recruits=recruits), f"{name} joins, the like of {_called(like)}.", twin.ninja)

    return edit


def rename_ninja(ninja_id: str, name: str) -> Edit:
    def edit(state: Founded) -> Edited:
        recruit = state.recruits[_place(state, ninja_id)]
        new = _name(name, ninja_id, _profile(recruit.profile).full_name)
        said = f"{_called(recruit)} is called {new} now." if new != recruit.name else f"{new} keeps that name."
        return Edited(_with(state, replace(recruit, name=new)), said, ninja_id)

    return edit


def rename_ninja_by_chance(ninja_id: str, pick: Pick) -> Edit:
    def edit(state: Founded) -> Edited:
        recruit = state.recruits[_place(state, ninja_id)]
        taken = {other.name for other in state.recruits}
        profile = _profile(recruit.profile)
        if profile.type.is_unique:
            taken.discard(profile.name)
        return rename_ninja(ninja_id, names.for_ninja(profile, state.clan, taken, pick))(state)

    return edit


def rename_team(name: str) -> Edit:
    def edit(state: Founded) -> Edited:
        new = _name(name, TEAM, "The team")
        return Edited(replace(state, name=new), f"The team is called {new} now.")

    return edit


def rename_team_by_chance(pick: Pick) -> Edit:
    return lambda state: rename_team(names.for_team(state.clan, {state.name}, pick))(state)


def choose(ninja_id: str, ability_ids: Iterable[str]) -> Edit:
    """Which of its abilities a ninja has. Fewer than it may choose is a problem, not a mistake."""

    def edit(state: Founded) -> Edited:
        recruit = state.recruits[_place(state, ninja_id)]
        profile = _profile(recruit.profile)
        offered = {ability.id: ability.name for ability in profile.choices}
        chosen = tuple(dict.fromkeys(ability_ids))
        if not offered.keys() >= set(chosen) or len(chosen) > profile.choose:
            ability = counted(profile.choose, "ability", "abilities")
            message = f"{_called(recruit)} chooses {ability} of those on its profile, and no other."
            raise refuse("unknown-ability", message, ninja_id)
        said = f"{_called(recruit)} has {' and '.join(offered[id_] for id_ in chosen) or 'no ability yet'}."
        return Edited(_with(state, replace(recruit, abilities=chosen)), said, ninja_id)

    return edit


def take(suggestion: Suggestion, called: str, pick: Pick) -> Edit:
    """The suggested team instead of this one. Whoever is in both keeps name and ability."""

    def edit(state: Founded) -> Edited:
        old = sorted(state.recruits, key=lambda recruit: not recruit.abilities)
        recruits: list[Recruited] = []
        for new in suggestion.recruits:
            kept = next((one for one in old if one.profile == new.profile), None)
            if kept:
                old.remove(kept)
            name = kept.name if kept else _fresh(new.profile, state, recruits, pick)
            abilities = kept.abilities if kept and kept.abilities else new.abilities
            recruits.append(replace(new, name=name, abilities=abilities))
        return Edited(replace(state, recruits=tuple(recruits)), f"“{called}” taken: {len(recruits)} ninja.")

    return edit


def copied(state: Founded) -> Founded:
    return replace(state, name=names.copy_of(state.name, (), LONGEST_NAME))


def _fresh(profile_id: str, state: Founded, recruits: Iterable[Recruited], pick: Pick) -> str:
    taken = {recruit.name for recruit in (*state.recruits, *recruits)}
    profile = _profile(profile_id)
    if profile.type.is_unique:
        taken.discard(profile.name)
    return names.for_ninja(profile, state.clan, taken, pick)


def _short(problem: Problem, profile: Profile, scroll: Scroll, house: HouseRules) -> str:
    match problem.code:
        case "too-many":
            return "no more may join"
        case "not-unique":
            return "already on the team"
        case "too-expensive":
            return f"{house.price(profile) - scroll.treasury} koban short"
        case _:
            return problem.message.rstrip(".")


def _joinable(profile: Profile, state: Founded, house: HouseRules) -> Scroll:
    scroll = drafted(state, house)
    if reason := why_not(profile, scroll, house):
        raise refuse("cannot-join", f"{profile.full_name} was not added: {reason}.", profile.id)
    return scroll


def _profile(profile_id: str) -> Profile:
    if profile_id not in catalog().profiles:
        raise refuse("unknown-profile", "There is no such ninja to recruit.", "")
    return catalog().profiles[profile_id]


def _place(state: Founded, ninja_id: str) -> int:
    for place, recruit in enumerate(state.recruits):
        if recruit.ninja == ninja_id:
            return place
    raise refuse("unknown-ninja", "This ninja is not on the team any more.", "")


def _with(state: Founded, changed: Recruited) -> Founded:
    return replace(state, recruits=tuple(changed if r.ninja == changed.ninja else r for r in state.recruits))


def _called(recruit: Recruited) -> str:
    return recruit.name or _profile(recruit.profile).full_name


def _introduced(name: str, profile: Profile) -> str:
    return name if profile.type.is_unique else f"{name} ({profile.name})"


def _name(written: str, subject: str, what: str) -> str:
    name = tidy_name(written)
    refuse_any(name_problems(name, subject, what))
    return name
