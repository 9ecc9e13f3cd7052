"""Matches in the database, for tests: a league with games to be played, and reports of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.utils import timezone

from league import houses
from league.models import Fixture, League, Role, Round, Season, Side
from league.permissions import standing
from matches import briefings, desk, reporting
from matches.models import Match, Report
from matches.permissions import Voice, voice
from matches.reporting import Account
from rules import aftermath
from rules import report as reports
from rules.advancement import choices
from rules.catalog import catalog
from rules.chronicle import spareable
from rules.events import Founded
from rules.house import AcceptedBy
from rules.report import NinjaReport, TeamReport
from rules.report import Report as Told
from rules.scroll import Due, Result, Scroll, Step
from teams import chronicle
from teams.models import Team
from tests.league.clubs import club, join
from tests.league.clubs import season as new_season
from tests.rules.teams import MINIMAL, found
from tests.teams.people import person, team

PLAYERS = ("kenta", "mio", "yuki", "nami")
CLANS = ("tora", "ika", "kitsune", "ijin")
WON, LOST, DREW, CONCEDED = Result.WON, Result.LOST, Result.DREW, Result.CONCEDED


@dataclass
class Table:
    """A league whose ninja master is sensei, with teams of kenta, mio and so on, and a game between them all."""

    league: League
    season: Season
    master: User
    players: list[User]
    teams: list[Team]
    fixture: Fixture

    def voice(self, who: User, fixture: Fixture | None = None) -> Voice:
        return voice(who, fixture or self.fixture, standing(who, self.league))

    def brief(self, fixture: Fixture | None = None) -> Match:
        return briefings.brief(fixture=fixture or self.fixture, author=self.players[0])

    def another_game(self, teams: Sequence[Team] | None = None) -> Fixture:
        """One more game of these teams, or of all, in a round of its own."""
        return game_of(self.season, teams or self.teams)

    def file(self, match: Match, account: Account, by: int = 0, key: UUID | None = None, **more: Any) -> Report:
        who = self.players[by]
        voiced = self.voice(who, match.fixture)
        return reporting.file(match=match, account=account, author=who, voice=voiced, key=key or uuid4(), **more)

    def countersign(self, report: Report, by: int = 1) -> Report:
        who = self.players[by]
        return reporting.countersign(report=report, author=who, voice=self.voice(who, report.match.fixture))

    def settle(self, match: Match, account: Account) -> Report:
        """The ninja master files and settles in one go."""
        voiced = self.voice(self.master, match.fixture)
        return reporting.file(match=match, account=account, author=self.master, voice=voiced, key=uuid4(), settles=True)


def table(teams: int = 2, *, accepted_by: AcceptedBy = AcceptedBy.COUNTERSIGN, days: int = 3) -> Table:
    """`teams` teams of three ninja, each with Benkei: there is a ronin to pay."""
    founded = [found(f"{PLAYERS[n].title()} {CLANS[n]}", CLANS[n], *MINIMAL[CLANS[n]], "benkei") for n in range(teams)]
    return table_of(founded, accepted_by=accepted_by, days=days)


def table_of(founded: Sequence[Founded], *, accepted_by: AcceptedBy = AcceptedBy.COUNTERSIGN, days: int = 3) -> Table:
    league = club()
    trust(league, accepted_by, days)
    players = [join(league, person(name)) for name in PLAYERS[: len(founded)]]
    season = new_season(league, teams=0)
    teams = [team(player, event) for player, event in zip(players, founded, strict=True)]
    for its in teams:
        season.entrants.create(team=its, coin=its.pk)
        chronicle.play_by(its, league.house)
        its.refresh_from_db()
    master = league.memberships.get(role=Role.MASTER).person
    return Table(league, season, master, players, teams, game_of(season, teams))


def trust(league: League, accepted_by: AcceptedBy, days: int = 3) -> None:
    """Whose word makes a report count, from now on."""
    rules = houses.rules_of(league)
    reports = replace(rules.reports, accepted_by=accepted_by, silence_accepts_after_days=days)
    if reports != rules.reports:
        author = league.memberships.get(role=Role.MASTER).person
        based_on = houses.number_of(houses.version_in_force(league))
        changed = replace(rules, reports=reports)
        houses.change_rules(league=league, rules=changed, author=author, reason="Trust.", based_on=based_on)
        league.refresh_from_db()


def game_of(season: Season, teams: Sequence[Team]) -> Fixture:
    number = season.rounds.count() + 1
    its_round = Round.objects.create(season=season, number=number, published_at=timezone.now())
    fixture = Fixture.objects.create(round=its_round)
    entrants = {its.team_id: its for its in season.entrants.all()}
    Side.objects.bulk_create(
        Side(fixture=fixture, entrant=entrants[its.pk], position=seat) for seat, its in enumerate(teams)
    )
    return fixture


# Reports


def account(
    match: Match,
    *results: Result,
    challenge: str = "brawl",
    feats: Mapping[str, Mapping[str, Mapping[str, int]]] | None = None,
    hurt: Mapping[str, Sequence[str]] | None = None,
    stars: Mapping[str, Sequence[str]] | None = None,
) -> Account:
    """Everybody who can was on the board. `feats`, `hurt` and `stars` are by the team's address, then by ninja.

    Without results the first team wins. Points are what the feats score.
    """
    scrolls = reporting.scrolls_of(match)
    results = results or (WON, *(LOST for _ in range(len(scrolls) - 1)))
    its, house = catalog().challenges[challenge], briefings.rules_of(match)
    sides = (*its.sides, *its.sides)[: len(scrolls)] or (None,) * len(scrolls)
    teams = []
    for (slug, scroll), result, side in zip(scrolls.items(), results, sides, strict=True):
        rows = {
            ninja.id: NinjaReport(
                on_board=True,
                feats=(feats or {}).get(slug, {}).get(ninja.id, {}),
                healing_house=ninja.id in (hurt or {}).get(slug, ()),
            )
            for ninja in scroll.ninja
            if ninja.is_available
        }
        told = TeamReport(slug, result, 0, rows, tuple((stars or {}).get(slug, ())), side)
        teams.append(replace(told, points=reports.counted_points(told, scroll, its, house)))
    return Account(Told(match.game, challenge, tuple(teams)))


def scroll(of: Team) -> Scroll:
    return chronicle.scroll_of(of)


def take_every_step(team: Team, author: User | None = None) -> Scroll:
    """All that is due, in the plainest way: ronin are released, dice cast here, the first choice taken."""
    while due := aftermath.steps(scroll(team), chronicle.house_of(team)):
        take_a_step(team, due[0], author)
    return scroll(team)


def take_a_step(team: Team, step: Step, author: User | None = None) -> None:
    now = scroll(team)
    match step.due:
        case Due.UPKEEP:
            desk.release(team=team, game=step.game, ninja=step.ninja, author=author)
        case Due.SPARE:
            spared = spareable(now, step)[0].id
            desk.spare(team=team, game=step.game, ninja=spared, by=step.ninja, author=author)
        case Due.DOWNTIME:
            desk.roll_downtime(team=team, game=step.game, ninja=step.ninja, author=author)
        case Due.ADVANCEMENT:
            desk.roll_advancement(team=team, ninja=step.ninja, author=author)
        case Due.CHOICE:
            offered = choices(now.find(step.ninja), chronicle.house_of(team))
            desk.advance(team=team, ninja=step.ninja, keyword=offered.keywords[0], author=author)
