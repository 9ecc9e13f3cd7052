"""The games that the post-game desk speaks of: what the last one brought, and which one a step is from."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.catalog import catalog
from rules.events import Deed, Played
from rules.house import HouseRules
from rules.problems import listed
from rules.scroll import Scroll, Step
from teams import links
from teams.chronicle import Line
from teams.entries import said_of
from teams.models import Team
from teams.permissions import Person
from teams.scrolls import revenue_parts


@dataclass(frozen=True, slots=True)
class LastGame:
    """The last game that counts: its entry, and what that says."""

    line: Line
    played: Played


@dataclass(frozen=True, slots=True)
class Gained:
    """What one ninja brought home from the game."""

    name: str
    xp: str  # empty if none
    total: str
    levels: str  # newly reached
    tags: tuple[str, ...]

    @property
    def is_news(self) -> bool:
        return bool(self.xp or self.tags)


@dataclass(frozen=True, slots=True)
class Brought:
    entry: int
    sentence: str
    url: str  # of the game's page; empty if it has none for whoever looks
    is_amended: bool
    koban: int
    parts: tuple[tuple[str, int], ...]
    treasury: int
    ninja: tuple[Gained, ...]  # those of whom there is something to say
    others: str  # who was there too


def last_game(lines: Sequence[Line]) -> LastGame | None:
    for line in reversed(lines):
        if isinstance(line.event, Played) and not line.is_struck:
            return LastGame(line, line.event)
    return None


def brought(person: Person, game: LastGame, lines: Sequence[Line], house: HouseRules) -> Brought:
    line, played = game.line, game.played
    there = [_gained(deed, line, house) for deed in played.deeds if line.after.has(deed.ninja)]
    others = [its.name for its in there if not its.is_news]
    return Brought(
        entry=line.number,
        sentence=line.sentence,
        url=links.games_at(person, [played.game]).get(played.game, ""),
        is_amended=line.number in said_of(lines),
        koban=played.revenue.total,
        parts=tuple(revenue_parts(played.revenue)),
        treasury=line.after.treasury,
        ninja=tuple(its for its in there if its.is_news),
        others=listed(others) if others else "",
    )


def _gained(deed: Deed, line: Line, house: HouseRules) -> Gained:
    now, xp_before = line.after.find(deed.ninja), line.before.find(deed.ninja).xp
    reached = house.levels[house.level_at(xp_before) + 1 : house.level_at(now.xp) + 1]
    tags = ((deed.all_star, "All-Star"), (deed.healing_house, "Healing House"))
    learns = not now.profile.type.is_unique
    return Gained(
        name=now.name,
        xp=f"+{deed.xp} XP" if learns and deed.xp else "",
        total=f"{now.xp} XP, {now.level(house).name}" if learns else f"A {now.profile.type} never gains XP",
        levels=listed([level.name for level in reached]) if reached else "",
        tags=tuple(tag for is_so, tag in tags if is_so),
    )


def from_older_game(scroll: Scroll, step: Step, last: LastGame | None) -> str:
    """Which game a step is from, if it is not the last one: an amendment may leave such steps."""
    if not step.game or (last and last.played.game == step.game):
        return ""
    for number, record in enumerate(scroll.games, start=1):
        if record.game == step.game:
            against = listed([other.name for other in record.opponents])
            return f"From game {number}: {catalog().challenges[record.challenge].name} against {against}."
    return ""


def likely_witness(scroll: Scroll, step: Step, last: LastGame | None) -> str:
    """Most likely the player of the other team saw the dice."""
    game = step.game or (last.played.game if last else "")
    slugs = [other.team for record in scroll.games if record.game == game for other in record.opponents]
    players = Team.objects.filter(slug__in=slugs, owner__isnull=False).values_list("slug", "owner__username")
    owners = dict(players) if slugs else {}
    return next((owners[slug] for slug in slugs if slug in owners), "")
