"""Brings the database up to date and serves the site, in one process so that a start takes about a second."""

import os
import sys

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from gunicorn.app.wsgiapp import WSGIApplication

from config import figures


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    figures.keep_together()
    django.setup()
    migrate()
    tidy_up()
    show_something()
    # A connection must not be shared with the processes that gunicorn forks.
    connections.close_all()
    sys.argv = ["gunicorn", "--config", "python:config.gunicorn"]
    WSGIApplication().run()


def migrate() -> None:
    """Looks first: `migrate` takes a noticeable moment even where there is nothing to do."""
    executor = MigrationExecutor(connections["default"])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        print("Bringing the database up to date ...", flush=True)
        call_command("migrate", verbosity=0)


def tidy_up() -> None:
    """Where there are workers this is done every night. A site without them is tidied when it starts."""
    if not settings.REDIS_URL:
        call_command("tidy")


def show_something() -> None:
    """An empty site is nothing to look at. A public one begins empty: everybody knows the demo's password."""
    if not settings.PUBLIC:
        call_command("demo", if_empty=True)
        from config import demo_door  # noqa: PLC0415 (models are there only now)

        demo_door.look()


if __name__ == "__main__":
    main()
