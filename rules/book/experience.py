"""Chapter: XP and levels."""

from rules.book.shapes import Chapter, Example, Fact, Row, Rule, Table, says
from rules.catalog import Challenge, Feat, Type, catalog
from rules.house import ALL_STAR, HouseRules
from rules.problems import counted, listed

ORDINARY = Type.KAIKEN  # whom the tables of feats speak of; notes say who differs


def chapter(house: HouseRules) -> Chapter:
    rules = (_feats(house), _challenge_feats(house), _nobody(), _levels(house), _never_lost())
    return Chapter("experience", "XP and levels", "Feats earn XP, XP makes levels, and each level advances.", rules)


def _feats(house: HouseRules) -> Rule:
    return Rule(
        "feats",
        "Feats of every game",
        says("These earn XP each time they are done, wherever a challenge has no feat of its own in their place."),
        tables=(Table("Feats of any challenge", ("Feat", "XP"), tuple(_common(its, house) for its in house.feats)),),
        keys=("feats.",),
    )


def _common(feat: Feat, house: HouseRules) -> Row:
    return Row(feat.name, (str(house.xp_for(feat, ORDINARY)),), note=" ".join(_notes(feat)))


def _challenge_feats(house: HouseRules) -> Rule:
    return Rule(
        "challenge-feats",
        "Feats of a challenge",
        says(
            "Each challenge adds its own, which score points in the game too. "
            "The XP are all that one such feat earns an ordinary ninja."
        ),
        tables=tuple(_of_challenge(its, house) for its in catalog().challenges.values()),
        ruling="Who brings back its own medal has picked up a medal and returned it.",
        keys=("feat_points.", "feat_xp."),
    )


def _of_challenge(challenge: Challenge, house: HouseRules) -> Table:
    own = {feat.id for feat in challenge.feats}
    rows = tuple(
        Row(its.name, (str(its.points), str(house.xp_for(its, ORDINARY))), note=" ".join(_notes(its)))
        for its in house.feats_of(challenge)
        if its.id in own
    )
    return Table(challenge.name, ("Feat", "Points", "XP"), rows)


def _notes(feat: Feat) -> list[str]:
    """Who does it otherwise, or not at all."""
    told = []
    if feat.side:
        told.append(f"Only for the {feat.side}.")
    if feat.not_for:
        told.append(f"Not for a {listed(feat.not_for, 'or')}.")
    if feat.is_injury:
        told.append("The XP of the injury are in it: report no other injury for it.")
    for type_, points in feat.points_for.items():
        told.append(f"By a {type_}: {counted(points, 'point')}.")
    if feat.xp_not_for:
        told.append(f"No XP of its own for a {listed(feat.xp_not_for, 'or')}.")
    if feat.most_per_team is not None:
        told.append(f"At most {feat.most_per_team} in a game for each team.")
    return told


def _nobody() -> Rule:
    return Rule(
        "no-xp",
        "Who never gains XP",
        says("Heroes and ronin are legends already. They score points with their feats, and gain no XP by anything."),
    )


def _levels(house: HouseRules) -> Rule:
    levels = house.levels
    rows = tuple(Row(its.name, (str(its.xp), str(rolls))) for rolls, its in enumerate(levels))
    return Rule(
        "levels",
        "Levels",
        says(
            f"A ninja starts as {levels[0].name}. Each level it reaches is one advancement roll.",
            "XP that pass two levels at once are two rolls.",
        ),
        tables=(Table("Levels, and the rolls they bring", ("Level", "From XP", "Rolls so far"), rows),),
        example=_example(house),
        ruling="Two levels at once, and two rolls for them, is our reading.",
        keys=("levels.",),
    )


def _example(house: HouseRules) -> Example:
    """A good night, by the feats that every game has."""
    done = [its for its in house.feats if its.id != ALL_STAR and ORDINARY not in its.not_for][:2]
    earned = [(its.name, times, times * house.xp_for(its, ORDINARY)) for times, its in zip((2, 1), done, strict=False)]
    star = house.common_feat(ALL_STAR)
    total = sum(xp for _, _, xp in earned) + star.xp
    return Example(
        "A good night for a kaiken",
        "On the board, busy, and honoured afterwards:",
        (
            *(Fact(f"{name}, {_times(times)}", f"{xp} XP") for name, times, xp in earned),
            Fact(star.name, f"{star.xp} XP"),
        ),
        Fact("From 0 XP", f"{total} XP: {house.levels[house.level_at(total)].name}"),
    )


def _times(times: int) -> str:
    return "once" if times == 1 else "twice"


def _never_lost() -> Rule:
    return Rule(
        "never-lost",
        "XP is never lost",
        says(
            "Neither downtime nor a lost game takes XP away, and no level is taken back. "
            "Only the ninja master can: by a ruling with a reason, or with a season in which experience begins anew."
        ),
        ruling="The rulebook says nothing of losing XP, so nobody does.",
    )
