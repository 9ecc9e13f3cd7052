"""Dice for everybody to check: which rolls came from a secret, and whether it casts them again."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse
from django.utils.dateparse import parse_datetime

from matches.desk_page import roll_in
from matches.models import Match, Seed
from matches.permissions import game_to_see
from rules import dice
from rules.codec import decode
from rules.dice import Element, Roll
from rules.problems import counted, listed
from teams import chronicle
from teams.entries import entry_row, said_of
from teams.models import Team
from teams.permissions import Person, team_to_see

COMMITMENT = re.compile("[0-9a-f]{64}")
NOT_THERE = "There is no such commitment, or it belongs to a private team or league."


@dataclass(frozen=True, slots=True)
class RollShown:
    """A roll that was made from a secret. `again` is what that casts, once it is revealed."""

    sentence: str
    purpose: str
    dice: tuple[Element, ...]
    again: tuple[Element, ...]
    author: str
    written_at: datetime | None
    url: str
    check_url: str
    tag: str  # struck, or whatever else became of its entry

    @property
    def is_same(self) -> bool:
        return self.dice == self.again


@dataclass(frozen=True, slots=True)
class SeedShown:
    """A commitment: whose dice it fixes, and everything that was rolled from it."""

    commitment: str
    owner: str
    url: str
    use: str
    published_at: datetime
    revealed_at: datetime | None
    when: str  # it will be revealed
    secret: str  # empty until then
    computed: str  # the commitment of that secret, computed anew
    rolls: tuple[RollShown, ...]

    @property
    def is_kept(self) -> bool:
        """The secret is the one that was promised, and every roll came from it."""
        return self.computed == self.commitment and all(roll.is_same for roll in self.rolls)


def seed_shown(person: Person, commitment: str) -> SeedShown:
    """Everything about a commitment, for somebody who may see whose it is, or 404."""
    seeds = Seed.objects.select_related("team", "match__fixture").filter(commitment=commitment)
    seed = seeds.first() if COMMITMENT.fullmatch(commitment) else None
    if seed and seed.team:
        return _of_team(person, seed, seed.team)
    if seed and seed.match:
        return _of_match(person, seed, seed.match)
    raise Http404(NOT_THERE)


def _of_team(person: Person, seed: Seed, team: Team) -> SeedShown:
    team = team_to_see(person, team.slug)
    due = f" Now {counted(team.steps_due, 'step is', 'steps are')} due." if team.steps_due else ""
    return _shown(
        seed,
        owner=team.name,
        url=team.get_absolute_url(),
        use="for the dice after its games",
        when=f"when every step of {team.name} is taken and no game waits that it was promised to.{due}",
        rolls=tuple(_of_chronicle(seed, team)),
    )


def _of_match(person: Person, seed: Seed, match: Match) -> SeedShown:
    fixture, _ = game_to_see(person, match.fixture_id)
    teams = [side.entrant.team.name for side in fixture.sides.all()]
    return _shown(
        seed,
        owner=f"the game {listed(teams, 'against')}",
        url=match.get_absolute_url(),
        use="for its random challenge",
        when="when the report of the game is accepted.",
        rolls=tuple(_of_draws(seed, match)),
    )


def _shown(seed: Seed, *, owner: str, url: str, use: str, when: str, rolls: tuple[RollShown, ...]) -> SeedShown:
    """The secret leaves the database only when it is revealed."""
    secret = seed.secret if seed.revealed_at else ""
    return SeedShown(
        commitment=seed.commitment,
        owner=owner,
        url=url,
        use=use,
        published_at=seed.created_at,
        revealed_at=seed.revealed_at,
        when=when,
        secret=secret,
        computed=dice.commitment(bytes.fromhex(secret)) if secret else "",
        rolls=rolls,
    )


def _of_chronicle(seed: Seed, team: Team) -> Iterator[RollShown]:
    lines = chronicle.read(team)
    said = said_of(lines)
    for line in lines:
        if (roll := roll_in(line.event)) and roll.commitment == seed.commitment:
            url = f"{team.get_absolute_url()}?at={line.number}"
            yield _roll(seed, roll, line.sentence, line.author, line.written_at, url, entry_row(line, said).tag)


def _of_draws(seed: Seed, match: Match) -> Iterator[RollShown]:
    for number, drawn in enumerate(match.draws, start=1):
        roll = decode(Roll, drawn["roll"])
        if roll.commitment == seed.commitment:
            sentence = f"Draw {number} for the challenge."
            yield _roll(seed, roll, sentence, drawn["by"], parse_datetime(drawn["at"]), match.get_absolute_url(), "")


def _roll(
    seed: Seed, roll: Roll, sentence: str, author: str, written_at: datetime | None, url: str, tag: str
) -> RollShown:
    again: tuple[Element, ...] = ()
    check = ""
    if seed.revealed_at:
        again = seed.cast(roll.purpose, len(roll.dice)).dice
        told = {"secret": seed.secret, "purpose": roll.purpose, "count": len(roll.dice)}
        check = f"{reverse('dice')}?{urlencode(told)}"
    return RollShown(sentence, roll.purpose, roll.dice, again, author, written_at, url, check, tag)
