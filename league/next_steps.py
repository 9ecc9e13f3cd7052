"""What somebody who looks at a league can do next, as sentences with a link. No query of its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.urls import reverse

from league.frame import address
from league.models import Format, Joining, League, Season
from league.permissions import Standing, may_enter
from rules.problems import counted

FEWEST_TEAMS = 2  # for a season to begin


@dataclass(frozen=True, slots=True)
class Step:
    """A thing to do. Without an address it only says how matters stand."""

    sentence: str
    label: str = ""
    url: str = ""
    is_post: bool = False


@dataclass(frozen=True, slots=True)
class Viewer:
    """All that matters of whoever looks."""

    has: Standing
    is_member: bool = False
    is_waiting: bool = False  # for an answer to a request to join
    teams_here: int = 0  # in the season shown
    has_team: bool = False  # here or anywhere
    has_played: bool = False  # in the season shown
    game_url: str = ""  # of the game to play next, in the round being played
    game: str = ""  # the same in words


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits for somebody to act: how much on the desk of those who run the league, and what for the viewer."""

    desk: int = 0
    desk_says: str = ""
    own: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """All that matters of the league."""

    season: Season | None = None
    teams: int = 0
    members: int = 1
    requests: int = 0
    round: str = ""  # the one being played
    games_open: int = 0
    is_decided: bool = False  # a game of the season is; a bye is none
    past_seasons: int = 0
    waiting: tuple[Waiting, ...] = ()


# What somebody is in some leagues.
Standings = Sequence[tuple[League, Standing]]

# Each says what waits for this viewer in these leagues, by their keys, in one query however many they are. The app of
# match reports sits above this one.
WAITING: list[Callable[[Standings, User], Mapping[int, Waiting]]] = []


def waiting_for(league: League, has: Standing, viewer: User | None) -> list[Waiting]:
    return waiting_in([(league, has)], viewer)[league.pk]


def waiting_in(leagues: Standings, viewer: User | None) -> dict[int, list[Waiting]]:
    """By the key of the league. No query where nothing can wait."""
    asked = [(its, has) for its, has in leagues if has >= Standing.PLAYER and not its.is_archived]
    told = [ask(asked, viewer) for ask in WAITING] if viewer and asked else []
    return {its.pk: [found[its.pk] for found in told if its.pk in found] for its, _ in leagues}


def steps(league: League, viewer: Viewer, state: State, *, is_guided: bool = False) -> tuple[Step, ...]:
    """The most pressing first. Somebody who is guided through the first steps is told those there."""
    if league.is_archived:
        sentence = "This league is archived: it can be read, and nothing in it changes."
        reopen = Step(sentence, "Reopen it", address("reopen-league", league), is_post=True)
        return (reopen if viewer.has >= Standing.MASTER else Step(sentence),)
    found = pressing(league, viewer.has, state)
    if viewer.has >= Standing.ASSISTANT:
        found += _about_members(league, state, is_guided=is_guided)
        found += [] if is_guided else about_the_season(league, state)
    if viewer.is_member and viewer.has >= Standing.PLAYER and not (is_guided and viewer.has == Standing.PLAYER):
        found += _about_own_game(viewer, found) + about_own_teams(viewer, state)
    if not viewer.is_member:
        found += _about_joining(league, viewer)
    return tuple(found)


def pressing(league: League, has: Standing, state: State) -> list[Step]:
    """What others wait for: one's own part first, then that of those who run the league."""
    found = [step for its in state.waiting for step in its.own]
    if has >= Standing.ASSISTANT:
        found += _about_the_desk(league, state) + _about_requests(league, state)
    return found


def _about_the_desk(league: League, state: State) -> list[Step]:
    desk = address("masters-desk", league)
    return [Step(its.desk_says, "Open the desk", desk) for its in state.waiting if its.desk]


def _about_requests(league: League, state: State) -> list[Step]:
    if not state.requests:
        return []
    sentence = f"{counted(state.requests, 'player')} would like to join."
    return [Step(sentence, "Answer", f"{address('members', league)}#requests")]


def _about_members(league: League, state: State, *, is_guided: bool) -> list[Step]:
    if state.requests or state.members > 1 or is_guided:
        return []
    invite = f"{address('members', league)}#invitations"
    return [Step("Nobody else is here yet. Send your players a link.", "Invite players", invite)]


def about_the_season(league: League, state: State) -> list[Step]:
    """Always one step, the next of them."""
    season, new = state.season, address("new-season", league)
    if season is None or season.is_over:
        over = f"{season} is over." if season else "No season has been opened yet."
        return [Step(over, f"Open the {'next' if season else 'first'} season", new)] if new else [Step(over)]
    url = season.get_absolute_url()
    if season.state == Season.State.PLANNED:
        sentence = f"{season} has not begun; {counted(state.teams, 'team')} so far."
        if state.teams < FEWEST_TEAMS:
            return [Step(sentence, "Enter a team", season_address("enter-season", season))]
        return [Step(sentence, "Begin the season", url)]
    if not state.round and season.format == Format.OPEN:
        return [Step(f"{season} has begun, and nobody has a game yet: the players challenge each other.", "Look", url)]
    if not state.round:
        sentence = f"{season} has begun, and no round is published yet."
        return [Step(sentence, "Make the first round", season_address("schedule", season))]
    if season.format == Format.OPEN and season.state == Season.State.RUNNING:
        left = counted(state.games_open, "game") if state.games_open else "no game"
        return [Step(f"{state.round}: {left} still to be played. The players challenge each other.", "Look", url)]
    if not state.games_open:
        return [Step(f"Every game of {state.round} is decided.", "Go on", url)]
    return [Step(f"{state.round}: {counted(state.games_open, 'game')} still to be played.", "Run the round", url)]


def season_address(name: str, season: Season) -> str:
    return reverse(name, kwargs={"slug": season.league.slug, "number": season.number})


def about_own_teams(viewer: Viewer, state: State) -> list[Step]:
    season = state.season
    if season is None or season.is_over or viewer.teams_here:
        return []
    if may_enter(season, viewer.has):
        return [Step(f"You have no team in {season}.", "Enter a team", season_address("enter-season", season))]
    if season.state == Season.State.RUNNING:
        return [Step(f"You have no team in {season}. It has begun: ask the ninja master to let one in.")]
    return []


def _about_own_game(viewer: Viewer, told: Sequence[Step]) -> list[Step]:
    """Unless a step leads there already: to the game that is overdue, or to its report."""
    if not viewer.game_url or any(step.url.startswith(viewer.game_url) for step in told):
        return []
    return [Step(viewer.game, "Go to the game", viewer.game_url)]


def _about_joining(league: League, viewer: Viewer) -> list[Step]:
    url = address("join-league", league)
    if viewer.is_waiting:
        return [Step("You have asked to join. The ninja master has not answered yet.")]
    if league.joining == Joining.INVITATION:
        return [Step("One joins this league by invitation: ask its ninja master for a link.")]
    if league.joining == Joining.APPROVAL:
        return [Step("New players are welcome; the ninja master decides on each request.", "Ask to join", url)]
    return [Step("This league is open to everybody.", "Join", url)]
