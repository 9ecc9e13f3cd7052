"""Every kind of thing that can be found, in the order in which equals are shown."""

from dataclasses import dataclass

from league.search import catalog, nearest, rows
from league.search.catalog import Find, catalog_kind


@dataclass(frozen=True, slots=True)
class Kind:
    """`find` gives at most as many hits as it is asked for, `guess` what is nearly called so, if nothing is.
    `list_` names the page that finds all of them by name."""

    id: str
    label: str
    find: Find
    guess: Find | None = None
    list_: str = ""


KINDS = (
    Kind("leagues", "Leagues", rows.leagues, nearest.leagues, "leagues"),
    Kind("teams", "Teams", rows.teams, nearest.teams, "teams"),
    Kind("people", "People", rows.people),
    Kind("clans", "Clans", catalog_kind(catalog.clans)),
    Kind("heroes", "Heroes", catalog_kind(catalog.heroes)),
    Kind("ronin", "Ronin", catalog_kind(catalog.ronin)),
    Kind("keywords", "Keywords", catalog_kind(catalog.keywords)),
    Kind("challenges", "Challenges", catalog_kind(catalog.challenges)),
    Kind("rules", "Rules", catalog_kind(catalog.rules)),
    Kind("profiles", "Profiles", catalog_kind(catalog.profiles)),
    Kind("ninja", "Ninja", rows.ninja),
)
