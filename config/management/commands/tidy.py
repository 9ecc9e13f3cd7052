"""`manage.py tidy`: what the nightly tasks do, at once."""

from typing import Any

from django.core.management.base import BaseCommand

from config.tasks import clear_expired_sessions
from league.tasks import discard_old_notices
from teams.tasks import discard_old_jobs, discard_stale_drafts


class Command(BaseCommand):
    help = "Clears expired sessions, and discards drafts and results of long work that nobody came back for."

    def handle(self, *args: Any, **options: Any) -> None:
        clear_expired_sessions()
        discard_stale_drafts()
        discard_old_jobs()
        discard_old_notices()
