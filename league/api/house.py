"""The house rules of a league: in force, every version there was, what they changed, and the way to change them."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league import house_changes, house_preview, houses
from league.api.access import LeagueEndpoint
from league.api.house_shapes import (
    MOST_VERSIONS,
    HouseChangesSerializer,
    HouseRulesSerializer,
    RulesInSerializer,
    RulesPreviewSerializer,
    VersionOfRulesSerializer,
    WishSerializer,
    version_told,
)
from league.models import HouseVersion, League
from league.permissions import Standing
from rules.articles import articles
from rules.codec import encode
from rules.house import HouseRules
from rules.problems import refuse
from teams import rosters
from teams.api.catalog_shapes import listed
from teams.api.etags import if_match
from teams.api.idempotency import idempotent
from teams.api.schema import describe, sent

NO_VERSION = "This league has no version of this number."
WISH = {"based_on": 1, "changes": {"koban": {"win": 14}}}
NUMBER = {"type": "integer", "minimum": 0, "maximum": MOST_VERSIONS}


class BetweenSerializer(serializers.Serializer[Any]):
    since = serializers.IntegerField(min_value=0, max_value=MOST_VERSIONS, default=0)
    until = serializers.IntegerField(min_value=0, max_value=MOST_VERSIONS, required=False)


class HouseEndpoint(LeagueEndpoint):
    def rules_shown(self, league: League, number: int | None = None) -> dict[str, Any]:
        """Of a version, or in force."""
        versions = houses.versions_of(league)
        number = houses.number_of(versions[0] if versions else None) if number is None else number
        if number > len(versions):
            raise Http404(NO_VERSION)
        up_to = versions[len(versions) - number :]
        told = next(iter(houses.history(up_to)), None)
        rules = rules_at(league, number)
        shown = {
            **version_told(told.version if told else None, told.sentences if told else ()),
            "rules": encode(rules),
            "articles": articles(rules),
            "differences": [
                {"sentence": its.difference.sentence, "since": its.version.number if its.version else None}
                for its in houses.differences_in_force(up_to)
            ],
        }
        return dict(HouseRulesSerializer(shown).data)

    def wished(self, league: League, told: dict[str, Any]) -> HouseRules:
        """The rules that were asked for, put onto those that the client has seen."""
        latest = houses.version_in_force(league)
        if told["based_on"] != houses.number_of(latest):
            raise refuse("stale", houses.stale_sentence(latest))
        if "restore" in told:
            return rules_at(league, told["restore"])
        return rosters.changed(houses.rules_of(league), told["changes"], subject="changes")


class Rules(HouseEndpoint):
    @describe("The house rules in force", answers={200: HouseRulesSerializer}, id_="leagues_rules")
    def get(self, request: Request, slug: str) -> Response:
        return Response(self.rules_shown(self.seen(slug)[0]))

    @describe(
        "Change the house rules",
        "A new version, by which every team of the unfinished seasons plays from now on. `based_on` is the version "
        "that you have seen: if there is a later one, nothing happens (412).",
        sends=RulesInSerializer,
        answers={201: HouseRulesSerializer},
        examples=[sent("14 koban for a win", {**WISH, "reason": "Winners were poor."})],
        id_="leagues_change_rules",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        league = self.held_rules(slug)
        told = self.sent(RulesInSerializer)
        made = houses.change_rules(
            league=league,
            rules=self.wished(league, told),
            author=self.person,
            reason=told["reason"],
            based_on=told["based_on"],
        )
        league.refresh_from_db()
        return Response(self.rules_shown(league, made.number), status=201)

    def held_rules(self, slug: str) -> League:
        league, _ = self.allowed(slug, Standing.MASTER)
        held = League.objects.select_for_update().get(pk=league.pk)
        self.unchanged(lambda: self.rules_shown(held))
        return held


class RulesPreview(HouseEndpoint):
    needs_login = True
    only_reads = True

    @describe(
        "What other house rules would do to every team",
        "Nothing is changed.",
        sends=WishSerializer,
        answers={200: RulesPreviewSerializer},
        examples=[sent("14 koban for a win", WISH)],
        id_="leagues_preview_rules",
    )
    @if_match(needed=False)
    def post(self, request: Request, slug: str) -> Response:
        league, _ = self.allowed(slug, Standing.MASTER)
        self.unchanged(lambda: self.rules_shown(league))
        told = self.sent(WishSerializer)
        found = house_preview.preview(league, self.wished(league, told))
        shown = {"based_on": told["based_on"], **{name: getattr(found, name) for name in found.__slots__}}
        return Response(RulesPreviewSerializer(shown).data)


class Versions(HouseEndpoint):
    @describe(
        "Every version of the house rules, the latest first",
        answers={200: listed(VersionOfRulesSerializer)},
        id_="leagues_rules_versions",
    )
    def get(self, request: Request, slug: str) -> Response:
        league, _ = self.seen(slug)
        told = [version_told(its.version, its.sentences) for its in houses.history(houses.versions_of(league))]
        return Response({"results": VersionOfRulesSerializer(told, many=True).data})


class OneVersion(HouseEndpoint):
    @describe("A version of the house rules", answers={200: HouseRulesSerializer}, id_="leagues_rules_version")
    def get(self, request: Request, slug: str, version: int) -> Response:
        return Response(self.rules_shown(self.seen(slug)[0], version))


class Changes(HouseEndpoint):
    @describe(
        "What changed between two versions of the house rules",
        parameters=[
            OpenApiParameter("since", {**NUMBER, "default": 0}, description="A version; 0: the rulebook."),
            OpenApiParameter("until", NUMBER, description="Another; left out: the one in force."),
        ],
        answers={200: HouseChangesSerializer},
        id_="leagues_rules_changes",
    )
    def get(self, request: Request, slug: str) -> Response:
        league, _ = self.seen(slug)
        asked = self.asked(BetweenSerializer)
        since, until = asked["since"], asked.get("until", houses.number_of(houses.version_in_force(league)))
        found = house_changes.changes(rules_at(league, since), rules_at(league, until))
        shown = {"since": since, "until": until, "changes": [its.sentence for its in found]}
        return Response(HouseChangesSerializer(shown).data)


def rules_at(league: League, number: int) -> HouseRules:
    try:
        return houses.rules_at(league, number)
    except HouseVersion.DoesNotExist:
        raise Http404(NO_VERSION) from None
