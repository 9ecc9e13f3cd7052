"""Issues: drafted once, edited without overwriting, published once, corrected in the open."""

from uuid import uuid4

import pytest

from league.models import Fixture, League
from league.standings import Outcome
from matches.newsletter import service
from matches.newsletter.models import LONGEST_TEXT, Issue
from matches.newsletter.prose import LONGEST_TITLE
from rules.problems import RuleBroken
from teams.models import Job
from tests.conftest import Race
from tests.league.clubs import club, join, played, season
from tests.newsletter.issues import court, draft, out
from tests.teams.people import person

pytestmark = pytest.mark.django_db


def refused(broken: pytest.ExceptionInfo[RuleBroken]) -> tuple[str, str]:
    return broken.value.code, broken.value.subject


# Drafting


def test_a_draft_tells_what_happened() -> None:
    _, its = court()
    made = draft(its)
    assert made.is_draft
    assert made.title == "Autumn, round 1: Team 1 leads"
    assert "Team 1" in made.text
    assert "5\u20113" in made.text
    assert made.figures["points"] == [
        {"name": "Team 1", "colour": "sumi", "value": 5},
        {"name": "Team 2", "colour": "sumi", "value": 3},
    ]


def test_asking_twice_makes_one_draft() -> None:
    league, its = court()
    sensei, key = league.memberships.get().person, uuid4()
    one = service.draft(season=its, first=1, last=1, author=sensei, key=key)
    two = service.draft(season=its, first=1, last=1, author=sensei, key=key)
    assert one == two
    assert Issue.objects.count() == 1


def test_rounds_in_which_nothing_happened_are_left_out() -> None:
    _, its = court()
    made = draft(its, 1, 9)
    assert (made.first_round, made.last_round) == (1, 1)


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [(2, 3, ("nothing-happened", "first")), (2, 1, ("no-rounds", "last")), (0, 1, ("no-rounds", "last"))],
)
def test_there_must_be_something_to_tell(first: int, last: int, why: tuple[str, str]) -> None:
    _, its = court()
    with pytest.raises(RuleBroken) as broken:
        draft(its, first, last)
    assert refused(broken) == why
    assert not Issue.objects.exists()


def test_there_are_only_so_many_drafts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_DRAFTS", 1)
    _, its = court()
    draft(its)
    with pytest.raises(RuleBroken, match="1 drafts already"):
        draft(its)


def test_a_draft_is_written_anew_when_more_has_happened() -> None:
    league, its = court()
    made, sensei = draft(its), league.memberships.get().person
    service.save(issue=made, title="Mine", text="My own words.", based_on=1, author=sensei)
    Fixture.objects.get().sides.filter(position=0).update(points=17)
    again = service.redraft(issue=made, based_on=2, author=sensei)
    assert "17\u20113" in again.text
    assert again.version == 3
    with pytest.raises(RuleBroken, match="another version"):
        service.redraft(issue=made, based_on=2, author=sensei)


def test_what_is_published_is_not_drafted_anew() -> None:
    league, its = court()
    made = out(its)
    with pytest.raises(RuleBroken, match="is published"):
        service.redraft(issue=made, based_on=made.version, author=league.memberships.get().person)


# Editing


def test_of_two_editors_the_second_overwrites_nothing() -> None:
    league, its = court()
    made, sensei, aki = draft(its), league.memberships.get().person, person("aki")
    service.save(issue=made, title="One", text="First.", based_on=1, author=sensei)
    with pytest.raises(RuleBroken) as broken:
        service.save(issue=made, title="Two", text="Second.", based_on=1, author=aki)
    assert refused(broken) == ("outdated", "text")
    assert "sensei has saved another version" in broken.value.message
    made.refresh_from_db()
    assert (made.title, made.text, made.version, made.edited_by) == ("One", "First.\n", 2, sensei)


def test_saving_the_same_twice_is_saving_once() -> None:
    league, its = court()
    made, sensei = draft(its), league.memberships.get().person
    for _ in range(2):
        service.save(issue=made, title="One", text="First.", based_on=1, author=sensei)
    made.refresh_from_db()
    assert made.version == 2


@pytest.mark.parametrize(
    ("title", "text", "code"),
    [
        ("", "Text", "nameless"),
        ("x" * (LONGEST_TITLE + 1), "Text", "title-too-long"),
        ("A\x07B", "Text", "unprintable"),
        ("Title", "  \n ", "no-text"),
        ("Title", "x" * (LONGEST_TEXT + 1), "text-too-long"),
    ],
)
def test_a_text_that_cannot_be_is_refused(title: str, text: str, code: str) -> None:
    league, its = court()
    made = draft(its)
    with pytest.raises(RuleBroken) as broken:
        service.save(issue=made, title=title, text=text, based_on=1, author=league.memberships.get().person)
    assert broken.value.code == code


