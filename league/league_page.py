"""A league's own page, as finished values, in a fixed number of queries however many teams there are."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Value
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString

from league import calendar, houses, seasons, tables
from league.first_steps import FirstSteps, first_steps
from league.league_list import NOBODY
from league.markdown import to_html
from league.models import League, Role, Season
from league.next_steps import State, Step, Viewer, steps, waiting_for
from league.permissions import Standing
from rules.problems import counted, listed
from teams.models import Team
from teams.scrolls import crest_of

ASKING, BUILDING = "asks", "builds"
TABLE_HEAD = 12
MOST_DIFFERENCES = 8
MOST_GAMES = 8
MOST_RESULTS = 4
RANKS = {Season.State.RUNNING: 0, Season.State.PLAYOFFS: 0, Season.State.PLANNED: 1, Season.State.FINISHED: 2}


@dataclass(frozen=True, slots=True)
class NewsLink:
    """Something new to read."""

    label: str
    title: str
    url: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TeamLink:
    name: str
    url: str
    colour: str
    is_retired: bool = False
    crest: SafeString | None = None  # of a champion


@dataclass(frozen=True, slots=True)
class SeasonLine:
    name: str
    url: str
    standings_url: str
    state: str
    champion: TeamLink | None


@dataclass(frozen=True, slots=True)
class Matter:
    """What is to be seen of one season."""

    table: tables.Table
    hidden: int  # teams that are not in this part of it
    round: calendar.RoundShown | None
    games: tuple[calendar.GameShown, ...]  # of this round: the viewer's own first, then those to be played
    results: tuple[calendar.GameShown, ...]
    leaders: tables.Leaders

    @property
    def games_open(self) -> int:
        return sum(game.is_open for game in self.round.games) if self.round else 0

    @property
    def more_games(self) -> int:
        return len(self.round.games) - len(self.games) if self.round else 0


@dataclass(frozen=True, slots=True)
class LeaguePage:
    masters: str
    members: str
    description: SafeString
    season: SeasonLine | None
    matter: Matter | None
    teams: tuple[TeamLink, ...]
    champion: TeamLink | None  # of the season shown, or of the latest that has one
    crowned_in: str
    seasons: tuple[SeasonLine, ...]  # all but the one shown
    differences: tuple[str, ...]  # from the rulebook
    more_differences: int
    first_steps: FirstSteps | None
    steps: tuple[Step, ...]
    on_the_desk: int  # for those who run it
    news: NewsLink | None


@dataclass(frozen=True, slots=True)
class People:
    masters: str
    count: int
    requests: int
    is_member: bool
    is_waiting: bool
    has_team: bool


def league_page(league: League, has: Standing, viewer: User | None, *, wants_guide: bool = True) -> LeaguePage:
    people = people_of(league, viewer)
    season, others = seasons_of(league)
    table = tables.table_of(season) if season else None
    matter = matter_of(season, table, viewer) if season and table else None
    rows = table.rows if table else ()
    own = [row for row in rows if not row.is_retired and _is_own(row.team, viewer)]
    waiting = tuple(waiting_for(league, has, viewer))
    state = State(
        season=season,
        teams=len(rows),
        members=people.count,
        requests=people.requests,
        round=matter.round.name if matter and matter.round else "",
        games_open=matter.games_open if matter else 0,
        is_decided=any(row.row.played for row in rows),
        past_seasons=len(others),
        waiting=waiting,
    )
    game = _own_game(matter, viewer)
    looks = Viewer(
        has=has,
        is_member=people.is_member,
        is_waiting=people.is_waiting,
        teams_here=len(own),
        has_team=people.has_team or bool(own),
        has_played=any(row.row.played for row in own),
        game_url=game.url if game else "",
        game=_told(game) if game else "",
    )
    guide = first_steps(league, looks, state) if wants_guide else None
    differences = houses.differences_of(league)
    crowned = next((its for its in (season, *others) if its and its.champion), None)
    return LeaguePage(
        masters=people.masters,
        members=counted(people.count, "member"),
        description=to_html(league.description),
        season=_line(season) if season else None,
        matter=matter,
        teams=tuple(sorted((_link(row.team, row.is_retired) for row in rows), key=lambda its: its.name.casefold())),
        champion=_crowned(crowned.champion) if crowned and crowned.champion else None,
        crowned_in=crowned.name if crowned else "",
        seasons=tuple(_line(its) for its in others),
        differences=tuple(differences[:MOST_DIFFERENCES]),
        more_differences=max(0, len(differences) - MOST_DIFFERENCES),
        first_steps=guide,
        steps=steps(league, looks, state, is_guided=guide is not None),
        on_the_desk=sum(its.desk for its in waiting) + people.requests,
        news=_news(league),
    )


def matter_of(season: Season, table: tables.Table, viewer: User | None) -> Matter:
    """The head of the table, and the viewer's own teams. Before the first round there is nothing else to be read."""
    rows = tuple(row for row in table.rows if row.row.position <= TABLE_HEAD or _is_own(row.team, viewer))
    head, hidden = replace(table, rows=rows), len(table.rows) - len(rows)
    if season.state == Season.State.PLANNED:
        return Matter(head, hidden, None, (), (), tables.Leaders((), (), ()))
    this_round, latest = calendar.round_and_results(season)
    name = viewer.get_username() if viewer else None
    games = sorted(
        this_round.games if this_round else (),
        key=lambda game: (all(team.player != name for team in game.teams), not game.is_open),
    )
    shown = {game.pk for game in games[:MOST_GAMES]}
    results = tuple(game for game in latest if game.pk not in shown)
    return Matter(head, hidden, this_round, tuple(games[:MOST_GAMES]), results[:MOST_RESULTS], tables.leaders(season))


