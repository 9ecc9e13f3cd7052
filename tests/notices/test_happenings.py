"""What leagues tell, told by the services themselves: each kind to the right people, and to nobody twice."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league import brackets, challenges, results, rounds
from league.models import Entrant, Fixture, Format, League, Role, Season, today
from league.notices.happenings import ending, sides_of
from league.notices.kinds import Kind
from league.notices.models import Delivery, News
from league.results import SideResult, version_of
from league.standings import Outcome
from rules.problems import RuleBroken
from tests.league.clubs import club, enter, join, played
from tests.league.clubs import season as new_season
from tests.notices.receivers import a_webhook, forget, told
from tests.teams.people import person

pytestmark = pytest.mark.django_db


class Court:
    """A league of sensei's with a season, teams of kenta, mio and so on, and somebody who only looks."""

    def __init__(self, *names: str, format_: Format = Format.ROUND_ROBIN) -> None:
        self.league: League = club()
        self.master = User.objects.get(username="sensei")
        join(self.league, person("guest-1"), Role.GUEST)
        self.season: Season = new_season(self.league, teams=0, format_=format_)
        self.people = [join(self.league, person(name)) for name in names]
        self.teams: list[Entrant] = [enter(self.season, f"Team {one.username}", owner=one) for one in self.people]

    def publish(self, numbers: list[int] | None = None, author: User | None = None) -> None:
        if not rounds.drafts_of(self.season).exists():
            rounds.generate(season=self.season, based_on=rounds.version_of([]))
        drafts = rounds.draft_rows(self.season)
        wanted = numbers or sorted({row.number for row in drafts})
        rounds.publish(season=self.season, numbers=wanted, based_on=rounds.version_of(drafts), author=author)

    def game(self) -> Fixture:
        self.publish([1], self.master)
        forget()
        return Fixture.objects.get()


def result(fixture: Fixture) -> list[SideResult]:
    first, second = fixture.sides.all()
    return [SideResult(first.entrant_id, Outcome.WON, 5), SideResult(second.entrant_id, Outcome.LOST, 3)]


# Rounds


def test_whoever_plays_hears_of_the_own_game_and_others_of_the_round() -> None:
    court = Court("kenta", "mio")
    court.publish(author=court.master)
    deadline = Fixture.objects.get().round.deadline
    assert deadline
    title = f"Round 1: Team kenta against Team mio by {deadline.day} {deadline:%B %Y}"
    assert told(Kind.SCHEDULED) == {"kenta": [title], "mio": [title]}
    assert told(Kind.ROUND) == {"guest-1": ["Round 1 of Autumn is published"]}
    assert News.objects.filter(kind=Kind.SCHEDULED)[0].url == Fixture.objects.get().get_absolute_url()
    assert News.objects.get(kind=Kind.ROUND).text == f"{title}."


def test_several_rounds_at_once_are_one_notice_with_all_of_one_s_games() -> None:
    court = Court("kenta", "mio", "yuki")
    court.publish()
    assert told(Kind.SCHEDULED)["kenta"] == ["Rounds 1 to 3 of Autumn are published"]
    news = News.objects.get(kind=Kind.SCHEDULED, notices__person__username="kenta")
    lines = news.text.splitlines()
    assert len(lines) == 3
    assert all("Team kenta" in line for line in lines)
    assert [line for line in lines if line.endswith("Team kenta has a bye.")]
    assert news.url == court.season.get_absolute_url()


def test_a_round_that_is_published_already_is_no_news() -> None:
    court = Court("kenta", "mio")
    court.publish()
    forget()
    rounds.publish(season=court.season, numbers=[1], based_on="")
    assert not News.objects.exists()


def test_a_round_that_is_refused_is_no_news() -> None:
    court = Court("kenta", "mio")
    rounds.generate(season=court.season, based_on=rounds.version_of([]))
    with pytest.raises(RuleBroken):
        rounds.publish(season=court.season, numbers=[1], based_on="something else")
    assert not News.objects.exists()


def test_the_webhook_of_the_league_gets_the_round_once() -> None:
    court = Court("kenta", "mio")
    a_webhook(league=court.league)
    court.publish()
    assert [its.news.kind for its in Delivery.objects.select_related("news")] == [Kind.ROUND]


def test_a_round_takes_as_many_queries_for_many_teams_as_for_few() -> None:
    def asked(court: Court) -> int:
        rounds.generate(season=court.season, based_on=rounds.version_of([]))
        with CaptureQueriesContext(connection) as queries:
            court.publish([1])
        return len(queries)

    few = asked(Court("kenta", "mio"))
    User.objects.all().delete()
    League.objects.update(slug="done")
    assert asked(Court(*(f"person{number}" for number in range(16)))) == few


# Challenges


def challenge(court: Court) -> Fixture:
    one, other = court.teams
    return challenges.challenge(season=court.season, challenger=one, challenged=other, note="At the tea house?")


