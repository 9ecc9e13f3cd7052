"""Seasons: open, read, change, begin, finish and reopen."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from league import seasons
from league.api.access import LeagueEndpoint, SeasonEndpoint
from league.api.examples import SEASON
from league.api.season_shapes import SeasonChangeSerializer, SeasonInSerializer, SeasonSerializer, planned, season_shown
from league.models import Season
from league.permissions import Standing
from league.season_forms import KEPT
from teams.api.endpoint import ListEndpoint
from teams.api.etags import etag_of, if_match
from teams.api.fields import Flag, Strict
from teams.api.filters import ChoiceFilter, FilterSet
from teams.api.idempotency import idempotent
from teams.api.schema import describe, got, sent

NEW = {"name": "Spring", "format": "swiss", "rounds_planned": 5, "starts_on": "2026-03-14", "playoff_teams": 4}


class FinishInSerializer(Strict):
    calls_off = Flag(default=False, help_text="What was not played will not be.")


class SeasonFilter(FilterSet):  # type: ignore[misc]  # django-filter has no types
    state = ChoiceFilter(choices=Season.State.choices, help_text="Only those in this state.")


class Seasons(ListEndpoint[Season], LeagueEndpoint):
    queryset = Season.objects.none()
    serializer_class = SeasonSerializer
    filterset_class = SeasonFilter
    ordering = "-number"
    ordering_fields = ("number",)

    def get_queryset(self) -> QuerySet[Season]:
        league, _ = self.seen(self.kwargs["slug"])
        found = seasons.seasons_of(league).prefetch_related("divisions")
        return found.select_related("league", "champion")

    @describe("The seasons of a league", answers={200: SeasonSerializer(many=True)}, id_="seasons_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request)

    @describe(
        "Open a season",
        "It is planned: teams enter it, and then it begins. It gets the number after the last one's.",
        sends=SeasonInSerializer,
        answers={201: SeasonSerializer},
        examples=[sent("Swiss", NEW), got("Planned", SEASON, status=201)],
        id_="seasons_open",
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        league, _ = self.allowed(slug, Standing.ASSISTANT)
        told = self.sent(SeasonInSerializer)
        form = planned({name: value for name, value in told.items() if name not in (*KEPT, "carry")})
        season = seasons.open_season(
            league=league,
            number=seasons.next_number(league),
            plan={**form.plan, **{name: told[name] for name in KEPT}},
            divisions=form.cleaned_data["divisions"],
            carries_over=told["carry"],
            author=self.person,
        )
        shown = season_shown(request, season)
        where = f"{request.build_absolute_uri(request.path)}{season.number}/"
        return Response(shown, status=201, headers={"Location": where, "ETag": etag_of(shown)})


class OneSeason(SeasonEndpoint):
    @describe("A season", answers={200: SeasonSerializer}, examples=[got("Planned", SEASON)], id_="seasons_read")
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(self.shown(self.seen(slug, number)[0]))

    @describe(
        "Change the plan of a season",
        "Whatever is not sent stays. How games are found is settled once there are any.",
        sends=SeasonChangeSerializer,
        answers={200: SeasonSerializer},
        examples=[sent("Another name", {"name": "Late winter"})],
        id_="seasons_change",
    )
    @if_match
    @transaction.atomic
    def patch(self, request: Request, slug: str, number: int) -> Response:
        season = self.held(slug, number, Standing.ASSISTANT)
        form = planned(self.sent(SeasonChangeSerializer), season)
        changed = seasons.change(season=season, plan=form.plan, divisions=form.cleaned_data["divisions"])
        shown = self.shown(changed)
        return Response(shown, headers={"ETag": etag_of(shown)})


class Beginning(SeasonEndpoint):
    @describe("Begin a season", answers={200: SeasonSerializer}, id_="seasons_begin")
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        season = self.held(slug, number, Standing.ASSISTANT)
        return Response(self.shown(seasons.begin(season=season)))


class Finishing(SeasonEndpoint):
    @describe(
        "Finish a season",
        "It has its champion then. Games that are still to be played are in the way, unless they are called off.",
        sends=FinishInSerializer,
        answers={200: SeasonSerializer},
        id_="seasons_finish",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        season = self.held(slug, number, Standing.ASSISTANT)
        calls_off = self.sent(FinishInSerializer)["calls_off"]
        return Response(self.shown(seasons.finish(season=season, calls_off=calls_off)))


class Reopening(SeasonEndpoint):
    @describe("A season that was finished too early goes on", answers={200: SeasonSerializer}, id_="seasons_reopen")
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        season = self.held(slug, number, Standing.MASTER)
        return Response(self.shown(seasons.reopen(season=season)))
