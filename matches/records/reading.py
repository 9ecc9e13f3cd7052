"""Decided games and the stories of teams, read from the database: a fixed number of queries, however many there are.

To tell a chronicle takes long, so what was made of it is kept. Entries are only ever added: the last one, its number
and time, is the version of all of them, and whatever is amended is told anew at once.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.core.cache import cache
from django.db.models import F

from league.models import Fixture, League, Season
from league.models import Side as LeagueSide
from league.standings import Outcome
from matches.models import Match, Side
from matches.records.seen import GameSeen, SideSeen, Story, story_of
from teams import chronicle
from teams.models import Entry, Team

SHAPE = 1  # of a story: another one must never be read from the cache
KEPT = 60 * 60  # seconds
COLUMNS = (
    *("fixture", "fixture__round__season__number", "fixture__round__number", "fixture__state", "fixture__tie"),
    *("fixture__decided_at", "entrant", "entrant__team", "entrant__team__name", "outcome", "points", "injuries"),
)
OUTCOMES = {outcome.value: outcome for outcome in Outcome}
ORDER = ("fixture__round__season__number", "fixture__round__number", "fixture__position", "fixture", "position")


def games_of(
    league: League,
    *,
    season: Season | None = None,
    until: tuple[Season, int] | None = None,
    with_reports: bool = False,
) -> tuple[GameSeen, ...]:
    """All that are decided, the earliest first: of one season, or of all, or `until` a round of one.

    Two queries, three with reports.
    """
    sides = LeagueSide.objects.filter(
        fixture__round__season__league=league,
        fixture__round__published_at__isnull=False,
        fixture__state__in=Fixture.COUNTED,
    )
    if season:
        sides = sides.filter(fixture__round__season=season)
    if until:
        sides = sides.filter(fixture__round__season__number__lte=until[0].number)
        sides = sides.exclude(fixture__round__season=until[0], fixture__round__number__gt=until[1])
    by_game: dict[int, list[Any]] = {}
    for row in sides.order_by(*ORDER).values_list(*COLUMNS):
        by_game.setdefault(row[0], []).append(row)
    briefed, reports = _briefed(league, season), _reports(league) if with_reports else {}
    return tuple(_game(rows, briefed, reports.get(fixture)) for fixture, rows in by_game.items())


def _game(rows: Sequence[Any], briefed: Mapping[tuple[int, int], tuple[str, int]], match: Match | None) -> GameSeen:
    fixture, season, round_, state, tie, decided_at = rows[0][:6]
    told = {team: briefed.get((fixture, team)) for _, _, _, _, _, _, _, team, *_ in rows}
    report = match.accepted if match else None
    return GameSeen(
        key=next((its[0] for its in told.values() if its), f"game {fixture}"),
        fixture=fixture,
        season=season,
        round=round_,
        state=state,
        sides=tuple(
            SideSeen(entrant, team, name, OUTCOMES[outcome], points, injuries, its[1] if (its := told[team]) else None)
            for *_, entrant, team, name, outcome, points, injuries in rows
        ),
        tie=tie,
        decided_at=decided_at,
        challenge=match.challenge if match and report else "",
        moments=tuple((number, team, ninja, feat) for number, team, ninja, feat in report.moments) if report else (),
        most_feats=most_feats(report.data) if report and report.data else 0,
    )


def most_feats(data: Mapping[str, Any]) -> int:
    """How many feats one ninja did, at most; from a report as it is stored."""
    rows = (row for team in data["teams"] for row in team.get("ninja", {}).values())
    return max((sum(row.get("feats", {}).values()) for row in rows), default=0)


def _reports(league: League) -> dict[int, Match]:
    accepted = Match.objects.filter(fixture__round__season__league=league, state=Match.State.ACCEPTED)
    return {match.fixture_id: match for match in accepted.select_related("accepted").order_by()}


def _briefed(league: League, season: Season | None) -> dict[tuple[int, int], tuple[str, int]]:
    """By game and team, where a report counts: how chronicles call the game, and the rating as it was briefed."""
    sides = Side.objects.filter(match__fixture__round__season__league=league, match__state=Match.State.ACCEPTED)
    if season:
        sides = sides.filter(match__fixture__round__season=season)
    rows = sides.order_by().values_list("match__fixture", "team", "match__key", "briefing__rating")
    return {(fixture, team): (str(key), sum(rating.values())) for fixture, team, key, rating in rows}


# Stories


def stories_of(teams: Collection[Team]) -> dict[int, Story]:
    """What each chronicle tells, by team. One query, and two more if anything has happened since somebody looked."""
    keys = _keys(teams)
    kept = cache.get_many(keys.values())
    stories = {team: kept[key] for team, key in keys.items() if key in kept}
    new = [team for team in teams if team.pk not in stories]
    if new:
        told = {team: story_of(its) for team, its in chronicle.told_of(new).items()}
        cache.set_many({keys[team]: story for team, story in told.items() if team in keys}, KEPT)
        stories |= told
    return stories


def _keys(teams: Collection[Team]) -> dict[int, str]:
    last = Entry.objects.filter(team__in=teams, number=F("team__entry_count")).order_by()
    rows = last.values_list("team_id", "number", "written_at")
    return {team: f"story:{SHAPE}:{team}:{number}:{at.timestamp()}" for team, number, at in rows}
