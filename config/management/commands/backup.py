"""`manage.py backup FILE`: the whole database as one file, checked."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import backups


class Command(BaseCommand):
    help = "Writes the whole database into a file while the site runs, and checks the file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", type=Path, help="where to write; an existing file is replaced when the new is whole"
        )
        parser.add_argument("--verify", action="store_true", help="only check a file that exists")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            digest = backups.verify(path) if options["verify"] else backups.write(path)
        except (backups.BadBackup, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{path} is whole: sha256 {digest}")