def people_of(league: League, viewer: User | None) -> People:
    """Who runs it, how many there are, who asks to join, where the viewer stands and whether with a team: one query."""
    columns = ("role", "person", "person__username")
    members = league.memberships.order_by().values_list(*columns)
    asking = league.join_requests.filter(decided_at=None).order_by().annotate(role=Value(ASKING)).values_list(*columns)
    building = (Team.objects.filter(owner=viewer) if viewer else Team.objects.none()).order_by()
    named = building.annotate(role=Value(BUILDING), nameless=Value("")).values_list("role", "owner", "nameless")
    rows = list(members.union(asking, named.distinct(), all=True))
    asks = [person for role, person, _ in rows if role == ASKING]
    belongs = [person for role, person, _ in rows if role not in (ASKING, BUILDING)]
    mine = viewer.pk if viewer else None
    return People(
        masters=listed(sorted(name for role, _, name in rows if role == Role.MASTER) or [NOBODY]),
        count=len(belongs),
        requests=len(asks),
        is_member=mine in belongs,
        is_waiting=mine in asks,
        has_team=any(role == BUILDING for role, _, _ in rows),
    )


def seasons_of(league: League) -> tuple[Season | None, list[Season]]:
    """The season one means without saying, as `seasons.current` has it, and the others; in one query."""
    found = sorted(seasons.seasons_of(league), key=lambda its: RANKS[Season.State(its.state)])
    return (found[0], sorted(found[1:], key=lambda its: -its.number)) if found else (None, [])


def _own_game(matter: Matter | None, viewer: User | None) -> calendar.GameShown | None:
    """The viewer's next game in this round. One's own come first."""
    name = viewer.get_username() if viewer else None
    games = matter.games if matter else ()
    own = (its for its in games if any(team.player == name for team in its.teams))
    return next((its for its in own if its.is_open and not its.is_bye and not its.is_reported), None)


def _told(game: calendar.GameShown) -> str:
    due = f", by {date_format(game.deadline, 'j F')}" if game.deadline else ""
    return f"Your next game{due}: {listed([team.name for team in game.teams], 'against')}."


def _news(league: League) -> NewsLink | None:
    its = league.latest_news
    return NewsLink(its["label"], its["title"], its["url"], datetime.fromisoformat(its["at"])) if its else None


def _line(season: Season) -> SeasonLine:
    champion = _link(season.champion) if season.champion else None
    standings = reverse("standings", kwargs={"slug": season.league.slug, "number": season.number})
    return SeasonLine(season.name, season.get_absolute_url(), standings, season.get_state_display(), champion)


def _link(team: Team, is_retired: bool = False) -> TeamLink:
    return TeamLink(team.name, team.get_absolute_url(), team.colour, is_retired)


def _crowned(team: Team) -> TeamLink:
    return replace(_link(team), crest=crest_of(team))


def _is_own(team: Team, viewer: User | None) -> bool:
    return viewer is not None and team.owner_id == viewer.pk
