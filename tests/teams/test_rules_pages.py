"""The rules to be read, and the ways to them from wherever a rule decides."""

import pytest
from django.template import Context, Template
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rules.book.chapters import book, places
from rules.house import rulebook
from teams.book_page import RULINGS
from tests.teams.people import person, team
from tests.teams.stories import words

CHAPTERS = [*(chapter.id for chapter in book(rulebook())), RULINGS]


@pytest.mark.parametrize("chapter", ["", *(f"{its}/" for its in CHAPTERS)])
@pytest.mark.django_db
def test_every_chapter_is_read_without_an_account_and_without_a_query(
    client: Client, chapter: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        response = client.get(f"/rules/{chapter}")
    assert response.status_code == 200
    assert client.head(f"/rules/{chapter}").status_code == 200
    assert client.post(f"/rules/{chapter}").status_code == 405


def test_the_contents_lead_to_every_chapter(client: Client) -> None:
    html = client.get("/rules/").content.decode()
    for chapter in CHAPTERS:
        assert f'href="/rules/{chapter}/"' in html


def test_every_rule_stands_at_its_anchor(client: Client) -> None:
    for place in places().values():
        html = client.get(f"/rules/{place.chapter}/").content.decode()
        assert f'id="{place.rule}"' in html


def test_the_signs_of_the_elements_have_anchors_too(client: Client) -> None:
    html = client.get("/rules/downtime/").content.decode()
    assert 'id="spirit"' in html
    assert "spares another one in the Healing House" in words(client.get("/rules/downtime/"))


def test_our_rulings_lead_to_the_rules_they_are_of(client: Client) -> None:
    html = client.get("/rules/rulings/").content.decode()
    assert 'href="/rules/leagues/#tie-breakers"' in html
    assert "Our ruling." in words(client.get("/rules/leagues/"))


def test_a_chapter_that_is_not_there_says_so(client: Client) -> None:
    response = client.get("/rules/downtimes/")
    assert response.status_code == 404
    assert "There is no chapter called “downtimes”. Did you mean downtime?" in words(response)
    assert client.get("/rules/%00/").status_code == 404


# The way to a rule


def link(rule_id: str, **context: object) -> str:
    return Template(f"{{% load kagejima %}}{{% rule '{rule_id}' %}}").render(Context(context))


def test_outside_a_league_a_rule_is_the_rulebooks() -> None:
    html = link("upkeep")
    assert 'href="/rules/ronin/#upkeep"' in html
    assert "The rule" in html
    assert "Paying upkeep" in html


def test_a_misspelt_rule_is_noticed_at_once() -> None:
    with pytest.raises(KeyError):
        link("upkeeep")


@pytest.mark.django_db
def test_a_team_without_house_rules_plays_by_the_rulebook(client: Client) -> None:
    its = team(person())
    assert f'href="/teams/{its.slug}/rules/upkeep/"' in link("upkeep", team=its)
    response = client.get(f"/teams/{its.slug}/rules/upkeep/")
    assert response.status_code == 302
    assert response["Location"] == "/rules/ronin/#upkeep"
    assert client.get(f"/teams/{its.slug}/rules/nonsense/").status_code == 404
    assert client.post(f"/teams/{its.slug}/rules/upkeep/").status_code == 405


@pytest.mark.django_db
def test_of_a_private_team_nobody_learns_even_that(client: Client) -> None:
    its = team(person(), is_private=True)
    assert client.get(f"/teams/{its.slug}/rules/upkeep/").status_code == 404
