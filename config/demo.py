"""A club to look at: people, and what they have done so far, all through the services and with fixed dice.

It is the same on every machine. It is only made in an empty database.
"""

from collections.abc import Iterator
from random import Random

from django.contrib.auth.models import User
from django.db import transaction

from config import demo_league
from rules.catalog import Clan, catalog
from rules.events import Founded, Recruited
from rules.house import rulebook
from rules.suggest import suggest
from teams import chronicle, names
from teams.models import Colour, Team

PASSWORD = "moonlight-shuriken"  # noqa: S105 (it is shown to everybody, and never used on a public site)
MASTER = "sensei"
PLAYERS = {"tora": "kenta", "yamazaru": "mio", "kitsune": "yuki", "ika": "nami", "tanchyo": "haru", "ijin": "ren"}
COLOURS = dict(zip(PLAYERS, (Colour.SHU, Colour.MATSU, Colour.FUJI, Colour.AI, Colour.ASAGI, Colour.SUMI), strict=True))
WELCOME = f"Log in as {MASTER} (ninja master) or {', '.join(PLAYERS.values())}; the password is {PASSWORD}."


def is_wanted() -> bool:
    """Whether nobody has ever used this database."""
    return not User.objects.exists() and not Team.objects.exists()


def make() -> Iterator[str]:
    """Make it all or nothing, saying what is being done."""
    with transaction.atomic():
        yield "people"
        people = {name: _person(name) for name in (MASTER, *PLAYERS.values())}
        teams = []
        for clan in catalog().clans.values():
            player = people[PLAYERS[clan.id]]
            team = chronicle.found(event=_team(clan), owner=player, author=player, colour=COLOURS[clan.id])
            teams.append(team)
            yield f"{team.name} of clan {clan.name}"
        league = demo_league.make(people[MASTER], teams)
        yield f"the league {league.name}, with a season that was won and one under way"


def _person(name: str) -> User:
    return User.objects.create_user(name, f"{name}@example.com", PASSWORD)


def _team(clan: Clan) -> Founded:
    chance = Random(clan.id)  # noqa: S311 (the demo is the same everywhere)
    suggestion = suggest(clan, rulebook())[-1]
    recruits: list[Recruited] = []
    for recruit in suggestion.recruits:
        profile = catalog().profiles[recruit.profile]
        name = names.for_ninja(profile, clan.id, [its.name for its in recruits], chance.choice)
        recruits.append(Recruited(recruit.ninja, recruit.profile, name, recruit.abilities))
    return Founded(names.for_team(clan.id, (), chance.choice), clan.id, tuple(recruits))
