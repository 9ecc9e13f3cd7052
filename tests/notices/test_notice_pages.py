"""The bell, the list, and what one wants to hear: each person's own, and nobody else's."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from league.notices import preferences
from league.notices.kinds import CHOSEN, Kind, Mail
from league.notices.models import Delivery, News, Notice, Preference
from tests.league.clubs import club
from tests.notices.receivers import a_mail, a_webhook, confirm
from tests.teams.people import person

pytestmark = pytest.mark.django_db
PREFERENCES = "/notices/preferences/"


def notice(of: User, title: str = "Round 1 is published", **more: object) -> Notice:
    news = News.objects.create(kind=Kind.ROUND, title=title, text="Three games.", url="/leagues/")
    return Notice.objects.create(person=of, news=news, **more)


@pytest.fixture
def kenta(client: Client) -> User:
    its = person()
    client.force_login(its)
    return its


def page(client: Client, path: str = "/notices/") -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def bell_of(client: Client) -> str:
    """As htmx asks for it."""
    return client.get("/notices/bell/", headers={"HX-Request": "true"}).content.decode()


# Who may look


@pytest.mark.parametrize("path", ["/notices/", "/notices/1/", PREFERENCES])
def test_a_stranger_is_asked_to_log_in(client: Client, path: str) -> None:
    assert client.get(path)["Location"] == f"/account/login/?next={path}"


@pytest.mark.parametrize("path", ["/notices/read/", "/notices/1/read/"])
def test_a_stranger_changes_nothing(client: Client, path: str) -> None:
    assert client.post(path)["Location"] == f"/account/login/?next={path}"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("post", "/notices/"),
        ("post", "/notices/bell/"),
        ("post", "/notices/1/"),
        ("get", "/notices/read/"),
        ("get", "/notices/1/read/"),
        ("put", PREFERENCES),
        ("put", "/notices/unsubscribe/token/"),
    ],
)
def test_the_wrong_method_is_refused(client: Client, kenta: User, method: str, path: str) -> None:
    assert getattr(client, method)(path).status_code == 405


def test_what_is_somebody_else_s_does_not_exist(client: Client, kenta: User) -> None:
    theirs = notice(person("mio"), "Secret")
    assert "Secret" not in page(client)
    assert client.get(f"/notices/{theirs.pk}/").status_code == 404
    assert client.post(f"/notices/{theirs.pk}/read/").status_code == 404
    client.post("/notices/read/", {"up_to": theirs.pk})
    theirs.refresh_from_db()
    assert theirs.read_at is None


@pytest.mark.parametrize("pk", ["999", "99999999999999999999999"])
def test_a_notice_that_is_not_there_is_not_found(client: Client, kenta: User, pk: str) -> None:
    assert client.get(f"/notices/{pk}/").status_code == 404


# The bell


def test_the_bell_is_on_every_page_of_those_who_are_logged_in(client: Client) -> None:
    assert 'class="bell"' not in page(client, "/leagues/")
    client.force_login(person())
    bell = page(client, "/leagues/")
    assert '<a class="bell" id="bell" href="/notices/" hx-get="/notices/bell/" hx-trigger="load"' in bell


def test_it_costs_the_page_no_query(client: Client) -> None:
    with CaptureQueriesContext(connection) as before:
        page(client, "/clans/")
    client.force_login(person())
    with CaptureQueriesContext(connection) as after:
        page(client, "/clans/")
    assert len(after) - len(before) == 2  # the session and its person


@pytest.mark.parametrize(("count", "shown"), [(0, ""), (1, "1"), (99, "99"), (100, "99+"), (120, "99+")])
def test_it_counts_what_is_unread(client: Client, kenta: User, count: int, shown: str) -> None:
    news = News.objects.bulk_create(News(kind=Kind.ROUND, title="Round", url="/") for _ in range(count))
    Notice.objects.bulk_create(Notice(person=kenta, news=its) for its in news)
    notice(kenta, is_shown=False)
    notice(person("mio"))
    bell = bell_of(client)
    assert (f'<span class="bell-count" aria-hidden="true">{shown}</span>' in bell) is bool(shown)
    assert (f"Notices: {shown} unread" in bell) is bool(shown)


def test_its_count_is_one_query(client: Client, kenta: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    notice(kenta)
    with django_assert_num_queries(3):  # with the session and its person
        bell_of(client)


def test_for_somebody_who_has_logged_out_meanwhile_there_is_no_bell(client: Client) -> None:
    assert bell_of(client) == ""


def test_opened_as_a_page_the_bell_leads_to_the_list(client: Client, kenta: User) -> None:
    notice(kenta)
    assert client.get("/notices/bell/")["Location"] == "/notices/"
    assert client.get("/notices/bell/", follow=True).status_code == 200


# The list


def test_a_notice_leads_to_its_page_and_is_read_then(client: Client, kenta: User) -> None:
    its = notice(kenta)
    assert f'href="/notices/{its.pk}/"' in page(client)
    assert client.get(f"/notices/{its.pk}/")["Location"] == "/leagues/"
    its.refresh_from_db()
    first = its.read_at
    assert first
    client.get(f"/notices/{its.pk}/")
    its.refresh_from_db()
    assert its.read_at == first


def test_a_notice_can_be_read_without_going_there(client: Client, kenta: User) -> None:
    its = notice(kenta)
    for _ in range(2):
        assert client.post(f"/notices/{its.pk}/read/")["Location"] == "/notices/"
    assert "Mark as read" not in page(client)


def test_all_are_read_at_once_but_what_came_meanwhile(client: Client, kenta: User) -> None:
    seen, since = notice(kenta), notice(kenta, "Later")
    answer = client.post("/notices/read/", {"up_to": seen.pk}, follow=True)
    assert "1 notice is read." in answer.content.decode()
    assert list(Notice.objects.filter(read_at=None)) == [since]
    assert "Nothing was unread." in client.post("/notices/read/", {"up_to": seen.pk}, follow=True).content.decode()


@pytest.mark.parametrize("up_to", ["", "x", "-1", "9" * 30, "٣"])
def test_nonsense_reads_nothing(client: Client, kenta: User, up_to: str) -> None:
    notice(kenta)
    assert client.post("/notices/read/", {"up_to": up_to}).status_code == 302
    assert Notice.objects.filter(read_at=None).exists()


def test_the_list_can_be_of_the_unread_only(client: Client, kenta: User) -> None:
    client.post(f"/notices/{notice(kenta, 'Known').pk}/read/")
    notice(kenta, "Fresh")
    assert "Known" in page(client)
    unread = page(client, "/notices/?show=unread")
    assert "Fresh" in unread
    assert "Known" not in unread


def test_what_is_for_the_daily_mail_only_is_not_listed(client: Client, kenta: User) -> None:
    notice(kenta, "Quiet", is_shown=False)
    assert "Quiet" not in page(client)


def test_names_are_shown_as_they_are_written(client: Client, kenta: User) -> None:
    notice(kenta, "<script>alert(1)</script>")
    assert "&lt;script&gt;" in page(client)


def test_a_long_list_has_pages_and_always_as_many_queries(client: Client, kenta: User) -> None:
    league = club()
    with CaptureQueriesContext(connection) as asked:
        page(client)
    news = News.objects.bulk_create(
        News(kind=Kind.ROUND, league=league, title=f"Round {number}.", url="/") for number in range(70)
    )
    Notice.objects.bulk_create(Notice(person=kenta, news=its) for its in news)
    with CaptureQueriesContext(connection) as asked_for_many:
        first = page(client)
    assert len(asked_for_many) <= len(asked) + 1  # none is asked for of an empty list
    assert "Round 69." in first
    assert "Round 39." not in first
    assert "Round 39." in page(client, "/notices/?page=2")
    assert client.get("/notices/?page=nonsense").status_code == 200


# What one wants to hear


def chosen(**changes: str) -> dict[str, str]:
    form = {
        f"{kind}-{way}": value
        for kind in CHOSEN
        for way, value in (("app", "on"), ("email", "daily"), ("webhook", "on"))
    }
    return {name: value for name, value in (form | changes).items() if value}


def test_everything_can_be_chosen_and_is_remembered(client: Client, kenta: User) -> None:
    answer = client.post(
        PREFERENCES, chosen(**{"round-app": "", "round-email": "off", "steps-webhook": ""}), follow=True
    )
    assert "From now on you hear what you chose." in answer.content.decode()
    ways = preferences.ways_for(kenta)
    assert (ways[Kind.ROUND].in_app, ways[Kind.ROUND].email, ways[Kind.ROUND].webhook) == (False, Mail.OFF, True)
    assert (ways[Kind.STEPS].in_app, ways[Kind.STEPS].email, ways[Kind.STEPS].webhook) == (True, Mail.DAILY, False)
    client.post(PREFERENCES, chosen())
    assert preferences.ways_for(kenta)[Kind.ROUND].in_app


def test_nobody_else_s_choice_changes(client: Client, kenta: User) -> None:
    mio = person("mio")
    client.post(PREFERENCES, chosen())
    assert preferences.ways_for(mio)[Kind.WAITING].email == Mail.AT_ONCE


@pytest.mark.parametrize("value", ["", "hourly", "DAILY"])
def test_a_choice_that_there_is_not_is_refused(client: Client, kenta: User, value: str) -> None:
    answer = client.post(PREFERENCES, chosen(**{"round-email": value}))
    assert answer.status_code == 422
    assert "Choose one of these." in answer.content.decode()
    assert preferences.ways_for(kenta)[Kind.STEPS].webhook


def test_what_waits_and_is_not_wanted_any_more_is_not_mailed(client: Client, kenta: User) -> None:
    dropped, kept = a_mail(kenta, Kind.ROUND), a_mail(kenta, Kind.WAITING)
    client.post(PREFERENCES, chosen(**{"round-email": "off"}))
    dropped.refresh_from_db()
    kept.refresh_from_db()
    assert (dropped.state, kept.state) == (Delivery.State.DROPPED, Delivery.State.WAITING)


def test_whoever_has_no_confirmed_address_is_told_so(client: Client, kenta: User) -> None:
    assert "is not confirmed" in page(client, PREFERENCES)
    User.objects.update(email="")
    assert "you have given no address" in page(client, PREFERENCES)
    User.objects.update(email=kenta.email)
    confirm(kenta)
    shown = page(client, PREFERENCES)
    assert "Mail goes to" in shown
    assert "No mail reaches you" not in shown


def test_whoever_has_no_webhook_is_told_where_to_add_one(client: Client, kenta: User) -> None:
    assert "You have no webhook." in page(client, PREFERENCES)
    a_webhook(kenta)
    assert "You have no webhook." not in page(client, PREFERENCES)


def test_choosing_takes_few_queries(client: Client, kenta: User) -> None:
    with CaptureQueriesContext(connection) as asked:
        client.post(PREFERENCES, chosen())
    assert len(asked) <= 8


# The way out of a mail


def way_out(of: User, kind: Kind = Kind.ROUND) -> str:
    return preferences.unsubscribe_url(of.pk, kind)


def test_looking_at_the_way_out_asks_and_changes_nothing(client: Client) -> None:
    kenta = person()
    assert "Stop these mails" in page(client, way_out(kenta))
    assert preferences.ways_for(kenta)[Kind.ROUND].email == Mail.DAILY


def test_taking_it_stops_this_kind_for_this_person(client: Client) -> None:
    kenta, mio = person(), person("mio")
    for _ in range(2):
        answer = client.post(way_out(kenta))
        assert "You get no more mail when: a round is published" in answer.content.decode()
    assert preferences.ways_for(kenta)[Kind.ROUND].email == Mail.OFF
    assert preferences.ways_for(kenta)[Kind.WAITING].email == Mail.AT_ONCE
    assert preferences.ways_for(mio)[Kind.ROUND].email == Mail.DAILY


def test_a_way_out_that_is_not_of_our_making_leads_nowhere(client: Client) -> None:
    kenta, mio = person(), person("mio")
    own, other = way_out(kenta), way_out(mio)
    forged = own.split(":")[0] + other[len(other.split(":")[0]) :]
    for path in (forged, own[:-3] + "x/", "/notices/unsubscribe/nonsense/", way_out(User(pk=999))):
        assert client.post(path).status_code == 404
    assert client.post(preferences.unsubscribe_url(kenta.pk, "no-such-kind")).status_code == 404
    assert not Preference.objects.exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A short line.\nAnother.", "A short line.\nAnother."),
        ("Tora meet Ika.\n" * 40, "Tora meet Ika.\n" * 26 + "…"),
        ("Tora and Ika " * 40, "Tora and Ika " * 30 + "Tora and …"),
    ],
)
def test_a_long_notice_breaks_off_at_the_end_of_a_line_or_of_a_word(text: str, told: str) -> None:
    assert News(kind=Kind.ROUND, title="News", text=text).teaser == told
