"""Leagues: found, read, describe, put away and take out again."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from league import leagues
from league.api.access import LeagueEndpoint
from league.api.examples import LEAGUE
from league.api.league_shapes import (
    ROLES,
    LeagueChangeSerializer,
    LeagueInSerializer,
    LeagueSerializer,
    league_shown,
    leagues_shown,
)
from league.leagues import About
from league.models import Joining, League
from league.permissions import Standing, league_of_master, visible_leagues
from teams.api.endpoint import ListEndpoint
from teams.api.etags import etag_of, if_match
from teams.api.filters import CharFilter, ChoiceFilter, FilterSet
from teams.api.idempotency import idempotent
from teams.api.schema import describe, got, sent

OPEN, ARCHIVED = "open", "archived"
STATES = [(state, state) for state in (OPEN, ARCHIVED)]
NEW = {"name": "Moon Court", "description": "Every **Tuesday**.", "is_private": False, "joining": "approval"}


class LeagueFilter(FilterSet):  # type: ignore[misc]  # django-filter has no types
    q = CharFilter(field_name="name", lookup_expr="icontains", help_text="A part of its name.")
    state = ChoiceFilter(choices=STATES, method="in_state", help_text="Only those that are played, or put away.")
    joining = ChoiceFilter(choices=Joining.choices, help_text="Only those that are joined like this.")
    role = ChoiceFilter(
        choices=[(role, role) for role in ROLES], method="as_role", help_text="Only those in which you are this."
    )

    def in_state(self, found: QuerySet[League], name: str, value: str) -> QuerySet[League]:
        return found.filter(archived_at__isnull=value == OPEN)

    def as_role(self, found: QuerySet[League], name: str, value: str) -> QuerySet[League]:
        return found.filter(memberships__person=self.request.user.pk, memberships__role=value)


class Leagues(ListEndpoint[League]):
    queryset = League.objects.none()
    serializer_class = LeagueSerializer
    filterset_class = LeagueFilter
    ordering = "name"
    ordering_fields = ("name", "created_at")

    def get_queryset(self) -> QuerySet[League]:
        return visible_leagues(self.visitor)

    @describe("Leagues that you may find", answers={200: LeagueSerializer(many=True)}, id_="leagues_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        return self.get_paginated_response(leagues_shown(request, self.visitor, page))

    @describe(
        "Found a league",
        "You are its ninja master. A private league can only be joined by invitation.",
        sends=LeagueInSerializer,
        answers={201: LeagueSerializer},
        examples=[sent("By approval", NEW), got("Founded", LEAGUE, status=201)],
        id_="leagues_found",
    )
    @idempotent
    def post(self, request: Request) -> Response:
        about = _about(self.sent(LeagueInSerializer))
        league = leagues.create(about=about, author=self.person, key=self.key)
        shown = league_shown(request, self.person, league)
        headers = {"Location": f"{request.build_absolute_uri(request.path)}{league.slug}/", "ETag": etag_of(shown)}
        return Response(shown, status=201, headers=headers)


class OneLeague(LeagueEndpoint):
    @describe("A league", answers={200: LeagueSerializer}, examples=[got("Moon Court", LEAGUE)], id_="leagues_read")
    def get(self, request: Request, slug: str) -> Response:
        return Response(self.shown(self.seen(slug)[0]))

    @describe(
        "Change what a league says of itself, and who may see and join it",
        "Whatever is not sent stays.",
        sends=LeagueChangeSerializer,
        answers={200: LeagueSerializer},
        examples=[sent("Another text", {"description": "Every **Thursday** now."})],
        id_="leagues_describe",
    )
    @if_match
    @transaction.atomic
    def patch(self, request: Request, slug: str) -> Response:
        league = self.held(slug, Standing.MASTER)
        now = {name: getattr(league, name) for name in ("name", "description", "is_private", "joining")}
        leagues.describe(league=league, about=_about(self.sent(LeagueChangeSerializer), now))
        league.refresh_from_db()
        shown = self.shown(league)
        return Response(shown, headers={"ETag": etag_of(shown)})


def _about(told: dict[str, Any], now: dict[str, Any] | None = None) -> About:
    """Nobody has to say of a private league that it is joined by invitation."""
    closed = {"joining": Joining.INVITATION} if told.get("is_private") else {}
    return About(**{**(now or {}), **closed, **told})


class Archiving(LeagueEndpoint):
    @describe(
        "Put a league away",
        "Everything in it can still be read.",
        answers={200: LeagueSerializer},
        id_="leagues_archive",
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        league, _ = league_of_master(self.visitor, slug)
        leagues.archive(league=league)
        league.refresh_from_db()
        return Response(self.shown(league))


class Reopening(LeagueEndpoint):
    @describe("Take a league out again", answers={200: LeagueSerializer}, id_="leagues_reopen")
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        league, _ = league_of_master(self.visitor, slug)
        leagues.reopen(league=league)
        league.refresh_from_db()
        return Response(self.shown(league))
