"""Dice: as they fell on the table, or cast from a seed that anybody can check later."""

import hashlib
import hmac
from collections import Counter
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Element, Roll, Source, cast, commitment, entered

SEEDS = [hashlib.sha256(n.to_bytes(4, "big")).digest() for n in range(3000)]

PINNED = ("fire", "void", "void", "void", "spirit", "air", "spirit", "water")


def by_hand(seed: bytes, purpose: str, count: int) -> list[str]:
    """The published way to check a roll: HMAC-SHA256 blocks, bytes of 252 and more passed over, the rest modulo 6."""
    faces = ["spirit", "void", "earth", "air", "water", "fire"]
    blocks = (hmac.new(seed, f"{purpose}#{n}".encode(), hashlib.sha256).digest() for n in range(count))
    return [faces[byte % 6] for block in blocks for byte in block if byte < 252][:count]


def test_the_six_faces_stand_in_the_rulebooks_order() -> None:
    assert list(Element) == ["spirit", "void", "earth", "air", "water", "fire"]


def test_an_entered_roll_is_what_fell_on_the_table() -> None:
    roll = entered(Element.FIRE, Element.AIR, witness="Hanzo")
    assert roll == Roll((Element.FIRE, Element.AIR), Source.TABLE, "Hanzo", "")
    assert entered(Element.VOID).witness == ""


@pytest.mark.parametrize(
    ("dice", "doubles"),
    [
        ((Element.FIRE, Element.FIRE), True),
        ((Element.FIRE, Element.AIR), False),
        ((Element.FIRE,), False),
        ((), False),
        ((Element.FIRE, Element.FIRE, Element.FIRE), False),
    ],
)
def test_doubles_are_two_dice_of_one_face(dice: tuple[Element, ...], doubles: bool) -> None:
    assert entered(*dice).is_doubles is doubles


@pytest.mark.parametrize("count", range(5))
def test_as_many_dice_are_cast_as_were_asked_for(count: int) -> None:
    assert len(cast(b"seed", "downtime", count).dice) == count


def test_a_cast_roll_carries_its_commitment_and_no_witness() -> None:
    roll = cast(b"seed", "downtime", 1)
    assert (roll.source, roll.witness) == (Source.SERVER, "")
    assert roll.commitment == commitment(b"seed")


def test_the_commitment_is_the_seeds_sha256() -> None:
    assert commitment(b"seed") == "19b25856e1c150ca834cffc8b59b23adbd0ec0389e58eb22b3b64768098d002b"


def test_a_published_seed_gives_these_dice_for_ever() -> None:
    """Old rolls must stay verifiable: a change of the method is a change of every roll on record."""
    assert cast(b"kagejima", "downtime:g1:n1", 8).dice == tuple(by_hand(b"kagejima", "downtime:g1:n1", 8))
    assert cast(b"kagejima", "downtime:g1:n1", 8).dice == PINNED


@given(st.binary(), st.text(), st.integers(0, 80))
def test_the_same_seed_and_purpose_always_give_the_same_dice(seed: bytes, purpose: str, count: int) -> None:
    assert cast(seed, purpose, count) == cast(seed, purpose, count)
    assert list(cast(seed, purpose, count).dice) == by_hand(seed, purpose, count)


@given(st.binary(), st.text(), st.integers(0, 40), st.integers(0, 40))
def test_more_dice_begin_with_the_fewer(seed: bytes, purpose: str, few: int, more: int) -> None:
    assert cast(seed, purpose, few + more).dice[:few] == cast(seed, purpose, few).dice


def test_many_dice_are_not_the_same_ones_again_and_again() -> None:
    dice = cast(b"seed", "downtime", 320).dice
    assert len({dice[at : at + 16] for at in range(0, 320, 16)}) == 20


def test_different_purposes_and_different_seeds_give_different_dice() -> None:
    rolls = [cast(b"seed", f"downtime:{n}", 24).dice for n in range(200)]
    rolls += [cast(seed, "downtime", 24).dice for seed in SEEDS[:200]]
    assert len(set(rolls)) == 400


def chi_square(faces: Counter[Element]) -> float:
    expected = faces.total() / 6
    return sum((faces[element] - expected) ** 2 / expected for element in Element)


@pytest.mark.parametrize("position", [0, 1, 7])
def test_every_face_is_as_likely_as_any_other(position: int) -> None:
    """Of 3000 fixed seeds: 20.5 is what fair dice exceed once in a thousand times (five degrees of freedom)."""
    faces = Counter(cast(seed, "advancement", 8).dice[position] for seed in SEEDS)
    assert set(faces) == set(Element)
    assert chi_square(faces) < 20.5


def test_two_dice_of_one_roll_know_nothing_of_each_other() -> None:
    """36 pairs of 3000 fixed seeds: 66.6 is what fair dice exceed once in a thousand times."""
    pairs = Counter(cast(seed, "advancement", 2).dice for seed in SEEDS)
    assert len(pairs) == 36
    assert sum((seen - 3000 / 36) ** 2 / (3000 / 36) for seen in pairs.values()) < 66.6


@pytest.mark.parametrize(("first", "used"), [(250, True), (251, True), (252, False), (253, False), (255, False)])
def test_bytes_that_would_favour_a_face_are_passed_over(first: int, used: bool) -> None:
    """256 is no multiple of 6: the bytes 252 to 255 are not used, all others are."""
    blocks = {seed: hmac.digest(seed, b"fair#0", "sha256") for seed in SEEDS}
    seed = next(seed for seed in SEEDS if blocks[seed][0] == first and blocks[seed][1] < 252)
    byte = blocks[seed][0 if used else 1]
    assert cast(seed, "fair", 1).dice == (list(Element)[byte % 6],)


def test_a_roll_cannot_be_turned_once_it_fell() -> None:
    roll = entered(Element.FIRE)
    with pytest.raises(FrozenInstanceError):
        roll.dice = (Element.WATER,)  # type: ignore[misc]
