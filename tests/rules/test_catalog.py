"""The catalog: every row of it as the game has it, and every contradiction refused with file and key."""

import re
import shutil
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from rules.catalog import (
    CLAN_TYPES,
    FOLDER,
    Ability,
    Allowance,
    Catalog,
    Category,
    Feat,
    Profile,
    Side,
    Stealth,
    Type,
    catalog,
    load,
)
from rules.codec import Malformed
from rules.dice import Element

# profile: MV AT DF koban allowance, keywords | abilities it has | of which it chooses one
NINJA = """
tora-chunin       5 4 3 20 1-1 close-combat-master fire-mastery   | - | pounce tiger-strike
tora-kaiken       5 3 2 10 2-4 -                                  | - | -
tora-yajiri       5 2 1  8 0-2 -                                  | ranged-5 | -
tora-madoushi     5 3 2 13 0-2 engulf fire-mastery                | - | metal-to-dust volcano-pots
tora-kunoichi     8 2 1  9 0-2 nimble                             | - | -
tora-oni          4 2 5 18 0-2 precision-strike resilient         | - | -
yamazaru-chunin   4 4 4 20 1-1 close-combat-master earth-mastery  | - | back-flip yama-fist
yamazaru-kaiken   5 3 3 12 2-4 -                                  | - | -
yamazaru-yajiri   5 1 1  6 0-2 -                                  | ranged-5 | -
yamazaru-madoushi 5 2 3 13 0-2 earth-mastery                      | - | healing-herbs mountain-flute
yamazaru-kunoichi 7 2 2  9 0-2 nimble                             | - | -
yamazaru-oni      4 4 4 20 0-2 resilient yamazarus-tail           | - | -
kitsune-chunin    6 3 4 22 1-1 close-combat-master spirit-mastery | - | poisoned-weapons spirit-power
kitsune-kaiken    6 2 3 10 1-3 -                                  | - | -
kitsune-yajiri    6 2 1  9 1-3 -                                  | ranged-5 | -
kitsune-madoushi  6 2 3 14 0-2 healing spirit-mastery             | - | healing-mist wanderlust
kitsune-kunoichi  7 1 2  8 0-2 nimble                             | - | -
kitsune-oni       5 4 3 19 0-2 resilient                          | spirit-senses | -
ika-chunin        5 3 4 21 1-1 close-combat-master water-mastery  | - | fishermans-spear net
ika-kaiken        5 2 3  9 2-4 -                                  | - | -
ika-yajiri        5 1 2  7 0-2 -                                  | ranged-5 | -
ika-madoushi      5 2 3 13 0-2 drown water-mastery                | - | foul-weather undertow
ika-kunoichi      7 1 2  8 0-2 nimble                             | - | -
ika-oni           5 3 4 20 0-2 entangle resilient                 | ink-attack | -
tanchyo-chunin    6 4 3 23 1-1 air-mastery close-combat-master    | ranged-6 | gust-of-heaven wind-of-blades
tanchyo-kaiken    6 3 2 11 0-2 -                                  | - | -
tanchyo-yajiri    5 1 1  7 2-4 -                                  | ranged-5 | -
tanchyo-madoushi  6 3 2 16 0-2 air-mastery                        | - | blessing-of-the-tengu wind-walk
tanchyo-kunoichi  8 2 1  9 0-2 nimble                             | - | -
tanchyo-oni       6 4 3 19 0-2 resilient tanchyos-wings           | - | -
ijin-chunin       5 4 3 20 1-1 close-combat-master void-mastery   | - | soul-capture tyrant
ijin-kaiken       5 3 3 12 1-3 -                                  | - | -
ijin-yajiri       5 1 2  7 0-2 -                                  | ranged-6 | -
ijin-madoushi     5 3 3 15 0-2 void-mastery                       | - | blood-frenzy skull-hex
ijin-kunoichi     7 2 1  9 1-3 backstab nimble                    | - | -
ijin-oni          4 5 2 18 0-2 ijins-horns resilient              | - | -
"""

