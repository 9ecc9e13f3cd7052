"""The open step of the post-game desk, as it is shown: what can be chosen, and what each choice means."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.forms import Form

from matches.desk_forms import AdvanceForm, AdvancementForm, DowntimeForm, SpareForm, StepForm
from rules import aftermath
from rules.advancement import choices
from rules.articles import GAINS
from rules.catalog import Category, catalog
from rules.chronicle import spareable, tell
from rules.dice import Element, Roll, Source
from rules.events import Released
from rules.house import Downtime, Gain, HouseRules
from rules.problems import listed
from rules.scroll import Due, Ninja, Scroll, Step

ROLLS = (Due.DOWNTIME, Due.ADVANCEMENT)
TEMPLATES = {
    Due.UPKEEP: "matches/_desk_upkeep.html",
    Due.SPARE: "matches/_desk_spare.html",
    Due.DOWNTIME: "matches/_desk_downtime.html",
    Due.CHOICE: "matches/_desk_choice.html",
    Due.ADVANCEMENT: "matches/_desk_advancement.html",
}
FORMS: dict[Due, type[StepForm]] = {
    Due.UPKEEP: StepForm,
    Due.SPARE: SpareForm,
    Due.DOWNTIME: DowntimeForm,
    Due.CHOICE: AdvanceForm,
    Due.ADVANCEMENT: AdvancementForm,
}
# What one more of an attribute is good for.
MEANINGS = {
    Gain.MOVEMENT: "Moves one space further",
    Gain.ATTACK: "Attacks with one more die",
    Gain.DEFENSE: "Defends with one more die",
}


@dataclass(frozen=True, slots=True)
class Option:
    """Something to pick: a face of a die, a ninja, a keyword, a gain."""

    value: str
    name: str
    meaning: str = ""
    element: Element | None = None
    is_picked: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Pay or release: what each leaves the team with."""

    koban: int
    treasury: int
    left: int
    cannot_pay: str
    rating: str


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice to be rolled: here, from a secret fixed in advance, or at the table, before a witness."""

    commitment: str
    throws: tuple[Group, ...]  # the faces of each die
    meanings: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Advancement:
    roll: Roll
    explained: str
    groups: tuple[Group, ...]


Matter = Upkeep | Dice | Advancement | Group


@dataclass(frozen=True, slots=True)
class OpenStep:
    """The step that is to be taken now. A roll has a second form, for dice cast here."""

    due: Due
    template: str
    task: str
    ninja: Ninja
    after: str  # which game it is from, if that is not the last one
    matter: Matter
    form: Form
    here: Form | None = None


def named(step: Step) -> str:
    """How addresses call a step."""
    return f"{step.due}.{step.ninja}.{step.game}".rstrip(".")


def task(scroll: Scroll, step: Step) -> str:
    told = aftermath.task(scroll, step)
    return f"{told[0].upper()}{told[1:]}"


def open_step(
    scroll: Scroll, step: Step, house: HouseRules, *, after: str, witness: str, commitment: str, bound: Form | None
) -> OpenStep:
    """`bound` is its form as it came back refused. For a die cast here there is nothing to fill in again."""
    initial = {"ninja": step.ninja, "game": step.game, "witness": witness}
    if bound and step.due in ROLLS and bound["source"].value() != Source.TABLE:
        bound = None
    form = bound or FORMS[step.due](initial=initial, auto_id="step-%s")
    return OpenStep(
        due=step.due,
        template=TEMPLATES[step.due],
        task=task(scroll, step),
        ninja=scroll.find(step.ninja),
        after=after,
        matter=_matter(scroll, step, house, form, commitment),
        form=form,
        here=FORMS[step.due](initial=initial, auto_id="here-%s") if step.due in ROLLS else None,
    )


def _matter(scroll: Scroll, step: Step, house: HouseRules, form: Form, commitment: str) -> Matter:
    ninja = scroll.find(step.ninja)
    match step.due:
        case Due.UPKEEP:
            return _upkeep(scroll, step, house)
        case Due.SPARE:
            picked = _value(form, "spared")
            others = spareable(scroll, step)
            return Group("", tuple(_somebody(its, picked) for its in others))
        case Due.DOWNTIME:
            faces = tuple(_downtimes(scroll, step, house, _value(form, "die")))
            return Dice(commitment, (Group("The die shows", faces),), ())
        case Due.ADVANCEMENT:
            throws = (_throw("First die", _value(form, "first")), _throw("Second die", _value(form, "second")))
            return Dice(commitment, throws, tuple(_doubles(house)))
        case Due.CHOICE:
            return _advancement(ninja, house, _value(form, "choice"))


def _somebody(ninja: Ninja, picked: str) -> Option:
    return Option(ninja.id, ninja.name, ninja.profile.full_name, None, ninja.id == picked)


def _value(form: Form, name: str) -> Any:
    return form[name].value()


def _upkeep(scroll: Scroll, step: Step, house: HouseRules) -> Upkeep:
    ninja, treasury = scroll.find(step.ninja), scroll.treasury
    koban = house.upkeep(ninja.profile)
    without = tell(scroll, Released(step.game, step.ninja), house)
    was, becomes = scroll.rating(house).total, without.rating(house).total
    short = f"{ninja.name} asks for {koban} koban, the treasury holds {treasury}."
    return Upkeep(
        koban=koban,
        treasury=treasury,
        left=treasury - koban,
        cannot_pay=short if koban > treasury else "",
        rating=f"The rating stays at {was}." if was == becomes else f"The rating goes from {was} to {becomes}.",
    )


def _downtimes(scroll: Scroll, step: Step, house: HouseRules, picked: str) -> Iterator[Option]:
    """What each face would do to this ninja, by the house rules."""
    for element in Element:
        meaning = _downtime(scroll, step, house.downtime[element], house)
        yield Option(element.value, element.capitalize(), meaning, element, element == picked)


def _downtime(scroll: Scroll, step: Step, effect: Downtime, house: HouseRules) -> str:
    ninja = scroll.find(step.ninja)
    match effect:
        case Downtime.SPARE_ANOTHER:
            others = [its.name for its in spareable(scroll, step)]
            return f"Spares {listed(others, 'or')} from rolling" if others else "No effect: nobody else has to roll"
        case Downtime.GAIN_XP if ninja.profile.type.is_unique:
            return f"No effect: a {ninja.profile.type} never gains XP"
        case Downtime.GAIN_XP:
            return f"Gains {house.awards.downtime_xp} XP"
        case Downtime.MISS_ONE_GAME:
            return "Misses the next game"
        case Downtime.MISS_TWO_GAMES:
            return "Misses the next two games"
        case Downtime.START_IN_HEALING_HOUSE:
            return "Starts the next game in the Healing House"
        case Downtime.NO_EFFECT:
            return "No effect"


def _throw(title: str, picked: str) -> Group:
    return Group(title, tuple(Option(e.value, e.capitalize(), "", e, e == picked) for e in Element))


def _doubles(house: HouseRules) -> Iterator[Option]:
    for element in Element:
        yield Option(element.value, element.capitalize(), GAINS[house.advancement[element]], element)


def _advancement(ninja: Ninja, house: HouseRules, picked: str) -> Advancement:
    assert ninja.roll is not None  # noqa: S101 a choice is due only after a roll
    groups = tuple(group for group in (_gains(ninja, house, picked), *_keywords(ninja, house, picked)) if group.options)
    return Advancement(ninja.roll, _explained(ninja, ninja.roll, house), groups)


def _explained(ninja: Ninja, roll: Roll, house: HouseRules) -> str:
    if not roll.is_doubles:
        learns = listed(["General", *(element.capitalize() for element in ninja.affinities)], "or")
        return f"No doubles, so {ninja.name} learns a keyword: {learns}."
    gain = GAINS[house.advancement[roll.dice[0]]]
    doubles = f"Doubles of {roll.dice[0].capitalize()}"
    return f"{doubles}: {ninja.name} gets {gain}, or learns a keyword of any category but Unique."


def _gains(ninja: Ninja, house: HouseRules, picked: str) -> Group:
    offered = choices(ninja, house)
    options = []
    if offered.gain:
        now = getattr(ninja, offered.gain)
        value, name = f"gain:{offered.gain}", GAINS[offered.gain]
        meaning = f"{MEANINGS[offered.gain]}: {offered.gain} {now} becomes {now + 1}"
        options.append(Option(value, name, meaning, None, value == picked))
    for element in offered.affinities:
        value = f"affinity:{element}"
        meaning = f"May learn keywords of {element.capitalize()} from now on"
        options.append(Option(value, f"Affinity with {element.capitalize()}", meaning, element, value == picked))
    return Group("For the doubles", tuple(options))


def _keywords(ninja: Ninja, house: HouseRules, picked: str) -> Iterator[Group]:
    """By category: General first, then what the ninja is at home in, then the others."""
    known = [catalog().keywords[id_] for id_ in choices(ninja, house).keywords]
    own = [Category.GENERAL, *(Category(element) for element in ninja.affinities)]
    for category in (*own, *(its for its in Category if its not in own)):
        element = None if category in (Category.GENERAL, Category.UNIQUE) else Element(category)
        yield Group(
            f"Keywords: {category.capitalize()}",
            tuple(
                Option(f"keyword:{its.id}", its.name, its.summary, element, f"keyword:{its.id}" == picked)
                for its in known
                if its.category is category
            ),
        )
