"""Long work: started by somebody, done in the background, with a page that says how far it is.

With a broker a worker does it. Without one a thread of this process does, after the commit and on a connection of its
own: no request waits for it. A job whose process died says so, and can be started again; each attempt is heard once.
"""

import logging
import threading
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import F
from django.http import Http404
from django.utils import timezone
from kombu.exceptions import OperationalError

from rules.problems import RuleBroken, refuse
from teams.models import Job
from teams.permissions import Person

log = logging.getLogger(__name__)
AT_ONCE = 3  # jobs of one person that are not over
IN_A_DAY = 60
KEPT_FOR = timedelta(days=7)
GIVEN_UP_AFTER = timedelta(minutes=3)  # without a sign of life; a large import is written in less
WAITED_FOR = timedelta(minutes=15)  # until somebody may try again what never began
BETWEEN_SIGNS = 0.4  # seconds
WRONG_HERE = "Something went wrong on our side. It is on record; please try again later."


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it: values for a page, and a file if there is one."""

    result: Mapping[str, Any] = field(default_factory=dict)
    file: bytes | None = None
    file_name: str = ""
    file_type: str = ""


class Work:
    """A job as whoever does it sees it."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._said = 0.0

    @property
    def material(self) -> bytes:
        return unpacked(self.job)

    def progress(self, done: int, total: int, message: str = "", *, is_last: bool = False) -> None:
        """Say how far it is: a few times a second at most, unless it is the last that will be heard for a while.

        Not from within a transaction: nobody would see it before the end.
        """
        now = time.monotonic()
        if is_last or now - self._said >= BETWEEN_SIGNS:
            self._said = now
            _mine(self.job).update(done=done, total=total, message=message, heartbeat_at=timezone.now())


@dataclass(frozen=True, slots=True)
class Kind:
    name: str
    title: str
    run: Callable[[Work], Outcome]


KINDS: dict[str, Kind] = {}


def kind(name: str, title: str) -> Callable[[Callable[[Work], Outcome]], Callable[[Work], Outcome]]:
    """Decorates a function that does one kind of long work."""

    def register(run: Callable[[Work], Outcome]) -> Callable[[Work], Outcome]:
        KINDS[name] = Kind(name, title, run)
        return run

    return register


# Starting


def start(
    *,
    kind: str,
    owner: User,
    args: Mapping[str, Any] | None = None,
    material: bytes | None = None,
    key: UUID | None = None,
    outcome: Outcome | None = None,
    at_once: bool = False,
) -> Job:
    """Begin it after the commit. The same key sent twice is one job.

    With an `outcome` there is nothing left to do but to keep it; `at_once` is for what takes a moment only.
    """
    packed = zlib.compress(material) if material is not None else None
    job = Job(key=key or uuid4(), kind=KINDS[kind].name, owner=owner, args=dict(args or {}), material=packed)
    kept = _keep(job)
    if kept is job and outcome:
        _finish(job, outcome)
    elif kept is job:
        _dispatch(job, at_once=at_once)
    kept.refresh_from_db()
    return kept


@transaction.atomic
def _keep(job: Job) -> Job:
    """The job, or the one that was begun with the same key before."""
    User.objects.select_for_update().get(pk=job.owner_id)  # the second of two requests waits here
    begun = Job.objects.filter(key=job.key).first()
    if begun is None:
        _refuse_too_many(job.owner)
        job.save(force_insert=True)
    elif begun.owner_id != job.owner_id:
        raise refuse("taken", "This form was sent by somebody else before. Load the page again.")
    return begun or job


def _finish(job: Job, outcome: Outcome) -> None:
    Job.objects.filter(key=job.key).update(state=Job.State.RUNNING, started_at=timezone.now())
    _end(job, Job.State.DONE, outcome)


def _refuse_too_many(owner: User) -> None:
    _refuse_busy(owner)
    if Job.objects.filter(owner=owner, created_at__gt=timezone.now() - timedelta(days=1)).count() >= IN_A_DAY:
        raise refuse("busy", f"That were {IN_A_DAY} pieces of work within a day. Go on tomorrow.")


def _refuse_busy(owner: User) -> None:
    waiting = Job.objects.filter(owner=owner, state__in=[Job.State.QUEUED, Job.State.RUNNING])
    if sum(not is_interrupted(job) for job in waiting.defer("material", "file")) >= AT_ONCE:
        raise refuse("busy", f"{AT_ONCE} pieces of your work are still under way. Wait until one of them is done.")


