"""Whatever is wrong with a file is named with its line and a reason, and nothing is written."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches.archive import export, reading
from matches.archive.text import LARGEST_FILE
from teams.models import Team
from tests.archive.leagues import damaged, faults, lively

pytestmark = pytest.mark.django_db
Damage = Callable[[Any], object]


@pytest.fixture
def told() -> bytes:
    return export.league_file(lively().league)


@pytest.fixture
def team_told() -> bytes:
    return export.team_file(lively().teams[0])


def only(content: bytes) -> tuple[int, str]:
    (found,) = faults(content)
    return found


def line_with(content: bytes, text: str) -> int:
    return next(n for n, line in enumerate(content.decode().split("\n"), start=1) if text in line)


# Not even JSON


def test_a_good_file_has_no_fault() -> None:
    its = lively()
    assert faults(export.league_file(its.league)) == []
    assert faults(export.team_file(its.teams[0])) == []


def test_a_byte_order_mark_is_forgiven(told: bytes) -> None:
    assert faults(b"\xef\xbb\xbf" + told) == []


def test_a_file_that_was_cut_off_is_refused_where_it_ends(told: bytes) -> None:
    cut = told[: len(told) // 2]
    line, reason = only(cut)
    assert line == pytest.approx(cut.count(b"\n") + 1, abs=1)
    assert reason.startswith("This is not JSON")


def test_a_missing_comma_is_named_with_its_line(told: bytes) -> None:
    broken = told.replace(b'"version": 1\n}', b'"version" 1\n}')
    assert broken != told
    line, reason = only(broken)
    assert line == broken.count(b"\n") - 1
    assert "delimiter" in reason


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"", 1, "not JSON"),
        (b"\xff\xfe{}", 1, "not text in UTF-8"),
        (b"{}\n\xff", 2, "not text in UTF-8"),
        (b"\x1f\x8b\x08\x00compressed", 1, "not text in UTF-8"),
        (b"[" * 100_000, 1, "nested too deeply"),
        (b'{"kagejima": "league",\n "version": NaN}', 2, "NaN"),
        (b'{"kagejima": "league",\n "version": ' + b"9" * 5000 + b"}", 2, "too large"),
        (b'{"a": {\n"x": 1,\n"y": 2,\n"x": 3}}', 4, "said twice"),
        (b"[]", 1, "no file of a league"),
        (b'{"kagejima": "tavern"}', 1, "no file of a league"),
        (b'{"kagejima": ["league"]}', 1, "no file of a league"),
        (b'{"kagejima": "league",\n\n"version": 2}', 3, "version 2, this site reads version 1"),
        (b'{"kagejima": "team",\n"version": true}', 2, "version True"),
        (b'{"kagejima": "team",\n"version": 1}', 1, "missing"),
    ],
)
def test_what_is_no_league_file_is_refused(content: bytes, line: int, reason: str) -> None:
    found_line, found = only(content)
    assert found_line == line
    assert reason in found


def test_a_file_that_is_too_large_is_refused_unread() -> None:
    assert "larger than 20 MB" in only(b" " * (LARGEST_FILE + 1))[1]


# Not what it says it is


def entry(file: Any, number: int, team: int = 0) -> Any:
    return file["teams"][team]["chronicle"][number - 1]


def fixture(file: Any, number: int = 0) -> Any:
    return file["seasons"][0]["rounds"][number]["fixtures"][0]


def match(file: Any, number: int = 0) -> Any:
    return fixture(file, number)["match"]


WRONG: dict[str, tuple[Damage, str]] = {
    "wrong type": (lambda its: its["league"].update(name=7), "expected text, found 7"),
    "unknown field": (lambda its: its["league"].update(colour="red"), "unknown field “colour”"),
    "missing field": (lambda its: its["seasons"][0].pop("format"), "“format” is missing"),
    "unknown choice": (lambda its: its["seasons"][0].update(format="chess"), "“chess” is none of round-robin"),
    "too long": (lambda its: its["league"].update(name="x" * 61), "at most 60 characters"),
    "too many": (lambda its: fixture(its)["sides"][0].update(points=-1), "from 0 to"),
    "beyond the tables": (lambda its: fixture(its)["sides"][0].update(points=2**31), "from 0 to"),
    "no moment": (lambda its: its["league"].update(created_at="yesterday"), "expected a moment"),
    "no such day": (lambda its: its["league"].update(created_at="2026-02-31T00:00:00.000000Z"), "expected a moment"),
    "the year 9999": (lambda its: its["league"].update(created_at="9999-12-31T23:59:59.000000Z"), "expected a moment"),
    "no UUID": (lambda its: match(its).update(key="game-1"), "expected a UUID"),
    "unstorable text": (lambda its: its["league"].update(description="a\x00b"), "cannot be stored"),
    "half a character": (lambda its: its["league"].update(description="\ud800"), "cannot be stored"),
    "a list as a table": (lambda its: its.update(league=[]), "expected a table"),
    "a table as a list": (lambda its: its.update(teams={}), "expected a list"),
    "an address with spaces": (lambda its: its["league"].update(address="moon court"), "is not an address"),
    "a league without a name": (lambda its: its["league"].update(name=" "), "is not a name"),
    "a forged secret": (lambda its: its["teams"][0]["seeds"][0].update(secret="0" * 64), "not the one"),
    "a team twice": (lambda its: its["teams"].append(its["teams"][0]), "is there twice"),
    "a member twice": (lambda its: its["league"]["members"].append(its["league"]["members"][0]), "is there twice"),
    "a season twice": (lambda its: its["seasons"].append(its["seasons"][0]), "is there twice"),
    "an unknown team": (lambda its: its["seasons"][0]["entrants"][0].update(team="ghosts"), "no team “ghosts”"),
    "an unknown champion": (lambda its: its["seasons"][0].update(champion="ghosts"), "not in this season"),
    "an unknown division": (lambda its: its["seasons"][0]["entrants"][0].update(division="B"), "no division “B”"),
    "a stranger in a game": (lambda its: fixture(its)["sides"][0].update(team="ghosts"), "not in this season"),
    "a stranger in a report": (
        lambda its: match(its)["reports"][0]["data"]["teams"][0].update(team="ghosts"),
        "not in this match",
    ),
    "unknown house rules": (lambda its: entry(its, 1).update(house=9), "no house rules 9"),
    "impossible house rules": (
        lambda its: its.update(houses=[{"number": 1, "rules": {"koban": -1}}]),
        "houses",
    ),
    "an unknown challenge": (lambda its: match(its).update(challenge="chess"), "no challenge “chess”"),
    "a report in force that is none": (lambda its: match(its).update(accepted=7), "has a report in force"),
    "a decided game without outcome": (lambda its: fixture(its)["sides"][0].update(outcome=""), "has an outcome"),
    "a wrong result in the table": (lambda its: fixture(its)["sides"][0].update(points=7), "is not what the report"),
    "names alike": (lambda its: its["league"]["members"][1].update(person="SENSEI"), "differ only in case"),
    "no chronicle": (lambda its: its["teams"][0].update(chronicle=[]), "at least one entry"),
    "an entry left out": (lambda its: its["teams"][0]["chronicle"].pop(1), "numbered from 1"),
    "an unknown kind of event": (lambda its: entry(its, 2)["event"].update(kind="bribed"), "is not a kind of event"),
    "an unknown field of an event": (lambda its: entry(its, 2)["event"].update(luck=1), "unknown field"),
    "a private league that is open": (
        lambda its: its["league"].update(is_private=True, joining="open"),
        "only be joined by invitation",
    ),
    "playoffs of nobody": (lambda its: its["seasons"][0]["rounds"][0].update(is_playoff=True), "names who plays"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_so_is_refused_with_line_and_reason(told: bytes, name: str) -> None:
    damage, reason = WRONG[name]
    before = Team.objects.count()
    bad = damaged(told, damage)

    found = faults(bad)

    assert found
    assert any(reason in its for _, its in found), found
    assert all(0 < line <= bad.count(b"\n") + 1 for line, _ in found)
    assert Team.objects.count() == before


def test_the_line_is_the_very_line(told: bytes) -> None:
    bad = damaged(told, lambda its: its["seasons"][0].update(format="chess"))
    assert only(bad)[0] == line_with(bad, '"format": "chess"')


def test_the_line_is_right_in_a_file_that_somebody_has_laid_out_otherwise(told: bytes) -> None:
    data = json.loads(told)
    data["seasons"][0]["format"] = "chess"
    bad = json.dumps(data, indent=7, separators=(" ,", " : ")).encode()
    assert only(bad)[0] == line_with(bad, '"format" : "chess"')


# Against the rules


def forged(its: Any) -> None:
    entry(its, 1)["event"]["recruits"] *= 3


def test_a_founding_that_no_rule_allows_is_refused_at_its_entry(told: bytes) -> None:
    bad = damaged(told, forged)
    line, reason = only(bad)
    assert "The rules refuse entry 1" in reason
    assert bad.decode().split("\n")[line - 3 : line - 1] == ['   "address": "kenta-tora",', '   "chronicle": [']


@pytest.mark.parametrize(
    "event",
    [
        {"version": 1, "kind": "recruited", "ninja": "n99", "profile": "nobody", "name": "Ghost"},
        {"version": 1, "kind": "dismissed", "ninja": "n99"},
        {"version": 1, "kind": "advanced", "ninja": "n1", "keyword": "stealth"},
        {"version": 1, "kind": "founded", "name": "Again", "clan": "tora", "recruits": []},
        {"version": 1, "kind": "amended", "entry": 99, "game": "x", "word": "struck"},
        {"version": 1, "kind": "amended", "entry": 1, "game": "x", "word": "struck"},
        {"version": 1, "kind": "ruled", "reason": "x", "ninja": "n1", "gives": ["flying"]},
    ],
)
def test_a_forged_entry_is_refused(team_told: bytes, event: dict[str, Any]) -> None:
    def forge(its: Any) -> None:
        chronicle = its["team"]["chronicle"]
        chronicle.append({**chronicle[-1], "number": len(chronicle) + 1, "event": event, "key": None})

    assert len(faults(damaged(team_told, forge))) == 1


def test_xp_that_no_report_tells_of_does_not_pass_as_a_game(told: bytes) -> None:
    def forge(its: Any) -> None:
        played = next(one for one in its["teams"][0]["chronicle"] if one["event"]["kind"] == "played")
        played["event"]["result"] = "drew"

    assert any(
        "does not tell of this game what its report says" in reason for _, reason in faults(damaged(told, forge))
    )


def test_at_most_twenty_reasons_are_told(told: bytes) -> None:
    def forge(its: Any) -> None:
        its["league"]["members"] *= 50

    assert len(faults(damaged(told, forge))) == reading.MOST_FAULTS


# Anything at all


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [path] + [leaf for key, its in value.items() for leaf in _leaves(its, (*path, key))]
    if isinstance(value, list):
        return [path] + [leaf for n, its in enumerate(value) for leaf in _leaves(its, (*path, n))]
    return [path]


ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**40), 2**40),
    st.text(max_size=5),
    st.sampled_from(["n1", "won", "struck", "brawl", "tora", "kenta", {}, [], ["n1"], {"n1": 1}]),
)


@given(st.data())
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_file_with_any_one_value_changed_is_read_or_refused_and_never_an_error(
    told: bytes, data: st.DataObject
) -> None:
    file = json.loads(told)
    path = data.draw(st.sampled_from(_leaves(file)[1:]))
    holder = file
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = data.draw(ANYTHING)
    faults(json.dumps(file).encode())
