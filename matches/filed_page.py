"""What was filed of a game and waits: who has signed which version, and where the versions differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.urls import reverse

from matches import reporting
from matches.differences import Differing, Names, differences, feat_names
from matches.models import Match, Report
from matches.permissions import May, Voice
from matches.report_told import Told
from matches.versions_page import SOMEBODY, TeamRead, teams_read
from rules.catalog import catalog
from rules.house import AcceptedBy
from rules.problems import listed


@dataclass(frozen=True, slots=True)
class SignerShown:
    """A side, and the version it has put its name to; 0, if to none."""

    team: str
    colour: str
    player: str
    number: int


@dataclass(frozen=True, slots=True)
class FiledShown:
    """A version that somebody stands by, and what this person may do about it."""

    number: int
    url: str
    author: str
    written_at: datetime
    teams: str  # who stands by it
    challenge: str
    score: str
    notes: str
    may_sign: bool
    may_settle: bool
    is_own: bool
    otherwise: str  # the address of the form that begins with it


@dataclass(frozen=True, slots=True)
class FiledPage:
    signers: tuple[SignerShown, ...]
    versions: tuple[FiledShown, ...]
    missing: str  # whose signature is missing
    waits_for_master: bool
    silence_at: datetime | None
    held_up: str
    is_disputed: bool
    differing: tuple[Differing, ...]
    teams: tuple[TeamRead, ...]  # all that it says, if there is only one version
    may_withdraw: bool
    has_draft: bool


def filed_page(told: Told, person: User, voice: Voice) -> FiledPage:
    match, standing, names = told.match, _standing(told), _names(told)
    accounts = {version.number: its.report for version in standing if (its := reporting.account_of(version))}
    by_master = told.ground.house.reports.accepted_by is AcceptedBy.NINJA_MASTER
    silent = [side.team.name for side in told.sides if side.pk not in told.words]
    return FiledPage(
        signers=tuple(_signers(told)),
        versions=tuple(_filed(version, told, person, voice) for version in standing),
        missing=listed(silent) if silent else "",
        waits_for_master=by_master,
        silence_at=match.silence_at,
        held_up=match.held_up,
        is_disputed=match.state == Match.State.DISPUTED,
        differing=tuple(differences(accounts, names)),
        teams=teams_read(accounts[standing[0].number], told.ground.house, names) if len(accounts) == 1 else (),
        may_withdraw=any(its.author_id == person.pk for its in told.live),
        has_draft=told.draft is not None,
    )


def _standing(told: Told) -> list[Report]:
    """Of those that may still count: whatever a side stands by, and the last word of each who does not play."""
    words = {its.pk for its in told.words.values()}
    owners = {side.team.owner_id for side in told.sides}
    apart = {its.author_id: its.pk for its in told.live if its.author_id not in owners}
    return [its for its in told.live if its.pk in words or its.pk in apart.values()]


def _signers(told: Told) -> list[SignerShown]:
    return [
        SignerShown(
            team=side.team.name,
            colour=side.team.colour,
            player=side.team.player,
            number=told.words[side.pk].number if side.pk in told.words else 0,
        )
        for side in told.sides
    ]


def _filed(version: Report, told: Told, person: User, voice: Voice) -> FiledShown:
    pk, number = told.match.fixture_id, version.number
    by = [side.team.name for side in told.sides if told.words.get(side.pk) == version]
    own = [side for side in told.sides if side.team_id in voice.teams]
    return FiledShown(
        number=number,
        url=reverse("report-version", kwargs={"pk": pk, "number": number}),
        author=version.author.get_username() if version.author else SOMEBODY,
        written_at=version.written_at,
        teams=listed(by) if by else "",
        challenge=_challenge(version),
        score=_score(version, told),
        notes=version.notes,
        may_sign=voice.plays and any(told.words.get(side.pk) != version for side in own),
        may_settle=voice.may(May.SETTLE),
        is_own=version.author_id == person.pk,
        otherwise=f"{reverse('report', kwargs={'pk': pk})}?from={number}",
    )


def _challenge(version: Report) -> str:
    account = reporting.account_of(version)
    its = catalog().challenges.get(account.report.challenge) if account else None
    return its.name if its else ""


def _score(version: Report, told: Told) -> str:
    account = reporting.account_of(version)
    teams: Sequence[tuple[str, int]] = [(its.team, its.points) for its in account.report.teams] if account else ()
    return ", ".join(f"{told.scrolls[slug].name} {points}" for slug, points in teams if slug in told.scrolls)


def _names(told: Told) -> Names:
    return Names(
        teams={slug: scroll.name for slug, scroll in told.scrolls.items()},
        ninja={(slug, ninja.id): ninja.name for slug, scroll in told.scrolls.items() for ninja in scroll.ninja},
        feats=feat_names(told.ground.house),
        colours=told.ground.colours,
    )
