"""The post-game desk: one function for each step that a game leaves a team with. Each is an entry of its chronicle.

Order and possibility are the rules' business (`rules/aftermath.py`); the same key sent twice is one entry.
"""

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from matches import notices, seeds
from matches.briefings import table_roll
from rules.dice import Element, Roll
from rules.events import Advanced, AdvancementRolled, DowntimeRolled, Released, Spared, UpkeepPaid
from rules.house import Gain
from rules.scroll import Scroll
from teams import chronicle, services
from teams.chronicle import Happening
from teams.models import Team
from teams.services import Done


def pay(*, team: Team, game: str, ninja: str, author: User | None, key: UUID | None = None) -> Done:
    """A ronin gets its upkeep and stays."""
    return _enter(team, UpkeepPaid(game, ninja), author, key)


def release(*, team: Team, game: str, ninja: str, author: User | None, key: UUID | None = None) -> Done:
    """A ronin is not paid, and leaves."""
    return _enter(team, Released(game, ninja), author, key)


def roll_downtime(
    *,
    team: Team,
    game: str,
    ninja: str,
    author: User | None,
    key: UUID | None = None,
    dice: tuple[Element, ...] = (),
    witness: str = "",
) -> Done:
    """The die of somebody in the Healing House: as it fell on the table, or cast here."""

    def rolled(scroll: Scroll) -> DowntimeRolled:
        purpose = seeds.for_downtime(team, game, scroll.find(ninja))
        return DowntimeRolled(game, ninja, _roll(team, purpose, 1, dice, witness))

    return _enter(team, rolled, author, key)


def spare(*, team: Team, game: str, ninja: str, by: str, author: User | None, key: UUID | None = None) -> Done:
    """Somebody need not roll, thanks to the Spirit that another rolled."""
    return _enter(team, Spared(game, ninja, by), author, key)


def roll_advancement(
    *,
    team: Team,
    ninja: str,
    author: User | None,
    key: UUID | None = None,
    dice: tuple[Element, ...] = (),
    witness: str = "",
) -> Done:
    """The two dice of a new level."""

    def rolled(scroll: Scroll) -> AdvancementRolled:
        purpose = seeds.for_advancement(team, scroll.find(ninja))
        return AdvancementRolled(ninja, _roll(team, purpose, 2, dice, witness))

    return _enter(team, rolled, author, key)


def advance(
    *,
    team: Team,
    ninja: str,
    author: User | None,
    key: UUID | None = None,
    keyword: str = "",
    gain: Gain | None = None,
    affinity: Element | None = None,
) -> Done:
    """What becomes of the roll."""
    return _enter(team, Advanced(ninja, keyword, gain, affinity), author, key)


@transaction.atomic
def rule(*, team: Team, ruling: Happening, author: User | None, key: UUID | None = None) -> Done:
    """The ninja master's last word. It reveals no secret: one may have been promised for the next game's dice."""
    chronicle.locked([team])
    is_new = key is None or not team.entries.filter(key=key).exists()
    done = services.enter(team=team, what=ruling, author=author, key=key)
    if is_new:
        notices.ruled(team, done.sentence, author)
    return done


def _roll(team: Team, purpose: str, count: int, dice: tuple[Element, ...], witness: str) -> Roll:
    return table_roll(dice, count, witness) if dice else seeds.of_team(team).cast(purpose, count)


@transaction.atomic
def _enter(team: Team, what: Happening, author: User | None, key: UUID | None) -> Done:
    done = services.enter(team=team, what=what, author=author, key=key)
    seeds.reveal_if_spent(team, done.scroll)
    return done
