"""Rosters as the API takes and shows them."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from rules.house import HouseRules
from rules.scroll import Ninja, Rating
from rules.suggest import Aim, Suggestion
from teams.api.catalog_shapes import one_of
from teams.api.fields import Strict, Text
from teams.api.schema import ProblemSerializer
from teams.rosters import Wanted
from teams.workbench import AIMS

LONGEST_ID = 100
MOST_ABILITIES = 20
MOST_RECRUITS = 100


class RecruitInSerializer(Strict):
    profile = Text(max_length=LONGEST_ID, help_text="The id of a profile.")
    name = Text(required=False, allow_blank=True, default="", help_text="Left out, it gets one that suits its clan.")
    abilities = serializers.ListField(
        child=Text(max_length=LONGEST_ID),
        required=False,
        default=list,
        max_length=MOST_ABILITIES,
        help_text="Those of the profile's `choices` that it picks.",
    )


def recruits_in() -> Any:
    return RecruitInSerializer(many=True, max_length=MOST_RECRUITS)  # type: ignore[call-arg]  # with many it is taken


def wanted_of(told: dict[str, Any]) -> Wanted:
    return Wanted(told["profile"], told["name"], tuple(told["abilities"]))


class RatingSerializer(serializers.Serializer[Rating]):
    total = serializers.IntegerField()
    koban = serializers.IntegerField(help_text="For the price of all ninja.")
    advancements = serializers.IntegerField()
    heroes_and_ronin = serializers.IntegerField()


class RecruitSerializer(serializers.Serializer[Ninja]):
    id = serializers.CharField()
    profile = serializers.CharField(source="profile.id")
    name = serializers.CharField()
    price = serializers.IntegerField()
    abilities = serializers.ListField(child=serializers.CharField(), source="chosen")


class CheckedSerializer(serializers.Serializer[Any]):
    is_legal = serializers.SerializerMethodField()
    problems = ProblemSerializer(many=True)
    price = serializers.IntegerField(source="scroll.roster_price", help_text="Of all ninja together.")
    treasury = serializers.IntegerField(source="scroll.treasury", help_text="What is left; below zero, what is short.")
    upkeep = serializers.IntegerField(help_text="After every league game.")
    rating = serializers.SerializerMethodField()
    recruits = RecruitSerializer(many=True, source="scroll.ninja")

    def get_is_legal(self, found: Any) -> bool:
        return not found.problems

    def get_rating(self, found: Any) -> int:
        return int(found.scroll.rating(found.house).total)


class SuggestedRecruitSerializer(serializers.Serializer[Any]):
    profile = serializers.CharField()
    name = serializers.CharField()
    abilities = serializers.ListField(child=serializers.CharField())


class SuggestionSerializer(serializers.Serializer[Any]):
    aim = one_of(Aim)
    title = serializers.CharField()
    why = serializers.CharField()
    price = serializers.IntegerField()
    rating = serializers.IntegerField()
    upkeep = serializers.IntegerField()
    recruits = SuggestedRecruitSerializer(many=True, help_text="As a roster check and founding take them.")


class SuggestionsSerializer(serializers.Serializer[Any]):
    results = SuggestionSerializer(many=True)


def suggestions(found: Iterable[Suggestion], house: HouseRules) -> dict[str, Any]:
    return dict(SuggestionsSerializer({"results": [_suggested(its, house) for its in found]}).data)


def _suggested(suggestion: Suggestion, house: HouseRules) -> dict[str, Any]:
    title, why = AIMS[suggestion.aim]
    scroll = suggestion.scroll
    return {
        "aim": suggestion.aim,
        "title": title,
        "why": why,
        "price": scroll.roster_price,
        "rating": scroll.rating(house).total,
        "upkeep": sum(house.upkeep(ninja.profile) for ninja in scroll.ninja),
        "recruits": suggestion.recruits,
    }
