"""The roster check and suggestions: for anybody, and for scripts of other sites, too. Nothing is stored."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rules.suggest import suggest
from teams import rosters
from teams.api.endpoint import Endpoint
from teams.api.examples import CHECKED, ROSTER, SUGGESTED
from teams.api.fields import Number, Strict, Text
from teams.api.schema import describe, got, sent
from teams.api.shapes import CheckedSerializer, SuggestionsSerializer, recruits_in, suggestions, wanted_of

BY = "{} the rules of this league, which you must be allowed to see. Not together with `house_rules`."


class ByRulesSerializer(Strict):
    clan = Text()
    league = Text(required=False, help_text="The slug of a league: " + BY.format("checked by"))
    house_rules = serializers.DictField(
        required=False, help_text="What is different from the rulebook: a part of `rules` of `/catalog/rules/`."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "league" in attrs and "house_rules" in attrs:
            raise serializers.ValidationError({"house_rules": "Send either a league or house rules."})
        return attrs


class RosterInSerializer(ByRulesSerializer):
    name = Text(required=False, allow_blank=True, default="")
    recruits = recruits_in()


class SuggestInSerializer(ByRulesSerializer):
    variant = Number(min_value=0, max_value=1_000_000, default=0, help_text="Another number, other teams.")


class RosterEndpoint(Endpoint):
    only_reads = True
    is_open = True
    special_rate = "roster"

    def house(self, told: dict[str, Any]) -> Any:
        return rosters.house_asked_for(self.visitor, league=told.get("league", ""), changes=told.get("house_rules", {}))


class Check(RosterEndpoint):
    @describe(
        "Is this team legal?",
        "Every reason at once why a team of these recruits could not be founded, its price and its rating. "
        "A subject like `n3` is the third recruit. Whoever has no name goes by that of the profile.",
        sends=RosterInSerializer,
        answers={200: CheckedSerializer},
        examples=[sent("Three of clan Tora", ROSTER), got("Legal", CHECKED)],
        id_="roster_check",
    )
    def post(self, request: Request) -> Response:
        told = self.sent(RosterInSerializer)
        recruits = [wanted_of(recruit) for recruit in told["recruits"]]
        found = rosters.check(clan=told["clan"], name=told["name"], recruits=recruits, house=self.house(told))
        return Response(CheckedSerializer(found).data)


class Suggestions(RosterEndpoint):
    @describe(
        "Legal teams for a clan",
        "Up to three, each with another aim, that could be founded as they are.",
        sends=SuggestInSerializer,
        answers={200: SuggestionsSerializer},
        examples=[sent("For clan Tora", {"clan": "tora", "variant": 0}), got("Suggestions", SUGGESTED)],
        id_="roster_suggestions",
    )
    def post(self, request: Request) -> Response:
        told = self.sent(SuggestInSerializer)
        clan, house = rosters.clan_called(told["clan"]), self.house(told)
        return Response(suggestions(suggest(clan, house, variant=told["variant"]), house))
