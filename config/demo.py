"""A club to look at: people, and what they have done so far, all through the services and with fixed dice.

It is the same on every machine. It is only made in an empty database.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import transaction

from config import demo_league
from config.demo_diary import Diary
from rules.catalog import Clan, catalog
from rules.events import Founded, Recruited
from rules.house import rulebook
from rules.suggest import suggest
from teams import chronicle, names
from teams.models import Colour, Team

PASSWORD = "moonlight-shuriken"  # noqa: S105 (it is shown to everybody, and never used on a public site)
MASTER, ASSISTANT, GUEST, NEWCOMER = "sensei", "aiko", "gen", "jun"


class Entry(NamedTuple):
    """Somebody with a team. Two of a clan have different crests and seeds."""

    player: str
    clan: str
    colour: Colour
    crest: int = 0

    @property
    def seed(self) -> str:
        return f"{self.clan} {self.crest}" if self.crest else self.clan


ENTRIES = (
    Entry("kenta", "tora", Colour.SHU),
    Entry("mio", "yamazaru", Colour.MATSU),
    Entry("yuki", "kitsune", Colour.FUJI),
    Entry("nami", "ika", Colour.AI),
    Entry("haru", "tanchyo", Colour.ASAGI),
    Entry("ren", "ijin", Colour.SUMI),
    Entry("daichi", "tora", Colour.KAKI, 2),
    Entry("sora", "kitsune", Colour.BOTAN, 3),
)
PLAYERS = tuple(its.player for its in ENTRIES)
WELCOME = (
    f"Log in as {MASTER} (ninja master), {PLAYERS[0]} (player) or {GUEST} (guest); the password is {PASSWORD}. "
    f"There are more: {ASSISTANT} (assistant), {', '.join(PLAYERS[1:])}."
)


class Step(NamedTuple):
    """What is being made, and how far it is."""

    part: str
    game: int = 0

    def __str__(self) -> str:
        return f"{self.part}, game {self.game} of {demo_league.GAMES}" if self.game else self.part


def is_wanted() -> bool:
    """Whether nobody has ever used this database."""
    return not User.objects.exists() and not Team.objects.exists()


def make() -> Iterator[Step]:
    """Make it all or nothing, saying what is being done."""
    with transaction.atomic():
        diary = Diary()
        yield Step("people and teams")
        people = _people()
        teams = [_found(its, people[its.player]) for its in ENTRIES]
        club = demo_league.Club(people[MASTER], people[ASSISTANT], people[GUEST], people[NEWCOMER], teams)
        for number, part in enumerate(demo_league.make(club, diary), 1):
            yield Step(part, number)
        yield Step("a diary of it all")
        diary.write()


def _people() -> dict[str, User]:
    """All have the same password: to hash it once is enough."""
    hashed = make_password(PASSWORD)
    everybody = (MASTER, ASSISTANT, *PLAYERS, GUEST, NEWCOMER)
    return {
        name: User.objects.create(username=name, email=f"{name}@example.com", password=hashed) for name in everybody
    }


def _found(its: Entry, player: User) -> Team:
    event = _team(catalog().clans[its.clan], its.seed, variant=its.crest)
    return chronicle.found(event=event, owner=player, author=player, colour=its.colour, crest=its.crest)


def _team(clan: Clan, seed: str, variant: int = 0) -> Founded:
    chance = Random(seed)  # noqa: S311 (the demo is the same everywhere)
    suggestion = suggest(clan, rulebook(), variant=variant)[-1]
    recruits: list[Recruited] = []
    for recruit in suggestion.recruits:
        profile = catalog().profiles[recruit.profile]
        name = names.for_ninja(profile, clan.id, [its.name for its in recruits], chance.choice)
        recruits.append(Recruited(recruit.ninja, recruit.profile, name, recruit.abilities))
    return Founded(names.for_team(clan.id, (), chance.choice), clan.id, tuple(recruits))
