"""Issues: drafted, edited, published and corrected, by those who run the league. One transaction each.

What an editor saw goes along as `based_on`: if somebody else has saved meanwhile nothing is overwritten.
"""

import re
from collections.abc import Iterator
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.http import Http404
from django.utils import timezone

from league.models import Fixture, League, Season
from matches.newsletter import charts, gathering, material, prose
from matches.newsletter.models import LONGEST_CORRECTION, LONGEST_TEXT, Issue
from rules.problems import Problem, refuse, refuse_any
from teams import jobs
from teams.models import Job

MAIL_OUT = "newsletter-mail-out"
MOST_DRAFTS = 20
UNWANTED = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")  # no feed may contain them


def draft(*, season: Season, first: int, last: int, author: User, key: UUID) -> Issue:
    """An issue about these rounds, written from what happened in them. The same key sent twice is one draft."""
    with transaction.atomic():
        League.objects.select_for_update().get(pk=season.league_id)
        if again := Issue.objects.filter(key=key).first():
            if again.league_id != season.league_id:
                raise refuse("taken", "This form was sent for another league before. Load the page again.")
            return again
        if Issue.objects.filter(league=season.league, number=None).count() >= MOST_DRAFTS:
            raise refuse("too-many", f"There are {MOST_DRAFTS} drafts already: publish or discard one first.")
        first, last = _decided(season, first, last)
        made = Issue(league=season.league, season=season, first_round=first, last_round=last, key=key)
        _write(made, author)
        made.save(force_insert=True)
    return made


@transaction.atomic
def redraft(*, issue: Issue, based_on: int, author: User) -> Issue:
    """A draft written anew, because more has happened. What was typed into it is gone."""
    issue = _locked(issue)
    _refuse_outdated(issue, based_on)
    if not issue.is_draft:
        raise refuse("published", "This issue is published: it can be corrected, but not drafted anew.")
    _write(issue, author)
    issue.version += 1
    issue.save()
    return issue


def _write(issue: Issue, author: User) -> None:
    found = material.material_of(issue.season, issue.first_round, issue.last_round)
    facts = gathering.facts_of(found)
    issue.title, issue.text = prose.title_of(facts), prose.written(facts)[:LONGEST_TEXT]
    issue.figures, issue.edited_by = charts.figures_of(found), author


def _decided(season: Season, first: int, last: int) -> tuple[int, int]:
    """Those of these rounds in which something was decided."""
    if not 1 <= first <= last:
        raise refuse("no-rounds", "The first round comes before the last.", "last")
    rounds = season.rounds.filter(
        published_at__isnull=False,
        number__gte=first,
        number__lte=last,
        fixtures__state__in=(Fixture.State.PLAYED, Fixture.State.FORFEITED),
    ).values_list("number", flat=True)
    numbers = sorted(set(rounds))
    if not numbers:
        raise refuse("nothing-happened", "No game of these rounds is decided yet: there is nothing to tell.", "first")
    return numbers[0], numbers[-1]


# Editing


@transaction.atomic
def save(*, issue: Issue, title: str, text: str, correction: str = "", based_on: int, author: User) -> Issue:
    """Another text. Once it is published that is a correction, and marked as one."""
    issue = _locked(issue)
    told = tidy(text)
    if (issue.title, issue.text) == (title.strip(), told):
        return issue
    _refuse_outdated(issue, based_on)
    refuse_any(problems(title, told, correction))
    issue.title, issue.text, issue.edited_by = title.strip(), told, author
    issue.version += 1
    if not issue.is_draft:
        issue.corrected_at, issue.correction = timezone.now(), correction.strip()
    issue.save()
    show(issue)
    return issue


def publish(
    *, issue: Issue, title: str, text: str, based_on: int, author: User, at_once: bool = False
) -> tuple[Issue, Job | None]:
    """The text as it is, out for good: with a number, and told to everybody who wants to hear. Once."""
    with transaction.atomic():
        issue = _locked(issue)
        if not issue.is_draft:
            return issue, None
        issue = save(issue=issue, title=title, text=text, based_on=based_on, author=author)
        latest = Issue.objects.filter(league=issue.league).aggregate(number=Max("number"))["number"]
        issue.number, issue.published_at = (latest or 0) + 1, timezone.now()
        issue.version += 1
        issue.save()
        show(issue)
        key, args = uuid5(issue.key, MAIL_OUT), {"issue": issue.pk}
        job = jobs.start(kind=MAIL_OUT, owner=author, args=args, key=key, at_once=at_once)
    return issue, job


@transaction.atomic
def discard(*, issue: Issue) -> None:
    """A draft that nobody needs. What was published stays."""
    found = Issue.objects.select_for_update().filter(pk=issue.pk).first()
    if found:
        refuse_to_discard(issue=found)
        found.delete()


def refuse_to_discard(*, issue: Issue) -> None:
    if not issue.is_draft:
        raise refuse("published", "This issue is published, and stays.")


# Shared


def issue_of(league: League, pk: int) -> Issue:
    """One that somebody is to edit."""
    found = Issue.objects.filter(league=league, pk=pk).select_related("season", "edited_by").first()
    if found is None:
        raise Http404("There is no such draft, or it was discarded.")
    found.league = league
    return found


def tidy(text: str) -> str:
    """One kind of line break, and nothing that cannot be shown."""
    plain = UNWANTED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return f"{plain.strip()}\n" if plain.strip() else ""


def problems(title: str, text: str, correction: str = "") -> Iterator[Problem]:
    if not title.strip():
        yield Problem("nameless", "An issue needs a title.", "title")
    if len(title.strip()) > prose.LONGEST_TITLE:
        yield Problem("title-too-long", f"A title has at most {prose.LONGEST_TITLE} characters.", "title")
    if UNWANTED.search(title) or "\n" in title:
        yield Problem("unprintable", "A title is one line, without control characters.", "title")
    if not text:
        yield Problem("no-text", "There is nothing to read in it.", "text")
    if len(text) > LONGEST_TEXT:
        yield Problem("text-too-long", f"An issue has at most {LONGEST_TEXT:,} characters.", "text")
    if len(correction.strip()) > LONGEST_CORRECTION:
        yield Problem("too-long", f"Say it in {LONGEST_CORRECTION} characters.", "correction")


def show(issue: Issue) -> None:
    """On the page of its league, if it is the latest: there it costs no query."""
    if issue.published_at is None or Issue.objects.filter(league=issue.league, number__gt=issue.number).exists():
        return
    told = {"label": f"Newsletter {issue.number}", "title": issue.title, "url": issue.get_absolute_url()}
    League.objects.filter(pk=issue.league_id).update(latest_news={**told, "at": issue.published_at.isoformat()})


def _locked(issue: Issue) -> Issue:
    """The issue as it is now. The league comes first: numbers are given one at a time."""
    League.objects.select_for_update().get(pk=issue.league_id)
    found = Issue.objects.select_for_update(of=("self",)).select_related("season__league", "season__champion")
    its = found.filter(pk=issue.pk).first()
    if its is None:
        raise refuse("discarded", "This draft was discarded meanwhile.")
    its.league = its.season.league
    return its


def _refuse_outdated(issue: Issue, based_on: int) -> None:
    if based_on != issue.version:
        who = issue.edited_by.get_username() if issue.edited_by else "Somebody"
        message = f"{who} has saved another version meanwhile. Yours is still here: compare them, then save again."
        raise refuse("outdated", message, "text")
