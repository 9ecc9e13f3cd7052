"""What happens in matches in the background."""

from celery import shared_task

from league.models import League
from matches import reminder_mails, reporting
from matches.models import Reminder


@shared_task
def accept_by_silence() -> int:
    """Reports that nobody has objected to for long enough."""
    return reporting.accept_overdue()


@shared_task
def send_reminders(league: int, sent: list[int], site: str) -> None:
    """The mails that go with these reminders."""
    found = Reminder.objects.filter(pk__in=sent).select_related("team__owner", "sent_by").order_by("pk")
    reminder_mails.send(league=League.objects.get(pk=league), reminders=found, site=site)
