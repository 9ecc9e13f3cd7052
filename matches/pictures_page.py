"""The pictures of a season, and of a league over all its seasons. No query here but those of `picture_figures.py`."""

from collections import Counter
from collections.abc import Mapping, Sequence

from league import houses, tables
from league.models import Entrant, League, Round, Season
from league.standings import Game
from matches import picture_figures as figures
from matches.picture_figures import Challenged, Rated
from rules.catalog import catalog
from rules.house import HouseRules
from rules.problems import counted, listed
from teams.pictures import bars, bump, lines, shares
from teams.pictures.bars import Bar
from teams.pictures.bump import Climb
from teams.pictures.chart import Chart, both, part_of
from teams.pictures.shares import Share

MOST_ROUNDS = 10  # that are ranked anew for one picture
MOST_STOPS = 40  # of ratings that can be told apart
INK = "sumi"  # of what belongs to no team
RATINGS = "Ratings at each briefing"
CLANS = "Games won by each clan"


def season_pictures(season: Season) -> tuple[Chart, ...]:
    entrants, games = list(season.entrants.select_related("team")), tables.games_of(season)
    house = houses.rules_of(season.league)
    return (
        _table(season, entrants, games, house),
        _ratings(figures.rated_in(Round.objects.filter(season=season)), has_seasons=False),
        _feats(figures.challenges_in(season), house),
        _clans(figures.clans_in(entrants, games)),
    )


def league_pictures(league: League) -> tuple[Chart, ...]:
    rated = figures.rated_in(Round.objects.filter(season__league=league))
    return _ratings(rated, has_seasons=True), _clans(figures.clans_of(league))


# The table


def _table(season: Season, entrants: Sequence[Entrant], games: Sequence[Game], house: HouseRules) -> Chart:
    if all(its.is_bye for its in games):
        return Chart("table", "Places in the table", "No game is decided yet. The first result makes the table.")
    rules = tables.rules_for(season, house)
    rounds, places = tables.places_by_round(entrants, games, rules, MOST_ROUNDS)
    teams = {str(its.pk): its.team for its in entrants}
    climbs = [Climb(teams[its].name, teams[its].colour, tuple(at)) for its, at in places.items()]
    climbs.sort(key=lambda its: (its.places[-1], its.name))
    return bump.chart(rounds, climbs[: lines.MOST], len(climbs))


# Ratings


def _ratings(teams: Sequence[Rated], *, has_seasons: bool) -> Chart:
    if not teams:
        return Chart(
            "ratings", RATINGS, "No report is accepted yet. Brief a game, play it and report it: its ratings come here."
        )
    every = sorted({stop for its in teams for stop in its.by_stop})
    stops = every[-MOST_STOPS:]
    teams = [its for its in teams if not its.by_stop.keys().isdisjoint(stops)]
    shown = teams[: lines.MOST]
    drawn = [lines.Line(its.name, its.colour, tuple(its.by_stop.get(stop) for stop in stops)) for its in shown]
    names = [f"{season}.{round_}" if has_seasons else str(round_) for season, round_ in stops]
    latest = f", the latest {len(stops)} of {len(every)} rounds" if len(every) > len(stops) else ""
    title = f"{RATINGS}{part_of(len(shown), len(teams), 'teams')}{latest}"
    axis = "Season and round" if has_seasons else "Round"
    return Chart(
        name="ratings",
        title=title,
        summary=_highest(shown),
        **both(lambda width: lines.draw(names, drawn, title=title, axis=axis, width=width)),
        columns=("Team", *(f"{axis} {name}" for name in names)),
        rows=tuple((its.name, *("" if value is None else str(value) for value in its.values)) for its in drawn),
    )


def _highest(teams: Sequence[Rated]) -> str:
    """Whoever shares a rating is named too."""
    at_last = {its.last: listed([one.name for one in teams if one.last == its.last]) for its in teams}
    highest, lowest = max(at_last), min(at_last)
    said = f"The ratings with which teams came to their games. The highest at the last: {at_last[highest]}, {highest}"
    return f"{said}; the lowest: {at_last[lowest]}, {lowest}." if lowest < highest else f"{said}."


# Feats


def _feats(played: Sequence[Challenged], house: HouseRules) -> Chart:
    title = "Feats in each challenge"
    if not any(its.total for its in played):
        return Chart("feats", title, "No feat is on record yet. They come with the reports of games.")
    names = {its.challenge: catalog().challenges[its.challenge].name for its in played}
    drawn = [Bar(names[its.challenge], INK, its.total, _per_game(its)) for its in played]
    most = played[0]
    return Chart(
        name="feats",
        title=title,
        summary=f"The most were done in {names[most.challenge]}: {_per_game(most)}.",
        svg=bars.draw(drawn, title=title),
        columns=("Challenge", "Games", "Feats", "Which"),
        rows=tuple((names[its.challenge], str(its.games), str(its.total), _which(its, house)) for its in played),
    )


def _per_game(its: Challenged) -> str:
    return f"{its.total} in {counted(its.games, 'game')}"


def _which(its: Challenged, house: HouseRules) -> str:
    names = {feat.id: feat.name for feat in house.feats_of(catalog().challenges[its.challenge])}
    done = sorted(its.feats.items(), key=lambda pair: (-pair[1], pair[0]))
    return listed([f"{names.get(feat, feat)} ({times})" for feat, times in done if times]) if its.total else ""


# Clans


def _clans(records: Mapping[str, Counter[str]]) -> Chart:
    if not records:
        return Chart("clans", CLANS, "No game is decided yet. With the first, two clans are drawn here.")
    drawn = sorted(
        (_share(clan, its) for clan, its in records.items()), key=lambda its: (-its.won / its.games, its.name)
    )
    return Chart(
        name="clans",
        title=CLANS,
        summary=f"Each bar is all games of a clan: full what it won, half what it drew, hollow what it lost."
        f" {_won_most(drawn)} Byes and playoffs are left out.",
        svg=shares.draw(drawn, title=CLANS),
        columns=("Clan", "Games", "Won", "Drawn", "Lost", "Won, in percent"),
        rows=tuple((its.name, *map(str, (its.games, its.won, its.drawn, its.lost, its.rate))) for its in drawn),
    )


def _won_most(drawn: Sequence[Share]) -> str:
    """Of those drawn first, all who are level."""
    first = drawn[0]
    if not first.won:
        return "None of them has won yet."
    level = [its.name for its in drawn if its.won * first.games == first.won * its.games]
    if len(level) > 1:
        return f"{listed(level)} have won most often: {first.rate} percent of their games."
    return f"{first.name} has won most often: {first.won} of {counted(first.games, 'game')}."


def _share(clan: str, its: Counter[str]) -> Share:
    found = catalog().clans[clan]
    return Share(found.name, f"of-{found.affinity}", its["W"], its["D"], its["L"])
