"""Games and ninja of a league or of one season as CSV, for spreadsheets: as RFC 4180 has it, like the standings.

The columns stay as they are; new ones come last. No cell is taken for a formula.
"""

import csv
import io
from collections.abc import Iterable, Iterator

from django.db.models import QuerySet

from league.calendar import ENDED
from league.league_list import NOBODY
from league.models import Entrant, Fixture, League, Season
from league.models import Side as Seat
from league.permissions import Standing
from league.standings import Outcome
from league.table_page import plain
from rules.catalog import catalog
from teams import words
from teams.chronicle import rules_in
from teams.models import Ninja

Cell = str | int
GAMES = (
    *("Season", "Round", "Playoffs", "Game", "State", "Decided", "Challenge"),
    *("Team", "Player", "Clan", "Outcome", "Points", "Feats", "Injuries", "Against"),
)
NINJA = (
    *("Team", "Player", "Clan", "Ninja", "Type", "Profile", "Level", "XP", "Advancements"),
    *("Games", "Feats", "Injuries", "All-Star awards", "Price", "Misses", "Former"),
)


def games(league: League, season: Season | None) -> str:
    """One line for each team in each published game. Two queries."""
    seats = Seat.objects.filter(fixture__round__season__league=league, fixture__round__published_at__isnull=False)
    if season:
        seats = seats.filter(fixture__round__season=season)
    seats = seats.exclude(fixture__state=Fixture.State.PROPOSED).select_related(
        "fixture__round__season", "fixture__match", "entrant__team__owner"
    )
    ordered = seats.order_by("fixture__round__season__number", "fixture__round__number", "fixture__position", "pk")
    return _written(GAMES, _game_lines(list(ordered)))


def _game_lines(seats: list[Seat]) -> Iterator[tuple[Cell, ...]]:
    together: dict[int, list[Seat]] = {}
    for seat in seats:
        together.setdefault(seat.fixture_id, []).append(seat)
    for seat in seats:
        fixture, team = seat.fixture, seat.entrant.team
        others = [other.entrant.team.name for other in together[fixture.pk] if other.pk != seat.pk]
        match = getattr(fixture, "match", None)
        challenge = catalog().challenges.get(match.challenge) if match else None
        yield (
            fixture.round.season.name,
            fixture.round.number,
            _yes(fixture.round.is_playoff),
            fixture.position + 1,
            fixture.get_state_display(),
            fixture.decided_at.date().isoformat() if fixture.decided_at else "",
            challenge.name if challenge else "",
            team.name,
            team.owner.get_username() if team.owner else NOBODY,
            catalog().clans[team.clan].name,
            ENDED[Outcome(seat.outcome)] if seat.outcome else "",
            *(seat.points, seat.feats, seat.injuries),
            ", ".join(others),
        )


def ninja(league: League, season: Season | None, has: Standing) -> str:
    """One line for each ninja that ever was in a team. Private teams are for members. One query."""
    entrants = Entrant.objects.filter(season__league=league)
    if season:
        entrants = entrants.filter(season=season)
    found = Ninja.objects.filter(team__in=entrants.values("team"))
    if has < Standing.GUEST:
        found = found.filter(team__is_private=False)
    return _written(NINJA, _ninja_lines(found.select_related("team__owner", "team__house")))


def _ninja_lines(found: QuerySet[Ninja]) -> Iterator[tuple[Cell, ...]]:
    for its in found.order_by("team__name", "team", "position"):
        profile = catalog().profiles[its.profile]
        yield (
            its.team.name,
            its.team.owner.get_username() if its.team.owner else NOBODY,
            catalog().clans[its.team.clan].name,
            its.name,
            profile.type.capitalize(),
            words.full_name(profile),
            rules_in(its.team.house).levels[its.level].name,
            *(its.xp, its.advancements, its.games, its.feats, its.injuries, its.all_stars, its.price, its.misses),
            _yes(its.is_former),
        )


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _written(columns: tuple[str, ...], lines: Iterable[tuple[Cell, ...]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(columns)
    writer.writerows([plain(cell) if isinstance(cell, str) else cell for cell in line] for line in lines)
    return written.getvalue()
