"""After a game: what is due, in the rules' order, and the guard that keeps new entries to that order.

Ronin are paid before downtime, downtime before advancement (Water may bring one), and all of it before
recruiting and before the next game.
"""

from rules.chronicle import tell
from rules.events import (
    Advanced,
    AdvancementRolled,
    Dismissed,
    DowntimeRolled,
    Event,
    Played,
    Recruited,
    Released,
    Spared,
    UpkeepPaid,
)
from rules.house import HouseRules
from rules.problems import Problem, listed, refuse
from rules.roster import problems as roster_problems
from rules.scroll import Due, Scroll, Step

ORDER = tuple(Due)
SETTLES: dict[type[Event], Due] = {
    UpkeepPaid: Due.UPKEEP,
    Released: Due.UPKEEP,
    Spared: Due.SPARE,
    DowntimeRolled: Due.DOWNTIME,
    Advanced: Due.CHOICE,
    AdvancementRolled: Due.ADVANCEMENT,
}
WAITS_FOR_ALL = (Recruited, Dismissed, Played)
TASKS = {
    Due.UPKEEP: "pay or release {}",
    Due.SPARE: "say whom {} spares from rolling",
    Due.DOWNTIME: "roll downtime for {}",
    Due.CHOICE: "choose the advancement of {}",
    Due.ADVANCEMENT: "roll the advancement of {}",
}


def steps(scroll: Scroll, house: HouseRules) -> tuple[Step, ...]:
    """Every decision that waits, the next one first."""
    advancing = [
        Step(Due.CHOICE if ninja.roll else Due.ADVANCEMENT, ninja.id)
        for ninja in scroll.ninja
        if ninja.roll or ninja.advancements_due(house)
    ]
    return tuple(sorted((*scroll.due, *advancing), key=lambda step: ORDER.index(step.due)))


def task(scroll: Scroll, step: Step) -> str:
    """A step in words: `pay or release Benkei`."""
    return TASKS[step.due].format(scroll.find(step.ninja).name)


def enter(scroll: Scroll, event: Event, house: HouseRules) -> Scroll:
    """Tell a new entry, if it is its turn."""
    if isinstance(event, WAITS_FOR_ALL):
        before = steps(scroll, house)
    elif settles := SETTLES.get(type(event)):
        before = tuple(s for s in steps(scroll, house) if ORDER.index(s.due) < ORDER.index(settles))
    else:
        before = ()
    if before:
        raise refuse("steps-due", _first(scroll, before), before[0].ninja)
    return tell(scroll, event, house)


def not_ready(scroll: Scroll, house: HouseRules) -> list[Problem]:
    """Every reason why this team cannot start its next game now."""
    found = roster_problems(scroll, house)
    if due := steps(scroll, house):
        found.append(Problem("steps-due", _first(scroll, due), due[0].ninja))
    return found


def _first(scroll: Scroll, due: tuple[Step, ...]) -> str:
    return f"First {listed([task(scroll, step) for step in due])}."
