"""The demo's league: a season that was won, and one in the middle of it."""

from dataclasses import replace
from random import Random

from django.contrib.auth.models import User

from league import brackets, houses, leagues, memberships, results, rounds, seasons
from league.leagues import About
from league.models import Fixture, Format, League, Season
from league.results import SideResult
from league.standings import Outcome
from teams.models import Team

ABOUT = About(
    name="Moon Court",
    description=(
        "We meet **every Tuesday** in the back room, from seven until the lights go out.\n\n"
        "Newcomers are welcome: bring a team of 100 koban, or borrow one of ours for an evening."
    ),
)
HOUSE_RULES_REASON = "Last season the winners ran away with all the koban."
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
    _play(season, master, until=4)


def _schedule(season: Season) -> None:
    seasons.begin(season=season)
    rounds.generate(season=season, based_on=rounds.version_of(rounds.draft_rows(season)))
    drafts = rounds.draft_rows(season)
    rounds.publish(season=season, numbers=[row.number for row in drafts], based_on=rounds.version_of(drafts))


def _play(season: Season, master: User, until: int = 99) -> None:
    """Every open game up to that round, with results that are the same everywhere."""
    games = Fixture.objects.filter(
        round__season=season, round__number__lte=until, state=Fixture.State.SCHEDULED, sides__isnull=False
    )
    for game in games.distinct().prefetch_related("sides__entrant__team"):
        results.record(fixture=game, sides=_result(game), author=master, based_on=results.version_of(game))


def _result(game: Fixture) -> list[SideResult]:
    chance = Random(f"{game.round_id} {game.position} {game.tie}")  # noqa: S311 (the demo is the same everywhere)
    one, other = game.sides.all()
    points = [chance.randrange(2, 9), chance.randrange(1, 8)]
    is_draw = points[0] == points[1]
    if is_draw and game.tie:
        points[0], is_draw = points[0] + 1, False
    outcomes = [Outcome.DREW, Outcome.DREW] if is_draw else [Outcome.WON, Outcome.LOST]
    if points[0] < points[1]:
        outcomes.reverse()
    return [
        SideResult(side.entrant_id, outcome, scored, scored + chance.randrange(4), chance.randrange(4))
        for side, outcome, scored in zip((one, other), outcomes, points, strict=True)
    ]
