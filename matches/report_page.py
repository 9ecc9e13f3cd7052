"""What the page of a report shows: the form, or what was filed and who has to say something to it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.urls import reverse

from matches import reporting
from matches.filed_page import FiledPage, filed_page
from matches.models import Match, Report, Story
from matches.permissions import May, Voice
from matches.report_form import Typed, fresh, typed_from
from matches.report_grid import GridShown, grid_shown
from matches.report_told import Obstacle, Told, found_in, obstacles, why_closed
from rules.house import AcceptedBy
from rules.problems import Problem, counted, listed


@dataclass(frozen=True, slots=True)
class FormShown:
    grid: GridShown
    key: UUID
    began_with: str  # the number of a version
    notes: str
    story: str
    saved_at: datetime | None
    what_happens: str
    may_settle: bool
    plays: bool


@dataclass(frozen=True, slots=True)
class ReportPage:
    """`kept_as` is the name under which a browser keeps a copy of the form, `filed_keys` are those it need not keep."""

    closed: str
    is_accepted: bool
    may_amend: bool
    has_versions: bool
    obstacles: tuple[Obstacle, ...]
    filed: FiledPage | None
    form: FormShown | None
    desks: tuple[tuple[str, str, bool], ...]  # where teams go on, and whether that is due
    kept_as: str
    filed_keys: str


def report_page(
    told: Told,
    person: User,
    voice: Voice,
    *,
    asked: str = "",
    typed: Typed | None = None,
    key: UUID | None = None,
    found: Sequence[Problem] | None = None,
) -> ReportPage:
    """`asked` is the version to begin the form with; `typed` is a form that came back, with what was `found` in it."""
    match = told.match
    closed, waits = why_closed(match), match.state in Match.WAITING
    is_open = not closed and not match.is_accepted
    shows_form = is_open and (typed is not None or asked or not waits)
    in_form = typed_for(told, asked) if typed is None else typed
    if typed is None and in_form == fresh(told.ground):
        found = ()  # nobody has said anything yet: there is nothing to complain of
    return ReportPage(
        closed="" if match.is_accepted else closed,
        is_accepted=match.is_accepted,
        may_amend=voice.may(May.AMEND),
        has_versions=bool(told.reports),
        obstacles=obstacles(told) if is_open else (),
        filed=filed_page(told, person, voice) if waits else None,
        form=form_shown(told, in_form, person, voice, key=key, found=found) if shows_form else None,
        desks=tuple(_desks(told, voice)) if match.is_accepted else (),
        kept_as=f"report-{match.key}-{person.pk}",
        filed_keys=" ".join(str(its.key) for its in told.reports if its.author_id == person.pk),
    )


def _desks(told: Told, voice: Voice) -> Iterator[tuple[str, str, bool]]:
    for team in (side.team for side in told.sides):
        if (is_own := team.pk in voice.teams) or voice.runs:
            yield team.name, reverse("desk", kwargs={"slug": team.slug}), is_own and team.steps_due > 0


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
    key: UUID | None = None,
    found: Sequence[Problem] | None = None,
) -> FormShown:
    draft = told.draft if told.draft and told.draft.form.get("from", "") == typed.get("from", "") else None
    return FormShown(
        grid=grid_shown(typed, told.ground, found_in(typed, told) if found is None else found),
        key=key or (draft.key if draft else uuid4()),
        began_with=typed.get("from", ""),
        notes=typed.get("notes", ""),
        story=typed["story"] if "story" in typed else _story(told.match, person),
        saved_at=draft.updated_at if draft else None,
        what_happens=what_happens(told, voice),
        may_settle=voice.may(May.SETTLE),
        plays=voice.plays,
    )


def _story(match: Match, person: User) -> str:
    return Story.objects.filter(match=match, author=person).values_list("text", flat=True).first() or ""


def what_happens(told: Told, voice: Voice) -> str:
    """In one sentence, what becomes of a report that this person files."""
    rule = told.ground.house.reports
    others = [side.team.name for side in told.sides if side.team_id not in voice.teams]
    if rule.accepted_by is AcceptedBy.NINJA_MASTER:
        return "It counts when the ninja master has settled it."
    if not voice.teams:
        return f"It counts when {listed(others)} have agreed to it."
    if not others or rule.accepted_by is AcceptedBy.EITHER_SIDE:
        return "One side's word is enough in this league: it counts as soon as you have filed it."
    if told.live:
        return "If it says what the others have signed, it counts; if not, the versions are compared cell by cell."
    days = counted(rule.silence_accepts_after_days, "day")
    sign = "countersigns" if len(others) == 1 else "countersign"
    return f"It counts when {listed(others)} {sign} it, or after {days} without a word against it."


def what_became(report: Report, told: Told) -> str:
    """In one sentence, what became of a version that was just filed or signed."""
    match = Match.objects.get(pk=told.match.pk)
    if match.accepted_id == report.pk:
        return "The report is accepted. It is in the chronicles and in the table."
    if match.state == Match.State.DISPUTED:
        return f"Version {report.number} is on record. The sides do not agree yet: look where the versions differ."
    if told.ground.house.reports.accepted_by is AcceptedBy.NINJA_MASTER:
        return f"Version {report.number} is on record, and waits for the ninja master."
    return f"Version {report.number} is on record, and waits for the other side."
