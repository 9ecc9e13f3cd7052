"""The search for programs: the same as the page's, for the same people."""

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.api.clients import Program
from tests.teams.people import named, person, team

pytestmark = pytest.mark.django_db


def test_everything_is_found_by_its_name() -> None:
    team(None, named("Leaping Foxes"))
    body = Program().get("search/?q=leap").json()
    assert (body["q"], body["is_close"]) == ("leap", False)
    assert [(its["kind"], its["name"]) for its in body["results"]] == [("keywords", "Leap"), ("teams", "Leaping Foxes")]
    assert body["results"][0]["url"].endswith("/keywords/leap/")


def test_what_is_private_is_for_those_who_may_see_it() -> None:
    kenta = person("kenta")
    team(kenta, named("Hidden Hands"), is_private=True)
    assert not Program().get("search/?q=hidden").json()["results"]
    assert Program(kenta).get("search/?q=hidden").json()["results"][0]["name"] == "Hidden Hands"


def test_a_slip_is_forgiven_and_said() -> None:
    assert Program().get("search/?q=kunoichy").json()["is_close"]


@pytest.mark.parametrize("query", ["", "?q=", "?q=%00", "?q=%25", "?q=" + "x" * 3000])
def test_any_question_has_an_answer(query: str) -> None:
    assert Program().get(f"search/{query}").status_code == 200


def test_its_price_is_fixed(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(4):
        Program().get("search/?q=tora")
