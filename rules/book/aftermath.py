"""Chapters: downtime, advancement, absences."""

from rules.articles import GAINS
from rules.book.shapes import Chapter, Example, Fact, Row, Rule, Table, says
from rules.dice import Element
from rules.house import Downtime, Gain, HouseRules
from rules.problems import counted

LASTING = {
    Gain.MOVEMENT: "It moves further, for good.",
    Gain.ATTACK: "It strikes harder, for good.",
    Gain.DEFENSE: "It holds out longer, for good.",
    Gain.AFFINITY: "It is at home in one more element, and may learn its keywords from then on.",
}


def downtime(house: HouseRules) -> Chapter:
    rules = (_downtime(house), _sparing(), _learning(house), _dice())
    return Chapter("downtime", "Downtime", "One die for each model that ended the game in the Healing House.", rules)


def _downtime(house: HouseRules) -> Rule:
    rows = tuple(_effect(its, house) for its in Element)
    return Rule(
        "downtime",
        "The downtime die",
        says("Ronin are paid first. Then each model in the Healing House rolls one die, heroes and ronin too."),
        tables=(Table("What the die brings", ("Die", "What it means"), rows, is_worded=True),),
        keys=("downtime.",),
    )


def _effect(element: Element, house: HouseRules) -> Row:
    return Row(element.title(), (_means(house.downtime[element], house),), element, id=element.value)


def _means(effect: Downtime, house: HouseRules) -> str:
    if effect.games_missed:
        games = "league game" if effect.games_missed == 1 else f"{effect.games_missed} league games"
        return f"It misses the next {games} of its team."
    return {
        Downtime.SPARE_ANOTHER: "No harm, and it spares another one in the Healing House from rolling.",
        Downtime.START_IN_HEALING_HOUSE: "It starts the next game in the Healing House.",
        Downtime.GAIN_XP: f"It has learned something: {house.awards.downtime_xp} XP.",
        Downtime.NO_EFFECT: "Nothing comes of it.",
    }[effect]


def _sparing() -> Rule:
    return Rule(
        "sparing",
        "Sparing another",
        says(
            "Whoever rolls the die that spares picks one of the same team that ended the same game in the Healing "
            "House and has not rolled yet. That one never rolls for this game."
        ),
        ruling="With nobody left to spare the die has no effect, and nobody is spared who has rolled already.",
    )


def _learning(house: HouseRules) -> Rule:
    return Rule(
        "downtime-xp",
        "Learning in bed",
        says(
            "XP from downtime may reach a level, and its advancement is rolled with the others. "
            "Heroes and ronin learn nothing."
        ),
        facts=(Fact("Gained by downtime", f"{house.awards.downtime_xp} XP"),),
        ruling="That a level reached in downtime advances at once is our reading.",
        keys=("awards.",),
    )


def _dice() -> Rule:
    return Rule(
        "dice",
        "Whose dice",
        says(
            "Dice that fell on the table and dice that this site rolls are both welcome. Each roll is on record: "
            "who entered or rolled it, when, and who saw it fall.",
        ),
        ruling="The rulebook was written before anybody could roll here. How these dice are fixed in advance, and "
        "checked afterwards, is open to everybody.",
    )


def advancement(house: HouseRules) -> Chapter:
    rules = (_roll(), _keywords(), _doubles(house), _never_twice())
    return Chapter(
        "advancement", "Advancement", "Two dice for each level reached, and a choice from what they show.", rules
    )


def _roll() -> Rule:
    return Rule(
        "advancement",
        "The roll",
        says(
            "For each level newly reached, roll two dice once downtime is over. "
            "Whatever they show, something is gained."
        ),
    )


def _keywords() -> Rule:
    return Rule(
        "keywords",
        "A new keyword",
        says(
            "The ninja learns one keyword: a General one, or one of an element that it has affinity with.",
            "Unique keywords are printed on profiles, and nobody learns them.",
        ),
    )


def _doubles(house: HouseRules) -> Rule:
    rows = tuple(
        Row(
            its.title(),
            (_gain(house.advancement[its]), LASTING[house.advancement[its]]),
            its,
            id=its.value,
        )
        for its in Element
    )
    return Rule(
        "doubles",
        "Doubles",
        says(
            "Two of the same element give more to choose from: the gain of that element, or a keyword of any category "
            "but Unique."
        ),
        tables=(Table("What doubles may give", ("Doubles of", "Gain", "What it means"), rows, is_worded=True),),
        example=_example(house),
        ruling="The signs of the printed table are lost: its rows follow the order of the elements.",
        keys=("advancement.",),
    )


def _gain(gain: Gain) -> str:
    """The names of attributes keep their capitals."""
    words = GAINS[gain]
    return f"{words[0].upper()}{words[1:]}"


def _example(house: HouseRules) -> Example:
    """The second element's doubles, rolled by somebody at home in the first."""
    home, rolled, *_ = Element
    return Example(
        f"Doubles of {rolled.title()}",
        f"A ninja with affinity for {home.title()} rolls {rolled.title()} twice. It takes one of these:",
        (
            Fact("The gain of the element", GAINS[house.advancement[rolled]]),
            Fact("Or any keyword", "of any element, or General"),
        ),
        Fact("Without doubles", f"a General keyword, or one of {home.title()}"),
    )


def _never_twice() -> Rule:
    return Rule(
        "never-twice",
        "Nothing twice",
        says("Nobody learns a keyword it has, or gains an affinity it has. Attributes may be gained again and again."),
    )


def absences(house: HouseRules) -> Chapter:
    rules = (_missing(house), _starting())
    return Chapter("absences", "Absences", "Who is missing in the next game, and for how long.", rules)


def _missing(house: HouseRules) -> Rule:
    rows = tuple(
        Row(its.title(), (counted(missed, "game"),), its)
        for its in Element
        if (missed := house.downtime[its].games_missed)
    )
    return Rule(
        "absence",
        "Missing games",
        says(
            "A model that must miss games is not available for that many league games of its team. "
            "Each game the team plays is one of them; a bye or a forfeit is not.",
            "It stays on the roster, counts for the rating, and a ronin is paid all the same. "
            "Of two absences the longer one counts.",
        ),
        tables=(Table("Downtime that keeps a model away", ("Die", "Misses"), rows, is_worded=True),) if rows else (),
        ruling="That two absences do not add up is our reading.",
    )


def _starting() -> Rule:
    return Rule(
        "starting-in-healing-house",
        "Starting in the Healing House",
        says("Whoever starts in the Healing House does so in the next game it can play, and only then."),
    )