def test_a_challenge_is_for_the_challenged_and_once() -> None:
    court = Court("kenta", "mio", format_=Format.OPEN)
    fixture = challenge(court)
    challenge(court)
    assert told(Kind.CHALLENGED) == {"mio": ["Team kenta challenges Team mio"]}
    news = News.objects.get()
    assert news.text.startswith("At the tea house?\n\nAccept or decline by ")
    assert news.url == fixture.get_absolute_url()


@pytest.mark.parametrize("by", ["mio", "sensei", ""])
def test_an_accepted_challenge_is_a_game_for_both_and_for_the_league(by: str) -> None:
    court = Court("kenta", "mio", format_=Format.OPEN)
    a_webhook(league=court.league)
    fixture = challenge(court)
    forget()
    author = User.objects.filter(username=by).first()
    for _ in range(2):
        challenges.accept(fixture=fixture, author=author)
    title = "Team mio accepts the challenge of Team kenta"
    expected = {"kenta": [title], "mio": [title]} if by == "sensei" else {"kenta": [title]}
    assert told(Kind.SCHEDULED) == expected
    assert Delivery.objects.count() == 1


def test_a_declined_challenge_is_for_the_challenger() -> None:
    court = Court("kenta", "mio", format_=Format.OPEN)
    fixture = challenge(court)
    challenges.decline(fixture=fixture, author=court.people[1])
    assert told(Kind.CHANGED) == {"kenta": ["Team mio declines to play against Team kenta"]}


def test_a_challenge_taken_back_is_for_the_challenged() -> None:
    court = Court("kenta", "mio", format_=Format.OPEN)
    fixture = challenge(court)
    challenges.decline(fixture=fixture, author=court.people[0])
    assert told(Kind.CHANGED) == {"mio": ["Team kenta takes back its challenge of Team mio"]}


# What becomes of games


def test_a_result_of_the_master_s_is_for_those_who_played_and_once() -> None:
    court = Court("kenta", "mio")
    a_webhook(league=court.league)
    fixture = court.game()
    for _ in range(2):
        results.record(fixture=fixture, sides=result(fixture), author=court.master, based_on=version_of(fixture))
    title = "Team kenta beat Team mio 5 : 3"
    assert told(Kind.ACCEPTED) == {"kenta": [title], "mio": [title]}
    assert Delivery.objects.count() == 1


def test_a_postponed_game_is_told_with_its_day_and_note() -> None:
    court = Court("kenta", "mio")
    fixture = court.game()
    day = today() + timedelta(days=20)
    results.postpone(fixture=fixture, deadline=day, note="Snow.", author=court.people[0], based_on=version_of(fixture))
    title = f"Team kenta against Team mio is postponed to {day.day} {day:%B %Y}"
    assert told(Kind.CHANGED) == {"mio": [title]}
    assert News.objects.get().text == "Snow."


def test_a_forfeit_a_bye_and_an_end_are_told_to_both() -> None:
    court = Court("kenta", "mio")
    fixture = court.game()
    first = fixture.sides.all()[0].entrant_id
    results.forfeit(fixture=fixture, by=[first], author=court.master, based_on=version_of(fixture))
    fixture.refresh_from_db()
    results.undo(fixture=fixture, author=court.master, based_on=version_of(Fixture.objects.get()))
    results.give_bye(fixture=fixture, to=first, author=court.master, based_on=version_of(Fixture.objects.get()))
    heard = [
        "Team kenta against Team mio is forfeited",
        "Team kenta against Team mio is still to be played: what was recorded is taken back",
        "Team kenta against Team mio is off: Team kenta has a bye instead",
    ]
    assert told(Kind.CHANGED) == {"kenta": heard, "mio": heard}


def test_a_game_that_is_called_off_leads_to_its_season() -> None:
    court = Court("kenta", "mio")
    fixture = court.game()
    results.call_off(fixture=fixture, based_on=version_of(fixture), author=court.master)
    assert told(Kind.CHANGED).keys() == {"kenta", "mio"}
    assert News.objects.get().url == court.season.get_absolute_url()


def test_the_playoffs_tell_who_meets_whom() -> None:
    court = Court("kenta", "mio")
    Season.objects.update(playoff_teams=2)
    court.season.refresh_from_db()
    one, other = court.teams
    played(court.season, 1, (one, Outcome.WON, 5), (other, Outcome.LOST, 3))
    brackets.start_playoffs(season=court.season, author=court.master)
    assert told(Kind.SCHEDULED) == {name: ["Playoffs: Team kenta against Team mio"] for name in ("kenta", "mio")}


@pytest.mark.parametrize(
    ("outcomes", "words"),
    [
        ((Outcome.WON, Outcome.LOST), "Team kenta beat Team mio 5 : 3"),
        ((Outcome.CONCEDED, Outcome.WON), "Team mio beat Team kenta 3 : 5"),
        ((Outcome.DREW, Outcome.DREW), "Team kenta and Team mio drew 5 : 3"),
    ],
)
def test_how_a_game_ended_is_said_in_a_sentence(outcomes: tuple[Outcome, Outcome], words: str) -> None:
    court = Court("kenta", "mio")
    fixture = played(court.season, 1, *zip(court.teams, outcomes, (5, 3), strict=True))
    assert ending(sides_of([fixture.pk])) == words
