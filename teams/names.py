"""Names for ninja and teams, put together from parts that suit a clan's temper.

All of them are invented. Chance is handed in as `pick`, which chooses one of a sequence: `secrets.choice` on the
site, anything that is always the same in a test.
"""

from collections.abc import Callable, Collection, Iterator, Sequence

from rules.catalog import Profile, Type

Pick = Callable[[Sequence[str]], str]

# How a clan's names begin.
BEGINNINGS = {
    "tora": "Aka Ben Gai Goto Hi Hono Kagu Kiba Kura Raiga Ren Shika Shou Taka Tetsu Tsume Yaki Zan",
    "yamazaru": "Dai Doma Gan Hachi Ishi Iwa Kuma Maki Moku Mine Nobu Oka Saka Soko Take Tsuchi Yama Zou",
    "kitsune": "Ao Fumi Gin Hana Ina Kage Kitsu Mayo Miya Nagi Rin Sae Shiro Suzu Tama Tsuki Yoi Yuki",
    "ika": "Ama Fuka Hama Hira Isa Iso Kai Kura Mina Mizu Nami Nori Oki Shio Sumi Toma Ura Wada",
    "tanchyo": "Asa Fue Ha Haru Haya Hibari Kaze Kumo Maki Mai Oto Sora Taka Tobi Tsuba Ugo Yumi Yuu",
    "ijin": "Ana Doku Gou Hone Jaku Kuro Mado Mei Mura Nata Onbu Rasetsu Saka Shini Toga Tsuno Yami Zetsu",
}

# How they end, by what the ninja does.
ENDINGS = {
    Type.CHUNIN: "mori nobu masa kage tora michi zane hisa",
    Type.KAIKEN: "ji ro suke maru taro kichi zo hei",
    Type.YAJIRI: "ya ta no shi matsu mi to nosuke",
    Type.MADOUSHI: "an sai un kei do ren gaku en",
    Type.KUNOICHI: "ka mi yo ne ko e ri na",
    Type.ONI: "gon bo dan goro don gashira banba rokku",
}

TEAM_FIRST = {
    "tora": "Ember Cinder Crimson Burning Striped Roaring Sudden Molten Red-Handed Furnace Torchlit Reckless",
    "yamazaru": "Granite Mossy Stubborn Boulder Thousand-Step Cedar Rooted Unmoved Cliffside Ironwood Laughing",
    "kitsune": "Silver Moonlit Nine-Shadow Whispering Lantern Foxfire Vanishing Pale Crooked Dreaming Autumn",
    "ika": "Deep Inkwater Tidal Drowned Lighthouse Low-Tide Fogbound Salt Undertow Barnacle Storm-Glass Patient",
    "tanchyo": "Windward Feather Highborne Whistling Open-Sky Swift Snow-Plumed Far-Seeing Dawn Unfettered Ninth-Wind",
    "ijin": "Hollow Horned Starless Black-Lacquer Nameless Grinning Broken-Mask Midnight Ashen Bone-Bell Crow-Fed",
}

TEAM_SECOND = {
    "tora": "Claws Fangs Stripes Furnace Blades Hunters Sparks Brawlers Torches Pride",
    "yamazaru": "Fists Hermits Staves Climbers Walls Pilgrims Bell-Ringers Stones Troop Porters",
    "kitsune": "Tails Masks Lanterns Tricksters Promises Dancers Wisps Riddles Envoys Court",
    "ika": "Nets Anchors Divers Spears Lurkers Harpoons Coils Lanterns Reefs Crew",
    "tanchyo": "Wings Arrows Flock Dancers Plumes Heralds Kites Talons Bowstrings Watch",
    "ijin": "Horns Knives Masks Reapers Shadows Wardens Debts Omens Cleavers Procession",
}


def for_ninja(profile: Profile, clan: str, taken: Collection[str], pick: Pick) -> str:
    """A name that nobody on the team has. Heroes and ronin have had one for a long time."""
    if profile.type.is_unique:
        return _unused([profile.name], taken, pick)
    endings = ENDINGS[profile.type].split()
    return _unused([first + last for first in BEGINNINGS[clan].split() for last in endings], taken, pick)


def for_team(clan: str, taken: Collection[str], pick: Pick) -> str:
    firsts, seconds = TEAM_FIRST[clan].split(), TEAM_SECOND[clan].split()
    return _unused([f"{first} {second}" for first in firsts for second in seconds], taken, pick)


def copy_of(name: str, taken: Collection[str], longest: int) -> str:
    """The name with the first number that makes it a new one."""
    return next(copy for copy in _numbered(name, longest) if copy not in taken)


def _unused(names: Sequence[str], taken: Collection[str], pick: Pick) -> str:
    free = [name for name in names if name not in taken]
    return pick(free) if free else copy_of(pick(names), taken, longest=60)


def _numbered(name: str, longest: int) -> Iterator[str]:
    number = 2
    while True:
        yield f"{name[: longest - len(str(number)) - 1]} {number}"
        number += 1
