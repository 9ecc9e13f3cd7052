"""A league game: the briefing before it, and the resolution of its report.

`brief` compares the ratings and hands out the underdog's help; `resolve` turns an accepted report into one
event for each team, and tells which decisions are then open.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules import aftermath
from rules import report as reports
from rules.catalog import Challenge, catalog
from rules.chronicle import tell
from rules.dice import Element
from rules.events import Deed, Played
from rules.house import ALL_STAR, Chooser, HouseRules
from rules.problems import Problem, refuse_any
from rules.report import NinjaReport, Report, Scrolls, TeamReport
from rules.scroll import Opponent, Rating, Result, Revenue, Scroll, Step

SHREWD_NEGOTIATOR = "shrewd-negotiator"


@dataclass(frozen=True, slots=True)
class Help:
    """What a team gets for being so far behind the highest rating in the game."""

    behind: int
    reroll_tokens: int
    moon_power_tokens: int
    extra_all_stars: int
    bonus_koban: int


@dataclass(frozen=True, slots=True)
class TeamBriefing:
    """What a team is told before the game: its rating, its help as the underdog, who is missing."""

    rating: Rating
    help: Help
    absent: tuple[str, ...]
    in_healing_house: tuple[str, ...]

    @property
    def all_stars(self) -> int:
        return 1 + self.help.extra_all_stars


Briefing = Mapping[str, TeamBriefing]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What two dice say of the next challenge: either the challenge, or who chooses it."""

    challenge: Challenge | None = None
    chooser: Chooser | None = None


@dataclass(frozen=True, slots=True)
class Resolution:
    """What an accepted report means: an event and a scroll for each team, and what is due on it."""

    events: Mapping[str, Played]
    scrolls: Mapping[str, Scroll]
    due: Mapping[str, tuple[Step, ...]]
    warnings: tuple[Problem, ...]


def brief(scrolls: Scrolls, house: HouseRules) -> Briefing:
    """Each team against the highest rating in the game."""
    ratings = {team: scroll.rating(house) for team, scroll in scrolls.items()}
    highest = max((rating.total for rating in ratings.values()), default=0)
    return {team: _brief(scroll, ratings[team], highest, house) for team, scroll in scrolls.items()}


def underdog_help(behind: int, house: HouseRules) -> Help:
    """The help for a difference in rating."""
    return Help(
        behind=behind,
        reroll_tokens=behind // house.underdog.reroll_token,
        moon_power_tokens=behind // house.underdog.moon_power_token,
        extra_all_stars=behind // house.underdog.extra_all_star,
        bonus_koban=min(behind, house.koban.underdog_most),
    )


def _brief(scroll: Scroll, rating: Rating, highest: int, house: HouseRules) -> TeamBriefing:
    return TeamBriefing(
        rating=rating,
        help=underdog_help(highest - rating.total, house),
        absent=tuple(ninja.id for ninja in scroll.ninja if not ninja.is_available),
        in_healing_house=tuple(n.id for n in scroll.ninja if n.is_available and n.starts_in_healing_house),
    )


def draw_challenge(first: Element, second: Element, house: HouseRules) -> Drawn:
    """The random challenge. A league that does not play it rolls again: `Drawn()` holds nothing then."""
    row = house.random_challenge.row(first, second)
    if row in tuple(Chooser):
        return Drawn(chooser=Chooser(row))
    return Drawn() if row in house.banned_challenges else Drawn(catalog().challenges[row])


def problems(report: Report, scrolls: Scrolls, house: HouseRules, briefing: Briefing | None = None) -> list[Problem]:
    """Every reason why this report is impossible."""
    briefing = briefing or brief(scrolls, house)
    return reports.problems(report, scrolls, house, {team: its.all_stars for team, its in briefing.items()})


def resolve(report: Report, scrolls: Scrolls, house: HouseRules, briefing: Briefing | None = None) -> Resolution:
    """Settle a report, or refuse it with all reasons.

    A briefing that was frozen when the game started is handed in: its bonuses stay as they were promised,
    whatever has become of the ratings since.
    """
    briefing = briefing or brief(scrolls, house)
    refuse_any(problems(report, scrolls, house, briefing))
    challenge = catalog().challenges[report.challenge]
    events = {
        team.team: _played(report, team, scrolls, challenge, house, briefing[team.team].help.bonus_koban)
        for team in report.teams
    }
    after = {team: tell(scrolls[team], event, house) for team, event in events.items()}
    return Resolution(
        events=events,
        scrolls=after,
        due={team: aftermath.steps(scroll, house) for team, scroll in after.items()},
        warnings=tuple(reports.warnings(report, scrolls, house)),
    )


def _played(
    report: Report, team: TeamReport, scrolls: Scrolls, challenge: Challenge, house: HouseRules, bonus: int
) -> Played:
    scroll = scrolls[team.team]
    return Played(
        game=report.game,
        challenge=challenge.id,
        result=team.result,
        points=team.points,
        deeds=tuple(
            _deed(ninja.id, team, scroll, challenge, house)
            for ninja in scroll.ninja
            if _took_part(team.ninja.get(ninja.id))
        ),
        revenue=_revenue(team, scroll, house, bonus),
        opponents=tuple(
            Opponent(other.team, scrolls[other.team].name, other.result, other.points)
            for other in report.teams
            if other.team != team.team
        ),
        side=team.side,
    )


def _took_part(row: NinjaReport | None) -> bool:
    return row is not None and (row.on_board or row.healing_house)


def _deed(ninja_id: str, team: TeamReport, scroll: Scroll, challenge: Challenge, house: HouseRules) -> Deed:
    row, type_ = team.ninja[ninja_id], scroll.find(ninja_id).profile.type
    feats = {feat.id: feat for feat in house.feats_of(challenge)}
    done = {id_: times for id_, times in row.feats.items() if times}
    is_all_star = ninja_id in team.all_stars
    xp = sum(times * house.xp_for(feats[id_], type_) for id_, times in done.items())
    if is_all_star:
        xp += house.xp_for(house.common_feat(ALL_STAR), type_)
    return Deed(ninja_id, done, xp, row.on_board, row.healing_house, is_all_star)


def _revenue(team: TeamReport, scroll: Scroll, house: HouseRules, bonus: int) -> Revenue:
    koban = house.koban
    earned = {Result.WON: koban.win, Result.DREW: koban.draw}.get(team.result, koban.loss)
    negotiators = sum(
        any(ability.id == SHREWD_NEGOTIATOR for ability in ninja.abilities)
        for ninja in scroll.ninja
        if (row := team.ninja.get(ninja.id)) and row.healing_house
    )
    return Revenue(earned, bonus, negotiators * koban.shrewd_negotiator)
