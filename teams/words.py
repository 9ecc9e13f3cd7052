"""What the catalog's things are like, in a line of our own each, and its numbers in words.

Every clan, type, category and challenge has its line; a test notices one that is missing.
"""

from collections.abc import Iterable

from rules.catalog import Category, Challenge, Feat, Profile, Stealth, Type, catalog

CLANS = {
    "tora": "The tiger. Hits hard, guards little, and means to be done before anybody hits back.",
    "yamazaru": "The mountain monkey. Slow to arrive and slower to fall: solid blades, stubborn defense.",
    "kitsune": "The fox. Quick and hard to pin down; it mends its own and leaves poison behind.",
    "ika": "The squid. The best defense of all clans: holds its ground, tangles, drags and waits.",
    "tanchyo": "The crane. Fastest of the six, with arrows first and blades where nobody is left to guard.",
    "ijin": "The horned ones. Nobody strikes harder: brutal up close, with knives in every back.",
}

TYPES = {
    Type.CHUNIN: "The leader, and the best fighter most teams have.",
    Type.KAIKEN: "Blade fighters, the backbone of a team.",
    Type.YAJIRI: "Archers: frail up close, a threat from afar.",
    Type.MADOUSHI: "Workers of magic, each with an art of its choosing.",
    Type.KUNOICHI: "The fastest on the board, made for objectives.",
    Type.ONI: "Big, Resilient, and worth their price in the thick of it.",
    Type.HERO: "A legend of its clan. Strong from the first game, and never any stronger.",
    Type.RONIN: "A sword for hire. Serves any clan, for a fee after every league game.",
}

CATEGORIES = {
    Category.GENERAL: "Any ninja may learn these when it advances.",
    Category.UNIQUE: "Printed on a profile, never learned.",
} | {
    Category(
        element
    ): f"A ninja with affinity for {element.title()} may learn these when it advances; any ninja on doubles."
    for element in ("spirit", "void", "earth", "air", "water", "fire")
}

CHALLENGES = {
    "assassination": "Every team has a marked VIP. Bring down theirs, shield yours; the next one is marked at once.",
    "intercept-the-messenger": "One team runs a message across the board. The other sees to it that it never arrives.",
    "champion": "Each team names a champion, and nobody else can score.",
    "king-of-the-hill": "Have more ninja in the middle than the enemy when the round ends. Then do it again.",
    "infiltration": "Slip past the sentries, lift a medal, and carry it home.",
    "brawl": "No objective but the fight itself.",
    "search": "Crates all over the board, sentries all around them, and something in a few of them.",
    "capture-the-medal": "Take their medal to your goal, and do not let them leave with yours.",
}

STEALTH = {
    Stealth.NONE: "Nobody",
    Stealth.SMALL_BASES: "Everybody on a small base",
    Stealth.ALL: "Everybody",
}


def full_name(profile: Profile) -> str:
    """A name that says who is meant on any page: `Tora Kaiken`, `Byakko`."""
    return profile.name if profile.type.is_unique else f"{catalog().clans[profile.clan].name} {profile.name}"


def allowance(profile: Profile) -> str:
    return f"{profile.allowance} in a team" if profile.allowance else "At most one in a team"


def choice(profile: Profile) -> str:
    """What has to be decided when it is recruited; empty where there is nothing to decide."""
    if not profile.choices:
        return ""
    return f"Pick {profile.choose} of these {len(profile.choices)} when you recruit it. The choice is for good."


def learned_by(category: Category) -> str:
    return (
        CATEGORIES[category].replace("learn these", "learn it").replace("Printed on a profile", "Printed on profiles")
    )


def points(number: int) -> str:
    return f"{number} point" if number == 1 else f"{number} points"


def feat_notes(feat: Feat, injury_xp: int) -> list[str]:
    """Everything about a feat that its points and XP alone do not say. `injury_xp` is what an ordinary injury earns."""
    notes = []
    if feat.side:
        notes.append(f"Only for the {feat.side}.")
    if feat.not_for:
        notes.append(f"Not for a {_any_of(feat.not_for)}.")
    if feat.is_injury:
        notes.append(f"{injury_xp} XP of this is for the injury, so report no other injury for it.")
    for type_, different in feat.points_for.items():
        notes.append(f"Only {points(different)} when a {type_} does it.")
    if feat.xp_not_for:
        notes.append(
            f"A {_any_of(feat.xp_not_for)} gets only the XP of the injury for it."
            if feat.is_injury
            else f"A {_any_of(feat.xp_not_for)} gets no XP for it."
        )
    if feat.most_per_team:
        notes.append(f"At most {feat.most_per_team} times in a game for each team.")
    return notes


def challenge_facts(challenge: Challenge) -> list[tuple[str, str]]:
    """The head of a challenge's card: what it is called, and what it is."""
    facts = [
        ("Ninja allowed", f"{challenge.ninjas_allowed} at a time"),
        ("Length", f"{challenge.rounds} rounds"),
        ("Starts in Stealth", STEALTH[challenge.starts_in_stealth]),
        ("Sentries", "On guard" if challenge.sentries else "None"),
        ("Sides", " and ".join(challenge.sides).capitalize() if challenge.sides else "All alike"),
        (
            "Won by",
            f"First to {points(challenge.wins_at)}, or most at the end"
            if challenge.wins_at
            else "Most points at the end",
        ),
    ]
    if challenge.crates:
        facts.insert(4, ("Crates", str(challenge.crates)))
    return facts


def challenge_tags(challenge: Challenge) -> list[str]:
    """The same in a few words, and only what sets it apart."""
    tags = [f"{challenge.ninjas_allowed} ninja", f"{challenge.rounds} rounds"]
    if challenge.starts_in_stealth != Stealth.NONE:
        tags.append("Stealth for all" if challenge.starts_in_stealth == Stealth.ALL else "Stealth for small bases")
    if challenge.sentries:
        tags.append("Sentries")
    if challenge.crates:
        tags.append(f"{challenge.crates} crates")
    if challenge.sides:
        tags.append(" and ".join(challenge.sides).capitalize())
    if challenge.wins_at:
        tags.append(f"First to {points(challenge.wins_at)}")
    return tags


def _any_of(types: Iterable[Type]) -> str:
    return " or ".join(types)
