"""How fast the rules are: `.venv/bin/python -m benchmarks.rules`."""

from collections.abc import Callable

from benchmarks.yardstick import compare
from rules.advancement import choices
from rules.aftermath import steps
from rules.catalog import catalog
from rules.chronicle import retell, tell
from rules.dice import Element, cast, entered
from rules.events import Advanced, AdvancementRolled, DowntimeRolled, Event, Founded, Recruited, Spared, UpkeepPaid
from rules.game import resolve
from rules.house import HouseRules, rulebook
from rules.report import NinjaReport, Report, TeamReport
from rules.roster import problems
from rules.scroll import BLANK, Due, Result, Scroll, Step
from rules.suggest import suggest

ROSTERS = {
    "tora": ("chunin", "kaiken", "kaiken", "kaiken", "yajiri", "yajiri", "kunoichi", "kunoichi"),
    "ika": ("chunin", "kaiken", "kaiken", "kaiken", "yajiri", "yajiri", "kunoichi", "kunoichi"),
}
ENTRIES = 300
AIMS = {
    "roster check": 100e-6,
    "resolution of a report": 1e-3,
    f"retelling {ENTRIES} entries": 10e-3,
    "suggesting three teams": 50e-3,
}


def founded(clan: str) -> Founded:
    recruits = []
    for number, type_ in enumerate(ROSTERS[clan], 1):
        profile = catalog().profiles[f"{clan}-{type_}"]
        chosen = tuple(ability.id for ability in profile.choices[: profile.choose])
        recruits.append(Recruited(f"n{number}", profile.id, f"{profile.name} {number}", chosen))
    return Founded(f"{clan} team", clan, tuple(recruits))


def report(game: int, scrolls: dict[str, Scroll]) -> Report:
    """A busy Brawl: every available ninja injured somebody, and two of each team were injured."""
    teams = []
    for team, result in zip(scrolls, (Result.WON, Result.LOST), strict=True):
        ready = [ninja.id for ninja in scrolls[team].ninja if ninja.is_available]
        rows = {id_: NinjaReport(True, {"brawl-injury": 1, "reveal": 1}, id_ in ready[-2:]) for id_ in ready}
        teams.append(TeamReport(team, result, len(ready), rows, (ready[0],)))
    return Report(f"g{game}", "brawl", tuple(teams))


def settle(scroll: Scroll, game: int, house: HouseRules) -> tuple[Scroll, list[Event]]:
    """Take every step that is due, with dice cast from a fixed seed."""
    events: list[Event] = []
    while due := steps(scroll, house):
        events.append(decide(scroll, due, game, house))
        scroll = tell(scroll, events[-1], house)
    return scroll, events


def decide(scroll: Scroll, due: tuple[Step, ...], game: int, house: HouseRules) -> Event:
    step = due[0]
    match step.due:
        case Due.UPKEEP:
            return UpkeepPaid(step.game, step.ninja)
        case Due.SPARE:
            return Spared(step.game, next(its.ninja for its in due if its.due is Due.DOWNTIME), step.ninja)
        case Due.DOWNTIME:
            return DowntimeRolled(step.game, step.ninja, cast(b"benchmark", f"{game}/{step.ninja}", 1))
        case Due.ADVANCEMENT:
            return AdvancementRolled(step.ninja, entered(Element.AIR, Element.FIRE))
        case Due.CHOICE:
            return Advanced(step.ninja, choices(scroll.find(step.ninja), house).keywords[0])


def season(house: HouseRules) -> tuple[list[Event], dict[str, Scroll]]:
    """A chronicle of ENTRIES entries, played out game by game."""
    scrolls = {clan: tell(BLANK, founded(clan), house) for clan in ROSTERS}
    chronicle: list[Event] = [founded("tora")]
    game = 0
    while len(chronicle) < ENTRIES:
        game += 1
        played = resolve(report(game, scrolls), scrolls, house)
        chronicle.append(played.events["tora"])
        for team in scrolls:
            scrolls[team], events = settle(played.scrolls[team], game, house)
            chronicle += events if team == "tora" else []
    return chronicle[:ENTRIES], scrolls


def main() -> None:
    house = rulebook()
    chronicle, scrolls = season(house)
    measured: dict[str, Callable[[], object]] = {
        "roster check": lambda: problems(scrolls["tora"], house),
        "resolution of a report": lambda: resolve(report(0, scrolls), scrolls, house),
        f"retelling {ENTRIES} entries": lambda: retell(chronicle, house),
        "suggesting three teams": lambda: suggest(catalog().clans["tora"], house),
    }
    compare(measured, AIMS)


if __name__ == "__main__":
    main()
