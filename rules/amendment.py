"""A past game told otherwise: what then follows, what becomes impossible, and how to tell an amended chronicle.

Entries are never touched. An `Amended` entry at the end of a chronicle is the last word on an earlier one, so
whoever tells a chronicle looks ahead for these words first: `told` does. `amend` finds the words that a new
report of a game asks for.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.catalog import catalog
from rules.chronicle import advanced, tell
from rules.events import (
    Advanced,
    AdvancementRolled,
    Amended,
    Deed,
    Dismissed,
    DowntimeRolled,
    Event,
    Played,
    Recruited,
    Released,
    Ruled,
    Spared,
    UpkeepPaid,
    Word,
)
from rules.house import HouseRules
from rules.problems import Problem, RuleBroken, refuse
from rules.roster import ALLOWABLE, recruit_ninja
from rules.scroll import BLANK, Due, Scroll, Step


@dataclass(frozen=True, slots=True)
class Recorded:
    """An entry as it was written, with the rules in force then."""

    number: int
    event: Event
    house: HouseRules


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as it is told now; one that was struck changes nothing."""

    number: int
    event: Event
    house: HouseRules
    word: Word
    before: Scroll
    after: Scroll


@dataclass(frozen=True, slots=True)
class Impossible:
    """An entry that the amendment leaves without ground. Without `may_stand` it can only be struck."""

    number: int
    event: Event
    before: Scroll
    house: HouseRules
    why: tuple[Problem, ...]
    may_stand: bool
    word: Word


@dataclass(frozen=True, slots=True)
class Retelling:
    """What an amendment means for a team: the words to be written, and the scroll it then has."""

    words: tuple[Amended, ...]
    impossible: tuple[Impossible, ...]
    after: Scroll


Words = Mapping[int, Amended]
OF_A_GAME = (UpkeepPaid, Released, DowntimeRolled, Spared)


def words_on(records: Iterable[Recorded]) -> dict[int, Amended]:
    """The last word on each amended entry, by its number."""
    return {record.event.entry: record.event for record in records if isinstance(record.event, Amended)}


def told(records: Sequence[Recorded], words: Words | None = None) -> Iterator[Told]:
    """The chronicle entry by entry, each as it stands."""
    words = words_on(records) if words is None else words
    scroll = BLANK
    for record in records:
        said = words.get(record.number)
        event, word = _as_it_stands(record.event, said)
        after = _tell(scroll, event, word, record.house)
        yield Told(record.number, event, record.house, word, scroll, after)
        scroll = after


def _as_it_stands(event: Event, said: Amended | None) -> tuple[Event, Word]:
    return (event, Word.STANDS) if said is None else (said.played or event, said.word)


def _tell(scroll: Scroll, event: Event, word: Word, house: HouseRules) -> Scroll:
    match word:
        case Word.STANDS:
            return tell(scroll, event, house)
        case Word.UPHELD:
            return uphold(scroll, event, house)
        case Word.STRUCK:
            # The id of somebody who never joined is not given to somebody else: the entry may stand again.
            return replace(scroll, struck=scroll.struck | {event.ninja}) if isinstance(event, Recruited) else scroll


def game_of(records: Sequence[Recorded], game: str) -> int:
    """The number of the entry that tells of this game: of one that was voided, the last that did."""
    words, struck = words_on(records), 0
    for record in records:
        event, word = _as_it_stands(record.event, words.get(record.number))
        if isinstance(event, Played) and event.game == game:
            if word is not Word.STRUCK:
                return record.number
            struck = record.number
    if struck:
        return struck
    raise refuse("unknown-game", "The chronicle does not know this game.", game)


def before(records: Sequence[Recorded], game: str) -> Scroll:
    """The team just before this game, as it is told now. Whoever took part in it by ruling was able to."""
    number = game_of(records, game)
    its = next(its for its in told(records) if its.number == number)
    if its.word is Word.UPHELD and isinstance(its.event, Played):
        return _all_able(its.before, its.event.deeds)
    return its.before


