"""Long work: begun once, done in the background, shown with a bar, and never lost without a word."""

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone
from kombu.exceptions import OperationalError

from rules.problems import RuleBroken, refuse
from teams import jobs, tasks
from teams.jobs import KINDS, Outcome, Work
from teams.models import Job, Ninja, Team
from tests.conftest import Race
from tests.teams.people import person, team

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def count() -> Iterator[list[int]]:
    """A kind of work that counts to as many as it is told, and then says so."""
    done: list[int] = []

    @jobs.kind("count", "Counting")
    def counting(work: Work) -> Outcome:
        to = work.job.args.get("to", 3)
        for number in range(to):
            work.progress(number, to, f"At {number}")
        if to > 5:
            raise refuse("too-far", "Nobody can count that far.")
        if to < 0:
            raise RuntimeError("below zero")
        done.append(to)
        return Outcome({"summary": f"Counted to {to}."}, b"one two three", "numbers.txt", "text/plain")

    yield done
    del KINDS["count"]


@pytest.fixture
def at_once(settings: LazySettings) -> None:
    settings.JOBS_AT_ONCE = True


def begin(owner: User, to: int = 3, **more: Any) -> Job:
    return jobs.start(kind="count", owner=owner, args={"to": to}, **more)


def stopped(job: Job, state: Job.State = Job.State.RUNNING, minutes: int = 30) -> Job:
    long_ago = timezone.now() - timedelta(minutes=minutes)
    Job.objects.filter(pk=job.pk).update(state=state, heartbeat_at=long_ago)
    job.refresh_from_db()
    return job


# Doing


@pytest.mark.usefixtures("at_once")
def test_what_came_of_it_is_kept() -> None:
    job = begin(person())
    assert (job.state, job.done, job.total) == (Job.State.DONE, 3, 3)
    assert job.result == {"summary": "Counted to 3."}
    assert bytes(job.file or b"") == b"one two three"
    assert job.started_at is not None
    assert job.finished_at is not None


@pytest.mark.usefixtures("at_once")
def test_a_refusal_is_kept_as_its_sentence() -> None:
    job = begin(person(), to=9)
    assert (job.state, job.message) == (Job.State.FAILED, "Nobody can count that far.")


@pytest.mark.usefixtures("at_once")
def test_a_mistake_of_the_program_is_logged_and_told_without_details(caplog: pytest.LogCaptureFixture) -> None:
    job = begin(person(), to=-1)
    assert (job.state, job.message) == (Job.State.FAILED, jobs.WRONG_HERE)
    assert "below zero" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_without_a_broker_a_thread_does_it_after_the_commit_and_nobody_waits(count: list[int]) -> None:
    with transaction.atomic():
        job = begin(person())
        time.sleep(0.1)
        assert count == []
    for _ in range(100):
        job.refresh_from_db()
        if job.is_over:
            break
        time.sleep(0.05)
    assert job.state == Job.State.DONE


@pytest.mark.django_db(transaction=True)
def test_nothing_is_begun_when_the_transaction_is_rolled_back(count: list[int]) -> None:
    kenta = person()
    with transaction.atomic():
        begin(kenta)
        transaction.set_rollback(True)
    time.sleep(0.1)
    assert count == []
    assert not Job.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_with_a_broker_a_worker_gets_it(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    sent = Mock()
    monkeypatch.setattr(tasks.run_job, "apply_async", sent)
    job = begin(person())
    sent.assert_called_once_with((str(job.key),), retry=False)
    tasks.run_job(str(job.key))
    job.refresh_from_db()
    assert job.state == Job.State.DONE


@pytest.mark.django_db(transaction=True)
def test_if_no_worker_can_be_reached_this_process_does_it(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(tasks.run_job, "apply_async", Mock(side_effect=OperationalError("gone")))
    in_a_thread = Mock()
    monkeypatch.setattr(jobs, "_in_a_thread", in_a_thread)
    job = begin(person())
    in_a_thread.assert_called_once_with(job.key)


@pytest.mark.usefixtures("at_once")
def test_the_same_key_sent_twice_is_one_job(count: list[int]) -> None:
    kenta, key = person(), uuid4()
    assert begin(kenta, key=key) == begin(kenta, key=key)
    assert count == [3]
    with pytest.raises(RuleBroken, match="somebody else"):
        begin(person("mio"), key=key)


@pytest.mark.every_database
def test_one_job_is_done_once_by_however_many_want_to(race: Race, count: list[int]) -> None:
    job = Job.objects.create(kind="count", owner=person(), args={"to": 2})
    race(lambda: jobs.run(job.key), runners=6)
    assert count == [2]


def test_nobody_has_many_pieces_of_work_at_once() -> None:
    kenta = person()
    for _ in range(jobs.AT_ONCE):
        begin(kenta)
    with pytest.raises(RuleBroken, match="still under way"):
        begin(kenta)
    for job in Job.objects.all():
        stopped(job)
    begin(kenta)


@pytest.mark.usefixtures("at_once")
def test_nor_very_many_in_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "IN_A_DAY", 2)
    kenta = person()
    begin(kenta)
    begin(kenta)
    with pytest.raises(RuleBroken, match="within a day"):
        begin(kenta)


def test_progress_is_written_a_few_times_a_second_at_most(django_assert_num_queries: Any) -> None:
    job = Job.objects.create(kind="count", owner=person(), state=Job.State.RUNNING)
    work = Work(job)
    with django_assert_num_queries(1):
        for number in range(100):
            work.progress(number, 100, "x")


# Cut off


def test_a_job_whose_process_died_is_interrupted_and_can_be_started_again(
    settings: LazySettings, count: list[int]
) -> None:
    job = stopped(begin(person()))
    assert jobs.is_interrupted(job)
    settings.JOBS_AT_ONCE = True
    assert jobs.again(job=job).state == Job.State.DONE
    assert jobs.again(job=job).attempt == 2
    assert count == [3]


def test_an_attempt_that_was_given_up_is_not_heard_any_more() -> None:
    job = stopped(begin(person()))
    jobs.again(job=job)
    Work(job).progress(2, 3, "Still here")
    jobs._end(job, Job.State.DONE)
    job.refresh_from_db()
    assert (job.state, job.message) == (Job.State.QUEUED, "")


def test_a_job_that_waits_for_a_worker_is_waited_for_longer(settings: LazySettings) -> None:
    job = stopped(begin(person()), Job.State.QUEUED, minutes=10)
    assert jobs.is_interrupted(job)
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    assert not jobs.is_interrupted(job)


def test_after_a_week_it_is_discarded() -> None:
    kenta = person()
    old, new = begin(kenta), begin(kenta)
    Job.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=8))
    call_command("tidy")
    assert list(Job.objects.all()) == [new]


