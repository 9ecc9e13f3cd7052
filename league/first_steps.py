"""The way into a new league, step by step: for those who run it, and for a player who has just joined.

Each step is ticked by what is on record, and when the last one is done nothing is left to show. No query of its own.
"""

from dataclasses import dataclass

from django.urls import reverse

from league.frame import address
from league.models import League, Season
from league.next_steps import FEWEST_TEAMS, State, Step, Viewer, about_own_teams, about_the_season, season_address
from league.permissions import Standing


@dataclass(frozen=True, slots=True)
class FirstStep:
    """`way` is how to do it, as soon as it can be done."""

    title: str
    is_done: bool
    way: Step | None = None


@dataclass(frozen=True, slots=True)
class FirstSteps:
    title: str
    steps: tuple[FirstStep, ...]
    dismiss_url: str

    @property
    def done(self) -> int:
        return sum(its.is_done for its in self.steps)

    @property
    def next(self) -> FirstStep | None:
        """The first that can be done now: the one to press a button for."""
        return next((its for its in self.steps if not its.is_done and its.way and its.way.url), None)


def first_steps(league: League, viewer: Viewer, state: State) -> FirstSteps | None:
    """None for those who know their way already, and where there is nothing to begin."""
    if league.is_archived:
        return None
    if viewer.has >= Standing.ASSISTANT:
        is_new = not state.past_seasons and not state.is_decided
        return _guide("First steps for your league", _to_run_it(league, viewer, state), league) if is_new else None
    is_new = not viewer.has_played and (not viewer.has_team or not state.past_seasons)
    if viewer.is_member and viewer.has == Standing.PLAYER and is_new:
        return _guide("Your first steps here", _to_play(viewer, state), league)
    return None


def _guide(title: str, steps: tuple[FirstStep, ...], league: League) -> FirstSteps:
    return FirstSteps(title, steps, address("dismiss-first-steps", league))


def _to_run_it(league: League, viewer: Viewer, state: State) -> tuple[FirstStep, ...]:
    season, (onward,) = state.season, about_the_season(league, state)
    is_opened, has_teams = season is not None, state.teams >= FEWEST_TEAMS
    return (
        FirstStep("Say what it is about", bool(league.description), _to_describe(league, viewer)),
        FirstStep("Look at the house rules", bool(league.house_id) or is_opened, _to_the_rules(league, viewer)),
        FirstStep("Invite players", state.members > 1, _to_invite(league)),
        FirstStep("Open a season", is_opened, onward),
        FirstStep("Enter teams", has_teams, _to_enter(season)),
        FirstStep("Begin, and publish the first round", bool(state.round), onward if has_teams else None),
        FirstStep("Enter the first result", state.is_decided, onward if state.round else None),
    )


def _to_describe(league: League, viewer: Viewer) -> Step | None:
    if viewer.has < Standing.MASTER:
        return None
    sentence = "Where and when you play, who is welcome: players read it first."
    return Step(sentence, "Describe it", address("league-settings", league))


def _to_the_rules(league: League, viewer: Viewer) -> Step:
    page = "edit-house-rules" if viewer.has >= Standing.MASTER else "house-rules"
    sentence = "It begins with the rulebook. What you want otherwise is best changed before the first game."
    return Step(sentence, "Look at them", address(page, league))


def _to_invite(league: League) -> Step:
    sentence = "Nobody else is here yet. Send your players a link."
    return Step(sentence, "Invite players", f"{address('members', league)}#invitations")


def _to_enter(season: Season | None) -> Step | None:
    if season is None:
        return None
    sentence = "Players enter their own; you can enter those of every member."
    return Step(sentence, "Enter a team", season_address("enter-season", season))


def _to_play(viewer: Viewer, state: State) -> tuple[FirstStep, ...]:
    ways = about_own_teams(viewer, state)
    waits = Step("No season is open yet. The ninja master opens it.")
    return (
        FirstStep("Build a team", viewer.has_team, _to_build()),
        FirstStep("Enter it", viewer.teams_here > 0, ways[0] if ways else waits),
        FirstStep("Play, and report the game", viewer.has_played, _to_game(viewer)),
    )


def _to_build() -> Step:
    sentence = "Pick a clan and recruit; the builder keeps the rules for you."
    return Step(sentence, "Build a team", reverse("new-team"))


def _to_game(viewer: Viewer) -> Step | None:
    if not viewer.teams_here:
        return None
    if not viewer.game_url:
        return Step("Your first game stands here as soon as its round is published.")
    sentence = "Read its briefing before you begin: it says who helps whom. Report what happened afterwards."
    return Step(sentence, "To your game", viewer.game_url)
