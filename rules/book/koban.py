"""Chapters: revenue, and ronin with their upkeep."""

from rules.book.shapes import MINUS, Chapter, Example, Fact, Row, Rule, Table, in_koban, says
from rules.catalog import Profile, catalog
from rules.game import SHREWD_NEGOTIATOR, underdog_help
from rules.house import HouseRules
from rules.problems import listed

BEHIND = 3  # in the worked example
PAID_FOR = 2  # ronin in the worked example


def revenue(house: HouseRules) -> Chapter:
    rules = (_revenue(house), _bonus(house), _negotiator(house))
    return Chapter("revenue", "Revenue", "Every game pays, the won ones better.", rules)


def _revenue(house: HouseRules) -> Rule:
    koban = house.koban
    return Rule(
        "revenue",
        "What a game pays",
        says("The treasury grows with every league game, as soon as its report counts. Conceding pays as a loss."),
        facts=(
            Fact("A win", f"{koban.win} koban"),
            Fact("A draw", f"{koban.draw} koban"),
            Fact("A loss", f"{koban.loss} koban"),
        ),
        example=_example(house),
        ruling="The rulebook names no revenue for a draw: what it pays is ours.",
        keys=("koban.win", "koban.loss", "koban.draw"),
    )


def _example(house: HouseRules) -> Example:
    koban, bonus = house.koban, underdog_help(BEHIND, house).bonus_koban
    return Example(
        "A loss that pays",
        f"An underdog, {BEHIND} rating behind, loses with a Shrewd Negotiator in the Healing House.",
        (
            Fact("The loss", f"{koban.loss} koban"),
            Fact("The underdog's bonus", f"+ {bonus} koban"),
            Fact("The Shrewd Negotiator", f"+ {koban.shrewd_negotiator} koban"),
        ),
        Fact("Into the treasury", f"{koban.loss + bonus + koban.shrewd_negotiator} koban"),
    )


def _bonus(house: HouseRules) -> Rule:
    return Rule(
        "underdog-bonus",
        "The underdog's bonus",
        says(
            "An underdog gets 1 koban more for each rating it was behind when the game was briefed, "
            f"at most {house.koban.underdog_most}, however the game ended."
        ),
    )


def _negotiator(house: HouseRules) -> Rule:
    known = catalog().profiles.values()
    names = [its.name for its in known if any(a.id == SHREWD_NEGOTIATOR for a in its.all_abilities)]
    return Rule(
        "shrewd-negotiator",
        "A Shrewd Negotiator",
        says(f"To {listed(names)} a sickbed is a business: it pays to end the game there."),
        facts=(Fact("In the Healing House", f"{house.koban.shrewd_negotiator} koban"),),
        keys=("koban.shrewd_negotiator",),
    )


def ronin(house: HouseRules) -> Chapter:
    lead = "Strong from the first day, and never cheap."
    return Chapter("ronin", "Ronin and upkeep", lead, (_upkeep(house), _released()))


def _upkeep(house: HouseRules) -> Rule:
    asking = [its for its in catalog().profiles.values() if house.upkeep(its)]
    return Rule(
        "upkeep",
        "Paying upkeep",
        says(
            "After every league game whoever asks for upkeep is paid, even if it missed the game. "
            "Whoever is not paid leaves."
            if asking
            else "Nobody asks for upkeep here: whoever is recruited stays.",
            "It is the first thing after a game, before any die is rolled. The revenue just earned may pay for it."
            if asking
            else "",
        ),
        tables=(_asking(asking, house),) if asking else (),
        example=_bill(asking[:PAID_FOR], house) if len(asking) >= PAID_FOR else None,
        keys=("upkeeps.",),
    )


def _asking(asking: list[Profile], house: HouseRules) -> Table:
    rows = tuple(Row(its.name, (str(house.price(its)), str(house.upkeep(its))), its.affinities[0]) for its in asking)
    return Table("Who asks for upkeep, in koban", ("Who", "Price", "Upkeep a game"), rows)


def _bill(paid: list[Profile], house: HouseRules) -> Example:
    upkeep = sum(house.upkeep(its) for its in paid)
    return Example(
        "What a win leaves",
        f"A team with {listed([its.name for its in paid])} has won.",
        (
            Fact("The win", f"{house.koban.win} koban"),
            *(Fact(f"Upkeep of {its.name}", f"{MINUS} {house.upkeep(its)} koban") for its in paid),
        ),
        Fact("For the treasury", in_koban(house.koban.win - upkeep)),
    )


def _released() -> Rule:
    return Rule(
        "released",
        "Letting a ronin go",
        says(
            "A ronin that is not paid leaves for good, and its price is not given back. The rating falls with it. "
            "It can be recruited again later, for its full price."
        ),
    )
