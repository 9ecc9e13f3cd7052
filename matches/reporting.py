"""After the game: a report is filed, signed, disputed, settled, accepted; each of it once.

Every write is one transaction, with locks in one order: the season of a playoff game, the game, its match, the
league, its teams. Acceptance writes the chronicles of all teams and the league's table together, or nothing.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, Min, QuerySet
from django.utils import timezone

from league import brackets, results
from league.models import League
from league.results import SideResult
from league.standings import Outcome
from matches import briefings, notices, seeds
from matches.models import LONGEST_NOTES, LONGEST_STORY, Match, Report, Signature, Story
from matches.permissions import Voice
from rules import game
from rules import report as reports
from rules.catalog import catalog
from rules.codec import encode
from rules.events import Event, Played
from rules.house import AcceptedBy
from rules.problems import Problem, RuleBroken, refuse, refuse_any
from rules.scroll import Scroll
from teams import chronicle

OUTCOMES = {result: outcome for outcome, result in results.PLAYED.items()}
MOST_VERSIONS = 50  # of one person, of one match
TRY_AGAIN = timedelta(days=1)  # when something was in the way of acceptance by silence

Moment = tuple[int, str, str, str]  # the round, the team, the ninja and its feat


@dataclass(frozen=True, slots=True)
class Account:
    """All that somebody says of a game: what the rules resolve, when it happened, and what else there is to note."""

    report: reports.Report
    moments: tuple[Moment, ...] = ()
    notes: str = ""


def problems(match: Match, report: reports.Report) -> list[Problem]:
    """Every reason why this cannot be accepted now, each with the cell it belongs to."""
    return _problems(match, report, scrolls_of(match))


def _problems(match: Match, report: reports.Report, scrolls: dict[str, Scroll]) -> list[Problem]:
    found = game.problems(report, scrolls, briefings.rules_of(match), briefings.briefing_of(match))
    found += problems_of_the_league(match, report)
    found += briefings.elsewhere(match)
    for side in match.sides.select_related("team__house"):
        team = side.team
        found += briefings.not_ready(scrolls[team.slug], chronicle.house_of(team), team)
    return found


def problems_of_the_league(match: Match, report: reports.Report) -> list[Problem]:
    """What the rules of the game cannot know: which game this is, and whether it may be drawn."""
    found = brackets.draw_problems(match.fixture, [OUTCOMES[team.result] for team in report.teams])
    if report.game != match.game:
        found.append(Problem("other-game", "This report is about another game.", "game"))
    return found


def warnings(match: Match, report: reports.Report) -> list[Problem]:
    """What is possible, but worth a second look. For a report without problems."""
    return reports.warnings(report, scrolls_of(match), briefings.rules_of(match))


# Saying what happened


@transaction.atomic
def file(*, match: Match, account: Account, author: User, voice: Voice, key: UUID, settles: bool = False) -> Report:
    """A version of what happened. It is accepted at once if nobody else has to agree."""
    match = briefings.held(match)
    if again := match.reports.filter(key=key).first():
        return again
    _refuse_closed(match)
    _refuse_left(match)
    refuse_any(notes_problems(account))
    if not settles:
        refuse_too_many(match, author)
    refuse_any(problems(match, account.report))
    kind = Report.Kind.SETTLED if settles else Report.Kind.FILED
    report = write(match, account, author, key, kind)
    match.drafts.filter(author=author, is_amendment=False).delete()
    if settles:
        _accept(match, report, author)
    else:
        sign(report, author, voice)
        _weigh(match, report, author)
    return report


@transaction.atomic
def countersign(*, report: Report, author: User, voice: Voice) -> Report:
    """Another side agrees. When all have, the report is accepted."""
    match = briefings.held(report.match)
    report = match.reports.get(pk=report.pk)
    if match.accepted_id == report.pk:
        return report
    _refuse_closed(match)
    _refuse_gone(report)
    if not voice.teams:
        raise refuse("no-side", "Only those who played this game can countersign its report.")
    sign(report, author, voice)
    _weigh(match, report, author)
    return report


@transaction.atomic
def settle(*, report: Report, author: User) -> Report:
    """The ninja master decides that this version counts."""
    match = briefings.held(report.match)
    report = match.reports.get(pk=report.pk)
    if match.accepted_id == report.pk:
        return report
    _refuse_closed(match)
    _refuse_gone(report)
    _accept(match, report, author)
    return report


@transaction.atomic
def withdraw(*, match: Match, author: User) -> None:
    """Somebody takes back what they have filed, as long as nobody has accepted it."""
    match = briefings.held(match)
    _refuse_closed(match)
    live(match).filter(author=author).update(withdrawn_at=timezone.now())
    _weigh(match, None, author)


def accept_overdue(league: League | None = None) -> int:
    """Whatever nobody has objected to for long enough counts. Returns how many reports that were."""
    # In an archived league nobody could object.
    waiting = Match.objects.filter(state=Match.State.REPORTED, silence_at__lte=timezone.now()).filter(
        fixture__round__season__league__archived_at=None
    )
    if league:
        waiting = waiting.filter(fixture__round__season__league=league)
    return sum(_accept_by_silence(match) for match in waiting)


@transaction.atomic
def _accept_by_silence(match: Match) -> bool:
    try:
        match = briefings.held(match)
    except RuleBroken:
        return False  # called off
    if match.state != Match.State.REPORTED or not match.silence_at or match.silence_at > timezone.now():
        return False  # somebody was quicker
    # Only what a side has signed: somebody who runs the league may have filed another version since.
    report = max(words_of(match).values(), key=lambda its: its.number)
    try:
        with transaction.atomic():
            _accept(match, report, report.author, by_silence=True)
    except RuleBroken as broken:
        match = briefings.held(match)
        wait(match, timezone.now() + TRY_AGAIN, held_up=broken.message)
        return False
    return True


# Shared


def live(match: Match) -> QuerySet[Report]:
    """The versions that may still be accepted."""
    return match.reports.filter(kind=Report.Kind.FILED, withdrawn_at=None)


def words_of(match: Match) -> dict[int, Report]:
    """By side: the version it has put its name to last."""
    signed = Signature.objects.filter(report__in=live(match)).select_related("report").order_by("signed_at", "pk")
    return {signature.side_id: signature.report for signature in signed}


def write(match: Match, account: Account | None, author: User | None, key: UUID, kind: Report.Kind) -> Report:
    """One more version; what it says can be read for ever. Without an account it says that there was no such game."""
    return Report.objects.create(
        match=match,
        number=match.reports.count() + 1,
        kind=kind,
        key=key,
        author=author,
        data=encode(account.report) if account else None,
        moments=list(account.moments) if account else [],
        notes=account.notes if account else "",
    )


def account_of(report: Report) -> Account | None:
    """What a version says; none, if it voids the game."""
    if report.data is None:
        return None
    moments = tuple((number, team, ninja, feat) for number, team, ninja, feat in report.moments)
    return Account(reports.report_from_json(report.data), moments, report.notes)


def side_results(match: Match, report: reports.Report) -> list[SideResult]:
    """What the report means for the league's table; who stayed away has forfeited."""
    injuries = briefings.rules_of(match).injuries_of(catalog().challenges[report.challenge])
    entrants = {side.team.slug: side.entrant_id for side in match.sides.select_related("team")}
    found = [_side_result(entrants[team.team], team, injuries) for team in report.teams]
    away = {side.entrant_id for side in match.fixture.sides.all()} - {side.entrant for side in found}
    return [*found, *(SideResult(entrant, Outcome.FORFEIT_LOST) for entrant in away)]


