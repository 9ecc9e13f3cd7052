"""A past report put right, or struck, weeks later: everything after it is told again.

The preview tells the chronicles anew and writes the result as the confirmation does, and then takes it back: it cannot
promise anything else. What a caller saw goes along as `based_on`: if anything moved since, nothing is written.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from league import brackets, results, tables
from league.models import Season
from league.playoffs import Bracket
from league.tables import Table
from matches import briefings, notices, reporting
from matches.models import LONGEST_REASON, Match, Report
from matches.permissions import May, Voice
from matches.reporting import Account
from rules import amendment, game
from rules import report as reports
from rules.amendment import Impossible, Recorded, Retelling
from rules.events import Played, Word
from rules.problems import Problem, refuse, refuse_any
from rules.scroll import Scroll
from teams import chronicle
from teams.models import Team

Choices = Mapping[str, Mapping[int, Word]]  # by team: what is to become of an entry that turns impossible


@dataclass(frozen=True, slots=True)
class TeamRetold:
    """What an amendment means for one team."""

    team: Team
    before: Scroll
    retelling: Retelling

    @property
    def after(self) -> Scroll:
        return self.retelling.after

    @property
    def impossible(self) -> tuple[Impossible, ...]:
        return self.retelling.impossible


@dataclass(frozen=True, slots=True)
class Held:
    """A match with its teams, nobody else's until the transaction ends: nothing moves between seeing and writing."""

    match: Match
    teams: Mapping[int, Team]


@dataclass(frozen=True, slots=True)
class Preview:
    """Everything that one confirmation would change."""

    based_on: str
    teams: tuple[TeamRetold, ...]
    table_before: Table
    table_after: Table
    season_before: Season
    season_after: Season
    bracket_before: Bracket | None
    bracket_after: Bracket | None


def version_of(match: Match) -> str:
    """Names all that an amendment rests on: it changes whenever anything of that does."""
    return _version(match, (side.team for side in match.sides.select_related("team")))


def _version(match: Match, teams: Iterable[Team]) -> str:
    counts = sorted((team.pk, team.entry_count) for team in teams)
    told = (match.pk, match.state, match.accepted_id, results.version_of(match.fixture), counts)
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def preview(*, match: Match, account: Account | None, choices: Choices | None = None) -> Preview:
    """What would become of everything; without an account, if the game were voided."""
    with transaction.atomic():
        held = _held(match)
        based_on = _version(held.match, held.teams.values())
        season = _season(held.match)
        table, bracket = tables.table_of(season), brackets.bracket_of(season)
        retold = tuple(_retold(held, account, choices or {}))
        _write_result(held.match, account, None)
        after = _season(held.match)
        told = (tables.table_of(after), season, after, bracket, brackets.bracket_of(after))
        found = Preview(based_on, retold, table, *told)
        transaction.set_rollback(True)
    return found


def _season(match: Match) -> Season:
    return Season.objects.select_related("league__house", "champion").get(pk=match.fixture.round.season_id)


@transaction.atomic
def amend(
    *,
    match: Match,
    account: Account | None,
    author: User,
    reason: str,
    key: UUID,
    based_on: str,
    choices: Choices | None = None,
) -> Report:
    """The ninja master puts a report right, voids it, or brings it back. All versions stay."""
    held = _held(match)
    if again := match.reports.filter(key=key).first():
        return again
    _refuse_outdated(held, based_on)
    report = _written(held.match, account, author, reason, key, choices or {})
    _enact(held, report, account, author)
    return report


# Both players together


@transaction.atomic
def propose(
    *,
    match: Match,
    account: Account | None,
    author: User,
    voice: Voice,
    reason: str,
    key: UUID,
    based_on: str,
    choices: Choices | None = None,
) -> Report:
    """A player proposes to put a report right. It happens when everybody who played has signed."""
    held = _held(match)
    if again := match.reports.filter(key=key).first():
        return again
    _refuse_outdated(held, based_on)
    if not voice.teams:
        raise refuse("no-side", "Only those who played this game can propose to amend its report.")
    reporting.refuse_too_many(held.match, author)
    open_proposals(held.match).update(withdrawn_at=timezone.now())
    report = _written(held.match, account, author, reason, key, choices or {})
    _refuse_what_cannot_be_enacted(held, report, account)
    _signed(held, report, account, author, voice)
    if not report.in_force_from:
        notices.proposed(held.match, report, author)
    return report


