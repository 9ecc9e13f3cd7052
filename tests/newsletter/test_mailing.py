"""The mail-out: to those who want it, once, with progress, and again only what was never sent."""

import pytest
from django.core import mail
from django.test import Client

from league.models import Role
from league.notices import outbox
from league.notices.kinds import Kind, Mail
from league.notices.models import Delivery, News, Notice
from matches.newsletter import mailing, service
from rules.problems import RuleBroken
from teams import jobs
from teams.models import Job
from tests.league.clubs import join
from tests.newsletter.issues import court, draft, out
from tests.notices.receivers import confirm, prefers
from tests.teams.people import person

pytestmark = pytest.mark.django_db


def test_members_get_it_by_mail_if_they_want_it() -> None:
    league, its = court()
    wants, wants_not, unconfirmed, guest, stranger = (person(name) for name in ("mio", "yuki", "nami", "ren", "haru"))
    for member in (wants, wants_not, unconfirmed):
        join(league, member)
    join(league, guest, Role.GUEST)
    confirm(wants, wants_not, guest, stranger)
    prefers(wants_not, Kind.NEWSLETTER, email=Mail.OFF)
    out(its, "# Results\n\nTeam 1 \\*won\\*.\n\n[chart: table]\n", "Autumn news")
    assert sorted(message.to[0] for message in mail.outbox) == ["mio@example.com", "ren@example.com"]
    (message,) = [message for message in mail.outbox if message.to == ["mio@example.com"]]
    assert message.subject == "Kagejima: Moon Court, issue 1: Autumn news"
    assert "Results\n-------\n\nTeam 1 *won*.\n" in message.body
    assert "[chart" not in message.body
    assert "http://127.0.0.1:8000/leagues/moon-court/newsletter/1/" in message.body


def test_everybody_but_its_author_hears_of_it_in_the_app() -> None:
    league, its = court()
    join(league, person("mio"))
    out(its)
    assert [notice.person.username for notice in Notice.objects.all()] == ["mio"]


def test_the_job_says_what_came_of_it_and_leads_to_the_issue(client: Client) -> None:
    league, its = court()
    kenta = join(league, person("kenta"))
    confirm(kenta)
    out(its)
    job = Job.objects.get()
    assert job.result["summary"] == "1 delivery: 1 sent."
    client.force_login(league.memberships.get(role=Role.MASTER).person)
    assert client.get(job.get_absolute_url())["Location"] == "/leagues/moon-court/newsletter/1/"


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    league, its = court()
    confirm(*(join(league, person(name)) for name in ("mio", "yuki", "nami")))
    said: list[tuple[int, int, str]] = []
    monkeypatch.setattr(jobs.Work, "progress", lambda _, *told: said.append(told))
    out(its)
    assert said == [(0, 3, "0 of 3 sent"), (1, 3, "1 of 3 sent"), (2, 3, "2 of 3 sent")]


def test_a_mail_out_that_is_begun_again_tells_nobody_twice() -> None:
    league, its = court()
    confirm(join(league, person("mio")), join(league, person("yuki")))
    issue = out(its)
    mailing.announce(issue=issue, author_id=None)
    mailing.mail_out(jobs.Work(Job.objects.get()))
    assert len(mail.outbox) == 2
    assert News.objects.filter(kind=Kind.NEWSLETTER).count() == 1


def test_what_a_dead_worker_left_behind_is_sent_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    league, its = court()
    confirm(join(league, person("mio")), join(league, person("yuki")))
    with monkeypatch.context() as patched:
        patched.setattr(outbox, "deliver", lambda _: None)
        out(its)
    assert Job.objects.get().result["summary"] == "2 deliveries: 2 waiting."
    mailing.mail_out(jobs.Work(Job.objects.get()))
    assert len(mail.outbox) == 2
    assert set(Delivery.objects.values_list("state", flat=True)) == {Delivery.State.DELIVERED}


def test_if_telling_fails_the_job_does_and_can_be_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    league, its = court()
    confirm(join(league, person("mio")))
    with monkeypatch.context() as patched:
        patched.setattr(mailing, "tell", lambda **_: 1 / 0)
        issue = out(its)
    job = Job.objects.get()
    assert job.state == Job.State.FAILED
    issue.refresh_from_db()
    assert issue.announced_at is None
    assert jobs.again(job=job).state == Job.State.DONE
    assert len(mail.outbox) == 1


def test_a_draft_is_never_mailed() -> None:
    league, its = court()
    made = draft(its)
    job = jobs.start(kind=service.MAIL_OUT, owner=league.memberships.get().person, args={"issue": made.pk})
    assert job.state == Job.State.FAILED
    assert not News.objects.exists()
    with pytest.raises(RuleBroken):
        mailing.mail_out(jobs.Work(job))


def test_a_correction_is_not_mailed_again() -> None:
    league, its = court()
    mio = join(league, person("mio"))
    confirm(mio)
    issue = out(its)
    service.save(issue=issue, title="Better", text="Better.", based_on=issue.version, author=mio)
    assert len(mail.outbox) == 1
