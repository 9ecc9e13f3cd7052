"""Signing up, logging in and out, and passwords: for visitors, members and those who send a form twice."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db import IntegrityError, connection
from django.test import Client
from django.urls import get_resolver
from pytest_django import DjangoAssertNumQueries

from tests.conftest import Race
from tests.teams.members import NEW_PASSWORD, PASSWORD, is_logged_in, log_in, sign_up
from tests.teams.people import person

pytestmark = pytest.mark.django_db


def link_in(mail: EmailMessage) -> str:
    found = re.search(r"https?://testserver(/\S+)", str(mail.body))
    assert found
    return found[1]


# Signing up


def test_who_signs_up_is_logged_in_and_led_to_the_teams(client: Client, mailoutbox: list[EmailMessage]) -> None:
    response = sign_up(client, "Kenta")
    assert (response.status_code, response["Location"]) == (302, "/")
    assert is_logged_in(client)
    assert User.objects.get().username == "Kenta"
    assert [mail.subject for mail in mailoutbox] == ["Kagejima: Welcome! Please confirm your address"]


def test_a_form_sent_twice_makes_one_account(client: Client) -> None:
    sign_up(client)
    assert sign_up(client)["Location"] == "/"
    assert User.objects.count() == 1


@pytest.mark.parametrize("taken", ["kenta", "Kenta", "KENTA"])
def test_a_username_is_taken_in_any_case(client: Client, taken: str) -> None:
    person("Kenta")
    assert "Somebody has this username already." in sign_up(client, taken, email="other@example.com").content.decode()
    assert User.objects.count() == 1


def test_the_database_itself_knows_that_case_is_no_difference() -> None:
    person("Kenta")
    with pytest.raises(IntegrityError):
        person("kenta")


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_one_name_at_once_one_gets_it(race: Race) -> None:
    names = iter(["kenta", "Kenta", "KENTA", "kEnta"])
    answers = race(lambda: sign_up(Client(), next(names), email="one@example.com").status_code, runners=4)
    assert sorted(map(str, answers)) == ["200", "200", "200", "302"]
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "username",
    ["admin", "Staff", "ninja-master", "Ninja.Master", "ninja_master", "nobody", "kagejima"],
)
def test_nobody_poses_as_somebody_in_charge(client: Client, username: str) -> None:
    assert "mistaken for somebody in charge" in sign_up(client, username, email="a@example.com").content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "username", ["", "k", "ken ta", "kenta!", "<b>kenta</b>", "ken@ta", "-kenta", "kenta.", "кента", "忍者", "a" * 31]
)
def test_a_username_is_plain(client: Client, username: str) -> None:
    assert sign_up(client, username, email="a@example.com").status_code == 200
    assert not User.objects.exists()


@pytest.mark.parametrize("username", ["ab", "k.e_n-ta", "7samurai", "a" * 30])
def test_a_username_may_have_marks_and_digits(client: Client, username: str) -> None:
    assert sign_up(client, username, email="a@example.com").status_code == 302


@pytest.mark.parametrize("password", ["short one", "1234567890", "kenta-kenta", "basketball", "8675309867"])
def test_a_password_that_is_easy_to_guess_is_refused(client: Client, password: str) -> None:
    response = sign_up(client, "kentakenta", password1=password, password2=password)
    assert response.context["form"].errors.keys() == {"password1"}
    assert not User.objects.exists()


def test_an_error_stands_at_its_field_for_every_reader(client: Client) -> None:
    page = sign_up(client, "a b").content.decode()
    field = re.search(r"<input[^>]*name=\"username\"[^>]*>", page)
    assert field
    assert 'aria-invalid="true"' in field[0]
    assert "id_username_error" in field[0]
    assert "id_username_helptext" in field[0]
    assert 'id="id_username_error"' in page


def test_an_address_has_an_end(client: Client) -> None:
    response = sign_up(client, email="x" * 60 + "@" + "long." * 40 + "example.com")
    assert response.context["form"].errors == {"email": ["No address is that long."]}


def test_an_address_has_one_account(client: Client) -> None:
    """With any number of them, one request for a new password would send it as many mails."""
    person("kenta")
    assert "already registered" in sign_up(client, "yuki", email="Kenta@example.com").content.decode()
    assert User.objects.count() == 1


# Logging in and out


@pytest.mark.parametrize("login", ["kenta", "KENTA", " kenta ", "kenta@example.com", "Kenta@Example.com"])
def test_a_member_logs_in_by_username_or_address(client: Client, login: str) -> None:
    person()
    assert log_in(client, login)["Location"] == "/"
    assert is_logged_in(client)


@pytest.mark.parametrize(("login", "password"), [("kenta", "wrong"), ("nobody1", PASSWORD), ("kenta", ""), ("", "")])
def test_a_stranger_does_not_get_in(client: Client, login: str, password: str) -> None:
    person()
    assert log_in(client, login, password).status_code == 200
    assert not is_logged_in(client)


def test_the_answer_to_a_wrong_password_and_to_an_unknown_name_is_the_same(client: Client) -> None:
    person()
    said = [log_in(client, name, "wrong").context["form"].non_field_errors() for name in ("kenta", "unknown")]
    assert said == [["This username and this password do not belong together."]] * 2


def test_logging_in_twice_is_no_mistake(client: Client) -> None:
    person()
    log_in(client)
    assert log_in(client)["Location"] == "/"


@pytest.mark.parametrize("page", ["signup", "login"])
def test_one_is_led_on_to_where_one_wanted_to_go(client: Client, page: str) -> None:
    person("yuki")
    send = sign_up if page == "signup" else log_in
    name = "kenta" if page == "signup" else "yuki"
    assert "/clans/tora/" in client.get(f"/account/{page}/", {"next": "/clans/tora/"}).content.decode()
    assert send(client, name, next="/clans/tora/")["Location"] == "/clans/tora/"


@pytest.mark.parametrize(
    "address", ["https://example.com/", "//example.com", "javascript:alert(1)", "/\\example.com", "http:example.com"]
)
def test_nobody_is_led_to_another_site(client: Client, address: str) -> None:
    person()
    assert log_in(client, next=address)["Location"] == "/"


def test_a_closed_account_stays_outside_and_is_told(client: Client) -> None:
    User.objects.filter(pk=person().pk).update(is_active=False)
    response = log_in(client)
    assert response["Location"] == "/account/inactive/"
    assert "This account is closed" in client.get(response["Location"]).content.decode()
    assert not is_logged_in(client)


def test_logging_out_takes_a_button_not_a_link(client: Client) -> None:
    client.force_login(person())
    assert "Log out?" in client.get("/account/logout/").content.decode()
    assert is_logged_in(client)
    assert client.post("/account/logout/")["Location"] == "/"
    assert not is_logged_in(client)
    assert client.post("/account/logout/")["Location"] == "/"


def test_another_site_cannot_send_our_forms(client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(person())
    for page in ("logout", "email", "email/keep", "password", "delete", "confirm"):
        assert strict.post(f"/account/{page}/").status_code == 403, page


# Passwords


def test_a_forgotten_password_is_replaced_by_mail_and_logs_in(client: Client, mailoutbox: list[EmailMessage]) -> None:
    person()
    assert client.post("/account/password/reset/", {"email": "KENTA@example.com"})["Location"] == (
        "/account/password/reset/sent/"
    )
    without_key = client.get(link_in(mailoutbox[0]))["Location"]
    assert "Choose a new password" in client.get(without_key).content.decode()
    sent = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert client.post(without_key, sent)["Location"] == "/"
    assert is_logged_in(client)
    assert mailoutbox[1].subject == "Kagejima: Your password has changed"

    again = Client()
    assert "leads nowhere" in again.get(link_in(mailoutbox[0])).content.decode()
    assert "leads nowhere" in again.post(without_key, sent).content.decode()


def test_resetting_does_not_tell_whose_address_is_known(client: Client, mailoutbox: list[EmailMessage]) -> None:
    person()
    answers = [client.post("/account/password/reset/", {"email": f"{name}@example.com"}) for name in ("kenta", "yuki")]
    assert len({(answer.status_code, answer["Location"]) for answer in answers}) == 1
    assert [mail.subject for mail in mailoutbox] == [
        "Kagejima: Choose a new password",
        "Kagejima: No account has this address",
    ]


def test_a_changed_password_logs_out_everywhere_else(client: Client, mailoutbox: list[EmailMessage]) -> None:
    member, elsewhere = person(), Client()
    client.force_login(member)
    elsewhere.force_login(member)
    sent = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert client.post("/account/password/", sent)["Location"] == "/account/"
    assert is_logged_in(client)
    assert not is_logged_in(elsewhere)
    assert mailoutbox[0].to == ["kenta@example.com"]
    assert client.post("/account/password/", sent).context["form"].errors["oldpassword"] == [
        "This is not your current password."
    ]


def test_an_account_without_password_can_set_one(client: Client) -> None:
    member = person()
    member.set_unusable_password()
    member.save()
    client.force_login(member)
    assert client.get("/account/password/")["Location"] == "/account/password/set/"
    sent = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert client.post("/account/password/set/", sent)["Location"] == "/account/"
    assert client.get("/account/password/set/")["Location"] == "/account/password/"


# Every page


ENTRANCE = ["signup/", "login/", "logout/", "inactive/", "password/reset/", "password/reset/sent/"]
LOST = ["email/confirm/lost/", "password/reset/1-lost/"]
MEMBERS_ONLY = ["", "confirm/", "email/", "password/", "password/set/", "tokens/", "export/", "delete/"]


@pytest.mark.parametrize("page", MEMBERS_ONLY)
def test_a_stranger_is_asked_to_log_in_and_led_back(client: Client, page: str) -> None:
    for response in (client.get(f"/account/{page}"), client.head(f"/account/{page}")):
        assert response["Location"] == f"/account/login/?next=/account/{page}"


def test_a_stranger_cannot_post_either(client: Client) -> None:
    for page in ("email/", "email/keep/", "password/", "delete/", "confirm/"):
        assert client.post(f"/account/{page}")["Location"].startswith("/account/login/"), page


@pytest.mark.parametrize(
    ("method", "page"),
    [
        ("post", ""),
        ("post", "export/"),
        ("get", "email/keep/"),
        ("put", "delete/"),
        ("delete", "delete/"),
        ("put", "email/"),
        ("delete", "login/"),
        ("post", "inactive/"),
        ("post", "password/reset/sent/"),
    ],
)
def test_a_wrong_method_is_refused(client: Client, method: str, page: str) -> None:
    client.force_login(person())
    # A member who asks for the login page is led on before the method matters.
    who = Client() if page == "login/" else client
    assert getattr(who, method)(f"/account/{page}").status_code == 405


def test_no_page_of_the_library_is_reachable_but_ours(client: Client) -> None:
    plain = [
        str(one.pattern) for one in get_resolver("teams.account_urls").url_patterns if "(?P" not in str(one.pattern)
    ]
    assert sorted(plain) == sorted([*ENTRANCE, *MEMBERS_ONLY, "email/keep/", "tokens/<int:pk>/revoke/"])
    for page in ("3rdparty/", "login/code/", "phone/change/", "password/reset/key/done/", "2fa/"):
        assert client.get(f"/account/{page}").status_code == 404, page


class Reader(HTMLParser):
    """Notes what a strict policy would not run, and fields without a label."""

    def __init__(self) -> None:
        super().__init__()
        self.inline: list[str] = []
        self.labels: set[str | None] = set()
        self.fields: set[str | None] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "style" or "style" in given or (tag == "script" and "src" not in given):
            self.inline.append(tag)
        self.inline += [name for name in given if name.startswith("on")]
        if tag == "label":
            self.labels.add(given.get("for"))
        if tag in ("input", "select") and given.get("type") != "hidden":
            self.fields.add(given.get("id"))


@pytest.mark.parametrize("page", [*ENTRANCE, *LOST, *MEMBERS_ONLY])
@pytest.mark.parametrize("who", ["visitor", "member", "member without password"])
def test_every_page_is_styled_and_runs_nothing_inline(client: Client, page: str, who: str) -> None:
    if who != "visitor":
        member = person()
        if who == "member without password":
            member.set_unusable_password()
            member.save()
        client.force_login(member)
    response = client.get(f"/account/{page}")
    if response.status_code in (302, 403) or response["Content-Type"] == "application/json":
        return
    content = response.content.decode()
    reader = Reader()
    reader.feed(content)
    assert not reader.inline
    assert reader.fields == reader.labels
    assert '<header class="site-head">' in content
    assert "placeholder" not in content.partition("<main")[2]  # which is no label; the box of the search has both
    assert 'class="page-head"' in content


def test_a_client_that_would_rather_have_json_gets_the_page_too(client: Client) -> None:
    response = client.get(
        "/account/login/", headers={"accept": "application/json", "x-requested-with": "XMLHttpRequest"}
    )
    assert response["Content-Type"].startswith("text/html")


# The head of every page


def test_the_head_offers_visitors_the_way_in_without_asking_the_database(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        page = client.get("/").content.decode()
    assert 'href="/account/login/"' in page
    assert 'href="/account/signup/"' in page
    assert "Log out" not in page
    assert "csrfmiddlewaretoken" not in page


def test_the_head_shows_members_their_name_and_the_way_out(client: Client) -> None:
    client.force_login(person("Yuki"))
    page = client.get("/").content.decode()
    assert '<a href="/account/">Yuki</a>' in page
    assert '<form method="post" action="/account/logout/">' in page
    assert "Log in" not in page


def test_a_long_name_leaves_room_in_the_head(client: Client) -> None:
    client.force_login(person("a" * 30))
    assert f'<a href="/account/">{"a" * 15}…</a>' in client.get("/").content.decode()


def test_a_mail_server_that_is_down_keeps_nobody_out(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def down(*_: Any, **__: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", down)
    assert sign_up(client).status_code == 302
    assert "Our mail server does not answer" in client.get("/").content.decode()
    assert "could not be sent" in caplog.text


def test_usernames_are_found_by_an_index() -> None:
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, "auth_user")
    assert constraints["auth_user_username_in_any_case"]["unique"]
