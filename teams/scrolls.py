"""A scroll as it is shown: the team at one moment of its chronicle, and all that stands around it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404
from django.utils.safestring import SafeString

from rules import aftermath, roster, words
from rules.catalog import catalog
from rules.events import Dismissed, Founded, Played, Released
from rules.house import HouseRules
from rules.problems import counted, listed
from rules.scroll import GameRecord, Ninja, Result, Revenue, Scroll
from teams.cards import ClanCard, clan_card
from teams.chronicle import Line, house_of
from teams.crests import crest_svg
from teams.entries import EntryRow, entry_row, rulings, said_of, tag_of
from teams.models import Team
from teams.rows import Chip, Row, row

RESULTS = {Result.WON: "Won", Result.LOST: "Lost", Result.DREW: "Drew", Result.CONCEDED: "Conceded"}
NO_GAME = "No league game yet"


@dataclass(frozen=True, slots=True)
class RatingShown:
    """The rating, in short and in sentences."""

    total: int
    parts: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameRow:
    """A line on the back of the scroll. `entry` is where the chronicle tells it."""

    entry: int
    number: int
    challenge: str
    url: str  # of the game's own page; empty if it has none for whoever looks
    result: Result
    ended: str
    opponents: str
    score: str
    koban: int
    koban_parts: str
    all_stars: str


@dataclass(frozen=True, slots=True)
class FormerRow:
    row: Row
    entry: int
    left: str


@dataclass(frozen=True, slots=True)
class Stop:
    """Somewhere to go in the chronicle; without a number there is nothing in that direction."""

    label: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything the scroll page says."""

    number: int
    last: int
    is_now: bool  # nobody asked for a moment: nothing is marked
    entry: EntryRow
    changes: tuple[words.Change, ...]  # of the team itself
    stops: tuple[Stop, ...]
    games_at: tuple[int, ...]
    name: str
    clan: ClanCard
    rating: RatingShown
    treasury: int
    record: str
    problems: tuple[str, ...]
    steps: tuple[str, ...]
    rows: tuple[Row, ...]
    former: tuple[FormerRow, ...]
    gone: tuple[words.Change, ...]
    games: tuple[GameRow, ...]
    rulings: tuple[EntryRow, ...]


def moment(team: Team, lines: Sequence[Line], at: int | None = None, pages: Mapping[str, str] | None = None) -> Moment:
    """The team as it was after entry number `at`, or as it is now. `pages` are those of its games."""
    house = house_of(team)
    line = line_at(lines, at)
    scroll = line.after
    told = [its for its in lines if its.number <= line.number and not its.is_struck]
    changes = [] if at is None else words.changes(line.before, scroll, house)
    return Moment(
        number=line.number,
        last=lines[-1].number,
        is_now=at is None,
        entry=entry_row(line, said_of(lines)),
        changes=tuple(change for change in changes if not change.ninja),
        stops=_stops(lines, line.number),
        games_at=tuple(its.number for its in lines if isinstance(its.event, Played) and not its.is_struck),
        name=scroll.name,
        clan=clan_card(catalog().clans[team.clan]),
        rating=rating_shown(scroll, house),
        treasury=scroll.treasury,
        record=record(scroll),
        problems=tuple(problem.message for problem in roster.problems(scroll, house)),
        steps=steps_shown(scroll, house),
        rows=tuple(row(ninja, house, changes) for ninja in scroll.ninja),
        former=tuple(_former(scroll, house, told)),
        gone=tuple(change for change in changes if change.what == "left"),
        games=tuple(_games(scroll, told, pages or {})),
        rulings=tuple(row for row in rulings(lines) if row.number <= line.number),
    )


def games_in(lines: Sequence[Line]) -> list[str]:
    """How the chronicle calls the games it tells of."""
    return [line.event.game for line in lines if isinstance(line.event, Played)]


def line_at(lines: Sequence[Line], at: int | None) -> Line:
    """The line of that number, the last one if none is asked for, or 404."""
    if at is None:
        return lines[-1]
    for line in lines:
        if line.number == at:
            return line
    raise Http404(no_entry(str(at), lines[-1].number))


def no_entry(wanted: str, last: int) -> str:
    return f"There is no entry “{wanted[:20]}” in this chronicle: its entries are 1 to {last}."


def crest_of(team: Team, title: str = "") -> SafeString:
    """Drawn from the team's address, which stays when the team is renamed: so does the crest."""
    return crest_svg(clan=team.clan, seed=team.slug, variant=team.crest, colour=team.colour, title=title)


def steps_shown(scroll: Scroll, house: HouseRules) -> tuple[str, ...]:
    tasks = (aftermath.task(scroll, step) for step in aftermath.steps(scroll, house))
    return tuple(f"{task[0].upper()}{task[1:]}." for task in tasks)


def rating_shown(scroll: Scroll, house: HouseRules) -> RatingShown:
    rating, rule = scroll.rating(house), house.rating
    koban, taken, unique = rating.koban, rating.advancements, rating.heroes_and_ronin
    advancements = counted(sum(ninja.advancements for ninja in scroll.ninja), "advancement")
    others = counted(sum(n.profile.type.is_unique for n in scroll.ninja), "hero or ronin", "heroes and ronin")
    price = f"The ninja are worth {scroll.roster_price} koban together"
    return RatingShown(
        total=rating.total,
        parts=f"{koban} for koban + {taken} for advancements + {unique} for heroes and ronin",
        sentences=(
            f"{price}, and every {rule.koban_per_point} of them count 1: {koban}.",
            f"{advancements} taken, each counting {rule.per_advancement}: {taken}.",
            f"{others}, each counting {rule.per_hero_or_ronin}: {unique}.",
        ),
    )


