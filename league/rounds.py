"""Rounds: drawn as drafts, adjusted by hand, and published.

Every change is made under a lock on the season. A draft may be replaced at any time; a round that is published
is never changed without being taken back first, and not at all once a game of it is decided.
"""

import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain, combinations, zip_longest
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from league import houses, schedules, seasons, tables
from league.models import Entrant, Fixture, Format, Round, Season, Side, today
from league.notices import happenings
from league.schedules import Pairing, Past, Seed
from league.standings import Outcome, worth
from rules.problems import counted, refuse

TEAMS = range(1, 5)  # of a game made by hand; one alone has a bye
ROBINS = (Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN)
UNDECIDED = (Fixture.State.SCHEDULED, Fixture.State.POSTPONED)
Drawn = list[list[Pairing]]  # by round


# What is there


class DraftRow(NamedTuple):
    """One side of a draft; a round without games has one row, without a game and without a team."""

    round: int
    number: int
    deadline: date | None
    fixture: int | None
    entrant: int | None


def drafts_of(season: Season) -> QuerySet[Round]:
    """Rounds that only those who run the league see."""
    return season.rounds.filter(published_at=None, is_playoff=False).order_by("number")


def draft_rows(season: Season) -> list[DraftRow]:
    """All drafts, side by side in their order. One query, however many there are."""
    order = ("number", "fixtures__position", "fixtures__pk", "fixtures__sides__position")
    columns = ("pk", "number", "deadline", "fixtures__pk", "fixtures__sides__entrant_id")
    return [DraftRow(*row) for row in drafts_of(season).order_by(*order).values_list(*columns)]


def version_of(rows: Iterable[DraftRow]) -> str:
    """Names what the drafts are: it changes whenever anything of them does."""
    told = [(row.round, row.number, str(row.deadline), row.fixture, row.entrant) for row in rows]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Record:
    """What the published rounds of a season say of its teams."""

    past: Past
    scores: Counter[int]
    byes: Counter[int]
    open_games: int


def record_of(season: Season) -> Record:
    """Three queries at most, however many games there were."""
    rules = tables.rules_for(season, houses.rules_of(season.league))
    sides = Side.objects.filter(
        fixture__round__season=season, fixture__round__published_at__isnull=False, fixture__round__is_playoff=False
    ).exclude(fixture__state=Fixture.State.PROPOSED)
    games: dict[int, list[int]] = {}
    scores: Counter[int] = Counter()
    byes: Counter[int] = Counter()
    still_open: set[int] = set()
    for fixture, entrant, outcome in sides.values_list("fixture_id", "entrant_id", "outcome"):
        games.setdefault(fixture, []).append(entrant)
        if not outcome:
            still_open.add(fixture)
            continue
        scores[entrant] += worth(Outcome(outcome), rules)
        byes[entrant] += outcome == Outcome.BYE
    met = Counter(frozenset(map(str, pair)) for its in games.values() for pair in combinations(its, 2))
    return Record(Past(met), scores, byes, len(still_open))


# Drawing


@transaction.atomic
def generate(*, season: Season, based_on: str) -> list[Round]:
    """Drafts in place of those that are there: every round still missing of a round robin, else the next one."""
    season = seasons.locked(season)
    _refuse_closed(season)
    _refuse_outdated(season, based_on)
    divisions = _divisions(season)
    if not any(len(teams) > 1 for teams in divisions):
        raise refuse("too-few-teams", f"There are not two teams that could meet in {season.name}.")
    drafts_of(season).delete()
    order: list[int] = []
    if season.format == Format.RANDOM:
        divisions = [_shuffled(teams) for teams in divisions]
        order = [entrant.pk for teams in divisions for entrant in teams]
    drawn = _DRAWS[Format(season.format)](season, divisions)
    room = _room(season)
    if room is not None and (not room or not drawn):
        raise refuse("all-rounds", f"{season.name} has all of its {season.rounds_planned} rounds.")
    if not drawn:
        raise refuse("all-met", f"In {season.name} everybody has met everybody, as the schedule says.")
    return _write(season, drawn[:room], order)


