"""What the page of a report shows: the form, or what was filed and who has to say something to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.urls import reverse

from league.models import Fixture
from matches import briefings, drafts, reporting
from matches.models import Draft, Match, Report, Side
from matches.permissions import May, Voice
from matches.report_fields import Ground, ground_of
from matches.report_form import Typed, fresh, typed_from
from matches.report_grid import GridShown, grid_shown
from rules.house import AcceptedBy
from rules.problems import Problem, RuleBroken, counted, listed
from rules.scroll import Scroll
from teams import chronicle

OWN = "own"  # in place of the number of a version: one's own draft


@dataclass(frozen=True, slots=True)
class Told:
    """Everything that the page rests on, read once."""

    match: Match
    sides: tuple[Side, ...]
    scrolls: Mapping[str, Scroll]
    reports: tuple[Report, ...]
    words: Mapping[int, Report]  # by side: what it has put its name to
    draft: Draft | None
    ground: Ground

    @property
    def live(self) -> tuple[Report, ...]:
        return tuple(its for its in self.reports if its.kind == Report.Kind.FILED and its.withdrawn_at is None)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a team cannot play now, and where that is put right."""

    team: str
    reasons: tuple[str, ...]
    desk: str


@dataclass(frozen=True, slots=True)
class FormShown:
    grid: GridShown
    key: UUID
    began_with: str  # the number of a version
    notes: str
    story: str
    saved_at: datetime | None
    filed_keys: str  # reports that this person has filed: a copy kept by a browser may be one of them
    what_happens: str
    may_file: bool
    may_settle: bool


def match_of(fixture: Fixture) -> Match | None:
    found = Match.objects.filter(fixture=fixture).select_related("house").first()
    if found:
        found.fixture = fixture
    return found


def told_of(match: Match, person: User) -> Told:
    sides = tuple(match.sides.select_related("team__house", "team__owner"))
    told = chronicle.scrolls_of(side.team for side in sides)
    scrolls = {side.team.slug: told[side.team_id] for side in sides}
    return Told(
        match=match,
        sides=sides,
        scrolls=scrolls,
        reports=tuple(match.reports.select_related("author")),
        words=reporting.words_of(match) if match.state in Match.WAITING else {},
        draft=drafts.draft_of(match, person),
        ground=ground_of(match, scrolls, sides),
    )


def why_closed(match: Match) -> str:
    """Why nothing can be filed; empty, if something can."""
    try:
        briefings.refuse_unplayable(match.fixture)
    except RuleBroken as broken:
        return broken.message
    return ""


def obstacles(told: Told) -> tuple[Obstacle, ...]:
    found = []
    for side in told.sides:
        team = side.team
        if problems := briefings.not_ready(told.scrolls[team.slug], chronicle.rules_in(team.house), team):
            desk = reverse("desk", kwargs={"slug": team.slug})
            found.append(Obstacle(team.name, tuple(its.message for its in problems), desk))
    return tuple(found)


# The form


def typed_for(told: Told, began_with: str) -> dict[str, str]:
    """What stands in the form when it is opened: one's own draft, or a version to be corrected, or nothing yet."""
    draft = told.draft
    version = next((its for its in told.reports if str(its.number) == began_with), None)
    account = reporting.account_of(version) if version else None
    if draft and (account is None or draft.form.get("from") == began_with):
        return dict(draft.form)
    if account:
        return typed_from(account, told.ground) | {"from": began_with}
    return fresh(told.ground)


def form_shown(
    told: Told,
    typed: Typed,
    person: User,
    voice: Voice,
    *,
    story: str,
    key: UUID | None = None,
    found: Sequence[Problem] | None = None,
) -> FormShown:
    draft = told.draft if told.draft and told.draft.form.get("from", "") == typed.get("from", "") else None
    return FormShown(
        grid=grid_shown(typed, told.ground, found),
        key=key or (draft.key if draft else uuid4()),
        began_with=typed.get("from", ""),
        notes=typed.get("notes", ""),
        story=typed.get("story", story),
        saved_at=draft.updated_at if draft else None,
        filed_keys=" ".join(str(its.key) for its in told.reports if its.author_id == person.pk),
        what_happens=what_happens(told, voice),
        may_file=voice.may(May.REPORT),
        may_settle=voice.may(May.SETTLE),
    )


def what_happens(told: Told, voice: Voice) -> str:
    """In one sentence, what becomes of a report that this person files."""
    rule = told.ground.house.reports
    others = [side.team.name for side in told.sides if side.team_id not in voice.teams]
    if rule.accepted_by is AcceptedBy.NINJA_MASTER:
        return "It counts when the ninja master has settled it."
    if not voice.teams:
        return f"It counts when {listed(others)} have agreed to it."
    if not others or rule.accepted_by is AcceptedBy.EITHER_SIDE:
        return "It counts as soon as you have filed it."
    days = counted(rule.silence_accepts_after_days, "day")
    if told.live:
        return "If it says what the others have signed, it counts; if not, all versions are compared cell by cell."
    return f"It counts when {listed(others)} countersigned it, or after {days} without a word against it."
