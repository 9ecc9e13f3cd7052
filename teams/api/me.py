"""Whoever asks: the account, everything the site knows of it, and its tokens."""

from typing import Any

from allauth.account.internal.flows import reauthentication
from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from teams import accounts, tokens
from teams.api.authentication import token_of
from teams.api.catalog_shapes import listed
from teams.api.endpoint import Endpoint
from teams.api.fields import Strict, Text
from teams.api.schema import describe, got, sent
from teams.models import Token

TOKEN_EXAMPLE = {
    "id": 7,
    "name": "League bot",
    "scope": "write",
    "hint": "kage_Xy3a",
    "created_at": "2026-03-14T19:00:00Z",
    "expires_at": "2027-03-14T19:00:00Z",
    "last_used_at": None,
}


class MeSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()
    email = serializers.CharField(allow_blank=True)
    joined_at = serializers.DateTimeField()
    is_staff = serializers.BooleanField()
    teams = serializers.IntegerField(help_text="How many you have.")
    scope = serializers.ChoiceField(
        choices=Token.Scope.values, help_text="What you may do as you have logged in: a session may write."
    )


class Me(Endpoint):
    needs_login = True

    @describe("Who you are", answers={200: MeSerializer}, id_="me")
    def get(self, request: Request) -> Response:
        token, person = token_of(request), self.person
        shown = {
            "username": person.get_username(),
            "email": person.email,
            "joined_at": person.date_joined,
            "is_staff": person.is_staff,
            "teams": person.teams.count(),
            "scope": token.scope if token else Token.Scope.WRITE,
        }
        return Response(MeSerializer(shown).data)


class Export(Endpoint):
    needs_login = True
    special_rate = "export"
    special_methods = ("GET",)

    @describe(
        "Everything the site knows about you",
        "The same as the file of the page: profile, teams with their chronicles, drafts, leagues, matches, tokens.",
        answers={200: OpenApiTypes.OBJECT},
        id_="me_export",
    )
    def get(self, request: Request) -> Response:
        return Response(accounts.export(self.person), headers={"Cache-Control": "no-store"})


class TokenSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    scope = serializers.ChoiceField(choices=Token.Scope.values)
    hint = serializers.CharField(help_text="How it begins.")
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True, help_text="None: never.")
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="To the minute.")


class MadeTokenSerializer(TokenSerializer):
    token = serializers.CharField(help_text="The token itself. It is never shown again.")


class TokenInSerializer(Strict):
    name = Text(help_text="What it is for.")
    scope = serializers.ChoiceField(choices=Token.Scope.values, default=Token.Scope.READ)
    expires_at = serializers.DateTimeField(required=False, allow_null=True, default=None)


class Tokens(Endpoint):
    needs_login = True
    only_by_session = ("POST",)
    special_rate = "token"

    @describe("Your tokens", answers={200: listed(TokenSerializer)}, id_="me_tokens")
    def get(self, request: Request) -> Response:
        return Response({"results": TokenSerializer(tokens.tokens_of(self.person), many=True).data})

    @describe(
        "Make a token",
        "Only with the session of a browser in which the password was given within the last five minutes.",
        sends=TokenInSerializer,
        answers={201: MadeTokenSerializer},
        examples=[
            sent("To write", {"name": "League bot", "scope": "write", "expires_at": "2027-03-14T19:00:00Z"}),
            got("Made", {**TOKEN_EXAMPLE, "token": "kage_Xy3a..."}, status=201),
        ],
        id_="me_make_token",
    )
    def post(self, request: Request) -> Response:
        if reauthentication.is_reauthentication_required(request._request, app=""):
            raise PermissionDenied(
                "Give your password once more at /account/confirm/, then try again.", "password-needed"
            )
        made = tokens.make(person=self.person, **self.sent(TokenInSerializer))
        shown = {**TokenSerializer(made.token).data, "token": made.secret}
        return Response(shown, status=201, headers={"Cache-Control": "no-store"})


class OneToken(Endpoint):
    needs_login = True

    @describe("Revoke a token", answers={204: None}, id_="me_revoke_token")
    def delete(self, request: Request, pk: int) -> Response:
        if not tokens.revoke(person=self.person, pk=pk):
            raise Http404("You have no such token.")
        return Response(status=204)
