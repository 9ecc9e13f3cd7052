"""Reports, as the API takes and shows them: exactly what `rules/report.py` resolves, with notes and moments."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rest_framework import serializers

from matches.models import LONGEST_NOTES, LONGEST_STORY, Match, Report
from matches.reporting import Account, account_of
from matches.versions_page import line
from rules import report as reports
from rules.catalog import Side, catalog
from rules.problems import Problem
from rules.scroll import Result
from teams.api.catalog_shapes import one_of
from teams.api.fields import Flag, Number, Strict, Text
from teams.api.schema import ProblemSerializer

MOST_MOMENTS = 2_000  # far more than a game of four teams has


class NinjaReportSerializer(Strict):
    """One ninja: did it take part, what did it do, and where did it end?"""

    on_board = Flag(default=False)
    feats = serializers.DictField(child=Number(), default=dict, help_text="How often, by the id of the feat.")
    healing_house = Flag(default=False, help_text="It ended there.")


class TeamReportSerializer(Strict):
    team = Text(help_text="Its slug.")
    result = one_of(Result)
    points = Number(help_text=f"0 to {reports.MOST_POINTS}.")
    ninja = serializers.DictField(child=NinjaReportSerializer(), default=dict, help_text="By the id of the ninja.")
    all_stars = serializers.ListField(child=Text(), default=list, help_text="Ids of ninja.")
    side = one_of(Side, allow_null=True, default=None, help_text="In challenges that have sides.")


class ReportSerializer(Strict):
    game = Text(default="", allow_blank=True, help_text="`key` of the match; it may be left out.")
    challenge = Text(help_text="The id of a challenge.")
    teams = TeamReportSerializer(many=True)


class MomentSerializer(Strict):
    """A feat whose round was noted."""

    round = Number(help_text="From 1 to the rounds of the challenge.")
    team = Text()
    ninja = Text()
    feat = Text()


class AccountInSerializer(Strict):
    """All that somebody says of a game. Refusals name the cell: `team`, `team/ninja` or `team/ninja/feat`."""

    report = ReportSerializer()
    moments = serializers.ListField(
        child=MomentSerializer(), default=list, max_length=MOST_MOMENTS, help_text="Feats whose round was noted."
    )
    notes = Text(default="", allow_blank=True, max_length=LONGEST_NOTES)


class ReportInSerializer(AccountInSerializer):
    story = Text(required=False, allow_blank=True, max_length=LONGEST_STORY, help_text="Your story; Markdown.")
    settles = Flag(default=False, help_text="It counts at once: for the ninja master, and assistants who do not play.")


class ReportCheckSerializer(serializers.Serializer[Any]):
    is_possible = serializers.BooleanField()
    problems = ProblemSerializer(many=True, help_text="Every reason why it cannot be filed, each with its cell.")
    warnings = ProblemSerializer(many=True, help_text="What is possible, but worth a second look.")
    points = serializers.DictField(child=serializers.IntegerField(), help_text="What the feats of each team score.")


class VersionSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Report.Kind.values)
    author = serializers.CharField(allow_null=True)
    written_at = serializers.DateTimeField()
    state = serializers.CharField(help_text="What became of it, in words.")
    is_in_force = serializers.BooleanField()
    in_force_from = serializers.DateTimeField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="Of an amendment.")
    signed = serializers.ListField(child=serializers.CharField(), help_text="Slugs of the teams that agree to it.")
    voids = serializers.BooleanField(help_text="It says that there was no such game.")


class VersionDetailSerializer(VersionSerializer):
    report = ReportSerializer(allow_null=True, help_text="None, if it voids the game.")
    moments = MomentSerializer(many=True)
    notes = serializers.CharField(allow_blank=True)
    choices = serializers.DictField(
        child=serializers.DictField(child=serializers.CharField()),
        help_text="Of an amendment: what becomes of entries that turn impossible, by team and number.",
    )


def version_told(report: Report, match: Match) -> dict[str, Any]:
    told = line(report, match)
    return {
        "number": report.number,
        "kind": report.kind,
        "author": report.author.get_username() if report.author else None,
        "written_at": report.written_at,
        "state": told.state,
        "is_in_force": told.is_in_force,
        "in_force_from": report.in_force_from,
        "withdrawn_at": report.withdrawn_at,
        "reason": report.reason,
        "signed": [its.side.team.slug for its in report.signatures.all()],
        "voids": told.is_void,
    }


def version_shown(report: Report, match: Match) -> dict[str, Any]:
    account = account_of(report)
    shown = {
        **version_told(report, match),
        "report": account.report if account else None,
        "moments": [dict(zip(MOMENT, moment, strict=True)) for moment in (account.moments if account else ())],
        "notes": report.notes,
        "choices": report.choices,
    }
    return dict(VersionDetailSerializer(shown).data)


MOMENT = ("round", "team", "ninja", "feat")


def account_in(told: dict[str, Any], match: Match) -> Account:
    """What was sent, as the rules know it; a report that does not name its game is of this one."""
    report = reports.report_from_json({**told["report"], "game": told["report"]["game"] or match.game})
    moments = tuple((its["round"], its["team"], its["ninja"], its["feat"]) for its in told["moments"])
    return Account(report, moments, told["notes"])


def moment_problems(account: Account) -> Iterator[Problem]:
    """Only what the counts bear out can have a round: of a feat done twice there are at most two moments."""
    challenge = catalog().challenges.get(account.report.challenge)
    rounds = challenge.rounds if challenge else 0
    left = _counts(account.report)
    for number, moment in enumerate(account.moments):
        left[moment[1:]] -= 1
        if left[moment[1:]] < 0:
            yield Problem("moment", "The report does not count this feat so often.", f"moments.{number}")
        if not 1 <= moment[0] <= rounds:
            yield Problem("round", f"This game has rounds 1 to {rounds}.", f"moments.{number}.round")


def _counts(report: reports.Report) -> Counter[tuple[str, str, str]]:
    found: Counter[tuple[str, str, str]] = Counter()
    for team in report.teams:
        for ninja, row in team.ninja.items():
            found.update({(team.team, ninja, feat): times for feat, times in row.feats.items()})
    return found
