"""Whole seasons through the services, as Hypothesis draws them: every game, every step, and what is put right later.

All dice fall on the table, where Hypothesis throws them: those of the server would fall otherwise in every run.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast
from uuid import uuid4

from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from league import tables
from league.models import Fixture
from league.results import SideResult
from league.standings import Outcome
from matches import amending, briefings, desk, reporting
from matches.models import Match, Report
from matches.reporting import Account
from rules import aftermath
from rules.events import (
    Advanced,
    AdvancementRolled,
    Dismissed,
    DowntimeRolled,
    Event,
    Founded,
    Recruited,
    Released,
    Renamed,
    Ruled,
    Spared,
    UpkeepPaid,
    Word,
)
from rules.house import AcceptedBy
from rules.problems import RuleBroken
from rules.roster import ALLOWABLE
from rules.scroll import Scroll
from teams import chronicle, services
from teams.models import Ninja, Team
from tests.matches.games import Table, table_of
from tests.rules.games import decisions, office, true_reports
from tests.rules.teams import founded_teams

WITNESS = "Everybody"


def some(examples: int) -> settings:
    """A few seasons take as long as many reports."""
    return settings(
        max_examples=examples,
        phases=[Phase.generate],  # a failure is found in seconds; to make it smaller would take half an hour
        suppress_health_check=list(HealthCheck),
    )


@contextmanager
def taken_back() -> Iterator[None]:
    """Each example begins with an empty database."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@dataclass
class Play:
    """A league at play. `data` decides whatever people would."""

    data: st.DataObject
    its: Table
    matches: list[Match] = field(default_factory=list)

    # Games

    def game(self) -> None:
        """Some of the teams meet. Where something is in the way of their report, it is only briefed."""
        teams = self.data.draw(st.permutations(self.its.teams))
        teams = teams[: self.data.draw(st.integers(2, len(teams)))]
        fixture = self.its.another_game(teams)
        away = [fixture.sides.get(position=2).entrant_id] if len(teams) > 2 and self.data.draw(st.booleans()) else []
        match = briefings.brief(fixture=fixture, author=self.its.master, away=away)
        if self.report(match):
            self.matches.append(match)

    def again(self, match: Match) -> None:
        """A game that was voided is played after all."""
        self.report(briefings.brief(fixture=match.fixture, author=self.its.master))

    def report(self, match: Match) -> bool:
        """Is it accepted? Since something was upheld the roster of a team may not be legal."""
        said = self.account(match, reporting.scrolls_of(match))
        if problems := reporting.problems(match, said.report):
            assert {problem.code for problem in problems} <= ALLOWABLE
            return False
        self._report(match, said)
        return True

    def account(self, match: Match, scrolls: dict[str, Scroll]) -> Account:
        """Anything that can have happened in it."""
        house, briefing = briefings.rules_of(match), briefings.briefing_of(match)
        return Account(self.data.draw(true_reports(scrolls, house, match.game, briefing)))

    def _report(self, match: Match, said: Account) -> None:
        """Until it is accepted, in whatever way the league asks for, or because the ninja master says so."""
        seats = [self.its.teams.index(side.team) for side in match.sides.all()]
        if self.data.draw(st.integers(0, 3)) == 0:
            self.its.settle(match, said)
            return
        report = self.its.file(match, said, by=seats[0])
        mode = briefings.rules_of(match).reports.accepted_by
        if mode is AcceptedBy.COUNTERSIGN:
            for seat in seats[1:]:
                self.its.countersign(report, by=seat)
        if mode is AcceptedBy.NINJA_MASTER:
            reporting.settle(report=report, author=self.its.master)

    # Between games

    def aftermath(self) -> None:
        for team in self.its.teams:
            self.steps(team)

    def steps(self, team: Team) -> None:
        """All that is due, in turn."""
        house = chronicle.house_of(team)
        while due := aftermath.steps(now := chronicle.scroll_of(team), house):
            step = self.data.draw(st.sampled_from([step for step in due if step.due is due[0].due]))
            events = list(decisions(cast(st.DrawFn, self.data.draw), now, step, house))
            take(team, self.data.draw(st.sampled_from(events)))

    def affairs(self) -> None:
        """Recruits, dismissals, names and rulings; what the rules refuse does not happen."""
        for team in self.its.teams:
            for event in self.data.draw(st.lists(office(chronicle.scroll_of(team)), max_size=2)):
                try:
                    take(team, event)
                except RuleBroken:
                    continue
                self.steps(team)

    # Putting right

    def amend(self, match: Match, said: Account | None, choices: amending.Choices | None = None) -> Report:
        match = Match.objects.get(pk=match.pk)
        seen = amending.preview(match=match, account=said, choices=choices)
        report = amending.amend(
            match=match,
            account=said,
            author=self.its.master,
            reason="It was otherwise.",
            key=uuid4(),
            based_on=seen.based_on,
            choices=choices,
        )
        assert [chronicle.scroll_of(its.team) for its in seen.teams] == [its.after for its in seen.teams]
        return report

    def said_of(self, match: Match) -> Account:
        """What its report in force says."""
        report = Match.objects.get(pk=match.pk).accepted
        assert report is not None
        said = reporting.account_of(report)
        assert said is not None
        return said

    def another_story(self, match: Match) -> Account | None:
        """The game went otherwise, or never was."""
        if self.data.draw(st.integers(0, 3)) == 0 and Match.objects.get(pk=match.pk).is_accepted:
            return None
        return self.account(match, amending.scrolls_before(match))

    def choices(self) -> amending.Choices:
        words = st.dictionaries(st.integers(2, 60), st.sampled_from([Word.STRUCK, Word.UPHELD]), max_size=12)
        return {team.slug: self.data.draw(words) for team in self.its.teams}


