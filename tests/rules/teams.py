"""Teams for the tests of the rules: short builders, and Hypothesis strategies for teams of every kind."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

from hypothesis import strategies as st

from rules.catalog import Allowance, Profile, catalog
from rules.chronicle import retell
from rules.dice import Element
from rules.events import Event, Founded, Recruited
from rules.house import (
    AcceptedBy,
    Awards,
    Dismissal,
    Downtime,
    Gain,
    HouseRules,
    Koban,
    LeaguePoints,
    Level,
    RatingRule,
    Reports,
    TieBreaker,
    Underdog,
    rulebook,
)
from rules.roster import draft
from rules.scroll import Ninja, Scroll

HOUSE = rulebook()

Row = TypeVar("Row")

# The fewest ninja that each clan's allowances ask for, with the koban they cost: 40, 44, 41, 39, 37, 41.
MINIMAL = {
    "tora": ("tora-chunin", "tora-kaiken", "tora-kaiken"),
    "yamazaru": ("yamazaru-chunin", "yamazaru-kaiken", "yamazaru-kaiken"),
    "kitsune": ("kitsune-chunin", "kitsune-kaiken", "kitsune-yajiri"),
    "ika": ("ika-chunin", "ika-kaiken", "ika-kaiken"),
    "tanchyo": ("tanchyo-chunin", "tanchyo-yajiri", "tanchyo-yajiri"),
    "ijin": ("ijin-chunin", "ijin-kaiken", "ijin-kunoichi"),
}


def profile(profile_id: str) -> Profile:
    return catalog().profiles[profile_id]


def recruit(ninja_id: str, profile_id: str, name: str = "", abilities: Sequence[str] | None = None) -> Recruited:
    """A recruit that goes by its profile's name and picks the first abilities, unless it is told otherwise."""
    its = catalog().profiles.get(profile_id)
    if abilities is None:
        abilities = [ability.id for ability in its.choices[: its.choose]] if its else []
    return Recruited(ninja_id, profile_id, name or (its.full_name if its else profile_id), tuple(abilities))


def found(name: str, clan: str, *profiles: str) -> Founded:
    """A team of these profiles, whose ninja are n1, n2 and so on."""
    return Founded(name, clan, tuple(recruit(f"n{n}", id_) for n, id_ in enumerate(profiles, start=1)))


def legal_team(clan: str, *more: str) -> Founded:
    """The smallest legal team of a clan, and whoever else joins it."""
    return found(f"The {clan}", clan, *MINIMAL[clan], *more)


def told(*events: Event) -> Scroll:
    """The scroll after these events, by the rulebook."""
    return retell(events, HOUSE)


def drafted(name: str, clan: str, *profiles: str) -> Scroll:
    """The scroll of a team that need not be legal."""
    return draft(name, clan, found(name, clan, *profiles).recruits, HOUSE)


@cache
def names() -> st.SearchStrategy[str]:
    """Names that people give: in any script, with signs, and never too long."""
    blanks = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs by their category, but nobody can see them
    letters = st.characters(categories=("L", "N", "P", "S"), exclude_characters=blanks)
    return st.text(letters, min_size=1, max_size=60)


@st.composite
def recruits(draw: st.DrawFn, ninja_id: str, profile_id: str) -> Recruited:
    """Somebody of this profile, of any name and with any legal choice of abilities."""
    its = profile(profile_id)
    order = draw(st.permutations([ability.id for ability in its.choices]))
    return Recruited(ninja_id, profile_id, draw(names()), tuple(order[: its.choose]))


def fits(profile_ids: Iterable[str], another: str) -> bool:
    """May this profile still join these, within 100 koban?"""
    team = list(profile_ids)
    its = profile(another)
    most = its.allowance.most if its.allowance else 1
    return team.count(another) < most and sum(profile(id_).koban for id_ in (*team, another)) <= 100


