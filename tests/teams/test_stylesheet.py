"""The stylesheet: small, nothing from elsewhere, the same night either way, and readable in both themes."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

STATIC = Path(__file__).parents[2] / "static"
CSS = (STATIC / "kagejima.css").read_text("utf-8")
ELEMENTS = ("spirit", "void", "earth", "air", "water", "fire")
GROUNDS = ("paper", "raised", "sunk")


def colours(selector: str) -> dict[str, str]:
    block = CSS.partition(f"{selector} {{")[2].partition("}")[0]
    return dict(re.findall(r"--([\w-]+): ([^;]+);", block))


LIGHT = colours(":root")
DARK = colours(':root:not([data-theme="light"])')


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_it_is_small_and_asks_nobody_for_anything() -> None:
    assert len(gzip.compress(CSS.encode())) < 12_000
    assert not re.search(r"@import|@font-face|url\((?!\"data:)", CSS)


def test_all_styles_and_scripts_of_the_site_weigh_less_than_60_kilobytes() -> None:
    """Together, though no page has all of them; as they travel."""
    files = [path for kind in ("*.css", "*.js") for path in STATIC.glob(kind)]
    htmx = finders.find("django_htmx/htmx-2.min.js")
    assert htmx
    assert sum(len(gzip.compress(path.read_bytes())) for path in (*files, Path(htmx))) < 60_000


def test_night_is_the_same_by_preference_and_by_choice() -> None:
    assert DARK
    assert colours(':root[data-theme="dark"]') == DARK
    assert LIGHT.keys() >= DARK.keys()


@pytest.mark.parametrize("sheet", sorted(STATIC.glob("*.css")), ids=lambda sheet: sheet.name)
def test_no_merge_was_left_half_done(sheet: Path) -> None:
    """A browser would pass over the marks in silence, and over the rule behind each of them."""
    assert not re.search(r"^(<{7}|={7}|>{7})", sheet.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("text", ["ink", "soft", "link", "seal", *ELEMENTS])
def test_text_stands_out_from_every_ground(theme: dict[str, str], text: str) -> None:
    assert min(contrast(theme[text], theme[ground]) for ground in GROUNDS) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_buttons_badges_and_crests_stand_out_too(theme: dict[str, str]) -> None:
    assert contrast(theme["on-seal"], theme["seal"]) >= 4.5
    assert contrast(theme["raised"], theme["ink"]) >= 4.5
    assert min(contrast(theme["edge"], theme[ground]) for ground in ("paper", "raised")) >= 3
    assert min(contrast(theme["figure"], theme[f"{element}-deep"]) for element in ELEMENTS) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_words_of_welcome_stand_out_from_the_sky_and_the_hills(theme: dict[str, str]) -> None:
    sky = re.findall(r"#\w{6}", theme["sky"])
    assert min(contrast(theme["ink"], colour) for colour in (*sky, theme["ridge-1"])) >= 4.5


@pytest.mark.parametrize("sheet", sorted(STATIC.glob("*.css")), ids=lambda sheet: sheet.name)
def test_nothing_moves_for_those_who_asked_for_rest(sheet: Path) -> None:
    for_the_others = r"@media \(prefers-reduced-motion: no-preference\) \{(?:[^{}]*\{[^{}]*\})*\s*\}"
    still = re.sub(for_the_others, "", sheet.read_text("utf-8"))
    assert not re.search(r"\b(transition|animation|scroll-behavior)\b", still)
