"""A game: what it is, what became of it without a report, and the challenges of open play."""

from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from league import challenges, results, seasons
from league.api.access import GameEndpoint, SeasonEndpoint, entrants_named
from league.api.examples import GAME
from league.api.game_shapes import (
    ByeInSerializer,
    ChallengeInSerializer,
    ForfeitInSerializer,
    GameSerializer,
    PostponeInSerializer,
    ResultInSerializer,
)
from league.games import game_to_see
from league.models import Fixture
from league.permissions import Standing, require, require_answerer, require_own, require_recorder, require_runner
from league.results import SideResult
from league.standings import Outcome
from rules.problems import refuse
from teams.api.endpoint import ListEndpoint
from teams.api.etags import etag_of, if_match
from teams.api.idempotency import idempotent
from teams.api.schema import describe, got, sent

RESULT = {
    "sides": [
        {"team": "ember-claws", "outcome": "won", "points": 7, "feats": 5, "injuries": 2},
        {"team": "tide-of-ink", "outcome": "lost", "points": 4, "feats": 3, "injuries": 1},
    ]
}


class OneGame(GameEndpoint):
    @describe("A game", answers={200: GameSerializer}, examples=[got("To be played", GAME)], id_="games_read")
    def get(self, request: Request, pk: int) -> Response:
        return Response(self.shown(self.seen(pk)[0]))


class DecisionEndpoint(GameEndpoint):
    def run(self, pk: int) -> tuple[Fixture, str]:
        """The game for those who run the league, as they have seen it; a decided one for the ninja master only."""
        fixture, has = self.seen(pk)
        require_runner(fixture, has, self.person)
        return fixture, self.held(fixture, lambda its: require_runner(its, has, self.person))

    def held_challenge(self, fixture: Fixture) -> None:
        """As the client has seen it. Whoever answers takes the lock of its season, and takes it first."""
        seasons.locked(fixture.round.season)
        self.unchanged(lambda: self.shown(game_to_see(self.visitor, fixture.pk)[0]))

    def answered(self, fixture: Fixture) -> Response:
        shown = self.shown(game_to_see(self.visitor, fixture.pk)[0])
        return Response(shown, headers={"ETag": etag_of(shown)})


class Result(DecisionEndpoint):
    @describe(
        "Record how a game ended, without a report",
        "Chronicles know nothing of it: only the table does. In a game of three or four, who stayed away has "
        "`forfeited`. What is recorded already is for the ninja master to correct.",
        sends=ResultInSerializer,
        answers={200: GameSerializer},
        examples=[sent("Played", RESULT)],
        id_="games_record",
    )
    @if_match
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fixture, has = self.seen(pk)
        require_recorder(fixture, has, self.person)
        based_on = self.held(fixture, lambda its: require_recorder(its, has, self.person))
        told = self.sent(ResultInSerializer)["sides"]
        sides = [_told(side, entrant) for side, entrant in zip(told, _seats(fixture, told), strict=True)]
        return self.answered(results.record(fixture=fixture, sides=sides, author=self.person, based_on=based_on))


class Forfeit(DecisionEndpoint):
    @describe(
        "Some teams did not play; who is left wins without a game",
        sends=ForfeitInSerializer,
        answers={200: GameSerializer},
        examples=[sent("One team", {"by": ["ember-claws"]})],
        id_="games_forfeit",
    )
    @if_match
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fixture, based_on = self.run(pk)
        by = _entrants(fixture, self.sent(ForfeitInSerializer)["by"], "by")
        return self.answered(results.forfeit(fixture=fixture, by=by, author=self.person, based_on=based_on))


class Postponement(DecisionEndpoint):
    @describe(
        "A game will be played later",
        sends=PostponeInSerializer,
        answers={200: GameSerializer},
        examples=[sent("A day", {"deadline": "2027-03-28", "note": "Kenta is ill."})],
        id_="games_postpone",
    )
    @if_match
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fixture, based_on = self.run(pk)
        told = self.sent(PostponeInSerializer)
        return self.answered(results.postpone(fixture=fixture, author=self.person, based_on=based_on, **told))


