"""The pictures of one team, from its chronicle as it is told now: what was amended is drawn as amended."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.catalog import catalog
from rules.events import Played
from rules.house import HouseRules
from rules.problems import counted, listed
from rules.scroll import Ninja, Scroll
from teams import scrolls
from teams.chronicle import Line, house_of
from teams.entries import said_of, tag_of
from teams.models import Team
from teams.pictures import bars, lines
from teams.pictures.bars import Bar
from teams.pictures.chart import Chart, both, part_of

MOST_CHANGES = 60  # of the treasury that a line can show
MOST_NINJA = 24


@dataclass(frozen=True, slots=True)
class Chapter:
    """A game with all that followed from it; the first is what came before any game."""

    name: str
    ends: Scroll


def pictures_of(team: Team, told: Sequence[Line]) -> tuple[Chart, ...]:
    house = house_of(team)
    return _rating(team, told, house), _treasury(team, told), _xp(team, told[-1].after, house)


# The rating


def _rating(team: Team, told: Sequence[Line], house: HouseRules) -> Chart:
    name, title = "rating", "Rating from game to game"
    chapters = list(_chapters(told))
    if len(chapters) == 1:
        return Chart(name, title, "No league game yet. After the first, the rating is drawn here game by game.")
    ratings = [its.ends.rating(house) for its in chapters]
    totals = [its.total for its in ratings]
    line = lines.Line(team.name, team.colour, tuple(totals))
    stops = [str(number) for number in range(len(chapters))]
    return Chart(
        name=name,
        title=title,
        summary=f"{totals[0]} before the first game, {totals[-1]} after {counted(len(totals) - 1, 'game')};"
        f" the highest was {max(totals)}, the lowest {min(totals)}.",
        **both(lambda width: lines.draw(stops, [line], title=title, axis="Games played", width=width)),
        columns=("After", "Rating", "For koban", "For advancements", "For heroes and ronin"),
        rows=tuple(
            (its.name, *map(str, (rating.total, rating.koban, rating.advancements, rating.heroes_and_ronin)))
            for its, rating in zip(chapters, ratings, strict=True)
        ),
    )


def _chapters(told: Sequence[Line]) -> Iterator[Chapter]:
    """A game that was struck is no game any more."""
    said = said_of(told)
    games = [n for n, line in enumerate(told) if isinstance(line.event, Played) and not line.is_struck]
    bounds = [*games, len(told)]
    yield Chapter("Founded", told[bounds[0] - 1].after)
    for number, (begins, end) in enumerate(pairwise(bounds), start=1):
        line = told[begins]
        yield Chapter(_game(number, line, tag_of(line, said.get(line.number))), told[end - 1].after)


def _game(number: int, line: Line, tag: str) -> str:
    game = line.after.games[-1]
    name = f"Game {number}: {catalog().challenges[game.challenge].name}, {scrolls.RESULTS[game.result].lower()}"
    return f"{name} ({tag})" if tag else name


# The treasury


def _treasury(team: Team, told: Sequence[Line]) -> Chart:
    booked = scrolls.ledger(team, told)
    shown = booked[-MOST_CHANGES:]
    part = f", the latest {len(shown)} of {len(booked)} changes" if len(booked) > len(shown) else ""
    name, title = "treasury", f"Koban in the treasury{part}"
    if len(booked) == 1:
        return Chart(
            name, title, f"{booked[0].balance} koban since the founding. What comes and goes with games is drawn here."
        )
    balances = [its.balance for its in shown]
    line = lines.Line(team.name, team.colour, tuple(balances))
    stops = [str(its.number) for its in shown]
    return Chart(
        name=name,
        title=title,
        summary=f"{balances[0]} koban at entry {stops[0]}, {balances[-1]} after {counted(len(shown) - 1, 'change')};"
        f" the most were {max(balances)}, the fewest {min(balances)}.",
        **both(
            lambda width: lines.draw(
                stops,
                [line],
                title=title,
                axis="Entry of the chronicle",
                width=width,
                from_zero=True,
                is_stepped=True,
            )
        ),
        columns=("Entry", "What happened", "Koban", "Balance"),
        rows=tuple((str(its.number), _happened(its), its.amount, str(its.balance)) for its in shown),
    )


def _happened(row: scrolls.LedgerRow) -> str:
    return f"{row.sentence} ({row.tag})" if row.tag else row.sentence


# Experience


def _xp(team: Team, scroll: Scroll, house: HouseRules) -> Chart:
    """Heroes and ronin gain none, and are left out."""
    here, gone = (_by_xp(its) for its in (scroll.ninja, scroll.former))
    everybody = [(its, False) for its in here] + [(its, True) for its in gone]
    shown = everybody[:MOST_NINJA]
    name, title = "xp", f"XP of the ninja{part_of(len(shown), len(everybody), 'ninja')}"
    if not any(its.xp for its, _ in shown):
        return Chart(name, title, "No ninja has any XP yet. Feats in league games earn it.")
    drawn = [Bar(_called(its, is_gone), team.colour, its.xp, is_gone=is_gone) for its, is_gone in shown]
    most = max((its for its, _ in shown), key=lambda its: its.xp)
    reached = [its for its in house.levels if 0 < its.xp <= most.xp]
    levels = f" The lines are levels: {listed([f'{its.name} at {its.xp}' for its in reached])}." if reached else ""
    return Chart(
        name=name,
        title=title,
        summary=f"The most: {most.name}, {most.xp} XP, {most.level(house).name}.{levels}",
        svg=bars.draw(drawn, title=title, scale=[its.xp for its in reached]),
        columns=("Ninja", "Type", "XP", "Level", "On the team"),
        rows=tuple(
            (its.name, its.profile.full_name, str(its.xp), its.level(house).name, "gone" if is_gone else "yes")
            for its, is_gone in shown
        ),
    )


def _by_xp(ninja: Sequence[Ninja]) -> list[Ninja]:
    return sorted((its for its in ninja if not its.profile.type.is_unique), key=lambda its: -its.xp)


def _called(its: Ninja, is_gone: bool) -> str:
    return f"{its.name} (gone)" if is_gone else its.name
