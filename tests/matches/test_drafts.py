"""A report being filled in: kept as it is typed, one for each person, until it is filed."""

from collections.abc import Mapping
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from matches import drafts, reporting
from matches.models import Draft, Match, Report, Story
from tests.conftest import Race
from tests.matches.forms import form_in
from tests.matches.games import Table, account, table
from tests.matches.test_reporting import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def its() -> Table:
    return table()


@pytest.fixture
def match(its: Table) -> Match:
    return its.brief()


def save(match: Match, who: User, typed: Mapping[str, str], key: UUID | None = None) -> Draft:
    return drafts.save(match=match, author=who, typed=typed, shown=typed.keys(), key=key)


def file(its: Table, match: Match, key: UUID, story: str | None = None) -> Report:
    who = its.players[0]
    said, voice = account(match), its.voice(who, match.fixture)
    return drafts.file(match=match, account=said, story=story, author=who, voice=voice, key=key, settles=False)


def test_everybody_has_one_draft_of_their_own(its: Table, match: Match) -> None:
    kenta, mio = its.players
    key = uuid4()
    save(match, kenta, {"notes": "a"}, key)
    save(match, kenta, {"notes": "b"}, uuid4())
    save(match, mio, {"notes": "c"})
    assert [(its.author, its.form, its.key == key) for its in match.drafts.order_by("author__username")] == [
        (kenta, {"notes": "b"}, True),
        (mio, {"notes": "c"}, False),
    ]


def test_counts_that_were_not_shown_are_kept_and_ticks_are_not(its: Table, match: Match) -> None:
    kenta = its.players[0]
    save(match, kenta, {"a/n1/injury": "2", "a/n1/crate-checked": "1", "a/n1/all-star": "on", "a/n1:board": "on"})
    draft = save(match, kenta, {"a/n1/injury": "3"})
    assert draft.form == {"a/n1/injury": "3", "a/n1/crate-checked": "1"}


def test_filing_forgets_the_draft_and_what_comes_late_is_not_kept(its: Table, match: Match) -> None:
    kenta, key = its.players[0], uuid4()
    save(match, kenta, {"notes": "a"}, key)
    file(its, match, key)
    assert not match.drafts.exists()
    with refused("filed"):
        save(match, kenta, {"notes": "late"}, key)
    assert not match.drafts.exists()


def test_an_accepted_report_takes_no_draft(its: Table, match: Match) -> None:
    its.countersign(its.file(match, account(match)))
    with refused("accepted"):
        save(match, its.players[0], {"notes": "a"})


def test_the_story_is_told_with_the_report_or_neither_is(its: Table, match: Match) -> None:
    with refused("story-too-long"):
        file(its, match, uuid4(), story="x" * 20_001)
    assert not match.reports.exists()
    file(its, match, uuid4(), story="It was *dark*.")
    assert Story.objects.get(match=match).text == "It was *dark*."


def test_a_report_without_a_word_on_the_story_leaves_it_alone(its: Table, match: Match) -> None:
    reporting.tell_story(match=match, author=its.players[0], text="It was dark.")
    file(its, match, uuid4())
    assert Story.objects.get(match=match).text == "It was dark."


@pytest.mark.every_database
def test_many_saves_at_once_are_one_draft(race: Race) -> None:
    its = table()
    match = its.brief()
    kenta = its.players[0]
    race(lambda: save(match, kenta, {"notes": "a"}, uuid4()), runners=10)
    assert match.drafts.count() == 1


# Through the pages


def address(match: Match, page: str = "") -> str:
    return f"/games/{match.fixture_id}/report/{page}"


def test_a_draft_comes_back_with_its_key_after_a_reload(its: Table, match: Match, client: Client) -> None:
    client.force_login(its.players[0])
    form = form_in(client.get(address(match)))
    slug = its.teams[0].slug
    form |= {"challenge": "search", "notes": "Windy.", f"{slug}:points": "12"}
    response = client.post(address(match, "save/"), form, headers={"hx-request": "true"})
    assert response.status_code == 200
    assert "Saved" in response.content.decode()
    again = form_in(client.get(address(match)))
    assert (again["key"], again["notes"], again[f"{slug}:points"]) == (form["key"], "Windy.", "12")
    assert again[f"{slug}/n1/crate-checked"] == "0"


def test_without_script_a_button_saves_the_draft(its: Table, match: Match, client: Client) -> None:
    client.force_login(its.players[0])
    form = form_in(client.get(address(match)))
    response = client.post(address(match, "save/"), form | {"challenge": "brawl"}, follow=True)
    assert "kept as a draft" in response.content.decode()
    assert f"{its.teams[0].slug}/n1/brawl-injury" in form_in(response)


def test_another_challenge_brings_another_grid_and_loses_nothing(its: Table, match: Match, client: Client) -> None:
    client.force_login(its.players[0])
    cell = f"{its.teams[0].slug}/n1/crate-checked"
    form = form_in(client.get(address(match)))
    htmx = {"hx-request": "true"}
    client.post(address(match, "save/"), form | {"challenge": "search"}, headers=htmx)
    form = form_in(client.get(address(match))) | {cell: "2"}
    client.post(address(match, "save/"), form, headers=htmx)
    response = client.post(address(match, "save/"), form | {"challenge": "brawl"}, headers=htmx)
    assert 'id="grid" hx-swap-oob' in response.content.decode()
    form = form_in(client.get(address(match)))
    assert cell not in form
    client.post(address(match, "save/"), form | {"challenge": "search"}, headers=htmx)
    assert form_in(client.get(address(match)))[cell] == "2"


def test_a_save_tells_what_is_wrong_and_where(its: Table, match: Match, client: Client) -> None:
    client.force_login(its.players[0])
    slug = its.teams[0].slug
    client.post(address(match, "save/"), form_in(client.get(address(match))) | {"challenge": "search"})
    form = form_in(client.get(address(match))) | {f"{slug}/n1/injury": "100"}
    response = client.post(address(match, "save/"), form, headers={"hx-request": "true"})
    text = response.content.decode()
    assert "not 100" in text
    assert "hx-swap-oob" in text
    assert 'id="grid"' not in text
    assert f"{slug}/n1/injury" in response.headers["HX-Trigger-After-Swap"]


def test_counted_points_are_taken_over(its: Table, match: Match, client: Client) -> None:
    client.force_login(its.players[0])
    name = f"{its.teams[0].slug}:points"
    form = form_in(client.get(address(match))) | {name: "9"}
    client.post(address(match, "save/"), form | {"take": name})
    assert form_in(client.get(address(match)))[name] == ""


def test_a_late_save_is_refused_in_words(its: Table, match: Match, client: Client) -> None:
    client.force_login(its.players[0])
    form = form_in(client.get(address(match)))
    its.countersign(its.file(match, account(match)))
    response = client.post(address(match, "save/"), form, headers={"hx-request": "true"})
    assert "Not saved" in response.content.decode()
    assert client.post(address(match, "save/"), form).status_code == 302
