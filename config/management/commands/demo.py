"""`manage.py demo`: a club to look at, in an empty database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import demo

CLEAR = "\r\x1b[K"  # back to the start of the line, and nothing in it


class Command(BaseCommand):
    help = "Fills an empty database with a club to look at, and says how to log in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="do nothing in a database that is in use")

    def handle(self, *args: Any, **options: Any) -> None:
        if not demo.is_wanted():
            if options["if_empty"]:
                return
            raise CommandError("This database is in use: the demo is only made in an empty one.")
        part = ""
        for step in demo.make():
            self._say(step, is_new=step.part != part)
            part = step.part
        if self.stdout.isatty():
            self.stdout.write(CLEAR, ending="")
        self.stdout.write(demo.WELCOME)

    def _say(self, step: demo.Step, *, is_new: bool) -> None:
        """One line that changes on a terminal; elsewhere a line for each part."""
        said = f"Making a demo league: {step} ..."
        if self.stdout.isatty():
            self.stdout.write(f"{CLEAR}{said}", ending="")
        elif is_new:
            self.stdout.write(said)
        self.stdout.flush()
