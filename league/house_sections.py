"""Every field of the form of house rules: what it is called, what it takes, and beside which others it stands.

A field that fills an article is that article's sentence with a gap; the others are cells of tables.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from league.house_changes import articles_of
from league.house_fields import NO, YES, own_feats, places, values_of
from rules.articles import ACCEPTED_BY, DOWNTIMES, GAINS, TIE_BREAKERS, Article
from rules.catalog import Challenge, Profile, catalog
from rules.dice import Element
from rules.house import Chooser, HouseRules


class Kind(StrEnum):
    NUMBER = "number"
    CHOICE = "choice"
    CHECK = "check"  # its choices are what yes and no mean


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    kind: Kind
    before: str = ""  # the words of its sentence up to the gap
    after: str = ""
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        return " … ".join(part for part in (self.before, self.after) if part)

    @property
    def article(self) -> str:
        """The key of the article that it fills, alone or with others."""
        head, _, rest = self.name.partition(".")
        if head == "challenges":
            return "banned_challenges"
        if head == "profiles":
            return f"banned_profiles.{rest}"
        if head == "allowances":
            return self.name.rpartition(".")[0]
        return head if head == "tie_breakers" else self.name


@dataclass(frozen=True, slots=True)
class Row:
    """A sentence with its one field, or a row of a table; a cell may be empty."""

    title: str
    fields: tuple[Field | None, ...]


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    title: str
    rows: tuple[Row, ...]
    columns: tuple[str, ...] = ()  # none: each row is a sentence
    hint: str = ""
    part: str = "The season"

    @property
    def fields(self) -> Iterator[Field]:
        return (field for row in self.rows for field in row.fields if field)


CHOOSERS = ((Chooser.PLAYER_1.value, "player 1 chooses"), (Chooser.PLAYER_2.value, "player 2 chooses"))
MAY = ((YES, "may"), (NO, "may not"))
PLAYED = ((YES, "played"), (NO, "not played"))
JOINS = ((YES, "yes"), (NO, "no"))
COLUMNS = (("1", "1"), ("2", "2"))
# Sections made of sentences: what the keys of their articles begin with.
BEFORE = {
    "Building a team": ("koban.starting", "rating.", "dismissal."),
    "The underdog": ("underdog.", "koban.underdog_most"),
}
AFTER = {
    "Experience": ("feats.", "awards.", "levels."),
    "Revenue": ("koban.win", "koban.draw", "koban.loss", "koban.shrewd_negotiator"),
    "Downtime": ("downtime.",),
    "Advancement": ("advancement.",),
    "League table": ("league_points.",),
}


def sections(house: HouseRules) -> tuple[Section, ...]:
    """The whole form. Levels and common feats are the league's own; everything else is the same for all."""
    known, articles = values_of(house), articles_of(house)
    texts = {key: article for key, article in articles.items() if key in known}
    clans = catalog().clans.values()
    return (
        *(_sentences(title, keys, texts) for title, keys in BEFORE.items()),
        _challenges(),
        _random_challenge(),
        *(_sentences(title, keys, texts) for title, keys in AFTER.items()),
        _tie_breakers(),
        _sentences("Reports", ("reports.",), texts),
        *(_profiles(f"clan-{clan.id}", f"Clan {clan.name}", clan.profiles) for clan in clans),
        _profiles("ronin", "Ronin", catalog().ronin),
        *(_feats(challenge) for challenge in catalog().challenges.values()),
    )


def titles(house: HouseRules) -> dict[str, str]:
    """In which section an article stands, by its key, and by how its key begins."""
    found: dict[str, str] = {}
    for section in sections(house):
        for field in section.fields:
            found[field.article] = section.title
            found.setdefault(field.article.partition(".")[0], section.title)
    return found


def _sentences(title: str, keys: Iterable[str], texts: Mapping[str, Article]) -> Section:
    mine = (article for key, article in texts.items() if key.startswith(tuple(keys)))
    return Section(_id(title), title, tuple(_sentence(article, title) for article in mine))


