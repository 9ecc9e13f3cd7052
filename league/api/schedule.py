"""The draft of a season's schedule: drawn, adjusted by hand, published. Only those who run the league see it."""

from typing import Any

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from league import previews, rounds, seasons
from league.api.access import SeasonEndpoint, entrants_named
from league.api.game_shapes import (
    DeadlineInSerializer,
    DraftGameInSerializer,
    MoveInSerializer,
    PublishInSerializer,
    ScheduleDraftSerializer,
    SwapInSerializer,
)
from league.calendar import with_sides
from league.models import Fixture, Season, Side
from league.permissions import Standing
from rules.problems import refuse
from teams.api.etags import etag_of, if_match
from teams.api.idempotency import idempotent
from teams.api.schema import describe, sent


def draft_shown(season: Season) -> dict[str, Any]:
    """Every draft round whole, and what is odd about it; a fixed number of queries."""
    found = previews.preview(season)
    games: dict[int, list[Fixture]] = {}
    drafted = Fixture.objects.filter(round__in=rounds.drafts_of(season)).select_related("round")
    for fixture in with_sides(drafted).order_by("round__number", "position", "pk"):
        games.setdefault(fixture.round.number, []).append(fixture)
    told = [
        {"number": its.number, "deadline": its.deadline, "warnings": its.warnings, "games": games.get(its.number, [])}
        for its in found.lines
    ]
    return dict(ScheduleDraftSerializer({"remarks": found.remarks, "rounds": told}).data)


class DraftEndpoint(SeasonEndpoint):
    needs_login = True

    def held_draft(self, slug: str, number: int) -> Season:
        """The season, locked, with its draft as the client has seen it."""
        season, _ = self.allowed(slug, number, Standing.ASSISTANT)
        season = seasons.locked(season)
        self.unchanged(lambda: draft_shown(season))
        return season

    def answered(self, season: Season, status: int = 200) -> Response:
        shown = draft_shown(season)
        return Response(shown, status=status, headers={"ETag": etag_of(shown)})


class Draft(DraftEndpoint):
    @describe("The draft of the schedule", answers={200: ScheduleDraftSerializer}, id_="schedule_read")
    def get(self, request: Request, slug: str, number: int) -> Response:
        season, _ = self.allowed(slug, number, Standing.ASSISTANT)
        return Response(draft_shown(season))


class Drawing(DraftEndpoint):
    @describe(
        "Draw the schedule",
        "In place of the draft that is there: every round still missing of a round robin, else the next one.",
        answers={200: ScheduleDraftSerializer},
        id_="schedule_draw",
    )
    @if_match
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        season = self.held_draft(slug, number)
        rounds.generate(season=season, based_on=rounds.version_of(rounds.draft_rows(season)))
        return self.answered(season)


class Publishing(DraftEndpoint):
    @describe(
        "Publish draft rounds",
        "Everybody can see them from now on, and whoever plays in them is told.",
        sends=PublishInSerializer,
        answers={200: ScheduleDraftSerializer},
        examples=[sent("The first", {"rounds": [1]})],
        id_="schedule_publish",
    )
    @if_match
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        season = self.held_draft(slug, number)
        drafts = rounds.draft_rows(season)
        numbers = self.sent(PublishInSerializer).get("rounds", [its.number for its in drafts])
        rounds.publish(season=season, numbers=numbers, based_on=rounds.version_of(drafts), author=self.person)
        return self.answered(season)


class DraftRounds(DraftEndpoint):
    @describe("Add an empty round", answers={201: ScheduleDraftSerializer}, id_="schedule_add_round")
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        season = self.held_draft(slug, number)
        rounds.add_round(season=season)
        return self.answered(season, 201)


class DraftRound(DraftEndpoint):
    @describe(
        "Until when the games of a draft round are to be played",
        sends=DeadlineInSerializer,
        answers={200: ScheduleDraftSerializer},
        examples=[sent("A day", {"deadline": "2027-03-21"})],
        id_="schedule_deadline",
    )
    @if_match(needed=False)
    @transaction.atomic
    def patch(self, request: Request, slug: str, number: int, round: int) -> Response:  # noqa: A002
        season = self.held_draft(slug, number)
        if not rounds.drafts_of(season).filter(number=round).exists():
            raise refuse("no-round", f"There is no draft of round {round}.")
        rounds.set_deadline(season=season, number=round, deadline=self.sent(DeadlineInSerializer)["deadline"])
        return self.answered(season)

    @describe(
        "Remove a draft round; later drafts move up",
        answers={200: ScheduleDraftSerializer},
        id_="schedule_remove_round",
    )
    @if_match(needed=False)
    @transaction.atomic
    def delete(self, request: Request, slug: str, number: int, round: int) -> Response:  # noqa: A002
        season = self.held_draft(slug, number)
        rounds.remove_round(season=season, number=round)
        return self.answered(season)


class DraftGames(DraftEndpoint):
    @describe(
        "Add a game to a draft round",
        "Of two to four teams; one team alone rests.",
        sends=DraftGameInSerializer,
        answers={201: ScheduleDraftSerializer},
        examples=[sent("Two teams", {"teams": ["ember-claws", "tide-of-ink"]})],
        id_="schedule_add_game",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str, number: int, round: int) -> Response:  # noqa: A002
        season = self.held_draft(slug, number)
        teams = entrants_named(season, self.sent(DraftGameInSerializer)["teams"], "teams")
        rounds.add_game(season=season, number=round, entrants=[its.pk for its in teams])
        return self.answered(season, 201)


class DraftGame(DraftEndpoint):
    @describe(
        "Move a game to another draft round",
        sends=MoveInSerializer,
        answers={200: ScheduleDraftSerializer},
        examples=[sent("To the second", {"round": 2})],
        id_="schedule_move_game",
    )
    @if_match(needed=False)
    @transaction.atomic
    def patch(self, request: Request, slug: str, number: int, pk: int) -> Response:
        season = self.held_draft(slug, number)
        rounds.move_game(season=season, fixture=pk, number=self.sent(MoveInSerializer)["round"])
        return self.answered(season)

    @describe("Take a game out of the draft", answers={200: ScheduleDraftSerializer}, id_="schedule_remove_game")
    @if_match(needed=False)
    @transaction.atomic
    def delete(self, request: Request, slug: str, number: int, pk: int) -> Response:
        season = self.held_draft(slug, number)
        rounds.remove_game(season=season, fixture=pk)
        return self.answered(season)


class Turning(DraftEndpoint):
    @describe("Whoever was away is at home", answers={200: ScheduleDraftSerializer}, id_="schedule_turn_game")
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str, number: int, pk: int) -> Response:
        season = self.held_draft(slug, number)
        rounds.turn(season=season, fixture=pk)
        return self.answered(season)


class Swapping(DraftEndpoint):
    @describe(
        "Two teams of one draft round take each other's place",
        sends=SwapInSerializer,
        answers={200: ScheduleDraftSerializer},
        examples=[
            sent(
                "Of two games", {"one": {"game": 7, "team": "ember-claws"}, "other": {"game": 8, "team": "tide-of-ink"}}
            )
        ],
        id_="schedule_swap",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        season = self.held_draft(slug, number)
        told = self.sent(SwapInSerializer)
        rounds.swap(season=season, one=_seat(season, told["one"]), other=_seat(season, told["other"]))
        return self.answered(season)


def _seat(season: Season, told: dict[str, Any]) -> int:
    """The key of that side; 0, if there is none: the service says so."""
    seats = Side.objects.filter(fixture__round__season=season, fixture=told["game"], entrant__team__slug=told["team"])
    return seats.values_list("pk", flat=True).first() or 0
