"""A season as its page shows it, read with a fixed number of queries."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.utils.dateformat import format as formatted
from django.utils.safestring import SafeString

from league import challenges, seasons
from league.calendar import GameShown, RoundLine, RoundShown, games_shown, round_shown, rounds_of
from league.models import Division, Entrant, Format, League, Season
from league.next_steps import FEWEST_TEAMS
from league.permissions import Standing, may_enter
from league.rounds import ROBINS
from league.schedules import robin_rounds
from rules.problems import counted
from teams.scrolls import crest_of

# How long a season is whose rounds nobody has counted beforehand.
UNPLANNED: dict[str, str] = {
    Format.ROUND_ROBIN: "As many rounds as it takes",
    Format.DOUBLE_ROUND_ROBIN: "As many rounds as it takes",
}


@dataclass(frozen=True, slots=True)
class EntrantShown:
    pk: int
    name: str
    url: str
    crest: SafeString
    colour: str
    player: str
    rating: int
    division: int | None
    is_retired: bool
    is_own: bool


@dataclass(frozen=True, slots=True)
class DivisionShown:
    """The teams of a division; those of none have no name above them."""

    name: str
    teams: tuple[EntrantShown, ...]


@dataclass(frozen=True, slots=True)
class ChallengeShown:
    game: GameShown
    may_answer: bool
    may_take_back: bool


@dataclass(frozen=True, slots=True)
class SeasonPage:
    season: Season
    facts: tuple[str, ...]
    apart: tuple[DivisionShown, ...]
    divisions: tuple[Division, ...]
    teams: int
    lines: tuple[RoundLine, ...]
    shown: RoundShown | None
    challenges: tuple[ChallengeShown, ...]
    may_enter: bool
    may_challenge: bool
    primary: str  # what is to be done next: challenge, enter, begin, schedule, playoffs, finish, or nothing


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A season in the list of all."""

    name: str
    url: str
    state: str
    label: str
    teams: str
    dates: str
    champion: str


def season_page(season: Season, has: Standing, person: User | None, asked_for: int | None) -> SeasonPage:
    entrants = [_entrant_shown(its, person) for its in season.entrants.select_related("team__owner")]
    divisions = tuple(season.divisions.all())
    lines = rounds_of(season)
    teams = sum(not its.is_retired for its in entrants)
    own = {its.pk for its in entrants if its.is_own and not its.is_retired}
    plays = has >= Standing.PLAYER and not season.league.is_archived
    is_open_play = season.format == Format.OPEN
    enters = plays and may_enter(season, has)
    challenges_others = plays and is_open_play and season.state == Season.State.RUNNING and bool(own)
    waiting = tuple(_challenges(season, own, has, plays)) if is_open_play else ()
    if challenges_others:
        primary = "" if any(its.may_answer for its in waiting) else "challenge"  # an answer leads on there
    else:
        primary = _primary(season, has, entrants, lines, enters)
    return SeasonPage(
        season=season,
        facts=tuple(facts(season)),
        apart=tuple(_apart(entrants, divisions)),
        divisions=divisions,
        teams=teams,
        lines=lines,
        shown=_shown(season, lines, asked_for),
        challenges=waiting,
        may_enter=enters,
        may_challenge=challenges_others,
        primary=primary,
    )


def _primary(
    season: Season, has: Standing, entrants: Sequence[EntrantShown], lines: Sequence[RoundLine], enters: bool
) -> str:
    if has < Standing.ASSISTANT:
        return "enter" if enters else ""
    active = [its.division for its in entrants if not its.is_retired]
    if season.state == Season.State.PLANNED:
        return "begin" if len(active) >= FEWEST_TEAMS else "enter"
    if season.is_over or any(line.open for line in lines):
        return ""
    if season.state == Season.State.PLAYOFFS:
        return "playoffs"
    if season.format == Format.OPEN:
        return ""
    if not lines or not _is_whole(season, len(lines), active):
        return "schedule"
    return "playoffs" if season.playoff_teams else "finish"


