"""The rules to be read: every number from the rules in force, every rule with an anchor that stays."""

import re
from dataclasses import fields, replace

import pytest

from rules.articles import articles
from rules.book.chapters import book, places, rule_of, rulings
from rules.book.shapes import Rule
from rules.catalog import catalog
from rules.dice import Element
from rules.house import AcceptedBy, Downtime, HouseRules, rulebook

LONELY = replace(
    rulebook(),
    tie_breakers=(),
    downtime=dict.fromkeys(Element, Downtime.NO_EFFECT),
    upkeeps={its.id: 0 for its in catalog().ronin},
    banned_profiles=("benkei",),
    reports=replace(rulebook().reports, accepted_by=AcceptedBy.EITHER_SIDE),
    dismissal=replace(rulebook().dismissal, allowed=False),
)


def find(house: HouseRules, id_: str) -> Rule:
    return next(rule for chapter in book(house) for rule in chapter.rules if rule.id == id_)


def text(rule: Rule) -> str:
    return str(rule)


def test_every_rule_has_an_anchor_of_its_own_and_no_two_share_one() -> None:
    for chapter in book(rulebook()):
        rows = [row.id for rule in chapter.rules for table in rule.tables for row in table.rows if row.id]
        anchors = [*(rule.id for rule in chapter.rules), *rows]
        assert len(anchors) == len(set(anchors)), chapter.id
    ids = [rule.id for chapter in book(rulebook()) for rule in chapter.rules]
    assert len(ids) == len(set(ids)) == len(places())


def test_the_anchors_are_the_same_whatever_is_played() -> None:
    assert [[rule.id for rule in its.rules] for its in book(LONELY)] == [
        [rule.id for rule in its.rules] for its in book(rulebook())
    ]


def test_every_article_of_the_house_rules_is_told_by_a_rule() -> None:
    chapters = book(rulebook())
    for article in articles(rulebook()):
        assert rule_of(article.key, chapters), article.key


@pytest.mark.parametrize(
    ("group", "name", "rule"),
    [
        ("koban", "starting", "budget"),
        ("koban", "win", "revenue"),
        ("koban", "draw", "revenue"),
        ("koban", "loss", "revenue"),
        ("koban", "underdog_most", "underdog"),
        ("koban", "shrewd_negotiator", "shrewd-negotiator"),
        ("rating", "koban_per_point", "rating"),
        ("rating", "per_advancement", "rating"),
        ("rating", "per_hero_or_ronin", "rating"),
        ("underdog", "reroll_token", "underdog"),
        ("underdog", "moon_power_token", "underdog"),
        ("underdog", "extra_all_star", "underdog"),
        ("league_points", "win", "league-points"),
        ("league_points", "draw", "league-points"),
        ("league_points", "loss", "league-points"),
        ("awards", "downtime_xp", "downtime-xp"),
        ("dismissal", "refund_percent", "dismissing"),
        ("reports", "silence_accepts_after_days", "accepted"),
    ],
)
def test_a_changed_number_changes_its_rule_and_is_marked(group: str, name: str, rule: str) -> None:
    changed = replace(rulebook(), **{group: replace(getattr(rulebook(), group), **{name: 77})})
    assert "77" not in text(find(rulebook(), rule))
    told = find(changed, rule)
    assert any("77" in fact.value and fact.printed for fact in told.facts)


def test_every_number_of_the_house_rules_was_tried_above() -> None:
    tried = {"koban", "rating", "underdog", "league_points", "awards", "dismissal", "reports"}
    tables = {"tie_breakers", "feats", "levels", "advancement", "downtime", "random_challenge"}
    catalogs = {"banned_challenges", "banned_profiles", "prices", "upkeeps", "allowances", "feat_points", "feat_xp"}
    assert {its.name for its in fields(HouseRules)} == tried | tables | catalogs


def test_a_changed_row_stands_beside_the_rulebooks() -> None:
    gentle = replace(rulebook(), downtime={**rulebook().downtime, Element.VOID: Downtime.NO_EFFECT})
    (table,) = find(gentle, "downtime").tables
    rows = {row.id: row for row in table.rows}
    assert rows["void"].cells == ("Nothing comes of it.",)
    assert rows["void"].printed == ("It misses the next 2 league games of its team.",)
    assert not rows["fire"].printed
    assert [row.title for row in find(gentle, "absence").tables[0].rows] == ["Fire"]


def test_a_level_that_the_rulebook_has_not_is_new() -> None:
    risen = replace(rulebook().levels[-1], id="myth", name="Myth", xp=999)
    (table,) = find(replace(rulebook(), levels=(*rulebook().levels, risen)), "levels").tables
    assert [row.title for row in table.rows if row.is_new] == ["Myth"]


def test_by_the_rulebook_nothing_is_marked() -> None:
    for chapter in book(rulebook()):
        for rule in chapter.rules:
            assert not any(its.is_changed for its in rule.says)
            assert not any(fact.printed for fact in rule.facts)
            assert not any(row.printed or row.is_new for table in rule.tables for row in table.rows)


def test_what_a_league_has_not_got_is_not_told() -> None:
    assert not find(LONELY, "tie-breakers").tables
    assert "share their place" in text(find(LONELY, "tie-breakers"))
    assert not find(LONELY, "absence").tables
    assert not find(LONELY, "upkeep").tables
    assert "Benkei" in text(find(LONELY, "clan"))
    assert "Nobody may be dismissed" in text(find(LONELY, "dismissing"))
    assert "silence" not in text(find(LONELY, "accepted"))


def test_what_doubles_give_is_spelt_as_on_a_scroll() -> None:
    (table,) = find(rulebook(), "doubles").tables
    assert [row.cells[0] for row in table.rows] == ["+1 DF", "+1 DF", "Another affinity", "+1 MV", "+1 AT", "+1 AT"]


def test_the_worked_examples_add_up() -> None:
    for id_ in ("rating", "league-points", "revenue"):
        example = find(rulebook(), id_).example
        assert example is not None
        assert example.total is not None
        parts = [int(re.sub(r"\D", "", step.value)) for step in example.steps]
        assert sum(parts) == int(re.sub(r"\D", "", example.total.value)), id_


def test_where_the_rulebook_is_silent_the_rule_says_so() -> None:
    ours = {rule.id for _, rule in rulings(book(rulebook()))}
    assert {"tie-breakers", "league-points", "dismissing", "sparing", "conceding", "all-star", "dice"} <= ours
    assert "upkeep" not in ours


def test_it_is_said_that_a_season_may_begin_without_experience() -> None:
    assert "season in which experience begins anew" in text(find(rulebook(), "never-lost"))


def test_no_ruling_compares_numbers_that_a_league_may_change() -> None:
    lavish = replace(rulebook(), koban=replace(rulebook().koban, draw=77))
    assert "between" not in find(lavish, "revenue").ruling
