"""Who may do what with a team, for stranger, visitor, owner and ninja master."""

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client

from teams import permissions
from teams.models import Draft, Team
from teams.permissions import Role
from tests.teams.people import named, person, team

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> dict[str, permissions.Person]:
    return {
        "visitor": AnonymousUser(),
        "stranger": person("stranger"),
        "owner": person("owner"),
        "staff": person("staff", is_staff=True),
    }


ROLES = {"visitor": Role.STRANGER, "stranger": Role.STRANGER, "owner": Role.OWNER, "staff": Role.MASTER}


def owned(people: dict[str, permissions.Person], *, is_private: bool = False) -> Team:
    owner = people["owner"]
    assert isinstance(owner, User)
    return team(owner, is_private=is_private)


@pytest.mark.parametrize("who", ROLES)
def test_everybody_is_one_thing_to_a_team(who: str, people: dict[str, permissions.Person]) -> None:
    assert permissions.role(people[who], owned(people)) is ROLES[who]


@pytest.mark.parametrize("who", ROLES)
def test_a_public_team_is_for_everybody_to_see(who: str, people: dict[str, permissions.Person]) -> None:
    founded = owned(people)
    assert permissions.team_to_see(people[who], founded.slug) == founded
    assert founded in permissions.visible_teams(people[who])


@pytest.mark.parametrize(("who", "sees"), [("visitor", False), ("stranger", False), ("owner", True), ("staff", True)])
def test_a_private_team_does_not_exist_for_strangers(
    who: str, sees: bool, people: dict[str, permissions.Person]
) -> None:
    founded = owned(people, is_private=True)
    assert (founded in permissions.visible_teams(people[who])) is sees
    if sees:
        assert permissions.team_to_see(people[who], founded.slug) == founded
    else:
        with pytest.raises(Http404):
            permissions.team_to_see(people[who], founded.slug)
        with pytest.raises(Http404):
            permissions.team_to_edit(people[who], founded.slug)


@pytest.mark.parametrize(("who", "edits"), [("visitor", False), ("stranger", False), ("owner", True), ("staff", True)])
def test_only_owner_and_master_change_a_team(who: str, edits: bool, people: dict[str, permissions.Person]) -> None:
    founded = owned(people)
    if edits:
        assert permissions.team_to_edit(people[who], founded.slug) == founded
    else:
        with pytest.raises(PermissionDenied, match="Only its owner and the ninja master"):
            permissions.team_to_edit(people[who], founded.slug)


def test_a_league_names_its_masters_and_members(monkeypatch: pytest.MonkeyPatch) -> None:
    master, founded, other = person("master"), team(is_private=True), team(event=named("Other"), is_private=True)
    member = person("member")
    roles = {(master, founded): Role.MASTER, (member, founded): Role.MEMBER}
    monkeypatch.setattr(permissions, "IN_LEAGUES", [lambda who, its: roles.get((who, its), Role.STRANGER)])
    assert permissions.role(master, founded) is Role.MASTER
    assert permissions.role(master, other) is Role.STRANGER
    assert permissions.may_edit(master, founded)
    assert permissions.may_see(member, founded)
    assert not permissions.may_edit(member, founded)
    assert not permissions.may_see(member, other)


def test_a_team_whose_owner_left_is_nobody_s(people: dict[str, permissions.Person]) -> None:
    founded = team()
    assert permissions.role(people["visitor"], founded) is Role.STRANGER
    assert permissions.role(people["stranger"], founded) is Role.STRANGER


def test_an_address_nobody_has_is_not_found() -> None:
    with pytest.raises(Http404):
        permissions.team_to_see(AnonymousUser(), "nowhere")


def test_a_draft_is_for_its_owner_or_for_the_browser_that_began_it() -> None:
    owner, stranger = person("owner"), person("stranger")
    theirs, nobodys = Draft.objects.create(owner=owner, state={}), Draft.objects.create(state={})
    assert permissions.may_build(owner, theirs, [])
    assert not permissions.may_build(stranger, theirs, [str(theirs.key)])
    assert not permissions.may_build(AnonymousUser(), theirs, [str(theirs.key)])
    assert permissions.may_build(AnonymousUser(), nobodys, [str(nobodys.key)])
    assert not permissions.may_build(AnonymousUser(), nobodys, [])


def test_who_is_refused_is_told_why(client: Client) -> None:
    founded = team()
    answer = client.get(f"/teams/{founded.slug}/manage/")
    assert answer.status_code == 403
    assert "Only its owner and the ninja master may change The tora." in answer.content.decode()
