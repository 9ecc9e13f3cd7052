"""Bringing a file in: looked at first, then done as shown, and once however often it is sent."""

from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db import transaction

from matches.archive import plan, reading, restoring
from matches.archive.kept import File, LeagueFile
from matches.archive.plan import Plan, name_of
from matches.archive.reading import Refused
from rules.problems import Problem, RuleBroken, refuse
from teams import jobs
from teams.jobs import Outcome, Work
from teams.models import Job

LOOK, BRING = "look-at-file", "bring-in-file"
AT_ONCE = 2 * 1024 * 1024  # bytes that are looked through while somebody waits: half a second's work


def upload(*, content: bytes, importer: User, key: UUID, by_name: bool = False) -> Job:
    """Keep the file and look at it, a large one in the background. A small bad one is refused at once, and not kept.

    Raises `RuleBroken` with every line and reason.
    """
    if begun := Job.objects.filter(key=key, owner=importer).first():
        return begun
    args = {"by_name": by_name}
    outcome = None
    if len(content) <= AT_ONCE:
        outcome = Outcome({"plan": _planned(content, importer, by_name=by_name).as_json()})
    return jobs.start(kind=LOOK, owner=importer, args=args, material=content, key=key, outcome=outcome)


def _planned(content: bytes, importer: User, *, by_name: bool) -> Plan:
    try:
        return plan.plan(reading.read(content), importer, by_name=by_name)
    except Refused as refused:
        raise RuleBroken(*(Problem("bad-file", str(fault), f"line-{fault.line}") for fault in refused.faults)) from None


@jobs.kind(LOOK, "Looking at the file")
def look(work: Work) -> Outcome:
    work.progress(0, 0, "Reading the file")
    try:
        file = reading.read(work.material, work.progress)
    except Refused as refused:
        return Outcome({"faults": [[fault.line, fault.reason] for fault in refused.faults]})
    return Outcome({"plan": plan.plan(file, work.job.owner, by_name=work.job.args["by_name"]).as_json()})


def look_again(job: Job) -> Job:
    """Something has changed since: the same file, seen with today's eyes."""
    outcome = look(Work(job))
    Job.objects.filter(key=job.key).update(result=dict(outcome.result))
    job.refresh_from_db()
    return job


def bring_in(*, look: Job, based_on: str) -> Job:
    """Do what was shown. Sent twice, it is done once; a small file while somebody waits."""
    args = {"look": str(look.key), "by_name": look.args["by_name"], "based_on": based_on}
    key = uuid5(look.key, f"bring in {based_on}")
    at_once = _size(look) <= AT_ONCE
    if failed := Job.objects.filter(key=key, state=Job.State.FAILED).first():
        return jobs.again(job=failed, at_once=at_once)
    return jobs.start(kind=BRING, owner=look.owner, args=args, key=key, at_once=at_once)


def _size(look: Job) -> int:
    return len(jobs.unpacked(look))


@jobs.kind(BRING, "Importing the file")
def bring(work: Work) -> Outcome:
    upload = Job.objects.filter(key=work.job.args["look"], owner=work.job.owner).first()
    if upload is None:
        raise refuse("gone", "The file is not kept any more. Please upload it again.")
    work.progress(0, 0, "Reading the file")
    try:
        file = reading.read(jobs.unpacked(upload), work.progress)
    except Refused as refused:  # the rules have changed since it was looked at
        raise refuse("bad-file", str(refused)) from None
    work.progress(1, 1, "Writing it all down", is_last=True)
    return Outcome(_once(work, file))


@transaction.atomic
def _once(work: Work, file: File) -> dict[str, str]:
    """An attempt that was taken for dead and was not, and the one after it: what the first has made is made."""
    job = Job.objects.select_for_update(of=("self",)).select_related("owner").get(key=work.job.key)
    if "url" not in job.result:
        asked = job.args
        job.result = restore(file=file, importer=job.owner, by_name=asked["by_name"], based_on=asked["based_on"])
        job.save(update_fields=["result"])
    made: dict[str, str] = job.result
    return made


def restore(*, file: File, importer: User, by_name: bool, based_on: str) -> dict[str, str]:
    """All of it, if nothing has moved since the plan was made: where it is now, and what it is called."""
    if plan.plan(file, importer, by_name=by_name).based_on != based_on:
        raise refuse("outdated", "Something has changed on this site meanwhile. Look at what would happen once more.")
    if isinstance(file, LeagueFile):
        league = restoring.restore_league(file=file, importer=importer, by_name=by_name)
        return {"url": league.get_absolute_url(), "name": league.name}
    team = restoring.restore_team(file=file, importer=importer, by_name=by_name)
    return {"url": team.get_absolute_url(), "name": name_of(file.team)}
