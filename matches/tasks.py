"""What happens in matches without anybody asking."""

from celery import shared_task

from matches import reporting


@shared_task
def accept_by_silence() -> int:
    """Reports that nobody has objected to for long enough."""
    return reporting.accept_overdue()
