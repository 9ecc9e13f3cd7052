"""Open play: players challenge each other, within what the week allows.

A round is a week of the season. A challenge stands until its week is over; accepted, it is a game of that week.
Everything happens under a lock on the season, so that no two acceptances overrun the limit together.
"""

from datetime import date, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from league import seasons
from league.calendar import with_sides
from league.models import Entrant, Fixture, Format, Round, Season, Side, today
from league.notices import happenings
from rules.problems import counted, refuse


def week_of(season: Season, day: date) -> int:
    """1 in the first days of the season."""
    return (day - season.starts_on).days // season.days_per_round + 1


def open_challenges(season: Season) -> QuerySet[Fixture]:
    """Those that can still be accepted, with their teams: the challenger is the first."""
    proposed = Fixture.objects.filter(
        round__season=season, state=Fixture.State.PROPOSED, round__deadline__gte=today()
    ).select_related("round")
    return with_sides(proposed).order_by("pk")


def games_left(season: Season, entrant: Entrant) -> int | None:
    """How many more games the week allows this team; none: as many as it likes."""
    if season.games_per_week is None:
        return None
    return max(0, season.games_per_week - _games_in(season, week_of(season, today()), entrant))


def _games_in(season: Season, week: int, entrant: Entrant) -> int:
    its = Side.objects.filter(entrant=entrant, fixture__round__season=season, fixture__round__number=week)
    return its.exclude(fixture__state=Fixture.State.PROPOSED).count()


@transaction.atomic
def challenge(*, season: Season, challenger: Entrant, challenged: Entrant, note: str = "") -> Fixture:
    """Ask another team for a game this week. Sent twice, it is one challenge."""
    season = seasons.locked(season)
    _refuse_closed(season)
    if challenger.pk == challenged.pk:
        raise refuse("itself", "A team cannot challenge itself.", "challenged")
    _drop_expired(season)
    its = _week(season)
    for entrant in (challenger, challenged):
        _refuse_absent(season, entrant)
        _refuse_full(season, its.number, entrant)
    if standing := _between(its, challenger, challenged):
        if standing.sides.get(position=0).entrant_id == challenger.pk:
            return standing
        raise refuse("challenged-already", f"{challenged} has challenged {challenger} already: accept that.")
    fixture = Fixture.objects.create(round=its, position=its.fixtures.count(), state=Fixture.State.PROPOSED, note=note)
    Side.objects.bulk_create(
        Side(fixture=fixture, entrant=entrant, position=seat) for seat, entrant in enumerate((challenger, challenged))
    )
    happenings.challenged(season, fixture)
    return fixture


@transaction.atomic
def accept(*, fixture: Fixture, author: User | None = None) -> Fixture:
    """The challenge is a game of its week. Sent twice, it is accepted once."""
    fixture = _locked(fixture)
    season = fixture.round.season
    if fixture.state != Fixture.State.PROPOSED:
        return fixture
    _refuse_closed(season)
    if fixture.round.deadline and fixture.round.deadline < today():
        raise refuse("expired", "The week of this challenge is over.")
    for side in fixture.sides.select_related("entrant__team"):
        _refuse_absent(season, side.entrant)
        _refuse_full(season, fixture.round.number, side.entrant)
    fixture.state, fixture.note = Fixture.State.SCHEDULED, ""
    fixture.save(update_fields=["state", "note"])
    happenings.challenge_accepted(season, fixture, author)
    return fixture


@transaction.atomic
def decline(*, fixture: Fixture, author: User | None = None) -> None:
    """There will be no such game: the challenged said no, or the challenger took it back."""
    fixture = _locked(fixture)
    if fixture.state != Fixture.State.PROPOSED:
        raise refuse("accepted", "This challenge has been accepted: it is a game now.")
    happenings.challenge_declined(fixture.round.season, fixture, author)
    fixture.delete()


def _locked(fixture: Fixture) -> Fixture:
    found = Fixture.objects.select_related("round__season").filter(pk=fixture.pk).first()
    if found is None:
        raise refuse("withdrawn", "This challenge has been taken back or declined meanwhile.")
    season = seasons.locked(found.round.season)
    found = Fixture.objects.select_for_update(of=("self",)).select_related("round").filter(pk=fixture.pk).first()
    if found is None:
        raise refuse("withdrawn", "This challenge has been taken back or declined meanwhile.")
    found.round.season = season
    return found


def _week(season: Season) -> Round:
    """The round of this week: there is one as soon as somebody needs it."""
    number = week_of(season, today())
    deadline = season.starts_on + timedelta(days=number * season.days_per_round - 1)
    its, _ = season.rounds.get_or_create(number=number, defaults={"deadline": deadline, "published_at": timezone.now()})
    return its


def _between(its: Round, one: Entrant, other: Entrant) -> Fixture | None:
    proposed = its.fixtures.filter(state=Fixture.State.PROPOSED)
    return proposed.filter(sides__entrant=one).filter(sides__entrant=other).first()


def _drop_expired(season: Season) -> None:
    proposed = Fixture.objects.filter(round__season=season, state=Fixture.State.PROPOSED)
    proposed.filter(round__deadline__lt=today()).delete()


def _refuse_closed(season: Season) -> None:
    if season.format != Format.OPEN:
        raise refuse("no-open-play", f"In {season.name} the games are scheduled: nobody is challenged.")
    if season.state == Season.State.PLANNED or today() < season.starts_on:
        raise refuse("not-begun", f"{season.name} has not begun.")
    if season.state != Season.State.RUNNING or (season.ends_on and season.ends_on < today()):
        raise refuse("no-more-games", f"{season.name} takes no more games.")
    if season.rounds_planned and week_of(season, today()) > season.rounds_planned:
        raise refuse("no-more-games", f"The {season.rounds_planned} weeks of {season.name} are over.")


def _refuse_absent(season: Season, entrant: Entrant) -> None:
    if entrant.season_id != season.pk or entrant.retired_at:
        raise refuse("not-in-season", f"{entrant} does not take part in {season.name}.", "challenged")


def _refuse_full(season: Season, week: int, entrant: Entrant) -> None:
    limit = season.games_per_week
    if limit is not None and _games_in(season, week, entrant) >= limit:
        allowed = counted(limit, "game")
        raise refuse("week-full", f"{entrant} has its {allowed} of this week already.", "challenged")
