"""What was done in a game and what came of it, read from the chronicles of its teams as they stand now. No query."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules import aftermath, words
from rules.amendment import Told
from rules.catalog import Feat, Side, catalog
from rules.events import Advanced, AdvancementRolled, Deed, DowntimeRolled, Played, Released, Spared, UpkeepPaid, Word
from rules.house import HouseRules
from rules.problems import listed
from rules.scroll import Due, Ninja, Scroll
from teams import chronicle
from teams.models import Team
from teams.scrolls import koban_parts

OF_ITS_GAME = (UpkeepPaid, Released, DowntimeRolled, Spared)
OF_THE_LAST_GAME = (AdvancementRolled, Advanced)


@dataclass(frozen=True, slots=True)
class Past:
    """A game in the chronicle of one of its teams, with everything told after it."""

    told: Told
    played: Played
    after: tuple[Told, ...]

    @property
    def deeds(self) -> tuple[Deed, ...]:
        """Of a game that an amendment left upheld, without those of somebody who never joined."""
        return tuple(deed for deed in self.played.deeds if self.told.before.has(deed.ninja))

    @property
    def now(self) -> Scroll:
        return self.after[-1].after if self.after else self.told.after


@dataclass(frozen=True, slots=True)
class NinjaDeeds:
    id: str
    name: str
    kind: str
    times: tuple[tuple[str, int], ...]  # how often, by the name of the feat
    points: int
    xp: int | None  # heroes and ronin never gain any
    is_all_star: bool
    in_healing_house: bool


@dataclass(frozen=True, slots=True)
class TeamDeeds:
    rows: tuple[NinjaDeeds, ...]
    side: str
    points: int
    scored: int  # by the feats
    xp: int


@dataclass(frozen=True, slots=True)
class Gain:
    name: str
    xp: int
    level: str  # newly reached


@dataclass(frozen=True, slots=True)
class Followed:
    """A step that was taken: the entry that says so."""

    number: int
    sentence: str


@dataclass(frozen=True, slots=True)
class TeamGains:
    entry: int  # that tells of the game
    koban: int
    koban_parts: str
    gains: tuple[Gain, ...]
    healing: str
    followed: tuple[Followed, ...]
    due: tuple[str, ...]


def past_of(told: Sequence[Told], game: str) -> Past | None:
    """Where the chronicle tells of that game, if it does."""
    for place, its in enumerate(told):
        if isinstance(its.event, Played) and its.event.game == game and its.word is not Word.STRUCK:
            return Past(its, its.event, tuple(told[place + 1 :]))
    return None


# What was done


def feats_done(pasts: Sequence[Past], house: HouseRules) -> tuple[Feat, ...]:
    """Only feats that somebody did: a table of nothing but zeros says nothing."""
    if not pasts:
        return ()
    done = {id_ for past in pasts for deed in past.deeds for id_, times in deed.feats.items() if times}
    challenge = catalog().challenges[pasts[0].played.challenge]
    return tuple(feat for feat in house.feats_of(challenge) if feat.id in done)


def deeds_of(past: Past, feats: Sequence[Feat], house: HouseRules) -> TeamDeeds:
    rows = tuple(_deeds(past.told.before.find(deed.ninja), deed, feats, house) for deed in past.deeds)
    side: Side | None = past.played.side
    return TeamDeeds(
        rows=rows,
        side=side.value if side else "",
        points=past.played.points,
        scored=sum(row.points for row in rows),
        xp=sum(deed.xp for deed in past.deeds),
    )


def _deeds(ninja: Ninja, deed: Deed, feats: Sequence[Feat], house: HouseRules) -> NinjaDeeds:
    type_ = ninja.profile.type
    return NinjaDeeds(
        id=ninja.id,
        name=ninja.name,
        kind=type_.capitalize(),
        times=tuple((feat.name, deed.feats.get(feat.id, 0)) for feat in feats),
        points=sum(deed.feats.get(feat.id, 0) * house.points_for(feat, type_) for feat in feats),
        xp=None if type_.is_unique else deed.xp,
        is_all_star=deed.all_star,
        in_healing_house=deed.healing_house,
    )


# What came of it


def gains_of(past: Past, team: Team) -> TeamGains:
    revenue = past.played.revenue
    hurt = [past.told.before.find(deed.ninja).name for deed in past.deeds if deed.healing_house]
    return TeamGains(
        entry=past.told.number,
        koban=revenue.total,
        koban_parts=koban_parts(revenue),
        gains=tuple(_gain(deed, past.told) for deed in past.deeds if deed.xp),
        healing=listed(hurt) if hurt else "",
        followed=tuple(_followed(past)),
        due=tuple(_due(past, chronicle.rules_in(team.house))),
    )


def _gain(deed: Deed, told: Told) -> Gain:
    was, now = told.before.find(deed.ninja), told.after.find(deed.ninja)
    level, before = now.level(told.house).name, was.level(told.house).name
    return Gain(now.name, deed.xp, level if level != before else "")


def _followed(past: Past) -> Iterator[Followed]:
    """Steps of this game, wherever they stand, and advancements up to the next game."""
    is_last = True
    for told in past.after:
        event = told.event
        if told.word is Word.STRUCK:
            continue
        is_last = is_last and not isinstance(event, Played)
        own = isinstance(event, OF_ITS_GAME) and event.game == past.played.game
        if own or (is_last and isinstance(event, OF_THE_LAST_GAME)):
            yield Followed(told.number, words.explain_told(told))


def _due(past: Past, house: HouseRules) -> Iterator[str]:
    """What the team still has to decide because of this game."""
    scroll, is_last = past.now, past.now.games[-1].game == past.played.game
    for step in aftermath.steps(scroll, house):
        if step.game == past.played.game or (is_last and step.due in (Due.ADVANCEMENT, Due.CHOICE)):
            task = aftermath.task(scroll, step)
            yield f"{task[0].upper()}{task[1:]}."
