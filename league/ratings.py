"""The ratings of a season's teams, and what each underdog gets in any pairing. Numbers are those of `rules/game.py`."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from league import houses
from league.models import Entrant, Season
from rules.game import Help, underdog_help
from rules.house import HouseRules
from rules.problems import counted, listed
from teams.models import Team
from teams.scrolls import crest_of

WIDEST = 16  # teams beyond which a matrix is no help
FEWEST, MOST = 2, 4  # teams of a game


@dataclass(frozen=True, slots=True)
class TeamRated:
    pk: int
    team: Team
    crest: SafeString
    is_retired: bool
    is_picked: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """What the team of the row gets against the team of the column."""

    behind: int
    words: str
    is_itself: bool


@dataclass(frozen=True, slots=True)
class HelpShown:
    """What a team gets in a game of those that were picked."""

    rated: TeamRated
    behind: int
    gets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ratings:
    teams: tuple[TeamRated, ...]  # the highest first
    matrix: tuple[tuple[TeamRated, tuple[Cell, ...]], ...]  # empty where it would be too wide
    picked: tuple[HelpShown, ...]
    refusal: str


def ratings_of(season: Season, picked: Sequence[str] = ()) -> Ratings:
    """One query. `picked` are entrants as a form names them."""
    house = houses.rules_of(season.league)
    entrants = sorted(season.entrants.select_related("team"), key=lambda its: -its.team.rating)
    teams = tuple(_rated(its, str(its.pk) in picked) for its in entrants)
    chosen = [its for its in teams if its.is_picked]
    is_game = FEWEST <= len(chosen) <= MOST
    return Ratings(
        teams=teams,
        matrix=_matrix(teams, house) if FEWEST <= len(teams) <= WIDEST else (),
        picked=_game(chosen, house) if is_game else (),
        refusal="" if is_game or not picked else _refusal(len(chosen)),
    )


def _rated(entrant: Entrant, is_picked: bool) -> TeamRated:
    team = entrant.team
    return TeamRated(entrant.pk, team, crest_of(team), entrant.retired_at is not None, is_picked)


def _refusal(chosen: int) -> str:
    has = counted(chosen, "team") if chosen else "none"
    return f"A game has {FEWEST} to {MOST} teams; you picked {has}."


def _matrix(teams: Sequence[TeamRated], house: HouseRules) -> tuple[tuple[TeamRated, tuple[Cell, ...]], ...]:
    return tuple((its, tuple(_cell(its, other, house) for other in teams)) for its in teams)


def _cell(its: TeamRated, other: TeamRated, house: HouseRules) -> Cell:
    behind = max(0, other.team.rating - its.team.rating)
    return Cell(behind, _sentence(its, other, underdog_help(behind, house)), its == other)


def _sentence(its: TeamRated, other: TeamRated, help_: Help) -> str:
    if not help_.behind:
        return f"{its.team.name} is not behind {other.team.name}"
    gets = gifts(help_)
    return f"{help_.behind} behind {other.team.name}: {listed(gets) if gets else 'no help'}"


def _game(chosen: Sequence[TeamRated], house: HouseRules) -> tuple[HelpShown, ...]:
    """Each against the highest rating in the game."""
    highest = max(its.team.rating for its in chosen)
    helps = [(its, underdog_help(highest - its.team.rating, house)) for its in chosen]
    return tuple(HelpShown(its, help_.behind, gifts(help_)) for its, help_ in helps)


def gifts(help_: Help) -> tuple[str, ...]:
    """All that an underdog gets, in words; empty if it gets nothing."""
    each = (
        (help_.reroll_tokens, counted(help_.reroll_tokens, "reroll token")),
        (help_.moon_power_tokens, counted(help_.moon_power_tokens, "moon power token")),
        (help_.extra_all_stars, counted(help_.extra_all_stars, "more All-Star", "more All-Stars")),
        (help_.bonus_koban, f"{help_.bonus_koban} koban after the game"),
    )
    return tuple(words for number, words in each if number)
