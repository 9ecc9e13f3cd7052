"""What a file holds: every field of version 1, with its limits. The schema, the export and the import follow this."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any
from uuid import UUID

from league.leagues import LONGEST_DESCRIPTION
from league.models import Fixture, Format, Joining, Role, Season
from league.playoffs import MOST as MOST_IN_PLAYOFFS
from league.standings import Outcome
from matches.archive.shapes import OneOf, Raw, Text, Whole, choices
from matches.models import LONGEST_COMMENT, LONGEST_NOTES, LONGEST_REASON, LONGEST_STORY, Match, Report
from matches.newsletter.models import LONGEST_CORRECTION, LONGEST_TEXT
from matches.newsletter.prose import LONGEST_TITLE
from rules.codec import NUMBERS_FIT_IN
from rules.dice import Roll
from rules.events import Word, from_json
from rules.game import TeamBriefing
from rules.house import house_from_json
from rules.report import Report as Told
from teams.crests import FRAMES
from teams.models import Colour

VERSION = 1
LEAGUE, TEAM = "league", "team"
SMALL = 32_767

Name = Annotated[str, Text(150, r"(?=.*\S)[^\x00-\x1f\x7f]+", "a name")]
Address = Annotated[str, Text(80, "[-a-zA-Z0-9_]+", "an address: letters a to z, digits, - and _")]
Hash = Annotated[str, Text(64, "[0-9a-f]{64}", "a hash of 64 hexadecimal digits")]
Number = Annotated[int, Whole(1)]
SmallNumber = Annotated[int, Whole(1, SMALL)]
Count = Annotated[int, Whole()]
SmallCount = Annotated[int, Whole(0, SMALL)]
Title = Annotated[str, Text(60, r"(?=.*\S)[^\x00-\x1f\x7f]+", "a name")]
Reason = Annotated[str, Text(LONGEST_REASON)]
LongText = Annotated[str, Text(LONGEST_STORY)]
HouseNumber = Annotated[int, Whole(1)]  # of `houses`


@dataclass(frozen=True, slots=True)
class KeptHouse:
    """One set of house rules, named by its number."""

    number: Number
    rules: Annotated[Mapping[str, Any], Raw("house", house_from_json)]


@dataclass(frozen=True, slots=True)
class KeptSeed:
    """A secret that dice were cast from. Only revealed ones are ever told."""

    commitment: Hash
    secret: Hash
    created_at: datetime
    revealed_at: datetime


@dataclass(frozen=True, slots=True)
class KeptEntry:
    number: Number
    event: Annotated[Mapping[str, Any], Raw("event", from_json)]
    house: HouseNumber | None  # none: the rulebook
    author: Name | None
    written_at: datetime
    reason: LongText
    key: UUID | None


@dataclass(frozen=True, slots=True)
class KeptTeam:
    address: Address
    owner: Name | None  # in the file of a team alone: nobody, it becomes the importer's
    is_private: bool
    colour: Annotated[str, choices(Colour)]
    crest: Annotated[int, Whole(0, len(FRAMES) - 1)]
    founded_at: datetime
    house: HouseNumber | None
    chronicle: tuple[KeptEntry, ...]
    seeds: tuple[KeptSeed, ...]


@dataclass(frozen=True, slots=True)
class KeptMember:
    person: Name
    role: Annotated[str, choices(Role)]
    joined_at: datetime


@dataclass(frozen=True, slots=True)
class KeptHouseVersion:
    number: Number
    house: HouseNumber | None
    author: Name | None
    reason: Reason
    created_at: datetime


@dataclass(frozen=True, slots=True)
class KeptSignature:
    team: Address
    person: Name | None
    signed_at: datetime


@dataclass(frozen=True, slots=True)
class KeptReport:
    number: Number
    kind: Annotated[str, choices(Report.Kind)]
    key: UUID
    author: Name | None
    written_at: datetime
    data: Told | None
    moments: tuple[tuple[SmallCount, Address, Annotated[str, Text(40)], Annotated[str, Text(40)]], ...]
    notes: Annotated[str, Text(LONGEST_NOTES)]
    reason: Reason
    choices: Mapping[Address, Mapping[Annotated[str, Text(9, "[1-9][0-9]*", "the number of an entry")], Word]]
    in_force_from: datetime | None
    withdrawn_at: datetime | None
    signatures: tuple[KeptSignature, ...]


@dataclass(frozen=True, slots=True)
class KeptStory:
    author: Name | None
    text: LongText
    written_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class KeptComment:
    """Of one that was removed only the fact is told."""

    author: Name | None
    text: Annotated[str, Text(LONGEST_COMMENT)]
    key: UUID
    written_at: datetime
    removed_at: datetime | None
    removed_by: Name | None


@dataclass(frozen=True, slots=True)
class KeptDraw:
    """Two dice for the challenge."""

    roll: Roll
    by: Annotated[str, Text(150)]
    at: Annotated[str, Text(40)]


@dataclass(frozen=True, slots=True)
class KeptBriefing:
    """A team in a match, and what it was told before it."""

    team: Address
    position: SmallCount
    briefing: TeamBriefing
    at: Count
    commitment: Annotated[str, Text(64, "([0-9a-f]{64})?", "a hash of 64 hexadecimal digits")]


@dataclass(frozen=True, slots=True)
class KeptMatch:
    key: UUID
    state: Annotated[str, choices(Match.State)]
    house: HouseNumber | None
    briefed_at: datetime
    briefed_by: Name | None
    challenge: Annotated[str, Text(40)]
    draws: tuple[KeptDraw, ...]
    accepted: Number | None  # the number of the report in force
    silence_at: datetime | None
    held_up: LongText
    sides: tuple[KeptBriefing, ...]
    reports: tuple[KeptReport, ...]
    stories: tuple[KeptStory, ...]
    comments: tuple[KeptComment, ...]
    seeds: tuple[KeptSeed, ...]


@dataclass(frozen=True, slots=True)
class KeptSide:
    team: Address
    position: SmallCount
    outcome: Annotated[str, OneOf(("", *(its.value for its in Outcome)))]
    points: Count
    feats: Count
    injuries: Count


@dataclass(frozen=True, slots=True)
class KeptFixture:
    position: SmallCount
    state: Annotated[str, choices(Fixture.State)]
    tie: Annotated[str, Text(10, "([0-9]+-[0-9]+|third)?", "a tie of a bracket")]
    deadline: date | None
    note: Annotated[str, Text(300)]
    house: HouseNumber | None
    decided_at: datetime | None
    decided_by: Name | None
    sides: tuple[KeptSide, ...]
    match: KeptMatch | None


@dataclass(frozen=True, slots=True)
class KeptRound:
    number: SmallNumber
    deadline: date | None
    is_playoff: bool
    published_at: datetime | None
    drawn: tuple[Address | None, ...]  # in the order that chance gave; nobody: a team that left before the start
    fixtures: tuple[KeptFixture, ...]


@dataclass(frozen=True, slots=True)
class KeptEntrant:
    team: Address
    division: Annotated[str, Text(40)] | None
    coin: Count
    entered_at: datetime
    retired_at: datetime | None


@dataclass(frozen=True, slots=True)
class KeptDivision:
    name: Annotated[str, Text(40, r"(?=.*\S)[^\x00-\x1f\x7f]+", "a name")]
    position: SmallCount


@dataclass(frozen=True, slots=True)
class KeptSeason:
    number: Number
    name: Title
    format: Annotated[str, choices(Format)]
    state: Annotated[str, choices(Season.State)]
    rounds_planned: SmallCount | None
    games_per_week: SmallCount | None
    starts_on: date
    ends_on: date | None
    days_per_round: SmallNumber
    playoff_teams: Annotated[int, Whole(0, MOST_IN_PLAYOFFS)]
    playoff_best_of: Annotated[int, Whole(1, 3)]
    playoff_third_place: bool
    takes_teams_along: bool
    keeps_koban: bool
    keeps_experience: bool
    keeps_absences: bool
    champion: Address | None
    created_at: datetime
    finished_at: datetime | None
    divisions: tuple[KeptDivision, ...]
    entrants: tuple[KeptEntrant, ...]
    rounds: tuple[KeptRound, ...]


@dataclass(frozen=True, slots=True)
class KeptBar:
    """One team in a chart of an issue, as it was called when that was drafted."""

    name: Title
    colour: Annotated[str, choices(Colour)]
    value: Annotated[int, Whole(-NUMBERS_FIT_IN, NUMBERS_FIT_IN)]


@dataclass(frozen=True, slots=True)
class KeptLine:
    """The places of one team in the table, round by round."""

    name: Title
    colour: Annotated[str, choices(Colour)]
    places: tuple[SmallNumber, ...]


@dataclass(frozen=True, slots=True)
class KeptPlaces:
    rounds: tuple[SmallNumber, ...]
    lines: tuple[KeptLine, ...]
    of: SmallCount  # so many teams are in the table


@dataclass(frozen=True, slots=True)
class KeptFigures:
    """What the charts of an issue show."""

    table: KeptPlaces
    points: tuple[KeptBar, ...]
    ratings: tuple[KeptBar, ...]


@dataclass(frozen=True, slots=True)
class KeptIssue:
    """An issue of the newsletter that is published."""

    season: Number
    first_round: SmallNumber
    last_round: SmallNumber
    number: Number
    key: UUID
    version: Number
    title: Annotated[str, Text(LONGEST_TITLE)]
    text: Annotated[str, Text(LONGEST_TEXT)]
    figures: KeptFigures
    drafted_at: datetime
    edited_at: datetime
    edited_by: Name | None
    published_at: datetime
    announced_at: datetime | None
    corrected_at: datetime | None
    correction: Annotated[str, Text(LONGEST_CORRECTION)]


@dataclass(frozen=True, slots=True)
class KeptLeague:
    """Address, names, house rules and members."""

    address: Address
    name: Title
    description: Annotated[str, Text(LONGEST_DESCRIPTION)]
    is_private: bool
    joining: Annotated[str, choices(Joining)]
    house: HouseNumber | None
    created_at: datetime
    archived_at: datetime | None
    house_versions: tuple[KeptHouseVersion, ...]
    members: tuple[KeptMember, ...]


@dataclass(frozen=True, slots=True)
class LeagueFile:
    kagejima: Annotated[str, OneOf((LEAGUE,))]
    version: Annotated[int, Whole(VERSION, VERSION)]
    league: KeptLeague
    houses: tuple[KeptHouse, ...]
    teams: tuple[KeptTeam, ...]
    seasons: tuple[KeptSeason, ...]
    issues: tuple[KeptIssue, ...]


@dataclass(frozen=True, slots=True)
class TeamFile:
    kagejima: Annotated[str, OneOf((TEAM,))]
    version: Annotated[int, Whole(VERSION, VERSION)]
    team: KeptTeam
    houses: tuple[KeptHouse, ...]


File = LeagueFile | TeamFile
FILES: dict[str, type[LeagueFile] | type[TeamFile]] = {LEAGUE: LeagueFile, TEAM: TeamFile}
