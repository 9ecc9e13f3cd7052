"""Dice that the server casts: from a secret whose commitment was public before anybody asked for a roll.

A team has one secret at a time, made with its briefing at the latest and revealed when no step is left that
could roll from it, and no game still to be played was promised it. A match has one of its own, for the random
challenge.
"""

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from league.models import Fixture, Season
from matches.models import Match, Seed, Side
from rules import aftermath
from rules.scroll import Ninja, Scroll
from teams import chronicle
from teams.models import Team


@transaction.atomic
def of_team(team: Team) -> Seed:
    """The team's secret, a new one if the last was revealed. Two who ask at once get the same."""
    Team.objects.select_for_update().get(pk=team.pk)
    return team.seeds.filter(revealed_at=None).first() or _kept(Seed.new(team=team))


def of_match(match: Match) -> Seed:
    """The secret for its challenge. Call it with the match locked."""
    return match.seeds.filter(revealed_at=None).first() or _kept(Seed.new(match=match))


def _kept(seed: Seed) -> Seed:
    seed.save(force_insert=True)
    return seed


def reveal_if_spent(team: Team, scroll: Scroll) -> None:
    """As long as a die is left to be rolled, nobody may know how it falls."""
    if not aftermath.steps(scroll, chronicle.house_of(team)):
        spent = team.seeds.filter(revealed_at=None).exclude(commitment__in=_promised(team))
        spent.update(revealed_at=timezone.now())


def _promised(team: Team) -> QuerySet[Side, str]:
    """The commitments in briefings of games that can still be played."""
    open_ones = Q(match__state=Match.State.BRIEFED) | Q(match__state__in=Match.WAITING)
    off = Q(match__fixture__state__in=(Fixture.State.FORFEITED, Fixture.State.BYE))
    over = Q(match__fixture__round__season__state=Season.State.FINISHED)
    return team.sides.filter(open_ones).exclude(off | over).values_list("commitment", flat=True)


def reveal(match: Match) -> None:
    match.seeds.filter(revealed_at=None).update(revealed_at=timezone.now())


# What a roll is for: with the secret it decides the dice, so nothing can be rolled twice.


def for_challenge(match: Match) -> str:
    return f"challenge {match.key} {len(match.draws) + 1}"


def for_downtime(team: Team, game: str, ninja: Ninja) -> str:
    return f"downtime {team.slug} {game} {ninja.id}"


def for_advancement(team: Team, ninja: Ninja) -> str:
    return f"advancement {team.slug} {ninja.id} {ninja.advancements + 1}"
