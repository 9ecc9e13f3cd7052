"""The day in one mail: once, with everything of the day before, and nothing that nobody wants any more."""

from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import League
from league.notices import digests, outbox, preferences, raising
from league.notices.kinds import Kind, Mail
from league.notices.models import Delivery, News, Notice
from tests.conftest import Race
from tests.league.clubs import club, join
from tests.notices.receivers import confirm, prefers
from tests.teams.people import person

pytestmark = pytest.mark.django_db
TOMORROW = timedelta(days=1)


def reader(league: League, name: str = "kenta") -> User:
    its = join(league, person(name))
    confirm(its)
    prefers(its, Kind.ROUND, email=Mail.DAILY)
    return its


def announce(league: League, *people: User, title: str = "Round 1 is published", text: str = "Three games.") -> None:
    raising.announce(kind=Kind.ROUND, league=league, people=people, title=title, text=text, url="/leagues/")


def test_nothing_is_sent_before_the_morning() -> None:
    league = club()
    announce(league, reader(league))
    News.objects.update(created_at=digests.last_morning(timezone.now()) + timedelta(minutes=1))
    assert digests.write() == 0
    assert Notice.objects.filter(waits_for_digest=True).count() == 1


def test_in_the_morning_all_of_the_day_comes_in_one_mail() -> None:
    moon, sun = club(), club("Sun Court", master=person("other"))
    kenta = reader(moon)
    join(sun, kenta)
    announce(moon, kenta)
    announce(sun, kenta, title="Round 7 is published", text="")
    announce(moon, kenta, title="Round 2 is published")
    assert digests.write(timezone.now() + TOMORROW) == 1
    outbox.sweep()
    (message,) = mail.outbox
    assert message.subject == "Kagejima: 3 notices of the last day"
    assert (
        "Moon Court\n\n"
        "* Round 1 is published\n  Three games.\n  http://127.0.0.1:8000/leagues/\n\n"
        "* Round 2 is published\n  Three games.\n  http://127.0.0.1:8000/leagues/\n\n"
        "Sun Court\n\n"
        "* Round 7 is published\n  http://127.0.0.1:8000/leagues/\n"
    ) in message.body
    assert "No more of these daily mails: http://127.0.0.1:8000/notices/unsubscribe/" in message.body
    assert Notice.objects.filter(read_at=None, is_shown=True).count() == 3


def test_it_is_written_once() -> None:
    league = club()
    announce(league, reader(league))
    assert [digests.write(timezone.now() + TOMORROW) for _ in range(2)] == [1, 0]
    assert Delivery.objects.count() == 1


def test_each_gets_the_own_notices() -> None:
    league = club()
    kenta, mio = reader(league), reader(league, "mio")
    announce(league, kenta, mio)
    announce(league, mio, title="Round 2 is published")
    assert digests.write(timezone.now() + TOMORROW) == 2
    titles = {its.person: its.news.title for its in Delivery.objects.select_related("news", "person")}
    assert titles == {kenta: "1 notice of the last day", mio: "2 notices of the last day"}


def test_whoever_chooses_otherwise_before_the_morning_gets_none() -> None:
    league = club()
    kenta = reader(league)
    announce(league, kenta)
    prefers(kenta, Kind.ROUND, email=Mail.OFF)
    assert digests.write(timezone.now() + TOMORROW) == 0


def test_the_way_out_of_the_daily_mail_stops_all_that_it_carries() -> None:
    kenta = person()
    prefers(kenta, Kind.ROUND, email=Mail.DAILY)
    prefers(kenta, Kind.NEWSLETTER, email=Mail.AT_ONCE)
    preferences.unsubscribe(person=kenta, kind=Kind.DIGEST)
    ways = preferences.ways_for(kenta)
    assert [kind for kind, its in ways.items() if its.email == Mail.DAILY] == []
    assert ways[Kind.NEWSLETTER].email == Mail.AT_ONCE


@pytest.mark.parametrize(
    ("now", "morning"),
    [
        ("2026-05-12T06:59:59+00:00", "2026-05-11T07:00:00+00:00"),
        ("2026-05-12T07:00:00+00:00", "2026-05-12T07:00:00+00:00"),
        ("2026-05-12T23:59:59+00:00", "2026-05-12T07:00:00+00:00"),
    ],
)
def test_the_morning_is_at_seven(now: str, morning: str) -> None:
    assert digests.last_morning(datetime.fromisoformat(now)) == datetime.fromisoformat(morning)


def test_it_takes_as_many_queries_for_many_people_as_for_one() -> None:
    league = club()
    announce(league, reader(league))
    with CaptureQueriesContext(connection) as asked:
        digests.write(timezone.now() + TOMORROW)
    many = [reader(league, f"person{number}") for number in range(20)]
    announce(league, *many)
    with CaptureQueriesContext(connection) as asked_for_many:
        assert digests.write(timezone.now() + TOMORROW) == 20
    assert len(asked_for_many) == len(asked)


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_many_who_write_at_once_write_one_mail(race: Race) -> None:
    league = club()
    announce(league, reader(league))
    later = timezone.now() + TOMORROW
    assert sorted(map(str, race(lambda: digests.write(later), runners=6))) == ["0", "0", "0", "0", "0", "1"]
    assert Delivery.objects.count() == 1
