"""Amendments, as the API takes and shows them."""

from typing import Any

from rest_framework import serializers

from league.api.table_shapes import StandingsSerializer
from matches import amend_changes, amend_table
from matches.amending import Choices, Preview, TeamRetold
from matches.api.report_shapes import AccountInSerializer, VersionDetailSerializer
from matches.models import LONGEST_REASON
from rules import words
from rules.amendment import Impossible, Told
from rules.events import Played, Word
from rules.problems import refuse
from teams import chronicle
from teams.api.catalog_shapes import one_of
from teams.api.fields import Strict, Text
from teams.api.schema import ProblemSerializer

CHOICES = serializers.DictField(
    child=serializers.DictField(child=serializers.ChoiceField(choices=[Word.STRUCK.value, Word.UPHELD.value])),
    default=dict,
    help_text="What is to become of entries that turn impossible, by the slug of the team and the entry's number.",
)
MOST_DIGITS = 9


class VoidPreviewInSerializer(Strict):
    choices = CHOICES


class AmendPreviewInSerializer(AccountInSerializer):
    choices = CHOICES


class ConfirmSerializer(Strict):
    reason = Text(max_length=LONGEST_REASON, help_text="For the players, who will ask.")
    based_on = Text(help_text="From the preview. If anything moved since, nothing happens (412).")
    choices = CHOICES


class VoidInSerializer(ConfirmSerializer):
    """The game is struck, as if it had never been played."""


class AmendInSerializer(ConfirmSerializer, AccountInSerializer):
    """The report as it should have been."""


class AgreeInSerializer(Strict):
    based_on = Text(help_text="From the preview of the proposal. If anything moved since, nothing happens (412).")


def choices_in(told: dict[str, dict[str, str]], teams: set[str]) -> Choices:
    for team, entries in told.items():
        if team not in teams:
            raise refuse("unknown-team", f"There is no team {team} in this game.", f"choices.{team}")
        for entry in entries:
            if not (entry.isascii() and entry.isdigit() and len(entry) <= MOST_DIGITS):
                raise refuse("unknown-entry", "An entry is named by its number.", f"choices.{team}.{entry}")
    return {team: {int(entry): Word(word) for entry, word in its.items()} for team, its in told.items()}


# What would change


class FigureSerializer(serializers.Serializer[Any]):
    ninja = serializers.CharField(allow_blank=True, help_text="Its name; empty for the team itself.")
    what = serializers.CharField()
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)


class ImpossibleSerializer(serializers.Serializer[Any]):
    """An entry that the amendment leaves without ground."""

    entry = serializers.IntegerField()
    sentence = serializers.CharField()
    why = ProblemSerializer(many=True)
    word = one_of(Word, help_text="What becomes of it.")
    may_choose = serializers.BooleanField(help_text="`choices` may say otherwise.")


class RetoldSerializer(serializers.Serializer[Any]):
    team = serializers.CharField()
    name = serializers.CharField()
    changes = FigureSerializer(many=True, help_text="Every figure of its scroll that would change.")
    impossible = ImpossibleSerializer(many=True)


class TablesSerializer(serializers.Serializer[Any]):
    before = StandingsSerializer()
    after = StandingsSerializer()


class TieChangeSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()
    note = serializers.CharField(allow_blank=True)


class AmendPreviewSerializer(serializers.Serializer[Any]):
    based_on = serializers.CharField(help_text="Names all that this rests on. Send it along to confirm.")
    teams = RetoldSerializer(many=True)
    table = TablesSerializer()
    ties = TieChangeSerializer(many=True, help_text="Of the playoffs, those that would not be the same.")
    season = serializers.ListField(child=serializers.CharField(), help_text="What becomes of the season as a whole.")


class ProposalSerializer(VersionDetailSerializer):
    preview = AmendPreviewSerializer(allow_null=True, help_text="None, if it is decided or has become impossible.")
    problems = ProblemSerializer(many=True, help_text="Why it is impossible now.")


def preview_told(found: Preview) -> dict[str, Any]:
    return {
        "based_on": found.based_on,
        "teams": [_team(its) for its in found.teams],
        "table": {"before": found.table_before, "after": found.table_after},
        "ties": list(amend_table.tie_changes(found)),
        "season": list(amend_table.season_changes(found)),
    }


def _team(its: TeamRetold) -> dict[str, Any]:
    changed = amend_changes.changes(its.before, its.after, chronicle.house_of(its.team))
    return {
        "team": its.team.slug,
        "name": its.team.name,
        "changes": [
            {"ninja": row.ninja, "what": figure.what, "before": figure.before, "after": figure.after}
            for row in changed
            for figure in row.figures
        ],
        "impossible": [_impossible(entry) for entry in its.impossible],
    }


def _impossible(its: Impossible) -> dict[str, Any]:
    """A game that was played stays: whoever took part was able to."""
    told = Told(its.number, its.event, its.house, its.word, its.before, its.before)
    return {
        "entry": its.number,
        "sentence": words.explain_told(told),
        "why": its.why,
        "word": its.word,
        "may_choose": its.may_stand and not isinstance(its.event, Played),
    }
