"""Scrolls, and what is due, as the API shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from rules import aftermath, roster, words
from rules.catalog import Type
from rules.dice import Element
from rules.house import HouseRules
from rules.scroll import Due, GameRecord, Ninja, Result, Scroll, Step
from teams.api.catalog_shapes import ids, one_of
from teams.api.schema import ProblemSerializer
from teams.api.shapes import RatingSerializer


class LevelSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    name = serializers.CharField()
    xp = serializers.IntegerField(help_text="At which it begins.")


class NinjaSerializer(serializers.Serializer[Ninja]):
    """Needs the `house` in its context."""

    id = serializers.CharField(help_text="Never given twice in a team.")
    name = serializers.CharField()
    profile = serializers.CharField(source="profile.id")
    type = one_of(Type, source="profile.type")
    price = serializers.IntegerField(help_text="What it was recruited for.")
    movement = serializers.IntegerField()
    attack = serializers.IntegerField()
    defense = serializers.IntegerField()
    affinities = serializers.ListField(child=one_of(Element))
    keywords = ids("Ids of keywords, printed and gained.")
    abilities = serializers.SerializerMethodField(help_text="Ids of abilities, printed and chosen.")
    xp = serializers.IntegerField()
    level = serializers.SerializerMethodField()
    next_level = serializers.SerializerMethodField()
    advancements = serializers.IntegerField(help_text="Taken so far.")
    advancements_due = serializers.SerializerMethodField()
    misses = serializers.IntegerField(help_text="Games that it still has to miss.")
    starts_in_healing_house = serializers.BooleanField()
    availability = serializers.SerializerMethodField(help_text="Whether it can play next, in words.")
    games = serializers.IntegerField()
    feats = serializers.IntegerField()
    injuries = serializers.IntegerField(help_text="That it made.")
    all_stars = serializers.IntegerField()

    def get_abilities(self, ninja: Ninja) -> list[str]:
        return [ability.id for ability in ninja.abilities]

    @extend_schema_field(LevelSerializer)
    def get_level(self, ninja: Ninja) -> Any:
        return LevelSerializer(ninja.level(self.context["house"])).data

    @extend_schema_field(LevelSerializer(allow_null=True))
    def get_next_level(self, ninja: Ninja) -> Any:
        above = ninja.next_level(self.context["house"])
        return LevelSerializer(above).data if above else None

    def get_advancements_due(self, ninja: Ninja) -> int:
        return ninja.advancements_due(self.context["house"])

    def get_availability(self, ninja: Ninja) -> str:
        return words.availability(ninja)


class StepSerializer(serializers.Serializer[Any]):
    due = one_of(Due)
    ninja = serializers.CharField()
    game = serializers.CharField(allow_blank=True, help_text="After which game; empty for advancements.")
    task = serializers.CharField(help_text="In words.")


class OpponentSerializer(serializers.Serializer[Any]):
    team = serializers.CharField()
    name = serializers.CharField()
    result = one_of(Result)
    points = serializers.IntegerField()


class RevenueSerializer(serializers.Serializer[Any]):
    total = serializers.IntegerField()
    result = serializers.IntegerField()
    underdog = serializers.IntegerField()
    shrewd_negotiator = serializers.IntegerField()


class GameRecordSerializer(serializers.Serializer[GameRecord]):
    game = serializers.CharField()
    challenge = serializers.CharField()
    result = one_of(Result)
    points = serializers.IntegerField()
    opponents = OpponentSerializer(many=True)
    revenue = RevenueSerializer()
    all_stars = ids("Ids of ninja.")


class ScrollSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(help_text="After which entry of the chronicle.")
    name = serializers.CharField()
    clan = serializers.CharField()
    treasury = serializers.IntegerField()
    rating = RatingSerializer()
    is_legal = serializers.BooleanField()
    problems = ProblemSerializer(many=True)
    steps = StepSerializer(many=True, help_text="Decisions that are due, the next one first.")
    ninja = NinjaSerializer(many=True)
    former = NinjaSerializer(many=True, help_text="Those who have left.")
    games = GameRecordSerializer(many=True)


def scroll_shown(entry: int, scroll: Scroll, house: HouseRules) -> dict[str, Any]:
    problems = roster.problems(scroll, house)
    shown = {
        "entry": entry,
        "name": scroll.name,
        "clan": scroll.clan.id if scroll.clan else "",
        "treasury": scroll.treasury,
        "rating": scroll.rating(house),
        "is_legal": not problems,
        "problems": problems,
        "steps": [_step(scroll, step) for step in aftermath.steps(scroll, house)],
        "ninja": scroll.ninja,
        "former": scroll.former,
        "games": scroll.games,
    }
    return dict(ScrollSerializer(shown, context={"house": house}).data)


def _step(scroll: Scroll, step: Step) -> dict[str, str]:
    return {"due": step.due, "ninja": step.ninja, "game": step.game, "task": aftermath.task(scroll, step)}
