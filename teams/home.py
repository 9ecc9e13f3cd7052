"""What the start page shows to somebody who is logged in: their teams, and what upper apps know to wait for them."""

from collections.abc import Callable

from teams.models import Team
from teams.permissions import Person
from teams.scrolls import TeamCard, team_card

MOST_TEAMS = 6

# Each adds what it knows of a person. The apps of leagues and matches sit above this one.
ALSO_YOURS: list[Callable[[Person], dict[str, object]]] = []


def yours(person: Person) -> dict[str, object]:
    """Nothing, and no query, for a visitor."""
    if not person.is_authenticated:
        return {}
    found: dict[str, object] = {"your_teams": _teams(person)}
    for ask in ALSO_YOURS:
        found |= ask(person)
    return found


def _teams(person: Person) -> list[TeamCard]:
    """Those played last come first. One query."""
    own = Team.objects.filter(owner=person.pk).select_related("owner").order_by("-games", "name")
    return [team_card(team, is_own=True) for team in own[:MOST_TEAMS]]
