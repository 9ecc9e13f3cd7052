"""Seasons: opening one, who takes part, how it begins and ends. Pages, API and tasks all call these.

Each refuses with `RuleBroken` and then nothing has happened. Who may call them is for `permissions.py` to say.
"""

import secrets
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from league import houses, results, tables
from league.games import reported
from league.models import Division, Entrant, Fixture, League, Season
from league.permissions import Standing, visible_leagues, where_it_plays
from rules.events import SeasonBegan
from rules.problems import Problem, counted, refuse, refuse_any
from rules.roster import problems as roster_problems
from teams import chronicle
from teams.links import Link
from teams.models import Team
from teams.permissions import Person

FEWEST_TEAMS = 2
COIN = 2**31
UNDER_WAY = (Season.State.RUNNING, Season.State.PLAYOFFS)


class Leaving(StrEnum):
    """What becomes of the games a team leaves behind."""

    FORFEIT = "forfeit"
    CANCEL = "cancel"


def seasons_of(league: League) -> QuerySet[Season]:
    """All of them, the latest first."""
    return league.seasons.select_related("champion").order_by("-number")


def current(league: League) -> Season | None:
    """The season one means without saying: the one under way, else the next to begin, else the last."""
    ranks = {Season.State.RUNNING: 0, Season.State.PLAYOFFS: 0, Season.State.PLANNED: 1, Season.State.FINISHED: 2}
    seasons = sorted(seasons_of(league), key=lambda its: (ranks[Season.State(its.state)], -its.number))
    return seasons[0] if seasons else None


def season_of(person: Person, team: Team) -> Link | None:
    """Where a team plays, or played last, if this person may see that league. One query."""
    entered = Entrant.objects.filter(team=team, season__league__in=visible_leagues(person))
    last = where_it_plays(entered.select_related("season__league")).first()
    return Link(f"{last.season.league.name}: {last.season.name}", last.season.get_absolute_url()) if last else None


# Opening and changing


@transaction.atomic
def open_season(
    *,
    league: League,
    number: int,
    plan: Mapping[str, Any],
    divisions: Sequence[str],
    carries_over: bool,
    author: User | None,
) -> Season:
    """A planned season. With `carries_over`, the teams of the last one come along, each with what it may keep.

    `number` is the one that the caller saw as the next: the same season asked for twice is opened once.
    """
    league = League.objects.select_for_update().get(pk=league.pk)
    if opened := league.seasons.filter(number=number).first():
        return opened
    last = seasons_of(league).first()
    if carries_over:
        refuse_any(_carry_over_problems(last))
    season = Season.objects.create(league=league, number=number, takes_teams_along=carries_over, **plan)
    _write_divisions(season, divisions)
    if carries_over and last:
        _carry_over(last, season, author)
    return season


def next_number(league: League) -> int:
    last = seasons_of(league).first()
    return last.number + 1 if last else 1


@transaction.atomic
def change(*, season: Season, plan: Mapping[str, Any], divisions: Sequence[str]) -> Season:
    """Another plan. How games are found is settled once there are any."""
    season = locked(season)
    if season.is_over:
        raise refuse("season-over", f"{season.name} is over.")
    if plan.get("format", season.format) != season.format and season.rounds.exists():
        raise refuse("format-settled", f"{season.name} has rounds already: how they are found stays.", "format")
    for name, value in plan.items():
        setattr(season, name, value)
    season.save(update_fields=list(plan))
    _write_divisions(season, divisions)
    return season


def _carry_over_problems(last: Season | None) -> list[Problem]:
    if last is None:
        return [Problem("first-season", "This is the first season: there is none to carry teams over from.", "carry")]
    if not last.is_over:
        return [Problem("last-not-over", f"{last.name} is not over: finish it before its teams go on.", "carry")]
    return []


def _write_divisions(season: Season, names: Sequence[str]) -> None:
    """By name: those that stay keep their teams."""
    season.divisions.exclude(name__in=names).delete()
    there = {division.name: division for division in season.divisions.all()}
    for position, name in enumerate(names):
        division = there.get(name) or Division(season=season, name=name)
        division.position = position
        division.save()


def _carry_over(last: Season, season: Season, author: User | None) -> None:
    """Whoever is legal goes on, in the division of the same name; the others can still be entered one by one."""
    divisions = {division.name: division for division in season.divisions.all()}
    staying = last.entrants.filter(retired_at=None).select_related("team", "division")
    for entrant in staying.order_by("team_id"):
        division = divisions.get(entrant.division.name) if entrant.division else None
        team = Team.objects.select_for_update().get(pk=entrant.team_id)
        if not entry_problems(season, team):
            _enter(season, team, division, author)


