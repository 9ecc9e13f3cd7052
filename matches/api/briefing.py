"""Before the game: what each team is told, and which challenge is played."""

from rest_framework.request import Request
from rest_framework.response import Response

from league import results
from league.models import Fixture
from matches import briefings
from matches.api.access import MatchEndpoint
from matches.api.briefing_shapes import (
    BriefingSerializer,
    BriefInSerializer,
    ChallengeChoiceSerializer,
    RollInSerializer,
    briefing_told,
    rolled,
)
from matches.api.examples import TABLE_DICE
from matches.briefing_page import briefing_page
from matches.permissions import May
from rules.problems import refuse
from teams.api.etags import etag_of, if_match
from teams.api.idempotency import idempotent
from teams.api.schema import describe, sent


class BriefingEndpoint(MatchEndpoint):
    def briefing_answered(self, pk: int) -> Response:
        shown = briefing_told(briefing_page(*self.seen(pk)))
        return Response(shown, headers={"ETag": etag_of(shown)})

    def seen_unchanged(self, pk: int) -> None:
        """The game is locked, and its briefing as the client has seen it."""
        results.locked(Fixture(pk=pk))
        self.unchanged(lambda: briefing_told(briefing_page(*self.seen(pk))))


class Briefing(BriefingEndpoint):
    @describe(
        "The briefing of a game, or what would be told now", answers={200: BriefingSerializer}, id_="games_briefing"
    )
    def get(self, request: Request, pk: int) -> Response:
        return self.briefing_answered(pk)

    @describe(
        "Brief a game",
        "The teams are compared, and what the underdogs get is frozen. Until a report is filed it can be made again.",
        sends=BriefInSerializer,
        answers={200: BriefingSerializer},
        examples=[sent("Everybody came", {"away": []})],
        id_="games_brief",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fixture, _ = self.allowed(pk, May.BRIEF)
        self.seen_unchanged(pk)
        seated = {side.entrant.team.slug: side.entrant_id for side in fixture.sides.all()}
        away = self.sent(BriefInSerializer)["away"]
        if unknown := [team for team in away if team not in seated]:
            raise refuse("unknown-team", f"There is no team {unknown[0]} in this game.", "away")
        briefings.brief(fixture=fixture, author=self.person, away=[seated[team] for team in away])
        return self.briefing_answered(pk)


class Challenge(BriefingEndpoint):
    @describe(
        "Say which challenge is played",
        "Whoever the dice named; if no dice were thrown, either player; and those who run the league.",
        sends=ChallengeChoiceSerializer,
        answers={200: BriefingSerializer},
        examples=[sent("Brawl", {"challenge": "brawl"})],
        id_="games_choose_challenge",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        match, voice = self.briefed(pk, May.BRIEF)
        self.seen_unchanged(pk)
        chosen = self.sent(ChallengeChoiceSerializer)["challenge"]
        briefings.choose(match=match, challenge=chosen, voice=voice)
        return self.briefing_answered(pk)


class Draw(BriefingEndpoint):
    @describe(
        "Let two dice choose the challenge",
        "Cast here, or as they fell on the table before a witness. Nobody rolls until they like it.",
        sends=RollInSerializer,
        answers={200: BriefingSerializer},
        examples=[sent("Cast here", {}), sent("On the table", TABLE_DICE)],
        id_="games_draw_challenge",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        match, _ = self.briefed(pk, May.BRIEF)
        self.seen_unchanged(pk)
        briefings.draw(match=match, author=self.person, **rolled(self.sent(RollInSerializer)))
        return self.briefing_answered(pk)