def test_what_cannot_be_shown_is_left_out() -> None:
    assert service.tidy("a\x00b\x0bc\r\nd\re\ud800 ") == "abc\nd\ne\n"


def test_a_discarded_draft_cannot_be_saved() -> None:
    league, its = court()
    made = draft(its)
    service.discard(issue=made)
    service.discard(issue=made)
    assert not Issue.objects.exists()
    with pytest.raises(RuleBroken, match="discarded meanwhile"):
        service.save(issue=made, title="One", text="First.", based_on=1, author=league.memberships.get().person)


# Publishing


def test_publishing_gives_a_number_and_starts_the_mail_out() -> None:
    league, its = court()
    sensei, made = league.memberships.get().person, draft(its)
    issue, job = service.publish(issue=made, title="News", text="All of it.", based_on=1, author=sensei)
    assert (issue.number, issue.title, issue.text) == (1, "News", "All of it.\n")
    assert issue.published_at
    assert job
    assert job.state == Job.State.DONE


def test_publishing_twice_is_publishing_once() -> None:
    league, its = court()
    sensei, made = league.memberships.get().person, draft(its)
    service.publish(issue=made, title="News", text="All.", based_on=1, author=sensei)
    again, job = service.publish(issue=made, title="Other", text="Else.", based_on=1, author=sensei)
    assert (again.number, again.title, job) == (1, "News", None)
    assert Job.objects.count() == 1


def test_what_somebody_else_has_changed_is_not_published_unseen() -> None:
    league, its = court()
    sensei, made = league.memberships.get().person, draft(its)
    service.save(issue=made, title="One", text="First.", based_on=1, author=sensei)
    with pytest.raises(RuleBroken, match="another version"):
        service.publish(issue=made, title="Two", text="Second.", based_on=1, author=sensei)
    made.refresh_from_db()
    assert made.is_draft
    assert not Job.objects.exists()


def test_numbers_have_no_gaps_whatever_was_discarded() -> None:
    _, its = court()
    assert out(its).number == 1
    service.discard(issue=draft(its))
    assert out(its).number == 2


def test_each_league_counts_for_itself() -> None:
    _, its = court()
    out(its)
    other = club("Sun Court", master=its.league.memberships.get().person)
    theirs = season(other, teams=2)
    one, two = theirs.entrants.order_by("pk")
    played(theirs, 1, (one, Outcome.WON, 5), (two, Outcome.LOST, 3))
    assert out(theirs).number == 1


def test_the_league_s_page_knows_the_latest_issue() -> None:
    league, its = court()
    first = out(its, title="First news")
    out(its, title="Second news")
    sensei = league.memberships.get().person
    service.save(issue=first, title="First, again", text="x", based_on=first.version, author=sensei)
    league.refresh_from_db()
    assert league.latest_news
    assert league.latest_news["title"] == "Second news"
    assert league.latest_news["url"] == "/leagues/moon-court/newsletter/2/"


# Corrections


def test_a_correction_is_marked() -> None:
    league, its = court()
    made, sensei = out(its), league.memberships.get().person
    edited = {"title": "News", "text": "Better.", "correction": "The score was wrong."}
    fixed = service.save(issue=made, **edited, based_on=made.version, author=sensei)
    assert fixed.corrected_at
    assert (fixed.number, fixed.text, fixed.correction) == (1, "Better.\n", "The score was wrong.")
    assert Job.objects.count() == 1


def test_saving_a_published_issue_unchanged_is_no_correction() -> None:
    league, its = court()
    made = out(its)
    sensei = league.memberships.get().person
    same = service.save(issue=made, title=made.title, text=made.text, based_on=made.version, author=sensei)
    assert same.corrected_at is None


def test_what_is_published_stays() -> None:
    _, its = court()
    made = out(its)
    with pytest.raises(RuleBroken, match="stays"):
        service.discard(issue=made)


# At once


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_of_many_who_publish_one_draft_at_once_one_does(race: Race) -> None:
    league, its = court()
    made, sensei = draft(its), league.memberships.get().person
    came = race(
        lambda: service.publish(issue=made, title="News", text="All.", based_on=1, author=sensei)[0].number, runners=4
    )
    assert came == [1, 1, 1, 1]
    assert Job.objects.count() == 1


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_of_many_who_save_at_once_one_does(race: Race) -> None:
    league, its = court()
    made, sensei = draft(its), join(league, person("aki"))
    turn = iter("abcdefgh")

    def save() -> int:
        return service.save(issue=made, title=next(turn), text="Mine.", based_on=1, author=sensei).version

    came = race(save, runners=4)
    assert [one for one in came if isinstance(one, int)] == [2]
    assert League.objects.get().latest_news is None
