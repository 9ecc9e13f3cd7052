"""Whole random seasons, told otherwise: nothing is lost, nothing is half told, and amending back restores it all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.amendment import Recorded, Retelling, Told, amend, game_of, told, uphold
from rules.chronicle import priced, retell, tell
from rules.events import Amended, Played, SeasonBegan, Word, from_json, to_json
from rules.game import Briefing, brief, resolve
from rules.house import HouseRules
from rules.scroll import BLANK, Scroll
from rules.words import explain_told
from tests.rules.games import Season, seasons, settled, true_reports
from tests.rules.test_seasons import assert_sound_ninja

GAMES = 3
Records = list[Recorded]


@st.composite
def two_seasons(draw: st.DrawFn) -> Season:
    """Games, another season with what its teams may keep, and one more game."""
    first = draw(seasons(GAMES - 1))
    keeps = draw(st.booleans()), draw(st.booleans()), draw(st.booleans())
    chronicles = {team: [*events, SeasonBegan("Winter", *keeps)] for team, events in first.chronicles.items()}
    scrolls = {team: retell(events, first.house) for team, events in chronicles.items()}
    final = resolve(draw(true_reports(scrolls, first.house, f"g{GAMES}")), scrolls, first.house)
    for team, events in chronicles.items():
        events += [final.events[team], *settled(draw, final.scrolls[team], first.house)[1]]
    return Season(first.house, chronicles)


@dataclass
class League:
    """All chronicles of a season as they are kept, and what each game was briefed and told as."""

    house: HouseRules
    records: dict[str, Records]
    briefings: dict[str, Briefing]
    reported: dict[str, Mapping[str, Played]]

    def scrolls_before(self, game: str) -> dict[str, Scroll]:
        return {team: before(records, game) for team, records in self.records.items()}

    def another(self, data: st.DataObject, game: str) -> Mapping[str, Played]:
        """What else may have happened in that game."""
        scrolls = self.scrolls_before(game)
        report = data.draw(true_reports(scrolls, self.house, game, self.briefings[game]))
        return resolve(report, scrolls, self.house, self.briefings[game]).events

    def amend(
        self, game: str, events: Mapping[str, Played] | None, choices: Mapping[int, Word] | None = None
    ) -> dict[str, Retelling]:
        found = {
            team: amend(records, game, events[team] if events else None, choices)
            for team, records in self.records.items()
        }
        for team, retelling in found.items():
            self.records[team] = written(self.records[team], retelling)
        return found

    def scrolls(self) -> dict[str, Scroll]:
        return {team: last(records) for team, records in self.records.items()}


def kept(season: Season) -> League:
    """The season in the form in which chronicles are kept."""
    records = {
        team: [Recorded(n, priced(event, season.house), season.house) for n, event in enumerate(events, start=1)]
        for team, events in season.chronicles.items()
    }
    league = League(season.house, records, {}, {})
    for number in range(1, GAMES + 1):
        game = f"g{number}"
        league.briefings[game] = brief(league.scrolls_before(game), season.house)
        league.reported[game] = {
            team: event
            for team, events in season.chronicles.items()
            for event in events
            if isinstance(event, Played) and event.game == game
        }
    return league


def written(records: Sequence[Recorded], retelling: Retelling) -> Records:
    """The chronicle with the words of the amendment at its end, as they come back from where they are stored."""
    house, number = records[-1].house, len(records)
    words = [from_json(to_json(said)) for said in retelling.words]
    return [*records, *(Recorded(number + n, said, house) for n, said in enumerate(words, start=1))]


def before(records: Sequence[Recorded], game: str) -> Scroll:
    number = game_of(records, game)
    return next(its.before for its in told(records) if its.number == number)


def last(records: Sequence[Recorded]) -> Scroll:
    scroll = BLANK
    for its in told(records):
        scroll = its.after
    return scroll


def as_told(records: Sequence[Recorded]) -> list[tuple[object, Word]]:
    return [(its.event, its.word) for its in told(records) if not isinstance(its.event, Amended)]


def assert_sound(scroll: Scroll) -> None:
    """What holds of a scroll however its past was amended."""
    assert scroll.treasury >= 0
    everybody = [ninja.id for ninja in (*scroll.ninja, *scroll.former)]
    assert len({*everybody, *scroll.struck}) == len(everybody) + len(scroll.struck)
    assert scroll.next_id not in scroll.ids
    assert len(set(scroll.due)) == len(scroll.due)
    assert all(scroll.has(step.ninja) for step in scroll.due)
    assert len({record.game for record in scroll.games}) == len(scroll.games)
    for ninja in scroll.ninja:
        assert_sound_ninja(ninja)


def assert_readable(its: Told) -> None:
    assert explain_told(its).strip()


def any_game() -> st.SearchStrategy[str]:
    return st.sampled_from([f"g{n}" for n in range(1, GAMES + 1)])


def any_choices() -> st.SearchStrategy[dict[int, Word]]:
    return st.dictionaries(st.integers(1, 60), st.sampled_from(Word), max_size=20)


# One amendment


@settings(max_examples=40)
@given(two_seasons(), any_game(), st.data())
def test_any_other_report_can_be_told_and_amending_back_restores_every_scroll(
    season: Season, game: str, data: st.DataObject
) -> None:
    league = kept(season)
    scrolls, entries = league.scrolls(), {team: as_told(records) for team, records in league.records.items()}
    choices = data.draw(any_choices())
    events = league.another(data, game)
    for team, retelling in league.amend(game, events, choices).items():
        records = league.records[team]
        assert last(records) == retelling.after
        assert_sound(retelling.after)
        assert any(record.game == game for record in retelling.after.games)
        for its in told(records):
            assert_readable(its)
    league.amend(game, league.reported[game])
    assert league.scrolls() == scrolls
    assert {team: as_told(records) for team, records in league.records.items()} == entries


@settings(max_examples=25)
@given(two_seasons(), any_game(), st.data())
def test_a_voided_game_leaves_no_trace_and_can_be_brought_back(season: Season, game: str, data: st.DataObject) -> None:
    league = kept(season)
    scrolls = league.scrolls()
    choices = data.draw(any_choices())
    for retelling in league.amend(game, None, choices).values():
        assert_sound(retelling.after)
        assert all(record.game != game for record in retelling.after.games)
    league.amend(game, league.reported[game])
    assert league.scrolls() == scrolls


@settings(max_examples=25)
@given(two_seasons(), any_game(), st.data())
def test_every_impossible_entry_is_struck_or_upheld_as_it_was_chosen(
    season: Season, game: str, data: st.DataObject
) -> None:
    league = kept(season)
    events = data.draw(st.none() | st.just(league.another(data, game)))
    upheld = data.draw(st.sets(st.integers(2, 60)))
    choices = {n: Word.UPHELD if n in upheld else Word.STRUCK for n in range(2, 300)}
    for team, retelling in league.amend(game, events, choices).items():
        words = {its.number: its.word for its in told(league.records[team])}
        for entry in retelling.impossible:
            assert words[entry.number] is entry.word
            assert entry.why
            if isinstance(entry.event, Played):
                assert entry.word is Word.UPHELD
            elif entry.may_stand:
                assert entry.word is choices[entry.number]
            else:
                assert entry.word is Word.STRUCK
        amended = {game_of(league.records[team], game)}
        touched = amended | {entry.number for entry in retelling.impossible}
        assert all(word is Word.STANDS for number, word in words.items() if number not in touched)


# Many


@settings(max_examples=25)
@given(two_seasons(), st.data())
def test_games_amended_and_voided_in_any_order_are_restored_in_any_order(season: Season, data: st.DataObject) -> None:
    """With what an amendment chooses by itself nothing is ever lost for good."""
    league = kept(season)
    scrolls = league.scrolls()
    for game in data.draw(st.lists(any_game(), min_size=1, max_size=4)):
        league.amend(game, None if data.draw(st.integers(0, 3)) == 0 else league.another(data, game))
    for game in data.draw(st.permutations(sorted(league.reported))):
        league.amend(game, league.reported[game])
    assert league.scrolls() == scrolls


@settings(max_examples=25)
@given(two_seasons(), any_game(), st.data())
def test_saying_the_same_again_says_nothing(season: Season, game: str, data: st.DataObject) -> None:
    league = kept(season)
    for events in (league.reported[game], league.another(data, game)):
        league.amend(game, events)
        assert all(retelling.words == () for retelling in league.amend(game, events).values())


@settings(max_examples=25)
@given(two_seasons())
def test_without_amendments_a_chronicle_is_told_as_it_always_was(season: Season) -> None:
    for records in kept(season).records.values():
        assert last(records) == retell([record.event for record in records], season.house)


@settings(max_examples=25)
@given(two_seasons())
def test_upholding_what_is_possible_grants_nothing(season: Season) -> None:
    for records in kept(season).records.values():
        for its in told(records):
            assert uphold(its.before, its.event, its.house) == tell(its.before, its.event, its.house)
