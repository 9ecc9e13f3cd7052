"""Teams in a season: entering one, its division, retiring it, and coming back."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from league import seasons
from league.api.access import SeasonEndpoint, entrant_in
from league.api.season_shapes import (
    EntrantChangeSerializer,
    EntrantInSerializer,
    EntrantSerializer,
    RetireInSerializer,
)
from league.models import Division, Entrant, Season
from league.permissions import Standing, require_entering, require_own, teams_to_enter
from league.seasons import Leaving
from rules.problems import refuse
from teams.api.endpoint import ListEndpoint
from teams.api.filters import CharFilter, ChoiceFilter, FilterSet
from teams.api.idempotency import idempotent
from teams.api.schema import describe, sent

PLAYING, RETIRED = "playing", "retired"
TEAM = OpenApiParameter("team", str, OpenApiParameter.PATH, description="The slug of a team.")


class EntrantFilter(FilterSet):  # type: ignore[misc]  # django-filter has no types
    state = ChoiceFilter(
        choices=[(PLAYING, PLAYING), (RETIRED, RETIRED)], method="in_state", help_text="Still playing, or not."
    )
    player = CharFilter(field_name="team__owner__username", lookup_expr="iexact", help_text="Of this player.")

    def in_state(self, found: QuerySet[Entrant], name: str, value: str) -> QuerySet[Entrant]:
        return found.filter(retired_at__isnull=value == PLAYING)


class Entrants(ListEndpoint[Entrant], SeasonEndpoint):
    queryset = Entrant.objects.none()
    serializer_class = EntrantSerializer
    filterset_class = EntrantFilter
    ordering = "entered_at"
    ordering_fields = ("entered_at",)

    def get_queryset(self) -> QuerySet[Entrant]:
        season, _ = self.seen(self.kwargs["slug"], self.kwargs["number"])
        return season.entrants.select_related("team__owner", "division")

    @describe("The teams of a season", answers={200: EntrantSerializer(many=True)}, id_="seasons_entrants")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request)

    @describe(
        "Enter a team",
        "While the season is planned, and in open play at any time; later, those who run the league let it in.",
        sends=EntrantInSerializer,
        answers={201: EntrantSerializer},
        examples=[sent("An own team", {"team": "ember-claws", "division": None})],
        id_="seasons_enter",
    )
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        season, has = self.allowed(slug, number, Standing.PLAYER)
        require_entering(season, has)
        told = self.sent(EntrantInSerializer)
        team = teams_to_enter(season, has, self.person).filter(slug=told["team"]).first()
        if team is None:
            raise refuse("unknown-team", "There is no such team that you could enter.", "team")
        seasons.refuse_from_a_file(team, has)
        entrant = seasons.enter(
            season=season, team=team, division=division_in(season, told["division"]), author=self.person
        )
        return Response(EntrantSerializer(entrant).data, status=201)


class EntrantEndpoint(SeasonEndpoint):
    def own(self, slug: str, number: int, team: str) -> tuple[Entrant, Standing]:
        """Of a player, or of anybody for those who run the league."""
        season, has = self.allowed(slug, number, Standing.PLAYER)
        entrant = entrant_in(season, team)
        require_own(entrant, has, self.person)
        return entrant, has

    def run(self, slug: str, number: int, team: str) -> Entrant:
        return entrant_in(self.allowed(slug, number, Standing.ASSISTANT)[0], team)


class OneEntrant(EntrantEndpoint):
    @describe("A team in a season", parameters=[TEAM], answers={200: EntrantSerializer}, id_="seasons_entrant")
    def get(self, request: Request, slug: str, number: int, team: str) -> Response:
        return Response(EntrantSerializer(entrant_in(self.seen(slug, number)[0], team)).data)

    @describe(
        "Put a team into a division; games it has keep their place",
        sends=EntrantChangeSerializer,
        parameters=[TEAM],
        answers={200: EntrantSerializer},
        examples=[sent("None", {"division": None})],
        id_="seasons_assign",
    )
    def patch(self, request: Request, slug: str, number: int, team: str) -> Response:
        entrant = self.run(slug, number, team)
        division = division_in(entrant.season, self.sent(EntrantChangeSerializer)["division"])
        return Response(EntrantSerializer(seasons.assign(entrant=entrant, division=division)).data)


class Retiring(EntrantEndpoint):
    @describe(
        "A team takes no further part",
        "What it has played stays. Before its first game it leaves no trace (204).",
        sends=RetireInSerializer,
        parameters=[TEAM],
        answers={200: EntrantSerializer, 204: None},
        examples=[sent("Opponents win", {"leaving": "forfeit"})],
        id_="seasons_retire",
    )
    @idempotent
    def post(self, request: Request, slug: str, number: int, team: str) -> Response:
        entrant, has = self.own(slug, number, team)
        told = Leaving(self.sent(RetireInSerializer)["leaving"])
        # A player who walks out does not decide what that costs the others.
        leaving = told if has >= Standing.ASSISTANT else Leaving.FORFEIT
        retired = seasons.retire(entrant=entrant, leaving=leaving, author=self.person)
        return Response(EntrantSerializer(retired).data) if retired else Response(status=204)


class ComingBack(EntrantEndpoint):
    @describe(
        "A retired team takes part again", parameters=[TEAM], answers={200: EntrantSerializer}, id_="seasons_come_back"
    )
    @idempotent
    def post(self, request: Request, slug: str, number: int, team: str) -> Response:
        return Response(EntrantSerializer(seasons.come_back(entrant=self.run(slug, number, team))).data)


def division_in(season: Season, pk: int | None) -> Division | None:
    if pk is None:
        return None
    found = season.divisions.filter(pk=pk).first()
    if found is None:
        raise refuse("foreign-division", "There is no such division in this season.", "division")
    return found
