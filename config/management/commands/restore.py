"""`manage.py restore FILE`: an empty database filled from a backup, and compared with it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import backups


class Command(BaseCommand):
    help = "Fills an empty, migrated database from a backup. Everything is restored, or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            digest = backups.restore(options["file"])
        except (backups.BadBackup, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"The database is what the file says: sha256 {digest}")