# Taking part


def entry_problems(season: Season, team: Team) -> list[Problem]:
    """Every reason why this team cannot take part."""
    found = []
    if season.state not in (Season.State.PLANNED, Season.State.RUNNING):
        found.append(Problem("entries-closed", f"{season.name} takes no more teams."))
    if season.entrants.filter(team=team).exists():
        found.append(Problem("entered-already", f"{team.name} is in {season.name} already."))
    if elsewhere := _elsewhere(season, team):
        where = f"{elsewhere.season.name} of {elsewhere.season.league.name}"
        found.append(Problem("plays-elsewhere", f"{team.name} plays in {where} until that season is over."))
    scroll = chronicle.scroll_of(team)
    return [*found, *roster_problems(scroll, houses.rules_of(season.league))]


def _elsewhere(season: Season, team: Team) -> Entrant | None:
    others = Entrant.objects.filter(team=team, retired_at=None).exclude(season=season)
    unfinished = others.exclude(season__state=Season.State.FINISHED)
    return unfinished.select_related("season__league").first()


def refuse_from_a_file(team: Team, has: Standing) -> None:
    """What a file tells of a team nobody has seen happen: those who run the league look at it, and enter it."""
    if team.imported_at and has < Standing.ASSISTANT:
        message = f"{team.name} came with a file: show its chronicle to the ninja master, who can enter it."
        raise refuse("from-a-file", message, "team")


@transaction.atomic
def enter(*, season: Season, team: Team, division: Division | None = None, author: User | None) -> Entrant:
    """The team takes part from now on. Sent twice, it has entered once."""
    season = locked(season)
    team = Team.objects.select_for_update().get(pk=team.pk)
    if entrant := season.entrants.filter(team=team, retired_at=None).first():
        return entrant
    refuse_any(entry_problems(season, team))
    return _enter(season, team, division, author)


def _enter(season: Season, team: Team, division: Division | None, author: User | None) -> Entrant:
    """A team that has lived before begins anew, with what the season lets it keep, and by the league's rules."""
    has_lived = team.games > 0 or Entrant.objects.filter(team=team).exists()
    entrant = Entrant.objects.create(season=season, team=team, division=division, coin=secrets.randbelow(COIN))
    chronicle.play_by(team, season.league.house)
    if has_lived:
        event = SeasonBegan(
            season=season.name,
            keeps_koban=season.keeps_koban,
            keeps_experience=season.keeps_experience,
            keeps_absences=season.keeps_absences,
        )
        # One who withdraws and comes back has begun this season once.
        key = uuid5(NAMESPACE_URL, f"season/{season.pk}/team/{team.pk}")
        chronicle.enter(team=team, what=event, author=author, key=key)
    return entrant


@transaction.atomic
def assign(*, entrant: Entrant, division: Division | None) -> Entrant:
    """The team plays in that division. Games it has keep their place."""
    if division and division.season_id != entrant.season_id:
        raise refuse("foreign-division", "There is no such division in this season.", "division")
    Entrant.objects.filter(pk=entrant.pk).update(division=division)
    entrant.division = division
    return entrant


@transaction.atomic
def retire(*, entrant: Entrant, leaving: Leaving, author: User | None) -> Entrant | None:
    """The team takes no further part; what it has played stays. Before its first game it leaves no trace."""
    season = locked(entrant.season)
    entrant = Entrant.objects.select_related("team").get(pk=entrant.pk)
    if season.is_over:
        raise refuse("season-over", f"{season.name} is over: nobody needs to leave it.")
    if entrant.retired_at:
        return entrant
    _clear_drafts(season, entrant)
    if season.state == Season.State.PLANNED and not entrant.sides.exists():
        entrant.delete()
        return None
    entrant.retired_at = timezone.now()
    entrant.save(update_fields=["retired_at"])
    remaining = Fixture.objects.filter(sides__entrant=entrant).exclude(state__in=Fixture.COUNTED)
    for fixture in remaining.filter(round__published_at__isnull=False).order_by("pk"):
        results.leave(fixture=fixture, entrant=entrant, forfeits=leaving is Leaving.FORFEIT, author=author)
    return entrant


@transaction.atomic
def come_back(*, entrant: Entrant) -> Entrant:
    """A retired team takes part again. Games it forfeited or that were called off stay as they are."""
    season = locked(entrant.season)
    if season.state not in (Season.State.PLANNED, Season.State.RUNNING):
        raise refuse("entries-closed", f"{season.name} takes no more teams.")
    if elsewhere := _elsewhere(season, entrant.team):
        message = f"{entrant.team.name} plays in {elsewhere.season.name} of {elsewhere.season.league.name} now."
        raise refuse("plays-elsewhere", message)
    Entrant.objects.filter(pk=entrant.pk).update(retired_at=None)
    entrant.retired_at = None
    chronicle.play_by(entrant.team, season.league.house)  # it may have played by those of another league meanwhile
    return entrant


