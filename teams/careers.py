"""The career of one ninja, told from the chronicle of its team: every game, what it did there, and what followed.

Struck entries are left out, amended ones told as they stand. No query here.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.http import Http404

from rules.catalog import catalog
from rules.events import Deed, Dismissed, Founded, Played, Recruited, Released
from rules.house import HouseRules
from rules.problems import counted, listed
from rules.scroll import Ninja, Result, Scroll
from rules.words import availability
from teams.chronicle import Line, house_of
from teams.entries import EntryRow, entry_row, said_of
from teams.models import Team
from teams.pictures import lines as line_pictures
from teams.pictures.chart import Chart, both
from teams.pictures.lines import Level
from teams.pictures.lines import Line as Drawn
from teams.rows import Row, row
from teams.scrolls import RESULTS


@dataclass(frozen=True, slots=True)
class CareerGame:
    """A game of its team while it was with it: what it did, or why it did nothing."""

    number: int  # of the team's games
    entry: int
    challenge: str
    url: str  # of the game's own page; empty if it has none for whoever looks
    result: Result
    ended: str
    opponents: str
    part: str  # what became of it there, in words; empty if it simply played
    feats: tuple[str, ...]
    xp: int | None  # heroes and ronin never gain any
    total: int
    is_all_star: bool
    is_hurt: bool
    took_part: bool
    followed: tuple[EntryRow, ...]


@dataclass(frozen=True, slots=True)
class Career:
    row: Row
    is_former: bool
    state: str
    joined: EntryRow
    left: EntryRow | None
    before: tuple[EntryRow, ...]  # what happened to it before its first game
    games: tuple[CareerGame, ...]
    totals: tuple[tuple[str, int], ...]
    feats: tuple[tuple[str, int], ...]  # by kind, the most frequent first
    chart: Chart | None


@dataclass(slots=True)
class _Chapter:
    """A game, or the time before the first, with the entries up to the next."""

    line: Line
    followed: list[EntryRow] = field(default_factory=list)


def career(team: Team, lines: Sequence[Line], ninja_id: str, pages: Mapping[str, str]) -> Career:
    """Of somebody who is with the team, or was. `pages` are those of its games."""
    house, ninja = house_of(team), _find(team, lines[-1].after, ninja_id)
    told = [line for line in lines if not line.is_struck]
    joined = next(line for line in told if _in(line.after, ninja_id))
    left = next(
        (its for its in told if isinstance(its.event, Dismissed | Released) and its.event.ninja == ninja_id), None
    )
    opening, *chapters = _chapters(told, lines, joined, ninja_id)
    games = tuple(_games(told, chapters, ninja, house, pages))
    said = said_of(lines)
    return Career(
        row=row(ninja, house),
        is_former=left is not None,
        state=_state(ninja, house, left),
        joined=entry_row(joined, said),
        left=entry_row(left, said) if left else None,
        before=tuple(opening.followed),
        games=games,
        totals=tuple(_totals(ninja, games)),
        feats=tuple(_feats_in_all(chapters, ninja_id, house)),
        chart=None if ninja.profile.type.is_unique else _chart(team, ninja, games, house),
    )


def _find(team: Team, scroll: Scroll, ninja_id: str) -> Ninja:
    found = {ninja.id: ninja for ninja in (*scroll.ninja, *scroll.former)}
    if ninja_id not in found:
        raise Http404(f"There is no such ninja in {team.name}, and never was. Its scroll names everybody who is.")
    return found[ninja_id]


def _in(scroll: Scroll, ninja_id: str) -> Ninja | None:
    return next((ninja for ninja in scroll.ninja if ninja.id == ninja_id), None)


def _state(ninja: Ninja, house: HouseRules, left: Line | None) -> str:
    if left:
        return "Was dismissed" if isinstance(left.event, Dismissed) else "Left without its upkeep"
    due = ninja.advancements_due(house)
    words = availability(ninja)
    ready = words[0].upper() + words[1:]
    return f"{ready}, with {counted(due, 'advancement')} due" if due else ready


# Chapter by chapter


def _chapters(told: Sequence[Line], lines: Sequence[Line], joined: Line, ninja_id: str) -> list[_Chapter]:
    """The first is that of its joining, each other one a game."""
    said, chapters = said_of(lines), [_Chapter(joined)]
    for line in told:
        if line.number <= joined.number:
            continue
        if isinstance(line.event, Played) and _in(line.before, ninja_id):
            chapters.append(_Chapter(line))
        elif _concerns(line, ninja_id):
            chapters[-1].followed.append(entry_row(line, said))
    return chapters


def _concerns(line: Line, ninja_id: str) -> bool:
    """It is about this ninja, or changed it."""
    if isinstance(line.event, Founded | Recruited):
        return False
    named = {getattr(line.event, "ninja", ""), getattr(line.event, "by", "")}
    return ninja_id in named or _in(line.before, ninja_id) != _in(line.after, ninja_id)


def _games(
    told: Sequence[Line], chapters: Sequence[_Chapter], ninja: Ninja, house: HouseRules, pages: Mapping[str, str]
) -> Iterator[CareerGame]:
    numbers = {its.number: n for n, its in enumerate((its for its in told if isinstance(its.event, Played)), start=1)}
    for chapter in chapters:
        event, line = chapter.line.event, chapter.line
        if isinstance(event, Played):
            deed = next((its for its in event.deeds if its.ninja == ninja.id), None)
            after = _in(line.after, ninja.id) or ninja
            yield CareerGame(
                number=numbers[line.number],
                entry=line.number,
                challenge=catalog().challenges[event.challenge].name,
                url=pages.get(event.game, ""),
                result=event.result,
                ended=RESULTS[event.result],
                opponents=listed([other.name for other in event.opponents]),
                part=_part(deed, _in(line.before, ninja.id)),
                feats=_feats(event, deed, house) if deed else (),
                xp=None if ninja.profile.type.is_unique else deed.xp if deed else 0,
                total=after.xp,
                is_all_star=bool(deed and deed.all_star),
                is_hurt=bool(deed and deed.healing_house),
                took_part=deed is not None,
                followed=tuple(chapter.followed),
            )


def _part(deed: Deed | None, before: Ninja | None) -> str:
    if deed is None:
        return "Had to miss it" if before and before.misses else "Was not fielded"
    if deed.healing_house:
        return "Ended in the Healing House" if deed.on_board else "Stayed in the Healing House"
    return ""


def _feats(event: Played, deed: Deed, house: HouseRules) -> tuple[str, ...]:
    named = _names(event, house)
    done = ((named.get(id_, id_), times) for id_, times in deed.feats.items() if times)
    return tuple(name if times == 1 else f"{name} \N{MULTIPLICATION SIGN} {times}" for name, times in done)


def _names(event: Played, house: HouseRules) -> dict[str, str]:
    """A league may have changed its feats since: of one that is gone only the id is known."""
    challenge = catalog().challenges[event.challenge]
    return {feat.id: feat.name for feat in (*house.feats, *challenge.feats, *house.feats_of(challenge))}


# All together


def _totals(ninja: Ninja, games: Sequence[CareerGame]) -> Iterator[tuple[str, int]]:
    """As the leaders of its league are counted."""
    yield "Games", ninja.games
    yield "Feats", ninja.feats
    yield "Injuries made", ninja.injuries
    yield "All-Star awards", ninja.all_stars
    yield "Ended in the Healing House", sum(game.is_hurt for game in games)
    yield "Games not played", sum(not game.took_part for game in games)


def _feats_in_all(chapters: Sequence[_Chapter], ninja_id: str, house: HouseRules) -> list[tuple[str, int]]:
    done: Counter[str] = Counter()
    for event in (chapter.line.event for chapter in chapters):
        for deed in event.deeds if isinstance(event, Played) else ():
            if deed.ninja == ninja_id and isinstance(event, Played):
                names = _names(event, house)
                done.update({names.get(id_, id_): times for id_, times in deed.feats.items() if times})
    return done.most_common()


def _chart(team: Team, ninja: Ninja, games: Sequence[CareerGame], house: HouseRules) -> Chart | None:
    """One game alone is no line."""
    if len(games) < 2:
        return None
    title, stops = "XP from game to game", [str(game.number) for game in games]
    line = Drawn(ninja.name, team.colour, tuple(game.total for game in games))
    levels = [Level(its.name, its.xp) for its in house.levels[1 : house.level_at(ninja.xp) + 2]]
    return Chart(
        name="xp",
        title=title,
        summary=f"{ninja.name} went from {line.values[0]} to {line.last} XP in {counted(len(games), 'game')}.",
        **both(
            lambda width: line_pictures.draw(
                stops, [line], title=title, axis="Game of its team", width=width, from_zero=True, levels=levels
            )
        ),
        columns=("Game", "XP earned", "XP in all"),
        rows=tuple((f"{its.number}. {its.challenge}", str(its.xp or 0), str(its.total)) for its in games),
    )
