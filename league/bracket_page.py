"""The bracket as it is shown: every tie in words, so that it reads without its lines as well."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice

from django.utils.safestring import SafeString

from league import brackets, calendar, playoffs, tables
from league.calendar import GameShown
from league.models import Entrant, Fixture, Round, Season
from league.playoffs import Bracket, Slot, Tie
from teams.models import Team
from teams.scrolls import crest_of

NAMES = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
SINGLE = {1: "Final", 2: "Semi-final {}", 4: "Quarter-final {}"}
THIRD = "Game for third place"


@dataclass(frozen=True, slots=True)
class SlotShown:
    """A place in a tie. Without a team, its name says where one will come from."""

    name: str
    url: str
    crest: SafeString | str
    colour: str
    seed: int
    score: str
    is_winner: bool
    is_out: bool


@dataclass(frozen=True, slots=True)
class TieShown:
    name: str
    slots: tuple[SlotShown, ...]
    sentence: str
    games: tuple[GameShown, ...]
    is_bye: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class RoundShown:
    name: str
    deadline: date | None
    ties: tuple[TieShown, ...]


@dataclass(frozen=True, slots=True)
class BracketPage:
    """`problems` are why the playoffs cannot begin; a bracket that is only a preview has no games."""

    rounds: tuple[RoundShown, ...]
    third_place: TieShown | None
    champion: SlotShown | None
    best_of: int
    strays: tuple[GameShown, ...]  # played, and by a correction no part of the bracket any more
    has_begun: bool
    is_behind: bool
    problems: tuple[str, ...]


def bracket_page(season: Season) -> BracketPage:
    rounds = list(season.rounds.filter(is_playoff=True).order_by("number"))
    return _begun(season, rounds) if rounds else _preview(season)


def _begun(season: Season, rounds: Sequence[Round]) -> BracketPage:
    seeds, games = brackets.seeds_of(rounds[0]), brackets.games_of(season)
    bracket = brackets.bracket_from(season, seeds, games)
    fixtures = calendar.with_sides(Fixture.objects.filter(round__in=rounds)).select_related("round").order_by("pk")
    shown = {its.pk: its for its in calendar.games_shown(fixtures)}
    of_ties = {tie.id: [shown[its.pk] for its in brackets.games_in(tie, games)] for tie in bracket.ties}
    inside = {its.pk for its_games in of_ties.values() for its in its_games}
    entrants = season.entrants.filter(pk__in=seeds).select_related("team")
    drawer = _Drawer(season, bracket, {str(its.pk): its for its in entrants}, of_ties)
    return BracketPage(
        rounds=drawer.rounds([its.deadline for its in rounds]),
        third_place=drawer.tie(bracket.third_place) if bracket.third_place else None,
        champion=drawer.champion(),
        best_of=season.playoff_best_of,
        strays=tuple(its for pk, its in shown.items() if pk not in inside and not its.is_open),
        has_begun=True,
        is_behind=brackets.is_behind(season, bracket, games),
        problems=(),
    )


def _preview(season: Season) -> BracketPage:
    """How it would be if the season ended now, as far as there are teams for it."""
    problems = tuple(its.message for its in brackets.start_problems(season))
    playing = [its for its in tables.table_of(season).rows if not its.is_retired]
    seeded = list(islice(playing, season.playoff_teams))
    rounds: tuple[RoundShown, ...] = ()
    third = None
    if playoffs.FEWEST <= season.playoff_teams == len(seeded):
        bracket = brackets.bracket_from(season, [its.row.entrant.team for its in seeded], [])
        entrants = {its.row.entrant.team: its for its in seeded}
        drawer = _Drawer(season, bracket, entrants, {})
        rounds = drawer.rounds([None] * len(bracket.rounds))
        third = drawer.tie(bracket.third_place) if bracket.third_place else None
    return BracketPage(rounds, third, None, season.playoff_best_of, (), False, False, problems)


@dataclass(frozen=True, slots=True)
class _Drawer:
    season: Season
    bracket: Bracket
    entrants: Mapping[str, Entrant | tables.TableRow]
    games: Mapping[str, Sequence[GameShown]]

    def rounds(self, deadlines: Sequence[date | None]) -> tuple[RoundShown, ...]:
        return tuple(
            RoundShown(round_name(len(ties)), deadline, tuple(self.tie(tie) for tie in ties))
            for ties, deadline in zip(self.bracket.rounds, deadlines, strict=True)
        )

    def tie(self, tie: Tie) -> TieShown:
        slots = [slot for slot in tie.slots if slot.team or slot.waits_for]
        games = tuple(self.games.get(tie.id, ()))
        return TieShown(
            name=self.name(tie.id),
            slots=tuple(self.slot(slot, tie, games) for slot in slots),
            sentence=self.sentence(tie, games),
            games=games,
            is_bye=tie.is_bye,
            is_open=tie.is_open,
        )

    def slot(self, slot: Slot, tie: Tie, games: Sequence[GameShown]) -> SlotShown:
        if not slot.team:
            return SlotShown(self.slot_name(slot), "", "", "", 0, "", False, False)
        team = self.team(slot.team)
        return SlotShown(
            name=team.name,
            url=team.get_absolute_url(),
            crest=crest_of(team),
            colour=team.colour,
            seed=slot.seed,
            score=self.score(slot, tie, games),
            is_winner=tie.winner == slot and not tie.is_bye,
            is_out=tie.loser == slot,
        )

    def score(self, slot: Slot, tie: Tie, games: Sequence[GameShown]) -> str:
        """Games won in a series; in a single game, its points."""
        if tie.needed > 1:
            return str(tie.wins[tie.slots.index(slot)]) if games else ""
        last = next((game for game in reversed(games) if not game.is_open), None)
        return next((its.points for its in last.teams if str(its.entrant) == slot.team), "") if last else ""

    def sentence(self, tie: Tie, games: Sequence[GameShown]) -> str:
        if tie.is_bye:
            return f"{self.team(tie.winner.team).name} has a bye." if tie.winner else ""
        if tie.winner and tie.loser:
            return self.won(tie, tie.winner, tie.loser, games)
        one, other = (self.slot_name(slot) for slot in tie.slots)
        if not tie.is_open:
            return f"{one} against {other}."
        if tie.needed > 1 and any(tie.wins):
            return f"{one} against {other}: {tie.wins[0]} to {tie.wins[1]} so far."
        return f"{one} against {other}: to be played."

    def won(self, tie: Tie, winner: Slot, loser: Slot, games: Sequence[GameShown]) -> str:
        beat = f"{self.team(winner.team).name} beat {self.team(loser.team).name}"
        if tie.needed > 1:
            return f"{beat}, {max(tie.wins)} to {min(tie.wins)}."
        points = [self.score(slot, tie, games) for slot in (winner, loser)]
        return f"{beat}, {points[0]} to {points[1]}." if all(points) else f"{beat} by forfeit."

    def champion(self) -> SlotShown | None:
        final = self.bracket.final
        return self.slot(final.winner, final, ()) if final.winner else None

    def slot_name(self, slot: Slot) -> str:
        if slot.team:
            return self.team(slot.team).name
        return f"{'Loser' if slot.is_loser else 'Winner'} of {self.name(slot.waits_for)}"

    def team(self, entrant: str) -> Team:
        return self.entrants[entrant].team

    def name(self, tie: str) -> str:
        if tie == brackets.THIRD:
            return THIRD
        number, place = tie.split("-")
        ties = len(self.bracket.rounds[int(number) - 1])
        return SINGLE.get(ties, f"{round_name(ties)}, tie {{}}").format(place)


def round_name(ties: int) -> str:
    return NAMES.get(ties, f"Round of {2 * ties}")