@transaction.atomic
def agree(*, report: Report, author: User, voice: Voice, based_on: str = "") -> Report:
    """Another player signs a proposal. With the last signature it happens, and the ninja master's is the last.

    Whoever has seen what would change says so with `based_on`.
    """
    held = _held(report.match)
    report = held.match.reports.get(pk=report.pk)
    if report.in_force_from:
        return report
    if report.withdrawn_at:
        raise refuse("withdrawn", "This proposal was taken back or replaced meanwhile.")
    if based_on:
        _refuse_outdated(held, based_on)
    if voice.may(May.DECIDE):
        _enact(held, report, reporting.account_of(report), author)
        return report
    if not voice.teams:
        raise refuse("no-side", "Only those who played this game can sign this.")
    return _signed(held, report, reporting.account_of(report), author, voice)


@transaction.atomic
def withdraw(*, report: Report) -> None:
    """The proposal is off."""
    match = briefings.held(report.match)
    open_proposals(match).filter(pk=report.pk).update(withdrawn_at=timezone.now())


def open_proposals(match: Match) -> QuerySet[Report]:
    kinds = (Report.Kind.AMENDMENT, Report.Kind.VOIDING)
    return match.reports.filter(kind__in=kinds, in_force_from=None, withdrawn_at=None)


def _signed(held: Held, report: Report, account: Account | None, author: User, voice: Voice) -> Report:
    reporting.sign(report, author, voice)
    if report.signatures.count() == len(held.teams):
        _refuse_unseen(report, _enact(held, report, account, author))
    return report


def _refuse_unseen(report: Report, retold: Iterable[TeamRetold]) -> None:
    """Who signs last could first spend what the amendment takes, and keep what it bought: nobody agreed to that."""
    for its in retold:
        kept = [entry.number for entry in its.impossible if _is_granted(entry)]
        if kept and its.team.entries.filter(number__in=kept, written_at__gt=report.written_at).exists():
            message = f"{its.team.name} has done something since that this would make impossible. Propose it once more."
            raise refuse("moved-on", message)


def _is_granted(entry: Impossible) -> bool:
    """A game stays in any case: it was played by others, too."""
    return entry.word is Word.UPHELD and not isinstance(entry.event, Played)


def _refuse_what_cannot_be_enacted(held: Held, report: Report, account: Account | None) -> None:
    """A proposal that could not be enacted today is refused today, not when the last one signs."""
    _retold(held, account, choices_of(report))
    with transaction.atomic():
        _write_result(_held(held.match).match, account, None)
        transaction.set_rollback(True)


# Shared


def _held(match: Match) -> Held:
    found = briefings.held(match)
    return Held(found, chronicle.locked(side.team for side in found.sides.select_related("team")))


def choices_of(report: Report) -> Choices:
    return {slug: {int(entry): Word(word) for entry, word in its.items()} for slug, its in report.choices.items()}


def said_problems(account: Account | None, reason: str) -> list[Problem]:
    """What is wrong with the words of an amendment: that none are there, or too many."""
    found, length = [], len(reason.strip())
    if not length:
        found.append(Problem("no-reason", "Say why: the players will ask.", "reason"))
    if length > LONGEST_REASON:
        message = f"A reason has at most {LONGEST_REASON} characters, this has {length}."
        found.append(Problem("reason-too-long", message, "reason"))
    return [*found, *(reporting.notes_problems(account) if account else ())]


