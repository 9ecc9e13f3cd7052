"""What is posted: signed as the documentation says, and within the limits of Discord."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from league.models import League
from league.notices import payloads
from league.notices.kinds import Kind
from league.notices.models import Delivery, News, Webhook

DOCUMENTATION = (Path(__file__).parents[2] / "docs" / "webhooks.md").read_text("utf-8")
JSON, DISCORD = Webhook.Style.JSON, Webhook.Style.DISCORD


@pytest.fixture
def is_genuine() -> Callable[..., bool]:
    """The documentation's own way to check a signature."""
    (snippet,) = re.findall(r"```python\n(.*?)```", DOCUMENTATION, re.DOTALL)
    space: dict[str, Any] = {}
    exec(snippet, space)  # noqa: S102 - our own documentation
    return space["is_genuine"]  # type: ignore[no-any-return]


def delivery(title: str = "Tora Claw beat Ika Tide", text: str = "", league: League | None = None) -> Delivery:
    news = News(kind=Kind.ACCEPTED, league=league, title=title, text=text, url="/games/17/")
    return Delivery(pk=UUID(int=7), news=news)


def discord(of: Delivery) -> Any:
    return json.loads(payloads.body_of(of, DISCORD))


def test_the_signature_is_what_the_documentation_checks(is_genuine: Callable[..., bool]) -> None:
    its, now = delivery("Tora 勝った"), int(time.time())
    body = payloads.body_of(its, JSON)
    signature = payloads.headers_of(its, body, "secret", JSON, now)["X-Kagejima-Signature"]
    assert is_genuine("secret", signature, body)
    assert not is_genuine("another", signature, body)
    assert not is_genuine("secret", signature, body + b" ")
    assert not is_genuine("secret", signature.replace(f"t={now}", f"t={now + 1}"), body)
    assert not is_genuine("secret", payloads.signature("secret", body, now - 301), body)
    assert not is_genuine("secret", "", body)
    assert not is_genuine("secret", "t=soon,v1=", body)


def test_every_try_has_the_same_body_and_the_same_number() -> None:
    its = delivery()
    first, second = (payloads.body_of(its, JSON) for _ in range(2))
    assert first == second
    assert payloads.headers_of(its, first, "s", JSON, 1)["X-Kagejima-Delivery"] == str(its.pk)


def test_the_body_has_the_fields_that_are_documented() -> None:
    its = delivery(league=League(slug="moon-court", name="Moon Court"), text="Round 3.")
    told = json.loads(payloads.body_of(its, JSON))
    (example,) = re.findall(r"```json\n(.*?)```", DOCUMENTATION, re.DOTALL)
    assert told.keys() == json.loads(example).keys()
    assert told["league"] == {"slug": "moon-court", "name": "Moon Court"}
    assert told["url"] == "http://127.0.0.1:8000/games/17/"
    assert told["delivery"] == str(its.pk)


def test_every_kind_is_documented() -> None:
    documented = set(re.findall(r"^\| `(\w+)` \|", DOCUMENTATION, re.MULTILINE))
    assert documented == {kind.value for kind in Kind} - {Kind.DIGEST}


def test_discord_gets_no_signature_and_mentions_nobody() -> None:
    its = delivery("@everyone <@1> look", text="@everyone [free koban](https://evil.example) **now**")
    told = discord(its)
    assert told["allowed_mentions"] == {"parse": []}
    assert "content" not in told
    (embed,) = told["embeds"]
    assert embed["description"] == r"\@everyone \[free koban\]\(https\://evil.example\) \*\*now\*\*"
    assert embed["url"] == "http://127.0.0.1:8000/games/17/"
    assert "X-Kagejima-Signature" not in payloads.headers_of(its, b"", "s", DISCORD, 1)
    assert payloads.headers_of(its, b"", "s", DISCORD, 1)["X-Kagejima-Delivery"] == str(its.pk)


@pytest.mark.parametrize("mark", ["a", "*", "勝"])
def test_discord_s_limits_are_kept_whatever_is_told(mark: str) -> None:
    league = League(slug="l", name=mark * 3000)
    (embed,) = discord(delivery(mark * 200, mark * 20_000, league))["embeds"]
    assert len(embed["title"]) <= 256
    assert len(embed["description"]) <= 4096
    assert len(embed["footer"]["text"]) <= 2048
    assert len(embed["title"]) + len(embed["description"]) + len(embed["footer"]["text"]) <= 6000


def test_what_is_too_long_ends_in_dots() -> None:
    assert payloads.shortened("Tora and Ika", 8) == "Tora an…"
    assert payloads.shortened("Tora", 4) == "Tora"
