"""What no form of ours would send: it gets an answer, never an error, and changes nothing."""

from itertools import count

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rules.codec import encode
from rules.problems import RuleBroken
from teams import chronicle, drafts, pdf
from teams.accounts import delete_account
from teams.models import Draft
from tests.conftest import Race
from tests.rules.teams import legal_team
from tests.teams.people import person, team

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("profile", ["%d", "%s", "%(x)s", "", "nobody"])
def test_a_profile_that_nobody_offered_is_refused(client: Client, profile: str) -> None:
    founded = team(person())
    assert founded.owner
    client.force_login(founded.owner)
    answer = client.post(f"/teams/{founded.slug}/recruit/", {"profile": profile, "name": "Jiro"})
    assert answer.status_code == 422
    assert founded.entries.count() == 1


@pytest.mark.parametrize("after", ["http://[", "//[", "http://example.com/", "javascript:alert(1)"])
def test_nobody_is_sent_to_another_site_after_logging_in(client: Client, after: str) -> None:
    person()
    assert client.get("/account/login/", {"next": after}).status_code == 200
    answer = client.post("/account/login/", {"login": "kenta", "password": "a long password", "next": after})
    assert (answer.status_code, answer["Location"]) == (302, "/")


@pytest.mark.every_database
@pytest.mark.parametrize("key", ["\0aaaaaaaaaaaa", "é" * 32, "../../etc/passwd", "a" * 500])
def test_a_cookie_that_is_not_ours_is_nobody_s(client: Client, key: str) -> None:
    client.cookies["sessionid"] = key
    assert client.get("/teams/").status_code == 200


def test_an_endless_name_is_refused_at_once(client: Client) -> None:
    founded = team(person())
    assert founded.owner
    client.force_login(founded.owner)
    endless = "a" + "\u0301" * 200_000 + "\u0316" * 200_000
    answer = client.post(f"/teams/{founded.slug}/rename/", {"name": endless})
    assert answer.status_code == 422
    assert founded.entries.count() == 1


def test_the_same_scroll_is_printed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[str] = []

    def press(html: str) -> bytes:
        printed.append(html)
        return b"%PDF"

    monkeypatch.setattr(pdf, "_printed", press)
    assert pdf.pdf("<p>one</p>") == pdf.pdf("<p>one</p>") == b"%PDF"
    pdf.pdf("<p>two</p>")
    assert printed == ["<p>one</p>", "<p>two</p>"]


def test_who_has_left_writes_nothing() -> None:
    owner = person()
    founded = team(owner)
    ghost = User.objects.get(pk=owner.pk)
    owner.delete()
    with pytest.raises(RuleBroken, match="does not exist any more"):
        chronicle.enter(team=founded, what=lambda scroll: pytest.fail("too late"), author=ghost)


@pytest.mark.every_database
def test_founding_and_leaving_at_once_never_wait_for_each_other(race: Race) -> None:
    owner = person()
    draft = Draft.objects.create(owner=owner, state=encode(legal_team("tora")))
    turns = count()

    def run() -> None:
        if next(turns) % 2:
            delete_account(User(pk=owner.pk))
        else:
            drafts.found(draft=draft, version=1, owner=User(pk=owner.pk))

    outcomes = race(run, runners=10)
    assert {type(outcome) for outcome in outcomes} <= {type(None), RuleBroken}
    assert not User.objects.exists()
