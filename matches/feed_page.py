"""The page of somebody's feeds: each address, secret only where it has to be."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse

from league import feed_keys
from league.models import League, Membership
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Address:
    label: str
    url: str
    is_secret: bool


@dataclass(frozen=True, slots=True)
class Feeds:
    has_key: bool
    own: Address | None
    leagues: tuple[tuple[str, tuple[Address, ...]], ...]
    teams: tuple[Address, ...]
    hidden: int  # that need a secret link, while there is none


def feeds_of(person: User) -> Feeds:
    """Three queries."""
    key = feed_keys.key_of(person)
    token = feed_keys.token_of(key) if key else ""
    memberships = Membership.objects.filter(person=person).select_related("league").order_by("league__name", "pk")
    leagues = [its.league for its in memberships]
    teams = list(Team.objects.filter(owner=person).order_by("name", "pk"))
    return Feeds(
        has_key=bool(key),
        own=Address("All your games", _url("own-calendar", token=token), True) if token else None,
        leagues=tuple((its.name, _of_league(its, token)) for its in leagues if token or not its.is_private),
        teams=tuple(_of_team(its, token) for its in teams if token or not its.is_private),
        hidden=0 if token else sum(its.is_private for its in leagues) + sum(its.is_private for its in teams),
    )


def _of_league(league: League, token: str) -> tuple[Address, ...]:
    names = (("Calendar", "league-calendar"), ("News (Atom)", "league-atom"), ("News (RSS)", "league-rss"))
    secret = {"token": token} if league.is_private else {}
    prefix = "secret-" if league.is_private else ""
    return tuple(
        Address(label, _url(f"{prefix}{name}", slug=league.slug, **secret), league.is_private) for label, name in names
    )


def _of_team(team: Team, token: str) -> Address:
    """With a secret link: the games of a team may be those of a private league."""
    if token:
        return Address(team.name, _url("secret-team-calendar", slug=team.slug, token=token), True)
    return Address(team.name, _url("team-calendar", slug=team.slug), False)


def _url(name: str, **values: str) -> str:
    return settings.ORIGIN + reverse(name, kwargs=values)
