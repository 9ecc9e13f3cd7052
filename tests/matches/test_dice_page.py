"""Dice that anybody can check: what is shown before and after a secret is revealed, and to whom."""

import re
import subprocess
import sys
from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import League
from matches import briefings, desk
from matches.dice_form import SNIPPET
from matches.models import Match, Seed
from rules import dice
from rules.dice import Element
from rules.events import Renamed
from teams.models import Team
from tests.league.clubs import join
from tests.matches.desks import Desk
from tests.matches.desks import desk as made
from tests.matches.games import account, take_every_step
from tests.matches.test_desk_page import amend
from tests.teams.people import person
from tests.teams.stories import words, write

pytestmark = pytest.mark.django_db
SECRET = bytes(range(32))


@pytest.fixture
def its(client: Client) -> Desk:
    return made(client)


def read(its: Desk, seed: Seed) -> str:
    response = its.client.get(seed.get_absolute_url())
    assert response.status_code == 200
    return words(response)


def pay_all(its: Desk) -> None:
    for ninja in ("n4", "n5"):
        desk.pay(team=its.team, game=its.match.game, ninja=ninja, author=None)


def roll_one(its: Desk) -> Seed:
    """Kenta's ronin are paid, and the chunin's die is cast here."""
    pay_all(its)
    return cast_one(its)


def cast_one(its: Desk) -> Seed:
    desk.roll_downtime(team=its.team, game=its.match.game, ninja="n1", author=its.table.players[0])
    return its.team.seeds.get()


# A team's


def test_before_it_is_revealed_the_rolls_are_shown_and_the_secret_is_not(its: Desk) -> None:
    seed = roll_one(its)
    told = read(its, seed)
    assert "Dice of Kenta tora A secret for the dice after its games." in told
    assert f"Commitment {seed.commitment}" in told
    assert "Secret Not revealed yet. It will be when every step of Kenta tora is taken" in told
    assert "steps are due." in told
    assert f"Purpose: downtime {its.team.slug} {its.match.game} n1" in told
    assert "by kenta" in told
    assert "Cast again" not in told
    assert seed.secret not in its.client.get(seed.get_absolute_url()).content.decode()


def test_once_revealed_every_roll_is_cast_again(its: Desk) -> None:
    seed = roll_one(its)
    take_every_step(its.team)
    seed.refresh_from_db()
    told = read(its, seed)
    assert f"Secret {seed.secret}" in told
    assert f"SHA-256 of the secret {seed.commitment} the commitment" in told
    assert "Every roll is what the secret casts." in told
    rolled = its.team.entries.filter(data__roll__commitment=seed.commitment).count()
    assert told.count("the same Do it yourself") == rolled > 2
    assert "different" not in told


def test_a_roll_that_the_secret_does_not_cast_is_noticed(its: Desk) -> None:
    seed = roll_one(its)
    take_every_step(its.team)
    Seed.objects.filter(pk=seed.pk).update(secret=SECRET.hex())
    told = read(its, seed)
    assert "not the commitment" in told
    assert "Something here is not what was promised." in told


def test_the_link_beside_a_roll_casts_it_again(its: Desk) -> None:
    seed = roll_one(its)
    take_every_step(its.team)
    page = its.client.get(seed.get_absolute_url()).content.decode()
    urls = [unescape(url) for url in re.findall(r'href="(/dice/\?[^"]+)"', page)]
    entries = its.team.entries.filter(data__roll__commitment=seed.commitment)
    for url, entry in zip(urls, entries, strict=True):
        html = its.client.get(url).content.decode()
        assert re.findall(r'<span class="die of-(\w+)">', html) == entry.data["roll"]["dice"]
        assert seed.commitment in html


def test_dice_from_the_table_are_no_business_of_the_secret(its: Desk) -> None:
    pay_all(its)
    # The table's die first: what is cast here may be Spirit, and then somebody has to be spared before others roll.
    desk.roll_downtime(
        team=its.team, game=its.match.game, ninja="n2", author=None, dice=(Element.EARTH,), witness="Hana"
    )
    seed = cast_one(its)
    assert "Hana" not in read(its, seed)


def test_a_struck_roll_says_so(its: Desk) -> None:
    seed = roll_one(its)
    amend(its, its.match, None)
    assert "struck" in read(its, seed)


def test_a_secret_from_which_nothing_was_rolled_says_so(its: Desk) -> None:
    assert "Rolled from it Nothing yet." in read(its, its.team.seeds.get())


# A match's


