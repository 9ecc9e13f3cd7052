"""Whether a file agrees with itself: nothing is there twice, and whatever is named exists."""

import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from league.models import Fixture
from matches.archive import kept, people
from matches.archive.kept import KeptFixture, KeptMatch, KeptReport, KeptRound, KeptSeason, LeagueFile
from matches.archive.shapes import Path, shown
from matches.models import Match
from rules.catalog import catalog
from rules.roster import name_problems

Faults = Iterator[tuple[Path, str]]
MOST_SIDES = 4
MOST_PEOPLE = 2_000  # each becomes an account, and a file could name as many as it has lines


def faults(file: kept.File) -> Faults:
    yield from _houses(file)
    yield from _people(file)
    if isinstance(file, LeagueFile):
        yield from _league(file)
    else:
        yield from _seeds(("team", "seeds"), file.team.seeds)
        yield from _chronicle(("team",), file.team)


def _twice(path: Path, items: Iterable[Any], key: Callable[[Any], Hashable], what: str) -> Faults:
    seen: set[Hashable] = set()
    for n, item in enumerate(items):
        its = key(item)
        if its in seen and its is not None:
            yield (*path, n), f"{what} {shown(its) if isinstance(its, str) else its} is there twice"
        seen.add(its)


def _houses(file: kept.File) -> Faults:
    for n, house in enumerate(file.houses):
        if house.number != n + 1:
            yield ("houses", n, "number"), f"house rules are numbered from 1, so this must be {n + 1}"
    for path, house_number in _named_houses((), file):
        if house_number > len(file.houses):
            yield path, f"there are no house rules {house_number} in this file"


def _named_houses(path: Path, value: Any) -> Iterator[tuple[Path, int]]:
    if isinstance(value, tuple):
        for n, item in enumerate(value):
            yield from _named_houses((*path, n), item)
    elif is_dataclass(value) and type(value).__module__ == kept.__name__:
        for field in fields(value):
            its = getattr(value, field.name)
            if field.name == "house" and its is not None:
                yield (*path, "house"), its
            else:
                yield from _named_houses((*path, field.name), its)


def _people(file: kept.File) -> Faults:
    """The site tells no two people apart by the case of their names."""
    by_case: dict[str, str] = {}
    named = people.named_in(file)
    if len(named) > MOST_PEOPLE:
        yield (), f"This file names {len(named):,} people: at most {MOST_PEOPLE:,} can come with one file."
        return
    for name in named:
        if (other := by_case.setdefault(name.casefold(), name)) != name:
            yield (), f"The names {shown(other)} and {shown(name)} differ only in case."


def _chronicle(path: Path, team: kept.KeptTeam) -> Faults:
    at = (*path, "chronicle")
    if not team.chronicle:
        yield at, "a chronicle has at least one entry"
    for n, entry in enumerate(team.chronicle):
        if entry.number != n + 1:
            yield (*at, n, "number"), f"entries are numbered from 1, so this must be {n + 1}"
    yield from _twice(at, team.chronicle, lambda entry: entry.key, "the key")


def _seeds(path: Path, seeds: Iterable[kept.KeptSeed]) -> Faults:
    for n, seed in enumerate(seeds):
        if hashlib.sha256(bytes.fromhex(seed.secret)).hexdigest() != seed.commitment:
            yield (*path, n, "secret"), "this secret is not the one that the commitment was made of"


# A league


def _league(file: LeagueFile) -> Faults:
    league = file.league
    for problem in name_problems(league.name, "name", "A league"):
        yield ("league", "name"), problem.message
    if league.is_private and league.joining != "invitation":
        yield ("league", "joining"), "Nobody finds a private league, so it can only be joined by invitation."
    yield from _twice(("league", "members"), league.members, lambda its: its.person, "the member")
    yield from _twice(("league", "house_versions"), league.house_versions, lambda its: its.number, "version")
    yield from _twice(("teams",), file.teams, lambda team: team.address, "the team")
    for n, team in enumerate(file.teams):
        yield from _chronicle(("teams", n), team)
        yield from _seeds(("teams", n, "seeds"), team.seeds)
    teams = {team.address for team in file.teams}
    yield from _twice(("seasons",), file.seasons, lambda season: season.number, "season")
    for n, season in enumerate(file.seasons):
        yield from _season(("seasons", n), season, teams)
    entered = {its.team for season in file.seasons for its in season.entrants}
    for n, team in enumerate(file.teams):
        if team.address not in entered:
            yield ("teams", n), f"{shown(team.address)} is in no season of this league"
    yield from _once_in_the_file(file)


def _once_in_the_file(file: LeagueFile) -> Faults:
    """What has one name for all sites."""
    seen: set[Hashable] = set()
    for path, its in _unique(file):
        if its in seen:
            yield path, f"{shown(str(its))} is there twice"
        seen.add(its)


def _unique(file: LeagueFile) -> Iterator[tuple[Path, Hashable]]:
    for n, team in enumerate(file.teams):
        for m, seed in enumerate(team.seeds):
            yield ("teams", n, "seeds", m), seed.commitment
    for path, match in matches_in(file):
        yield (*path, "key"), match.key
        for m, seed in enumerate(match.seeds):
            yield (*path, "seeds", m), seed.commitment
        for m, comment in enumerate(match.comments):
            yield (*path, "comments", m), ("comment", comment.key)
    for n, issue in enumerate(file.issues):
        yield ("issues", n, "key"), ("issue", issue.key)


def fixtures_in(file: LeagueFile) -> Iterator[tuple[Path, KeptFixture]]:
    for s, season in enumerate(file.seasons):
        for r, its in enumerate(season.rounds):
            for f, fixture in enumerate(its.fixtures):
                yield ("seasons", s, "rounds", r, "fixtures", f), fixture


