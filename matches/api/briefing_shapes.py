"""Briefings and rolls, as the API takes and shows them."""

from typing import Any

from rest_framework import serializers

from league.api.table_shapes import HelpSerializer
from matches.briefing_page import BriefingPage, SideShown
from matches.briefings import LONGEST_WITNESS
from matches.models import Match
from rules.dice import Element, Roll, Source
from teams.api.catalog_shapes import one_of
from teams.api.fields import Strict, Text


class BriefInSerializer(Strict):
    away = serializers.ListField(
        child=Text(),
        default=list,
        max_length=4,
        help_text="Slugs of teams that did not come to a game of three or four.",
    )


class ChallengeChoiceSerializer(Strict):
    challenge = Text(help_text="The id of a challenge.")


class RollInSerializer(Strict):
    """Without dice the server casts them, from a secret that it was committed to before."""

    dice = serializers.ListField(
        child=one_of(Element), default=list, max_length=2, help_text="As they fell on the table."
    )
    witness = Text(
        default="", allow_blank=True, max_length=LONGEST_WITNESS, help_text="Who saw them fall; needed with `dice`."
    )


def rolled(told: dict[str, Any]) -> dict[str, Any]:
    """As services take it: no dice are dice to be cast here."""
    return {"dice": tuple(Element(die) for die in told["dice"]), "witness": told["witness"]}


class RollSerializer(serializers.Serializer[Roll]):
    dice = serializers.ListField(child=one_of(Element))
    source = one_of(Source)  # type: ignore[assignment]  # a field of this name, like any other
    witness = serializers.CharField(allow_blank=True)
    commitment = serializers.CharField(allow_blank=True, help_text="Of the secret that the server cast it from.")
    purpose = serializers.CharField(allow_blank=True, help_text="With the secret, it casts the same dice again.")


class DrawSerializer(serializers.Serializer[Any]):
    dice = serializers.ListField(child=one_of(Element))
    said = serializers.CharField(help_text="What they mean.")
    by = serializers.CharField()
    at = serializers.DateTimeField()
    witness = serializers.CharField(allow_blank=True)
    commitment = serializers.CharField(allow_blank=True, help_text="Empty for dice that fell on the table.")


class AvailableSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    name = serializers.CharField()
    availability = serializers.CharField(help_text="Whether it can play, in words.")
    misses = serializers.IntegerField(source="ninja.misses")
    starts_in_healing_house = serializers.BooleanField(source="ninja.starts_in_healing_house")


class BriefedSideSerializer(serializers.Serializer[SideShown]):
    team = serializers.CharField(source="slug")
    name = serializers.CharField()
    clan = serializers.CharField(source="clan.id")
    player = serializers.CharField()
    rating = serializers.IntegerField()
    help = HelpSerializer()
    all_stars = serializers.IntegerField(help_text="How many awards it has.")
    ninja = AvailableSerializer(many=True, source="rows", help_text="Empty, if the team is private and you a stranger.")
    problems = serializers.ListField(child=serializers.CharField(), help_text="Why it cannot play now.")
    commitment = serializers.CharField(allow_blank=True, help_text="Of its dice after the game.")
    has_moved_on = serializers.BooleanField(help_text="Something has happened to it since.")


class BriefingSerializer(serializers.Serializer[Any]):
    is_briefed = serializers.BooleanField(help_text="If not, this is what would be told now.")
    state = serializers.ChoiceField(choices=Match.State.values, allow_null=True)
    briefed_at = serializers.DateTimeField(allow_null=True)
    briefed_by = serializers.CharField(allow_null=True)
    compared = serializers.CharField(allow_blank=True, help_text="The ratings, in words.")
    challenge = serializers.CharField(allow_null=True, help_text="The id of a challenge.")
    decides = serializers.CharField(allow_blank=True, help_text="Whom the dice let choose the challenge.")
    draws = DrawSerializer(many=True)
    commitment = serializers.CharField(allow_blank=True, help_text="Of the dice for the challenge.")
    cannot = serializers.CharField(allow_blank=True, help_text="Why it is not to be played.")
    may_brief = serializers.BooleanField()
    may_choose = serializers.BooleanField()
    may_draw = serializers.BooleanField()
    may_report = serializers.BooleanField()
    sides = BriefedSideSerializer(many=True)


SAME = ("compared", "decides", "draws", "commitment", "cannot", "sides")
MAY = ("may_brief", "may_choose", "may_draw", "may_report")


def briefing_told(page: BriefingPage) -> dict[str, Any]:
    match = page.match
    shown = {
        **{name: getattr(page, name) for name in (*SAME, *MAY)},
        "is_briefed": match is not None,
        "state": match.state if match else None,
        "briefed_at": match.briefed_at if match else None,
        "briefed_by": page.briefed_by if match else None,
        "challenge": (match.challenge or None) if match else None,
    }
    return dict(BriefingSerializer(shown).data)
