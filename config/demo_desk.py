"""What the demo's ninja master finds on the desk: one thing of each kind that can wait in a league."""

from dataclasses import replace
from datetime import timedelta

from django.contrib.auth.models import User

from config import demo_games
from league import results
from league.models import Fixture, Season, today
from matches import amending, reporting
from matches.models import Match
from matches.reporting import Account
from rules.scroll import Due

AMENDED_REASON = "We wrote down the wrong All-Star, and found out in the car."
PROPOSED_REASON = "The award was for the other one: ask anybody who was there."
POSTPONED_NOTE = "Down with a cold. We play it when the fever is gone."
EVERYTHING = tuple(Due)
ADVANCEMENTS = (Due.ADVANCEMENT, Due.CHOICE)


def left_at_the_desk(season: Season, round_number: int) -> demo_games.Leaves:
    """Who has not been at the desk since the last game: of teams whose next game nobody has begun."""
    _, _, postponed, open_ = _games(season, round_number)
    (slow, *_), (slower, *_) = (list(game.sides.select_related("entrant")) for game in (postponed, open_))
    return {slow.entrant.team_id: ADVANCEMENTS, slower.entrant.team_id: EVERYTHING}


def forfeit(game: Fixture, author: User) -> None:
    """The second team did not come."""
    _, away = game.sides.all()
    results.forfeit(fixture=game, by=[away.entrant_id], author=author, based_on=results.version_of(game))


def fill(season: Season, round_number: int, master: User) -> None:
    """A mistake put right and one proposed to be, a report disputed, one that waits, and a game postponed."""
    first, *_, last = Match.objects.filter(fixture__round__season=season).select_related("accepted").order_by("pk")
    _amend(first, master)
    _propose(last)
    disputed, waiting, postponed, _ = _games(season, round_number)
    _report(disputed, voices=2)
    _report(waiting, voices=1)
    _postpone(postponed, master)


def _games(season: Season, round_number: int) -> list[Fixture]:
    return list(demo_games.open_games(season).filter(round__number=round_number))


def _report(game: Fixture, voices: int) -> None:
    match = demo_games.brief(game)
    account = demo_games.account(match, demo_games.chance_of(game))
    for side in match.sides.select_related("team__owner")[:voices]:
        demo_games.file(match, side, account)
        account = _otherwise(account)


def _otherwise(account: Account) -> Account:
    """How the other side remembers it: two points more, and somebody who was hurt, or was not."""
    *others, last = account.report.teams
    *_, ninja = last.ninja
    hurt = replace(last.ninja[ninja], healing_house=not last.ninja[ninja].healing_house)
    mine = replace(last, points=last.points + 2, ninja={**last.ninja, ninja: hurt})
    return replace(account, report=replace(account.report, teams=(*others, mine)))


def _postpone(game: Fixture, author: User) -> None:
    until = (game.round.deadline or today()) + timedelta(weeks=1)
    based_on = results.version_of(game)
    results.postpone(fixture=game, deadline=until, note=POSTPONED_NOTE, author=author, based_on=based_on)


def _amend(match: Match, master: User) -> None:
    amending.amend(
        match=match,
        account=_with_another_star(match),
        author=master,
        reason=AMENDED_REASON,
        key=demo_games.key_of(match, "amended"),
        based_on=amending.version_of(match),
    )


def _propose(match: Match) -> None:
    side = match.sides.select_related("team__owner")[0]
    amending.propose(
        match=match,
        account=_with_another_star(match),
        author=demo_games.owner_of(side),
        voice=demo_games.voice_of(side),
        reason=PROPOSED_REASON,
        key=demo_games.key_of(match, "proposed"),
        based_on=amending.version_of(match),
    )


def _with_another_star(match: Match) -> Account | None:
    """The award went to somebody else."""
    account = reporting.account_of(match.accepted) if match.accepted else None
    if account is None:
        return None
    first, *others = account.report.teams
    star = next(id_ for id_ in first.ninja if id_ not in first.all_stars)
    amended = replace(account.report, teams=(replace(first, all_stars=(star,)), *others))
    return replace(account, report=amended)
