"""Who is ahead, who leads in what, the ratings, and the playoffs."""

from typing import Any

from django.db.models import prefetch_related_objects
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league import brackets, houses, ratings, tables
from league.api.access import SeasonEndpoint, entrants_named
from league.api.table_shapes import (
    LeadersSerializer,
    PlayoffsSerializer,
    RatingsSerializer,
    StandingsSerializer,
    bracket_told,
)
from league.bracket_page import bracket_page
from league.models import Division, Season
from league.permissions import Standing
from rules.game import underdog_help
from rules.problems import refuse
from teams.api.idempotency import idempotent
from teams.api.schema import describe

MOST = 10_000
MOST_KEY = 2**31
ROUND = {"type": "integer", "minimum": 0, "maximum": MOST}
DIVISION = {"type": "integer", "minimum": 1, "maximum": MOST_KEY}
TEAMS = {"type": "array", "items": {"type": "string"}, "maxItems": ratings.MOST}


class AsOfSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(min_value=0, max_value=MOST, required=False)
    division = serializers.IntegerField(min_value=1, max_value=MOST_KEY, required=False)


class Standings(SeasonEndpoint):
    @describe(
        "The table of a season, now or as it stood after any round",
        "Playoffs are no part of it. A round that had no game is taken for the last before it that had one.",
        parameters=[
            OpenApiParameter("round", ROUND, description="After which round; left out: now."),
            OpenApiParameter("division", DIVISION, description="Of one division, by its id; left out: of all."),
        ],
        answers={200: StandingsSerializer},
        id_="seasons_standings",
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        season, _ = self.seen(slug, number)
        asked = self.asked(AsOfSerializer)
        prefetch_related_objects([season], "divisions")
        table = tables.table_of(season, round=asked.get("round"), division=_division(season, asked.get("division")))
        return Response(StandingsSerializer(table).data)


def _division(season: Season, asked: int | None) -> Division | None:
    found = next((its for its in season.divisions.all() if its.pk == asked), None)
    if asked and found is None:
        raise Http404(f"There is no such division in {season.name}.")
    return found


class Leaders(SeasonEndpoint):
    @describe(
        "The ninja that lead in XP, injuries made and All-Star awards",
        answers={200: LeadersSerializer},
        id_="seasons_leaders",
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(LeadersSerializer(tables.leaders(self.seen(slug, number)[0])).data)


class Ratings(SeasonEndpoint):
    @describe(
        "The ratings of all teams, and what the underdogs of any game would get",
        parameters=[
            OpenApiParameter(
                "team", TEAMS, description="Slugs of two to four teams: who of them would get which help?", explode=True
            )
        ],
        answers={200: RatingsSerializer},
        id_="seasons_ratings",
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        season, _ = self.seen(slug, number)
        picked = {its.pk for its in entrants_named(season, request.query_params.getlist("team"), "team")}
        found = ratings.ratings_of(season, [str(pk) for pk in picked])
        if found.refusal:
            raise refuse("how-many-teams", found.refusal, "team")
        house = houses.rules_of(season.league)
        behind = {its.rated.pk: its.behind for its in found.picked}
        rows = [
            {
                "team": its.team,
                "is_retired": its.is_retired,
                "help": underdog_help(behind[its.pk], house) if its.pk in behind else None,
            }
            for its in found.teams
        ]
        return Response(RatingsSerializer({"results": rows}).data)


# The playoffs


class PlayoffsEndpoint(SeasonEndpoint):
    def playoffs_shown(self, season: Season) -> dict[str, Any]:
        page = bracket_page(season)
        slugs = {its.team.get_absolute_url(): its.team.slug for its in season.entrants.select_related("team")}
        problems = [] if page.has_begun else brackets.start_problems(season)
        return dict(PlayoffsSerializer({**bracket_told(page, slugs), "problems": problems}).data)


class Playoffs(PlayoffsEndpoint):
    @describe("The bracket of the playoffs", answers={200: PlayoffsSerializer}, id_="seasons_playoffs")
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(self.playoffs_shown(self.seen(slug, number)[0]))


class StartingPlayoffs(PlayoffsEndpoint):
    @describe(
        "Begin the playoffs",
        "The best of the final table are seeded, and the first games are published.",
        answers={200: PlayoffsSerializer},
        id_="seasons_start_playoffs",
    )
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        season, _ = self.allowed(slug, number, Standing.ASSISTANT)
        brackets.start_playoffs(season=season, author=self.person)
        season.refresh_from_db()
        return Response(self.playoffs_shown(season))


class AdvancingPlayoffs(PlayoffsEndpoint):
    @describe(
        "Bring a bracket up to date that has fallen behind its games",
        answers={200: PlayoffsSerializer},
        id_="seasons_advance_playoffs",
    )
    @idempotent
    def post(self, request: Request, slug: str, number: int) -> Response:
        season, _ = self.allowed(slug, number, Standing.ASSISTANT)
        brackets.advance(season)
        season.refresh_from_db()
        return Response(self.playoffs_shown(season))
