"""Housekeeping of teams, in the background."""

from uuid import UUID

from celery import shared_task

from teams import drafts, jobs


@shared_task
def discard_stale_drafts() -> None:
    """Visitors try the builder and never come back: their drafts are not kept for ever."""
    drafts.discard_stale_drafts()


@shared_task
def run_job(key: str) -> None:
    """Somebody waits for it at the page of the job."""
    jobs.run(UUID(key))


@shared_task
def discard_old_jobs() -> None:
    """Files that were made for somebody, and what they were made of, are kept for a week."""
    jobs.discard_old()
