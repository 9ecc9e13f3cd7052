"""The newsletter in a league's file: what was published goes along, with its figures, and is told to nobody again."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from league.models import League
from league.notices.models import Delivery, News
from matches.archive import export, plan, restoring
from matches.newsletter.models import Issue
from teams.models import Job
from tests.archive.elsewhere import elsewhere
from tests.archive.leagues import damaged, faults, league_of, newsworthy
from tests.archive.test_bad_files import line_with, only
from tests.newsletter.issues import out
from tests.teams.people import person

pytestmark = pytest.mark.django_db
Damage = Callable[[Any], object]


def staff() -> User:
    return person("root", is_staff=True)


def published() -> list[tuple[Any, ...]]:
    """All that is in an issue but the numbers of the database."""
    own = ("id", "league", "season", "edited_by")
    columns = [field.name for field in Issue._meta.concrete_fields if field.name not in own]
    return list(Issue.objects.filter(number__isnull=False).order_by("number").values_list(*columns))


@pytest.fixture
def told() -> bytes:
    return export.league_file(newsworthy().league)


@pytest.mark.every_database
def test_issues_come_along_to_the_byte_and_the_league_shows_the_latest() -> None:
    its = newsworthy()
    told, shown = export.league_file(its.league), League.objects.get().latest_news
    was = published()
    elsewhere()

    league = restoring.restore_league(file=league_of(told), importer=staff())

    assert export.league_file(league) == told
    assert league.latest_news == League.objects.get().latest_news == shown
    assert shown
    assert published() == was
    assert Issue.objects.get(number=1).correction == "It was *snow*."
    assert Issue.objects.get(number=1).corrected_at


def test_drafts_stay_out(told: bytes) -> None:
    assert Issue.objects.filter(number=None).count() == 1
    assert [its["number"] for its in json.loads(told)["issues"]] == [1, 2]


def test_a_league_without_a_newsletter_has_none_elsewhere() -> None:
    its = newsworthy()
    Issue.objects.all().delete()
    League.objects.update(latest_news=None)
    told = export.league_file(its.league)
    elsewhere()
    league = restoring.restore_league(file=league_of(told), importer=staff())
    assert league.latest_news is None
    assert not Issue.objects.exists()


def test_nobody_is_told_of_an_issue_that_came_with_a_file(told: bytes) -> None:
    def never_announced(its: Any) -> None:
        its["issues"][1]["announced_at"] = None

    elsewhere()
    Job.objects.all().delete()
    mail.outbox.clear()
    sensei = person("sensei")

    restoring.restore_league(file=league_of(damaged(told, never_announced)), importer=sensei)

    assert not Job.objects.exists()
    assert not News.objects.exists()
    assert not Delivery.objects.exists()
    assert mail.outbox == []


def test_the_next_issue_has_the_next_number(told: bytes) -> None:
    elsewhere()
    league = restoring.restore_league(file=league_of(told), importer=person("sensei"))
    assert out(league.seasons.get()).number == 3


def test_its_pages_are_there_with_charts_and_correction(client: Client, told: bytes) -> None:
    elsewhere()
    restoring.restore_league(file=league_of(told), importer=staff())
    page = client.get("/leagues/moon-court/newsletter/1/").content.decode()
    for words in ("Snow over the court", "It was *snow*.", '<svg class="chart"'):
        assert words in page
    assert "It *still* rains | &lt;b&gt;" in client.get("/leagues/moon-court/").content.decode()


def test_beside_the_original_keys_and_the_address_are_others(told: bytes) -> None:
    original, root = League.objects.get(), staff()
    shown = plan.plan(league_of(told), root, by_name=True)
    assert "2 published issues of the newsletter" in shown.holds
    assert any("2 issues of the newsletter get keys of their own" in line for line in shown.differs)

    copy = restoring.restore_league(file=league_of(told), importer=root, by_name=True)

    one, other = json.loads(told)["issues"], json.loads(export.league_file(copy))["issues"]
    assert not {its.pop("key") for its in one} & {its.pop("key") for its in other}
    assert one == other
    assert copy.latest_news
    assert copy.latest_news["url"] == f"/leagues/{copy.slug}/newsletter/2/"
    original.refresh_from_db()
    assert original.latest_news
    assert original.latest_news["url"] == f"/leagues/{original.slug}/newsletter/2/"


# Refused


def issue(file: Any, number: int = 1) -> Any:
    return file["issues"][number - 1]


def table(file: Any) -> Any:
    return issue(file)["figures"]["table"]


def bar(file: Any) -> Any:
    return issue(file)["figures"]["points"][0]


WRONG: dict[str, tuple[Damage, str]] = {
    "no figures": (lambda its: issue(its).update(figures={}), "“table” is missing"),
    "figures of something else": (lambda its: issue(its)["figures"].update(pie=[]), "unknown field “pie”"),
    "a colour that is none": (lambda its: bar(its).update(colour='"/><script>'), "is none of"),
    "a value that is no number": (lambda its: bar(its).update(value="9"), "expected a whole number"),
    "a value beyond all": (lambda its: bar(its).update(value=2**53 + 1), "too large"),
    "a team without a name": (lambda its: bar(its).update(name=" "), "is not a name"),
    "a name that turns the text": (lambda its: bar(its).update(name="a\u202eb"), "turn the text around"),
    "a name that is too long": (lambda its: bar(its).update(name="x" * 61), "at most 60 characters"),
    "more bars than fit": (lambda its: issue(its)["figures"].update(points=[bar(its)] * 13), "at most 12 teams"),
    "more lines than fit": (lambda its: table(its).update(lines=table(its)["lines"] * 7), "at most 12 teams"),
    "more lines than teams": (lambda its: table(its).update(of=1), "a table of 1 teams has no 2 lines"),
    "more teams than the season has": (lambda its: table(its).update(of=3), "only 2 teams"),
    "a round too many": (lambda its: table(its)["rounds"].append(2), "one place for each round"),
    "more rounds than fit": (lambda its: table(its).update(rounds=[*range(1, 12)]), "at most 10 rounds"),
    "a place far below": (lambda its: table(its)["lines"][0].update(places=[9_999]), "only 2 places"),
    "a place above the first": (lambda its: table(its)["lines"][0].update(places=[0]), "from 1 to"),
    "a title of nothing": (lambda its: issue(its).update(title=""), "needs a title"),
    "a title of two lines": (lambda its: issue(its).update(title="a\nb"), "A title is one line"),
    "a title with a space before it": (lambda its: issue(its).update(title=" a"), "neither begins nor ends"),
    "a title that is too long": (lambda its: issue(its).update(title="x" * 161), "at most 160 characters"),
    "a text of nothing": (lambda its: issue(its).update(text=""), "nothing to read"),
    "a text that is too long": (lambda its: issue(its).update(text="x" * 60_000 + "\n"), "at most 60,000 characters"),
    "a text that no feed may have": (lambda its: issue(its).update(text="a\x01b\n"), "no issue is saved with"),
    "a correction that is too long": (lambda its: issue(its).update(correction="x" * 301), "at most 300"),
    "a correction that never was": (lambda its: issue(its).update(corrected_at=None), "never corrected"),
    "an issue twice": (lambda its: issue(its).update(number=2), "issue 2 is there twice"),
    "a key twice": (lambda its: issue(its).update(key=issue(its, 2)["key"]), "is there twice"),
    "an unknown season": (lambda its: issue(its).update(season=9), "no season 9"),
    "an unknown round": (lambda its: issue(its).update(last_round=9), "no round 9"),
    "rounds backwards": (lambda its: issue(its).update(first_round=2), "first round comes before the last"),
    "a draft": (lambda its: issue(its).update(number=None, published_at=None), "expected"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_issue_that_cannot_be_so_is_refused(told: bytes, name: str) -> None:
    damage, reason = WRONG[name]
    found = faults(damaged(told, damage))
    assert any(reason in its for _, its in found), found


def test_a_bad_figure_is_refused_with_its_very_line(told: bytes) -> None:
    bad = damaged(told, lambda its: table(its)["lines"][1].update(colour="mud"))
    line, reason = only(bad)
    assert line == line_with(bad, '"colour": "mud"')
    assert reason.startswith("issues[1].figures.table.lines[2].colour: “mud” is none of")
