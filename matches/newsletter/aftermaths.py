"""What followed from games: levels reached, and who is hurt. From the chronicles, entry by entry."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from matches.newsletter.facts import AbsenceFact, LevelFact, NinjaFact
from matches.newsletter.material import Material
from rules.amendment import Told
from rules.events import DowntimeRolled, Played, SeasonBegan, Word
from rules.house import Downtime


@dataclass(slots=True)
class _Climb:
    """A ninja's level before these games, and as they left it."""

    name: str
    start: int
    now: int
    level: str


@dataclass(frozen=True, slots=True)
class Aftermath:
    levels: tuple[LevelFact, ...]
    hurt: int
    absences: tuple[AbsenceFact, ...]
    late: tuple[NinjaFact, ...]


@dataclass(slots=True)
class _Found:
    levels: list[LevelFact] = field(default_factory=list)
    hurt: int = 0
    absences: list[AbsenceFact] = field(default_factory=list)
    late: list[NinjaFact] = field(default_factory=list)


def of(material: Material, games: Collection[str]) -> Aftermath:
    """Of the games with these keys, for all teams together in the order of their names."""
    names = {side.team: side.name for game in material.span for side in game.sides}
    found = _Found()
    for team, name in sorted(names.items(), key=lambda its: (its[1].casefold(), its[0])):
        lines = list(_after(material.told.get(team, ()), games))
        found.levels += _levels(lines, name)
        _count_hurt(lines, name, found)
    return Aftermath(tuple(found.levels), found.hurt, tuple(found.absences), tuple(found.late))


def _after(told: Sequence[Told], games: Collection[str]) -> Iterator[Told]:
    """Each of these games and what was entered after it, until the next game or season."""
    is_wanted = False
    for its in told:
        if isinstance(its.event, SeasonBegan):
            is_wanted = False
        elif isinstance(its.event, Played) and its.word is not Word.STRUCK:
            is_wanted = its.event.game in games
        if is_wanted:
            yield its


def _levels(lines: Sequence[Told], team: str) -> Iterator[LevelFact]:
    climbs: dict[str, _Climb] = {}
    for its in lines:
        for ninja in its.before.ninja:
            level = its.house.level_at(ninja.xp)
            climbs.setdefault(ninja.id, _Climb(ninja.name, level, level, ""))
        for ninja in its.after.ninja:
            level = its.house.level_at(ninja.xp)
            climb = climbs.setdefault(ninja.id, _Climb(ninja.name, level, level, ""))
            climb.name, climb.now, climb.level = ninja.name, level, its.house.levels[level].name
    return (LevelFact(its.name, team, its.level) for its in climbs.values() if its.now > its.start)


def _count_hurt(lines: Sequence[Told], team: str, found: _Found) -> None:
    for its in lines:
        if its.word is Word.STRUCK:
            continue
        if isinstance(its.event, Played):
            found.hurt += sum(deed.healing_house for deed in its.event.deeds)
        if isinstance(its.event, DowntimeRolled) and its.after.has(its.event.ninja):
            ninja, effect = its.after.find(its.event.ninja), its.house.downtime[its.event.roll.dice[0]]
            if effect.games_missed:
                found.absences.append(AbsenceFact(ninja.name, team, ninja.misses))
            elif effect is Downtime.START_IN_HEALING_HOUSE:
                found.late.append(NinjaFact(ninja.name, team))
