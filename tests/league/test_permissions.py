"""Who may do what in a league: every address of the app, with every role, in a public, a private and an archived one.

An address without an expectation here fails: whoever adds one says who may use it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import Enum

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse
from django.utils import timezone

from league import houses, leagues, permissions, urls
from league.models import Fixture, Invitation, JoinRequest, League, Role, Round, Season, Side
from league.permissions import Standing
from rules.house import rulebook
from teams import permissions as team_permissions
from tests.league.clubs import club, join, season
from tests.teams.people import person

pytestmark = pytest.mark.django_db


class Need(Enum):
    """Besides a standing in the league."""

    NO_SUCH_METHOD = "405"
    ACCOUNT = "somebody who is logged in; a visitor is sent to log in or to sign up"


EVERYBODY, PLAYER = Standing.STRANGER, Standing.PLAYER
ASSISTANT, MASTER = Standing.ASSISTANT, Standing.MASTER
NEVER, ACCOUNT = Need.NO_SUCH_METHOD, Need.ACCOUNT
READ = (EVERYBODY, NEVER)

# What GET and POST need. Where it says assistant, the players of the game or team in question may have a say too.
EXPECTED: dict[str, tuple[Standing | Need, Standing | Need]] = {
    # League and members
    "leagues": READ,
    "new-league": (EVERYBODY, ACCOUNT),
    "league": READ,
    "league-settings": (MASTER, MASTER),
    "league-webhooks": (MASTER, MASTER),
    "archive-league": (MASTER, MASTER),
    "reopen-league": (NEVER, MASTER),
    "join-league": (ACCOUNT, ACCOUNT),
    "leave-league": (ACCOUNT, ACCOUNT),
    "dismiss-first-steps": (NEVER, PLAYER),
    "members": READ,
    "change-role": (NEVER, MASTER),
    "hand-over": (MASTER, MASTER),
    "remove-member": (MASTER, MASTER),
    "approve-request": (NEVER, ASSISTANT),
    "decline-request": (NEVER, ASSISTANT),
    "invite": (NEVER, ASSISTANT),
    "revoke-invitation": (NEVER, ASSISTANT),
    "invitation": (EVERYBODY, ACCOUNT),
    # House rules
    "league-rules": READ,
    "league-rules-chapter": READ,
    "house-rules": READ,
    "house-versions": READ,
    "house-version": READ,
    "edit-house-rules": (MASTER, MASTER),
    "preview-house-rules": (NEVER, MASTER),
    "save-house-rules": (NEVER, MASTER),
    # Seasons
    "seasons": READ,
    "season": READ,
    "new-season": (ASSISTANT, ASSISTANT),
    "edit-season": (ASSISTANT, ASSISTANT),
    "begin-season": (NEVER, ASSISTANT),
    "finish-season": (ASSISTANT, ASSISTANT),
    "reopen-season": (NEVER, MASTER),
    "enter-season": (ASSISTANT, ASSISTANT),
    "retire-team": (ASSISTANT, ASSISTANT),
    "come-back": (NEVER, ASSISTANT),
    "assign-division": (NEVER, ASSISTANT),
    "challenge-team": (PLAYER, PLAYER),
    # Rounds and games
    "schedule": (ASSISTANT, NEVER),
    "generate-rounds": (NEVER, ASSISTANT),
    "publish-rounds": (NEVER, ASSISTANT),
    "add-round": (NEVER, ASSISTANT),
    "remove-round": (NEVER, ASSISTANT),
    "take-back-round": (NEVER, ASSISTANT),
    "round-deadline": (NEVER, ASSISTANT),
    "add-game": (NEVER, ASSISTANT),
    "swap-teams": (NEVER, ASSISTANT),
    "turn-game": (NEVER, ASSISTANT),
    "move-game": (NEVER, ASSISTANT),
    "remove-game": (NEVER, ASSISTANT),
    "fixture": READ,
    "record-result": (NEVER, ASSISTANT),
    "forfeit-game": (NEVER, ASSISTANT),
    "postpone-game": (NEVER, ASSISTANT),
    "give-bye": (NEVER, ASSISTANT),
    "undo-result": (MASTER, MASTER),
    "call-off-game": (ASSISTANT, ASSISTANT),
    "accept-challenge": (NEVER, ASSISTANT),
    "decline-challenge": (NEVER, ASSISTANT),
    # Tables and playoffs
    "standings": READ,
    "standings-csv": READ,
    "ratings": READ,
    "playoffs": READ,
    "start-playoffs": (NEVER, ASSISTANT),
    "advance-playoffs": (NEVER, ASSISTANT),
}
ENTRANCES = ("/account/login/", "/account/signup/")
OF_NO_LEAGUE = {"leagues", "new-league"}
# A link is a key: whoever has it may see what it opens.
OPEN_TO_STRANGERS = OF_NO_LEAGUE | {"invitation"}
# What may still be done in an archived league, or at least be tried; the rest is reading.
STILL_ANSWERED = OF_NO_LEAGUE | {"archive-league", "reopen-league", "join-league"}

ROLES: dict[str, Standing] = {
    "visitor": Standing.STRANGER,
    "stranger": Standing.STRANGER,
    "guest": Standing.GUEST,
    "player": Standing.PLAYER,
    "assistant": Standing.ASSISTANT,
    "master": Standing.MASTER,
    "staff": Standing.MASTER,
}


def addresses(
    patterns: list[URLPattern | URLResolver] | list[URLPattern] | list[URLResolver], before: str = ""
) -> Iterator[tuple[str, str]]:
    """The name and the route of every address below."""
    for pattern in patterns:
        route = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, route)
        else:
            yield pattern.name or route, route


# A person's own notices are of no league: who may see them is in `tests/notices/`; who finds what in `tests/search/`.
ELSEWHERE = ("notices/", "search/", "people/")
OF_LEAGUES = [(name, route) for name, route in addresses(urls.urlpatterns) if not route.startswith(ELSEWHERE)]
ROUTES = dict(OF_LEAGUES)


def test_every_address_of_the_league_has_an_expectation() -> None:
    assert set(ROUTES) == set(EXPECTED)
    assert len(OF_LEAGUES) == len(ROUTES)


@dataclass(frozen=True)
class World:
    """A league with something at each of its addresses, and one person for each role."""

    league: League
    people: dict[str, User]
    parts: dict[str, int | str]  # of an address, by what stands before them in the route

    def address(self, name: str) -> str:
        found: dict[str, int | str] = {}
        for before, part in re.findall(r"([\w-]*)/<\w+:(\w+)>", ROUTES[name]):
            found[part] = self.parts[f"drafts {before}" if "schedule/games" in ROUTES[name] else before]
        if name == "take-back-round":
            found["round_number"] = 1
        return reverse(name, kwargs=found)


def world(*, is_private: bool = False, teams: int = 4) -> World:
    people = {role: person(f"the-{role}", is_staff=role == "staff") for role in ROLES if role != "visitor"}
    league = club(master=people["master"], is_private=is_private)
    for role in (Role.GUEST, Role.PLAYER, Role.ASSISTANT):
        join(league, people[role], role)
    other = join(league, person("other"))
    rich = replace(rulebook(), koban=replace(rulebook().koban, starting=120))
    houses.change_rules(league=league, rules=rich, author=people["master"], reason="More", based_on=0)
    its = season(league, teams=teams)
    tomorrow = timezone.now() + timedelta(days=1)
    published = Round.objects.create(season=its, number=1, published_at=timezone.now(), deadline=tomorrow.date())
    parts: dict[str, int | str] = {
        "leagues": league.slug,
        "join": Invitation.objects.create(league=league, expires_at=tomorrow).token,
        "members": league.memberships.get(person=other).pk,
        "requests": JoinRequest.objects.create(league=league, person=person("asking")).pk,
        "invitations": Invitation.objects.create(league=league, expires_at=timezone.now()).pk,
        "rules": "downtime",
        "versions": 1,
        "seasons": its.number,
        "teams": its.entrants.all()[0].pk,
        "games": game(its, published).pk,
        "rounds": 2,
        "drafts games": game(its, Round.objects.create(season=its, number=2)).pk,
    }
    parts |= {f"drafts {before}": part for before, part in parts.items() if f"drafts {before}" not in parts}
    return World(league, people, parts)


def game(its: Season, its_round: Round) -> Fixture:
    fixture = Fixture.objects.create(round=its_round)
    Side.objects.bulk_create(
        Side(fixture=fixture, entrant=one, position=seat) for seat, one in enumerate(its.entrants.all()[:2])
    )
    return fixture


def status(world: World, who: str, method: str, name: str) -> str:
    """What becomes of a request, which then has never been: ok, login, or a number."""
    client = Client()
    if who != "visitor":
        client.force_login(world.people[who])
    with transaction.atomic():
        response = getattr(client, method)(world.address(name))
        transaction.set_rollback(True)
    if response.status_code == 302 and response.headers["Location"].startswith(ENTRANCES):
        return "login"
    return "ok" if response.status_code in (200, 302, 422) else str(response.status_code)


def expected(who: str, need: Standing | Need) -> str:
    if need is Need.NO_SUCH_METHOD:
        return "405"
    if need is Need.ACCOUNT:
        return "login" if who == "visitor" else "ok"
    return "ok" if ROLES[who] >= need else "403"


def answers(world: World, name: str) -> dict[tuple[str, str], str]:
    return {(who, method): status(world, who, method, name) for who in ROLES for method in ("get", "post")}


def expectations(name: str) -> dict[tuple[str, str], str]:
    needs = dict(zip(("get", "post"), EXPECTED[name], strict=True))
    return {(who, method): expected(who, needs[method]) for who in ROLES for method in needs}


@pytest.mark.parametrize("name", EXPECTED)
def test_in_a_public_league_each_may_do_what_the_role_allows(name: str) -> None:
    assert answers(world(), name) == expectations(name)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_private_league_is_not_there_for_others(name: str) -> None:
    wanted = expectations(name)
    for (who, method), answer in wanted.items():
        if who in ("visitor", "stranger") and answer != "405" and name not in OPEN_TO_STRANGERS:
            wanted[who, method] = "404"
    assert answers(world(is_private=True), name) == wanted


@pytest.mark.parametrize("name", sorted(EXPECTED.keys() - {"invitation"}))
def test_an_archived_league_is_only_read(name: str) -> None:
    its = world()
    leagues.archive(league=its.league)
    wanted = expectations(name)
    for (who, method), answer in wanted.items():
        is_reading = EXPECTED[name][0] is EVERYBODY and method == "get"
        if answer in ("ok", "login") and not is_reading and name not in STILL_ANSWERED:
            wanted[who, method] = "403"
    assert answers(its, name) == wanted


# The functions themselves


@pytest.mark.parametrize("who", ROLES)
def test_everybody_is_one_thing_in_a_league(who: str) -> None:
    its = world(teams=2)
    viewer = its.people.get(who) or AnonymousUser()
    assert permissions.standing(viewer, its.league) is ROLES[who]
    assert permissions.league_to_see(viewer, its.league.slug) == (its.league, ROLES[who])


@pytest.mark.parametrize("who", ROLES)
def test_lists_hold_private_leagues_for_their_members(who: str) -> None:
    its = world(is_private=True, teams=2)
    public = club("Sun Court", master=person("mio"))
    viewer = its.people.get(who) or AnonymousUser()
    found = set(permissions.visible_leagues(viewer))
    assert found == ({public, its.league} if ROLES[who] > Standing.STRANGER else {public})


@pytest.mark.parametrize(
    ("needed", "sentence"),
    [
        (Standing.GUEST, "Only members of Moon Court may do this."),
        (Standing.PLAYER, "Only players of Moon Court may do this."),
        (Standing.ASSISTANT, "Only the ninja master and the assistants of Moon Court may do this."),
        (Standing.MASTER, "Only the ninja master of Moon Court may do this."),
    ],
)
def test_a_refusal_says_who_may(needed: Standing, sentence: str) -> None:
    club()
    with pytest.raises(PermissionDenied, match=sentence):
        permissions.league_for(AnonymousUser(), "moon-court", needed)


def test_an_archived_league_says_so_to_its_ninja_master() -> None:
    league = club()
    leagues.archive(league=league)
    master = league.memberships.get().person
    with pytest.raises(PermissionDenied, match="Moon Court is archived"):
        permissions.league_for(master, "moon-court", Standing.MASTER)
    assert permissions.league_of_master(master, "moon-court")[1] is Standing.MASTER


def test_a_visitor_is_nobody() -> None:
    with pytest.raises(PermissionDenied):
        permissions.signed_in(AnonymousUser())


@pytest.mark.parametrize(
    ("who", "role"),
    [
        ("stranger", team_permissions.Role.STRANGER),
        ("guest", team_permissions.Role.MEMBER),
        ("player", team_permissions.Role.MEMBER),
        ("assistant", team_permissions.Role.MASTER),
        ("master", team_permissions.Role.MASTER),
    ],
)
def test_a_league_has_its_say_in_its_teams(who: str, role: team_permissions.Role) -> None:
    its = world(teams=2)
    team = its.league.seasons.get().entrants.all()[0].team
    assert team_permissions.role(its.people[who], team) is role
