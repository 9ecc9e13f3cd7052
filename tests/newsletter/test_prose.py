"""The text: right in its grammar, and with no name and no figure that is not among the facts."""

import dataclasses
import re
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings

from league.standings import Outcome
from matches.newsletter import phrases, prose, results
from matches.newsletter.facts import DeedFact, Facts, GameFact, LevelFact, MomentFact, NextFact, PairingFact, SideFact
from matches.newsletter.grammar import NUMBERS, ORDINALS, Voice, unescaped
from rules.catalog import catalog
from rules.house import rulebook
from tests.newsletter.strategies import facts, games

GREEK = re.compile("[\u0391-\u03c9]+")
WORDS = {word: n for words in (NUMBERS, ORDINALS) for n, word in enumerate(words)} | {"once": 1, "twice": 2}
# Words that the phrases use without counting anything.
SAID_ANYWAY = {"no", "one", "second", "once"}


def lines(text: str) -> Iterator[str]:
    """The sentences and items, without headings and charts."""
    for line in text.splitlines():
        if line and not line.startswith(("#", "[chart:")):
            yield line.removeprefix("- ")


def values_in(thing: Any) -> Iterator[Any]:
    """Everything in the facts, however deep."""
    if dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            yield from values_in(getattr(thing, field.name))
    elif isinstance(thing, tuple):
        yield len(thing)
        for item in thing:
            yield from values_in(item)
    elif isinstance(thing, date):
        yield from (thing.day, thing.year)
    else:
        yield thing


def figures_of(its: Facts) -> set[int]:
    """Those in the facts, and those that follow from them: totals, leads, places and how many there are of a kind."""
    found = {value for value in values_in(its) if isinstance(value, int)} | {its.points, its.played}
    found |= {abs(mover.places) for mover in its.movers} | {upset.behind for upset in its.upsets}
    for game in its.games:
        present = [side.points for side in game.present]
        found |= {abs(one - other) for one in present for other in present}
    for kind in ([level.level for level in its.levels], [str(absence.games) for absence in its.absences]):
        found |= {kind.count(one) for one in kind}
    return found


@given(facts())
@settings(max_examples=150)
def test_every_name_in_the_text_is_among_the_facts(its: Facts) -> None:
    known = {name for value in values_in(its) if isinstance(value, str) for name in GREEK.findall(value)}
    assert set(GREEK.findall(prose.written(its))) <= known
    assert set(GREEK.findall(prose.title_of(its))) <= known


@given(facts())
@settings(max_examples=150)
def test_every_figure_in_the_text_is_among_the_facts(its: Facts) -> None:
    text, known = unescaped(prose.written(its)), figures_of(its)
    digits = {int(number) for number in re.findall(r"\d+", text)}
    spoken = {word for word in re.findall(r"[a-z]+", text.lower()) if word in WORDS} - SAID_ANYWAY
    assert digits <= known, digits - known
    assert {WORDS[word] for word in spoken} <= known


@given(facts())
@settings(max_examples=150)
def test_no_sentence_is_empty_torn_or_without_its_end(its: Facts) -> None:
    text = prose.written(its)
    assert "  " not in text
    assert "\n\n\n" not in text
    assert not re.search(r"[{}]|None|\(\)| [,.:;]|\.\.|,,| $", text, re.MULTILINE)
    assert text.endswith("\n")
    for line in lines(text):
        assert line[0].isalnum()
        assert line.endswith((".", ":")) or GREEK.search(line.split()[-1])
    for start in re.findall(r"(?<=[.] )\S", text):
        assert not re.match("[a-z]", start)


@given(facts())
@settings(max_examples=80)
def test_articles_and_plurals_are_right(its: Facts) -> None:
    text = prose.written(its).lower()
    assert not re.search(r"\ba (?:eight|eleven|8|11-|18-)", text)
    assert not re.search(r"\ban (?:one|two|three|four|five|six|seven|nine|ten|twelve)", text)
    assert not re.search(r"\bone (?:games|points|places|feats)\b", text)
    counts = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[2-9]|[1-9][0-9]+"
    assert not re.search(rf"\b(?:{counts}) (?:game|point|place|feat)\b(?!-)", text)
    assert not re.search(r"\bno (?:game|point|place|feat)\b", text)


@given(facts())
@settings(max_examples=30)
def test_the_same_facts_give_the_same_words(its: Facts) -> None:
    assert prose.written(its) == prose.written(dataclasses.replace(its))


@given(facts())
@settings(max_examples=60)
def test_a_title_is_one_line_that_fits(its: Facts) -> None:
    title = prose.title_of(its)
    assert 0 < len(title) <= prose.LONGEST_TITLE
    assert "\n" not in title


