"""A report being filled in: kept as it is typed, one for each person, until it is filed.

The draft's key becomes the report's. What arrives late, after that report was filed, is not kept any more.
"""

from collections.abc import Collection, Mapping
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.db import transaction

from matches import reporting
from matches.models import Draft, Match, Report
from matches.permissions import Voice
from matches.report_fields import is_count
from matches.reporting import Account
from rules.problems import refuse

TAKEN_BACK = "taken-back"


def draft_of(match: Match, author: User) -> Draft | None:
    return match.drafts.filter(author=author, is_amendment=False).first()


@transaction.atomic
def save(*, match: Match, author: User, typed: Mapping[str, str], shown: Collection[str], key: UUID | None) -> Draft:
    """What was typed so far, right or wrong. Counts of feats that were not `shown` stay as they were."""
    match = Match.objects.select_for_update().get(pk=match.pk)
    if match.is_accepted:
        raise refuse("accepted", "The report of this game is accepted already.")
    if key and match.reports.filter(key=key).exists():
        raise refuse("filed", "This report is filed already.")
    draft = draft_of(match, author) or Draft(match=match, author=author, key=key or uuid4())
    kept = {name: value for name, value in draft.form.items() if is_count(name) and name not in shown}
    draft.form = kept | dict(typed)
    draft.save()
    return draft


def discard(*, match: Match, author: User) -> None:
    match.drafts.filter(author=author, is_amendment=False).delete()


@transaction.atomic
def file(
    *, match: Match, account: Account, story: str | None, author: User, voice: Voice, key: UUID, settles: bool
) -> Report:
    """The report, and the story that was written with it, or neither."""
    report = reporting.file(match=match, account=account, author=author, voice=voice, key=key, settles=settles)
    if report.withdrawn_at:
        raise refuse(TAKEN_BACK, "You have filed this before, and taken it back. File it once more if you mean it.")
    if story is not None:
        reporting.tell_story(match=match, author=author, text=story)
    return report
