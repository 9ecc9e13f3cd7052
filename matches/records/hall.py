"""The hall of fame: of each kind the best there was, and everybody who has it. Pure, from games and stories."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter

from league.brackets import THIRD
from matches.records import deeds, marks
from matches.records.deeds import Stories, Travel
from matches.records.marks import Mark
from matches.records.seen import GameSeen, SideSeen


class Kind(StrEnum):
    """What a record is of, in the order in which the hall shows them."""

    RATING = "rating"
    STREAK = "streak"
    UPSET = "upset"
    POINTS = "points"
    MARGIN = "margin"
    TREASURY = "treasury"
    INJURIES = "injuries"
    ALL_STARS = "all-stars"
    FEATS = "feats"
    XP = "xp"
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class SeasonSeen:
    number: int
    name: str
    champion: int | None = None  # a team
    final: int | None = None  # the round of it, if there are playoffs


@dataclass(frozen=True, slots=True)
class Crown:
    """A season that was won; with the final, where there was one."""

    season: int
    champion: int
    runner_up: SideSeen | None = None
    final: GameSeen | None = None


@dataclass(frozen=True, slots=True)
class Record:
    kind: Kind
    value: int
    holders: tuple[Mark, ...]  # all who share it, whoever had it first before the others


@dataclass(frozen=True, slots=True)
class Hall:
    crowns: tuple[Crown, ...]  # the latest first
    records: tuple[Record, ...]
    ronin: tuple[Travel, ...]  # the most travelled, all who are

    @property
    def is_empty(self) -> bool:
        return not (self.crowns or self.records)


def hall_of(games: Sequence[GameSeen], stories: Stories, seasons: Iterable[SeasonSeen]) -> Hall:
    """Of these games, in their order. Teams without a story keep to themselves what their ninja did and own."""
    told = deeds.told_of(games, stories)
    found: dict[Kind, Iterable[Mark]] = {
        Kind.RATING: marks.ratings(games),
        Kind.STREAK: marks.streaks(games),
        Kind.UPSET: marks.upsets(games),
        Kind.POINTS: marks.points(games),
        Kind.MARGIN: marks.margins(games),
        Kind.TREASURY: deeds.treasuries(told),
        Kind.INJURIES: deeds.in_all(told, attrgetter("injuries")),
        Kind.ALL_STARS: deeds.in_all(told, attrgetter("all_star")),
        Kind.FEATS: deeds.in_one_game(told, attrgetter("feats")),
        Kind.XP: deeds.in_one_game(told, attrgetter("xp")),
        Kind.GAMES: deeds.in_all(told, attrgetter("on_board")),
    }
    records = (_record(kind, list(its)) for kind, its in found.items())
    travelled = list(deeds.travels(told))
    furthest = max((its.value for its in travelled), default=None)
    return Hall(
        crowns=tuple(_crowns(games, seasons)),
        records=tuple(record for record in records if record),
        ronin=tuple(its for its in travelled if its.value == furthest),
    )


def _record(kind: Kind, found: Sequence[Mark]) -> Record | None:
    """Nothing is no record. Whoever did the same again holds it once, for the first time."""
    best = max((mark.value for mark in found), default=0)
    holders: dict[tuple[int, str], Mark] = {}
    for mark in found:
        if mark.value == best:
            holders.setdefault((mark.side.team, mark.ninja.id if mark.ninja else ""), mark)
    in_order = sorted(holders.values(), key=lambda its: its.games[-1].when)
    return Record(kind, best, tuple(in_order)) if best > 0 else None


def _crowns(games: Sequence[GameSeen], seasons: Iterable[SeasonSeen]) -> Iterator[Crown]:
    for season in sorted(seasons, key=lambda its: -its.number):
        if season.champion is not None:
            final = _final(games, season, season.champion)
            runner_up = next((side for side in final.sides if side.team != season.champion), None) if final else None
            yield Crown(season.number, season.champion, runner_up, final)


def _final(games: Iterable[GameSeen], season: SeasonSeen, champion: int) -> GameSeen | None:
    """The game that made the champion; of a series, its last. Third place is played for in the same round."""
    last = [game for game in games if game.when == (season.number, season.final) and game.tie != THIRD]
    won = [game for game in last if (side := game.side_of(champion)) and side.outcome.letter == "W"]
    return max(won, key=lambda game: game.fixture, default=None)
