"""The mail-out of an issue: long work, which can be begun again without telling anybody twice."""

from uuid import UUID

from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils import timezone

from league.models import Membership
from league.notices import outbox
from league.notices.kinds import Kind
from league.notices.models import Delivery
from league.notices.raising import Message, tell
from matches.newsletter.models import Issue
from matches.newsletter.plain import plain
from matches.newsletter.service import MAIL_OUT
from rules.problems import counted, listed, refuse
from teams import jobs
from teams.jobs import Outcome, Work

State = Delivery.State
SENDING = MAIL_OUT


@jobs.kind(MAIL_OUT, "Sending the newsletter")
def mail_out(work: Work) -> Outcome:
    """Everybody is told at once or nobody; then each mail is tried, unless somebody else is at it."""
    issue = Issue.objects.select_related("league").filter(pk=work.job.args["issue"]).first()
    if issue is None or issue.is_draft:
        raise refuse("not-published", "There is nothing to send: this issue is not published.")
    announce(issue=issue, author_id=work.job.owner_id)
    waiting: list[UUID] = list(deliveries_of(issue).filter(state=State.WAITING).values_list("pk", flat=True))
    for n, one in enumerate(waiting):
        work.progress(n, len(waiting), f"{n} of {len(waiting)} sent")
        outbox.deliver([one])
    return Outcome({"summary": summary(issue), "url": issue.get_absolute_url()})


@transaction.atomic
def announce(*, issue: Issue, author_id: int | None) -> None:
    """Into the outbox with it, once."""
    found = Issue.objects.select_for_update().filter(pk=issue.pk, announced_at=None).first()
    if found is None:
        return
    members = Membership.objects.filter(league=issue.league).values_list("person", flat=True)
    receivers = frozenset(members) - {author_id}
    title = f"{issue.league.name}, issue {issue.number}: {issue.title}"
    message = Message(Kind.NEWSLETTER, title, plain(issue.text), issue.get_absolute_url(), receivers, to_league=True)
    tell(league=issue.league, messages=[message], author=None)
    found.announced_at = timezone.now()
    found.save(update_fields=["announced_at"])


def deliveries_of(issue: Issue) -> QuerySet[Delivery]:
    return Delivery.objects.filter(
        news__league=issue.league, news__kind=Kind.NEWSLETTER, news__url=issue.get_absolute_url()
    )


def summary(issue: Issue) -> str:
    """`3 sent, 1 waiting`. One query."""
    states = deliveries_of(issue).order_by().values_list("state").annotate(Count("pk"))
    found = {State(state): count for state, count in states}
    words = {State.DELIVERED: "sent", State.WAITING: "waiting", State.FAILED: "given up", State.DROPPED: "not wanted"}
    told = [f"{found[state]} {word}" for state, word in words.items() if state in found]
    return f"{counted(sum(found.values()), 'delivery', 'deliveries')}: {listed(told)}." if told else ""
