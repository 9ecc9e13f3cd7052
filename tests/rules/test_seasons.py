"""Whole random seasons, and nonsense: what stays true whatever happens to a team."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.aftermath import enter, not_ready, steps
from rules.catalog import catalog
from rules.chronicle import retell, tell
from rules.dice import Element
from rules.events import (
    Advanced,
    Dismissed,
    DowntimeRolled,
    Event,
    Founded,
    Played,
    Recruited,
    Released,
    Ruled,
    UpkeepPaid,
    from_json,
    to_json,
)
from rules.game import problems, resolve
from rules.house import Downtime, HouseRules
from rules.problems import RuleBroken
from rules.report import Report
from rules.roster import problems as roster_problems
from rules.scroll import BLANK, Ninja, Scroll
from rules.words import changes, explain
from tests.rules.games import (
    SCROLLS,
    TORA,
    Season,
    after,
    changed,
    digest,
    downtime,
    hurt,
    reasons,
    seasons,
    ways_on,
    wild_events,
    wild_reports,
)
from tests.rules.teams import HOUSE, found

ROOT = Path(__file__).parents[2]


def moments(chronicle: Sequence[Event], house: HouseRules) -> Iterator[tuple[Event, Scroll, Scroll]]:
    """Each entry in its turn, with the scroll before and after it."""
    scroll = BLANK
    for event in chronicle:
        before, scroll = scroll, enter(scroll, event, house)
        yield event, before, scroll


def price(profile: str, house: HouseRules) -> int:
    return house.prices.get(profile, catalog().profiles[profile].koban)


class Ledger:
    """A team kept by hand: as slow and as obvious as a player's own notes."""

    def __init__(self, house: HouseRules) -> None:
        self.house = house
        self.treasury = house.koban.starting
        self.profiles: dict[str, str] = {}
        self.xp: dict[str, int] = {}
        self.advancements: list[str] = []

    def note(self, event: Event) -> None:
        match event:
            case Founded():
                for recruit in event.recruits:
                    self.note(recruit)
            case Recruited():
                self.profiles[event.ninja] = event.profile
                self.xp[event.ninja] = 0
                self.treasury -= price(event.profile, self.house)
            case Dismissed():
                self.treasury += (
                    price(self.profiles[event.ninja], self.house) * self.house.dismissal.refund_percent // 100
                )
                del self.profiles[event.ninja]
            case Released():
                del self.profiles[event.ninja]
            case UpkeepPaid():
                profile = catalog().profiles[self.profiles[event.ninja]]
                self.treasury -= self.house.upkeeps.get(profile.id, profile.upkeep)
            case Played():
                self.treasury += event.revenue.result + event.revenue.underdog + event.revenue.shrewd_negotiator
                for deed in event.deeds:
                    self.xp[deed.ninja] += deed.xp
            case DowntimeRolled():
                if self.house.downtime[event.roll.dice[0]] is Downtime.GAIN_XP and not self.is_unique(event.ninja):
                    self.xp[event.ninja] += self.house.awards.downtime_xp
            case Advanced():
                self.advancements.append(event.ninja)
            case Ruled():
                self.treasury += event.koban
                self.xp[event.ninja] += event.xp
            case _:
                pass

    def is_unique(self, ninja: str) -> bool:
        return self.profiles[ninja] not in {its.id for clan in catalog().clans.values() for its in clan.ninja}

    @property
    def rating(self) -> int:
        rule = self.house.rating
        koban = sum(price(profile, self.house) for profile in self.profiles.values())
        taken = sum(ninja in self.profiles for ninja in self.advancements)
        unique = sum(self.is_unique(ninja) for ninja in self.profiles)
        return koban // rule.koban_per_point + taken * rule.per_advancement + unique * rule.per_hero_or_ronin


@settings(max_examples=40)
@given(seasons())
def test_a_season_agrees_with_notes_taken_by_hand(season: Season) -> None:
    for chronicle in season.chronicles.values():
        ledger = Ledger(season.house)
        for event, _, scroll in moments(chronicle, season.house):
            ledger.note(event)
            assert scroll.treasury == ledger.treasury
            assert scroll.rating(season.house).total == ledger.rating
            assert {ninja.id: ninja.profile.id for ninja in scroll.ninja} == ledger.profiles
            assert all(ninja.xp == ledger.xp[ninja.id] for ninja in scroll.ninja)
            assert all(ninja.advancements == ledger.advancements.count(ninja.id) for ninja in scroll.ninja)


@settings(max_examples=40)
@given(seasons())
def test_a_season_keeps_every_team_legal_and_takes_nothing_back(season: Season) -> None:
    for chronicle in season.chronicles.values():
        for event, before, scroll in moments(chronicle, season.house):
            assert roster_problems(scroll, season.house) == []
            assert_sound(scroll, season.house)
            assert_nothing_is_lost(before, scroll, season.house)
            if isinstance(event, Played):
                assert steps(before, season.house) == ()
                assert not_ready(before, season.house) == []
                assert scroll.games[:-1] == before.games


def assert_sound(scroll: Scroll, house: HouseRules) -> None:
    assert scroll.treasury >= 0
    everybody = [ninja.id for ninja in (*scroll.ninja, *scroll.former)]
    assert len(set(everybody)) == len(everybody)
    assert scroll.next_id not in everybody
    assert len(set(scroll.due)) == len(scroll.due)
    assert all(scroll.has(step.ninja) for step in scroll.due)
    for ninja in scroll.ninja:
        assert_sound_ninja(ninja)


