"""House rules, as the API takes and shows them."""

from typing import Any

from rest_framework import serializers

from league.houses import LONGEST_REASON
from league.models import HouseVersion
from teams.api.catalog_shapes import ArticleSerializer
from teams.api.fields import Number, Strict, Text
from teams.api.schema import ProblemSerializer

MOST_VERSIONS = 10**6


class WishSerializer(Strict):
    """Either changes, or the number of a version to be taken again."""

    based_on = Number(
        min_value=0, max_value=MOST_VERSIONS, help_text="The version that you have seen; 0: the rulebook."
    )
    changes = serializers.DictField(
        required=False, help_text="A part of `rules`: tables are changed row by row, a list is replaced as a whole."
    )
    restore = Number(
        min_value=0, max_value=MOST_VERSIONS, required=False, help_text="All of this version; 0: the rulebook."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("changes" in attrs) == ("restore" in attrs):
            raise serializers.ValidationError({"changes": "Send either changes or a version to be taken again."})
        return attrs


class RulesInSerializer(WishSerializer):
    reason = Text(max_length=LONGEST_REASON, help_text="For the players, who will ask.")


class DifferenceSerializer(serializers.Serializer[Any]):
    sentence = serializers.CharField()
    since = serializers.IntegerField(allow_null=True, help_text="The version that made it so.")


class VersionOfRulesSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="0: the rulebook, before the first version.")
    author = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    changes = serializers.ListField(
        child=serializers.CharField(), help_text="What it changed in the version before it, in sentences."
    )


class HouseRulesSerializer(VersionOfRulesSerializer):
    rules = serializers.DictField(help_text="Every number and table.")
    articles = ArticleSerializer(many=True, help_text="The same in sentences.")
    differences = DifferenceSerializer(many=True, help_text="From the rulebook.")


class HouseChangesSerializer(serializers.Serializer[Any]):
    since = serializers.IntegerField()
    until = serializers.IntegerField()
    changes = serializers.ListField(child=serializers.CharField(), help_text="In sentences.")


class EffectSerializer(serializers.Serializer[Any]):
    team = serializers.CharField(source="team.slug")
    name = serializers.CharField(source="team.name")
    becomes_illegal = serializers.BooleanField()
    new_problems = ProblemSerializer(many=True)
    old_problems = ProblemSerializer(many=True, help_text="Which it has already, and keeps.")
    rating_before = serializers.IntegerField()
    rating_after = serializers.IntegerField()
    steps_before = serializers.IntegerField(help_text="Decisions that wait for its player.")
    steps_after = serializers.IntegerField()


class RulesPreviewSerializer(serializers.Serializer[Any]):
    based_on = serializers.IntegerField()
    changes = serializers.ListField(child=serializers.CharField(), help_text="From the rules in force.")
    differences = serializers.ListField(child=serializers.CharField(), help_text="From the rulebook.")
    teams = EffectSerializer(many=True, source="effects", help_text="What becomes of every team that plays by them.")


def version_told(version: HouseVersion | None, changes: tuple[str, ...] = ()) -> dict[str, Any]:
    if version is None:
        return {"number": 0, "author": None, "created_at": None, "reason": "", "changes": []}
    return {
        "number": version.number,
        "author": version.author.get_username() if version.author else None,
        "created_at": version.created_at,
        "reason": version.reason,
        "changes": list(changes),
    }
