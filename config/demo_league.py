"""The demo's league: a season that was won, and one in the middle of it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from django.contrib.auth.models import User
from django.utils import timezone

from config import demo_desk, demo_games
from config.demo_diary import Diary, evening
from league import brackets, houses, leagues, memberships, rounds, seasons
from league.leagues import About
from league.models import Fixture, Format, Joining, League, Role, Season
from league.notices.kinds import Kind
from league.notices.models import News, Notice
from league.permissions import Standing
from matches.newsletter import service as newsletter
from teams.models import Team

ABOUT = About(
    name="Moon Court",
    description=(
        "We meet **every Tuesday** in the back room, from seven until the lights go out.\n\n"
        "Newcomers are welcome: bring a team of 100 koban, or borrow one of ours for an evening."
    ),
    joining=Joining.APPROVAL,
)
# By it a database is known as a demo: nobody else's league has it.
KEY = UUID("6d6f6f6e-636f-4572-8420-64656d6f2e2e")
SLUG = "moon-court"
HOUSE_RULES_REASON = "Last season the winners ran away with all the koban."
PLAYED_ROUNDS = 3  # of the winter season
FORFEITED, OVERDUE = (2, 3), (3, 0)  # in it: round and position
FOUNDED, WINTER_BEGAN = 13, 3  # weeks ago
GAMES = 28 + 4 + 4 * PLAYED_ROUNDS - 2
AUTUMN = {
    "name": "Autumn",
    "format": Format.ROUND_ROBIN,
    "playoff_teams": 4,
    "playoff_third_place": True,
}
WINTER = {"name": "Winter", "format": Format.ROUND_ROBIN, "playoff_teams": 4}


@dataclass(frozen=True, slots=True)
class Club:
    """Everybody who comes."""

    master: User
    assistant: User
    guest: User
    newcomer: User
    teams: list[Team]


def make(club: Club, diary: Diary) -> Iterator[str]:
    """Says before each game in which part of the story it is."""
    diary.turn(evening(FOUNDED))
    league = leagues.create(about=ABOUT, author=club.master, key=KEY)
    _gather(league, club)
    yield from _autumn(league, club, diary)
    diary.turn(evening(WINTER_BEGAN))
    rules = houses.rules_of(league)
    houses.change_rules(
        league=league,
        rules=replace(rules, koban=replace(rules.koban, loss=7, draw=9)),
        author=club.master,
        reason=HOUSE_RULES_REASON,
        based_on=0,
    )
    yield from _winter(league, club, diary)
    memberships.ask_to_join(league=league, person=club.newcomer, message="I played at the harbour. May I join you?")


def _gather(league: League, club: Club) -> None:
    for team in club.teams:
        if team.owner:
            request = memberships.ask_to_join(league=league, person=team.owner)
            memberships.approve(request=request, author=club.master)
    for person, role in ((club.assistant, Role.ASSISTANT), (club.guest, Role.GUEST)):
        link = memberships.invite(league=league, role=role, days=365, author=club.master, has=Standing.MASTER)
        memberships.accept(invitation=link, person=person)


def _autumn(league: League, club: Club, diary: Diary) -> Iterator[str]:
    season = _opened(league, club, 1, AUTUMN, FOUNDED)
    for team in club.teams:
        seasons.enter(season=season, team=team, author=team.owner)
    _schedule(season, FOUNDED)
    yield from _played(season, diary, FOUNDED)
    brackets.start_playoffs(season=season, author=club.master)
    _date(season, FOUNDED)
    while not Season.objects.get(pk=season.pk).is_over:
        yield from _played(season, diary, FOUNDED)


def _winter(league: League, club: Club, diary: Diary) -> Iterator[str]:
    season = _opened(league, club, 2, WINTER, WINTER_BEGAN)
    _schedule(season, WINTER_BEGAN)
    given_up, late = _game(season, FORFEITED), _game(season, OVERDUE)
    yield from _played(season, diary, WINTER_BEGAN, PLAYED_ROUNDS, but=(given_up, late))
    demo_desk.forfeit(given_up, club.master)
    # Of old news everybody has heard; what is left is new. What waited then names days that were never to come.
    News.objects.filter(kind=Kind.WAITING).delete()
    Notice.objects.update(read_at=timezone.now())
    diary.turn_to_today()
    _newsletter(season, club.master)
    demo_desk.fill(season, PLAYED_ROUNDS + 1, club.master)


def _opened(league: League, club: Club, number: int, plan: Mapping[str, Any], began: int) -> Season:
    dated = {**plan, "starts_on": evening(began).date()}
    return seasons.open_season(
        league=league, number=number, plan=dated, divisions=[], carries_over=number > 1, author=club.master
    )


def _schedule(season: Season, began: int) -> None:
    """Dated before it is published: that is when everybody is told."""
    seasons.begin(season=season)
    rounds.generate(season=season, based_on=rounds.version_of(rounds.draft_rows(season)))
    _date(season, began)
    drafts = rounds.draft_rows(season)
    rounds.publish(season=season, numbers=[row.number for row in drafts], based_on=rounds.version_of(drafts))


def _date(season: Season, began: int) -> None:
    """A round ends with its evening: what was not played then is late."""
    for number in season.rounds.values_list("number", flat=True):
        rounds.set_deadline(season=season, number=number, deadline=evening(began - number).date())


def _played(season: Season, diary: Diary, began: int, until: int = 99, but: Collection[Fixture] = ()) -> Iterator[str]:
    """Every open game up to that round, in its order and on its evening."""
    leaves = demo_desk.left_at_the_desk(season, until + 1) if but else {}
    for game in demo_games.open_games(season).filter(round__number__lte=until).exclude(pk__in=[its.pk for its in but]):
        yield f"{season.name} season"
        diary.turn(evening(began - game.round.number, game.position))
        demo_games.play(game, leaves if game.round.number == until else {})


def _game(season: Season, at: tuple[int, int]) -> Fixture:
    number, position = at
    return Fixture.objects.get(round__season=season, round__number=number, position=position)


def _newsletter(season: Season, master: User) -> None:
    """What happened in the latest rounds, as it is drafted by itself."""
    key = uuid5(NAMESPACE_URL, season.get_absolute_url())
    issue = newsletter.draft(season=season, first=PLAYED_ROUNDS - 1, last=PLAYED_ROUNDS, author=master, key=key)
    newsletter.publish(
        issue=issue, title=issue.title, text=issue.text, based_on=issue.version, author=master, at_once=True
    )