def amend(
    records: Sequence[Recorded], game: str, played: Played | None, choices: Mapping[int, Word] | None = None
) -> Retelling:
    """Tell a game otherwise, or strike it, and everything after it again.

    What has become impossible is upheld or struck as `choices` say. By default it is upheld wherever that can be,
    but for steps of this very game that are no longer due: they go with what they followed from.
    Whatever an earlier amendment of the same game had struck or upheld stands again, if it can. What it had said of
    entries before this one stays: the game was voided then, and played anew.
    """
    choices, amended = choices or {}, game_of(records, game)
    before = words_on(records)
    after = {number: _lifted(said, game) if number > amended else said for number, said in before.items()}
    after[amended] = Amended(amended, game, Word.STANDS if played else Word.STRUCK, played)
    impossible: list[Impossible] = []
    scroll = BLANK
    for record in records:
        event, word = _as_it_stands(record.event, after.get(record.number))
        try:
            scroll = _tell(scroll, event, word, record.house)
        except RuleBroken as broken:
            choice = choices.get(record.number) or _default(event, game, broken)
            found = _impossible(scroll, record, event, broken, choice)
            impossible.append(found)
            said = after.get(record.number)
            after[record.number] = Amended(record.number, game, found.word, said.played if said else None)
            scroll = _tell(scroll, event, found.word, record.house)
    return Retelling(tuple(_new(records, before, after)), tuple(impossible), scroll)


def _lifted(said: Amended, game: str) -> Amended:
    return replace(said, word=Word.STANDS) if said.game == game and said.word is not Word.STANDS else said


def _default(event: Event, game: str, broken: RuleBroken) -> Word:
    is_its_step = isinstance(event, OF_A_GAME) and event.game == game
    return Word.STRUCK if is_its_step and broken.code == "not-due" else Word.UPHELD


def _new(records: Iterable[Recorded], before: Words, after: Words) -> Iterator[Amended]:
    """Only what changes how an entry is told has to be said."""
    for record in records:
        was, now = before.get(record.number), after.get(record.number)
        if now and _as_it_stands(record.event, was) != _as_it_stands(record.event, now):
            yield now


def _impossible(scroll: Scroll, record: Recorded, event: Event, broken: RuleBroken, choice: Word) -> Impossible:
    may_stand = _can_be_upheld(scroll, event, record.house)
    # A game that was played is in the chronicles of others too: it is never struck in passing.
    is_struck = not may_stand or (choice is Word.STRUCK and not isinstance(event, Played))
    word = Word.STRUCK if is_struck else Word.UPHELD
    return Impossible(record.number, event, scroll, record.house, broken.problems, may_stand, word)


def _can_be_upheld(scroll: Scroll, event: Event, house: HouseRules) -> bool:
    try:
        uphold(scroll, event, house)
    except RuleBroken:
        return False
    return True


# Upholding


def uphold(scroll: Scroll, event: Event, house: HouseRules) -> Scroll:
    """Tell an entry that lacks its ground, because the ninja master says so: what it lacks is granted.

    Some things no word can make so: nobody can dismiss a ninja that never joined.
    """
    match event:
        case Recruited():
            return _upheld_recruit(scroll, event, house)
        case Dismissed():
            able = _lenient(scroll, scroll.find(event.ninja).profile.id)
            return replace(tell(able, event, house), allowed=scroll.allowed)
        case UpkeepPaid():
            upkeep = house.upkeep(scroll.find(event.ninja).profile)
            return tell(_with_koban(_with_step(scroll, Due.UPKEEP, event.ninja, event.game), upkeep), event, house)
        case Released():
            return tell(_with_step(scroll, Due.UPKEEP, event.ninja, event.game), event, house)
        case DowntimeRolled():
            return tell(_with_step(scroll, Due.DOWNTIME, event.ninja, event.game), event, house)
        case Spared():
            waiting = _with_step(scroll, Due.DOWNTIME, event.ninja, event.game)
            return tell(_with_step(waiting, Due.SPARE, event.by, event.game), event, house)
        case AdvancementRolled():
            return _upheld_roll(scroll, event, house)
        case Advanced():
            return _upheld_choice(scroll, event, house)
        case Ruled():
            return _upheld_ruling(scroll, event, house)
        case Played():
            return _upheld_game(scroll, event, house)
        case _:
            return tell(scroll, event, house)


