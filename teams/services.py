"""What a player does with a team between games, one function for each: pages, API and tasks all call these.

Each refuses with `RuleBroken` and then nothing has happened. The same key sent twice is one entry.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User

from rules import words
from rules.events import Dismissed, Recruited, Renamed, from_json
from rules.problems import refuse
from rules.roster import tidy_name
from rules.scroll import Scroll
from teams import chronicle
from teams.crests import FRAMES
from teams.models import Colour, Entry, Team


@dataclass(frozen=True, slots=True)
class Done:
    """The entry that was written, now or the first time the same request came, what it says, and the team now."""

    entry: Entry
    sentence: str
    scroll: Scroll


def recruit(
    *, team: Team, profile: str, name: str, abilities: Sequence[str], author: User | None, key: UUID | None = None
) -> Done:
    """A new ninja joins. Its id is chosen under the lock, so that no two recruits ever share one."""

    def recruited(scroll: Scroll) -> Recruited:
        return Recruited(scroll.next_id, profile, tidy_name(name), tuple(abilities))

    return enter(team=team, what=recruited, author=author, key=key)


def dismiss(*, team: Team, ninja: str, author: User | None, key: UUID | None = None) -> Done:
    """A ninja leaves for good, if the team stays legal without it."""
    return enter(team=team, what=Dismissed(ninja), author=author, key=key)


def rename(*, team: Team, name: str, ninja: str = "", author: User | None, key: UUID | None = None) -> Done:
    """The team, or one of its ninja, goes by another name."""

    name = tidy_name(name)

    def renamed(scroll: Scroll) -> Renamed:
        current = scroll.find(ninja).name if ninja else scroll.name
        if name == current:
            raise refuse("same-name", f"{current} goes by this name already.", ninja or "name")
        return Renamed(name, ninja)

    return enter(team=team, what=renamed, author=author, key=key)


def dress(*, team: Team, colour: str, crest: int, is_private: bool) -> None:
    """How the team looks, and who may see it: no part of its story, so no entry of its chronicle."""
    if colour not in Colour.values:
        raise refuse("unknown-colour", "There is no such colour.", "colour")
    if not 0 <= crest < len(FRAMES):
        raise refuse("unknown-crest", "There is no such crest.", "crest")
    Team.objects.filter(pk=team.pk).update(colour=colour, crest=crest, is_private=is_private)


def enter(*, team: Team, what: chronicle.Happening, author: User | None, key: UUID | None = None) -> Done:
    """Whatever happened, with the sentence that says so."""
    done = chronicle.enter(team=team, what=what, author=author, key=key)
    sentence = words.explain(from_json(done.entry.data), done.before, chronicle.house_of(team))
    return Done(done.entry, sentence, done.scroll)
