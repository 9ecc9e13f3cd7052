"""What every feat of every challenge scores and earns, row by row and for every type of model."""

from dataclasses import replace

import pytest

from rules.catalog import Side, Type, catalog
from rules.game import resolve
from rules.house import HouseRules
from rules.problems import RuleBroken
from rules.report import Report, TeamReport, counted_points
from rules.scroll import Scroll
from tests.rules.games import LOST, WON, reasons, row
from tests.rules.teams import HOUSE, drafted

# One of each type, in the order of the types: n1 the chunin to n6 the oni, n7 a hero, n8 a ronin.
EVERYBODY: Scroll = drafted("Everybody", "tora", *(f"tora-{type_}" for type_ in list(Type)[:6]), "byakko", "benkei")
WHO = {type_: f"n{number}" for number, type_ in enumerate(Type, start=1)}
NON_CHUNIN = (Type.KAIKEN, Type.YAJIRI, Type.MADOUSHI, Type.KUNOICHI, Type.ONI)
ATTACKER, DEFENDER = Side

# challenge, feat, side, then (points, XP) for a chunin and for any other clan ninja; None: it cannot do this.
Pair = tuple[int, int] | None
TABLE: list[tuple[str, str, Side | None, Pair, Pair]] = [
    ("assassination", "vip-injured", None, (3, 3), (3, 3)),
    ("assassination", "vip-stunned", None, (1, 0), (1, 0)),
    ("assassination", "injury", None, (0, 1), (0, 1)),
    ("assassination", "chunin-stunned", None, None, (0, 1)),
    ("assassination", "reveal", None, (0, 1), (0, 1)),
    ("intercept-the-messenger", "messenger-injured", ATTACKER, (1, 3), (1, 3)),
    ("intercept-the-messenger", "messenger-escaped", DEFENDER, (2, 2), (2, 2)),
    ("intercept-the-messenger", "injury", ATTACKER, (0, 1), (0, 1)),
    ("intercept-the-messenger", "injury", DEFENDER, (0, 1), (0, 1)),
    ("intercept-the-messenger", "chunin-stunned", ATTACKER, None, (0, 1)),
    ("intercept-the-messenger", "reveal", DEFENDER, (0, 1), (0, 1)),
    ("champion", "named-champion", None, None, (0, 2)),
    ("champion", "champion-injury", None, (3, 1), (3, 1)),
    ("champion", "champion-stun", None, (1, 0), (1, 0)),
    ("champion", "injury", None, (0, 1), (0, 1)),
    ("champion", "chunin-stunned", None, None, (0, 1)),
    ("champion", "reveal", None, (0, 1), (0, 1)),
    ("king-of-the-hill", "held-the-hill", None, (1, 2), (1, 2)),
    ("king-of-the-hill", "injury", None, (0, 1), (0, 1)),
    ("king-of-the-hill", "chunin-stunned", None, None, (0, 1)),
    ("king-of-the-hill", "reveal", None, (0, 1), (0, 1)),
    ("infiltration", "medal-picked-up", None, (1, 1), (1, 1)),
    ("infiltration", "medal-brought-home", None, (2, 3), (2, 3)),
    ("infiltration", "injury", None, (0, 1), (0, 1)),
    ("infiltration", "chunin-stunned", None, None, (0, 1)),
    ("infiltration", "reveal", None, (0, 1), (0, 1)),
    ("brawl", "brawl-injury", None, (1, 1), (1, 2)),
    ("brawl", "brawl-chunin-injury", None, (1, 2), (2, 2)),
    ("brawl", "chunin-stunned", None, None, (0, 1)),
    ("brawl", "reveal", None, (0, 1), (0, 1)),
    ("search", "crate-checked", None, (1, 1), (1, 1)),
    ("search", "objective-found", None, (3, 2), (3, 2)),
    ("search", "injury", None, (0, 1), (0, 1)),
    ("search", "chunin-stunned", None, None, (0, 1)),
    ("search", "reveal", None, (0, 1), (0, 1)),
    ("capture-the-medal", "enemy-medal-taken", None, (1, 1), (1, 1)),
    ("capture-the-medal", "own-medal-returned", None, (0, 2), (0, 2)),
    ("capture-the-medal", "enemy-medal-captured", None, (4, 3), (4, 3)),
    ("capture-the-medal", "injury", None, (0, 1), (0, 1)),
    ("capture-the-medal", "chunin-stunned", None, None, (0, 1)),
    ("capture-the-medal", "reveal", None, (0, 1), (0, 1)),
]
SCROLLS = {"ours": EVERYBODY, "theirs": EVERYBODY}


