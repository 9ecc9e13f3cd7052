"""The rounds of a season as everybody sees them, their deadlines, and all games."""

from typing import Any

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from league import rounds, seasons
from league.api.access import SeasonEndpoint
from league.api.game_shapes import DeadlineInSerializer, GameSerializer, RoundDetailSerializer, RoundSerializer
from league.calendar import OPEN, with_sides
from league.models import Fixture, Round, Season
from league.permissions import Standing
from teams.api.endpoint import ListEndpoint
from teams.api.etags import etag_of, if_match
from teams.api.filters import CharFilter, ChoiceFilter, FilterSet, WholeNumberFilter
from teams.api.idempotency import idempotent
from teams.api.schema import describe, sent

MOST_ROUNDS = 10_000


class Rounds(ListEndpoint[Round], SeasonEndpoint):
    queryset = Round.objects.none()
    serializer_class = RoundSerializer
    ordering = "number"
    ordering_fields = ("number",)

    def get_queryset(self) -> QuerySet[Round]:
        season, _ = self.seen(self.kwargs["slug"], self.kwargs["number"])
        return counted(season)

    @describe("The rounds of a season", answers={200: RoundSerializer(many=True)}, id_="seasons_rounds")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request)


class RoundEndpoint(SeasonEndpoint):
    def round_shown(self, season: Season, number: int) -> dict[str, Any]:
        found = counted(season).filter(number=number).first()
        if found is None:
            raise Http404(f"There is no round {number}, or it is not published.")
        games = with_sides(found.fixtures.exclude(state=Fixture.State.PROPOSED)).order_by("position", "pk")
        shown = list(games.select_related("round__season__league"))
        found.fixtures_shown = shown  # type: ignore[attr-defined]
        return dict(RoundDetailSerializer(found, context={"request": self.request}).data)


class OneRound(RoundEndpoint):
    @describe("A round, with its games", answers={200: RoundDetailSerializer}, id_="seasons_round")
    def get(self, request: Request, slug: str, number: int, round: int) -> Response:  # noqa: A002
        return Response(self.round_shown(self.seen(slug, number)[0], round))

    @describe(
        "Until when the games of a round are to be played",
        "A postponed game has its own day.",
        sends=DeadlineInSerializer,
        answers={200: RoundDetailSerializer},
        examples=[sent("A day", {"deadline": "2027-03-21"})],
        id_="seasons_round_deadline",
    )
    @if_match(needed=False)
    @transaction.atomic
    def patch(self, request: Request, slug: str, number: int, round: int) -> Response:  # noqa: A002
        season, _ = self.allowed(slug, number, Standing.ASSISTANT)
        season = seasons.locked(season)
        self.unchanged(lambda: self.round_shown(season, round))
        self.round_shown(season, round)  # a draft has its deadline among the drafts
        rounds.set_deadline(season=season, number=round, deadline=self.sent(DeadlineInSerializer)["deadline"])
        shown = self.round_shown(season, round)
        return Response(shown, headers={"ETag": etag_of(shown)})


class TakingBack(RoundEndpoint):
    @describe(
        "A published round is a draft again, as long as nobody has played in it",
        answers={204: None},
        id_="seasons_take_back_round",
    )
    @idempotent
    def post(self, request: Request, slug: str, number: int, round: int) -> Response:  # noqa: A002
        season, _ = self.allowed(slug, number, Standing.ASSISTANT)
        rounds.take_back(season=season, number=round)
        return Response(status=204)


def counted(season: Season) -> QuerySet[Round]:
    """Published rounds, each with how far it has come."""
    real = ~Q(fixtures__state=Fixture.State.PROPOSED)
    return season.rounds.filter(published_at__isnull=False).annotate(
        games=Count("fixtures", filter=real), open_games=Count("fixtures", filter=Q(fixtures__state__in=OPEN))
    )


class GameFilter(FilterSet):  # type: ignore[misc]  # django-filter has no types
    round = WholeNumberFilter(
        field_name="round__number", min_value=1, max_value=MOST_ROUNDS, help_text="Of this round."
    )
    team = CharFilter(field_name="sides__entrant__team__slug", help_text="Of this team, by its slug.")
    state = ChoiceFilter(choices=Fixture.State.choices, help_text="Only those in this state.")


class Games(ListEndpoint[Fixture], SeasonEndpoint):
    queryset = Fixture.objects.none()
    serializer_class = GameSerializer
    filterset_class = GameFilter
    ordering = "round__number"
    ordering_fields = ("round__number",)

    def get_queryset(self) -> QuerySet[Fixture]:
        season, _ = self.seen(self.kwargs["slug"], self.kwargs["number"])
        published = Fixture.objects.filter(round__season=season, round__published_at__isnull=False)
        return with_sides(published.select_related("round__season__league"))

    @describe(
        "The games of a season",
        "Those of drafts are left out. A challenge of open play is `proposed` until it is accepted.",
        answers={200: GameSerializer(many=True)},
        id_="seasons_games",
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request)
