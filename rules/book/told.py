"""Chapter: the report of a game."""

from rules.articles import ACCEPTED_BY
from rules.book.shapes import Chapter, Fact, Rule, says
from rules.house import ALL_STAR, AcceptedBy, HouseRules
from rules.problems import counted
from rules.report import TEAMS


def chapter(house: HouseRules) -> Chapter:
    rules = (_reported(), _results(), _all_star(house), _healing_house(), _poison(), _accepted(house), _amended())
    lead = "What happened at the table, written down once, and signed by those who were there."
    return Chapter("report", "The report", lead, rules)


def _reported() -> Rule:
    return Rule(
        "reported",
        "What is reported",
        says(
            f"The challenge; for each of the {TEAMS[0]} to {TEAMS[-1]} teams its points and how it ended; "
            "for each ninja whether it was on the board, its feats, and whether it ended in the Healing House; "
            "and the All-Star of each team.",
            "Only who was on the board can have done anything.",
        ),
    )


def _results() -> Rule:
    return Rule(
        "conceding",
        "Winning, drawing, conceding",
        says(
            "The most points win. One team wins and the others lose, or two or more draw and any others lose.",
            "A team that gives up has conceded, and that is a loss, however many points it had.",
        ),
        ruling="The rulebook knows no draw in a league, and does not say what the points of a team that gives up are "
        "worth. Here conceding always loses.",
    )


def _all_star(house: HouseRules) -> Rule:
    return Rule(
        "all-star",
        "The All-Star",
        says(
            "After the game each team names one of its own that was on the board. An underdog may name more of them.",
            "Awards go to different models. A hero or ronin may be named for the honour, and gains no XP by it.",
        ),
        facts=(Fact("For the All-Star", f"{house.common_feat(ALL_STAR).xp} XP"),),
        ruling="That several awards go to different models, and that heroes and ronin may be honoured, is ours.",
        keys=("feats.all-star",),
    )


def _healing_house() -> Rule:
    return Rule(
        "healing-house",
        "In the Healing House",
        says(
            "Whoever is injured and does not come back ends the game in the Healing House. The report says so, "
            "and after the game each of them rolls for downtime."
        ),
    )


def _poison() -> Rule:
    return Rule(
        "poison",
        "Poison has no author",
        says("A Stun or an Injury by Poison is nobody's feat: it earns no XP and scores nothing."),
    )


def _accepted(house: HouseRules) -> Rule:
    reports, days = house.reports, counted(house.reports.silence_accepts_after_days, "day")
    waits = reports.accepted_by is AcceptedBy.COUNTERSIGN
    return Rule(
        "accepted",
        "When a report counts",
        says(
            f"A report counts {ACCEPTED_BY[reports.accepted_by]}.",
            f"{f'After {days} without a word against it, silence accepts it. ' if waits else ''}"
            "If two sides tell it differently, the ninja master decides which version counts. Every version is kept.",
        ),
        facts=(Fact("Silence accepts after", days),) if waits else (),
        ruling="The rulebook leaves it to the players whose word counts.",
        keys=("reports.",),
    )


def _amended() -> Rule:
    return Rule(
        "amending",
        "Putting a report right",
        says(
            "An accepted report can be amended, weeks later too: by the ninja master, or when everybody who played "
            "agrees. Everything after it is told again by the same rules.",
            "What has become impossible is struck, or upheld by a ruling. Later games keep the ratings, tokens and "
            "bonuses they were briefed with.",
        ),
        ruling="The rulebook knows no amendments: this is how a wrong report is mended without a wrong scroll.",
    )
