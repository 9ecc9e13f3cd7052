"""Rounds and games, as the API takes and shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.reverse import reverse

from league.calendar import OPEN
from league.models import Fixture, Round, Side, today
from league.results import MOST, RECORDABLE
from league.season_forms import LONGEST_NOTE
from league.standings import Outcome
from teams.api.catalog_shapes import one_of
from teams.api.fields import Number, Strict, Text

TEAMS = 4  # at most, of a game


class SideOfGameSerializer(serializers.Serializer[Side]):
    """A team's part in a game."""

    entrant = serializers.IntegerField(source="entrant_id", help_text="What refusals of results call it.")
    team = serializers.CharField(source="entrant.team.slug")
    name = serializers.CharField(source="entrant.team.name")
    player = serializers.SerializerMethodField()
    outcome = serializers.SerializerMethodField(help_text="None as long as there is none.")
    points = serializers.IntegerField()
    feats = serializers.IntegerField()
    injuries = serializers.IntegerField(help_text="That it made.")
    is_retired = serializers.SerializerMethodField()

    def get_player(self, side: Side) -> str | None:
        owner = side.entrant.team.owner
        return owner.get_username() if owner else None

    @extend_schema_field(one_of(Outcome, allow_null=True))
    def get_outcome(self, side: Side) -> str | None:
        return side.outcome or None

    def get_is_retired(self, side: Side) -> bool:
        return side.entrant.retired_at is not None


class GameSerializer(serializers.Serializer[Fixture]):
    """Of a game with its sides read along."""

    id = serializers.IntegerField(source="pk")
    league = serializers.CharField(source="round.season.league.slug")
    season = serializers.IntegerField(source="round.season.number")
    round = serializers.IntegerField(source="round.number")
    is_playoff = serializers.BooleanField(source="round.is_playoff")
    tie = serializers.CharField(allow_blank=True, help_text="Of the playoffs' bracket: round and number.")
    state = serializers.ChoiceField(choices=Fixture.State.values)
    deadline = serializers.SerializerMethodField(help_text="Its own day, or its round's.")
    is_late = serializers.SerializerMethodField()
    note = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField(allow_null=True)
    sides = SideOfGameSerializer(many=True, source="sides.all", help_text="The first is at home; one alone has a bye.")
    url = serializers.SerializerMethodField(help_text="Its page.")

    @extend_schema_field(serializers.DateField(allow_null=True))
    def get_deadline(self, fixture: Fixture) -> str | None:
        deadline = fixture.deadline or fixture.round.deadline
        return deadline.isoformat() if deadline else None

    def get_is_late(self, fixture: Fixture) -> bool:
        deadline = fixture.deadline or fixture.round.deadline
        return fixture.state in OPEN and deadline is not None and deadline < today()

    def get_url(self, fixture: Fixture) -> str:
        return reverse("fixture", kwargs={"pk": fixture.pk}, request=self.context["request"])


def game_shown(request: Request, fixture: Fixture) -> dict[str, Any]:
    return dict(GameSerializer(fixture, context={"request": request}).data)


# Rounds


class RoundSerializer(serializers.Serializer[Round]):
    """Of a round that its games were counted of."""

    number = serializers.IntegerField()
    name = serializers.CharField(source="__str__")
    deadline = serializers.DateField(allow_null=True)
    is_playoff = serializers.BooleanField()
    published_at = serializers.DateTimeField()
    games = serializers.IntegerField(help_text="How many it has.")
    open_games = serializers.IntegerField(help_text="How many of them are still to be played.")


class RoundDetailSerializer(RoundSerializer):
    games = GameSerializer(many=True, source="fixtures_shown")  # type: ignore[assignment]


class DeadlineInSerializer(Strict):
    deadline = serializers.DateField()


# The draft of a schedule


class DraftGameSerializer(serializers.Serializer[Fixture]):
    id = serializers.IntegerField(source="pk")
    teams = serializers.SerializerMethodField(help_text="Slugs; the first is at home, one alone has a bye.")

    def get_teams(self, fixture: Fixture) -> list[str]:
        return [side.entrant.team.slug for side in fixture.sides.all()]


class DraftRoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    deadline = serializers.DateField(allow_null=True)
    warnings = serializers.ListField(child=serializers.CharField(), help_text="What is odd about it.")
    games = DraftGameSerializer(many=True)


class ScheduleDraftSerializer(serializers.Serializer[Any]):
    """Rounds that only those who run the league see."""

    remarks = serializers.ListField(child=serializers.CharField())
    rounds = DraftRoundSerializer(many=True)


class DraftGameInSerializer(Strict):
    teams = serializers.ListField(child=Text(), min_length=1, max_length=TEAMS, help_text="Slugs, the first at home.")


class MoveInSerializer(Strict):
    round = Number(min_value=1, max_value=10_000, help_text="The number of another draft round.")


class SeatSerializer(Strict):
    game = Number(min_value=1, max_value=2**31)
    team = Text()


class SwapInSerializer(Strict):
    """Two seats of one draft round, whose teams take each other's place."""

    one = SeatSerializer()
    other = SeatSerializer()


class PublishInSerializer(Strict):
    rounds = serializers.ListField(
        child=Number(min_value=1, max_value=10_000),
        required=False,
        max_length=500,
        help_text="Numbers of draft rounds; left out: all of them.",
    )


# What became of a game


class SideResultInSerializer(Strict):
    team = Text(help_text="The slug of a team of this game.")
    outcome = serializers.ChoiceField(choices=[its.value for its in RECORDABLE])
    points = Number(min_value=0, max_value=MOST, default=0)
    feats = Number(min_value=0, max_value=MOST, default=0)
    injuries = Number(min_value=0, max_value=MOST, default=0)


class ResultInSerializer(Strict):
    sides = SideResultInSerializer(many=True, help_text="Each team of the game, once.")


class ForfeitInSerializer(Strict):
    by = serializers.ListField(child=Text(), min_length=1, max_length=TEAMS, help_text="Slugs of who did not play.")


class PostponeInSerializer(Strict):
    deadline = serializers.DateField()
    note = Text(required=False, allow_blank=True, default="", max_length=LONGEST_NOTE)


class ByeInSerializer(Strict):
    to = Text(help_text="The slug of the team that gets it.")


class ChallengeInSerializer(Strict):
    challenger = Text(help_text="The slug of an own team.")
    challenged = Text(help_text="The slug of another.")
    note = Text(required=False, allow_blank=True, default="", max_length=LONGEST_NOTE)
