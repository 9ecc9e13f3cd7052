"""The sheet for the table: the briefing in short, and an empty report to be filled in with a pencil."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.utils.safestring import SafeString

from matches import briefings
from matches.briefing_page import BriefingPage, SideShown
from matches.models import Match
from rules.catalog import Feat, Type, catalog
from rules.house import ALL_STAR, HouseRules
from rules.problems import counted
from teams import pdf
from teams.rows import Readiness, Row

ORDINARY = Type.KAIKEN  # what a feat is worth to most
BLANK_COLUMNS = 3  # to be headed with a pencil, if nobody knows yet what is played


@dataclass(frozen=True, slots=True)
class Column:
    """A feat to be counted in strokes. Without a name there is room to write one."""

    name: str = ""
    worth: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    about: str
    is_absent: bool


@dataclass(frozen=True, slots=True)
class TeamSheet:
    side: SideShown
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    teams: tuple[TeamSheet, ...]
    columns: tuple[Column, ...]
    sides: tuple[str, ...]  # attacker and defender, where there are such
    address: str
    qr_code: SafeString


def sheet(match: Match, page: BriefingPage, address: str) -> Sheet:
    """`address` is where the game is reported."""
    house = briefings.rules_of(match)
    challenge = catalog().challenges.get(match.challenge)
    return Sheet(
        teams=tuple(TeamSheet(side, tuple(_line(row) for row in side.rows)) for side in page.sides),
        columns=tuple(_columns(match.challenge, house)),
        sides=challenge.sides if challenge else (),
        address=address,
        qr_code=pdf.qr_code(address),
    )


def stylesheet() -> str:
    """For a print, which fetches nothing."""
    return (settings.BASE_DIR / "static" / "sheet.css").read_text("utf-8")


def _line(row: Row) -> Line:
    level = f", {row.experience.level}" if row.experience else ""
    about = f"{row.kind}{level}"
    is_absent = row.readiness is Readiness.ABSENT
    return Line(row.name, about if row.readiness is Readiness.READY else f"{about}; {row.availability}", is_absent)


def _columns(challenge_id: str, house: HouseRules) -> Iterator[Column]:
    challenge = catalog().challenges.get(challenge_id)
    if challenge:
        yield from (Column(feat.name, _worth(feat, house)) for feat in house.feats_of(challenge))
        return
    yield from (Column() for _ in range(BLANK_COLUMNS))
    yield from (Column(feat.name, _worth(feat, house)) for feat in house.feats if feat.id != ALL_STAR)


def _worth(feat: Feat, house: HouseRules) -> str:
    points, xp = house.points_for(feat, ORDINARY), house.xp_for(feat, ORDINARY)
    parts = [counted(points, "point") if points else "", f"{xp} XP" if xp else ""]
    return ", ".join(part for part in parts if part)
