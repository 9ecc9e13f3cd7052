"""A team's crest: the mon of its clan in a frame of its own, drawn from its clan, a seed and a variant.

The same arguments give the same picture, which needs no stylesheet: the same markup serves pages, files and print.
"""

import hashlib
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from teams.models import Colour

CENTRE = 50
FIGURE = "#f9f4e8"
INKS = {
    Colour.SUMI: "#2b2d3a",
    Colour.AI: "#24407a",
    Colour.ASAGI: "#1d6a72",
    Colour.MATSU: "#2c5a37",
    Colour.KARASHI: "#7d5c0e",
    Colour.KAKI: "#a8460f",
    Colour.SHU: "#a62b1f",
    Colour.BOTAN: "#9b2a5e",
    Colour.FUJI: "#63459a",
    Colour.CHA: "#63432f",
}
# What the parts of a clan's mon are called, and how each is painted here.
PAINTS = {
    "figure": 'fill="{figure}"',
    "figure-line": 'fill="none" stroke="{figure}" stroke-linecap="round" stroke-linejoin="round"',
    "ground": 'fill="{ink}"',
    "ground-line": 'fill="none" stroke="{ink}" stroke-linecap="round"',
    "seal": 'fill="#d8432f"',
}


@dataclass(frozen=True, slots=True)
class Frame:
    """A silhouette: its outline for a size, and how much room there is inside (of 50)."""

    name: str
    outline: Callable[[float], str]
    room: float


def _at(radius: float, degrees: float) -> str:
    turn = math.radians(degrees - 90)
    return f"{CENTRE + radius * math.cos(turn):.2f} {CENTRE + radius * math.sin(turn):.2f}"


def _circle(radius: float) -> str:
    r = f"{radius:.2f}"
    return f"M{_at(radius, 0)}A{r} {r} 0 1 1 {_at(radius, 180)}A{r} {r} 0 1 1 {_at(radius, 0)}Z"


def _polygon(corners: int, turn: float = 0) -> Callable[[float], str]:
    return lambda radius: "M" + "L".join(_at(radius, turn + 360 / corners * n) for n in range(corners)) + "Z"


def _lobes(count: int, depth: float, bend: float, *, inward: bool = False) -> Callable[[float], str]:
    """A ring of arcs: petals where they bend outward, bites where they bend inward."""

    def outline(radius: float) -> str:
        notch, step = radius * depth, 360 / count
        arc = f"A{radius * bend:.2f} {radius * bend:.2f} 0 0 {0 if inward else 1}"
        ends = (_at(notch, step * (n + 0.5)) for n in range(count))
        return f"M{_at(notch, -step / 2)}" + "".join(f"{arc} {end}" for end in ends) + "Z"

    return outline


def _points(count: int, depth: float) -> Callable[[float], str]:
    """Petals that run to a point, as the bellflower's do."""

    def outline(radius: float) -> str:
        step, parts = 360 / count, []
        for n in range(count):
            tip, end = _at(radius, step * n), _at(radius * depth, step * (n + 0.5))
            parts.append(
                f"Q{_at(radius * 0.96, step * (n - 0.36))} {tip}Q{_at(radius * 0.96, step * (n + 0.36))} {end}"
            )
        return f"M{_at(radius * depth, -step / 2)}" + "".join(parts) + "Z"

    return outline


def _rays(count: int) -> Callable[[float], str]:
    def outline(radius: float) -> str:
        step = 360 / count
        corners = (_at(radius * (1 if n % 2 == 0 else 0.88), step / 2 * n) for n in range(2 * count))
        return "M" + "L".join(corners) + "Z"

    return outline


def _snow(radius: float) -> str:
    """A ring with six small bites: a ring of snow."""
    parts, bite = [], radius * 0.13
    for n in range(6):
        parts.append(f"A{radius:.2f} {radius:.2f} 0 0 1 {_at(radius, 60 * n + 52)}")
        parts.append(f"A{bite:.2f} {bite:.2f} 0 0 0 {_at(radius, 60 * n + 68)}")
    return f"M{_at(radius, 8)}" + "".join(parts) + "Z"


