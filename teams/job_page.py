"""A job as its page shows it."""

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse

from teams import jobs
from teams.models import Job


@dataclass(frozen=True, slots=True)
class Way:
    """Where one goes on from a job that is done."""

    label: str
    url: str


# By kind of work: where its result is looked at, if not on the page of the job.
WAYS_ON: dict[str, Callable[[Job], Way | None]] = {}


@dataclass(frozen=True, slots=True)
class JobShown:
    title: str
    url: str
    status: str
    message: str
    done: int
    total: int
    is_under_way: bool
    is_done: bool
    is_failed: bool
    is_interrupted: bool
    may_be_repeated: bool
    file: Way | None
    way_on: Way | None
    summary: str
    lines: tuple[str, ...]


def job_shown(job: Job) -> JobShown:
    is_done, is_interrupted = job.state == Job.State.DONE, jobs.is_interrupted(job)
    way_on = WAYS_ON[job.kind](job) if is_done and job.kind in WAYS_ON else None
    return JobShown(
        title=jobs.KINDS[job.kind].title if job.kind in jobs.KINDS else "Long work",
        url=job.get_absolute_url(),
        status="Interrupted" if is_interrupted else job.get_state_display(),
        message=job.message,
        done=job.done,
        total=job.total,
        is_under_way=not job.is_over and not is_interrupted,
        is_done=is_done,
        is_failed=job.state == Job.State.FAILED,
        is_interrupted=is_interrupted,
        may_be_repeated=jobs.may_be_repeated(job),
        file=Way(job.file_name, reverse("job-file", kwargs={"key": job.key})) if job.file_name else None,
        way_on=way_on,
        summary=job.result.get("summary", ""),
        lines=tuple(job.result.get("lines", ())),
    )