def _divisions(season: Season) -> list[list[Entrant]]:
    """Who meets whom: the teams of each division among themselves, in the order in which they came."""
    apart: dict[int | None, list[Entrant]] = {}
    active = season.entrants.filter(retired_at=None).select_related("team").order_by("division__position", "pk")
    for entrant in active:
        apart.setdefault(entrant.division_id, []).append(entrant)
    return list(apart.values())


def _shuffled(teams: Sequence[Entrant]) -> list[Entrant]:
    return secrets.SystemRandom().sample(teams, len(teams))


def _robin(season: Season, divisions: Sequence[Sequence[Entrant]]) -> Drawn:
    """What of the whole schedule is not published yet. Rests are named only as long as nothing is."""
    left = Counter(record_of(season).past.meetings)
    is_double = season.format == Format.DOUBLE_ROUND_ROBIN
    fresh = not left

    def still_to_come(pairing: Pairing) -> bool:
        if pairing.is_bye:
            return fresh
        left[pairing.pair] -= 1
        return left[pairing.pair] < 0

    apart = [schedules.round_robin([str(e.pk) for e in teams], double=is_double) for teams in divisions]
    together = [list(chain.from_iterable(filter(None, its))) for its in zip_longest(*apart)]
    missing = [[pairing for pairing in pairings if still_to_come(pairing)] for pairings in together]
    return [pairings for pairings in missing if pairings]


def _next(
    draw: Callable[[Sequence[Seed], Past], list[Pairing]],
) -> Callable[[Season, Sequence[Sequence[Entrant]]], Drawn]:
    def drawn(season: Season, divisions: Sequence[Sequence[Entrant]]) -> Drawn:
        record = record_of(season)
        seeds = [
            [Seed(str(e.pk), record.scores[e.pk], e.team.rating, record.byes[e.pk]) for e in teams]
            for teams in divisions
        ]
        return [[pairing for its in seeds for pairing in draw(its, record.past)]]

    return drawn


def _by_hand(season: Season, divisions: Sequence[Sequence[Entrant]]) -> Drawn:
    return [[]]


_DRAWS: dict[Format, Callable[[Season, Sequence[Sequence[Entrant]]], Drawn]] = {
    Format.ROUND_ROBIN: _robin,
    Format.DOUBLE_ROUND_ROBIN: _robin,
    Format.SWISS: _next(schedules.swiss_round),
    Format.RANDOM: _next(schedules.random_round),
    Format.BY_HAND: _by_hand,
}


def _room(season: Season) -> int | None:
    """How many rounds may still come; none: as many as one likes."""
    if season.rounds_planned is None:
        return None
    return max(0, season.rounds_planned - season.rounds.filter(is_playoff=False).count())


def _write(season: Season, drawn: Drawn, order: Sequence[int]) -> list[Round]:
    number, day, pace = _last_number(season), _last_deadline(season), timedelta(days=season.days_per_round)
    rounds = Round.objects.bulk_create(
        Round(season=season, number=number + n, deadline=day + n * pace, drawn=order) for n in range(1, len(drawn) + 1)
    )
    by_round = zip(rounds, drawn, strict=True)
    games = [(its, n, pairing) for its, pairings in by_round for n, pairing in enumerate(pairings)]
    fixtures = Fixture.objects.bulk_create(Fixture(round=its, position=n) for its, n, _ in games)
    Side.objects.bulk_create(
        Side(fixture=fixture, entrant_id=int(team), position=seat)
        for fixture, (_, _, pairing) in zip(fixtures, games, strict=True)
        for seat, team in enumerate((pairing.home, pairing.away) if pairing.away else (pairing.home,))
    )
    return rounds


def _last_number(season: Season) -> int:
    return season.rounds.aggregate(last=Max("number"))["last"] or 0


def _last_deadline(season: Season) -> date:
    """The day from which the next round counts: a late start moves the whole schedule."""
    last: date | None = season.rounds.aggregate(last=Max("deadline"))["last"]
    return max(last or season.starts_on, today())


# Adjusting a draft


@transaction.atomic
def add_round(*, season: Season) -> Round:
    """An empty round, to be filled by hand."""
    season = seasons.locked(season)
    _refuse_closed(season)
    return _write(season, [[]], [])[0]


