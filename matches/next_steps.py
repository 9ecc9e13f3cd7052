"""What waits on the desks of leagues, and what of it for whoever looks. One query for both, and for all leagues."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import date
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Exists, F, OuterRef, QuerySet, Value
from django.db.models.functions import Coalesce
from django.urls import reverse

from league.models import League, today
from league.models import Side as Seat
from league.next_steps import Standings, Step, Waiting
from league.permissions import Standing
from matches import waiting
from matches.models import Match, Side, Signature
from matches.waiting import About
from rules.problems import counted, listed
from teams.statements import Statement, statement

VIEWER = -1_000_000  # stands for whoever looks, far from those that stand for leagues
Rows = QuerySet[Any, Any]
GAME, PROPOSAL, STEPS, ROSTER = "game", "proposal", About.STEPS, About.ROSTER
KINDS = {
    GAME: ("game is overdue", "games are overdue"),
    Match.State.REPORTED: ("report waits", "reports wait"),
    Match.State.DISPUTED: ("report is disputed", "reports are disputed"),
    PROPOSAL: ("amendment is proposed", "amendments are proposed"),
    STEPS: ("team has steps to take", "teams have steps to take"),
    ROSTER: ("team may not play", "teams may not play"),
}
ABOUT = {
    GAME: About.GAME,
    Match.State.REPORTED: About.REPORT,
    Match.State.DISPUTED: About.REPORT,
    PROPOSAL: About.REPORT,
    STEPS: About.STEPS,
    ROSTER: About.ROSTER,
}
REMINDED = "The ninja master reminds you: "


@dataclass(frozen=True, slots=True)
class Matter:
    """One thing that waits, as far as it concerns one team."""

    league: int
    kind: str
    thing: int  # the game, or the team
    number: int  # how many of it, or which version
    seat: int
    team: str
    slug: str
    owner: int | None
    is_done: bool  # this team has done its part
    is_reminded: bool

    @property
    def waits(self) -> bool:
        """For this team. Where words stand against each other, nobody is done."""
        return not self.is_done or self.kind == Match.State.DISPUTED


@dataclass(frozen=True, slots=True)
class Concern:
    """What somebody has to do, and where."""

    about: About
    sentence: str
    label: str
    url: str
    is_reminded: bool


def waiting_in(leagues: Standings, viewer: User) -> dict[int, Waiting]:
    """Those who run a league see how much waits on their desk; everybody what waits for them."""
    run = [its.pk for its, has in leagues if has >= Standing.ASSISTANT]
    played = [its.pk for its, has in leagues if has < Standing.ASSISTANT]
    found = _read(run, played, viewer.pk)
    return {its.pk: _waiting([m for m in found if m.league == its.pk], has, viewer) for its, has in leagues}


def _waiting(found: Sequence[Matter], has: Standing, viewer: User) -> Waiting:
    runs_it = has >= Standing.ASSISTANT
    return Waiting(
        desk=len({(its.kind, its.thing, its.number) for its in found}) if runs_it else 0,
        desk_says=_summary(found) if runs_it else "",
        own=tuple(_step(its) for its in concerns(found, lambda its: its.owner == viewer.pk)),
    )


def _summary(found: Iterable[Matter]) -> str:
    counts = Counter(kind for kind, *_ in {(its.kind, its.thing, its.number) for its in found})
    told = [counted(counts[kind], *nouns) for kind, nouns in KINDS.items() if counts[kind]]
    return f"{listed(told)}." if told else ""


# The query


def matters(league: League) -> list[Matter]:
    """Everything that waits in the league, game by game and team by team."""
    return _read([league.pk], [], None)


def _read(run: Sequence[int], played: Sequence[int], viewer: int | None) -> list[Matter]:
    """Of leagues that are run everything, of those that are played in what concerns the viewer."""
    keys = {-number: key for number, key in enumerate((*run, *played), 1)}
    asked = _statement(connection.vendor, len(run), len(played), today())
    found = (Matter(*row) for row in asked.ask(keys | {VIEWER: viewer or 0}))
    return sorted(found, key=attrgetter("kind", "thing", "number", "seat"))


@lru_cache(maxsize=64)
def _statement(vendor: str, run: int, played: int, day: date) -> Statement:
    """For so many leagues, which count from -1 down. What is overdue is another matter the next day."""
    leagues = [League(pk=-number) for number in range(1, run + played + 1)]
    first, *others = [*_parts(leagues[:run]), *_parts(leagues[run:], User(pk=VIEWER))]
    return statement(first.union(*others, all=True))


def _parts(leagues: Sequence[League], only: User | None = None) -> list[Rows]:
    """Of these leagues everything, or only what concerns one player: as many parts for many leagues as for one."""
    return [*_about_games(leagues, only), *_about_teams(leagues, only)] if leagues else []


def _about_games(leagues: Sequence[League], only: User | None) -> Iterator[Rows]:
    overdue, unaccepted = waiting.overdue_games(*leagues), waiting.unaccepted(*leagues)
    proposed = waiting.proposals(*leagues)
    if only:
        overdue = overdue.filter(sides__entrant__team__owner=only)
        unaccepted = unaccepted.filter(sides__team__owner=only)
        proposed = proposed.filter(pk__in=proposed.filter(match__sides__team__owner=only).values("pk"))
    seats = Seat.objects.filter(fixture__in=overdue.values("pk"))
    seats = seats.annotate(due=Coalesce("fixture__deadline", "fixture__round__deadline"))
    yield _rows(
        seats,
        league=F("fixture__round__season__league_id"),
        kind=Value(GAME),
        thing=F("fixture_id"),
        seat=F("position"),
        is_reminded=Exists(waiting.reminders_of_game("entrant__team", "due")),
        team="entrant__team__",
    )
    yield _rows(
        Side.objects.filter(match__in=unaccepted.values("pk")),
        league=F("match__fixture__round__season__league_id"),
        kind=F("match__state"),
        thing=F("match__fixture_id"),
        seat=F("position"),
        is_done=waiting.has_signed(),
        is_reminded=Exists(waiting.reminders_of_report("team", "match")),
        team="team__",
    )
    yield _rows(
        proposed,
        league=F("match__fixture__round__season__league_id"),
        kind=Value(PROPOSAL),
        thing=F("match__fixture_id"),
        number=F("number"),
        seat=F("match__sides__position"),
        is_done=Exists(Signature.objects.filter(report=OuterRef("pk"), side=OuterRef("match__sides"))),
        is_reminded=Exists(waiting.reminders_of_proposal("match__sides__team", "match")),
        team="match__sides__team__",
    )


def _about_teams(leagues: Sequence[League], only: User | None) -> Iterator[Rows]:
    for kind, found, column in (
        (About.STEPS, waiting.teams_with_steps(*leagues), "steps_due"),
        (About.ROSTER, waiting.illegal_teams(*leagues), "roster_problems"),
    ):
        yield _rows(
            found.filter(owner=only) if only else found,
            league=F("plays_in"),
            kind=Value(kind.value),
            thing=F("pk"),
            number=F(column),
            is_reminded=Exists(waiting.reminders_of_team(kind)),
        )


def _rows(found: QuerySet[Any], team: str = "", **told: Any) -> Rows:
    """Each part has the same columns in the same order, as a union needs them: those of `Matter`."""
    given = {"number": Value(0), "seat": Value(0), "is_done": Value(value=False), **told}
    its_team = {"team": F(f"{team}name"), "slug": F(f"{team}slug"), "owner": F(f"{team}owner_id")}
    columns = {f"its_{name}": expression for name, expression in (given | its_team).items()}
    # Without an order: parts of a union must not have one of their own.
    rows: Rows = found.order_by().annotate(**columns).values_list(*(f"its_{its.name}" for its in fields(Matter)))
    return rows


# What it means for whoever has to act


def concerns(found: Iterable[Matter], of: Callable[[Matter], bool]) -> Iterator[Concern]:
    """What waits for certain teams, each as a sentence with the way to it."""
    for (kind, thing, number), group in groupby(found, attrgetter("kind", "thing", "number")):
        teams = list(group)
        concerned = [its for its in teams if of(its) and its.waits]
        if concerned:
            told = _told(kind, thing, number, [its.team for its in teams], concerned[0].slug)
            yield Concern(ABOUT[kind], *told, is_reminded=any(its.is_reminded for its in concerned))


def _step(its: Concern) -> Step:
    return Step(f"{REMINDED}{its.sentence}" if its.is_reminded else its.sentence, its.label, its.url)


def _told(kind: str, thing: int, number: int, names: Sequence[str], slug: str) -> tuple[str, str, str]:
    """A sentence, and the way to where something can be done about it."""
    who = listed(names, "against")
    match kind:
        case "game":
            return f"{who} is overdue.", "Go to the game", reverse("fixture", kwargs={"pk": thing})
        case Match.State.REPORTED:
            report = reverse("report", kwargs={"pk": thing})
            return f"The report of {who} waits for your signature.", "Read and countersign", report
        case Match.State.DISPUTED:
            report = reverse("report", kwargs={"pk": thing})
            return f"The reports of {who} do not agree.", "Compare and answer", report
        case "proposal":
            agree = reverse("agree-amendment", kwargs={"pk": thing, "number": number})
            return f"An amendment of {who} waits for your signature.", "Look at it", agree
        case About.STEPS:
            desk = reverse("desk", kwargs={"slug": slug})
            return f"{who} has {counted(number, 'step')} to take after its game.", "Go on", desk
        case _:
            return f"{who} may not play: its roster is not legal.", "See why", reverse("team", kwargs={"slug": slug})
