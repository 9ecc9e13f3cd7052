"""Chapter: leagues, their points and tie-breakers."""

from rules.articles import TIE_BREAKERS
from rules.book.shapes import TIMES, Chapter, Example, Fact, Row, Rule, Table, says
from rules.house import HouseRules, TieBreaker

BREAKS = {
    TieBreaker.HEAD_TO_HEAD: "League points from the games among the tied, if each met each other as often.",
    TieBreaker.POINT_DIFFERENCE: "Points scored in all games, less those of the best opponent in each.",
    TieBreaker.POINTS_FOR: "Points scored in all games.",
    TieBreaker.STRENGTH_OF_SCHEDULE: "How large a share of their games its opponents have won.",
    TieBreaker.BUCHHOLZ: "The league points of all its opponents together.",
    TieBreaker.WINS: "How many games it has won.",
    TieBreaker.FEATS: "How many feats its ninja have done.",
    TieBreaker.INJURIES: "How many enemies its ninja have injured.",
    TieBreaker.RATING: "The higher team rating is ahead.",
    TieBreaker.COIN: "Tossed once for each team when it enters, and kept.",
}
WON, DRAWN, LOST = 3, 1, 2  # in the worked example


def chapter(house: HouseRules) -> Chapter:
    rules = (_points(house), _ties(house), _byes(house), _formats(), _master())
    return Chapter("leagues", "Leagues", "What results are worth, who is ahead, and who has the last word.", rules)


def _points(house: HouseRules) -> Rule:
    points = house.league_points
    return Rule(
        "league-points",
        "League points",
        says("Each result is worth league points, and the table counts them. Conceding is worth a loss."),
        facts=(
            Fact("A win is worth", str(points.win)),
            Fact("A draw is worth", str(points.draw)),
            Fact("A loss is worth", str(points.loss)),
        ),
        example=_example(house),
        ruling="The rulebook leaves the table to the ninja master: these numbers are ours.",
        keys=("league_points.",),
    )


def _example(house: HouseRules) -> Example:
    points = house.league_points
    parts = WON * points.win, DRAWN * points.draw, LOST * points.loss
    return Example(
        "Half a season",
        f"{WON} games won, {DRAWN} drawn, {LOST} lost:",
        (
            Fact(f"Won: {WON} {TIMES} {points.win}", str(parts[0])),
            Fact(f"Drawn: {DRAWN} {TIMES} {points.draw}", f"+ {parts[1]}"),
            Fact(f"Lost: {LOST} {TIMES} {points.loss}", f"+ {parts[2]}"),
        ),
        Fact("League points", str(sum(parts))),
    )


def _ties(house: HouseRules) -> Rule:
    rows = tuple(
        Row(TIE_BREAKERS[its].capitalize(), (str(place), BREAKS[its]), id=its.value)
        for place, its in enumerate(house.tie_breakers, 1)
    )
    return Rule(
        "tie-breakers",
        "Tie-breakers",
        says(
            "Teams with the same league points are told apart by the first of these in which they differ. "
            "Where that leaves fewer of them level, the list begins anew for those.",
            "" if rows else "There are none here: teams with the same points share their place.",
        ),
        tables=(Table("In this order", ("Tie-breaker", "Place", "What it compares"), rows, is_worded=True),)
        if rows
        else (),
        ruling="The rulebook does not break ties.",
        keys=("tie_breakers",),
    )


def _byes(house: HouseRules) -> Rule:
    return Rule(
        "byes",
        "Byes and forfeits",
        says(
            f"In a Swiss season a bye is worth a win, {house.league_points.win} league points. "
            "Elsewhere everybody rests as often, and it is worth nothing.",
            "A forfeit counts as a win and a loss in the table, and is no game: nobody earns koban or XP by it.",
        ),
        ruling="The rulebook knows neither byes nor forfeits.",
    )


def _formats() -> Rule:
    return Rule(
        "formats",
        "How a season runs",
        says(
            "A season has so many rounds or no end, so many games a week or as many as people like. Who meets whom is "
            "fixed, drawn, found by the table (Swiss), paired by hand, or agreed upon by the players.",
            "The table decides who wins, or it seeds playoffs with a final.",
        ),
    )


def _master() -> Rule:
    return Rule(
        "ninja-master",
        "The ninja master has the last word",
        says(
            "Every number and table of these rules can be changed for a league, best before its first game. "
            "Everybody sees what was changed, when, by whom and why.",
            "A single case is decided by a ruling, always with a reason. The ninja master may play too.",
        ),
    )
