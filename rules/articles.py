"""The house rules in sentences: one article for each number and table row.

`articles(house)` is the whole law; `differences(house)` only what a league plays differently, as players
want to read it: "A win pays 12 koban (rulebook: 10)."
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.catalog import Feat, Profile, catalog
from rules.dice import Element
from rules.house import AcceptedBy, Chooser, Downtime, Gain, HouseRules, TieBreaker, rulebook
from rules.problems import listed

GAINS = {
    Gain.MOVEMENT: "+1 MV",
    Gain.ATTACK: "+1 AT",
    Gain.DEFENSE: "+1 DF",
    Gain.AFFINITY: "another affinity",
}
DOWNTIMES = {
    Downtime.SPARE_ANOTHER: "spares another model in the Healing House from rolling",
    Downtime.MISS_TWO_GAMES: "costs the model its next two games",
    Downtime.NO_EFFECT: "has no effect",
    Downtime.START_IN_HEALING_HOUSE: "puts the model into the Healing House at the start of its next game",
    Downtime.GAIN_XP: "earns the model XP",
    Downtime.MISS_ONE_GAME: "costs the model its next game",
}
TIE_BREAKERS = {
    TieBreaker.HEAD_TO_HEAD: "head-to-head",
    TieBreaker.POINT_DIFFERENCE: "point difference",
    TieBreaker.POINTS_FOR: "points scored",
    TieBreaker.STRENGTH_OF_SCHEDULE: "strength of schedule",
    TieBreaker.BUCHHOLZ: "Buchholz",
    TieBreaker.WINS: "games won",
    TieBreaker.FEATS: "feats",
    TieBreaker.INJURIES: "injuries made",
    TieBreaker.RATING: "team rating",
    TieBreaker.COIN: "the coin of record",
}
ACCEPTED_BY = {
    AcceptedBy.COUNTERSIGN: "when the other side countersigns it",
    AcceptedBy.EITHER_SIDE: "as soon as one side files it",
    AcceptedBy.NINJA_MASTER: "when the ninja master settles it",
}


@dataclass(frozen=True, slots=True)
class Article:
    """One rule of the league: `text` is a sentence with a gap for `value`."""

    key: str
    text: str
    value: str

    @property
    def sentence(self) -> str:
        # The gap is the last one: the name of a league's own level, before it, may hold braces too.
        before, _, after = self.text.rpartition("{}")
        return f"{before}{self.value}{after}."


@dataclass(frozen=True, slots=True)
class Difference:
    """A rule of the league, and the rulebook's; one of them may have no such rule."""

    ours: Article | None
    rulebook: Article | None

    @property
    def sentence(self) -> str:
        if self.ours is None:
            return f"Not in this league: {self.rulebook.sentence if self.rulebook else ''}"
        return f"{self.ours.sentence.removesuffix('.')} (rulebook: {self._printed(self.ours)})."

    def _printed(self, ours: Article) -> str:
        if self.rulebook is None:
            return "nothing of the kind"
        return self.rulebook.value if self.rulebook.text == ours.text else self.rulebook.sentence.removesuffix(".")


def differences(house: HouseRules) -> list[Difference]:
    """What this league plays differently from the rulebook."""
    printed = {article.key: article for article in articles(rulebook())}
    ours = {article.key: article for article in articles(house)}
    keys = (*ours, *(key for key in printed if key not in ours))
    return [Difference(ours.get(key), printed.get(key)) for key in keys if ours.get(key) != printed.get(key)]


def articles(house: HouseRules) -> Iterator[Article]:
    """Every rule of the league, in the order in which a season meets them."""
    yield from _team_articles(house)
    yield from _game_articles(house)
    yield from _aftermath_articles(house)
    yield from _league_articles(house)
    yield from _catalog_articles(house)


def _team_articles(house: HouseRules) -> Iterator[Article]:
    yield Article("koban.starting", "A new team has {} koban to spend", str(house.koban.starting))
    rating = house.rating
    yield Article("rating.koban_per_point", "Every {} koban of the roster are 1 rating", str(rating.koban_per_point))
    yield Article("rating.per_advancement", "Each advancement adds {} to the rating", str(rating.per_advancement))
    yield Article("rating.per_hero_or_ronin", "Each hero or ronin adds {} to the rating", str(rating.per_hero_or_ronin))
    yield Article(
        "dismissal.allowed", "Between games, a ninja {} be dismissed", "may" if house.dismissal.allowed else "may not"
    )
    yield Article(
        "dismissal.refund_percent",
        "A dismissed ninja gives back {} percent of its price",
        str(house.dismissal.refund_percent),
    )


def _game_articles(house: HouseRules) -> Iterator[Article]:
    underdog = house.underdog
    for name, what in (
        ("reroll_token", "one reroll token"),
        ("moon_power_token", "one Moon Power token"),
        ("extra_all_star", "one more All-Star award"),
    ):
        text = f"The underdog gets {what} for every {{}} rating it is behind"
        yield Article(f"underdog.{name}", text, str(getattr(underdog, name)))
    names = [challenge.name for challenge in house.challenges]
    yield Article("banned_challenges", "Challenges played: {}", listed(names) if names else "none")
    draw = house.random_challenge
    for element in Element:
        text = f"Random challenge: {element.capitalize()} on the first die means column {{}}"
        yield Article(f"random_challenge.columns.{element}", text, str(draw.columns[element]))
    for number, column in ((1, draw.column_1), (2, draw.column_2)):
        for element in Element:
            text = f"Random challenge: {element.capitalize()} in column {number} means {{}}"
            yield Article(f"random_challenge.column_{number}.{element}", text, _challenge_row(column[element]))
    for feat in house.feats:
        yield from _common_feat_articles(feat)