# Its page


def test_its_page_has_a_bar_that_htmx_and_browsers_without_script_keep_moving(client: Client) -> None:
    kenta = person()
    job = begin(kenta)
    Job.objects.update(state=Job.State.RUNNING, done=1, total=3, message="At 1")
    client.force_login(kenta)
    page = client.get(job.get_absolute_url()).content.decode()
    for part in ('value="1" max="3"', 'hx-trigger="every 1s"', 'http-equiv="refresh"', "At 1", "Look again"):
        assert part in page
    part = client.get(job.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith("<section")


@pytest.mark.usefixtures("at_once")
def test_its_page_ends_with_the_result_and_its_file(client: Client) -> None:
    kenta = person()
    job = begin(kenta)
    client.force_login(kenta)
    page = client.get(job.get_absolute_url()).content.decode()
    assert "Counted to 3." in page
    assert "every 1s" not in page
    response = client.get(f"{job.get_absolute_url()}file/")
    assert response.content == b"one two three"
    assert response["Content-Disposition"] == 'attachment; filename="numbers.txt"'
    assert client.post(job.get_absolute_url()).status_code == 405


def test_its_page_says_that_it_was_cut_off_and_starts_it_again(client: Client, settings: LazySettings) -> None:
    kenta = person()
    job = stopped(begin(kenta))
    client.force_login(kenta)
    assert "has stopped" in client.get(job.get_absolute_url()).content.decode()
    settings.JOBS_AT_ONCE = True
    assert client.get(f"{job.get_absolute_url()}again/").status_code == 405
    client.post(f"{job.get_absolute_url()}again/")
    assert Job.objects.get().state == Job.State.DONE


@pytest.mark.usefixtures("at_once")
def test_a_failed_one_says_why(client: Client) -> None:
    kenta = person()
    job = begin(kenta, to=9)
    client.force_login(kenta)
    assert "Nobody can count that far." in client.get(job.get_absolute_url()).content.decode()
    assert client.get(f"{job.get_absolute_url()}file/").status_code == 404


@pytest.mark.usefixtures("at_once")
def test_it_is_nobody_elses_business(client: Client) -> None:
    job = begin(person())
    for who in (None, person("mio"), person("root", is_staff=True)):
        if who:
            client.force_login(who)
        for page in ("", "file/"):
            assert client.get(f"{job.get_absolute_url()}{page}").status_code == 404
        assert client.post(f"{job.get_absolute_url()}again/").status_code == 404


# Retelling everything


@pytest.mark.usefixtures("at_once")
def test_the_staff_have_everything_retold_and_see_what_was_wrong(client: Client) -> None:
    its = team(person())
    Team.objects.filter(pk=its.pk).update(treasury=999)
    Ninja.objects.filter(team=its, ninja_id="n1").update(xp=7)
    client.force_login(person("root", is_staff=True))
    page = client.post("/jobs/retell/", follow=True).content.decode()
    assert "treasury was 999" in page
    assert "1 team retold; 2 lines to read." in page
    its.refresh_from_db()
    assert its.treasury != 999
    assert "every figure was right" in client.post("/jobs/retell/", follow=True).content.decode()


def test_nobody_else_retells(client: Client) -> None:
    assert client.post("/jobs/retell/").status_code == 403
    client.force_login(person())
    assert client.post("/jobs/retell/").status_code == 403
    assert client.get("/jobs/retell/").status_code == 405


def test_who_has_collected_failures_cannot_start_all_of_them_at_once(client: Client, settings: LazySettings) -> None:
    settings.JOBS_AT_ONCE = True
    kenta = person("kenta")
    failed = [jobs.start(kind="count", owner=kenta, args={"to": 9}) for _ in range(jobs.AT_ONCE + 1)]
    last = failed.pop()
    Job.objects.filter(pk__in=[job.pk for job in failed]).update(state=Job.State.RUNNING, heartbeat_at=timezone.now())
    with pytest.raises(RuleBroken, match="still under way"):
        jobs.again(job=last)
    client.force_login(kenta)
    answer = client.post(f"{last.get_absolute_url()}again/", follow=True)
    assert "still under way" in answer.content.decode()
    assert Job.objects.get(pk=last.pk).attempt == 1
