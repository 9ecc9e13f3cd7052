"""The game's data as the API shows it."""

from enum import StrEnum
from functools import cache
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from rules.catalog import Category, Profile, Side, Stealth, Type
from rules.dice import Element


def one_of(choices: type[StrEnum], **options: Any) -> serializers.ChoiceField:
    return serializers.ChoiceField(choices=[choice.value for choice in choices], **options)


def ids(about: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), help_text=about)


class AbilitySerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    name = serializers.CharField()
    summary = serializers.CharField()


class AllowanceSerializer(serializers.Serializer[Any]):
    least = serializers.IntegerField()
    most = serializers.IntegerField()


class ProfileSerializer(serializers.Serializer[Profile]):
    id = serializers.CharField()
    name = serializers.CharField()
    full_name = serializers.CharField()
    type = one_of(Type)
    clan = serializers.CharField(allow_blank=True, help_text="Empty for a ronin.")
    movement = serializers.IntegerField()
    attack = serializers.IntegerField()
    defense = serializers.IntegerField()
    koban = serializers.IntegerField(help_text="Its price.")
    upkeep = serializers.IntegerField(help_text="What it asks for after every league game.")
    allowance = AllowanceSerializer(allow_null=True, help_text="None for heroes and ronin: at most one of each.")
    affinities = serializers.ListField(child=one_of(Element))
    keywords = ids("Ids of keywords.")
    abilities = AbilitySerializer(many=True, help_text="Those it always has.")
    choose = serializers.IntegerField(help_text="How many of `choices` are chosen when it is recruited.")
    choices = AbilitySerializer(many=True)


class ClanSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    name = serializers.CharField()
    affinity = one_of(Element)
    profiles = serializers.SerializerMethodField(help_text="Ids of its ninja and heroes.")

    def get_profiles(self, clan: Any) -> list[str]:
        return [profile.id for profile in clan.profiles]


class KeywordSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    name = serializers.CharField()
    category = one_of(Category)
    summary = serializers.CharField()


class FeatSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    xp = serializers.IntegerField()
    is_injury = serializers.BooleanField(help_text="It also earns the XP of an injury.")
    side = one_of(Side, allow_null=True, help_text="Only this side can do it.")
    not_for = serializers.ListField(child=one_of(Type), help_text="These types cannot do it.")
    xp_not_for = serializers.ListField(child=one_of(Type), help_text="These types get no XP of its own for it.")
    points_for = serializers.DictField(
        child=serializers.IntegerField(), help_text="Points for types that score it differently."
    )
    most_per_team = serializers.IntegerField(allow_null=True)


class ChallengeSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    name = serializers.CharField()
    ninjas_allowed = serializers.IntegerField(help_text="On the board at one time, for each team.")
    rounds = serializers.IntegerField()
    starts_in_stealth = one_of(Stealth)
    sentries = serializers.BooleanField()
    crates = serializers.IntegerField()
    sides = serializers.ListField(child=one_of(Side))
    wins_at = serializers.IntegerField(allow_null=True, help_text="So many points end the game at once.")
    feats = serializers.SerializerMethodField(help_text="All of them, those of every challenge included.")

    @extend_schema_field(FeatSerializer(many=True))
    def get_feats(self, challenge: Any) -> Any:
        return FeatSerializer(self.context["house"].feats_of(challenge), many=True).data


class ArticleSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    sentence = serializers.CharField()


class RulesSerializer(serializers.Serializer[Any]):
    rules = serializers.DictField(help_text="Every number and table, as `house_rules` of a roster check takes them.")
    articles = ArticleSerializer(many=True, help_text="The same in sentences.")


@cache
def listed(shape: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    """A whole list, which is never so long that it would come in pages."""
    name = shape.__name__.removesuffix("Serializer")
    return type(f"{name}ListSerializer", (serializers.Serializer,), {"results": shape(many=True)})