def _with_koban(scroll: Scroll, needed: int) -> Scroll:
    return replace(scroll, treasury=max(scroll.treasury, needed))


def _with_step(scroll: Scroll, due: Due, ninja: str, game: str) -> Scroll:
    step = Step(due, scroll.find(ninja).id, game)
    return scroll if step in scroll.due else replace(scroll, due=(*scroll.due, step))


def _lenient(scroll: Scroll, *subjects: str) -> Scroll:
    """Whatever a ruling may allow of these is allowed for once."""
    return replace(scroll, allowed=scroll.allowed | {f"{code}:{its}" for code in ALLOWABLE for its in subjects})


def _upheld_recruit(scroll: Scroll, event: Recruited, house: HouseRules) -> Scroll:
    profile = catalog().profiles[event.profile]
    able = _lenient(_with_koban(scroll, recruit_ninja(event, profile, house).price), profile.id, event.ninja)
    return replace(tell(able, event, house), allowed=scroll.allowed)


def _upheld_roll(scroll: Scroll, event: AdvancementRolled, house: HouseRules) -> Scroll:
    """An advancement that its XP no longer earn: it counts as the next one that they will."""
    ninja = scroll.find(event.ninja)
    if ninja.roll is not None or ninja.advancements_due(house):
        return tell(scroll, event, house)
    return scroll.with_ninja(replace(ninja, roll=event.roll))


def _upheld_choice(scroll: Scroll, event: Advanced, house: HouseRules) -> Scroll:
    """What its roll no longer offers is gained all the same; but nobody learns what they know already."""
    ninja = scroll.find(event.ninja)
    if ninja.roll is None or event.keyword in ninja.keywords or event.affinity in ninja.affinities:
        return tell(scroll, event, house)
    return scroll.with_ninja(advanced(ninja, event))


def _upheld_ruling(scroll: Scroll, event: Ruled, house: HouseRules) -> Scroll:
    scroll = _with_koban(scroll, -event.koban)
    if not event.ninja:
        return tell(scroll, event, house)
    ninja = scroll.find(event.ninja)
    scroll = scroll.with_ninja(replace(ninja, xp=max(ninja.xp, -event.xp)))
    left = replace(
        event,
        gives=tuple(keyword for keyword in event.gives if keyword not in ninja.keywords),
        takes=tuple(keyword for keyword in event.takes if keyword in ninja.keywords),
    )
    return tell(scroll, left, house)


def _upheld_game(scroll: Scroll, event: Played, house: HouseRules) -> Scroll:
    """Who took part was able to. Who never joined cannot have: the game is told without their deeds."""
    deeds = tuple(deed for deed in event.deeds if scroll.has(deed.ninja))
    return tell(_all_able(scroll, event.deeds), replace(event, deeds=deeds), house)


def _all_able(scroll: Scroll, deeds: Iterable[Deed]) -> Scroll:
    for deed in deeds:
        if scroll.has(deed.ninja):
            scroll = _able(scroll, deed)
    return scroll


def _able(scroll: Scroll, deed: Deed) -> Scroll:
    ninja = scroll.find(deed.ninja)
    from_healing_house = ninja.starts_in_healing_house or (deed.healing_house and not deed.on_board)
    return scroll.with_ninja(replace(ninja, misses=0, starts_in_healing_house=from_healing_house))
