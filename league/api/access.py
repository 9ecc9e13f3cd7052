"""The league, season or game that an address names, for whoever may ask for it, and locked for whoever changes it."""

from collections.abc import Callable
from typing import Any

from django.http import Http404

from league import results, seasons
from league.api.game_shapes import game_shown
from league.api.league_shapes import league_shown
from league.api.season_shapes import season_shown
from league.games import game_to_see
from league.models import Entrant, Fixture, League, Season
from league.permissions import Standing, league_for, league_to_see, season_for, season_to_see
from rules.problems import refuse
from teams.api.endpoint import Endpoint


class LeagueEndpoint(Endpoint):
    def seen(self, slug: str) -> tuple[League, Standing]:
        return league_to_see(self.visitor, slug)

    def allowed(self, slug: str, needed: Standing) -> tuple[League, Standing]:
        return league_for(self.visitor, slug, needed)

    def shown(self, league: League) -> dict[str, Any]:
        return league_shown(self.request, self.visitor, league)

    def held(self, slug: str, needed: Standing) -> League:
        """The league, locked, and as the client has seen it."""
        allowed, _ = self.allowed(slug, needed)
        league = League.objects.select_for_update().get(pk=allowed.pk)
        self.unchanged(lambda: self.shown(league))
        return league


class SeasonEndpoint(Endpoint):
    def seen(self, slug: str, number: int) -> tuple[Season, Standing]:
        return season_to_see(self.visitor, slug, number)

    def allowed(self, slug: str, number: int, needed: Standing) -> tuple[Season, Standing]:
        return season_for(self.visitor, slug, number, needed)

    def shown(self, season: Season) -> dict[str, Any]:
        return season_shown(self.request, season)

    def held(self, slug: str, number: int, needed: Standing) -> Season:
        """The season, locked, and as the client has seen it."""
        allowed, _ = self.allowed(slug, number, needed)
        season = seasons.locked(allowed)
        self.unchanged(lambda: self.shown(season))
        return season


class GameEndpoint(Endpoint):
    def seen(self, pk: int) -> tuple[Fixture, Standing]:
        return game_to_see(self.visitor, pk)

    def shown(self, fixture: Fixture) -> dict[str, Any]:
        return game_shown(self.request, fixture)

    def held(self, fixture: Fixture, required: Callable[[Fixture], None]) -> str:
        """The game is locked, still this person's to decide, and as the client has seen it. Its name for services."""
        held = results.locked(fixture)
        required(held)
        self.unchanged(lambda: self.shown(held))
        return results.version_of(held)


def entrant_in(season: Season, team: str) -> Entrant:
    """The team in the season, by the team's slug, or 404."""
    found = _entrants(season).get(team)
    if found is None:
        raise Http404(f"There is no such team in {season.name}.")
    return found


def entrants_named(season: Season, teams: list[str], subject: str) -> list[Entrant]:
    """Teams of a season in the order in which they were sent, or a refusal that says which is none."""
    known = _entrants(season)
    for team in teams:
        if team not in known:
            raise refuse("unknown-team", f"There is no team {team} in {season.name}.", subject)
    return [known[team] for team in teams]


def _entrants(season: Season) -> dict[str, Entrant]:
    found = {its.team.slug: its for its in season.entrants.select_related("team__owner", "division")}
    for its in found.values():
        its.season = season
    return found
