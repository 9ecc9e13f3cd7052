"""The ninja master's desk: everything in a league that waits for somebody, and reminders of it."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.access import LeagueEndpoint
from league.permissions import Standing
from matches import reminders
from matches.master_games import LateGame, OpenReport, Proposed
from matches.master_page import Asking, Desk, TeamWaiting, desk_page
from matches.reminders import Cause
from matches.waiting import About
from teams.api.fields import Strict, Text
from teams.api.idempotency import idempotent
from teams.api.schema import describe, sent

MOST_CAUSES = 500


class CauseSerializer(Strict):
    """Whose team is to be reminded, and of what."""

    about = serializers.ChoiceField(choices=About.values)
    team = Text(help_text="Its slug.")


class RemindInSerializer(Strict):
    causes = serializers.ListField(child=CauseSerializer(), min_length=1, max_length=MOST_CAUSES)


class RemindedSerializer(serializers.Serializer[Any]):
    players = serializers.ListField(child=serializers.CharField(), help_text="Who was reminded.")
    already = serializers.ListField(child=serializers.CharField(), help_text="Who had been reminded of it today.")


class WaitingSerializer(serializers.Serializer[Any]):
    """Something that waits for somebody."""

    what = serializers.CharField(help_text="A game, or a team.")
    said = serializers.CharField(allow_blank=True, help_text="What there is to know.")
    since = serializers.DateTimeField(allow_null=True)
    url = serializers.CharField(help_text="Where something can be done about it.")
    reminders = CauseSerializer(many=True, help_text="What the players could be reminded of now.")


class MastersDeskSerializer(serializers.Serializer[Any]):
    total = serializers.IntegerField()
    games = WaitingSerializer(many=True, help_text="Overdue.")
    reports = WaitingSerializer(many=True, help_text="Waiting for a signature, or disputed.")
    proposals = WaitingSerializer(many=True, help_text="Amendments that not everybody has signed.")
    steps = WaitingSerializer(many=True, help_text="Teams with steps to take after a game.")
    advances = WaitingSerializer(many=True, help_text="Teams with nothing but advancements to take.")
    illegal = WaitingSerializer(many=True, help_text="Teams that may not play.")
    asking = WaitingSerializer(many=True, help_text="Who asks to join.")


class MastersDesk(LeagueEndpoint):
    needs_login = True

    @describe(
        "What waits in a league",
        "For those who run it.",
        answers={200: MastersDeskSerializer},
        id_="leagues_desk",
    )
    def get(self, request: Request, slug: str) -> Response:
        league, has = self.allowed(slug, Standing.ASSISTANT)
        shown = _told(desk_page(league, has, self.person), request)
        return Response(MastersDeskSerializer(shown).data)


class Reminders(LeagueEndpoint):
    @describe(
        "Remind players of what waits for them",
        "On the ways that each of them chose. Nobody is reminded of the same twice on one day, and of nothing that "
        "does not wait any more.",
        sends=RemindInSerializer,
        answers={200: RemindedSerializer},
        examples=[sent("Of steps", {"causes": [{"about": "steps", "team": "ember-claws"}]})],
        id_="leagues_remind",
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        league, _ = self.allowed(slug, Standing.ASSISTANT)
        causes = [Cause(About(its["about"]), its["team"]) for its in self.sent(RemindInSerializer)["causes"]]
        done = reminders.remind(league=league, causes=causes, author=self.person)
        return Response(RemindedSerializer(done).data)


def _told(desk: Desk, request: Request) -> dict[str, Any]:
    def waiting(what: str, said: str, url: str, causes: str = "", since: Any = None) -> dict[str, Any]:
        address = request.build_absolute_uri(url)
        return {"what": what, "said": said, "since": since, "url": address, "reminders": _causes(causes)}

    def game(its: LateGame) -> dict[str, Any]:
        said = f"{its.round}: {its.late} late, since {its.deadline:%-d %B %Y}."
        return waiting(its.names, said, its.url, its.causes)

    def report(its: OpenReport) -> dict[str, Any]:
        said = f"Disputed in {its.differ}." if its.is_disputed else f"Waits for {its.missing}." if its.missing else ""
        since = max((version.written_at for version in its.versions), default=None)
        return waiting(its.names, f"{said} {its.held_up}".strip(), its.url, its.causes, since)

    def proposal(its: Proposed) -> dict[str, Any]:
        what = "To be voided" if its.voids else "To be amended"
        return waiting(its.names, f"{what}: {its.reason}", its.url, its.causes, its.written_at)

    def team(its: TeamWaiting) -> dict[str, Any]:
        return waiting(its.name, its.said, its.act_url or its.url, its.causes)

    def asking(its: Asking) -> dict[str, Any]:
        return waiting(its.name, its.message, its.url, "", its.asked_at)

    return {
        "total": desk.total,
        "games": [game(its) for its in desk.games.rows],
        "reports": [report(its) for its in desk.reports.rows],
        "proposals": [proposal(its) for its in desk.proposals.rows],
        "steps": [team(its) for its in desk.steps.rows],
        "advances": [team(its) for its in desk.advances.rows],
        "illegal": [team(its) for its in desk.illegal.rows],
        "asking": [asking(its) for its in desk.asking],
    }


def _causes(words: str) -> Iterable[dict[str, str]]:
    return [{"about": its.about.value, "team": its.team} for its in reminders.causes_in(words)]
