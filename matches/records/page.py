"""The hall of fame as its page shows it: every record with who holds it, and the game or scroll that proves it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.safestring import SafeString

from league.models import League, Round, Season
from league.permissions import findable_teams
from league.table_page import Link
from matches.records import reading
from matches.records.deeds import Travel
from matches.records.hall import Crown, Hall, Kind, Record, SeasonSeen, hall_of
from matches.records.marks import Mark
from matches.records.seen import GameSeen, SideSeen
from rules.catalog import catalog
from rules.problems import counted
from teams import links
from teams.models import Team
from teams.permissions import Person
from teams.scrolls import crest_of

MOST_HOLDERS = 3
EVERY = "All seasons"
TITLES = {
    Kind.RATING: ("Highest rating", "point", "A team's rating as it was briefed before a game."),
    Kind.STREAK: ("Longest winning streak", "win", "Within one season. A forfeit counts, a bye neither way."),
    Kind.UPSET: ("Biggest upset", "point", "Won against a team that was rated so much higher."),
    Kind.POINTS: ("Most points in a game", "point", "By one team."),
    Kind.MARGIN: ("Clearest win", "point", "The lead in a game of two teams."),
    Kind.TREASURY: ("Richest treasury", "koban", "As a game left it, before anything was spent."),
    Kind.INJURIES: ("Most injuries made", "injury", "By one ninja, in all its games."),
    Kind.ALL_STARS: ("Most All-Star awards", "award", "To one ninja, in all its games."),
    Kind.FEATS: ("Most feats in a game", "feat", "By one ninja."),
    Kind.XP: ("Most XP in a game", "XP", "By one ninja."),
    Kind.GAMES: ("Most games played", "game", "By one ninja, on the board."),
}
RONIN = ("Most travelled ronin", "team", "In the service of the most teams; of equals, with the most games.")
PLURALS = {"injury": "injuries", "koban": "koban", "XP": "XP"}
OF_TEAMS = (Kind.RATING, Kind.STREAK, Kind.UPSET, Kind.POINTS, Kind.MARGIN, Kind.TREASURY)
IN_ALL = (Kind.INJURIES, Kind.ALL_STARS, Kind.GAMES)


@dataclass(frozen=True, slots=True)
class Named:
    """A team or a ninja, with its page if whoever looks may see that."""

    name: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """Where a record can be looked up: some words, and a link."""

    words: str
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class HolderShown:
    who: Named
    crest: SafeString
    colour: str
    teams: tuple[Named, ...]  # of a ninja
    proofs: tuple[Proof, ...]
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class RecordShown:
    kind: str
    title: str
    about: str
    figure: int
    unit: str
    holders: tuple[HolderShown, ...]
    more: str  # how many others share it, in words


@dataclass(frozen=True, slots=True)
class CrownShown:
    season: str
    season_url: str
    champion: HolderShown
    runner_up: Named | None
    score: str


@dataclass(frozen=True, slots=True)
class HallPage:
    choices: tuple[Link, ...]
    season: Season | None
    crowns: tuple[CrownShown, ...]
    teams: tuple[RecordShown, ...]
    ninja: tuple[RecordShown, ...]
    games: str  # what all this was found in, in words
    hides: bool  # something that only members may know
    awaited: tuple[tuple[str, str], ...]  # what will stand here once there are games

    @property
    def is_empty(self) -> bool:
        return not (self.crowns or self.teams or self.ninja)


def hall_page(league: League, person: Person, season: Season | None = None) -> HallPage:
    """Of one season or of all. Six queries; one more for private teams, two if chronicles have grown."""
    seasons = list(league.seasons.order_by("-number"))
    games = reading.games_of(league, season=season)
    wanted = [its for its in seasons if season is None or its.pk == season.pk]
    teams = _teams(games, wanted)
    hidden = _hidden(teams.values(), person)
    stories = reading.stories_of([team for pk, team in teams.items() if pk not in hidden])
    hall = hall_of(games, stories, list(_seen(wanted)))
    drawer = _Drawer(league, teams, hidden, {its.number: its for its in seasons})
    return HallPage(
        choices=tuple(_choices(league, seasons, season)),
        season=season,
        crowns=tuple(drawer.crown(crown) for crown in hall.crowns),
        teams=tuple(drawer.record(record) for record in hall.records if record.kind in OF_TEAMS),
        ninja=tuple(drawer.of_ninja(hall)),
        games=counted(sum(not game.is_bye for game in games), "game"),
        hides=bool(hidden),
        awaited=tuple((title, about) for title, _, about in (*TITLES.values(), RONIN)),
    )


def _hidden(teams: Iterable[Team], person: Person) -> set[int]:
    """What a private team keeps in its scroll is for those who may see that: it may play in another league by now."""
    private = {team.pk for team in teams if team.is_private}
    return private - set(findable_teams(person).filter(pk__in=private).values_list("pk", flat=True))


def _teams(games: Sequence[GameSeen], seasons: Sequence[Season]) -> dict[int, Team]:
    wanted = {side.team for game in games for side in game.sides}
    wanted |= {its.champion_id for its in seasons if its.champion_id}
    return {team.pk: team for team in Team.objects.filter(pk__in=wanted).order_by("name", "pk")}


def _seen(seasons: Sequence[Season]) -> Iterator[SeasonSeen]:
    """With the round of the final: the last of the playoffs, in which nobody may have played yet."""
    rounds = Round.objects.filter(season__in=seasons, is_playoff=True).order_by("number")
    finals = dict(rounds.values_list("season", "number"))
    for its in seasons:
        yield SeasonSeen(its.number, its.name, its.champion_id if its.is_over else None, finals.get(its.pk))


def _choices(league: League, seasons: Sequence[Season], here: Season | None) -> Iterator[Link]:
    yield Link(EVERY, reverse("records", kwargs={"slug": league.slug}), here is None)
    for its in seasons:
        url = reverse("season-records", kwargs={"slug": league.slug, "number": its.number})
        yield Link(its.name, url, here is not None and here.pk == its.pk)


@dataclass(frozen=True, slots=True)
class _Drawer:
    league: League
    teams: Mapping[int, Team]
    hidden: Collection[int]
    seasons: Mapping[int, Season]

    def of_ninja(self, hall: Hall) -> Iterator[RecordShown]:
        for record in hall.records:
            if record.kind not in OF_TEAMS:
                yield self.record(record)
        if hall.ronin:
            title, unit, about = RONIN
            figure = hall.ronin[0].value[0]
            holders = tuple(self.travel(its) for its in hall.ronin)
            yield _shown("ronin", title, about, figure, unit, holders)

    def record(self, record: Record) -> RecordShown:
        title, unit, about = TITLES[record.kind]
        holders = tuple(self.holder(record.kind, mark) for mark in record.holders[:MOST_HOLDERS])
        return _shown(record.kind, title, about, record.value, unit, holders, len(record.holders))

    def holder(self, kind: Kind, mark: Mark) -> HolderShown:
        team = self.teams[mark.side.team]
        of_team, ninja = self.team(team.pk), mark.ninja
        who = Named(ninja.name, links.ninja_url(team, ninja.id)) if ninja else of_team
        proofs, at = self.proofs(kind, mark), mark.games[-1].decided_at
        return HolderShown(who, crest_of(team), team.colour, (of_team,) if ninja else (), proofs, at)

    def proofs(self, kind: Kind, mark: Mark) -> tuple[Proof, ...]:
        first, last = mark.games[0], mark.games[-1]
        match kind:
            case Kind.RATING:
                return (self.proof("before", last, _against(mark.other)),)
            case Kind.STREAK if first != last:
                return self.proof("from", first), self.proof("to", last)
            case Kind.UPSET:
                its = mark.other
                rated = f"{mark.side.rating} against {its.rating if its else ''}: "
                return (self.proof(f"{rated}in", last, _against(its)),)
            case Kind.TREASURY:
                scroll = f"{self.teams[mark.side.team].get_absolute_url()}?at={mark.entry}"
                return self.proof("after", last, _against(mark.other)), Proof("as told in", "its scroll then", scroll)
            case _ if kind in IN_ALL:
                return (self.proof(f"in {counted(len(mark.games), 'game')}, last in", last),)
            case _:
                return (self.proof("in", last, _against(mark.other)),)

    def proof(self, words: str, game: GameSeen, more: str = "") -> Proof:
        label = f"round {game.round} of {self.seasons[game.season].name}{more}"
        return Proof(words, label, reverse("fixture", kwargs={"pk": game.fixture}))

    def travel(self, travel: Travel) -> HolderShown:
        ronin, last = catalog().profiles[travel.ronin], self.teams[travel.sides[-1].team]
        proof = self.proof(f"in {counted(len(travel.games), 'game')}, last in", travel.games[-1])
        served = tuple(self.team(side.team) for side in travel.sides)
        who = Named(ronin.name, links.profile_url(ronin))
        return HolderShown(who, crest_of(last), last.colour, served, (proof,), travel.games[-1].decided_at)

    def crown(self, crown: Crown) -> CrownShown:
        season, team = self.seasons[crown.season], self.teams[crown.champion]
        table = reverse("standings", kwargs={"slug": self.league.slug, "number": season.number})
        final = crown.final
        proof = self.proof("in the final:", final) if final else Proof("at the top of", "the table", table)
        return CrownShown(
            season=season.name,
            season_url=reverse("season", kwargs={"slug": self.league.slug, "number": season.number}),
            champion=HolderShown(self.team(team.pk), crest_of(team), team.colour, (), (proof,)),
            runner_up=self.team(crown.runner_up.team) if crown.runner_up else None,
            score=_score(final, crown.champion) if final else "",
        )

    def team(self, pk: int) -> Named:
        team = self.teams[pk]
        return Named(team.name, "" if pk in self.hidden else team.get_absolute_url())


def _shown(
    kind: str, title: str, about: str, figure: int, unit: str, holders: tuple[HolderShown, ...], of: int = 0
) -> RecordShown:
    shown = holders[:MOST_HOLDERS]
    others = max(of, len(holders)) - len(shown)
    units = unit if figure == 1 else PLURALS.get(unit, f"{unit}s")
    return RecordShown(kind, title, about, figure, units, shown, f"and {others} more" if others else "")


def _against(other: SideSeen | None) -> str:
    return f", against {other.name}" if other else ""


def _score(final: GameSeen, champion: int) -> str:
    """Of those who were there: a final that somebody stayed away from has none."""
    sides = sorted(final.sides, key=lambda side: side.team != champion)
    return " : ".join(str(side.points) for side in sides) if any(side.points for side in sides) else ""
