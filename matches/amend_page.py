"""The preview of an amendment as finished values: every figure that would change, and every entry that cannot stay."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.http import QueryDict
from django.urls import reverse

from league.models import Fixture
from matches import amending
from matches.amend_changes import Changed, changes
from matches.amend_table import Place, TieChange, places, season_changes, tie_changes
from matches.amending import Choices, Preview, TeamRetold
from matches.models import Match, Report
from rules import words
from rules.amendment import Impossible, Told
from rules.events import Played, Word
from rules.problems import listed
from teams import chronicle
from teams.models import Team

NAME = re.compile(r"choice/(?P<team>[^/]+)/(?P<entry>[0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class ImpossibleShown:
    """An entry without its ground. Without a field there is nothing to choose."""

    number: int
    sentence: str
    why: tuple[str, ...]
    field: str
    is_struck: bool
    fate: str


@dataclass(frozen=True, slots=True)
class TeamShown:
    name: str
    url: str
    colour: str
    changed: tuple[Changed, ...]
    impossible: tuple[ImpossibleShown, ...]


@dataclass(frozen=True, slots=True)
class PreviewShown:
    based_on: str
    teams: tuple[TeamShown, ...]
    places: tuple[Place, ...]
    ties: tuple[TieChange, ...]
    season: tuple[str, ...]

    @property
    def asks(self) -> bool:
        """Is there anything to choose?"""
        return any(entry.field for team in self.teams for entry in team.impossible)


def preview_shown(preview: Preview, fixture: Fixture) -> PreviewShown:
    """With the teams in the order of the game."""
    seats = {side.entrant.team_id: side.position for side in fixture.sides.all()}
    return PreviewShown(
        based_on=preview.based_on,
        teams=tuple(_team(its) for its in sorted(preview.teams, key=lambda its: seats[its.team.pk])),
        places=tuple(places(preview)),
        ties=tuple(tie_changes(preview)),
        season=tuple(season_changes(preview)),
    )


def _team(its: TeamRetold) -> TeamShown:
    return TeamShown(
        name=its.team.name,
        url=its.team.get_absolute_url(),
        colour=its.team.colour,
        changed=tuple(changes(its.before, its.after, chronicle.house_of(its.team))),
        impossible=tuple(_impossible(its.team, entry) for entry in its.impossible),
    )


def _impossible(team: Team, its: Impossible) -> ImpossibleShown:
    told = Told(its.number, its.event, its.house, its.word, its.before, its.before)
    is_game = isinstance(its.event, Played)
    return ImpossibleShown(
        number=its.number,
        sentence=words.explain_told(told),
        why=tuple(dict.fromkeys(problem.message for problem in its.why)),
        field=choice_of(team.slug, its.number) if its.may_stand and not is_game else "",
        is_struck=its.word is Word.STRUCK,
        fate=_fate(its, is_game),
    )


def _fate(its: Impossible, is_game: bool) -> str:
    if its.word is Word.UPHELD:
        return "A game that was played stays: whoever took part was able to." if is_game else "It is kept by ruling."
    return "It is struck." if its.may_stand else "Not even a ruling can keep it: it is struck."


# Choices, as forms carry them


def choice_of(team: str, entry: int) -> str:
    return f"choice/{team}/{entry}"


def choices_in(post: QueryDict, teams: Iterable[str]) -> Choices:
    """What is to become of entries, as far as the form makes sense."""
    found: dict[str, dict[int, Word]] = {team: {} for team in teams}
    for name, value in post.items():
        named = NAME.fullmatch(name)
        if named and named["team"] in found and value in (Word.UPHELD, Word.STRUCK):
            found[named["team"]][int(named["entry"])] = Word(value)
    return {team: its for team, its in found.items() if its}


# Proposals


@dataclass(frozen=True, slots=True)
class ProposalShown:
    number: int
    voids: bool
    author: str
    written_at: datetime
    reason: str
    missing: str  # whose signature
    url: str
    compare_url: str  # with the accepted report; empty where there is nothing to compare


def proposals_shown(match: Match) -> list[ProposalShown]:
    """What is proposed of this game and not decided: at most one thing, in two queries."""
    return [proposal_shown(its) for its in amending.open_proposals(match).select_related("author")]


def proposal_shown(its: Report) -> ProposalShown:
    return ProposalShown(
        number=its.number,
        voids=its.data is None,
        author=its.author.get_username() if its.author else "Somebody who has left",
        written_at=its.written_at,
        reason=its.reason,
        missing=_missing(its),
        url=reverse("agree-amendment", kwargs={"pk": its.match.fixture_id, "number": its.number}),
        compare_url=_compare_url(its),
    )


def _compare_url(its: Report) -> str:
    accepted = its.match.accepted
    if its.data is None or accepted is None:
        return ""
    return f"{reverse('compare-reports', kwargs={'pk': its.match.fixture_id})}?a={accepted.number}&b={its.number}"


def _missing(its: Report) -> str:
    unsigned = its.match.sides.exclude(signatures__report=its).values_list("team__name", flat=True)
    return listed(list(unsigned)) if unsigned else ""


def outcome_of(its: Report, fixture: Fixture) -> str:
    """What has become of a proposal or an amendment, as a sentence."""
    game = listed([side.entrant.team.name for side in fixture.sides.all()], "against")
    wish = f"amend the report of {game}" if its.data else f"void {game}"
    if its.withdrawn_at:
        return f"The proposal to {wish} is off. It can still be read."
    if not its.in_force_from:
        return f"The proposal to {wish} waits. It happens when {_missing(its)} has signed, too."
    if its.data:
        return f"The report of {game} is amended."
    return f"{game} is voided, as if it had never been played."
