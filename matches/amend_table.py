"""What an amendment changes in the league: places and points, the playoffs, the champion."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from league import brackets
from league.bracket_page import SINGLE, THIRD, round_name
from league.models import Season
from league.playoffs import Bracket, Slot, Tie
from league.standings import Row
from matches.amend_changes import Figure
from matches.amending import Preview

NOBODY = "nobody yet"
STRAY = "The game that decided it stays on record and in the chronicles, and decides nothing any more."
GONE = "The game that was to be played for it is called off."


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the table that would not be the same."""

    team: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class TieChange:
    """A tie of the playoffs that would not be the same."""

    name: str
    before: str
    after: str
    note: str


def places(preview: Preview) -> Iterator[Place]:
    """In the order of the table as it would be."""
    before = {its.row.entrant.team: its.row for its in preview.table_before.rows}
    for its in preview.table_after.rows:
        was, now = _figures(before[its.row.entrant.team]), _figures(its.row)
        if was != now:
            yield Place(its.team.name, tuple(Figure(what, was[what], now[what]) for what in now))


def _figures(row: Row) -> dict[str, str]:
    return {
        "Place": str(row.position),
        "League points": str(row.league_points),
        "Won, drawn, lost": f"{row.won}, {row.drawn}, {row.lost}",
        "Points": f"{row.points_for}\N{EN DASH}{row.points_against}",
    }


def season_changes(preview: Preview) -> Iterator[str]:
    """What becomes of the season as a whole."""
    before, after = preview.season_before, preview.season_after
    if before.is_over and not after.is_over:
        yield f"{after.name} is not over any more: its playoffs go on."
    if after.is_over and not before.is_over:
        yield f"{after.name} is over."
    if before.champion_id != after.champion_id:
        yield f"Champion of {after.name}: {_champion(after)} instead of {_champion(before)}."


def _champion(season: Season) -> str:
    return season.champion.name if season.champion else NOBODY


# The playoffs


def tie_changes(preview: Preview) -> Iterator[TieChange]:
    """From the game itself up to the final."""
    before, after = preview.bracket_before, preview.bracket_after
    if before is None or after is None:
        return
    names = {its.row.entrant.team: its.team.name for its in preview.table_after.rows}
    for was, now in zip(before.ties, after.ties, strict=True):
        one, other = _told(was, before, names), _told(now, after, names)
        if one != other:
            yield TieChange(_name(now.id, after), one, other, _note(was, now))


def _note(was: Tie, now: Tie) -> str:
    """What becomes of a game between teams that do not meet any more."""
    if {slot.team for slot in was.slots} == {slot.team for slot in now.slots}:
        return ""
    return STRAY if any(was.wins) else GONE if was.is_open else ""


def _told(tie: Tie, bracket: Bracket, names: Mapping[str, str]) -> str:
    if tie.winner and tie.loser:
        return f"{names[tie.winner.team]} beats {names[tie.loser.team]}"
    one, other = (_slot(slot, bracket, names) for slot in tie.slots)
    so_far = f" ({tie.wins[0]} to {tie.wins[1]} so far)" if any(tie.wins) else ""
    return f"{one} against {other}{', to be played' if tie.is_open else ''}{so_far}"


def _slot(slot: Slot, bracket: Bracket, names: Mapping[str, str]) -> str:
    if slot.team:
        return names[slot.team]
    return f"the {'loser' if slot.is_loser else 'winner'} of {_name(slot.waits_for, bracket)}"


def _name(tie: str, bracket: Bracket) -> str:
    if tie == brackets.THIRD:
        return THIRD
    if not tie:
        return "nobody"
    number, place = tie.split("-")
    ties = len(bracket.rounds[int(number) - 1])
    return SINGLE.get(ties, f"{round_name(ties)}, tie {{}}").format(place)
