"""`manage.py demo`: a club to look at, in an empty database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import demo


class Command(BaseCommand):
    help = "Fills an empty database with a club to look at, and says how to log in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="do nothing in a database that is in use")

    def handle(self, *args: Any, **options: Any) -> None:
        if not demo.is_wanted():
            if options["if_empty"]:
                return
            raise CommandError("This database is in use: the demo is only made in an empty one.")
        self.stdout.write("Making a club to look at ...")
        for made in demo.make():
            self.stdout.write(f"  {made}")
        self.stdout.write(demo.WELCOME)
