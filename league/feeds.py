"""What calendars and news readers are given: games with their days, and what happened, as plain values.

A fixed number of queries, and never more than a reader can use. A game that is called off is gone from the calendar;
one that is forfeited stays in it, cancelled.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import DateField, Prefetch, QuerySet
from django.db.models.functions import Coalesce, TruncDate
from django.utils import timezone

from league.calendar import with_sides
from league.models import Fixture, League, Round, Season, Side, today
from league.notices.happenings import day, ending
from league.permissions import visible_leagues
from rules.problems import listed
from teams.models import Team
from teams.permissions import Person

MOST_EVENTS = 500
BACK, AHEAD = timedelta(days=180), timedelta(days=550)
MOST_RESULTS = 30
MOST_ROUNDS = 10
MOST_SEASONS = 10
NOT_SHOWN = (Fixture.State.PROPOSED, Fixture.State.BYE)
DECIDED = (Fixture.State.PLAYED, Fixture.State.FORFEITED)


@dataclass(frozen=True, slots=True)
class Event:
    """A game in a calendar, on the day by which it is to be played, or on which it was decided."""

    uid: str
    day: date
    summary: str
    description: str
    url: str
    label: str
    is_cancelled: bool
    sequence: int
    modified: datetime


@dataclass(frozen=True, slots=True)
class Item:
    """Something that happened, for a news reader."""

    id: str
    title: str
    text: str
    url: str
    published: datetime
    updated: datetime


def host() -> str:
    return urlsplit(settings.ORIGIN).hostname or "localhost"


# Calendars


# What an event tells, for there may be hundreds.
FIELDS = (
    *("state", "deadline", "note", "changes", "changed_at", "decided_at"),
    *("round__number", "round__is_playoff", "round__deadline", "round__changes", "round__changed_at"),
    *("round__published_at", "round__season__name", "round__season__format", "round__season__league__name"),
)


def events_of_league(league: League) -> list[Event]:
    return _events(Fixture.objects.filter(round__season__league=league))


def events_of_team(team: Team, viewer: Person) -> list[Event]:
    """Its games in leagues that the viewer may see."""
    return _events(_games_of(Side.objects.filter(entrant__team=team), viewer))


def events_of_person(person: Person) -> list[Event]:
    """The games of all their teams."""
    return _events(_games_of(Side.objects.filter(entrant__team__owner=person.pk), person))


def _games_of(sides: QuerySet[Side], viewer: Person) -> QuerySet[Fixture]:
    seen = visible_leagues(viewer).values("pk")
    return Fixture.objects.filter(pk__in=sides.values("fixture"), round__season__league__in=seen)


def _events(fixtures: QuerySet[Fixture]) -> list[Event]:
    """Those of these games that have a day, the latest first. Two queries."""
    on = Coalesce(TruncDate("decided_at"), "deadline", "round__deadline", output_field=DateField())
    sides = Side.objects.select_related("entrant__team").only("fixture", "outcome", "points", "entrant__team__name")
    found = (
        fixtures.filter(round__published_at__isnull=False)
        .exclude(state__in=NOT_SHOWN)
        .prefetch_related(Prefetch("sides", queryset=sides.order_by("position")))
        .select_related("round__season__league")
        .only(*FIELDS)
        .annotate(on=on)
        .filter(on__gte=today() - BACK, on__lte=today() + AHEAD)
        .order_by("-on", "-pk")[:MOST_EVENTS]
    )
    return [_event(its, its.on) for its in found if len(its.sides.all()) > 1]


def _event(fixture: Fixture, on: date) -> Event:
    its_round, season = fixture.round, fixture.round.season
    where = f"{its_round} of {season.name}, {season.league.name}."
    return Event(
        uid=f"game-{fixture.pk}@{host()}",
        day=on,
        summary=_summary(fixture),
        description="\n".join(filter(None, [where, _due(fixture, on), fixture.note])),
        url=settings.ORIGIN + fixture.get_absolute_url(),
        label=fixture.get_state_display(),
        is_cancelled=fixture.state == Fixture.State.FORFEITED,
        sequence=fixture.changes + its_round.changes,
        modified=_modified(fixture),
    )


def _summary(fixture: Fixture) -> str:
    sides = list(fixture.sides.all())
    named = listed([side.entrant.team.name for side in sides], "against")
    if fixture.state == Fixture.State.PLAYED:
        return ending(sides)
    return f"Postponed: {named}" if fixture.state == Fixture.State.POSTPONED else named


def _due(fixture: Fixture, on: date) -> str:
    if fixture.state == Fixture.State.FORFEITED:
        return "It is forfeited."
    return "" if fixture.state == Fixture.State.PLAYED else f"To be played by {day(on)}."


def _modified(fixture: Fixture) -> datetime:
    known = (fixture.changed_at, fixture.round.changed_at, fixture.round.published_at, fixture.decided_at)
    return max(moment for moment in known if moment)


# News


def news_of(league: League) -> list[Item]:
    """Results, rounds and champions. Four queries."""
    return [*_results(league), *_rounds(league), *_champions(league)]


def latest(items: Iterable[Item], most: int) -> list[Item]:
    return sorted(items, key=lambda its: (its.published, its.id), reverse=True)[:most]


def item_id(league: League, what: str) -> str:
    """The same for ever, wherever the site moves within its name."""
    return f"tag:{host()},{league.created_at:%Y-%m-%d}:{league.slug}/{what}"


def _results(league: League) -> list[Item]:
    decided = Fixture.objects.filter(
        round__season__league=league,
        round__published_at__isnull=False,
        state__in=DECIDED,
        decided_at__isnull=False,
    )
    found = with_sides(decided).select_related("round__season").order_by("-decided_at", "-pk")[:MOST_RESULTS]
    return [_result(league, its) for its in found]


def _result(league: League, fixture: Fixture) -> Item:
    sides = list(fixture.sides.all())
    told = forfeited(sides) if fixture.state == Fixture.State.FORFEITED else ending(sides)
    at = fixture.decided_at or timezone.now()
    return Item(
        id=item_id(league, f"game/{fixture.pk}"),
        title=told,
        text=f"{fixture.round} of {fixture.round.season.name}.",
        url=settings.ORIGIN + fixture.get_absolute_url(),
        published=at,
        updated=max(at, fixture.changed_at or at),
    )


def forfeited(sides: Sequence[Side]) -> str:
    return f"{listed([side.entrant.team.name for side in sides], 'against')} is forfeited"


def _rounds(league: League) -> list[Item]:
    found = Round.objects.filter(season__league=league, published_at__isnull=False).select_related("season")
    return [_round(league, its) for its in found.order_by("-published_at", "-number")[:MOST_ROUNDS]]


def _round(league: League, its: Round) -> Item:
    its.season.league = league
    at = its.published_at or timezone.now()
    return Item(
        id=item_id(league, f"season/{its.season.number}/round/{its.number}"),
        title=f"{its} of {its.season.name} is published",
        text=f"To be played by {day(its.deadline)}." if its.deadline else "",
        url=f"{settings.ORIGIN}{its.season.get_absolute_url()}?round={its.number}",
        published=at,
        updated=max(at, its.changed_at or at),
    )


def _champions(league: League) -> list[Item]:
    over = league.seasons.filter(state=Season.State.FINISHED, champion__isnull=False, finished_at__isnull=False)
    return [_champion(league, its) for its in over.select_related("champion").order_by("-number")[:MOST_SEASONS]]


def _champion(league: League, season: Season) -> Item:
    season.league = league
    at = season.finished_at or timezone.now()
    return Item(
        id=item_id(league, f"season/{season.number}/champion"),
        title=f"{season.champion} is the champion of {season.name}",
        text="",
        url=settings.ORIGIN + season.get_absolute_url(),
        published=at,
        updated=at,
    )
