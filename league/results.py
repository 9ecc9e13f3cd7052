"""What became of a game: played, forfeited, postponed, a bye, and all of it put right later.

One transaction each, under a lock on the game. What a caller saw goes along as `based_on`: if somebody else was
quicker nothing is overwritten, and the same word sent twice counts once.
"""

import hashlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone

from league import brackets, houses, tables
from league.games import reported
from league.models import Entrant, Fixture, Season, Side, today
from league.notices import happenings
from league.standings import Outcome
from rules import report
from rules.problems import Problem, listed, refuse, refuse_any
from rules.scroll import Result

PLAYED = {
    Outcome.WON: Result.WON,
    Outcome.LOST: Result.LOST,
    Outcome.DREW: Result.DREW,
    Outcome.CONCEDED: Result.CONCEDED,
}
# Each says why what became of a game is not to be changed here. The app of match reports sits above this one.
KEPT_BY: list[Callable[[Fixture], Problem | None]] = []
RECORDABLE = (*PLAYED, Outcome.FORFEIT_LOST)
MOST = report.MOST_POINTS


@dataclass(frozen=True, slots=True)
class SideResult:
    """How the game ended for one team."""

    entrant: int
    outcome: Outcome
    points: int = 0
    feats: int = 0
    injuries: int = 0


def version_of(fixture: Fixture) -> str:
    """Names what is on record of a game: it changes whenever anything of that does."""
    sides = [
        (side.entrant_id, str(side.outcome), side.points, side.feats, side.injuries)
        for side in sorted(fixture.sides.all(), key=lambda side: side.position)
    ]
    told = (str(fixture.state), str(fixture.deadline), fixture.note, sides)
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def result_problems(sides: Sequence[SideResult]) -> list[Problem]:
    """Every reason why a game cannot have ended like that, as the rules of reports see it.

    In a game of three or four a team may stay away: the others play without it.
    """
    foreign = [side for side in sides if side.outcome not in RECORDABLE]
    if foreign:
        return [Problem("no-result", f"A game that was played does not end with “{foreign[0].outcome}”.", "result")]
    there = [side for side in sides if side.outcome in PLAYED]
    found = list(report.result_problems([PLAYED[side.outcome] for side in there]))
    found += report.size_problems(len(there))
    for side in there:
        found += report.points_problems(side.points, str(side.entrant))
    for side in sides:
        for what, number in (("feats", side.feats), ("injuries", side.injuries)):
            if not 0 <= number <= MOST:
                found.append(Problem(what, f"{what.capitalize()} are a number from 0 to {MOST}.", str(side.entrant)))
    return found


@transaction.atomic
def record(*, fixture: Fixture, sides: Sequence[SideResult], author: User | None, based_on: str) -> Fixture:
    """The game was played, and this is how it ended. May come before its round, and correct an earlier word."""
    fixture = locked(fixture)
    if fixture.state == Fixture.State.PLAYED and _told(fixture) == set(sides):
        return fixture
    _refuse_outdated(fixture, based_on)
    refuse_closed(fixture)
    _refuse_kept(fixture)
    _record(fixture, sides, author)
    recorded = _as_it_is(fixture)
    happenings.result_recorded(recorded, author)
    return recorded


def record_report(*, fixture: Fixture, sides: Sequence[SideResult], author: User | None) -> None:
    """What an accepted report says of a game that the caller has `locked`.

    An amended one may come when the season is over: then it is put right, too.
    """
    if fixture.state != Fixture.State.PLAYED:
        refuse_closed(fixture)
    _record(fixture, sides, author)


def _record(fixture: Fixture, sides: Sequence[SideResult], author: User | None) -> None:
    seated = {side.entrant_id: side for side in fixture.sides.all()}
    if {side.entrant for side in sides} != seated.keys() or len(sides) != len(seated):
        raise refuse("other-teams", "A result names each team of the game once, and no other.", "result")
    refuse_any([*result_problems(sides), *brackets.draw_problems(fixture, [side.outcome for side in sides])])
    for told in sides:
        _write(seated[told.entrant], told)
    _decide(fixture, Fixture.State.PLAYED, author)


