"""Housekeeping of teams, in the background."""

from celery import shared_task

from teams import drafts


@shared_task
def discard_stale_drafts() -> None:
    """Visitors try the builder and never come back: their drafts are not kept for ever."""
    drafts.discard_stale_drafts()
