"""Changing the address: the old one stays until the new one is confirmed, and a password stands before it."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client

from tests.teams.members import PASSWORD, log_in, sign_up
from tests.teams.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(client: Client) -> User:
    """Somebody who is logged in and has just entered the password once more."""
    user = person()
    client.force_login(user)
    client.post("/account/confirm/", {"password": PASSWORD})
    return user


def wish(client: Client, email: str) -> Any:
    return client.post("/account/email/", {"email": email})


def link_in(mail: EmailMessage) -> str:
    found = re.search(r"https?://testserver(/\S+)", str(mail.body))
    assert found
    return found[1]


def address_of(user: User) -> str:
    return User.objects.get(pk=user.pk).email


def test_a_new_address_counts_once_it_is_confirmed(
    client: Client, member: User, mailoutbox: list[EmailMessage]
) -> None:
    assert wish(client, "New@example.com")["Location"] == "/account/email/"
    assert address_of(member) == "kenta@example.com"
    assert "new@example.com" in client.get("/account/").content.decode()
    assert mailoutbox[0].to == ["new@example.com"]

    link = link_in(mailoutbox[0])
    assert "the address of kenta?" in client.get(link).content.decode()
    assert address_of(member) == "kenta@example.com"
    assert client.post(link)["Location"] == "/account/"
    assert address_of(member) == "new@example.com"
    assert EmailAddress.objects.get().email == "new@example.com"
    assert (mailoutbox[1].to, mailoutbox[1].subject) == (["kenta@example.com"], "Kagejima: Your address has changed")
    assert "leads nowhere" in client.get(link).content.decode()
    assert client.post(link).status_code == 404


def test_the_first_wish_is_forgotten_for_the_second(
    client: Client, member: User, mailoutbox: list[EmailMessage]
) -> None:
    wish(client, "first@example.com")
    wish(client, "second@example.com")
    assert "leads nowhere" in client.get(link_in(mailoutbox[0])).content.decode()
    client.post(link_in(mailoutbox[1]))
    assert address_of(member) == "second@example.com"


def test_a_form_sent_twice_sends_one_mail_whose_link_works(
    client: Client, member: User, mailoutbox: list[EmailMessage]
) -> None:
    wish(client, "new@example.com")
    wish(client, "new@example.com")
    assert "A mail went to new@example.com a moment ago" in client.get("/account/email/").content.decode()
    assert len(mailoutbox) == 1
    client.post(link_in(mailoutbox[0]))
    assert address_of(member) == "new@example.com"


def test_one_may_keep_the_old_address(client: Client, member: User, mailoutbox: list[EmailMessage]) -> None:
    wish(client, "new@example.com")
    assert client.post("/account/email/keep/")["Location"] == "/account/email/"
    assert client.post("/account/email/keep/")["Location"] == "/account/email/"
    assert "leads nowhere" in client.get(link_in(mailoutbox[0])).content.decode()
    assert address_of(member) == "kenta@example.com"


def test_the_address_of_signing_up_can_be_confirmed_later(client: Client, mailoutbox: list[EmailMessage]) -> None:
    sign_up(client)
    page = client.get("/account/email/").content.decode()
    assert "Not confirmed yet" in page
    client.post(link_in(mailoutbox[0]))
    assert EmailAddress.objects.get().verified
    assert "and it is confirmed" in client.get("/account/email/").content.decode()


def test_a_confirmed_address_is_not_confirmed_again(client: Client, member: User) -> None:
    EmailAddress.objects.create(user=member, email=member.email, verified=True, primary=True)
    assert wish(client, member.email).context["form"].errors["email"] == [
        "This is your address already, and it is confirmed."
    ]


@pytest.mark.parametrize(
    "email", ["", "no address", "a@b", "x" * 250 + "@example.com", "two@example.com,a@example.com"]
)
def test_what_is_no_address_is_refused_at_its_field(client: Client, member: User, email: str) -> None:
    assert "email" in wish(client, email).context["form"].errors


def test_an_address_that_another_has_confirmed_stays_theirs(
    client: Client, member: User, mailoutbox: list[EmailMessage]
) -> None:
    yuki = person("yuki")
    EmailAddress.objects.create(user=yuki, email=yuki.email, verified=True, primary=True)
    wish(client, "yuki@example.com")
    link = link_in(mailoutbox[0])
    assert "for another account" in client.get(link).content.decode()
    client.post(link)
    assert address_of(member) == "kenta@example.com"


def test_the_password_stands_before_the_change(client: Client, mailoutbox: list[EmailMessage]) -> None:
    person()
    log_in(client)
    asked = wish(client, "new@example.com")["Location"]
    assert asked == "/account/confirm/?next=%2Faccount%2Femail%2F"
    assert "Is it you?" in client.get(asked).content.decode()
    wrong = client.post("/account/confirm/", {"password": "wrong", "next": "/account/email/"})
    assert wrong.context["form"].errors["password"] == ["This is not your password."]
    assert not mailoutbox
    # What was to be changed is not asked for again.
    right = client.post("/account/confirm/", {"password": PASSWORD, "next": "/account/email/"})
    assert right["Location"] == "/account/email/"
    assert mailoutbox[0].to == ["new@example.com"]


def test_a_link_opened_by_another_member_logs_that_one_out(
    client: Client, member: User, mailoutbox: list[EmailMessage]
) -> None:
    wish(client, "new@example.com")
    other = Client()
    other.force_login(person("yuki"))
    other.post(link_in(mailoutbox[0]))
    assert address_of(member) == "new@example.com"
    assert other.get("/account/").status_code == 302
