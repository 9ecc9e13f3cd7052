"""Webhooks on their pages: a person's own, a league's for its ninja master, and for nobody else."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import League, Role
from league.notices import webhooks
from league.notices.kinds import Kind
from league.notices.models import Delivery, Webhook
from league.views import webhooks as webhook_pages
from rules.problems import RuleBroken
from tests.conftest import Race
from tests.league.clubs import club, join
from tests.notices.receivers import a_post, a_webhook
from tests.teams.people import person

pytestmark = pytest.mark.django_db
OWN = "/notices/webhooks/"
LEAGUE = "/leagues/moon-court/webhooks/"
ACTS = ("test", "rotate", "switch", "remove")
URL = "https://discord.com/api/webhooks/1/abcdefgh"


@pytest.fixture
def kenta(client: Client) -> User:
    its = person()
    client.force_login(its)
    return its


@pytest.fixture
def league() -> League:
    return club()


def form(**changes: object) -> dict[str, object]:
    return {"name": "Our channel", "url": URL, "style": "discord", **changes}


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def as_(client: Client, who: str, league: League) -> None:
    """Somebody who is that to the league."""
    if who == "master":
        client.force_login(User.objects.get(username="sensei"))
    elif who == "staff":
        client.force_login(person("boss", is_staff=True))
    elif who != "visitor":
        client.force_login(person("other"))
        if who != "stranger":
            join(league, User.objects.get(username="other"), Role(who))


# Who may


def test_a_stranger_is_asked_to_log_in(client: Client, league: League) -> None:
    hook = a_webhook(league=league)
    assert client.get(LEAGUE).status_code == client.post(LEAGUE, form()).status_code == 403
    for path in (OWN, hook.get_absolute_url()):
        assert client.get(path)["Location"] == f"/account/login/?next={path}"
    for act in ACTS:
        assert "/account/login/" in client.post(f"{OWN}{hook.pk}/{act}/")["Location"]
    assert Webhook.objects.exists()


@pytest.mark.parametrize(
    ("who", "status"),
    [("stranger", 403), ("guest", 403), ("player", 403), ("assistant", 403), ("master", 200), ("staff", 200)],
)
def test_a_league_s_webhooks_are_its_master_s(client: Client, league: League, who: str, status: int) -> None:
    hook = a_webhook(league=league)
    as_(client, who, league)
    assert client.get(LEAGUE).status_code == status
    assert client.get(hook.get_absolute_url()).status_code == (200 if status == 200 else 404)
    added = client.post(LEAGUE, form(kinds=["round"]))
    assert added.status_code == (302 if status == 200 else 403)
    for act in ACTS:
        assert client.post(f"{OWN}{hook.pk}/{act}/").status_code == (302 if status == 200 else 404)


def test_the_webhooks_of_a_private_league_do_not_exist_for_strangers(client: Client, kenta: User) -> None:
    club(is_private=True)
    assert client.get(LEAGUE).status_code == 404


def test_an_archived_league_is_only_looked_at(client: Client, league: League) -> None:
    hook = a_webhook(league=league)
    League.objects.update(archived_at=timezone.now())
    as_(client, "master", league)
    assert client.get(LEAGUE).status_code == 403
    assert client.post(f"{OWN}{hook.pk}/test/").status_code == 403


def test_a_person_s_webhook_is_nobody_else_s(client: Client, kenta: User) -> None:
    theirs = a_webhook(person("mio"))
    assert client.get(theirs.get_absolute_url()).status_code == 404
    for act in ACTS:
        assert client.post(f"{OWN}{theirs.pk}/{act}/").status_code == 404
    assert theirs.name not in text(client, OWN)
    assert Webhook.objects.get().secret == theirs.secret


def test_the_staff_of_the_site_do_not_run_a_person_s_webhook(client: Client) -> None:
    theirs = a_webhook(person("mio"))
    client.force_login(person("boss", is_staff=True))
    assert client.get(theirs.get_absolute_url()).status_code == 404


@pytest.mark.parametrize("act", ACTS)
def test_nothing_is_done_by_looking(client: Client, kenta: User, act: str) -> None:
    assert client.get(f"{OWN}{a_webhook(kenta).pk}/{act}/").status_code == 405


def test_the_wrong_method_is_refused(client: Client, kenta: User, league: League) -> None:
    assert client.put(OWN).status_code == 405
    assert client.put(LEAGUE).status_code == 405
    assert client.post(a_webhook(kenta).get_absolute_url()).status_code == 405


# Adding


def test_a_secret_is_shown_once_and_nowhere_else(client: Client, kenta: User) -> None:
    answer = client.post(OWN, form(style="json"))
    hook = Webhook.objects.get()
    assert answer["Location"] == hook.get_absolute_url()
    assert hook.secret in text(client, hook.get_absolute_url())
    assert hook.secret not in text(client, hook.get_absolute_url())
    assert hook.secret not in text(client, OWN)


def test_another_secret_is_shown_once_too(client: Client, kenta: User) -> None:
    hook = a_webhook(kenta)
    client.post(f"{OWN}{hook.pk}/rotate/")
    now = Webhook.objects.get().secret
    assert now != hook.secret
    assert now in text(client, hook.get_absolute_url())
    assert now not in text(client, hook.get_absolute_url())


def test_the_page_of_another_webhook_does_not_show_the_secret(client: Client, kenta: User) -> None:
    other = a_webhook(kenta)
    client.post(OWN, form(style="json"))
    made = Webhook.objects.get(name="Our channel")
    assert made.secret not in text(client, other.get_absolute_url())
    assert made.secret in text(client, made.get_absolute_url())


def test_discord_has_no_secret_of_ours_and_its_address_is_not_spelled_out(client: Client, kenta: User) -> None:
    client.post(OWN, form())
    hook = Webhook.objects.get()
    page = text(client, hook.get_absolute_url())
    assert hook.secret not in page
    assert URL not in page
    assert "https://discord.com/…efgh" in page
    assert URL not in text(client, OWN)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://example.com", "https://example.com/"),
        ("https://example.com/in", "https://example.com/…"),
        ("https://example.com/hooks/12345/", "https://example.com/…2345"),
    ],
)
def test_an_address_tells_its_end_only_where_that_is_not_all_of_it(url: str, shown: str) -> None:
    assert webhook_pages.shown_address(url) == shown


def test_a_league_s_webhook_is_told_what_was_chosen_for_it(client: Client, league: League) -> None:
    as_(client, "master", league)
    client.post(LEAGUE, form(kinds=["round", "newsletter"]))
    made = Webhook.objects.get()
    assert (made.league, made.person, made.kinds) == (league, None, ["round", "newsletter"])
    assert "Rounds that are published, Newsletters" in text(client, made.get_absolute_url())


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"name": " "}, "Give it a name"),
        ({"name": "x" * 61}, "at most 60 characters"),
        ({"url": ""}, "This is no address"),
        ({"url": "example.org"}, "This is no address"),
        ({"url": "ftp://example.org/"}, "This is no address"),
        ({"url": "http://127.0.0.1/"}, "not on the public internet"),
        ({"url": "http://[::1]/"}, "not on the public internet"),
        ({"url": "http://169.254.169.254/latest"}, "not on the public internet"),
        ({"url": "https://a:b@example.org/"}, "with a name and a password"),
        ({"url": "https://example.org/" + "x" * 500}, "at most 500 characters"),
        ({"url": "https://example.org/\x00"}, "Null characters are not allowed"),
        ({"style": "pigeon"}, "Choose one of these."),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(
    client: Client, kenta: User, changes: dict[str, str], says: str
) -> None:
    answer = client.post(OWN, form(**changes))
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert list(answer.context["form"].errors) == list(changes)
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("kinds", [[], ["steps"], ["nonsense"]])
def test_a_league_s_webhook_must_be_told_something(client: Client, league: League, kinds: list[str]) -> None:
    as_(client, "master", league)
    answer = client.post(LEAGUE, form(kinds=kinds))
    assert answer.status_code == 422
    assert "kinds" in answer.context["form"].errors


def test_five_are_enough(client: Client, kenta: User) -> None:
    for _ in range(webhooks.MOST):
        a_webhook(kenta)
    answer = client.post(OWN, form())
    assert answer.status_code == 422
    assert "There are 5 webhooks already" in answer.content.decode()


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_many_added_at_once_are_five(race: Race) -> None:
    kenta = person()
    outcomes = race(lambda: webhooks.add(name="Mine", url=URL, style="discord", person=kenta), runners=8)
    assert sum(isinstance(one, Webhook) for one in outcomes) == 5
    assert sum(isinstance(one, RuleBroken) for one in outcomes) == 3
    assert Webhook.objects.count() == 5


# Looking after one


def test_a_test_is_queued_and_in_the_list(client: Client, kenta: User) -> None:
    hook = a_webhook(kenta)
    answer = client.post(f"{OWN}{hook.pk}/test/", follow=True)
    page = answer.content.decode()
    assert "A test is on its way" in page
    its = Delivery.objects.get()
    assert (its.webhook, its.state, its.news.kind) == (hook, Delivery.State.WAITING, Kind.TEST)
    assert str(its.pk) in page
    assert 'hx-trigger="every 2s"' in page


def test_the_list_stops_asking_when_all_was_tried(client: Client, kenta: User) -> None:
    its = a_post(a_webhook(kenta))
    Delivery.objects.update(tries=1, error="It answered with status 500.", status=500, milliseconds=34)
    path = f"{OWN}{its.webhook_id}/"
    part = client.get(path, headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<section id="log"')
    assert "hx-trigger" not in part
    assert "500 It answered with status 500." in part
    assert "34 ms" in part
    assert "again at" in part


def test_tests_are_limited(client: Client, kenta: User) -> None:
    hook = a_webhook(kenta)
    for _ in range(webhooks.TESTS_AN_HOUR):
        client.post(f"{OWN}{hook.pk}/test/")
    hook.delete()
    other = a_webhook(kenta)
    answer = client.post(f"{OWN}{other.pk}/test/", follow=True)
    assert "You have sent 10 tests within an hour" in answer.content.decode()
    assert not Delivery.objects.exists()


def test_one_that_is_off_is_not_tested_and_says_why_it_is_off(client: Client, kenta: User) -> None:
    hook = a_webhook(kenta)
    waiting = a_post(hook)
    client.post(f"{OWN}{hook.pk}/switch/", {"on": "no"})
    waiting.refresh_from_db()
    assert waiting.state == Delivery.State.DROPPED
    page = text(client, hook.get_absolute_url())
    assert "Switched off by hand." in page
    assert "Send a test" not in page
    answer = client.post(f"{OWN}{hook.pk}/test/", follow=True)
    assert "It is switched off" in answer.content.decode()
    Webhook.objects.update(failures=7)
    client.post(f"{OWN}{hook.pk}/switch/", {"on": "yes"})
    hook.refresh_from_db()
    assert (hook.off_at, hook.failures, hook.off_reason) == (None, 0, "")


def test_a_removed_one_takes_its_list_along(client: Client, kenta: User, league: League) -> None:
    hook = a_webhook(kenta)
    a_post(hook)
    assert client.post(f"{OWN}{hook.pk}/remove/")["Location"] == OWN
    assert client.post(f"{OWN}{hook.pk}/remove/").status_code == 404
    assert not Delivery.objects.exists()
    of_league = a_webhook(league=league)
    as_(client, "master", league)
    assert client.post(f"{OWN}{of_league.pk}/remove/")["Location"] == LEAGUE


def test_the_list_ends_after_fifty_and_takes_as_many_queries(client: Client, kenta: User) -> None:
    hook = a_webhook(kenta)
    a_post(hook)
    with CaptureQueriesContext(connection) as asked:
        text(client, hook.get_absolute_url())
    for number in range(55):
        a_post(hook, title=f"News {number}.")
    with CaptureQueriesContext(connection) as asked_for_many:
        page = text(client, hook.get_absolute_url())
    assert len(asked) == len(asked_for_many)
    assert page.count("<small>") == 50
    assert "News 54." in page
