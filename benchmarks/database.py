"""Django for a benchmark. Imported before any model is: it sets Django up."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()


@contextmanager
def empty() -> Iterator[None]:
    """An empty SQLite database, with all its tables, that is gone afterwards."""
    if connection.vendor != "sqlite":
        raise SystemExit("Benchmarks run on SQLite: unset DATABASE_URL.")
    with tempfile.TemporaryDirectory() as folder:
        connection.settings_dict["NAME"] = str(Path(folder) / "benchmark.sqlite3")
        call_command("migrate", verbosity=0)
        yield
        connection.close()