def _is_whole(season: Season, rounds: int, divisions: Sequence[int | None]) -> bool:
    """Has it all its rounds? Where nobody has said how many, a round robin ends by itself. Each team has a division."""
    if season.rounds_planned is not None:
        return rounds >= season.rounds_planned
    if season.format not in ROBINS:
        return False
    largest = max(Counter(divisions).values(), default=0)
    return rounds >= robin_rounds(largest, double=season.format == Format.DOUBLE_ROUND_ROBIN)


def facts(season: Season) -> Iterator[str]:
    """The plan, a phrase for each part of it."""
    yield Format(season.format).label
    weeks = "week" if season.format == Format.OPEN else "round"
    yield counted(season.rounds_planned, weeks) if season.rounds_planned else UNPLANNED.get(season.format, "Open-ended")
    yield f"{counted(season.days_per_round, 'day')} for each {weeks}"
    if season.format == Format.OPEN:
        limit = season.games_per_week
        yield f"at most {counted(limit, 'game')} a team and week" if limit else "as many games as one likes"
    yield dates(season)
    if season.playoff_teams:
        best = "best of three" if season.playoff_best_of > 1 else "single games"
        third = ", with a game for third place" if season.playoff_third_place else ""
        yield f"Playoffs of {season.playoff_teams} teams, {best}{third}"
    else:
        yield "No playoffs: the table decides"


def dates(season: Season) -> str:
    start = formatted(season.starts_on, "j F Y")
    return f"{start} to {formatted(season.ends_on, 'j F Y')}" if season.ends_on else f"from {start}"


def season_lines(league: League) -> list[SeasonLine]:
    """Every season, the latest first. One query."""
    playing = Count("entrants", filter=Q(entrants__retired_at=None))
    return [
        SeasonLine(
            name=its.name,
            url=its.get_absolute_url(),
            state=its.state,
            label=its.get_state_display(),
            teams=counted(its.teams, "team"),
            dates=dates(its),
            champion=its.champion.name if its.champion else "",
        )
        for its in _of_league(league, seasons.seasons_of(league).annotate(teams=playing))
    ]


def _of_league(league: League, found: Any) -> Iterator[Any]:
    for its in found:
        its.league = league
        yield its


def _entrant_shown(entrant: Entrant, person: User | None) -> EntrantShown:
    team = entrant.team
    return EntrantShown(
        pk=entrant.pk,
        name=team.name,
        url=team.get_absolute_url(),
        crest=crest_of(team),
        colour=team.colour,
        player=team.player,
        rating=team.rating,
        division=entrant.division_id,
        is_retired=entrant.retired_at is not None,
        is_own=person is not None and team.owner_id == person.pk,
    )


def _apart(entrants: Sequence[EntrantShown], divisions: Sequence[Division]) -> Iterator[DivisionShown]:
    for division in divisions:
        yield DivisionShown(division.name, tuple(its for its in entrants if its.division == division.pk))
    rest = tuple(its for its in entrants if its.division is None)
    if rest:
        yield DivisionShown("No division" if divisions else "", rest)


def _shown(season: Season, lines: Sequence[RoundLine], asked_for: int | None) -> RoundShown | None:
    """The round asked for, else the earliest with a game to play, else the latest."""
    numbers = [line.number for line in lines]
    if not numbers:
        return None
    here = asked_for if asked_for in numbers else next((line.number for line in lines if line.open), numbers[-1])
    its = season.rounds.filter(number=here, published_at__isnull=False).first()
    return round_shown(its) if its else None


def _challenges(season: Season, own: set[int], has: Standing, plays: bool) -> Iterator[ChallengeShown]:
    runs_it = has >= Standing.ASSISTANT
    for game in games_shown(challenges.open_challenges(season)):
        challenger, challenged = (team.entrant for team in game.teams)
        yield ChallengeShown(
            game=game,
            may_answer=plays and (challenged in own or runs_it),
            may_take_back=plays and (challenger in own or runs_it),
        )
