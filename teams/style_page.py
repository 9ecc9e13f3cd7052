"""What the living style page shows: the very parts that other pages are made of, none of them drawn for it."""

from dataclasses import dataclass

from rules.catalog import Keyword, Profile, catalog
from rules.dice import Element
from teams.cards import Card, card
from teams.models import Colour

# The custom properties of `static/kagejima.css` that a page may use, and what for.
GROUNDS = (
    ("paper", "the page"),
    ("raised", "cards, fields"),
    ("sunk", "what is chosen or hovered"),
    ("line", "quiet borders"),
    ("edge", "borders of what can be used"),
)
TEXTS = (
    ("ink", "text"),
    ("soft", "text that may be overlooked"),
    ("link", "links"),
    ("seal", "the one thing to do, and what is wrong"),
)


@dataclass(frozen=True, slots=True)
class StylePage:
    grounds: tuple[tuple[str, str], ...]
    texts: tuple[tuple[str, str], ...]
    elements: tuple[Element, ...]
    inks: tuple[tuple[str, str], ...]
    profile: Profile
    card: Card
    keywords: tuple[Keyword, ...]


def shown() -> StylePage:
    profile = catalog().clans["tora"].profiles[0]
    return StylePage(
        grounds=GROUNDS,
        texts=TEXTS,
        elements=tuple(Element),
        inks=tuple((ink.value, str(ink.label)) for ink in Colour),
        profile=profile,
        card=card(profile),
        keywords=tuple(catalog().keywords.values())[:4],
    )
