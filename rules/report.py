"""The match report: what people say happened in a game, and every reason why it cannot have.

`problems` refuses the impossible, all of it at once; `warnings` points at what is only odd. The subject of
each is the cell it belongs to: `team`, `team/ninja` or `team/ninja/feat`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.catalog import Challenge, Feat, Side, catalog
from rules.codec import Malformed, decode
from rules.house import ALL_STAR, HouseRules
from rules.problems import Problem, RuleBroken, counted, listed
from rules.scroll import Ninja, Result, Scroll

TEAMS = range(2, 5)
MOST = 99  # of one feat: whatever is above is a slip of the finger
MOST_POINTS = 9 * MOST


@dataclass(frozen=True, slots=True)
class NinjaReport:
    """One row of the report: who took part, did what, and ended where."""

    on_board: bool = False
    feats: Mapping[str, int] = field(default_factory=dict)
    healing_house: bool = False


@dataclass(frozen=True, slots=True)
class TeamReport:
    team: str
    result: Result
    points: int
    ninja: Mapping[str, NinjaReport] = field(default_factory=dict)
    all_stars: tuple[str, ...] = ()
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Report:
    game: str
    challenge: str
    teams: tuple[TeamReport, ...]


Scrolls = Mapping[str, Scroll]


def report_from_json(data: Any) -> Report:
    try:
        return decode(Report, data)
    except Malformed as error:
        raise RuleBroken(Problem("malformed", str(error), error.path)) from error


def problems(
    report: Report, scrolls: Scrolls, house: HouseRules, all_stars_allowed: Mapping[str, int]
) -> list[Problem]:
    """Every reason why this game cannot have gone like that."""
    challenge = catalog().challenges.get(report.challenge)
    found = [*_challenge_problems(report, challenge, house), *_team_problems(report, scrolls)]
    found += result_problems([team.result for team in report.teams])
    if challenge:
        found += _side_problems(report, scrolls, challenge)
    for team in report.teams:
        if team.team not in scrolls:
            continue
        scroll = scrolls[team.team]
        found += _row_problems(team, scroll)
        found += _all_star_problems(team, scroll, all_stars_allowed.get(team.team, 1))
        if challenge:
            found += _feat_problems(team, scroll, challenge, house)
    return found


def counted_points(team: TeamReport, scroll: Scroll, challenge: Challenge, house: HouseRules) -> int:
    """What the reported feats score."""
    feats = {feat.id: feat for feat in house.feats_of(challenge)}
    return sum(
        times * house.points_for(feats[id_], scroll.find(ninja_id).profile.type)
        for ninja_id, row in team.ninja.items()
        for id_, times in row.feats.items()
        if id_ in feats and scroll.has(ninja_id)
    )


def warnings(report: Report, scrolls: Scrolls, house: HouseRules) -> list[Problem]:
    """What is possible, but worth a second look."""
    challenge = catalog().challenges[report.challenge]
    found = list(_score_warnings(report))
    for team in report.teams:
        scroll = scrolls[team.team]
        scored = counted_points(team, scroll, challenge, house)
        if scored != team.points:
            message = f"The feats of {scroll.name} score {scored}, {team.points} were declared."
            found.append(Problem("points-disagree", message, team.team))
        if not team.all_stars:
            found.append(Problem("no-all-star", f"{scroll.name} has named no All-Star.", team.team))
    return found


def _challenge_problems(report: Report, challenge: Challenge | None, house: HouseRules) -> Iterator[Problem]:
    if challenge is None:
        yield Problem("unknown-challenge", "There is no such challenge.", "challenge")
    elif challenge.id in house.banned_challenges:
        yield Problem("challenge-not-allowed", f"{challenge.name} is not played in this league.", "challenge")
    if not report.game.strip():
        yield Problem("no-game", "The report does not say which game it is about.", "game")


def _team_problems(report: Report, scrolls: Scrolls) -> Iterator[Problem]:
    yield from size_problems(len(report.teams))
    for team, times in Counter(team.team for team in report.teams).items():
        if times > 1:
            yield Problem("team-twice", "A team cannot play against itself.", team)
        if team not in scrolls:
            yield Problem("unknown-team", "This team does not play in this game.", team)
    reported = {team.team for team in report.teams}
    for id_, scroll in scrolls.items():
        if id_ not in reported:
            yield Problem("team-missing", f"The report says nothing of {scroll.name}.", id_)
    for team_id, scroll in scrolls.items():
        if any(record.game == report.game for record in scroll.games):
            yield Problem("played-already", f"This game is in the chronicle of {scroll.name} already.", team_id)
    for its in report.teams:
        yield from points_problems(its.points, its.team)


def size_problems(teams: int) -> Iterator[Problem]:
    if teams not in TEAMS:
        yield Problem("how-many-teams", f"A game has {TEAMS[0]} to {TEAMS[-1]} teams, this has {teams}.", "teams")


def points_problems(points: int, team: str) -> Iterator[Problem]:
    if not 0 <= points <= MOST_POINTS:
        yield Problem("points", f"Points are a number from 0 to {MOST_POINTS}, not {points}.", team)


def result_problems(results: Iterable[Result]) -> Iterator[Problem]:
    """One team wins and the others lose, or two or more draw and any others lose."""
    ended = Counter(results)
    won, drew = ended[Result.WON], ended[Result.DREW]
    if won > 1:
        yield Problem("two-winners", f"Only one team wins a game, the report names {won}.", "result")
    if won and drew:
        yield Problem("won-and-drawn", "A game is either won or drawn, not both.", "result")
    if drew == 1:
        yield Problem("drew-alone", "Nobody draws alone: at least two teams share a draw.", "result")
    if not won and not drew:
        yield Problem("no-winner", "Somebody has to win, or at least two teams draw.", "result")


def results_by_points(points: Mapping[str, int], said: Mapping[str, Result] | None = None) -> dict[str, Result]:
    """Where nothing else is said, the most points win, and as many draw."""
    said = said or {}
    open_ = {team: its for team, its in points.items() if said.get(team) in (None, Result.DREW)}
    best = max(open_.values(), default=0)
    leaders = [team for team, its in open_.items() if its == best]
    top = Result.LOST if Result.WON in said.values() else Result.WON if len(leaders) == 1 else Result.DREW
    if top is Result.WON and Result.DREW in said.values():
        top = Result.DREW
    return {team: said.get(team) or (top if team in leaders else Result.LOST) for team in points}


def is_for_type(feat: Feat, ninja: Ninja) -> bool:
    return ninja.profile.type not in feat.not_for


def is_for_side(feat: Feat, side: Side | None) -> bool:
    """As long as nobody says which side a team was on, it may have been either."""
    return not (feat.side and side) or feat.side is side


def _side_problems(report: Report, scrolls: Scrolls, challenge: Challenge) -> Iterator[Problem]:
    sides = {team.side for team in report.teams if team.side}
    for team in report.teams:
        if challenge.sides and team.side not in challenge.sides:
            who = scrolls[team.team].name if team.team in scrolls else "every team"
            message = f"In {challenge.name} {who} is {listed(challenge.sides, 'or')}: say which."
            yield Problem("no-side", message, team.team)
        elif team.side and not challenge.sides:
            yield Problem("no-sides", f"{challenge.name} has no {team.side}.", team.team)
    if challenge.sides and report.teams and not {*challenge.sides} <= sides:
        missing = [side for side in challenge.sides if side not in sides]
        yield Problem("side-missing", f"{challenge.name} needs {listed(missing)} as well.", "teams")


def _row_problems(team: TeamReport, scroll: Scroll) -> Iterator[Problem]:
    for ninja_id, row in team.ninja.items():
        subject = f"{team.team}/{ninja_id}"
        if not scroll.has(ninja_id):
            yield Problem("unknown-ninja", f"This ninja is not on the team of {scroll.name}.", subject)
            continue
        ninja = scroll.find(ninja_id)
        took_part = row.on_board or row.healing_house or any(row.feats.values())
        if took_part and not ninja.is_available:
            games = counted(ninja.misses, "game")
            yield Problem("unavailable", f"{ninja.name} has to miss {games} and cannot take part.", subject)
        # A model that starts the game in the Healing House may never get out of it.
        if row.healing_house and not row.on_board and not ninja.starts_in_healing_house:
            message = f"{ninja.name} was never on the board and cannot be in the Healing House."
            yield Problem("never-on-board", message, subject)


def _feat_problems(team: TeamReport, scroll: Scroll, challenge: Challenge, house: HouseRules) -> Iterator[Problem]:
    feats = {feat.id: feat for feat in house.feats_of(challenge)}
    totals: Counter[str] = Counter()
    for ninja_id, row in team.ninja.items():
        for id_, times in row.feats.items():
            subject = f"{team.team}/{ninja_id}/{id_}"
            totals[id_] += times
            if id_ not in feats:
                yield Problem("foreign-feat", _why_foreign(id_, challenge), subject)
            elif scroll.has(ninja_id):
                yield from _cell_problems(team, scroll.find(ninja_id), row, feats[id_], subject)
    for feat in feats.values():
        if feat.most_per_team is not None and totals[feat.id] > feat.most_per_team:
            message = f"“{feat.name}”: at most {feat.most_per_team} a team, {scroll.name} has {totals[feat.id]}."
            yield Problem("too-often", message, team.team)


def _cell_problems(team: TeamReport, ninja: Ninja, row: NinjaReport, feat: Feat, subject: str) -> Iterator[Problem]:
    times = row.feats[feat.id]
    if not 0 <= times <= MOST:
        yield Problem("how-often", f"“{feat.name}” is a number from 0 to {MOST}, not {times}.", subject)
    if not times:
        return
    if not row.on_board:
        yield Problem("not-on-board", f"{ninja.name} was not on the board, and can have no feats.", subject)
    if not is_for_side(feat, team.side):
        yield Problem("other-side", f"“{feat.name}” is for the {feat.side} only.", subject)
    if not is_for_type(feat, ninja):
        yield Problem("not-for-type", f"“{feat.name}” is not for a {ninja.profile.type}.", subject)


def _why_foreign(feat_id: str, challenge: Challenge) -> str:
    if feat_id == ALL_STAR:
        return "All-Stars are named in a place of their own, not among the feats."
    if feat_id in challenge.replaces:
        names = listed([f"“{feat.name}”" for feat in challenge.feats], "or")
        return f"In {challenge.name} this is reported as {names}."
    return f"{challenge.name} has no such feat."


def _all_star_problems(team: TeamReport, scroll: Scroll, allowed: int) -> Iterator[Problem]:
    for ninja_id, times in Counter(team.all_stars).items():
        subject = f"{team.team}/{ninja_id}/{ALL_STAR}"
        if not scroll.has(ninja_id):
            yield Problem("unknown-ninja", f"This ninja is not on the team of {scroll.name}.", subject)
            continue
        name = scroll.find(ninja_id).name
        row = team.ninja.get(ninja_id)
        if row is None or not row.on_board:
            yield Problem("all-star-not-on-board", f"{name} was never on the board and cannot be All-Star.", subject)
        if times > 1:
            yield Problem("all-star-twice", f"{name} is named All-Star twice: awards go to different models.", subject)
    if len(team.all_stars) > allowed:
        awards = counted(allowed, "All-Star award")
        message = f"{scroll.name} has {awards}, the report names {len(team.all_stars)}."
        yield Problem("too-many-all-stars", message, team.team)


def _score_warnings(report: Report) -> Iterator[Problem]:
    """The team with the most points wins, unless it conceded."""
    standing = [team for team in report.teams if team.result is not Result.CONCEDED]
    best = max(team.points for team in standing)
    leaders = [team for team in standing if team.points == best]
    for team in standing:
        on_top = team.result in (Result.WON, Result.DREW)
        if on_top and team.points < best:
            yield Problem("winner-behind", f"A team with {team.points} points is ahead of one with {best}.", team.team)
        if team.result is Result.WON and len(leaders) > 1 and team in leaders:
            yield Problem("level-points", f"{len(leaders)} teams have {best} points, but one has won.", team.team)
