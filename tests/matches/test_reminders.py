"""Reminders: as a notice and on the league's page, once a day, until it is done."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from league.models import Fixture, Round, today
from league.notices.kinds import Kind
from league.notices.models import Notice
from league.permissions import Standing
from matches import next_steps, reminders
from matches.models import Reminder
from matches.reminders import Cause
from matches.waiting import About
from teams.models import Team
from tests.conftest import Race
from tests.league.clubs import join
from tests.league.test_season_pages import words
from tests.matches.games import LOST, WON, Table, account, table, take_every_step
from tests.matches.test_master import DESK, late, propose
from tests.teams.people import person


@pytest.fixture
def its(db: None) -> Table:
    return table()


def remind(its: Table, *causes: Cause) -> reminders.Reminded:
    return reminders.remind(league=its.league, causes=causes, author=its.master)


def of_game(its: Table, team: int = 0) -> Cause:
    return Cause(About.GAME, its.teams[team].slug)


def own(its: Table, who: User) -> list[str]:
    """What the league's page tells somebody to do."""
    return [step.sentence for step in next_steps.waiting_in([(its.league, Standing.PLAYER)], who)[its.league.pk].own]


# Sending


def test_a_player_gets_a_notice_with_a_link(its: Table) -> None:
    game = late(its)
    done = remind(its, of_game(its))
    assert done.players == ("kenta",)
    (notice,) = Notice.objects.select_related("news", "person")
    assert notice.person == its.players[0]
    assert notice.news.kind == Kind.REMINDER
    assert notice.news.title == "1 thing waits for you in Moon Court"
    assert f"Kenta tora against Mio ika is overdue.\n{settings.ORIGIN}/games/{game.pk}/" in notice.news.text
    assert notice.news.url == "/leagues/moon-court/"


def test_one_click_is_one_notice_to_each_player(its: Table) -> None:
    late(its)
    Team.objects.filter(pk=its.teams[0].pk).update(steps_due=2, roster_problems=1)
    slug = its.teams[0].slug
    causes = [Cause(about, slug) for about in (About.GAME, About.STEPS, About.ROSTER)]
    done = remind(its, *causes, of_game(its, 1))
    assert done.players == ("kenta", "mio")
    titles = Notice.objects.order_by("pk").values_list("news__title", flat=True)
    assert [title.partition(" for")[0] for title in titles] == ["3 things wait", "1 thing waits"]
    assert Reminder.objects.count() == 4


def test_nobody_is_reminded_of_the_same_twice_a_day(its: Table) -> None:
    late(its)
    assert remind(its, of_game(its)).players == ("kenta",)
    again = remind(its, of_game(its), of_game(its, 1))
    assert (again.players, again.already) == (("mio",), ("kenta",))
    assert Reminder.objects.count() == 2
    Reminder.objects.update(sent_at=timezone.now() - timedelta(days=1))
    assert remind(its, of_game(its)).players == ("kenta",)


def test_nobody_is_reminded_of_what_does_not_wait(its: Table) -> None:
    assert remind(its, of_game(its), Cause(About.STEPS, its.teams[0].slug), Cause(About.GAME, "nobody")).players == ()
    assert not Reminder.objects.exists()


def test_who_has_signed_is_not_reminded_of_it(its: Table) -> None:
    match = its.brief()
    its.file(match, account(match))
    causes = [Cause(About.REPORT, team.slug) for team in its.teams]
    assert remind(its, *causes).players == ("mio",)
    its.file(match, account(match, LOST, WON), by=1)
    assert remind(its, *causes).players == ("kenta",)


def test_a_team_that_nobody_plays_cannot_be_reminded(its: Table) -> None:
    late(its)
    Team.objects.filter(pk=its.teams[0].pk).update(owner=None)
    assert remind(its, of_game(its)).players == ()


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_two_who_remind_at_once_remind_once(race: Race) -> None:
    its = table()
    late(its)
    done = race(lambda: remind(its, of_game(its)), runners=5)
    assert not [refused for refused in done if isinstance(refused, Exception)]
    assert Reminder.objects.count() == 1


# On the desk


def test_a_click_reminds_and_says_whom(client: Client, its: Table) -> None:
    late(its)
    client.force_login(its.master)
    page = words(client.get(DESK))
    assert "Remind the players of Kenta tora against Mio ika" in page
    both = f"{of_game(its)} {of_game(its, 1)}"
    page = words(client.post(f"{DESK}remind/", {"of": both}, follow=True))
    assert "kenta and mio reminded." in page
    assert "kenta was reminded just now by sensei." in page
    assert "Remind the players" not in page
    assert "Reminded of this today already: kenta." in words(
        client.post(f"{DESK}remind/", {"of": str(of_game(its))}, follow=True)
    )
    Reminder.objects.update(sent_at=timezone.now() - timedelta(days=2))
    page = words(client.get(DESK))
    assert "kenta was reminded 2 days ago by sensei." in page
    assert "Remind the players" in page