def _sentence(article: Article, title: str) -> Row:
    before, _, after = article.text.removeprefix(f"{title}: ").rpartition("{}")
    choices = _choices(article.key)
    kind = Kind.CHOICE if choices else Kind.NUMBER
    field = Field(article.key, kind, f"{before[:1].upper()}{before[1:]}".strip(), after.strip(), choices)
    return Row(field.label, (field,))


def _choices(key: str) -> tuple[tuple[str, str], ...]:
    head = key.partition(".")[0]
    if key == "dismissal.allowed":
        return MAY
    if key == "reports.accepted_by":
        return tuple((choice.value, words) for choice, words in ACCEPTED_BY.items())
    if head == "downtime":
        return tuple((choice.value, words) for choice, words in DOWNTIMES.items())
    if head == "advancement":
        return tuple((choice.value, words) for choice, words in GAINS.items())
    return ()


def _challenges() -> Section:
    played = (
        Row(its.name, (Field(f"challenges.{its.id}", Kind.CHECK, after=its.name, choices=PLAYED),))
        for its in catalog().challenges.values()
    )
    return Section("challenges", "Challenges", tuple(played), hint="Only these can be chosen and drawn.")


def _random_challenge() -> Section:
    drawn = (*((its.id, its.name) for its in catalog().challenges.values()), *CHOOSERS)

    def row(element: Element) -> Row:
        name = element.capitalize()
        cells = (
            Field(f"random_challenge.columns.{element}", Kind.CHOICE, f"{name} on the first die", "", COLUMNS),
            Field(f"random_challenge.column_1.{element}", Kind.CHOICE, f"{name} in column 1", "", drawn),
            Field(f"random_challenge.column_2.{element}", Kind.CHOICE, f"{name} in column 2", "", drawn),
        )
        return Row(name, cells)

    columns = ("Die", "First die: column", "Second die, column 1", "Second die, column 2")
    hint = "The first die picks a column, the second one a row of it."
    return Section("random-challenge", "Random challenge", tuple(row(element) for element in Element), columns, hint)


def _tie_breakers() -> Section:
    choices = (("", "nothing more"), *((breaker.value, words) for breaker, words in TIE_BREAKERS.items()))
    rows = (
        Row(f"Tie-breaker {place}", (Field(f"tie_breakers.{place}", Kind.CHOICE, f"{place}.", "", choices),))
        for place in places()
    )
    hint = "Teams with the same league points are told apart by the first of these in which they differ."
    return Section("tie-breakers", "Tie-breakers", tuple(rows), hint=hint)


def _profiles(id_: str, title: str, profiles: Iterable[Profile]) -> Section:
    columns = ("Profile", "Price", "Fewest", "Most", "Upkeep", "May join")
    rows = tuple(Row(its.full_name, _profile_cells(its)) for its in profiles)
    return Section(id_, title, rows, columns, part="Prices, allowances and bans")


def _profile_cells(profile: Profile) -> tuple[Field | None, ...]:
    def number(name: str, what: str) -> Field:
        return Field(name, Kind.NUMBER, f"{profile.full_name}: {what}")

    is_unique = profile.type.is_unique
    return (
        number(f"prices.{profile.id}", "price"),
        None if is_unique else number(f"allowances.{profile.id}.least", "fewest on a team"),
        None if is_unique else number(f"allowances.{profile.id}.most", "most on a team"),
        number(f"upkeeps.{profile.id}", "upkeep") if is_unique else None,
        Field(f"profiles.{profile.id}", Kind.CHECK, f"{profile.full_name} may be recruited", choices=JOINS),
    )


def _feats(challenge: Challenge) -> Section:
    def cells(key: str, name: str) -> tuple[Field, ...]:
        return (
            Field(f"feat_points.{key}", Kind.NUMBER, f"{name}: points"),
            Field(f"feat_xp.{key}", Kind.NUMBER, f"{name}: XP"),
        )

    rows = tuple(Row(feat.name, cells(key, feat.name)) for key, its, feat in own_feats() if its is challenge)
    columns = ("Feat", "Points", "XP")
    return Section(f"feats-{challenge.id}", f"Feats of {challenge.name}", rows, columns, part="Points and XP")


def _id(title: str) -> str:
    return title.lower().replace(" ", "-")
