"""The form of an amendment: the accepted report, to be written otherwise, and the reason why."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import QueryDict

from matches import amending, reporting
from matches.models import Match
from matches.report_form import Filled, Ground, Typed, ground_of, problems, read, typed_from, typed_in
from matches.report_grid import GridShown, grid_shown
from rules.codec import UNSTORABLE
from rules.problems import Problem

LONGEST = 5_000  # of a reason: whatever is longer was not typed
UNCHANGED = Problem("unchanged", "The accepted report says just this: there is nothing to amend.")


@dataclass(frozen=True, slots=True)
class Amendment:
    """What stands in the form."""

    ground: Ground
    typed: Typed
    reason: str
    accepted: Typed | None  # what would stand in it if nothing changed

    @property
    def filled(self) -> Filled:
        return read(self.typed, self.ground)

    def problems(self) -> list[Problem]:
        """Everything that keeps it from being previewed."""
        filled = self.filled
        found = [*problems(filled, self.ground), *amending.said_problems(filled.account, self.reason)]
        if not found and self.accepted and filled.account == read(self.accepted, self.ground).account:
            return [UNCHANGED]
        return found


@dataclass(frozen=True, slots=True)
class FormShown:
    grid: GridShown
    notes: str
    reason: str
    wrong_reason: tuple[str, ...]
    wrong_notes: tuple[str, ...]


def unwritten(match: Match) -> Amendment:
    """The form with the accepted report in it. Of a game that was voided, with the last that was: it may come back."""
    ground = ground_of(match, amending.scrolls_before(match))
    last = match.accepted or match.reports.filter(in_force_from__isnull=False).exclude(data=None).last()
    account = reporting.account_of(last) if last else None
    typed = typed_from(account, ground) if account else {}
    return Amendment(ground, typed, "", typed if match.accepted else None)


def written(match: Match, post: QueryDict) -> Amendment:
    """The form with what was posted in it."""
    begun = unwritten(match)
    return Amendment(begun.ground, typed_in(post, begun.ground), reason_in(post), begun.accepted)


def reason_in(post: QueryDict) -> str:
    return UNSTORABLE.sub("", post.get("reason", ""))[:LONGEST].strip()


def form_shown(its: Amendment, found: Iterable[Problem] = ()) -> FormShown:
    """With what is wrong beside the fields it is about."""
    found = list(found)
    return FormShown(
        grid=grid_shown(its.typed, its.ground, found),
        notes=its.typed.get("notes", ""),
        reason=its.reason,
        wrong_reason=about("reason", found),
        wrong_notes=about("notes", found),
    )


def about(subject: str, found: Iterable[Problem]) -> tuple[str, ...]:
    return tuple(problem.message for problem in found if problem.subject == subject)
