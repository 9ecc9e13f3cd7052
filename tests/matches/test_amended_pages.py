"""The pages of a team whose past was told otherwise: struck, upheld and amended entries say so, in words and links."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import League
from matches import amending, desk
from matches.models import Match
from matches.reporting import Account
from rules.events import Amended, Played, Ruled, Word
from rules.house import AcceptedBy
from teams import chronicle, services
from teams.models import Team
from tests.matches.games import LOST, WON, Table, account, scroll, table, take_every_step
from tests.teams.people import person
from tests.teams.stories import words

STRUCK = '</bdi></s> <span class="tag struck">struck</span>'
pytestmark = pytest.mark.django_db


@pytest.fixture
def its() -> Table:
    return table(accepted_by=AcceptedBy.EITHER_SIDE)


def play(its: Table) -> Match:
    match = its.brief(its.another_game())
    its.file(match, account(match, stars={its.teams[0].slug: ["n1"]}))
    return Match.objects.get(pk=match.pk)


def amend(its: Table, match: Match, said: Account | None, choices: amending.Choices | None = None) -> None:
    match = Match.objects.get(pk=match.pk)
    amending.amend(
        match=match,
        account=said,
        author=its.master,
        reason="We had it wrong.",
        key=uuid4(),
        based_on=amending.version_of(match),
        choices=choices,
    )


def page(client: Client, of: Team, below: str = "") -> str:
    response = client.get(f"{of.get_absolute_url()}{below}")
    assert response.status_code == 200
    return response.content.decode()


def spent_the_revenue(its: Table) -> int:
    """Kenta has recruited with the very last koban of the game. Returns the entry's number."""
    kenta = its.teams[0]
    take_every_step(kenta)
    desk.rule(team=kenta, ruling=Ruled("A fine.", koban=10 - scroll(kenta).treasury), author=its.master)
    services.recruit(team=kenta, profile="tora-kaiken", name="Kuma", abilities=(), author=its.players[0])
    return kenta.entries.count()


# In the chronicle


def test_a_struck_game_is_struck_through_and_named_so(client: Client, its: Table) -> None:
    match = play(its)
    amend(its, match, None)
    html = page(client, its.teams[0], "chronicle/")
    assert re.search(rf'<s><bdi dir="ltr">Won against Mio ika.*?{STRUCK}', html)
    assert '<a href="/teams/kenta-tora/?at=3">Entry 3 says so</a>' in html
    assert "Entry 2 was struck: it counts no longer." in html
    assert '<a href="/teams/kenta-tora/?at=2">See entry 2</a>' in html
    assert "We had it wrong." in html


def test_an_entry_that_stands_by_ruling_is_tagged(client: Client, its: Table) -> None:
    match, kenta = play(its), its.teams[0]
    otherwise, recruit = account(match, LOST, WON), spent_the_revenue(its)
    amend(its, match, otherwise, {kenta.slug: {recruit: Word.UPHELD}})
    html = page(client, kenta, "chronicle/")
    assert re.search(
        r'Kuma \(Tora Kaiken\) was recruited for \d+ koban\.</bdi> <span class="tag amended">by ruling', html
    )
    assert f"Entry {recruit} stands by ruling, although it would be impossible now." in html
    assert '<span class="tag amended">by ruling</span>' in page(client, kenta, "ledger/")
    assert "Kuma" in page(client, kenta)


def test_a_struck_recruit_is_off_the_scroll_and_its_entry_can_be_looked_at(client: Client, its: Table) -> None:
    match, kenta = play(its), its.teams[0]
    otherwise, recruit = account(match, LOST, WON), spent_the_revenue(its)
    amend(its, match, otherwise, {kenta.slug: {recruit: Word.STRUCK}})
    assert "Kuma" not in page(client, kenta).partition("Rulings")[0]
    past = page(client, kenta, f"?at={recruit}")
    assert re.search(rf'<p class="sentence"><s><bdi dir="ltr">Kuma .*?{STRUCK}', past)
    assert "says so</a>" in past


def test_a_game_told_otherwise_is_tagged_and_told_as_it_is_now(client: Client, its: Table) -> None:
    match = play(its)
    amend(its, match, account(match, LOST, WON))
    html = page(client, its.teams[0], "chronicle/")
    assert re.search(r'Lost to Mio ika.*?</bdi> <span class="tag amended">told otherwise</span>', html)
    assert "Entry 2 is told otherwise: the report of its game was amended." in html
    assert '<span class="tag amended">told otherwise</span>' in page(client, its.teams[0], "ledger/")


