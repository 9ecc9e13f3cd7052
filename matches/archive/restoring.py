"""A checked file becomes a league or a team, in one transaction: all of it, or nothing.

Nothing is decided here. What the file says is written as it stands, people and addresses as `people` and `conflicts`
have them; figures are told anew from the chronicles.
"""

from dataclasses import fields
from typing import Any, TypeVar
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Min, Model
from django.utils import timezone

from league.leagues import RESERVED
from league.models import HouseVersion, League, Membership, Role
from matches.archive import kept, people
from matches.archive.conflicts import Conflicts, Renaming, conflicts
from matches.archive.kept import KeptTeam, LeagueFile, TeamFile
from matches.archive.people import PERSONAL
from matches.archive.references import matches_in
from matches.models import Match, Seed
from rules.events import KINDS, Founded, from_json
from teams import restoring
from teams.models import Entry, House, Team

Row = TypeVar("Row", bound=Model)


@transaction.atomic
def restore_team(*, file: TeamFile, importer: User, by_name: bool = False) -> Team:
    """A new team of the importer's, with the whole story of the one in the file."""
    its = Restoring(file, importer)
    team = its.team(file.team, importer)
    names = people.named_in(file)
    its.people = people.restored(names, people.matched(names, importer, by_name=by_name), team.slug)
    its.story(file.team, team)
    restoring.told_anew(team)
    return team


@transaction.atomic
def restore_league(*, file: LeagueFile, importer: User, by_name: bool = False) -> League:
    """A new league with everything in it. Whoever imports it without being on the staff runs it."""
    from matches.archive.issues import restore_issues  # noqa: PLC0415 (it builds on what is defined here)
    from matches.archive.seasons import restore_seasons  # noqa: PLC0415 (so does this)

    its = Restoring(file, importer)
    league = its.league(file.league)
    names = people.named_in(file)
    its.people = people.restored(names, people.matched(names, importer, by_name=by_name), league.slug)
    its.members(file.league, league)
    teams = {kept_team.address: its.team(kept_team, its.person(kept_team.owner)) for kept_team in file.teams}
    its.renaming.teams = {address: team.slug for address, team in teams.items()}
    for kept_team in file.teams:
        its.story(kept_team, teams[kept_team.address])
    restore_seasons(its, file, league, teams)
    restore_issues(its, file, league)
    for team in teams.values():
        restoring.told_anew(team)
    waiting = Match.objects.filter(fixture__round__season__league=league).aggregate(at=Min("silence_at"))
    League.objects.filter(pk=league.pk).update(silence_at=waiting["at"])
    return league


class Restoring:
    """What of the file has become what, so far."""

    def __init__(self, file: kept.File, importer: User) -> None:
        self.importer = importer
        self.now = timezone.now()
        self.people: dict[str, User] = {}
        self.taken: Conflicts = conflicts(file)
        rows = House.objects.bulk_create(House(rules=its.rules) for its in file.houses)
        self.houses: dict[int | None, House | None] = {None: None, **dict(enumerate(rows, start=1))}
        games = [match.key for _, match in matches_in(file)] if isinstance(file, LeagueFile) else []
        self.renaming = Renaming(
            games={str(key): str(uuid4()) if key in self.taken.games else str(key) for key in games}
        )

    def person(self, name: str | None) -> User | None:
        return self.people[name] if name is not None else None

    def row(self, model: type[Row], its: Any, *without: str, **told: Any) -> Row:
        """Fields that are called alike are the same; what else hangs on it is left to the caller."""
        columns = {field.name for field in model._meta.concrete_fields}
        for field in fields(its):
            name = field.name
            if name in told or name in without or name not in columns:
                continue
            value = getattr(its, name)
            told[name] = self.person(value) if name in PERSONAL else self.houses[value] if name == "house" else value
        return model(**told)

    def league(self, about: kept.KeptLeague) -> League:
        def create(slug: str) -> League:
            (made,) = restoring.insert(League, [self.row(League, about, slug=slug)])
            return made

        return restoring.at_its_address(create, about.address, otherwise="league", reserved=RESERVED)

    def members(self, about: kept.KeptLeague, league: League) -> None:
        rows = [self.row(Membership, its, league=league) for its in about.members]
        if not self.importer.is_staff:
            rows = [row for row in rows if row.person != self.importer or row.role == Role.MASTER]
            if all(row.person != self.importer for row in rows):
                rows.append(Membership(league=league, person=self.importer, role=Role.MASTER, joined_at=self.now))
        restoring.insert(Membership, rows)
        restoring.insert(HouseVersion, [self.row(HouseVersion, its, league=league) for its in about.house_versions])

    def team(self, its: KeptTeam, owner: User | None) -> Team:
        founded = from_json(its.chronicle[0].event)
        assert isinstance(founded, Founded)  # noqa: S101 (the file was checked)
        columns = {"is_private": its.is_private, "colour": its.colour, "crest": its.crest}
        return restoring.team(
            its.address,
            name=founded.name,
            clan=founded.clan,
            owner=owner,
            founded_at=its.founded_at,
            house=self.houses[its.house],
            imported_at=self.now,
            **columns,
        )

    def story(self, its: KeptTeam, team: Team) -> None:
        entries = [
            self.row(Entry, entry, team=team, kind=_kind(entry), data=self.renaming.told(entry.event))
            for entry in its.chronicle
        ]
        restoring.entries(entries)
        self.seeds(its.seeds, team=team)

    def seeds(self, seeds: tuple[kept.KeptSeed, ...], **of: Any) -> None:
        """Dice that are on record here already stay with what they were cast for."""
        new = [seed for seed in seeds if seed.commitment not in self.taken.seeds]
        restoring.insert(Seed, [self.row(Seed, seed, **of) for seed in new])


def _kind(entry: kept.KeptEntry) -> str:
    kind = str(entry.event["kind"])
    assert kind in KINDS  # noqa: S101 (the file was checked)
    return kind
