"""The seasons of a file: divisions, entrants, rounds, games, and all that was said about them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.db.models import Model

from league.models import Division, Entrant, Fixture, League, Round, Season
from league.models import Side as Seat
from matches.archive import kept
from matches.archive.kept import KeptFixture, KeptMatch, KeptReport, KeptRound, KeptSeason, LeagueFile
from matches.archive.restoring import Restoring
from matches.archive.shapes import write
from matches.models import Comment, Match, Report, Side, Signature, Story
from teams import restoring
from teams.models import Team

Row = TypeVar("Row", bound=Model)
Kept = TypeVar("Kept")
GONE = 0  # the number of no entrant: a team that left before the season began


def restore_seasons(its: Restoring, file: LeagueFile, league: League, teams: dict[str, Team]) -> None:
    """Level by level, so that the number of queries does not grow with the league."""
    seasons = _insert(
        Season,
        file.seasons,
        lambda one: its.row(Season, one, league=league, champion=teams[one.champion] if one.champion else None),
    )
    for kept_season, season in seasons:
        _Season(its, kept_season, season, teams).restore()


def _insert(model: type[Row], items: Iterable[Kept], row: Callable[[Kept], Row]) -> list[tuple[Kept, Row]]:
    items = list(items)
    return list(zip(items, restoring.insert(model, [row(item) for item in items]), strict=True))


class _Season:
    def __init__(self, its: Restoring, kept_season: KeptSeason, season: Season, teams: dict[str, Team]) -> None:
        self.its = its
        self.kept = kept_season
        self.season = season
        self.teams = teams

    def restore(self) -> None:
        divisions = dict(self._of_season(Division, self.kept.divisions, lambda one: {}, lambda one: one.name))
        entrants = self._of_season(
            Entrant,
            self.kept.entrants,
            lambda one: {
                "team": self.teams[one.team],
                "division": divisions[one.division] if one.division is not None else None,
            },
            lambda one: one.team,
        )
        self.entrants: dict[str, Entrant] = dict(entrants)
        rounds = _insert(Round, self.kept.rounds, self._round)
        fixtures = _insert(
            Fixture,
            [(one, of) for kept_round, of in rounds for one in kept_round.fixtures],
            lambda pair: self.its.row(Fixture, pair[0], round=pair[1]),
        )
        self._restore_games([(one, fixture) for (one, _), fixture in fixtures])

    def _of_season(
        self,
        model: type[Row],
        items: Sequence[Kept],
        told: Callable[[Kept], dict[str, Any]],
        key: Callable[[Kept], str],
    ) -> list[tuple[str, Row]]:
        made = _insert(model, items, lambda one: self.its.row(model, one, season=self.season, **told(one)))
        return [(key(one), row) for one, row in made]

    def _round(self, one: KeptRound) -> Round:
        drawn = [self.entrants[team].pk if team is not None else GONE for team in one.drawn]
        return self.its.row(Round, one, season=self.season, drawn=drawn)

    def _restore_games(self, fixtures: list[tuple[KeptFixture, Fixture]]) -> None:
        _insert(
            Seat,
            [(side, fixture) for one, fixture in fixtures for side in one.sides],
            lambda pair: self.its.row(Seat, pair[0], fixture=pair[1], entrant=self.entrants[pair[0].team]),
        )
        matches = _insert(
            Match,
            [(one.match, fixture) for one, fixture in fixtures if one.match],
            lambda pair: self._match(pair[0], pair[1]),
        )
        self._restore_matches([(one, match) for (one, _), match in matches])

    def _match(self, one: KeptMatch, fixture: Fixture) -> Match:
        key = UUID(self.its.renaming.games[str(one.key)])
        return self.its.row(Match, one, "accepted", fixture=fixture, key=key, draws=write(one.draws))

    def _restore_matches(self, matches: list[tuple[KeptMatch, Match]]) -> None:
        sides = _insert(
            Side,
            [(side, match) for one, match in matches for side in one.sides],
            lambda pair: self._side(pair[0], pair[1]),
        )
        seated = {(match.pk, one.team): side for (one, match), side in sides}
        reports = _insert(
            Report,
            [(report, match) for one, match in matches for report in one.reports],
            lambda pair: self._report(pair[0], pair[1]),
        )
        _insert(
            Signature,
            [(its, report) for (one, _), report in reports for its in one.signatures],
            lambda pair: self.its.row(Signature, pair[0], report=pair[1], side=seated[pair[1].match_id, pair[0].team]),
        )
        self._accept(matches, {(report.match_id, report.number): report for _, report in reports})
        self._restore_words(matches)

    def _side(self, one: kept.KeptBriefing, match: Match) -> Side:
        team, entrant = self.teams[one.team], self.entrants[one.team]
        return self.its.row(Side, one, match=match, team=team, entrant=entrant, briefing=write(one.briefing))

    def _report(self, one: KeptReport, match: Match) -> Report:
        rename = self.its.renaming
        return self.its.row(
            Report,
            one,
            match=match,
            data=rename.told(write(one.data)) if one.data else None,
            moments=[[number, rename.team(team), ninja, feat] for number, team, ninja, feat in one.moments],
            choices={
                rename.team(team): {at: str(word) for at, word in its.items()} for team, its in one.choices.items()
            },
        )

    def _accept(self, matches: list[tuple[KeptMatch, Match]], reports: dict[tuple[int, int], Report]) -> None:
        accepted = [(match, one.accepted) for one, match in matches if one.accepted is not None]
        for match, number in accepted:
            match.accepted = reports[match.pk, number]
        Match.objects.bulk_update([match for match, _ in accepted], ["accepted"], batch_size=restoring.BATCH)

    def _restore_words(self, matches: list[tuple[KeptMatch, Match]]) -> None:
        _insert(
            Story,
            [(story, match) for one, match in matches for story in one.stories],
            lambda pair: self.its.row(Story, pair[0], match=pair[1]),
        )
        _insert(
            Comment,
            [(comment, match) for one, match in matches for comment in one.comments],
            lambda pair: self._comment(pair[0], pair[1]),
        )
        for one, match in matches:
            self.its.seeds(one.seeds, match=match)

    def _comment(self, one: kept.KeptComment, match: Match) -> Comment:
        key = uuid4() if one.key in self.its.taken.comments else one.key
        return self.its.row(Comment, one, match=match, key=key)
