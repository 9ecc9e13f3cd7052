"""The fold: `tell` one event to a scroll, `retell` a whole chronicle.

An event that breaks a rule raises `RuleBroken` and nothing half-happens. Telling asks only whether an event
is possible at all, not whether something else was due before it: a report amended weeks later may leave a
die unrolled in the middle of a chronicle, and the games after it were played all the same. New entries are
held to their turn by `aftermath.enter`.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import assert_never

from rules import advancement
from rules.catalog import Profile, catalog
from rules.dice import Roll
from rules.events import (
    Advanced,
    AdvancementRolled,
    Amended,
    Deed,
    Dismissed,
    DowntimeRolled,
    Event,
    Founded,
    Played,
    Recruited,
    Released,
    Renamed,
    Ruled,
    SeasonBegan,
    Spared,
    UpkeepPaid,
)
from rules.house import Downtime, HouseRules
from rules.problems import Problem, refuse, refuse_any
from rules.roster import (
    allowance_problems,
    draft,
    foreign_problems,
    name_problems,
    ninja_problems,
    not_allowed,
    problems,
    recruit_ninja,
)
from rules.scroll import BLANK, Due, GameRecord, Ninja, Scroll, Step

MOST_RULED = 9_999  # of koban, XP or games at once: whatever is above is a slip of the finger
NINJA_ID = re.compile(r"[a-z0-9-]{1,40}")


def retell(events: Iterable[Event], house: HouseRules, scroll: Scroll = BLANK) -> Scroll:
    """The scroll after all these events."""
    return reduce(lambda told, event: tell(told, event, house), events, scroll)


def tell(scroll: Scroll, event: Event, house: HouseRules) -> Scroll:
    """The scroll after one more event."""
    if (scroll.clan is None) != isinstance(event, Founded):
        if scroll.clan:
            raise refuse("founded-already", f"{scroll.name} was founded before.", "clan")
        raise refuse("not-founded", "The team is not founded yet.", "clan")
    return _tell(scroll, event, house)


def priced(event: Event, house: HouseRules) -> Event:
    """The event as it goes on record: with what was paid, so that no later price can change it."""
    if isinstance(event, Founded):
        return replace(event, recruits=tuple(_priced(recruit, house) for recruit in event.recruits))
    return _priced(event, house) if isinstance(event, Recruited) else event


def _priced(recruit: Recruited, house: HouseRules) -> Recruited:
    profile = _of(recruit)
    return replace(recruit, koban=house.price(profile)) if profile else recruit


def _tell(scroll: Scroll, event: Event, house: HouseRules) -> Scroll:
    match event:
        case Founded():
            return _founded(event, house)
        case Recruited():
            return _recruited(scroll, event, house)
        case Dismissed():
            return _dismissed(scroll, event, house)
        case Renamed():
            return _renamed(scroll, event)
        case Played():
            return _played(scroll, event, house)
        case UpkeepPaid():
            return _upkeep_paid(scroll, event, house)
        case Released():
            return _released(scroll, event)
        case DowntimeRolled():
            return _downtime_rolled(scroll, event, house)
        case Spared():
            return _spared(scroll, event)
        case AdvancementRolled():
            return _advancement_rolled(scroll, event, house)
        case Advanced():
            return _advanced(scroll, event, house)
        case Ruled():
            return _ruled(scroll, event, house)
        case SeasonBegan():
            return _season_began(scroll, event, house)
        case Amended():
            return scroll  # what it changes was told where it happened: see `amendment.py`
        case _:
            assert_never(event)


# Joining and leaving


def _founded(event: Founded, house: HouseRules) -> Scroll:
    unknown = [Problem("unknown-profile", "There is no such profile.", r.ninja) for r in event.recruits if not _of(r)]
    scroll = draft(event.name, event.clan, event.recruits, house)
    ids = [_id_problem(recruit.ninja) for recruit in event.recruits if not NINJA_ID.fullmatch(recruit.ninja)]
    refuse_any([*unknown, *ids, *problems(scroll, house)])
    return scroll


def _recruited(scroll: Scroll, event: Recruited, house: HouseRules) -> Scroll:
    profile = _of(event)
    if profile is None:
        raise refuse("unknown-profile", "There is no such profile.", event.profile)
    ninja = recruit_ninja(event, profile, house)
    refuse_any(_recruiting_problems(scroll, ninja, house))
    return replace(scroll, treasury=scroll.treasury - ninja.price, ninja=(*scroll.ninja, ninja))


def _recruiting_problems(scroll: Scroll, ninja: Ninja, house: HouseRules) -> list[Problem]:
    """Only what this recruit would make wrong: a team short of kaiken must be able to recruit one."""
    profile = ninja.profile
    found = [*ninja_problems(ninja, house), *foreign_problems(ninja, scroll)]
    have = sum(its.profile.id == profile.id for its in scroll.ninja)
    if ninja.id in scroll.ids or not NINJA_ID.fullmatch(ninja.id):
        found.append(_id_problem(ninja.id))
    if profile.type.is_unique and have:
        found.append(Problem("not-unique", f"{profile.name} is on the team already.", profile.id))
    if (allowance := house.allowance(profile)) and have >= allowance.most:
        found += allowance_problems(profile, allowance, have + 1)
    if ninja.price > scroll.treasury:
        message = f"{profile.full_name} costs {ninja.price} koban, the treasury holds {scroll.treasury}."
        found.append(Problem("too-expensive", message, profile.id))
    return not_allowed(found, scroll)


def why_not(profile: Profile, scroll: Scroll, house: HouseRules) -> tuple[Problem, ...]:
    """Every reason why this profile cannot join now, asked with a recruit that has nothing else wrong about it."""
    chosen = tuple(ability.id for ability in profile.choices[: profile.choose])
    recruit = Recruited(scroll.next_id, profile.id, profile.full_name, chosen)
    return tuple(_recruiting_problems(scroll, recruit_ninja(recruit, profile, house), house))


def _dismissed(scroll: Scroll, event: Dismissed, house: HouseRules) -> Scroll:
    ninja = scroll.find(event.ninja)
    if not house.dismissal.allowed:
        raise refuse("no-dismissal", "Nobody may be dismissed in this league.", ninja.id)
    have = sum(its.profile.id == ninja.profile.id for its in scroll.ninja)
    if (allowance := house.allowance(ninja.profile)) and have <= allowance.least:
        refuse_any(not_allowed([*allowance_problems(ninja.profile, allowance, have - 1)], scroll))
    refund = ninja.price * house.dismissal.refund_percent // 100
    return replace(_leaves(scroll, ninja), treasury=scroll.treasury + refund)


def _leaves(scroll: Scroll, ninja: Ninja) -> Scroll:
    return _without_idle_spirits(
        replace(
            scroll,
            ninja=tuple(its for its in scroll.ninja if its.id != ninja.id),
            former=(*scroll.former, ninja),
            due=tuple(step for step in scroll.due if step.ninja != ninja.id),
        )
    )


def _renamed(scroll: Scroll, event: Renamed) -> Scroll:
    if event.ninja:
        ninja = scroll.find(event.ninja)
        refuse_any(name_problems(event.name, ninja.id, ninja.profile.full_name))
        return scroll.with_ninja(replace(ninja, name=event.name))
    refuse_any(name_problems(event.name, "name", "The team"))
    return replace(scroll, name=event.name)


def _of(recruit: Recruited) -> Profile | None:
    return catalog().profiles.get(recruit.profile)


def _id_problem(ninja_id: str) -> Problem:
    return Problem("bad-id", "Every ninja needs an id of its own, of small letters and digits.", ninja_id)


# A game and what follows from it


def _played(scroll: Scroll, event: Played, house: HouseRules) -> Scroll:
    if any(record.game == event.game for record in scroll.games):
        raise refuse("played-already", "This game is in the chronicle already.", event.game)
    refuse_any(_played_problems(scroll, event))
    deeds = {deed.ninja: deed for deed in event.deeds}
    injuries = house.injuries_of(catalog().challenges[event.challenge])
    return replace(
        scroll,
        treasury=scroll.treasury + event.revenue.total,
        ninja=tuple(_after_game(ninja, deeds.get(ninja.id), injuries) for ninja in scroll.ninja),
        games=(*scroll.games, _record(event)),
        due=(*scroll.due, *_steps_after(scroll, event, house)),
    )


def _played_problems(scroll: Scroll, event: Played) -> Iterable[Problem]:
    """What no resolved report can say: a chronicle may also come from a file."""
    if event.challenge not in catalog().challenges:
        yield Problem("unknown-challenge", "There is no such challenge.", "challenge")
    revenue = event.revenue
    if min(revenue.result, revenue.underdog, revenue.shrewd_negotiator, event.points) < 0:
        yield Problem("negative", "A game cannot earn less than nothing.", "revenue")
    if not event.opponents:
        yield Problem("no-opponent", "A game is played against somebody.", "opponents")
    if len({deed.ninja for deed in event.deeds}) < len(event.deeds):
        yield Problem("deeds-twice", "Each ninja takes part in a game once.", "deeds")
    for deed in event.deeds:
        yield from _deed_problems(scroll, deed)


def _deed_problems(scroll: Scroll, deed: Deed) -> Iterable[Problem]:
    if not scroll.has(deed.ninja):
        yield Problem("unknown-ninja", "This ninja is not on the team.", deed.ninja)
        return
    ninja = scroll.find(deed.ninja)
    if not ninja.is_available:
        yield Problem("unavailable", f"{ninja.name} had to miss this game.", ninja.id)
    if not deed.on_board and not deed.healing_house:
        yield Problem("no-part", f"{ninja.name} took no part in this game.", ninja.id)
    if deed.xp < 0:
        yield Problem("negative", f"{ninja.name} cannot earn less than 0 XP.", ninja.id)
    if deed.xp and ninja.profile.type.is_unique:
        yield _never_gains_xp(ninja)
    if deed.healing_house and not deed.on_board and not ninja.starts_in_healing_house:
        yield Problem("never-on-board", f"{ninja.name} was never on the board.", ninja.id)


def _never_gains_xp(ninja: Ninja) -> Problem:
    return Problem("never-gains-xp", f"{ninja.name} is a {ninja.profile.type} and never gains XP.", ninja.id)


def _after_game(ninja: Ninja, deed: Deed | None, injuries: frozenset[str]) -> Ninja:
    """An absence is served by every game of the team, a start in the Healing House by the next one."""
    if ninja.misses:
        return replace(ninja, misses=ninja.misses - 1)
    if deed is None:
        return replace(ninja, starts_in_healing_house=False) if ninja.starts_in_healing_house else ninja
    return replace(
        ninja,
        xp=ninja.xp + deed.xp,
        starts_in_healing_house=False,
        games=ninja.games + deed.on_board,
        feats=ninja.feats + sum(deed.feats.values()),
        injuries=ninja.injuries + sum(times for id_, times in deed.feats.items() if id_ in injuries),
        all_stars=ninja.all_stars + deed.all_star,
    )


def _steps_after(scroll: Scroll, event: Played, house: HouseRules) -> Iterable[Step]:
    for ninja in scroll.ninja:
        # A ronin is paid even for a game it missed.
        if house.upkeep(ninja.profile):
            yield Step(Due.UPKEEP, ninja.id, event.game)
    for deed in event.deeds:
        if deed.healing_house:
            yield Step(Due.DOWNTIME, deed.ninja, event.game)


def _record(event: Played) -> GameRecord:
    all_stars = tuple(deed.ninja for deed in event.deeds if deed.all_star)
    return GameRecord(
        event.game, event.challenge, event.result, event.points, event.opponents, event.revenue, all_stars
    )


def _upkeep_paid(scroll: Scroll, event: UpkeepPaid, house: HouseRules) -> Scroll:
    ninja, step = _due(scroll, Due.UPKEEP, event.ninja, event.game)
    upkeep = house.upkeep(ninja.profile)
    if upkeep > scroll.treasury:
        message = f"{ninja.name} asks for {upkeep} koban, the treasury holds {scroll.treasury}."
        raise refuse("too-expensive", message, ninja.id)
    return replace(scroll.without_step(step), treasury=scroll.treasury - upkeep)


def _released(scroll: Scroll, event: Released) -> Scroll:
    ninja, _ = _due(scroll, Due.UPKEEP, event.ninja, event.game)
    return _leaves(scroll, ninja)


def _downtime_rolled(scroll: Scroll, event: DowntimeRolled, house: HouseRules) -> Scroll:
    ninja, step = _due(scroll, Due.DOWNTIME, event.ninja, event.game)
    _check_dice(event.roll, 1, ninja)
    effect = house.downtime[event.roll.dice[0]]
    if effect is Downtime.SPARE_ANOTHER:
        scroll = replace(scroll, due=(*scroll.due, replace(step, due=Due.SPARE)))
    scroll = _without_idle_spirits(scroll.without_step(step))
    if effect is Downtime.GAIN_XP and not ninja.profile.type.is_unique:
        return scroll.with_ninja(replace(ninja, xp=ninja.xp + house.awards.downtime_xp))
    if effect is Downtime.START_IN_HEALING_HOUSE:
        return scroll.with_ninja(replace(ninja, starts_in_healing_house=True))
    if effect.games_missed:
        return scroll.with_ninja(replace(ninja, misses=max(ninja.misses, effect.games_missed)))
    return scroll


def _without_idle_spirits(scroll: Scroll) -> Scroll:
    """Spirit with nobody left to spare has no effect."""
    idle = [step for step in scroll.due if step.due is Due.SPARE and not spareable(scroll, step)]
    return reduce(Scroll.without_step, idle, scroll)


def spareable(scroll: Scroll, step: Step) -> list[Ninja]:
    """Who else ended that game in the Healing House and has not rolled."""
    waiting = [its.ninja for its in scroll.due if its.due is Due.DOWNTIME and its.game == step.game]
    return [scroll.find(id_) for id_ in waiting if id_ != step.ninja]


def _spared(scroll: Scroll, event: Spared) -> Scroll:
    _, by = _due(scroll, Due.SPARE, event.by, event.game)
    _, spared = _due(scroll, Due.DOWNTIME, event.ninja, event.game)
    return _without_idle_spirits(scroll.without_step(by).without_step(spared))


def _advancement_rolled(scroll: Scroll, event: AdvancementRolled, house: HouseRules) -> Scroll:
    ninja = scroll.find(event.ninja)
    if ninja.roll is not None:
        raise refuse("choose-first", f"{ninja.name} has rolled already; the choice comes next.", ninja.id)
    if not ninja.advancements_due(house):
        raise refuse("no-advancement", f"{ninja.name} has no advancement to roll for.", ninja.id)
    _check_dice(event.roll, 2, ninja)
    return scroll.with_ninja(replace(ninja, roll=event.roll))


def _advanced(scroll: Scroll, event: Advanced, house: HouseRules) -> Scroll:
    ninja = scroll.find(event.ninja)
    if ninja.roll is None:
        raise refuse("roll-first", f"{ninja.name} has to roll for an advancement first.", ninja.id)
    advancement.check(ninja, event, house)
    return scroll.with_ninja(advanced(ninja, event))


def advanced(ninja: Ninja, event: Advanced) -> Ninja:
    """The ninja with what it has made of its roll."""
    changed = replace(ninja, roll=None, advancements=ninja.advancements + 1)
    if event.keyword:
        return _learns(changed, event.keyword)
    if event.gain:
        return replace(changed, gains={**(ninja.gains or {}), event.gain: ninja.gain(event.gain) + 1})
    if event.affinity:
        return replace(changed, gained_affinities=(*ninja.gained_affinities, event.affinity))
    return changed


def _learns(ninja: Ninja, keyword: str) -> Ninja:
    if keyword in ninja.lost_keywords:
        return replace(ninja, lost_keywords=tuple(lost for lost in ninja.lost_keywords if lost != keyword))
    return replace(ninja, gained_keywords=(*ninja.gained_keywords, keyword))


def _due(scroll: Scroll, due: Due, ninja_id: str, game: str) -> tuple[Ninja, Step]:
    ninja, step = scroll.find(ninja_id), Step(due, ninja_id, game)
    if step not in scroll.due:
        raise refuse("not-due", _NOT_DUE[due].format(ninja.name), ninja_id)
    return ninja, step


_NOT_DUE = {
    Due.UPKEEP: "{} has no upkeep due for this game.",
    Due.DOWNTIME: "{} has no downtime die due for this game.",
    Due.SPARE: "{} may not spare anybody from rolling.",
}


def _check_dice(roll: Roll, count: int, ninja: Ninja) -> None:
    if len(roll.dice) != count:
        raise refuse("dice", f"This takes {count} dice, {len(roll.dice)} were rolled.", ninja.id)


# A new season


def _season_began(scroll: Scroll, event: SeasonBegan, house: HouseRules) -> Scroll:
    """The roster always stays. What does not is as it would be in a team founded today."""
    if not event.keeps_koban:
        scroll = replace(scroll, treasury=max(0, house.koban.starting - scroll.roster_price))
    ninja = scroll.ninja
    if not event.keeps_experience:
        ninja = tuple(_inexperienced(its) for its in ninja)
    if not event.keeps_absences:
        ninja = tuple(replace(its, misses=0, starts_in_healing_house=False) for its in ninja)
        # Whoever is well again has nothing to roll for.
        scroll = replace(scroll, due=tuple(step for step in scroll.due if step.due is Due.UPKEEP))
    return replace(scroll, ninja=ninja)


def _inexperienced(ninja: Ninja) -> Ninja:
    return replace(
        ninja,
        xp=0,
        advancements=0,
        roll=None,
        gains=None,
        gained_affinities=(),
        gained_keywords=(),
        lost_keywords=(),
    )


# The ninja master's last word


def _ruled(scroll: Scroll, event: Ruled, house: HouseRules) -> Scroll:
    if not event.reason.strip():
        raise refuse("no-reason", "A ruling needs a reason.", "reason")
    if max(abs(event.koban), abs(event.xp), abs(event.misses or 0)) > MOST_RULED:
        raise refuse("too-much", f"A ruling gives or takes at most {MOST_RULED}.", "koban")
    if scroll.treasury + event.koban < 0:
        message = f"The treasury holds {scroll.treasury} koban, {-event.koban} cannot be taken from it."
        raise refuse("too-expensive", message, "koban")
    allowed = (scroll.allowed | set(event.allows)) - set(event.forbids)
    scroll = replace(scroll, treasury=scroll.treasury + event.koban, allowed=allowed)
    if event.ninja:
        return scroll.with_ninja(_ruled_ninja(scroll.find(event.ninja), event))
    for_one = (event.misses, event.starts_in_healing_house) != (None, None)
    if for_one or event.xp or event.gives or event.takes:
        raise refuse("no-ninja", "Say which ninja this ruling is about.", "ninja")
    return scroll


def _ruled_ninja(ninja: Ninja, event: Ruled) -> Ninja:
    refuse_any(_ruling_problems(ninja, event))
    changed = replace(ninja, xp=ninja.xp + event.xp)
    for keyword in event.gives:
        changed = _learns(changed, keyword)
    for keyword in event.takes:
        changed = _forgets(changed, keyword)
    if event.misses is not None:
        changed = replace(changed, misses=event.misses)
    if event.starts_in_healing_house is not None:
        changed = replace(changed, starts_in_healing_house=event.starts_in_healing_house)
    return changed


def _ruling_problems(ninja: Ninja, event: Ruled) -> Iterable[Problem]:
    if ninja.xp + event.xp < 0:
        yield Problem("too-little-xp", f"{ninja.name} has {ninja.xp} XP, {-event.xp} cannot be taken.", ninja.id)
    if event.xp and ninja.profile.type.is_unique:
        yield _never_gains_xp(ninja)
    if event.misses is not None and event.misses < 0:
        yield Problem("negative", "Nobody misses fewer than 0 games.", ninja.id)
    if len({*event.gives, *event.takes}) < len(event.gives) + len(event.takes):
        yield Problem("keyword", "A ruling names each keyword once.", ninja.id)
    for keyword in event.gives:
        if keyword not in catalog().keywords or keyword in ninja.keywords:
            yield Problem("keyword", f"{ninja.name} has {keyword} already, or there is no such keyword.", ninja.id)
    for keyword in event.takes:
        if keyword not in ninja.keywords:
            yield Problem("keyword", f"{ninja.name} does not have {keyword}.", ninja.id)


def _forgets(ninja: Ninja, keyword: str) -> Ninja:
    if keyword in ninja.gained_keywords:
        return replace(ninja, gained_keywords=tuple(kept for kept in ninja.gained_keywords if kept != keyword))
    return replace(ninja, lost_keywords=(*ninja.lost_keywords, keyword))
