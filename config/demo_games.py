"""The demo's games: briefed, reported, and everything that followed taken at the desk, with fixed dice."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from random import Random
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db.models import QuerySet

from league.models import Fixture, Season
from league.permissions import Standing
from matches import briefings, comments, desk, reporting
from matches.models import Match, Report
from matches.models import Side as Seat
from matches.permissions import Voice
from matches.reporting import Account
from rules import advancement, aftermath
from rules import report as reports
from rules.catalog import Challenge, Side, Type, catalog
from rules.chronicle import spareable, why_not
from rules.dice import Element
from rules.game import TeamBriefing
from rules.house import HouseRules
from rules.report import NinjaReport, TeamReport
from rules.scroll import Due, Ninja, Result, Scroll, Step
from teams import chronicle, names, services
from teams.models import Team

ELEMENTS = tuple(Element)
WITNESS = "sensei"
BOLD, CAREFUL = (1, 2, 2, 3), (0, 1, 1, 2)  # how many feats somebody tries
HURT = 0.2  # how likely somebody ends in the Healing House
SPARE_KOBAN = 25  # above it a team recruits
DICE = "tide"  # another word, other dice
Leaves = Mapping[int, Collection[Due]]  # by team: what its player has not got round to


def chance_of(fixture: Fixture) -> Random:
    """The same everywhere, and another for each game."""
    its = fixture.round
    return Random(f"{DICE} {its.season.number} {its.number} {fixture.position} {fixture.tie}")  # noqa: S311


def open_games(season: Season) -> QuerySet[Fixture]:
    """Those whose teams are known, in their order."""
    games = Fixture.objects.filter(round__season=season, state=Fixture.State.SCHEDULED, sides__isnull=False)
    return games.distinct().select_related("round__season")


def play(fixture: Fixture, leaves: Leaves) -> Match:
    """A game from the briefing to the last step after it: one of those who played reports it, the other signs."""
    chance = chance_of(fixture)
    match = brief(fixture)
    told = account(match, chance, needs_winner=bool(fixture.tie))
    home, away = match.sides.select_related("team__owner")
    report = file(match, home, told)
    reporting.countersign(report=report, author=owner_of(away), voice=voice_of(away))
    _tell_of(match, chance)
    for side in (home, away):
        left = leaves.get(side.team_id, ())
        take_steps(side.team, chance, left)
        if not left:
            _grow(side.team, chance)
    return match


def brief(fixture: Fixture) -> Match:
    """By the player of the first team."""
    home = fixture.sides.select_related("entrant__team__owner")[0]
    return briefings.brief(fixture=fixture, author=home.entrant.team.owner)


def file(match: Match, side: Seat, told: Account) -> Report:
    """A side says what happened."""
    key = key_of(match, f"filed {side.position}")
    return reporting.file(match=match, account=told, author=owner_of(side), voice=voice_of(side), key=key)


def voice_of(side: Seat) -> Voice:
    return Voice(Standing.PLAYER, frozenset([side.team_id]))


def owner_of(side: Seat) -> User:
    """In the demo every team is somebody's."""
    return User.objects.get(teams=side.team_id)


def key_of(match: Match, what: str) -> UUID:
    return uuid5(match.key, what)


# What happened


def account(match: Match, chance: Random, *, needs_winner: bool = False) -> Account:
    house = briefings.rules_of(match)
    challenge = chance.choice(house.challenges)
    briefing = briefings.briefing_of(match)
    scrolls = reporting.scrolls_of(match)
    sides = challenge.sides or (None,) * len(scrolls)
    while True:
        teams = [
            _team(slug, scroll, briefing[slug], challenge, side, house, chance)
            for (slug, scroll), side in zip(scrolls.items(), sides, strict=True)
        ]
        if not needs_winner or teams[0].points != teams[1].points:
            break
    told = reports.Report(match.game, challenge.id, tuple(_with_results(teams)))
    return Account(told, tuple(_moments(told, challenge, chance)))


def _team(
    slug: str,
    scroll: Scroll,
    briefing: TeamBriefing,
    challenge: Challenge,
    side: Side | None,
    house: HouseRules,
    chance: Random,
) -> TeamReport:
    left = {feat.id: feat.most_per_team or 3 for feat in house.feats_of(challenge)}
    rows = {}
    for ninja in scroll.ninja:
        if ninja.is_available:
            rows[ninja.id] = NinjaReport(
                True, _feats(ninja, challenge, side, house, left, chance), chance.random() < HURT
            )
    stars = sorted(rows, key=lambda id_: -sum(rows[id_].feats.values()))[: briefing.all_stars]
    told = TeamReport(slug, Result.LOST, 0, rows, tuple(stars), side)
    points = reports.counted_points(told, scroll, challenge, house)
    return TeamReport(slug, Result.LOST, points, rows, tuple(stars), side)


