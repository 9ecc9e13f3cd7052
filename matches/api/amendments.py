"""A past report put right, or its game voided: previewed, then confirmed; by the ninja master, or by all who played."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from matches import amending, briefings, reporting, waiting
from matches.amending import Choices, Preview
from matches.api.access import numbered
from matches.api.amend_shapes import (
    AgreeInSerializer,
    AmendInSerializer,
    AmendPreviewInSerializer,
    AmendPreviewSerializer,
    ProposalSerializer,
    VoidInSerializer,
    VoidPreviewInSerializer,
    choices_in,
    preview_told,
)
from matches.api.examples import ACCOUNT, BASED_ON, CHOSEN
from matches.api.report_shapes import (
    VersionDetailSerializer,
    VersionSerializer,
    account_in,
    moment_problems,
    version_shown,
    version_told,
)
from matches.api.reports import ReportEndpoint
from matches.briefing_page import match_of
from matches.models import Match, Report
from matches.permissions import May
from matches.reporting import Account
from matches.versions_page import versions_of
from rules.problems import Problem, RuleBroken, refuse_any
from teams.api.catalog_shapes import listed
from teams.api.etags import if_match
from teams.api.idempotency import idempotent
from teams.api.schema import ProblemSerializer, describe, sent

REASON = {"reason": "We wrote down the wrong All-Star.", "based_on": BASED_ON}
UNDECIDED = (Match.State.BRIEFED, *Match.WAITING)


class AmendEndpoint(ReportEndpoint):
    needs_login = True

    def previewed(self, match: Match, account: Account | None, choices: Choices) -> Preview:
        return amending.preview(match=match, account=account, choices=choices)

    def choices(self, match: Match, told: dict[str, Any]) -> Choices:
        return choices_in(told["choices"], {side.team.slug for side in match.sides.select_related("team")})

    def account(self, match: Match, told: dict[str, Any]) -> Account:
        """What was sent, if the game can have gone like that."""
        account = account_in(told, match)
        if match.state not in UNDECIDED:  # of any other, the service says why it cannot be amended
            refuse_any([*amending.problems(match, account.report), *moment_problems(account)])
        return account

    def confirmed(self, pk: int, told: dict[str, Any], *, voids: bool) -> Response:
        """The ninja master decides; players propose, and it happens when all of them have signed."""
        match, voice = self.briefed(pk, May.AMEND)
        confirmation: dict[str, Any] = {
            "match": match,
            "account": None if voids else self.account(match, told),
            "author": self.person,
            "reason": told["reason"],
            "key": self.key or uuid4(),
            "based_on": told["based_on"],
            "choices": self.choices(match, told),
        }
        decides = voice.may(May.DECIDE)
        made = amending.amend(**confirmation) if decides else amending.propose(voice=voice, **confirmation)
        return self.version_answered(made, match, 201)


class Amendments(AmendEndpoint):
    needs_login = False

    @describe(
        "Amendments of a game, proposed or in force", answers={200: listed(VersionSerializer)}, id_="games_amendments"
    )
    def get(self, request: Request, pk: int) -> Response:
        match = match_of(self.seen(pk)[0])
        found = [its for its in versions_of(match) if its.kind in waiting.CHANGES] if match else []
        told = [version_told(its, match) for its in found] if match else []
        return Response({"results": VersionSerializer(told, many=True).data})

    @describe(
        "Amend an accepted report",
        "As it was previewed. By the ninja master it happens at once; a player proposes it, and it happens when "
        "everybody who played has agreed. A voided game is brought back like this, too.",
        sends=AmendInSerializer,
        answers={201: VersionDetailSerializer},
        examples=[sent("Another All-Star", {**ACCOUNT, **REASON, "choices": CHOSEN})],
        id_="games_amend",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        briefings.held(self.briefed(pk, May.AMEND)[0])
        self.unchanged(lambda: self.get(request, pk).data)
        return self.confirmed(pk, self.sent(AmendInSerializer), voids=False)


class AmendPreview(AmendEndpoint):
    only_reads = True

    @describe(
        "What an amendment would change",
        "Everything that the confirmation would do is done, and taken back: figures of every team, entries that "
        "become impossible, with what is to be chosen, the table before and after, playoffs and season.",
        sends=AmendPreviewInSerializer,
        answers={200: AmendPreviewSerializer},
        examples=[sent("Another All-Star", {**ACCOUNT, "choices": CHOSEN})],
        id_="games_preview_amendment",
    )
    def post(self, request: Request, pk: int) -> Response:
        match, _ = self.briefed(pk, May.AMEND)
        told = self.sent(AmendPreviewInSerializer)
        found = self.previewed(match, self.account(match, told), self.choices(match, told))
        return Response(AmendPreviewSerializer(preview_told(found)).data)


class Voiding(AmendEndpoint):
    @describe(
        "Void a game, as if it had never been played",
        "As it was previewed. It is still to be played then. A player proposes it.",
        sends=VoidInSerializer,
        answers={201: VersionDetailSerializer},
        examples=[sent("Voided", {**REASON, "choices": {}})],
        id_="games_void",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        briefings.held(self.briefed(pk, May.AMEND)[0])
        self.unchanged(lambda: self.match_shown(pk))
        return self.confirmed(pk, self.sent(VoidInSerializer), voids=True)


class VoidPreview(AmendEndpoint):
    only_reads = True

    @describe(
        "What voiding a game would change",
        sends=VoidPreviewInSerializer,
        answers={200: AmendPreviewSerializer},
        examples=[sent("As it comes", {"choices": {}})],
        id_="games_preview_voiding",
    )
    def post(self, request: Request, pk: int) -> Response:
        match, _ = self.briefed(pk, May.AMEND)
        found = self.previewed(match, None, self.choices(match, self.sent(VoidPreviewInSerializer)))
        return Response(AmendPreviewSerializer(preview_told(found)).data)


# Proposals


class ProposalEndpoint(AmendEndpoint):
    def proposal(self, match: Match, number: int) -> Report:
        found = numbered(match, number)
        if found.kind not in waiting.CHANGES:
            raise Http404("This version of the report is no amendment.")
        return found

    def proposal_shown(self, match: Match, proposal: Report) -> dict[str, Any]:
        preview, problems = self.would_change(match, proposal)
        shown = {"preview": preview, "problems": ProblemSerializer(problems, many=True).data}
        return {**version_shown(proposal, match), **shown}

    def would_change(self, match: Match, proposal: Report) -> tuple[Any, Sequence[Problem]]:
        """What it would change now, or why it cannot any more; neither, if it is decided."""
        if proposal.in_force_from or proposal.withdrawn_at:
            return None, ()
        account, choices = reporting.account_of(proposal), amending.choices_of(proposal)
        try:
            found = self.previewed(match, account, choices)
        except RuleBroken as broken:
            return None, broken.problems
        return AmendPreviewSerializer(preview_told(found)).data, ()


class OneAmendment(ProposalEndpoint):
    @describe(
        "An amendment, and what it would change now",
        "For whoever may sign it.",
        answers={200: ProposalSerializer},
        id_="games_amendment",
    )
    def get(self, request: Request, pk: int, number: int) -> Response:
        self.allowed(pk, May.AMEND)
        match = self.match_seen(pk)
        return Response(self.proposal_shown(match, self.proposal(match, number)))


class Agreeing(ProposalEndpoint):
    @describe(
        "Sign a proposed amendment",
        "With the last signature it happens, and the ninja master's is the last.",
        sends=AgreeInSerializer,
        answers={200: VersionDetailSerializer},
        examples=[sent("As previewed", {"based_on": BASED_ON})],
        id_="games_agree",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, pk: int, number: int) -> Response:
        match, voice = self.briefed(pk, May.AMEND)
        briefings.held(match)
        proposal = self.proposal(match, number)
        self.unchanged(lambda: self.proposal_shown(match, proposal))
        based_on = self.sent(AgreeInSerializer)["based_on"]
        signed = amending.agree(report=proposal, author=self.person, voice=voice, based_on=based_on)
        return self.version_answered(signed, match)


class TakingBack(ProposalEndpoint):
    @describe(
        "A proposed amendment is off",
        "Whoever may sign it may also say no to it.",
        answers={200: VersionDetailSerializer},
        id_="games_withdraw_amendment",
    )
    @idempotent
    def post(self, request: Request, pk: int, number: int) -> Response:
        match, _ = self.briefed(pk, May.AMEND)
        proposal = self.proposal(match, number)
        amending.withdraw(report=proposal)
        return self.version_answered(proposal, match)