@transaction.atomic
def forfeit(*, fixture: Fixture, by: Collection[int], author: User | None, based_on: str) -> Fixture:
    """Those entrants did not play; who is left wins without a game. Everybody may have forfeited."""
    fixture = locked(fixture)
    seated = {side.entrant_id: side for side in fixture.sides.all()}
    if fixture.state == Fixture.State.FORFEITED and _forfeiters(fixture) == set(by):
        return fixture
    _refuse_outdated(fixture, based_on)
    refuse_closed(fixture)
    _refuse_kept(fixture)
    if not by or not set(by) <= seated.keys():
        raise refuse("nobody-forfeits", "Say which of its teams forfeited.", "by")
    left = [side for id_, side in seated.items() if id_ not in by]
    if len(left) > 1:
        names = listed([side.entrant.team.name for side in left])
        raise refuse("others-play", f"{names} can play without them: record that game, with who stayed away.", "by")
    for id_, side in seated.items():
        _write(side, SideResult(id_, Outcome.FORFEIT_LOST if id_ in by else Outcome.FORFEIT_WON))
    happenings.game_changed(fixture, "is forfeited", author)
    _decide(fixture, Fixture.State.FORFEITED, author)
    return _as_it_is(fixture)


@transaction.atomic
def postpone(*, fixture: Fixture, deadline: date, note: str, author: User | None, based_on: str) -> Fixture:
    """It will be played later, by that day."""
    fixture = locked(fixture)
    if fixture.state == Fixture.State.POSTPONED and (fixture.deadline, fixture.note) == (deadline, note):
        return fixture
    _refuse_outdated(fixture, based_on)
    refuse_closed(fixture)
    if fixture.state in Fixture.COUNTED:
        raise refuse("decided", "This game is decided: only one that is still to be played can be postponed.")
    if deadline < today():
        raise refuse("past-deadline", "The new deadline is in the past.", "deadline")
    fixture.state, fixture.deadline, fixture.note = Fixture.State.POSTPONED, deadline, note
    fixture.decided_by = author
    fixture.save(update_fields=["state", "deadline", "note", "decided_by"])
    happenings.game_changed(fixture, f"is postponed to {happenings.day(deadline)}", author, note)
    return fixture


@transaction.atomic
def give_bye(*, fixture: Fixture, to: int, author: User | None, based_on: str) -> Fixture:
    """The game is off, and that entrant gets a bye instead. The others have no game."""
    fixture = locked(fixture)
    if fixture.state == Fixture.State.BYE:
        return fixture
    _refuse_outdated(fixture, based_on)
    refuse_closed(fixture)
    _refuse_playoff(fixture)
    _refuse_kept(fixture)
    side = next((side for side in fixture.sides.all() if side.entrant_id == to), None)
    if side is None:
        raise refuse("not-in-game", "Only a team of this game can get a bye for it.", "to")
    fixture.sides.exclude(pk=side.pk).delete()
    _write(side, SideResult(to, Outcome.BYE))
    happenings.game_changed(fixture, f"is off: {side.entrant} has a bye instead", author)
    _decide(fixture, Fixture.State.BYE, author)
    return _as_it_is(fixture)


@transaction.atomic
def undo(*, fixture: Fixture, author: User | None, based_on: str) -> Fixture:
    """What became of it is forgotten: it is still to be played."""
    fixture = locked(fixture)
    if fixture.state not in Fixture.COUNTED:
        return fixture
    _refuse_outdated(fixture, based_on)
    refuse_to_undo(fixture)
    happenings.game_changed(fixture, "is still to be played: what was recorded is taken back", author)
    forget(fixture=fixture, author=author)
    return _as_it_is(fixture)


def refuse_to_undo(fixture: Fixture) -> None:
    refuse_closed(fixture)
    _refuse_kept(fixture)
    if fixture.state == Fixture.State.BYE:
        raise refuse("bye", "A bye cannot be undone: nobody was to play against. Call it off instead.")
    if fixture.state not in Fixture.COUNTED:
        raise refuse("undecided", "This game has no result to undo.")


def forget(*, fixture: Fixture, author: User | None) -> None:
    """A game that the caller has `locked` is still to be played, or stays undecided if the season is over."""
    fixture.sides.update(outcome="", points=0, feats=0, injuries=0)
    fixture.state = Fixture.State.POSTPONED if fixture.deadline else Fixture.State.SCHEDULED
    fixture.decided_at = fixture.house = None
    fixture.decided_by = author
    fixture.save(update_fields=["state", "decided_at", "decided_by", "house"])
    _go_on(fixture)


@transaction.atomic
def call_off(*, fixture: Fixture, based_on: str, author: User | None = None) -> None:
    """The game will not be, and counts for nobody."""
    fixture = locked(fixture)
    _refuse_outdated(fixture, based_on)
    refuse_to_call_off(fixture)
    happenings.game_changed(fixture, "is called off", author, is_off=True)
    fixture.delete()