@pytest.mark.parametrize(
    "of", ["", "game", "game/", "nothing/kenta-tora", "game/kenta-tora/", "\0", "steps/kenta-tora"]
)
def test_whatever_is_posted_nobody_is_reminded_of_nothing(client: Client, its: Table, of: str) -> None:
    client.force_login(its.master)
    page = words(client.post(f"{DESK}remind/", {"of": of}, follow=True))
    assert "Nothing of that waits any more: nobody was reminded." in page
    assert not Reminder.objects.exists()


def test_all_of_a_pile_are_reminded_with_one_button(client: Client, its: Table) -> None:
    Team.objects.update(roster_problems=1)
    client.force_login(its.master)
    html = client.get(DESK).content.decode()
    assert 'value="roster/kenta-tora roster/mio-ika">Remind all of these' in html
    client.post(f"{DESK}remind/", {"of": "roster/kenta-tora roster/mio-ika"})
    assert "Remind all" not in client.get(DESK).content.decode()


# On the page of the league


def test_each_player_is_told_what_waits_for_them(its: Table) -> None:
    kenta, mio = its.players
    assert own(its, kenta) == []
    late(its)
    assert own(its, kenta) == ["Kenta tora against Mio ika is overdue."]
    match = its.brief()
    its.file(match, account(match))
    assert own(its, kenta) == []
    assert own(its, mio) == ["The report of Kenta tora against Mio ika waits for your signature."]
    its.file(match, account(match, LOST, WON), by=1)
    assert own(its, kenta) == own(its, mio) == ["The reports of Kenta tora against Mio ika do not agree."]
    its.countersign(match.reports.get(number=1))
    assert own(its, kenta) == ["Kenta tora has 1 step to take after its game."]
    take_every_step(its.teams[0])
    assert own(its, kenta) == []
    Team.objects.filter(pk=its.teams[0].pk).update(roster_problems=1)
    assert own(its, kenta) == ["Kenta tora may not play: its roster is not legal."]
    assert own(its, join(its.league, person("nami"))) == []


def test_an_amendment_waits_for_who_has_not_signed_it(its: Table) -> None:
    propose(its)
    kenta, mio = its.players
    sentence = "An amendment of Kenta tora against Mio ika waits for your signature."
    assert sentence in own(its, mio)
    assert sentence not in own(its, kenta)


def test_a_reminder_is_forgotten_with_what_it_was_about(its: Table) -> None:
    kenta, mio = its.players
    late(its)
    remind(its, of_game(its))
    assert own(its, kenta) == ["The ninja master reminds you: Kenta tora against Mio ika is overdue."]
    assert own(its, mio) == ["Kenta tora against Mio ika is overdue."]
    match = its.brief()
    its.file(match, account(match))
    assert own(its, kenta) == []
    remind(its, Cause(About.REPORT, its.teams[1].slug))
    assert own(its, mio)[0].startswith("The ninja master reminds you: The report")
    its.file(match, account(match), by=0)
    assert own(its, mio)[0].startswith("The report")


def test_a_reminder_of_steps_counts_until_the_next_game(its: Table) -> None:
    kenta = its.players[0]
    match = its.brief()
    its.settle(match, account(match))
    assert remind(its, Cause(About.STEPS, its.teams[0].slug)).players == ("kenta",)
    assert own(its, kenta) == ["The ninja master reminds you: Kenta tora has 1 step to take after its game."]
    take_every_step(its.teams[0])
    take_every_step(its.teams[1])
    match = its.brief(its.another_game())
    its.settle(match, account(match, hurt={"kenta-tora": ["n1"]}))
    assert own(its, kenta) == ["Kenta tora has 1 step to take after its game."]


def test_a_game_that_got_more_time_starts_anew(its: Table) -> None:
    game = late(its)
    remind(its, of_game(its))
    Reminder.objects.update(sent_at=timezone.now() - timedelta(days=2))
    assert own(its, its.players[0])[0].startswith("The ninja master reminds you")
    Fixture.objects.filter(pk=game.pk).update(deadline=today() - timedelta(days=1))
    assert own(its, its.players[0]) == ["Kenta tora against Mio ika is overdue."]


@pytest.mark.every_database
def test_the_page_of_the_league_says_it_to_players_and_to_those_who_run_it(client: Client, its: Table) -> None:
    late(its)
    Team.objects.filter(pk=its.teams[0].pk).update(steps_due=2)
    Team.objects.filter(pk=its.teams[1].pk).update(roster_problems=1)
    propose_elsewhere(its)
    client.force_login(its.master)
    page = words(client.get("/leagues/moon-court/"))
    told = "1 game is overdue, 1 report waits, 1 team has steps to take and 1 team may not play."
    assert f"{told} Open the desk" in page
    client.force_login(its.players[0])
    page = words(client.get("/leagues/moon-court/"))
    assert "Kenta tora against Mio ika is overdue. Go to the game" in page
    assert "Open the desk" not in page
    assert "Desk" not in page


def propose_elsewhere(its: Table) -> None:
    """One more game, reported and not signed by everybody."""
    Team.objects.update(steps_due=0)
    game = its.another_game()
    Round.objects.filter(pk=game.round_id).update(deadline=None)
    match = its.brief(game)
    its.file(match, account(match))
    Team.objects.filter(pk=its.teams[0].pk).update(steps_due=2)
