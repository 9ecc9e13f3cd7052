"""What a file brings that this site has already, and how everything is called here instead."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from league.leagues import RESERVED as RESERVED_LEAGUES
from league.models import League
from matches.archive import kept
from matches.archive.kept import LeagueFile
from matches.archive.references import matches_in
from matches.models import Comment, Match, Seed
from matches.newsletter.models import Issue
from teams.chronicle import RESERVED as RESERVED_TEAMS
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Conflicts:
    """Taken: the league's address, teams' addresses, keys of games, comments and issues, dice on record here."""

    league: bool
    teams: frozenset[str]
    games: frozenset[UUID]
    comments: frozenset[UUID]
    issues: frozenset[UUID]
    seeds: frozenset[str]


def teams_of(file: kept.File) -> tuple[kept.KeptTeam, ...]:
    return file.teams if isinstance(file, LeagueFile) else (file.team,)


def conflicts(file: kept.File) -> Conflicts:
    """Six queries at most, however much the file holds."""
    addresses = {team.address for team in teams_of(file)}
    matches = [match for _, match in matches_in(file)] if isinstance(file, LeagueFile) else []
    held: list[kept.KeptTeam | kept.KeptMatch] = [*teams_of(file), *matches]
    seeds = [seed.commitment for holder in held for seed in holder.seeds]
    games = Match.objects.filter(key__in=[match.key for match in matches])
    comments = Comment.objects.filter(key__in=[its.key for match in matches for its in match.comments])
    issues = Issue.objects.filter(key__in=[its.key for its in file.issues] if isinstance(file, LeagueFile) else [])
    taken = set(Team.objects.filter(slug__in=addresses).values_list("slug", flat=True))
    return Conflicts(
        league=isinstance(file, LeagueFile) and _is_taken(file.league.address),
        teams=frozenset(taken | (addresses & RESERVED_TEAMS)),
        games=frozenset(games.values_list("key", flat=True)),
        comments=frozenset(comments.values_list("key", flat=True)),
        issues=frozenset(issues.values_list("key", flat=True)),
        seeds=frozenset(Seed.objects.filter(commitment__in=seeds).values_list("commitment", flat=True)),
    )


def _is_taken(address: str) -> bool:
    return address in RESERVED_LEAGUES or League.objects.filter(slug=address).exists()


@dataclass(slots=True)
class Renaming:
    """How games and teams of the file are called here. What is not in it keeps its name."""

    games: dict[str, str] = field(default_factory=dict)
    teams: dict[str, str] = field(default_factory=dict)

    @property
    def is_needed(self) -> bool:
        return any(old != new for names in (self.games, self.teams) for old, new in names.items())

    def team(self, address: str) -> str:
        return self.teams.get(address, address)

    def told(self, data: Any) -> Any:
        """An event or a report with the names of here. What dice were cast for stays: it is how they were cast."""
        return self._walk(data) if self.is_needed else data

    def _walk(self, value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: self._walk(its, name) for name, its in value.items()}
        if isinstance(value, list):
            return [self._walk(its) for its in value]
        if isinstance(value, str) and key in ("game", "team"):
            return (self.games if key == "game" else self.teams).get(value, value)
        return value
