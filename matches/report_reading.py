"""What a filled-in form says of a game.

Nothing that is typed raises: a cell that cannot be read is a `Problem` with the cell as its subject, and counts as
empty. What can be worked out need not be typed: points follow from the feats, and results from the points.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from matches.report_fields import Ground, Typed, board, cell, house, points_of, result_of, side_of
from matches.reporting import Account, Moment
from rules import report as reports
from rules.catalog import Challenge, Feat, catalog
from rules.catalog import Side as PlayedAs
from rules.house import ALL_STAR, HouseRules
from rules.problems import Problem
from rules.report import NinjaReport, TeamReport
from rules.scroll import Ninja, Result

NUMBER = re.compile(r"-?[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Filled:
    """What a form says: the account, what its feats score, and what of it could not be read."""

    account: Account
    counted: Mapping[str, int]
    problems: tuple[Problem, ...] = ()


def read(typed: Typed, ground: Ground) -> Filled:
    """The account that this form gives. Whatever cannot be read counts as empty, and is a problem."""
    challenge = challenge_of(typed)
    found: list[Problem] = []
    if not typed.get("challenge"):
        found.append(Problem("no-challenge", "Say which challenge was played.", "challenge"))
    sides = sides_of(typed, ground)
    teams = [_team(slug, sides[slug], challenge, typed, ground, found) for slug in ground.scrolls]
    counted = {team.team: _counted(team, challenge, ground) for team in teams}
    points = {slug: _points(slug, counted[slug], typed, found) for slug in ground.scrolls}
    results = _results(typed, points, found)
    told = tuple(replace(team, points=points[team.team], result=results[team.team]) for team in teams)
    report = reports.Report(ground.game, typed.get("challenge", ""), told)
    moments = tuple(_moments(typed.get("moments", ""), report))
    return Filled(Account(report, moments, typed.get("notes", "").strip()), counted, tuple(found))


def challenge_of(typed: Typed) -> Challenge | None:
    return catalog().challenges.get(typed.get("challenge", ""))


def sides_of(typed: Typed, ground: Ground) -> dict[str, PlayedAs | None]:
    """Who attacked and who defended: the last one who does not say it has what is left over."""
    challenge = challenge_of(typed)
    if challenge is None or not challenge.sides:
        return dict.fromkeys(ground.scrolls)
    said = {slug: _one_of(PlayedAs, typed.get(side_of(slug), "")) for slug in ground.scrolls}
    silent = [slug for slug, side in said.items() if side is None]
    left = [side for side in challenge.sides if side not in said.values()]
    if len(silent) == len(left) == 1:
        said[silent[0]] = left[0]
    return said


def columns(challenge: Challenge | None, side: PlayedAs | None, rules: HouseRules) -> tuple[Feat, ...]:
    """The feats that a team on this side can have done."""
    feats = rules.feats_of(challenge) if challenge else ()
    return tuple(feat for feat in feats if reports.is_for_side(feat, side))


def _team(
    slug: str,
    side: PlayedAs | None,
    challenge: Challenge | None,
    typed: Typed,
    ground: Ground,
    found: list[Problem],
) -> TeamReport:
    feats, scroll = columns(challenge, side, ground.house), ground.scrolls[slug]
    rows = {ninja.id: _row(slug, ninja, feats, typed, found) for ninja in scroll.ninja}
    stars = tuple(ninja.id for ninja in scroll.ninja if typed.get(cell(slug, ninja.id, ALL_STAR)))
    kept = {id_: row for id_, row in rows.items() if row != NinjaReport()}
    return TeamReport(slug, Result.LOST, 0, kept, stars, side)


def _row(slug: str, ninja: Ninja, feats: Iterable[Feat], typed: Typed, found: list[Problem]) -> NinjaReport:
    times = {feat.id: _times(slug, ninja, feat, typed, found) for feat in feats if reports.is_for_type(feat, ninja)}
    return NinjaReport(
        on_board=bool(typed.get(board(slug, ninja.id))),
        feats={id_: number for id_, number in times.items() if number},
        healing_house=bool(typed.get(house(slug, ninja.id))),
    )


def _times(slug: str, ninja: Ninja, feat: Feat, typed: Typed, found: list[Problem]) -> int:
    name = cell(slug, ninja.id, feat.id)
    number = _number(typed.get(name, ""))
    if number is None:
        found.append(Problem("not-a-number", f"“{feat.name}” is a whole number from 0 to {reports.MOST}.", name))
    return number or 0


def _points(slug: str, counted: int, typed: Typed, found: list[Problem]) -> int:
    written = typed.get(points_of(slug), "").strip()
    number = _number(written)
    if number is None:
        found.append(Problem("points", f"Points are a whole number from 0 to {reports.MOST_POINTS}.", slug))
    return number if written and number is not None else counted


def _counted(team: TeamReport, challenge: Challenge | None, ground: Ground) -> int:
    if challenge is None:
        return 0
    return reports.counted_points(team, ground.scrolls[team.team], challenge, ground.house)


def _results(typed: Typed, points: Mapping[str, int], found: list[Problem]) -> dict[str, Result]:
    """What is said, and what follows from the points where nothing is."""
    said: dict[str, Result] = {}
    for slug in points:
        written = typed.get(result_of(slug), "")
        if result := _one_of(Result, written):
            said[slug] = result
        elif written:
            found.append(Problem("result", "A team has won, lost, drawn or conceded.", slug))
    return reports.results_by_points(points, said)


def _moments(written: str, report: reports.Report) -> Iterator[Moment]:
    """Those that the counts bear out: of a feat done twice there are at most two."""
    challenge = catalog().challenges.get(report.challenge)
    left: Counter[tuple[str, str, str]] = Counter()
    for team in report.teams:
        for ninja, row in team.ninja.items():
            left.update({(team.team, ninja, feat): times for feat, times in row.feats.items()})
    for moment in _listed(written):
        match moment:
            case [int(number), str(team_), str(ninja), str(feat)] if (
                challenge and number in range(1, challenge.rounds + 1) and left[team_, ninja, feat] > 0
            ):
                left[team_, ninja, feat] -= 1
                yield int(number), team_, ninja, feat


def _listed(written: str) -> list[Any]:
    try:
        found = json.loads(written)
    except (ValueError, RecursionError):
        return []
    return found if isinstance(found, list) else []


def _number(written: str) -> int | None:
    """Nothing typed is zero; what is no number is none."""
    written = written.strip()
    if not written:
        return 0
    return int(written) if NUMBER.fullmatch(written) else None


def _one_of(kind: Any, written: str) -> Any:
    return next((its for its in kind if its.value == written), None)
