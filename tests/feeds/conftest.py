"""Long work is done at once, so that a test sees what came of it."""

import pytest
from django.conf import LazySettings


@pytest.fixture(autouse=True)
def work_at_once(settings: LazySettings) -> None:
    settings.JOBS_AT_ONCE = True