def _side_result(entrant: int, team: reports.TeamReport, injuries: frozenset[str]) -> SideResult:
    feats = [(id_, times) for row in team.ninja.values() for id_, times in row.feats.items()]
    return SideResult(
        entrant,
        OUTCOMES[team.result],
        team.points,
        feats=sum(times for _, times in feats),
        injuries=sum(times for id_, times in feats if id_ in injuries),
    )


def played_in(match: Match, report: reports.Report, scrolls: dict[str, Scroll]) -> dict[str, Played]:
    """What the report means for each team."""
    return dict(game.resolve(report, scrolls, briefings.rules_of(match), briefings.briefing_of(match)).events)


def tell_story(*, match: Match, author: User, text: str) -> None:
    """How somebody tells the game; an empty text takes it back."""
    text = text.strip()
    if len(text) > LONGEST_STORY:
        raise refuse("story-too-long", f"A story has at most {LONGEST_STORY:,} characters.", "story")
    if text:
        Story.objects.update_or_create(match=match, author=author, defaults={"text": text})
    else:
        Story.objects.filter(match=match, author=author).delete()


def wait(match: Match, until: datetime | None, *, held_up: str = "") -> None:
    """Silence accepts its report then, or never. Call it before a team is locked: the league comes first."""
    is_news = match.silence_at != until
    match.silence_at, match.held_up = until, held_up
    match.save(update_fields=["silence_at", "held_up"])
    if is_news:
        _note_silence(match.fixture.round.season.league_id)


def _note_silence(league: int) -> None:
    """The league knows when its next report is due, so that no page has to ask for it. Two who note it take turns."""
    held = League.objects.select_for_update().get(pk=league)
    waiting = Match.objects.filter(fixture__round__season__league=league, silence_at__isnull=False)
    held.silence_at = waiting.aggregate(at=Min("silence_at"))["at"]
    held.save(update_fields=["silence_at"])


def scrolls_of(match: Match) -> dict[str, Scroll]:
    """The teams as they are now, by their addresses."""
    teams = [side.team for side in match.sides.select_related("team")]
    told = chronicle.scrolls_of(teams)
    return {team.slug: told[team.pk] for team in teams}


