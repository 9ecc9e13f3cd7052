"""The demo's league: a season that was won, and one in the middle of it."""

from dataclasses import replace
from uuid import NAMESPACE_URL, uuid5

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from config import demo_games
from league import brackets, houses, leagues, memberships, rounds, seasons
from league.leagues import About
from league.models import Fixture, Format, League, Season
from league.notices.models import Notice
from league.permissions import Standing
from matches import amending, briefings, reporting
from matches.models import Match, Side
from matches.newsletter import service as newsletter
from matches.permissions import Voice
from matches.reporting import Account
from teams.models import Team

ABOUT = About(
    name="Moon Court",
    description=(
        "We meet **every Tuesday** in the back room, from seven until the lights go out.\n\n"
        "Newcomers are welcome: bring a team of 100 koban, or borrow one of ours for an evening."
    ),
)
HOUSE_RULES_REASON = "Last season the winners ran away with all the koban."
AMENDED_REASON = "We wrote down the wrong All-Star, and found out in the car."
PLAYED_ROUNDS = 4  # of the winter season
AUTUMN = {
    "name": "Autumn",
    "format": Format.ROUND_ROBIN,
    "playoff_teams": 4,
    "playoff_third_place": True,
}
WINTER = {"name": "Winter", "format": Format.DOUBLE_ROUND_ROBIN, "playoff_teams": 4}


def make(master: User, teams: list[Team]) -> League:
    league = leagues.create(about=ABOUT, author=master)
    for team in teams:
        if team.owner:
            memberships.join(league=league, person=team.owner)
    _autumn(league, master, teams)
    rules = houses.rules_of(league)
    houses.change_rules(
        league=league,
        rules=replace(rules, koban=replace(rules.koban, loss=7, draw=9)),
        author=master,
        reason=HOUSE_RULES_REASON,
        based_on=0,
    )
    _winter(league, master)
    return league


def _autumn(league: League, master: User, teams: list[Team]) -> None:
    season = seasons.open_season(league=league, number=1, plan=AUTUMN, divisions=[], carries_over=False, author=master)
    for team in teams:
        seasons.enter(season=season, team=team, author=team.owner)
    _schedule(season)
    _play(season, master)
    brackets.start_playoffs(season=season, author=master)
    while not Season.objects.get(pk=season.pk).is_over:
        _play(season, master)


def _winter(league: League, master: User) -> None:
    season = seasons.open_season(league=league, number=2, plan=WINTER, divisions=[], carries_over=True, author=master)
    _schedule(season)
    _play(season, master, until=PLAYED_ROUNDS)
    # Of old news everybody has heard; what is left is new.
    Notice.objects.update(read_at=timezone.now())
    _newsletter(season, master)
    _loose_ends(season, master)


def _schedule(season: Season) -> None:
    seasons.begin(season=season)
    rounds.generate(season=season, based_on=rounds.version_of(rounds.draft_rows(season)))
    drafts = rounds.draft_rows(season)
    rounds.publish(season=season, numbers=[row.number for row in drafts], based_on=rounds.version_of(drafts))


def _play(season: Season, master: User, until: int = 99) -> None:
    """Every open game up to that round, in its order."""
    for game in _open_games(season, until):
        demo_games.play(game, master)


def _open_games(season: Season, until: int) -> QuerySet[Fixture]:
    games = Fixture.objects.filter(round__season=season, round__number__lte=until, state=Fixture.State.SCHEDULED)
    return games.filter(sides__isnull=False).distinct().select_related("round__season")


def _newsletter(season: Season, master: User) -> None:
    """What happened in the latest rounds, as it is drafted by itself."""
    key = uuid5(NAMESPACE_URL, season.get_absolute_url())
    issue = newsletter.draft(season=season, first=PLAYED_ROUNDS - 1, last=PLAYED_ROUNDS, author=master, key=key)
    newsletter.publish(
        issue=issue, title=issue.title, text=issue.text, based_on=issue.version, author=master, at_once=True
    )


def _loose_ends(season: Season, master: User) -> None:
    """What a ninja master finds on the desk: a mistake put right, a report disputed, one that waits."""
    _amend_first(season, master)
    for game, voices in zip(_open_games(season, until=PLAYED_ROUNDS + 1), (2, 1), strict=False):
        match = briefings.brief(fixture=game, author=master)
        account = demo_games.account(match, demo_games.chance_of(game))
        for side in match.sides.select_related("team__owner")[:voices]:
            _file(match, side, account)
            account = _otherwise(account)


def _otherwise(account: Account) -> Account:
    """How the other side remembers it: two points more, and somebody who was hurt, or was not."""
    *others, last = account.report.teams
    *_, ninja = last.ninja
    hurt = replace(last.ninja[ninja], healing_house=not last.ninja[ninja].healing_house)
    mine = replace(last, points=last.points + 2, ninja={**last.ninja, ninja: hurt})
    return replace(account, report=replace(account.report, teams=(*others, mine)))


def _file(match: Match, side: Side, account: Account) -> None:
    if side.team.owner:
        reporting.file(
            match=match,
            account=account,
            author=side.team.owner,
            voice=Voice(Standing.PLAYER, frozenset([side.team_id])),
            key=demo_games.key_of(match, f"filed {side.position}"),
        )


def _amend_first(season: Season, master: User) -> None:
    """The award went to somebody else."""
    match = Match.objects.filter(fixture__round__season=season).select_related("accepted").order_by("pk")[0]
    account = reporting.account_of(match.accepted) if match.accepted else None
    if account is None:
        return
    first, *others = account.report.teams
    star = next(id_ for id_ in first.ninja if id_ not in first.all_stars)
    amended = replace(account.report, teams=(replace(first, all_stars=(star,)), *others))
    amending.amend(
        match=match,
        account=replace(account, report=amended),
        author=master,
        reason=AMENDED_REASON,
        key=demo_games.key_of(match, "amended"),
        based_on=amending.version_of(match),
    )
