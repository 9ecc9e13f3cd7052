"""Makes the grid of a report for a page: whatever stands in the form, with every problem beside its cell.

`templates/matches/_grid.html` renders it, and posts the fields that `report_fields.py` names.
"""

import json
from collections.abc import Iterable, Sequence

from matches.differences import ENDED
from matches.report_fields import Ground, Typed, board, cell, house, points_of, result_of, side_of
from matches.report_form import problems
from matches.report_reading import Filled, challenge_of, columns, read
from matches.report_shown import CellShown, ColumnShown, GridShown, Option, RowShown, TeamGrid, TickShown
from rules import report as reports
from rules.catalog import Challenge, Feat, catalog
from rules.house import ALL_STAR
from rules.problems import Problem, counted, listed
from rules.report import TeamReport
from rules.scroll import Ninja

__all__ = ["GridShown", "fields_of", "grid_shown", "id_of"]

# Which field of a team or of a ninja a problem is about, by its code.
TEAM_FIELDS = {"points": points_of, "no-side": side_of, "result": result_of}
ROW_FIELDS = {"unavailable": board, "never-on-board": house}


def grid_shown(typed: Typed, ground: Ground, found: Iterable[Problem] | None = None) -> GridShown:
    """The form with these values in it. Without problems handed in, those that the rules find."""
    filled = read(typed, ground)
    found = list(problems(filled, ground) if found is None else found)
    challenge, wrong = challenge_of(typed), {name for its in found for name in fields_of(its, ground)}
    told = {team.team: team for team in filled.account.report.teams}
    teams = tuple(_team(slug, told[slug], challenge, typed, ground, filled, found, wrong) for slug in ground.scrolls)
    return GridShown(
        challenge=challenge.id if challenge else "",
        name=challenge.name if challenge else "",
        challenges=tuple(_challenges(challenge, ground)),
        rounds=_rounds(challenge, typed.get("round", "")),
        moments=json.dumps(filled.account.moments),
        shape="/".join([typed.get("challenge", ""), *(str(team.side or "") for team in told.values())]),
        teams=teams,
        problems=tuple(its.message for its in found if its.subject.split("/")[0] not in ground.scrolls),
        wrong=tuple(sorted(wrong)),
    )


def fields_of(problem: Problem, ground: Ground) -> tuple[str, ...]:
    """The names of the fields that a problem is about; none, if it is about the whole."""
    team, _, rest = problem.subject.partition("/")
    if problem.subject == "result":
        return tuple(result_of(slug) for slug in ground.scrolls)
    if team not in ground.scrolls:
        return (problem.subject,) if problem.subject in ("challenge", "notes", "story") else ()
    if "/" in rest:
        return (problem.subject,)
    if rest:
        return (ROW_FIELDS[problem.code](team, rest),) if problem.code in ROW_FIELDS else ()
    return (TEAM_FIELDS[problem.code](team),) if problem.code in TEAM_FIELDS else ()


def id_of(name: str) -> str:
    """A field's name as an id that style sheets can name. Addresses and ids contain no two hyphens in a row."""
    return name.replace("/", "--").replace(":", "--")


def _challenges(chosen: Challenge | None, ground: Ground) -> Iterable[Option]:
    allowed = {its.id for its in ground.house.challenges}
    for id_, its in catalog().challenges.items():
        if id_ in allowed or its is chosen:
            yield Option(id_, its.name, its is chosen)


def _rounds(challenge: Challenge | None, played: str) -> tuple[Option, ...]:
    numbers = [str(number) for number in range(1, challenge.rounds + 1)] if challenge else []
    return tuple(Option(number, number, number == played) for number in numbers)