def _refuse_closed(match: Match) -> None:
    if match.is_accepted:
        raise refuse("accepted", "The report of this game is accepted already. To correct it, amend it.")
    if match.state == Match.State.VOIDED:
        raise refuse("voided", "This game was voided: brief it again before you report it.")
    briefings.refuse_unplayable(match.fixture)


def _refuse_left(match: Match) -> None:
    seated = {side.entrant_id for side in match.fixture.sides.all()}
    if match.sides.exclude(entrant__in=seated).exists():
        raise refuse("left", "A team has left this game since it was briefed: brief it again.")


def _refuse_gone(report: Report) -> None:
    if report.withdrawn_at or report.kind != Report.Kind.FILED:
        raise refuse("withdrawn", "This version was taken back or replaced meanwhile.")


def notes_problems(account: Account) -> list[Problem]:
    if len(account.notes) <= LONGEST_NOTES:
        return []
    return [Problem("notes-too-long", f"Notes have at most {LONGEST_NOTES:,} characters.", "notes")]


def refuse_too_many(match: Match, author: User) -> None:
    """All versions stay readable: a thousand of them would be in everybody's way."""
    if match.reports.filter(author=author).count() >= MOST_VERSIONS:
        message = f"You have filed {MOST_VERSIONS} versions of this report. Ask the ninja master to settle it."
        raise refuse("too-many-versions", message)


def sign(report: Report, author: User, voice: Voice) -> None:
    """Their sides agree to this version, from now on."""
    for side in report.match.sides.filter(team__in=voice.teams):
        signed = {"person": author, "signed_at": timezone.now()}
        Signature.objects.update_or_create(report=report, side=side, defaults=signed)


def _weigh(match: Match, report: Report | None, author: User | None) -> None:
    """Accept, wait or dispute: whatever the words of all sides and the league's rules come to."""
    rule, words, was = briefings.rules_of(match).reports, words_of(match), match.state
    is_signed = report in words.values()  # somebody who runs the league may file what no side stands by
    if report and is_signed and rule.accepted_by is AcceptedBy.EITHER_SIDE:
        _accept(match, report, author)
        return
    agree = len({_said(version) for version in words.values()}) <= 1
    is_complete = agree and len(words) == match.sides.count()
    if report and is_signed and is_complete and rule.accepted_by is AcceptedBy.COUNTERSIGN:
        _accept(match, report, author)
        return
    if not live(match).exists():
        match.state = Match.State.BRIEFED
    else:
        match.state = Match.State.REPORTED if agree else Match.State.DISPUTED
    match.save(update_fields=["state"])
    waits = rule.accepted_by is AcceptedBy.COUNTERSIGN and match.state == Match.State.REPORTED and bool(words)
    wait(match, _silence_at(match, rule.silence_accepts_after_days) if waits else None)
    notices.weighed(match, report, author, was=was, rule=rule.accepted_by)


def _said(report: Report) -> str:
    """Two versions that say the same are one word, whatever order it was said in."""
    told = reports.report_from_json(report.data)
    return json.dumps([told.challenge, {team.team: _team_said(team) for team in told.teams}], sort_keys=True)


def _team_said(team: reports.TeamReport) -> list[object]:
    rows = {
        id_: [row.on_board, row.healing_house, {feat: times for feat, times in row.feats.items() if times}]
        for id_, row in team.ninja.items()
        if row != reports.NinjaReport(feats=dict.fromkeys(row.feats, 0))
    }
    return [team.result, team.points, team.side, sorted(team.all_stars), rows]


def _silence_at(match: Match, days: int) -> datetime:
    """Counted from the last word. Whoever returns to an old version says it anew: the others may not have read it."""
    filed = match.reports.filter(kind=Report.Kind.FILED)
    last = filed.aggregate(signed=Max("signatures__signed_at"), taken_back=Max("withdrawn_at"))
    begins: datetime = max(at for at in last.values() if at)
    return begins + timedelta(days=days)


def _accept(match: Match, report: Report, author: User | None, *, by_silence: bool = False) -> None:
    """The one place where a report becomes history: the chronicles and the table together."""
    told = reports.report_from_json(report.data)
    teams = {side.team.slug: side.team for side in match.sides.select_related("team")}

    def played(scrolls: Mapping[int, Scroll]) -> dict[int, Event]:
        by_slug = {slug: scrolls[team.pk] for slug, team in teams.items()}
        refuse_any(_problems(match, told, by_slug))
        return {teams[slug].pk: event for slug, event in played_in(match, told, by_slug).items()}

    wait(match, None)
    chronicle.enter_together(teams=teams.values(), what=played, author=author)
    results.record_report(fixture=match.fixture, sides=side_results(match, told), author=author)
    report.in_force_from = timezone.now()
    report.save(update_fields=["in_force_from"])
    match.state, match.accepted, match.challenge = Match.State.ACCEPTED, report, told.challenge
    match.save(update_fields=["state", "accepted", "challenge"])
    seeds.reveal(match)
    notices.accepted(match, None if by_silence else author)
