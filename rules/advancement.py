"""What an advancement roll may be turned into."""

from dataclasses import dataclass

from rules.catalog import Category, catalog
from rules.dice import Element
from rules.events import Advanced
from rules.house import Gain, HouseRules
from rules.problems import refuse
from rules.scroll import Ninja


@dataclass(frozen=True, slots=True)
class Choices:
    """Exactly what the rules allow: keywords by id, an attribute's gain, further affinities."""

    keywords: tuple[str, ...] = ()
    gain: Gain | None = None
    affinities: tuple[Element, ...] = ()


def choices(ninja: Ninja, house: HouseRules) -> Choices:
    """Every legal use of the roll this ninja has made: nothing, if it has made none."""
    roll = ninja.roll
    if roll is None:
        return Choices()
    gain = house.advancement[roll.dice[0]] if roll.is_doubles else None
    return Choices(
        keywords=_keywords(ninja, any_category=roll.is_doubles),
        gain=None if gain is Gain.AFFINITY else gain,
        affinities=tuple(e for e in Element if e not in ninja.affinities) if gain is Gain.AFFINITY else (),
    )


def check(ninja: Ninja, event: Advanced, house: HouseRules) -> None:
    """Refuse a choice that the roll does not offer."""
    offered = choices(ninja, house)
    made = [choice for choice in (event.keyword, event.gain, event.affinity) if choice]
    if len(made) != 1:
        raise refuse("one-choice", "Choose exactly one: a keyword, an attribute or an affinity.", ninja.id)
    if event.keyword and event.keyword not in offered.keywords:
        raise refuse("keyword-not-offered", _why_no_keyword(ninja, event.keyword), ninja.id)
    if event.gain and event.gain != offered.gain:
        raise refuse("gain-not-offered", f"This roll does not give {ninja.name} any {event.gain}.", ninja.id)
    if event.affinity and event.affinity not in offered.affinities:
        message = f"This roll does not give {ninja.name} an affinity with {event.affinity}."
        raise refuse("affinity-not-offered", message, ninja.id)


def _keywords(ninja: Ninja, *, any_category: bool) -> tuple[str, ...]:
    if any_category:
        open_to = set(Category) - {Category.UNIQUE}
    else:
        open_to = {Category.GENERAL, *(Category(element) for element in ninja.affinities)}
    has = set(ninja.keywords)
    return tuple(id_ for id_, kw in catalog().keywords.items() if kw.category in open_to and id_ not in has)


def _why_no_keyword(ninja: Ninja, id_: str) -> str:
    keyword = catalog().keywords.get(id_)
    if keyword is None:
        return "There is no such keyword."
    if id_ in ninja.keywords:
        return f"{ninja.name} has {keyword.name} already."
    if keyword.category is Category.UNIQUE:
        return f"{keyword.name} cannot be learned."
    return f"{keyword.name} asks for affinity with {keyword.category}, or for doubles."
