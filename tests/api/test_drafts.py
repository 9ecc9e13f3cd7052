"""Drafts through the API: as in the builder, by whoever is logged in, and never over somebody's newer version."""

from typing import Any
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from teams import drafts
from teams.models import Draft, Team
from tests.api.clients import Program, refused
from tests.rules.teams import legal_team
from tests.teams.people import person

pytestmark = pytest.mark.django_db
RECRUITS = [
    {"profile": its.profile, "name": its.name, "abilities": list(its.abilities)} for its in legal_team("tora").recruits
]


@pytest.fixture
def program() -> Program:
    return Program(person())


def begun(program: Program) -> Any:
    response = program.post("drafts/", {"clan": "tora"})
    assert response.status_code == 201
    return response


def address(draft: Any) -> str:
    return f"drafts/{draft.json()['key']}/"


def legal(program: Program) -> Any:
    draft = begun(program)
    return program.patch(address(draft), {"name": "Ember Claws", "recruits": RECRUITS}, if_match=draft["ETag"])


def test_a_draft_is_begun_filled_and_founded(program: Program) -> None:
    draft = begun(program)
    assert draft.json()["roster"]["is_legal"] is False
    filled = legal(program)
    assert filled.json()["roster"]["is_legal"] is True
    assert (filled.json()["version"], filled.json()["name"]) == (2, "Ember Claws")
    response = program.post(f"{address(filled)}found/", if_match=filled["ETag"])
    assert response.status_code == 201
    assert (response.json()["slug"], response.json()["owner"]) == ("ember-claws", "kenta")
    assert program.get(address(filled)).json()["team"] == "ember-claws"


def test_founding_again_finds_the_same_team(program: Program) -> None:
    filled = legal(program)
    found = f"{address(filled)}found/"
    first = program.post(found, if_match=filled["ETag"])
    again = program.post(found, if_match=filled["ETag"])
    assert (again.status_code, again.json()["slug"]) == (201, first.json()["slug"])
    assert Team.objects.count() == 1


def test_what_is_not_legal_is_not_founded(program: Program) -> None:
    draft = begun(program)
    refused(program.post(f"{address(draft)}found/", if_match=draft["ETag"]), 422, "too-few")
    assert not Team.objects.exists()


def test_a_change_is_made_to_the_version_that_was_seen(program: Program) -> None:
    draft = begun(program)
    changed = program.patch(address(draft), {"name": "One"}, if_match=draft["ETag"])
    assert changed["ETag"] == program.get(address(draft))["ETag"] != draft["ETag"]
    refused(program.patch(address(draft), {"name": "Two"}, if_match=draft["ETag"]), 412, "stale", "If-Match")
    refused(program.patch(address(draft), {"name": "Two"}), 428, "if-match-missing", "If-Match")
    refused(program.post(f"{address(draft)}found/"), 428, "if-match-missing", "If-Match")
    refused(program.post(f"{address(draft)}undo/"), 428, "if-match-missing", "If-Match")
    refused(program.delete(address(draft), if_match=draft["ETag"]), 412, "stale", "If-Match")
    assert program.get(address(draft)).json()["name"] == "One"


def test_a_change_is_undone(program: Program) -> None:
    draft = begun(program)
    changed = program.patch(address(draft), {"recruits": RECRUITS}, if_match=draft["ETag"])
    undone = program.post(f"{address(draft)}undo/", if_match=changed["ETag"])
    assert undone.json()["roster"]["recruits"] == []
    refused(program.post(f"{address(draft)}undo/", if_match=undone["ETag"]), 422, "nothing-to-undo")


def test_undoing_under_one_key_undoes_once(program: Program) -> None:
    draft = begun(program)
    for name in ("One", "Two"):
        draft = program.patch(address(draft), {"name": name}, if_match=draft["ETag"])
    key = str(uuid4())
    for _ in range(2):
        response = program.post(f"{address(draft)}undo/", if_match=draft["ETag"], idempotency_key=key)
        assert response.json()["name"] == "One"
    assert Draft.objects.get().version == 4


def test_recruits_without_a_name_get_one_and_others_keep_theirs(program: Program) -> None:
    draft = begun(program)
    recruits = [{"profile": "tora-kaiken"}, {"profile": "tora-kaiken", "name": "Hiji"}, {"profile": "byakko"}]
    changed = program.patch(address(draft), {"recruits": recruits}, if_match=draft["ETag"]).json()
    names = [its["name"] for its in changed["roster"]["recruits"]]
    assert names[0] not in ("", "Hiji")
    assert names[1:] == ["Hiji", "Byakko"]


@pytest.mark.parametrize(
    ("change", "code", "subject"),
    [
        ({"name": ""}, "nameless", "name"),
        ({"recruits": [{"profile": "nobody"}]}, "unknown-profile", "n1"),
        ({"recruits": [{"profile": "tora-kaiken"}] * 31}, "too-many-ninja", "recruits"),
        ({"recruits": [{"profile": "tora-chunin", "abilities": ["leap"]}]}, "unknown-ability", "n1"),
        ({"recruits": [{"profile": "tora-chunin", "abilities": ["pounce", "pounce"]}]}, "unknown-ability", "n1"),
        ({"clan": "ika"}, "unknown", "clan"),
    ],
)
def test_what_no_draft_may_be_is_refused(program: Program, change: dict[str, Any], code: str, subject: str) -> None:
    draft = begun(program)
    refused(program.patch(address(draft), change, if_match=draft["ETag"]), 422, code, subject)
    assert Draft.objects.get().version == 1


def test_a_draft_is_copied_and_discarded(program: Program) -> None:
    draft = legal(program)
    copy = program.post(f"{address(draft)}copy/")
    assert (copy.status_code, copy.json()["name"]) == (201, "Ember Claws 2")
    assert program.delete(address(draft)).status_code == 204
    refused(program.get(address(draft)), 404, "not-found")
    assert program.get(address(copy)).status_code == 200


def test_a_founded_draft_is_closed_and_its_team_stays(program: Program) -> None:
    draft = legal(program)
    program.post(f"{address(draft)}found/", if_match=draft["ETag"])
    refused(program.patch(address(draft), {"name": "New"}, if_match=draft["ETag"]), 422, "founded-already")
    assert program.delete(address(draft)).status_code == 204
    assert Team.objects.count() == 1


def test_there_is_room_for_only_so_many(program: Program) -> None:
    for _ in range(drafts.MOST_DRAFTS):
        begun(program)
    refused(program.post("drafts/", {"clan": "tora"}), 422, "too-many-drafts")


def test_an_unknown_clan_begins_nothing(program: Program) -> None:
    refused(program.post("drafts/", {"clan": "wolf"}), 422, "unknown-clan", "clan")


def test_drafts_are_listed_for_their_owner_alone(program: Program) -> None:
    first, second = begun(program), begun(program)
    listed = program.get("drafts/").json()["results"]
    assert [its["key"] for its in listed] == [second.json()["key"], first.json()["key"]]
    other = Program(person("yuki"))
    assert other.get("drafts/").json()["results"] == []
    refused(other.get(address(first)), 404, "not-found")
    refused(other.patch(address(first), {"name": "Mine"}, if_match="*"), 404, "not-found")
    refused(Program().get("drafts/"), 401, "not-logged-in")
    refused(Program().get(address(first)), 401, "not-logged-in")


def test_the_list_takes_as_many_queries_however_long_it_is(
    program: Program, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        begun(program)
        with django_assert_num_queries(2):  # the token, the drafts
            program.get("drafts/")
