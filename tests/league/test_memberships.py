"""Who belongs to a league: every way in, every role, every way out, and what happens when two click at once."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league import leagues, memberships
from league.models import Invitation, Joining, JoinRequest, League, Membership, Role
from league.permissions import Standing
from rules.problems import RuleBroken
from teams import accounts
from tests.conftest import Race
from tests.league.clubs import club, join
from tests.teams.people import person
from tests.teams.stories import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    """Its ninja master is `sensei`."""
    return club()


@pytest.fixture
def sensei(client: Client, league: League) -> User:
    """Logged in already."""
    user = league.memberships.get().person
    client.force_login(user)
    return user


@pytest.fixture
def kenta() -> User:
    return person("kenta")


def joined_by(league: League, joining: Joining) -> League:
    league.joining = joining
    league.save()
    return league


def invited(league: League, role: Role = Role.PLAYER) -> Invitation:
    author = league.memberships.filter(role=Role.MASTER)[0].person
    return memberships.invite(league=league, role=role, days=7, author=author, has=Standing.MASTER)


def of(league: League, who: User) -> Membership:
    return league.memberships.get(person=who)


def role_of(league: League, who: User) -> Role | None:
    membership = league.memberships.filter(person=who).first()
    return Role(membership.role) if membership else None


def refused(run: object) -> str:
    assert callable(run)
    with pytest.raises(RuleBroken) as refusal:
        run()
    return refusal.value.code


# Walking in


def test_anybody_walks_into_an_open_league(league: League, kenta: User) -> None:
    first = memberships.join(league=league, person=kenta)
    assert role_of(league, kenta) is Role.PLAYER
    assert memberships.join(league=league, person=kenta) == first


@pytest.mark.parametrize("joining", [Joining.APPROVAL, Joining.INVITATION])
def test_nobody_walks_into_another(league: League, kenta: User, joining: Joining) -> None:
    joined_by(league, joining)
    assert refused(lambda: memberships.join(league=league, person=kenta)) == "not-open"
    assert role_of(league, kenta) is None


def test_a_member_who_joins_again_stays_what_he_is(league: League, kenta: User) -> None:
    join(league, kenta, Role.ASSISTANT)
    memberships.join(league=league, person=kenta)
    assert role_of(league, kenta) is Role.ASSISTANT


def test_nobody_joins_an_archived_league_in_any_way(league: League, kenta: User) -> None:
    invitation, asked = invited(league), JoinRequest.objects.create(league=league, person=kenta)
    leagues.archive(league=league)
    invitation.refresh_from_db()
    assert refused(lambda: memberships.join(league=league, person=kenta)) == "archived"
    assert refused(lambda: memberships.ask_to_join(league=league, person=person("mio"))) == "archived"
    assert refused(lambda: memberships.accept(invitation=invitation, person=kenta)) == "archived"
    assert refused(lambda: memberships.approve(request=asked, author=person("ren"))) == "archived"
    assert league.memberships.count() == 1


def test_the_page_of_an_open_league_takes_one_button(client: Client, league: League, kenta: User) -> None:
    client.force_login(kenta)
    assert "Join the league" in words(client.get("/leagues/moon-court/join/"))
    response = client.post("/leagues/moon-court/join/", follow=True)
    assert "Welcome to Moon Court: you are a player here." in response.content.decode()
    assert "You are a member of this league already." in words(client.get("/leagues/moon-court/join/"))


def test_a_visitor_logs_in_first_and_comes_back(client: Client, league: League) -> None:
    response = client.post("/leagues/moon-court/join/")
    assert response.headers["Location"] == "/account/login/?next=/leagues/moon-court/join/"
    assert league.memberships.count() == 1


def test_the_page_says_how_a_league_is_joined_otherwise(client: Client, league: League, kenta: User) -> None:
    client.force_login(kenta)
    joined_by(league, Joining.INVITATION)
    assert "ask its ninja master for a link" in words(client.get("/leagues/moon-court/join/"))
    response = client.post("/leagues/moon-court/join/")
    assert response.status_code == 422
    assert "Moon Court is not open to everybody." in words(response)


# Asking


def test_who_asks_is_let_in_by_the_ninja_master(league: League, kenta: User) -> None:
    asked = memberships.ask_to_join(league=joined_by(league, Joining.APPROVAL), person=kenta, message="Hi")
    assert role_of(league, kenta) is None
    master = league.memberships.get().person
    membership = memberships.approve(request=asked, author=master)
    asked.refresh_from_db()
    assert (membership.role, asked.is_accepted, asked.decided_by) == (Role.PLAYER, True, master)


def test_asking_twice_is_asking_once(league: League, kenta: User) -> None:
    joined_by(league, Joining.APPROVAL)
    first = memberships.ask_to_join(league=league, person=kenta, message="Hi")
    assert memberships.ask_to_join(league=league, person=kenta, message="Hello?") == first
    assert JoinRequest.objects.get().message == "Hi"


def test_who_was_turned_down_may_ask_again(league: League, kenta: User) -> None:
    joined_by(league, Joining.APPROVAL)
    first = memberships.ask_to_join(league=league, person=kenta)
    memberships.decline(request=first, author=person("mio"))
    memberships.decline(request=first, author=person("ren"))
    first.refresh_from_db()
    assert str(first.decided_by) == "mio"
    assert memberships.ask_to_join(league=league, person=kenta) != first


def test_a_request_is_refused_where_it_makes_no_sense(league: League, kenta: User) -> None:
    assert refused(lambda: memberships.ask_to_join(league=league, person=kenta)) == "no-requests"
    joined_by(league, Joining.APPROVAL)
    long = "w" * 501
    assert refused(lambda: memberships.ask_to_join(league=league, person=kenta, message=long)) == "message-too-long"
    join(league, kenta, Role.GUEST)
    assert refused(lambda: memberships.ask_to_join(league=league, person=kenta)) == "member-already"


def test_the_first_answer_stands(league: League, kenta: User) -> None:
    sensei = league.memberships.get().person
    mio = person("mio")
    let_in = JoinRequest.objects.create(league=league, person=kenta)
    turned_down = JoinRequest.objects.create(league=league, person=mio)
    first = memberships.approve(request=let_in, author=sensei)
    memberships.decline(request=turned_down, author=sensei)
    assert memberships.approve(request=let_in, author=mio) == first
    assert refused(lambda: memberships.decline(request=let_in, author=sensei)) == "decided"
    assert refused(lambda: memberships.approve(request=turned_down, author=sensei)) == "decided"
    assert (role_of(league, kenta), role_of(league, mio)) == (Role.PLAYER, None)


def test_an_old_answer_does_not_bring_back_who_has_left(league: League, kenta: User) -> None:
    asked = JoinRequest.objects.create(league=league, person=kenta)
    sensei = league.memberships.get().person
    memberships.approve(request=asked, author=sensei)
    memberships.leave(league=league, person=kenta)
    assert refused(lambda: memberships.approve(request=asked, author=sensei)) == "decided"
    assert role_of(league, kenta) is None


def test_requests_are_answered_on_the_page_of_members(client: Client, league: League, sensei: User) -> None:
    joined_by(league, Joining.APPROVAL)
    for name in ("kenta", "mio"):
        client.force_login(person(name))
        response = client.post("/leagues/moon-court/join/", {"message": f"I am {name}"}, follow=True)
        assert "Your request is sent." in response.content.decode()
        assert "You have asked to join." in words(response)
        assert "The ninja master has not answered yet." in words(client.get("/leagues/moon-court/join/"))
    client.force_login(sensei)
    assert "2 players would like to join." in words(client.get("/leagues/moon-court/"))
    page = words(client.get("/leagues/moon-court/members/"))
    assert "Asking to join 2" in page
    assert "I am kenta" in page
    first, second = JoinRequest.objects.order_by("pk")
    response = client.post(f"/leagues/moon-court/requests/{first.pk}/approve/", follow=True)
    assert "kenta is a player of Moon Court now." in response.content.decode()
    response = client.post(f"/leagues/moon-court/requests/{second.pk}/decline/", follow=True)
    assert "The request of mio is declined." in response.content.decode()
    assert "Asking to join" not in words(response)
    response = client.post(f"/leagues/moon-court/requests/{first.pk}/decline/")
    assert response.status_code == 422
    assert "kenta was let in already." in words(response)
    response = client.post(f"/leagues/moon-court/requests/{second.pk}/approve/")
    assert response.status_code == 422
    assert "mio was turned down already." in words(response)


def test_a_request_too_long_comes_back(client: Client, league: League, kenta: User) -> None:
    client.force_login(kenta)
    joined_by(league, Joining.APPROVAL)
    response = client.post("/leagues/moon-court/join/", {"message": "w" * 501})
    assert response.status_code == 422
    assert "A message has at most 500 characters, this has 501." in words(response)


def test_a_request_of_another_league_is_not_there(client: Client, league: League, sensei: User) -> None:
    elsewhere = JoinRequest.objects.create(league=club("Sun Court", master=person("mio")), person=person("ren"))
    assert client.post(f"/leagues/moon-court/requests/{elsewhere.pk}/approve/").status_code == 404
    assert client.post(f"/leagues/moon-court/requests/{elsewhere.pk}/decline/").status_code == 404


# By invitation


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.PLAYER, Role.GUEST])
def test_a_link_lets_its_holder_in(league: League, kenta: User, role: Role) -> None:
    invitation = invited(joined_by(league, Joining.INVITATION), role)
    first = memberships.accept(invitation=invitation, person=kenta)
    assert memberships.accept(invitation=invitation, person=kenta) == first
    invitation.refresh_from_db()
    assert (role_of(league, kenta), invitation.uses) == (role, 1)


def test_a_link_raises_a_member_and_never_lowers_one(league: League, kenta: User) -> None:
    join(league, kenta, Role.GUEST)
    memberships.accept(invitation=invited(league, Role.PLAYER), person=kenta)
    assert role_of(league, kenta) is Role.PLAYER
    memberships.accept(invitation=invited(league, Role.GUEST), person=kenta)
    assert role_of(league, kenta) is Role.PLAYER


def test_a_link_answers_an_open_request(league: League, kenta: User) -> None:
    asked = JoinRequest.objects.create(league=league, person=kenta)
    memberships.accept(invitation=invited(league), person=kenta)
    asked.refresh_from_db()
    assert (asked.decided_at is not None, asked.is_accepted) == (True, True)


def test_revoked_and_expired_links_let_nobody_in(league: League, kenta: User) -> None:
    revoked, expired = invited(league), invited(league)
    memberships.revoke(invitation=revoked)
    Invitation.objects.filter(pk=expired.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert refused(lambda: memberships.accept(invitation=revoked, person=kenta)) == "revoked"
    assert refused(lambda: memberships.accept(invitation=expired, person=kenta)) == "expired"


def test_revoking_twice_is_once(league: League) -> None:
    invitation = invited(league)
    memberships.revoke(invitation=invitation)
    first = Invitation.objects.get().revoked_at
    memberships.revoke(invitation=invitation)
    assert Invitation.objects.get().revoked_at == first is not None


@pytest.mark.parametrize(
    ("has", "roles"),
    [
        (Standing.MASTER, {Role.ASSISTANT, Role.PLAYER, Role.GUEST}),
        (Standing.ASSISTANT, {Role.PLAYER, Role.GUEST}),
        (Standing.STRANGER, set()),
    ],
)
def test_nobody_invites_to_his_own_rank_or_above(league: League, kenta: User, has: Standing, roles: set[Role]) -> None:
    assert set(memberships.invitable(has)) == roles
    for role in Role:
        if role not in roles:
            code = refused(
                lambda role=role: memberships.invite(league=league, role=role, days=7, author=kenta, has=has)
            )
            assert code == "role-not-given"


@pytest.mark.parametrize("days", [0, -1, 366])
def test_an_invitation_lasts_between_a_day_and_a_year(league: League, kenta: User, days: int) -> None:
    code = refused(
        lambda: memberships.invite(league=league, role=Role.GUEST, days=days, author=kenta, has=Standing.MASTER)
    )
    assert code == "bad-expiry"


def test_a_link_is_made_copied_and_revoked(client: Client, league: League, sensei: User) -> None:
    response = client.post("/leagues/moon-court/invitations/", {"role": "guest", "days": "30"}, follow=True)
    assert "The invitation is ready" in response.content.decode()
    assert response.redirect_chain == [("/leagues/moon-court/members/#invitations", 302)]
    invitation = Invitation.objects.get()
    assert f'value="http://testserver/join/{invitation.token}/"' in response.content.decode()
    assert (invitation.role, invitation.created_by) == ("guest", sensei)
    assert timedelta(days=29) < invitation.expires_at - timezone.now() <= timedelta(days=30)
    response = client.post(f"/leagues/moon-court/invitations/{invitation.pk}/revoke/", follow=True)
    assert "its link lets nobody in any more" in response.content.decode()
    assert invitation.token not in response.content.decode()


@pytest.mark.parametrize("wrong", [{"role": "master", "days": "7"}, {"role": "guest", "days": "8"}, {}])
def test_a_wrong_invitation_comes_back(client: Client, league: League, sensei: User, wrong: dict[str, str]) -> None:
    response = client.post("/leagues/moon-court/invitations/", wrong)
    assert response.status_code == 422
    assert "Choose one of these." in words(response)
    assert not Invitation.objects.exists()


def test_an_assistant_invites_no_assistants(client: Client, league: League, kenta: User) -> None:
    client.force_login(join(league, kenta, Role.ASSISTANT))
    assert client.post("/leagues/moon-court/invitations/", {"role": "assistant", "days": "7"}).status_code == 422
    assert client.post("/leagues/moon-court/invitations/", {"role": "player", "days": "7"}).status_code == 302


def test_an_invitation_of_another_league_is_not_there(client: Client, league: League, sensei: User) -> None:
    elsewhere = invited(club("Sun Court", master=person("mio")))
    assert client.post(f"/leagues/moon-court/invitations/{elsewhere.pk}/revoke/").status_code == 404
    elsewhere.refresh_from_db()
    assert elsewhere.revoked_at is None


def test_opening_a_link_changes_nothing_and_joining_does(client: Client, kenta: User) -> None:
    league = club(is_private=True)
    address = f"/join/{invited(league).token}/"
    page = client.get(address)
    assert "sensei invites you to be a player in this league." in words(page)
    assert f"/account/login/?next={address}" in page.content.decode()
    client.force_login(kenta)
    assert "You join as kenta ." in words(client.get(address))
    assert role_of(league, kenta) is None
    response = client.post(address, follow=True)
    assert "Welcome to Moon Court: you are a player here." in response.content.decode()
    assert response.redirect_chain == [("/leagues/moon-court/", 302)]
    again = client.get(address)
    assert "You are a member of this league already. To the league" in words(again)
    assert "Join the league" not in words(again)
    league.memberships.filter(person=kenta).update(role=Role.GUEST)
    assert "Join the league" in words(client.get(address)), "a guest can become a player by it"


def test_the_link_survives_logging_in(client: Client, league: League, kenta: User) -> None:
    address = f"/join/{invited(league).token}/"
    login = client.post(address).headers["Location"]
    assert login == f"/account/login/?next={address}"
    sent = {"login": "kenta", "password": "a long password", "next": address}
    response = client.post(login, sent)
    assert (response.status_code, response.headers["Location"]) == (302, address)


def test_links_that_let_nobody_in_say_why(client: Client, league: League, kenta: User) -> None:
    client.force_login(kenta)
    revoked, expired = invited(league), invited(league)
    memberships.revoke(invitation=revoked)
    Invitation.objects.filter(pk=expired.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    for token, status, reason in (
        (revoked.token, 410, "This invitation was revoked."),
        (expired.token, 410, "This invitation has expired."),
        ("never-made", 404, "There is no such invitation."),
    ):
        for response in (client.get(f"/join/{token}/"), client.post(f"/join/{token}/")):
            assert response.status_code == status
            assert reason in words(response)
    leagues.archive(league=league)
    response = client.get(f"/join/{invited(league).token}/")
    assert (response.status_code, "is archived" in words(response)) == (410, True)


# Roles


def test_a_role_is_changed_on_the_page_of_members(client: Client, league: League, sensei: User, kenta: User) -> None:
    join(league, kenta)
    address = f"/leagues/moon-court/members/{of(league, kenta).pk}/role/"
    response = client.post(address, {"role": "assistant"}, follow=True)
    assert "kenta is an assistant now." in response.content.decode()
    assert role_of(league, kenta) is Role.ASSISTANT
    assert client.post(address, {"role": "emperor"}).status_code == 422
    assert client.get(address).status_code == 405


def test_the_last_ninja_master_cannot_be_demoted_removed_or_leave(
    client: Client, league: League, sensei: User, kenta: User
) -> None:
    join(league, kenta)
    own = of(league, sensei)
    sentence = "Moon Court would be without a ninja master. Make another member ninja master first"
    for response in (
        client.post(f"/leagues/moon-court/members/{own.pk}/role/", {"role": "guest"}),
        client.post(f"/leagues/moon-court/members/{own.pk}/remove/"),
        client.post("/leagues/moon-court/leave/"),
    ):
        assert response.status_code == 422
        assert sentence in words(response)
    for address in (f"members/{own.pk}/remove/", "leave/"):
        page = words(client.get(f"/leagues/moon-court/{address}"))
        assert sentence in page
    assert role_of(league, sensei) is Role.MASTER


def test_one_of_two_ninja_masters_may_go(league: League, kenta: User) -> None:
    sensei = league.memberships.get().person
    join(league, kenta, Role.MASTER)
    memberships.change_role(membership=of(league, sensei), role=Role.GUEST)
    assert role_of(league, sensei) is Role.GUEST
    assert refused(lambda: memberships.leave(league=league, person=kenta)) == "last-master"


def test_making_the_last_ninja_master_ninja_master_is_nothing(league: League) -> None:
    sensei = league.memberships.get()
    assert memberships.change_role(membership=sensei, role=Role.MASTER).role == Role.MASTER


def test_a_role_that_is_none_is_refused(league: League, kenta: User) -> None:
    join(league, kenta)
    code = refused(lambda: memberships.change_role(membership=of(league, kenta), role="emperor"))  # type: ignore[arg-type]
    assert code == "unknown-role"


def test_the_league_is_handed_over(client: Client, league: League, sensei: User, kenta: User) -> None:
    join(league, kenta)
    address = f"/leagues/moon-court/members/{of(league, kenta).pk}/hand-over/"
    assert "Hand over to kenta ?" in words(client.get(address))
    assert role_of(league, kenta) is Role.PLAYER
    response = client.post(address, follow=True)
    assert "kenta is ninja master of Moon Court now." in response.content.decode()
    assert (role_of(league, kenta), role_of(league, sensei)) == (Role.MASTER, Role.ASSISTANT)


def test_handing_over_to_oneself_changes_nothing(league: League) -> None:
    own = league.memberships.get()
    memberships.hand_over(membership=own, author=own.person)
    assert role_of(league, own.person) is Role.MASTER


def test_the_staff_hand_over_a_league_without_becoming_members(league: League, kenta: User) -> None:
    join(league, kenta)
    memberships.hand_over(membership=of(league, kenta), author=person("staff", is_staff=True))
    assert league.memberships.filter(role=Role.MASTER).count() == 2


def test_nothing_is_made_of_a_member_who_has_gone(league: League, kenta: User) -> None:
    join(league, kenta)
    gone = of(league, kenta)
    memberships.leave(league=league, person=kenta)
    assert refused(lambda: memberships.change_role(membership=gone, role=Role.GUEST)) == "gone"
    assert refused(lambda: memberships.hand_over(membership=gone, author=kenta)) == "gone"


# Going


def test_a_member_is_removed_after_a_question(client: Client, league: League, sensei: User, kenta: User) -> None:
    join(league, kenta)
    address = f"/leagues/moon-court/members/{of(league, kenta).pk}/remove/"
    assert "Remove kenta ?" in words(client.get(address))
    response = client.post(address, follow=True)
    assert "kenta is no longer a member of Moon Court." in response.content.decode()
    assert role_of(league, kenta) is None
    assert client.post(address).status_code == 302
    assert client.get(address).status_code == 404


def test_who_deletes_an_account_hears_of_the_leagues_that_nobody_else_runs(client: Client, league: League) -> None:
    sensei = User.objects.get(username="sensei")
    client.force_login(sensei)
    assert "Nobody else runs Moon Court . Hand it over first" in words(client.get("/account/delete/"))
    join(league, person("another"), Role.MASTER)
    assert "Nobody else runs" not in words(client.get("/account/delete/"))


def test_a_member_leaves_after_a_question(client: Client, league: League, kenta: User) -> None:
    client.force_login(join(league, kenta))
    assert "Leave Moon Court ?" in words(client.get("/leagues/moon-court/leave/"))
    response = client.post("/leagues/moon-court/leave/", follow=True)
    assert "You are no longer a member of Moon Court." in response.content.decode()
    assert role_of(league, kenta) is None
    assert client.post("/leagues/moon-court/leave/").status_code == 302
    memberships.leave(league=league, person=kenta)


def test_a_member_of_another_league_is_not_there(client: Client, league: League, sensei: User) -> None:
    elsewhere = club("Sun Court", master=person("mio")).memberships.get()
    for address in ("role", "remove", "hand-over"):
        client.post(f"/leagues/moon-court/members/{elsewhere.pk}/{address}/", {"role": "guest"})
    elsewhere.refresh_from_db()
    assert elsewhere.role == Role.MASTER
    assert client.post(f"/leagues/moon-court/members/{elsewhere.pk}/role/", {"role": "guest"}).status_code == 404


# The page


def test_everybody_reads_who_is_in_a_public_league_and_nothing_more(client: Client, league: League) -> None:
    JoinRequest.objects.create(league=league, person=person("mio"), message="Secret")
    token = invited(league).token
    page = client.get("/leagues/moon-court/members/")
    assert "sensei Ninja master since" in words(page)
    for hidden in ("Secret", token, "<select", "Remove"):
        assert hidden not in page.content.decode()


def test_members_stand_by_rank(client: Client, league: League) -> None:
    for name, role in (("guest1", Role.GUEST), ("kenta", Role.PLAYER), ("ren", Role.ASSISTANT)):
        join(league, person(name), role)
    page = words(client.get("/leagues/moon-court/members/"))
    places = [page.index(name) for name in ("sensei", "ren", "kenta", "guest1")]
    assert places == sorted(places)


@pytest.mark.parametrize("count", [2, 40])
def test_the_page_costs_the_same_however_many_members(
    client: Client, league: League, sensei: User, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        join(league, person(f"player{number}"))
        JoinRequest.objects.create(league=league, person=person(f"asking{number}"))
        invited(league)
    with django_assert_num_queries(6):
        client.get("/leagues/moon-court/members/")


# Two at once


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_database
def test_who_joins_ten_times_at_once_is_a_member_once(race: Race) -> None:
    league, kenta = club(), person("kenta")
    outcomes = race(lambda: memberships.join(league=league, person=kenta), runners=10)
    assert {its.pk if isinstance(its, Membership) else its for its in outcomes} == {of(league, kenta).pk}


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_database
def test_who_asks_ten_times_at_once_has_asked_once(race: Race) -> None:
    league, kenta = joined_by(club(), Joining.APPROVAL), person("kenta")
    outcomes = race(lambda: memberships.ask_to_join(league=league, person=kenta), runners=10)
    assert {its.pk if isinstance(its, JoinRequest) else its for its in outcomes} == {JoinRequest.objects.get().pk}


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_database
def test_a_request_that_is_answered_by_ten_is_answered_once(race: Race) -> None:
    league, kenta = club(), person("kenta")
    asked, sensei = JoinRequest.objects.create(league=league, person=kenta), league.memberships.get().person
    outcomes = race(lambda: memberships.approve(request=asked, author=sensei), runners=10)
    assert {its.pk if isinstance(its, Membership) else its for its in outcomes} == {of(league, kenta).pk}


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_database
def test_a_link_that_is_followed_ten_times_at_once_counts_once(race: Race) -> None:
    league, kenta = club(), person("kenta")
    invitation = invited(league)
    outcomes = race(lambda: memberships.accept(invitation=invitation, person=kenta), runners=10)
    assert {its.pk if isinstance(its, Membership) else its for its in outcomes} == {of(league, kenta).pk}
    invitation.refresh_from_db()
    assert invitation.uses == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_database
@pytest.mark.parametrize("way", ["demoted", "leaving"])
def test_when_all_ninja_masters_go_at_once_one_has_to_stay(race: Race, way: str) -> None:
    league = club()
    masters = [join(league, person(f"master{number}"), Role.MASTER) for number in range(5)]
    line = [of(league, who) for who in (*masters, league.memberships.order_by("pk")[0].person)]

    def go() -> str:
        membership = line.pop()
        if way == "demoted":
            memberships.change_role(membership=membership, role=Role.GUEST)
        else:
            memberships.leave(league=league, person=membership.person)
        return "gone"

    outcomes = race(go, runners=6)
    assert outcomes.count("gone") == 5
    assert [its.code for its in outcomes if isinstance(its, RuleBroken)] == ["last-master"]
    assert league.memberships.filter(role=Role.MASTER).count() == 1


def test_a_member_s_export_names_the_leagues() -> None:
    league = club()
    who = join(league, person("kenta"))
    told = accounts.export(who)["leagues"]
    assert [(its["league"], its["role"]) for its in told] == [("moon-court", "player")]