@st.composite
def leagues(draw: st.DrawFn) -> tuple[list[Founded], AcceptedBy]:
    """Two to four teams, and whose word counts."""
    teams = [draw(founded_teams()) for _ in range(draw(st.integers(2, 4)))]
    return teams, draw(st.sampled_from(AcceptedBy))


def begin(data: st.DataObject) -> Play:
    founded, accepted_by = data.draw(leagues())
    return Play(data, table_of(founded, accepted_by=accepted_by))


def take(team: Team, event: Event) -> None:
    """What happened, through the service that a page would call."""
    match event:
        case UpkeepPaid():
            desk.pay(team=team, game=event.game, ninja=event.ninja, author=None)
        case Released():
            desk.release(team=team, game=event.game, ninja=event.ninja, author=None)
        case Spared():
            desk.spare(team=team, game=event.game, ninja=event.ninja, by=event.by, author=None)
        case DowntimeRolled():
            dice = {"dice": event.roll.dice, "witness": WITNESS}
            desk.roll_downtime(team=team, game=event.game, ninja=event.ninja, author=None, **dice)  # type: ignore[arg-type]
        case AdvancementRolled():
            dice = {"dice": event.roll.dice, "witness": WITNESS}
            desk.roll_advancement(team=team, ninja=event.ninja, author=None, **dice)  # type: ignore[arg-type]
        case Advanced():
            choice = {"keyword": event.keyword, "gain": event.gain, "affinity": event.affinity}
            desk.advance(team=team, ninja=event.ninja, author=None, **choice)  # type: ignore[arg-type]
        case Recruited():
            told = {"profile": event.profile, "name": event.name, "abilities": event.abilities}
            services.recruit(team=team, author=None, **told)  # type: ignore[arg-type]
        case Dismissed():
            services.dismiss(team=team, ninja=event.ninja, author=None)
        case Renamed():
            services.rename(team=team, name=event.name, ninja=event.ninja, author=None)
        case Ruled():
            desk.rule(team=team, ruling=event, author=None)
        case _:
            raise AssertionError(event)


# What must hold whatever happened


def assert_whole(its: Table) -> None:
    """Projections are what the chronicles tell, and the table is what the reports in force say."""
    for team in its.teams:
        assert chronicle.retell(Team.objects.get(pk=team.pk)) == []
    scrolls = {team.slug: chronicle.scroll_of(team) for team in its.teams}
    for match in Match.objects.select_related("accepted", "fixture"):
        assert_told_once(match, scrolls)
        assert_in_the_table(match)


def assert_told_once(match: Match, scrolls: dict[str, Scroll]) -> None:
    """Both chronicles know an accepted game, once; no chronicle knows another."""
    played = {side.team.slug for side in match.sides.select_related("team")} if match.is_accepted else set()
    for slug, scroll in scrolls.items():
        told = [record for record in scroll.games if record.game == match.game]
        assert len(told) == (slug in played)
        assert {other.team for record in told for other in record.opponents} == (played - {slug} if told else set())


def assert_in_the_table(match: Match) -> None:
    fixture = Fixture.objects.get(pk=match.fixture_id)
    recorded = {
        SideResult(side.entrant_id, Outcome(side.outcome), side.points, side.feats, side.injuries)
        for side in fixture.sides.all()
        if side.outcome
    }
    if match.is_accepted:
        assert match.accepted is not None
        said = reporting.account_of(match.accepted)
        assert said is not None
        assert fixture.state == Fixture.State.PLAYED
        assert recorded == set(reporting.side_results(match, said.report))
    else:
        assert fixture.state not in Fixture.COUNTED
        assert recorded == set()


def figures(its: Table) -> object:
    """Every figure that a page shows of these teams, as rows and as told."""
    rows = Ninja.objects.filter(team__in=its.teams).order_by("team", "ninja_id")
    skipped = {"id", "team", "slug", "entry_count"}
    columns = [f.name for f in Team._meta.concrete_fields if f.name not in skipped]
    its.season.refresh_from_db()
    return {
        "scrolls": {team.slug: chronicle.scroll_of(team) for team in its.teams},
        "teams": list(Team.objects.filter(pk__in=[team.pk for team in its.teams]).order_by("pk").values(*columns)),
        "ninja": list(rows.values(*(f.name for f in Ninja._meta.concrete_fields if f.name != "id"))),
        "table": [row.row for row in tables.table_of(its.season).rows],
        "champion": its.season.champion_id,
    }
