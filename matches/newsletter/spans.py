"""Which rounds there are to tell of: what the form for a new draft offers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Q

from league.models import Fixture, League, Season
from matches.newsletter.models import Issue
from rules.problems import from_to

DECIDED = (Fixture.State.PLAYED, Fixture.State.FORFEITED)


@dataclass(frozen=True, slots=True)
class Span:
    seasons: Sequence[Season]  # with something decided, the latest first
    first: int
    last: int

    @property
    def initial(self) -> dict[str, Any]:
        return {"season": self.seasons[0].number if self.seasons else None, "first": self.first, "last": self.last}

    @property
    def label(self) -> str:
        return from_to(self.first, self.last, "round")


def latest_span(league: League) -> Span:
    """The rounds since the last issue, up to the latest with a result. Two queries."""
    is_decided = Q(rounds__fixtures__state__in=DECIDED, rounds__published_at__isnull=False)
    seasons = list(
        league.seasons.annotate(last=Max("rounds__number", filter=is_decided))
        .filter(last__isnull=False)
        .order_by("-number")
    )
    if not seasons:
        return Span([], 1, 1)
    last: int = seasons[0].last
    told = Issue.objects.filter(season=seasons[0], number__isnull=False).aggregate(last=Max("last_round"))["last"] or 0
    return Span(seasons, min(told + 1, last), last)
