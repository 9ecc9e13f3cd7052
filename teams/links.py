"""Where things of the catalog are on the site, and where a team plays."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from django.urls import reverse

from rules.catalog import Challenge, Clan, Keyword, Profile, Type
from teams.models import Team
from teams.permissions import Person


class Link(NamedTuple):
    label: str
    url: str


# Each says in which league a team plays, if this person may know. The league's app sits above this one and adds to it.
LEAGUE_OF: list[Callable[[Person, Team], Link | None]] = []


# Each says where the league's rules are that a team plays by, if this person may see them: a chapter, by its id.
RULES_OF: list[Callable[[Person, Team, str], str]] = []


class Page(NamedTuple):
    """A page of a team that an app above this one adds: its tab, and the name of its address."""

    label: str
    address: str
    is_for_player: bool = False  # others see its tab only on the page itself


PAGES: list[Page] = []

# Each finds the pages of games by how chronicles call them: of those that this person may see, with one query.
GAMES: list[Callable[[Person, Iterable[str]], dict[str, str]]] = []


def games_at(person: Person, games: Iterable[str]) -> dict[str, str]:
    wanted = tuple(games)
    return {game: url for find in GAMES for game, url in find(person, wanted).items()}


def leagues_of(person: Person, team: Team) -> list[Link]:
    return [link for league_of in LEAGUE_OF if (link := league_of(person, team))]


def rules_of(person: Person, team: Team, chapter_id: str) -> str:
    """Empty where the team plays in no league, or in none for this person to see."""
    return next((url for find in RULES_OF if (url := find(person, team, chapter_id))), "")


def ninja_url(team: Team, ninja_id: str) -> str:
    """The page of one ninja with its career, also of one that has left."""
    return reverse("ninja", kwargs={"slug": team.slug, "ninja_id": ninja_id})


def clan_url(clan: Clan) -> str:
    return reverse("clan", kwargs={"clan_id": clan.id})


def profile_url(profile: Profile) -> str:
    """Clan ninja live under their clan, heroes and ronin under their own name."""
    if profile.type == Type.HERO:
        return reverse("hero", kwargs={"hero_id": profile.id})
    if profile.type == Type.RONIN:
        return reverse("ronin", kwargs={"ronin_id": profile.id})
    return reverse("profile", kwargs={"clan_id": profile.clan, "type_id": profile.type})


def keyword_url(keyword: Keyword) -> str:
    return reverse("keyword", kwargs={"keyword_id": keyword.id})


def challenge_url(challenge: Challenge) -> str:
    return reverse("challenge", kwargs={"challenge_id": challenge.id})
