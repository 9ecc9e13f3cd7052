"""Which long work there is, and where one goes on from it: every process that does some must know all of it."""

from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse

from matches import scroll_books
from matches.archive import arrivals
from teams import retelling
from teams.accounts import ALSO_KNOWN
from teams.job_page import WAYS_ON, Way
from teams.models import Job

KINDS = (arrivals.LOOK, arrivals.BRING, scroll_books.BOOK, retelling.RETELL)


def register() -> None:
    """The kinds are registered by being imported; this says where their results are looked at, and who started them."""
    ALSO_KNOWN["long_work"] = _known_of
    WAYS_ON[arrivals.LOOK] = _to_the_plan
    WAYS_ON[arrivals.BRING] = _to_what_was_made


def _known_of(person: User) -> list[Any]:
    """What somebody has started within the last week, for their own export."""
    return list(person.jobs.values("kind", "state", "created_at", "finished_at", "file_name", "result"))


def _to_the_plan(job: Job) -> Way:
    return Way("See what it would do", reverse("look-at-file", kwargs={"key": job.key}))


def _to_what_was_made(job: Job) -> Way:
    return Way(f"Go to {job.result['name']}", job.result["url"])