def again(*, job: Job, at_once: bool = False) -> Job:
    """Once more, if the last attempt failed or was cut off. One that is under way, or done, stays as it is.

    Counts like any other: who has collected failures cannot start all of them at once.
    """
    now = timezone.now()
    with transaction.atomic():
        User.objects.select_for_update().get(pk=job.owner_id)
        job = Job.objects.select_for_update().get(pk=job.pk)
        is_wanted = may_be_repeated(job)
        if is_wanted:
            _refuse_busy(job.owner)
            job.state, job.attempt, job.heartbeat_at, job.created_at = Job.State.QUEUED, job.attempt + 1, now, now
            job.done, job.total, job.message = 0, 0, ""
            job.save()
    if is_wanted:
        _dispatch(job, at_once=at_once)
        job.refresh_from_db()
    return job


def may_be_repeated(job: Job) -> bool:
    return job.state == Job.State.FAILED or is_interrupted(job)


def _dispatch(job: Job, *, at_once: bool = False) -> None:
    if at_once or getattr(settings, "JOBS_AT_ONCE", False):
        run(job.key)
    else:
        transaction.on_commit(partial(_hand_over, job.key))


def _hand_over(key: UUID) -> None:
    """To a worker, if there are any; if the way to them is blocked, this process does it."""
    if settings.CELERY_BROKER_URL:
        from teams.tasks import run_job  # noqa: PLC0415 (the tasks call what is here)

        try:
            run_job.apply_async((str(key),), retry=False)
        except OperationalError:
            log.warning("No worker can be reached: the job %s is done in this process.", key)
        else:
            return
    _in_a_thread(key)


def _in_a_thread(key: UUID) -> None:
    """A daemon: whoever stops the site does not wait for it, and the job is shown as interrupted."""
    threading.Thread(target=_run_and_leave, args=[key], name=f"job-{key}", daemon=True).start()


def _run_and_leave(key: UUID) -> None:
    try:
        run(key)
    finally:
        connection.close()


# Doing


def run(key: UUID) -> None:
    """Do it, unless somebody does so already. Whatever becomes of it is on record."""
    now = timezone.now()
    waiting = Job.objects.filter(key=key, state=Job.State.QUEUED)
    if not waiting.update(state=Job.State.RUNNING, started_at=now, heartbeat_at=now):
        return
    job = Job.objects.select_related("owner").get(key=key)
    try:
        outcome = KINDS[job.kind].run(Work(job))
    except RuleBroken as broken:
        _end(job, Job.State.FAILED, message=broken.message)
    except Exception:
        log.exception("The job %s (%s) failed.", job.key, job.kind)
        _end(job, Job.State.FAILED, message=WRONG_HERE)
    else:
        _end(job, Job.State.DONE, outcome)


def _mine(job: Job) -> Any:
    """As long as nobody has begun another attempt."""
    return Job.objects.filter(key=job.key, attempt=job.attempt, state=Job.State.RUNNING)


def _end(job: Job, state: Job.State, outcome: Outcome | None = None, message: str = "") -> None:
    now = timezone.now()
    told: dict[str, Any] = {"state": state, "message": message, "finished_at": now, "heartbeat_at": now}
    if outcome:
        file = {"file": outcome.file, "file_name": outcome.file_name, "file_type": outcome.file_type}
        told |= {"done": F("total"), "result": dict(outcome.result), **file}
    _mine(job).update(**told)


# Looking


def is_interrupted(job: Job) -> bool:
    """Nobody works on it any more, and it is not over."""
    if job.is_over:
        return False
    patience = GIVEN_UP_AFTER if job.state == Job.State.RUNNING or not settings.CELERY_BROKER_URL else WAITED_FOR
    return job.heartbeat_at < timezone.now() - patience


def job_of(person: Person, key: UUID) -> Job:
    """The job, for whoever has started it. To everybody else it does not exist."""
    job = Job.objects.filter(key=key, owner=person.pk).defer("material", "file").first()
    if job is None:
        raise Http404("There is no such work, or it is not yours, or it is more than a week old.")
    return job


def unpacked(job: Job) -> bytes:
    material = Job.objects.values_list("material", flat=True).get(key=job.key)
    return zlib.decompress(bytes(material)) if material is not None else b""


def discard_old() -> int:
    """What nobody came back for within a week."""
    deleted, _ = Job.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()
    return deleted
