"""Games on the ninja master's desk: overdue ones, reports that wait or disagree, amendments that were proposed."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from django.contrib.auth.models import User
from django.db.models import Prefetch
from django.db.models.functions import Coalesce
from django.urls import reverse

from league import results
from league.models import Fixture, League, today
from league.models import Side as Seat
from league.permissions import Standing
from matches import waiting
from matches.differences import Names, differences
from matches.models import Match, Report, Side
from matches.permissions import May, Voice
from matches.reminding import Reminding, causes, reminding_of
from matches.waiting import About
from rules.problems import counted, listed
from rules.report import report_from_json

EXTENSION = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class LateGame:
    pk: int
    names: str
    url: str
    round: str
    deadline: date
    late: str
    note: str
    based_on: str
    until: date  # if it is extended
    players: tuple[Reminding, ...]

    @property
    def causes(self) -> str:
        return causes(self.players)


@dataclass(frozen=True, slots=True)
class LateRound:
    """Several games of it are late, and none of them has a day of its own."""

    season: int
    number: int
    name: str
    games: str
    until: date


@dataclass(frozen=True, slots=True)
class Version:
    number: int
    score: str
    author: str
    written_at: datetime
    signed: str  # which teams


@dataclass(frozen=True, slots=True)
class OpenReport:
    names: str
    url: str
    is_disputed: bool
    versions: tuple[Version, ...]
    missing: str  # which teams have not signed
    silence_at: datetime | None
    held_up: str
    differ: str  # in how many cells, if it is disputed
    compare_url: str
    settle_url: str  # empty for whoever may not
    players: tuple[Reminding, ...]

    @property
    def causes(self) -> str:
        return causes(self.players)


@dataclass(frozen=True, slots=True)
class Proposed:
    names: str
    url: str
    voids: bool
    author: str
    written_at: datetime
    reason: str
    missing: str
    players: tuple[Reminding, ...]

    @property
    def causes(self) -> str:
        return causes(self.players)


# Overdue


def late_games(league: League) -> list[Fixture]:
    """Two queries."""
    due = Coalesce("fixture__deadline", "fixture__round__deadline")
    seats = Seat.objects.select_related("entrant__team__owner").annotate(due=due).order_by("position")
    seats = seats.annotate(**waiting.latest(waiting.reminders_of_game("entrant__team", "due")))
    longest_first = (Coalesce("deadline", "round__deadline"), "round__number", "pk")
    found = waiting.overdue_games(league).select_related("round__season").order_by(*longest_first)
    return list(found.prefetch_related(Prefetch("sides", queryset=seats)))


def late_game(its: Fixture) -> LateGame:
    seats, deadline = list(its.sides.all()), its.deadline or its.round.deadline or today()
    return LateGame(
        pk=its.pk,
        names=listed([seat.entrant.team.name for seat in seats], "against"),
        url=its.get_absolute_url(),
        round=f"{its.round} of {its.round.season}",
        deadline=deadline,
        late=counted((today() - deadline).days, "day"),
        note=its.note,
        based_on=results.version_of(its),
        until=today() + EXTENSION,
        players=tuple(reminding_of(seat, seat.entrant.team, About.GAME) for seat in seats),
    )


def late_rounds(games: Iterable[Fixture]) -> Iterator[LateRound]:
    by_round = sorted((its for its in games if its.deadline is None), key=lambda its: its.round_id)
    for _, group in groupby(by_round, key=lambda its: its.round_id):
        late = list(group)
        if len(late) > 1:
            its_round, season = late[0].round, late[0].round.season
            name, games_said = f"{its_round} of {season}", counted(len(late), "game")
            yield LateRound(season.number, its_round.number, name, games_said, today() + EXTENSION)


# Reports


def open_matches(league: League) -> list[Match]:
    """What is disputed comes first. Four queries."""
    reminded = waiting.latest(waiting.reminders_of_report("team", "match"))
    sides = Side.objects.select_related("team__owner").annotate(**reminded).order_by("position")
    versions = waiting.live_reports().select_related("author").order_by("number")
    parts = (Prefetch("sides", sides), Prefetch("reports", versions), "reports__signatures")
    return list(waiting.unaccepted(league).order_by("state", "briefed_at", "pk").prefetch_related(*parts))


def open_report(its: Match, has: Standing, viewer: User) -> OpenReport:
    sides, versions = list(its.sides.all()), list(its.reports.all())
    signed = {signature.side_id for version in versions for signature in version.signatures.all()}
    is_disputed = its.state == Match.State.DISPUTED
    waits_for = sides if is_disputed else [side for side in sides if side.pk not in signed]
    here = {"pk": its.fixture_id}
    return OpenReport(
        names=_names(sides),
        url=its.get_absolute_url(),
        is_disputed=is_disputed,
        versions=tuple(_version(version, sides) for version in versions),
        missing=_missing(sides, signed),
        silence_at=its.silence_at,
        held_up=its.held_up,
        differ=_differ(versions) if is_disputed else "",
        compare_url=reverse("compare-reports", kwargs=here) if is_disputed else "",
        settle_url=reverse("settle-report", kwargs=here) if _may_settle(sides, has, viewer) else "",
        players=tuple(reminding_of(side, side.team, About.REPORT) for side in waits_for),
    )


def _version(its: Report, sides: Sequence[Side]) -> Version:
    signed = {signature.side_id for signature in its.signatures.all()}
    names = [side.team.name for side in sides if side.pk in signed]
    return Version(its.number, _score(its, sides), _author(its), its.written_at, listed(names) if names else "")


def _score(its: Report, sides: Sequence[Side]) -> str:
    """In the order in which the teams are named: `3 : 6`."""
    points = {told.team: told.points for told in report_from_json(its.data).teams}
    return " : ".join(str(points.get(side.team.slug, 0)) for side in sides)


def _differ(versions: Iterable[Report]) -> str:
    """Names do not matter for a number."""
    told = {version.number: report_from_json(version.data) for version in versions}
    return counted(len(differences(told, Names({}, {}, {}))), "cell")


def _may_settle(sides: Sequence[Side], has: Standing, viewer: User) -> bool:
    own = frozenset(side.team_id for side in sides if side.team.owner_id == viewer.pk)
    return Voice(has, own).may(May.SETTLE)


# Proposals


def open_proposals(league: League) -> list[Report]:
    """Three queries."""
    reminded = waiting.latest(waiting.reminders_of_proposal("team", "match"))
    sides = Side.objects.select_related("team__owner").annotate(**reminded).order_by("position")
    found = waiting.proposals(league).select_related("author", "match").order_by("written_at", "pk")
    return list(found.prefetch_related(Prefetch("match__sides", sides), "signatures"))


def proposed(its: Report) -> Proposed:
    sides, signed = list(its.match.sides.all()), {signature.side_id for signature in its.signatures.all()}
    return Proposed(
        names=_names(sides),
        url=reverse("agree-amendment", kwargs={"pk": its.match.fixture_id, "number": its.number}),
        voids=its.data is None,
        author=_author(its),
        written_at=its.written_at,
        reason=its.reason,
        missing=_missing(sides, signed),
        players=tuple(reminding_of(side, side.team, About.REPORT) for side in sides if side.pk not in signed),
    )


# Shared


def _names(sides: Iterable[Side]) -> str:
    return listed([side.team.name for side in sides], "against")


def _missing(sides: Iterable[Side], signed: Collection[int]) -> str:
    names = [side.team.name for side in sides if side.pk not in signed]
    return listed(names) if names else ""


def _author(its: Report) -> str:
    return its.author.get_username() if its.author else "somebody who has left"
