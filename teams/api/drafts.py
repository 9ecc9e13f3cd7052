"""Drafts: teams being built, by whoever is logged in. A draft that a browser began without an account stays there."""

from typing import Any
from uuid import UUID

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from teams import drafts, rosters
from teams.api.endpoint import Endpoint, ListEndpoint
from teams.api.etags import etag_of, if_match
from teams.api.examples import DRAFT, ROSTER, TEAM
from teams.api.fields import Strict, Text
from teams.api.idempotency import idempotent
from teams.api.schema import describe, got, sent
from teams.api.shapes import CheckedSerializer, recruits_in, wanted_of
from teams.api.team_shapes import TeamDetailSerializer, team_shown
from teams.models import Draft
from teams.rosters import Wanted


class DraftSerializer(serializers.Serializer[Any]):
    key = serializers.UUIDField()
    version = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    clan = serializers.CharField()
    updated_at = serializers.DateTimeField()
    team = serializers.CharField(allow_null=True, help_text="The slug of what it has become, once founded.")
    roster = CheckedSerializer()


def draft_shown(draft: Draft) -> dict[str, Any]:
    state = drafts.state_of(draft)
    recruits = [Wanted(its.profile, its.name, its.abilities) for its in state.recruits]
    house = drafts.house_of(draft)
    shown = {
        "key": draft.key,
        "version": draft.version,
        "name": state.name,
        "clan": state.clan,
        "updated_at": draft.updated_at,
        "team": draft.team.slug if draft.team else None,
        "roster": rosters.check(clan=state.clan, name=state.name, recruits=recruits, house=house),
    }
    return dict(DraftSerializer(shown).data)


class DraftInSerializer(Strict):
    clan = Text()


class DraftChangeSerializer(Strict):
    name = Text(required=False, allow_blank=True)
    recruits = recruits_in()

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        fields["recruits"].required = False
        return fields


class DraftEndpoint(Endpoint):
    needs_login = True

    @property
    def session(self) -> SessionBase:
        return self.request._request.session

    def draft(self, key: UUID) -> Draft:
        return drafts.draft_to_build(self.person, self.session, key)

    def held(self, key: UUID) -> Draft:
        """The draft, locked, and as the client has seen it. A founded one changes no more."""
        draft = self.draft(key)
        Draft.objects.select_for_update().filter(pk=draft.pk).first()
        draft.refresh_from_db()
        if draft.team is None:
            self.unchanged(lambda: draft_shown(draft))
        return draft

    def answered(self, draft: Draft, status: int = 200) -> Response:
        shown = draft_shown(draft)
        return Response(shown, status=status, headers={"ETag": etag_of(shown)})


class Drafts(ListEndpoint[Draft], DraftEndpoint):
    queryset = Draft.objects.none()
    serializer_class = DraftSerializer
    ordering = "-updated_at"
    ordering_fields = ("updated_at",)

    def get_queryset(self) -> QuerySet[Draft]:
        return drafts.drafts_of(self.person, self.session).select_related("team")

    @describe("Your drafts", answers={200: DraftSerializer(many=True)}, id_="drafts_list")
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        return self.get_paginated_response([draft_shown(draft) for draft in page])

    @describe(
        "Begin a draft",
        sends=DraftInSerializer,
        answers={201: DraftSerializer},
        examples=[sent("Of clan Tora", {"clan": "tora"}), got("A draft", DRAFT, status=201)],
        id_="drafts_begin",
    )
    @idempotent
    def post(self, request: Request) -> Response:
        clan = self.sent(DraftInSerializer)["clan"]
        return self.answered(drafts.begin(clan=clan, person=self.person, session=self.session), 201)


class OneDraft(DraftEndpoint):
    @describe("A draft, and what is wrong with it so far", answers={200: DraftSerializer}, id_="drafts_read")
    def get(self, request: Request, key: UUID) -> Response:
        return self.answered(self.draft(key))

    @describe(
        "Change a draft",
        "Another name, other ninja, or both. What is sent replaces what was; whatever is not sent stays.",
        sends=DraftChangeSerializer,
        answers={200: DraftSerializer},
        examples=[sent("Both", {"name": ROSTER["name"], "recruits": ROSTER["recruits"]}), got("A draft", DRAFT)],
        id_="drafts_change",
    )
    @if_match
    @transaction.atomic
    def patch(self, request: Request, key: UUID) -> Response:
        draft = self.held(key)
        told = self.sent(DraftChangeSerializer)
        recruits = [wanted_of(its) for its in told["recruits"]] if "recruits" in told else None
        edit = rosters.rewrite(name=told.get("name"), recruits=recruits)
        return self.answered(drafts.revise(draft=draft, version=draft.version, edit=edit).draft)

    @describe("Discard a draft; a founded team stays", answers={204: None}, id_="drafts_discard")
    @if_match(needed=False)
    @transaction.atomic
    def delete(self, request: Request, key: UUID) -> Response:
        drafts.discard(draft=self.held(key))
        return Response(status=204)


class Undo(DraftEndpoint):
    @describe("Take the latest change back", answers={200: DraftSerializer}, id_="drafts_undo")
    @if_match
    @idempotent
    def post(self, request: Request, key: UUID) -> Response:
        draft = self.held(key)
        return self.answered(drafts.undo(draft=draft, version=draft.version).draft)


class Copy(DraftEndpoint):
    @describe("A second draft like this one", answers={201: DraftSerializer}, id_="drafts_copy")
    @idempotent
    def post(self, request: Request, key: UUID) -> Response:
        return self.answered(drafts.copy(draft=self.draft(key), person=self.person, session=self.session), 201)


class Founding(DraftEndpoint):
    @describe(
        "Found the team",
        "It must be legal. Whoever asks again gets the same team.",
        answers={201: TeamDetailSerializer},
        examples=[got("Founded", TEAM, status=201)],
        id_="drafts_found",
    )
    @if_match
    @idempotent
    def post(self, request: Request, key: UUID) -> Response:
        draft = self.held(key)
        team = drafts.found(draft=draft, version=draft.version, owner=self.person)
        return Response(team_shown(request, self.person, team), status=201)