def _feats(
    ninja: Ninja, challenge: Challenge, side: Side | None, house: HouseRules, left: dict[str, int], chance: Random
) -> dict[str, int]:
    able = [
        feat
        for feat in house.feats_of(challenge)
        if left[feat.id] and reports.is_for_type(feat, ninja) and reports.is_for_side(feat, side)
    ]
    done: dict[str, int] = {}
    tried = chance.choice(BOLD if ninja.profile.type is Type.CHUNIN else CAREFUL)
    for feat in chance.sample(able, min(len(able), tried)):
        done[feat.id] = 1
        left[feat.id] -= 1
    return done


def _with_results(teams: Sequence[TeamReport]) -> list[TeamReport]:
    results = reports.results_by_points({its.team: its.points for its in teams})
    return [replace(its, result=results[its.team]) for its in teams]


def _moments(told: reports.Report, challenge: Challenge, chance: Random) -> list[reporting.Moment]:
    done = [
        (chance.randint(1, challenge.rounds), team.team, ninja, feat)
        for team in told.teams
        for ninja, row in team.ninja.items()
        for feat, times in row.feats.items()
        for _ in range(times)
    ]
    return sorted(done, key=lambda moment: moment[0])


STORIES = (
    "It was over before the tea was cold. *Nobody* had seen the lantern fall.",
    "Two rounds of patience, one round of madness. We are still arguing about the bridge.",
    "The rain decided half of it. The other half was a very good roll, and a **very** loud cheer.",
)

COMMENTS = (
    "I want that on a scroll above my bed.",
    "Next time I bring my own dice.",
    "Who moved the lantern? We all saw it. Nobody says a word.",
    "The best last round of the season so far.",
)


def _tell_of(match: Match, chance: Random) -> None:
    """Some games are worth a story, some a word."""
    people = [owner_of(side) for side in match.sides.select_related("team__owner")]
    if chance.random() < 0.4:
        reporting.tell_story(match=match, author=people[0], text=chance.choice(STORIES))
    if chance.random() < 0.4:
        text = chance.choice(COMMENTS)
        comments.add(match=match, author=people[1], text=text, key=key_of(match, "comment"))


# What followed


def take_steps(team: Team, chance: Random, left: Collection[Due] = ()) -> None:
    house, scroll = chronicle.house_of(team), chronicle.scroll_of(team)
    while due := aftermath.steps(scroll, house):
        if due[0].due in left:
            return
        scroll = _take(team, scroll, due[0], house, chance).scroll


def _take(team: Team, scroll: Scroll, step: Step, house: HouseRules, chance: Random) -> services.Done:
    who = team.owner
    dice = tuple(chance.choice(ELEMENTS) for _ in range(2))
    match step.due:
        case Due.UPKEEP:
            pays = house.upkeep(scroll.find(step.ninja).profile) <= scroll.treasury
            return (desk.pay if pays else desk.release)(team=team, game=step.game, ninja=step.ninja, author=who)
        case Due.SPARE:
            spared = chance.choice(spareable(scroll, step)).id
            return desk.spare(team=team, game=step.game, ninja=spared, by=step.ninja, author=who)
        case Due.DOWNTIME:
            return desk.roll_downtime(
                team=team, game=step.game, ninja=step.ninja, author=who, dice=dice[:1], witness=WITNESS
            )
        case Due.ADVANCEMENT:
            return desk.roll_advancement(team=team, ninja=step.ninja, author=who, dice=dice, witness=WITNESS)
        case Due.CHOICE:
            offered = advancement.choices(scroll.find(step.ninja), house)
            if offered.gain:
                return desk.advance(team=team, ninja=step.ninja, author=who, gain=offered.gain)
            return desk.advance(team=team, ninja=step.ninja, author=who, keyword=chance.choice(offered.keywords))


def _grow(team: Team, chance: Random) -> None:
    """Whoever has koban to spare looks for another ninja."""
    house, scroll = chronicle.house_of(team), chronicle.scroll_of(team)
    if scroll.treasury < SPARE_KOBAN:
        return
    able = [its for its in catalog().profiles.values() if not why_not(its, scroll, house)]
    if able:
        profile = chance.choice(able)
        name = names.for_ninja(profile, team.clan, [ninja.name for ninja in scroll.ninja], chance.choice)
        abilities = [ability.id for ability in profile.choices[: profile.choose]]
        services.recruit(team=team, profile=profile.id, name=name, abilities=abilities, author=team.owner)
