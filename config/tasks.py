"""Housekeeping that belongs to no app."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def clear_expired_sessions() -> None:
    """Django never deletes a session that its visitor abandoned."""
    call_command("clearsessions")