def test_what_stands_again_is_not_tagged_any_more(client: Client, its: Table) -> None:
    match = play(its)
    as_it_was, otherwise = account(match, WON, LOST), account(match, LOST, WON)
    recruit = spent_the_revenue(its)
    amend(its, match, otherwise, {its.teams[0].slug: {recruit: Word.STRUCK}})
    amend(its, match, as_it_was)
    html = page(client, its.teams[0], "chronicle/")
    assert '<span class="tag struck">' not in html
    assert f"Entry {recruit} stands again." in html


def test_every_moment_of_an_amended_chronicle_can_be_shown(client: Client, its: Table) -> None:
    match, kenta = play(its), its.teams[0]
    recruit = spent_the_revenue(its)
    amend(its, match, None, {kenta.slug: {recruit: Word.STRUCK}})
    lines = chronicle.read(kenta)
    assert {line.word for line in lines} >= {Word.STANDS, Word.STRUCK}
    for line in lines:
        assert words(client.get(kenta.get_absolute_url(), {"at": str(line.number)})).count("Look back")
        part = client.get(kenta.get_absolute_url(), {"at": str(line.number)}, headers={"HX-Request": "true"})
        assert part.status_code == 200


def test_a_scroll_whose_game_was_struck_can_be_printed_at_every_moment(client: Client, its: Table) -> None:
    match = play(its)
    amend(its, match, None)
    assert "No league game yet" in page(client, its.teams[0])
    for at in ("", "?at=2", "?at=3"):
        assert client.get(f"{its.teams[0].get_absolute_url()}scroll.pdf{at}").content.startswith(b"%PDF")


def test_a_voided_game_that_was_played_again_stands_on_the_scroll_once(client: Client, its: Table) -> None:
    match, kenta = play(its), its.teams[0]
    amend(its, match, None)
    again = its.brief(match.fixture)
    its.file(again, account(again, LOST, WON))
    html = page(client, kenta)
    assert html.count("1. Brawl</a>") == 1
    assert "2. Brawl" not in html
    events = [line.event for line in chronicle.read(kenta)]
    assert [type(event) for event in events[1:]] == [Played, Amended, Played]


# Links


def test_games_on_the_scroll_lead_to_their_pages(client: Client, its: Table) -> None:
    match = play(its)
    html = page(client, its.teams[0])
    assert f'<a href="{match.get_absolute_url()}">1. Brawl</a>' in html
    assert '<a href="?at=2">The team after it</a>' in html


def test_a_game_of_a_private_league_is_no_link_for_strangers(client: Client, its: Table) -> None:
    match = play(its)
    League.objects.update(is_private=True)
    for who, is_link in (
        (None, False),
        (person("x"), False),
        (its.players[1], True),
        (person("y", is_staff=True), True),
    ):
        client.logout()
        if who:
            client.force_login(who)
        html = page(client, its.teams[0])
        assert (f'href="{match.get_absolute_url()}"' in html) == is_link
        assert '<a href="?at=2">' in html


def test_who_may_take_the_steps_is_led_to_the_desk(client: Client, its: Table) -> None:
    play(its)
    kenta, link = its.teams[0], 'href="/teams/kenta-tora/desk/">Take the step after the last game</a>'
    for who, is_shown in ((None, False), (its.players[1], False), (its.players[0], True), (its.master, True)):
        client.logout()
        if who:
            client.force_login(who)
        assert (link in page(client, kenta)) == is_shown
        assert link not in page(client, kenta, "?at=2")
    assert link in page(client, kenta, "manage/")
    desk.rule(team=kenta, ruling=Ruled("Well done.", ninja="n2", xp=8), author=None)
    assert "Take the 2 steps after the last game</a>" in page(client, kenta, "manage/")
    take_every_step(kenta)
    for below in ("", "manage/"):
        assert "after the last game</a>" not in page(client, kenta, below)


def test_the_desk_has_a_tab_for_those_who_use_it(client: Client, its: Table) -> None:
    tab = '<a href="/teams/kenta-tora/desk/">Desk</a>'
    assert tab not in page(client, its.teams[0])
    client.force_login(its.players[0])
    assert tab in page(client, its.teams[0])
    assert 'aria-current="page">Rulings</a>' in page(client, its.teams[0], "rulings/")


# Their price


@pytest.mark.parametrize("games", [1, 4])
def test_it_costs_the_same_for_few_and_many_games(
    client: Client, its: Table, games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(games):
        match = play(its)
        for team in its.teams:
            take_every_step(team)
    amend(its, match, None)
    kenta = its.teams[0].get_absolute_url()
    with django_assert_num_queries(3):  # the team, its entries, and their house rules
        client.get(f"{kenta}chronicle/")
    with django_assert_num_queries(6):  # the rules it plays by now, its league, and the pages of its games
        client.get(kenta)