FRAMES = (
    Frame("Ring", _circle, 46),
    Frame("Tortoise shell", _polygon(6), 41),
    Frame("Cut square", _polygon(8, 22.5), 43),
    Frame("Quince", _lobes(4, 0.84, 0.66), 41),
    Frame("Plum blossom", _lobes(5, 0.86, 0.56), 41),
    Frame("Bellflower", _points(5, 0.8), 39.5),
    Frame("Eight petals", _lobes(8, 0.9, 0.38), 42.5),
    Frame("Chrysanthemum", _lobes(16, 0.93, 0.19), 43.5),
    Frame("Snow ring", _snow, 43),
    Frame("Sun", _rays(20), 42),
    Frame("Waves", _lobes(12, 0.99, 0.34, inward=True), 42),
    Frame("Diamond flower", _points(4, 0.88), 41.5),
)
# What may stand around the mon, drawn at the top and then turned around the centre.
ORNAMENTS = (
    '<circle cx="50" cy="{top:.2f}" r="1.9"/>',
    '<path d="M50 {high:.2f}q3.2 3.1 0 6.2q-3.2 -3.1 0 -6.2z"/>',
    '<path d="M50 {high:.2f}l2.4 3.1l-2.4 3.1l-2.4 -3.1z"/>',
    '<path d="M45.2 {top:.2f}q4.8 -3.4 9.6 0q-4.8 -.9 -9.6 0z"/>',
    '<path d="M48 {high:.2f}h4l-1.1 5.4h-1.8z"/>',
)
COUNTS = (5, 6, 8, 10, 12, 16)


@lru_cache(maxsize=1024)
def crest_svg(*, clan: str, seed: str, variant: int, colour: str, title: str = "") -> SafeString:
    """The crest. With a title it is a picture that says whose it is; without, an ornament beside a name.

    Drawn once: a table of 88 teams would spend a quarter of its time on it.
    """
    frame = FRAMES[variant % len(FRAMES)]
    ink = INKS[Colour(colour)]
    size = (frame.room - 7.5) / CENTRE
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" class="team-crest" viewBox="0 0 100 100" {}>{}'
        '<path fill="{}" stroke="#8d846f" stroke-width=".8" stroke-linejoin="round" d="{}"/>'
        '<path fill="none" stroke="{}" stroke-width="1" stroke-linejoin="round" d="{}"/>'
        '<g fill="{}">{}</g><g transform="translate({} {}) scale({})">{}</g></svg>',
        _role(title),
        format_html("<title>{}</title>", title) if title else "",
        ink,
        frame.outline(49),
        FIGURE,
        frame.outline(46.6),
        FIGURE,
        _ring(f"{clan}/{seed}", frame),
        *(f"{number:.3f}" for number in (CENTRE * (1 - size), CENTRE * (1 - size), size)),
        _mon(clan, ink),
    )


def _role(title: str) -> SafeString:
    return mark_safe('role="img"' if title else 'aria-hidden="true" focusable="false"')  # noqa: S308 two constants


def _ring(seed: str, frame: Frame) -> SafeString:
    """The small signs around the mon: which, how many and how turned is what the seed decides."""
    shape, count, turned, *_ = hashlib.sha256(seed.encode()).digest()
    number, start = COUNTS[count % len(COUNTS)], 360 / COUNTS[count % len(COUNTS)] * (turned % 4) / 4
    top = CENTRE - frame.room + 3.6
    sign = ORNAMENTS[shape % len(ORNAMENTS)].format(top=top, high=top - 3.1)
    signs = (f'<g transform="rotate({start + 360 / number * n:.1f} 50 50)">{sign}</g>' for n in range(number))
    return mark_safe("".join(signs))  # noqa: S308 made of constants and numbers


@cache
def _mon(clan: str, ink: str) -> SafeString:
    """The figure of a clan's crest, without its round ground, painted for this ink."""
    drawing = _drawing(clan)
    for part, paint in PAINTS.items():
        drawing = drawing.replace(f'class="{part}"', paint.format(figure=FIGURE, ink=ink))
    return mark_safe(drawing)  # noqa: S308 our own drawing


@cache
def _drawing(clan: str) -> str:
    text = (Path(settings.BASE_DIR) / "templates" / "crests" / f"{clan}.svg").read_text("utf-8")
    inside = text[text.index(">") + 1 : text.rindex("</svg>")]
    return re.sub(r'<circle class="(rim|ground)" cx="50" cy="50" r="4[58][^>]*/>', "", inside).strip()
