"""What the newsletter tells the apps below: where one goes on from its mail-out."""

from matches.newsletter import mailing
from teams.job_page import WAYS_ON, Way
from teams.models import Job


def register() -> None:
    """The mail-out itself is registered by being imported."""
    WAYS_ON[mailing.SENDING] = _to_the_issue


def _to_the_issue(job: Job) -> Way:
    return Way("Read the issue", job.result["url"])
