"""Chapters: recruiting and dismissing, and the rating of a team."""

from rules.book.shapes import TIMES, Chapter, Example, Fact, Rule, says
from rules.house import HouseRules

PRICE, ADVANCEMENTS, UNIQUE = 128, 4, 2  # of the team in the worked example


def recruiting(house: HouseRules) -> Chapter:
    lead = "Between two games a team may change its roster."
    return Chapter("recruiting", "Recruiting and dismissing", lead, (_order(), _recruiting(), _dismissing(house)))


def _order() -> Rule:
    return Rule(
        "order",
        "First things first",
        says(
            "After a game everything has its turn: ronin are paid, downtime is rolled, advancements are rolled and "
            "chosen. Recruiting and dismissing come after that, until the next game."
        ),
    )


def _recruiting() -> Rule:
    return Rule(
        "recruiting",
        "Recruiting",
        says(
            "A recruit is paid from the treasury, for its full price, within the allowances. It starts with no XP.",
        ),
    )


def _dismissing(house: HouseRules) -> Rule:
    rule = house.dismissal
    refund = f"{rule.refund_percent} percent of its price come back" if rule.refund_percent else "no koban come back"
    allowed = f"A ninja may be dismissed between games, if the team stays legal without it; {refund}."
    return Rule(
        "dismissing",
        "Dismissing",
        says(
            allowed if rule.allowed else "Nobody may be dismissed here.",
            "Who has left stays in the chronicle, and does not come back: the same profile joins as somebody new.",
        ),
        facts=(Fact("Back into the treasury", f"{rule.refund_percent} percent"),) if rule.allowed else (),
        ruling="The rulebook does not speak of dismissing.",
        keys=("dismissal.",),
    )


def rating(house: HouseRules) -> Chapter:
    lead = "The strength of a team as one number: it finds the underdog."
    return Chapter("rating", "Team rating", lead, (_rating(house),))


def _rating(house: HouseRules) -> Rule:
    its, fresh = house.rating, house.koban.starting // house.rating.koban_per_point
    return Rule(
        "rating",
        "What it is made of",
        says(
            "Add up what the whole roster was recruited for, absent models too. What is left in the treasury does not "
            "count, nor does the rest of the division.",
            f"A new team that has spent all its koban on clan ninja has rating {fresh}.",
        ),
        facts=(
            Fact("1 for every", f"{its.koban_per_point} koban of the roster"),
            Fact("For each advancement taken", f"+{its.per_advancement}"),
            Fact("For each hero or ronin", f"+{its.per_hero_or_ronin}"),
        ),
        example=_example(house),
        keys=("rating.",),
    )


def _example(house: HouseRules) -> Example:
    its = house.rating
    parts = PRICE // its.koban_per_point, ADVANCEMENTS * its.per_advancement, UNIQUE * its.per_hero_or_ronin
    return Example(
        "A team in its second season",
        f"A roster of {PRICE} koban, {ADVANCEMENTS} advancements taken, a hero and a ronin among them.",
        (
            Fact(f"{PRICE} koban ÷ {its.koban_per_point}", str(parts[0])),
            Fact(f"{ADVANCEMENTS} advancements {TIMES} {its.per_advancement}", f"+ {parts[1]}"),
            Fact(f"{UNIQUE} heroes and ronin {TIMES} {its.per_hero_or_ronin}", f"+ {parts[2]}"),
        ),
        Fact("Rating", str(sum(parts))),
    )
