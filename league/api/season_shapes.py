"""Seasons and the teams in them, as the API takes and shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.reverse import reverse

from league.models import Division, Entrant, Format, Season
from league.playoffs import MOST
from league.season_forms import LONGEST_SEASON, MOST_DIVISIONS, SeasonForm
from league.seasons import Leaving
from rules.problems import Problem, RuleBroken
from teams.api.fields import Flag, Number, Strict, Text

MOST_GAMES = 99


class SeasonChangeSerializer(Strict):
    """The plan of a season."""

    name = Text(required=False, allow_blank=True)
    format = serializers.ChoiceField(choices=Format.values, required=False)
    rounds_planned = Number(
        min_value=1, max_value=LONGEST_SEASON, required=False, allow_null=True, help_text="None: open-ended."
    )
    games_per_week = Number(
        min_value=1, max_value=MOST_GAMES, required=False, allow_null=True, help_text="Of open play; none: unlimited."
    )
    starts_on = serializers.DateField(required=False)
    ends_on = serializers.DateField(required=False, allow_null=True)
    days_per_round = Number(min_value=1, max_value=LONGEST_SEASON, required=False)
    divisions = serializers.ListField(
        child=Text(max_length=40), required=False, max_length=MOST_DIVISIONS, help_text="Names: two or more, or none."
    )
    playoff_teams = Number(min_value=0, max_value=MOST, required=False, help_text="0: the table decides.")
    playoff_best_of = serializers.ChoiceField(choices=[1, 3], required=False)
    playoff_third_place = Flag(required=False)


class SeasonInSerializer(SeasonChangeSerializer):
    name = Text(allow_blank=True)
    carry = Flag(default=False, help_text="The teams of the last season come along, each with what it may keep.")
    keeps_koban = Flag(default=True)
    keeps_experience = Flag(default=True)
    keeps_absences = Flag(default=False)


class DivisionSerializer(serializers.Serializer[Division]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class SeasonSerializer(serializers.Serializer[Season]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    format = serializers.ChoiceField(choices=Format.values)
    state = serializers.ChoiceField(choices=Season.State.values)
    rounds_planned = serializers.IntegerField(allow_null=True, help_text="None: open-ended.")
    games_per_week = serializers.IntegerField(allow_null=True, help_text="None: unlimited.")
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(allow_null=True)
    days_per_round = serializers.IntegerField()
    divisions = DivisionSerializer(many=True, source="divisions.all")
    playoff_teams = serializers.IntegerField(help_text="0: the table decides.")
    playoff_best_of = serializers.IntegerField()
    playoff_third_place = serializers.BooleanField()
    keeps_koban = serializers.BooleanField(help_text="What a team brings along from an earlier season.")
    keeps_experience = serializers.BooleanField()
    keeps_absences = serializers.BooleanField()
    champion = serializers.SerializerMethodField(help_text="The slug of a team.")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    url = serializers.SerializerMethodField(help_text="Its page.")

    def get_champion(self, season: Season) -> str | None:
        return season.champion.slug if season.champion else None

    def get_url(self, season: Season) -> str:
        where = {"slug": season.league.slug, "number": season.number}
        return reverse("season", kwargs=where, request=self.context["request"])


def season_shown(request: Request, season: Season) -> dict[str, Any]:
    return dict(SeasonSerializer(season, context={"request": request}).data)


def planned(told: dict[str, Any], now: Season | None = None) -> SeasonForm:
    """What was sent, judged by the form of the page: no rule is written twice. Whatever is not sent stays."""
    data = {**(SeasonForm.of(now).initial if now else _usual()), **told}
    if "divisions" in told:
        data["divisions"] = "\n".join(told["divisions"])
    form = SeasonForm({name: value for name, value in data.items() if value is not None})
    if not form.is_valid():
        raise RuleBroken(*_problems(form))
    return form


def _usual() -> dict[str, Any]:
    fields = SeasonForm.base_fields.items()
    return {name: its.initial() if callable(its.initial) else its.initial for name, its in fields}


def _problems(form: SeasonForm) -> list[Problem]:
    return [
        Problem(str(its["code"] or "invalid").replace("_", "-"), str(its["message"]), field)
        for field, found in form.errors.get_json_data().items()
        for its in found
    ]


# Teams in a season


class EntrantInSerializer(Strict):
    team = Text(help_text="The slug of an own team; for those who run the league, of any member's.")
    division = Number(min_value=1, max_value=2**31, required=False, allow_null=True, default=None)


class EntrantChangeSerializer(Strict):
    division = Number(min_value=1, max_value=2**31, allow_null=True, help_text="The id of a division; none: of none.")


class RetireInSerializer(Strict):
    leaving = serializers.ChoiceField(
        choices=[its.value for its in Leaving],
        default=Leaving.FORFEIT.value,
        help_text="What becomes of its open games. Players always forfeit; who runs the league may cancel them.",
    )


class EntrantSerializer(serializers.Serializer[Entrant]):
    id = serializers.IntegerField(source="pk", help_text="What refusals of results call it.")
    team = serializers.CharField(source="team.slug")
    name = serializers.CharField(source="team.name")
    clan = serializers.CharField(source="team.clan")
    player = serializers.SerializerMethodField(help_text="A username; none if the account is gone.")
    rating = serializers.IntegerField(source="team.rating")
    division = serializers.SerializerMethodField()
    entered_at = serializers.DateTimeField()
    retired_at = serializers.DateTimeField(allow_null=True)

    def get_player(self, entrant: Entrant) -> str | None:
        return entrant.team.owner.get_username() if entrant.team.owner else None

    @extend_schema_field(DivisionSerializer(allow_null=True))
    def get_division(self, entrant: Entrant) -> Any:
        return DivisionSerializer(entrant.division).data if entrant.division else None
