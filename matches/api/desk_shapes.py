"""The post-game desk, as the API takes and shows it: what is due, and everything that could be chosen."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from matches import seeds
from matches.api.briefing_shapes import RollInSerializer, RollSerializer
from matches.desk_game import last_game
from matches.desk_page import STEPS, roll_in
from matches.desk_steps import ROLLS
from rules import aftermath
from rules.advancement import Choices, choices
from rules.articles import GAINS
from rules.chronicle import spareable
from rules.dice import Element
from rules.house import Downtime, Gain, HouseRules
from rules.scroll import Due, Scroll, Step
from teams.api.catalog_shapes import one_of
from teams.api.fields import Strict, Text
from teams.api.team_shapes import EntrySerializer, line_shown
from teams.chronicle import Line
from teams.models import Team

LONGEST_ID = 40
LONGEST_GAME = 100


def _ninja(about: str) -> Text:
    return Text(max_length=LONGEST_ID, help_text=about)


class AboutStepSerializer(Strict):
    game = Text(max_length=LONGEST_GAME, help_text="After which game, as the step says.")
    ninja = _ninja("Whose step it is.")


class DowntimeInSerializer(AboutStepSerializer, RollInSerializer):
    """One die. Without it the server casts it."""


class SpareInSerializer(AboutStepSerializer):
    ninja = _ninja("Who need not roll.")
    by = _ninja("Whose Spirit it was.")


class AdvancementInSerializer(RollInSerializer):
    """Two dice. Without them the server casts them."""

    ninja = _ninja("Who has reached a level.")


class AdvanceInSerializer(Strict):
    """Exactly one of a keyword, a gain and an affinity."""

    ninja = _ninja("Who has rolled.")
    keyword = Text(default="", allow_blank=True, max_length=LONGEST_GAME)
    gain = one_of(Gain, allow_null=True, default=None)
    affinity = one_of(Element, allow_null=True, default=None)


# What is due


class UpkeepChoiceSerializer(serializers.Serializer[Any]):
    koban = serializers.IntegerField(help_text="What it asks for.")
    treasury = serializers.IntegerField()
    can_pay = serializers.BooleanField()


class FaceSerializer(serializers.Serializer[Any]):
    face = one_of(Element)
    effect = serializers.CharField(help_text="Of a die of downtime, or of doubles of an advancement.")


class ChoicesSerializer(serializers.Serializer[Any]):
    """What can be done about a step; whatever is not its kind's is empty."""

    upkeep = UpkeepChoiceSerializer(allow_null=True)
    spares = serializers.ListField(child=serializers.CharField(), help_text="Ids of ninja that could be spared.")
    faces = FaceSerializer(many=True)
    roll = RollSerializer(allow_null=True, help_text="Of an advancement that is to be chosen.")
    keywords = serializers.ListField(child=serializers.CharField(), help_text="Ids of keywords that can be learned.")
    gain = one_of(Gain, allow_null=True)
    affinities = serializers.ListField(child=one_of(Element))


class DueStepSerializer(serializers.Serializer[Any]):
    due = one_of(Due)
    ninja = serializers.CharField()
    game = serializers.CharField(allow_blank=True, help_text="After which game; empty for advancements.")
    task = serializers.CharField(help_text="In words.")
    is_next = serializers.BooleanField(help_text="It can be taken now. Steps of one kind have no order.")
    choices = ChoicesSerializer()


class TakenSerializer(EntrySerializer):
    roll = RollSerializer(allow_null=True)


class DeskSerializer(serializers.Serializer[Any]):
    team = serializers.CharField()
    entry = serializers.IntegerField(help_text="The last of its chronicle.")
    treasury = serializers.IntegerField()
    commitment = serializers.CharField(
        allow_null=True, help_text="Of the secret that the server casts its dice from; none, if no roll is due."
    )
    steps = DueStepSerializer(many=True, help_text="The next one first.")
    taken = TakenSerializer(many=True, help_text="Since its last game.")


def desk_shown(team: Team, lines: Sequence[Line], house: HouseRules) -> dict[str, Any]:
    """The secret of the team's dice is made now at the latest: its commitment is shown before anybody rolls."""
    scroll, game = lines[-1].after, last_game(lines)
    due = aftermath.steps(scroll, house)
    rolls = any(step.due in ROLLS for step in due)
    begun = game.line.number if game else 0
    taken = [its for its in lines if its.number > begun and isinstance(its.event, STEPS) and not its.is_struck]
    shown = {
        "team": team.slug,
        "entry": lines[-1].number,
        "treasury": scroll.treasury,
        "commitment": seeds.of_team(team).commitment if rolls else None,
        "steps": [_step(scroll, step, due[0], house) for step in due],
        "taken": [{**line_shown(its), "roll": roll_in(its.event)} for its in taken],
    }
    return dict(DeskSerializer(shown).data)


def _step(scroll: Scroll, step: Step, first: Step, house: HouseRules) -> dict[str, Any]:
    return {
        "due": step.due,
        "ninja": step.ninja,
        "game": step.game,
        "task": aftermath.task(scroll, step),
        "is_next": step.due is first.due,
        "choices": _choices(scroll, step, house),
    }


def _choices(scroll: Scroll, step: Step, house: HouseRules) -> dict[str, Any]:
    ninja = scroll.find(step.ninja)
    offered = choices(ninja, house) if step.due is Due.CHOICE else Choices()
    return {
        "upkeep": _upkeep(scroll, house.upkeep(ninja.profile)) if step.due is Due.UPKEEP else None,
        "spares": [its.id for its in spareable(scroll, step)] if step.due is Due.SPARE else [],
        "faces": _faces(step.due, house),
        "roll": ninja.roll if step.due is Due.CHOICE else None,
        "keywords": offered.keywords,
        "gain": offered.gain,
        "affinities": offered.affinities,
    }


def _upkeep(scroll: Scroll, koban: int) -> dict[str, Any]:
    return {"koban": koban, "treasury": scroll.treasury, "can_pay": koban <= scroll.treasury}


def _faces(due: Due, house: HouseRules) -> list[dict[str, str]]:
    if due is Due.DOWNTIME:
        return [{"face": face, "effect": Downtime(house.downtime[face]).value} for face in Element]
    if due is Due.ADVANCEMENT:
        return [{"face": face, "effect": GAINS[house.advancement[face]]} for face in Element]
    return []
