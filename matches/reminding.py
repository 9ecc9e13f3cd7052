"""How matters stand with players who could be reminded, as the desk says it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.timesince import timesince

from league.models import today
from matches.reminders import Cause
from matches.waiting import About
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Reminding:
    """A player who could be reminded of something."""

    cause: str  # what a form has to say; empty where nobody is to be reminded now
    said: str  # what there is to know; empty if nothing


def reminding_of(row: Any, team: Team, about: About) -> Reminding:
    """`row` is annotated with `waiting.latest`."""
    cause = Cause(about, team.slug)
    if team.owner is None:
        return Reminding("", f"Nobody plays {team.name} now.")
    was_today = row.reminded_at is not None and timezone.localdate(row.reminded_at) == today()
    by = f" by {row.reminded_by}" if row.reminded_by else ""
    said = f"{team.player} was reminded {_ago(row.reminded_at)}{by}." if row.reminded_at else ""
    return Reminding("" if was_today else str(cause), said)


def _ago(when: datetime) -> str:
    passed = timesince(when, depth=1)
    return "just now" if passed.startswith("0") else f"{passed} ago"


def causes(players: Iterable[Reminding]) -> str:
    """All of them as one button says it."""
    return " ".join(dict.fromkeys(its.cause for its in players if its.cause))