def record(scroll: Scroll) -> str:
    """`5 games: 3 won, 1 drawn, 1 lost`"""
    results = [game.result for game in scroll.games]
    if not results:
        return NO_GAME
    lost = results.count(Result.LOST) + results.count(Result.CONCEDED)
    won, drew = results.count(Result.WON), results.count(Result.DREW)
    return f"{counted(len(results), 'game')}: {won} won, {drew} drawn, {lost} lost"


def _stops(lines: Sequence[Line], here: int) -> tuple[Stop, ...]:
    earlier = [line.number for line in lines if line.number < here]
    later = [line.number for line in lines if line.number > here]
    return (
        Stop("First", earlier[0] if earlier else None),
        Stop("Previous", earlier[-1] if earlier else None),
        Stop("Next", later[0] if later else None),
        Stop("Last", later[-1] if later else None),
    )


def _former(scroll: Scroll, house: HouseRules, told: Sequence[Line]) -> Iterator[FormerRow]:
    left = {line.event.ninja: line for line in told if isinstance(line.event, Dismissed | Released)}
    for ninja in scroll.former:
        line = left[ninja.id]
        yield FormerRow(row(ninja, house), line.number, line.sentence)


def _games(scroll: Scroll, told: Sequence[Line], pages: Mapping[str, str]) -> Iterator[GameRow]:
    entries = {line.event.game: line.number for line in told if isinstance(line.event, Played)}
    everybody = {ninja.id: ninja for ninja in (*scroll.ninja, *scroll.former)}
    for number, game in enumerate(scroll.games, start=1):
        yield _game(number, game, entries[game.game], everybody, pages.get(game.game, ""))


def _game(number: int, game: GameRecord, entry: int, everybody: dict[str, Ninja], page: str) -> GameRow:
    return GameRow(
        entry=entry,
        number=number,
        challenge=catalog().challenges[game.challenge].name,
        url=page,
        result=game.result,
        ended=RESULTS[game.result],
        opponents=listed([other.name for other in game.opponents]),
        score=" : ".join(str(points) for points in (game.points, *(other.points for other in game.opponents))),
        koban=game.revenue.total,
        koban_parts=koban_parts(game.revenue),
        all_stars=listed([everybody[id_].name for id_ in game.all_stars]) if game.all_stars else "",
    )


def koban_parts(revenue: Revenue) -> str:
    """Only where there is more than one part to tell apart."""
    told = [f"{koban} {what}" for what, koban in revenue_parts(revenue)]
    return " + ".join(told) if len(told) > 1 else ""


def revenue_parts(revenue: Revenue) -> list[tuple[str, int]]:
    """What koban were earned for, and how many: only what was earned."""
    parts = [
        ("for the result", revenue.result),
        ("as the underdog", revenue.underdog),
        ("negotiated", revenue.shrewd_negotiator),
    ]
    return [(what, koban) for what, koban in parts if koban]


def glossary(rows: Sequence[Row]) -> list[Chip]:
    """Every keyword and ability on the scroll, once, by name."""
    chips = {chip.name: chip for its in rows for chip in (*its.keywords, *its.abilities)}
    return [chips[name] for name in sorted(chips)]


# A team in a list


@dataclass(frozen=True, slots=True)
class TeamCard:
    """A team told by its projection alone: no chronicle is read for a list."""

    name: str
    url: str
    crest: SafeString
    clan: ClanCard
    player: str
    rating: int
    treasury: int
    ninja: str
    record: str
    due: str
    is_private: bool


def team_card(team: Team, *, is_own: bool = False) -> TeamCard:
    """What is due is for its player to know."""
    games = f"{counted(team.games, 'game')}: {team.won} won, {team.drew} drawn, {team.lost} lost"
    return TeamCard(
        name=team.name,
        url=team.get_absolute_url(),
        crest=crest_of(team),
        clan=clan_card(catalog().clans[team.clan]),
        player=team.player,
        rating=team.rating,
        treasury=team.treasury,
        ninja=counted(team.ninja_count, "ninja", "ninja"),
        record=games if team.games else NO_GAME,
        due=f"{counted(team.steps_due, 'step')} due before the next game" if is_own and team.steps_due else "",
        is_private=team.is_private,
    )


# The treasury's book


@dataclass(frozen=True, slots=True)
class LedgerRow:
    number: int
    written_at: datetime
    author: str
    sentence: str
    amount: str
    is_gain: bool
    balance: int
    tag: str


def ledger(team: Team, lines: Sequence[Line]) -> list[LedgerRow]:
    """Every entry that moved koban, with who wrote it and what was left; the first one is what began it."""
    house, said = house_of(team), said_of(lines)
    moved = (its for its in lines if isinstance(its.event, Founded) or its.before.treasury != its.after.treasury)
    return [_booked(line, house, tag_of(line, said.get(line.number))) for line in moved]


def _booked(line: Line, house: HouseRules, tag: str) -> LedgerRow:
    sentence, amount = line.sentence, line.after.treasury - line.before.treasury
    if isinstance(line.event, Founded):
        sentence += f" {line.after.roster_price} of {house.koban.starting} koban were spent."
    return LedgerRow(
        line.number, line.written_at, line.author, sentence, f"{amount:+}", amount >= 0, line.after.treasury, tag
    )
