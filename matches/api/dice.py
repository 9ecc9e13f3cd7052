"""Dice for everybody to check: what a commitment fixed, and casting them again."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.dice_form import LONGEST_PURPOSE, LONGEST_SECRET, MOST_DICE
from matches.dice_page import seed_shown
from rules import dice
from rules.dice import Element
from rules.problems import refuse
from teams.api.catalog_shapes import one_of
from teams.api.endpoint import Endpoint
from teams.api.fields import Number, Strict, Text
from teams.api.schema import describe, sent

CAST = {"secret": "00ff" * 16, "purpose": "downtime ember-claws 3f0c2a52 n2", "count": 1}


class CommittedRollSerializer(serializers.Serializer[Any]):
    sentence = serializers.CharField()
    purpose = serializers.CharField()
    dice = serializers.ListField(child=one_of(Element))
    again = serializers.ListField(child=one_of(Element), help_text="What the secret casts, once it is revealed.")
    author = serializers.CharField(allow_blank=True)
    written_at = serializers.DateTimeField(allow_null=True)
    tag = serializers.CharField(allow_blank=True, help_text="Struck, or whatever else became of its entry.")


class CommitmentSerializer(serializers.Serializer[Any]):
    commitment = serializers.CharField()
    owner = serializers.CharField(help_text="Whose dice it fixes.")
    use = serializers.CharField()
    published_at = serializers.DateTimeField()
    revealed_at = serializers.DateTimeField(allow_null=True)
    when = serializers.CharField(help_text="When it will be revealed.")
    secret = serializers.CharField(allow_blank=True, help_text="Empty until then.")
    computed = serializers.CharField(allow_blank=True, help_text="The commitment of that secret, computed anew.")
    is_kept = serializers.SerializerMethodField(help_text="Whether every roll came from it; none until it is revealed.")
    rolls = CommittedRollSerializer(many=True)

    def get_is_kept(self, seed: Any) -> bool | None:
        return bool(seed.is_kept) if seed.secret else None


class Commitment(Endpoint):
    @describe(
        "A commitment: the hash of the secret that server dice are cast from",
        "Public before anybody rolls; the secret follows when no die is left in it, with every roll cast again.",
        answers={200: CommitmentSerializer},
        id_="dice_commitment",
    )
    def get(self, request: Request, commitment: str) -> Response:
        return Response(CommitmentSerializer(seed_shown(self.visitor, commitment)).data)


class CastInSerializer(Strict):
    secret = Text(max_length=LONGEST_SECRET, help_text="In hexadecimal digits.")
    purpose = Text(max_length=LONGEST_PURPOSE, trim_whitespace=False)
    count = Number(min_value=1, max_value=MOST_DICE, default=1)


class CastSerializer(serializers.Serializer[Any]):
    dice = serializers.ListField(child=one_of(Element))
    commitment = serializers.CharField()


class Casting(Endpoint):
    only_reads = True
    is_open = True

    @describe(
        "Cast dice again, from a secret that was revealed",
        sends=CastInSerializer,
        answers={200: CastSerializer},
        examples=[sent("One die", CAST)],
        id_="dice_cast",
    )
    def post(self, request: Request) -> Response:
        told = self.sent(CastInSerializer)
        roll = dice.cast(_secret(told["secret"]), told["purpose"], told["count"])
        return Response(CastSerializer(roll).data)


def _secret(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        message = "A secret is written in pairs of the digits 0 to 9 and a to f."
        raise refuse("bad-secret", message, "secret") from None