@st.composite
def founded_teams(draw: st.DrawFn, clans: Sequence[str] = tuple(MINIMAL)) -> Founded:
    """A legal team of any clan, heroes and ronin included, for at most 100 koban."""
    clan = draw(st.sampled_from(clans))
    team = list(MINIMAL[clan])
    offered = [its.id for its in catalog().profiles.values() if its.clan in (clan, "")]
    for another in draw(st.lists(st.sampled_from(offered), max_size=14)):
        if fits(team, another):
            team.append(another)
    ninja = tuple(draw(recruits(f"n{n}", id_)) for n, id_ in enumerate(team, start=1))
    return Founded(draw(names()), clan, ninja)


def legal_rosters() -> st.SearchStrategy[Scroll]:
    """The scrolls of new, legal teams."""
    return founded_teams().map(told)


@st.composite
def rosters(draw: st.DrawFn) -> Scroll:
    """Scrolls of any ninja at all: too many, foreign, nameless, unpaid, and now and then legal."""
    some = st.sampled_from(list(catalog().profiles.values()))
    ids = st.integers(1, 12).map("n{}".format)
    chosen = st.lists(st.sampled_from(["pounce", "tiger-strike", "net", "soul-capture"]), max_size=3).map(tuple)
    ninja = st.builds(Ninja, ids, st.text(max_size=70), some, st.integers(0, 30), chosen)
    clan = st.sampled_from([None, *catalog().clans.values()])
    return Scroll(draw(st.text(max_size=70)), draw(clan), draw(st.integers(-50, 100)), tuple(draw(st.lists(ninja))))


@st.composite
def houses(draw: st.DrawFn) -> HouseRules:
    """Rules that a ninja master might make, as far from the rulebook as a league can be."""
    few, some = st.integers(0, 30), st.integers(1, 30)
    clan_ninja = st.sampled_from([its.id for its in catalog().profiles.values() if its.allowance])
    anybody = st.sampled_from(list(catalog().profiles))
    heroes_and_ronin = st.sampled_from([its.id for its in catalog().profiles.values() if its.type.is_unique])
    feats = st.sampled_from([f"{c.id}/{f.id}" for c in catalog().challenges.values() for f in c.feats])
    return HouseRules(
        tie_breakers=tuple(draw(st.lists(st.sampled_from(TieBreaker), unique=True))),
        feats=tuple(replace(feat, xp=draw(few), points=draw(few)) for feat in HOUSE.feats),
        levels=draw(_levels()),
        advancement=draw(_table(st.sampled_from(Gain))),
        downtime=draw(_table(st.sampled_from(Downtime))),
        awards=draw(st.builds(Awards, few)),
        koban=draw(st.builds(Koban, few, few, few, few, few, few)),
        rating=draw(st.builds(RatingRule, some, few, few)),
        underdog=draw(st.builds(Underdog, some, some, some)),
        league_points=draw(st.builds(LeaguePoints, few, few, few)),
        dismissal=draw(st.builds(Dismissal, st.booleans(), st.integers(0, 100))),
        reports=draw(st.builds(Reports, st.sampled_from(AcceptedBy), few)),
        random_challenge=replace(HOUSE.random_challenge, columns=draw(_table(st.integers(1, 2)))),
        banned_challenges=tuple(draw(st.lists(st.sampled_from(list(catalog().challenges)), unique=True, max_size=7))),
        banned_profiles=tuple(draw(st.lists(anybody, unique=True, max_size=3))),
        prices=draw(st.dictionaries(anybody, few, max_size=3)),
        upkeeps=draw(st.dictionaries(heroes_and_ronin, few, max_size=3)),
        allowances=draw(st.dictionaries(clan_ninja, st.builds(Allowance, st.integers(0, 2), st.integers(2, 9)))),
        feat_points=draw(st.dictionaries(feats, few, max_size=3)),
        feat_xp=draw(st.dictionaries(feats, few, max_size=3)),
    )


def _table(rows: st.SearchStrategy[Row]) -> st.SearchStrategy[dict[Element, Row]]:
    return st.fixed_dictionaries(dict.fromkeys(Element, rows))


@st.composite
def _levels(draw: st.DrawFn) -> tuple[Level, ...]:
    steps = sorted(draw(st.sets(st.integers(1, 300), max_size=8)))
    return tuple(Level(f"level-{n}", draw(names()), xp) for n, xp in enumerate([0, *steps]))
