"""Where versions of a report differ, cell by cell. Pure: reports and names in, differences out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from matches.report_fields import board, cell, house, points_of, result_of, side_of
from rules.catalog import catalog
from rules.house import ALL_STAR, HouseRules
from rules.report import NinjaReport, Report, TeamReport
from rules.scroll import Result

ENDED = {Result.WON: "Won", Result.LOST: "Lost", Result.DREW: "Drew", Result.CONCEDED: "Conceded"}
GONE = "A ninja who has left"
YES, NO = "yes", "no"
NOTHING = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class Names:
    """How teams and their ninja are called, by their ids, in the order in which they are shown."""

    teams: Mapping[str, str]
    ninja: Mapping[tuple[str, str], str]
    feats: Mapping[str, str]
    colours: Mapping[str, str] = field(default_factory=dict)  # of the teams

    def of(self, team: str, ninja: str) -> str:
        return self.ninja.get((team, ninja), GONE)


@dataclass(frozen=True, slots=True)
class Differing:
    """A cell of which versions say different things: whose it is, what it counts, and what each of them says."""

    subject: str
    team: str
    ninja: str
    what: str
    said: tuple[tuple[int, str], ...]  # by the number of the version


Cell = tuple[str, str, str, str]  # its subject, the team, the ninja, and what it is about


def differences(versions: Mapping[int, Report], names: Names) -> list[Differing]:
    """Every cell that is not the same in all of these versions, in the order of the form."""
    told = {number: dict(_values(report)) for number, report in versions.items()}
    found = []
    for (subject, team, ninja, what), default in _cells(list(versions.values()), names):
        said = {number: values.get(subject, default) for number, values in told.items()}
        if len(set(said.values())) > 1:
            found.append(Differing(subject, team, ninja, what, tuple(said.items())))
    return found


def feat_names(rules: HouseRules) -> dict[str, str]:
    """Of every challenge: two versions may not even agree on that."""
    return {feat.id: feat.name for its in catalog().challenges.values() for feat in rules.feats_of(its)}


def _cells(versions: Sequence[Report], names: Names) -> Iterator[tuple[Cell, str]]:
    """Every cell that any version fills, with what it says where nothing stands in it."""
    yield ("challenge", "", "", "Challenge"), NOTHING
    for slug in _ordered((team.team for its in versions for team in its.teams), names.teams):
        teams = [team for its in versions for team in its.teams if team.team == slug]
        name = names.teams.get(slug, slug)
        yield (result_of(slug), name, "", "Result"), NOTHING
        yield (side_of(slug), name, "", "Side"), NOTHING
        yield (points_of(slug), name, "", "Points"), NOTHING
        for id_ in _ordered(_ninja(teams), [ninja for team, ninja in names.ninja if team == slug]):
            who = names.of(slug, id_)
            yield (board(slug, id_), name, who, "On the board"), NO
            for feat in dict.fromkeys(feat for team in teams for feat in _row(team, id_).feats):
                yield (cell(slug, id_, feat), name, who, names.feats.get(feat, feat)), "0"
            yield (house(slug, id_), name, who, "Healing House"), NO
            yield (cell(slug, id_, ALL_STAR), name, who, "All-Star"), NO


def _ninja(teams: Iterable[TeamReport]) -> Iterator[str]:
    for team in teams:
        yield from (*team.ninja, *team.all_stars)


def _row(team: TeamReport, ninja: str) -> NinjaReport:
    return team.ninja.get(ninja, NinjaReport())


def _ordered(found: Iterable[str], order: Iterable[str]) -> list[str]:
    """Each once: those whose place is known in that order, then the others."""
    known, here = list(order), dict.fromkeys(found)
    return [*(id_ for id_ in known if id_ in here), *(id_ for id_ in here if id_ not in known)]


def _values(report: Report) -> Iterator[tuple[str, str]]:
    challenge = catalog().challenges.get(report.challenge)
    yield "challenge", challenge.name if challenge else report.challenge
    for team in report.teams:
        slug = team.team
        yield result_of(slug), ENDED[team.result]
        yield side_of(slug), team.side.capitalize() if team.side else NOTHING
        yield points_of(slug), str(team.points)
        for id_, row in team.ninja.items():
            yield board(slug, id_), YES if row.on_board else NO
            yield house(slug, id_), YES if row.healing_house else NO
            yield from ((cell(slug, id_, feat), str(times)) for feat, times in row.feats.items())
        yield from ((cell(slug, id_, ALL_STAR), YES) for id_ in team.all_stars)
