"""Brings the database up to date and serves the site, in one process so that a start takes about a second."""

import os
import sys

import django
from django.core.management import call_command
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from gunicorn.app.wsgiapp import WSGIApplication


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    migrate()
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


if __name__ == "__main__":
    main()
