"""A league or a team as a file. Whatever decides something is in it; nothing that is private to a person is.

Left out: email addresses and passwords, invitations and requests to join, drafts, reminders, what a removed comment
said, and every secret that dice may still be cast from.
"""

from dataclasses import fields
from typing import Any, TypeVar

from django.db.models import Model

from league.models import Division, Entrant, Fixture, HouseVersion, League, Membership, Round, Season
from league.models import Side as Seat
from matches.archive import kept, rows
from matches.archive.people import PERSONAL, names_of
from matches.archive.rows import Rows
from matches.archive.shapes import read, write
from matches.archive.text import canonical
from matches.models import Comment, Match, Report, Seed, Side, Signature, Story
from matches.newsletter.models import Issue
from rules.codec import decode
from rules.game import TeamBriefing
from rules.report import report_from_json
from teams.models import Entry, Team

Kept = TypeVar("Kept")


def league_file(league: League) -> bytes:
    """The league with its teams and all they have lived through."""
    with rows.one_moment():
        league = League.objects.get(pk=league.pk)
        found, teams = rows.rows_of(league)
        found.all.insert(0, league)
        return canonical(write(_Export(found, teams).league(league)))


def team_file(team: Team) -> bytes:
    """The team alone. Whose it is goes without saying: it becomes the importer's."""
    with rows.one_moment():
        found = rows.rows_of_team(team)
        (team,) = found.of(Team, "", None)
        return canonical(write(_Export(found, [team]).team_alone(team)))


