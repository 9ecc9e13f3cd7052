"""All versions of a report stay readable, and any two can be compared."""

from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches import amending, reporting
from matches.models import Match
from rules.house import AcceptedBy
from tests.matches.games import DREW, LOST, WON, Table, account, table
from tests.matches.test_report_pages import address, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def its() -> Table:
    """A game that was filed, filed otherwise, settled, amended by the master, and then voided."""
    its = table()
    match = its.brief()
    mine = its.teams[0].slug
    feats = {mine: {"n1": {"brawl-injury": 2}}}
    its.file(match, account(match, feats=feats, hurt={mine: ["n2"]}, stars={mine: ["n1"]}))
    its.file(match, account(match, DREW, DREW), by=1)
    reporting.settle(report=match.reports.get(number=1), author=its.master)
    for said in (account(match, LOST, WON), None):
        match.refresh_from_db()
        based_on = amending.version_of(match)
        amending.amend(
            match=match, account=said, author=its.master, reason="We were wrong.", key=uuid4(), based_on=based_on
        )
    return its


def test_the_list_says_of_each_version_whose_it_is_and_what_became_of_it(its: Table, client: Client) -> None:
    page = words(client.get(address(its.fixture, "versions/")))
    for number in range(1, 5):
        assert f"Version {number}" in page
    assert "Amendment In force from" in page
    assert "Voiding Voided the game on" in page
    assert "We were wrong." in page
    assert "By mio" in page
    assert "Signed for Mio ika" in page


def test_the_version_in_force_is_marked(client: Client) -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    its.file(match, account(match))
    assert "In force since" in words(client.get(address(its.fixture, "versions/")))


def test_a_version_is_read_with_all_its_cells(its: Table, client: Client) -> None:
    response = client.get(address(its.fixture, "versions/1/"))
    page = words(response)
    assert response.content.decode().count(f'class="team-read ink-{its.teams[0].colour}"') == 2
    assert "Brawl" in page
    assert "Kenta tora 2 Won" in page
    assert "Ninja On the board Injured an enemy Injured the enemy chunin" in page
    assert "Tora Chunin yes 2 0 0 0 no yes" in page
    assert "Tora Kaiken yes 0 0 0 0 yes no" in page


def test_a_version_that_voids_the_game_says_so(its: Table, client: Client) -> None:
    assert "It says that this game was not played." in words(client.get(address(its.fixture, "versions/4/")))


def test_two_versions_are_compared_by_cell(its: Table, client: Client) -> None:
    page = words(client.get(address(its.fixture, "compare/?a=1&b=2")))
    assert "Result Kenta tora Won Drew" in page
    assert "Points Kenta tora 2 0" in page
    assert "Injured an enemy Kenta tora : Tora Chunin 2 0" in page
    assert "Healing House Kenta tora : Tora Kaiken yes no" in page
    assert "All-Star Kenta tora : Tora Chunin yes no" in page


def test_without_a_choice_the_last_two_are_compared(its: Table, client: Client) -> None:
    page = words(client.get(address(its.fixture, "compare/")))
    assert "Versions 3 and 4 compared" in page
    assert "One of them says that this game was not played" in page


def test_a_version_says_the_same_as_itself(its: Table, client: Client) -> None:
    assert "They say the same of every cell." in words(client.get(address(its.fixture, "compare/?a=2&b=2")))
    assert "Both say that this game was not played." in words(client.get(address(its.fixture, "compare/?a=4&b=4")))


@pytest.mark.parametrize(
    "page", ["versions/0/", "versions/9/", "compare/?a=9", "compare/?a=x", "compare/?b=-1", "compare/?a=٣"]
)
def test_there_is_no_such_version(its: Table, client: Client, page: str) -> None:
    assert client.get(address(its.fixture, page)).status_code == 404


@pytest.mark.parametrize("page", ["versions/", "versions/1/", "compare/"])
def test_a_game_that_is_not_briefed_has_no_versions(client: Client, page: str) -> None:
    assert client.get(address(table().fixture, page)).status_code == 404


def test_a_briefed_game_that_nobody_reported_says_so(client: Client) -> None:
    its = table()
    its.brief()
    assert "Nobody has filed a report yet." in words(client.get(address(its.fixture, "versions/")))
    assert client.get(address(its.fixture, "compare/")).status_code == 404


@pytest.mark.parametrize(("page", "queries"), [("versions/", 7), ("versions/1/", 9), ("compare/?a=1&b=2", 9)])
def test_a_page_costs_the_same_however_many_versions_there_are(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, page: str, queries: int
) -> None:
    its = table()
    match = its.brief()
    for by in (0, 1):
        its.file(match, account(match, DREW, DREW) if by else account(match), by=by)
    with django_assert_num_queries(queries):
        client.get(address(its.fixture, page))
    for _ in range(3):
        its.file(match, account(match, LOST, WON))
    assert Match.objects.get().reports.count() == 5
    with django_assert_num_queries(queries):
        client.get(address(its.fixture, page))
