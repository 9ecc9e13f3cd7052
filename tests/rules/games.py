"""Games for the tests of the rules: short builders of reports and entries, and Hypothesis strategies for
reports, house rules and whole seasons."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest
from hypothesis import strategies as st

from rules.advancement import choices
from rules.aftermath import enter, steps
from rules.catalog import Challenge, Feat, Side, catalog
from rules.chronicle import retell, spareable, tell
from rules.codec import encode
from rules.dice import Element, entered
from rules.events import (
    Advanced,
    AdvancementRolled,
    Deed,
    Dismissed,
    DowntimeRolled,
    Event,
    Played,
    Released,
    Renamed,
    Ruled,
    SeasonBegan,
    Spared,
    UpkeepPaid,
)
from rules.game import Briefing, brief, resolve
from rules.house import Downtime, Gain, HouseRules
from rules.problems import RuleBroken
from rules.report import NinjaReport, Report, Scrolls, TeamReport
from rules.scroll import Due, Ninja, Opponent, Result, Revenue, Scroll, Step
from tests.rules.teams import HOUSE, founded_teams, legal_team, recruit, told

WON, LOST, DREW, CONCEDED = Result

# n1 is the chunin, n2 and n3 are kaiken, n4 a yajiri; n5 Benkei, a ronin; n6 Byakko, a hero. 12 koban, rating 10.
TORA = told(legal_team("tora", "tora-yajiri", "benkei", "byakko"))
# n1 is the chunin, n2 and n3 are kaiken, n4 a kunoichi, n5 an oni; n6 Shojo, a ronin. 17 koban, rating 9.
IKA = told(legal_team("ika", "ika-kunoichi", "ika-oni", "shojo"))
SCROLLS = {"tora": TORA, "ika": IKA}

Rows = Mapping[str, NinjaReport]

# What is drawn thousands of times is made once: Hypothesis takes longer to look a strategy over than to draw from it.
EITHER = st.booleans()
UP_TO_1, UP_TO_2, UP_TO_3, UP_TO_4 = (st.integers(0, most) for most in range(1, 5))
UP_TO_5, UP_TO_9, UP_TO_20, FROM_1_TO_12 = st.integers(0, 5), st.integers(0, 9), st.integers(0, 20), st.integers(1, 12)
A_RESULT, AN_ELEMENT, A_GAIN = st.sampled_from(Result), st.sampled_from(Element), st.sampled_from(Gain)


# What happened, in short


def row(feats: Mapping[str, int] | None = None, *, on_board: bool = True, healing_house: bool = False) -> NinjaReport:
    return NinjaReport(on_board, feats or {}, healing_house)


def match(
    tora: Rows | None = None,
    ika: Rows | None = None,
    *,
    results: tuple[Result, Result] = (WON, LOST),
    points: tuple[int, int] = (0, 0),
    all_stars: tuple[Sequence[str], Sequence[str]] = ((), ()),
    sides: tuple[Side | None, Side | None] = (None, None),
    challenge: str = "assassination",
    game: str = "g1",
) -> Report:
    """A report of the Tora against the Ika."""
    teams = tuple(
        TeamReport(team, result, scored, rows or {}, tuple(stars), side)
        for team, rows, result, scored, stars, side in zip(
            ("tora", "ika"), (tora, ika), results, points, all_stars, sides, strict=True
        )
    )
    return Report(game, challenge, teams)


def played(*deeds: Deed, game: str = "g1", result: Result = LOST, koban: int = 6) -> Played:
    """A game of the Tora, as their chronicle tells it."""
    return Played(game, "assassination", result, 2, deeds, Revenue(koban), (Opponent("ika", "The ika", WON, 3),))


def hurt(*ninja: str, game: str = "g1") -> Played:
    """A game that these ended in the Healing House."""
    return played(*(Deed(id_, healing_house=True) for id_ in ninja), game=game)


def downtime(ninja: str, die: Element, game: str = "g1") -> DowntimeRolled:
    return DowntimeRolled(game, ninja, entered(die))


def advancement(ninja: str, *dice: Element) -> AdvancementRolled:
    return AdvancementRolled(ninja, entered(*dice))


def after(scroll: Scroll, *events: Event, house: HouseRules = HOUSE) -> Scroll:
    return retell(events, house, scroll)


def changed(scroll: Scroll, ninja: str, **fields: Any) -> Scroll:
    """The same team, with something else about one of its ninja."""
    return scroll.with_ninja(replace(scroll.find(ninja), **fields))


def reasons(broken: RuleBroken) -> list[tuple[str, str]]:
    return [(problem.code, problem.subject) for problem in broken.problems]


def refused(scroll: Scroll, event: Event, house: HouseRules = HOUSE) -> list[tuple[str, str]]:
    """Why this event cannot be told: every code, with its subject."""
    return reasons(refusal(scroll, event, house))


def refusal(scroll: Scroll, event: Event, house: HouseRules = HOUSE) -> RuleBroken:
    with pytest.raises(RuleBroken) as caught:
        tell(scroll, event, house)
    return caught.value


def out_of_turn(scroll: Scroll, event: Event, house: HouseRules = HOUSE) -> RuleBroken:
    """The refusal of an entry that is told before its turn."""
    with pytest.raises(RuleBroken) as caught:
        enter(scroll, event, house)
    return caught.value


def digest(scroll: Scroll) -> str:
    """A scroll as one string, the same for the same scroll in any process."""
    return json.dumps(encode(scroll), default=sorted, sort_keys=True)


def ratings_apart(difference: int) -> dict[str, Scroll]:
    """Two teams, of which the first is rated so much higher."""
    alike = told(legal_team("tora"))
    return {"high": changed(alike, "n1", advancements=difference), "low": alike}


# Any house rules under which a team founded by the rulebook stays legal

AN_ORDER = st.permutations(list(Downtime))


@st.composite
def houses(draw: st.DrawFn) -> HouseRules:
    some, few = UP_TO_20, FROM_1_TO_12
    koban = replace(HOUSE.koban, starting=draw(st.integers(100, 140)), win=draw(some), loss=draw(some), draw=draw(some))
    apart = draw(few)
    return replace(
        HOUSE,
        koban=replace(koban, underdog_most=draw(some), shrewd_negotiator=draw(some)),
        levels=tuple(replace(level, xp=n * apart) for n, level in enumerate(HOUSE.levels)),
        rating=replace(HOUSE.rating, koban_per_point=draw(few), per_advancement=draw(some)),
        underdog=replace(HOUSE.underdog, extra_all_star=draw(few)),
        awards=replace(HOUSE.awards, downtime_xp=draw(some)),
        dismissal=replace(HOUSE.dismissal, refund_percent=draw(st.integers(0, 100))),
        downtime=dict(zip(Element, draw(AN_ORDER), strict=True)),
        advancement={element: draw(A_GAIN) for element in Element},
        upkeeps={"benkei": draw(some), "byakko": draw(some)},
    )


# Reports that may be true

A_DEFEAT = st.sampled_from([LOST, CONCEDED])


@st.composite
def true_reports(
    draw: st.DrawFn, scrolls: Scrolls, house: HouseRules, game: str, briefing: Briefing | None = None
) -> Report:
    """A report that is possible, whatever the players made of their game."""
    challenge = draw(st.sampled_from(house.challenges))
    results, sides = draw(_results(len(scrolls))), draw(_sides(len(scrolls), challenge))
    awards = briefing or brief(scrolls, house)
    teams = []
    for team, result, side in zip(scrolls, results, sides, strict=True):
        rows = draw(_rows(scrolls[team], challenge, side, house))
        on_board = [id_ for id_, its in rows.items() if its.on_board]
        most = min(awards[team].all_stars, len(on_board))
        stars = draw(st.permutations(on_board))[: draw(st.integers(0, most))]
        teams.append(TeamReport(team, result, draw(UP_TO_20), rows, tuple(stars), side))
    return Report(game, challenge.id, tuple(teams))


@st.composite
def _results(draw: st.DrawFn, teams: int) -> list[Result]:
    shared = draw(st.sampled_from([1, *range(2, teams + 1)]))
    on_top = [WON] if shared == 1 else [DREW] * shared
    below = [draw(A_DEFEAT) for _ in range(teams - shared)]
    return draw(st.permutations(on_top + below))


@st.composite
def _sides(draw: st.DrawFn, teams: int, challenge: Challenge) -> list[Side | None]:
    if not challenge.sides:
        return [None] * teams
    more = [draw(st.sampled_from(challenge.sides)) for _ in range(teams - 2)]
    return list(draw(st.permutations([*challenge.sides, *more])))


@st.composite
def _rows(draw: st.DrawFn, scroll: Scroll, challenge: Challenge, side: Side | None, house: HouseRules) -> Rows:
    rows: dict[str, NinjaReport] = {}
    left = {feat.id: feat.most_per_team or 99 for feat in house.feats_of(challenge)}
    for ninja in scroll.ninja:
        if not ninja.is_available or draw(UP_TO_3) == 3:
            continue
        if ninja.starts_in_healing_house and draw(EITHER):
            rows[ninja.id] = row(on_board=False, healing_house=True)
            continue
        open_to = [feat for feat in house.feats_of(challenge) if _can_do(ninja, feat, side)]
        feats = {feat.id: draw(UP_TO_4) for feat in draw(st.lists(st.sampled_from(open_to), max_size=2))}
        feats = {id_: min(times, left[id_]) for id_, times in feats.items()}
        left.update({id_: left[id_] - times for id_, times in feats.items()})
        rows[ninja.id] = row(feats, healing_house=draw(UP_TO_2) > 0)
    return rows


def _can_do(ninja: Ninja, feat: Feat, side: Side | None) -> bool:
    return ninja.profile.type not in feat.not_for and feat.side in (None, side)


# Reports of any kind

NINJA_IDS = ("n1", "n2", "n3", "n4", "n5", "n6", "n99", "")
FEATS = sorted({feat.id for c in catalog().challenges.values() for feat in (*c.feats, *HOUSE.feats)} | {"bribery"})

SOME_WILD_FEATS = st.dictionaries(st.sampled_from(FEATS), st.sampled_from([0, 1, 2, 9, 99, 100, -1]), max_size=2)
WILD_FEATS: st.SearchStrategy[dict[str, int]] = st.one_of(st.just({}), SOME_WILD_FEATS)


@st.composite
def wild_rows(draw: st.DrawFn) -> NinjaReport:
    return NinjaReport(draw(EITHER), draw(WILD_FEATS), draw(EITHER))


@st.composite
def wild_teams(draw: st.DrawFn) -> TeamReport:
    return TeamReport(
        draw(A_WILD_TEAM),
        draw(A_RESULT),
        draw(WILD_POINTS),
        draw(MANY_WILD_ROWS),
        tuple(draw(WILD_STARS)),
        draw(A_WILD_SIDE),
    )


A_WILD_TEAM = st.sampled_from(["tora", "ika", "ijin", "nobody"])
WILD_POINTS = st.sampled_from([0, 1, 5, 891, 892, -1])
MANY_WILD_ROWS = st.dictionaries(st.sampled_from(NINJA_IDS), wild_rows(), max_size=4)
WILD_STARS = st.lists(st.sampled_from(NINJA_IDS), max_size=2)
A_WILD_SIDE = st.sampled_from([None, None, *Side])
SOME_WILD_TEAM = st.lists(wild_teams(), max_size=1)


@st.composite
def wild_reports(draw: st.DrawFn, scrolls: Scrolls) -> Report:
    """Somewhere between a true report and nonsense."""
    report = draw(true_reports(scrolls, HOUSE, draw(st.sampled_from(["g9"] * 8 + ["g1", " "]))))
    teams = list(report.teams)
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        at = draw(st.integers(0, len(teams)))
        teams[at : at + draw(UP_TO_1)] = draw(SOME_WILD_TEAM)
    challenge = draw(st.sampled_from([report.challenge] * 12 + ["brawl", "intercept-the-messenger", "hide-and-seek"]))
    return Report(report.game, challenge, tuple(_touched(draw, its) for its in teams))


def _touched(draw: st.DrawFn, team: TeamReport) -> TeamReport:
    """One cell filled in otherwise, perhaps."""
    wild = draw(wild_teams())
    match draw(st.integers(0, 15)):
        case 5:
            return replace(team, result=wild.result)
        case 1:
            return replace(team, points=wild.points)
        case 2:
            return replace(team, all_stars=wild.all_stars)
        case 3:
            return replace(team, side=wild.side)
        case 4:
            return replace(team, ninja={**team.ninja, **wild.ninja})
        case _:
            return team


# Entries of any kind


@st.composite
def wild_events(draw: st.DrawFn, scroll: Scroll, house: HouseRules) -> Event:
    """Anything that a file could claim to have happened to this team: at any time, possible or not."""
    kind = draw(st.integers(0, 3))
    if kind == 0:
        return draw(nonsense())
    if kind == 1:
        ready = [ninja.id for ninja in scroll.ninja if ninja.is_available]
        return hurt(*draw(st.lists(st.sampled_from(ready), unique=True)) if ready else (), game=f"w{len(scroll.games)}")
    due = steps(scroll, house)
    return draw(st.sampled_from(list(decisions(draw, scroll, draw(st.sampled_from(due)), house)))) if due else hurt()


@cache
def nonsense() -> st.SearchStrategy[Event]:
    """Events made of valid and invalid pieces: mostly impossible."""
    ids = st.sampled_from(NINJA_IDS)
    games = st.sampled_from(["g1", "g2", "g3"])
    number = st.integers(-3, 30)
    dice = st.lists(st.sampled_from(Element), min_size=1, max_size=2).map(lambda dice: entered(*dice))
    keywords = st.sampled_from(["leap", "nimble", "fire-mastery", "resilient", "unheard-of", ""])
    some_keywords = st.lists(keywords, max_size=2).map(tuple)
    deeds = st.builds(Deed, ids, st.just({}), number, st.booleans(), st.booleans(), st.booleans())
    opponents = st.lists(st.just(Opponent("ika", "The ika", WON, 3)), max_size=2).map(tuple)
    return st.one_of(
        st.builds(
            Played,
            games,
            st.sampled_from(["brawl", "hide-and-seek"]),
            st.sampled_from(Result),
            number,
            st.lists(deeds, max_size=4).map(tuple),
            st.builds(Revenue, number),
            opponents,
        ),
        st.builds(recruit, ids, st.sampled_from(["tora-kaiken", "ika-oni", "shojo", "nobody"])),
        st.builds(Dismissed, ids),
        st.builds(SeasonBegan, st.just("Winter"), st.booleans(), st.booleans(), st.booleans()),
        st.builds(Renamed, st.text(max_size=3), ids),
        st.builds(UpkeepPaid, games, ids),
        st.builds(Released, games, ids),
        st.builds(DowntimeRolled, games, ids, dice),
        st.builds(Spared, games, ids, ids),
        st.builds(AdvancementRolled, ids, dice),
        st.builds(Advanced, ids, keywords, st.none() | st.sampled_from(Gain), st.none() | st.sampled_from(Element)),
        st.builds(
            Ruled,
            st.sampled_from(["fair is fair", " "]),
            number,
            ids,
            number,
            some_keywords,
            some_keywords,
            st.none() | number,
            st.none() | st.booleans(),
        ),
    )


# Whole seasons


@dataclass(frozen=True)
class Season:
    """The chronicles of all teams of a league, by its rules."""

    house: HouseRules
    chronicles: Mapping[str, Sequence[Event]]


@st.composite
def seasons(draw: st.DrawFn, games: int = 3) -> Season:
    """Two to four teams that play some games, take every decision that is due, recruit and dismiss."""
    house = draw(houses())
    chronicles: dict[str, list[Event]] = {f"team{n}": [draw(founded_teams())] for n in range(draw(st.integers(2, 4)))}
    scrolls = {team: retell(events, house) for team, events in chronicles.items()}
    for number in range(1, games + 1):
        resolution = resolve(draw(true_reports(scrolls, house, f"g{number}")), scrolls, house)
        for team, chronicle in chronicles.items():
            chronicle.append(resolution.events[team])
            scrolls[team] = _between_games(draw, resolution.scrolls[team], chronicle, house)
    return Season(house, chronicles)


def _between_games(draw: st.DrawFn, scroll: Scroll, chronicle: list[Event], house: HouseRules) -> Scroll:
    scroll, taken = settled(draw, scroll, house)
    chronicle += taken
    for event in draw(st.lists(office(scroll), max_size=3)):
        try:
            scroll = enter(scroll, event, house)
        except RuleBroken:
            continue  # too expensive, not allowed: the player thinks again
        chronicle.append(event)
        scroll, taken = settled(draw, scroll, house)  # a gift of XP may be an advancement
        chronicle += taken
    return scroll


@st.composite
def office(draw: st.DrawFn, scroll: Scroll) -> Event:
    """What a player or the ninja master may do between games."""
    ninja = draw(st.sampled_from([ninja.id for ninja in scroll.ninja]))
    match draw(UP_TO_4):
        case 0:
            at_home = ("", scroll.clan.id if scroll.clan else "")
            profiles = [its.id for its in catalog().profiles.values() if its.clan in at_home]
            new = f"x{len(scroll.ids)}" if draw(EITHER) else scroll.next_id
            return recruit(new, draw(st.sampled_from(profiles)))
        case 1:
            return Dismissed(ninja)
        case 2:
            return Renamed("Hanzo", ninja)
        case 3:
            return Ruled("A gift.", draw(UP_TO_5), ninja, draw(UP_TO_9))
        case _:
            return Ruled("A cold.", 0, ninja, misses=draw(UP_TO_2))


@st.composite
def ways_on(draw: st.DrawFn, scroll: Scroll, house: HouseRules) -> Scroll:
    """The scroll after some way to take every step that is due."""
    return settled(draw, scroll, house)[0]


def settled(draw: st.DrawFn, scroll: Scroll, house: HouseRules) -> tuple[Scroll, list[Event]]:
    """Take every step that is due, in turn."""
    events: list[Event] = []
    while due := steps(scroll, house):
        step = draw(st.sampled_from([step for step in due if step.due is due[0].due]))
        events.append(draw(st.sampled_from(list(decisions(draw, scroll, step, house)))))
        scroll = enter(scroll, events[-1], house)
    return scroll, events


def decisions(draw: st.DrawFn, scroll: Scroll, step: Step, house: HouseRules) -> Iterable[Event]:
    die = AN_ELEMENT
    ninja = scroll.find(step.ninja)
    match step.due:
        case Due.UPKEEP:
            yield Released(step.game, ninja.id)
            if house.upkeep(ninja.profile) <= scroll.treasury:
                yield UpkeepPaid(step.game, ninja.id)
        case Due.SPARE:
            yield from (Spared(step.game, other.id, ninja.id) for other in spareable(scroll, step))
        case Due.DOWNTIME:
            yield DowntimeRolled(step.game, ninja.id, entered(draw(die)))
        case Due.ADVANCEMENT:
            first = draw(die)
            yield AdvancementRolled(ninja.id, entered(first, first if draw(EITHER) else draw(die)))
        case Due.CHOICE:
            offered = choices(ninja, house)
            yield Advanced(ninja.id, keyword=draw(st.sampled_from(offered.keywords)))
            if offered.affinities:
                yield Advanced(ninja.id, affinity=draw(st.sampled_from(offered.affinities)))
            if offered.gain:
                yield Advanced(ninja.id, gain=offered.gain)
