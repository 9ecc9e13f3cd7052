"""What the pictures of a season or a whole league are made of: a fixed number of queries, however many teams."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet

from league.models import Entrant, Fixture, League, Round, Season
from league.models import Side as LeagueSide
from league.standings import Game, Outcome
from matches.models import Match, Report, Side

LETTERS = "WDL"  # of games that somebody could win: a bye is none


@dataclass(frozen=True, slots=True)
class Rated:
    """The ratings with which a team came to its games; if it had several in a round, to the last of them."""

    name: str
    colour: str
    by_stop: Mapping[tuple[int, int], int]

    @property
    def last(self) -> int:
        return self.by_stop[max(self.by_stop)]


@dataclass(frozen=True, slots=True)
class Challenged:
    """A challenge, how often it was reported, and what was done in it: how often each feat."""

    challenge: str
    games: int
    feats: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.feats.values())


def rated_in(rounds: QuerySet[Round]) -> list[Rated]:
    """As they were briefed: an amendment later leaves that as it was. The highest first. One query."""
    sides = Side.objects.filter(match__state=Match.State.ACCEPTED, match__fixture__round__in=rounds)
    teams: dict[int, tuple[str, str, dict[tuple[int, int], int]]] = {}
    for number, round_, team, name, colour, rating in _briefed(sides):
        teams.setdefault(team, (name, colour, {}))[2][number, round_] = sum(rating.values())
    return sorted((Rated(*its) for its in teams.values()), key=lambda its: (-its.last, its.name))


def _briefed(sides: QuerySet[Side]) -> Iterable[tuple[Any, ...]]:
    where = "match__fixture__round"
    order = (f"{where}__season__number", f"{where}__number", "match__briefed_at", "pk")
    return sides.order_by(*order).values_list(
        *(f"{where}__season__number", f"{where}__number"),
        *("team", "team__name", "team__colour", "briefing__rating"),
    )


def challenges_in(season: Season) -> list[Challenged]:
    """From the reports in force: those that were amended count as amended, voided ones not at all. One query."""
    reports = Report.objects.filter(
        match__fixture__round__season=season, match__state=Match.State.ACCEPTED, match__accepted=F("pk")
    )
    games: Counter[str] = Counter()
    feats: dict[str, Counter[str]] = {}
    for data in filter(None, reports.order_by().values_list("data", flat=True)):
        challenge = data["challenge"]
        games[challenge] += 1
        for feat, times in _done(data):
            feats.setdefault(challenge, Counter())[feat] += times
    found = (Challenged(its, number, feats.get(its, {})) for its, number in games.items())
    return sorted(found, key=lambda its: (-its.total, its.challenge))


def _done(data: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    for team in data["teams"]:
        for row in team.get("ninja", {}).values():
            yield from row.get("feats", {}).items()


# Clans


def clans_in(entrants: Iterable[Entrant], games: Iterable[Game]) -> dict[str, Counter[str]]:
    """By clan: how many of its games were won, drawn and lost."""
    clans = {str(its.pk): its.team.clan for its in entrants}
    return _records((clans[side.team], side.outcome) for game in games for side in game.sides)


def clans_of(league: League) -> dict[str, Counter[str]]:
    """The same of every game in any season's table. One query."""
    sides = LeagueSide.objects.filter(
        fixture__round__season__league=league,
        fixture__round__is_playoff=False,
        fixture__round__published_at__isnull=False,
        fixture__state__in=Fixture.COUNTED,
    )
    return _records(sides.order_by().values_list("entrant__team__clan", "outcome"))


def _records(sides: Iterable[tuple[str, str]]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for clan, outcome in sides:
        if (letter := Outcome(outcome).letter) in LETTERS:
            found.setdefault(clan, Counter())[letter] += 1
    return found
