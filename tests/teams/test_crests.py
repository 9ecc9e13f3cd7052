"""Crests: the same for the same team, different for others, safe to show anywhere."""

from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rules.catalog import catalog
from teams.crests import FIGURE, FRAMES, INKS, crest_svg
from teams.models import Colour
from tests.teams.test_stylesheet import contrast

CLANS = tuple(catalog().clans)
SCROLL_CSS = (Path(__file__).parents[2] / "static" / "scroll.css").read_text("utf-8")


def crest(clan: str = "tora", seed: str = "red-hands", variant: int = 0, colour: str = "sumi", title: str = "") -> str:
    return crest_svg(clan=clan, seed=seed, variant=variant, colour=colour, title=title)


def test_the_same_team_always_has_the_same_crest() -> None:
    assert crest() == crest()


def test_there_are_twelve_to_pick_from_and_all_differ() -> None:
    assert len(FRAMES) == len({frame.name for frame in FRAMES}) == 12
    assert len({crest(variant=number) for number in range(len(FRAMES))}) == 12


def test_two_teams_of_one_clan_and_variant_can_be_told_apart() -> None:
    assert len({crest(seed=f"team-{n}") for n in range(10)}) > 5


def test_each_clan_and_each_colour_shows() -> None:
    assert len({crest(clan=clan) for clan in CLANS}) == 6
    assert len({crest(colour=colour) for colour in Colour.values}) == 10


@pytest.mark.parametrize(("clan", "variant"), list(product(CLANS, range(len(FRAMES)))))
def test_it_is_a_complete_picture_that_needs_nothing_else(clan: str, variant: int) -> None:
    picture = crest(clan=clan, variant=variant)
    drawn = list(ElementTree.fromstring(picture).iter())  # noqa: S314 our own drawing
    assert len(drawn) > 10
    assert {its.get("class") for its in drawn} == {"team-crest", None}
    assert not any(word in picture for word in ("href", "url(", "style", "script", "nan"))


def test_with_a_title_it_is_a_picture_and_without_an_ornament() -> None:
    assert 'role="img"><title>Crest of The Tora</title>' in crest(title="Crest of The Tora")
    assert 'aria-hidden="true"' in crest()
    assert "<title>" not in crest()


def test_a_title_is_text_whatever_it_looks_like() -> None:
    picture = crest(title='"><script>alert(1)</script>')
    assert "<script" not in picture
    assert ElementTree.fromstring(picture)[0].text == '"><script>alert(1)</script>'  # noqa: S314 our own drawing


def test_a_variant_beyond_the_last_begins_anew() -> None:
    assert crest(variant=len(FRAMES)) == crest(variant=0)


@pytest.mark.parametrize("colour", Colour)
def test_every_ink_stands_out_from_the_figure_and_is_known_to_the_stylesheet(colour: Colour) -> None:
    assert contrast(INKS[colour], FIGURE) >= 4.5
    assert f".ink-{colour} {{ --team: var(--ink-{colour}); }}" in SCROLL_CSS
    assert SCROLL_CSS.count(f"--ink-{colour}: #") == 3
    assert f"--ink-{colour}: {INKS[colour]};" in SCROLL_CSS
