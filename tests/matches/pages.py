"""Looking at the pages of a match, for tests."""

import re
from html import unescape
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from league.models import Role
from tests.league.clubs import join
from tests.matches.games import Table
from tests.teams.people import person

ROLES = ["anonymous", "stranger", "guest", "other player", "player", "assistant", "master"]
MEMBERS = ROLES[2:]
PLAY_OR_RUN = ["player", "assistant", "master"]
ROLE_OF = {"guest": Role.GUEST, "other player": Role.PLAYER, "assistant": Role.ASSISTANT}


def words(response: Any) -> str:
    """All that a person can read on a page, messages included."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def log_in(client: Client, its: Table, role: str) -> User | None:
    """As the first of the players, as the ninja master, or as somebody else who is that in the league."""
    client.logout()
    if role == "anonymous":
        return None
    who = {"player": its.players[0], "master": its.master}.get(role) or _somebody(its, role)
    client.force_login(who)
    return who


def _somebody(its: Table, role: str) -> User:
    name = role.replace(" ", "-")
    if known := User.objects.filter(username=name).first():
        return known
    return join(its.league, person(name), ROLE_OF[role]) if role in ROLE_OF else person(name)


def as_player(client: Client, its: Table, number: int = 0) -> Client:
    client.force_login(its.players[number])
    return client