# hero: MV AT DF koban, clan, affinities | keywords | abilities
HEROES = """
byakko        5 4 3 24 tora earth fire | close-combat-master hero precision-strike regeneration resilient toras-claws | vault
ryu           5 3 4 20 tora fire       | engulf fire-mastery hero resilient | dragons-breath
son-goku      7 3 3 19 yamazaru earth  | earth-mastery hero leap resilient | lucky
mizaru        5 2 4 23 yamazaru earth  | close-combat-master focus guard hero resilient | amazing-awareness
tamamo-no-mae 7 2 2 14 kitsune spirit  | hero nimble resilient | allure
uzumaki       6 3 3 18 kitsune spirit  | blink close-combat-master hero resilient | nine-tails
mizuchi       5 3 5 23 ika water       | close-combat-master focus hero resilient sensei | flashing-spear
akkorokamui   6 4 3 23 ika water       | close-combat-master entangle hero leap resilient | ikas-anchor
karura        8 2 2 14 tanchyo air     | hero resilient | movement-rig
zenyo-ryu     6 4 2 21 tanchyo air     | accurate hero long-shot ranged-master | ranged-7 air-dragons-breath
yobuko        5 5 4 25 ijin void       | close-combat-master dirty-fighter emptiness hero nimble resilient | supreme-master-of-the-fist
bomechan      7 3 2 22 ijin void       | backstab hero ijins-horns nimble resilient | whirlwind
"""  # noqa: E501

# ronin: MV AT DF koban upkeep, affinities | keywords besides ronin | abilities
RONIN = """
benkei                       3 3 4 16 5 earth | dauntless earth-mastery resilient | immovable
blind-swordsman              5 3 2 16 5 air spirit | close-combat-master fortune gale-of-blows resilient | uncanny-awareness
dark-kitsune                 7 2 2 15 5 spirit void | blink nimble resilient sicken | deadly-poison
howl-and-yip                 5 3 4 23 5 earth fire | close-combat-master precision-strike resilient tough | master-swordsman
inu-clan-kaiken              6 2 3 13 3 earth | dauntless leap resilient | best-friends
jorogumo                     5 2 2 16 5 void water | emptiness entangle resilient water-mastery | spider-legs binding-bride
kappa                        4 2 4 20 5 void water | backstab entangle resilient sneaky | from-the-deep
komuso                       5 1 2 13 5 earth spirit | healing resilient tough | resolute-melody elixir-of-courage
miyamoto-musashi             5 4 3 20 6 fire | close-combat-master precision-strike resilient | indomitable
mochizuki                    6 2 2 18 6 air fire water | long-shot ranged-master resilient | ranged-5 firearm-flurry
momotaro                     5 5 4 21 6 earth fire | focus resilient | spirit-hunter
moon-princess                7 2 2 18 6 air earth fire spirit void water | emptiness engulf fortune guard redirection resilient sprint | zenith
ondori-clan-kaiken           6 3 2 14 3 air | resilient sprint | ondoris-beak
onibaba                      5 2 2 14 5 void | resilient void-mastery | dark-curse
shojo                        6 2 2 16 6 earth water | close-combat-master nimble redirection resilient | yopparai shrewd-negotiator
sun-empire-wandering-samurai 4 4 4 22 6 earth fire | close-combat-master focus resilient sensei | honor
tengu                        8 2 2 14 5 air fire | combined-attack tanchyos-wings | wind-gust
yagyu-jubei                  5 5 4 24 6 air earth | close-combat-master earth-mastery resilient sensei | banzai
"""  # noqa: E501

CLANS = {"tora": "fire", "yamazaru": "earth", "kitsune": "spirit", "ika": "water", "tanchyo": "air", "ijin": "void"}

KEYWORDS = {
    "general": (
        "close-combat-master expert-climber focus leap nimble ranged-master sensei sneaky surefoot vigilance "
        "wind-in-the-forest"
    ),
    "air": "accurate air-mastery gale-of-blows long-shot sprint tanchyos-wings",
    "earth": "dauntless earth-mastery guard regeneration tough yamazarus-tail",
    "fire": "combined-attack engulf fire-mastery frenzy precision-strike toras-claws",
    "spirit": "blink fortune healing kitsunes-bite sicken spirit-mastery",
    "water": "drown entangle ikas-tentacles redirection tidal-wave water-mastery",
    "void": "backstab blood-lust dirty-fighter emptiness ijins-horns void-mastery",
    "unique": "hero resilient ronin",
}

