"""Tables, ratings and brackets, as the API shows them."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.bracket_page import BracketPage, RoundShown, SlotShown, TieShown
from league.standings import FORM, Outcome
from league.tables import Leaders, Table, TableRow
from rules.game import Help
from teams.api.catalog_shapes import one_of
from teams.api.schema import ProblemSerializer
from teams.api.team_shapes import TeamRatingSerializer


class TableRowSerializer(serializers.Serializer[TableRow]):
    position = serializers.IntegerField(source="row.position", help_text="Shared by teams that nothing separates.")
    team = serializers.CharField(source="team.slug")
    name = serializers.CharField(source="team.name")
    clan = serializers.CharField(source="team.clan")
    league_points = serializers.IntegerField(source="row.league_points")
    played = serializers.IntegerField(source="row.played", help_text="Forfeits count, byes do not.")
    won = serializers.IntegerField(source="row.won")
    drawn = serializers.IntegerField(source="row.drawn")
    lost = serializers.IntegerField(source="row.lost")
    conceded = serializers.IntegerField(source="row.conceded", help_text="Of those lost.")
    byes = serializers.IntegerField(source="row.byes")
    points_for = serializers.IntegerField(source="row.points_for")
    points_against = serializers.IntegerField(source="row.points_against")
    difference = serializers.IntegerField(source="row.difference")
    feats = serializers.IntegerField(source="row.feats")
    injuries = serializers.IntegerField(source="row.injuries", help_text="That it made.")
    form = serializers.SerializerMethodField(help_text=f"The latest {FORM} outcomes, the last one last.")
    streak = serializers.CharField(
        source="row.streak", allow_blank=True, help_text="W3: how often the latest result has come in a row."
    )
    movement = serializers.IntegerField(help_text="Places gained since the round before; below zero: lost.")
    is_retired = serializers.BooleanField()
    is_cut = serializers.BooleanField(help_text="The last that would go on to the playoffs.")
    why = serializers.CharField(allow_blank=True, help_text="What puts it ahead of the next.")

    @extend_schema_field(serializers.ListField(child=one_of(Outcome)))
    def get_form(self, its: TableRow) -> list[str]:
        return [outcome.value for outcome in its.row.outcomes[-FORM:]]


class StandingsSerializer(serializers.Serializer[Table]):
    season = serializers.IntegerField(source="season.number")
    round = serializers.IntegerField(help_text="After which it is shown; 0: before the first.")
    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="That can be looked back to.")
    division = serializers.SerializerMethodField(help_text="The id of a division; none: of all.")
    rows = TableRowSerializer(many=True)

    def get_division(self, table: Table) -> int | None:
        return table.division.pk if table.division else None


class LeaderSerializer(serializers.Serializer[Any]):
    team = serializers.CharField(source="slug")
    ninja = serializers.CharField(source="ninja_id")
    name = serializers.CharField()
    value = serializers.IntegerField()


class LeadersSerializer(serializers.Serializer[Leaders]):
    xp = LeaderSerializer(many=True)
    injuries = LeaderSerializer(many=True, help_text="That they made.")
    all_stars = LeaderSerializer(many=True)


# Ratings


class HelpSerializer(serializers.Serializer[Help]):
    """What a team gets for being so far behind the highest rating in the game."""

    behind = serializers.IntegerField()
    reroll_tokens = serializers.IntegerField()
    moon_power_tokens = serializers.IntegerField()
    extra_all_stars = serializers.IntegerField()
    bonus_koban = serializers.IntegerField(help_text="After the game.")


class RatedSerializer(serializers.Serializer[Any]):
    team = serializers.CharField(source="team.slug")
    name = serializers.CharField(source="team.name")
    rating = TeamRatingSerializer(source="team")
    is_retired = serializers.BooleanField()
    help = HelpSerializer(allow_null=True, help_text="In a game of the teams that were picked.")


class RatingsSerializer(serializers.Serializer[Any]):
    results = RatedSerializer(many=True, help_text="The highest first.")


# The playoffs


class SlotSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="Of the team, or where one will come from.")
    team = serializers.CharField(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    score = serializers.CharField(allow_blank=True)
    is_winner = serializers.BooleanField()
    is_out = serializers.BooleanField()


class TieSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    sentence = serializers.CharField(allow_blank=True)
    is_bye = serializers.BooleanField()
    is_open = serializers.BooleanField()
    slots = SlotSerializer(many=True)
    games = serializers.ListField(child=serializers.IntegerField(), help_text="Ids.")


class BracketRoundSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    deadline = serializers.DateField(allow_null=True)
    ties = TieSerializer(many=True)


class PlayoffsSerializer(serializers.Serializer[Any]):
    has_begun = serializers.BooleanField(help_text="If not, this is how it would be if the season ended now.")
    is_behind = serializers.BooleanField(help_text="There is something to do for `advance`.")
    best_of = serializers.IntegerField()
    problems = ProblemSerializer(many=True, help_text="Why they cannot begin.")
    rounds = BracketRoundSerializer(many=True)
    third_place = TieSerializer(allow_null=True)
    champion = serializers.CharField(allow_null=True, help_text="The slug of a team.")
    strays = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Games that were played, and by a correction are no part of the bracket any more.",
    )


Slugs = Mapping[str, str]  # by the address of a team's page


def bracket_told(page: BracketPage, slugs: Slugs) -> dict[str, Any]:
    return {
        "has_begun": page.has_begun,
        "is_behind": page.is_behind,
        "best_of": page.best_of,
        "rounds": [_round(its, slugs) for its in page.rounds],
        "third_place": _tie(page.third_place, slugs) if page.third_place else None,
        "champion": slugs.get(page.champion.url) if page.champion else None,
        "strays": [its.pk for its in page.strays],
    }


def _round(its: RoundShown, slugs: Slugs) -> dict[str, Any]:
    return {"name": its.name, "deadline": its.deadline, "ties": [_tie(tie, slugs) for tie in its.ties]}


def _tie(its: TieShown, slugs: Slugs) -> dict[str, Any]:
    return {
        "name": its.name,
        "sentence": its.sentence,
        "is_bye": its.is_bye,
        "is_open": its.is_open,
        "slots": [_slot(slot, slugs) for slot in its.slots],
        "games": [game.pk for game in its.games],
    }


def _slot(its: SlotShown, slugs: Slugs) -> dict[str, Any]:
    return {
        "name": its.name,
        "team": slugs.get(its.url),
        "seed": its.seed or None,
        "score": its.score,
        "is_winner": its.is_winner,
        "is_out": its.is_out,
    }
