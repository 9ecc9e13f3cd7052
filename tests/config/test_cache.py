"""Redis may be gone: then each process remembers for itself, and Redis is asked again after a while."""

from collections.abc import Iterator

import pytest

from config import cache
from config.cache import OUTAGE, RedisOrMemory

GONE = "redis://127.0.0.1:1/0"


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    yield
    OUTAGE.ends()


def test_what_redis_keeps_is_kept_there(redis_url: str) -> None:
    one, other = RedisOrMemory(redis_url, {}), RedisOrMemory(redis_url, {})
    one.set("key", [1], 30)
    assert other.get("key") == [1]
    assert one.add("key", 2) is False
    assert OUTAGE.since is None


def test_without_redis_every_word_of_a_cache_is_understood() -> None:
    its = RedisOrMemory(GONE, {})
    assert its.get("key", "nothing") == "nothing"
    its.set("key", 1, 30)
    assert its.incr("key") == 2
    assert its.add("key", 9) is False
    assert its.get_many(["key", "other"]) == {"key": 2}
    its.set_many({"a": 1, "b": 2}, 30)
    assert its.has_key("a")
    assert its.touch("a", 60)
    its.delete_many(["a", "b"])
    assert its.delete("key")
    assert its.get("key") is None
    assert OUTAGE.since is not None


def test_a_server_that_is_gone_is_asked_only_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    OUTAGE.begins()
    assert not OUTAGE.is_over
    now += cache.PAUSE
    assert OUTAGE.is_over


def test_when_it_is_back_the_outage_is_over(redis_url: str) -> None:
    RedisOrMemory(GONE, {}).get("key")
    OUTAGE._ask_again = 0
    RedisOrMemory(redis_url, {}).get("key")
    assert OUTAGE.since is None