# challenge: ninja allowed, rounds, stealth at the start, sentries, crates, points that end it
CHALLENGES = {
    "assassination": (6, 7, "none", False, 0, None),
    "intercept-the-messenger": (7, 9, "small bases", False, 0, None),
    "champion": (7, 8, "none", False, 0, None),
    "king-of-the-hill": (6, 8, "small bases", False, 0, None),
    "infiltration": (6, 8, "all", True, 0, None),
    "brawl": (7, 6, "none", False, 0, 9),
    "search": (7, 9, "all", True, 6, None),
    "capture-the-medal": (7, 9, "small bases", False, 0, None),
}

# challenge/feat: points, XP, whether it is an injury too
FEATS = {
    "assassination/vip-injured": (3, 2, True),
    "assassination/vip-stunned": (1, 0, False),
    "intercept-the-messenger/messenger-injured": (1, 2, True),
    "intercept-the-messenger/messenger-escaped": (2, 2, False),
    "champion/named-champion": (0, 2, False),
    "champion/champion-injury": (3, 0, True),
    "champion/champion-stun": (1, 0, False),
    "king-of-the-hill/held-the-hill": (1, 2, False),
    "infiltration/medal-picked-up": (1, 1, False),
    "infiltration/medal-brought-home": (2, 3, False),
    "brawl/brawl-injury": (1, 1, True),
    "brawl/brawl-chunin-injury": (2, 1, True),
    "search/crate-checked": (1, 1, False),
    "search/objective-found": (3, 2, False),
    "capture-the-medal/enemy-medal-taken": (1, 1, False),
    "capture-the-medal/own-medal-returned": (0, 2, False),
    "capture-the-medal/enemy-medal-captured": (4, 3, False),
}


def rows(table: str) -> list[str]:
    return table.strip().splitlines()


def words(text: str) -> tuple[str, ...]:
    return () if text.strip() == "-" else tuple(text.split())


def ids(abilities: tuple[Ability, ...]) -> tuple[str, ...]:
    return tuple(ability.id for ability in abilities)


def attributes(profile: Profile) -> tuple[int, int, int, int]:
    return profile.movement, profile.attack, profile.defense, profile.koban


def feat(key: str) -> Feat:
    challenge, id_ = key.split("/")
    (found,) = (its for its in catalog().challenges[challenge].feats if its.id == id_)
    return found


# Every row


def test_the_catalog_has_every_row_and_no_other() -> None:
    whole = catalog()
    assert list(whole.clans) == list(CLANS)
    assert [p.id for clan in whole.clans.values() for p in clan.ninja] == [row.split()[0] for row in rows(NINJA)]
    assert [hero.id for hero in whole.heroes] == [row.split()[0] for row in rows(HEROES)]
    assert [ronin.id for ronin in whole.ronin] == [row.split()[0] for row in rows(RONIN)]
    assert list(whole.challenges) == list(CHALLENGES)
    assert [f"{c.id}/{f.id}" for c in whole.challenges.values() for f in c.feats] == list(FEATS)
    assert (len(whole.profiles), len(whole.keywords), len(whole.challenges)) == (36 + 12 + 18, 50, 8)


@pytest.mark.parametrize("row", rows(NINJA), ids=lambda row: row.split()[0])
def test_every_clan_ninja_is_as_printed(row: str) -> None:
    numbers, abilities, choices = row.split("|")
    id_, mv, at, df, koban, allowance, keywords = numbers.split(maxsplit=6)
    clan, type_ = id_.split("-")
    its = catalog().profiles[id_]
    assert attributes(its) == (int(mv), int(at), int(df), int(koban))
    assert its.allowance is not None
    assert (its.allowance.least, its.allowance.most) == tuple(map(int, allowance.split("-")))
    assert (its.clan, its.type, its.upkeep) == (clan, type_, 0)
    assert (its.name, its.full_name) == (type_.capitalize(), f"{clan.capitalize()} {type_.capitalize()}")
    assert its.affinities == (CLANS[clan],)
    assert its.keywords == words(keywords)
    assert ids(its.abilities) == words(abilities)
    assert ids(its.choices) == words(choices)
    assert its.choose == (1 if words(choices) else 0)