def refuse_to_call_off(fixture: Fixture) -> None:
    refuse_closed(fixture)
    _refuse_playoff(fixture)
    _refuse_kept(fixture)
    if fixture.state in (Fixture.State.PLAYED, Fixture.State.FORFEITED):
        raise refuse("decided", "This game is decided. To call it off, undo its result first.")
    if reported([fixture.pk]):
        raise refuse("reported", "There are reports of this game, which stay readable: record a forfeit instead.")


def leave(*, fixture: Fixture, entrant: Entrant, forfeits: bool, author: User | None) -> None:
    """A team that retires will not play this game. Of three or four teams, the others still can."""
    fixture = locked(fixture)
    others = [side.entrant_id for side in fixture.sides.all() if side.entrant_id != entrant.pk]
    if len(others) > 1:
        _refuse_kept(fixture)
        fixture.sides.filter(entrant=entrant).delete()
    elif not reported([fixture.pk]) and (
        fixture.state == Fixture.State.PROPOSED or not others or (not forfeits and not fixture.round.is_playoff)
    ):
        fixture.delete()
    else:
        forfeit(fixture=fixture, by=[entrant.pk], author=author, based_on=version_of(fixture))


# Shared


def locked(fixture: Fixture) -> Fixture:
    """The game as it is now, and nobody else's until the transaction ends.

    A bracket goes on under a lock on its season. Whoever takes both locks takes that one first.
    """
    list(Season.objects.select_for_update(of=("self",)).filter(rounds__fixtures=fixture.pk, rounds__is_playoff=True))
    found = Fixture.objects.select_for_update(of=("self",)).filter(pk=fixture.pk).first()
    if found is None:
        raise refuse("called-off", "This game has been called off meanwhile.")
    return _as_it_is(found)


def _as_it_is(fixture: Fixture) -> Fixture:
    """Read anew. A game of the playoffs may be gone: what it decided made it superfluous."""
    sides = Prefetch("sides", Side.objects.select_related("entrant__team__owner"))
    found = Fixture.objects.select_related("round__season__league__house").prefetch_related(sides)
    return found.filter(pk=fixture.pk).first() or fixture


def _told(fixture: Fixture) -> set[SideResult]:
    return {
        SideResult(side.entrant_id, Outcome(side.outcome), side.points, side.feats, side.injuries)
        for side in fixture.sides.all()
    }


def _forfeiters(fixture: Fixture) -> set[int]:
    return {side.entrant_id for side in fixture.sides.all() if side.outcome == Outcome.FORFEIT_LOST}


def _refuse_outdated(fixture: Fixture, based_on: str) -> None:
    if based_on != version_of(fixture):
        message = "Somebody has recorded something about this game meanwhile. Look at it, and say again what you meant."
        raise refuse("outdated", message)


def _refuse_kept(fixture: Fixture) -> None:
    refuse_any([problem for kept_by in KEPT_BY if (problem := kept_by(fixture))])


def refuse_closed(fixture: Fixture) -> None:
    """Nothing can become of a game that is a draft, a mere challenge, or in a season that is not running."""
    season = fixture.round.season
    if fixture.round.published_at is None:
        raise refuse("draft", "This game is a draft: publish its round first.")
    if fixture.state == Fixture.State.PROPOSED:
        raise refuse("only-proposed", "This game is only a challenge: it has to be accepted first.")
    if season.state == Season.State.PLANNED:
        raise refuse("not-begun", f"{season.name} has not begun.")
    if season.is_over:
        raise refuse("season-over", f"{season.name} is over: its results stay as they are.")


def _refuse_playoff(fixture: Fixture) -> None:
    if fixture.round.is_playoff:
        raise refuse("playoff", "A game of the playoffs has to be decided: somebody must go on.")


def _write(side: Side, told: SideResult) -> None:
    side.outcome, side.points, side.feats, side.injuries = told.outcome, told.points, told.feats, told.injuries
    side.save(update_fields=["outcome", "points", "feats", "injuries"])


def _decide(fixture: Fixture, state: Fixture.State, author: User | None) -> None:
    fixture.state, fixture.decided_at, fixture.decided_by = state, timezone.now(), author
    fixture.house = houses.house_in_force(fixture.round.season.league)
    fixture.save(update_fields=["state", "decided_at", "decided_by", "house"])
    _go_on(fixture)


def _go_on(fixture: Fixture) -> None:
    """What a game of the playoffs decides, the bracket follows at once; without one, the champion the table."""
    if fixture.round.is_playoff:
        brackets.advance(fixture.round.season)
    else:
        _crown_anew(fixture.round.season)


def _crown_anew(season: Season) -> None:
    """A season that was over when a report of it was amended."""
    if season.is_over and season.champion_id and not season.rounds.filter(is_playoff=True).exists():
        season.champion = tables.champion_of(season)
        season.save(update_fields=["champion"])
