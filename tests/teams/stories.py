"""Teams with a past, for tests: chronicles written in one go, and a page as a person reads it."""

import re
from collections.abc import Iterable
from html import unescape
from typing import Protocol

from django.contrib.auth.models import User

from rules.dice import Element, entered
from rules.events import (
    NAMES,
    Advanced,
    AdvancementRolled,
    Deed,
    Dismissed,
    DowntimeRolled,
    Event,
    Played,
    Recruited,
    Released,
    Renamed,
    Ruled,
    to_json,
)
from rules.house import Gain
from rules.scroll import Opponent, Result, Revenue
from teams import chronicle
from teams.models import Entry, Team
from tests.rules.teams import legal_team, recruit
from tests.teams.people import team

GAME = Played(
    "g1",
    "brawl",
    Result.WON,
    7,
    (
        Deed("n1", {"injury": 2}, 5, all_star=True),
        Deed("n2", {"injury": 2}, 9, healing_house=True),
    ),
    Revenue(10, underdog=3),
    (Opponent("ika", "The ika", Result.LOST, 4),),
)
# Ends with a step due: nobody has rolled for the second kaiken's advancement yet.
STORY: tuple[Event, ...] = (
    GAME,
    Released("g1", "n4"),
    DowntimeRolled("g1", "n2", entered(Element.VOID)),
    AdvancementRolled("n2", entered(Element.AIR, Element.AIR, witness="Mayumi")),
    Advanced("n2", gain=Gain.MOVEMENT),
    Recruited("n5", "tora-oni", "Kuma"),
    Renamed("Jiro", "n3"),
    Ruled("He won the tea contest.", ninja="n3", xp=8, gives=("leap",)),
    Ruled("A fine for the broken lantern.", koban=-2),
)


def write(its: Team, events: Iterable[Event], author: User | None = None) -> None:
    """Adds entries past the turn that new entries are held to, as an import would."""
    number = its.entries.count()
    rows = [
        Entry(team=its, number=number + n, kind=NAMES[type(event)], data=to_json(event), author=author)
        for n, event in enumerate(events, start=1)
    ]
    Entry.objects.bulk_create(rows)
    chronicle.retell(its)


def seasoned(owner: User | None = None, *, is_private: bool = False) -> Team:
    """A team of clan Tora, with Benkei, that has played one game and lived through what followed."""
    founded = team(owner, legal_team("tora", "benkei"), is_private=is_private)
    write(founded, STORY, owner)
    founded.refresh_from_db()
    return founded


def crowded(its: Team, ninja: int) -> None:
    """More kaiken than any allowance knows, by the ninja master's leave."""
    present = chronicle.scroll_of(its)
    write(its, [Ruled("The more the merrier.", koban=1000, allows=("too-many:tora-kaiken",))])
    write(its, [recruit(f"x{n}", "tora-kaiken") for n in range(ninja - len(present.ninja))])


def dismissed(its: Team, ninja: str) -> None:
    write(its, [Dismissed(ninja)])


class Answer(Protocol):
    @property
    def content(self) -> bytes: ...


def words(response: Answer) -> str:
    """What a person can read in the body of a page, in one line."""
    body = response.content.decode().partition("<main")[2] or response.content.decode()
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())