@pytest.mark.parametrize("row", rows(HEROES), ids=lambda row: row.split()[0])
def test_every_hero_is_as_printed(row: str) -> None:
    numbers, keywords, abilities = row.split("|")
    id_, mv, at, df, koban, clan, *affinities = numbers.split()
    its = catalog().profiles[id_]
    assert attributes(its) == (int(mv), int(at), int(df), int(koban))
    assert (its.type, its.clan, its.upkeep, its.allowance) == (Type.HERO, clan, 0, None)
    assert its in catalog().clans[clan].heroes
    assert its.affinities == tuple(affinities)
    assert its.keywords == words(keywords)
    assert ids(its.abilities) == words(abilities)
    assert (its.choose, its.choices) == (0, ())
    assert its.full_name == its.name


@pytest.mark.parametrize("row", rows(RONIN), ids=lambda row: row.split()[0])
def test_every_ronin_is_as_printed(row: str) -> None:
    numbers, keywords, abilities = row.split("|")
    id_, mv, at, df, koban, upkeep, *affinities = numbers.split()
    its = catalog().profiles[id_]
    assert attributes(its) == (int(mv), int(at), int(df), int(koban))
    assert (its.type, its.clan, its.upkeep, its.allowance) == (Type.RONIN, "", int(upkeep), None)
    assert its.affinities == tuple(affinities)
    assert set(its.keywords) == {"ronin", *words(keywords)}
    assert len(its.keywords) == len(words(keywords)) + 1
    assert ids(its.abilities) == words(abilities)
    assert (its.choose, its.choices) == (0, ())
    assert its.full_name == its.name


def test_heroes_and_ronin_go_by_their_own_names() -> None:
    names = [p.name for p in (*catalog().heroes, *catalog().ronin)]
    assert names == [
        *("Byakko", "Ryu", "Son Goku", "Mizaru", "Tamamo no Mae", "Uzumaki"),
        *("Mizuchi", "Akkorokamui", "Karura", "Zenyo Ryu", "Yobuko", "Bomechan"),
        *("Benkei", "Blind Swordsman", "Dark Kitsune", "Howl & Yip", "Inu Clan Kaiken", "Jorogumo"),
        *("Kappa", "Komuso", "Miyamoto Musashi", "Mochizuki", "Momotaro", "Moon Princess"),
        *("Ondori Clan Kaiken", "Onibaba", "Shojo", "Sun Empire Wandering Samurai", "Tengu", "Yagyu Jubei"),
    ]


@pytest.mark.parametrize(("clan", "affinity"), CLANS.items())
def test_every_clan_has_six_types_two_heroes_and_an_affinity(clan: str, affinity: str) -> None:
    its = catalog().clans[clan]
    assert (its.id, its.name, its.affinity) == (clan, clan.capitalize(), affinity)
    assert tuple(p.type for p in its.ninja) == CLAN_TYPES
    assert len(its.heroes) == 2
    assert its.profiles == its.ninja + its.heroes
    assert all(its.of_type(type_).id == f"{clan}-{type_}" for type_ in CLAN_TYPES)


@pytest.mark.parametrize(("category", "members"), KEYWORDS.items())
def test_every_keyword_belongs_to_its_category(category: str, members: str) -> None:
    assert [k.id for k in catalog().keywords.values() if k.category == category] == members.split()


def test_every_keyword_and_ability_has_a_name_and_says_what_it_does() -> None:
    abilities = [ability for profile in catalog().profiles.values() for ability in profile.all_abilities]
    assert all(its.name and its.summary.endswith(".") for its in abilities)
    assert all(its.name and its.summary.endswith(".") for its in catalog().keywords.values())
    assert all(keyword.id == id_ for id_, keyword in catalog().keywords.items())


@pytest.mark.parametrize("id_", CHALLENGES)
def test_every_challenge_is_as_printed(id_: str) -> None:
    its = catalog().challenges[id_]
    found = (its.ninjas_allowed, its.rounds, its.starts_in_stealth, its.sentries, its.crates, its.wins_at)
    assert found == CHALLENGES[id_]
    assert its.name.lower().replace(" ", "-") == id_


@pytest.mark.parametrize("key", FEATS)
def test_every_feat_is_as_printed(key: str) -> None:
    its = feat(key)
    assert (its.points, its.xp, its.is_injury) == FEATS[key]
    assert its.name


def test_only_the_messenger_has_an_attacker_and_a_defender() -> None:
    sides = {id_: challenge.sides for id_, challenge in catalog().challenges.items() if challenge.sides}
    assert sides == {"intercept-the-messenger": (Side.ATTACKER, Side.DEFENDER)}
    assert {key: feat(key).side for key in FEATS if feat(key).side} == {
        "intercept-the-messenger/messenger-injured": Side.ATTACKER,
        "intercept-the-messenger/messenger-escaped": Side.DEFENDER,
    }


