"""The chronicle in sentences: what an entry says, and what it changed.

For the scroll's history, the ledger and the newsletter: one place that knows how to tell an event.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from rules.amendment import Told
from rules.articles import DOWNTIMES, GAINS
from rules.catalog import catalog
from rules.chronicle import spareable
from rules.dice import Roll, Source
from rules.events import (
    Advanced,
    AdvancementRolled,
    Amended,
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
    Word,
)
from rules.house import Downtime, HouseRules
from rules.problems import RuleBroken, counted, listed
from rules.roster import recruit_ninja
from rules.scroll import Due, Ninja, Result, Scroll, Step

ENDED = {
    Result.WON: "Won against",
    Result.LOST: "Lost to",
    Result.DREW: "Drew with",
    Result.CONCEDED: "Conceded to",
}


@dataclass(frozen=True, slots=True)
class Change:
    """One figure of the scroll that an entry changed; `ninja` is empty for the team's own."""

    what: str
    before: str
    after: str
    ninja: str = ""


def explain(event: Event, before: Scroll, house: HouseRules) -> str:
    """One sentence for one entry; `before` is the scroll it was told to."""
    match event:
        case Founded():
            clan = catalog().clans[event.clan].name
            return f"{event.name} of clan {clan} was founded with {len(event.recruits)} ninja."
        case Recruited():
            profile = catalog().profiles[event.profile]
            price = recruit_ninja(event, profile, house).price
            what = f" ({profile.full_name})" if event.name != profile.full_name else ""
            return f"{event.name}{what} was recruited for {price} koban."
        case Dismissed():
            return f"{before.find(event.ninja).name} was dismissed."
        case Renamed():
            old = before.find(event.ninja).name if event.ninja else before.name
            return f"{old} is called {event.name} from now on."
        case Played():
            return _game(event)
        case UpkeepPaid():
            ninja = before.find(event.ninja)
            return f"{ninja.name} was paid {house.upkeep(ninja.profile)} koban and stays."
        case Released():
            return f"{before.find(event.ninja).name} was not paid and left."
        case DowntimeRolled():
            return _downtime(event, before, house)
        case Spared():
            return f"{before.find(event.by).name} spared {before.find(event.ninja).name} from rolling."
        case AdvancementRolled():
            return f"{before.find(event.ninja).name} rolled {_dice(event.roll)} for an advancement."
        case Advanced():
            return f"{before.find(event.ninja).name} gained {_advance(event)}."
        case Ruled():
            return f"Ruling of the ninja master: {_ruling(event, before)} Reason: {event.reason}"
        case SeasonBegan():
            return f"The season {event.season} began{_anew(event)}."
        case Amended():
            return _amended(event)
        case _:
            assert_never(event)


def explain_told(told: Told) -> str:
    """The same for an entry of an amended chronicle: a struck one may be about somebody who never joined."""
    try:
        return explain(told.event, told.before, told.house)
    except RuleBroken:
        return "It was about somebody who, as this chronicle is told now, never joined."


def changes(before: Scroll, after: Scroll, house: HouseRules) -> list[Change]:
    """Every figure that differs between two moments of a team."""
    return [*_team_changes(before, after, house), *_roster_changes(before, after, house)]


def _game(event: Played) -> str:
    challenge = catalog().challenges[event.challenge].name
    names = listed([other.name for other in event.opponents])
    score = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}".join(
        str(points) for points in (event.points, *(other.points for other in event.opponents))
    )
    return f"{ENDED[event.result]} {names}, {score}, at {challenge}; earned {event.revenue.total} koban."


def _amended(event: Amended) -> str:
    match event.word:
        case Word.STRUCK:
            return f"Entry {event.entry} was struck: it counts no longer."
        case Word.UPHELD:
            return f"Entry {event.entry} stands by ruling, although it would be impossible now."
        case Word.STANDS:
            told = "is told otherwise: the report of its game was amended" if event.played else "stands again"
            return f"Entry {event.entry} {told}."


