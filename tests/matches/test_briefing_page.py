"""The page of a briefing, its challenge and its sheet: who may do what, what is refused, and what it costs."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league import houses
from league.models import Fixture, Season
from matches import briefings
from matches.models import Match
from rules.catalog import catalog
from rules.dice import Element
from rules.house import AcceptedBy, rulebook
from teams import services
from teams.models import Team
from tests.matches.games import Table, account, table, table_of, take_every_step
from tests.matches.pages import PLAY_OR_RUN, ROLES, as_player, log_in, words
from tests.rules.teams import MINIMAL, found

pytestmark = pytest.mark.django_db
POSTS = {"brief/": {}, "challenge/": {"challenge": "brawl"}, "draw/": {"where": "here"}}


def url(fixture: Fixture, page: str = "") -> str:
    return f"/games/{fixture.pk}/briefing/{page}"


# Who may


def test_everybody_who_sees_the_game_reads_its_briefing(client: Client) -> None:
    its = table()
    for state in ("before", "after"):
        for role in ROLES:
            log_in(client, its, role)
            response = client.get(url(its.fixture))
            assert response.status_code == 200, (state, role)
            assert ("Brief this game" in words(response)) == (state == "before" and role in PLAY_OR_RUN), role
        its.brief()


@pytest.mark.parametrize("page", POSTS)
def test_only_those_who_play_it_or_run_the_league_brief_it(client: Client, page: str) -> None:
    its = table()
    if page != "brief/":
        its.brief()
    for role in ROLES:
        log_in(client, its, role)
        status = client.post(url(its.fixture, page), POSTS[page]).status_code
        assert status in ((302, 422) if role in PLAY_OR_RUN else (403,)), role


@pytest.mark.parametrize("page", ["", "sheet/", "sheet.pdf", *POSTS])
def test_in_a_private_league_it_is_not_there_for_strangers(client: Client, page: str) -> None:
    its = table()
    its.brief()
    its.league.is_private = True
    its.league.save()
    for role in ("anonymous", "stranger"):
        log_in(client, its, role)
        ask: Callable[..., Any] = client.post if page in POSTS else client.get
        assert ask(url(its.fixture, page)).status_code == 404


@pytest.mark.parametrize("page", POSTS)
def test_in_an_archived_league_nothing_is_briefed(client: Client, page: str) -> None:
    its = table()
    its.brief()
    its.league.archived_at = timezone.now()
    its.league.save()
    client.force_login(its.master)
    assert client.post(url(its.fixture, page), POSTS[page]).status_code == 403
    assert client.get(url(its.fixture)).status_code == 200


def test_each_address_knows_its_method(client: Client) -> None:
    its = table()
    its.brief()
    as_player(client, its)
    for page in POSTS:
        assert client.get(url(its.fixture, page)).status_code == 405
    for page in ("", "sheet/", "sheet.pdf"):
        assert client.post(url(its.fixture, page)).status_code == 405


def test_what_is_not_there_is_not_found(client: Client) -> None:
    its = table()
    as_player(client, its)
    assert client.get("/games/999999/briefing/").status_code == 404
    for page in ("challenge/", "draw/"):
        assert client.post(url(its.fixture, page), POSTS[page]).status_code == 404
    for page in ("sheet/", "sheet.pdf"):
        response = client.get(url(its.fixture, page))
        assert (response.status_code, response.headers["Location"]) == (302, url(its.fixture))


# The briefing


@pytest.mark.parametrize("teams", [2, 3, 4])
def test_it_tells_all_teams_what_they_get_and_who_comes(client: Client, teams: int) -> None:
    its = table(teams)
    as_player(client, its)
    assert client.post(url(its.fixture, "brief/")).status_code == 302
    response = client.get(url(its.fixture))
    page = words(response)
    for team in its.teams:
        assert team.name in page
        assert f"{team.rating_koban} for koban" in page
    assert response.content.decode().count('class="card ready') == sum(team.ninja_count for team in its.teams)
    match = Match.objects.get()
    for side in match.sides.all():
        assert f"/dice/{side.commitment}/" in response.content.decode()
    assert match.seeds.get().commitment in page


def strong_and_weak() -> Table:
    """Kenta's team is worth more than Mio's."""
    return table_of(
        [found("Strong", "tora", *MINIMAL["tora"], "byakko", "benkei"), found("Weak", "ika", *MINIMAL["ika"])]
    )


def test_the_underdog_is_told_its_help(client: Client) -> None:
    its = strong_and_weak()
    behind = its.teams[0].rating - its.teams[1].rating
    assert behind > 0
    its.brief()
    page = words(client.get(url(its.fixture)))
    assert f"{its.teams[1].name} is {behind} point" in page
    assert f"Reroll tokens {behind}" in page
    assert "The highest rating here: no help, and one All-Star award." in page


def test_level_ratings_get_no_help(client: Client) -> None:
    its = table_of([found(name, "tora", *MINIMAL["tora"]) for name in ("One", "Two")])
    its.brief()
    assert "The ratings are level: nobody gets help." in words(client.get(url(its.fixture)))


def test_who_did_not_come_is_left_out(client: Client) -> None:
    its = table(3)
    as_player(client, its)
    entrants = [side.entrant_id for side in its.fixture.sides.order_by("position")]
    assert words(client.get(url(its.fixture))).count("Who did not come") == 1
    response = client.post(url(its.fixture, "brief/"), {"away": entrants[1:]})
    assert response.status_code == 422
    assert "A game needs two teams: if only one came, record the forfeit." in words(response)
    client.post(url(its.fixture, "brief/"), {"away": entrants[2:]})
    assert Match.objects.get().sides.count() == 2
    assert f"Without {its.teams[2].name} , who did not come." in words(client.get(url(its.fixture)))


def test_of_two_teams_nobody_can_be_away(client: Client) -> None:
    its = table()
    as_player(client, its)
    for nonsense in (str(its.fixture.sides.all()[0].entrant_id), "x", "-1", "9" * 40, "\0"):
        assert client.post(url(its.fixture, "brief/"), {"away": nonsense}).status_code == 422
    assert not Match.objects.exists()


def test_what_is_due_is_said_loudly_with_the_way_to_the_desk(client: Client) -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    its.file(match, account(match))
    another = its.another_game()
    as_player(client, its)
    for state in ("before", "after"):
        response = client.get(url(another))
        page = words(response)
        assert f"{its.teams[0].name} cannot play yet" in page, state
        assert "pay or release" in page
        html = response.content.decode()
        assert f"/teams/{its.teams[0].slug}/desk/" in html
        assert f"/teams/{its.teams[1].slug}/desk/" not in html
        its.brief(another)
    for team in its.teams:
        take_every_step(team)
    assert "cannot play yet" not in words(client.get(url(another)))


def test_a_team_that_has_gone_on_may_be_briefed_again_until_a_report_is_filed(client: Client) -> None:
    its = table()
    match = its.brief()
    as_player(client, its)
    assert "Something has changed since" not in words(client.get(url(its.fixture)))
    services.rename(team=its.teams[0], name="Red Hands", author=its.players[0])
    page = words(client.get(url(its.fixture)))
    assert "The chronicle of Red Hands has gone on since this briefing." in page
    assert "Brief again" in page
    client.post(url(its.fixture, "brief/"))
    assert "Something has changed since" not in words(client.get(url(its.fixture)))
    its.file(Match.objects.get(), account(match))
    response = client.post(url(its.fixture, "brief/"))
    assert response.status_code == 422
    assert "This game has been reported already: its briefing stays as it was." in words(response)


def test_a_game_that_was_reported_is_not_reported_or_briefed_again_from_here(client: Client) -> None:
    its = table()
    match = its.brief()
    assert "Report this game" in words(as_player(client, its).get(url(its.fixture)))
    its.file(match, account(match))
    page = words(client.get(url(its.fixture)))
    assert "Report this game" not in page
    assert "Brief it again" not in page


def test_long_after_the_game_it_shows_the_scrolls_as_they_were(client: Client) -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    its.file(match, account(match))
    for team in its.teams:
        take_every_step(team)
    page = words(client.get(url(its.fixture)))
    assert page.count("Benkei") >= 2  # released since
    assert "Something has changed since" not in page
    assert "cannot play yet" not in page


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ("draft", "This game is a draft"),
        ("proposed", "This game is only a challenge"),
        ("bye", "This game is decided without being played."),
        ("forfeited", "This game is decided without being played."),
        ("over", "is over: its results stay as they are."),
        ("planned", "has not begun."),
    ],
)
def test_a_game_that_is_not_played_has_no_briefing(client: Client, state: str, sentence: str) -> None:
    its = table()
    if state == "draft":
        its.season.rounds.update(published_at=None)
    elif state in ("over", "planned"):
        Season.objects.update(state=Season.State.FINISHED if state == "over" else Season.State.PLANNED)
    else:
        Fixture.objects.update(state=state)
    client.force_login(its.master)
    response = client.get(url(its.fixture))
    assert response.status_code == 200
    assert sentence in words(response)
    assert "Brief this game" not in words(response)
    assert client.post(url(its.fixture, "brief/")).status_code == 422


def test_a_private_team_keeps_its_scroll_from_strangers(client: Client) -> None:
    its = table()
    its.brief()
    Team.objects.filter(pk=its.teams[0].pk).update(is_private=True)
    for page in ("", "sheet/"):
        for role in ROLES:
            log_in(client, its, role)
            shown = words(client.get(url(its.fixture, page)))
            assert shown.count("Benkei") == (1 if role in ("anonymous", "stranger") else 2), (page, role)


# The challenge


@pytest.mark.parametrize("challenge", catalog().challenges)
def test_every_challenge_has_its_card_with_the_numbers_of_the_league(client: Client, challenge: str) -> None:
    its = table()
    its.brief()
    as_player(client, its)
    response = client.post(url(its.fixture, "challenge/"), {"challenge": challenge}, follow=True)
    page = words(response)
    for feat in catalog().challenges[challenge].feats:
        assert feat.name in page
    assert f"{catalog().challenges[challenge].rounds} rounds" in page
    sheet = client.get(url(its.fixture, "sheet/"))
    assert sheet.status_code == 200
    for feat in catalog().challenges[challenge].feats:
        assert feat.name in words(sheet)


@pytest.mark.parametrize("nonsense", ["", "chess", "\0", "x" * 300])
def test_a_challenge_that_is_not_played_is_refused_beside_its_field(client: Client, nonsense: str) -> None:
    its = table()
    its.brief()
    as_player(client, its)
    response = client.post(url(its.fixture, "challenge/"), {"challenge": nonsense})
    assert response.status_code == 422
    assert "Choose one of these." in words(response)
    assert Match.objects.get().challenge == ""


def dice(house_row: str) -> dict[str, str]:
    """Two faces that say this."""
    first, second = next(its for its in product(Element, Element) if rulebook().random_challenge.row(*its) == house_row)
    return {"where": "table", "first": first.value, "second": second.value, "witness": "Haru"}


def test_dice_on_the_table_choose_the_challenge_and_are_on_record(client: Client) -> None:
    its = table()
    its.brief()
    as_player(client, its)
    client.post(url(its.fixture, "draw/"), dice("search"))
    page = words(client.get(url(its.fixture)))
    assert "Search." in page
    assert "Fell on the table, seen by Haru ; on record by kenta" in page
    assert Match.objects.get().challenge == "search"
    assert "Ask the dice" not in page
    assert "Play this" not in page
    response = client.post(url(its.fixture, "draw/"), {"where": "here"})
    assert response.status_code == 422
    assert "The dice for this challenge are cast." in words(response)
    response = client.post(url(its.fixture, "challenge/"), {"challenge": "brawl"})
    assert response.status_code == 422
    assert "The dice have chosen Search." in words(response)
    client.force_login(its.master)
    assert "Play this" in words(client.get(url(its.fixture)))


def test_dice_rolled_here_are_on_record_with_their_commitment(client: Client) -> None:
    its = table()
    match = its.brief()
    commitment = match.seeds.get().commitment
    as_player(client, its)
    client.post(url(its.fixture, "draw/"), {"where": "here"})
    match.refresh_from_db()
    assert match.draws[0]["roll"]["commitment"] == commitment
    assert "Rolled here" in words(client.get(url(its.fixture)))


def test_the_dice_may_let_one_player_choose(client: Client) -> None:
    its = table()
    its.brief()
    as_player(client, its)
    client.post(url(its.fixture, "draw/"), dice("player-2-chooses"))
    page = words(client.get(url(its.fixture)))
    assert f"The dice let {its.teams[1].name} choose the challenge." in page
    assert "Play this" not in page
    response = client.post(url(its.fixture, "challenge/"), {"challenge": "brawl"})
    assert response.status_code == 422
    as_player(client, its, 1)
    assert "Play this" in words(client.get(url(its.fixture)))
    client.post(url(its.fixture, "challenge/"), {"challenge": "brawl"})
    assert Match.objects.get().challenge == "brawl"


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"witness": ""}, "Say who saw these dice fall."),
        ({"witness": "x" * 61}, "A name has at most 60 characters."),
        ({"witness": "a\0b"}, "Null characters are not allowed."),
        ({"first": ""}, "Say how the first die fell."),
        ({"second": "seven"}, "Choose one of these."),
        ({"where": "elsewhere"}, "Choose one of these."),
        ({"where": ""}, "Choose one of these."),
    ],
)
def test_dice_that_cannot_be_come_back(client: Client, changed: dict[str, str], sentence: str) -> None:
    its = table()
    its.brief()
    as_player(client, its)
    response = client.post(url(its.fixture, "draw/"), {**dice("search"), **changed})
    assert response.status_code == 422
    assert sentence in words(response)
    assert Match.objects.get().draws == []


def test_a_challenge_this_league_does_not_play_is_rolled_again(client: Client) -> None:
    its = table()
    ban(its, "search")
    its.brief()
    as_player(client, its)
    client.post(url(its.fixture, "draw/"), dice("search"))
    page = words(client.get(url(its.fixture)))
    assert "A challenge that this league does not play: roll again." in page
    assert "Ask the dice" in page
    client.post(url(its.fixture, "draw/"), dice("brawl"))
    assert Match.objects.get().challenge == "brawl"
    assert words(client.get(url(its.fixture))).count("Fell on the table") == 2


def ban(its: Table, challenge: str) -> None:
    rules = replace(houses.rules_of(its.league), banned_challenges=(challenge,))
    based_on = houses.number_of(houses.version_in_force(its.league))
    houses.change_rules(league=its.league, rules=rules, author=its.master, reason="Dull.", based_on=based_on)


# The sheet


@pytest.mark.parametrize("teams", [2, 3, 4])
def test_the_sheet_has_a_line_for_each_ninja_and_leads_to_the_report(client: Client, teams: int) -> None:
    its = table(teams)
    its.brief()
    response = client.get(url(its.fixture, "sheet/"))
    html = response.content.decode()
    assert html.count('<th class="name"><bdi>') == sum(team.ninja_count for team in its.teams)
    assert f"http://testserver/games/{its.fixture.pk}/report/" in words(response)
    assert '<svg class="qr"' in html or 'class="qr"' in html
    assert "Revealed a ninja in Stealth" in words(response)


def test_the_sheet_is_also_a_pdf(client: Client) -> None:
    its = table()
    its.brief()
    response = client.get(url(its.fixture, "sheet.pdf"))
    assert response.headers["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF")


# Under the surface


def test_no_page_has_a_script_or_a_style_of_its_own(client: Client) -> None:
    its = table(3)
    as_player(client, its)
    pages = [client.get(url(its.fixture))]
    match = its.brief()
    briefings.draw(match=match, author=None)
    pages += [client.get(url(its.fixture)), client.get(url(its.fixture, "sheet/"))]
    for page in pages:
        html = page.content.decode()
        assert " style=" not in html
        assert "<style" not in html
        assert "onclick" not in html


@pytest.mark.parametrize(("teams", "games"), [(2, 1), (4, 3)])
@pytest.mark.parametrize("page", ["", "sheet/"])
def test_it_costs_the_same_for_two_teams_and_four_and_however_long_they_have_played(
    client: Client, teams: int, games: int, page: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    its = table(teams, accepted_by=AcceptedBy.EITHER_SIDE)
    for _ in range(games):
        match = its.brief(its.another_game())
        its.file(match, account(match))
        for team in its.teams:
            take_every_step(team)
    as_player(client, its)
    with django_assert_num_queries(9):
        client.get(url(its.fixture))
    its.brief()
    with django_assert_num_queries(11):
        client.get(url(its.fixture, page))