def test_feats_that_not_everybody_can_do_say_so() -> None:
    assert {key: feat(key).not_for for key in FEATS if feat(key).not_for} == {"champion/named-champion": (Type.CHUNIN,)}
    assert {key: feat(key).xp_not_for for key in FEATS if feat(key).xp_not_for} == {
        "brawl/brawl-injury": (Type.CHUNIN,)
    }
    assert {key: feat(key).points_for for key in FEATS if feat(key).points_for} == {
        "brawl/brawl-chunin-injury": {Type.CHUNIN: 1}
    }
    assert {key: feat(key).most_per_team for key in FEATS if feat(key).most_per_team} == {
        "king-of-the-hill/held-the-hill": 8
    }


def test_only_in_a_brawl_there_are_no_ordinary_injuries() -> None:
    assert {c.id: c.replaces for c in catalog().challenges.values() if c.replaces} == {"brawl": ("injury",)}


# The values


def test_heroes_and_ronin_are_unique_and_clan_ninja_are_not() -> None:
    assert [type_ for type_ in Type if type_.is_unique] == [Type.HERO, Type.RONIN]
    assert CLAN_TYPES == ("chunin", "kaiken", "yajiri", "madoushi", "kunoichi", "oni")


def test_the_elements_are_the_categories_between_general_and_unique() -> None:
    assert list(Category) == ["general", *Element, "unique"]
    assert list(Element) == ["spirit", "void", "earth", "air", "water", "fire"]


@pytest.mark.parametrize(
    ("allowance", "written"), [(Allowance(2, 4), "2 to 4"), (Allowance(1, 1), "1"), (Allowance(0, 2), "0 to 2")]
)
def test_an_allowance_is_written_as_people_say_it(allowance: Allowance, written: str) -> None:
    assert str(allowance) == written


def test_the_catalog_is_read_once_and_cannot_be_changed() -> None:
    assert catalog() is catalog()
    kaiken = catalog().profiles["tora-kaiken"]
    with pytest.raises(FrozenInstanceError):
        kaiken.koban = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        catalog().profiles["tora-kaiken"] = kaiken  # type: ignore[index]
    with pytest.raises(TypeError):
        catalog().clans["oni"] = catalog().clans["tora"]  # type: ignore[index]
    with pytest.raises(TypeError):
        catalog().keywords["hero"] = catalog().keywords["focus"]  # type: ignore[index]
    with pytest.raises(TypeError):
        catalog().challenges["draw"] = catalog().challenges["brawl"]  # type: ignore[index]


def test_every_model_has_all_the_abilities_that_nobody_chooses_for_it() -> None:
    chunin = catalog().profiles["tanchyo-chunin"]
    assert ids(chunin.all_abilities) == ("ranged-6", "gust-of-heaven", "wind-of-blades")
    assert Stealth("small bases") is Stealth.SMALL_BASES


# Contradictions

