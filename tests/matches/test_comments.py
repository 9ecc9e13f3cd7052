"""Comments on a match: members say something once, and a word is taken back by its author or who runs the league."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from matches import comments
from matches.models import LONGEST_COMMENT, Comment, Match
from rules.problems import RuleBroken
from tests.matches.games import Table, table
from tests.matches.pages import MEMBERS, ROLES, as_player, log_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_counted_yet() -> None:
    cache.clear()


def url(its: Table, page: str = "comments/") -> str:
    return f"/games/{its.fixture.pk}/{page}"


def briefed() -> tuple[Table, Match]:
    its = table()
    return its, its.brief()


def said(text: str = "Well played.", **more: Any) -> dict[str, Any]:
    return {"text": text, "key": str(uuid4()), **more}


def comment(its: Table, match: Match, by: int = 0) -> Comment:
    return comments.add(match=match, author=its.players[by], text="Well played.", key=uuid4())


def test_members_comment_and_nobody_else(client: Client) -> None:
    its, _ = briefed()
    for role in ROLES:
        log_in(client, its, role)
        assert ("Your comment" in words(client.get(url(its, "")))) == (role in MEMBERS), role
        response = client.post(url(its), said(f"By {role}."))
        assert response.status_code == (302 if role in MEMBERS else 403), role
    log_in(client, its, "anonymous")
    page = words(client.get(url(its, "")))
    for role in ROLES:
        assert (f"By {role}." in page) == (role in MEMBERS)


def test_the_same_form_sent_twice_is_one_comment(client: Client) -> None:
    its, _ = briefed()
    as_player(client, its)
    data = said()
    for _ in range(2):
        response = client.post(url(its), data)
        assert response.headers["Location"] == url(its, f"#comment-{Comment.objects.get().pk}")


def test_a_key_of_somebody_else_is_refused() -> None:
    its, match = briefed()
    its_comment = comment(its, match)
    with pytest.raises(RuleBroken, match="Something else was said with this form"):
        comments.add(match=match, author=its.players[1], text="Mine.", key=its_comment.key)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"text": ""}, "Say something first."),
        ({"text": " \n "}, "Say something first."),
        ({"text": "x" * (LONGEST_COMMENT + 1)}, "A comment has at most 2,000 characters, this has 2,001."),
        ({"text": "a\0b"}, "Null characters are not allowed."),
        ({"key": ""}, "This form has lost a part on its way."),
        ({"key": "x"}, "This form has lost a part on its way."),
    ],
)
def test_a_comment_that_cannot_be_comes_back(client: Client, changed: dict[str, str], sentence: str) -> None:
    its, _ = briefed()
    as_player(client, its)
    response = client.post(url(its), said() | changed)
    assert response.status_code == 422
    assert sentence in words(response)
    assert not Comment.objects.exists()


def test_what_is_said_is_text_and_nothing_else(client: Client) -> None:
    its, _ = briefed()
    as_player(client, its)
    client.post(url(its), said("<b>bold</b>\n\nand more"))
    assert "<p>&lt;b&gt;bold&lt;/b&gt;</p>" in client.get(url(its, "")).content.decode()


def test_its_author_and_those_who_run_the_league_remove_it(client: Client) -> None:
    its, match = briefed()
    for role in ROLES:
        its_comment = comment(its, match)
        who = log_in(client, its, role)
        may = role in ("player", "assistant", "master")
        response = client.post(url(its, f"comments/{its_comment.pk}/remove/"))
        assert response.status_code == (302 if may else 403), role
        its_comment.refresh_from_db()
        assert (its_comment.removed_by, its_comment.text) == ((who, "") if may else (None, "Well played.")), role


def test_a_stub_says_who_removed_it_and_the_first_word_stays(client: Client) -> None:
    its, match = briefed()
    its_comment = comment(its, match)
    for role in ("assistant", "master"):
        log_in(client, its, role)
        client.post(url(its, f"comments/{its_comment.pk}/remove/"))
    page = words(client.get(url(its, "")))
    assert "Removed by assistant ." in page
    assert "Well played." not in page


def test_another_player_cannot_remove_it(client: Client) -> None:
    its, match = briefed()
    its_comment = comment(its, match)
    as_player(client, its, 1)
    assert client.post(url(its, f"comments/{its_comment.pk}/remove/")).status_code == 403


def test_what_is_not_there_is_not_found(client: Client) -> None:
    its, match = briefed()
    elsewhere = its.brief(its.another_game())
    foreign = comment(its, elsewhere)
    client.force_login(its.master)
    for pk in (foreign.pk, 999_999, 10**40):
        assert client.post(url(its, f"comments/{pk}/remove/")).status_code == 404
    match.delete()
    assert client.post(url(its), said()).status_code == 404


def test_comments_are_posted(client: Client) -> None:
    its, match = briefed()
    as_player(client, its)
    for page in ("comments/", f"comments/{comment(its, match).pk}/remove/"):
        assert client.get(url(its, page)).status_code == 405


def test_a_private_league_is_not_there_for_strangers(client: Client) -> None:
    its, match = briefed()
    pk = comment(its, match).pk
    its.league.is_private = True
    its.league.save()
    for role in ("anonymous", "stranger"):
        log_in(client, its, role)
        for page in ("comments/", f"comments/{pk}/remove/"):
            assert client.post(url(its, page), said()).status_code == 404


def test_whoever_says_too_much_has_to_wait(client: Client) -> None:
    its, _ = briefed()
    as_player(client, its)
    for _ in range(20):
        assert client.post(url(its), said()).status_code == 302
    response = client.post(url(its), said())
    assert response.status_code == 429
    assert int(response.headers["Retry-After"]) > 3_000
    assert Comment.objects.count() == 20
    assert client.get(url(its, "")).status_code == 200


def test_a_comment_outlives_the_account_of_its_author(client: Client) -> None:
    its, match = briefed()
    comments.add(match=match, author=its.players[0], text="Farewell.", key=uuid4())
    User.objects.filter(pk=its.players[0].pk).delete()
    page = words(client.get(url(its, "")))
    assert "somebody who has left" in page
    assert "Farewell." in page