@transaction.atomic
def remove_round(*, season: Season, number: int) -> None:
    """A draft that will not be. Later drafts move up."""
    season = seasons.locked(season)
    _draft(season, number).delete()
    later = season.rounds.filter(number__gt=number).order_by("number")
    if not later.filter(Q(published_at__isnull=False) | Q(is_playoff=True)).exists():
        for its in later:
            its.number -= 1
            its.save(update_fields=["number"])


@transaction.atomic
def set_deadline(*, season: Season, number: int, deadline: date) -> Round:
    """Until when its games are to be played; a postponed game has its own day."""
    season = seasons.locked(season)
    its = season.rounds.filter(number=number).first()
    if its is None:
        raise refuse("no-round", f"There is no round {number}.")
    its.deadline = deadline
    its.save(update_fields=["deadline"])
    return its


@transaction.atomic
def add_game(*, season: Season, number: int, entrants: Sequence[int]) -> Fixture:
    """A game of two to four teams, at home the first; one team alone rests."""
    season = seasons.locked(season)
    its = _draft(season, number)
    if len(set(entrants)) < len(entrants):
        raise refuse("team-twice", "A team cannot play against itself.", "teams")
    if len(entrants) not in TEAMS:
        raise refuse("how-many-teams", f"A game has up to {TEAMS[-1]} teams; one alone has a bye.", "teams")
    if season.entrants.filter(pk__in=entrants, retired_at=None).count() < len(entrants):
        raise refuse("not-in-season", f"Only teams that take part in {season.name} can play.", "teams")
    last = its.fixtures.aggregate(last=Max("position"))["last"]
    fixture = Fixture.objects.create(round=its, position=0 if last is None else last + 1)
    Side.objects.bulk_create(Side(fixture=fixture, entrant_id=e, position=n) for n, e in enumerate(entrants))
    return fixture


@transaction.atomic
def remove_game(*, season: Season, fixture: int) -> None:
    _draft_game(seasons.locked(season), fixture).delete()


@transaction.atomic
def move_game(*, season: Season, fixture: int, number: int) -> Fixture:
    """To another draft round."""
    season = seasons.locked(season)
    its = _draft_game(season, fixture)
    its.round = _draft(season, number)
    its.position = its.round.fixtures.count()
    its.save(update_fields=["round", "position"])
    return its


@transaction.atomic
def turn(*, season: Season, fixture: int) -> Fixture:
    """Whoever was away is at home."""
    its = _draft_game(seasons.locked(season), fixture)
    sides = list(its.sides.order_by("position"))
    _seat([*sides[1:], *sides[:1]])
    return its


@transaction.atomic
def swap(*, season: Season, one: int, other: int) -> None:
    """Two teams of one draft round take each other's place."""
    season = seasons.locked(season)
    drafts = Side.objects.filter(fixture__round__season=season, fixture__round__published_at=None)
    sides = {side.pk: side for side in drafts.filter(pk__in=(one, other)).select_related("fixture", "entrant__team")}
    if len(sides) < 2:
        raise refuse("not-in-draft", "Choose two teams that stand in the draft.", "one")
    this, that = sides[one], sides[other]
    if this.fixture.round_id != that.fixture.round_id:
        raise refuse("other-round", "Only teams of one round can be swapped.", "other")
    if this.fixture_id == that.fixture_id:
        order = list(this.fixture.sides.order_by("position"))
        places = [order.index(this), order.index(that)]
        order[places[0]], order[places[1]] = order[places[1]], order[places[0]]
        _seat(order)
        return
    _refuse_against_itself(this.fixture, that.entrant)
    _refuse_against_itself(that.fixture, this.entrant)
    this.entrant, that.entrant = that.entrant, this.entrant
    this.save(update_fields=["entrant"])
    that.save(update_fields=["entrant"])


def _refuse_against_itself(fixture: Fixture, newcomer: Entrant) -> None:
    if fixture.sides.filter(entrant=newcomer).exists():
        raise refuse("team-twice", f"{newcomer.team.name} would play against itself.", "other")


def _seat(order: Sequence[Side]) -> None:
    """No two sides may share a seat at any time: so all stand up first."""
    for aside in (len(order), 0):
        for seat, side in enumerate(order):
            Side.objects.filter(pk=side.pk).update(position=aside + seat)


# Publishing


