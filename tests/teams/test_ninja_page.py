"""The page of a ninja: who it is, how it is, its career as the chronicle tells it, and to whom."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rules.events import Amended, Deed, Dismissed, Event, Played, Recruited, Ruled, SeasonBegan, Word
from teams.models import Team
from tests.teams.people import named, person, team
from tests.teams.stories import GAME, crowded, seasoned, words, write

pytestmark = pytest.mark.django_db
TWICE = "Injured an enemy \N{MULTIPLICATION SIGN} 2"
INJURY = "brawl-injury"


def address(its: Team, ninja: str) -> str:
    return f"{its.get_absolute_url()}ninja/{ninja}/"


def read(client: Client, its: Team, ninja: str) -> str:
    response = client.get(address(its, ninja))
    assert response.status_code == 200
    return words(response)


def rows(client: Client, its: Team, ninja: str) -> list[str]:
    """The career, game by game, as text."""
    html = client.get(address(its, ninja)).content.decode()
    body = html.partition('<h2 id="career">')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)]


def another(number: int, *deeds: Deed, **told: object) -> Played:
    return replace(GAME, game=f"g{number}", deeds=deeds, **told)  # type: ignore[arg-type]


# Who it is


def test_it_says_who_it_is_and_what_advancements_changed(client: Client) -> None:
    page = read(client, seasoned(), "n2")
    assert "Tora Kaiken" in page
    assert "Kaiken of The tora" in page
    assert re.search(r"MV \d \+1", page)
    assert "Experienced 9 XP" in page
    assert "13 XP to Veteran" in page
    assert "10 koban to recruit" in page


def test_it_says_how_it_is_now(client: Client) -> None:
    its = seasoned()
    assert "Ready" in read(client, its, "n1")
    write(its, [Ruled("A bad fall.", ninja="n1", misses=2)])
    assert "Misses 2 games" in read(client, its, "n1")
    write(its, [Ruled("Well again.", ninja="n1", misses=0, starts_in_healing_house=True)])
    assert "Starts in the Healing House" in read(client, its, "n1")


def test_an_advancement_that_waits_is_told(client: Client) -> None:
    assert "Ready, with 1 advancement due" in read(client, seasoned(), "n3")


def test_a_ninja_that_never_gains_xp_has_no_drawing(client: Client) -> None:
    its = seasoned()
    write(its, [Recruited("n6", "benkei", "Benkei"), another(2, Deed("n6")), another(3, Deed("n6"))])
    page = read(client, its, "n6")
    assert "Never gains XP." in page
    assert "Experience game by game" not in page
    assert "koban upkeep after each game" in page


# Its career


def test_its_career_is_told_game_by_game(client: Client) -> None:
    its = seasoned()
    (game,) = rows(client, its, "n2")
    assert game.startswith(f"1. Brawl The ika Won {TWICE} Ended in the Healing House +9 9 ")
    assert "Downtime of Tora Kaiken: Void (rolled at the table)" in game
    assert "rolled Air and Air (rolled at the table, seen by Mayumi) for an advancement" in game
    assert "gained" in game


def test_an_award_and_the_feats_stand_beside_the_game(client: Client) -> None:
    (game,) = rows(client, seasoned(), "n1")
    assert f"All-Star {TWICE}" in game
    assert "+5 5" in game


def test_rulings_and_new_names_are_told_where_they_belong(client: Client) -> None:
    (game,) = rows(client, seasoned(), "n3")
    assert "Was not fielded" in game
    assert "is called Jiro from now on" in game
    assert "Reason: He won the tea contest." in game
    assert "lantern" not in game


def test_a_game_that_it_had_to_miss_is_told_so(client: Client) -> None:
    its = seasoned()
    write(its, [Ruled("A bad fall.", ninja="n1", misses=1), another(2)])
    assert "Had to miss it" in rows(client, its, "n1")[1]
    assert "Games not played 1" in read(client, its, "n1")


def test_whoever_joined_later_knows_nothing_of_the_games_before(client: Client) -> None:
    its = seasoned()
    page = read(client, its, "n5")
    assert "Kuma (Tora Oni) was recruited for" in page
    assert "No league game yet" in page
    write(its, [another(2, Deed("n5", {INJURY: 1}, 1))])
    (game,) = rows(client, its, "n5")
    assert game.startswith("2. Brawl")


def test_all_its_games_are_added_up(client: Client) -> None:
    its = seasoned()
    write(its, [another(2, Deed("n1", {INJURY: 1}, 2, healing_house=True))])
    page = read(client, its, "n1")
    # What the first game calls an injury is none in a brawl.
    assert "Games 2 Feats 3 Injuries made 1 All-Star awards 1 Ended in the Healing House 1 Games not played 0" in page
    assert "Injured an enemy 3" in page


def test_a_new_season_without_experience_is_part_of_the_career(client: Client) -> None:
    its = seasoned()
    write(its, [SeasonBegan("Winter", keeps_experience=False)])
    (game,) = rows(client, its, "n2")
    assert "The season Winter began, without the experience of the last one." in game


def test_an_amended_game_is_told_as_it_counts_now(client: Client) -> None:
    its = seasoned()
    other = replace(GAME, deeds=(Deed("n1", {INJURY: 1}, 3), *GAME.deeds[1:]))
    write(its, [Amended(2, "g1", Word.STANDS, other)])
    (game,) = rows(client, its, "n1")
    assert "+3 3" in game
    assert "All-Star" not in game


def test_a_voided_game_is_no_part_of_the_career(client: Client) -> None:
    its = team()
    struck: list[Event] = [another(1, Deed("n1", {INJURY: 2}, 5)), Amended(2, "g1", Word.STRUCK)]
    write(its, struck)
    assert rows(client, its, "n1") == []
    assert "No league game yet" in read(client, its, "n1")


def test_somebody_who_was_dismissed_has_a_page_as_well(client: Client) -> None:
    its = seasoned()
    crowded(its, 6)
    write(its, [Dismissed("n2")])
    page = read(client, its, "n2")
    assert "Was dismissed" in page
    assert "As it was last" in page
    assert "Tora Kaiken was dismissed." in rows(client, its, "n2")[0]


def test_a_ronin_that_was_not_paid_has_left(client: Client) -> None:
    page = read(client, seasoned(), "n4")
    assert "Left without its upkeep" in page
    assert "was not paid and left" in page


def test_its_xp_are_drawn_said_in_words_and_told_in_figures(client: Client) -> None:
    its = seasoned()
    write(its, [another(n, Deed("n1", {INJURY: 1}, n)) for n in range(2, 5)])
    html = client.get(address(its, "n1")).content.decode()
    figure = html[html.index('<figure class="chart-figure') :].partition("</figure>")[0]
    assert figure.count('aria-label="XP from game to game"') == 3  # for phones, where there is room, and its table
    assert "Tora Chunin went from 5 to 14 XP in 4 games." in figure
    cells = re.findall(r"<td><bdi>(\d+)</bdi></td>", figure)
    assert list(zip(cells[::2], cells[1::2], strict=True)) == [("5", "5"), ("2", "7"), ("3", "10"), ("4", "14")]
    assert ">Experienced</text>" in figure
    assert ">Veteran</text>" in figure  # the level ahead
    assert ">Shinobi</text>" not in figure


def test_one_game_is_no_line(client: Client) -> None:
    assert "chart-figure" not in client.get(address(seasoned(), "n1")).content.decode()


# How to get there, and who may


def test_the_scroll_leads_to_everybody_who_is_or_was_there(client: Client) -> None:
    its = seasoned()
    html = client.get(its.get_absolute_url()).content.decode()
    for ninja in ("n1", "n2", "n3", "n4", "n5"):
        assert f'href="{address(its, ninja)}"' in html


@pytest.mark.parametrize("ninja", ["n99", "N1", "x" * 200, "n1-"])
def test_somebody_who_never_was_is_not_found(client: Client, ninja: str) -> None:
    response = client.get(address(seasoned(), ninja))
    assert response.status_code == 404
    assert "There is no such ninja in The tora" in words(response)


def test_an_address_that_is_none_is_not_found(client: Client) -> None:
    its = seasoned()
    assert client.get(f"{its.get_absolute_url()}ninja/%00/").status_code == 404
    assert client.get("/teams/nobody/ninja/n1/").status_code == 404


def test_a_private_teams_ninja_are_private(client: Client) -> None:
    owner = person("owner")
    its = seasoned(owner, is_private=True)
    assert client.get(address(its, "n1")).status_code == 404
    client.force_login(person("stranger"))
    assert client.get(address(its, "n1")).status_code == 404
    for reader in (owner, person("master", is_staff=True)):
        client.force_login(reader)
        assert client.get(address(its, "n1")).status_code == 200


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_nothing_can_be_changed_here(client: Client, method: str) -> None:
    assert getattr(client, method)(address(seasoned(), "n1")).status_code == 405


def test_a_ninja_may_be_called_anything(client: Client) -> None:
    its = seasoned()
    write(its, [Recruited("n7", "tora-kaiken", "<b>Scroll</b>")])
    response = client.get(address(its, "n7"))
    assert response.status_code == 200
    assert "<b>Scroll" not in response.content.decode()


def test_it_costs_the_same_for_a_long_career(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    fresh, old = team(), team(event=named("Old"))
    crowded(old, 20)
    write(old, [another(n, Deed("n1", {INJURY: 1}, 1)) for n in range(1, 41)])
    for its in (fresh, old):
        with django_assert_num_queries(2):
            client.get(address(its, "n1"))