class _Export:
    """Rows as what a file keeps of them: people by name, teams by address, house rules by number."""

    def __init__(self, found: Rows, teams: list[Team]) -> None:
        self.rows = found
        self.teams = teams
        self.addresses: dict[int | None, str | None] = {None: None, **{team.pk: team.slug for team in teams}}
        self.names = names_of(found.all)
        self.houses, self.house_numbers = _numbered(found)

    def _kept(self, kind: type[Kept], row: Model, **told: Any) -> Kept:
        """Fields that are called alike are the same."""
        for field in fields(kind):  # type: ignore[arg-type]
            name = field.name
            if name in told:
                continue
            if name in PERSONAL:
                told[name] = self.names[getattr(row, f"{name}_id")]
            elif name == "house":
                told[name] = self.house_numbers[row.house_id]  # type: ignore[attr-defined]
            else:
                told[name] = getattr(row, name)
        return kind(**told)

    def league(self, league: League) -> kept.LeagueFile:
        members = self.rows.of(Membership, "", None)
        versions = self.rows.of(HouseVersion, "", None)
        about = self._kept(
            kept.KeptLeague,
            league,
            address=league.slug,
            members=tuple(self._kept(kept.KeptMember, its) for its in members),
            house_versions=tuple(self._kept(kept.KeptHouseVersion, its) for its in versions),
        )
        teams = tuple(self._team(team) for team in self.teams)
        seasons = tuple(self._season(season) for season in self.rows.of(Season, "", None))
        issues = tuple(self._issue(issue) for issue in self.rows.of(Issue, "", None))
        return kept.LeagueFile(kept.LEAGUE, kept.VERSION, about, self.houses, teams, seasons, issues)

    def team_alone(self, team: Team) -> kept.TeamFile:
        return kept.TeamFile(kept.TEAM, kept.VERSION, self._team(team, owner=None), self.houses)

    def _team(self, team: Team, **told: Any) -> kept.KeptTeam:
        entries = self.rows.of(Entry, "team_id", team.pk)
        return self._kept(
            kept.KeptTeam,
            team,
            address=team.slug,
            chronicle=tuple(self._kept(kept.KeptEntry, its, event=its.data) for its in entries),
            seeds=self._seeds("team_id", team.pk),
            **told,
        )

    def _seeds(self, parent: str, pk: int) -> tuple[kept.KeptSeed, ...]:
        return tuple(self._kept(kept.KeptSeed, seed) for seed in self.rows.of(Seed, parent, pk))

    def _season(self, season: Season) -> kept.KeptSeason:
        divisions = self.rows.of(Division, "season_id", season.pk)
        names: dict[int | None, str | None] = {None: None, **{its.pk: its.name for its in divisions}}
        entrants = self.rows.of(Entrant, "season_id", season.pk)
        self.entrants = {its.pk: self.addresses[its.team_id] for its in entrants}
        return self._kept(
            kept.KeptSeason,
            season,
            champion=self.addresses.get(season.champion_id),
            divisions=tuple(self._kept(kept.KeptDivision, its) for its in divisions),
            entrants=tuple(
                self._kept(kept.KeptEntrant, its, team=self.addresses[its.team_id], division=names.get(its.division_id))
                for its in entrants
            ),
            rounds=tuple(self._round(its) for its in self.rows.of(Round, "season_id", season.pk)),
        )

    def _round(self, its: Round) -> kept.KeptRound:
        return self._kept(
            kept.KeptRound,
            its,
            drawn=tuple(self.entrants.get(pk) for pk in its.drawn),
            fixtures=tuple(self._fixture(one) for one in self.rows.of(Fixture, "round_id", its.pk)),
        )

    def _fixture(self, fixture: Fixture) -> kept.KeptFixture:
        seats = self.rows.of(Seat, "fixture_id", fixture.pk)
        matches = self.rows.of(Match, "fixture_id", fixture.pk)
        sides = tuple(self._kept(kept.KeptSide, seat, team=self.entrants[seat.entrant_id]) for seat in seats)
        return self._kept(kept.KeptFixture, fixture, sides=sides, match=self._match(matches[0]) if matches else None)

    def _match(self, match: Match) -> kept.KeptMatch:
        sides = self.rows.of(Side, "match_id", match.pk)
        reports = self.rows.of(Report, "match_id", match.pk)
        seated = {side.pk: self.addresses[side.team_id] for side in sides}
        return self._kept(
            kept.KeptMatch,
            match,
            draws=tuple(decode(kept.KeptDraw, draw) for draw in match.draws),
            accepted=next((its.number for its in reports if its.pk == match.accepted_id), None),
            sides=tuple(self._briefing(side) for side in sides),
            reports=tuple(self._report(report, seated) for report in reports),
            stories=tuple(self._kept(kept.KeptStory, its) for its in self.rows.of(Story, "match_id", match.pk)),
            comments=tuple(
                self._kept(kept.KeptComment, its, text="" if its.removed_at else its.text)
                for its in self.rows.of(Comment, "match_id", match.pk)
            ),
            seeds=self._seeds("match_id", match.pk),
        )

    def _briefing(self, side: Side) -> kept.KeptBriefing:
        briefing = decode(TeamBriefing, side.briefing)
        return self._kept(kept.KeptBriefing, side, team=self.addresses[side.team_id], briefing=briefing)

    def _report(self, report: Report, seated: dict[int, str | None]) -> kept.KeptReport:
        signatures = self.rows.of(Signature, "report_id", report.pk)
        return self._kept(
            kept.KeptReport,
            report,
            data=report_from_json(report.data) if report.data is not None else None,
            moments=tuple(tuple(moment) for moment in report.moments),
            signatures=tuple(self._kept(kept.KeptSignature, its, team=seated[its.side_id]) for its in signatures),
        )

    def _issue(self, issue: Issue) -> kept.KeptIssue:
        seasons = {its.pk: its.number for its in self.rows.of(Season, "", None)}
        figures = read(kept.KeptFigures, issue.figures)
        return self._kept(kept.KeptIssue, issue, season=seasons[issue.season_id], figures=figures)


def _numbered(found: Rows) -> tuple[tuple[kept.KeptHouse, ...], dict[int | None, int | None]]:
    """House rules that say the same are one; they are numbered in the order of what they say."""
    stored = rows.houses_by_id(rows.house_ids(found))
    said = {id_: canonical(house.rules) for id_, house in stored.items()}
    in_order = {text: number for number, text in enumerate(sorted(set(said.values())), start=1)}
    rules = {in_order[said[id_]]: house.rules for id_, house in stored.items()}
    houses = tuple(kept.KeptHouse(number, rules[number]) for number in sorted(rules))
    return houses, {None: None, **{id_: in_order[text] for id_, text in said.items()}}
