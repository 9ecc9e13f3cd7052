"""Notices are personal: they are in one's own export, and go with the account."""

import json

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from league.notices import digests, raising
from league.notices.kinds import Kind, Mail
from league.notices.models import Delivery, News, Notice, Preference, Webhook
from teams import accounts
from tests.league.clubs import club, join
from tests.notices.receivers import a_post, a_webhook, confirm, prefers
from tests.teams.people import person

pytestmark = pytest.mark.django_db


def somebody_with_everything(name: str = "kenta") -> User:
    league = club(f"League of {name}", master=person(f"master-of-{name}"))
    its = join(league, person(name))
    confirm(its)
    hook = a_webhook(its, url=f"https://{name}.example.org/")
    a_post(hook)
    prefers(its, Kind.ROUND, email=Mail.DAILY)
    for kind in (Kind.NEWSLETTER, Kind.ROUND):
        raising.announce(kind=kind, league=league, people=[its], title=f"For {name}", text="Words.", url="/leagues/")
    return its


def test_the_export_has_all_of_it_but_secrets(client: Client) -> None:
    cache.clear()
    kenta = somebody_with_everything()
    somebody_with_everything("mio")
    client.force_login(kenta)
    page = client.get("/account/export/").content.decode()
    told = json.loads(page)["notices"]
    assert [one["notice"] for one in told if "notice" in one] == ["For kenta", "For kenta"]
    assert [one["mail"] for one in told if "mail" in one] == ["For kenta"]
    assert [one["preference"] for one in told if "preference" in one] == ["round"]
    assert [one["url"] for one in told if "style" in one] == ["https://kenta.example.org/"]
    assert "For mio" not in page
    assert not any(hook.secret in page for hook in Webhook.objects.all())


def test_all_of_it_goes_with_the_account() -> None:
    kenta, mio = somebody_with_everything(), somebody_with_everything("mio")
    News.objects.update(created_at="2026-01-01T00:00:00Z")
    digests.write()
    assert News.objects.filter(kind=Kind.DIGEST).count() == 2
    accounts.delete_account(kenta)
    for table in (Notice, Preference, Webhook):
        assert {its.person for its in table.objects.all()} == {mio}
    assert not Delivery.objects.exclude(person=mio).exclude(webhook__person=mio).exists()
    assert News.objects.filter(kind=Kind.DIGEST).count() == 1
