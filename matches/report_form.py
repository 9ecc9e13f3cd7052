"""A report as a form: what was typed into it, read as an account of the game, and the other way round.

It serves a new report and an amendment alike: `ground_of` says which teams, rules and briefing it stands on, with the
teams as they are now or as they were before the game. A page that takes reports does this:

    ground = ground_of(match, scrolls)                  # reporting.scrolls_of(match), or amending.scrolls_before(match)
    typed = typed_in(request.POST, ground)              # or fresh(ground), or typed_from(account, ground)
    filled = read(typed, ground)                        # .account is what a service takes
    found = problems(filled, ground)
    grid = grid_shown(typed, ground, found)             # report_grid.py, for templates/matches/_grid.html

The names of the fields are told in `report_fields.py`.
"""

import json
from collections.abc import Iterator

from matches.report_fields import (
    ON,
    Ground,
    Typed,
    board,
    cell,
    ground_of,
    house,
    points_of,
    result_of,
    side_of,
    typed_in,
)
from matches.report_reading import Filled, read
from matches.reporting import Account
from rules import game
from rules.house import ALL_STAR
from rules.problems import Problem
from rules.report import TeamReport

__all__ = ["Filled", "Ground", "Typed", "fresh", "ground_of", "problems", "read", "typed_from", "typed_in"]


def fresh(ground: Ground) -> dict[str, str]:
    """An untouched form: everybody who could was on the board."""
    return {"challenge": ground.challenge} | {
        board(team, ninja.id): ON
        for team, scroll in ground.scrolls.items()
        for ninja in scroll.ninja
        if ninja.is_available
    }


def typed_from(account: Account, ground: Ground) -> dict[str, str]:
    """The form that says this. What follows from the feats is left to follow from them."""
    report = account.report
    typed = {"challenge": report.challenge, "notes": account.notes, "moments": json.dumps(account.moments)}
    for team in report.teams:
        typed |= dict(_team_typed(team))
    filled = read(typed, ground)
    said = {team.team: team for team in report.teams}
    for slug, points in filled.counted.items():
        if slug in said and said[slug].points != points:
            typed[points_of(slug)] = str(said[slug].points)
    for team in read(typed, ground).account.report.teams:
        if team.team in said and said[team.team].result is not team.result:
            typed |= {result_of(slug): its.result.value for slug, its in said.items()}
    return typed


def _team_typed(team: TeamReport) -> Iterator[tuple[str, str]]:
    if team.side:
        yield side_of(team.team), team.side.value
    for ninja, row in team.ninja.items():
        if row.on_board:
            yield board(team.team, ninja), ON
        if row.healing_house:
            yield house(team.team, ninja), ON
        yield from ((cell(team.team, ninja, feat), str(times)) for feat, times in row.feats.items() if times)
    yield from ((cell(team.team, ninja, ALL_STAR), ON) for ninja in team.all_stars)


def problems(filled: Filled, ground: Ground) -> list[Problem]:
    """What cannot be read, and what cannot have been: each with its cell."""
    told = game.problems(filled.account.report, ground.scrolls, ground.house, ground.briefing)
    said = {problem.subject for problem in filled.problems}
    return [*filled.problems, *(its for its in told if its.code != "unknown-challenge" or its.subject not in said)]
