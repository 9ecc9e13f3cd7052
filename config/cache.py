"""Redis as a cache that may be gone: then each process remembers for itself, and the site goes on.

What the cache is asked for are rate limits, locks and prints. Without Redis a limit is counted by each process alone,
as it is on a site that has none.
"""

import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

PATIENCE = 0.5  # seconds for an answer: a page must not wait for a server that is gone
PAUSE = 5.0  # seconds until it is asked again


class Outage:
    """Whether Redis answered when it was asked last, by this process."""

    def __init__(self) -> None:
        self.since: float | None = None
        self._ask_again = 0.0

    @property
    def is_over(self) -> bool:
        """Is it worth asking?"""
        return time.monotonic() >= self._ask_again

    def begins(self) -> None:
        self.since = self.since or time.monotonic()
        self._ask_again = time.monotonic() + PAUSE

    def ends(self) -> None:
        self.since, self._ask_again = None, 0.0


OUTAGE = Outage()


class _Either:
    """Calls Redis, or what stands in for it: both know the same words."""

    def __init__(self, redis: Any, instead: LocMemCache) -> None:
        self._redis, self._instead = redis, instead

    def __getattr__(self, word: str) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            if OUTAGE.is_over:
                try:
                    answer = getattr(self._redis, word)(*args, **kwargs)
                except RedisError:
                    OUTAGE.begins()
                else:
                    OUTAGE.ends()
                    return answer
            return getattr(self._instead, word)(*args, **kwargs)

        return call


class RedisOrMemory(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        redis = RedisCacheClient([server], socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        self._either = _Either(redis, LocMemCache(f"instead of {self.key_prefix}", {}))

    @property
    def _cache(self) -> Any:  # what all of Django's methods talk to
        return self._either
