"""A league with somebody of every kind, for tests of the API."""

from dataclasses import dataclass
from typing import Any

from league.models import League, Role
from matches.models import Match
from matches.reporting import Account
from rules.codec import encode
from tests.api.clients import Program
from tests.league.clubs import club, join
from tests.teams.people import person

KINDS = ("nobody", "stranger", "guest", "player", "assistant", "master")


@dataclass
class Club:
    league: League
    programs: dict[str, Program]

    def __getitem__(self, kind: str) -> Program:
        return self.programs[kind]


def everybody(league: League | None = None, *, is_private: bool = False) -> Club:
    """Programs of somebody unknown, of a stranger, and of a member in each role."""
    league = league or club(is_private=is_private)
    master = league.memberships.get(role=Role.MASTER).person
    people = {
        "guest": join(league, person("gast"), Role.GUEST),
        "player": join(league, person("aoi"), Role.PLAYER),
        "assistant": join(league, person("jo"), Role.ASSISTANT),
        "master": master,
        "stranger": person("nobunaga"),
    }
    programs = {kind: Program(who) for kind, who in people.items()}
    return Club(league, {"nobody": Program(), **programs})


def statuses(club: Club, method: str, address: str, body: Any = None, **headers: str) -> dict[str, int]:
    """What each of them is answered. Ask for nothing that changes what the next one finds."""
    found = {}
    for kind in KINDS:
        program = club[kind]
        response = program.get(address) if method == "get" else getattr(program, method)(address, body, **headers)
        found[kind] = response.status_code
    return found


def etag(program: Program, address: str) -> str:
    return str(program.get(address)["ETag"])


def sent(account: Account, **more: Any) -> dict[str, Any]:
    """An account as a program sends it."""
    return {"report": encode(account.report), "notes": account.notes, **more}


def game(match: Match) -> str:
    return f"games/{match.fixture_id}/"