def _downtime(event: DowntimeRolled, before: Scroll, house: HouseRules) -> str:
    """What the die did, not what it might have done: a hero learns nothing, and somebody may be the last to roll."""
    ninja, effect = before.find(event.ninja), house.downtime[event.roll.dice[0]]
    others = spareable(before, Step(Due.DOWNTIME, event.ninja, event.game))
    if effect is Downtime.GAIN_XP and ninja.profile.type.is_unique:
        effect = Downtime.NO_EFFECT
    if effect is Downtime.SPARE_ANOTHER and not others:
        effect = Downtime.NO_EFFECT
    return f"Downtime of {ninja.name}: {_dice(event.roll)}, which {DOWNTIMES[effect]}."


def _dice(roll: Roll) -> str:
    where = "rolled by the server" if roll.source is Source.SERVER else "rolled at the table"
    witness = f", seen by {roll.witness}" if roll.witness else ""
    return f"{' and '.join(die.capitalize() for die in roll.dice)} ({where}{witness})"


def _advance(event: Advanced) -> str:
    if event.keyword:
        return catalog().keywords[event.keyword].name
    if event.gain:
        return GAINS[event.gain]
    return f"affinity with {event.affinity}"


def _ruling(event: Ruled, before: Scroll) -> str:
    keywords = catalog().keywords
    whose = before.find(event.ninja).name if event.ninja else ""
    parts = [f"{event.koban:+} koban"] if event.koban else []
    if event.xp:
        parts.append(f"{whose} {event.xp:+} XP")
    parts += [f"{whose} gains {keywords[id_].name}" for id_ in event.gives]
    parts += [f"{whose} loses {keywords[id_].name}" for id_ in event.takes]
    if event.misses is not None:
        parts.append(f"{whose} misses {counted(event.misses, 'game')}")
    if event.starts_in_healing_house is not None:
        where = "in" if event.starts_in_healing_house else "outside"
        parts.append(f"{whose} starts the next game {where} the Healing House")
    if event.allows:
        parts.append("the team may play although its roster is not legal")
    if event.forbids:
        parts.append("the roster has to be legal again")
    return f"{listed(parts)}." if parts else "noted."


def _anew(event: SeasonBegan) -> str:
    anew = [
        what
        for what, kept in (
            ("koban", event.keeps_koban),
            ("experience", event.keeps_experience),
            ("absences", event.keeps_absences),
        )
        if not kept
    ]
    return f", without the {listed(anew)} of the last one" if anew else ""


def _team_changes(before: Scroll, after: Scroll, house: HouseRules) -> Iterator[Change]:
    yield from _differing(
        "",
        ("name", before.name, after.name),
        ("treasury", before.treasury, after.treasury),
        ("rating", before.rating(house).total, after.rating(house).total),
    )


def _roster_changes(before: Scroll, after: Scroll, house: HouseRules) -> Iterator[Change]:
    was = {ninja.id: ninja for ninja in before.ninja}
    is_ = {ninja.id: ninja for ninja in after.ninja}
    for id_ in (*was, *(id_ for id_ in is_ if id_ not in was)):
        if id_ not in is_:
            yield Change("left", was[id_].name, "", id_)
        elif id_ not in was:
            yield Change("joined", "", is_[id_].name, id_)
        elif was[id_] != is_[id_]:
            yield from _ninja_changes(was[id_], is_[id_], house)


def _ninja_changes(was: Ninja, now: Ninja, house: HouseRules) -> Iterator[Change]:
    yield from _differing(
        was.id,
        ("name", was.name, now.name),
        ("MV", was.movement, now.movement),
        ("AT", was.attack, now.attack),
        ("DF", was.defense, now.defense),
        ("affinities", _names(was.affinities), _names(now.affinities)),
        ("keywords", _keyword_names(was), _keyword_names(now)),
        ("XP", was.xp, now.xp),
        ("level", was.level(house).name, now.level(house).name),
        ("availability", availability(was), availability(now)),
    )


def availability(ninja: Ninja) -> str:
    """Whether it can play next, in words."""
    if not ninja.is_available:
        return f"misses {counted(ninja.misses, 'game')}"
    return "starts in the Healing House" if ninja.starts_in_healing_house else "ready"


def _differing(ninja: str, *figures: tuple[str, object, object]) -> Iterator[Change]:
    for what, before, after in figures:
        if before != after:
            yield Change(what, str(before), str(after), ninja)


def _names(elements: tuple[str, ...]) -> str:
    return ", ".join(element.capitalize() for element in elements)


def _keyword_names(ninja: Ninja) -> str:
    return ", ".join(catalog().keywords[id_].name for id_ in ninja.keywords)
