"""A scroll for elsewhere: as JSON for programs, as Markdown and BBCode for forums.

Nothing that a player has typed can become a tag, a link, a heading or a cell of its own there.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules import aftermath
from rules.house import HouseRules
from rules.scroll import GameRecord, Ninja
from teams import scrolls
from teams.chronicle import Line, house_of
from teams.models import Team
from teams.rows import Row
from teams.scrolls import Moment

VERSION = 1
HEADINGS = ("Ninja", "MV", "AT", "DF", "Affinity", "Keywords and abilities", "XP", "Next game")


# JSON


def as_json(team: Team, lines: Sequence[Line], at: int | None) -> dict[str, Any]:
    """The team after entry number `at`, or now: in the words of the catalog, so that programs can look them up."""
    line, house = scrolls.line_at(lines, at), house_of(team)
    scroll, rating = line.after, line.after.rating(house)
    return {
        "kagejima": "scroll",
        "version": VERSION,
        "address": team.slug,
        "name": scroll.name,
        "clan": team.clan,
        "player": team.owner.get_username() if team.owner else None,
        "entry": {"number": line.number, "last": lines[-1].number, "written_at": line.written_at.isoformat()},
        "treasury": scroll.treasury,
        "rating": {
            "total": rating.total,
            "koban": rating.koban,
            "advancements": rating.advancements,
            "heroes_and_ronin": rating.heroes_and_ronin,
        },
        "ninja": [_ninja(its, house) for its in scroll.ninja],
        "former": [_ninja(its, house) for its in scroll.former],
        "games": [_game(its) for its in scroll.games],
        "due": [aftermath.task(scroll, step) for step in aftermath.steps(scroll, house)],
    }


def _ninja(its: Ninja, house: HouseRules) -> dict[str, Any]:
    return {
        "id": its.id,
        "name": its.name,
        "profile": its.profile.id,
        "type": its.profile.type.value,
        "movement": its.movement,
        "attack": its.attack,
        "defense": its.defense,
        "affinities": [element.value for element in its.affinities],
        "keywords": list(its.keywords),
        "abilities": [ability.id for ability in its.abilities],
        "price": its.price,
        "upkeep": house.upkeep(its.profile),
        "xp": its.xp,
        "level": its.level(house).name,
        "advancements": its.advancements,
        "misses": its.misses,
        "starts_in_healing_house": its.starts_in_healing_house,
        "career": {"games": its.games, "feats": its.feats, "injuries": its.injuries, "all_stars": its.all_stars},
    }


def _game(its: GameRecord) -> dict[str, Any]:
    return {
        "game": its.game,
        "challenge": its.challenge,
        "result": its.result.value,
        "points": its.points,
        "koban": its.revenue.total,
        "all_stars": list(its.all_stars),
        "opponents": [
            {"team": other.team, "name": other.name, "result": other.result.value, "points": other.points}
            for other in its.opponents
        ],
    }


# For forums


@dataclass(frozen=True, slots=True)
class Post:
    """What is written about a team, as plain words that a forum has still to be protected from."""

    name: str
    about: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    games: tuple[str, ...]
    due: tuple[str, ...]
    address: str


def post(team: Team, moment: Moment, address: str) -> Post:
    gone = "" if moment.is_now else f", as of entry {moment.number} of {moment.last}"
    return Post(
        name=moment.name,
        about=(
            f"{moment.clan.name}, played by {team.player}{gone}",
            f"Rating {moment.rating.total} ({moment.rating.parts}), {moment.treasury} koban",
            moment.record,
        ),
        rows=tuple(_cells(row) for row in moment.rows),
        games=tuple(
            f"{game.number}. {game.challenge}: {game.ended.lower()} {game.score} against {game.opponents}"
            for game in moment.games
        ),
        due=(*moment.problems, *moment.steps),
        address=address,
    )


def _cells(row: Row) -> tuple[str, ...]:
    skills = [chip.name for chip in (*row.keywords, *row.abilities) if chip.origin != "lost"]
    xp = f"{row.experience.xp} ({row.experience.level})" if row.experience else "never"
    return (
        f"{row.name}, {row.kind}",
        *(str(its) for its in (row.ninja.movement, row.ninja.attack, row.ninja.defense)),
        ", ".join(its.element.title() for its in row.affinities),
        ", ".join(skills),
        xp,
        row.availability,
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


def markdown_text(text: str) -> str:
    """Plain words, whatever they are made of: also for forums that call people with @, and that allow HTML."""
    escaped = re.sub(r"([\\`*_\[\]#|~>]|:(?=//))", r"\\\1", _one_line(text))
    escaped = re.sub(r"^([-+=]|\d+(?=[.)]))", _not_a_list, escaped)
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace("@", "@\u200b")


def _not_a_list(begins: re.Match[str]) -> str:
    """What would make an item of whatever follows it."""
    return f"{begins[0]}\\" if begins[0].isdigit() else f"\\{begins[0]}"


def bbcode_text(text: str) -> str:
    """BBCode knows no escape: brackets are replaced by wide ones, which make no tag anywhere."""
    return _one_line(text).replace("[", "\uff3b").replace("]", "\uff3d").replace("@", "@\u200b")


def as_markdown(its: Post) -> str:
    return "\n".join(_markdown(its)) + "\n"


def _markdown(its: Post) -> Iterator[str]:
    say = markdown_text
    yield f"# {say(its.name)}"
    yield ""
    yield from (f"{say(line)}  " for line in its.about)
    yield ""
    yield _table_row(HEADINGS, say)
    yield "|" + " --- |" * len(HEADINGS)
    yield from (_table_row(row, say) for row in its.rows)
    for title, lines in (("To do", its.due), ("Games", its.games)):
        if lines:
            yield from ("", f"## {title}", "")
            yield from (f"- {say(line)}" for line in lines)
    yield ""
    yield f"<{its.address}>"


def _table_row(cells: Sequence[str], say: Callable[[str], str]) -> str:
    return "| " + " | ".join(say(cell) or " " for cell in cells) + " |"


def as_bbcode(its: Post) -> str:
    return "\n".join(_bbcode(its)) + "\n"


def _bbcode(its: Post) -> Iterator[str]:
    """Lists, not tables: few forums know those."""
    say = bbcode_text
    yield f"[b][size=150]{say(its.name)}[/size][/b]"
    yield from (say(line) for line in its.about)
    yield "[list]"
    for name, movement, attack, defense, affinity, skills, xp, availability in its.rows:
        figures = f"MV {movement}, AT {attack}, DF {defense}; {say(affinity)}; {say(skills)}"
        yield f"[*][b]{say(name)}[/b]: {figures}; XP {say(xp)}; {say(availability)}"
    yield "[/list]"
    for title, lines in (("To do", its.due), ("Games", its.games)):
        if lines:
            yield f"[b]{title}[/b]"
            yield "[list]"
            yield from (f"[*]{say(line)}" for line in lines)
            yield "[/list]"
    yield f"[url]{its.address}[/url]"
