"""The whole database as one file, and back: the same file for SQLite and PostgreSQL, so it also moves a site.

Lines of JSON, compressed: first what this is and which migrations made its tables, then every row, last a digest of all
rows. Rows are read in one transaction that sees a single moment. A file is only trusted if its digest is right, and a
database only after it has been read back and gives the same digest.
"""

import gzip
import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

FORMAT = "kagejima backup"
VERSION = 1
AT_ONCE = 500  # rows

Row = tuple[str, list[Any]]


class Exactly(DjangoJSONEncoder):
    """Django's own encoder forgets the microseconds of a time."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


class BadBackup(Exception):
    """A file that is not a whole backup, or does not fit this database. Nothing has been changed."""


def write(path: Path) -> str:
    """Back the database up, read the file again, and return its digest."""
    beside = path.with_name(f"{path.name}.part")
    beside.unlink(missing_ok=True)
    with (
        one_moment(),
        open(beside, "xb", opener=_for_nobody_else) as raw,
        gzip.open(raw, "wt", encoding="utf-8") as file,
    ):
        _say(file, {"format": FORMAT, "version": VERSION, "migrations": applied_migrations()})
        digest = hashlib.sha256()
        for line in map(_line, rows()):
            file.write(line)
            digest.update(line.encode())
        _say(file, {"sha256": digest.hexdigest()})
    verify(beside)
    # Whoever finds a file under its own name finds a whole one.
    beside.replace(path)
    return digest.hexdigest()


def _for_nobody_else(path: str, flags: int) -> int:
    """It holds sessions, addresses and dice that nobody may know yet."""
    return os.open(path, flags, 0o600)


def verify(path: Path) -> str:
    """The digest of a whole, unharmed file, or `BadBackup`."""
    digest = hashlib.sha256()
    for line in _body(path):
        digest.update(line.encode())
    return digest.hexdigest()


def restore(path: Path) -> str:
    """Fill an empty database from the file, in one transaction, and compare it with the file before it counts."""
    digest = verify(path)
    if _head(path)["migrations"] != applied_migrations():
        raise BadBackup("The file was made by another version of the site: use that one, then migrate.")
    if not is_empty():
        raise BadBackup("This database is in use: a backup is only restored into an empty one.")
    with transaction.atomic(), connection.constraint_checks_disabled():
        for model in _models():
            _execute(f"DELETE FROM {_quoted(model)}")  # noqa: S608 (a table of ours)
        for name, some in groupby(map(json.loads, _body(path)), key=itemgetter(0)):
            _insert(name, (values for _, values in some))
        connection.check_constraints()
        for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
            _execute(statement)
        if digest_of_rows() != digest:
            raise BadBackup("What was written is not what the file says: nothing of it was kept.")
    return digest


def digest_of_rows() -> str:
    digest = hashlib.sha256()
    for line in map(_line, rows()):
        digest.update(line.encode())
    return digest.hexdigest()


def is_empty() -> bool:
    """Nobody has an account, and there is no team: what migrations write does not count."""
    return not any(apps.get_model(name)._base_manager.exists() for name in ("auth.User", "teams.Team"))


def rows() -> Iterator[Row]:
    """Every row of every table, always in the same order."""
    for model in _models():
        columns = [field.attname for field in model._meta.concrete_fields]
        everything = model._base_manager.order_by("pk").values_list("pk", *columns).iterator(AT_ONCE)
        # Databases sort text each in their own way.
        is_text = isinstance(model._meta.pk, models.CharField)
        for _, *values in sorted(everything) if is_text else everything:
            yield model._meta.label, values


@contextmanager
def one_moment() -> Iterator[None]:
    """A transaction that sees the database as it is now, whatever others write meanwhile."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            _execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def applied_migrations() -> list[str]:
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


# Shared


def _models() -> list[type[models.Model]]:
    """Every table of the site, those between two models included, by name."""
    found = apps.get_models(include_auto_created=True)
    return sorted((model for model in found if _is_table(model)), key=lambda model: model._meta.label)


def _is_table(model: type[models.Model]) -> bool:
    return model._meta.managed and not model._meta.proxy


def _insert(name: str, rows: Iterable[list[Any]]) -> None:
    """Straight into the table: no model may set a time of its own, or refuse an entry of a chronicle."""
    model = _model(name)
    fields = model._meta.concrete_fields
    columns = ", ".join(connection.ops.quote_name(field.column or field.attname) for field in fields)
    statement = f"INSERT INTO {_quoted(model)} ({columns}) VALUES ({', '.join(['%s'] * len(fields))})"  # noqa: S608 (ours, too)
    prepared = [
        [field.get_db_prep_save(field.to_python(value), connection) for field, value in zip(fields, row, strict=True)]
        for row in rows
    ]
    with connection.cursor() as cursor:
        for start in range(0, len(prepared), AT_ONCE):
            cursor.executemany(statement, prepared[start : start + AT_ONCE])


def _model(name: str) -> type[models.Model]:
    for model in _models():
        if model._meta.label == name:
            return model
    raise BadBackup(f"The file has rows of {name}, which this site does not know.")


def _quoted(model: type[models.Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _line(row: Row) -> str:
    return json.dumps(row, cls=Exactly, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"


def _say(file: Any, what: dict[str, Any]) -> None:
    file.write(json.dumps(what) + "\n")


def _head(path: Path) -> dict[str, Any]:
    head = next(_lines(path), "")
    try:
        told = json.loads(head)
    except ValueError:
        told = None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise BadBackup("This file is not a backup of this site.")
    if told.get("version") != VERSION:
        raise BadBackup("This file was made by a newer version of the site.")
    return told


def _body(path: Path) -> Iterator[str]:
    """Every line of a row. Ends only if the digest after the last one is right."""
    _head(path)
    digest, lines = hashlib.sha256(), _lines(path)
    next(lines)
    last = next(lines, "")
    for line in lines:
        digest.update(last.encode())
        yield last
        last = line
    if last != json.dumps({"sha256": digest.hexdigest()}) + "\n":
        raise BadBackup("This file is not whole: its end is missing, or something in it was changed.")


def _lines(path: Path) -> Iterator[str]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            yield from file
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise BadBackup(f"This file cannot be read: {error}") from error
