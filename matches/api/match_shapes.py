"""Matches, and what people say of them, as the API takes and shows them."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from league.api.game_shapes import GameSerializer
from league.models import Fixture
from matches import amending, reporting
from matches.briefing_page import match_of
from matches.models import LONGEST_COMMENT, LONGEST_STORY, Comment, Match, Story
from matches.permissions import May, Voice
from teams.api.fields import Strict, Text

DOES = [what.name.lower() for what in May]


class MatchSerializer(serializers.Serializer[Any]):
    key = serializers.UUIDField(help_text="The game's name in chronicles, and `game` of its reports.")
    state = serializers.ChoiceField(choices=Match.State.values)
    briefed_at = serializers.DateTimeField()
    briefed_by = serializers.CharField(allow_null=True)
    challenge = serializers.CharField(allow_null=True, help_text="The id of a challenge; none: not chosen yet.")
    teams = serializers.ListField(child=serializers.CharField(), help_text="Slugs of who came.")
    versions = serializers.IntegerField(help_text="How many there are of its report.")
    accepted = serializers.IntegerField(allow_null=True, help_text="The number of the version in force.")
    unsigned = serializers.ListField(
        child=serializers.CharField(), help_text="Slugs of teams whose word is missing, while a report waits."
    )
    silence_at = serializers.DateTimeField(allow_null=True, help_text="When silence accepts what was filed.")
    held_up = serializers.CharField(allow_blank=True, help_text="Why silence could not accept it.")
    proposals = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of amendments that not everybody has signed."
    )


class MatchOfGameSerializer(serializers.Serializer[Any]):
    game = GameSerializer()
    match = MatchSerializer(allow_null=True, help_text="None before the game is briefed.")
    may = serializers.ListField(child=serializers.ChoiceField(choices=DOES), help_text="What you may do with it.")


def match_shown(request: Request, fixture: Fixture, voice: Voice) -> dict[str, Any]:
    match = match_of(fixture)
    is_open = not fixture.round.season.league.is_archived
    shown = {
        "game": fixture,
        "match": _told(match) if match else None,
        "may": [what.name.lower() for what in May if is_open and voice.may(what)],
    }
    return dict(MatchOfGameSerializer(shown, context={"request": request}).data)


def _told(match: Match) -> dict[str, Any]:
    sides = list(match.sides.select_related("team"))
    is_waiting = match.state in Match.WAITING
    words = reporting.words_of(match) if is_waiting else {}
    return {
        "key": match.key,
        "state": match.state,
        "briefed_at": match.briefed_at,
        "briefed_by": match.briefed_by.get_username() if match.briefed_by else None,
        "challenge": match.challenge or None,
        "teams": [side.team.slug for side in sides],
        "versions": match.reports.count(),
        "accepted": match.accepted.number if match.accepted else None,
        "unsigned": [side.team.slug for side in sides if side.pk not in words] if is_waiting else [],
        "silence_at": match.silence_at,
        "held_up": match.held_up,
        "proposals": list(amending.open_proposals(match).values_list("number", flat=True)),
    }


# What people say


class StoryInSerializer(Strict):
    text = Text(allow_blank=True, max_length=LONGEST_STORY, help_text="Markdown; empty takes the story back.")


class StorySerializer(serializers.Serializer[Story]):
    author = serializers.SerializerMethodField()
    text = serializers.CharField(help_text="Markdown.")
    written_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()

    def get_author(self, story: Story) -> str | None:
        return story.author.get_username() if story.author else None


class CommentInSerializer(Strict):
    text = Text(max_length=LONGEST_COMMENT)


class CommentSerializer(serializers.Serializer[Comment]):
    id = serializers.IntegerField(source="pk")
    author = serializers.SerializerMethodField()
    text = serializers.CharField(allow_blank=True, help_text="Empty, if it was removed.")
    written_at = serializers.DateTimeField()
    removed_at = serializers.DateTimeField(allow_null=True)

    def get_author(self, comment: Comment) -> str | None:
        return comment.author.get_username() if comment.author else None