def _clear_drafts(season: Season, entrant: Entrant) -> None:
    """A draft forgets a team that leaves; of its game only one of three or more teams remains."""
    drafts = Fixture.objects.filter(round__season=season, round__published_at=None, sides__entrant=entrant)
    for fixture in drafts:
        fixture.sides.filter(entrant=entrant).delete()
        if not fixture.sides.exists():
            fixture.delete()


# Beginning and ending


@transaction.atomic
def begin(*, season: Season) -> Season:
    """Planned becomes running. Sent twice, it has begun once."""
    season = locked(season)
    if season.state in UNDER_WAY:
        return season
    refuse_any(begin_problems(season))
    season.state = Season.State.RUNNING
    season.save(update_fields=["state"])
    return season


def begin_problems(season: Season) -> list[Problem]:
    found = []
    if season.is_over:
        found.append(Problem("season-over", f"{season.name} is over."))
    teams = season.entrants.filter(retired_at=None).count()
    if teams < FEWEST_TEAMS:
        has = counted(teams, "team") if teams else "no team"
        found.append(Problem("too-few-teams", f"A season needs {FEWEST_TEAMS} teams, {season.name} has {has}."))
    other = Season.objects.filter(league=season.league_id, state__in=UNDER_WAY).exclude(pk=season.pk).first()
    if other:
        found.append(Problem("other-running", f"{other.name} is still running: finish it first."))
    return found


def open_games(season: Season) -> QuerySet[Fixture]:
    """Published games that nobody has decided."""
    published = Fixture.objects.filter(round__season=season, round__published_at__isnull=False)
    return published.filter(state__in=(Fixture.State.SCHEDULED, Fixture.State.POSTPONED))


def finish_problems(season: Season, *, calls_off: bool = False) -> list[Problem]:
    """Every reason why the season cannot end now."""
    found = []
    if season.state == Season.State.PLANNED:
        found.append(Problem("not-begun", f"{season.name} has not begun."))
    if season.state == Season.State.RUNNING and season.playoff_teams:
        message = f"The playoffs of {season.name} come first. To do without them, change the season."
        found.append(Problem("playoffs-first", message))
    waiting = list(open_games(season).values_list("pk", flat=True))
    if waiting and not calls_off:
        games = counted(len(waiting), "game is", "games are")
        found.append(Problem("games-open", f"{games} still to be played: record them, or call them off."))
    elif kept := reported(waiting):
        games = counted(len(kept), "open game has", "open games have")
        onward = "settle it, or record a forfeit" if len(kept) == 1 else "settle them, or record forfeits"
        found.append(Problem("reported", f"{games} a report: {onward}. What is reported cannot be called off."))
    return found


@transaction.atomic
def finish(*, season: Season, calls_off: bool = False) -> Season:
    """The season is over and has its champion. With `calls_off`, what was not played will not be."""
    season = locked(season)
    if season.is_over:
        return season
    refuse_any(finish_problems(season, calls_off=calls_off))
    open_games(season).delete()
    season.rounds.filter(published_at=None).delete()
    Fixture.objects.filter(round__season=season, state=Fixture.State.PROPOSED).delete()
    if season.state == Season.State.RUNNING and tables.games_of(season):
        season.champion = tables.champion_of(season)
    season.state = Season.State.FINISHED
    season.finished_at = timezone.now()
    season.save(update_fields=["state", "finished_at", "champion"])
    return season


@transaction.atomic
def reopen(*, season: Season) -> Season:
    """A season that was finished too early goes on where it was."""
    season = locked(season)
    if not season.is_over:
        return season
    other = (
        Season.objects.filter(league=season.league_id)
        .exclude(pk=season.pk)
        .filter(Q(state__in=UNDER_WAY) | Q(number__gt=season.number))
    )
    if later := other.first():
        raise refuse("other-season", f"{later.name} has taken its place: {season.name} stays as it ended.")
    had_playoffs = season.rounds.filter(is_playoff=True).exists()
    season.state = Season.State.PLAYOFFS if had_playoffs else Season.State.RUNNING
    season.finished_at = season.champion = None
    season.save(update_fields=["state", "finished_at", "champion"])
    return season


def locked(season: Season) -> Season:
    """The season as it is now, and nobody else's until the transaction ends."""
    return Season.objects.select_for_update(of=("self",)).select_related("league__house").get(pk=season.pk)
