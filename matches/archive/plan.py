"""What an import would do, in sentences, before it does it."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.contrib.auth.models import User

from league.models import Role
from matches.archive import kept, people
from matches.archive.conflicts import Conflicts, conflicts, teams_of
from matches.archive.kept import LeagueFile
from matches.archive.references import fixtures_in, matches_in
from rules.events import Founded, Renamed, from_json
from rules.problems import counted, listed

MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class PersonPlanned:
    name: str
    becomes: str
    has_account: bool


@dataclass(frozen=True, slots=True)
class TeamPlanned:
    name: str
    address: str
    told: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that one confirmation would bring; `based_on` names exactly this."""

    what: str  # a league or a team
    name: str
    address: str
    holds: tuple[str, ...]
    teams: tuple[TeamPlanned, ...]
    people: tuple[PersonPlanned, ...]
    differs: tuple[str, ...]  # in what an export of it will not be this file
    notes: tuple[str, ...]
    based_on: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def plan(file: kept.File, importer: User, *, by_name: bool) -> Plan:
    """A fixed number of queries. Nothing is changed."""
    taken = conflicts(file)
    names = people.named_in(file)
    known = people.matched(names, importer, by_name=by_name)
    is_league = isinstance(file, LeagueFile)
    made = Plan(
        what=file.kagejima,
        name=file.league.name if isinstance(file, LeagueFile) else name_of(file.team),
        address=file.league.address if isinstance(file, LeagueFile) else file.team.address,
        holds=tuple(_holds(file)),
        teams=tuple(_team(team, taken) for team in teams_of(file)),
        people=tuple(_person(name, known, importer) for name in sorted(names, key=str.casefold)),
        differs=tuple(_differs(file, taken, importer)),
        notes=tuple(_notes(is_league, [name for name in names if name not in known])),
    )
    told = repr((made, sorted((name, its.pk) for name, its in known.items())))
    return Plan(**{**_shallow(made), "based_on": hashlib.sha256(told.encode()).hexdigest()[:16]})


def _shallow(made: Plan) -> dict[str, Any]:
    return {name: getattr(made, name) for name in Plan.__dataclass_fields__}


def name_of(team: kept.KeptTeam) -> str:
    """What the team is called by its chronicle's last word."""
    name = team.address
    for entry in team.chronicle:
        if entry.event["kind"] in ("founded", "renamed"):
            event = from_json(entry.event)
            if isinstance(event, Founded) or (isinstance(event, Renamed) and not event.ninja):
                name = event.name
    return name


def _holds(file: kept.File) -> Iterator[str]:
    entries = sum(len(team.chronicle) for team in teams_of(file))
    if isinstance(file, LeagueFile):
        matches = [match for _, match in matches_in(file)]
        yield counted(len(file.seasons), "season")
        yield f"{counted(len(file.teams), 'team')} with {counted(entries, 'entry', 'entries')} in their chronicles"
        yield f"{counted(sum(1 for _ in fixtures_in(file)), 'game')}, {len(matches)} of them briefed or reported"
        yield counted(len(file.issues), "published issue") + " of the newsletter"
        yield counted(len(file.league.members), "member")
        yield counted(len(file.league.house_versions), "version") + " of the house rules"
    else:
        yield f"{counted(entries, 'entry', 'entries')} in its chronicle"


def _team(team: kept.KeptTeam, taken: Conflicts) -> TeamPlanned:
    told = counted(len(team.chronicle), "entry", "entries")
    return TeamPlanned(name_of(team), "" if team.address in taken.teams else team.address, told)


def _person(name: str, known: Mapping[str, User], importer: User) -> PersonPlanned:
    if name not in known:
        return PersonPlanned(name, "a name without an account here", has_account=False)
    is_you = known[name].pk == importer.pk
    return PersonPlanned(name, "you" if is_you else f"the account {known[name].username}", has_account=True)


def _differs(file: kept.File, taken: Conflicts, importer: User) -> Iterator[str]:
    if isinstance(file, LeagueFile):
        if taken.league:
            yield f"The address {file.league.address} is taken here: the league gets another."
        yield from _ninja_master(file, importer)
    if taken.teams:
        yield f"These addresses of teams are taken here, they get others: {_some(sorted(taken.teams))}."
    if taken.games:
        yield f"{counted(len(taken.games), 'game')} of this file are on this site already, and get keys of their own."
    if taken.comments:
        yield f"{counted(len(taken.comments), 'comment')} get keys of their own, for the same reason."
    if taken.issues:
        yield f"{counted(len(taken.issues), 'issue')} of the newsletter get keys of their own, for the same reason."
    if taken.seeds:
        yield f"{counted(len(taken.seeds), 'secret')} of dice are on record here already, and stay where they are."


def _ninja_master(file: LeagueFile, importer: User) -> Iterator[str]:
    """Somebody with an account must be able to run it."""
    roles = {its.person: its.role for its in file.league.members}
    if importer.is_staff or roles.get(importer.username) == Role.MASTER:
        return
    was = f" instead of {roles[importer.username]}" if importer.username in roles else ""
    yield f"You become ninja master{was}: without one nobody could run the league."


def _notes(is_league: bool, strangers: list[str]) -> Iterator[str]:
    if strangers:
        yield (
            f"{counted(len(strangers), 'person', 'people')} without an account here are kept by name alone. "
            "Nobody can log in as them."
        )
    if is_league:
        yield "Dice that were not revealed yet are not in the file: this site makes secrets of its own for what is due."
    else:
        yield "The team will be yours, and its page says that it came with a file."


def _some(names: list[str]) -> str:
    more = len(names) - MOST_NAMED
    return listed([*names[:MOST_NAMED], f"{more} more"] if more > 0 else names)
