"""A league with rounds that really happened, for tests: two teams, Tora and Ika, and games between them."""

from collections.abc import Mapping, Sequence

from league.models import Fixture, Season
from matches import desk, reporting
from matches.models import Match
from matches.newsletter import gathering, material
from matches.newsletter.facts import Facts
from rules import aftermath
from rules.dice import Element
from rules.house import AcceptedBy
from rules.scroll import Due, Result
from teams import chronicle
from teams.models import Team
from tests.matches.games import LOST, WON, Table, account, table, take_every_step

Feats = Mapping[str, Mapping[str, Mapping[str, int]]]


def court() -> Table:
    """Kenta's Tora against mio's Ika; the ninja master's word is enough."""
    return table(2, accepted_by=AcceptedBy.NINJA_MASTER)


def play(
    its: Table,
    *results: Result,
    fixture: Fixture | None = None,
    feats: Feats | None = None,
    hurt: Mapping[str, Sequence[str]] | None = None,
    moments: Sequence[reporting.Moment] = (),
    die: Element = Element.EARTH,
    steps: bool = True,
) -> Match:
    """A game from its briefing to the last step after it; whoever is hurt rolls that die."""
    match = its.brief(fixture)
    told = account(match, *(results or (WON, LOST)), feats=feats, hurt=hurt)
    its.settle(match, reporting.Account(told.report, tuple(moments)))
    for team in its.teams if steps else ():
        roll_downtime(team, die)
        take_every_step(team)
    match.refresh_from_db()
    return match


def roll_downtime(team: Team, die: Element) -> None:
    """Ronin are let go first: that comes before the dice."""
    while due := aftermath.steps(chronicle.scroll_of(team), chronicle.house_of(team)):
        step = due[0]
        if step.due is Due.UPKEEP:
            desk.release(team=team, game=step.game, ninja=step.ninja, author=None)
        elif step.due is Due.DOWNTIME:
            desk.roll_downtime(team=team, game=step.game, ninja=step.ninja, author=None, dice=(die,), witness="sensei")
        else:
            return


def facts(season: Season, first: int, last: int | None = None) -> Facts:
    found = Season.objects.select_related("league__house", "champion").get(pk=season.pk)
    return gathering.facts_of(material.material_of(found, first, last or first))
