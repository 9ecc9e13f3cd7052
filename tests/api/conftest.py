"""What every test of the API relies on."""

import pytest
from django.core.cache import caches


@pytest.fixture(autouse=True)
def first_visit() -> None:
    """Nothing has been counted towards any limit yet."""
    for cache in caches.all(initialized_only=True):
        cache.clear()