@transaction.atomic
def publish(*, season: Season, numbers: Sequence[int], based_on: str, author: User | None = None) -> list[Round]:
    """These drafts are for everybody to see from now on. What is published already stays as it is."""
    season = seasons.locked(season)
    _refuse_closed(season)
    drafts = {its.number: its for its in drafts_of(season)}
    wanted = [drafts[number] for number in sorted(set(numbers)) if number in drafts]
    if not wanted:
        there = list(season.rounds.filter(number__in=numbers, published_at__isnull=False))
        if not there:
            raise refuse("no-round", "There is no such draft any more.")
        return there
    _refuse_outdated(season, based_on)
    earlier = min(set(drafts) - {its.number for its in wanted}, default=wanted[-1].number)
    if earlier < wanted[-1].number:
        raise refuse("earlier-draft", f"Round {earlier} is still a draft, and comes first.")
    filled = {row.number for row in draft_rows(season) if row.fixture}
    if empty := [its for its in wanted if its.number not in filled]:
        raise refuse("empty-round", f"{empty[0]} has no games: add some, or remove it.")
    _publish([its.pk for its in wanted], season)
    happenings.rounds_published(season, wanted, author)
    return wanted


def _publish(rounds: Sequence[int], season: Season) -> None:
    """Rests are decided with it."""
    now = timezone.now()
    Round.objects.filter(pk__in=rounds).update(published_at=now)
    games = Fixture.objects.filter(round__in=rounds).annotate(teams=Count("sides"))
    alone = list(games.filter(teams=1).values_list("pk", flat=True))
    Fixture.objects.filter(pk__in=alone).update(
        state=Fixture.State.BYE, decided_at=now, house=houses.house_in_force(season.league)
    )
    Side.objects.filter(fixture__in=alone).update(outcome=Outcome.BYE)


@transaction.atomic
def take_back(*, season: Season, number: int) -> Round:
    """A published round is a draft again, as long as nobody has played in it."""
    season = seasons.locked(season)
    its = season.rounds.filter(number=number, is_playoff=False).first()
    if its is None:
        raise refuse("no-round", f"There is no round {number}.")
    if its.published_at is None:
        return its
    decided = its.fixtures.filter(state__in=(Fixture.State.PLAYED, Fixture.State.FORFEITED)).count()
    if decided:
        games = counted(decided, "game of it is", "games of it are")
        raise refuse("games-decided", f"{its} stays as it is: {games} decided.")
    if season.rounds.filter(number__gt=number, published_at__isnull=False).exists():
        raise refuse("later-published", f"A later round is published: take that back before {its}.")
    byes = its.fixtures.filter(state=Fixture.State.BYE)
    Side.objects.filter(fixture__in=byes).update(outcome="")
    its.fixtures.update(state=Fixture.State.SCHEDULED, decided_at=None, house=None, deadline=None)
    its.published_at = None
    its.save(update_fields=["published_at"])
    return its


# Refusals


def why_closed(season: Season) -> str:
    """Why no round can be made any more; empty while one can."""
    if season.state in (Season.State.PLANNED, Season.State.RUNNING):
        return ""
    return f"{season.name} gets no more rounds."


def _refuse_closed(season: Season) -> None:
    if closed := why_closed(season):
        raise refuse("no-more-rounds", closed)
    if season.format == Format.OPEN:
        raise refuse("open-play", "In open play the players find their own games: they challenge each other.")


def _refuse_outdated(season: Season, based_on: str) -> None:
    if based_on != version_of(draft_rows(season)):
        raise refuse("outdated", "Somebody has changed the draft meanwhile. Look at it, and decide again.")


def _draft(season: Season, number: int) -> Round:
    its = season.rounds.filter(number=number, is_playoff=False).first()
    if its is None:
        raise refuse("no-round", f"There is no round {number} any more.")
    if its.published_at:
        raise refuse("published", f"{its} is published: take it back before you change it.")
    return its


def _draft_game(season: Season, pk: int) -> Fixture:
    its = Fixture.objects.select_related("round").filter(pk=pk, round__season=season, round__is_playoff=False).first()
    if its is None:
        raise refuse("no-game", "This game is not in the draft any more.")
    if its.round.published_at:
        raise refuse("published", f"{its.round} is published: take it back before you change it.")
    return its