def _common_feat_articles(feat: Feat) -> Iterator[Article]:
    key, name = f"feats.{feat.id}", f"“{feat.name}”"
    yield Article(key, f"{name} earns {{}} XP", str(feat.xp))
    if feat.points:
        yield Article(f"{key}.points", f"{name} scores {{}}", str(feat.points))
    if feat.not_for:
        yield Article(f"{key}.not_for", f"{name} is not for {{}}", listed(feat.not_for, "or"))
    if feat.xp_not_for:
        yield Article(f"{key}.xp_not_for", f"{name} earns no XP for {{}}", listed(feat.xp_not_for, "or"))
    for type_, points in feat.points_for.items():
        yield Article(f"{key}.points_for.{type_}", f"{name} by {type_} scores {{}}", str(points))
    if feat.is_injury:
        yield Article(f"{key}.is_injury", f"{name} {{}} the XP of an injury", "also earns")
    if feat.side:
        yield Article(f"{key}.side", f"{name} is for the {{}} only", feat.side)
    if feat.most_per_team is not None:
        yield Article(f"{key}.most_per_team", f"{name} counts at most {{}} times a team", str(feat.most_per_team))


def _aftermath_articles(house: HouseRules) -> Iterator[Article]:
    koban = house.koban
    for name, what in (("win", "A win"), ("loss", "A loss"), ("draw", "A draw")):
        yield Article(f"koban.{name}", f"{what} pays {{}} koban", str(getattr(koban, name)))
    yield Article("koban.underdog_most", "The underdog's bonus is at most {} koban", str(koban.underdog_most))
    yield Article(
        "koban.shrewd_negotiator",
        "A Shrewd Negotiator in the Healing House earns {} koban",
        str(koban.shrewd_negotiator),
    )
    for element in Element:
        text = f"Downtime: {element.capitalize()} {{}}"
        yield Article(f"downtime.{element}", text, DOWNTIMES[house.downtime[element]])
    yield Article("awards.downtime_xp", "A model that learns in downtime gains {} XP", str(house.awards.downtime_xp))
    for level in house.levels:
        yield Article(f"levels.{level.id}", f"{level.name} begins at {{}} XP", str(level.xp))
    for element in Element:
        text = f"Advancement: doubles of {element.capitalize()} may give {{}}"
        yield Article(f"advancement.{element}", text, GAINS[house.advancement[element]])


def _league_articles(house: HouseRules) -> Iterator[Article]:
    for name, what in (("win", "A win"), ("draw", "A draw"), ("loss", "A loss")):
        text = f"{what} is worth {{}} in the league table"
        yield Article(f"league_points.{name}", text, str(getattr(house.league_points, name)))
    order = [TIE_BREAKERS[breaker] for breaker in house.tie_breakers]
    yield Article("tie_breakers", "Ties are broken by {}", listed(order, "then") if order else "nothing")
    yield Article("reports.accepted_by", "A report counts {}", ACCEPTED_BY[house.reports.accepted_by])
    yield Article(
        "reports.silence_accepts_after_days",
        "Silence accepts a report after {} days",
        str(house.reports.silence_accepts_after_days),
    )


def _catalog_articles(house: HouseRules) -> Iterator[Article]:
    for profile in catalog().profiles.values():
        yield from _profile_articles(house, profile, profile.full_name)
    for challenge in catalog().challenges.values():
        for feat in challenge.feats:
            now = next(its for its in house.feats_of(challenge) if its.id == feat.id)
            key, what = f"{challenge.id}/{feat.id}", f"{challenge.name}: “{feat.name}”"
            yield Article(f"feat_points.{key}", f"{what} scores {{}}", str(now.points))
            yield Article(f"feat_xp.{key}", f"{what} earns {{}} XP", str(now.xp))


def _profile_articles(house: HouseRules, profile: Profile, name: str) -> Iterator[Article]:
    yield Article(f"prices.{profile.id}", f"{name} is recruited for {{}} koban", str(house.price(profile)))
    if profile.upkeep or house.upkeep(profile):
        yield Article(f"upkeeps.{profile.id}", f"{name} is kept for {{}} koban a game", str(house.upkeep(profile)))
    if allowance := house.allowance(profile):
        yield Article(f"allowances.{profile.id}", f"A team has {{}} {name}", str(allowance))
    banned = profile.id in house.banned_profiles
    yield Article(f"banned_profiles.{profile.id}", f"{name} {{}} be recruited", "may not" if banned else "may")


def _challenge_row(row: str) -> str:
    if row in catalog().challenges:
        return catalog().challenges[row].name
    return "player 1 chooses" if row == Chooser.PLAYER_1 else "player 2 chooses"
