"""Chapter: before a game."""

from rules.book.shapes import Chapter, Example, Fact, Row, Rule, Table, says
from rules.catalog import catalog
from rules.dice import Element
from rules.game import Help, underdog_help
from rules.house import Chooser, HouseRules
from rules.problems import counted, listed

DIFFERENCES = (1, 3, 5, 8, 10, 15)  # in rating, to show what each is worth
BEHIND = 7  # in the worked example
CHOOSERS = {Chooser.PLAYER_1: "Player 1 chooses", Chooser.PLAYER_2: "Player 2 chooses"}


def chapter(house: HouseRules) -> Chapter:
    return Chapter(
        "before",
        "Before a game",
        "The teams are compared, the underdog gets help, and somebody says what is played.",
        (_underdog(house), _of_three_and_four(), _frozen(), _ready(), _challenges(house), _random_challenge(house)),
    )


def _underdog(house: HouseRules) -> Rule:
    under, most = house.underdog, house.koban.underdog_most
    return Rule(
        "underdog",
        "The underdog's help",
        says(
            "Compare the ratings. The team with the lower one is the underdog, and the difference is worth something: "
            "tokens and All-Star awards in the game, koban after it.",
            "Only whole steps count: what is left over of a division is lost.",
        ),
        facts=(
            Fact("One reroll token for", _every(under.reroll_token)),
            Fact("One Moon Power token for", _every(under.moon_power_token)),
            Fact("One more All-Star award for", _every(under.extra_all_star)),
            Fact("More revenue", f"1 koban a rating, at most {most}"),
        ),
        tables=(_help_table(house),),
        example=_example(house),
        keys=("underdog.", "koban.underdog_most"),
    )


def _every(step: int) -> str:
    return "each rating behind" if step == 1 else f"every {step} rating behind"


def _help_table(house: HouseRules) -> Table:
    return Table(
        "What a difference in rating is worth",
        ("Behind by", "Reroll tokens", "Moon Power tokens", "More All-Star awards", "Koban"),
        tuple(Row(f"{behind} rating", _cells(underdog_help(behind, house))) for behind in DIFFERENCES),
    )


def _cells(help_: Help) -> tuple[str, ...]:
    given = (help_.reroll_tokens, help_.moon_power_tokens, help_.extra_all_stars, help_.bonus_koban)
    return tuple(str(number) for number in given)


def _example(house: HouseRules) -> Example:
    low = house.koban.starting // house.rating.koban_per_point
    high, given = low + BEHIND, underdog_help(BEHIND, house)
    under = house.underdog
    return Example(
        "A fresh team against an old one",
        f"Rating {low} meets rating {high}: the fresh team is {BEHIND} behind.",
        (
            Fact("Reroll tokens", _divided(under.reroll_token, given.reroll_tokens)),
            Fact("Moon Power tokens", _divided(under.moon_power_token, given.moon_power_tokens)),
            Fact("All-Star awards", f"1 and {given.extra_all_stars} more: {1 + given.extra_all_stars}"),
        ),
        Fact("Revenue after the game", f"{given.bonus_koban} koban more"),
    )


def _divided(step: int, times: int) -> str:
    return f"{BEHIND} ÷ {step} = {times}"


def _of_three_and_four() -> Rule:
    return Rule(
        "three-or-four",
        "With three or four teams",
        says("Every team is compared with the highest rating in the game, and gets help for that difference."),
    )


def _frozen() -> Rule:
    return Rule(
        "briefing",
        "The briefing is frozen",
        says(
            "The briefing compares the teams once. What it promises stays promised, whatever becomes of the ratings "
            "before the game is reported, or of earlier games that are amended.",
        ),
        ruling="The rulebook does not say when the ratings are compared. Here it is when the game is briefed.",
    )


def _ready() -> Rule:
    return Rule(
        "ready",
        "Who is ready to play",
        says(
            "A team plays when its roster is legal and every step after its last game is taken. "
            "Whoever must miss the game stays at home; the briefing names them."
        ),
    )


def _challenges(house: HouseRules) -> Rule:
    names = [its.name for its in house.challenges]
    return Rule(
        "challenges",
        "The challenge",
        says(
            f"The players agree on a challenge, or ask the dice. Played are {listed(names)}.",
            "Each has its own feats and its own way to win.",
        ),
        facts=(Fact("To choose from", counted(len(names), "challenge")),),
        keys=("banned_challenges",),
    )


def _random_challenge(house: HouseRules) -> Rule:
    draw = house.random_challenge
    rows = tuple(
        Row(its.title(), (f"Column {draw.columns[its]}", _drawn(draw.column_1[its]), _drawn(draw.column_2[its])), its)
        for its in Element
    )
    return Rule(
        "random-challenge",
        "A challenge by the dice",
        says(
            "Two dice: the first picks a column, the second a row of it. "
            "A challenge that is not played here is rolled again."
        ),
        tables=(
            Table(
                "What two dice draw",
                ("Die", "First die", "Second die, column 1", "Second die, column 2"),
                rows,
                is_worded=True,
            ),
        ),
        ruling="The signs of the printed table are lost: its rows follow the order of the elements.",
        keys=("random_challenge.",),
    )


def _drawn(row: str) -> str:
    return CHOOSERS[Chooser(row)] if row in tuple(Chooser) else catalog().challenges[row].name