Edit = Callable[[str, str, str], Malformed]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the catalog, to be spoilt."""
    return Path(shutil.copytree(FOLDER, tmp_path / "catalog"))


@pytest.fixture
def spoilt(folder: Path) -> Edit:
    """Replaces the first occurrence of a text in one file of the copy, and returns how it was refused."""

    def spoil(name: str, old: str, new: str) -> Malformed:
        path = folder / f"{name}.toml"
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")
        with pytest.raises(Malformed) as refusal:
            load(folder)
        assert str(refusal.value) == f"{refusal.value.path}: {refusal.value.reason}"
        assert refusal.value.path.startswith(f"{name}.toml")
        return refusal.value

    return spoil


def test_a_copy_of_the_catalog_is_the_same_catalog(folder: Path) -> None:
    assert load(folder) == catalog()
    assert isinstance(load(folder), Catalog)


@pytest.mark.parametrize("name", ["clans", "ronin", "keywords", "challenges"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / f"{name}.toml").unlink()
    with pytest.raises(Malformed, match=re.escape(f"{name}.toml")) as refusal:
        load(folder)
    assert refusal.value.path == f"{name}.toml"


@pytest.mark.parametrize("name", ["clans", "ronin", "keywords", "challenges"])
def test_a_file_that_is_no_toml_is_named(folder: Path, name: str) -> None:
    path = folder / f"{name}.toml"
    path.write_text(path.read_text("utf-8") + "\n[broken\n", "utf-8")
    with pytest.raises(Malformed) as refusal:
        load(folder)
    assert refusal.value.path == f"{name}.toml"
    assert "line" in refusal.value.reason


@pytest.mark.parametrize("name", ["clans", "ronin", "keywords", "challenges"])
def test_a_file_that_is_no_text_is_named(folder: Path, name: str) -> None:
    (folder / f"{name}.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Malformed) as refusal:
        load(folder)
    assert refusal.value.path == f"{name}.toml"


@pytest.mark.parametrize("name", ["clans", "ronin", "keywords", "challenges"])
def test_a_number_where_a_table_belongs_is_named(folder: Path, name: str) -> None:
    path = folder / f"{name}.toml"
    path.write_text("surprise = 3\n" + path.read_text("utf-8"), "utf-8")
    with pytest.raises(Malformed) as refusal:
        load(folder)
    assert refusal.value.path == f"{name}.toml.surprise"


# fmt: off
# file, text, replacement, where it is refused, and what the refusal says
MALFORMED = {
    "a clan ninja's wrong type": (
        "clans", "koban = 20", 'koban = "20"', "clans.toml.tora.chunin.koban", "expected a whole number, found '20'",
    ),
    "a fraction": (
        "clans", "movement = 5", "movement = 5.5",
        "clans.toml.tora.chunin.movement", "expected a whole number, found 5.5",
    ),
    "true for a number": (
        "ronin", "upkeep = 5", "upkeep = true", "ronin.toml.benkei.upkeep", "expected a whole number, found True",
    ),
    "an unknown field of a profile": (
        "clans", "koban = 20", "koban = 20\ncost = 20", "clans.toml.tora.chunin.cost", "unknown field",
    ),
    "a missing field of a profile": ("clans", "koban = 20\n", "", "clans.toml.tora.chunin.koban", "missing"),
    "a missing clan type": ("clans", "[tora.oni]", "[tora.heroes.oni]", "clans.toml.tora.oni", "missing"),
    "an unknown clan type": ("clans", "[tora.oni]", "[tora.samurai]", "clans.toml.tora.samurai", "unknown field"),
    "an unknown element": (
        "clans", 'affinity = "fire"', 'affinity = "wood"',
        "clans.toml.tora.affinity", "'wood' is none of spirit, void, earth, air, water, fire",
    ),
    "an unknown element of a ronin": (
        "ronin", 'affinities = ["air", "spirit"]', 'affinities = ["air", "wood"]',
        "ronin.toml.blind-swordsman.affinities[1]", "'wood' is none of spirit, void, earth, air, water, fire",
    ),
    "an allowance of one number": (
        "clans", "allowance = [1, 1]", "allowance = [1]",
        "clans.toml.tora.chunin.allowance", "expected 2 values, found 1",
    ),
    "an allowance that is no list": (
        "clans", "allowance = [1, 1]", "allowance = 1", "clans.toml.tora.chunin.allowance", "expected a list, found 1",
    ),
    "an ability without a summary": (
        "ronin", ', summary = "+2 DF until he has activated in the round."', "",
        "ronin.toml.benkei.abilities[0].summary", "missing",
    ),
    "an unknown category of keywords": (
        "keywords", "[air]", "[wood]",
        "keywords.toml.wood", "'wood' is none of general, spirit, void, earth, air, water, fire, unique",
    ),
    "a keyword without a summary": (
        "keywords", ', summary = "Rerolls any dice when dodging."', "",
        "keywords.toml.general.nimble.summary", "missing",
    ),
    "an unknown field of a keyword": (
        "keywords", 'summary = "Rerolls any dice when dodging."', 'summary = "Dodges.", price = 3',
        "keywords.toml.general.nimble.price", "unknown field",
    ),
    "one keyword in two categories": (
        "keywords", "[air]\n", '[air]\nnimble = { name = "Nimble", summary = "Again." }\n',
        "keywords.toml.air.nimble", "two keywords of this id",
    ),
    "a missing field of a challenge": (
        "challenges", "rounds = 7\n", "", "challenges.toml.assassination.rounds", "missing",
    ),
    "an unknown field of a challenge": (
        "challenges", "rounds = 7\n", "rounds = 7\nturns = 7\n", "challenges.toml.assassination.turns", "unknown field",
    ),
    "an unknown field of a feat": (
        "challenges", "xp = 2, is_injury", "koban = 2, is_injury",
        "challenges.toml.assassination.feats[0].koban", "unknown field",
    ),
    "an unknown type that cannot do a feat": (
        "challenges", 'not_for = ["chunin"]', 'not_for = ["samurai"]',
        "challenges.toml.champion.feats[0].not_for[0]",
        "'samurai' is none of chunin, kaiken, yajiri, madoushi, kunoichi, oni, hero, ronin",
    ),
    "an unknown side": (
        "challenges", 'side = "attacker"', 'side = "middle"',
        "challenges.toml.intercept-the-messenger.feats[0].side", "'middle' is none of attacker, defender",
    ),
    "an unknown stealth": (
        "challenges", 'starts_in_stealth = "all"', 'starts_in_stealth = "some"',
        "challenges.toml.infiltration.starts_in_stealth", "'some' is none of none, small bases, all",
    ),
}
# fmt: on


@pytest.mark.parametrize("case", MALFORMED)
def test_a_malformed_file_is_refused_with_its_key(spoilt: Edit, case: str) -> None:
    name, old, new, path, reason = MALFORMED[case]
    refusal = spoilt(name, old, new)
    assert (refusal.path, refusal.reason) == (path, reason)


# fmt: off
# file, text, replacement, the words that name the culprit, and what the refusal says
CONTRADICTIONS = {
    "an unknown keyword": (
        "clans", '"fire-mastery"', '"fire-mystery"', "tora chunin", "unknown keyword 'fire-mystery'",
    ),
    "an unknown keyword of a hero": ("clans", '"toras-claws"', '"claws"', "byakko", "unknown keyword 'claws'"),
    "an unknown keyword of a ronin": ("ronin", '"dauntless"', '"daunting"', "benkei", "unknown keyword 'daunting'"),
    "a keyword that is gone": ("keywords", "sicken = {", "sick = {", "dark-kitsune", "unknown keyword 'sicken'"),
    "a minimum above the maximum": (
        "clans", "allowance = [2, 4]", "allowance = [5, 4]", "tora kaiken", "allowance: minimum 5 above maximum 4",
    ),
    "a price below zero": ("clans", "koban = 20", "koban = -1", "tora chunin", "a number below zero"),
    "movement below zero": ("clans", "movement = 8", "movement = -1", "tora kunoichi", "a number below zero"),
    "attack below zero": ("clans", "attack = 4", "attack = -1", "tora chunin", "a number below zero"),
    "defense below zero": ("clans", "defense = 5", "defense = -1", "tora oni", "a number below zero"),
    "upkeep below zero": ("ronin", "upkeep = 3", "upkeep = -1", "inu-clan-kaiken", "a number below zero"),
    "a clan ninja without an allowance": (
        "clans", "allowance = [0, 2]\n", "", "tora yajiri", "an allowance is for clan ninja, and only for them",
    ),
    "a ronin with an allowance": (
        "ronin", "upkeep = 5", "upkeep = 5\nallowance = [0, 1]",
        "benkei", "an allowance is for clan ninja, and only for them",
    ),
    "a hero with an allowance": (
        "clans", "koban = 24", "koban = 24\nallowance = [0, 1]",
        "byakko", "an allowance is for clan ninja, and only for them",
    ),
    "a ronin without affinity": ("ronin", 'affinities = ["earth"]\n', "", "benkei", "no affinity"),
    "more abilities to choose than there are": (
        "clans", "choose = 1", "choose = 3", "tora chunin", "choose: 3 of 2 abilities",
    ),
    "no ability to choose of two": ("clans", "choose = 1", "choose = 0", "tora chunin", "choose: 0 of 2 abilities"),
    "a choice among nothing": (
        "clans", "allowance = [2, 4]", "allowance = [2, 4]\nchoose = 1", "tora kaiken", "choose: 1 of 0 abilities",
    ),
    "two abilities of one id": (
        "clans", 'id = "tiger-strike"', 'id = "pounce"', "tora chunin", "two abilities of one id",
    ),
    "a fixed ability among the choices": (
        "clans", 'id = "ranged-6"', 'id = "wind-of-blades"', "tanchyo chunin", "two abilities of one id",
    ),
    "two heroes of one id": ("clans", "heroes.mizaru]", "heroes.ryu]", "ryu", "two profiles of this id"),
    "two feats of one id": (
        "challenges", 'id = "vip-stunned"', 'id = "vip-injured"', "assassination", "two feats of one id",
    ),
    "a feat of a side that the challenge lacks": (
        "challenges", "is_injury = true },", 'is_injury = true, side = "defender" },',
        "assassination", "feats.vip-injured: this challenge has no defender",
    ),
    "points below zero": (
        "challenges", "points = 3", "points = -1", "assassination", "feats.vip-injured: a number below zero",
    ),
    "XP below zero": ("challenges", "xp = 2", "xp = -1", "assassination", "feats.vip-injured: a number below zero"),
    "other points of a type below zero": (
        "challenges", "points_for = { chunin = 1 }", "points_for = { chunin = -1 }",
        "brawl", "feats.brawl-chunin-injury: a number below zero",
    ),
    "a challenge for nobody": (
        "challenges", "ninjas_allowed = 6", "ninjas_allowed = 0", "assassination", "nobody could play it",
    ),
    "a challenge of no rounds": ("challenges", "rounds = 7", "rounds = 0", "assassination", "nobody could play it"),
}
# fmt: on


@pytest.mark.parametrize("case", CONTRADICTIONS)
def test_a_contradiction_is_refused_with_file_and_key(folder: Path, case: str) -> None:
    name, old, new, key, reason = CONTRADICTIONS[case]
    path = folder / f"{name}.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(Malformed) as refusal:
        load(folder)
    file = "ronin" if name == "keywords" else name
    assert refusal.value.path.startswith(f"{file}.toml.")
    assert all(word in refusal.value.path for word in key.split())
    assert refusal.value.reason == reason


def test_a_ronin_and_a_hero_of_one_id_are_refused(spoilt: Edit) -> None:
    refusal = spoilt("ronin", "[benkei]", "[ryu]")
    assert (refusal.path, refusal.reason) == ("ronin.toml.ryu", "two profiles of this id")


def test_a_challenge_goes_by_its_key_and_by_no_other_id(spoilt: Edit) -> None:
    assert "assassination" in spoilt("challenges", "rounds = 7\n", 'rounds = 7\nid = "murder"\n').path


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("clans", "koban = 20", "koban = 0"),
        ("ronin", "upkeep = 5", "upkeep = 0"),
        ("challenges", "ninjas_allowed = 6", "ninjas_allowed = 1"),
        ("challenges", "rounds = 7", "rounds = 1"),
        ("challenges", "crates = 6", "crates = 0"),
    ],
)
def test_the_least_that_makes_sense_is_accepted(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / f"{name}.toml"
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    assert load(folder) != catalog()


def test_a_minimum_below_zero_is_refused(folder: Path) -> None:
    path = folder / "clans.toml"
    path.write_text(path.read_text("utf-8").replace("allowance = [0, 2]", "allowance = [-1, 2]", 1), "utf-8")
    with pytest.raises(Malformed) as refusal:
        load(folder)
    assert "tora" in refusal.value.path
    assert "yajiri" in refusal.value.path


@pytest.mark.parametrize(
    ("old", "new"),
    [("crates = 6", "crates = -1"), ("wins_at = 9", "wins_at = -1"), ("most_per_team = 8", "most_per_team = -1")],
)
def test_a_challenge_has_no_number_below_zero(spoilt: Edit, old: str, new: str) -> None:
    assert spoilt("challenges", old, new).path.startswith("challenges.toml.")


@pytest.mark.parametrize(
    ("name", "old", "new", "path"),
    [
        ("clans", "allowance = [2, 4]", "allowance = [4, 2]", "clans.toml.tora.kaiken"),
        ("clans", '"toras-claws"]', '"claws"]', "clans.toml.tora.heroes.byakko"),
        ("ronin", "upkeep = 5", "upkeep = -5", "ronin.toml.benkei"),
    ],
)
def test_a_contradiction_is_named_by_the_key_it_stands_at(
    spoilt: Edit, name: str, old: str, new: str, path: str
) -> None:
    assert spoilt(name, old, new).path == path