def test_the_table_above_holds_every_feat_of_every_challenge() -> None:
    assert {(challenge, feat) for challenge, feat, *_ in TABLE} == {
        (challenge.id, feat.id) for challenge in catalog().challenges.values() for feat in HOUSE.feats_of(challenge)
    }


def outcome(
    challenge: str, feat: str, side: Side | None, type_: Type, times: int = 1, house: HouseRules = HOUSE
) -> tuple[int, int]:
    """The points and the XP that one model of this type makes of the feat."""
    other = {ATTACKER: DEFENDER, DEFENDER: ATTACKER}[side] if side else None
    team = TeamReport("ours", WON, 0, {WHO[type_]: row({feat: times})}, side=side)
    report = Report("g1", challenge, (team, TeamReport("theirs", LOST, 0, side=other)))
    (deed,) = resolve(report, SCROLLS, house).events["ours"].deeds
    assert (deed.ninja, dict(deed.feats)) == (WHO[type_], {feat: times})
    return counted_points(team, EVERYBODY, catalog().challenges[challenge], house), deed.xp


@pytest.mark.parametrize(("challenge", "feat", "side", "chunin", "others"), TABLE)
def test_every_feat_scores_and_earns_what_the_rules_say(
    challenge: str, feat: str, side: Side | None, chunin: Pair, others: Pair
) -> None:
    assert others is not None
    for type_ in NON_CHUNIN:
        assert outcome(challenge, feat, side, type_) == others
        assert outcome(challenge, feat, side, type_, 3) == (3 * others[0], 3 * others[1])
    # Heroes and ronin score like anybody but the chunin, and never gain XP.
    assert outcome(challenge, feat, side, Type.HERO) == (others[0], 0)
    assert outcome(challenge, feat, side, Type.RONIN) == (others[0], 0)
    if chunin:
        assert outcome(challenge, feat, side, Type.CHUNIN) == chunin
    else:
        with pytest.raises(RuleBroken) as caught:
            outcome(challenge, feat, side, Type.CHUNIN)
        assert reasons(caught.value) == [("not-for-type", f"ours/n1/{feat}")]


def test_an_act_that_is_an_injury_too_earns_whatever_the_house_pays_for_one() -> None:
    house = replace(HOUSE, feats=tuple(replace(f, xp=5) if f.id == "injury" else f for f in HOUSE.feats))
    assert outcome("assassination", "vip-injured", None, Type.KAIKEN, house=house) == (3, 7)
    assert outcome("brawl", "brawl-injury", None, Type.CHUNIN, house=house) == (1, 5)
    assert outcome("brawl", "brawl-injury", None, Type.KAIKEN, house=house) == (1, 6)
    assert outcome("search", "injury", None, Type.KAIKEN, house=house) == (0, 5)
    assert outcome("search", "crate-checked", None, Type.KAIKEN, house=house) == (1, 1)


def test_a_house_changes_what_one_feat_scores_and_earns() -> None:
    house = replace(HOUSE, feat_points={"search/crate-checked": 4}, feat_xp={"search/crate-checked": 6})
    assert outcome("search", "crate-checked", None, Type.KAIKEN, house=house) == (4, 6)
    assert outcome("search", "objective-found", None, Type.KAIKEN, house=house) == (3, 2)


def test_the_feats_of_a_model_add_up() -> None:
    rows = {"n2": row({"crate-checked": 2, "objective-found": 1, "injury": 3, "reveal": 0})}
    team = TeamReport("ours", WON, 5, rows, ("n2",))
    resolution = resolve(Report("g1", "search", (team, TeamReport("theirs", LOST, 0))), SCROLLS, HOUSE)
    (deed,) = resolution.events["ours"].deeds
    assert deed.xp == 2 * 1 + 2 + 3 * 1 + 3
    assert dict(deed.feats) == {"crate-checked": 2, "objective-found": 1, "injury": 3}
    assert resolution.scrolls["ours"].find("n2").xp == 10
    assert not [warning for warning in resolution.warnings if warning.subject == "ours"]