def test_the_draws_of_a_challenge_are_checked_the_same_way(its: Desk) -> None:
    take_every_step(its.team)
    match = its.table.brief(its.table.another_game())
    briefings.draw(match=match, author=its.table.players[0])
    match = Match.objects.get(pk=match.pk)
    seed = match.seeds.get()
    told = read(its, seed)
    assert "Dice of the game Kenta tora against Mio ika A secret for its random challenge." in told
    assert "It will be when the report of the game is accepted." in told
    assert f"Purpose: challenge {match.game} 1" in told
    its.table.file(match, account(match))
    told = read(its, seed)
    assert "Every roll is what the secret casts." in told
    assert "Draw 1 for the challenge." in told


# Who may look


def test_the_dice_of_a_private_team_are_for_those_who_may_see_it(its: Desk) -> None:
    seed = roll_one(its)
    Team.objects.filter(pk=its.team.pk).update(is_private=True)
    for who, status in ((None, 404), (person("stranger"), 404), (its.table.players[1], 200), (its.table.master, 200)):
        its.client.logout()
        if who:
            its.client.force_login(who)
        assert its.client.get(seed.get_absolute_url()).status_code == status


def test_the_dice_of_a_private_league_are_for_its_members(its: Desk) -> None:
    seed = its.match.seeds.get()
    League.objects.update(is_private=True)
    guest = join(its.table.league, person("guest"))
    for who, status in ((None, 404), (person("stranger"), 404), (guest, 200)):
        its.client.logout()
        if who:
            its.client.force_login(who)
        assert its.client.get(seed.get_absolute_url()).status_code == status


@pytest.mark.parametrize("commitment", ["x", "0" * 64, "0" * 63, "%00", "f" * 500, "ä"])
@pytest.mark.every_database
def test_a_commitment_that_nobody_made_is_not_there(client: Client, commitment: str) -> None:
    assert client.get(f"/dice/{commitment}/").status_code == 404


def test_dice_are_only_looked_at(client: Client, its: Desk) -> None:
    assert client.post("/dice/").status_code == 405
    assert client.post(its.team.seeds.get().get_absolute_url()).status_code == 405


# Casting again


@pytest.mark.parametrize(("purpose", "count"), [("downtime tora g1 n1", 1), ("advancement tora n2 1", 2), ("ä#1", 24)])
def test_anybody_can_cast_dice_from_a_secret(client: Client, purpose: str, count: int) -> None:
    response = client.get("/dice/", {"secret": SECRET.hex(), "purpose": purpose, "count": str(count)})
    html = response.content.decode()
    roll = dice.cast(SECRET, purpose, count)
    assert response.status_code == 200
    assert re.findall(r'<span class="die of-(\w+)">', html) == list(roll.dice)
    assert roll.commitment in html


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"secret": "xyz", "purpose": "p", "count": "1"}, "A secret is written in pairs of the digits"),
        ({"secret": "", "purpose": "p", "count": "1"}, "This field is required."),
        ({"secret": "00", "purpose": "", "count": "1"}, "This field is required."),
        ({"secret": "00", "purpose": "p", "count": "25"}, "less than or equal to 24"),
        ({"secret": "00", "purpose": "p", "count": "0"}, "greater than or equal to 1"),
        ({"secret": "0" * 1002, "purpose": "p" * 301, "count": "many"}, "at most 1000 characters"),
        ({"secret": "\0", "purpose": "\0", "count": "\0"}, "Null characters are not allowed."),
    ],
)
def test_what_cannot_be_cast_is_refused_in_a_sentence(client: Client, told: dict[str, str], sentence: str) -> None:
    response = client.get("/dice/", told)
    assert response.status_code == 422
    assert sentence in words(response)


def test_the_page_explains_itself_and_asks_the_database_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        response = client.get("/dice/")
    assert response.status_code == 200
    assert SNIPPET.strip() in unescape(response.content.decode())


@pytest.mark.parametrize(("purpose", "count"), [("downtime tora g1 n1", 1), ("advancement tora n2 1", 2), ("x", 100)])
def test_the_lines_of_python_on_the_page_cast_the_same_dice(purpose: str, count: int) -> None:
    """On their own, with nothing of this project in reach."""
    told = f"{SECRET.hex()}\n{purpose}\n{count}\n"
    ran = subprocess.run(
        [sys.executable, "-I", "-c", SNIPPET], input=told, capture_output=True, text=True, check=True, cwd="/"
    )
    roll = dice.cast(SECRET, purpose, count)
    assert f"Commitment: {roll.commitment}" in ran.stdout
    assert str([die.capitalize() for die in roll.dice]) in ran.stdout


# The price


@pytest.mark.parametrize("is_long", [False, True])
def test_it_costs_the_same_for_short_and_long_chronicles(
    its: Desk, is_long: bool, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    seed = roll_one(its)
    if is_long:
        take_every_step(its.team)
        write(its.team, [Renamed(f"Tora {n}") for n in range(100)])
    with django_assert_num_queries(6):
        its.client.get(seed.get_absolute_url())
