"""Versions of a report as pages show them: the list, one of them with its grid, and any two compared."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch
from django.urls import reverse
from django.utils import timezone

from matches import briefings, reporting
from matches.differences import ENDED, Differing, Names, differences, feat_names
from matches.models import Match, Report, Side, Signature
from rules import report as reports
from rules.catalog import Feat, catalog
from rules.house import HouseRules
from rules.report import NinjaReport, TeamReport
from teams.models import Ninja

SOMEBODY = "somebody who has left"


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version in the list of all: whose it is, and what became of it."""

    number: int
    url: str
    kind: str
    author: str
    written_at: datetime
    state: str
    is_in_force: bool
    reason: str
    signed: tuple[str, ...]
    is_void: bool  # it says that there was no such game


@dataclass(frozen=True, slots=True)
class RowRead:
    name: str
    on_board: bool
    counts: tuple[tuple[str, int], ...]  # by the name of the feat
    healing_house: bool
    all_star: bool


@dataclass(frozen=True, slots=True)
class TeamRead:
    """A team's part of a version, to be read only."""

    name: str
    colour: str
    ended: str
    points: int
    side: str
    feats: tuple[str, ...]
    rows: tuple[RowRead, ...]


@dataclass(frozen=True, slots=True)
class VersionPage:
    line: VersionLine
    challenge: str
    notes: str
    teams: tuple[TeamRead, ...]
    previous: int  # the number of the version before it; 0, if it is the first


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two versions side by side. `differing` is none if one of them voids the game."""

    a: VersionLine
    b: VersionLine
    differing: tuple[Differing, ...] | None

    @property
    def heads(self) -> tuple[VersionLine, ...]:
        return (self.a, self.b)

    @property
    def pair(self) -> tuple[tuple[str, VersionLine], ...]:
        """Each with the name of the field that chooses it."""
        return (("a", self.a), ("b", self.b))


def versions_of(match: Match) -> list[Report]:
    """All of them, each with its author and who has signed it. Three queries, however many there are."""
    signed = Signature.objects.select_related("side__team", "person")
    found = match.reports.select_related("author").prefetch_related(Prefetch("signatures", queryset=signed))
    return list(found)


def line(report: Report, match: Match) -> VersionLine:
    return VersionLine(
        number=report.number,
        url=reverse("report-version", kwargs={"pk": match.fixture_id, "number": report.number}),
        kind=report.get_kind_display(),
        author=report.author.get_username() if report.author else SOMEBODY,
        written_at=report.written_at,
        state=_state(report, match),
        is_in_force=report.pk == match.accepted_id,
        reason=report.reason,
        signed=tuple(its.side.team.name for its in report.signatures.all()),
        is_void=report.data is None,
    )


def _state(report: Report, match: Match) -> str:
    if report.pk == match.accepted_id:
        return f"In force since {_day(report.in_force_from)}"
    if report.in_force_from and report.kind == Report.Kind.VOIDING:
        return f"Voided the game on {_day(report.in_force_from)}"
    if report.in_force_from:
        return f"In force from {_day(report.in_force_from)}, until another one was"
    if report.withdrawn_at:
        return f"Taken back on {_day(report.withdrawn_at)}"
    if report.kind == Report.Kind.FILED:
        return "Waiting" if match.state in Match.WAITING else "Never in force"
    return "Proposed"


def _day(moment: datetime | None) -> str:
    return f"{timezone.localtime(moment):%-d %B %Y, %H:%M}" if moment else ""


def page_of(report: Report, match: Match) -> VersionPage:
    told = reporting.account_of(report)
    challenge = catalog().challenges.get(told.report.challenge) if told else None
    return VersionPage(
        line=line(report, match),
        challenge=challenge.name if challenge else "",
        notes=report.notes,
        teams=teams_read(told.report, briefings.rules_of(match), names_of(match)) if told else (),
        previous=report.number - 1,
    )


def teams_read(told: reports.Report, rules: HouseRules, names: Names) -> tuple[TeamRead, ...]:
    """All that a version says of each team."""
    challenge = catalog().challenges.get(told.challenge)
    feats = rules.feats_of(challenge) if challenge else ()
    return tuple(_team(team, feats, names) for team in told.teams)


def _team(team: TeamReport, feats: Iterable[Feat], names: Names) -> TeamRead:
    done = {feat for row in team.ninja.values() for feat in row.feats}
    columns = [feat for feat in feats if feat.id in done or not feat.side or feat.side is team.side]
    ids = [ninja for slug, ninja in names.ninja if slug == team.team and ninja in team.ninja]
    ids += [ninja for ninja in team.ninja if ninja not in ids]
    return TeamRead(
        name=names.teams.get(team.team, team.team),
        colour=names.colours.get(team.team, ""),
        ended=ENDED[team.result],
        points=team.points,
        side=team.side.capitalize() if team.side else "",
        feats=tuple(feat.name for feat in columns),
        rows=tuple(_row(id_, team.ninja[id_], team, columns, names) for id_ in ids),
    )


def _row(id_: str, row: NinjaReport, team: TeamReport, columns: Iterable[Feat], names: Names) -> RowRead:
    counts = tuple((feat.name, row.feats.get(feat.id, 0)) for feat in columns)
    return RowRead(names.of(team.team, id_), row.on_board, counts, row.healing_house, id_ in team.all_stars)


def compared(a: Report, b: Report, match: Match) -> Comparison:
    told = {version.number: its.report for version in (a, b) if (its := reporting.account_of(version))}
    can_compare = all(version.number in told for version in (a, b))
    differing = tuple(differences(told, names_of(match))) if can_compare else None
    return Comparison(line(a, match), line(b, match), differing)


def names_of(match: Match, sides: Sequence[Side] | None = None) -> Names:
    """Ninja go by the names they have now, those who have left included. Two queries."""
    teams = [side.team for side in (sides or match.sides.select_related("team"))]
    ninja = Ninja.objects.filter(team__in=teams).values_list("team__slug", "ninja_id", "name")
    return Names(
        teams={team.slug: team.name for team in teams},
        ninja={(slug, id_): name for slug, id_, name in ninja},
        feats=feat_names(briefings.rules_of(match)),
        colours={team.slug: team.colour for team in teams},
    )
