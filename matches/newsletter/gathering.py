"""What happened, from what was read: pure. What nobody has reported is left out, never guessed."""

from collections.abc import Iterator, Sequence

from league import tables
from league.models import Fixture
from league.standings import Game, Outcome, Row
from matches.newsletter import aftermaths, deeds, records
from matches.newsletter.facts import (
    Facts,
    GameFact,
    LeaderFact,
    MoverFact,
    Run,
    SideFact,
    StreakFact,
)
from matches.newsletter.material import Material
from matches.newsletter.upsets import upsets
from matches.records.seen import GameSeen
from rules.catalog import catalog

LONG = 3  # wins or losses in a row that are worth a word
UNBEATEN = 5
MOST_MOVERS = 6
ORDER = (Outcome.WON, Outcome.FORFEIT_WON, Outcome.DREW, Outcome.LOST, Outcome.CONCEDED, Outcome.FORFEIT_LOST)


def facts_of(material: Material) -> Facts:
    span = [game for game in material.span if not game.is_bye]
    followed = aftermaths.of(material, {game.key for game in span})
    return Facts(
        league=material.season.league.name,
        season=material.season.name,
        first=material.first,
        last=material.last,
        games=tuple(_game(game, material) for game in span),
        byes=tuple(side.name for game in material.span if game.is_bye for side in game.sides),
        open=material.open,
        upsets=tuple(sorted(upsets(span), key=lambda its: -its.behind)),
        levels=followed.levels,
        hurt=followed.hurt,
        absences=followed.absences,
        late=followed.late,
        streaks=tuple(_streaks(material)),
        leader=_leader(material),
        movers=tuple(_movers(material)),
        records=tuple(records.broken(material)),
        next=material.next,
        champion=material.champion,
    )


def _game(game: GameSeen, material: Material) -> GameFact:
    sides = sorted(game.sides, key=lambda side: (ORDER.index(side.outcome), -side.points))
    return GameFact(
        key=game.key,
        round=game.round,
        sides=tuple(SideFact(its.name, its.outcome, its.points, its.rating) for its in sides),
        is_forfeit=game.state == Fixture.State.FORFEITED,
        challenge=catalog().challenges[game.challenge].name if game.challenge in catalog().challenges else "",
        deed=deeds.deciding(game, material.told),
        moment=deeds.last_moment(game, material.told, material.slugs),
    )


# Streaks


def _streaks(material: Material) -> Iterator[StreakFact]:
    """Of those who played in these rounds, within this season; the longest first."""
    season = [game for game in material.games if game.season == material.season.number and not game.is_bye]
    playing = {side.team: side.name for game in material.span if not game.is_bye for side in game.sides}
    found = []
    for team, name in playing.items():
        letters = [(_letter(game, team), game.round >= material.first) for game in season if _plays(game, team)]
        found += [StreakFact(name, run, length) for run, length in _runs(letters)]
    yield from sorted(found, key=lambda its: (list(Run).index(its.run), -its.length, its.team))


def _plays(game: GameSeen, team: int) -> bool:
    return any(side.team == team for side in game.sides)


def _letter(game: GameSeen, team: int) -> str:
    return next(side.outcome.letter for side in game.sides if side.team == team)


def _runs(letters: Sequence[tuple[str, bool]]) -> Iterator[tuple[Run, int]]:
    """The run a team is on, and one of wins that these rounds have ended. Each result says whether it is new."""
    plain = "".join(letter for letter, _ in letters)
    won, lost = _tail(plain, "W"), _tail(plain, "L")
    unbeaten = _tail(plain, "WD")
    if won >= LONG:
        yield Run.WON, won
    elif unbeaten >= UNBEATEN:
        yield Run.UNBEATEN, unbeaten
    if lost >= LONG:
        yield Run.LOST, lost
    ended = [_tail(plain[:n], "W") for n, (letter, is_new) in enumerate(letters) if is_new and letter != "W"]
    if max(ended, default=0) >= LONG:
        yield Run.ENDED, max(ended)


def _tail(letters: str, of: str) -> int:
    return len(letters) - len(letters.rstrip(of))


# The table


def table_after(material: Material, round_: int) -> list[Row]:
    games: list[Game] = [game for game in material.counted if game.round <= round_]
    return tables.ranked(material.entrants, games, material.rules)


def _leader(material: Material) -> LeaderFact | None:
    """Of a table that these rounds have changed."""
    if not any(material.first <= game.round <= material.last for game in material.counted):
        return None
    now, before = table_after(material, material.last), table_after(material, material.first - 1)
    top = [row for row in now if row.position == 1]
    second = next((row for row in now if row.position > 1), None)
    had_led = {row.entrant.team for row in before if row.position == 1}
    has_before = any(row.outcomes for row in before)
    return LeaderFact(
        teams=tuple(row.entrant.name for row in top),
        points=top[0].league_points,
        played=top[0].played,
        is_new=has_before and not had_led & {row.entrant.team for row in top},
        second=second.entrant.name if second else "",
        second_points=second.league_points if second else 0,
    )


def _movers(material: Material) -> Iterator[MoverFact]:
    """Those who moved most. In the first round nobody has moved."""
    before = table_after(material, material.first - 1)
    if not any(row.outcomes for row in before):
        return
    was = {row.entrant.team: row.position for row in before}
    retired = {str(entrant.pk) for entrant in material.entrants if entrant.retired_at}
    moved = [
        MoverFact(row.entrant.name, was[row.entrant.team], row.position)
        for row in table_after(material, material.last)
        if row.entrant.team not in retired and was[row.entrant.team] != row.position
    ]
    yield from sorted(moved, key=lambda its: (-abs(its.places), -its.places))[:MOST_MOVERS]
