"""`manage.py league_file_schema`: the JSON Schema of league files, for `docs/league-file.schema.json`."""

from typing import Any

from django.core.management.base import BaseCommand

from matches.archive import schema


class Command(BaseCommand):
    help = "Prints the JSON Schema that league and team files follow."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(schema.published(), ending="")
