"""Every chronicle of a file, told by the rules; and whether reports, chronicles and the table say the same."""

from collections.abc import Callable, Iterator

from matches.archive import kept
from matches.archive.kept import KeptMatch, KeptTeam, LeagueFile
from matches.archive.references import fixtures_in
from matches.archive.shapes import Path, shown
from matches.reporting import OUTCOMES
from rules import aftermath, amendment, roster
from rules.amendment import Recorded, Told
from rules.events import Amended, Founded, Played, Word, from_json
from rules.house import HouseRules, house_from_json, rulebook
from rules.problems import RuleBroken
from rules.scroll import Result, Scroll

Faults = Iterator[tuple[Path, str]]
Houses = dict[int | None, HouseRules]
Progress = Callable[[int, int, str], None]


def faults(file: kept.File, progress: Progress) -> Faults:
    """What the rules refuse, and what was never so."""
    houses: Houses = {None: rulebook(), **{its.number: house_from_json(its.rules) for its in file.houses}}
    teams = _teams(file)
    played: dict[tuple[str, str], Played] = {}
    is_told = True
    for n, (path, team) in enumerate(teams):
        progress(n, len(teams), f"Telling the chronicle of {team.address}")
        try:
            for its in _told(path, team, houses):
                if isinstance(its.event, Played) and its.word is not Word.STRUCK:
                    played[team.address, its.event.game] = its.event
        except _Untold as untold:
            is_told = False
            yield untold.path, untold.reason
    if isinstance(file, LeagueFile) and is_told:
        yield from _disagreements(file, played)


def _teams(file: kept.File) -> list[tuple[Path, KeptTeam]]:
    if isinstance(file, LeagueFile):
        return [(("teams", n), team) for n, team in enumerate(file.teams)]
    return [(("team",), file.team)]


class _Untold(Exception):
    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(reason)
        self.path = path
        self.reason = reason


def _told(path: Path, team: KeptTeam, houses: Houses) -> Iterator[Told]:
    records = [Recorded(its.number, from_json(its.event), houses[its.house]) for its in team.chronicle]
    at = (*path, "chronicle")
    _refuse_disorder(at, team, records)
    number, scroll = 0, None
    try:
        for its in amendment.told(records):
            number, scroll = its.number, its.after
            yield its
        if scroll is not None:
            _show(scroll, houses[team.house])
    except RuleBroken as broken:
        raise _Untold((*at, number), f"The rules refuse entry {number + 1} of {team.address}: {broken}") from broken
    except (LookupError, ArithmeticError, ValueError, TypeError) as error:
        # A rule that upholds what an amendment left without ground trusts it to have had ground once.
        raise _Untold((*at, number), f"Entry {number + 1} of {team.address} cannot be told.") from error


def _refuse_disorder(at: Path, team: KeptTeam, records: list[Recorded]) -> None:
    """Every chronicle begins with the founding, and the last word on an entry comes after it."""
    for n, record in enumerate(records):
        if isinstance(record.event, Founded) != (n == 0):
            reason = "begins with its founding" if n == 0 else "tells of one founding only"
            raise _Untold((*at, n), f"The chronicle of {team.address} {reason}.")
        if isinstance(record.event, Amended) and not 1 <= record.event.entry < record.number:
            raise _Untold((*at, n), f"Entry {record.number} of {team.address} amends an entry that is not before it.")
        if isinstance(record.event, Amended) and record.event.entry == 1:
            raise _Untold((*at, n), f"Entry {record.number} of {team.address} amends its founding.")


def _show(scroll: Scroll, house: HouseRules) -> None:
    """All that is worked out for its pages can be."""
    scroll.rating(house)
    aftermath.steps(scroll, house)
    roster.problems(scroll, house)


# Agreement


def _disagreements(file: LeagueFile, played: dict[tuple[str, str], Played]) -> Faults:
    """A game that counts stands in the chronicles of all who played it, and nowhere else."""
    accepted: set[tuple[str, str]] = set()
    games: set[str] = set()
    for path, fixture in fixtures_in(file):
        if fixture.match is None:
            continue
        games.add(str(fixture.match.key))
        outcomes = {side.team: (side.outcome, side.points) for side in fixture.sides}
        for team, result in _results(fixture.match):
            accepted.add((team, str(fixture.match.key)))
            told = played.get((team, str(fixture.match.key)))
            if told is None or (told.result, told.points) != result:
                yield path, f"The chronicle of {shown(team)} does not tell of this game what its report says."
            if outcomes[team] != (OUTCOMES[result[0]].value, result[1]):
                yield path, f"The result of {shown(team)} is not what the report of this game says."
    addresses = {team.address: n for n, team in enumerate(file.teams)}
    for team, game in played.keys() - accepted:
        if game in games:
            path = ("teams", addresses[team])
            yield path, f"The chronicle of {shown(team)} tells of the game {game}, which has no accepted report."


def _results(match: KeptMatch) -> Iterator[tuple[str, tuple[Result, int]]]:
    for report in match.reports:
        if report.number == match.accepted and report.data:
            for team in report.data.teams:
                yield team.team, (team.result, team.points)
