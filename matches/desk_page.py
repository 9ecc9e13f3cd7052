"""The post-game desk as it is shown: what the last game brought, the steps taken since, the open one, and the rest.

All of it is read from the chronicle: whoever leaves and comes back finds the desk as it was left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.forms import Form

from league.calendar import OPEN, GameShown, games_shown, with_sides
from league.models import Fixture
from matches import seeds
from matches.desk_game import Brought, LastGame, brought, from_older_game, last_game, likely_witness
from matches.desk_steps import ROLLS, OpenStep, named, open_step, task
from rules import aftermath, chronicle
from rules.catalog import catalog
from rules.dice import Element, Roll
from rules.events import Advanced, AdvancementRolled, DowntimeRolled, Event, Released, Spared, UpkeepPaid
from rules.house import HouseRules
from rules.problems import counted
from rules.scroll import Due, Scroll, Step
from teams.chronicle import Line
from teams.models import Team
from teams.permissions import Person

SETTLED = (UpkeepPaid, Released, DowntimeRolled, Spared, Advanced)
STEPS = (*SETTLED, AdvancementRolled)  # a roll alone settles no advancement


@dataclass(frozen=True, slots=True)
class Taken:
    """A step that was taken: an entry of the chronicle."""

    number: int
    sentence: str
    dice: tuple[Element, ...]
    commitment: str  # of a roll of the server
    author: str
    written_at: datetime


@dataclass(frozen=True, slots=True)
class Later:
    """A step that waits. One of the same kind as the open one may be taken before it."""

    task: str
    after: str
    name: str  # empty if its turn has not come


@dataclass(frozen=True, slots=True)
class Recruits:
    """Who could join now, and for how much."""

    offers: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Desk:
    for_player: str  # whom somebody else does this for; empty for the player, and if there is none
    brought: Brought | None
    taken: tuple[Taken, ...]
    last: Taken | None
    step: OpenStep | None
    later: tuple[Later, ...]
    settled: int
    total: int
    treasury: int
    recruits: Recruits | None
    next_game: GameShown | None

    @property
    def progress(self) -> str:
        """`Step 3 of 7`, and at the end `All 7 steps are taken`."""
        if self.step:
            return f"Step {self.settled + 1} of {self.total}"
        return f"{counted(self.total, 'step')} taken, none left" if self.total else "No step is due"


@dataclass(frozen=True, slots=True)
class Refused:
    """A form that came back, and the step it was for."""

    form: Form
    step: Step


def desk(
    person: Person,
    team: Team,
    lines: Sequence[Line],
    house: HouseRules,
    *,
    asked: str = "",
    refused: Refused | None = None,
) -> Desk:
    """Everything the page says. `asked` names a step to be taken before the others of its kind."""
    scroll, game = lines[-1].after, last_game(lines)
    due = aftermath.steps(scroll, house)
    step, bound = _open(due, asked, refused)
    since = _since(lines, game)
    taken = tuple(_taken(line) for line in since)
    settled = sum(isinstance(line.event, SETTLED) for line in since)
    return Desk(
        for_player=team.player if team.owner_id and team.owner_id != person.pk else "",
        brought=brought(person, game, lines, house) if game else None,
        taken=taken,
        last=taken[-1] if taken else None,
        step=_step(team, scroll, step, house, game, bound) if step else None,
        later=tuple(_later(scroll, its, due[0], game) for its in due if its != step),
        settled=settled,
        total=settled + _left(scroll, due, house),
        treasury=scroll.treasury,
        recruits=None if step else _recruits(scroll, house),
        next_game=None if step else _next_game(team),
    )


def _since(lines: Sequence[Line], game: LastGame | None) -> list[Line]:
    """The steps taken since the last game, as far as they count."""
    begun = game.line.number if game else 0
    return [line for line in lines if line.number > begun and isinstance(line.event, STEPS) and not line.is_struck]


def _open(due: Sequence[Step], asked: str, refused: Refused | None) -> tuple[Step | None, Form | None]:
    """The step to be taken now, with its form if that came back."""
    possible = [step for step in due if step.due is due[0].due]
    if refused and refused.step in possible:
        return refused.step, refused.form
    return next((step for step in possible if named(step) == asked), possible[0] if possible else None), None


def _left(scroll: Scroll, due: Sequence[Step], house: HouseRules) -> int:
    """How many wait. Whom Spirit spares has no die to roll, so sparing adds none; a ninja may advance twice."""
    others = sum(step.due in (Due.UPKEEP, Due.DOWNTIME) for step in due)
    advancing = [scroll.find(step.ninja) for step in due if step.due in (Due.CHOICE, Due.ADVANCEMENT)]
    return others + sum(max(1, ninja.advancements_due(house)) for ninja in advancing)


def _taken(line: Line) -> Taken:
    roll = roll_in(line.event)
    dice, commitment = (roll.dice, roll.commitment) if roll else ((), "")
    return Taken(line.number, line.sentence, dice, commitment, line.author, line.written_at)


def roll_in(event: Event) -> Roll | None:
    return event.roll if isinstance(event, DowntimeRolled | AdvancementRolled) else None


def _step(
    team: Team, scroll: Scroll, step: Step, house: HouseRules, game: LastGame | None, bound: Form | None
) -> OpenStep:
    """The secret of the team's dice is made now at the latest: its commitment is shown before anybody rolls."""
    is_roll = step.due in ROLLS
    return open_step(
        scroll,
        step,
        house,
        after=from_older_game(scroll, step, game),
        witness=likely_witness(scroll, step, game) if is_roll else "",
        commitment=seeds.of_team(team).commitment if is_roll else "",
        bound=bound,
    )


def _later(scroll: Scroll, step: Step, first: Step, game: LastGame | None) -> Later:
    name = named(step) if step.due is first.due else ""
    return Later(task(scroll, step), from_older_game(scroll, step, game), name)


def _recruits(scroll: Scroll, house: HouseRules) -> Recruits:
    clan = scroll.clan
    assert clan is not None  # noqa: S101 a founded team has one
    offered = [its for its in (*clan.profiles, *catalog().ronin) if not chronicle.why_not(its, scroll, house)]
    return Recruits(tuple((profile.name, house.price(profile)) for profile in offered))


def _next_game(team: Team) -> GameShown | None:
    """Its earliest published game that is still to be played."""
    fixtures = Fixture.objects.filter(sides__entrant__team=team, state__in=OPEN, round__published_at__isnull=False)
    ordered = fixtures.select_related("round__season").order_by("round__deadline", "round__number", "pk")
    return next(iter(games_shown(with_sides(ordered)[:1])), None)