def _written(match: Match, account: Account | None, author: User, reason: str, key: UUID, choices: Choices) -> Report:
    _refuse_open(match, account)
    refuse_any(said_problems(account, reason))
    kind = Report.Kind.AMENDMENT if account else Report.Kind.VOIDING
    report = reporting.write(match, account, author, key, kind)
    report.reason = reason.strip()
    report.choices = {slug: {str(entry): word.value for entry, word in its.items()} for slug, its in choices.items()}
    report.save(update_fields=["reason", "choices"])
    return report


def _enact(held: Held, report: Report, account: Account | None, author: User) -> list[TeamRetold]:
    """The one place where history changes: chronicles, table and match together."""
    match, retold = held.match, _retold(held, account, choices_of(report))
    for its in retold:
        chronicle.amend(team=its.team, retelling=its.retelling, author=author, reason=report.reason)
    _write_result(match, account, author)
    report.in_force_from = timezone.now()
    report.save(update_fields=["in_force_from"])
    match.accepted = report if account else None
    match.state = Match.State.ACCEPTED if account else Match.State.VOIDED
    match.challenge = account.report.challenge if account else match.challenge
    match.save(update_fields=["accepted", "state", "challenge"])
    match.drafts.filter(is_amendment=True).delete()
    open_proposals(match).update(withdrawn_at=timezone.now())  # they were about what is no more
    if account is None:
        reporting.live(match).update(withdrawn_at=timezone.now())
    notices.amended(match, report, author)
    return retold


def scrolls_before(match: Match) -> dict[str, Scroll]:
    """The teams just before this game, as their chronicles are told now: who can have done what in it."""
    teams = [side.team for side in match.sides.select_related("team")]
    return _before(match, teams, chronicle.records_of(teams))


def _before(match: Match, teams: Iterable[Team], records: Mapping[int, Sequence[Recorded]]) -> dict[str, Scroll]:
    return {team.slug: amendment.before(records[team.pk], match.game) for team in teams}


def problems(match: Match, report: reports.Report) -> list[Problem]:
    """Every reason why this game cannot have gone like that, each with the cell it belongs to."""
    found = game.problems(report, scrolls_before(match), briefings.rules_of(match), briefings.briefing_of(match))
    return [*found, *reporting.problems_of_the_league(match, report)]


def _retold(held: Held, account: Account | None, choices: Choices) -> list[TeamRetold]:
    """What becomes of the teams. Nothing is written."""
    match, teams = held.match, held.teams.values()
    _refuse_open(match, account)
    records = chronicle.records_of(teams)
    played: Mapping[str, Played] = {}
    refuse_any(briefings.elsewhere(match))
    if account:
        refuse_any(reporting.problems_of_the_league(match, account.report))
        played = reporting.played_in(match, account.report, _before(match, teams, records))
    return [
        _team_retold(match, team, records[team.pk], played.get(team.slug), choices.get(team.slug, {})) for team in teams
    ]


def _team_retold(
    match: Match, team: Team, records: Sequence[Recorded], played: Played | None, choices: Mapping[int, Word]
) -> TeamRetold:
    *_, latest = amendment.told(records)
    return TeamRetold(team, latest.after, amendment.amend(records, match.game, played, choices))


def _write_result(match: Match, account: Account | None, author: User | None) -> None:
    """What the table, the bracket and the champion follow from."""
    if account:
        sides = reporting.side_results(match, account.report)
        results.record_report(fixture=match.fixture, sides=sides, author=author)
    else:
        results.forget(fixture=match.fixture, author=author)


def _refuse_open(match: Match, account: Account | None) -> None:
    """Only what counts can be put right; a game that was voided by mistake is brought back, where it was."""
    if account and match.state == Match.State.VOIDED:
        briefings.refuse_unplayable(match.fixture)
    elif not match.is_accepted:
        raise refuse("not-accepted", "Only an accepted report can be amended. This one can still be filed anew.")


def _refuse_outdated(held: Held, based_on: str) -> None:
    if based_on != _version(held.match, held.teams.values()):
        raise refuse("outdated", "Something has happened to these teams meanwhile. Look at the preview once more.")