def _team(
    slug: str,
    told: TeamReport,
    challenge: Challenge | None,
    typed: Typed,
    ground: Ground,
    filled: Filled,
    found: Sequence[Problem],
    wrong: set[str],
) -> TeamGrid:
    scroll, feats = ground.scrolls[slug], columns(challenge, told.side, ground.house)
    awards = ground.briefing[slug].all_stars if slug in ground.briefing else 1
    return TeamGrid(
        slug=slug,
        id=id_of(slug),
        name=scroll.name,
        colour=ground.colours.get(slug, ""),
        results=_results(typed.get(result_of(slug), "")),
        sides=tuple(Option(its, its.capitalize(), its is told.side) for its in (challenge.sides if challenge else ())),
        points_name=points_of(slug),
        result_name=result_of(slug),
        side_name=side_of(slug),
        points=typed.get(points_of(slug), ""),
        counted=filled.counted[slug],
        declared=told.points,
        ended=ENDED[told.result],
        awards="1 award" if awards == 1 else f"{awards} awards, to different ninja",
        stars=f"{len(told.all_stars)} of {counted(awards, 'All-Star')} named",
        columns=tuple(_column(feat) for feat in feats),
        rows=tuple(_row(slug, ninja, feats, typed, found, wrong) for ninja in scroll.ninja),
        problems=_about(found, slug),
        hints=() if found or challenge is None else _about(_warnings(filled, ground), slug),
        result_is_wrong=result_of(slug) in wrong,
        side_is_wrong=side_of(slug) in wrong,
        points_is_wrong=points_of(slug) in wrong,
    )


def _warnings(filled: Filled, ground: Ground) -> list[Problem]:
    """How many All-Stars are named stands there anyway."""
    found = reports.warnings(filled.account.report, ground.scrolls, ground.house)
    return [its for its in found if its.code != "no-all-star"]


def _results(chosen: str) -> tuple[Option, ...]:
    return tuple(Option(its.value, label, its.value == chosen) for its, label in ENDED.items())


def _column(feat: Feat) -> ColumnShown:
    parts = [counted(feat.points, "point")] if feat.points else []
    parts += [f"{feat.xp} XP"] if feat.xp else []
    return ColumnShown(feat.name, listed(parts) if parts else "", _limit(feat))


def _row(
    slug: str, ninja: Ninja, feats: Iterable[Feat], typed: Typed, found: Iterable[Problem], wrong: set[str]
) -> RowShown:
    subject = f"{slug}/{ninja.id}"
    return RowShown(
        id=id_of(subject),
        name=ninja.name,
        kind=ninja.profile.full_name if ninja.profile.full_name != ninja.name else ninja.profile.type.capitalize(),
        absent="" if ninja.is_available else f"Misses {counted(ninja.misses, 'game')}",
        note="Starts in the Healing House" if ninja.is_available and ninja.starts_in_healing_house else "",
        board=_tick(board(slug, ninja.id), typed, wrong),
        house=_tick(house(slug, ninja.id), typed, wrong),
        star=_tick(cell(slug, ninja.id, ALL_STAR), typed, wrong),
        cells=tuple(_cell(slug, ninja, feat, typed, wrong) for feat in feats),
        problems=_about(found, subject, below=True),
    )


def _tick(name: str, typed: Typed, wrong: set[str]) -> TickShown:
    return TickShown(name, id_of(name), bool(typed.get(name)), name in wrong)


def _cell(slug: str, ninja: Ninja, feat: Feat, typed: Typed, wrong: set[str]) -> CellShown:
    if not reports.is_for_type(feat, ninja):
        return CellShown("", "", feat.name, "", "0", is_wrong=False)
    name = cell(slug, ninja.id, feat.id)
    return CellShown(name, id_of(name), feat.name, _limit(feat), typed.get(name, "") or "0", name in wrong)


def _limit(feat: Feat) -> str:
    return f"at most {feat.most_per_team} a team" if feat.most_per_team is not None else ""


def _about(found: Iterable[Problem], subject: str, *, below: bool = False) -> tuple[str, ...]:
    below_it = f"{subject}/" if below else ""
    told = (its.message for its in found if its.subject == subject or (below_it and its.subject.startswith(below_it)))
    return tuple(dict.fromkeys(told))
