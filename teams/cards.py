"""A clan, a profile and a feat as they are shown: everything a template needs, decided beforehand."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.catalog import Ability, Category, Challenge, Clan, Feat, Keyword, Profile, Type, catalog
from rules.dice import Element
from rules.house import INJURY, HouseRules
from teams import links, words


@dataclass(frozen=True, slots=True)
class ClanCard:
    id: str
    name: str
    affinity: Element
    url: str
    about: str


def clan_card(clan: Clan) -> ClanCard:
    return ClanCard(clan.id, clan.name, clan.affinity, links.clan_url(clan), words.CLANS[clan.id])


@dataclass(frozen=True, slots=True)
class Card:
    """What can be recruited, with its keywords in full. `element` gives the card its colour."""

    profile: Profile
    name: str
    url: str
    element: Element
    clan: ClanCard | None
    about: str
    allowance: str
    keywords: tuple[Keyword, ...]
    abilities: tuple[Ability, ...]
    choice: str
    choices: tuple[Ability, ...]


def card(profile: Profile) -> Card:
    known = catalog()
    clan = known.clans.get(profile.clan)
    return Card(
        profile=profile,
        name=words.full_name(profile),
        url=links.profile_url(profile),
        element=clan.affinity if clan else profile.affinities[0],
        clan=clan_card(clan) if clan else None,
        about=words.TYPES[profile.type],
        allowance=words.allowance(profile),
        keywords=tuple(known.keywords[keyword] for keyword in profile.keywords),
        abilities=profile.abilities,
        choice=words.choice(profile),
        choices=profile.choices,
    )


def cards(profiles: Iterable[Profile]) -> tuple[Card, ...]:
    return tuple(card(profile) for profile in profiles)


def element_of(category: Category) -> Element | None:
    """The element whose keywords these are, if they are an element's."""
    return next((element for element in Element if element.value == category.value), None)


@dataclass(frozen=True, slots=True)
class FeatRow:
    """A feat as an ordinary ninja earns it; `notes` say where it differs."""

    name: str
    points: int
    xp: int
    notes: list[str]


def feat_rows(feats: Iterable[Feat], house: HouseRules) -> list[FeatRow]:
    injury_xp = house.common_feat(INJURY).xp
    ordinary = Type.KAIKEN
    return [
        FeatRow(
            name=feat.name,
            points=house.points_for(feat, ordinary),
            xp=house.xp_for(feat, ordinary),
            notes=words.feat_notes(feat, injury_xp),
        )
        for feat in feats
    ]


def common_feats(challenge: Challenge, house: HouseRules) -> list[Feat]:
    """What earns XP in this challenge as in every other."""
    return [feat for feat in house.feats if feat.id not in challenge.replaces]