@given(games())
@settings(max_examples=100)
def test_a_result_names_every_team_of_the_game(game: GameFact) -> None:
    told = " ".join(results.sentences(game, Voice()))
    assert {side.team for side in game.sides} <= set(GREEK.findall(told))


def test_every_feat_of_the_catalog_can_be_told() -> None:
    house = rulebook()
    every = {feat.id for challenge in catalog().challenges.values() for feat in house.feats_of(challenge)}
    assert every <= set(phrases.VERBS)


# Told as it was


def won(points: int, against: int, outcome: Outcome = Outcome.LOST, **more: Any) -> str:
    sides = (SideFact("Tora", Outcome.WON, points), SideFact("Ika", outcome, against))
    return " ".join(results.sentences(GameFact("key", 1, sides, **more), Voice()))


@pytest.mark.parametrize(
    ("points", "against", "ways"),
    [
        (5, 3, phrases.WON),
        (5, 4, phrases.NARROW),
        (5, 0, phrases.TO_NOTHING),
        (9, 3, phrases.CLEAR),
        (3, 3, phrases.WON),  # something else than points has decided it
        (0, 0, phrases.WON),
        (1, 0, phrases.NARROW),
        (3, 5, phrases.WON),
    ],
)
def test_a_win_is_told_by_what_it_was(points: int, against: int, ways: tuple[str, ...]) -> None:
    lead = {4: "a four-point", 5: "a five-point", 6: "a six-point"}.get(points - against, "")
    values = {"winner": "Tora", "losers": "Ika", "score": f"{points}\u2011{against}", "where": "", "lead": lead}
    assert won(points, against) in {f"{way.format(**values)}." for way in ways}


def test_who_conceded_is_not_said_to_be_beaten() -> None:
    assert "conceded" in won(5, 2, Outcome.CONCEDED)


def test_a_draw_of_unequal_points_is_not_called_level() -> None:
    sides = (SideFact("Tora", Outcome.DREW, 4), SideFact("Ika", Outcome.DREW, 3))
    for key in "abcdef":
        assert "Nothing separated" not in " ".join(results.sentences(GameFact(key, 1, sides), Voice()))


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        (DeedFact("Akira", "Tora", 5, 2, "vip-injured", 1), "Tora's points"),
        (DeedFact("Akira", "Tora", 3, 2, "vip-injured", 1), "hree of Tora's five points"),
        (DeedFact("Akira", "Tora", 1, 2, "vip-stunned", 1), "one point"),
        (
            DeedFact("Akira", "Tora", 9, 4, "vip-injured", 3),
            "out the enemy VIP three times, and scored nine points",
        ),
        (DeedFact("Akira", "Tora", 0, 4, "reveal", 4), "our "),
    ],
)
def test_a_deed_is_told_with_its_share(deed: DeedFact, told: str) -> None:
    text = won(5, 3, deed=deed)
    assert "Akira" in text
    assert told in text


def test_the_last_moment_is_told_unless_it_is_the_deed_itself() -> None:
    moment = MomentFact(7, "Akira", "vip-injured")
    assert "seventh round of the game" in won(5, 3, moment=moment)
    assert "seventh" not in won(5, 3, moment=moment, deed=DeedFact("Akira", "Tora", 3, 1, "vip-injured", 1))


def test_a_forfeit_has_no_score() -> None:
    sides = (SideFact("Tora", Outcome.FORFEIT_WON), SideFact("Ika", Outcome.FORFEIT_LOST))
    told = " ".join(results.sentences(GameFact("key", 1, sides, is_forfeit=True), Voice()))
    assert "forfeit" in told
    assert "0" not in told


def test_many_names_become_a_list_by_team() -> None:
    risen = tuple(LevelFact(f"N{n}", "Tora" if n % 2 else "Ika", "Veteran") for n in range(6))
    text = prose.written(Facts("Moon", "Autumn", 1, 1, (), levels=risen))
    assert "Veteran:\n\n- Ika: N0, N2 and N4\n- Tora: N1, N3 and N5" in text


def test_what_comes_next_has_its_day() -> None:
    coming = NextFact(5, date(2025, 3, 2), (PairingFact(("Tora", "Ika")),), ("Kitsune",))
    text = prose.written(Facts("Moon", "Autumn", 4, 4, (), next=coming))
    assert "round 5" in text.lower()
    assert ", to be played by 2 March 2025:\n\n- Tora against Ika\n\nKitsune has a bye.\n" in text
