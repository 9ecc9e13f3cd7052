"""The search itself: every kind asked, what was found put in order, and a sentence about it."""

from collections.abc import Iterable
from urllib.parse import urlencode

from django.urls import reverse

from league.search.hits import Found, Group, Hit
from league.search.kinds import KINDS, Kind
from league.search.sought import Rank, Sought
from rules.problems import counted
from teams.permissions import Person

PER_KIND = 12
SUGGESTED = 8
SUGGESTED_PER_KIND = 3
GUESSED = 3


def find(person: Person, typed: str, *, per_kind: int = PER_KIND) -> Found:
    """One query for each kind that is kept in tables, and two more if nothing is called what was typed."""
    sought = Sought.of(typed)
    if not sought:
        return Found("", (), "", is_close=False)
    groups = [_group(kind, kind.find(person, sought, per_kind + 1), sought, per_kind) for kind in KINDS]
    is_close = all(hit.rank is Rank.CLOSE for group in groups for hit in group.hits)
    if is_close:
        groups += [_group(kind, kind.guess(person, sought, GUESSED), sought, GUESSED) for kind in KINDS if kind.guess]
    ordered = _best_first(groups)
    return Found(sought.text, ordered, _sentence(sought.text, ordered, is_close), is_close)


def suggest(person: Person, typed: str) -> Found:
    """A few of each kind, for those who are still typing."""
    found = find(person, typed, per_kind=SUGGESTED_PER_KIND)
    groups, room = [], SUGGESTED
    for group in found.groups:
        if room:
            groups.append(group.first(room))
            room -= len(groups[-1].hits)
    return Found(found.words, tuple(groups), found.sentence, found.is_close)


def _group(kind: Kind, hits: list[Hit], sought: Sought, most: int) -> Group:
    has_more = len(hits) > most
    more_url = f"{reverse(kind.list_)}?{urlencode({'q': sought.text})}" if has_more and kind.list_ else ""
    return Group(kind.id, kind.label, tuple(hits[:most]), has_more, more_url)


def _best_first(groups: Iterable[Group]) -> tuple[Group, ...]:
    """The kind that answers best comes first; among equals as in `KINDS`."""
    return tuple(sorted((group for group in groups if group.hits), key=lambda group: group.best))


def _sentence(text: str, groups: tuple[Group, ...], is_close: bool) -> str:
    if not groups:
        return f"Nothing here is called “{text}”, and nothing comes close."
    if is_close:
        return f"Nothing here is called “{text}”. Did you mean {groups[0].hits[0].name}?"
    number = sum(len(group.hits) for group in groups)
    more = "More than " if any(group.has_more for group in groups) else ""
    return f"{more}{counted(number, 'result')} for “{text}”."
