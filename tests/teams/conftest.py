"""What every test of the pages relies on."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def first_visit() -> None:
    """Nothing has been counted towards any limit yet."""
    cache.clear()
