"""The game that an address names with its match, for whoever may see it or do something with it."""

from typing import Any

from django.http import Http404

from league.models import Fixture
from matches.api.match_shapes import match_shown
from matches.briefing_page import match_of
from matches.models import Match, Report
from matches.permissions import May, Voice, game_for, game_to_see
from matches.versions_page import versions_of
from rules.problems import refuse
from teams.api.endpoint import Endpoint


class MatchEndpoint(Endpoint):
    def seen(self, pk: int) -> tuple[Fixture, Voice]:
        return game_to_see(self.visitor, pk)

    def allowed(self, pk: int, what: May) -> tuple[Fixture, Voice]:
        return game_for(self.visitor, pk, what)

    def briefed(self, pk: int, what: May) -> tuple[Match, Voice]:
        """The match, for somebody who may do that with it."""
        fixture, voice = self.allowed(pk, what)
        match = match_of(fixture)
        if match is None:
            raise refuse("not-briefed", "This game is not briefed yet: brief it first.")
        return match, voice

    def match_seen(self, pk: int) -> Match:
        match = match_of(self.seen(pk)[0])
        if match is None:
            raise Http404("There is no briefing of this game yet, and nothing to tell of it.")
        return match

    def match_shown(self, pk: int) -> dict[str, Any]:
        return match_shown(self.request, *self.seen(pk))


def numbered(match: Match, number: int) -> Report:
    """A version of its report, or 404."""
    found = next((its for its in versions_of(match) if its.number == number), None)
    if found is None:
        raise Http404("There is no such version of this report.")
    found.match = match
    return found