def matches_in(file: LeagueFile) -> Iterator[tuple[Path, KeptMatch]]:
    for path, fixture in fixtures_in(file):
        if fixture.match:
            yield (*path, "match"), fixture.match


def _season(path: Path, season: KeptSeason, teams: set[str]) -> Faults:
    if season.playoff_best_of not in (1, 3):
        yield (*path, "playoff_best_of"), "a tie is one game, or the best of 3"
    yield from _twice((*path, "divisions"), season.divisions, lambda its: its.name, "the division")
    yield from _twice((*path, "entrants"), season.entrants, lambda its: its.team, "the team")
    yield from _twice((*path, "rounds"), season.rounds, lambda its: its.number, "round")
    divisions = {its.name for its in season.divisions}
    for n, entrant in enumerate(season.entrants):
        if entrant.team not in teams:
            yield (*path, "entrants", n, "team"), f"there is no team {shown(entrant.team)} in this file"
        if entrant.division is not None and entrant.division not in divisions:
            yield (*path, "entrants", n, "division"), f"there is no division {shown(entrant.division)} in this season"
    entered = {its.team for its in season.entrants}
    if season.champion is not None and season.champion not in entered:
        yield (*path, "champion"), f"{shown(season.champion)} is not in this season"
    yield from _playoffs(path, season)
    for n, its in enumerate(season.rounds):
        yield from _round((*path, "rounds", n), its, entered)


def _playoffs(path: Path, season: KeptSeason) -> Faults:
    """The bracket is made of whom the first playoff round names."""
    numbered = sorted((its.number, n, its) for n, its in enumerate(season.rounds) if its.is_playoff)
    for _, n, first in numbered[:1]:
        if len(first.drawn) < 2 or None in first.drawn:
            yield (*path, "rounds", n, "drawn"), "the first round of the playoffs names who plays in them"


def _round(path: Path, its: KeptRound, entered: set[str]) -> Faults:
    yield from _twice((*path, "drawn"), its.drawn, lambda team: team, "the team")
    for n, team in enumerate(its.drawn):
        if team is not None and team not in entered:
            yield (*path, "drawn", n), f"{shown(team)} is not in this season"
    for n, fixture in enumerate(its.fixtures):
        yield from _fixture((*path, "fixtures", n), fixture, entered)


def _fixture(path: Path, fixture: KeptFixture, entered: set[str]) -> Faults:
    at = (*path, "sides")
    yield from _twice(at, fixture.sides, lambda side: side.team, "the team")
    yield from _twice(at, fixture.sides, lambda side: side.position, "position")
    is_counted = fixture.state in Fixture.COUNTED
    if is_counted and not fixture.sides:
        yield at, "a game that is decided has teams"
    if len(fixture.sides) > MOST_SIDES:
        yield at, f"at most {MOST_SIDES} teams meet in a game"
    for n, side in enumerate(fixture.sides):
        if side.team not in entered:
            yield (*at, n, "team"), f"{shown(side.team)} is not in this season"
        if is_counted and not side.outcome:
            yield (*at, n, "outcome"), "this game is decided, so every side has an outcome"
    if fixture.match:
        yield from _match((*path, "match"), fixture.match, fixture)


def _match(path: Path, match: KeptMatch, fixture: KeptFixture) -> Faults:
    playing = {side.team for side in fixture.sides}
    sides = {side.team for side in match.sides}
    yield from _twice((*path, "sides"), match.sides, lambda side: side.team, "the team")
    if len(sides) < 2 or not sides <= playing:
        yield (*path, "sides"), "a match is between two or more teams of its game"
    if match.challenge and match.challenge not in catalog().challenges:
        yield (*path, "challenge"), f"there is no challenge {shown(match.challenge)}"
    for n, draw in enumerate(match.draws):
        if len(draw.roll.dice) != 2:
            yield (*path, "draws", n), "a challenge is drawn with two dice"
    yield from _twice((*path, "reports"), match.reports, lambda its: its.number, "version")
    yield from _twice((*path, "reports"), match.reports, lambda its: its.key, "the key")
    yield from _twice((*path, "stories"), match.stories, lambda its: its.author, "the story of")
    yield from _seeds((*path, "seeds"), match.seeds)
    for n, report in enumerate(match.reports):
        yield from _report((*path, "reports", n), report, sides)
    yield from _accepted(path, match, fixture)


def _accepted(path: Path, match: KeptMatch, fixture: KeptFixture) -> Faults:
    in_force = [its for its in match.reports if its.number == match.accepted and its.data]
    is_accepted = match.state == Match.State.ACCEPTED
    if is_accepted != bool(in_force) or is_accepted != (match.accepted is not None):
        yield (*path, "accepted"), "a match has a report in force if, and only if, it is accepted"
    if is_accepted != (fixture.state == Fixture.State.PLAYED) and (is_accepted or match.state in Match.WAITING):
        yield path, "a game is played if, and only if, its match is accepted"


def _report(path: Path, report: KeptReport, sides: set[str]) -> Faults:
    yield from _twice((*path, "signatures"), report.signatures, lambda its: its.team, "the signature of")
    named = [its.team for its in report.signatures] + [team for _, team, _, _ in report.moments] + [*report.choices]
    if report.data:
        named += [its.team for its in report.data.teams]
        challenge = catalog().challenges.get(report.data.challenge)
        if challenge is None:
            yield (*path, "data", "challenge"), f"there is no challenge {shown(report.data.challenge)}"
    for team in dict.fromkeys(named):
        if team not in sides:
            yield path, f"{shown(team)} is not in this match"
