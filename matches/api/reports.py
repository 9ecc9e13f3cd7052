"""The report of a game: checked, filed, countersigned, settled, taken back, and every version compared."""

from typing import Any
from uuid import uuid4

from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches import briefings, drafts, reporting
from matches.api.access import MatchEndpoint, numbered
from matches.api.examples import ACCOUNT, VERSION
from matches.api.match_shapes import MatchOfGameSerializer
from matches.api.report_shapes import (
    AccountInSerializer,
    ReportCheckSerializer,
    ReportInSerializer,
    VersionDetailSerializer,
    VersionSerializer,
    account_in,
    moment_problems,
    version_shown,
    version_told,
)
from matches.briefing_page import match_of
from matches.models import Match, Report
from matches.permissions import May
from matches.reporting import Account
from matches.versions_page import compared, versions_of
from rules import report as reports
from rules.catalog import catalog
from rules.problems import refuse_any
from teams.api.catalog_shapes import listed
from teams.api.idempotency import idempotent
from teams.api.schema import describe, got, sent

MOST = 10**6
NUMBER = {"type": "integer", "minimum": 1, "maximum": MOST}


class ReportEndpoint(MatchEndpoint):
    def version_answered(self, report: Report, match: Match, status: int = 200) -> Response:
        match.refresh_from_db()
        return Response(version_shown(numbered(match, report.number), match), status=status)


class Reports(ReportEndpoint):
    @describe(
        "Every version of the report of a game, the first one first",
        answers={200: listed(VersionSerializer)},
        id_="games_reports",
    )
    def get(self, request: Request, pk: int) -> Response:
        match = match_of(self.seen(pk)[0])
        told = [version_told(its, match) for its in versions_of(match)] if match else []
        return Response({"results": VersionSerializer(told, many=True).data})

    @describe(
        "File a report",
        "A version of what happened. It is accepted at once if nobody else has to agree; otherwise the other side "
        "countersigns it, or files its own. Every reason why it cannot have gone like that comes at once, each with "
        "the cell it is about.",
        sends=ReportInSerializer,
        answers={201: VersionDetailSerializer},
        examples=[sent("A brawl", ACCOUNT), got("Waiting", VERSION, status=201)],
        id_="games_report",
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        match, voice = self.briefed(pk, May.REPORT)
        told = self.sent(ReportInSerializer)
        if told["settles"] and not voice.may(May.SETTLE):
            raise PermissionDenied(May.SETTLE.value)
        account = account_in(told, match)
        refuse_any(moment_problems(account))
        filed = drafts.file(
            match=match,
            account=account,
            story=told.get("story"),
            author=self.person,
            voice=voice,
            key=self.key or uuid4(),
            settles=told["settles"],
        )
        return self.version_answered(filed, match, 201)


class Check(ReportEndpoint):
    needs_login = True
    only_reads = True

    @describe(
        "Is this report possible?",
        "Nothing is saved. A subject is a cell: `team`, `team/ninja` or `team/ninja/feat`.",
        sends=AccountInSerializer,
        answers={200: ReportCheckSerializer},
        examples=[sent("A brawl", ACCOUNT)],
        id_="games_check_report",
    )
    def post(self, request: Request, pk: int) -> Response:
        match, _ = self.briefed(pk, May.REPORT)
        account = account_in(self.sent(AccountInSerializer), match)
        problems = [*reporting.problems(match, account.report), *moment_problems(account)]
        shown = {
            "is_possible": not problems,
            "problems": problems,
            "warnings": reporting.warnings(match, account.report) if not problems else [],
            "points": _points(match, account),
        }
        return Response(ReportCheckSerializer(shown).data)


def _points(match: Match, account: Account) -> dict[str, int]:
    challenge, scrolls = catalog().challenges.get(account.report.challenge), reporting.scrolls_of(match)
    if challenge is None:
        return {}
    told = [team for team in account.report.teams if team.team in scrolls]
    house = briefings.rules_of(match)
    return {its.team: reports.counted_points(its, scrolls[its.team], challenge, house) for its in told}


class OneReport(ReportEndpoint):
    @describe(
        "A version of the report",
        answers={200: VersionDetailSerializer},
        examples=[got("Waiting", VERSION)],
        id_="games_report_version",
    )
    def get(self, request: Request, pk: int, number: int) -> Response:
        match = self.match_seen(pk)
        return Response(version_shown(numbered(match, number), match))


class Countersigning(ReportEndpoint):
    @describe(
        "Agree to a version, as another side",
        "When all have, it is accepted.",
        answers={200: VersionDetailSerializer},
        id_="games_countersign",
    )
    @idempotent
    def post(self, request: Request, pk: int, number: int) -> Response:
        match, voice = self.briefed(pk, May.REPORT)
        report = reporting.countersign(report=numbered(match, number), author=self.person, voice=voice)
        return self.version_answered(report, match)


class Settling(ReportEndpoint):
    @describe(
        "Decide that this version counts",
        "For the ninja master, and assistants who do not play in it.",
        answers={200: VersionDetailSerializer},
        id_="games_settle",
    )
    @idempotent
    def post(self, request: Request, pk: int, number: int) -> Response:
        match, _ = self.briefed(pk, May.SETTLE)
        report = reporting.settle(report=numbered(match, number), author=self.person)
        return self.version_answered(report, match)


class Withdrawing(ReportEndpoint):
    @describe(
        "Take back what you have filed, as long as nobody has accepted it",
        answers={200: MatchOfGameSerializer},
        id_="games_withdraw_report",
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        match, _ = self.briefed(pk, May.REPORT)
        reporting.withdraw(match=match, author=self.person)
        return Response(self.match_shown(pk))


# Compared


class PairSerializer(serializers.Serializer[Any]):
    a = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    b = serializers.IntegerField(min_value=1, max_value=MOST, required=False)


class SaidSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    value = serializers.CharField()


class DifferingSerializer(serializers.Serializer[Any]):
    subject = serializers.CharField(help_text="The cell.")
    team = serializers.CharField(allow_blank=True)
    ninja = serializers.CharField(allow_blank=True)
    what = serializers.CharField()
    said = SaidSerializer(many=True)


class DifferencesSerializer(serializers.Serializer[Any]):
    a = VersionSerializer()
    b = VersionSerializer()
    cells = DifferingSerializer(
        many=True, allow_null=True, help_text="Where they differ; none, if one of them voids the game."
    )


class Differences(ReportEndpoint):
    @describe(
        "Where two versions differ, cell by cell",
        parameters=[
            OpenApiParameter("a", NUMBER, description="The number of a version; left out: the last but one."),
            OpenApiParameter("b", NUMBER, description="Another; left out: the last."),
        ],
        answers={200: DifferencesSerializer},
        id_="games_compare_reports",
    )
    def get(self, request: Request, pk: int) -> Response:
        match = self.match_seen(pk)
        versions = versions_of(match)
        if len(versions) < 2:
            raise Http404("There are no two versions of this report to compare.")
        asked = self.asked(PairSerializer)
        pair = numbered(match, asked.get("a", len(versions) - 1)), numbered(match, asked.get("b", len(versions)))
        found = compared(*pair, match).differing
        shown = {
            "a": version_told(pair[0], match),
            "b": version_told(pair[1], match),
            "cells": None if found is None else [_cell(its) for its in found],
        }
        return Response(DifferencesSerializer(shown).data)


def _cell(its: Any) -> dict[str, Any]:
    said = [{"version": number, "value": value} for number, value in its.said]
    return {"subject": its.subject, "team": its.team, "ninja": its.ninja, "what": its.what, "said": said}
