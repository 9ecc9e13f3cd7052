"""A game, for somebody who may see it, and what apps above this one add to its page."""

from collections.abc import Callable, Collection

from django.http import Http404, HttpRequest

from league.calendar import with_sides
from league.models import Fixture
from league.permissions import Standing, league_to_see
from teams.permissions import Person

# Each adds to what the page of a game shows. The app of match reports sits above this one.
ALSO_SHOWN: list[Callable[[HttpRequest, Fixture, Standing], dict[str, object]]] = []


# Each says of which games there is a report: these are never deleted, whatever becomes of them.
REPORTED: list[Callable[[Collection[int]], set[int]]] = []


def reported(games: Collection[int]) -> set[int]:
    """Those of these games that somebody has reported on. No query, if there are none to ask for."""
    return {pk for ask in REPORTED for pk in ask(games)} if games else set()


def game_to_see(person: Person, pk: int) -> tuple[Fixture, Standing]:
    """The game, or 404: of a draft only those know who run the league."""
    address = Fixture.objects.filter(pk=pk).values_list("round__season__league__slug", flat=True).first()
    if address is None:
        raise Http404("There is no such game, or it was called off.")
    league, has = league_to_see(person, address)
    # Read only now: whoever looks may just have been the one to make silence count.
    its = with_sides(Fixture.objects.select_related("round__season", "decided_by", "house")).filter(pk=pk).first()
    if its is None or (its.round.published_at is None and has < Standing.ASSISTANT):
        raise Http404("There is no such game, or it was called off.")
    its.round.season.league = league
    return its, has
