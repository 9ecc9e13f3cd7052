"""What the services count on: a transaction that reads in order to write has the row, or the database, to itself."""

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.utils import timezone

from tests.conftest import Race

RUNNERS = 20


def count_one_more() -> None:
    with transaction.atomic():
        counter = Session.objects.select_for_update().get(session_key="counter")
        counter.session_data = str(int(counter.session_data) + 1)
        counter.save()


@pytest.mark.every_database
def test_of_many_who_count_at_once_none_is_lost_and_none_refused(race: Race) -> None:
    Session.objects.create(session_key="counter", session_data="0", expire_date=timezone.now())

    results = race(count_one_more, runners=RUNNERS)

    assert results == [None] * RUNNERS
    assert Session.objects.get().session_data == str(RUNNERS)


@pytest.mark.every_database
def test_of_many_who_create_one_row_at_once_exactly_one_succeeds(race: Race) -> None:
    def create() -> None:
        Session.objects.create(session_key="only", session_data="", expire_date=timezone.now())

    results = race(create, runners=RUNNERS)

    assert results.count(None) == 1
    assert {type(result).__name__ for result in results} == {"NoneType", "IntegrityError"}


@pytest.mark.django_db
def test_sqlite_lets_readers_read_while_a_writer_writes() -> None:
    with connection.cursor() as cursor:
        pragmas = {
            name: cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }

    assert pragmas == {"journal_mode": "wal", "synchronous": 1, "foreign_keys": 1, "busy_timeout": 20000}
