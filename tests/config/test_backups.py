"""The whole database as one file, and back."""

import gzip
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from config import backups
from rules.events import Ruled
from teams.models import Entry, Team
from tests.teams.people import person
from tests.teams.stories import seasoned, write

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.every_database]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A backup of a site with a person, a team, its chronicle and a ruling with unusual letters."""
    its = seasoned(person("kenta"))
    write(its, [Ruled("Für die Laterne: “木” \\ \n end.", koban=1)])
    path = tmp_path / "site.backup"
    call_command("backup", str(path), stdout=StringIO())
    return path


def emptied() -> None:
    with transaction.atomic(), connection.constraint_checks_disabled(), connection.cursor() as cursor:
        for model in backups._models():
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")  # noqa: S608


def test_what_is_restored_equals_the_original_to_the_microsecond(file: Path) -> None:
    before, digest = list(backups.rows()), backups.digest_of_rows()
    emptied()
    call_command("restore", str(file), stdout=StringIO())
    assert list(backups.rows()) == before
    assert backups.digest_of_rows() == digest


def test_a_restored_site_goes_on(file: Path) -> None:
    emptied()
    backups.restore(file)
    last = Entry.objects.order_by("-pk")[0].pk
    write(Team.objects.get(), [Ruled("And on.", koban=1)])
    assert Entry.objects.order_by("-pk")[0].pk == last + 1


def test_a_database_in_use_is_left_alone(file: Path) -> None:
    before = backups.digest_of_rows()
    with pytest.raises(CommandError, match="in use"):
        call_command("restore", str(file))
    assert backups.digest_of_rows() == before


@pytest.mark.parametrize("damage", ["cut", "changed", "swapped", "foreign", "no gzip"])
def test_a_damaged_file_is_refused_and_changes_nothing(file: Path, damage: str) -> None:
    lines = gzip.decompress(file.read_bytes()).decode().splitlines(keepends=True)
    match damage:
        case "cut":
            lines = lines[:-1]
        case "changed":
            lines[-3] = lines[-3].replace("1", "2")
        case "swapped":
            lines[1], lines[2] = lines[2], lines[1]
        case "foreign":
            lines[0] = "{}\n"
    file.write_bytes(gzip.compress("".join(lines).encode()))
    if damage == "no gzip":
        file.write_bytes(b"PK\3\4")
    emptied()
    with pytest.raises(CommandError):
        call_command("restore", str(file))
    assert backups.is_empty()
    with pytest.raises(CommandError):
        call_command("backup", "--verify", str(file))


def test_a_file_of_another_version_of_the_site_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    emptied()
    monkeypatch.setattr(backups, "applied_migrations", lambda: ["teams.0001_later"])
    with pytest.raises(backups.BadBackup, match="another version"):
        backups.restore(file)


def test_a_failed_backup_leaves_the_last_one_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()
    monkeypatch.setattr(backups, "rows", lambda: iter([("teams.Team", [object()])]))
    with pytest.raises(TypeError):
        backups.write(file)
    assert file.read_bytes() == before