def assert_sound_ninja(ninja: Ninja) -> None:
    assert min(ninja.xp, ninja.misses, ninja.advancements) >= 0
    assert len(set(ninja.keywords)) == len(ninja.keywords)
    assert len(set(ninja.affinities)) == len(ninja.affinities)
    if ninja.profile.type.is_unique:
        assert (ninja.xp, ninja.advancements, ninja.roll) == (0, 0, None)


def assert_nothing_is_lost(before: Scroll, scroll: Scroll, house: HouseRules) -> None:
    for was in before.ninja:
        now = next(its for its in (*scroll.ninja, *scroll.former) if its.id == was.id)
        assert now.xp >= was.xp
        assert house.level_at(now.xp) >= house.level_at(was.xp)
        assert now.advancements in (was.advancements, was.advancements + 1)
        assert (now.movement, now.attack, now.defense) >= (0, 0, 0)
        assert now.price == was.price


@settings(max_examples=20)
@given(seasons())
def test_retelling_a_season_equals_telling_it_step_by_step(season: Season) -> None:
    for chronicle in season.chronicles.values():
        for number, (_, _, scroll) in enumerate(moments(chronicle, season.house), start=1):
            if number % 5 == 0 or number == len(chronicle):
                assert retell(chronicle[:number], season.house) == scroll


@settings(max_examples=20)
@given(seasons())
def test_a_season_that_travelled_as_json_tells_the_same_scrolls(season: Season) -> None:
    for chronicle in season.chronicles.values():
        sent = [json.dumps(to_json(event)) for event in chronicle]
        arrived = [from_json(json.loads(text)) for text in sent]
        assert arrived == list(chronicle)
        assert digest(retell(arrived, season.house)) == digest(retell(chronicle, season.house))


@settings(max_examples=20)
@given(seasons())
def test_every_entry_of_a_season_can_be_put_into_words(season: Season) -> None:
    for chronicle in season.chronicles.values():
        for event, before, scroll in moments(chronicle, season.house):
            assert explain(event, before, season.house).strip()
            for change in changes(before, scroll, season.house):
                assert change.before != change.after
            assert changes(scroll, scroll, season.house) == []


# Reports of any kind

ABSENT = changed(changed(TORA, "n2", misses=1), "n3", starts_in_healing_house=True)
PLAYED_ONCE = after(SCROLLS["ika"], hurt("n6"))
WILD = {"tora": ABSENT, "ika": PLAYED_ONCE}


@settings(max_examples=300)
@given(wild_reports(WILD))
def test_a_report_without_problems_is_always_resolved(report: Report) -> None:
    untouched = {team: digest(scroll) for team, scroll in WILD.items()}
    found = problems(report, WILD, HOUSE)
    if found:
        with pytest.raises(RuleBroken) as caught:
            resolve(report, WILD, HOUSE)
        assert reasons(caught.value) == [(problem.code, problem.subject) for problem in found]
    else:
        resolution = resolve(report, WILD, HOUSE)
        for team, scroll in resolution.scrolls.items():
            assert scroll == tell(WILD[team], resolution.events[team], HOUSE)
            assert_sound(scroll, HOUSE)
    assert {team: digest(scroll) for team, scroll in WILD.items()} == untouched


# Entries of any kind


@settings(max_examples=100)
@given(st.data())
def test_any_nonsense_is_either_told_or_refused_and_never_half_happens(data: st.DataObject) -> None:
    scroll = after(TORA, hurt("n2", "n3", "n4"), downtime("n2", Element.WATER))
    for _ in range(data.draw(st.integers(1, 20))):
        event = data.draw(wild_events(scroll, HOUSE))
        untouched = digest(scroll)
        told = None
        with suppress(RuleBroken):
            told = tell(scroll, event, HOUSE)
        assert digest(scroll) == untouched
        if told:
            assert_sound(told, HOUSE)
            assert explain(event, scroll, HOUSE)
            scroll = told
    # Whatever was told, the team can always take its steps and go on.
    data.draw(ways_on(scroll, HOUSE))


# In any process

RETOLD = """
import json, sys
from rules.chronicle import retell
from rules.events import from_json
from rules.house import rulebook
from tests.rules.test_seasons import account
print(account(retell([from_json(data) for data in json.load(sys.stdin)], rulebook())))
"""


def account(scroll: Scroll) -> str:
    """A scroll, and what is wrong with a report that says nothing of it: every order in them shows."""
    nothing = problems(Report("g1", "brawl", ()), dict.fromkeys("abcdefgh", scroll), HOUSE)
    return digest(scroll) + " ".join(problem.key for problem in nothing)


def test_another_process_tells_the_same_scroll() -> None:
    story: list[Event] = [
        found("The tora", "tora", "tora-chunin", "tora-kaiken", "tora-kaiken", "benkei"),
        hurt("n1", "n2", "n3"),
        downtime("n1", Element.SPIRIT),
        Released("g1", "n4"),
        Ruled("A gift.", ninja="n2", xp=30, gives=("leap", "nimble", "sneaky")),
        Ruled("They may.", allows=("too-few:tora-kaiken", "nameless:n1", "too-many:tora-oni")),
    ]
    here = account(retell(story, HOUSE))
    for seed in ("0", "1", "2"):
        other = subprocess.run(
            [sys.executable, "-c", RETOLD],
            input=json.dumps([to_json(event) for event in story]),
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert other.stdout.strip() == here