class Bye(DecisionEndpoint):
    @describe(
        "A game is off, and one of its teams gets a bye instead",
        sends=ByeInSerializer,
        answers={200: GameSerializer},
        examples=[sent("To one", {"to": "ember-claws"})],
        id_="games_bye",
    )
    @if_match
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fixture, based_on = self.run(pk)
        (to,) = _entrants(fixture, [self.sent(ByeInSerializer)["to"]], "to")
        return self.answered(results.give_bye(fixture=fixture, to=to, author=self.person, based_on=based_on))


class Undoing(DecisionEndpoint):
    @describe(
        "What was recorded is forgotten: the game is still to be played",
        "In the playoffs, a game that is not needed any more is called off with it (204).",
        answers={200: GameSerializer, 204: None},
        id_="games_undo",
    )
    @if_match
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fixture, has = self.seen(pk)
        league = fixture.round.season.league
        require(league, has, Standing.MASTER)
        based_on = self.held(fixture, lambda _: require(league, has, Standing.MASTER))
        undone = results.undo(fixture=fixture, author=self.person, based_on=based_on)
        return self.answered(undone) if Fixture.objects.filter(pk=pk).exists() else Response(status=204)


class CallingOff(DecisionEndpoint):
    @describe("A game will not be, and counts for nobody", answers={204: None}, id_="games_call_off")
    @if_match
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fixture, based_on = self.run(pk)
        results.call_off(fixture=fixture, based_on=based_on, author=self.person)
        return Response(status=204)


# Open play


class Challenges(ListEndpoint[Fixture], SeasonEndpoint):
    queryset = Fixture.objects.none()
    serializer_class = GameSerializer

    def get_queryset(self) -> QuerySet[Fixture]:
        season, _ = self.seen(self.kwargs["slug"], self.kwargs["number"])
        return challenges.open_challenges(season).select_related("round__season__league")

    @describe(
        "Challenges that can still be accepted",
        "The first of two sides is the challenger.",
        answers={200: GameSerializer(many=True)},
        id_="seasons_challenges",
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request)

    @describe(
        "Ask another team for a game this week",
        sends=ChallengeInSerializer,
        answers={201: GameSerializer},
        examples=[sent("A challenge", {"challenger": "ember-claws", "challenged": "tide-of-ink", "note": "Thursday?"})],
        id_="seasons_challenge",
    )
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        season, has = self.allowed(slug, number, Standing.PLAYER)
        told = self.sent(ChallengeInSerializer)
        (challenger,) = entrants_named(season, [told["challenger"]], "challenger")
        (challenged,) = entrants_named(season, [told["challenged"]], "challenged")
        require_own(challenger, has, self.person)
        made = challenges.challenge(season=season, challenger=challenger, challenged=challenged, note=told["note"])
        fixture, _ = game_to_see(self.visitor, made.pk)
        return Response(self.get_serializer(fixture).data, status=201)


class Accepting(DecisionEndpoint):
    @describe("Accept a challenge: it is a game of its week", answers={200: GameSerializer}, id_="games_accept")
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fixture, has = self.seen(pk)
        require_answerer(fixture, has, self.person, seats=(1,))
        self.held_challenge(fixture)
        return self.answered(challenges.accept(fixture=fixture, author=self.person))


class Declining(DecisionEndpoint):
    @describe("Decline a challenge, or take it back", answers={204: None}, id_="games_decline")
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fixture, has = self.seen(pk)
        require_answerer(fixture, has, self.person, seats=(0, 1))
        self.held_challenge(fixture)
        challenges.decline(fixture=fixture, author=self.person)
        return Response(status=204)


# Shared


def _seats(fixture: Fixture, told: list[dict[str, Any]]) -> list[int]:
    return _entrants(fixture, [side["team"] for side in told], "sides")


def _entrants(fixture: Fixture, teams: list[str], subject: str) -> list[int]:
    seated = {side.entrant.team.slug: side.entrant_id for side in fixture.sides.all()}
    for team in teams:
        if team not in seated:
            raise refuse("unknown-team", f"There is no team {team} in this game.", subject)
    return [seated[team] for team in teams]


def _told(side: dict[str, Any], entrant: int) -> SideResult:
    return SideResult(entrant, Outcome(side["outcome"]), side["points"], side["feats"], side["injuries"])
