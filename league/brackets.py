"""The playoffs of a season: begun from the final table, and carried on whenever a game of them changes.

The bracket itself is never stored. It follows from the seeds, which the first playoff round keeps, and from the
games between the very teams that a tie brings together: whatever is amended, `advance` makes the rest agree.
Everything is written under a lock on the season.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from league import houses, playoffs, tables
from league.calendar import OPEN, WINS
from league.games import reported
from league.models import Entrant, Fixture, Round, Season, Side, today
from league.notices import happenings
from league.playoffs import Bracket, Slot, Tie
from league.standings import Outcome
from rules.problems import Problem, counted, refuse, refuse_any

THIRD = "third"  # the tie for third place


@dataclass(frozen=True, slots=True)
class TieGame:
    """A game of a tie: who played it, and who won, if it is decided and somebody did."""

    pk: int
    tie: str
    teams: frozenset[str]
    winner: str
    is_open: bool


def bracket_of(season: Season) -> Bracket | None:
    """The bracket as it stands; none before the playoffs. Two queries."""
    first = _first_round(season)
    return bracket_from(season, seeds_of(first), games_of(season)) if first else None


def bracket_from(season: Season, seeds: Sequence[str], games: Sequence[TieGame]) -> Bracket:
    """Who wins a tie says who is in the next one, and so which games count there: settled round by round."""
    wins: dict[str, Mapping[str, int]] = {}
    while True:
        bracket = playoffs.bracket(seeds, wins, best_of=season.playoff_best_of, third_place=season.playoff_third_place)
        settled = {tie.id: _wins(tie, games) for tie in bracket.ties if _is_paired(tie)}
        if settled == wins:
            return bracket
        wins = settled


def games_in(tie: Tie, games: Sequence[TieGame]) -> list[TieGame]:
    """Those between its two teams; an amended result may have left others behind."""
    teams = frozenset(slot.team for slot in tie.slots)
    return [game for game in games if game.tie == tie.id and game.teams == teams]


def _is_paired(tie: Tie) -> bool:
    return all(slot.team for slot in tie.slots)


def _wins(tie: Tie, games: Sequence[TieGame]) -> Mapping[str, int]:
    won = Counter(game.winner for game in games_in(tie, games) if game.winner)
    return {slot.team: won[slot.team] for slot in tie.slots}


def games_of(season: Season) -> list[TieGame]:
    """Every game of the playoffs, in the order in which they came. One query."""
    sides = Side.objects.filter(fixture__round__season=season, fixture__round__is_playoff=True)
    columns = ("fixture", "fixture__tie", "fixture__state", "entrant", "outcome")
    seated: dict[int, list[tuple[str, str, str, str]]] = {}
    for fixture, *told in sides.order_by("fixture", "position").values_list(*columns):
        tie, state, entrant, outcome = told
        seated.setdefault(fixture, []).append((tie, state, str(entrant), outcome))
    return [_game(fixture, rows) for fixture, rows in seated.items()]


def _game(fixture: int, rows: Sequence[tuple[str, str, str, str]]) -> TieGame:
    tie, state, _, _ = rows[0]
    winner = next((entrant for _, _, entrant, outcome in rows if outcome in WINS), "")
    return TieGame(fixture, tie, frozenset(entrant for _, _, entrant, _ in rows), winner, state in OPEN)


def seeds_of(first: Round) -> list[str]:
    return [str(entrant) for entrant in first.drawn]


def _first_round(season: Season) -> Round | None:
    return season.rounds.filter(is_playoff=True).order_by("number").first()


def draw_problems(fixture: Fixture, outcomes: Collection[Outcome]) -> list[Problem]:
    """A game of the playoffs has a winner, unless nobody came."""
    if not fixture.round.is_playoff or any(outcome in WINS for outcome in outcomes):
        return []
    return [Problem("playoff-draw", "A game of the playoffs cannot be drawn: play on until somebody wins.", "result")]


# Beginning


def start_problems(season: Season) -> list[Problem]:
    """Every reason why the playoffs cannot begin now."""
    if season.rounds.filter(is_playoff=True).exists():
        return [Problem("playoffs-started", f"The playoffs of {season.name} have begun already.")]
    if season.playoff_teams < playoffs.FEWEST:
        message = f"{season.name} has no playoffs: the table decides. To have some, change the season."
        return [Problem("no-playoffs", message)]
    if season.state != Season.State.RUNNING:
        why = "is over" if season.is_over else "has not begun"
        return [Problem("not-running", f"{season.name} {why}: playoffs follow a season that is running.")]
    return [*_too_few(season), *_unfinished(season)]


def _too_few(season: Season) -> Iterator[Problem]:
    there = season.entrants.filter(retired_at=None).count()
    if there < season.playoff_teams:
        has = counted(there, "team plays", "teams play") if there else "no team plays"
        message = f"The playoffs are for {season.playoff_teams} teams, and {has} in {season.name}."
        yield Problem("too-few-teams", message)


def _unfinished(season: Season) -> Iterator[Problem]:
    games = Fixture.objects.filter(round__season=season, round__published_at__isnull=False)
    if waiting := games.filter(state__in=OPEN).count():
        message = f"{counted(waiting, 'game is', 'games are')} still to be played: record them, or call them off."
        yield Problem("games-open", message)
    if draft := season.rounds.filter(published_at=None).order_by("number").first():
        yield Problem("rounds-drafted", f"{draft} is still a draft: publish it, or remove it.")
    if not games.filter(state__in=Fixture.COUNTED).exists():
        yield Problem("no-games", "No game has been decided yet: there is no table to seed the teams from.")


@transaction.atomic
def start_playoffs(*, season: Season, author: User | None) -> Bracket:
    """The best of the final table are seeded, and the first games are published. Seeds stay, whatever is amended."""
    season = _locked(season)
    refuse_any(start_problems(season))
    Fixture.objects.filter(round__season=season, state=Fixture.State.PROPOSED).delete()
    playing = (its.row.entrant.team for its in tables.table_of(season).rows if not its.is_retired)
    seeds = list(islice(playing, season.playoff_teams))
    _write_rounds(season, seeds)
    season.state = Season.State.PLAYOFFS
    season.save(update_fields=["state"])
    return _advance(season, author)


def _write_rounds(season: Season, seeds: Sequence[str]) -> None:
    """All of them at once, each with its deadline; their games come as the teams are known."""
    rounds = len(playoffs.bracket(seeds, {}).rounds)
    last: int = season.rounds.aggregate(last=Max("number"))["last"] or 0
    pace, now = timedelta(days=season.days_per_round), timezone.now()
    Round.objects.bulk_create(
        Round(
            season=season,
            number=last + n,
            deadline=today() + n * pace,
            is_playoff=True,
            published_at=now,
            drawn=[int(seed) for seed in seeds] if n == 1 else [],
        )
        for n in range(1, rounds + 1)
    )


# Going on


@transaction.atomic
def advance(season: Season) -> Bracket:
    """What the games so far ask for: the next games, the champion, or less of either after a correction.

    Called as often as one likes it does the same once. A season that somebody ended stays so, unless its champion
    is no longer who won the final.
    """
    season = _locked(season)
    if _first_round(season) is None:
        raise refuse("no-bracket", f"The playoffs of {season.name} have not begun.")
    return _advance(season, None)


def is_behind(season: Season, bracket: Bracket, games: Sequence[TieGame]) -> bool:
    """Is there something for `advance` to do?"""
    if not _may_advance(season, bracket):
        return False
    return bool(_superfluous(bracket, games) or _without_game(bracket, games)) or not _is_crowned(season, bracket)


def _may_advance(season: Season, bracket: Bracket) -> bool:
    return not season.is_over or _champion(bracket) != season.champion_id


def _is_crowned(season: Season, bracket: Bracket) -> bool:
    return season.is_over == _is_decided(bracket) and season.champion_id == _champion(bracket)


def _advance(season: Season, author: User | None) -> Bracket:
    first = _first_round(season)
    assert first is not None  # noqa: S101 - both callers have seen to it
    bracket, games = _read(season, first)
    if not _may_advance(season, bracket):
        return bracket
    Fixture.objects.filter(pk__in=_superfluous(bracket, games)).delete()
    while missing := _without_game(bracket, games):
        _write_games(season, missing, games, author)
        bracket, games = _read(season, first)
    _crown(season, bracket)
    return bracket


def _read(season: Season, first: Round) -> tuple[Bracket, list[TieGame]]:
    games = games_of(season)
    return bracket_from(season, seeds_of(first), games), games


def _superfluous(bracket: Bracket, games: Sequence[TieGame]) -> list[int]:
    """Games still to be played that nobody needs any more. What was once reported stays."""
    needed = {game.pk for tie in bracket.ties if tie.is_open for game in games_in(tie, games)}
    idle = [game.pk for game in games if game.is_open and game.pk not in needed]
    kept = reported(idle)
    return [pk for pk in idle if pk not in kept]


def _without_game(bracket: Bracket, games: Sequence[TieGame]) -> list[Tie]:
    """Open ties in which no game is waiting to be played."""
    return [tie for tie in bracket.ties if tie.is_open and not any(game.is_open for game in games_in(tie, games))]


def _write_games(season: Season, ties: Sequence[Tie], games: Sequence[TieGame], author: User | None) -> None:
    rounds = list(season.rounds.filter(is_playoff=True).order_by("number"))
    gone = {str(pk) for pk in season.entrants.filter(retired_at__isnull=False).values_list("pk", flat=True)}
    to_be_played = []
    for tie in ties:
        played = len(games_in(tie, games))
        its_round = rounds[-1] if tie.id == THIRD else rounds[int(tie.id.split("-")[0]) - 1]
        fixture = Fixture.objects.create(round=its_round, position=_position(tie), tie=tie.id)
        # The better seed begins at home, and then they change sides.
        home, away = sorted(tie.slots, key=lambda slot: slot.seed, reverse=bool(played % 2))
        Side.objects.bulk_create(
            Side(fixture=fixture, entrant_id=int(slot.team), position=seat) for seat, slot in enumerate((home, away))
        )
        if absent := _absent(tie, gone):
            _forfeit(season, fixture, absent, author)
        else:
            to_be_played.append(fixture.pk)
    happenings.playoff_games(season, to_be_played, author)


def _position(tie: Tie) -> int:
    """The game for third place comes before the final."""
    return 0 if tie.id == THIRD else int(tie.id.split("-")[1])


def _absent(tie: Tie, gone: Collection[str]) -> Slot | None:
    """Who has retired. Of two, the better seed goes on: somebody has to."""
    absent = [slot for slot in tie.slots if slot.team in gone]
    return max(absent, key=lambda slot: slot.seed, default=None)


def _forfeit(season: Season, fixture: Fixture, absent: Slot, author: User | None) -> None:
    for side in fixture.sides.all():
        is_gone = side.entrant_id == int(absent.team)
        side.outcome = Outcome.FORFEIT_LOST if is_gone else Outcome.FORFEIT_WON
        side.save(update_fields=["outcome"])
    fixture.state, fixture.decided_at, fixture.decided_by = Fixture.State.FORFEITED, timezone.now(), author
    fixture.house = houses.house_in_force(season.league)
    fixture.save(update_fields=["state", "decided_at", "decided_by", "house"])


def _is_decided(bracket: Bracket) -> bool:
    return all(tie.winner for tie in bracket.ties)


def _champion(bracket: Bracket) -> int | None:
    """The team that won the final."""
    if not bracket.champion:
        return None
    return Entrant.objects.values_list("team_id", flat=True).get(pk=int(bracket.champion))


def _crown(season: Season, bracket: Bracket) -> None:
    """The winner of the final is champion at once; the season is over when third place is decided as well."""
    if _is_crowned(season, bracket):
        return
    is_over = _is_decided(bracket)
    season.champion_id = _champion(bracket)
    season.state = Season.State.FINISHED if is_over else Season.State.PLAYOFFS
    season.finished_at = (season.finished_at or timezone.now()) if is_over else None
    season.save(update_fields=["champion", "state", "finished_at"])


def _locked(season: Season) -> Season:
    return Season.objects.select_for_update(of=("self",)).select_related("league__house").get(pk=season.pk)
