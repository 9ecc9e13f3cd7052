"""Is this team legal? `problems` returns every reason at once why it may not play."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

from rules.catalog import Allowance, Profile, catalog
from rules.events import Recruited
from rules.house import HouseRules
from rules.problems import Problem, counted, listed
from rules.scroll import Ninja, Scroll

LONGEST_NAME = 60
ALLOWABLE = {"too-few", "too-many", "not-unique", "foreign-clan", "banned", "unknown-ability", "ability-choice"}
UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp"}
# Hangul fillers and the blank Braille pattern count as letters and signs, but leave the page empty.
INVISIBLE = set("\u115f\u1160\u2800\u3164\uffa0")
# Right-to-left letters are welcome; marks that reverse what stands around the name are not.
DIRECTION_OVERRIDES = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def problems(scroll: Scroll, house: HouseRules) -> list[Problem]:
    """Every reason why this team may not play, except those that a ruling allows."""
    found = [
        *name_problems(scroll.name, "name", "The team"),
        *_clan_problems(scroll),
        *_allowance_problems(scroll, house),
        *_uniqueness_problems(scroll),
        *_treasury_problems(scroll),
        *(problem for ninja in scroll.ninja for problem in ninja_problems(ninja, house)),
    ]
    return not_allowed(found, scroll)


def not_allowed(found: list[Problem], scroll: Scroll) -> list[Problem]:
    """Those that no ruling allows. Not even the ninja master can let a treasury fall below nothing."""
    return [its for its in found if its.key not in scroll.allowed or its.code not in ALLOWABLE]


def draft(name: str, clan: str, recruits: Iterable[Recruited], house: HouseRules) -> Scroll:
    """The scroll these recruits would make, legal or not. A profile nobody knows is nobody's recruit."""
    known = catalog().profiles
    ninja = tuple(recruit_ninja(r, known[r.profile], house) for r in recruits if r.profile in known)
    spent = sum(its.price for its in ninja)
    return Scroll(name, catalog().clans.get(clan), house.koban.starting - spent, ninja)


def recruit_ninja(recruit: Recruited, profile: Profile, house: HouseRules) -> Ninja:
    price = house.price(profile) if recruit.koban is None else recruit.koban
    return Ninja(recruit.ninja, recruit.name, profile, price, recruit.abilities)


def tidy_name(written: str) -> str:
    """A name as it is kept. What is far too long is left alone: composing it would take far too long as well."""
    if len(written) > 4 * LONGEST_NAME:
        return written
    return unicodedata.normalize("NFC", written).strip()


def name_problems(name: str, subject: str, what: str) -> Iterator[Problem]:
    kinds = {unicodedata.category(character) for character in name}
    if not any(unicodedata.category(character)[0] in "LNPS" for character in set(name) - INVISIBLE):
        yield Problem("nameless", f"{what} needs a name.", subject)
        return
    if len(name) > LONGEST_NAME:
        yield Problem("name-too-long", f"A name has at most {LONGEST_NAME} characters, this has {len(name)}.", subject)
    if kinds & UNPRINTABLE or DIRECTION_OVERRIDES & set(name) or any(map(_is_no_character, name)):
        message = "A name cannot contain control characters, line breaks or marks that turn the text around."
        yield Problem("unprintable-name", message, subject)


def _is_no_character(character: str) -> bool:
    """Code points that Unicode keeps for nobody: no XML, and so no drawing, may contain them."""
    code = ord(character)
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF


def ninja_problems(ninja: Ninja, house: HouseRules) -> Iterator[Problem]:
    """What is wrong with one model, whatever its team."""
    profile = ninja.profile
    yield from name_problems(ninja.name, ninja.id, profile.full_name)
    if ninja.price < 0:
        yield Problem("negative", f"{profile.full_name} cannot be recruited for less than nothing.", ninja.id)
    if profile.id in house.banned_profiles:
        yield Problem("banned", f"{profile.full_name} may not be recruited in this league.", ninja.id)
    offered = {ability.id for ability in profile.choices}
    if unknown := [id_ for id_ in ninja.chosen if id_ not in offered]:
        yield Problem("unknown-ability", f"{profile.full_name} has no ability {listed(unknown)} to choose.", ninja.id)
    if not profile.choices:
        return
    if len(ninja.chosen) != profile.choose or len(set(ninja.chosen)) < len(ninja.chosen):
        names = listed([ability.name for ability in profile.choices], "or")
        ability = counted(profile.choose, "ability", "abilities")
        message = f"{ninja.name or profile.full_name} chooses {ability} of {names}; you chose {_chosen(ninja)}."
        yield Problem("ability-choice", message, ninja.id)


def _chosen(ninja: Ninja) -> str:
    """How many were chosen; one that was named twice is one, unless that would be the right number."""
    distinct = len(set(ninja.chosen))
    return "the same one twice" if distinct == ninja.profile.choose else str(distinct)


def _clan_problems(scroll: Scroll) -> Iterator[Problem]:
    if scroll.clan is None:
        yield Problem("no-clan", "The team needs a clan.", "clan")
        return
    for ninja in scroll.ninja:
        yield from foreign_problems(ninja, scroll)


def foreign_problems(ninja: Ninja, scroll: Scroll) -> Iterator[Problem]:
    home = ninja.profile.clan
    if scroll.clan and home and home != scroll.clan.id:
        theirs = catalog().clans[home].name
        message = f"{ninja.profile.name} belongs to clan {theirs}, this is a team of clan {scroll.clan.name}."
        yield Problem("foreign-clan", message, ninja.id)


def _allowance_problems(scroll: Scroll, house: HouseRules) -> Iterator[Problem]:
    if scroll.clan is None:
        return
    have = Counter(ninja.profile.id for ninja in scroll.ninja)
    for profile in scroll.clan.ninja:
        if allowance := house.allowance(profile):
            yield from allowance_problems(profile, allowance, have[profile.id])


def allowance_problems(profile: Profile, allowance: Allowance, have: int) -> Iterator[Problem]:
    if not allowance.least <= have <= allowance.most:
        code = "too-few" if have < allowance.least else "too-many"
        yield Problem(code, f"A team has {allowance} {profile.type}, this one has {have}.", profile.id)


def _uniqueness_problems(scroll: Scroll) -> Iterator[Problem]:
    unique = Counter(ninja.profile.id for ninja in scroll.ninja if ninja.profile.type.is_unique)
    for id_, have in unique.items():
        if have > 1:
            name = catalog().profiles[id_].name
            yield Problem("not-unique", f"Only one {name} may be on a team, you have {have}.", id_)
    for id_, times in Counter(ninja.id for ninja in scroll.ninja).items():
        if times > 1:
            yield Problem("same-id", f"{times} ninja have the id {id_}.", id_)


def _treasury_problems(scroll: Scroll) -> Iterator[Problem]:
    if scroll.treasury < 0:
        message = f"The team is {-scroll.treasury} koban over its budget."
        yield Problem("over-budget", message, "treasury")
