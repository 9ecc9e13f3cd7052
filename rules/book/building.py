"""Chapter: building a team."""

from rules.book.shapes import Chapter, Example, Fact, Row, Rule, Table, in_koban, says
from rules.catalog import CLAN_TYPES, Clan, Profile, catalog
from rules.house import HouseRules
from rules.problems import counted, listed


def chapter(house: HouseRules) -> Chapter:
    starting = house.koban.starting
    return Chapter(
        "building",
        "Building a team",
        f"{starting} koban, one clan, and a few limits that keep teams fair.",
        (_budget(house), _clan(house), _allowances(house), _unique(), _abilities()),
    )


def _budget(house: HouseRules) -> Rule:
    starting = house.koban.starting
    return Rule(
        "budget",
        "The budget",
        says(
            f"A new team recruits for {starting} koban. What is left of them stays in the treasury.",
            "The price of a ninja is paid once, when it joins.",
        ),
        facts=(Fact("To spend", f"{starting} koban"),),
        tables=(_prices(house),),
        example=_bill(house),
        keys=("koban.starting", "prices."),
    )


def _prices(house: HouseRules) -> Table:
    return Table(
        "The price of each recruit, in koban",
        ("Clan", *(type_.capitalize() for type_ in CLAN_TYPES)),
        tuple(_clan_row(clan, tuple(str(house.price(its)) for its in _types(clan))) for clan in _clans()),
    )


def _bill(house: HouseRules) -> Example:
    """The smallest team that the allowances of the first clan let play."""
    clan = _clans()[0]
    needed = [(its, least) for its in _types(clan) if (least := _least(its, house))]
    spent = sum(house.price(its) * least for its, least in needed)
    return Example(
        "The least a team needs",
        f"What clan {clan.name} must have, before anything it would like to have:",
        tuple(Fact(counted(least, its.name, its.name), f"{house.price(its) * least} koban") for its, least in needed),
        Fact("Left to spend", in_koban(house.koban.starting - spent)),
    )


def _least(profile: Profile, house: HouseRules) -> int:
    allowance = house.allowance(profile)
    return allowance.least if allowance else 0


def _clan(house: HouseRules) -> Rule:
    banned = [catalog().profiles[id_].full_name for id_ in house.banned_profiles]
    return Rule(
        "clan",
        "One clan",
        says(
            "A team belongs to one clan, and recruits the ninja and heroes of that clan only. Ronin serve any clan.",
            f"Not to be recruited here: {listed(banned)}." if banned else "",
        ),
        ruling="Where the print of a profile has lost something, the catalog follows its public card, or our reading.",
        keys=("banned_profiles.",),
    )


def _allowances(house: HouseRules) -> Rule:
    rows = tuple(_clan_row(clan, tuple(str(house.allowance(its)) for its in _types(clan))) for clan in _clans())
    return Rule(
        "allowances",
        "Allowances",
        says(
            "Each type of ninja has an allowance: how many of it a team must have, and how many it may have.",
            "It holds for the whole life of a team, not only on its first day. A team outside it cannot play.",
        ),
        tables=(Table("How many of each type a team has", ("Clan", *(t.capitalize() for t in CLAN_TYPES)), rows),),
        keys=("allowances.",),
    )


def _unique() -> Rule:
    return Rule(
        "heroes-and-ronin",
        "Heroes and ronin",
        says(
            "Heroes and ronin have no allowance, and each of them exists once: no team has two of the same.",
            "They never gain XP, and they count for the rating apart.",
        ),
    )


def _abilities() -> Rule:
    choosing = [its for its in catalog().profiles.values() if its.choices]
    names = list(dict.fromkeys(its.name for its in choosing))
    return Rule(
        "abilities",
        "Abilities chosen for good",
        says(
            f"Some profiles choose among their abilities when they are recruited: {listed(names)}.",
            "The profile says how many. The choice is for good: another one takes another recruit.",
        ),
    )


def _clan_row(clan: Clan, cells: tuple[str, ...]) -> Row:
    return Row(clan.name, cells, clan.affinity)


def _clans() -> tuple[Clan, ...]:
    return tuple(catalog().clans.values())


def _types(clan: Clan) -> tuple[Profile, ...]:
    return tuple(clan.of_type(type_) for type_ in CLAN_TYPES)
