"""The catalog: the game as published, the same for everybody, to be kept for an hour."""

from collections.abc import Iterable, Mapping
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rules.articles import articles
from rules.catalog import Category, Type, catalog
from rules.codec import encode
from rules.house import rulebook
from teams.api.catalog_shapes import (
    ChallengeSerializer,
    ClanSerializer,
    KeywordSerializer,
    ProfileSerializer,
    RulesSerializer,
    listed,
    one_of,
)
from teams.api.endpoint import Endpoint
from teams.api.examples import BRAWL, KAIKEN, LEAP, TORA
from teams.api.schema import describe, got
from teams.finding import find

HOUR = 60 * 60


class CatalogEndpoint(Endpoint):
    authentication_classes = []
    is_open = True
    kept_for = HOUR

    def all(self, shape: type[serializers.Serializer[Any]], found: Iterable[Any]) -> Response:
        return Response({"results": shape(found, many=True, context={"house": rulebook()}).data})

    def one(self, shape: type[serializers.Serializer[Any]], kind: str, id_: str, among: Mapping[str, Any]) -> Response:
        return Response(shape(find(kind, id_, among), context={"house": rulebook()}).data)


class Clans(CatalogEndpoint):
    @describe("The six clans", answers={200: listed(ClanSerializer)}, id_="catalog_clans")
    def get(self, request: Request) -> Response:
        return self.all(ClanSerializer, catalog().clans.values())


class OneClan(CatalogEndpoint):
    @describe("A clan", answers={200: ClanSerializer}, examples=[got("Tora", TORA)], id_="catalog_clan")
    def get(self, request: Request, clan: str) -> Response:
        return self.one(ClanSerializer, "clan", clan, catalog().clans)


class WhichProfiles(serializers.Serializer[Any]):
    clan = serializers.CharField(required=False)
    type = one_of(Type, required=False)


class Profiles(CatalogEndpoint):
    @describe(
        "Everything that can be recruited",
        parameters=[
            OpenApiParameter("clan", str, description="Only those of this clan."),
            OpenApiParameter("type", str, enum=list(Type), description="Only those of this type."),
        ],
        answers={200: listed(ProfileSerializer)},
        id_="catalog_profiles",
    )
    def get(self, request: Request) -> Response:
        wanted = self.asked(WhichProfiles)
        found = catalog().profiles.values()
        return self.all(ProfileSerializer, [its for its in found if all(getattr(its, k) == wanted[k] for k in wanted)])


class OneProfile(CatalogEndpoint):
    @describe("A profile", answers={200: ProfileSerializer}, examples=[got("Kaiken", KAIKEN)], id_="catalog_profile")
    def get(self, request: Request, profile: str) -> Response:
        return self.one(ProfileSerializer, "profile", profile, catalog().profiles)


class Heroes(CatalogEndpoint):
    @describe("The heroes", answers={200: listed(ProfileSerializer)}, id_="catalog_heroes")
    def get(self, request: Request) -> Response:
        return self.all(ProfileSerializer, catalog().heroes)


class AllRonin(CatalogEndpoint):
    @describe("The ronin", answers={200: listed(ProfileSerializer)}, id_="catalog_ronin")
    def get(self, request: Request) -> Response:
        return self.all(ProfileSerializer, catalog().ronin)


class WhichKeywords(serializers.Serializer[Any]):
    category = one_of(Category, required=False)


class Keywords(CatalogEndpoint):
    @describe(
        "The keywords",
        parameters=[OpenApiParameter("category", str, enum=list(Category), description="Only those of this category.")],
        answers={200: listed(KeywordSerializer)},
        id_="catalog_keywords",
    )
    def get(self, request: Request) -> Response:
        category = self.asked(WhichKeywords).get("category")
        found = catalog().keywords.values()
        return self.all(KeywordSerializer, [its for its in found if category in (None, its.category)])


class OneKeyword(CatalogEndpoint):
    @describe("A keyword", answers={200: KeywordSerializer}, examples=[got("Leap", LEAP)], id_="catalog_keyword")
    def get(self, request: Request, keyword: str) -> Response:
        return self.one(KeywordSerializer, "keyword", keyword, catalog().keywords)


class Challenges(CatalogEndpoint):
    @describe("The challenges", answers={200: listed(ChallengeSerializer)}, id_="catalog_challenges")
    def get(self, request: Request) -> Response:
        return self.all(ChallengeSerializer, catalog().challenges.values())


class OneChallenge(CatalogEndpoint):
    @describe(
        "A challenge", answers={200: ChallengeSerializer}, examples=[got("Brawl", BRAWL)], id_="catalog_challenge"
    )
    def get(self, request: Request, challenge: str) -> Response:
        return self.one(ChallengeSerializer, "challenge", challenge, catalog().challenges)


class Rules(CatalogEndpoint):
    @describe(
        "The tables of the rulebook, which leagues may change", answers={200: RulesSerializer}, id_="catalog_rules"
    )
    def get(self, request: Request) -> Response:
        shown = {"rules": encode(rulebook()), "articles": articles(rulebook())}
        return Response(RulesSerializer(shown).data)
