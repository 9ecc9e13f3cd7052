"""What may have been meant, where nothing is called what was typed: names that begin alike and are nearly the same."""

from difflib import get_close_matches

from django.db.models import QuerySet

from league.permissions import findable_teams
from league.search.catalog import CLOSE_ENOUGH, SHORTEST_GUESS
from league.search.hits import Hit
from league.search.rows import Row, league_hit, leagues_told, team_hit
from league.search.sought import Rank, Sought, fold
from teams.permissions import Person

LOOKED_AT = 200
BEGINNING = 2  # letters that are taken to be right


def teams(person: Person, sought: Sought, limit: int) -> list[Hit]:
    found = _close(findable_teams(person).select_related("owner"), sought, limit)
    return [team_hit(team, Rank.CLOSE) for team in found]


def leagues(person: Person, sought: Sought, limit: int) -> list[Hit]:
    return [league_hit(league, Rank.CLOSE) for league in _close(leagues_told(person), sought, limit)]


def _close(rows: QuerySet[Row], sought: Sought, limit: int) -> list[Row]:
    """One query. A name is compared as far as it was typed: nobody types a long one to its end."""
    if len(sought.folded) < SHORTEST_GUESS:
        return []
    alike = rows.filter(name__istartswith=sought.text[:BEGINNING])[:LOOKED_AT]
    begun = {row: fold(str(row))[: len(sought.folded)] for row in alike}
    close = get_close_matches(sought.folded, set(begun.values()), n=limit, cutoff=CLOSE_ENOUGH)
    return [row for guess in close for row, beginning in begun.items() if beginning == guess][:limit]
