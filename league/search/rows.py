"""Teams, ninja, leagues and people by name: one query for each kind, bounded by how many are wanted.

A scan over short names costs less than keeping an index of their words: at 80,000 ninja about ten milliseconds.
"""

from collections.abc import Callable
from functools import reduce
from operator import and_, or_
from typing import TypeVar

from django.contrib.auth.models import User
from django.db.models import Case, Count, IntegerField, Model, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from league.league_list import NOBODY
from league.models import League, Membership, Role
from league.people import person_url, visible_people
from league.permissions import findable, findable_teams, visible_leagues
from league.search.hits import Hit, best_first
from league.search.sought import Rank, Sought, spellings
from rules.catalog import catalog
from rules.problems import counted
from teams import links
from teams.models import Ninja, Team
from teams.permissions import Person
from teams.scrolls import crest_of

Row = TypeVar("Row", bound=Model)


def teams(person: Person, sought: Sought, limit: int) -> list[Hit]:
    found = _called(findable_teams(person).select_related("owner"), sought)[:limit]
    return _hits(found, sought, team_hit)


def team_hit(team: Team, rank: Rank) -> Hit:
    about = f"{catalog().clans[team.clan].name}, played by {team.player}, rating {team.rating}"
    return Hit(team.name, about, team.get_absolute_url(), rank, crest=crest_of(team), is_private=team.is_private)


def ninja(person: Person, sought: Sought, limit: int) -> list[Hit]:
    seen = Ninja.objects.filter(findable(person, "team__")).select_related("team")
    return _hits(_called(seen, sought)[:limit], sought, _ninja_hit)


def _ninja_hit(its: Ninja, rank: Rank) -> Hit:
    profile, team = catalog().profiles[its.profile], its.team
    kind = profile.full_name if profile.full_name != its.name else profile.type.title()
    about = f"{kind}, {'once of' if its.is_former else 'of'} {team.name}"
    url = links.ninja_url(team, its.ninja_id)
    return Hit(its.name, about, url, rank, crest=crest_of(team), is_private=team.is_private)


def leagues(person: Person, sought: Sought, limit: int) -> list[Hit]:
    return _hits(_called(leagues_told(person), sought)[:limit], sought, league_hit)


def leagues_told(person: Person) -> QuerySet[League]:
    """Leagues with what is said of them."""
    members = Membership.objects.filter(league=OuterRef("pk")).order_by()
    masters = members.filter(role=Role.MASTER).order_by("pk").values("person__username")[:1]
    return visible_leagues(person).annotate(members=_number(members, "league"), master=Subquery(masters))


def league_hit(its: League, rank: Rank) -> Hit:
    state = "Archived league" if its.is_archived else "League"
    about = f"{state} of {its.master or NOBODY}, {counted(its.members, 'member')}"  # type: ignore[attr-defined]
    return Hit(its.name, about, its.get_absolute_url(), rank, is_private=its.is_private)


def people(person: Person, sought: Sought, limit: int) -> list[Hit]:
    found = _called(visible_people(person), sought, "username")[:limit]
    return _hits(found, sought, _person_hit)


def _person_hit(its: User, rank: Rank) -> Hit:
    return Hit(its.username, "Teams and leagues", person_url(its), rank)


def _number(rows: QuerySet[Row], of: str) -> Coalesce:
    counts = rows.values(of).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counts), Value(0), output_field=IntegerField())


def _called(rows: QuerySet[Row], sought: Sought, field: str = "name") -> QuerySet[Row]:
    """Rows whose name has every word, the best first."""
    words = sought.text.split()
    every = reduce(and_, (_any(field, "istartswith" if sought.is_short else "icontains", word) for word in words))
    tiers = Case(
        When(_any(field, "iexact", sought.text), then=Value(Rank.EXACT)),
        When(_any(field, "istartswith", sought.text), then=Value(Rank.BEGINS)),
        When(_any(field, "icontains", f" {sought.text}"), then=Value(Rank.WORD)),
        default=Value(Rank.WITHIN),
    )
    return rows.filter(every).order_by(tiers, field, "pk")


def _any(field: str, lookup: str, text: str) -> Q:
    return reduce(or_, (Q(**{f"{field}__{lookup}": spelling}) for spelling in spellings(text)))


def _hits(rows: QuerySet[Row], sought: Sought, hit: Callable[[Row, Rank], Hit]) -> list[Hit]:
    ranked = ((row, sought.rank_of(str(row))) for row in rows)
    return best_first(hit(row, Rank.WITHIN if rank is None else rank) for row, rank in ranked)
