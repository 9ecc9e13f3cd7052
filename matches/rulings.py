"""Rulings of the ninja master on a team: what one would change, and the giving of it.

A ruling is previewed before it is given. Whoever confirms it sends along what the preview rested on: if the team
has moved since, nothing is written.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User

from matches import desk
from rules import aftermath, chronicle, roster, words
from rules.codec import encode
from rules.events import Ruled
from rules.house import HouseRules
from rules.problems import refuse
from rules.scroll import Scroll
from rules.words import Change
from teams.models import Team
from teams.services import Done

OUTDATED = "Something has happened to this team since you looked. This is what the ruling would change now."


@dataclass(frozen=True, slots=True)
class Preview:
    """What a ruling would change. `based_on` names the ruling, and the team as it was looked at."""

    based_on: str
    sentence: str
    team: tuple[Change, ...]
    ninja: tuple[tuple[str, tuple[Change, ...]], ...]  # by name
    allowed: tuple[str, ...]  # problems of the roster that would count no longer
    forbidden: tuple[str, ...]  # those that would count again
    steps: tuple[str, ...]  # what would be due besides

    @property
    def changes_nothing(self) -> bool:
        return not (self.team or self.ninja or self.allowed or self.forbidden)


def preview(team: Team, scroll: Scroll, ruling: Ruled, house: HouseRules) -> Preview:
    """What would change, or every reason why it cannot be ruled so."""
    after = chronicle.tell(scroll, ruling, house)
    changes = words.changes(scroll, after, house)
    was, becomes = _problems(scroll, house), _problems(after, house)
    return Preview(
        based_on=version(team, ruling),
        sentence=words.explain(ruling, scroll, house),
        team=tuple(change for change in changes if not change.ninja),
        ninja=tuple(_by_ninja(after, changes)),
        allowed=tuple(message for key, message in was.items() if key not in becomes),
        forbidden=tuple(message for key, message in becomes.items() if key not in was),
        steps=tuple(task for task in _tasks(after, house) if task not in _tasks(scroll, house)),
    )


def version(team: Team, ruling: Ruled) -> str:
    """Differs with every entry of the chronicle and every word of the ruling."""
    return hashlib.sha256(repr((team.pk, team.entry_count, encode(ruling))).encode()).hexdigest()[:16]


def give(*, team: Team, ruling: Ruled, author: User | None, key: UUID | None, based_on: str) -> Done:
    """The ninja master's last word, as it was previewed."""

    def ruled(_: Scroll) -> Ruled:
        team.refresh_from_db(fields=["entry_count"])  # the row is locked by now
        if version(team, ruling) != based_on:
            raise refuse("outdated", OUTDATED)
        return ruling

    return desk.rule(team=team, ruling=ruled, author=author, key=key)


def _problems(scroll: Scroll, house: HouseRules) -> dict[str, str]:
    return {problem.key: problem.message for problem in roster.problems(scroll, house)}


def _by_ninja(scroll: Scroll, changes: Iterable[Change]) -> Iterator[tuple[str, tuple[Change, ...]]]:
    changes = tuple(changes)
    for ninja in scroll.ninja:
        if its := tuple(change for change in changes if change.ninja == ninja.id):
            yield ninja.name, its


def _tasks(scroll: Scroll, house: HouseRules) -> list[str]:
    return [aftermath.task(scroll, step) for step in aftermath.steps(scroll, house)]
